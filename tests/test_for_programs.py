"""The package as programs use it: whole numbers, values that show what they are, files, copies, clear errors."""

from __future__ import annotations

import copy
import json
import pickle
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import keyharvest
from keyharvest import (
    CHANCE,
    CROPS,
    EVENTS,
    OVER,
    SPACES,
    STANDARD,
    WORKERS,
    Game,
    Source,
    State,
    actor,
    draw,
    final_scores,
    legal,
    make_player,
    new_game,
    observe,
    outcomes,
    parse_position,
    parse_record,
    play,
    play_game,
    position_text,
    record_text,
    winners,
)
from keyharvest.lab.arena import match, outcome_text, read_outcome
from keyharvest.lab.perft import divide, perft
from keyharvest.players import NAMES, decide
from keyharvest.puzzles.collection import load
from keyharvest.rules.engine import frame_kinds
from keyharvest.rules.layout import parse_layout
from keyharvest.rules.turn import Turn
from keyharvest.scenario import parse_scenario

WHOLE = [np.int64(1), np.int8(1), np.uint16(1), np.array(1)]
NOT_WHOLE = [True, np.True_, 1.0, np.float64(1), "1", None, np.array([1, 2])]


def begun(seed: int = 1, players: int = 2) -> Game:
    return Game.new(players, start="random", seed=seed)


def played(game: Game, moves: int) -> Game:
    """Play that many decisions at random."""
    player = make_player("random", 7)
    for _ in range(moves):
        game.play(player.choose(game.observation(game.actor)))
    return game


#: Everything for programs that asks for an integer, called with 1.
ASKS: dict[str, Callable[[Any], object]] = {
    "Source": lambda n: Source(n).state,
    "Source.below": lambda n: Source(7).below(n),
    "perft": lambda n: perft(new_game(2), n),
    "divide": lambda n: divide(new_game(2), n),
    "Game.new seed": lambda n: Game.new(seed=n).moves,
    "Game seed": lambda n: Game(new_game(2), n).seed,
    "Game.from_record seed": lambda n: Game.from_record(begun().record(), n).seed,
    "make_player": lambda n: make_player("random", n).choose(begun().observation(begun().actor)),
    "play_game": lambda n: play_game(["random", "random"], n).scores,
    "observe": lambda n: observe(begun().state, n),
    "Game.observation": lambda n: begun().observation(n),
    "Game.text": lambda n: begun().text(n),
    "Game.svg": lambda n: begun().svg(n),
    "Game.svg size": lambda n: begun().svg(size=n),
    "Game.rewind": lambda n: begun().rewind(n),
    "State.hand": lambda n: begun().state.hand(n),
    "puzzles": lambda n: load()[n],
    "seat_name": lambda n: keyharvest.words.seat_name(n),
}


@pytest.mark.parametrize("name", ASKS)
def test_any_whole_number_does_and_nothing_else(name: str) -> None:
    ask, optional = ASKS[name], name in ("Game.text", "Game.svg", "Game.svg size", "Game.from_record seed")
    wanted = ask(1)
    for number in WHOLE:
        assert ask(number) == wanted
    for wrong in NOT_WHOLE:
        if not (wrong is None and optional):
            with pytest.raises(ValueError, match=r"expected a (whole )?number"):
                ask(wrong)


def test_the_number_of_players_may_be_any_whole_number() -> None:
    kinds: list[Any] = [int, np.int64, np.uint8]
    assert [Game.new(kind(3)).state.players for kind in kinds] == [3, 3, 3]
    for wrong in (True, 2.0, "2", None):
        with pytest.raises(ValueError, match=f"^players: {re.escape(repr(wrong))}; expected a whole number$"):
            Game.new(wrong)  # type: ignore[arg-type]


def test_a_large_number_of_numpy_does_not_overflow() -> None:
    assert Source(7).below(np.uint32(4_000_000_000)) == Source(7).below(4_000_000_000)  # type: ignore[arg-type]


