"""The stack of decisions: what a frame is, and the frames that several rules share.

A frame is one small value on ``State.stack``. A :class:`Decision` waits for a seat, a :class:`Chance` for a draw; the
engine carries out a :class:`Step` as soon as it is on top. Frames never change: a question that continues replaces its
frame with a new one. Their fields are only numbers, masks and letters, so that a position can be saved in the middle of
any of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from keyharvest.rules import counters
from keyharvest.rules.components import (
    CROP_INDEX,
    CROPS,
    EVENT_INDEX,
    EVENT_LETTERS,
    EVENT_SPACES,
    QUESTION_SPACE,
    WORKER_INDEX,
    WORKER_LETTERS,
    WORKERS,
)
from keyharvest.rules.geometry import INDEX, names, spaces_in
from keyharvest.rules.state import Frame, State, openings, put

NO: Final = "no"
DONE: Final = "done"
HOME: Final = "home"
DRAW: Final = "draw"
PLACE: Final = "place"
FALLOW: Final = "fallow"
PASS: Final = "pass"
END: Final = "end"

#: The payee that stands for the general stock.
STOCK: Final = -1


class Step(Frame):
    """A frame that the engine carries out by itself when it is on top of the stack."""

    __slots__ = ()

    def run(self, s: State) -> None:
        """Carry out the step, which has been taken off the stack."""
        raise NotImplementedError


@dataclass(slots=True, frozen=True)
class Decision(Frame):
    """A question to a seat."""

    seat: int

    @property
    def rule(self) -> str:
        """The number in docs/rules.md of the rule behind the question, such as ``7.2``, ``10C`` or ``12N``."""
        return rule_of(self.cause)

    @property
    def cause(self) -> str:
        """The cause of the question: an action ``a``-``d``, a worker, an event, or ``turn`` or ``setup``."""
        raise NotImplementedError

    def legal(self, s: State) -> list[str]:
        """Return the choices, in the order of docs/formats.md; never empty."""
        raise NotImplementedError


#: The rule behind each cause of a question; of the actions only (a), which asks for a set of fields.
_RULES: Final = {
    "a": "4.1",
    **{worker.letter: ("11" if worker.townsfolk else "10") + worker.letter for worker in WORKERS},
    **{letter: "12" + letter for letter in EVENT_LETTERS},
}


def rule_of(cause: str) -> str:
    """Return the rule number in docs/rules.md of action (a), a worker or an event, given by its letter.

    >>> rule_of("a"), rule_of("C"), rule_of("G"), rule_of("N")
    ('4.1', '10C', '11G', '12N')
    """
    return _RULES[cause]


@dataclass(slots=True, frozen=True)
class SharedDecision(Decision):
    """A question that several actions, workers or events ask; ``source`` says which."""

    source: str

    @property
    def cause(self) -> str:
        return self.source


class Chance(Frame):
    """A draw that nobody decides."""

    __slots__ = ()

    def outcomes(self, s: State) -> list[tuple[str, int]]:
        """Return the outcomes with their weights; never empty."""
        raise NotImplementedError


# Counters


@dataclass(slots=True, frozen=True)
class TakeCounters(SharedDecision):
    """Take counters of any crop from the stock, one by one in ascending order (rules 4.3, 10.1; the labourer)."""

    number: int
    least: int = 0
    optional: bool = False

    @property
    def rule(self) -> str:
        return "4.3" if self.source in "aV" else "10.1" if self.source in "AB" else rule_of(self.source)

    def legal(self, s: State) -> list[str]:
        found = payable(s.stock, self.number, self.least)
        if self.optional:
            found.append(NO)
        return found

    def apply(self, s: State, move: str) -> None:
        if move == NO:
            return
        crop = CROP_INDEX[move]
        s.gain(self.seat, counters.ONE[crop])
        if self.number > 1:
            s.push(TakeCounters(self.seat, self.source, self.number - 1, crop))


@dataclass(slots=True, frozen=True)
class Pay(SharedDecision):
    """Pay any counters, one by one in ascending order; each goes to the payee at once (E, G, I, Q, T)."""

    number: int
    payee: int
    least: int = 0

    @property
    def rule(self) -> str:
        return "10.2" if self.source in "EG" else rule_of(self.source)

    def legal(self, s: State) -> list[str]:
        return payable(s.hands[self.seat], self.number, self.least)

    def apply(self, s: State, move: str) -> None:
        crop = CROP_INDEX[move]
        one = counters.ONE[crop]
        s.spend(self.seat, one)
        if self.payee == STOCK:
            s.stock += one
        else:
            s.receive(self.payee, one)
        if self.number > 1:
            s.push(Pay(self.seat, self.source, self.number - 1, self.payee, crop))


def payable(held: int, number: int, least: int) -> list[str]:
    """Return the crops, from ``least`` on, that can be next in an ascending choice of ``number`` counters.

    >>> payable(counters.pack([1, 0, 1, 0, 1]), 2, 0)
    ['hops', 'apples']
    """
    found = []
    held >>= 6 * least
    for crop in range(least, 5):
        if counters.total(held) < number:
            break
        if held & 63:
            found.append(CROPS[crop])
        held >>= 6
    return found


@dataclass(slots=True, frozen=True)
class Bid(SharedDecision):
    """Bid for the tile just put into the store (rule 7.2)."""

    least: int = 0

    @property
    def rule(self) -> str:
        return "7.2"

    def legal(self, s: State) -> list[str]:
        found = counters.crops_in(s.hands[self.seat], self.least)
        if s.stores[self.seat][-1][1]:
            found.append(DONE)
        return found

    def apply(self, s: State, move: str) -> None:
        if move == DONE:
            return
        crop = CROP_INDEX[move]
        s.spend(self.seat, counters.ONE[crop])
        store = s.stores[self.seat]
        tile, bid = store[-1]
        set_store(s, self.seat, (*store[:-1], (tile, bid + counters.ONE[crop])))
        if s.hands[self.seat]:
            # Ask again even if only "done" is left: everyone sees how often, and the answer must not reveal the hand
            # (14.5).
            s.push(_bid(self.seat, self.source, crop))


def to_store(s: State, seat: int, tile: int, source: str) -> None:
    """Move a registry tile into the player's store; the bid and then the refill follow (rules 7.1-7.3, 9.6)."""
    s.registry &= ~(1 << tile)
    set_store(s, seat, (*s.stores[seat], (tile, counters.NONE)))
    s.push(_refill(seat))
    s.push(_bid(seat, source))


