"""Fair games of honest pages: networks that fail, players who leave, pages that are opened again."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from keyharvest.game import Game
from keyharvest.record import Record, parse_record, record_text
from keyharvest.remote.fair.audit import complete, report
from keyharvest.remote.fair.findings import Finding, sentence
from keyharvest.remote.fair.ledger import Agreement, Ledger
from keyharvest.remote.fair.message import LONGEST, read_message
from keyharvest.remote.fair.seat import Seat, new_secret
from keyharvest.remote.fair.transcript import read_transcript, transcript_text
from keyharvest.rules import Score, final_scores, legal
from tests.remote.fair.lies import Boaster
from tests.remote.fair.simulation import Party

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("pages_share_sums")]


def _moved(number: int):  # type: ignore[no-untyped-def]
    return lambda party: len(party.seats[0].course.moves) >= number


@pytest.mark.parametrize("players", [2, 3])
def test_honest_pages_play_a_whole_game_and_prove_it(players: int) -> None:
    party = Party(Agreement("whole", players, start="random"), players)
    party.play()
    first = party.seats[0]
    assert all(seat.over and complete(seat) and not seat.missing() for seat in party.seats)
    assert all(seat.course.moves == first.course.moves for seat in party.seats)
    assert len({seat.fingerprint for seat in party.seats}) == 1
    told = read_transcript(transcript_text(party.seats[-1]))
    assert complete(told)
    assert told.course.moves == first.course.moves
    assert any(line.startswith("Draws: all") for line in report(told))
    record = parse_record(record_text(told.record()))
    assert record.headers["Fair"] == first.digests[2]
    game = Game.from_record(record)
    assert game.over
    scores: list[Score] = final_scores(first.course.state)
    assert game.scores == tuple(score.total for score in scores)


def test_a_page_that_lacks_messages_gets_them_in_order() -> None:
    party = Party(Agreement("lost", 3), 4)
    party.deliver()
    page = party.seats[2] = Seat(party.agreement, 2, _secret_of(4, 2, 3))
    page.party = party  # type: ignore[attr-defined]
    page.begin()
    party.connect(2)
    party.deliver()
    assert page.step == party.seats[0].step > 0
    assert not any(seat.findings for seat in party.seats)


@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.thorough), 4])
def test_a_page_that_is_opened_again_goes_on_where_it_was(players: int) -> None:
    party = Party(Agreement("again", players), 6)
    party.play(until=_moved(60))
    before = party.seats[0]
    again = Seat(before.agreement, 0, _secret_of(6, 0, players))
    assert again.restore(before.lines()) == []
    assert (again.step, again.course.moves, again.fingerprint) == (before.step, before.course.moves, before.fingerprint)
    party.seats[0] = again
    again.party = party  # type: ignore[attr-defined]
    party.play(until=_moved(120))
    assert not any(seat.findings for seat in party.seats)


def _secret_of(seed: int, seat: int, players: int) -> bytes:
    rng = random.Random(seed)
    return [rng.randbytes(32) for _ in range(players)][seat]


@pytest.mark.parametrize("older", [12, 18])
def test_a_page_restored_from_an_older_store_is_never_proven_a_liar(older: int) -> None:
    """The others say that they have nothing newer, so it decides again what it had decided before."""
    party = Party(Agreement("rolled", 2, start="random"), 7)
    party.play(until=_moved(60))
    lines = party.seats[0].lines()
    again = party.seats[0] = Seat(party.agreement, 0, _secret_of(7, 0, 2))
    again.party = party  # type: ignore[attr-defined]
    again.restore(lines[: len(lines) - older])
    other = Seat(party.agreement, 1, _secret_of(7, 1, 2))
    other.party = party  # type: ignore[attr-defined]
    other.restore(lines[: len(lines) - older])
    liar, party.seats[1] = party.seats[1], other
    party.play(until=_moved(90))
    assert again.lines() != lines
    for message in again.kept:
        if message.seat == 0:
            liar.receive(message.text)
    said = read_transcript(transcript_text(liar))
    for ledger in (liar, said):
        assert {each.kind for each in ledger.findings} <= {"twice", "fork"}
        assert {each.seats for each in ledger.findings if each.kind == "twice"} == {(0,)}
        assert not ledger.proven
    assert any("continued from an older state" in line for line in report(said))


@pytest.mark.thorough
@pytest.mark.parametrize("away", [set(), {2}, {1, 2}], ids=len)
def test_a_seat_that_ends_the_joint_draws_makes_all_open_their_keys(away: set[int]) -> None:
    party = Party(Agreement("ceased", 4, start="random"), 6)
    party.play(_moved(40))
    own = {seat.seat: seat.course.deal[seat.seat] for seat in party.seats}
    party.away |= away
    party.end(3)
    told = read_transcript(transcript_text(party.seats[0]))
    known = set(range(4)) if len(away) < 2 else {0, 3}
    for seat in party.honest:
        assert seat.opening
        assert not seat.findings
        assert seat.course.own == known
        assert all(seat.course.deal[each] == own[each] for each in known)
    assert any("the joint draws had ended when seat 4 opened its key" in line for line in report(told))
    assert [line for line in report(told) if "not open" in line or not away]
    assert not complete(told)


@pytest.mark.thorough
@pytest.mark.parametrize(("players", "moves"), [(3, 3), (4, 0), (4, 30)])
def test_a_silent_seat_is_named_and_freezes_nobody(players: int, moves: int) -> None:
    """Wherever a seat stops speaking, the others can end the joint draws and continue."""
    party = Party(Agreement("silent", players, start="random"), 3)
    party.play(_moved(moves))
    party.away.add(2)
    party.play(_moved(moves + 40))
    for seat in party.honest:
        assert not seat.findings
    assert any(2 in seat.missing() for seat in party.honest)
    if not party.seats[0].begun:
        return  # nothing is dealt yet
    party.end(1)
    for seat in party.honest:
        assert set(seat.missing()) == {2}
        assert seat.opening


def test_a_key_that_was_open_before_the_last_decision_is_told_at_the_end() -> None:
    """It comes late, from a page that was asked to open it while another still waited for that decision."""
    party = Party(Agreement("before", 3, start="random"), 3)
    party.play()
    whole, last = party.seats[0], next(each for each in reversed(party.seats[0].kept) if each.kind == "play")
    told = Ledger(party.agreement)
    for message in whole.kept:
        early = message.kind == "open" and message.seat == 1
        said = party.sign(replace(message, step=last.step, digest=last.digest), 1) if early else message
        assert told.receive(said.text)
    assert complete(whole)
    assert not complete(told)
    assert any("had ended when seat 2 opened its key" in line for line in report(told))


@pytest.mark.thorough
@pytest.mark.parametrize("seed", [1, 2, 3, 5])
def test_false_payments_stop_nobody_while_keys_are_missing(seed: int) -> None:
    """Two keys stay closed, the liar's or an honest one's; nobody honest is accused, and all can continue."""
    party = Party(Agreement("paid", 4, start="random"), seed, 1, kinds=(Seat, Boaster, Seat, Seat))
    party.play(_moved(160))
    party.away |= {1, 3} if seed % 2 else {2, 3}
    party.end(0)
    for seat in party.honest:
        assert seat.opening
        assert {each.seats for each in seat.findings} <= {(1,)}
        assert len(seat.course.deal) == 4
        told = read_transcript(transcript_text(seat))
        assert {each.seats for each in told.findings} <= {(1,)}


def test_nothing_is_stored_of_a_message_ahead_of_its_step() -> None:
    party = Party(Agreement("ahead", 3, start="random"), 5)
    party.play(_moved(40))
    page, other = party.seats[0], party.seats[1]
    before = (page.lines(), len(page._said))
    for step in range(page.step + 1, page.step + 2000, 7):
        message = read_message(other.lines()[3])
        page.hear(party.sign(type(message)(step, 1, message.digest, message.kind, message.body), 1).text)
    assert (page.lines(), len(page._said)) == before
    assert not page.findings


def test_what_a_page_asks_wrongly_changes_nothing() -> None:
    party = Party(Agreement("wrong", 2, start="random"), 3)
    party.deliver()
    seat = next(seat for seat in party.seats if seat.awaited.get(seat.seat) == "play")
    other = party.seats[1 - seat.seat]
    step = seat.step
    tile = next(move for move in legal(seat.course.state) if move.startswith("d:"))
    for page, moves in ((other, ["end"]), (seat, []), (seat, [tile]), (seat, ["c:A1"]), (seat, ["end", "end"])):
        with pytest.raises(ValueError, match="moves"):
            page.decide(moves)
    assert seat.step == step
    assert seat.decide(["end"])
    with pytest.raises(ValueError, match="seat: 2"):
        Seat(seat.agreement, 2, new_secret())
    with pytest.raises(ValueError, match="players: 5"):
        Agreement("five", 5)


def test_no_message_of_an_honest_page_is_too_long() -> None:
    party = Party(Agreement("long", 4, start="random"), 2)
    party.play(_moved(80))
    assert 2500 < max(len(line) for line in party.seats[0].lines()) < LONGEST


def test_a_doubt_names_the_host_too_and_says_that_it_proves_nothing() -> None:
    said = sentence(Finding("first", (1, 2), (), 7), host=1)
    assert said == (
        "Turn 7: The first message of seat 3 makes no sense. "
        "It was that seat or the host, seat 2, who passes messages on."
    )
    assert "host" not in sentence(Finding("first", (1,), (), 7), host=0)


@pytest.mark.parametrize("players", [2, 3])
def test_two_versions_of_a_game_accuse_nobody(players: int) -> None:
    """One who signed two things made them, and that need not be the one whose message shows it, nor the host."""
    party = Party(Agreement("fork", players), 4)
    party.play(_moved(40))
    page = party.seats[0]
    other = replace(next(each for each in page.kept if each.seat == 1 and each.kind == "reveal"), digest="A" * 43)
    page.hear(party.sign(replace(other, step=page.step), 1).text)
    [fork] = page.findings
    assert (fork.kind, fork.seats) == ("fork", tuple(range(players)))
    assert sentence(fork, host=0).endswith(
        "There are two versions of the game, and nobody can say whose fault that is."
    )


def test_a_first_message_that_comes_after_the_beginning_is_ignored() -> None:
    """Other players may pass messages on by then, who have nothing to do with it."""
    party = Party(Agreement("late", 3), 4)
    party.play(_moved(40))
    for page in party.seats[1:]:
        [seal] = Seat(party.agreement, page.seat, new_secret()).begin()
        page.hear(seal)
        assert not page.findings


def test_the_record_of_a_game_in_progress_can_be_read() -> None:
    party = Party(Agreement("record", 4), 5)
    party.play(until=_moved(80))
    for seat in party.seats:
        record: Record = parse_record(record_text(seat.record()))
        assert record.moves == seat.moves()
