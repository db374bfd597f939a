"""The environments: moves as numbers, a seat's knowledge as a vector, and both libraries' own tests."""

from __future__ import annotations

import copy
import hashlib
import json
import pickle
import re
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags

from keyharvest.environments import openspiel
from keyharvest.environments.moves import DRAW_NUMBER, DRAWS, MOVE_NUMBER, MOVES, most_turns, rewards
from keyharvest.environments.pettingzoo import KeyHarvest, env
from keyharvest.environments.vector import CAUSES, QUESTIONS, STEPS, WAITING, Encoder
from keyharvest.knowledge import Observation, observe
from keyharvest.record import position_text
from keyharvest.rules import CHANCE, Source, State, actor, counters, draw, legal, new_game, play
from keyharvest.rules.components import ALL_EVENTS, EVENT_INDEX
from keyharvest.rules.engine import frame_kinds
from keyharvest.rules.frames import Decision, Step
from keyharvest.rules.layout import load_layout
from keyharvest.rules.state import Frame
from keyharvest.rules.turn import Turn
from web.environment import ROOT

with warnings.catch_warnings():
    # If pygame is installed, these import one of PettingZoo's own games in a way that raises a warning.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, performance_benchmark, seed_test

# PettingZoo's checks list the environments that may have observations with a mask; ours is not among them.
with_mask = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably should be"
)


def positions(players: int, games: int, every: int = 1) -> Iterator[State]:
    """Yield positions with a decision from random games, and the ends of these games."""
    number = 0
    for seed in range(games):
        source, state = Source(seed), new_game(players)
        while state.stack:
            if actor(state) == CHANCE:
                move = draw(state, source)
            else:
                number += 1
                if number % every == 0:
                    yield state
                move = source.pick(legal(state))
            state = play(state, move)
        yield state


# Moves


def test_every_move_has_a_number_of_its_own() -> None:
    assert len(MOVE_NUMBER) == len(MOVES) == 277
    assert len(DRAW_NUMBER) == len(DRAWS) == 4 + 5 + len(EVENT_INDEX) + 56


def test_the_numbers_never_change() -> None:
    # Except with the box: a new event or worker changes them, and makes models trained before useless.
    digests = [hashlib.sha256(" ".join(names).encode()).hexdigest()[:16] for names in (MOVES, DRAWS)]
    assert digests == ["8eb475ea40115e5a", "2d1b702c8d12cd3e"]


@pytest.mark.slow
def test_every_legal_move_and_every_draw_has_a_number() -> None:
    asked: set[str] = set()
    for seed in range(240):
        if seed >= 60 and asked == set(QUESTIONS):
            break
        players = 2 + seed % 3
        source, state = Source(seed), new_game(players)
        while state.stack:
            choices = legal(state)
            if actor(state) == CHANCE:
                assert DRAW_NUMBER.keys() >= set(choices)
                move = draw(state, source)
            else:
                asked.add(type(state.stack[-1]).__name__)
                assert MOVE_NUMBER.keys() >= set(choices)
                move = source.pick(choices)
            state = play(state, move)
        assert state.turn <= most_turns(players)
    assert asked == set(QUESTIONS)


def test_the_rewards_of_a_game_add_up_to_nothing() -> None:
    for players in (2, 3, 4):
        for state in positions(players, games=5, every=10**9):
            found = rewards(state)
            assert sum(found) == pytest.approx(0)
            assert max(found) <= 1
            assert min(found) == pytest.approx(-1 / (players - 1))


# The vector


def test_all_questions_and_steps_are_known() -> None:
    kinds = frame_kinds()
    assert {name for name, kind in kinds.items() if issubclass(kind, Decision)} == set(QUESTIONS)
    in_set_up = {"DealRest", "EventsIntoBag", "FirstTurn"}
    assert {name for name, kind in kinds.items() if issubclass(kind, Step)} - in_set_up == set(STEPS)


