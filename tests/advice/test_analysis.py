"""The analysis of a finished game: every turn judged, the worst ones named, and nothing shown before the end."""

from __future__ import annotations

from functools import cache
from html import unescape

import pytest

from keyharvest import words
from keyharvest.advice import analysis
from keyharvest.advice.analysis import Analysis, sentence
from keyharvest.advice.wording import following
from keyharvest.page.session import Session
from keyharvest.record import record_text
from keyharvest.rules import ranks, round_of
from keyharvest.search import Effort
from keyharvest.table.chairs import Chair
from keyharvest.table.sitting import Sitting
from keyharvest.table.timeline import Timeline
from tests.helpers.clicking import Reader
from tests.page.test_session import begun


@cache
def finished(players: int = 2) -> Sitting:
    chairs = [Chair("Robin", "greedy"), Chair("Ada", "random"), Chair("Bruno", "greedy")]
    sitting = Sitting.new(chairs[:players], "random", {2: 6, 3: 4}[players])  # these games are short
    while not sitting.over:
        sitting.step()
    return sitting


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "REVIEW", Effort(60, width=1, kept=2))


@cache
def judged(players: int = 2) -> Analysis:
    found = Analysis(finished(players))
    while not found.done:
        found.think(1.0)
    return found


@pytest.mark.thorough
def test_every_turn_is_judged_and_the_worst_are_named() -> None:
    sitting = finished()
    found = judged()
    states = sitting.game.states
    assert [each.turn for each in found.verdicts] == list(range(1, len(found.verdicts) + 1))
    assert {each.turn for each in found.verdicts} >= {state.turn for state in states[1:-2]} - {0}
    assert found.progress == 1
    for each in found.verdicts:
        assert states[each.at].seat == each.seat
        assert sum(each.chances) == pytest.approx(1)
        assert each.loss >= 0
    # A random player gives away more than one who plays well.
    assert found.given_away(1) > found.given_away(0) + 1
    points = found.turning_points()
    assert 0 < len(points) <= 6
    assert [each.at for each in points] == sorted(each.at for each in points)
    assert min(each.loss for each in points) >= sorted((each.loss for each in found.verdicts), reverse=True)[12]
    told = sentence(points[0], sitting.names)
    assert told.startswith(f"Round {round_of(points[0].turn, 2)}, {sitting.names[points[0].seat]}: ")
    assert "; better: " in told
    assert f"That missed {words.tenths(points[0].loss)} point" in told
    assert all(sum(chances) == pytest.approx(1) for chances in found.course())
    assert found.ending[ranks(states[-1]).index(1)] > 0


@pytest.mark.thorough
@pytest.mark.parametrize("players", [2, 3])
def test_what_a_turn_let_go_is_the_difference_of_the_leads_beside_it(players: int) -> None:
    """This holds with three players, too, where turns are compared by the margin over all others."""
    let_go = [each for each in judged(players).verdicts if not each.was_best]
    assert len(let_go) > 5
    for each in let_go:
        best, played = (float(words.signed(turn.lead, 1).replace("−", "-")) for turn in (each.best, each.played))
        assert words.tenths(each.loss) == words.tenths(best - played) != words.tenths(0)


@pytest.mark.slow
def test_a_turn_that_a_draw_cuts_short_is_said_to_be_compared_up_to_it() -> None:
    """The draw may bring anything, so what was played after it can't be compared (and isn't dropped in silence)."""
    game, cut = finished().game, 0
    for each in judged().verdicts:
        turn = [move for state, move in zip(game.states, game.moves, strict=False) if state.turn == each.turn]
        assert turn[: len(each.played.moves)] == list(each.played.moves)
        more = len(turn) > len(each.played.moves)
        assert ("up to the draw" in each.played.text) is more
        assert ("up to the draw" in each.best.text) is each.best.drawn
        if more and each in judged().turning_points():
            assert f"{each.played.text}. That missed" in sentence(each, finished().names)
            cut += 1
    assert cut


@pytest.mark.slow
def test_a_moment_belongs_to_its_turn() -> None:
    sitting = finished()
    found = judged()
    timeline = Timeline(sitting)
    moments = timeline.moments()
    for place, at in enumerate(moments[:-1]):
        line = timeline.line(moments[place + 1])
        assert line is not None
        # It belongs to the turn of what happens next.
        assert found.verdicts[found.turn_of(moments, place)].turn == line.turn, at
    assert found.turn_of(moments, len(moments) - 1) == len(found.verdicts)


@pytest.mark.slow
def test_it_is_asked_for_in_the_review_and_leads_to_its_moments() -> None:
    reader = Reader(Session({}))
    reader.send("open", {"name": "game.txt", "text": record_text(finished().record())})
    assert reader.screen == "review"
    reader.click("analyse")
    assert "analysis-progress" in reader.panels["review-chart"]
    reader.click("analyse", "stop")
    assert reader.session.wait() is None
    reader.click("analyse")
    reader.let_computers_play()
    assert reader.session.wait() is None
    assert "average of the last round" in reader.panels["review-chart"]
    assert "A hint looks ahead from what one player knew" in reader.panels["review-chart"]
    assert "Turning points" in reader.panels["review-side"]
    found = reader.session.seating.open().playback.analysis
    assert found is not None
    table = reader.panels["review-course"]
    assert table.count("<tr>") == len(found.verdicts) + 2
    point = found.turning_points()[0]
    reader.click("judged", str(point.turn))
    assert reader.session.seating.open().shown == point.seat
    assert "played" in reader.panels["review-side"]
    assert (" played, up to the draw" in reader.panels["review-side"]) is point.played.drawn
    assert "Better" in reader.panels["review-side"]
    assert point.best.plan
    assert following(point.best.plan.then, finished().names) in unescape(reader.panels["review-side"])
    better = reader.panels["review-board"]
    reader.click("compare", "played")
    assert reader.panels["review-board"] != better
    reader.click("compare", "better")
    assert reader.panels["review-board"] == better
    assert "played or better" in reader.send("compare", "none")["alert"]
    # The text describes the turn that begins, though the moment is the last one of the turn before.
    name = finished().names[point.seat]
    assert f"Round {(point.turn - 1) // 2 + 1}, {name}" in reader.panels["review-through"]
    assert "Just before" in reader.panels["review-side"]
    assert reader.session.drawn.marks[f"review-turn-{point.turn}"] == {"aria-current": "true"}
    reader.click("analyse", "points")
    assert "Points by turn" in reader.panels["review-chart"]
    reader.click("analyse", "chances")
    assert "average of the last round" in reader.panels["review-chart"]
    assert "A hint looks ahead from what one player knew" in reader.panels["review-chart"]
    # It is still there after the screen was left.
    reader.click("home")
    reader.send("continue")
    assert reader.session.seating.open().playback.analysis is found


def test_a_game_that_goes_on_is_not_analysed() -> None:
    reader = begun("person", "farmer", seed=7)
    assert reader.send("analyse")["alert"] == "You can analyse a game once it's over."
    with pytest.raises(ValueError, match="not over"):
        Analysis(reader.session.seating.open().sitting)
