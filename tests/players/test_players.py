"""The computer players: what they examine, that they cannot cheat, how they play, and matches between them."""

import gc
import re
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import combinations

import pytest

from keyharvest.advice.advice import advice
from keyharvest.game import Game
from keyharvest.knowledge import Observation, observe
from keyharvest.lab.arena import Outcome, match, play_named
from keyharvest.lab.match import play_game
from keyharvest.players import LEVELS, NAMES, Player, make_player, thinking
from keyharvest.players.greedy import GreedyPlayer
from keyharvest.players.levels import LevelPlayer
from keyharvest.players.uniform import UniformPlayer
from keyharvest.record import parse_record
from keyharvest.rules import OVER, Source, State, actor, apply, legal
from keyharvest.rules.components import NUMBERS, WORKER_INDEX
from keyharvest.rules.engine import frame_kinds
from keyharvest.rules.frames import Bid, Decision, Displaced, PickFields
from keyharvest.rules.geometry import INDEX, groups, mask_of
from keyharvest.rules.setup import ChooseStart
from keyharvest.rules.turn import FROM_STORES, HARVEST, WORK, Turn
from keyharvest.search import (
    Draws,
    Effort,
    Evaluator,
    LookAhead,
    Search,
    candidates,
    greedy_chain,
    in_one_go,
    search,
)
from keyharvest.search.evaluation import growth, turns_left
from tests.rules.builders import position
from tests.situations.records import FOLDER

GREEDY = GreedyPlayer(0)


@cache
def questions() -> tuple[State, ...]:
    """Return questions from the records of all situations: each kind and cause, with all numbers of players."""
    found: dict[tuple[str, int, int], list[State]] = {}
    for path in sorted(FOLDER.glob("*.txt")):
        for state in parse_record(path.read_text(encoding="utf-8")).states():
            if actor(state) >= 0:
                top = state.stack[-1]
                assert isinstance(top, Decision)
                kept = found.setdefault((f"{type(top).__name__} {top.cause}", state.players, len(state.stack)), [])
                if len(kept) < 6:
                    kept.append(state)
    return tuple(state for kept in found.values() for state in kept)


def observations() -> Iterator[Observation]:
    for state in questions():
        yield observe(state, actor(state))


def choice(state: State) -> str:
    return GREEDY.choose(observe(state, actor(state)))


def choices(state: State) -> list[str]:
    """Return greedy's choices until another seat has to decide or a draw is made."""
    seat, found = actor(state), []
    while actor(state) == seat:
        move = choice(state)
        found.append(move)
        if move == "end":
            break
        state = apply(state, move)
    return found


# What it looks at


@pytest.mark.slow
def test_the_questions_are_of_all_kinds() -> None:
    kinds = {name for name, kind in frame_kinds().items() if issubclass(kind, Decision)}
    assert {type(state.stack[-1]).__name__ for state in questions()} == kinds
    causes = {state.stack[-1].cause for state in questions() if isinstance(state.stack[-1], Decision)}
    assert set("MNOPQRTUVWXYZ") <= causes
    assert set("ABCDEFGHIJKL") <= causes


@pytest.mark.slow
@pytest.mark.parametrize("depth", range(4))
def test_what_it_looks_at_is_legal(depth: int) -> None:
    for observation in observations():
        moves = candidates(observation.view, Evaluator.of(observation), depth)
        assert moves
        assert len(set(moves)) == len(moves)
        assert set(moves) <= set(observation.legal())


def test_it_thinks_in_slices_and_chooses_the_same() -> None:
    state = position(board1="C4 C5 E1", board2="B4 B5 E7", hand1="h2w2", hand2="h3", registry="C6 E2 A1")
    observation = observe(state, 0)
    assert sum(1 for _ in GREEDY.thinking(observation)) > 5
    assert GREEDY.choose(observation) == greedy_chain(observation.view, Evaluator.of(observation))[0].moves[0]


@pytest.mark.slow
def test_it_chooses_legal_moves_and_the_same_each_time() -> None:
    for observation in observations():
        move = GREEDY.choose(observation)
        assert move in observation.legal()
        assert GreedyPlayer(1).choose(observation) == move


