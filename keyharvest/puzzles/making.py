"""The file of puzzles, made from mined ones: a selection, graded and in the order of the days."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Final, NamedTuple

from keyharvest.puzzles.collection import Collection, DailyList, head_of
from keyharvest.puzzles.finding import Candidate
from keyharvest.puzzles.kinds import KINDS
from keyharvest.puzzles.mining import TRIED_BY, Mined
from keyharvest.puzzles.puzzle import GRADES
from keyharvest.puzzles.twins import twin_key
from keyharvest.rules import Source

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
