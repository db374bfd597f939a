"""Scenarios made from moments of games: they are sound, report what happened, and reveal no secret."""

from __future__ import annotations

import pytest

from keyharvest.game import Game
from keyharvest.knowledge import observe
from keyharvest.players import make_player
from keyharvest.rules import Source, State, actor, legal, play
from keyharvest.scenario import Play, check, parse_scenario, scenario_text
from keyharvest.scenario.from_game import scenario_from, span
from keyharvest.scenario.play import DONE, PLAY, READ

NAMES = ("Robin", "Ada", "Ben", "Mia")


def played(players: int, seed: int, moves: int = 10_000) -> Game:
    """Play a game of greedy players, up to a number of moves."""
    game = Game.new(players, seed=seed)
    seats = [make_player("greedy", seed=seat) for seat in range(players)]
    while not game.over and len(game.moves) < moves:
        game.play(seats[game.actor].choose(game.observation(game.actor)))
    return game


def begun(game: Game) -> int:
    """Return the moment at which the first turn started."""
    return next(at for at, state in enumerate(game.states) if state.turn)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "moves"), [(2, 10_000), (2, 120), (3, 200), (4, 10_000), (4, 250)])
def test_moments_of_a_game_make_sound_scenarios_that_lead_to_their_goal(players: int, moves: int) -> None:
    game = played(players, seed=players, moves=moves)
    source = Source(moves)
    made = 0
    for _ in range(8):
        at = begun(game) + source.below(len(game.moves) - begun(game))
        seat = source.below(players)
        try:
            scenario = scenario_from(game.states, game.moves, at, seat, NAMES, game.over)
        except ValueError:  # nothing here could be a goal
            continue
        made += 1
        again = parse_scenario(scenario_text(scenario.data))
        check(again, ("en",))
        way = Play(again)
        while way.status != DONE:
            if way.status == READ:
                way.next()
            elif way.status == PLAY:
                way.show_me()
            way.hurry()
    assert made >= 6


def test_what_the_player_did_is_asked_for_and_then_told_by_the_log() -> None:
    game = played(2, seed=5, moves=150)
    at = next(at for at in range(60, 150) if game.moves[at - 1] == "end" and actor(game.states[at]) == 1)
    scenario = scenario_from(game.states, game.moves, at, 1, NAMES, False)
    first, second = scenario.steps[:2]
    assert scenario.you == 1
    assert first.do.split() == game.moves[at : at + len(first.do.split())]
    assert "Ada's turn: what would you do?" in scenario.text("a")
    assert scenario.text("a.hint").startswith("Ada ")
    assert scenario.text(second.id).startswith(scenario.text("a.hint"))
    assert second.show or not second.do


def test_where_nothing_follows_the_last_turn_is_shown_and_before_the_first_nothing() -> None:
    game = played(3, seed=4, moves=200)
    begin, end = span(game.states, game.moves, len(game.moves), 2) or (0, 0)
    assert {game.states[at].seat for at in range(begin, end)} == {2}
    assert not any(move == "end" for move in game.moves[begin:end])
    with pytest.raises(ValueError, match="Mia hasn't done anything to show yet"):
        scenario_from(game.states[:1], [], 0, 3, NAMES, False)


def dealt_anew(game: Game, seat: int, source: Source) -> list[State]:
    """Return the same game with another deal of the secret counters, the same in everything that a seat can know."""
    for _ in range(5000):
        states = [observe(game.states[begun(game)], seat).sample(source)]
        for move in game.moves[begun(game) :]:
            if move not in legal(states[-1]):
                break
            states.append(play(states[-1], move))
        else:
            if observe(states[-1], seat) == observe(game.state, seat) and states[0] != game.states[begun(game)]:
                return states
    raise AssertionError("no other deal fits")


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_two_games_that_a_seat_cannot_tell_apart_give_the_same_scenario(seed: int) -> None:
    """So it contains nothing that the others hide."""
    game = played(3, seed=seed, moves=70 + 20 * seed)
    begin = begun(game)
    for seat in range(3):
        other = dealt_anew(game, seat, Source(seed))
        moves = game.moves[begin:]
        made = {
            open_hands: [
                scenario_text(scenario_from(each, moves, 5, seat, NAMES, open_hands).data)
                for each in (game.states[begin:], other)
            ]
            for open_hands in (False, True)
        }
        assert made[False][0] == made[False][1]
        assert made[True][0] != made[True][1]