def read_back(encoder: Encoder, vector: Any, like: State) -> Observation:
    """Return the observation that a vector describes; *like* supplies only what a vector omits.

    That is the number of players, the layout, and the frames of set-up, which are always the same.
    """
    players = like.players
    parts = {name: vector[part] for name, part in encoder.parts.items()}
    [me] = np.flatnonzero(parts["seat"])

    def mask(values: Any) -> int:
        return sum(1 << int(index) for index in np.flatnonzero(values))

    def one(values: Any) -> int:
        return int(np.flatnonzero(values)[0]) if values.any() else -1

    def who(values: Any) -> int:
        return (one(values) + int(me)) % players if values.any() else -1

    def by_seat(name: str) -> list[Any]:
        rows = parts[name].reshape(players, -1)
        return [rows[(seat - me) % players] for seat in range(players)]

    def crops(values: Any) -> int:
        return counters.pack([int(number) for number in values])

    def frame(part: str, names: tuple[str, ...], place: int, places: int) -> Frame | None:
        row = {
            name.removeprefix(part).lstrip("_"): values.reshape(places, -1)[place]
            for name, values in parts.items()
            if name == part or name.startswith(f"{part}_")
        }
        if not row[""].any():
            return None
        kind = frame_kinds()[names[one(row[""])]]
        if kind is Turn:
            return turn
        values: dict[str, Any] = {
            "seat": who(row["seat"]),
            "drawer": who(row["drawer"]),
            "source": CAUSES[one(row["cause"])],
            "event": EVENT_INDEX.get(CAUSES[one(row["cause"])]),
            "tile": one(row["tile"]),
            "own": one(row["tile"]),
        }
        if part == "question":
            values |= {name: int(row[name][0]) for name in ("number", "least", "room")}
            values |= {"payee": who(row["other"]), "receiver": who(row["other"]), "optional": bool(row["optional"][0])}
            values |= {"candidates": mask(row["candidates"]), "picked": mask(row["picked"])}
            values |= {"worker": one(row["worker"]), "workers": mask(row["worker"])}
        else:
            values |= {"asked": int(row["round"][0]), "given": int(row["round"][0]), "bought": int(row["bought"][0])}
        return kind(**{name: values[name] for name in kind.__dataclass_fields__})  # type: ignore[attr-defined]

    actions = mask(parts["actions"])
    turn = Turn(who(parts["on_turn"]), actions & 15, actions >> 4 & 15, bool(actions >> 8))
    view = State.empty(players, like.layout)
    view.turn, view.idle = int(parts["turn"][0]), int(parts["idle"][0])
    view.seat, view.start = who(parts["on_turn"]), who(parts["start"])
    view.left = int(parts["left"][0]) if parts["last_turns"][0] else -1
    view.registry, view.bag, view.fallow, view.town = (mask(parts[n]) for n in ("registry", "bag", "fallow", "town"))
    view.stock = crops(parts["stock"])
    unseen, seen, aside, gone = (mask(parts[f"events_{name}"]) for name in ("unseen", "seen", "aside", "gone"))
    view.bag_events, view.seen, view.aside, view.gone = unseen, seen, aside, gone
    if view.turn and players > 2 and not view.bag_events:
        view.removed = ALL_EVENTS & ~view.seen  # rule 14.2
    view.placed = tuple(one(row) for row in parts["events_placed"].reshape(10, -1) if row.any())
    view.fields, view.ripe = (tuple(map(mask, by_seat(name))) for name in ("fields", "ripe"))
    view.posts = tuple(
        tuple((worker, one(row)) for worker, row in enumerate(rows.reshape(12, -1)) if row.any())
        for rows in by_seat("workers")
    )
    view.hands, view.known, view.revealed = (tuple(map(crops, by_seat(n))) for n in ("hands", "known", "revealed"))
    view.stores = tuple(
        tuple(
            (one(tile), crops(bid))
            for tile, bid in zip(tiles.reshape(2, -1), bids.reshape(2, -1), strict=True)
            if tile.any()
        )
        for tiles, bids in zip(by_seat("store_tiles"), by_seat("store_bids"), strict=True)
    )
    question = frame("question", QUESTIONS, 0, 1)
    if not view.turn:
        view.stack = (*like.stack[:-1], question) if question else like.stack
    elif question:
        steps = [step for place in range(WAITING) if (step := frame("waiting", STEPS, place, WAITING))]
        view.stack = (turn,) if question is turn else (turn, *steps[::-1], question)
    unknown = tuple(int(number[0]) for number in by_seat("unknown"))
    secret = tuple(
        0 if seat == me else counters.total(view.hands[seat]) + unknown[seat] - counters.total(view.known[seat])
        for seat in range(players)
    )
    return Observation(int(me), view, unknown, secret)


@pytest.mark.thorough
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_vector_tells_all_that_a_seat_knows(players: int) -> None:
    encoder = Encoder(players)
    asked: set[str] = set()
    waiting: set[str] = set()
    for number, state in enumerate(positions(players, games=25, every=11)):
        top = {type(frame).__name__ for frame in state.stack[-1:]}
        below = {type(frame).__name__ for frame in state.stack[1:-1] if state.turn}
        if number % 3 and top <= asked and below <= waiting:
            continue  # of positions that contain nothing new, one in three is enough
        asked |= top
        waiting |= below
        for seat in range(players):
            seen = observe(state, seat)
            vector = encoder.encode(seen)
            assert (vector >= 0).all()
            assert (vector <= encoder.most).all()
            assert read_back(encoder, vector, state) == seen
    assert len(asked) > 15
    assert waiting >= {"Refill", "EventRound", "Arrive", "QuickSale", "Windfall"}


