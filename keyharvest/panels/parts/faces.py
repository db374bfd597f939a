"""The players at the table, as faces in the colour of the seat; and the coach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from keyharvest.panels.parts.markup import Html, tag
from keyharvest.picture import tiles
from keyharvest.rules.components import WORKER_INDEX
from keyharvest.words.language import _

if TYPE_CHECKING:
    from keyharvest.panels.scene import Scene

#: The coach has the supervisor's face, of one who says what must be.
_COACH: Final = WORKER_INDEX["F"]


def face(scene: Scene, seat: int) -> Html:
    """Draw the face at a seat, with the seat's badge; it is purely visual."""
    return Html(tiles.face(scene.chairs[seat].face, scene.badge(seat), label=""))


def coach_face() -> Html:
    """Draw the coach's face."""
    return Html(tiles.worker(_COACH, None, label=_("The coach")))


def coach_says(words: str, **attributes: str) -> Html:
    """Draw the coach's face with a bubble of words, which has the attributes.

    >>> coach_says("Harvest first.", id="said")[-52:]
    '<p class="bubble" id="said">Harvest first.</p></div>'
    """
    return tag(
        "div",
        coach_face(),
        tag("p", words, class_="bubble", **attributes),
        class_="coach-says",
    )
