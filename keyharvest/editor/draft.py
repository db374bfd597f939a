"""A position in the making.

A :class:`Draft` is changed piece by piece and may be unsound in between. Nothing moves on its own: a tile put down in
one place also stays in another, and :meth:`Draft.faults` says so. Only the places that hold the rest (bag, stock, town
board) fill and empty by themselves (rules 1.3 to 1.7).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from keyharvest import words
from keyharvest.editor.undo import Undoable
from keyharvest.game import Game
from keyharvest.record import parse_draft, parse_position, position_text
from keyharvest.record.soundness import Fault, faults
from keyharvest.rules import STANDARD, State, counters
from keyharvest.rules.components import (
    ALL_EVENTS,
    COUNTERS_PER_CROP,
    CROPS,
    EVENT_SPACES,
    REGISTRY_PLACES,
    STORE_PLACES,
    TOWNSFOLK,
)
from keyharvest.rules.geometry import ALL_SPACES, SPACES, spaces_in
from keyharvest.rules.layout import Layout
from keyharvest.rules.state import put
from keyharvest.rules.turn import ACTIONS, QUIET_ROUNDS, Turn
from keyharvest.words.language import _

#: The revealed starting counters of the seats in a draft with open hands, by the number of players: sets that rule 2.4
#: allows.
_SHOWN: Final = {2: ("-",) * 2, 3: ("h1v1a1", "h1v1b1", "a1b1w1"), 4: ("h1v1a1", "h1v1b1", "h1a1w1", "v1b1w1")}
#: The number of events that are taken out with three or four players (rule 2.6).
_OUT: Final = 2


class Draft(Undoable[State]):
    """A position in the making, at the beginning or between the actions of a turn, with its history for undo.

    The edits raise ``ValueError`` with the reason where something can't be put down, and then change nothing.

    >>> draft = Draft.empty(2)
    >>> draft.put_field(0, 3)
    >>> draft.put_field(1, 3)
    >>> [fault.text for fault in draft.faults()]
    ['A4 is in board2 and in another place']
    >>> draft.undo()
    >>> draft.faults(), draft.line()[:22]
    ([], 'kh1 players=2 layout=s')
    """

    def __init__(self, start: State) -> None:
        """Begin with a position. Its open question, or the rest of its set-up, is left out."""
        start = start.copy()
        if start.stack and not isinstance(start.stack[-1], Turn):
            # A tile can be in a store without a bid only while the bid is being asked for.
            start.stores = tuple(tuple(entry for entry in store if entry[1]) for store in start.stores)
        _settle(start)
        super().__init__(start)

    @classmethod
    def empty(cls, players: int, layout: Layout = STANDARD) -> Draft:
        """Return an empty table for 2, 3 or 4 players."""
        return cls(State.empty(players, layout))

    @classmethod
    def beginning(cls, players: int, seed: int) -> Draft:
        """Return the beginning of a game: everything that set-up deals (rule 2), drawn with a seed."""
        return cls(Game.new(players, start="random", seed=seed).state)

    @classmethod
    def opened(cls, line: str) -> Draft:
        """Return the draft of a position as text (docs/formats.md). Raise ``ValueError`` with the place and reason."""
        return cls(parse_position(line))

    @classmethod
    def resumed(cls, line: str) -> Draft:
        """Return the draft that :meth:`line` wrote, which may be unsound. Raise ``ValueError`` for anything else."""
        start = parse_draft(line)
        if not (0 <= start.seat < start.players and 0 <= start.start < start.players):
            raise ValueError("position: it is nobody's turn")
        draft = cls(start)
        if draft.line() != line:
            raise ValueError("position: not in the form in which the editor writes it")
        return draft

    @property
    def state(self) -> State:
        """The position as it is now; it may be unsound."""
        return self.form

    def faults(self) -> list[Fault]:
        """Return all that is wrong with the position; empty if it can be played."""
        return list(faults(self.state))

    def line(self) -> str:
        """Return the position as text (docs/formats.md); :meth:`opened` reads it if it has no faults."""
        return position_text(self.state)

    # Edits

    def become(self, other: Draft) -> None:
        """Replace the whole position with that of another draft, as one edit."""
        self._keep(other.state)

    @contextmanager
    def _edit(self) -> Iterator[State]:
        """Yield a copy of the position to be changed; afterwards it is the position, as one edit."""
        state = self.state.copy()
        yield state
        _settle(state)
        self._keep(state)

    # Boards

    def put_field(self, seat: int, space: int, ripe: bool = True) -> None:
        """Put the field tile of a space on a board; a tile or worker there makes way."""
        with self._edit() as s:
            _clear(s, seat, space)
            s.add_field(seat, space)
            if not ripe:
                s.ripe = put(s.ripe, seat, s.ripe[seat] & ~(1 << space))

    def put_worker(self, seat: int, space: int, worker: int) -> None:
        """Put a worker on a space of a board, or move it there; a tile or worker there makes way."""
        with self._edit() as s:
            _clear(s, seat, space)
            s.lift(seat, worker)
            s.add_post(seat, worker, space)

    def clear(self, seat: int, space: int) -> None:
        """Empty a space of a board."""
        with self._edit() as s:
            _clear(s, seat, space)

    # Counters

    def add(self, seat: int, crop: int, number: int = 1) -> None:
        """Add counters to a hand, or with a negative number take them out of it.

        With three or four players those added are known to all; of those taken out the known ones go first (rule 14.3).
        """
        more = _change(self.state.hands[seat], crop, number)
        with self._edit() as s:
            (s.receive if more > 0 else s.spend)(seat, abs(more) * counters.ONE[crop])

    def bid(self, seat: int, tile: int, crop: int, number: int = 1) -> None:
        """Add counters to the bid on a tile in a store, or with a negative number take them off."""
        store = dict(self.state.stores[seat])
        store[tile] += _change(store[tile], crop, number) * counters.ONE[crop]
        with self._edit() as s:
            s.stores = put(s.stores, seat, tuple(store.items()))

    # Tiles elsewhere

    def store(self, seat: int, tile: int) -> None:
        """Put a field tile into a store, without a bid."""
        held = self.state.stores[seat]
        if tile in dict(held):
            return
        if len(held) == STORE_PLACES:
            raise ValueError(_("Both places of this store are taken."))
        with self._edit() as s:
            s.stores = put(s.stores, seat, (*held, (tile, counters.NONE)))

    def unstore(self, seat: int, tile: int) -> None:
        """Take a field tile out of a store; its bid returns to the stock."""
        with self._edit() as s:
            _unstore(s, seat, tile)

    def register(self, tile: int) -> None:
        """Put a field tile into the registry, or take it out."""
        registry = self.state.registry ^ 1 << tile
        if registry.bit_count() > REGISTRY_PLACES:
            raise ValueError(_("All six places in the registry are taken."))
        with self._edit() as s:
            s.registry = registry

    def bag(self, tile: int) -> None:
        """Take a field tile out of the bag and lay it fallow, or put it into the bag from any other place."""
        with self._edit() as s:
            if s.bag >> tile & 1:
                s.fallow |= 1 << tile
                return
            for seat in range(s.players):
                s.take_field(seat, tile)
                _unstore(s, seat, tile)
            s.registry &= ~(1 << tile)
            s.fallow &= ~(1 << tile)

    def event(self, event: int) -> None:
        """Place an event on the next event space, or put it back into the bag."""
        placed = self.state.placed
        if event not in placed and len(placed) == EVENT_SPACES:
            raise ValueError(_("All ten event spaces are taken."))
        with self._edit() as s:
            s.placed = tuple(each for each in placed if each != event) if event in placed else (*placed, event)
            s.gone &= ~(1 << event)

    # The turn

    def turn_of(self, seat: int) -> None:
        """Make it a seat's turn, with no action used yet."""
        with self._edit() as s:
            s.seat = seat
            s.stack = (Turn(seat),)

    def use(self, action: int) -> None:
        """Mark an action (``Turn.used``) as used in this turn, or as unused; two at most are used (rule 3.1)."""
        used = self._turn().used ^ action
        if used.bit_count() > ACTIONS:
            raise ValueError(_("A turn has two actions (rule 3.1)."))
        with self._edit() as s:
            s.stack = (Turn(s.seat, used),)

    def leave(self, turns: int) -> None:
        """Set the number of turns that follow this one, after the tenth event (rule 13.1)."""
        with self._edit() as s:
            s.left = max(0, min(turns, 2 * s.players))

    def players(self, number: int) -> None:
        """Change the number of players: the first ones keep what they have, and all hands become open."""
        old = self.state
        new = State.empty(number, old.layout)
        for name in ("registry", "fallow", "placed", "seen", "removed", "turn", "left", "idle"):
            setattr(new, name, getattr(old, name))
        for name in ("fields", "ripe", "posts", "hands", "stores"):
            setattr(new, name, (getattr(old, name) + getattr(new, name))[:number])
        new.seat = old.seat if old.seat < number else 0
        new.start = old.start if old.start < number else 0
        new.stack = old.stack if new.seat == old.seat else ()
        _settle(new)
        self._keep(new)

    @property
    def used(self) -> int:
        """The actions used in this turn, as bits (see ``Turn.used``)."""
        return self._turn().used

    def _turn(self) -> Turn:
        turn = self.state.stack[0]
        assert isinstance(turn, Turn)  # _settle puts it there
        return turn


