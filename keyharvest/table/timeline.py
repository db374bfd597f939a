"""The moments of a game that can be shown, one after each line of the log, and the changes that led to them.

The game keeps the state before each of its moves, so any moment is available at once. At each moment viewers see only
what their seat saw then (rule 14): :meth:`~keyharvest.table.sitting.Sitting.sight` masks the state of that moment, not
the present one.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from keyharvest.knowledge import leads, score_bounds, turned
from keyharvest.knowledge.changes import Changes, changes
from keyharvest.rules import State, actor, counters, final_scores, round_of, winners
from keyharvest.rules.components import STORE_PLACES
from keyharvest.rules.events import EventRound
from keyharvest.rules.frames import RegistryDraw
from keyharvest.rules.moves import parse
from keyharvest.table.chairs import NOBODY
from keyharvest.table.sitting import LogEntry, Sitting
from keyharvest.words.language import code


@dataclass(frozen=True, slots=True)
class Turned:
    """An event turned up: its number among those placed, its drawer, and the seats that answer, in order.

    ``asked`` is the index in ``order`` of the seat that answers now; ``len(order)`` when all have.
    """

    event: int
    number: int
    drawer: int
    order: tuple[int, ...]
    asked: int


@dataclass(frozen=True, slots=True)
class News:
    """A step since a seat's last turn, and its effect on that seat.

    Attributes:
        line: the line of the log.
        gained, lost: counters that its hand received and gave up, packed.
        bought: whether a tile was bought from its store; ``came``, ``went``: masks of fields that its board received
            and lost.
        workers: its workers that were moved, as a mask.
        won, outdone: crops of which it surely won and lost the majority, as masks (rules 13.2, 14.3).
    """

    line: LogEntry
    gained: int = counters.NONE
    lost: int = counters.NONE
    bought: bool = False
    came: int = 0
    went: int = 0
    workers: int = 0
    won: int = 0
    outdone: int = 0

    @property
    def touches(self) -> bool:
        """Whether it changed anything that the seat has."""
        counted = self.gained or self.lost or self.won or self.outdone
        return bool(counted or self.bought or self.came or self.went or self.workers)


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The state at the end of a turn: the number of the moment, the turn, its seat, all points, and who led."""

    place: int
    turn: int
    seat: int
    points: tuple[int, ...]
    first: tuple[int, ...]


