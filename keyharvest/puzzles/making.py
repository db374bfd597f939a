"""The file of puzzles, made from mined ones: a selection, graded and in the order of the days."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import permutations
from typing import Final, NamedTuple

from keyharvest.puzzles.collection import Collection, DailyList, head_of
from keyharvest.puzzles.finding import Candidate
from keyharvest.puzzles.kinds import KINDS
from keyharvest.puzzles.mining import TRIED_BY, Mined
from keyharvest.puzzles.position import Position, read
from keyharvest.puzzles.puzzle import GRADES
from keyharvest.rules import Source, counters
from keyharvest.rules.components import CROPS, NUMBERS, WORKER_INDEX
from keyharvest.rules.geometry import INDEX, PLACES, ROW_LENGTHS, ROW_STARTS, turned

_WEEK: Final = 7
#: The greatest share of each kind, in per cent, as long as puzzles of other kinds are left.
_SHARES: Final = {
    "points": 26,
    "win": 8,
    "field": 12,
    "chain": 8,
    "duel": 12,
    "bid": 8,
    "hidden": 8,
    "crops": 6,
    "space": 8,
    "why": 10,
}
#: The grade of a puzzle by the weakest player that solves it in at least half of its tries; 5 if none does.
_GRADE_OF: Final = {"apprentice": 1, "farmhand": 2, "greedy": 2, "farmer": 3, "steward": 4}
#: The range of grades for kinds that computer players don't try, by a rough measure of their own.
_SPREAD: Final = {
    "field": (2, 5),
    "chain": (2, 4),
    "bid": (3, 5),
    "hidden": (2, 5),
    "crops": (2, 4),
    "space": (1, 3),
    "why": (1, 3),
}
#: Reasons by how easily they are seen, the easiest first.
_REASONS: Final = (
    ("field", "there", "full", "elsewhere", "unstored"),
    ("few", "away", "beside", "empty", "taken"),
    ("number", "match", "nowhere", "blocked", "after"),
)


class _Graded(NamedTuple):
    candidate: Candidate
    grade: int
    hardness: float


def make(mined: Iterable[Mined], number: int, first_day: date, seed: int, before: Collection | None = None) -> str:
    """Return the text of a file with this many new puzzles, after those of ``before``.

    Raise ``ValueError`` if there are too few, or if the number isn't a whole number of weeks.
    """
    if number < _WEEK or number % _WEEK:
        raise ValueError(f"{number} puzzles: expected whole weeks, such as {max(1, round(number / _WEEK)) * _WEEK}")
    known = {twin_key(p.kind, p.asked, p.table, *p.answers[:1]) for p in before or ()}
    fresh = []
    for each in mined:
        for candidate, solved in zip(each.found, each.solved, strict=True):
            key = twin_key(candidate.kind, candidate.asked, candidate.table, *candidate.answers[:1])
            if key not in known:
                known.add(key)
                fresh.append((candidate, solved))
    chosen = _in_order(_graded(_chosen(fresh, number)), seed)
    lists = [*(before.lists if before else ()), DailyList(first_day, number)]
    start = len(before or ())
    rows = [p.row() for p in before or ()]
    for place, (candidate, grade, _) in enumerate(chosen, start + 1):
        rows.append(candidate.puzzle(place, grade).row())
    text = "\n".join([head_of(lists), *rows]) + "\n"
    Collection(text)
    return text


Tried = tuple[Candidate, tuple[int, ...]]


def _chosen(fresh: Sequence[Tried], number: int) -> list[Tried]:
    """Select this many puzzles: each kind up to its share, with varied themes, then more of any kind."""
    ranked = {kind: _varied([each for each in fresh if each[0].kind == kind]) for kind in KINDS}
    found = []
    for kind, those in ranked.items():
        share = number * _SHARES[kind] // 100
        found += those[:share]
        del those[:share]
    rest = [those for those in ranked.values() if those]
    while len(found) < number and rest:
        for those in rest:
            found.append(those.pop(0))
        rest = [those for those in rest if those]
    if len(found) < number:
        raise ValueError(f"only {len(found)} puzzles were found, not {number}; play more games")
    return found[:number]


def _varied(tried: Iterable[Tried]) -> list[Tried]:
    """Put the real last turns first, then one puzzle of each theme in turn."""
    groups: dict[object, list[Tried]] = defaultdict(list)
    real = []
    for each in tried:
        candidate = each[0]
        if candidate.real and candidate.kind in ("points", "win"):
            real.append(each)
        else:
            groups[candidate.answers if candidate.kind == "why" else candidate.themes[0]].append(each)
    queues = sorted(groups.values(), key=len)
    found = real
    while queues:
        for queue in queues:
            found.append(queue.pop(0))
        queues = [queue for queue in queues if queue]
    return found


def _graded(chosen: Iterable[Tried]) -> list[_Graded]:
    found: list[_Graded] = []
    kinds: dict[str, list[tuple[float, Candidate]]] = defaultdict(list)
    for candidate, solved in chosen:
        if solved:
            shares = [number / TRIED_BY[name] for name, number in zip(TRIED_BY, solved, strict=True)]
            half = [name for name, share in zip(TRIED_BY, shares, strict=True) if 2 * share >= 1]
            grade = min((_GRADE_OF[name] for name in half), default=GRADES[-1])
            found.append(_Graded(candidate, grade, grade + (1 - sum(shares) / len(shares))))
        else:
            kinds[candidate.kind].append((_measure(candidate), candidate))
    for kind, those in kinds.items():
        least, most = _SPREAD[kind]
        those.sort(key=lambda each: each[0])
        for place, (_, candidate) in enumerate(those):
            hardness = least + (most - least + 1) * place / len(those)
            found.append(_Graded(candidate, int(hardness), hardness))
    return found


def _measure(candidate: Candidate) -> float:
    """Return the difficulty of a puzzle of a kind that computer players don't try."""
    match candidate.kind:
        case "field" | "chain":
            return 10 * candidate.best + len(candidate.line) - candidate.good / candidate.ends
        case "bid":
            return 10 * candidate.best + candidate.ends
        case "why":
            return next(at for at, codes in enumerate(_REASONS) if candidate.answers[0][0] in codes)
        case "space":
            return candidate.best + candidate.ends
    return candidate.ends


