"""Fair games of honest pages: networks that fail, players who leave, pages that are opened again."""

from __future__ import annotations

import pytest

from keyharvest.game import Game
from keyharvest.record import Record, parse_record, record_text
from keyharvest.remote.fair.audit import complete, report, sentence
from keyharvest.remote.fair.ledger import Agreement, Finding, Ledger
from keyharvest.remote.fair.message import encode, read_message
from keyharvest.remote.fair.part import FairPart
from keyharvest.remote.fair.seat import Seat, new_secret
from keyharvest.remote.fair.transcript import read_transcript, transcript_text
from keyharvest.remote.live import Live
from keyharvest.remote.ordering import LONGEST
from keyharvest.rules import Score, State, final_scores, legal
from keyharvest.rules.turn import Turn
from tests.remote.fair.simulation import Party, small_group


def _moved(number: int):  # type: ignore[no-untyped-def]
    return lambda party: len(party.seats[0].course.moves) >= number


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3])
def test_honest_pages_play_a_whole_game_and_prove_it(players: int) -> None:
    with small_group():
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
    assert record.headers["Fair"] == first.digests[1]
    game = Game.from_record(record)
    assert game.over
    scores: list[Score] = final_scores(first.course.state)
    assert game.scores == tuple(score.total for score in scores)
    # A key may arrive together with the last move, while the message before is still missing.
    lines, late = first.lines(), Ledger(first.agreement)
    last = next(read_message(line) for line in reversed(lines) if read_message(line).kind == "play")
    missing = next(line for line in lines if read_message(line).step == last.step - 1)
    with small_group():
        for line in [line for line in lines if line != missing] + [missing]:
            late.receive(line)
    assert complete(late)
    assert not late.disputed


def test_a_lost_line_is_made_good_by_the_lines_of_another_page() -> None:
    with small_group():
        party = Party(Agreement("lost", 3), 4, lost=lambda sender, receiver, line: receiver == 2 and sender == 1)
        party.deliver()
        assert party.seats[2].step == 0
        party.queue = [(2, line) for line in party.seats[0].lines()]
        party.deliver()
        assert party.seats[2].step == party.seats[0].step > 0


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_page_that_is_opened_again_goes_on_where_it_was(players: int) -> None:
    with small_group():
        party = Party(Agreement("again", players), 6)
        party.play(until=_moved(60))
        before = party.seats[0]
        secret = _secret_of(6, 0, players)
        again = Seat(before.agreement, 0, secret)
        assert again.restore(before.lines()) == []
        assert (again.step, again.course.moves, again.fingerprint) == (
            before.step,
            before.course.moves,
            before.fingerprint,
        )
        party.seats[0] = again
        again.party = party  # type: ignore[attr-defined]
        party.play(until=_moved(120))
        assert not any(seat.findings for seat in party.seats)


def _secret_of(seed: int, seat: int, players: int) -> bytes:
    import random

    rng = random.Random(seed)
    return [rng.randbytes(32) for _ in range(players)][seat]


@pytest.mark.parametrize(
    ("players", "away"),
    [(2, {1}), pytest.param(3, {0}, marks=pytest.mark.slow), pytest.param(4, {1, 3}, marks=pytest.mark.slow)],
)
def test_the_others_go_on_without_those_who_left(players: int, away: set[int]) -> None:
    with small_group():
        party = Party(Agreement("left", players, host=0), 8)
        party.play(until=_moved(50))
        party.away |= away
        party.play(until=_moved(110))
        for seat in party.honest:
            assert set(seat.out) == away
            assert not seat.proven
            assert {finding.kind for finding in seat.findings} == {"silent"}
            assert seat.record().headers["Left"] == " ".join(f"{each + 1}" for each in sorted(away))
        told = read_transcript(transcript_text(party.honest[0]))
        assert set(told.out) == away
        assert told.course.moves == party.honest[0].course.moves[: len(told.course.moves)]
        assert any("left or was cut off" in line for line in report(told))
        assert not complete(told)


def test_nobody_is_left_out_whose_message_somebody_has() -> None:
    """Seat 3's messages reach seat 2 alone for a while: it shows them when seat 1 asks to continue without seat 3."""
    with small_group():
        party = Party(Agreement("shown", 3), 9)
        party.play(until=_moved(40))
        party.lost = lambda sender, receiver, line: receiver == 0 and read_message(line).seat == 2
        party.play(until=_moved(70))
        assert not any(seat.out for seat in party.seats)
        assert len(party.seats[0].course.moves) >= 70
        assert not any(seat.findings for seat in party.seats)


