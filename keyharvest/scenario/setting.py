"""A short description of a table, expanded to a whole position: anything it doesn't name is in its usual place."""

from __future__ import annotations

import re
from typing import Any, Final

from keyharvest.record import parse_position
from keyharvest.rules import State, counters
from keyharvest.rules.components import CROP_LETTERS, EVENT_LETTERS, EVENT_SPACES, WORKER_LETTERS, WORKERS
from keyharvest.rules.geometry import SPACES
from keyharvest.rules.json_text import is_whole
from keyharvest.rules.layout import STANDARD

_NUMBERS: Final = ("players", "seat", "start", "turn", "left", "idle", "used")
_TEXTS: Final = ("layout", "registry", "bag", "fallow", "placed", "removed", "gone", "seen")
_OF_A_SEAT: Final = ("board", "workers", "hand", "secret", "revealed", "store")
_REFERENCE: Final = re.compile(r"[A-G][1-9]")
#: The things of which a value is a set, which may be in any order.
_THINGS: Final = {
    **dict.fromkeys(("registry", "bag", "fallow"), _REFERENCE),
    **dict.fromkeys(("removed", "gone", "seen"), re.compile(f"[{EVENT_LETTERS}]")),
    "board": re.compile(r"[A-G][1-9][+-]"),
    "workers": re.compile(r"[A-L]@[A-G][1-9]"),
}
_COUNTERS: Final = re.compile(rf"[{CROP_LETTERS}]\d+")


def expand(table: object) -> State:
    """Return the position of a table. Raise ``ValueError`` with the word and the reason if it is invalid.

    By default fields are in the bag (or fallow, if the table has a ``bag``), counters in the stock, townsfolk on the
    town board, events in the bag. A table needs to name only exceptions, in any order.

    >>> expand({"board1": "C4+", "hand1": "h2"}).stock == counters.parse("h10v12a12b12w12")
    True
    >>> expand({"board1": "D4-C4+", "hand1": "w1h2"}) == expand({"board1": "C4+D4-", "hand1": "h2w1"})
    True
    """
    if not isinstance(table, dict):
        raise ValueError("scenario: table: expected an object")
    players = _number(table, "players", 2)
    if players not in (2, 3, 4):
        raise ValueError(f"scenario: table: players: {players}; expected 2, 3 or 4")
    names = [f"{what}{seat}" for what in _OF_A_SEAT for seat in range(1, players + 1)]
    for key, value in table.items():
        if key not in _NUMBERS and key not in _TEXTS and key not in names:
            raise ValueError(f"scenario: table: {key[:20]!r} is not a key of a table for {players} players")
        if key not in _NUMBERS and (not isinstance(value, str) or not value):
            raise ValueError(f"scenario: table: {key}: expected text, '-' for nothing")
    try:
        return parse_position(_line({key: _ordered(key, value) for key, value in table.items()}, players))
    except ValueError as error:
        raise ValueError(f"scenario: table: {error}") from None


def _ordered(key: str, value: Any) -> Any:
    """Return a value of a table with its things in the order of positions, wherever the order means nothing."""
    what = key.rstrip("1234")
    if what in _THINGS:
        found = _THINGS[what].findall(value)
        return "".join(sorted(found)) if "".join(found) == value else value
    if what in ("hand", "secret", "revealed", "store"):
        return re.sub(rf"(?:{_COUNTERS.pattern}){{2,}}", _in_order, value)
    return value


def _in_order(found: re.Match[str]) -> str:
    return "".join(sorted(_COUNTERS.findall(found[0]), key=lambda each: CROP_LETTERS.index(each[0])))


def _number(table: dict[str, Any], key: str, usual: int) -> int:
    value = table.get(key, usual)
    if not is_whole(value, 0, 999):
        raise ValueError(f"scenario: table: {key}: expected a number from 0 to 999")
    return value


def _line(table: dict[str, Any], players: int) -> str:
    """Return the line of the position (docs/formats.md)."""
    seat, start = _number(table, "seat", 1), _number(table, "start", 1)
    turn = _number(table, "turn", 1 + (seat - start) % players)
    fallow, registry = table.get("fallow", "-"), table.get("registry", "-")
    seats = range(1, players + 1)
    of_seat = {what: [table.get(f"{what}{n}", "-") for n in seats] for what in ("board", "workers", "hand", "store")}
    stores = [re.sub(r":[^,]*", "", store) for store in of_seat["store"]]
    out = set(_REFERENCE.findall(" ".join([fallow, registry, *of_seat["board"], *stores])))
    rest = [name for name in SPACES if name not in out]
    bag = "".join(rest)
    if "bag" in table:  # every other field is fallow
        bag = table["bag"]
        away = set(_REFERENCE.findall(fallow)) | set(rest) - set(_REFERENCE.findall(bag))
        fallow = "".join(sorted(away)) or "-"
    standing = set(re.findall(rf"([{WORKER_LETTERS}])@", " ".join(of_seat["workers"])))
    town = "".join(each.letter for each in WORKERS if each.townsfolk and each.letter not in standing) or "-"
    placed, gone = table.get("placed", "-"), table.get("gone", "-")
    used = set(placed + gone)
    free = [letter for letter in EVENT_LETTERS if letter not in used]
    removed = table.get("removed", "-" if players == 2 else "".join(free[-2:]))
    events = "".join(letter for letter in free if letter not in removed) or "-"
    seen = table.get("seen", EVENT_LETTERS if players == 2 else "".join(sorted(used - {"-"})) or "-")
    left: object = "-"
    if "left" in table:
        left = _number(table, "left", 0)
    elif len(placed) == EVENT_SPACES:
        left = 2 * players
    words = [
        f"kh1 players={players} layout={table.get('layout', STANDARD.name)} turn={turn} seat={seat} start={start}"
        f" left={left} idle={_number(table, 'idle', 0)} stock={_stock(of_seat)} registry={registry} bag={bag or '-'}"
        f" fallow={fallow} town={town} events={events} removed={removed} seen={seen} aside=- gone={gone}"
        f" placed={placed}"
    ]
    for n in seats:
        board, posts, hand, store = (of_seat[what][n - 1] for what in ("board", "workers", "hand", "store"))
        held, secret = counters.parse(hand), counters.parse(table.get(f"secret{n}", "-"))
        if not counters.covers(held, secret):
            raise ValueError(f"secret{n} is not in hand{n}")
        if f"revealed{n}" not in table and players > 2 and counters.total(secret) != 3:
            raise ValueError(f"secret{n} and revealed{n} must be three counters together (rule 2.4)")
        words.append(
            f"board{n}={board} workers{n}={posts} hand{n}={hand} known{n}={counters.text(held - secret)}"
            f" revealed{n}={table.get(f'revealed{n}', '-')} store{n}={store}"
        )
    words.append(f"stack=Turn({seat},{_number(table, 'used', 0)},0,0)")
    return " ".join(words)


def _stock(of_seat: dict[str, list[str]]) -> str:
    """Return what is left of the sixty counters."""
    bids = [entry.partition(":")[2] for store in of_seat["store"] if store != "-" for entry in store.split(",")]
    stock = counters.ALL
    for word in of_seat["hand"] + bids:
        held = counters.parse(word)
        if not counters.covers(stock, held):
            raise ValueError("more than twelve counters of a crop are given out (rule 1.4)")
        stock -= held
    return counters.text(stock)
