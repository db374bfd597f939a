"""Prove the answers of puzzles a second time, by brute force, sharing no code with the search that found them.

The walk is a plain recursion over the legal moves; points and places are those of ``final_scores`` and ``ranks``. Where
there are too many lines, (d) is left out first, which gains nothing in the very last turn, then positions that were met
before. Choices are checked against all deals of the hidden counters, or against the words of the rule.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Generator, Iterator
from typing import Final, NamedTuple, TypeVar

from keyharvest.puzzles.puzzle import Puzzle
from keyharvest.rules import State, actor, apply, counters, final_scores, legal, play, ranks
from keyharvest.rules.components import CROPS, WORKERS
from keyharvest.rules.geometry import SPACES

#: The maximum number of moves of a walk before a less strict one is tried.
MOST_MOVES: Final = 100_000
#: How an answer was checked: by one of the walks, the strictest first, or in a way that needs none.
EVERY_LINE, WITHOUT_STORING, ONCE, DEALS, RULE, TOO_LARGE = (
    "every line",
    "every line without (d)",
    "every position once",
    "all deals",
    "the rule's words",
    "too large",
)
_ROWS: Final = (7, 8, 9, 8, 9, 8, 7)
#: The number of ends in a slice of the work.
_SLICE: Final = 50
#: A proof in slices; it returns the fault, empty if all agrees.
_Proof = Generator[None, None, str]
Taken = TypeVar("Taken")


class Check(NamedTuple):
    """The way a puzzle was checked, and its fault: empty if all agrees."""

    how: str
    fault: str = ""


class _TooManyMovesError(Exception):
    """A walk needs more moves than it may make."""


def check(puzzle: Puzzle, most: int = MOST_MOVES) -> Check:
    """Prove the answer of a puzzle again, with walks of up to ``most`` moves.

    >>> from keyharvest.puzzles import load
    >>> check(load().only(kind="space")[0])
    Check(how="the rule's words", fault='')
    """
    work = checking(puzzle, most)
    while True:
        try:
            next(work)
        except StopIteration as done:
            found: Check = done.value
            return found


def checking(puzzle: Puzzle, most: int = MOST_MOVES) -> Generator[None, None, Check]:
    """Prove the answer as :func:`check` does, in slices of a few milliseconds."""
    match puzzle.kind:
        case "hidden":
            return Check(DEALS, _hidden(puzzle))
        case "crops":
            return Check(DEALS, _crops(puzzle))
        case "space":
            return Check(RULE, _space(puzzle))
        case "why":
            return Check(RULE, _why(puzzle))
    if puzzle.of_kind.left:
        return (yield from _checked(puzzle, {ONCE: 8 * most}))
    found = yield from _checked(puzzle, {WITHOUT_STORING: most, ONCE: most})
    if found.how == WITHOUT_STORING and not found.fault:
        # Bids multiply the lines: only small turns can be walked whole.
        whole = yield from _checked(puzzle, {EVERY_LINE: most // 2})
        return found if whole.how == TOO_LARGE else whole
    return found


def _checked(puzzle: Puzzle, walks: dict[str, int]) -> Generator[None, None, Check]:
    """Check an answer by the first of several walks that isn't too large."""
    proofs: dict[str, Callable[[Puzzle, _Naive], _Proof]] = {
        "points": _points,
        "win": _win,
        "field": _field,
        "chain": _chain,
        "duel": _duel,
        "bid": _bid,
    }
    for how, most in walks.items():
        try:
            fault = yield from proofs[puzzle.kind](puzzle, _Naive(how, most))
            return Check(how, fault)
        except _TooManyMovesError:
            pass
    return Check(TOO_LARGE)


