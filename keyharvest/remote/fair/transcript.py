"""A game's messages as a text that anyone can check (docs/formats.md, "Transcript")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from keyharvest.remote.fair.findings import Finding
from keyharvest.remote.fair.ledger import Agreement, Ledger
from keyharvest.remote.fair.message import VERSION, Message, MessageError, read_message
from keyharvest.rules.foreign import plain, unquoted
from keyharvest.rules.layout import layout_from_word, layout_word

_FIRST: Final = "KeyHarvestFair"
_HEADER: Final = re.compile(r'\[([A-Za-z]+) "([ -!#-~]*)"\]')
_BEGINS: Final = re.compile("khf[0-9]+ ")
_NAMES: Final = (_FIRST, "Game", "Players", "Layout", "Start", "Host", "Deal")
#: The longest file, in characters. A game has a tenth of that; in version 1 a seat's account repeated all of it.
LONGEST: Final = 4_000_000
#: The most messages: four players who draw as late as rule 13.4 allows need half of that.
_MOST: Final = 5000


class TranscriptError(ValueError):
    """A text that isn't a transcript, or that was damaged or changed; ``line``: the number of the bad line, from 1."""

    def __init__(self, text: str, line: int) -> None:
        super().__init__(f"transcript: line {line}: {text}")
        self.line = line


def transcript_text(ledger: Ledger) -> str:
    """Return the messages of a game as a transcript.

    >>> print(transcript_text(Ledger(Agreement("AbCdEfGh", 2))), end="")
    [KeyHarvestFair "2"]
    [Game "AbCdEfGh"]
    [Players "2"]
    [Layout "standard-2"]
    [Start "drawn"]
    [Host "1"]
    [Deal "1"]
    <BLANKLINE>
    """
    game = ledger.agreement
    values = (VERSION, game.game, game.players, layout_word(game.layout), game.start, game.host + 1, game.deal)
    headers = [f'[{name} "{value}"]' for name, value in zip(_NAMES, values, strict=True)]
    lines = [each.text for each in ledger.kept]
    evidence = dict.fromkeys(line for finding in ledger.findings for line in finding.evidence)
    known = set(lines)
    return "\n".join([*headers, "", *lines, *(line for line in evidence if line not in known)]) + "\n"


def read_transcript(text: str) -> Ledger:
    """Read a transcript and check everything in it; what is wrong with the game is among the ledger's findings.

    A mail or an editor may have broken its lines between words, or added space.

    Raise :class:`TranscriptError` for a line that isn't a message, isn't signed by the seat that it names, or neither
    follows from the lines before it nor shows what is wrong: such a file was damaged or changed.
    """
    if len(text) > LONGEST:
        raise TranscriptError(f"{len(text)} characters; at most {LONGEST}", 1)
    agreement, messages, before = _parts(
        [" ".join(line.split()) for line in plain(unquoted(text)).rstrip().split("\n")]
    )
    numbered = list(_whole(messages, before + 1))
    if len(numbered) > _MOST:
        raise TranscriptError(f"{len(numbered)} messages; no game has more than {_MOST}", before + 1)
    if agreement.version == 1:
        return _read_older(agreement, numbered)
    ledger = _Reader(agreement)
    for number, line in numbered:
        try:
            message = read_message(line)
        except MessageError as error:
            raise TranscriptError(str(error), number) from None
        if not ledger.kept and message.digest != ledger.digests[0]:
            raise TranscriptError("a first message for a game that is set up differently: a header was changed", number)
        if ledger.receive(line) or line in ledger.evidence:
            continue
        # A page that knows its own counters may wait for keys where a reader has its proof already, and accept more.
        if not (ledger.proven and ledger.is_from(message)):
            raise TranscriptError(_why_not(ledger, message), number)
    return ledger


class _Reader(Ledger):
    """A ledger that also remembers the ``evidence``: each line that shows a fault, even one that is known already.

    The page that wrote a file may have met its lines in another order: what was a fork there may be the second of two
    messages here.
    """

    def __init__(self, agreement: Agreement) -> None:
        super().__init__(agreement)
        self.evidence: set[str] = set()

    def _find(self, finding: Finding) -> None:
        self.evidence.update(finding.evidence)
        super()._find(finding)