def _clear(s: State, seat: int, space: int) -> None:
    s.take_field(seat, space)
    for worker, post in s.posts[seat]:
        if post == space:
            s.lift(seat, worker)


def _unstore(s: State, seat: int, tile: int) -> None:
    s.stores = put(s.stores, seat, tuple(entry for entry in s.stores[seat] if entry[0] != tile))


def _change(held: int, crop: int, number: int) -> int:
    """Return ``number``, limited so that the counters of a crop don't fall below 0. Raise ``ValueError`` above 12.

    A packed number couldn't hold many more.
    """
    count = counters.count(held, crop)
    if count + number > COUNTERS_PER_CROP:
        raise ValueError(_("The box has only 12 counters of each crop (rule 1.4)."))
    return max(number, -count)


def _settle(s: State) -> None:
    """Put everything without a place where it belongs, and leave nothing on the stack but a turn."""
    taken = s.registry
    for fields, store in zip(s.fields, s.stores, strict=True):
        taken |= fields | sum(1 << tile for tile, _bid in store)
    s.fallow &= ~taken
    s.bag = ALL_SPACES & ~taken & ~s.fallow
    s.town = TOWNSFOLK & ~sum({1 << worker for posts in s.posts for worker, _space in posts})
    held = [*s.hands, *(bid for store in s.stores for _tile, bid in store)]
    out = [sum(counters.count(each, crop) for each in held) for crop in range(len(CROPS))]
    s.stock = counters.pack([max(0, COUNTERS_PER_CROP - number) for number in out])
    _settle_hands(s)
    _settle_events(s)
    _settle_turn(s)