def set_store(s: State, seat: int, store: tuple[tuple[int, int], ...]) -> None:
    """Replace the contents of one store."""
    s.stores = put(s.stores, seat, store)


def out_of_store(s: State, tile: int) -> tuple[int, int]:
    """Take a tile out of its store; return the owner and the bid, whose counters the caller must move on."""
    owner = s.store_of(tile)
    store = s.stores[owner]
    bid = next(bid for held, bid in store if held == tile)
    set_store(s, owner, tuple(entry for entry in store if entry[0] != tile))
    return owner, bid


# Sets of fields


@dataclass(slots=True, frozen=True)
class PickFields(SharedDecision):
    """Pick a set of fields, one by one in ascending order, to harvest, to gather from or to turn back."""

    candidates: int
    room: int
    picked: int = 0

    def legal(self, s: State) -> list[str]:
        found = names(self.candidates)
        found.append(DONE if self.picked else NO)
        return found

    def apply(self, s: State, move: str) -> None:
        if move == NO:
            return
        if move == DONE:
            FIELDS_PICKED[self.source](s, self.seat, self.source, self.picked)
        else:
            pick_field(s, self, INDEX[move])


def pick_field(s: State, question: PickFields, tile: int) -> None:
    """Add a field to those picked; ask again if a later one can be picked, else carry out the choice."""
    picked = question.picked | 1 << tile
    later = question.candidates & -(2 << tile)
    if later and question.room > 1:
        s.push(PickFields(question.seat, question.source, later, question.room - 1, picked))
    else:
        FIELDS_PICKED[question.source](s, question.seat, question.source, picked)


def harvest(s: State, seat: int, source: str, fields: int) -> None:
    """Turn the fields over and take a counter for each (rule 4.2)."""
    s.ripe = put(s.ripe, seat, s.ripe[seat] & ~fields)
    gather(s, seat, source, fields)


def gather(s: State, seat: int, source: str, fields: int) -> None:
    """Take a counter of the crop of each field; other crops replace what the stock lacks (rules 4.2, 4.3, 10.1).

    Ruling of 4.3: take the matching counters for all fields first, then choose the substitutes.
    """
    stock = s.stock
    taken = short = 0
    for crop, mask in enumerate(s.layout.by_crop):
        number = (fields & mask).bit_count()
        if number:
            matching = min(number, counters.count(stock, crop))
            taken += matching * counters.ONE[crop]
            short += number - matching
    if taken:
        s.gain(seat, taken)
    if short and s.stock:
        s.push(TakeCounters(seat, source, min(short, counters.total(s.stock))))


