"""A sitting without the page: the view of each viewer."""

from __future__ import annotations

import pytest

from keyharvest.game import Game
from keyharvest.players import make_player
from keyharvest.rules import counters
from keyharvest.table.chairs import NOBODY, Chair
from keyharvest.table.sitting import Sitting
from tests.rules.builders import position


def sitting(players: int, screens: bool) -> Sitting:
    """Return a game of people after a few turns, with counters in every hand."""
    table = Sitting.new([Chair(name, "person") for name in ("Ann", "Ben", "Cy")[:players]], "random", 4, screens)
    player = make_player("greedy", 1)
    while table.game.state.turn < 7:
        table.game.play(player.choose(table.game.observation(table.game.actor)))
    return table


@pytest.mark.rule("14.4")
@pytest.mark.parametrize("players", [2, 3])
def test_with_screens_nobody_sees_more_of_other_hands_than_their_size(players: int) -> None:
    table = sitting(players, screens=True)
    hands = table.game.state.hands
    for viewer in (NOBODY, *range(players)):
        sight = table.sight(viewer)
        for seat in range(players):
            own = seat == viewer
            assert sight.view.hands[seat] == (hands[seat] if own else counters.NONE)
            assert sight.unknown[seat] == (0 if own else counters.total(hands[seat]))


@pytest.mark.rule("14.3")
def test_without_screens_open_gains_stay_known() -> None:
    table = sitting(3, screens=False)
    assert any(table.sight(0).view.hands[1:])


@pytest.mark.rule("14.4")
def test_a_saved_game_keeps_its_screens() -> None:
    for screens in (True, False):
        assert Sitting.from_text(sitting(3, screens).sealed()).screens is screens


@pytest.mark.rule("7.2", "14.5")
def test_a_bid_that_can_only_be_done_is_answered_by_itself() -> None:
    start = position(hand1="h1w1", registry="E1 E2")
    table = Sitting(Game(start), [Chair("Ann", "person"), Chair("Ben", "person")])
    table.commit(["d:E1", "wheat"])
    assert table.game.moves[:3] == ["d:E1", "wheat", "done"]
