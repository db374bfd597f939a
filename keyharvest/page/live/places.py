"""The seats of a live game before it starts, and what each guest chooses: a name, a face and a badge."""

from __future__ import annotations

from collections.abc import Collection

from keyharvest.players import NAMES
from keyharvest.table.chairs import FACES, FAR, Chair, clean_name
from keyharvest.table.sitting import Sitting

#: The kind of a person whose page will draw together with the others; pages that don't know it read it as ``far``.
_FAIR = "fair"


def place_text(chair: Chair, fair: bool = False) -> str:
    """Return a seat as a text, which the host sends to the guests; ``fair``: whether all pages will draw together.

    >>> place_text(Chair("Ann Lee", "person", "B", 2)), place_text(Chair("Ann Lee", "person", "B", 2), fair=True)
    ('far B 2 Ann Lee', 'fair B 2 Ann Lee')
    """
    kind = (_FAIR if fair else FAR) if chair.human else chair.kind
    return " ".join((kind, chair.face, str(chair.badge), chair.name))


def is_fair(text: str) -> bool:
    """Whether the host says so of a game with this seat.

    >>> is_fair("fair L 1 Ada"), is_fair("far L 1 Ada")
    (True, False)
    """
    return text.startswith(f"{_FAIR} ")


def place_of(text: str) -> Chair:
    """Return the seat in a text from the host, in the form that ``place_text`` returns.

    >>> place_of("farmer L 1 Ada")
    Chair(name='Ada', kind='farmer', face='L', badge=1)
    """
    kind, player = text.split(" ", 1)
    name, face, badge = player_of(player)
    return Chair(name, kind if kind in NAMES else FAR, face or FACES[0], badge)


def player_of(text: str) -> tuple[str, str, int]:
    """Return the name, the face and the badge that a page sends for its player; an unknown face becomes empty.

    >>> player_of("L 1 Ada"), player_of("? 3 ")
    (('Ada', 'L', 1), ('', '', 3))
    """
    face, badge, name = text.split(" ", 2)
    return clean_name(name), face if face in FACES else "", int(badge)


def seated(sitting: Sitting, seat: int, player: tuple[str, str, int], there: Collection[int]) -> Sitting:
    """Return the game with the name, face and badge that a guest has chosen, except a name that another player has.

    ``there`` are the seats of people who have joined already: they keep their badges. Anyone else swaps badges with the
    guest.
    """
    (name, face, badge), chairs = player, sitting.chairs
    mine = chairs[seat]
    others = [chair.name for at, chair in enumerate(chairs) if at != seat]
    name = mine.name if not name or name in others else name
    holder = next((at for at, chair in enumerate(chairs) if chair.badge == badge), seat)
    if holder in there:
        badge = mine.badge
    elif holder != seat:
        sitting = sitting.with_chair(holder, badge=mine.badge)
    return sitting.with_chair(seat, name=name, face=face or mine.face, badge=badge)
