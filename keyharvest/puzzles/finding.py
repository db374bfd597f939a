"""Puzzles found in positions from games: answered by playing, with every answer proven by a walk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from keyharvest.puzzles.judging import lead
from keyharvest.puzzles.line_themes import themes_of
from keyharvest.puzzles.position import Position, emptied, write
from keyharvest.puzzles.puzzle import Puzzle
from keyharvest.rules import State, counters, legal, play, winners
from keyharvest.rules.components import CROPS, STORE_PLACES
from keyharvest.rules.frames import DONE, END, PickFields
from keyharvest.rules.geometry import SPACES, groups, names, spaces_in
from keyharvest.rules.scoring import group_points
from keyharvest.rules.turn import ACTIONS, Turn
from keyharvest.search.ahead import in_one_go
from keyharvest.search.exact import Walk, WalkEnd

#: Longer walks are abandoned.
_MOST_PLAYS: Final = 20_000
_MOST_IN_DUEL: Final = 250_000
_MOST_FOR_BID: Final = 40_000
#: The greatest share of a turn's ends that may solve a puzzle.
_RARE: Final = 0.03
#: The least number of points that a best turn gains.
_LEAST_POINTS: Final = 3
#: The least number of moves in a line.
_SHORTEST: Final = 3
#: The least distance, in points, between the best result and the next if there are several ways to the best.
CLEAR: Final = 2
#: The maximum number of ways to the best result.
_WAYS: Final = 3
#: The winners of a game that the reader wins.
_READER: Final = (0,)


class Candidate(NamedTuple):
    """A possible puzzle.

    Attributes:
        kind, themes, table, asked, best, line, answers: as in ``Puzzle``.
        ends, good: the number of possible ends or answers, and of those that are right.
        real: whether it was the last turn of its game.
    """

    kind: str
    themes: tuple[str, ...]
    table: str
    asked: str
    best: int
    line: tuple[str, ...]
    answers: tuple[tuple[str, ...], ...]
    ends: int
    good: int
    real: bool = False

    def puzzle(self, number: int = 0, grade: int = 1) -> Puzzle:
        """Return it as a puzzle of a file."""
        return Puzzle(number, self.kind, grade, *self[1:7])


def way(s: State) -> object:
    """Return the way to an end: a key that ignores the order of moves, the workers' spaces and the counters."""
    return s.fields, tuple(tuple(worker for worker, _ in posts) for posts in s.posts)


def in_turn(s: State) -> list[Candidate]:
    """Return the puzzles of a turn that ends a game of two players: most points, a win, a field, a chain."""
    position = emptied(s)
    walk = walk_of(position)
    in_one_go(walk.run())
    return of_walk(position, walk, s.left == 0) if walk.complete else []


def walk_of(position: Position) -> Walk:
    """Return the walk through a turn on which its puzzles are based."""
    return Walk(position.state, _MOST_PLAYS, counting=True)


def of_walk(position: Position, walk: Walk, real: bool = False, easy: bool = False) -> list[Candidate]:
    """Return the puzzles of a complete walk; with ``easy`` also short ones, and those that many turns solve."""
    found = _TurnFinder(position, walk, real, easy)
    one_each = (found.points(), found.win(), found.chain())
    return [each for each in one_each if each] + found.fields()


