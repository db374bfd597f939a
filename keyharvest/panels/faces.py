"""Who sits at the table, as a face in the colour of the seat."""

from __future__ import annotations

from keyharvest.panels.markup import Html
from keyharvest.picture import tiles
from keyharvest.table.scene import Scene


def face(scene: Scene, seat: int) -> Html:
    """The face at a seat, with the seat's badge; for the eye alone."""
    return Html(tiles.face(scene.chairs[seat].face, scene.badge(seat), label=""))
