"""The coach of the first game: what is said when, and when nothing is."""

from __future__ import annotations

from keyharvest.game import Game
from keyharvest.page.session import Session
from keyharvest.players import make_player
from keyharvest.rules import State, counters
from keyharvest.scenario.library import SCENARIOS
from keyharvest.scenario.setting import expand
from keyharvest.table.coach import advice
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
