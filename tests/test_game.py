"""A game in progress: draws follow at once, decisions can be undone up to a reveal, a record can be continued."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from keyharvest.game import Game
from keyharvest.knowledge import behind_screens, observe, public
from keyharvest.picture.tiles import emblem
from keyharvest.picture.view import view_of
from keyharvest.players import make_player
from keyharvest.record import parse_record, record_text
from keyharvest.rules import CHANCE, Source, actor, new_game
from keyharvest.table.chairs import NOBODY, Chair
from keyharvest.table.sitting import Sitting
from keyharvest.words import seat_name, who


def begun(seed: int = 1) -> Game:
    return Game.new(2, start="random", seed=seed)


def first(game: Game, beginning: str) -> str:
    """Return the first legal move that begins like this."""
    return next(move for move in game.legal() if move.startswith(beginning))


def test_draws_are_made_at_once_and_follow_from_the_seed() -> None:
    assert actor(begun().state) != CHANCE
    assert begun(1).moves == begun(1).moves
    assert begun(1).moves != begun(2).moves


def test_a_decision_is_taken_back_and_made_again() -> None:
    game = begun()
    before = game.state
    assert game.undoable() == "nothing has been done yet"
    game.play(first(game, "a:"))
    after = game.state
    assert game.undoable() is None
    game.undo()
    assert game.state == before
    assert game.redoable()
    game.redo()
    assert game.state == after
    assert not game.redoable()
    with pytest.raises(ValueError, match="redo: nothing to redo"):
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
    wrong: list[Any] = ["a:Z9", None, 5, {}]
    for move in wrong:
        with pytest.raises(ValueError, match=f"^move {re.escape(repr(move))}: (not among the|expected text)"):
            game.play(move)
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
    with pytest.raises(ValueError, match="record: header Seed: '-5'; expected a number of at most 18 digits"):
        Game.from_record(record)


@pytest.mark.parametrize("seed", [-1, 10**18])
def test_a_seed_that_a_record_could_not_give_back_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match=f"^seed: {seed}; expected a number of at most 18 digits, 0 or more$"):
        Game.new(2, seed=seed)


@pytest.mark.parametrize("seed", ["a", 1.5, None])
def test_a_seed_that_is_no_whole_number_is_refused(seed: Any) -> None:
    for call in (Source, lambda seed: Game.new(2, seed=seed)):
        with pytest.raises(ValueError, match=f"^seed: {seed!r}; expected a whole number$"):
            call(seed)


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ({"players": 2.0}, "players: 2.0; expected a whole number"),
        ({"players": True}, "players: True; expected a whole number"),
        ({"layout": "x"}, "layout: 'x'; expected a Layout, such as load_layout returns"),
        ({"layout": None}, "layout: None; expected a Layout, such as load_layout returns"),
        ({"start": None}, "start: None; expected 'drawn' or 'random' (rule 2.1)"),
    ],
)
def test_a_game_does_not_begin_with_what_it_cannot_use(arguments: dict[str, Any], fault: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(fault)}$"):
        Game.new(**{"players": 2, **arguments})


@pytest.mark.parametrize(
    ("number", "fault"),
    [
        (-3, "rewind: -3; expected a number of moves from 0 to 12"),
        (13, "rewind: 13; expected a number of moves from 0 to 12"),
        (2.0, "rewind: 2.0; expected a whole number"),
    ],
)
def test_a_game_goes_back_only_to_where_it_has_been(number: Any, fault: str) -> None:
    game = begun()
    before = record_text(game.record())
    with pytest.raises(ValueError, match=f"^{re.escape(fault)}$"):
        game.rewind(number)
    assert (record_text(game.record()), len(game.states)) == (before, len(game.moves) + 1)


@pytest.mark.parametrize("seat", [-1, 2, 9, "1", None])
def test_a_seat_that_is_not_in_the_game_is_refused(seat: Any) -> None:
    game = begun()
    table = Sitting(game, [Chair("Ann", "person"), Chair("Ben", "person")])
    callers: list[Callable[[], object]] = [
        lambda: observe(game.state, seat),
        lambda: game.observation(seat),
        lambda: view_of(game.state, seat),
        lambda: who(["Ann", "Ben"], seat),
        lambda: table.seen_last(seat),
    ]
    if seat is not None:  # a viewer at no seat
        callers.append(lambda: behind_screens(game.state, (0, 0), seat))
    if seat != NOBODY:
        callers += [lambda: table.sight(seat), lambda: table.changed(seat)]
    if seat != 2:  # with four players there is such a seat
        callers += [lambda: emblem(seat), lambda: seat_name(seat)]
    for call in callers:
        with pytest.raises(ValueError, match=f"^seat: {seat!r}; expected a number from 0 to [13]$"):
            call()


def test_a_spectator_sees_what_all_know() -> None:
    game = Game.new(3, seed=2, start="random")
    assert game.public() == public(game.state)
    assert game.public().hands == game.state.known != game.state.hands
    assert game.public().removed == 0 != game.state.removed


@pytest.mark.slow
def test_every_legal_move_is_said_in_every_language() -> None:
    game, players = Game.new(3, seed=4), [make_player("random", seat) for seat in range(3)]
    kinds = set()
    while not game.over:
        said = game.sentences()
        assert list(said) == game.legal()
        assert all(said.values())
        assert len(set(said.values())) == len(said)
        kinds.add(type(game.state.stack[-1]))
        for language in ("de", "fr"):
            assert {move: game.sentence(move, language) for move in said} == game.sentences(language)
        game.play(players[game.actor].choose(game.observation(game.actor)))
    assert len(kinds) > 12
    assert game.sentences() == {}


def test_a_move_is_said_with_the_names_of_the_record_and_only_if_it_is_legal() -> None:
    game = Game.new(seed=1)
    game.headers["Seat1"] = "Ann"
    assert game.sentences("de") == {"1": "Ann", "2": "Spieler 2"}
    with pytest.raises(ValueError, match=r"^move 'x': not among the 2 legal ones"):
        game.sentence("x")
    for language in ("xx", "", "../de", 5):
        with pytest.raises(ValueError, match=f"^language '{language}': expected one of en, de, fr$"):
            game.sentences(language)  # type: ignore[arg-type]
    assert game.sentence("2") == "Player 2"
