"""The choices for the next game: who sits where, and how it begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from keyharvest.rules.setup import Start
from keyharvest.table.chairs import FACES, FAR, PERSON, USUAL, Chair
from keyharvest.table.sitting import Sitting
from keyharvest.words.language import N_, _

COMPUTER: Final = "computer"
EMPTY: Final = "empty"
SEATS: Final = 4
#: How people on several pages play: all at the same time, or turn by turn.
LIVE: Final = "live"
MESSAGE: Final = "message"
#: The default names.
NAMES: Final = ("Robin", "Ada", "Bruno", "Clara")
_LONGEST_SEED: Final = 18
#: The longest text in the form, in characters.
LONGEST_TEXT: Final = 20_000
_SAME_NAME: Final = N_("Two players are called {name}.")
_SAME_BADGE: Final = N_("{name} already has this colour and symbol.")
_NOBODY_HERE: Final = N_("At least one player must play on this page.")


@dataclass(frozen=True, slots=True)
class Place:
    """The choice for one seat.

    ``kind`` is ``person``, ``far`` (a person on another page), ``computer`` or ``empty``; ``level`` a computer player.
    """

    name: str
    kind: str
    level: str
    face: str
    badge: int


@dataclass(frozen=True, slots=True)
class SetUp:
    """All choices; ``seed`` is as typed, ``layout`` the name of a layout of this device, or "" for the standard one.

    ``screens``: whether hands are hidden from others (rule 14.4). ``hints``: whether several people at one screen allow
    them. ``clock``: the minutes for each person, one of ``clock.LIMITS``. ``way``: how people on several pages play,
    ``LIVE`` or by ``MESSAGE``.
    """

    places: tuple[Place, ...]
    start: Start = "random"
    screens: bool = False
    seed: str = ""
    layout: str = ""
    hints: bool = False
    clock: str = ""
    way: str = MESSAGE

    def seated(self) -> list[tuple[int, Place]]:
        """Return the occupied seats, with their numbers from 0."""
        return [(seat, place) for seat, place in enumerate(self.places) if place.kind != EMPTY]

    def by_message(self) -> bool:
        """Whether a person plays on another page."""
        return any(place.kind == FAR for place in self.places)

    def with_friend(self) -> SetUp:
        """Return the choices for a game with someone elsewhere in the second seat.

        If there already is someone elsewhere, return the same choices.

        >>> [place.kind for place in first().with_friend().places]
        ['person', 'far', 'empty', 'empty']
        """
        if self.by_message():
            return self
        here, other, *rest = self.places
        return replace(self, places=(replace(here, kind=PERSON), replace(other, kind=FAR), *rest))

    def without_friends(self) -> SetUp:
        """Return the choices for a game on this page alone: a computer player instead of the first friend elsewhere.

        >>> [place.kind for place in first().with_friend().without_friends().places]
        ['person', 'computer', 'empty', 'empty']
        """
        if not self.by_message():
            return self
        kinds = [EMPTY if place.kind == FAR else place.kind for place in self.places]
        kinds[:2] = [COMPUTER if kind == EMPTY else kind for kind in kinds[:2]]
        return replace(self, places=tuple(replace(p, kind=kind) for p, kind in zip(self.places, kinds, strict=True)))

    @property
    def reader(self) -> str:
        """The name of the first person on this page."""
        return next((place.name for place in self.places if place.kind == PERSON), NAMES[0])

    def read_by(self, name: str) -> SetUp:
        """Return the same choices with another name for the reader; a player who had that one gets the reader's.

        >>> [place.name for place in first().read_by("Ada").places]
        ['Ada', 'Robin', 'Bruno', 'Clara']
        """
        swapped = {self.reader: name, name: self.reader}
        return replace(self, places=tuple(replace(p, name=swapped.get(p.name, p.name)) for p in self.places))

    def chairs(self) -> list[Chair]:
        """Return the chairs. People here keep the badges they chose; others whose badge is taken get another."""
        taken = {place.badge for _seat, place in self.seated() if place.kind == PERSON}
        found = []
        for _seat, place in self.seated():
            person, badge = place.kind == PERSON, place.badge
            if not person:
                badge = -1 if badge in taken else badge
                taken.add(badge)
            kind = place.level if place.kind == COMPUTER else place.kind
            found.append(Chair(place.name, kind, place.face, badge))
        return found

    def faults(self) -> dict[str, str]:
        """Return the errors, by field of the form; empty if there are none."""
        found: dict[str, str] = {}
        for seat, place in self.seated():
            before = [other for _seat, other in self.seated() if _seat < seat]
            if any(other.name == place.name for other in before):
                found[f"name{seat + 1}"] = _(_SAME_NAME).format(name=place.name)
            same = [other for other in before if other.badge == place.badge and other.kind == place.kind == PERSON]
            if same:
                found[f"badge{seat + 1}"] = _(_SAME_BADGE).format(name=same[0].name)
        if self.by_message() and all(place.kind != PERSON for place in self.places):
            found.setdefault("name1", _(_NOBODY_HERE))
        seed = self.seed.strip()
        if seed and not (seed.isascii() and seed.isdigit() and len(seed) <= _LONGEST_SEED):
            found["seed"] = _("Seed: enter a number of up to 18 digits, not {text}").format(text=seed[:30])
        return found


def named(reader: str) -> list[str]:
    """Return names for all seats: the reader's, then default ones that differ from it.

    >>> named("Ann"), named("Ada")
    (['Ann', 'Ada', 'Bruno', 'Clara'], ['Ada', 'Bruno', 'Clara', 'Robin'])
    """
    return [reader, *(name for name in (*NAMES[1:], NAMES[0]) if name != reader)][:SEATS]


def seated(reader: int, players: int, name: str = NAMES[0]) -> list[str]:
    """Return the names of the players, with ``name`` at the reader's seat.

    >>> seated(1, 3)
    ['Bruno', 'Robin', 'Ada']
    """
    return [named(name)[(seat - reader) % players] for seat in range(players)]


def first(name: str = NAMES[0]) -> SetUp:
    """Return the default choices: a person of that name against one computer player, and two empty seats."""
    kinds = (PERSON, COMPUTER, EMPTY, EMPTY)
    names = named(name)
    return SetUp(tuple(Place(names[seat], kind, USUAL, FACES[seat], seat) for seat, kind in enumerate(kinds)))


def dealt(seed: int, moves: Sequence[str]) -> Sitting:
    """Begin a game with the default choices and a seed, and play ``moves``, the first decisions in it.

    All draws follow from the seed. Raise ``ValueError`` if a decision is illegal.

    >>> dealt(4, []).game
    <Game of 2: round 1, turn 1, seat 1 to decide>
    """
    sitting = Sitting.new(first().chairs(), "random", seed)
    for move in moves:
        sitting.commit([move])
    return sitting
