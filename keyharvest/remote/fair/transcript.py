"""A game's messages as a text that anyone can check (docs/formats.md, "Transcript")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from keyharvest.remote.fair.ledger import Agreement, Ledger
from keyharvest.remote.fair.message import MessageError, read_message
from keyharvest.rules.foreign import plain, unquoted
from keyharvest.rules.layout import layout_from_word, layout_word

_FIRST: Final = "KeyHarvestFair"
_VERSION: Final = "1"
_HEADER: Final = re.compile(r'\[([A-Za-z]+) "([ -!#-~]*)"\]')
_BEGINS: Final = re.compile("khf[0-9]+ ")
_NAMES: Final = (_FIRST, "Game", "Players", "Layout", "Start", "Host")


class TranscriptError(ValueError):
    """A text that isn't a transcript, or that was damaged or changed; ``line``: the number of the bad line, from 1."""

    def __init__(self, text: str, line: int) -> None:
        super().__init__(f"transcript: line {line}: {text}")
        self.line = line


def transcript_text(ledger: Ledger) -> str:
    """Return the messages of a game as a transcript.

    >>> print(transcript_text(Ledger(Agreement("AbCdEfGh", 2))), end="")
    [KeyHarvestFair "1"]
    [Game "AbCdEfGh"]
    [Players "2"]
    [Layout "standard-2"]
    [Start "drawn"]
    [Host "1"]
    <BLANKLINE>
    """
    game = ledger.agreement
    values = (_VERSION, game.game, game.players, layout_word(game.layout), game.start, game.host + 1)
    headers = [f'[{name} "{value}"]' for name, value in zip(_NAMES, values, strict=True)]
    accounts = [each for each in ledger.kept if each.kind == "account"]
    proofs = [line for finding in ledger.findings for line in finding.proof]
    lines = [each.text for each in [*ledger.counted(), *accounts]]
    return "\n".join([*headers, "", *lines, *(line for line in proofs if line not in lines)]) + "\n"


def read_transcript(text: str) -> Ledger:
    """Read a transcript and check everything in it; lies are among the ledger's findings.

    A mail or an editor may have broken its lines between words, or added space.

    Raise :class:`TranscriptError` if a line can't be read, or isn't signed by the seat that it names.
    """
    lines = [" ".join(line.split()) for line in plain(unquoted(text)).rstrip().split("\n")]
    agreement, messages = read_headers(lines)
    ledger = Ledger(agreement)
    for number, line in _whole(messages, len(_NAMES) + 2):
        try:
            message = read_message(line)
        except MessageError as error:
            raise TranscriptError(str(error), number) from None
        if not ledger.knows(message):
            raise TranscriptError(f"not signed by seat {message.seat + 1}: the file is damaged or was changed", number)
        ledger.receive(line)
    if ledger.opening:
        ledger.audit()
    return ledger


def _whole(lines: list[str], number: int) -> Iterator[tuple[int, str]]:
    """Yield each message with the number of its first line; ``number`` is that of the first."""
    begins = [at for at, line in enumerate(lines) if not at or not line or _BEGINS.match(line)]
    for at, end in pairwise([*begins, len(lines)]):
        yield number + at, " ".join(lines[at:end])


def read_headers(lines: list[str]) -> tuple[Agreement, list[str]]:
    """Return what the players agreed on before the game, and the lines of their messages.

    Raise :class:`TranscriptError` for a header that can't be used.
    """
    values = []
    for number, name in enumerate(_NAMES, 1):
        found = _HEADER.fullmatch(lines[number - 1]) if len(lines) >= number else None
        if found is None or found[1] != name:
            raise TranscriptError(f'expected [{name} "…"]', number)
        values.append(found[2])
    version, game, players, layout, start, host = values
    if version != _VERSION:
        raise TranscriptError(f"version {version!r}; this program reads version {_VERSION}", 1)
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,40}", game):
        raise TranscriptError("Game: expected up to 40 letters and digits", 2)
    if players not in ("2", "3", "4"):
        raise TranscriptError("Players: expected 2, 3 or 4 (rule 1.1)", 3)
    if start not in ("drawn", "random"):
        raise TranscriptError("Start: expected drawn or random (rule 2.1)", 5)
    if host not in ("1", "2", "3", "4")[: int(players)]:
        raise TranscriptError("Host: expected a seat of the game", 6)
    try:
        grown = layout_from_word(layout)
    except ValueError as error:
        raise TranscriptError(f"Layout: {error}", 4) from None
    if len(lines) > len(_NAMES) and lines[len(_NAMES)]:
        raise TranscriptError("expected an empty line after the headers", len(_NAMES) + 1)
    agreement = Agreement(game, int(players), grown, "drawn" if start == "drawn" else "random", int(host) - 1)
    return agreement, lines[len(_NAMES) + 1 :]