@pytest.mark.slow
def test_it_cannot_cheat() -> None:
    """Hidden things are dealt again; the choice stays the same, at every question (rule 14.2)."""
    dealt_otherwise = 0
    for state in questions():
        seat = actor(state)
        observation = observe(state, seat)
        move = GREEDY.choose(observation)
        for seed in range(4 if any(observation.unknown) else 1):
            other = observation.sample(Source(seed))
            dealt_otherwise += other != state
            assert GREEDY.choose(observe(other, seat)) == move
    assert dealt_otherwise > 100


# What it thinks of positions


@pytest.mark.slow
def test_growth_agrees_with_counting() -> None:
    source = Source(5)
    for _ in range(300):
        fields = 0
        for _ in range(1 + source.below(14)):
            fields |= 1 << source.below(56)
        sizes = [*sorted((part.bit_count() for part in groups(fields)), reverse=True), 0, 0]
        found = growth(fields)
        assert found.points == sizes[0] + 2 * sizes[1]
        assert found.spare == sum(sizes[2:])
        assert (found.gap, found.third) == (sizes[0] - sizes[1], sizes[2])
        for tile in range(56):
            if not fields >> tile & 1:
                assert found.gain(tile) == min(4, max(0, growth(fields | 1 << tile).points - found.points))
        assert found.total((1 << 56) - 1) == sum(found.gain(tile) for tile in range(56))


def test_with_two_players_one_margin_is_the_others_loss() -> None:
    for state in questions():
        if state.players == 2:
            judge = Evaluator(state)
            assert judge.value(state, 0) == pytest.approx(-judge.value(state, 1))


def test_more_points_are_better() -> None:
    plain = position(board1="A1 A2 C5", board2="G1 G2", hand1="h1", hand2="v1")
    grown = position(board1="A1 A2 C5 C6", board2="G1 G2", hand1="h1", hand2="v1")
    staffed = position(board1="A1 A2 C5", board2="G1 G2", hand1="h1", hand2="v1", workers1="C@B2")
    judge = Evaluator(plain)
    assert judge.value(plain, 0) < min(judge.value(grown, 0), judge.value(staffed, 0))


