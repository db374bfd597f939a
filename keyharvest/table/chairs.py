"""The seats of a table: who sits there, with which name, face and badge."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from keyharvest.players import LEVELS, NAMES
from keyharvest.rules.foreign import beginning, tidy
from keyharvest.words.language import Name

PERSON: Final = "person"
#: A person who plays on another page; their turns come by message.
FAR: Final = "far"
#: The kinds of players: a person here or elsewhere, or a computer player by its name.
KINDS: Final = (PERSON, FAR, *NAMES)
#: The computer player where nobody has chosen another, such as the opponent of a game begun with one tap.
USUAL: Final = "farmer"
#: The viewer where that is a spectator, who sees only what everyone knows.
NOBODY: Final = -1
LONGEST_NAME: Final = 24
#: The faces of players, by the letters of the workers who have them; by default seats get them in this order.
FACES: Final = "BLEHCADGKJ"
#: The number of badges, each a colour and a shape.
BADGES: Final = 4


@dataclass(frozen=True, slots=True)
class Chair:
    """One seat: the player's name, and a person here, one elsewhere, or a computer player by its name.

    ``face`` is a letter of :data:`FACES`, ``badge`` the number of a colour and shape; a :class:`Sitting` chooses a free
    one where none is given.
    """

    name: str
    kind: str
    face: str = ""
    badge: int = -1

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", Name(self.name))

    @property
    def person(self) -> bool:
        """Whether a person sits here."""
        return self.kind == PERSON

    @property
    def human(self) -> bool:
        """Whether it is a person's seat, here or elsewhere."""
        return self.kind in (PERSON, FAR)


def harder(chairs: Sequence[Chair]) -> tuple[Chair, ...]:
    """Return the seats with every computer player one level up, if there is a higher one.

    >>> [chair.kind for chair in harder([Chair("Ann", "person"), Chair("Ada", "farmer"), Chair("Ben", "master")])]
    ['person', 'steward', 'master']
    """
    above = dict(pairwise(LEVELS))
    return tuple(replace(chair, kind=above.get(chair.kind, chair.kind)) for chair in chairs)


def dressed(chairs: Sequence[Chair]) -> tuple[Chair, ...]:
    """Return the same chairs, each with a face and a badge: the first free ones where none is chosen.

    >>> [chair.badge for chair in dressed([Chair("Ann", "person"), Chair("Ben", "person", badge=0)])]
    [1, 0]
    """
    faces = [each for each in FACES if all(chair.face != each for chair in chairs)]
    badges = [each for each in range(BADGES) if all(chair.badge != each for chair in chairs)]
    return tuple(
        replace(
            chair,
            face=chair.face or faces.pop(0),
            badge=chair.badge if chair.badge >= 0 else badges.pop(0),
        )
        for chair in chairs
    )


def clean_name(name: str) -> str:
    """Return a name as it is stored: on one line, not too long, otherwise as its owner writes it; "" if nobody sees it.

    >>> clean_name(" Ann\\tLee "), clean_name("\\u3164\\u200b")
    ('Ann Lee', '')
    """
    return Name(beginning(tidy(name), LONGEST_NAME))
