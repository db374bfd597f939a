"""A whole game as text, readable by people and replayable by programs (docs/formats.md, "Record")."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from keyharvest.record.position import parse_position, position_text
from keyharvest.rules.engine import CHANCE, actor, apply
from keyharvest.rules.layout import layout_from_word, layout_word
from keyharvest.rules.setup import Start, new_game
from keyharvest.rules.state import State

#: The longest record that is read; a game of 200 turns has about 10 000 characters.
LONGEST: Final = 1_000_000
_VERSION: Final = "1"
_CHECKPOINT_TURNS: Final = 25
_HEADER: Final = re.compile(r'\[([A-Za-z][A-Za-z0-9]{0,30}) "((?:[^"\\]|\\["\\])*)"\]')
_ITEM: Final = re.compile(r"\{[^{}]*\}|[^\s{}]+")


class RecordError(ValueError):
    """An error in a record.

    Attributes:
        line: the number of the line with the error, from 1, or 0 if the error isn't in a particular line.
        word: the item of that line with the error, ``=`` for a checkpoint, or the name of a header; without characters
            that can't be shown, which would garble a message.
        record: the game before the error if that is in the moves, else ``None``.
    """

    def __init__(self, text: str, line: int = 0, word: str = "", record: Record | None = None) -> None:
        super().__init__(text)
        self.line = line
        self.word = "".join(each if each.isprintable() else "\ufffd" for each in word)
        self.record = record


@dataclass
class Record:
    """A game: its start and every move since, draws included.

    Attributes:
        start: the state before the first move.
        moves: all moves in order, as the engine spells them.
        headers: further facts about the game, such as ``Seat1``; not those that describe ``start``.
    """

    start: State
    moves: list[str] = field(default_factory=list)
    headers: dict[str, str] = field(default_factory=dict)

    def states(self) -> Iterator[State]:
        """Yield the state before every move, then the final one. Raise ``ValueError`` at a move that isn't legal."""
        state = self.start
        yield state
        for at, move in enumerate(self.moves, 1):
            try:
                state = apply(state, move)
            except ValueError as error:
                raise ValueError(f"record: move {at}: {error}") from None
            yield state


#: The header of a game of the day: its date, from which all its draws follow.
DAY: Final = "Day"
#: The header that says whether several pages make the draws of a game together (docs/remote.md). On a page that plays
#: it: ``on``, ``sealed`` while the hands of others are only guesses there, or ``stopped`` after a proven lie. ``until
#: 14`` means that they stopped drawing together in turn 14.
FAIR: Final = "Fair"
_OF_START: Final = ("KeyHarvest", "Players", "Layout", "Start", "Position")


def is_day(text: str) -> bool:
    """Whether a text is a date in the form used by the header of a game of the day.

    >>> is_day("2026-01-05"), is_day("2026-02-30"), is_day("2026-1-5")
    (True, False, False)
    """
    from datetime import date  # only a game of the day needs it

    try:
        return len(text) == len("2026-01-05") and date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def record_text(record: Record, checkpoints: bool = True, states: Iterable[State] | None = None) -> str:
    """Write a record as text. Raise ``ValueError`` if a move isn't legal or a header can't be written.

    A caller that already has the states of :meth:`Record.states` can pass them as ``states``.

    >>> from keyharvest.rules import new_game
    >>> print(record_text(Record(new_game(2), ["*2", "1"], {"Seat1": "Ann"})), end="")
    [KeyHarvest "1"]
    [Players "2"]
    [Layout "standard-2"]
    [Start "drawn"]
    [Seat1 "Ann"]
    <BLANKLINE>
    setup: *2 2> 1
    """
    lines = []
    for name, value in {**_start_headers(record.start), **record.headers}.items():
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        line = f'[{name} "{escaped}"]'
        if not _HEADER.fullmatch(line) or not value.isprintable() or (name in record.headers and name in _OF_START):
            raise ValueError(f"record: header {name[:40]!r}: expected an unreserved name and printable text")
        lines.append(line)
    lines.append("")
    items: list[str] = []
    last: int | None = None
    turn = -1
    state = None
    for state, move in zip(states or record.states(), [*record.moves, None], strict=True):
        if move is None:
            break
        if state.turn != turn:
            if items:
                lines.append(" ".join(items))
                if checkpoints and state.turn % _CHECKPOINT_TURNS == 1 and state.turn > 1:
                    lines.append(f"= {position_text(state)}")
            turn = state.turn
            items = [f"{turn}:{state.seat + 1}:" if turn else "setup:"]
            last = state.seat if turn else None
        seat = actor(state)
        if seat != CHANCE and seat != last:
            items.append(f"{seat + 1}>")
            last = seat
        items.append(move)
    if items:
        lines.append(" ".join(items))
    return "\n".join(lines) + "\n"


def _start_headers(start: State) -> dict[str, str]:
    headers = {"KeyHarvest": _VERSION, "Players": str(start.players), "Layout": layout_word(start.layout)}
    for way in ("drawn", "random"):
        if start == new_game(start.players, start.layout, way):
            return {**headers, "Start": way}
    return {**headers, "Position": position_text(start)}


