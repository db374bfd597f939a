"""Files of games, one per line as JSON, which a command writes as it plays and continues after an interruption."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

K = TypeVar("K")
G = TypeVar("G")


class KeptGames(Generic[K, G]):
    """The games of ``--jsonl FILE``, if it is given: those of the file, and those added.

    Attributes:
        games: the games of the file, by their keys.
    """

    def __init__(
        self, file: Path | None, resume: bool, read: Callable[[str], G], key: Callable[[G], K], head: str
    ) -> None:
        """Read the file, each line by ``read``; all lines that the command writes begin with ``head``.

        A truncated last line is ignored; the file changes only when a game is added. Raise ``ValueError`` if the file
        exists without ``resume``, or contains anything else.
        """
        self.games: dict[K, G] = {}
        self._file = file
        #: How to prepare the file for the next game: the number of bytes to keep, if not all, and bytes to append.
        self._kept: int | None = None
        self._end = b""
        if self._file is None or not self._file.exists():
            return
        if not resume:
            raise ValueError(f"{self._file} already exists; add --resume to continue it")
        if not self._file.is_file():
            raise ValueError(f"{self._file} is not a regular file")
        content = self._file.read_bytes()
        lines = content.removeprefix(b"\xef\xbb\xbf").splitlines(keepends=True)
        lines_of: dict[K, int] = {}
        for number, line in enumerate(lines, 1):
            whole = line.endswith((b"\n", b"\r"))
            try:
                game = read(_text(line))
                if lines_of.setdefault(key(game), number) != number:
                    raise ValueError(f"same game as line {lines_of[key(game)]}")
            except ValueError as error:
                if not whole and _is_cut_off(line, head.encode()):
                    self._kept = len(content) - len(line)
                    break
                raise ValueError(f"{self._file}: line {number}: {error}") from None
            self.games[key(game)] = game
            self._end = b"" if whole else b"\n"

    def add(self, line: str) -> None:
        """Write a game to the file, if there is one, replacing a truncated last line."""
        if self._file is None:
            return
        with self._file.open("ab") as file:
            if self._kept is not None:
                file.truncate(self._kept)
            file.write(self._end + line.encode() + b"\n")
        self._kept, self._end = None, b""


def _text(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError as error:
        raise ValueError(f"not text in UTF-8 (byte {error.start})") from None


def _is_cut_off(line: bytes, head: bytes) -> bool:
    """Whether a line is a truncated object whose text starts with ``head``.

    >>> [_is_cut_off(line, b'{"seed": ') for line in (b'{"se', b'{"seed": 1, "pla', b'{"seed": 1}', b"my notes")]
    [True, True, False, False]
    """
    if not (line.startswith(head) or head.startswith(line)):
        return False
    try:
        json.JSONDecoder().raw_decode(line.decode())
    except json.JSONDecodeError as error:
        # From the error on, there is at most the beginning of one more token.
        return re.fullmatch(r'"([^"\\]|\\.)*\\?|[^\s"]*', error.doc[error.pos :]) is not None
    except (UnicodeDecodeError, RecursionError):
        pass
    return False