class _Naive:
    """Recursion over the rest of a turn."""

    def __init__(self, how: str, most: int) -> None:
        self.how, self.left = how, most

    def ends(self, s: State, placed: int = 0, met: set[object] | None = None) -> Iterator[tuple[State, State, int]]:
        """Yield every position in which the turn can end, the position after that, and the number of workers played."""
        seat = actor(s)
        if self.how == ONCE:
            met = set() if met is None else met
            key = (s.key(), placed)
            if key in met:
                return
            met.add(key)
        kind = type(s.stack[-1]).__name__
        for move in legal(s):
            if self.how != EVERY_LINE and s.left == 0 and move[:2] == "d:":
                continue
            self.left -= 1
            if self.left < 0:
                raise _TooManyMovesError
            after = play(s, move)
            if move == "end":
                yield s, after, placed
            elif actor(after) != seat:
                raise AssertionError("someone else is asked, or a draw is next")
            else:
                puts = kind == "PlaceWorker" or (kind == "Displaced" and move != "home")
                yield from self.ends(after, placed + puts, met)

    def each(self, s: State, take: Callable[[State, State, int], Taken]) -> Generator[None, None, list[Taken]]:
        """Return what ``take`` makes of every end, working in slices."""
        found = []
        for at, end in enumerate(self.ends(s)):
            found.append(take(*end))
            if at % _SLICE == 0:
                yield
        return found


def _margin(s: State) -> int:
    own, other = (score.total for score in final_scores(s))
    return own - other


def _wins(s: State) -> bool:
    return ranks(s) == [1, 2]


def _way(s: State) -> object:
    return s.fields, [[worker for worker, _space in posts] for posts in s.posts]


def _follow(puzzle: Puzzle) -> tuple[State, int]:
    """Return the state after the line and the end of the turn, and the number of workers placed; check every move."""
    s, placed = puzzle.start(), 0
    for move in puzzle.line:
        kind = type(s.stack[-1]).__name__
        placed += kind == "PlaceWorker" or (kind == "Displaced" and move != "home")
        s = apply(s, move)
    return apply(s, "end"), placed


def _clear(ways: list[object], least: int, following: int) -> str:
    """Return what makes an answer unclear; empty if nothing does."""
    different = len(_different(ways))
    if different > 1 and least - following < 2:
        return f"{different} best ways, and the next one is only {least - following} behind"
    return ""


def _different(ways: list[object]) -> list[object]:
    found: list[object] = []  # ways can't be hashed, and there are few of them
    for way in ways:
        if way not in found:
            found.append(way)
    return found


def _points(puzzle: Puzzle, naive: _Naive) -> _Proof:
    start = puzzle.start()
    base = _margin(start)
    found = yield from naive.each(start, lambda before, after, _: (_margin(after) - base, _way(before)))
    best = max(value for value, _ in found)
    ways = [way for value, way in found if value == best]
    following = max((value for value, way in found if way not in ways), default=-99)
    told = _margin(_follow(puzzle)[0]) - base
    if not best == puzzle.best == told:
        return f"best is {best}, the file says {puzzle.best}, its line reaches {told}"
    return _clear(ways, best, following)


def _win(puzzle: Puzzle, naive: _Naive) -> _Proof:
    start = puzzle.start()
    base = _margin(start)
    if _wins(apply(start, "end")):
        return "the game is already won"
    found = yield from naive.each(start, lambda before, after, _: (_wins(after), _margin(after) - base, _way(before)))
    ways = [way for wins, _, way in found if wins]
    least = min((gain for wins, gain, _ in found if wins), default=99)
    following = max((gain for wins, gain, _ in found if not wins), default=-99)
    last = _follow(puzzle)[0]
    if not _wins(last) or _margin(last) - base != puzzle.best:
        return f"the line doesn't win, or doesn't gain {puzzle.best}"
    return _clear(ways, least, following)


def _field(puzzle: Puzzle, naive: _Naive) -> _Proof:
    tile = SPACES.index(puzzle.asked)
    start = puzzle.start()

    def used(before: State, after: State, _placed: int) -> tuple[bool, int, object]:
        return bool(after.fields[0] >> tile & 1), getattr(before.stack[-1], "used", 0).bit_count(), _way(before)

    found = yield from naive.each(start, used)
    actions = {number for brings, number, _ in found if brings}
    ways = [way for brings, _, way in found if brings]
    if start.fields[0] >> tile & 1 or not _follow(puzzle)[0].fields[0] >> tile & 1:
        return "the line doesn't get the field, or it was there before"
    number = len(_different(ways))
    return "" if actions == {2} and number <= 3 else f"{number} ways, with {sorted(actions)} actions"


