"""A weak level errs by the second best: it never passes or declines what is free and helps."""

from __future__ import annotations

import pytest

from keyharvest.game import Game
from keyharvest.players import make_player
from keyharvest.rules import State, decision, legal, play
from keyharvest.rules.frames import END, NO
from keyharvest.rules.turn import Turn
from keyharvest.search import Evaluator, chains
from keyharvest.search.sense import helps


def missed(s: State, move: str, judge: Evaluator) -> list[str]:
    """Return the answers that help more than doing nothing, which is what the move does."""
    seat = decision(s).seat
    idle = s if move == END else play(s, move)
    present = judge.value(idle, seat)
    return [chain.moves[0] for chain in chains(s, judge) if helps(idle, chain.state, seat, chain.value - present)]


@pytest.mark.thorough
@pytest.mark.parametrize("level", ["apprentice", "farmhand", "farmer"])
def test_no_level_passes_or_declines_what_is_free_and_helps(level: str) -> None:
    idle = 0
    for seed in range(2):
        game = Game.new(2, start="random", seed=seed)
        players = [make_player(level, 10 * seed + seat) for seat in range(2)]
        while not game.over:
            seat = game.actor
            observation = game.observation(seat)
            move, view = players[seat].choose(observation), observation.view
            top = decision(view)
            if move == NO or (move == END and isinstance(top, Turn) and top.allowed()):
                idle += 1
                found = missed(view, move, Evaluator.of(observation))
                assert found == [], (game, top, move, len(legal(view)))
            game.play(move)
    assert idle  # something is declined, and with good reason
