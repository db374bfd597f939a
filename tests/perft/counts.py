"""The positions and their numbers, and the referee's count."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from keyharvest.lab.perft import perft
from keyharvest.record import parse_record
from keyharvest.rules import State
from tests.referee.records import begin, parse_headers, replay
from tests.referee.referee import Referee
from tests.situations.records import FOLDER

TABLE: Final = Path(__file__).parent / "counts.txt"
#: How many moves, and how many sequences of them, a new line of the table may count.
_DEEPEST: Final = 7
_MOST: Final = 30_000


def table() -> dict[str, list[int]]:
    """Return for each record of the situations the numbers of sequences of 1, 2, 3 … moves from its end."""
    found = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        name, *numbers = line.partition("#")[0].split() or [""]
        if name:
            found[name] = [int(number) for number in numbers]
    return found


def renewed(text: str) -> str:
    """Return the text of the table with the engine's numbers.

    Each line keeps its depth; a line with a name alone goes as deep as a reasonable number of sequences allows.
    """
    return "".join(f"{_renewed(line)}\n" for line in text.splitlines())


def _renewed(line: str) -> str:
    name, *numbers = line.partition("#")[0].split() or [""]
    if not name:
        return line
    position = position_of(name)
    found: list[int] = []
    for depth in range(1, (len(numbers) or _DEEPEST) + 1):
        sequences = perft(position, depth)
        if not 0 < sequences <= _MOST:
            break
        found.append(sequences)
    return " ".join([name, *map(str, found)])


def text_of(name: str) -> str:
    """Return the text of a record."""
    return (FOLDER / name).read_text(encoding="utf-8")


def position_of(name: str) -> State:
    """Return the last position of a record."""
    try:
        *_, last = parse_record(text_of(name)).states()
    except ValueError as error:
        raise ValueError(f"{name}: {error}; python3 tests situations --find renews the records") from None
    return last


def counted_by_referee(name: str, depth: int) -> int:
    """Return what :func:`keyharvest.lab.perft.perft` gives for the end of a record, counted by the referee.

    The referee cannot go back, so every node is replayed from the beginning of the record.
    """
    text = text_of(name)
    headers, _ = parse_headers(text.split("\n"))
    moves = [step.move for step in replay(text)]

    def after(path: Sequence[str]) -> Referee:
        referee = begin(headers)
        for move in (*moves, *path):
            referee.answer(move)
        return referee

    return _count(after, (), depth)


def _count(after: Callable[[Sequence[str]], Referee], path: tuple[str, ...], depth: int) -> int:
    choices = after(path).asks.choices
    return len(choices) if depth == 1 else sum(_count(after, (*path, move), depth - 1) for move in choices)