def _whole(lines: list[str], number: int) -> Iterator[tuple[int, str]]:
    """Yield each message with the number of its first line; ``number`` is that of the first."""
    begins = [at for at, line in enumerate(lines) if not at or not line or _BEGINS.match(line)]
    for at, end in pairwise([*begins, len(lines)]):
        yield number + at, " ".join(lines[at:end])


def _why_not(ledger: Ledger, message: Message) -> str:
    if message.seat in ledger.seats and (message.seat not in ledger.keys or ledger.is_from(message)):
        return f"a message of step {message.step} that doesn't follow from the lines before it"
    return f"not signed by seat {message.seat + 1}: the file is damaged or was changed"


def _read_older(agreement: Agreement, lines: list[tuple[int, str]]) -> Ledger:
    from keyharvest.remote.fair import older

    messages = []
    for number, line in lines:
        try:
            messages.append(older.read_message(line))
        except MessageError as error:
            raise TranscriptError(str(error), number) from None
    ledger = older.Older(agreement, messages)
    for (number, _line), message in zip(lines, messages, strict=True):
        if not ledger.is_from(message):
            raise TranscriptError(f"not signed by seat {message.seat + 1}: the file is damaged or was changed", number)
    ledger.replay()
    unused = ledger.unused()
    for (number, _line), message in zip(lines, messages, strict=True):
        if message in unused:
            raise TranscriptError(f"a message of step {message.step} that doesn't follow from the others", number)
    return ledger


def read_stored(text: str) -> tuple[Agreement, list[str]]:
    """Return the terms and the messages of a transcript that this page has stored, without checking the messages.

    Raise :class:`TranscriptError` if it is of another version.
    """
    agreement, messages, _number = _parts(text.removesuffix("\n").split("\n"))
    if agreement.version != VERSION:
        raise TranscriptError(f"version {agreement.version}; this program continues games of version {VERSION}", 1)
    return agreement, messages


def _parts(lines: list[str]) -> tuple[Agreement, list[str], int]:
    """Return the terms of a game, the lines of its messages, and how many lines come before those.

    Raise :class:`TranscriptError` for a header that can't be used.
    """
    values: list[str] = []
    for number, name in enumerate(_NAMES, 1):
        if values and values[0] == "1" and name == "Deal":
            values.append("1")
            continue
        found = _HEADER.fullmatch(lines[number - 1]) if len(lines) >= number else None
        if found is None or found[1] != name:
            raise TranscriptError(f'expected [{name} "…"]', number)
        values.append(found[2])
        _check(name, found[2], values, number)
    version, game, players, layout, start, host, deal = values
    number = len(_NAMES) - (version == "1")
    if lines[number:] and lines[number]:
        raise TranscriptError("expected an empty line after the headers", number + 1)
    agreement = Agreement(
        game,
        int(players),
        layout_from_word(layout),
        "drawn" if start == "drawn" else "random",
        int(host) - 1,
        int(deal),
        int(version),
    )
    return agreement, lines[number + 1 :], number + 1


def _check(name: str, value: str, values: list[str], line: int) -> None:
    """Raise :class:`TranscriptError` unless a header has a value that it may have."""
    words = {"Players": ("2", "3", "4"), "Start": ("drawn", "random"), "Host": ("1", "2", "3", "4")}
    expected = {
        "Players": "2, 3 or 4 (rule 1.1)",
        "Start": "drawn or random (rule 2.1)",
        "Host": "a seat of the game",
        "Game": "up to 40 letters and digits",
        "Deal": "a number from 1 to 9999",
    }
    if name == _FIRST and value not in ("1", f"{VERSION}"):
        raise TranscriptError(f"version {value!r}; this program reads versions 1 and {VERSION}", line)
    if name == "Layout":
        try:
            if layout_word(layout_from_word(value)) != value:
                raise ValueError("not in its usual spelling")
        except ValueError as error:
            raise TranscriptError(f"Layout: {error}", line) from None
    elif (name == "Host" and value not in words["Host"][: int(values[2])]) or (
        (name in words and value not in words[name])
        or (name == "Game" and not re.fullmatch(r"[A-Za-z0-9_-]{1,40}", value))
        or (name == "Deal" and not re.fullmatch(r"[1-9][0-9]{0,3}", value))
    ):
        raise TranscriptError(f"{name}: expected {expected[name]}", line)
