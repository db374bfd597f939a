"""The players at the table, as faces in the colour of the seat; and the coach."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from keyharvest import words
from keyharvest.page.parts.controls import option
from keyharvest.picture import tiles
from keyharvest.picture.elements import Html, h
from keyharvest.picture.svg import use
from keyharvest.rules.components import WORKER_INDEX
from keyharvest.table.chairs import FACES
from keyharvest.words.language import _

if TYPE_CHECKING:
    from keyharvest.page.parts.scene import Scene

#: The coach has the face of the supervisor, who says what must be done.
_COACH: Final = WORKER_INDEX["F"]


def face(scene: Scene, seat: int) -> Html:
    """Draw the face at a seat, with the seat's badge; it is purely visual."""
    return tiles.face(scene.chairs[seat].face, scene.badge(seat), label="")


def face_options(name: str, chosen: str) -> list[Html]:
    """Draw all faces as options of a form's field."""
    return [
        option(
            name,
            letter,
            h.svg(".kh", viewBox="-46 -46 92 92", aria_hidden=True)[use(f"avatar-{letter}")],
            letter == chosen,
            None,
            _("Face {number}").format(number=at),
        )
        for at, letter in enumerate(FACES, 1)
    ]


def badge_options(name: str, chosen: int, free: Iterable[int]) -> list[Html]:
    """Draw the ``free`` badges as options of a form's field."""
    return [
        option(name, str(badge + 1), tiles.emblem(badge, label=""), badge == chosen, None, words.badge(badge))
        for badge in free
    ]


def coach_face() -> Html:
    """Draw the coach's face."""
    return tiles.worker(_COACH, None, label=_("The coach"))


def coach_says(said: str, **attributes: str) -> Html:
    """Draw the coach's face with a speech bubble, to which the attributes belong.

    >>> coach_says("Harvest first.", id="said")[-52:]
    '<p class="bubble" id="said">Harvest first.</p></div>'
    """
    return h.div(".coach-says")[coach_face(), h.p(".bubble", **attributes)[said]]