@pytest.mark.rule("13.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_turns_left_are_known_once_the_tenth_event_is_placed(players: int) -> None:
    """It counts the turns of each seat in the rest of the game."""
    for on_turn, left in combinations(range(9), 2):
        seat = on_turn % players
        state = position(players, seat=seat + 1, left=left, placed="MNOPQRSTUV")
        to_come = [(seat + turn) % players for turn in range(1, left + 1)]
        assert [turns_left(state, each) for each in range(players)] == [to_come.count(each) for each in range(players)]


def test_fewer_turns_are_expected_as_events_come() -> None:
    expected = [turns_left(position(placed="MNOPQRSTUV"[:number]), 0) for number in range(10)]
    assert expected == sorted(expected, reverse=True)
    assert 10 < expected[0] < 25
    assert expected[9] >= 2


# How it plays


def test_it_begins_if_it_may_choose() -> None:
    assert choice(position(stack=[ChooseStart(1)])) == "2"


def test_it_grows_the_second_group() -> None:
    board = "A1- A2- A3- A4- A5- E5- E6-"
    state = position(used=WORK, board1=board, board2="G1 G7", hand1="h1v1a1", registry="A6 E7 C9")
    assert choice(state) == "d:E7"
    state = position(used=WORK | HARVEST, board1=board, board2="G1 G7", hand1="h1", store1="A6:h1 E7:h1")
    assert choice(state) == "end"
    state = position(board1=board, board2="G1 G7", hand1="h1", store1="A6:h1 E7:h1")
    placed = [move for move in choices(state) if move.startswith("c:")]
    assert placed == ["c:E7", "c:A6"]


def test_it_does_not_join_its_two_groups() -> None:
    state = position(used=WORK, board1="C1- C2- C3- C5- C6- C7-", hand1="h1v1", store1="C4:h1")
    assert choice(state) == "end"


def test_it_plays_a_high_worker() -> None:
    board = "C4- C5- D3- D5- E5- A1-"
    state = position(used=HARVEST, board1=board, board2="G1 G7", hand1="h1", registry="A2")
    moves = choices(state)
    assert NUMBERS[WORKER_INDEX[moves[0][2:]]] == 5
    assert moves[1] == "D4"


def test_it_harvests_when_counters_are_short() -> None:
    board = "C4 C5 C6 D5 G1-"
    short = position(used=FROM_STORES, board1=board, board2="G2 G7", registry="A2", workers1="A@C3 B@C7 C@E5")
    assert choices(short)[:4] == ["a:C4", "C5", "C6", "D5"]
    rich = position(
        used=FROM_STORES, board1=board, board2="G2 G7", hand1="h5v5a5b5w5",
        workers1="A@C3 B@C7 C@E5",
    )  # fmt: skip
    assert not choices(rich)[0].startswith("a:")


def test_it_does_not_overbid() -> None:
    nobody_can_match = position(used=WORK, board1="C4- C5-", board2="G1 G7", hand1="h3v2a1", registry="C6")
    assert choices(nobody_can_match)[0] == "d:C6"
    assert len(choices(nobody_can_match)[1:]) == 2  # one counter, and done
    nobody_wants_it = position(used=WORK, board1="C4- C5-", board2="G1 G7", hand1="h3", hand2="h3", registry="C6")
    assert len(choices(nobody_wants_it)[1:]) == 2


def test_it_bids_what_the_next_player_cannot_match() -> None:
    wanted = position(used=WORK, board1="C4- C5- E1-", board2="B4 B5 E7", hand1="h2w2", hand2="h9", registry="C6")
    bid = [move for move in choices(wanted)[1:] if move != "done"]
    assert "wheat" in bid


def test_it_uses_a_displaced_worker_again() -> None:
    board = "C4- C5- D3- D5- E5- D4- E6- F5- F6-"
    state = position(stack=[Displaced(0, WORKER_INDEX["C"])], board1=board, board2="G1 G7", hand1="h1")
    moves = choices(state)
    assert moves[0] in INDEX
    assert len(moves) == 3  # the place, and the labourer's two counters
    owner_waits = position(stack=[Displaced(1, WORKER_INDEX["C"])], board2=board, board1="G1 G7", hand2="h1")
    assert choice(owner_waits) in INDEX


def test_it_takes_what_is_free() -> None:
    everything = position(stack=[PickFields(0, "V", mask_of(["A1", "A5"]), 2)], board1="A1 A5 C4 C5")
    assert choices(everything) == ["A1", "A5"]


def test_a_tile_that_can_be_bought_counts_for_who_can_pay() -> None:
    """Rule 6.2: the bid's counters, by number and crop; of several tiles only the best one counts."""

    def bought(hand: str, store: str) -> float:
        state = position(board1="C4- C6- D4- E6-", board2="G1- G7-", hand1=hand, store2=store)
        return Evaluator(state).parts(state, 0).takeable

    assert bought("h1", "C5:h1") > 0 == bought("h1", "C5:v1") == bought("h1", "C5:h2") == bought("h1", "F8:h1")
    assert bought("h1", "C5:h1 F8:h1") == bought("h1", "C5:h1") > bought("h2", "C5:h2") > 0
    state = position(board1="C4- C6- D4- E6-", board2="G1- G7-", hand1="h1", hand2="h1", store1="C5:h1")
    assert Evaluator(state).parts(state, 0).takeable == 0


@pytest.mark.slow
def test_it_ends_a_turn_only_when_nothing_is_gained() -> None:
    """In whole games: when a turn ends, no removal of a worker and no tile from a store would have been better."""
    looked_at = 0
    for seed in (4, 13, 30):  # of forty games, those in which either was possible
        game = play_game([GREEDY, GREEDY], seed)
        for state, move in zip(game.states, game.moves, strict=False):
            if move == "end":
                judge, seat = Evaluator.of(observe(state, actor(state))), actor(state)
                present = judge.value(state, seat)
                for other in legal(state)[:-1]:
                    after = apply(state, other)
                    if isinstance(after.stack[-1], Turn) and other[0] != "a":
                        looked_at += 1
                        assert judge.value(after, seat) <= present + 0.01, other
    assert looked_at > 10


@pytest.mark.slow
def test_it_bids_at_least_one_and_at_most_four() -> None:
    for seed in range(3):
        game = play_game([GREEDY, GREEDY], seed)
        for state, move in zip(game.states, game.moves, strict=False):
            if move == "done" and isinstance(state.stack[-1], Bid):
                _, bid = state.stores[state.stack[-1].seat][-1]
                assert 1 <= bid % 63 <= 4


def wins(results: Iterable[Outcome]) -> tuple[int, int]:
    """Return the number of games that greedy won alone, and of all games."""
    places = [result.ranks[result.players.index("greedy")] for result in results if result.ranks.count(1) == 1]
    return places.count(1), len(places)


@pytest.mark.thorough
@pytest.mark.parametrize(("players", "games"), [(2, 2), (3, 1), (4, 1)])
def test_it_beats_random(players: int, games: int) -> None:
    """In every rotation of the seats."""
    won, played = wins(match(["greedy", *["random"] * (players - 1)], range(games)))
    assert won == played


# Matches


@pytest.mark.slow
def test_players_are_found_by_name() -> None:
    assert ("random", "greedy", *LEVELS) == NAMES
    observation = observe(position(board1="C4 C5", hand1="h1", registry="A1"), 0)
    for name in (*NAMES, "farmer@nodes:50", "farmer@time:0.05", "keyharvest.players.greedy:GreedyPlayer"):
        assert make_player(name, 1).choose(observation) in observation.legal()
    with pytest.raises(ValueError, match="seed: 'a'; expected a whole number"):
        make_player("greedy", "a")  # type: ignore[arg-type]
    for seconds in (float("inf"), float("nan"), -1):
        with pytest.raises(ValueError, match=f"seconds: {seconds}; expected 0 to 3600"):
            make_player("master", seconds=seconds)


@pytest.mark.parametrize(
    "name",
    [*NAMES, "keyharvest.players.scripted:ScriptedPlayer", "keyharvest.players.ismcts:ISMCTSPlayer"],
)
def test_a_seat_that_is_not_to_decide_gets_no_move(name: str) -> None:
    state = position(board1="C4 C5", hand1="-", left=0, placed="MNOPQRSTUV")
    player = make_player(f"{name}@nodes:50" if name in LEVELS else name, 1)
    over = apply(state, "end")
    while actor(over) >= 0:
        over = apply(over, "end")
    for present, seat in ((state, 1), (over, 0)):
        with pytest.raises(ValueError, match=f"^seat {seat + 1} has nothing to decide$"):
            player.choose(observe(present, seat))


def test_a_plan_is_for_the_seat_that_made_it() -> None:
    """Even if another seat, which has nothing to decide, sees exactly the same."""
    state = position(board1="C4 C5", hand1="h2", store1="C6:h1", left=0, placed="MNOPQRSTUV")
    player = make_player("farmer@nodes:50", 1)
    state = apply(state, player.choose(observe(state, 0)))
    assert actor(state) == 0
    assert observe(state, 1).view == observe(state, 0).view
    with pytest.raises(ValueError, match=r"^seat 2 has nothing to decide$"):
        player.choose(observe(state, 1))


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("expert", "player 'expert': expected one of random, greedy, apprentice"),
        ("farmer@soon", "budget 'soon': expected nodes:N, or time:S"),
        ("farmer@nodes:0", "budget 'nodes:0'"),
        ("farmer@time:nan", "budget 'time:nan'"),
        ("farmer@time:inf", "budget 'time:inf'"),
        ("farmer@time:3601", "budget 'time:3601'"),
        ("farmer@time:1_0", "budget 'time:1_0'"),
        ("farmer@time: 0.01 ", "budget 'time: 0.01 '"),
        ("farmer@time:１", "budget 'time:１'"),
        (None, "player None: expected a name"),
        ("greedy@nodes:5", "player 'greedy@nodes:5'"),
        ("no_such_module:Player", "player no_such_module:Player: ModuleNotFoundError: No module named"),
        ("..:Player", "expected one of"),
    ],
)
def test_a_player_that_does_not_exist_is_named(name: str, fault: str) -> None:
    with pytest.raises(ValueError, match=re.escape(fault)):
        make_player(name, 1)


