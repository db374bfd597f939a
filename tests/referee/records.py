"""Game records: read, replayed by the referee, and written.

>>> steps = list(replay('''[KeyHarvest "1"]
... [Players "2"]
... [Layout "standard-1"]
... [Start "drawn"]
...
... setup: *2 2> 1 {a short record}
... '''))
>>> [(step.who, step.move) for step in steps]
[(0, '*2'), (2, '1')]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .components import STANDARD, parse_layout
from .referee import Referee
from .table import CHANCE

HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9]*) "((?:[^"\\]|\\["\\])*)"\]')
LABEL = re.compile(r"setup:|([1-9][0-9]*):([1-4]):")
ITEM = re.compile(r" (?:\{([^{}]*)\}|([1-4])>|([^ {}>]+))")


@dataclass(frozen=True)
class Step:
    """One decision of a record: its line, who decides (0: chance), the choices, the one played, the position after."""

    line: int
    who: int
    choices: tuple[str, ...]
    move: str
    after: str


def parse_headers(lines: list[str]) -> tuple[dict[str, str], int]:
    """The headers of a record, and the index of the first line after the empty one."""
    headers: dict[str, str] = {}
    for index, line in enumerate(lines):
        if not line:
            if next(iter(headers), None) != "KeyHarvest" or headers["KeyHarvest"] != "1":
                raise ValueError('line 1: the first header is not [KeyHarvest "1"]')
            return headers, index + 1
        found = HEADER.fullmatch(line)
        if found is None or found[1] in headers:
            raise ValueError(f"line {index + 1}: not a header, or a repeated one: {line!r}")
        headers[found[1]] = re.sub(r'\\(["\\])', r"\1", found[2])
    raise ValueError("no empty line after the headers")


def begin(headers: dict[str, str]) -> Referee:
    """A referee at the beginning of a record.

    With the header ``Position`` that has to be the beginning of a turn.
    """
    if headers.get("Players") not in ("2", "3", "4"):
        raise ValueError("the header Players is missing or not 2, 3 or 4")
    players, layout = int(headers["Players"]), headers.get("Layout", STANDARD)
    if "Position" not in headers:
        return Referee(players, layout, headers.get("Start", "drawn"))
    referee = Referee.at_turn(headers["Position"])
    if len(referee.table.players) != players or referee.table.layout != parse_layout(layout):
        raise ValueError("the headers Players and Layout are not those of the position")
    return referee


def replay(text: str) -> Iterator[Step]:
    """Replay a record; raises ValueError, with the line, where it is malformed, illegal or not at a checkpoint."""
    if not text.endswith("\n"):
        raise ValueError("the last line does not end")
    lines = text.split("\n")[:-1]
    headers, first = parse_headers(lines)
    referee = begin(headers)
    for number, line in enumerate(lines[first:], first + 1):
        try:
            yield from _replay_line(referee, line, number)
        except ValueError as fault:
            raise ValueError(f"line {number}: {fault}") from None


def _replay_line(referee: Referee, line: str, number: int) -> Iterator[Step]:
    if line.startswith("= "):
        position = re.sub(" stack=[^ ]*$", "", line[2:])
        if position != referee.position():
            raise ValueError(f"the checkpoint is not the position reached, which is {referee.position()}")
        return
    label = LABEL.match(line)
    if label is None:
        raise ValueError(f"no label: {line!r}")
    table = referee.table
    if label[1] and (int(label[1]), int(label[2])) != (table.turn, table.seat):
        raise ValueError(f"the label is {label[0]}, but it is turn {table.turn} of seat {table.seat}")
    if not label[1] and table.turn:
        raise ValueError(f"the label is {label[0]}, but the set-up is over")
    seat = int(label[2]) if label[2] else None
    at = label.end()
    ended = False
    while at < len(line):
        item = ITEM.match(line, at)
        if item is None:
            raise ValueError(f"not a move, a seat or a comment: {line[at:]!r}")
        at = item.end()
        if item[2]:
            seat = int(item[2])
        elif item[3]:
            if ended:
                raise ValueError(f"{item[3]} comes after the end of the turn")
            who, choices = referee.asks.who, referee.asks.choices
            if who != CHANCE and not referee.over and seat != who:
                raise ValueError(f"{item[3]} is played by seat {seat}, but seat {who} decides")
            turn = table.turn
            referee.answer(item[3])
            ended = table.turn != turn
            yield Step(number, who, choices, item[3], referee.position())


class Writer:
    """Writes a record, decision by decision."""

    def __init__(self, players: int, layout: str = STANDARD, start: str = "drawn", position: str = "") -> None:
        headers = {"KeyHarvest": "1", "Players": str(players), "Layout": layout}
        headers |= {"Position": position} if position else {"Start": start}
        self.lines = ['[{} "{}"]'.format(name, re.sub(r'(["\\])', r"\\\1", text)) for name, text in headers.items()]
        self.lines += [""] if position else ["", "setup:"]
        self._label: tuple[int, int | None] = (0, None)
        self._seat: int | None = None

    def add(self, turn: int, seat: int, who: int, move: str) -> None:
        """A move by who (0: chance), made during a turn of a seat (turn 0: set-up)."""
        if turn and self._label != (turn, seat):
            self._label, self._seat = (turn, seat), seat
            self.lines.append(f"{turn}:{seat}:")
        if who not in (CHANCE, self._seat):
            self.lines[-1] += f" {who}>"
            self._seat = who
        self.lines[-1] += f" {move}"

    def text(self) -> str:
        """The record so far."""
        return "\n".join(self.lines) + "\n"
