"""What a person has chosen for the next game: who sits where, and how it begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from keyharvest.rules import STANDARD
from keyharvest.rules.layout import Layout, parse_layout
from keyharvest.rules.setup import Start
from keyharvest.table.sitting import FACES, PERSON, USUAL, Chair
from keyharvest.words.language import N_, _

COMPUTER: Final = "computer"
EMPTY: Final = "empty"
SEATS: Final = 4
#: What those are called who have not been given a name.
NAMES: Final = ("Robin", "Ada", "Bruno", "Clara")
_LONGEST_SEED: Final = 18
#: A text in the form, such as a layout, has no more characters.
LONGEST_TEXT: Final = 20_000
_SAME_NAME: Final = N_("Two players are called {name}.")
_SAME_BADGE: Final = N_("{name} already has this colour and symbol.")


@dataclass(frozen=True, slots=True)
class Place:
    """What is chosen for one seat; ``kind`` is ``person``, ``computer`` or ``empty``, ``level`` a computer player."""

    name: str
    kind: str
    level: str
    face: str
    badge: int


@dataclass(frozen=True, slots=True)
class SetUp:
    """All that is chosen: ``screens`` hide other hands (rule 14.4), ``seed`` and ``layout`` are as typed.

    ``hints`` are agreed on by several people at one screen.
    ``clock``: minutes that each person has to think, one of ``clock.LIMITS``.
    """

    places: tuple[Place, ...]
    start: Start = "random"
    screens: bool = False
    seed: str = ""
    layout: str = ""
    hints: bool = False
    clock: str = ""

    def seated(self) -> list[tuple[int, Place]]:
        """The seats that are taken, with their numbers from 0."""
        return [(seat, place) for seat, place in enumerate(self.places) if place.kind != EMPTY]

    def chairs(self) -> list[Chair]:
        """Who sits at the table. Persons keep the badges they chose; a computer whose badge is taken gets another."""
        taken = {place.badge for _seat, place in self.seated() if place.kind == PERSON}
        found = []
        for _seat, place in self.seated():
            person, badge = place.kind == PERSON, place.badge
            if not person:
                badge = -1 if badge in taken else badge
                taken.add(badge)
            found.append(Chair(place.name, PERSON if person else place.level, place.face, badge))
        return found

    def land(self) -> Layout:
        """The layout that was given, or the standard one; ``ValueError`` tells what is wrong with it."""
        return parse_layout(self.layout) if self.layout.strip() else STANDARD

    def faults(self) -> dict[str, str]:
        """What is wrong, by the field of the form where it stands; empty if nothing is."""
        found: dict[str, str] = {}
        for seat, place in self.seated():
            before = [other for _seat, other in self.seated() if _seat < seat]
            if any(other.name == place.name for other in before):
                found[f"name{seat + 1}"] = _(_SAME_NAME).format(name=place.name)
            same = [other for other in before if other.badge == place.badge and other.kind == place.kind == PERSON]
            if same:
                found[f"badge{seat + 1}"] = _(_SAME_BADGE).format(name=same[0].name)
        seed = self.seed.strip()
        if seed and not (seed.isascii() and seed.isdigit() and len(seed) <= _LONGEST_SEED):
            found["seed"] = _("Seed: enter a number of up to 18 digits, not {text}").format(text=seed[:30])
        try:
            self.land()
        except ValueError as error:
            found["layout"] = str(error)[:400]
        return found


def seated(reader: int, players: int) -> list[str]:
    """The names at a table where somebody reads: the reader's seat has the first one.

    >>> seated(1, 3)
    ['Bruno', 'Robin', 'Ada']
    """
    return [NAMES[(seat - reader) % players] for seat in range(players)]


def first() -> SetUp:
    """A person against one computer player; two seats are empty."""
    kinds = (PERSON, COMPUTER, EMPTY, EMPTY)
    return SetUp(tuple(Place(NAMES[seat], kind, USUAL, FACES[seat], seat) for seat, kind in enumerate(kinds)))
