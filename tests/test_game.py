"""A game in progress: draws are made at once, decisions can be taken back up to a reveal, a record goes on."""

from __future__ import annotations

import pytest

from keyharvest.game import Game
from keyharvest.players import make_player
from keyharvest.record import parse_record, record_text
from keyharvest.rules import CHANCE, actor, new_game


def begun(seed: int = 1) -> Game:
    return Game.new(2, start="random", seed=seed)


def first(game: Game, beginning: str) -> str:
    """The first legal move that begins so."""
    return next(move for move in game.legal() if move.startswith(beginning))


def test_draws_are_made_at_once_and_follow_from_the_seed() -> None:
    assert actor(begun().state) != CHANCE
    assert begun(1).moves == begun(1).moves
    assert begun(1).moves != begun(2).moves


def test_a_decision_is_taken_back_and_made_again() -> None:
    game = begun()
    before = game.state
    assert game.undoable() == "a tile has been drawn since"
    game.play(first(game, "a:"))
    after = game.state
    assert game.undoable() is None
    game.undo()
    assert game.state == before
    assert game.redoable()
    game.redo()
    assert game.state == after
    assert not game.redoable()
    with pytest.raises(ValueError, match="redo: nothing has been taken back"):
        game.redo()


def test_another_decision_forgets_what_was_taken_back() -> None:
    game = begun()
    game.play(first(game, "a:"))
    game.undo()
    game.play(first(game, "b:A"))
    assert not game.redoable()


def test_nothing_is_taken_back_across_a_draw_a_turn_or_another_players_decision() -> None:
    game = begun()
    game.play(first(game, "d:"))
    while "done" not in game.legal():
        game.play(game.legal()[0])
    game.play("done")
    assert game.undoable() == "a tile has been drawn since"
    length = len(game.moves)
    with pytest.raises(ValueError, match="undo: a tile has been drawn since"):
        game.undo()
    assert len(game.moves) == length

    game = begun()
    game.play("end")
    assert game.undoable() == "the turn has ended"

    game = Game(new_game(2))
    assert game.undoable() == "nothing has been done yet"


def test_an_illegal_move_changes_nothing() -> None:
    game = begun()
    moves, state = list(game.moves), game.state
    with pytest.raises(ValueError, match="move 'a:Z9': not among the"):
        game.play("a:Z9")
    assert (game.moves, game.state) == (moves, state)


def test_a_saved_game_goes_on_as_it_would_have() -> None:
    game, player = begun(5), make_player("random", 3)
    for _ in range(40):
        game.play(player.choose(game.observation(game.actor)))
    saved = Game.from_record(parse_record(record_text(game.record())))
    assert (saved.moves, saved.state, saved.seed) == (game.moves, game.state, 5)
    one, other = make_player("random", 9), make_player("random", 9)
    while not game.over:
        game.play(one.choose(game.observation(game.actor)))
        saved.play(other.choose(saved.observation(saved.actor)))
    assert saved.moves == game.moves


def test_a_seed_that_is_no_number_is_refused() -> None:
    record = begun().record()
    record.headers["Seed"] = "-5"
    with pytest.raises(ValueError, match="record: header Seed: '-5'; want a number of at most 18 digits"):
        Game.from_record(record)


@pytest.mark.parametrize("seed", [-1, 10**18])
def test_a_seed_that_a_record_could_not_give_back_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match="seed: want a number of at most 18 digits"):
        Game.new(2, seed=seed)