@pytest.mark.parametrize("players", [3, 4])
def test_the_vector_tells_nothing_else(players: int) -> None:
    encoder, source, changed = Encoder(players), Source(1), 0
    for state in positions(players, games=2, every=20):
        for seat in range(players):
            other = observe(state, seat).sample(source)
            changed += other != state
            assert (encoder.encode(observe(other, seat)) == encoder.encode(observe(state, seat))).all()
    assert changed > 20


# PettingZoo


@with_mask
@pytest.mark.parametrize("players", [2, *(pytest.param(players, marks=pytest.mark.slow) for players in (3, 4))])
def test_pettingzoo_finds_nothing_wrong(players: int) -> None:
    api_test(env(players, render_mode="ansi"), num_cycles=400)
    seed_test(lambda: env(players))


@pytest.mark.long  # it takes five seconds, however fast the environment is
def test_pettingzoo_measures_it(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(env())
    assert float(capsys.readouterr().out.partition(" turns per second")[0].split()[-1]) > 100


def test_a_game_ends_with_points_places_and_rewards() -> None:
    environment = env(3)
    environment.reset(seed=5)
    ends: dict[str, tuple[float, int]] = {}
    for agent in environment.agent_iter():
        observation, reward, terminated, _, info = environment.last()
        if terminated:
            ends[agent] = reward, info["rank"]
        action = None if terminated else int(np.flatnonzero(observation["action_mask"])[-1])
        environment.step(action)
    assert set(ends) == {"player_0", "player_1", "player_2"}
    assert sum(reward for reward, _ in ends.values()) == pytest.approx(0)
    assert max(ends.values())[1] == 1


def test_an_illegal_action_ends_the_game_and_a_bare_one_is_refused() -> None:
    environment = env(2)
    environment.reset(seed=1)
    agent = environment.agent_selection
    environment.step(MOVE_NUMBER["end"])  # nobody has moved yet
    assert environment.terminations == {"player_0": True, "player_1": True}
    assert environment.rewards[agent] == -1
    bare = KeyHarvest(2)
    bare.reset(seed=1)
    with pytest.raises(ValueError, match="action 0: not legal now"):
        bare.step(MOVE_NUMBER["end"])
    with pytest.raises(ValueError, match="render_mode: 'human'; expected None or 'ansi'"):
        KeyHarvest(2, "human")


@pytest.mark.parametrize("action", [-1, len(MOVES), 1.0, "end", None])
def test_an_action_that_is_none_is_refused_and_changes_nothing(action: Any) -> None:
    bare = KeyHarvest(2)
    bare.reset(seed=1)
    before = pickle.dumps(bare)
    with pytest.raises(ValueError, match=f"^action {action}: not legal now$"):
        bare.step(action)
    assert pickle.dumps(bare) == before


def end_of(environment: Any) -> dict[str, Any]:
    """Return the end of a game in which the last legal action is always chosen."""
    infos: dict[str, Any] = {}
    while environment.agents:
        observation, _, terminated, _, info = environment.last()
        infos |= {environment.agent_selection: info} if terminated else {}
        environment.step(None if terminated else int(np.flatnonzero(observation["action_mask"])[-1]))
    return infos


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda environment: pickle.loads(pickle.dumps(environment))])
def test_a_copy_of_an_environment_goes_on_with_the_game(copied: Any) -> None:
    environment = env(3)
    environment.reset(seed=4)
    for _ in range(40):
        environment.step(int(np.flatnonzero(environment.last()[0]["action_mask"])[-1]))
    other = copied(environment)
    end = end_of(other)
    assert environment.agents == ["player_0", "player_1", "player_2"]  # the copy is independent
    assert end_of(environment) == end


@pytest.mark.parametrize("seed", [np.int64(5), np.uint64(5), np.int32(5)])
def test_a_seed_of_numpy_gives_the_same_game(seed: Any) -> None:
    one, other = env(2), env(2)
    one.reset(seed=seed)
    other.reset(seed=5)
    assert end_of(one) == end_of(other)