@pytest.mark.slow
def test_a_seed_repeats_a_game() -> None:
    once, again = (play_named(["random", "greedy"], 4) for _each in range(2))
    assert untimed([once]) == untimed([again])
    assert once.scores != play_named(["random", "greedy"], 5).scores


@pytest.mark.thorough
def test_rotations_meet_the_same_bag() -> None:
    results = list(match(["greedy", "random", "random"], [7, 8]))
    assert [result.seed for result in results] == [7, 7, 7, 8, 8, 8]
    seats = [result.players.index("greedy") for result in results]
    assert seats == [0, 1, 2, 0, 1, 2]


@pytest.mark.slow
def test_a_result_is_that_of_the_game() -> None:
    (result,) = match(["greedy", "greedy"], [11])
    assert untimed([result]) == untimed([play_named(["greedy", "greedy"], 11)])
    assert len(result.scores) == len(result.ranks) == 2
    assert min(result.ranks) == 1
    assert result.decisions > result.turns > 10


@pytest.mark.thorough
def test_an_executor_changes_nothing() -> None:
    alone = untimed(match(["random", "greedy"], range(1)))
    with ThreadPoolExecutor(3) as executor:
        assert untimed(match(["random", "greedy"], range(1), executor=executor)) == alone
        assert list(match(["random", "greedy"], [], executor=executor)) == []