def _chain(puzzle: Puzzle, naive: _Naive) -> _Proof:
    best = max((yield from naive.each(puzzle.start(), lambda _before, _after, placed: placed)))
    told = _follow(puzzle)[1]
    if not best == puzzle.best == told:
        return f"best is {best}, the file says {puzzle.best}, its line places {told}"
    return ""


def _duel(puzzle: Puzzle, naive: _Naive) -> _Proof:
    start = puzzle.start()

    def replied(after: State) -> int:
        return min(_margin(last) for _, last, _ in naive.ends(after))

    best = max((yield from naive.each(start, lambda _before, after, _: replied(after))))
    passing, told = replied(apply(start, "end")), replied(_follow(puzzle)[0])
    if passing != int(puzzle.asked) or not best == told == passing + puzzle.best:
        return f"best is {best}, passing {passing}, the line {told}; the file says {puzzle.best} over {puzzle.asked}"
    return ""


def _bid(puzzle: Puzzle, naive: _Naive) -> _Proof:
    tile = SPACES.index(puzzle.asked)
    safe = set()
    for bid, after in _bids(puzzle.start(), puzzle.best):
        if not any(last.fields[1] >> tile & 1 for _, last, _ in naive.ends(after)):
            safe.add(bid)
        yield
    told = {tuple(answer) for answer in puzzle.answers}
    return "" if safe == told else f"the safe bids are {sorted(safe)}, the file says {sorted(told)}"


def _bids(s: State, size: int) -> Iterator[tuple[tuple[str, ...], State]]:
    """Yield every bid of up to ``size`` counters, and the position in which the other player's turn then begins."""
    waiting: list[tuple[tuple[str, ...], State]] = [((), s)]
    for bid, now in waiting:
        if type(now.stack[-1]).__name__ != "Bid":
            yield bid, apply(now, "end")
            continue
        for move in legal(now):
            if move == "done":
                waiting.append((bid, apply(now, move)))
            elif len(bid) < size:
                waiting.append(((*bid, move), apply(now, move)))


def _missing(s: State) -> list[str]:
    """Return the counters that the reader can't see, one by one: twelve of each crop minus those in view (rule 1.4)."""
    bids = [bid for store in s.stores for _, bid in store]
    seen = [counters.unpack(held) for held in (s.stock, *s.hands, *bids)]
    return [name for crop, name in enumerate(CROPS) for _ in range(12 - sum(each[crop] for each in seen))]


def _hidden(puzzle: Puzzle) -> str:
    s, unknown = puzzle.seen
    seat = int(puzzle.asked) - 1
    picks = list(itertools.combinations(_missing(s), unknown[seat]))
    sure = [name for name in CROPS for _ in range(min(pick.count(name) for pick in picks))]
    if len(_missing(s)) != sum(unknown):
        return f"{len(_missing(s))} counters are missing, and {sum(unknown)} are unknown"
    return "" if [tuple(sure)] == list(puzzle.answers) else f"certain are {sure}, the file says {puzzle.answers}"


def _crops(puzzle: Puzzle) -> str:
    s, unknown = puzzle.seen
    own, *others = (list(counters.unpack(hand)) for hand in s.hands)
    sure = set(CROPS)
    for hands in _shared(_missing(s), list(unknown[1:])):
        for crop, name in enumerate(CROPS):
            if any(known[crop] + hand.count(name) >= own[crop] for known, hand in zip(others, hands, strict=True)):
                sure.discard(name)
    found = tuple(name for name in CROPS if name in sure)
    return "" if (found,) == puzzle.answers else f"certain are {found}, the file says {puzzle.answers}"


def _shared(pool: list[str], sizes: list[int]) -> Iterator[list[tuple[str, ...]]]:
    """Yield every way to deal counters to hands of these sizes."""
    if not sizes:
        yield []
        return
    for pick in set(itertools.combinations(pool, sizes[0])):
        rest = list(pool)
        for name in pick:
            rest.remove(name)
        for others in _shared(rest, sizes[1:]):
            yield [pick, *others]


