"""The coach of the first game: what is said when, and when nothing is."""

from __future__ import annotations

from keyharvest.game import Game
from keyharvest.page.session import Session
from keyharvest.players import make_player
from keyharvest.rules import State, counters, final_scores
from keyharvest.scenario.library import SCENARIOS
from keyharvest.scenario.setting import expand
from keyharvest.table.coach import advice, closing
from keyharvest.table.hints import Step, Told
from keyharvest.table.sitting import Chair, Sitting
from keyharvest.table.timeline import Timeline
from keyharvest.words import Brief
from tests.clicking import Reader

NAMES = ("Robin", "Ada")


def said(state: State) -> str:
    """What the coach says to seat 1 at a position in which it has done nothing yet."""
    return advice(state, 0, NAMES, [state], [])


def test_a_first_game_begins_with_a_coach_who_can_be_silenced() -> None:
    reader = Reader(Session({}))
    reader.click("learn")
    reader.click("guided")
    assert reader.screen == "game"
    assert "Coach: Harvest first" in reader.panels["action"]
    reader.click("coach")
    assert "Coach: " not in reader.panels["action"]
    again = Reader(Session(reader.saved))
    again.click("continue")
    again.click("coach")
    assert "Coach: Harvest first" in again.panels["action"]
    first = again.session._open().sitting.game
    assert first.state.seat == 0
    assert counters.total(first.state.hands[0]) == 3
    # While something is being chosen, the coach is silent.
    again.send("tap", "C6")
    assert "Coach: " not in again.panels["action"]


def test_an_ordinary_game_has_no_coach() -> None:
    reader = Reader(Session({}))
    reader.click("quick")
    assert "Coach: " not in reader.text()
    assert not [target for target in reader.targets() if target.intent == "coach"]
    assert reader.send("coach")["alert"] == "This game has no coach."


def test_what_a_good_player_would_look_at_comes_in_its_order() -> None:
    farm = {"board1": "C4-C5-D4-E7-F7-", "board2": "A2-A3-B3-", "turn": 5}
    assert "would move your labourer" in said(SCENARIOS["chain"].start)
    danger = expand({**farm, "store1": "D5:h1", "hand2": "h1"})
    assert said(danger) == "Ada could buy D5 (hops) from your store. Place it before that."
    sale = expand({**farm, "hand1": "h1", "store2": "F6:h1"})
    assert said(sale) == "F6 (vegetables) in Ada's store costs 1 hop: you have it, and it is worth 2 points."
    merging = expand({"board1": "C4-C5-D4-E6-F6-F7-", "store1": "D5:h1", "board2": "A2-A3-B3-", "turn": 5})
    assert said(merging) == "D5 (hops) would join your two groups: 9 points become 7."
    assert said(expand({**farm, "board1": "C4+C5+D4-"})).startswith("Harvest first")
    assert said(expand({**farm, "used": 1})).startswith("A worker could come")


def test_milestones_are_always_told() -> None:
    late = {"board1": "C4-C5-D4-E7-F7-", "board2": "A2-A3-B3-", "turn": 41}
    before = expand({**late, "placed": "MNOPQRTU"})
    now = expand({**late, "placed": "MNOPQRTUV"})
    assert advice(now, 0, NAMES, [before, now], ["end"]).startswith("Nine events.")
    assert not advice(now, 0, NAMES, [now, now], ["end"])
    assert said(expand({**late, "placed": "MNOPQRTUVX", "left": 1})).startswith("Your last turn.")
    assert said(expand({**late, "placed": "MNOPQRTUVX", "left": 3})).startswith("Ten events are out")


def test_through_a_whole_game_the_coach_falls_silent() -> None:
    game = Game.new(2, start="random", seed=13)
    players = [make_player("apprentice", seat) for seat in range(2)]
    told: list[tuple[int, str]] = []
    while not game.over and game.state.turn < 60:
        if game.actor == 0:
            view = game.observation(0).view
            told.append((view.turn, advice(view, 0, NAMES, game.states, game.moves)))
        game.play(players[game.actor].choose(game.observation(game.actor)))
    early = [line for turn, line in told if turn <= 8 and line]
    late = [line for turn, line in told if turn > 26 and line]
    assert len(set(early)) >= 3
    assert all("event" in line or "last turn" in line for line in late)
    assert not advice(game.state, 1 - max(game.actor, 0), NAMES, game.states, game.moves)


