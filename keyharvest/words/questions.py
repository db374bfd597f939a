"""The words of a question: how it is asked, how its answers are labelled, refused and reported.

Each kind of question has a class that derives from :class:`Words`, beside those of the same part of the rules:
``turn_questions``, ``shared_questions``, ``worker_questions``, ``event_questions``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, Generic, TypeVar

from keyharvest.rules import State, counters
from keyharvest.rules.components import CROP_INDEX, EVENT_INDEX, NUMBERS, WORKER_INDEX, WORKER_LETTERS, WORKERS
from keyharvest.rules.events import EventRound, QuickSale, Windfall
from keyharvest.rules.frames import (
    DONE,
    DRAW,
    END,
    FALLOW,
    HOME,
    NO,
    PASS,
    PLACE,
    Decision,
    Displaced,
    PickFields,
)
from keyharvest.rules.geometry import INDEX, NEIGHBOURS, SPACES
from keyharvest.rules.moves import Move, parse
from keyharvest.rules.state import Posts
from keyharvest.words.language import N_, _, n_
from keyharvest.words.terms import Names, crop, event, event_line, field, goods, references, who, worker, worker_line

Kind = TypeVar("Kind", bound=Decision)

#: The labels of answers that are words.
_ANSWERS: Final = {
    DRAW: N_("Draw a field"),
    PLACE: N_("Place it"),
    FALLOW: N_("Lay it fallow"),
    PASS: N_("Pass it on"),
    HOME: N_("Take it home"),
    DONE: N_("Done"),
    END: N_("End the turn"),
    NO: N_("Decline"),
}
#: The words that would put an end to a question.
_STOPS: Final = (NO, DONE, HOME)


@dataclass(frozen=True, slots=True)
class Brief:
    """One thing that happened, ready to be drawn as a row.

    Attributes:
        kind: the kind of thing that happened, which names its picture: ``harvest``, ``gather``, ``turn``, ``work``,
            ``home``, ``move``, ``place``, ``buy``, ``store``, ``event``, ``refill``, ``draw``, ``fallow``, ``pass``,
            ``take``, ``give``, ``power`` (that the lawyer uses again), ``decline``; ``end`` of a turn, and ``other``,
            if only the sentence describes it.
        seat: the seat that did it, -1 for nobody.
        tiles: the field tiles concerned, as a mask; ``worker``, ``event``: those concerned, -1 for none; ``space``: the
            target.
        other: the second seat concerned, -1 for none.
        goods: the counters that were received, bid or paid, packed. ``number``: the place of the event among those
            drawn.
    """

    kind: str
    seat: int
    tiles: int = 0
    worker: int = -1
    event: int = -1
    space: str = ""
    other: int = -1
    goods: int = counters.NONE
    number: int = 0


@dataclass(slots=True)
class Happening:
    """A move or a draw between two states, with everything that its sentence needs."""

    before: State
    move: str
    after: State
    names: Names
    watcher: int | None
    earlier: Sequence[str] | None

    @property
    def named(self) -> Move:
        """The parsed move or draw."""
        return parse(self.move)

    def name(self, seat: int) -> str:
        """Return a player's name."""
        return who(self.names, seat)

    def tile(self, mask_or_tile: int) -> str:
        """Return a field tile with its crop."""
        return field(self.before, mask_or_tile)

    def gain(self) -> int:
        """Return the counters that came out of the stock, packed."""
        return self.before.stock - self.after.stock

    def gained(self) -> str:
        """Return the counters that came out of the stock, in words."""
        return goods(self.gain())

    def asks_power(self, seat: int, worker_index: int) -> bool:
        """Whether the power just fired asks its player something."""
        top = self.after.stack[-1] if self.after.stack else None
        return (
            isinstance(top, Decision)
            and not isinstance(top, Displaced)
            and top.seat == seat
            and top.cause == WORKER_LETTERS[worker_index]
        )

    def chain(self) -> int:
        """Return, packed, the counters paid or taken one by one up to this move."""
        found = counters.ONE[self.named.crop]
        for move in map(parse, reversed(self.earlier or ())):
            if move.crop < 0 or move.drawn:
                break
            found += counters.ONE[move.crop]
        return found


