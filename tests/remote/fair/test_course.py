"""The game as one page knows it: guesses agree with everything the page knows, and reveal nothing more (rule 14)."""

from __future__ import annotations

import pytest

from keyharvest.game import Game
from keyharvest.knowledge import observe, public
from keyharvest.record import Record, parse_record, record_text
from keyharvest.remote.fair.course import Course, IllegalMoveError
from keyharvest.remote.fair.ledger import Agreement
from keyharvest.rules import CHANCE, actor, counters, legal
from keyharvest.rules.setup import DealCounter, RemoveEvent
from tests.remote.fair.simulation import Party

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("pages_share_sums")]


def _truth(party: Party) -> Course:
    """Return the game with the true counters of all seats, as far as the first page knows its moves."""
    known = party.seats[0].course
    true = Course(known.states[0])
    deal = {seat.seat: seat.course.deal[seat.seat] for seat in party.seats if seat.course.deal}
    for state, move in zip(known.states, known.moves, strict=False):
        if isinstance(state.stack[-1], DealCounter) and not true.deal:
            true.deal_out(deal)
        if isinstance(state.stack[-1], DealCounter | RemoveEvent):
            continue
        (true.draw if actor(state) == CHANCE else true.play)(move)
        true.settle()
    return true


@pytest.mark.rule("14.2")
@pytest.mark.rule("14.3")
@pytest.mark.parametrize("players", [3, 4])
def test_every_page_knows_what_its_seat_knows_and_no_more(players: int) -> None:
    checked = 0

    def compare(party: Party) -> bool:
        nonlocal checked
        course = party.seats[0].course
        if course.deal and len(course.moves) % 10 == 0:
            true = _truth(party).state
            for seat in party.seats:
                assert observe(seat.course.state, seat.seat) == observe(true, seat.seat)
                assert public(seat.course.state) == public(true)
            checked += 1
        return len(course.moves) > 180

    party = Party(Agreement("knows", players), 5)
    party.play(until=compare)
    assert checked > 5
    assert any(seat.course.replaced for seat in party.seats)  # some guesses were wrong


def _dealt(own: dict[int, int]) -> Course:
    """Return a course of three players after the deal, seat 1's counters being known."""
    party = Party(Agreement("dealt", 3, start="random"), 1)
    party.play(until=lambda party: True)
    course = Course(party.seats[0].course.states[0])
    for state, move in zip(party.seats[0].course.states, party.seats[0].course.moves, strict=False):
        if isinstance(state.stack[-1], DealCounter) and not course.deal:
            course.deal_out(own)
        if isinstance(state.stack[-1], DealCounter | RemoveEvent):
            continue
        course.draw(move)
        course.settle()
    return course


def test_a_payment_changes_the_guess_and_nothing_else() -> None:
    course = _dealt({})
    seat = actor(course.state)
    tile = next(move for move in legal(course.state) if move.startswith("d:"))
    course.play(tile)
    before = course.state
    lacking = next(
        crop
        for at, crop in enumerate(("hops", "vegetables", "apples", "barrels", "wheat"))
        if not counters.count(before.hands[seat], at)
    )
    course.play(lacking)
    assert course.replaced == 1
    assert public(course.states[-2]) == public(before)
    assert counters.total(course.state.hands[seat]) == 2
    assert all(counters.total(dealt) == 3 for dealt in course.deal)
    Game.from_record(parse_record(record_text(Record(course.states[0], course.moves))))


def test_a_move_is_impossible_for_everyone_or_only_by_what_is_hidden() -> None:
    course = _dealt({})
    seat = actor(course.state)
    with pytest.raises(IllegalMoveError) as illegal:
        course.play("c:A1")
    assert not illegal.value.hidden
    # Two counters of a crop can't be paid if the deal has only one.
    course.play(next(move for move in legal(course.state) if move.startswith("d:")))
    pool = [sum(counters.count(dealt, crop) for dealt in course.deal) for crop in range(5)]
    single = ("hops", "vegetables", "apples", "barrels", "wheat")[pool.index(1)]
    course.play(single)
    with pytest.raises(IllegalMoveError) as hidden:
        course.play(single)
    assert hidden.value.hidden
    assert counters.total(course.state.hands[seat]) == 2


def test_an_event_thought_to_be_out_is_exchanged_when_it_is_drawn() -> None:
    course = _dealt({})
    thought = {
        move
        for state, move in zip(course.states, course.moves, strict=False)
        if isinstance(state.stack[-1], RemoveEvent)
    }
    assert len(thought) == 2
    course.open(course.deal, course.unseen()[5:7])
    after = {
        move
        for state, move in zip(course.states, course.moves, strict=False)
        if isinstance(state.stack[-1], RemoveEvent)
    }
    assert after
    assert not after & thought