def turn_back(s: State, seat: int, source: str, fields: int) -> None:
    """Turn harvested fields back to unharvested (10 D, 12 R)."""
    s.ripe = put(s.ripe, seat, s.ripe[seat] | fields)


#: What follows when fields are picked, by source.
FIELDS_PICKED: Final[dict[str, Callable[[State, int, str, int], None]]] = {
    "a": harvest,
    "V": harvest,
    "A": gather,
    "B": gather,
    "D": turn_back,
    "R": turn_back,
}


# Tiles onto boards


@dataclass(slots=True, frozen=True)
class Arrive(Step):
    """A field tile arrives on a board."""

    seat: int
    tile: int

    def run(self, s: State) -> None:
        arrive(s, self.seat, self.tile)


def arrive(s: State, seat: int, tile: int) -> None:
    """Place a field tile on its space; a worker there is displaced (rules 6.3, 8.1, 8.2)."""
    s.add_field(seat, tile)
    for worker, space in s.posts[seat]:
        if space == tile:
            s.lift(seat, worker)
            if openings(s.fields[seat], s.posts[seat], worker):
                s.push(Displaced(seat, worker))
            else:
                s.send_home(seat, worker)
            return


@dataclass(slots=True, frozen=True)
class Displaced(Decision):
    """Choose where a worker displaced by a field tile goes (rule 8.1)."""

    worker: int

    @property
    def rule(self) -> str:
        return "8.1"

    @property
    def cause(self) -> str:
        return WORKER_LETTERS[self.worker]

    def legal(self, s: State) -> list[str]:
        found = names(openings(s.fields[self.seat], s.posts[self.seat], self.worker))
        found.append(HOME)
        return found

    def apply(self, s: State, move: str) -> None:
        if move == HOME:
            s.send_home(self.seat, self.worker)
        else:
            space = INDEX[move]
            s.add_post(self.seat, self.worker, space)
            use_power(s, self.seat, self.worker, space)


#: The power of each worker; powers.py fills the list, as it needs the frames above.
POWERS: Final[list[Callable[[State, int, int], None]]] = []


def use_power(s: State, seat: int, worker: int, space: int) -> None:
    """Fire the power of a worker on a space of the board (rule 5.5)."""
    POWERS[worker](s, seat, space)


# The bag


@dataclass(slots=True, frozen=True)
class Refill(Step):
    """Fill one empty registry place, unless the bag is empty (rule 9.1)."""

    seat: int

    def run(self, s: State) -> None:
        if s.bag or s.bag_events:
            s.push(_draw(self.seat))


def bag_outcomes(s: State) -> list[tuple[str, int]]:
    """Return every tile in the bag, each equally likely (rule 1.8)."""
    return [(name, 1) for name in [*names(s.bag, "*"), *(_DRAWN_EVENTS[e] for e in spaces_in(s.bag_events))]]


_DRAWN_EVENTS: Final = tuple("*" + letter for letter in EVENT_LETTERS)


@dataclass(slots=True, frozen=True)
class RegistryDraw(Chance):
    """Draw a tile for the refill; an event takes effect (rule 9.1)."""

    seat: int

    def outcomes(self, s: State) -> list[tuple[str, int]]:
        return bag_outcomes(s)

    def apply(self, s: State, move: str) -> None:
        note_draw(s)
        if len(move) == 3:
            tile = INDEX[move[1:]]
            s.bag &= ~(1 << tile)
            s.registry |= 1 << tile
        else:
            s.push(_refill(self.seat))
            drawn_event(s, self.seat, EVENT_INDEX[move[1]])


def drawn_event(s: State, drawer: int, event: int) -> None:
    """Place an event drawn in a refill on the next event space and begin it (rules 9.1, 9.3, 9.7, 13.1)."""
    s.bag_events &= ~(1 << event)
    s.seen |= 1 << event
    if len(s.placed) == EVENT_SPACES:
        s.gone |= 1 << event
        return
    s.placed += (event,)
    if len(s.placed) == QUESTION_SPACE and s.bag and any(tiles_on_board(s, seat) < 7 for seat in range(s.players)):
        s.bag_events |= 1 << s.placed[0] | 1 << s.placed[1]
        s.placed = s.placed[2:]
    if len(s.placed) == EVENT_SPACES:
        s.left = 2 * s.players
    EVENTS_BEGIN[event](s, drawer)