class Timeline:
    """The moments of a sitting. A moment is a number of moves made; the last one is now."""

    def __init__(self, sitting: Sitting) -> None:
        self._sitting = sitting
        self._news_of = (NOBODY, -1, "")
        self._course_of = (NOBODY, -1)
        self._news: list[News] = []
        self._course: list[TurnEnd] = []

    @property
    def now(self) -> int:
        """The present moment."""
        return len(self._sitting.game.moves)

    def begin(self) -> int:
        """Return the moment at which set-up was complete and the first turn began."""
        states = self._sitting.game.states
        return bisect_left(states, 1, key=lambda state: state.turn) if states[-1].turn else self.now

    def moments(self) -> list[int]:
        """Return all moments to step through: the beginning, one after each later line of the log, and now."""
        begin = self.begin()
        found = [begin, *(line.at + 1 for line in self._sitting.lines() if line.at >= begin)]
        return found if found[-1] == self.now else [*found, self.now]

    def before(self, at: int) -> int:
        """Return the previous moment, or the first one if there is none."""
        moments = self.moments()
        return moments[max(bisect_left(moments, at) - 1, 0)]

    def after(self, at: int) -> int:
        """Return the next moment, or now if there is none."""
        moments = self.moments()
        return moments[min(bisect_right(moments, at), len(moments) - 1)]

    def line(self, at: int) -> LogEntry | None:
        """Return the line of the log that led to a moment; ``None`` at the beginning."""
        lines = self._sitting.lines()
        place = bisect_left(lines, at, key=lambda line: line.at)
        return lines[place - 1] if place and lines[place - 1].at >= self.begin() else None

    def actor(self, at: int) -> int:
        """Return the seat whose action led to a moment: its board is the one to show."""
        line, state = self.line(at), self._sitting.game.states[at]
        if line is not None and line.turn == state.turn and line.brief.seat != NOBODY:
            return line.brief.seat
        return max(state.seat, 0)

    def changed(self, at: int) -> Changes:
        """Return the changes to boards and available tiles that led to a moment."""
        states = self._sitting.game.states
        return changes(states[self.before(at) : at + 1], len(self._sitting.chairs))

    def turn_lines(self, at: int) -> list[LogEntry]:
        """Return the lines of the turn that a moment belongs to, up to that moment."""
        turn = self._sitting.game.states[at].turn
        return [each for each in self._sitting.lines() if each.turn == turn and each.at < at]

    def places(self, at: int) -> tuple[tuple[int, ...], ...]:
        """Return for each seat the tiles in the places of its store, -1 for a free one.

        A tile keeps its place when the one beside it comes or goes, so that nothing moves under the pointer.
        """
        found = [[-1] * STORE_PLACES for _chair in self._sitting.chairs]
        before = None
        for state in islice(self._sitting.game.states, at + 1):
            if state.stores is before:
                continue
            before = state.stores
            for places, store in zip(found, state.stores, strict=True):
                held = [tile for tile, _bid in store]
                places[:] = [tile if tile in held else -1 for tile in places]
                for tile in held:
                    if tile not in places:
                        places[places.index(-1)] = tile
        return tuple(map(tuple, found))

    # What happened

    def turned(self, at: int) -> Turned | None:
        """Return the event that the seats are answering at a moment, or that was turned up since the last decision."""
        states, moves = self._sitting.game.states, self._sitting.game.moves
        depth, drawing = len(states[at].stack), True
        for drawn in range(at - 1, -1, -1):
            before, move = states[drawn], parse(moves[drawn])
            if before.turn != states[at].turn:
                break
            drawing = drawing and move.drawn
            if move.event >= 0 and isinstance(before.stack[-1], RegistryDraw):
                # Everything that an event asks is above the place of its draw in the stack.
                if depth > len(before.stack):
                    return self._turned(drawn, at)
                if drawing and move.event in states[drawn + 1].placed:
                    return self._turned(drawn, at, done=True)
            depth = min(depth, len(before.stack))
        return None

    def _turned(self, drawn: int, at: int, done: bool = False) -> Turned:
        before, state = self._sitting.game.states[drawn], self._sitting.game.states[at]
        draw = before.stack[-1]
        assert isinstance(draw, RegistryDraw)
        event = parse(self._sitting.game.moves[drawn])
        alone = event.named in "SZ"
        order = tuple((draw.seat + step) % state.players for step in range(1 if alone else state.players))
        asked = len(order)
        if not done:
            rounds = [frame for frame in state.stack[len(before.stack) :] if isinstance(frame, EventRound)]
            deciding = actor(state)
            asked = rounds[-1].asked - 1 if rounds else order.index(deciding) if deciding in order else 0
        return Turned(event.event, len(before.placed) + 1, draw.seat, order, asked)

    def news(self, viewer: int) -> list[News]:
        """Return what the others and the bag have done since a seat last ended its turn; nothing for ``NOBODY``."""
        if viewer == NOBODY:
            return []
        key = (viewer, self.now, code())
        if self._news_of != key:
            start = max(self._sitting.seen_last(viewer), self.begin())
            led = self._leads(start, viewer)
            found: list[News] = []
            for line in self._sitting.lines():
                if line.at < start:
                    continue
                had, led = led, self._leads(line.at + 1, viewer)
                item = self._changed(line, start, viewer, turned(had, led))
                start = line.at + 1
                for at, earlier in enumerate(found):
                    # A field that a swap brings arrives once the workers in the way of both have left (ruling 12.3).
                    late = item.came & earlier.line.brief.tiles & ~line.brief.tiles
                    if late:
                        found[at] = replace(earlier, came=earlier.came | late)
                        item = replace(item, came=item.came & ~late)
                if line.brief.seat != viewer and (item.touches or line.brief.kind not in ("refill", "decline", "end")):
                    found.append(item)
            self._news_of, self._news = key, found
        return self._news

    def _leads(self, at: int, viewer: int) -> tuple[int, int]:
        """Return the majorities that a seat had after a number of moves, as far as it knew then."""
        sight = self._sitting.sight(viewer, at)
        return leads(sight.view, sight.unknown, viewer)

    def _changed(self, line: LogEntry, start: int, viewer: int, majorities: tuple[int, int]) -> News:
        """Return what changed for a seat with a line of the log, including moves before it that have no line."""
        states = self._sitting.game.states
        before, after = states[start], states[line.at + 1]
        gained = lost = counters.NONE
        for had, has, one in zip(
            counters.unpack(before.hands[viewer]), counters.unpack(after.hands[viewer]), counters.ONE, strict=True
        ):
            gained += max(has - had, 0) * one
            lost += max(had - has, 0) * one
        came, went = after.fields[viewer] & ~before.fields[viewer], before.fields[viewer] & ~after.fields[viewer]
        workers = sum(1 << worker for worker, _ in set(before.posts[viewer]) - set(after.posts[viewer]))
        stored = {tile for tile, _ in before.stores[viewer]} - {tile for tile, _ in after.stores[viewer]}
        bought = bool(stored) and line.brief.seat != viewer
        return News(line, gained, lost, bought, came, went, workers, *majorities)

    def course(self, viewer: int) -> list[TurnEnd]:
        """Return the points after each turn, as far as the viewer could be sure of them; after the end, all points.

        Crop majorities count once hidden counters can't change them (rules 13.2, 14.3).
        """
        key = (viewer, self.now)
        if self._course_of != key:
            states, moments = self._sitting.game.states, self.moments()
            ends = [at for at, (one, other) in enumerate(pairwise(states)) if one.turn and one.turn != other.turn]
            found = []
            for at in [*ends, self.now] if states[-1].turn else []:
                sight = self._sitting.sight(viewer, at)
                points = tuple(least.total for least, _most in score_bounds(sight.view, sight.unknown))
                place = bisect_right(moments, at) - 1
                found.append(TurnEnd(place, states[at].turn, states[at].seat, points, winners(sight.view)))
            self._course_of, self._course = key, found
        return self._course


def by_round(states: Sequence[State]) -> list[tuple[int, ...]]:
    """Return the points of every seat at the end of each round, as they would have counted then (rule 13.2).

    >>> from keyharvest.game import Game
    >>> game = Game.new(2, seed=1)
    >>> [len(points) for points in by_round(game.states)]
    [2]
    """
    last: dict[int, State] = {}
    for state in states:
        last[max(round_of(state.turn, state.players), 1)] = state
    return [tuple(score.total for score in final_scores(state)) for state in last.values()]
