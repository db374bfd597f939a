"""Checks of a position: ``FACT OPERATOR VALUE``, such as ``hand1.w >= 2`` or ``board1 has C5+`` (docs/scenarios.md)."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from typing import Final

from keyharvest.rules import CHANCE, OVER, State, actor, counters, decision, final_scores, legal, ranks
from keyharvest.rules.components import CROP_LETTERS, EVENT_LETTERS, WORKER_LETTERS
from keyharvest.rules.geometry import SPACES, groups, names, spaces_in, unconnected

_OPERATORS: Final[dict[str, Callable[[int, int], bool]]] = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_OF_A_SEAT: Final = re.compile(r"(board|workers|hand|secret|store|points|rank|unconnected)([1-4])\Z")


class Goods(str):
    """Counters as text such as ``h2w1``; ``has`` means at least these."""

    __slots__ = ()


#: A number, a word, counters, or a list of things.
Fact = int | str | list[str]


def holds(s: State, check: str) -> bool:
    """Whether a check is true of a position. Raise ``ValueError`` with the reason if the check is invalid.

    >>> from keyharvest.scenario.setting import expand
    >>> holds(expand({"board1": "C4+C5-", "hand1": "h2"}), "board1 has C4+"), holds(expand({}), "turn > 1")
    (True, False)
    """
    fact, _, rest = check.partition(" ")
    sign, _, value = rest.partition(" ")
    if not value or (sign not in _OPERATORS and sign not in ("has", "lacks")):
        raise ValueError(f"{check[:60]!r}: expected FACT OPERATOR VALUE")
    found = value_of(s, fact)
    if sign in ("has", "lacks"):
        return _contains(found, value) == (sign == "has")
    if isinstance(found, int):
        if not re.fullmatch(r"-?[0-9]{1,4}", value):
            raise ValueError(f"{check[:60]!r}: {fact} is a number")
        return _OPERATORS[sign](found, int(value))
    if sign not in ("=", "!="):
        raise ValueError(f"{check[:60]!r}: {fact} is not a number")
    return (as_text(found) == value) == (sign == "=")


def all_hold(s: State, checks: tuple[str, ...]) -> bool:
    """Whether all checks are true of a position."""
    return all(holds(s, check) for check in checks)


def as_text(found: Fact) -> str:
    """Return a fact as it is spelt in checks."""
    return "".join(found) or "-" if isinstance(found, list) else str(found)


def value_of(s: State, fact: str) -> Fact:
    """Return the value of a fact in a position. Raise ``ValueError`` if there is no such fact."""
    name, _, part = fact.partition(".")
    whole = _WHOLE.get(fact)
    if whole:
        return whole(s)
    if name == "stock":
        return _crops(s.stock, part, fact)
    match = _OF_A_SEAT.match(name)
    if not match or int(match[2]) > s.players:
        raise ValueError(f"{fact[:40]!r} is not a fact")
    return _of_seat(s, match[1], int(match[2]) - 1, part, fact)


def _asked(s: State) -> bool:
    return actor(s) not in (CHANCE, OVER)


_WHOLE: Final[dict[str, Callable[[State], Fact]]] = {
    "actor": lambda s: actor(s) + 1,
    "asks": lambda s: decision(s).rule if _asked(s) else "-",
    "over": lambda s: "yes" if actor(s) == OVER else "no",
    "legal": lambda s: legal(s) if _asked(s) else [],
    "turn": lambda s: s.turn,
    "left": lambda s: s.left,
    "idle": lambda s: s.idle,
    "registry": lambda s: names(s.registry),
    "registry.all": lambda s: s.registry.bit_count(),
    "fallow": lambda s: names(s.fallow),
    "fallow.all": lambda s: s.fallow.bit_count(),
    "bag": lambda s: names(s.bag),
    "bag.fields": lambda s: s.bag.bit_count(),
    "bag.events": lambda s: s.bag_events.bit_count(),
    "town": lambda s: [WORKER_LETTERS[worker] for worker in spaces_in(s.town)],
    "placed": lambda s: [EVENT_LETTERS[event] for event in s.placed],
    "placed.all": lambda s: len(s.placed),
}


def _of_seat(s: State, kind: str, seat: int, part: str, fact: str) -> Fact:
    match kind, part:
        case "hand", _:
            return _crops(s.hands[seat], part, fact)
        case "secret", _:
            return _crops(s.hands[seat] - s.known[seat], part, fact)
        case "points", "" | "workers" | "largest" | "second" | "crops":
            return int(getattr(final_scores(s)[seat], part or "total"))
        case "rank", "":
            return ranks(s)[seat]
        case "workers", "":
            return [f"{WORKER_LETTERS[worker]}@{SPACES[space]}" for worker, space in s.posts[seat]]
        case "store", "":
            return [f"{SPACES[tile]}:{counters.text(bid)}" for tile, bid in s.stores[seat]]
        case "store", "all":
            return len(s.stores[seat])
        case "unconnected", "":
            return names(unconnected(s.fields[seat]))
        case "board", "groups":
            return len(list(groups(s.fields[seat])))
        case "board", "all":
            return s.fields[seat].bit_count()
        case "board", "ripe":
            return s.ripe[seat].bit_count()
        case "board", "":
            ripe = s.ripe[seat]
            return [SPACES[n] + ("+" if ripe >> n & 1 else "-") for n in spaces_in(s.fields[seat])]
    raise ValueError(f"{fact[:40]!r} is not a fact")


def _crops(packed: int, part: str, fact: str) -> Fact:
    if part == "all":
        return counters.total(packed)
    if not part:
        return Goods(counters.text(packed))
    if part not in CROP_LETTERS:
        raise ValueError(f"{fact[:40]!r} is not a fact")
    return counters.count(packed, CROP_LETTERS.index(part))


def _contains(found: Fact, value: str) -> bool:
    if isinstance(found, Goods):
        return counters.covers(counters.parse(found), counters.parse(value))
    if not isinstance(found, list):
        raise ValueError(f"'has {value[:40]}': expected a list of things or counters before it")
    return all(any(item.startswith(part) for item in found) for part in value.split(","))
