"""Transcripts and `keyharvest verify`: what it says, and one clear error for every file that was damaged."""

from __future__ import annotations

import textwrap
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from keyharvest.cli import main
from keyharvest.record import Record, record_text
from keyharvest.remote.fair import older
from keyharvest.remote.fair.audit import complete, report
from keyharvest.remote.fair.joint import chain
from keyharvest.remote.fair.ledger import Agreement, state_digest
from keyharvest.remote.fair.message import encode, read_message
from keyharvest.remote.fair.signing import public_key, sign
from keyharvest.remote.fair.transcript import TranscriptError, read_transcript, transcript_text
from keyharvest.rules import Layout, actor, legal, new_game, play
from keyharvest.rules.layout import STANDARD
from keyharvest.rules.turn import Turn
from tests.remote.fair.lies import CASES, play_with_liar
from tests.remote.fair.simulation import Party
from web.environment import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("pages_share_sums")]

HEADERS = 8
OLDER = ROOT / "tests" / "data" / "fair"


@pytest.fixture(scope="module")
def party() -> Party:
    """Two players, in the middle of a game."""
    party = Party(Agreement("file", 2, host=1), 1)
    party.play(until=lambda party: len(party.seats[0].course.moves) > 60)
    return party


def test_a_transcript_is_read_as_it_was_written(party: Party) -> None:
    text = transcript_text(party.seats[0])
    told = read_transcript(text)
    assert transcript_text(told) == text
    assert told.course.moves == party.seats[0].course.moves
    assert not told.findings
    for other in ("\ufeff" + text, text.replace("\n", "\r\n"), text.removesuffix("\n")):
        assert read_transcript(other).course.moves == told.course.moves


@pytest.mark.parametrize(
    ("line", "new", "said"),
    [
        (1, '[KeyHarvestFair "3"]', "line 1: version '3'"),
        (1, "hello", r"line 1: expected \[KeyHarvestFair"),
        (2, '[Game "a b"]', "line 2: Game"),
        (3, '[Players "5"]', "line 3: Players: expected 2, 3 or 4"),
        (4, '[Layout "none"]', "line 4: Layout"),
        (5, '[Start "now"]', "line 5: Start"),
        (6, '[Host "3"]', "line 6: Host"),
        (7, '[Deal "0"]', "line 7: Deal"),
        (7, '[Deal "01"]', "line 7: Deal"),
        (8, "x", "line 8: expected an empty line"),
        (10, "khf2 nonsense", "line 10: 'khf2 nonsense'"),
        (10, "", "line 10"),
    ],
)
def test_a_damaged_line_is_named(party: Party, line: int, new: str, said: str) -> None:
    lines = transcript_text(party.seats[0]).splitlines()
    lines[line - 1] = new
    with pytest.raises(TranscriptError, match=said) as error:
        read_transcript("\n".join(lines))
    assert error.value.line == line


