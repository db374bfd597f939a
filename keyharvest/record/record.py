"""A whole game as text, readable by people and replayable by programs (docs/formats.md, "Record")."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from keyharvest.record.position import parse_position, position_text
from keyharvest.rules.engine import CHANCE, actor, apply
from keyharvest.rules.foreign import QUOTES, check_text, plain, showable, shown_line, unquoted
from keyharvest.rules.layout import layout_from_word, layout_word
from keyharvest.rules.setup import Start, new_game
from keyharvest.rules.state import State, lacks

#: The longest record that is read; a game of 200 turns has about 10 000 characters.
LONGEST: Final = 1_000_000
_VERSION: Final = "1"
_CHECKPOINT_TURNS: Final = 25
_NAME: Final = re.compile("[A-Za-z][A-Za-z0-9]{0,30}")
#: A header. If an editor has made its quotes typographic, the last one before the bracket ends it.
_HEADER: Final = re.compile(
    rf'\[({_NAME.pattern})\s+(?:"((?:[^"\\]|\\.)*)"|[{QUOTES}]((?:[^\\]|\\.)*?)[{QUOTES}])\s*\](?=\s|\[|\Z)'
)
_ESCAPED: Final = re.compile(rf'\\(?:(["\\])|[{QUOTES}])')
_FOLD: Final = re.compile(r"\s*\n\s*")
_SPACE: Final = re.compile(r"\s*")
#: A comment, a checkpoint, a label or a move, or what a brace without its partner leaves of a line.
_ITEM: Final = re.compile(r"\{[^{}]*\}|=\s*[^\s={}]*(?:\s+[a-z]+[1-4]?=\S*)*|[^\s{}]+|[{}].*")
_LABEL: Final = re.compile(r"(?:setup|[0-9]+:[0-9]+):")


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
        self.word = shown_line(word)
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

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise lacks(self, name, "Game.from_record(record).state")

    def __repr__(self) -> str:
        return f"<Record of {self.start.players}: {len(self.moves)} moves>"

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
    if not isinstance(record, Record):
        raise TypeError(f"record: expected a Record, such as Game.record returns, not {type(record).__name__}")
    lines = []
    for name, value in {**_start_headers(record.start), **record.headers}.items():
        if not _NAME.fullmatch(name) or not showable(value) or (name in record.headers and name in _OF_START):
            raise ValueError(f"record: header {name[:40]!r}: expected an unreserved name and printable text")
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'[{name} "{escaped}"]')
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
    """Read a record and replay its moves. Raise ``RecordError`` with the line, the item and the reason.

    The text may have gone through a mail or an editor: where lines end doesn't matter, and typographic signs are read
    as the plain ones.
    """
    if len(check_text("record", text)) > LONGEST:
        raise RecordError(f"record: {len(text)} characters; at most {LONGEST}")
    text = unquoted(text)
    headers, end = _parse_headers(text)
    record = Record(_parse_start(headers))
    record.headers = {name: value for name, value in headers.items() if name not in _OF_START}
    if DAY in headers and not is_day(headers[DAY]):
        raise header_fault(DAY, f"{headers[DAY][:40]!r}; expected a date such as 2026-01-05")
    _parse_moves(plain(text[end:]), text.count("\n", 0, end) + 1, record)
    return record


def _parse_headers(text: str) -> tuple[dict[str, str], int]:
    """Return the headers, and where the text continues after them."""
    headers: dict[str, str] = {}
    end, at = 0, _after_space(text, 0)
    number = 1 + text.count("\n", 0, at)
    while at < len(text):
        found = _HEADER.match(text, at)
        if not found:
            line = text[at:].partition("\n")[0]
            if headers and line[0] != "[" and (text.count("\n", end, at) > 1 or _LABEL.match(line)):
                break
            wanted = 'a header such as [Players "2"] or an empty line'
            raise RecordError(
                f"record: line {number} {line[:40]!r}: expected {wanted}", number, line[:40] if headers else ""
            )
        name, value = found[1], _value(found)
        if name in headers:
            raise RecordError(f"record: line {number}: header {name} twice", number, name)
        if not showable(value):  # it couldn't be written back
            fault = f"expected printable characters, not {value[:40]!r}"
            raise RecordError(f"record: line {number}: header {name}: {fault}", number, name)
        if not headers and name != "KeyHarvest":
            raise RecordError(f'record: line {number}: expected [KeyHarvest "{_VERSION}"] first')
        headers[name] = value
        end, at = found.end(), _after_space(text, found.end())
        number += text.count("\n", found.start(), at)
    if not headers:
        raise RecordError(f'record: empty; expected [KeyHarvest "{_VERSION}"] first')
    return headers, at


def _after_space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _value(found: re.Match[str]) -> str:
    """Return the value of a header; a mail program may have broken it between two words."""
    typed: str = found[2] if found[3] is None else found[3]
    value = _ESCAPED.sub(lambda sign: sign[1] or '"', _FOLD.sub(" ", typed))
    return plain(value) if found[1] in (*_OF_START, DAY) else value


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


def _parse_moves(text: str, number: int, record: Record) -> None:
    """Play the moves, and compare the checkpoints; the text begins in line ``number``.

    The labels separate the turns, since a mail program moves the ends of lines.
    """
    state = record.start
    turn: int | None = None
    last: int | None = None
    at = 0
    for found in _ITEM.finditer(text):
        number += text.count("\n", at, found.start())
        at, word = found.start(), found[0]
        try:
            if word[0] in "{}":
                if not _is_comment(word):
                    raise ValueError(f"{word[:40]!r}: a comment is not closed")
            elif word[0] == "=":
                if parse_position(word[1:]) != state:
                    raise ValueError("checkpoint: the moves before it lead to another position")
                turn = None
            elif turn is None or _LABEL.fullmatch(word):
                wanted = f"{state.turn}:{state.seat + 1}:" if state.turn else "setup:"
                if word != wanted:
                    fault = f"expected {wanted!r}" if state.stack else "the game is over"
                    raise ValueError(f"{word[:40]!r}: {fault}")
                turn = state.turn
                last = state.seat if turn else None
            else:
                state, last = _parse_item(word, state, turn, last, record.moves)
        except ValueError as error:
            fault = f"record: line {number}: {error}"
            raise RecordError(fault, number, "=" if word[0] == "=" else word[:40], record) from None


def _is_comment(word: str) -> bool:
    return word[0] == "{" and word[-1] == "}"


def _parse_item(item: str, state: State, turn: int, last: int | None, moves: list[str]) -> tuple[State, int | None]:
    """Play one item of ``turn``; return the new state, and the seat that has decided last since the label.

    ``last`` is the seat that decided last before this item.
    """
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