def _settle_hands(s: State) -> None:
    """Keep hands secret if each seat has three starting counters, secret or revealed (2.4, 14.2); else open them."""
    secret = [counters.total(hand) - counters.total(known) for hand, known in zip(s.hands, s.known, strict=True)]
    whole = [number + counters.total(shown) == 3 for number, shown in zip(secret, s.revealed, strict=True)]
    if s.players == 2 or not all(whole):
        s.known = s.hands
        s.revealed = tuple(map(counters.parse, _SHOWN[s.players]))


def _settle_events(s: State) -> None:
    """Put all events into the bag, except those placed, ignored (rule 9.7) or out of the game (rule 2.6)."""
    s.aside = 0
    if len(s.placed) < EVENT_SPACES:
        s.gone = 0
    gone = s.gone | sum(1 << event for event in s.placed)
    s.removed &= ~gone
    free = spaces_in(ALL_EVENTS & ~gone & ~s.removed)
    while s.removed.bit_count() < _OUT * (s.players > 2):
        s.removed |= 1 << free.pop()
    if s.players == 2:
        s.removed = 0
    s.bag_events = ALL_EVENTS & ~gone & ~s.removed
    s.seen = ALL_EVENTS if s.players == 2 else (s.seen | gone) & ~s.removed
    if len(s.placed) < EVENT_SPACES:
        s.left = -1
    elif s.left < 0:
        s.left = 2 * s.players