def told(*moves: str, margin: float) -> Told:
    """A turn that was found, as far as the coach looks at it."""
    state = expand({"board1": "C4-C5-D4-E7-F7-", "board2": "A2-A3-B3-", "turn": 5})
    step = Step(Brief("place", 0), f"do {moves[0]}")
    return Told((step,), False, margin, 0.0, 0.5, (), (), False, state, moves)


def test_it_speaks_only_of_what_is_clearly_better() -> None:
    sale = expand({"board1": "C4-C5-D4-E7-F7-", "board2": "A2-A3-B3-", "turn": 5, "hand1": "h1", "store2": "F6:h1"})

    def with_best(*best: Told) -> str:
        return advice(sale, 0, NAMES, [sale], [], best)

    buying, waiting = told("c:F6", "end", margin=5.0), told("end", margin=2.5)
    assert with_best(buying, waiting).startswith("F6 (vegetables) in Ada's store costs 1 hop")
    assert not with_best(buying, told("end", margin=3.5))
    other = with_best(told("b:C", "D5", margin=5.0), told("c:F6", margin=2.0))
    assert other.startswith("A worker could come")
    # Nothing is said while the turns are looked for.
    assert not with_best()


def test_of_a_better_first_step_it_speaks_though_no_rule_of_thumb_does() -> None:
    state = expand({"board1": "C4-C5-D4-E7-F7-", "board2": "A2-A3-B3-", "turn": 5, "used": 1})
    found = [told("b:D", "D5", margin=4.0), told("end", margin=1.0)]
    done = ["b:C", "b:D"]
    assert advice(state, 0, NAMES, [state] * 3, done, found) == "A good player would look at this first: do b:D."
    assert not advice(state, 0, NAMES, [state] * 3, done, [found[0], told("end", margin=2.5)])


def test_after_a_purchase_from_ones_store_it_tells_what_that_brought() -> None:
    table = {"board1": "C4-C5-D4-E7-F7-", "board2": "A2-A3-B3-", "store1": "B2:h1", "hand1": "v1", "hand2": "h1"}
    game = Game(expand({**table, "turn": 6, "seat": 2}))
    game.play("c:B2")
    game.play("end")
    sitting = Sitting(game, [Chair(NAMES[0], "person"), Chair(NAMES[1], "random")])
    news = Timeline(sitting).news(0)
    said = advice(game.observation(0).view, 0, NAMES, game.states, game.moves, None, news)
    assert said == "Ada took B2 from your store. You got 1 hop, and your bid back."
    assert counters.text(game.state.hands[0]) == "h2v1"


def test_the_last_sentence_names_the_points_and_what_made_the_difference() -> None:
    game = Game.new(2, start="random", seed=13)
    players = [make_player("random", seat) for seat in range(2)]
    while not game.over:
        game.play(players[game.actor].choose(game.observation(game.actor)))
    for seat, score in enumerate(final_scores(game.state)):
        said = closing(game.state, seat, NAMES)
        assert said.startswith(f"{score.total} points: {score.workers} from workers, ")
        assert "ahead mostly by" in said


def test_a_first_game_is_slow_and_the_coach_thinks_in_slices() -> None:
    reader = Reader(Session({}))
    reader.click("learn")
    reader.click("guided")
    table = reader.session._open()
    slices = 0
    while reader.session.wait() == 0.0:
        reader.take(reader.session.step())
        slices += 1
    assert slices > 2
    assert not table.looking
    assert reader.session.wait() is None
    reader.send("end")
    reader.send("end")
    assert reader.session.wait() in (None, 0.0, 2.4)
    while reader.session.wait() == 0.0:
        reader.take(reader.session.step())
    assert reader.session.wait() == 2.4