def _around(name: str) -> set[str]:
    """Return the spaces that touch a space, from the coordinates of rule 1.2 alone."""
    row, number = "ABCDEFG".index(name[0]), int(name[1:])
    places = {(row, number - 1), (row, number + 1)}
    for other in (row - 1, row + 1):
        if 0 <= other < len(_ROWS):
            places |= {(other, number), (other, number + (1 if _ROWS[other] > _ROWS[row] else -1))}
    return {f"{'ABCDEFG'[r]}{n}" for r, n in places if 0 <= r < len(_ROWS) and 1 <= n <= _ROWS[r]}


class _Board:
    """The reader's board by references: the fields, and the worker on each space."""

    def __init__(self, puzzle: Puzzle) -> None:
        s = puzzle.seen.state
        self.fields = {name for at, name in enumerate(SPACES) if s.fields[0] >> at & 1}
        self.workers = {SPACES[space]: WORKERS[worker] for worker, space in s.posts[0]}

    def reasons(self, letter: str, name: str) -> set[str]:
        """Return why a worker can't be placed on a space (rules 5.2, 5.3): the codes of all conditions that fail."""
        number = next(worker.number for worker in WORKERS if worker.letter == letter)
        found = {"field"} if name in self.fields else set()
        if len(_around(name) & self.fields) < number:
            found.add("few")
        if _around(name) & self.workers.keys():
            found.add("beside")
        if name in self.workers and self.workers[name].number >= number:
            found.add("number")
        return found


def _space(puzzle: Puzzle) -> str:
    board = _Board(puzzle)
    may = tuple(name for name in SPACES if not board.reasons(puzzle.asked, name))
    engine = tuple(legal(apply(puzzle.start(), "b:" + puzzle.asked)))
    agree = (may,) == puzzle.answers == (engine,)
    return "" if agree else f"the spaces are {may}, the file says {puzzle.answers}, the engine {engine}"


def _why(puzzle: Puzzle) -> str:
    board, s, wish = _Board(puzzle), puzzle.seen.state, puzzle.asked
    letter, at, name = wish.partition("@")
    if at:
        used = getattr(s.stack[-1], "used", 0)
        found = board.reasons(letter, name) | ({"an action taken"} if used & 2 or used.bit_count() > 1 else set())
    else:
        found = _of_action(board, s, wish)
        if wish in legal(s):
            return f"{wish} can be done"
    right = (tuple(sorted(found)),) == puzzle.answers
    return "" if right else f"the reasons are {sorted(found)}, the file says {puzzle.answers}"


def _of_action(board: _Board, s: State, wish: str) -> set[str]:
    """Return why a worker, or a tile, can't be chosen for an action (rules 3.1, 5.1, 6.1, 6.2, 7.1, 7.2)."""
    action, _, thing = wish.partition(":")
    used, still = (getattr(s.stack[-1], name) for name in ("used", "open"))
    bit = {"b": 2, "c": 4, "d": 8}[action]
    found = {"taken"} if used.bit_count() == 2 and not still & bit else set()
    if used == bit and not still:
        found.add("an action taken")
    stores = [{SPACES[tile]: counters.unpack(bid) for tile, bid in store} for store in s.stores]
    if action == "b":
        boards = [{WORKERS[worker].letter for worker, _ in posts} for posts in s.posts]
        found |= {"there"} if thing in boards[0] else set()
        found |= {"away"} if thing > "F" and any(thing in each for each in boards[1:]) else set()
        conditions = [board.reasons(thing, name) for name in SPACES]
        if all(each & {"field", "few"} for each in conditions):
            found.add("nowhere")
        elif all(conditions):
            found.add("blocked")
    elif action == "c":
        found |= {"unstored"} if not any(thing in store for store in stores) else set()
        found |= {"after"} if used & 8 and used.bit_count() < 2 else set()
        hand = counters.unpack(s.hands[0])
        for store in stores[1:]:
            if thing in store and any(want > have for want, have in zip(store[thing], hand, strict=True)):
                found.add("match")
    else:
        found |= {"elsewhere"} if not s.registry >> SPACES.index(thing) & 1 else set()
        found |= {"full"} if len(stores[0]) > 1 else set()
        found |= {"empty"} if not s.hands[0] else set()
    return found