def test_sequences_have_no_negative_length() -> None:
    with pytest.raises(ValueError, match=r"^depth: -1; expected 0 or more$"):
        perft(new_game(2), -1)
    with pytest.raises(ValueError, match=r"^depth: 0; expected 1 or more$"):
        divide(new_game(2), 0)


def test_an_observation_has_a_plain_seat() -> None:
    assert type(begun().observation(np.int64(1)).seat) is int  # type: ignore[arg-type]


def test_games_of_numpy_seeds_are_kept_like_others() -> None:
    [one, other] = match(["random", "random"], np.arange(2))  # type: ignore[arg-type]
    assert [type(game.seed) for game in (one, other)] == [int, int]
    assert read_outcome(outcome_text(one)) == one


def test_values_show_what_they_are() -> None:
    game = begun()
    assert repr(game.state) == f"<State {position_text(game.state)}>"
    found = observe(new_three := begun(2, 3).state, 1)
    assert repr(found) == f"<Observation of seat 2: {position_text(found.view)} unknown=3,0,3>"
    assert repr(new_three) not in repr(found)
    assert repr(game.record()) == f"<Record of 2: {len(game.moves)} moves>"
    assert repr(Source(3)) == f"<Source at {Source(3).state:#018x}>"
    assert repr(make_player("master@nodes:500")) == "<Player master, 500 positions>"
    names = ["random", "greedy", "farmer", "keyharvest.players.scripted:ScriptedPlayer"]
    for name in [*names, "keyharvest.players.ismcts:ISMCTSPlayer"]:
        assert re.fullmatch(r"<Player \w+(, \d+ positions)?>", repr(make_player(name)))


def test_the_position_of_a_state_can_be_read_again() -> None:
    state = played(begun(), 60).state
    assert parse_position(repr(state).removeprefix("<State ").removesuffix(">")) == state


@pytest.mark.parametrize("kind", frame_kinds().values(), ids=lambda kind: kind.__name__)
def test_no_frame_can_be_changed(kind: type) -> None:
    frame = kind(*[1 for _ in fields(kind)])
    assert hash(frame) == hash(kind(*[1 for _ in fields(kind)]))
    for each in fields(kind):
        with pytest.raises(FrozenInstanceError):
            setattr(frame, each.name, 0)
    assert pickle.loads(pickle.dumps(frame)) == frame


def test_no_past_state_can_be_changed_through_a_frame() -> None:
    game = played(begun(), 50)
    texts = [position_text(state) for state in game.states]
    for state in game.states:
        for frame in state.stack:
            for each in fields(frame):  # type: ignore[arg-type]
                with pytest.raises(FrozenInstanceError):
                    setattr(frame, each.name, 1)
    assert [position_text(state) for state in game.states] == texts


def test_a_key_is_equal_only_for_equal_stacks() -> None:
    state = begun().state
    other = state.copy()
    assert isinstance(state.stack[-1], Turn)
    other.stack = (Turn(state.seat, used=1),)
    same = state.copy()
    same.stack = (Turn(state.seat),)
    assert state.key() == same.key() != other.key()
    assert hash(state.key()) == hash(same.key())


# Going back


def test_going_back_ends_at_a_decision() -> None:
    game = played(begun(3), 150)
    moves = game.moves[:]
    for number in range(len(moves), -1, -1):
        game.rewind(number)
        assert game.actor != CHANCE
        assert len(game.moves) >= number
        assert game.moves == moves[: len(game.moves)]
        assert all(actor(state) == CHANCE for state in game.states[number : len(game.moves)])
    assert game.state == begun(3).state


def test_moves_made_elsewhere_can_replace_the_latest_ones() -> None:
    game, other = played(begun(), 20), begun()
    at = len(other.moves)
    before = game.record()
    with pytest.raises(ValueError, match=r"^record: move 1: move 'x': not among"):
        game.take(["x"], at)
    assert game.record() == before
    game.take(["end"], at)
    other.play("end")
    assert (game.moves, game.states) == (other.moves, other.states)