class Dawdlers(Party):
    """Players who draw as late as they can, so that their game is long (rule 13.4)."""

    last = 0

    def among(self, state: State, choices: list[str]) -> list[str]:
        """Take a tile only every fifth round."""
        if not isinstance(state.stack[-1], Turn):
            return choices
        takes = [move for move in choices if move[:2] == "d:" and state.turn > self.last + 16]
        self.last = state.turn if takes else self.last
        return takes or [move for move in choices if move[:2] != "d:" and move != "end"] or ["end"]


@pytest.mark.slow
def test_an_account_of_a_long_game_is_never_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keyharvest.remote.fair.signing.sign", lambda _secret, _message: bytes(64))
    monkeypatch.setattr("keyharvest.remote.fair.signing.verify", lambda _key, _message, _signature: True)
    agreement = Agreement("AbCdEfGh", 4, start="random")
    with small_group():
        party = Dawdlers(agreement, 2)
        parts = [FairPart(agreement, seat) for seat in (0, 1)]
        for part, seat in zip(parts, party.seats, strict=False):
            part._seat = seat

        def fits(party: Party) -> bool:
            text = "\n".join(message.text for message in party.seats[0].counted())
            assert len(text) * 4 // 3 + 300 < parts[0].longest
            return False

        party.play(fits)
        party.seats[0]._say_now(
            "account", "- " + encode("\n".join(each.text for each in party.seats[0].counted()).encode())
        )
        [line] = party.seats[0]._flush()
        assert len(line) > 200_000
        one, other = Live("AbCdEfGh", 0, True), Live("AbCdEfGh", 1, False)
        one.draws.part, other.draws.part = parts
        one.opened(1, 1, None)
        other.opened(1, 0, None)
        size, said = parts[1].size, 0
        one.draws.spread([line])
        for live, hears in ((one, other), (other, one), (one, other)):
            out, live.out = live.out, []
            for _number, text in out:
                assert text is not None
                assert len(text) <= LONGEST
                hears.heard(1, text, None)
                said += 1
    assert said < 100
    assert 1 in other.lines
    assert parts[1].size == size + 1
    assert not parts[1].lie
    one.out.clear()
    one.draws._send_signed(1, parts[0].since(0))  # to a page that has just come
    assert len(one.out) < 60 < parts[0].size


def test_leaving_before_the_deal_ends_the_game() -> None:
    with small_group():
        party = Party(Agreement("early", 3), 2)
        party.away.add(2)
        party.queue = [(receiver, line) for receiver, line in party.queue if receiver != 2]
        party.play()
        assert all(seat.broken for seat in party.honest)
        assert not any(seat.proven for seat in party.honest)


@pytest.mark.parametrize("away", [set(), {2}, {1, 2}], ids=len)
def test_a_seat_that_ends_the_joint_draws_makes_all_open_their_keys(away: set[int]) -> None:
    with small_group():
        party = Party(Agreement("ceased", 4, start="random"), 6)
        party.play(_moved(40))
        own = {seat.seat: seat.course.deal[seat.seat] for seat in party.seats}
        party.away |= away
        party.send(3, party.seats[3].cease())
        party.deliver()
        for seat in party.honest:
            seat.audit()
        told = read_transcript(transcript_text(party.seats[0]))
    known = set(range(4)) if len(away) < 2 else {0, 3}
    for seat in party.honest:
        assert seat.opening
        assert not seat.findings
        assert seat.course.own == known
        assert all(seat.course.deal[each] == own[each] for each in known)
    assert any("ended the joint draws" in line for line in report(told))
    assert not complete(told)


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
    for page, away in ((seat, {other.seat}), (seat, {seat.seat}), (seat, set())):
        with pytest.raises(ValueError, match="isn't waiting"):
            page.go_on_without(away)
    assert seat.step == step
    assert seat.decide(["end"])
    with pytest.raises(ValueError, match="seat: 2"):
        Seat(seat.agreement, 2, new_secret())
    with pytest.raises(ValueError, match="players: 5"):
        Agreement("five", 5)


def test_a_doubt_names_the_host_too_and_says_that_it_proves_nothing() -> None:
    said = sentence(Finding("silent", (1, 2), (), 7), host=1)
    assert said == (
        "Turn 7: Nothing that seat 3 had signed arrived. It was that seat or the host, seat 2, who passes messages on."
    )
    assert "host" not in sentence(Finding("silent", (1,), (), 7), host=0)


def test_the_record_of_a_game_in_progress_can_be_read() -> None:
    with small_group():
        party = Party(Agreement("record", 4), 5)
        party.play(until=_moved(80))
        for seat in party.seats:
            record: Record = parse_record(record_text(seat.record()))
            assert record.moves == seat.moves()