@pytest.mark.parametrize(
    ("header", "other"),
    [
        ('[Game "file"]', '[Game "else"]'),
        ('[Players "2"]', '[Players "3"]'),
        ('[Start "drawn"]', '[Start "random"]'),
        ('[Host "2"]', '[Host "1"]'),
        ('[Deal "1"]', '[Deal "2"]'),
    ],
)
def test_a_changed_header_contradicts_the_file(
    party: Party, header: str, other: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.fair.txt"
    text = transcript_text(party.seats[0])
    assert header in text
    file.write_text(text.replace(header, other), encoding="utf-8")
    assert main(["verify", str(file)]) == 1
    assert "line 9: a first message for a game that is set up differently" in capsys.readouterr().err


def test_every_changed_character_is_noticed(party: Party) -> None:
    """Anyone who changes a file can damage it, but not make a player a liar."""
    text = transcript_text(party.seats[0])
    begin = text.index("khf2")
    for at in range(begin, len(text), max(1, len(text) // 60)):
        if text[at] in "\n ":
            continue
        changed = text[:at] + ("b" if text[at] == "a" else "a") + text[at + 1 :]
        try:
            told = read_transcript(changed)
        except TranscriptError:
            continue
        assert told.findings
        assert not told.proven


@pytest.mark.parametrize("change", ["without", "twice", "exchanged"])
def test_a_file_whose_lines_do_not_follow_is_refused(party: Party, change: str) -> None:
    lines = transcript_text(party.seats[0]).splitlines()
    for at in range(HEADERS + 3, len(lines) - 9, 9):
        new = {
            "without": lines[:at] + lines[at + 1 :],
            "twice": lines[: at + 1] + lines[at:],
            "exchanged": [*lines[: at - 4], lines[at], *lines[at - 3 : at], lines[at - 4], *lines[at + 1 :]],
        }[change]
        with pytest.raises(TranscriptError):
            read_transcript("\n".join(new))


def test_a_message_of_another_version_of_the_game_is_reported(
    party: Party, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, seat = tmp_path / "game.fair.txt", party.seats[0]
    awaited = next(iter(seat.awaited))
    said = type(seat.kept[0])(seat.step, awaited, "A" * 43, seat.awaited[awaited], f"end {'A' * 43}")
    file.write_text(transcript_text(seat) + party.sign(said, awaited).text + "\n", encoding="utf-8")
    assert main(["verify", str(file)]) == 1
    out = capsys.readouterr().out
    assert "There are two versions of the game, and nobody can say whose fault that is." in out
    assert out.endswith("Not fair: the file contradicts itself, and nobody can say who is to blame.\n")


def test_every_line_that_shows_a_fault_belongs_to_a_file(party: Party) -> None:
    """A fork that a page saw may be the second of two messages in its file, which is not damaged by that."""
    seat = party.seats[0]
    first, second = [each for each in seat.kept if each.seat == 1 and each.kind == "reveal"][:2]
    others = [party.sign(replace(first, digest="A" * 43), 1), party.sign(replace(second, body="A" * 43), 1)]
    text = transcript_text(seat) + "".join(f"{each.text}\n" for each in others)
    assert [(each.kind, each.seats) for each in read_transcript(text).findings] == [("twice", (1,))]


def test_a_key_of_another_version_of_the_game_belongs_to_a_file() -> None:
    """It came before the right one of the same seat, and is among what shows a fault, at the end."""
    party = Party(Agreement("opened", 2), 1)
    party.play(until=lambda party: len(party.seats[0].course.moves) > 30)
    one, other = party.seats
    [line] = other.cease()
    one.hear(party.sign(replace(read_message(line), digest="A" * 43), 1).text)
    one.hear(line)
    assert set(one.opened) == {0, 1}
    told = read_transcript(transcript_text(one)).findings
    assert [(each.kind, each.evidence) for each in told] == [(each.kind, each.evidence) for each in one.findings]
    assert told


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
    record.write_text(record_text(_on_another_layout(party.seats[0].record())), encoding="utf-8")
    assert main(["verify", str(file), "--against", str(record)]) == 1
    assert "differs from the transcript in its players, its layout or how it begins" in capsys.readouterr().err


def _on_another_layout(record: Record) -> Record:
    """A game with the same moves, in which two references have exchanged their crops."""
    for one, other in combinations(range(len(STANDARD.crops)), 2):
        crops = list(STANDARD.crops)
        crops[one], crops[other] = crops[other], crops[one]
        changed = Record(new_game(2, Layout("other", tuple(crops), STANDARD.pairs), "drawn"), record.moves)
        if tuple(crops) != STANDARD.crops and _can_be_played(changed):
            return changed
    raise AssertionError


def _can_be_played(record: Record) -> bool:
    try:
        return bool(list(record.states()))
    except ValueError:
        return False


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


def test_the_number_of_deals_is_signed_and_reported() -> None:
    party = Party(Agreement("dealt", 2, deal=3), 1)
    party.deliver()
    said = report(read_transcript(transcript_text(party.seats[0])))
    assert any("2 earlier deal(s)" in line for line in said)


@pytest.mark.thorough
@pytest.mark.parametrize("version", ["1", "2"])
@pytest.mark.parametrize("kind", ["one line", "many words", "many lines"])
def test_a_huge_file_costs_little(party: Party, version: str, kind: str) -> None:
    headers = "\n".join(transcript_text(party.seats[0]).splitlines()[: HEADERS - 1 - (version == "1")])
    headers = headers.replace('Fair "2"', f'Fair "{version}"')
    size = 3_900_000
    body = {
        "one line": f"khf{version} 0 1 " + "x" * size,
        "many words": f"khf{version} " * (size // 5),
        "many lines": (transcript_text(party.seats[0]).splitlines()[9] + "\n") * (size // 300),
    }[kind]
    tracemalloc.start()
    begun = time.process_time()
    for text in (f"{headers}\n\n{body}\n", f"{headers}\n\n{body * 3}\n"):
        with pytest.raises(TranscriptError):
            read_transcript(text)
    assert time.process_time() - begun < 2
    assert tracemalloc.get_traced_memory()[1] < 100_000_000
    tracemalloc.stop()


def test_a_file_with_more_messages_than_any_game_has_is_refused_at_once(party: Party) -> None:
    lines = transcript_text(party.seats[0]).splitlines()
    with pytest.raises(TranscriptError, match="line 9: 5001 messages; no game has more than 5000"):
        read_transcript("\n".join([*lines[:HEADERS], *lines[HEADERS : HEADERS + 1] * 5001]))


#: Transcripts of version 1, and what is found in each: the kinds, and the seats that are proven liars.
FOUND = {
    "whole2": (set(), set()),
    "whole3": (set(), set()),
    "left4": ({"silent"}, set()),
    "alone4": ({"silent"}, set()),
    "ceased4": (set(), set()),
    "call3": ({"call"}, set()),
    "link2": ({"link"}, {0}),
    "lock3": ({"lock"}, {0}),
    "account3": ({"fork", "form"}, {0}),
    # The first to lock negated values, or a seat with an even key did so when it unlocked them: an honest seat was
    # accused for it, and nobody else.
    "negated3": ({"form"}, {0}),
    "even4": ({"form"}, {1}),
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", FOUND)
def test_older_transcripts_are_still_checked(name: str) -> None:
    told = read_transcript((OLDER / f"{name}.txt").read_text(encoding="utf-8"))
    kinds, liars = FOUND[name]
    assert {finding.kind for finding in told.findings} == kinds
    assert {seat for finding in told.findings if finding.lie for seat in finding.seats} == liars
    assert complete(told) == name.startswith("whole")
    assert all(report(told))


def test_every_older_transcript_is_tried() -> None:
    assert {path.stem for path in OLDER.glob("*.txt")} == set(FOUND)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["whole2", "ceased4"])
def test_an_older_transcript_that_was_changed_accuses_nobody(name: str) -> None:
    lines = (OLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    for at in range(12, len(lines), len(lines) // 7):
        told = read_transcript("\n".join([*lines[:at], *lines[at + 1 :]]))
        assert not told.proven
        changed = lines[at][:70] + ("b" if lines[at][70] == "a" else "a") + lines[at][71:]
        with pytest.raises(TranscriptError):
            read_transcript("\n".join([*lines[:at], changed, *lines[at + 1 :]]))


def test_a_message_that_has_no_place_in_an_older_game_is_an_error() -> None:
    """While one seat decides, the other signs a decision too."""
    game, keys = Agreement("AbCdEfGh", 2, version=1), [bytes([seat]) * 32 for seat in range(2)]
    chains = [chain(key) for key in keys]
    ledger, said = older.Older(game, []), list[str]()

    def say(seat: int, body: str) -> None:
        content = f"khf1 {ledger.step} {seat + 1} {ledger.digests[-1]} {body}"
        said.append(f"{content} {encode(sign(keys[seat], content.encode()))}")

    def replayed() -> older.Older:
        told = older.Older(game, [older.read_message(line) for line in said])
        told.replay()
        return told

    for seat in range(2):
        say(seat, f"hello {encode(public_key(keys[seat]))} {encode(chains[seat][0])}")
    shown = 0
    while "play" not in (ledger := replayed()).awaited.values():
        shown += 1
        for seat in range(2):
            say(seat, f"reveal {encode(chains[seat][shown])}")
    [seat], state, moves = ledger.awaited, ledger.course.state, list[str]()
    while not moves or (actor(state) == seat and not isinstance(state.stack[-1], Turn)):
        moves.append(legal(state)[-1])
        state = play(state, moves[-1])
    headers = ['[KeyHarvestFair "1"]', '[Game "AbCdEfGh"]', '[Players "2"]', '[Layout "standard-2"]']
    headers += ['[Start "drawn"]', '[Host "1"]', ""]
    say(seat, f"play {','.join(moves)} {state_digest(state)}")
    assert read_transcript("\n".join([*headers, *said])).course.moves[-len(moves) :] == moves
    say(1 - seat, f"play {','.join(moves)} {state_digest(state)}")
    with pytest.raises(TranscriptError, match=f"line {len(headers) + len(said)}: a message of step {ledger.step} that"):
        read_transcript("\n".join([*headers, *said]))


@pytest.mark.parametrize(
    "body", ["02 without", "3+2 without", "2+2 without", "5 without", "2  without", "1_1 without", "+2 without"]
)
def test_a_ballot_of_an_older_game_has_one_spelling(body: str) -> None:
    lines = (OLDER / "left4.txt").read_text(encoding="utf-8").splitlines()
    at = next(at for at, line in enumerate(lines) if " ballot " in line)
    before, _ballot, rest = lines[at].partition(" ballot ")
    lines[at] = f"{before} ballot {body} {rest.split(' ')[-1]}"
    with pytest.raises(TranscriptError, match=f"line {at + 1}"):
        read_transcript("\n".join(lines))


@pytest.mark.parametrize(
    ("name", "kind", "seats"),
    [
        ("account3", "account", "-9"),
        ("account3", "account", "9+9"),
        ("account3", "account", "1_1"),
        ("ceased4", "cease", "x y z"),
        ("ceased4", "cease", ""),
    ],
)
def test_a_message_of_an_older_game_names_seats_in_one_spelling(name: str, kind: str, seats: str) -> None:
    lines = (OLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    at = next(at for at, line in enumerate(lines) if f" {kind} " in line)
    before, _kind, rest = lines[at].partition(f" {kind} ")
    lines[at] = f"{before} {kind} {seats} {rest.partition(' ')[2]}"
    with pytest.raises(TranscriptError, match=f"line {at + 1}: .*expected a message"):
        read_transcript("\n".join(lines))


@pytest.mark.parametrize("word", ["cease x y z", "open", "open - -", "hello 1_1", "ballot 2 without", "call -"])
def test_a_message_has_one_spelling(party: Party, word: str) -> None:
    line = party.seats[0].lines()[-1]
    head, _kind, _rest = line.partition(" play ")
    with pytest.raises(ValueError, match="expected a message"):
        read_message(f"{head} {word} {line.split(' ')[-1]}")
    for wrong in (line.replace(" ", "  ", 1), f"{line} ", f" {line}", line.replace("khf2 ", "khf2 0", 1)):
        with pytest.raises(ValueError, match="expected a message"):
            read_message(wrong)
    spare = line[:-1] + ("B" if line[-1] == "A" else chr(ord(line[-1]) + 1))
    with pytest.raises(ValueError, match="expected a message"):
        read_message(spare)
    assert encode(bytes(32)) == "A" * 43


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
