"""Transcripts and `keyharvest verify`: what it says, and one clear error for every file that was damaged."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from keyharvest.cli import main
from keyharvest.record import record_text
from keyharvest.remote.fair.audit import report
from keyharvest.remote.fair.ledger import Agreement
from keyharvest.remote.fair.transcript import TranscriptError, read_transcript, transcript_text
from tests.remote.fair.lies import CASES, play_with_liar
from tests.remote.fair.simulation import Party

HEADERS = 7


@pytest.fixture(scope="module")
def party() -> Party:
    """Two players, in the middle of a game."""
    party = Party(Agreement("file", 2), 1)
    party.play(until=lambda party: len(party.seats[0].course.moves) > 60)
    return party


def test_a_transcript_is_read_as_it_was_written(party: Party) -> None:
    text = transcript_text(party.seats[0])
    told = read_transcript(text)
    assert transcript_text(told) == text
    assert told.course.moves == party.seats[0].course.moves
    assert not told.findings


@pytest.mark.parametrize(
    ("line", "new", "said"),
    [
        (1, '[KeyHarvestFair "2"]', "line 1: version '2'"),
        (1, "hello", r"line 1: expected \[KeyHarvestFair"),
        (2, '[Game "a b"]', "line 2: Game"),
        (3, '[Players "5"]', "line 3: Players: expected 2, 3 or 4"),
        (4, '[Layout "none"]', "line 4: Layout"),
        (5, '[Start "now"]', "line 5: Start"),
        (6, '[Host "3"]', "line 6: Host"),
        (7, "x", "line 7: expected an empty line"),
        (9, "khf1 nonsense", "line 9: 'khf1 nonsense'"),
        (9, "", "line 9"),
    ],
)
def test_a_damaged_line_is_named(party: Party, line: int, new: str, said: str) -> None:
    lines = transcript_text(party.seats[0]).splitlines()
    lines[line - 1] = new
    with pytest.raises(TranscriptError, match=said) as error:
        read_transcript("\n".join(lines))
    assert error.value.line == line


def test_every_changed_character_is_noticed(party: Party) -> None:
    """Anyone who changes a file can damage it, but not make a player a liar."""
    text = transcript_text(party.seats[0])
    begin = text.index("khf1")
    for at in range(begin, len(text), max(1, len(text) // 60)):
        if text[at] in "\n ":
            continue
        changed = text[:at] + ("b" if text[at] == "a" else "a") + text[at + 1 :]
        with pytest.raises(TranscriptError):
            read_transcript(changed)


def test_a_file_without_some_lines_accuses_nobody(party: Party) -> None:
    lines = transcript_text(party.seats[0]).splitlines()
    for at in range(HEADERS + 2, len(lines), 9):
        told = read_transcript("\n".join(lines[:at] + lines[at + 1 :]))
        assert not told.proven
        assert told.course.moves == party.seats[0].course.moves[: len(told.course.moves)]


def test_the_command_says_what_was_checked(party: Party, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, record = tmp_path / "game.fair.txt", tmp_path / "game.txt"
    file.write_text(transcript_text(party.seats[0]), encoding="utf-8")
    assert main(["verify", str(file), "--record", str(record)]) == 0
    said = capsys.readouterr().out
    assert f"Number of the game: {party.seats[0].fingerprint}" in said
    assert "Not checked: the rest: the game isn't over in this file." in said
    assert said.endswith("No lie, as far as it could be checked.\n")
    assert record.read_text(encoding="utf-8") == record_text(party.seats[0].record())
    assert main(["verify", str(file), "--against", str(record)]) == 0
    assert "the same" in capsys.readouterr().out
    record.write_text(record.read_text(encoding="utf-8").rpartition(" ")[0] + "\n", encoding="utf-8")
    assert main(["verify", str(file), "--against", str(record)]) == 1
    assert "differs from the transcript from move" in capsys.readouterr().err


def test_the_command_names_a_liar_and_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case = next(case for case in CASES if case.name == "later link")
    outcome = play_with_liar(case, 2, seed=5)
    file = tmp_path / "lie.fair.txt"
    file.write_text(transcript_text(outcome.party.honest[0]), encoding="utf-8")
    assert main(["verify", str(file)]) == 1
    out = capsys.readouterr()
    assert f"Seat {(outcome.party.liar or 0) + 1} gave a false number for a draw" in out.out
    assert out.out.endswith("Not fair: a lie is proven.\n")
    assert not out.err


def test_the_command_has_one_line_for_a_damaged_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "none.txt"
    file.write_text("x", encoding="utf-8")
    assert main(["verify", str(file)]) == 1
    assert capsys.readouterr().err == 'keyharvest verify: transcript: line 1: expected [KeyHarvestFair "…"]\n'


def test_nothing_is_claimed_of_a_game_that_has_not_begun() -> None:
    assert report(read_transcript(transcript_text(Party(Agreement("new", 3), 1).seats[0]))) == [
        "Not checked: the game has not begun."
    ]


@pytest.mark.parametrize(
    "mangled",
    [
        lambda text: "\ufeff" + text.replace("\n", "\r\n") + "\r\n\r\n",
        lambda text: textwrap.indent(text, "> ", lambda _line: True),
        lambda text: "\n".join(
            textwrap.fill(line, 72, break_long_words=False, break_on_hyphens=False) for line in text.split("\n")
        ),
        lambda text: text.replace(" ", "\xa0").replace('"', "\u201d").replace("\n", "  \n").rstrip("\n"),
    ],
    ids=["Windows", "reply", "wrapped", "typographic"],
)
def test_a_transcript_is_read_as_a_mail_leaves_it(party: Party, mangled: Callable[[str], str]) -> None:
    text = transcript_text(party.seats[0])
    assert transcript_text(read_transcript(mangled(text))) == transcript_text(read_transcript(text))