def parse_record(text: str) -> Record:
    """Read a record and replay its moves. Raise ``RecordError`` with the line, the item and the reason."""
    if len(text) > LONGEST:
        raise RecordError(f"record: {len(text)} characters; at most {LONGEST}")
    lines = text.splitlines()
    headers, body = _parse_headers(lines)
    record = Record(_parse_start(headers))
    record.headers = {name: value for name, value in headers.items() if name not in _OF_START}
    if DAY in headers and not is_day(headers[DAY]):
        raise header_fault(DAY, f"{headers[DAY][:40]!r}; expected a date such as 2026-01-05")
    state = record.start
    for number in range(body, len(lines)):
        line = lines[number].strip()
        if line:
            try:
                state = _parse_line(line, state, record.moves)
            except RecordError as error:
                raise RecordError(f"record: line {number + 1}: {error}", number + 1, error.word, record) from None
    return record


def _parse_headers(lines: list[str]) -> tuple[dict[str, str], int]:
    """Return the headers and the number of the first line after them."""
    headers: dict[str, str] = {}
    for number, line in enumerate(lines):
        if not line.strip() and headers:
            return headers, number
        found = _HEADER.fullmatch(line.strip())
        if not found:
            wanted = 'a header such as [Players "2"] or an empty line'
            raise RecordError(
                f"record: line {number + 1} {line[:40]!r}: expected {wanted}", number + 1, line[:40] if headers else ""
            )
        name, value = found[1], re.sub(r"\\(.)", r"\1", found[2])
        if name in headers:
            raise RecordError(f"record: line {number + 1}: header {name} twice", number + 1, name)
        if not value.isprintable():  # it couldn't be written back
            fault = f"expected printable characters, not {value[:40]!r}"
            raise RecordError(f"record: line {number + 1}: header {name}: {fault}", number + 1, name)
        if not headers and name != "KeyHarvest":
            raise RecordError(f'record: line {number + 1}: expected [KeyHarvest "{_VERSION}"] first')
        headers[name] = value
    if not headers:
        raise RecordError(f'record: empty; expected [KeyHarvest "{_VERSION}"] first')
    return headers, len(lines)


def _parse_start(headers: dict[str, str]) -> State:
    """Return the state that the headers describe."""
    version = headers["KeyHarvest"]
    if version != _VERSION:
        raise header_fault("KeyHarvest", f"version {version[:20]!r}; this program reads version {_VERSION}")
    players = headers.get("Players", "")
    if players not in ("2", "3", "4"):
        raise header_fault("Players", f"{players[:20]!r}; expected 2, 3 or 4 (rule 1.1)")
    if "Layout" not in headers:
        raise RecordError("record: header Layout is missing", word="Layout")
    try:
        layout = layout_from_word(headers["Layout"])
    except ValueError as error:
        raise header_fault("Layout", str(error)) from None
    if "Position" in headers:
        if "Start" in headers:
            raise RecordError("record: use either the Start or the Position header, not both", word="Position")
        try:
            start = parse_position(headers["Position"])
        except ValueError as error:
            raise header_fault("Position", str(error)) from None
        if start.players != int(players) or start.layout != layout:
            raise header_fault("Position", "players or layout differ from the headers")
        return start
    ways: dict[str, Start] = {"drawn": "drawn", "random": "random"}
    if headers.get("Start") not in ways:
        raise header_fault("Start", f"{headers.get('Start', '')[:20]!r}; expected drawn or random (rule 2.1)")
    return new_game(int(players), layout, ways[headers["Start"]])


def header_fault(name: str, fault: str) -> RecordError:
    """Return the error for a header whose value is wrong."""
    return RecordError(f"record: header {name}: {fault}", word=name)


def _parse_line(line: str, state: State, moves: list[str]) -> State:
    """Play one line of moves, and compare its checkpoints with the positions reached."""
    word = "="
    try:
        if line.startswith("="):
            if parse_position(line[1:].strip()) != state:
                raise ValueError("checkpoint: the moves before it lead to another position")
            return state
        items = _items(line)
        word = next(items, "")
        wanted = f"{state.turn}:{state.seat + 1}:" if state.turn else "setup:"
        if word != wanted:
            fault = f"expected {wanted!r}" if state.stack else "the game is over"
            raise ValueError(f"{word[:40]!r}: {fault}")
        turn = state.turn
        last: int | None = state.seat if turn else None
        for word in items:
            state, last = _parse_item(word, state, turn, last, moves)
    except RecordError:
        raise
    except ValueError as error:
        raise RecordError(str(error), word=word[:40]) from None
    return state


def _parse_item(item: str, state: State, turn: int, last: int | None, moves: list[str]) -> tuple[State, int | None]:
    """Play one item of a line for ``turn``; return the new state, and the seat that has decided last in the line.

    ``last`` is the seat that decided last before this item.
    """
    if item.startswith("{"):
        return state, last
    seat = actor(state)
    if item.endswith(">"):
        if seat in (CHANCE, last) or item != f"{seat + 1}>":
            raise ValueError(f"{item[:20]!r}: {'a draw' if seat == CHANCE else f'seat {seat + 1}'} is next")
        return state, seat
    if state.turn != turn:
        raise ValueError(f"{item[:20]!r}: the turn is over; a new line begins with {state.turn}:{state.seat + 1}:")
    if seat not in (CHANCE, last) and state.stack:
        raise ValueError(f"{item[:20]!r}: write {seat + 1}> first: seat {seat + 1} decides")
    state = apply(state, item)
    moves.append(item)
    return state, last


def _items(line: str) -> Iterator[str]:
    """Yield the items of a line. Raise ``RecordError`` if a brace isn't closed."""
    at = 0
    for found in _ITEM.finditer(line):
        if line[at : found.start()].strip():
            break
        at = found.end()
        yield found[0]
    if line[at:].strip():
        rest = line[at:].strip()[:40]
        raise RecordError(f"{rest!r}: a comment is not closed", word=rest)
