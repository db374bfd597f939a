"""No level knows more than its seat (rules 14.2, 14.3): full states that look the same to it are answered alike."""

from __future__ import annotations

from functools import cache

import pytest

from keyharvest.game import Game
from keyharvest.knowledge import observe
from keyharvest.players import LEVELS, Level, make_player
from keyharvest.players.levels import LevelPlayer
from keyharvest.rules import Source, State, actor

#: Positions for each number of players.
POSITIONS = 100


@cache
def positions(players: int) -> tuple[State, ...]:
    """Return questions with a choice, of all kinds, from all parts of games between uniformly random players."""
    found: list[State] = []
    seed = 0
    while len(found) < POSITIONS:
        seed += 1
        game = Game.new(players, start="random", seed=seed)
        player, source = make_player("random", seed), Source(seed)
        while not game.over:
            observation = game.observation(game.actor)
            if game.state.turn and len(observation.legal()) > 1 and source.below(25) == 0:
                found.append(game.state)
            game.play(player.choose(observation))
    return tuple(found[:POSITIONS])


def small(level: Level) -> Level:
    """Return the level with a budget of few positions: it looks at the same things, but not for as long."""
    effort = level.effort
    least = effort._replace(
        positions=min(10, effort.positions), width=1, kept=min(2, effort.kept), replies=min(1, effort.replies)
    )
    return level._replace(effort=least)


@pytest.mark.slow
@pytest.mark.parametrize("name", list(LEVELS))
@pytest.mark.parametrize("players", [3, pytest.param(4, marks=pytest.mark.thorough)])
def test_what_a_seat_cannot_see_changes_no_answer(players: int, name: str) -> None:
    """Every fifth question, a different fifth for each level."""
    level, hidden = small(LEVELS[name]), 0
    states = positions(players)[list(LEVELS).index(name) :: len(LEVELS)]
    for number, state in enumerate(states):
        seat = actor(state)
        source = Source(number)
        one, other = observe(state, seat), observe(state, seat)
        assert one == other
        others = [one.sample(source) for _ in range(2)]
        hidden += others[0] != others[1]
        answers = {LevelPlayer(level, number).choose(observe(each, seat)) for each in others}
        assert len(answers) == 1
    assert hidden > len(states) / 2


def test_with_two_players_all_is_open_but_what_comes_out_of_the_bag() -> None:
    """No state contains the order of the bag, so there is nothing that a level could know too much about."""
    for number, state in enumerate(positions(2)):
        assert observe(state, actor(state)).sample(Source(number)) == state
