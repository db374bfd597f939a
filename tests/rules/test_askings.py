"""The questions asked depend only on what everyone knows (rule 14.5)."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from keyharvest.knowledge import observe, public
from keyharvest.record import parse_record
from keyharvest.rules import Source, State, legal
from keyharvest.rules import play as played
from keyharvest.rules.engine import frame_kinds
from keyharvest.rules.frames import Decision
from keyharvest.rules.setup import ChooseStart
from tests.rules.builders import asked, play, position
from tests.situations.games import Played, directed_games, random_games
from tests.situations.records import FOLDER

#: Every question of the game after set-up.
QUESTIONS = {name for name, kind in frame_kinds().items() if issubclass(kind, Decision)} - {ChooseStart.__name__}


def lookalike(state: State, source: Source) -> State:
    """Return a full state that differs from a given one in nothing that everyone knows.

    Each seat in turn draws again what it can't know, until every hand and the events taken out may differ: if all other
    hands were open to a seat, nothing could.
    """
    for seat in range(state.players):
        state = observe(state, seat).sample(source)
    return state


def assert_the_same_is_asked(one: State, other: State) -> None:
    """Check that everything that can happen in both leads to the same question or draw and the same common knowledge.

    If that holds for every single move, it holds for whole games: equal answers lead to equal questions.
    """
    assert public(one) == public(other)
    for move in set(legal(one)) & set(legal(other)):
        after, instead = played(one, move), played(other, move)
        assert after.stack == instead.stack, f"{asked(one)}: {move}"
        assert public(after) == public(instead), f"{asked(one)}: {move}"


def moments() -> list[State]:
    """Return states of games with secrets: the catalogue's, random ones, and made-up ones full of events."""
    records = [parse_record(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.iterdir())]
    games = [Played("", list(record.states()), record.moves) for record in records if record.start.turn]
    games += [*random_games(range(18), 145), *directed_games(range(40), 145)]
    return [state for game in games for state in game.states if state.players > 2 and state.turn and state.stack]


@pytest.mark.slow
@pytest.mark.rule("14.5", "7.2")
def test_which_questions_are_put_follows_from_what_all_know() -> None:
    chooser, source = random.Random(1), Source(1)
    differing = Counter[str]()
    by_question: dict[str, list[State]] = {}
    for state in moments():
        by_question.setdefault(asked(state).partition(" ")[2], []).append(state)
    for question, states in by_question.items():
        for state in chooser.sample(states, min(len(states), 40)):
            other = lookalike(state, source)
            assert_the_same_is_asked(state, other)
            differing[question.rpartition(" ")[2]] += state.hands != other.hands
    # Every kind of question occurred with other hands behind the screens.
    assert {name for name, number in differing.items() if number} >= QUESTIONS


@pytest.mark.rule("14.5", "7.2")
def test_a_bid_does_not_tell_whether_more_could_be_bid() -> None:
    one, other = (
        position(3, hand1=own, known1="-", hand2=next_, known2="-", hand3="h1v1a1", known3="-", registry="E1 E2")
        for own, next_ in (("v1a1w1", "h1b1w1"), ("a1w2", "h1v1b1"))
    )
    assert public(one) == public(other)
    one, other = play(one, "d:E1 wheat"), play(other, "d:E1 wheat")
    assert (asked(one), asked(other)) == ("1 d Bid", "1 d Bid")
    assert (legal(one), legal(other)) == (["done"], ["wheat", "done"])
    # The last counter leaves an empty hand, which everyone can see: then nothing is asked.
    last = position(3, hand1="w1", known1="-", revealed1="h1v1", hand2="h3", hand3="v3", registry="E1 E2")
    assert asked(play(last, "d:E1 wheat")) == "draw RegistryDraw"