def untimed(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """Return the games without the seconds, which differ."""
    return [outcome._replace(seconds=()) for outcome in outcomes]


@pytest.mark.parametrize(
    ("names", "fault"),
    [(["random"], "players: 1"), (["random"] * 5, "players: 5"), (["random", "nobody"], "player 'nobody'")],
)
def test_a_wrong_match_is_refused_at_once(names: list[str], fault: str) -> None:
    with pytest.raises(ValueError, match=fault):
        match(names, [1])


def test_the_random_player_takes_each_move_now_and_then() -> None:
    state = position(board1="C4 C5", hand1="h1", registry="A1")
    observation = observe(state, 0)
    player = UniformPlayer(1)
    assert {player.choose(observation) for _ in range(500)} == set(observation.legal())


# Levels


@pytest.mark.slow
@pytest.mark.parametrize("name", list(LEVELS))
@pytest.mark.parametrize("players", [3, pytest.param(4, marks=pytest.mark.long)])
def test_a_level_cannot_cheat(name: str, players: int) -> None:
    """Full states that agree in what the seat sees lead to the same choice at the same question (rule 14.2).

    Every fifth question, a different fifth for each level.
    """
    states = [state for state in questions() if state.players == players]
    level = LEVELS[name]
    effort = level.effort
    least = effort._replace(positions=min(60, effort.positions), kept=2, width=1, replies=min(2, effort.replies))
    level = level._replace(effort=least)
    dealt_otherwise = 0
    for state in states[list(LEVELS).index(name) :: len(LEVELS)]:
        seat = actor(state)
        observation = observe(state, seat)
        other = observation.sample(Source(1))
        dealt_otherwise += other != state
        move = LevelPlayer(level, 5).choose(observation)
        assert move in observation.legal()
        assert LevelPlayer(level, 5).choose(observe(other, seat)) == move
    assert dealt_otherwise > 3


def sliced(player: Player, observation: Observation) -> tuple[int, str]:
    """Return in how many slices a player thinks, and its move."""
    slices, number = thinking(player, observation), 0
    while True:
        try:
            next(slices)
            number += 1
        except StopIteration as done:
            return number, done.value


def test_a_level_thinks_in_slices_and_goes_on_with_its_plan() -> None:
    state = position(board1="C4 C5 E1", board2="B4 B5 E7", hand1="h2w2", hand2="h3", registry="C6 E2 A1")
    observation = observe(state, 0)
    player = make_player("farmer", 1)
    number, move = sliced(player, observation)
    assert number > 10
    assert make_player("farmer", 1).choose(observation) == move
    after = apply(state, move)
    if actor(after) == 0 and move != "end":
        quick = thinking(player, observe(after, 0))
        with pytest.raises(StopIteration):
            next(quick)


@pytest.mark.thorough
def test_thinking_makes_no_cycles() -> None:
    """Everything that a search has cached is freed with it, so the page may collect cycles as seldom as it does."""
    gc.collect()
    gc.disable()
    try:
        for state in questions()[::40]:
            make_player("master@nodes:200", 1).choose(observe(state, actor(state)))
        assert gc.collect() == 0
    finally:
        gc.enable()


@pytest.mark.thorough
@pytest.mark.parametrize("planned", [False, True])
def test_when_time_is_up_a_course_is_broken_off(monkeypatch: pytest.MonkeyPatch, planned: bool) -> None:
    """By a clock that counts positions: at most one more slice is done; all lines share the same simulations."""
    state = position(board1="C4 C5 E1", board2="B4 B5 E7", hand1="h2w2", hand2="h3", registry="C6 E2 A1")
    courses = set()
    for seconds in range(6400, 16000, 1600) if planned else range(2400, 4800, 400):
        effort = Effort(10**6, kept=8, replies=2, planned=planned, seconds=seconds)
        work = Search(observe(state, 0), effort, 1)
        monkeypatch.setattr(search, "perf_counter", lambda work=work: work.positions)
        in_one_go(work.run())
        assert seconds <= work.positions < seconds + 60
        compared = {len(line.values) for line in work.found[:8]}
        assert len(compared) == 1
        courses |= compared
    assert len(courses) > 2


@pytest.mark.slow
def test_lines_that_were_dropped_stand_in_the_order_of_what_was_seen_of_them() -> None:
    """First the lines followed in simulations, by how far they are behind the best, then all others."""
    for registry in ("C6 E2 A1", "C6 E2", "A1 B2 F7"):
        state = position(board1="C4 C5 E1", board2="B4 B5 E7", hand1="h2w2", hand2="h3", registry=registry)
        search = Search(observe(state, 0), Effort(3000, kept=8, replies=2), 1)
        in_one_go(search.run())
        best, _second, *rest = search.found
        followed = [bool(line.values) for line in rest]
        assert 3 < sum(followed) < len(rest)
        assert followed == sorted(followed, reverse=True)
        behind = [line.behind(best)[0] for line in rest[: sum(followed)]]
        assert behind == sorted(behind)


@pytest.mark.thorough
@pytest.mark.parametrize("roomy", [True, False])
def test_lines_compared_in_depth_are_those_worth_most_after_one_reply(roomy: bool) -> None:
    """Of all lines, or of those that seem best by themselves, as many as half of the effort allows."""
    elsewhere = 0
    for state in questions()[::45]:
        if state.left >= 0:
            continue
        seat = actor(state)
        search = Search(observe(state, seat), Effort(5000 if roomy else 1500, kept=3, replies=2), 1)
        in_one_go(search.run())
        if len(search.found) <= 3:
            continue
        judge = Evaluator(state, later=2)
        lines = sorted(search.found, key=lambda line: -line.first)
        worth = [judge.value(in_one_go(search.end(line, 0, 1)), seat) for line in lines]
        compared = sorted(value for value, line in zip(worth, lines, strict=True) if line.values)
        looked_at = [number for number in range(len(lines) + 1) if sorted(worth[:number])[-len(compared) :] == compared]
        assert looked_at[-1] == len(lines) if roomy else looked_at
        elsewhere += looked_at[0] > 3
    assert elsewhere > 2


@pytest.mark.thorough
@pytest.mark.rule("13.4")
def test_where_all_wait_lines_are_compared_that_are_best_by_themselves() -> None:
    """In simulations everyone plays on: two seats waiting for each other would silently end the game."""
    waited = 0
    for state in questions()[::24]:
        if state.left >= 0:
            continue
        search = {}
        for idle in (state.players - 1, state.players):
            state = state.copy()
            state.idle = idle
            search[idle] = Search(observe(state, actor(state)), Effort(1500, kept=2, replies=2), 1)
            in_one_go(search[idle].run())
        found = search[state.players].found
        if len(found) <= 3:
            continue
        best = sorted((line.first for line in found), reverse=True)[:2]
        compared = [
            sorted((line.first for line in each.found if line.values), reverse=True) for each in search.values()
        ]
        assert compared[1] == best
        waited += compared[0] != best
    assert waited > 3


@pytest.mark.slow
@pytest.mark.parametrize("planned", [False, True])
def test_with_few_positions_fewer_lines_are_compared(planned: bool) -> None:
    """Once the effort is spent no more lines are followed, but two are always compared."""
    state = position(board1="C4 C5 E1", board2="B4 B5 E7", hand1="h2w2", hand2="h3", registry="C6 E2 A1")
    compared = []
    for positions in (1, 2000, 4000):
        work = Search(observe(state, 0), Effort(positions, kept=8, replies=2, planned=planned), 1)
        in_one_go(work.run())
        compared.append(sum(bool(line.values) for line in work.found))
        assert work.positions < positions + 2000
    assert compared[0] == 2 < compared[-1]


@pytest.mark.slow
def test_what_a_search_has_remembered_is_let_go_of_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """By players and for hints; freeing a long search at once would block a page. Its results stay."""
    state = position(board1="C4 C5 E1", board2="B4 B5 E7", hand1="h2w2", hand2="h3", registry="C6 E2 A1")
    observation = observe(state, 0)
    search = Search(observation, Effort(3000, kept=8, replies=2, planned=True), 1)
    in_one_go(search.run())
    found = [line.moves for line in search.found]
    assert sum(1 for _ in search.forget()) > 20
    assert list(search.forget()) == []
    assert [line.moves for line in search.found] == found
    forgotten, forget = [], Search.forget

    def noted(search: Search) -> Iterator[None]:
        forgotten.append(search)
        return forget(search)

    monkeypatch.setattr(Search, "forget", noted)
    make_player("steward", 1).choose(observation)
    assert len(forgotten) == 1
    advice(observation, 2, Effort(200))
    assert len(forgotten) == 2
    assert all(list(forget(each)) == [] for each in forgotten)


def test_the_luck_of_a_course_does_not_depend_on_what_was_drawn_before() -> None:
    """Lines that leave other tiles in the bag see the same next draws wherever possible (rule 1.8)."""
    full, small = (
        apply(apply(position(hand1="h1", registry="C6", bag=bag), "d:C6"), "hops")
        for bag in ("A1 B1 C1 D1 E1 F1 G1 A7 B8 C9", "A1 B1 C1")
    )
    for seed in range(20):
        one, other = Draws(seed), Draws(seed)
        one.draw(full, 0)
        other.draw(small, 0)
        assert one.draw(full, 1) == other.draw(full, 1)
        assert other.draw(small, 2) == Draws(seed).draw(small, 2)
    assert len({Draws(seed).draw(full, 0) for seed in range(20)}) > 10
    assert sum(Draws(seed).draw(full, 0) == Draws(seed).other().draw(full, 0) for seed in range(20)) < 5


def test_a_line_is_worth_what_it_is_worth_after_each_reply_on_average() -> None:
    state = position(3, board1="C4 C5 E1", board2="B4 B5 E7", hand1="h2w2", hand2="h3", registry="C6 E2 A1")
    for planned in (False, True):
        search = Search(observe(state, 0), Effort(1, replies=3, planned=planned), 1)
        in_one_go(search.run())
        for line in search.found[:3]:
            ends = [in_one_go(search.end(line, 0, replies)) for replies in (1, 2, 3)]
            assert [end.turn for end in ends] == [state.turn + 1 + replies for replies in (1, 2, 3)]
            values = [Evaluator(state, later=end.turn - state.turn, victory=5.0).value(end, 0) for end in ends]
            assert in_one_go(search.worth(line, 0)) == pytest.approx(sum(values) / 3)


@pytest.mark.thorough
def test_seats_that_plan_their_turns_end_them_better() -> None:
    """The same positions, played to the end of the turn in the same simulations, quickly and with plans."""
    better = []
    for players in (2, 3, 4):
        game = Game.new(players, start="random", seed=10 + players)
        while not game.over:
            state, seat = game.state, game.actor
            game.play(GREEDY.choose(game.observation(seat)))
            top = state.stack[-1]
            if not isinstance(top, Turn) or top.used or state.turn % 3:
                continue
            values = []
            for planned in (False, True):
                judges = [Evaluator(state)]
                ahead = LookAhead(judges, state.turn, planned)
                ends = [in_one_go(ahead.turns(state, state.turn + 1, Draws(seed)))[-1] for seed in range(3)]
                first = judges[0].positions
                again = [in_one_go(ahead.turns(state, state.turn + 1, Draws(seed)))[-1] for seed in range(3)]
                # Cached results count again.
                assert (again, judges[0].positions) == (ends, 2 * first)
                values.append(sum(judges[0].value(end, seat) for end in ends) / 3)
            better.append(values[1] - values[0])
    assert len(better) > 25
    assert sum(better) / len(better) > 0.2, better
    assert sum(gain < -2 for gain in better) < len(better) / 20


@pytest.mark.rule("13.1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_last_turns_are_imagined_to_the_end(players: int) -> None:
    """Once the tenth event is placed, a line is worth the final result."""
    state = position(players, board1="C4 C5", hand1="h2", registry="C6", left=2 * players - 1, placed="MNOPQRSTUV")
    search = Search(observe(state, 0), Effort(300), 1)
    in_one_go(search.run())
    best = search.found[0]
    ends = [in_one_go(search.end(best, course)) for course in range(len(best.values))]
    assert ends
    assert all(actor(end) == OVER for end in ends)
    before = position(players, board1="C4 C5", hand1="h2", registry="C6", placed="MNOPQRSTU")
    search = Search(observe(before, 0), Effort(300), 1)
    in_one_go(search.run())
    assert actor(in_one_go(search.end(search.found[0], 0))) != OVER


def test_what_is_plain_is_not_thought_about_long() -> None:
    """The very last turn, and a tile that joins the seat's fields: a few simulations answer everything."""
    state = position(board1="C4 C5", board2="G1", hand1="h2", store1="C6:h1", left=0, placed="MNOPQRSTUV")
    search = Search(observe(state, 0), Effort(5000), 1)
    in_one_go(search.run())
    assert search.found[0].moves[0] == "c:C6"
    assert len(search.found[0].values) >= 8
    assert search.positions < 2500


def test_a_temperature_chooses_among_lines_that_were_compared_alike() -> None:
    """The worth of a dropped line without replies says nothing compared with the worth of others with them."""
    state = position(board1="C4 C5 E1", board2="B4 B5 E7", hand1="h2w2", hand2="h3", registry="C6 E2 A1")
    search = Search(observe(state, 0), Effort(600, kept=2, temperature=1000.0), 1)
    in_one_go(search.run())
    compared = {line.moves for line in search.found if line.values}
    assert len(search.found) > len(compared) > 1
    assert {search.choice().moves for _ in range(60)} == compared


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["farmer", "steward@nodes:300"])
def test_whole_games_are_played(name: str) -> None:
    (result,) = match([name, "random", "random"], [3], rotate=False, start="drawn")
    assert result.ranks[0] == 1


def test_a_game_won_counts_more_than_its_margin() -> None:
    """All points equal but one: at the end that one decides the game, earlier it does not."""
    ahead = position(board1="C4 C5", board2="G1", turn=9, left=0, placed="MNOPQRSTUV")
    final = apply(ahead, "end")
    judge = Evaluator(ahead, victory=5)
    assert actor(final) == OVER
    assert judge.value(final, 0) == -judge.value(final, 1) > 1 + 1
    assert judge.value(ahead, 0) < judge.value(final, 0)