def tiles_on_board(s: State, seat: int) -> int:
    """Return the number of field and worker tiles on a board, which the seventh event space counts (rule 9.3)."""
    return s.fields[seat].bit_count() + len(s.posts[seat])


#: The function that begins each event; filled by events.py.
EVENTS_BEGIN: Final[list[Callable[[State, int], None]]] = []


@dataclass(slots=True, frozen=True)
class FieldDraw(Chance):
    """Draw a field tile for an event or the trader; set aside events drawn on the way (rule 9.4)."""

    seat: int
    source: str

    def outcomes(self, s: State) -> list[tuple[str, int]]:
        return bag_outcomes(s)

    def apply(self, s: State, move: str) -> None:
        note_draw(s)
        if len(move) == 3:
            tile = INDEX[move[1:]]
            s.bag &= ~(1 << tile)
            s.bag_events |= s.aside
            s.aside = 0
            DRAWN[self.source](s, self.seat, tile)
        else:
            event = EVENT_INDEX[move[1]]
            s.bag_events &= ~(1 << event)
            s.seen |= 1 << event
            if len(s.placed) == EVENT_SPACES:
                s.gone |= 1 << event  # rule 9.7
            else:
                s.aside |= 1 << event
            s.push(self)


@dataclass(slots=True, frozen=True)
class DrawField(Step):
    """Draw a field tile, if the bag holds one (rules 9.4, 9.5)."""

    seat: int
    source: str

    def run(self, s: State) -> None:
        if s.bag:
            s.push(FieldDraw(self.seat, self.source))


#: What to do with a drawn field tile, by the worker or event it was drawn for; filled by powers.py and events.py.
DRAWN: Final[dict[str, Callable[[State, int, int], None]]] = {}


def note_draw(s: State) -> None:
    """Note that a tile has left the bag, which restarts the count of turns without a draw (rule 13.4)."""
    s.idle = 0
    s.stack = (s.stack[0].drew(), *s.stack[1:])


# Choices that several workers and events share


@dataclass(slots=True, frozen=True)
class ChooseWorker(SharedDecision):
    """Choose one of the workers on the board (11 J, 12 X, 12 Y)."""

    workers: int

    def legal(self, s: State) -> list[str]:
        return [*(WORKER_LETTERS[worker] for worker in spaces_in(self.workers)), NO]

    def apply(self, s: State, move: str) -> None:
        if move != NO:
            WORKER_CHOSEN[self.source](s, self.seat, WORKER_INDEX[move])


#: What follows the choice of a worker, by source; filled by powers.py and events.py.
WORKER_CHOSEN: Final[dict[str, Callable[[State, int, int], None]]] = {}


@dataclass(slots=True, frozen=True)
class ChooseField(SharedDecision):
    """Choose a field tile to part with; an event that offers this can be declined (10 F, 12 M, N, U)."""

    optional: bool

    def legal(self, s: State) -> list[str]:
        found = names(s.fields[self.seat])
        if self.optional:
            found.append(NO)
        return found

    def apply(self, s: State, move: str) -> None:
        if move != NO:
            FIELD_CHOSEN[self.source](s, self.seat, INDEX[move])


#: What follows the choice of a field, by source; filled by powers.py and events.py.
FIELD_CHOSEN: Final[dict[str, Callable[[State, int, int], None]]] = {}


@dataclass(slots=True, frozen=True)
class ChooseRegistry(SharedDecision):
    """Choose one of the registry tiles (11 H, K, L, 12 Q, T)."""

    def legal(self, s: State) -> list[str]:
        return [*names(s.registry), NO]

    def apply(self, s: State, move: str) -> None:
        if move != NO:
            REGISTRY_CHOSEN[self.source](s, self.seat, INDEX[move])


#: What follows the choice of a registry tile, by source; filled by powers.py and events.py.
REGISTRY_CHOSEN: Final[dict[str, Callable[[State, int, int], None]]] = {}


@dataclass(slots=True, frozen=True)
class OfferDraw(SharedDecision):
    """Choose whether to draw a field tile from the bag (11 K; 12 Q, for two counters)."""

    def legal(self, s: State) -> list[str]:
        return [DRAW, NO]

    def apply(self, s: State, move: str) -> None:
        if move == DRAW:
            s.push(DrawField(self.seat, self.source))
            if self.source == "Q":
                s.push(Pay(self.seat, self.source, 2, STOCK))


# The frames needed most often: each one is made once.
_bid = cache(Bid)
_refill = cache(Refill)
_draw = cache(RegistryDraw)