def _in_order(graded: Sequence[_Graded], seed: int) -> list[_Graded]:
    """Put puzzles in the order of the days: the easiest seventh on Mondays, the hardest on Sundays, each shuffled."""
    source = Source(seed)
    ranked = sorted(graded, key=lambda each: each.hardness)
    weeks = len(ranked) // _WEEK
    days = []
    for day in range(_WEEK):
        left = ranked[day * weeks : (day + 1) * weeks]
        days.append([left.pop(source.below(len(left))) for _ in range(weeks)])
    return [days[day][week] for week in range(weeks) for day in range(_WEEK)]


# Twins: puzzles of a kind that are alike in what matters

#: The four ways to map a board to itself (unchanged, half turned, mirrored, both): rule 5.2 is the same in each.
_MIRRORED: Final = tuple(ROW_STARTS[row] + ROW_LENGTHS[row] - 1 - column for row, column in PLACES)
_LAYINGS: Final = (
    tuple(range(len(PLACES))),
    tuple(turned(space) for space in range(len(PLACES))),
    _MIRRORED,
    tuple(turned(space) for space in _MIRRORED),
)


def twin_key(kind: str, asked: str, table: str, answer: tuple[str, ...] = ()) -> object:
    """Return a value that is equal for twins. It depends on

    - for a turn or a bid, the reader's own fields and workers, and the subject: not on hands, other boards, or which
      fields are harvested;
    - for hidden counters, the numbers in all hands, regardless of the names of the crops and the order of the others;
    - for the space of a worker, the fields and the numbers of the workers, in any of the four ways to map the board;
    - for a reason why not, the same if it is about a space, else the wish and the reader's own fields and workers.

    >>> one, other = ";A1;C1G6,,,v1,;A5,,,h1,", ";A2;C1,G6,,h3,;B5,,,h2,"
    >>> twin_key("points", "", one) == twin_key("points", "", other) != twin_key("win", "", one)
    True
    """
    position = read(table)
    state = position.state
    if kind in ("hidden", "crops"):
        return kind, _hands(position, int(asked) - 1 if asked else 0)
    worker, at, space = asked.partition("@")
    if kind == "space" or at:
        number = NUMBERS[WORKER_INDEX[worker]]
        posts = [(where, NUMBERS[stands]) for stands, where in state.posts[0]]
        return kind, number, min(_laid(state.fields[0], posts, laying, space) for laying in _LAYINGS)
    return kind, asked, state.fields[0], state.posts[0], answer if kind == "why" else ()


def _laid(fields: int, posts: list[tuple[int, int]], laying: tuple[int, ...], asked: str) -> tuple[object, ...]:
    mask = sum(1 << laying[space] for space in range(len(laying)) if fields >> space & 1)
    place = laying[INDEX[asked]] if asked else -1
    return mask, tuple(sorted((laying[space], number) for space, number in posts)), place


def _hands(position: Position, asked: int) -> object:
    """Return the hands and hidden counters, the reader and the subject first, in the least of all orders of crops."""
    state, unknown = position
    held = [counters.unpack(hand) for hand in state.hands]
    pool = counters.unpack(state.pool())
    found = []
    for order in permutations(range(len(CROPS))):
        seats = [(tuple(hand[crop] for crop in order), number) for hand, number in zip(held, unknown, strict=True)]
        others = sorted(each for seat, each in enumerate(seats) if seat not in (0, asked))
        found.append((tuple(pool[crop] for crop in order), seats[0], seats[asked], others))
    return repr(min(found))