class Words(Generic[Kind]):
    """The words of one kind of question, for the seat that decides.

    Attributes:
        asks: the question, which begins with the name.
        because: why it is asked, unless a worker's power or an event is the reason.
        wants: what it asks for, in reply to a wish of another kind; ``binds``: why it can't be put off.
        offers: the label of an answer that is a tile or a space; ``counts``: of one that is a crop.
    """

    asks: ClassVar[str] = ""
    because: ClassVar[str] = ""
    wants: ClassVar[str] = ""
    binds: ClassVar[str] = ""
    offers: ClassVar[str] = ""
    counts: ClassVar[str] = N_("Take {counters}")

    def __init__(self, view: State, question: Kind, names: Names) -> None:
        self.view = view
        self.question = question
        self.names = names
        self.seat = question.seat
        self.rule = question.rule
        self.name = who(names, question.seat)

    def fill(self, message: str) -> str:
        """Fill in a sentence with the name, the rule, and the worker and the tile of the question."""
        asked = self.question
        index, tile = getattr(asked, "worker", self.asker), getattr(asked, "tile", getattr(asked, "own", -1))
        found = {"name": self.name, "rule": self.rule}
        if index >= 0:
            found["worker"] = worker(index)
        if tile >= 0:
            found |= {"field": self.field(tile), "reference": SPACES[tile]}
        return _(message).format(**found)

    # The question

    def ask(self) -> str:
        """Return the question."""
        return self.fill(self.asks)

    def to_go(self) -> int:
        """Return how many counters it still asks for."""
        return 0

    def cause(self) -> str:
        """Say why it is asked."""
        letter = self.question.cause
        if self.because:
            return self.fill(self.because)
        if letter in WORKER_INDEX:
            return _("{name}'s {worker}: {line} (rule {rule}).").format(
                worker=worker(WORKER_INDEX[letter]), name=self.name, line=worker_line(letter), rule=self.rule
            )
        return _("Event {event}, drawn by {name}: {line} (rule {rule}).").format(
            event=event(EVENT_INDEX[letter]),
            name=who(self.names, self.drawer()),
            line=event_line(letter),
            rule=self.rule,
        )

    def drawer(self) -> int:
        """Return the seat that drew the event that asks."""
        for frame in reversed(self.view.stack):
            if isinstance(frame, EventRound | QuickSale | Windfall):
                return frame.drawer
        return self.view.seat

    # The labels of its answers

    def label(self, move: str) -> str:
        """Return a label of a few words for a legal move."""
        if move in _ANSWERS:
            return _(_ANSWERS[move])
        named = parse(move)
        if named.tile >= 0:
            return self.label_tile(named.tile)
        if named.crop >= 0:
            return self.label_crop(named.crop)
        if named.worker >= 0:
            return self.label_worker(named.worker)
        return who(self.names, named.seat)

    def label_tile(self, tile: int) -> str:
        """Return the label of a tile or a space."""
        return self.with_tile(self.offers, tile)

    def label_crop(self, index: int) -> str:
        """Return the label of a crop."""
        return _(self.counts).format(counters=goods(counters.ONE[index]))

    def label_worker(self, _index: int) -> str:
        """Return the label of a worker."""
        raise NotImplementedError

    # The reasons against a wish

    def refuse(self, wish: str) -> str:
        """Say why a wish isn't among the answers, or what the question asks for."""
        if wish in INDEX:
            found = self.refuse_tile(INDEX[wish])
        elif wish in CROP_INDEX:
            found = self.refuse_crop(CROP_INDEX[wish])
        elif wish in WORKER_INDEX:
            found = self.refuse_worker(WORKER_INDEX[wish])
        else:
            found = self.refuse_word(wish)
        return found or self.want()

    def want(self) -> str:
        """Say what the question asks for."""
        return self.fill(self.wants)

    def refuse_tile(self, _tile: int) -> str:
        """Say why a tile or a space isn't an answer; empty for no reason of its own."""
        return ""

    def refuse_crop(self, _index: int) -> str:
        """Say why a crop isn't an answer; empty for no reason of its own."""
        return ""

    def refuse_worker(self, _index: int) -> str:
        """Say why a worker isn't an answer; empty for no reason of its own."""
        return ""

    def refuse_word(self, wish: str) -> str:
        """Say why a word that can be a move isn't an answer; empty for no reason of its own."""
        return self.fill(self.binds) if self.binds and wish in _STOPS else ""

    # What its answer does

    def tell(self, h: Happening) -> str:
        """Return the sentence of the log: empty if it needs none, or a later answer reports it."""
        return self.declined() if h.move == NO else self.told(h)

    def told(self, _h: Happening) -> str:
        """Return the sentence of an answer that doesn't decline."""
        return ""

    def declined(self) -> str:
        """Return the sentence of the answer that declines."""
        cause = self.question.cause
        if cause in WORKER_INDEX:
            return _("{name} doesn't use the {worker}'s power.").format(
                name=self.name, worker=worker(WORKER_INDEX[cause])
            )
        return _("{name} declines ({event}).").format(name=self.name, event=event(EVENT_INDEX[cause]))

    def brief(self, h: Happening) -> Brief:
        """Return the short form of the same."""
        return Brief("decline", self.seat, worker=self.asker, event=self.event) if h.move == NO else self.briefly(h)

    def briefly(self, _h: Happening) -> Brief:
        """Return the short form of an answer that doesn't decline."""
        return Brief("other", self.seat, worker=self.asker, event=self.event)

    # What several of them need

    @property
    def asker(self) -> int:
        """The worker whose power asks, -1 for none."""
        return WORKER_INDEX.get(self.question.cause, -1)

    @property
    def event(self) -> int:
        """The event that asks, -1 for none."""
        return EVENT_INDEX.get(self.question.cause, -1)

    @property
    def next_seat(self) -> int:
        """The seat to the left."""
        return (self.seat + 1) % self.view.players

    def field(self, tile: int) -> str:
        """Return a field tile with its crop."""
        return field(self.view, tile)

    def who(self, seat: int) -> str:
        """Return a player's name."""
        return who(self.names, seat)

    def with_tile(self, message: str, tile: int) -> str:
        """Fill a label in with a tile or a space."""
        return _(message).format(reference=SPACES[tile], field=self.field(tile))

    def place_of(self, tile: int) -> str:
        """Say where a field tile is, as the end of a sentence to the player: ``on Ben's board``."""
        view = self.view
        if (owner := view.owner(tile)) >= 0:
            return _("on your own board") if owner == self.seat else _("on {name}'s board").format(name=self.who(owner))
        if (owner := view.store_of(tile)) >= 0:
            return _("in your own store") if owner == self.seat else _("in {name}'s store").format(name=self.who(owner))
        if view.registry >> tile & 1:
            return _("in the registry")
        if view.fallow >> tile & 1:
            return _("in the fallow area")
        if view.bag >> tile & 1:
            return _("in the bag")
        return _("on its way to a board")

    def absent(self, tile: int, rule: str = "") -> str:
        """Say that a tile isn't on the player's board."""
        return _("{reference} isn't on your board; it is {place} (rule {rule}).").format(
            reference=SPACES[tile], place=self.place_of(tile), rule=rule or self.rule
        )

    def not_in_registry(self, tile: int, rule: str = "") -> str:
        """Say that a tile isn't in the registry."""
        return _("{reference} isn't in the registry; it is {place} (rule {rule}).").format(
            reference=SPACES[tile], place=self.place_of(tile), rule=rule or self.rule
        )

    def out_of_reach(self, tile: int) -> str:
        """Say why a tile isn't an unconnected field of another player."""
        owner = self.view.owner(tile)
        if owner < 0 or owner == self.seat:
            return _("{reference} isn't on another player's board; it is {place} (rule {rule}).").format(
                reference=SPACES[tile], place=self.place_of(tile), rule=self.rule
            )
        return _("{reference} is connected to {name}'s other fields (rule 8.3).").format(
            reference=SPACES[tile], name=self.who(owner)
        )

    def no_space(self, posts: Posts, index: int, space: int) -> str:
        """Say why a worker can't be on a space; ``posts`` are the other workers of the board (rules 5.2, 5.3)."""
        name, reference, number = worker(index), SPACES[space], NUMBERS[index]
        fields = self.view.fields[self.seat]
        if fields >> space & 1:
            return _("There is a field on {reference} (rule 5.2).").format(reference=reference)
        for other, stood in posts:
            if stood == space and NUMBERS[other] >= number:
                return _(
                    "The {other} on {reference} has number {theirs}; the {worker} replaces only "
                    "workers with a number below {number} (rule 5.3)."
                ).format(other=worker(other), reference=reference, theirs=NUMBERS[other], worker=name, number=number)
            if NEIGHBOURS[space] >> stood & 1:
                return _("{reference} touches your {other} at {place} (rule 5.2).").format(
                    reference=reference, other=worker(other), place=SPACES[stood]
                )
        touched = (NEIGHBOURS[space] & fields).bit_count()
        if touched >= number:
            return _("The {worker} is already on {reference} (rule 12X).").format(worker=name, reference=reference)
        return n_(
            "The {worker} needs {number} neighbouring field; {reference} touches {touched} (rule 5.2).",
            "The {worker} needs {number} neighbouring fields; {reference} touches {touched} (rule 5.2).",
            number,
        ).format(worker=name, number=number, reference=reference, touched=touched)

    def no_counter(self, held: int, least: int, index: int, lacking: str) -> str:
        """Say why a crop can't be next in an ascending choice from some counters."""
        if not counters.count(held, index):
            return _(lacking).format(crop=crop(index), rule=self.rule)
        if index < least:
            return _("Choose counters in the order of the crops; {crop} comes earlier (rule {rule}).").format(
                crop=crop(index), rule=self.rule
            )
        return _("Choose counters in the order of the crops; starting at {crop} leaves too few (rule {rule}).").format(
            crop=crop(index), rule=self.rule
        )

    def not_in_hand(self, least: int, index: int) -> str:
        """Say why a crop can't be next in an ascending choice from the player's hand."""
        return self.no_counter(self.view.hands[self.seat], least, index, N_("You have no {crop} (rule {rule})."))


def harvested(h: Happening, seat: int, picked: int) -> str:
    """Return the sentence of a harvest; empty while more fields may follow."""
    top = h.after.stack[-1]
    if isinstance(top, PickFields) and top.picked:
        return ""
    if h.before.stock == h.after.stock:
        return _("{name} harvests {fields}, but the stock has no matching counters.").format(
            name=h.name(seat), fields=references(picked)
        )
    return _("{name} harvests {fields} for {counters}.").format(
        name=h.name(seat), fields=references(picked), counters=h.gained()
    )


def sent_home(h: Happening, seat: int, index: int) -> str:
    """Return the sentence of a worker taken home (rule 5.6)."""
    space = next(space for standing, space in h.before.posts[seat] if standing == index)
    message = (
        _("{name} takes the {worker} at {reference} back to town.")
        if WORKERS[index].townsfolk
        else _("{name} takes the {worker} at {reference} home.")
    )
    return message.format(name=h.name(seat), worker=worker(index), reference=SPACES[space])
