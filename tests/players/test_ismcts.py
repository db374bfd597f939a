"""The rival search: legal answers to every kind of question, using only what its seat may know, and good ones."""

import pytest

from keyharvest.knowledge import observe
from keyharvest.lab.arena import match
from keyharvest.players import thinking
from keyharvest.players.ismcts import ISMCTSPlayer
from keyharvest.rules import Source, actor, apply, legal
from keyharvest.rules.geometry import INDEX
from keyharvest.rules.turn import Turn
from tests.players.test_players import questions, sliced
from tests.rules.builders import position

NAME = "keyharvest.players.ismcts:ISMCTSPlayer"


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("players", "planned"),
    [
        *((3, False), (4, True)),
        *(pytest.param(*each, marks=pytest.mark.long) for each in ((2, False), (2, True), (3, True), (4, False))),
    ],
)
def test_it_answers_every_kind_of_question_by_what_its_seat_may_know(players: int, planned: bool) -> None:
    """Full states that agree in what the seat sees lead to the same choice (rule 14.2)."""
    dealt_otherwise = 0
    for state in [state for state in questions() if state.players == players][planned::6]:
        seat = actor(state)
        observation = observe(state, seat)
        move = ISMCTSPlayer(5, 30, 1, planned).choose(observation)
        assert move in legal(state)
        other = observation.sample(Source(1))
        dealt_otherwise += other != state
        assert ISMCTSPlayer(5, 30, 1, planned).choose(observe(other, seat)) == move
    assert dealt_otherwise > 3 or players == 2


def test_it_takes_what_wins() -> None:
    """In the very last turn it places the stored tile that joins its fields (rule 13.1)."""
    state = position(board1="C4 C5", board2="G1", hand1="h2", store1="C6:h1", left=0, placed="MNOPQRSTUV")
    player = ISMCTSPlayer(1, 500)
    while actor(state) == 0:
        state = apply(state, player.choose(observe(state, 0)))
    assert state.fields[0] & 1 << INDEX["C6"]


def test_it_thinks_in_slices_and_goes_on_with_its_answer() -> None:
    state = position(board1="C4- C5- E1-", hand1="h1w3", registry="E2", board2="E3- G1- G2- G3-")
    player = ISMCTSPlayer(1, 400)
    number, move = sliced(player, observe(state, 0))
    assert number > 20
    # A worker comes with its space, a tile with its bid.
    state = apply(state, move)
    assert actor(state) == 0
    assert not isinstance(state.stack[-1], Turn)
    with pytest.raises(StopIteration):
        next(thinking(player, observe(state, 0)))


@pytest.mark.thorough
def test_it_beats_random() -> None:
    names = [f"{__name__}:Small", "random"]
    results = list(match(names, range(1, 3)))
    assert all(result.ranks[result.players.index(names[0])] == 1 for result in results)


class Small(ISMCTSPlayer):
    """With few positions, for whole games."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, 60, 1)