class _TurnFinder:
    """The puzzles of one walk."""

    def __init__(self, position: Position, walk: Walk, real: bool, easy: bool) -> None:
        self._start, self._walk, self._real, self._easy = position.state, walk, real, easy
        self._table = write(position)
        self._base = lead(self._start)
        self._gains = [lead(end.state) - self._base for end in walk.ends]

    def points(self) -> Candidate | None:
        best = max(self._gains)
        good = [end for end, gain in zip(self._walk.ends, self._gains, strict=True) if gain == best]
        ways = {way(end.state) for end in good}
        others = (g for end, g in zip(self._walk.ends, self._gains, strict=True) if way(end.state) not in ways)
        if best < (1 if self._easy else _LEAST_POINTS) or not _is_clear(len(ways), best, max(others, default=-99)):
            return None
        return self._candidate("points", "", best, good)

    def win(self) -> Candidate | None:
        if self._base > 0 or winners(self._start) == _READER:
            return None
        pairs = list(zip(self._walk.ends, self._gains, strict=True))
        hopeful = [(end, gain) for end, gain in pairs if gain + self._base >= 0]
        good = [(end, gain) for end, gain in hopeful if winners(end.state) == _READER]
        if not good:
            return None
        nodes = {end.node for end, _ in good}
        ways = {way(end.state) for end, _ in good}
        least = min(gain for _, gain in good)
        if not _is_clear(len(ways), least, max((gain for end, gain in pairs if end.node not in nodes), default=-99)):
            return None
        shortest = min(good, key=lambda pair: pair[0].node)
        return self._candidate("win", "", shortest[1], [end for end, _ in good])

    def fields(self) -> list[Candidate]:
        """Return puzzles about the two fields that are hardest to get onto the board, if they take both actions."""
        bringing: dict[int, list[WalkEnd]] = {}
        for end in self._walk.ends:
            for tile in spaces_in(end.state.fields[0] & ~self._start.fields[0]):
                bringing.setdefault(tile, []).append(end)
        candidates = []
        for tile, good in sorted(bringing.items(), key=lambda item: (len(item[1]), item[0])):
            turns = [end.state.stack[-1] for end in good]
            both = all(isinstance(turn, Turn) and turn.used.bit_count() == ACTIONS for turn in turns)
            if both and len({way(end.state) for end in good}) <= _WAYS:
                found = self._candidate("field", SPACES[tile], 1, good)
                if found:
                    candidates.append(found)
        return candidates[:2]

    def chain(self) -> Candidate | None:
        best = max(end.placed for end in self._walk.ends)
        good = [end for end in self._walk.ends if end.placed == best]
        if best < 2 or len({way(end.state) for end in good}) > _WAYS:
            return None
        return self._candidate("chain", "", best, good)

    def _candidate(self, kind: str, asked: str, best: int, good: Sequence[WalkEnd]) -> Candidate | None:
        line = self._walk.line(min(good, key=lambda end: end.node))
        if not self._easy and (len(line) < _SHORTEST or len(good) > _RARE * len(self._walk.ends)):
            return None
        themes = themes_of(self._start, line)
        ends = len(self._walk.ends)
        return Candidate(kind, themes, self._table, asked, best, line, (), ends, len(good), self._real)


def _is_clear(ways: int, best: int, following: int) -> bool:
    """Whether an answer is undisputed."""
    return ways == 1 or (ways <= _WAYS and best - following >= CLEAR)


def in_duel(s: State) -> Candidate | None:
    """Return a duel: one action is left after the largest harvest, then the other player has the last turn."""
    harvested = _harvested(emptied(s, 1).state)
    if harvested is None or counters.total(harvested.hands[0]) > 7:
        return None
    try:
        return _Duel(harvested).candidate()
    except _TooManyError:
        return None


def _harvested(s: State) -> State | None:
    """Return the state after the largest harvest."""
    ripe = max((group & s.ripe[0] for group in groups(s.fields[0])), key=int.bit_count, default=0)
    if not ripe:
        return None
    s = play(s, names(ripe, "a:")[0])
    while isinstance(top := s.stack[-1], PickFields):
        s = play(s, top.legal(s)[0])
    return s if isinstance(s.stack[-1], Turn) else None


class _TooManyError(Exception):
    """A walk was too long and has been abandoned."""