def _settle_turn(s: State) -> None:
    """Make the numbers of turns fit the seat whose turn it is (rule 3.1), in the same round if possible."""
    s.seat, s.start = max(s.seat, 0), max(s.start, 0)
    round_ = max(0, s.turn - 1) // s.players
    s.turn = round_ * s.players + (s.seat - s.start) % s.players + 1
    s.left = min(s.left, 2 * s.players)
    turn = s.stack[0] if s.stack else None
    if not isinstance(turn, Turn) or turn.seat != s.seat:
        turn = Turn(s.seat)
    s.stack = (turn,)
    s.idle = 0 if turn.drawn else min(s.idle, s.turn - 1, QUIET_ROUNDS * s.players - 1)


def fault_in_words(fault: Fault, state: State, names: Sequence[str]) -> str:
    """Return a fault of a draft in the language in use; ``names`` are the players'.

    >>> from keyharvest.editor.draft import Draft
    >>> draft = Draft.empty(2)
    >>> draft.put_field(0, 3)
    >>> draft.register(3)
    >>> [fault_in_words(fault, draft.state, ["Ann", "Ben"]) for fault in draft.faults()]
    ["A4 is in two places: on Ann's board and in the registry"]
    """
    if fault.crop >= 0:
        held = [*state.hands, *(bid for store in state.stores for _tile, bid in store)]
        number = sum(counters.count(each, fault.crop) for each in held)
        told = _("{counters}: the box has only {number}")
        return told.format(counters=words.amount(fault.crop, number), number=COUNTERS_PER_CROP)
    if fault.worker >= 0:
        told = _("The {worker} touches another worker") if fault.seat >= 0 else _("The {worker} is on two boards")
        return told.format(worker=words.worker(fault.worker))
    if fault.tile >= 0 and fault.seat >= 0:
        told = _("{reference} has no bid in {name}'s store")
        return told.format(reference=SPACES[fault.tile], name=names[fault.seat])
    if fault.tile >= 0:
        if sum(fields >> fault.tile & 1 for fields in state.fields) > 1:
            return _("{reference} is on two boards").format(reference=SPACES[fault.tile])
        places = words.listing(places_of(state, fault.tile, names))
        return _("{reference} is in two places: {places}").format(reference=SPACES[fault.tile], places=places)
    return fault.text  # a draft has no other faults


def places_of(state: State, tile: int, names: Sequence[str]) -> list[str]:
    """Return the boards, stores and other places where a field tile of a draft is, in words."""
    found = [
        _("on {name}'s board").format(name=name)
        for name, fields in zip(names, state.fields, strict=False)
        if fields >> tile & 1
    ]
    found += [
        _("in {name}'s store").format(name=name)
        for name, store in zip(names, state.stores, strict=False)
        if tile in dict(store)
    ]
    return found + [_("in the registry")] * (state.registry >> tile & 1)


def spaces_of(faults: Sequence[Fault], state: State, seat: int) -> int:
    """Return the spaces of a board where something is wrong, as a mask."""
    found = 0
    for fault in faults:
        if fault.tile >= 0 and fault.seat < 0:
            found |= state.fields[seat] & 1 << fault.tile
        if fault.worker >= 0 and fault.seat in (-1, seat):
            found |= sum(1 << space for worker, space in state.posts[seat] if worker == fault.worker)
    return found