@pytest.mark.parametrize("seed", ["x", 1.5])
def test_a_seed_that_is_no_whole_number_leaves_the_game_as_it_is(seed: Any) -> None:
    environment = env(2)
    environment.reset(seed=5)
    before = pickle.dumps(environment.unwrapped)
    with pytest.raises(ValueError, match=f"^seed: {seed!r}; expected a whole number$"):
        environment.reset(seed=seed)
    assert pickle.dumps(environment.unwrapped) == before


# OpenSpiel


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, *(pytest.param(players, marks=pytest.mark.thorough) for players in (3, 4))])
def test_openspiel_finds_nothing_wrong(players: int) -> None:
    game = pyspiel.load_game(f"python_key_harvest(players={players})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.long
def test_openspiel_plays_a_game_through_and_again(tmp_path: Path) -> None:
    from open_spiel.python.algorithms import generate_playthrough  # imports SciPy, which takes a second

    flags.FLAGS.mark_as_parsed()
    file = tmp_path / "playthrough.txt"
    text = generate_playthrough.playthrough("python_key_harvest(players=3)", None, seed=117)  # a short game
    file.write_text(text, encoding="utf-8")
    before, again = generate_playthrough.replay(str(file))
    assert again == before


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_states_are_sampled_that_a_player_cannot_tell_apart(players: int) -> None:
    game = pyspiel.load_game(f"python_key_harvest(players={players})")
    sampler, random = pyspiel.UniformProbabilitySampler(0.0, 1.0), np.random.RandomState(1)
    state, number, others = game.new_initial_state(), 0, set()
    while not state.is_terminal():
        if number % 50 < players:  # in set-up too
            for player in range(players):
                other = state.resample_from_infostate(player, sampler)
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.observation_string(player) == state.observation_string(player)
                assert other.observation_tensor(player) == state.observation_tensor(player)
                assert other.current_player() == state.current_player()
                if player == state.current_player():
                    assert other.legal_actions() == state.legal_actions()
                others.add(str(other) != str(state))
        number += 1
        state.apply_action(int(random.choice(state.legal_actions())))
    assert others == ({False} if players == 2 else {False, True})


def test_chance_has_the_probabilities_of_the_rules() -> None:
    state = pyspiel.load_game("python_key_harvest(players=3)").new_initial_state()
    while not state.is_chance_node() or "DealCounter" not in str(state.position.stack[-1]):
        state.apply_action(state.chance_outcomes()[0][0] if state.is_chance_node() else state.legal_actions()[0])
    found = {state.action_to_string(outcome): probability for outcome, probability in state.chance_outcomes()}
    assert found["*hops"] == pytest.approx(1 / 9)  # the odd crop: one counter of nine
    assert [found[f"*{crop}"] for crop in ("apples", "wheat")] == pytest.approx([2 / 9, 2 / 9])


def test_a_copy_of_a_state_goes_its_own_way() -> None:
    state = pyspiel.load_game("python_key_harvest").new_initial_state()
    copy = state.clone()
    copy.apply_action(copy.chance_outcomes()[1][0])
    assert state.history() == []
    assert copy.moves == (("*2", -1),)
    assert state.position.stack != copy.position.stack


def test_openspiel_carries_out_no_illegal_action() -> None:
    state = pyspiel.load_game("python_key_harvest").new_initial_state()
    seen: set[str] = set()
    while not {"draw", "turn"} <= seen or not state.is_terminal():
        number = len(DRAWS if state.is_chance_node() else MOVES)
        kind = "draw" if state.is_chance_node() else type(state.position.stack[-1]).__name__.lower()
        if kind not in seen:
            seen.add(kind)
            before = state.serialize()
            for action in set(range(number)) - set(state.legal_actions()):
                name = re.escape(state.action_to_string(action))
                with pytest.raises(ValueError, match=f"^action {action}: {name} is not legal now$"):
                    state.apply_action(action)
            for ask in (state.apply_action, state.action_to_string):
                with pytest.raises(ValueError, match=f"^action {number}: expected a number from 0 to {number - 1}$"):
                    ask(number)
            assert state.serialize() == before
        state.apply_action(state.legal_actions()[-1])
    with pytest.raises(ValueError, match=r"^action 0: end is not legal now$"):
        state.apply_action(0)


def test_openspiel_is_told_what_is_wrong() -> None:
    with pytest.raises(ValueError, match="players: 5; the game is for 2, 3 or 4"):
        openspiel.KeyHarvestGame({"players": 5})
    with pytest.raises(ValueError, match="observer: expected no parameters, not"):
        openspiel.KeyHarvestGame().make_py_observer(params={"x": 1})


# What a program gives an environment


def games_after(reset: dict[str, Any], played: int, games: int = 3) -> list[str]:
    """Return the first positions of games begun one after the other, each of which is left after some moves."""
    environment = KeyHarvest(3)
    environment.reset(**reset)
    found = []
    for _ in range(games):
        found.append(position_text(environment._game))
        for _ in range(played):
            environment.step(int(environment.observe(environment.agent_selection)["action_mask"].argmax()))
        environment.reset()
    return found


def test_a_seed_given_once_repeats_all_games_that_follow() -> None:
    first = games_after({"seed": 42}, played=0)
    assert first == games_after({"seed": 42}, played=0) == games_after({"seed": np.int64(42)}, played=9)
    assert len({run(KeyHarvest(2), seed) for seed in (42, 43)}) == 2
    one, other = KeyHarvest(2), KeyHarvest(2)
    assert [run(one, seed) for seed in (42, None, None)] == [run(other, seed) for seed in (42, None, None)]
    assert run(KeyHarvest(2), None) != run(KeyHarvest(2), None)


def run(environment: KeyHarvest, seed: int | None) -> str:
    """Return the position after the first moves of a new game."""
    environment.reset(seed=seed)
    for _ in range(12):
        environment.step(int(np.flatnonzero(environment.observe(environment.agent_selection)["action_mask"])[-1]))
    return position_text(environment._game)


@pytest.mark.parametrize(
    ("reset", "fault"),
    [
        ({"options": {"layout": 1, "x": 2}}, "options: expected none, not 'layout', 'x'"),
        ({"seed": True}, "seed: True; expected a whole number"),
        ({"seed": 1.5}, "seed: 1.5; expected a whole number"),
    ],
)
def test_a_reset_with_what_is_unknown_leaves_the_game(reset: dict[str, Any], fault: str) -> None:
    environment = KeyHarvest(2)
    environment.reset(seed=1)
    before = position_text(environment._game)
    with pytest.raises(ValueError, match=f"^{re.escape(fault)}$"):
        environment.reset(**reset)
    assert position_text(environment._game) == before
    environment.reset(seed=None, options={})


def test_before_a_reset_there_is_no_game() -> None:
    calls: list[Callable[[KeyHarvest], object]] = [
        lambda bare: bare.observe("player_0"),
        lambda bare: bare.step(0),
        lambda bare: bare.last(),
    ]
    for call in calls:
        with pytest.raises(AttributeError, match=r"^no game has begun: call reset first$"):
            call(KeyHarvest(2))


def other_layout(folder: Path) -> Path:
    """Write a layout with the crops of two spaces exchanged."""
    data = json.loads((ROOT / "keyharvest" / "rules" / "layout.json").read_text(encoding="utf-8"))
    crops = data["crops"]
    crops["A1"], crops["A2"] = crops["A2"], crops["A1"]
    file = folder / "mine.json"
    file.write_text(json.dumps({**data, "name": "mine"}), encoding="utf-8")
    return file


def test_both_take_a_layout_and_a_way_to_start(tmp_path: Path) -> None:
    file = other_layout(tmp_path)
    layout = load_layout(file)
    environment = env(2, layout=layout, start="random")
    environment.reset(seed=1)
    known = environment.unwrapped.known_by("player_0")
    assert (known.view.layout, known.view.turn) == (layout, 1)
    game = pyspiel.load_game(f"python_key_harvest(players=3,layout={file},start=random)")
    state = game.new_initial_state()
    assert state.position == new_game(3, layout, "random")
    assert pickle.loads(pickle.dumps(state)).position == state.position
    assert pyspiel.load_game("python_key_harvest").new_initial_state().position == new_game(2)
    with pytest.raises(ValueError, match=r"^start: 'x'; expected 'drawn' or 'random'"):
        env(2, start="x")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^layout: 'x'; expected a Layout"):
        env(2, layout="x")  # type: ignore[arg-type]
    for wrong in ("start=x", "players=5", f"layout={tmp_path}/none.json", "x=1"):
        with pytest.raises((ValueError, OSError, pyspiel.SpielError)):
            pyspiel.load_game(f"python_key_harvest({wrong})")


def test_pettingzoo_is_told_that_there_is_no_array_of_a_whole_game() -> None:
    with pytest.raises(NotImplementedError, match="known_by returns what an agent knows"):
        KeyHarvest(2).state()


def test_openspiel_is_told_that_there_is_no_tensor_of_the_information_state() -> None:
    state = pyspiel.load_game("python_key_harvest").new_initial_state()
    with pytest.raises(NotImplementedError, match="has no tensor of the information state; use observation_tensor"):
        state.information_state_tensor(0)