# Files and copies


def test_a_game_is_saved_and_loaded(tmp_path: Path) -> None:
    game = played(begun(5), 40)
    game.headers["Seat1"] = "Ann"
    for path in (tmp_path / "game.txt", str(tmp_path / "other.txt")):
        game.save(path)
        again = Game.load(path)
        assert (again.moves, again.states, again.headers, again.seed) == (game.moves, game.states, game.headers, 5)
    assert (tmp_path / "game.txt").read_text(encoding="utf-8") == record_text(game.record())


def test_a_file_that_holds_no_game_is_named(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    for content, fault in ((b"x", "record: "), (b"\xff", "not text in UTF-8 (line 1, byte 0)")):
        file.write_bytes(content)
        with pytest.raises(ValueError, match=re.escape(f"{file}: {fault}")):
            Game.load(file)
    with pytest.raises(OSError, match="No such file"):
        Game.load(tmp_path / "none")


def test_a_copy_goes_on_alike_and_by_itself() -> None:
    game = played(begun(5), 30)
    game.headers["Seat1"] = "Ann"
    game.play(next(move for move in game.legal() if move != "end" and not move.startswith("d:")))
    if game.undoable() is None:
        game.undo()
    before = game.record()
    for again in (game.copy(), copy.copy(game), copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
        assert (again.record(), again.states, again.redoable()) == (before, game.states, game.redoable())
        played(again, 30)
        again.headers["Seat2"] = "Ben"
        assert (game.record(), len(game.states)) == (before, len(game.moves) + 1)
        assert again.moves == played(game.copy(), 30).moves


def test_a_deep_copy_has_the_same_layout() -> None:
    game = begun()
    again = copy.deepcopy(game)
    assert again.state.layout is game.state.layout
    assert again.state is not game.state
    again.state.turn = 9
    assert game.state.turn == 1
    assert copy.deepcopy(STANDARD) is STANDARD


# One for another


@pytest.mark.parametrize(
    "ask", [final_scores, legal, position_text, winners, lambda game: observe(game, 0), lambda game: play(game, "end")]
)
@pytest.mark.parametrize(
    ("other", "instead"),
    [
        (lambda game: game, "game.state"),
        (lambda game: game.record(), "Game.from_record(record).state"),
        (lambda game: game.observation(0), "observation.view"),
    ],
)
def test_what_to_give_for_a_state_is_told(
    ask: Callable[[Any], object], other: Callable[[Game], Any], instead: str
) -> None:
    given = other(begun())
    said = rf"^expected a State, not {type(given).__name__}.*: give {re.escape(instead)} instead$"
    with pytest.raises(AttributeError, match=said):
        ask(given)


@pytest.mark.parametrize(
    ("call", "fault"),
    [
        (lambda game: Game(game), "start: expected a State, such as new_game returns, not Game"),
        (lambda game: Game("x"), "start: expected a State, such as new_game returns, not str"),  # type: ignore[arg-type]
        (lambda game: Game.from_record(game), "record: expected a Record, such as parse_record returns, not Game"),
        (lambda game: Game.from_record(record_text(game.record())), "record: expected a Record, such as parse_record"),  # type: ignore[arg-type]
        (lambda game: record_text(game), "record: expected a Record, such as Game.record returns, not Game"),
        (lambda game: record_text(game.state), "record: expected a Record, such as Game.record returns, not State"),
        (lambda game: decide(game.state, make_player("random")), "game: expected a Game, not State"),
        *(
            (lambda game, name=name: make_player(name).choose(game), "observation: expected an Observation, such as")
            for name in NAMES
        ),
        (parse_record, "record: expected text, not Game"),
        (parse_position, "position: expected text, not Game"),
        (parse_layout, "layout: expected text, not Game"),
        (parse_scenario, "scenario: expected text, not Game"),
    ],
)
def test_a_value_given_for_another_is_told(call: Callable[[Any], object], fault: str) -> None:
    with pytest.raises(TypeError, match=f"^{re.escape(fault)}"):
        call(begun())


def test_a_game_has_no_other_attributes() -> None:
    with pytest.raises(AttributeError, match=r"^'Game' object has no attribute 'scroes'$"):
        getattr(begun(), "scroes")  # noqa: B009  # mypy knows that there is none
    assert not hasattr(begun(), "stack")


@pytest.mark.parametrize("move", [1, None, 1.5, ["1"], True])
def test_a_move_is_text(move: Any) -> None:
    with pytest.raises(ValueError, match=f"^move {re.escape(repr(move))}: expected text, such as '1'$"):
        Game.new(seed=1).play(move)


# A loop over states, from the top of the package alone


def test_a_loop_over_states_can_be_written_with_the_names_at_the_top() -> None:
    state, source = keyharvest.new_game(3), keyharvest.Source(1)
    while (seat := keyharvest.actor(state)) != OVER:
        if seat == CHANCE:
            assert keyharvest.draw(state, source) in dict(outcomes(state))
            state = play(state, draw(state, source))
        else:
            state = play(state, source.pick(keyharvest.observe(state, seat).legal()))
    held = [state.hand(seat) for seat in range(3)]
    assert list(held[0]) == list(CROPS)
    assert 0 < sum(sum(hand.values()) for hand in held) <= 60
    assert (len(SPACES), [worker.letter for worker in WORKERS][:2], EVENTS[0].name) == (56, ["A", "B"], "blind swap")
    assert isinstance(state, State)


@pytest.mark.slow
def test_a_game_between_names_on_another_layout() -> None:
    data = json.loads((Path(keyharvest.__file__).parent / "rules" / "layout.json").read_text(encoding="utf-8"))
    crops = data["crops"]
    crops["A1"], crops["A2"] = crops["A2"], crops["A1"]
    layout = parse_layout(json.dumps({**data, "name": "mine"}))
    game = play_game(["random", "greedy"], layout=layout)
    assert game.over
    assert game.state.layout is layout
    assert (game.seed, game.moves[0]) == (0, Game.new().moves[0])
    assert play_game(["random", "random"], 5).moves == play_game(["random", "random"], 5).moves
    assert play_game(["random", "random"], 5).moves != play_game(["random", "random"], 6).moves
    with pytest.raises(ValueError, match="player 'randm': expected one of random, greedy"):
        play_game(["random", "randm"])
    with pytest.raises(ValueError, match="players: 1; the game is for 2, 3 or 4"):
        play_game(["random"])


# The picture


def test_a_picture_has_a_title_a_width_and_a_theme() -> None:
    game = begun()
    drawn = ET.fromstring(game.svg(size=700, theme="dark"))
    title = drawn.find("{http://www.w3.org/2000/svg}title")
    assert title is not None
    assert title.text == game.question
    assert game.question in [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert (drawn.get("width"), drawn.get("data-theme")) == ("700", "dark")
    plain = ET.fromstring(game.svg())
    assert (plain.get("width"), plain.get("data-theme")) == (None, None)
    for wrong, fault in (({"size": 0}, "size: 0"), ({"size": -3}, "size: -3"), ({"theme": "red"}, "theme 'red'")):
        with pytest.raises(ValueError, match=f"^{fault}"):
            game.svg(**wrong)


def test_a_picture_marks_the_last_action() -> None:
    game = begun()
    marks = game.svg(last=True).count('href="#kh-fresh"')
    assert (marks, game.svg().count("kh-fresh")) == (0, 0)
    move = next(move for move in game.legal() if move.startswith("d:"))
    game.play(move)
    while game.legal()[-1] != "end":
        game.play(game.legal()[-1])
    assert game.svg(last=True).count('href="#kh-fresh"') == 2  # in the store, and the tile drawn for it
    game.play("end")
    assert game.svg(last=True).count('href="#kh-fresh"') == 2
    assert "kh-fresh" not in game.svg()