class _Duel:
    """Minimax of two last turns with open hands: every move of the reader, then the best reply."""

    def __init__(self, start: State) -> None:
        self._start = start
        self._plays = 0
        self._killers: list[tuple[str, ...]] = []

    def candidate(self) -> Candidate | None:
        walk = Walk(self._start, 6000, whole=True)
        in_one_go(walk.run())
        if not walk.complete:
            raise _TooManyError
        now = {end.node: lead(end.state) for end in walk.ends}
        best, good = -99, []
        for end in sorted(walk.ends, key=lambda end: (-now[end.node], end.node)):
            if now[end.node] < best:
                break  # doing nothing is a reply too, so no end is worth more than this
            value = self._after_reply(end.state, best - 1)
            if value > best:
                best, good = value, [end]
            elif value == best:
                good.append(end)
        passing = self._after_reply(walk.ends[0].state, -99)
        ways = {(way(end.state), tuple(tile for tile, _ in end.state.stores[0])) for end in good}
        if len(ways) > 2 or len(good) > 0.05 * len(walk.ends) or best - passing < 2:
            return None
        line = walk.line(min(good, key=lambda end: end.node))
        if len(line) < 2:
            return None
        greedy = max(now.values())
        themes = [theme for theme in themes_of(self._start, line) if theme != "plain"]
        if all(now[end.node] < greedy for end in good):
            themes.insert(0, "patience")
        if any(move.startswith("d:") for move in line):
            themes.insert(0, "denial")
        table = write(Position(self._start, (0, 0)))
        found = tuple(themes[:3]) or ("plain",)
        return Candidate("duel", found, table, str(passing), best - passing, line, (), len(walk.ends), len(good))

    def _after_reply(self, end: State, floor: int) -> int:
        """Return the reader's lead after the best reply, or any number up to ``floor`` if it isn't above that."""
        after = play(end, END)
        for moves in self._killers:
            replied = _followed(after, moves)
            if replied is not None and (value := lead(replied)) <= floor:
                return value
        walk = Walk(after, _MOST_PLAYS, until=lambda s: lead(s) <= floor)
        in_one_go(walk.run())
        self._plays += walk.plays
        last = walk.ends[-1]
        if lead(last.state) <= floor:
            self._killers.insert(0, walk.line(last))
            del self._killers[6:]
            return lead(last.state)
        if not walk.complete or self._plays > _MOST_IN_DUEL:
            raise _TooManyError
        return min(lead(end.state) for end in walk.ends)


def _followed(s: State, moves: Iterable[str]) -> State | None:
    """Return the state after the moves, if they are all possible."""
    for move in moves:
        if move not in legal(s):
            return None
        s = play(s, move)
    return s


def for_bid(s: State) -> Candidate | None:
    """Return a puzzle about the cheapest bid that keeps a tile from the other player, who has the last turn."""
    position = emptied(s, 1)
    start = position.state
    if not 2 <= counters.total(start.hands[0]) <= 8 or len(start.stores[0]) == STORE_PLACES:
        return None
    for tile in spaces_in(start.registry):
        if any(group_points(each | 1 << tile) - group_points(each) < 1 for each in start.fields):
            continue
        try:
            found = _safe_bids(play(start, "d:" + SPACES[tile]), tile)
        except _TooManyError:
            continue
        if found is None:
            continue
        bids, tried = found
        answers = tuple(tuple(CROPS[crop] for crop in bid) for bid in bids)
        table, size = write(position), len(bids[0])
        return Candidate("bid", ("safe-bid",), table, SPACES[tile], size, (), answers, tried, len(bids))
    return None


def _safe_bids(asked: State, tile: int) -> tuple[list[tuple[int, ...]], int] | None:
    """Return the cheapest safe bids and the number of bids tried; ``None`` if they don't make a good puzzle."""
    plays = tried = 0
    # Lines that got the other player the tile in spite of one bid may work against other bids.
    ways: list[tuple[str, ...]] = []
    for size in range(1, 4):
        safe = []
        for bid in _bids(asked.hands[0], size):
            tried += 1
            after = _after_bid(asked, bid)
            if any(_has(_followed(after, line), tile) for line in ways):
                continue
            walk = Walk(after, _MOST_PLAYS, until=lambda end: _has(end, tile))
            in_one_go(walk.run())
            plays += walk.plays
            if walk.complete:
                safe.append(bid)
            elif _has(walk.ends[-1].state, tile):
                ways.insert(0, walk.line(walk.ends[-1]))
            else:
                raise _TooManyError
            if plays > _MOST_FOR_BID:
                raise _TooManyError
        if safe:
            return (safe, tried) if len(safe) <= 2 and tried >= 4 and (size > 1 or len(safe) == 1) else None
    return None


def _bids(hand: int, size: int) -> Iterator[tuple[int, ...]]:
    """Return the crops of every bid of a size that a hand can make."""
    held = counters.unpack(hand)
    for bid in combinations_with_replacement(range(len(CROPS)), size):
        if all(held[crop] >= number for crop, number in Counter(bid).items()):
            yield bid


def _has(s: State | None, tile: int) -> bool:
    """Whether the other player has got the tile."""
    return s is not None and bool(s.fields[1] >> tile & 1)


def _after_bid(s: State, bid: Sequence[int]) -> State:
    """Return the position at the start of the other player's turn after a bid."""
    for crop in bid:
        s = play(s, CROPS[crop])
    if DONE in legal(s):
        s = play(s, DONE)
    return play(s, END)
