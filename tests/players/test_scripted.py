"""The scripted player follows its script at every question."""

import pytest

from keyharvest.knowledge import observe
from keyharvest.lab.arena import match
from keyharvest.players.scripted import ScriptedPlayer
from keyharvest.rules import actor, apply
from tests.rules.builders import position

NAME = "keyharvest.players.scripted:ScriptedPlayer"


@pytest.mark.parametrize(
    ("table", "script"),
    [
        # First the seat's own tile, then three fields to harvest.
        ({"board1": "C4 C5 C6", "hand1": "h1", "store1": "C7:h1"}, ["c:C7", "a:C4"]),
        # Another player's tile if it adds two points: it joins two separate fields into a second group.
        ({"board1": "C4- C5- C6- E1- E3-", "hand1": "h1", "store2": "E2:h1"}, ["c:E2"]),
        # Two fields are not worth a harvest; the highest worker is, the first of two with the same number.
        ({"board1": "C4 C5", "hand1": "-"}, ["b:C", "B4"]),
        # For a second group a counter of the crop held most; two if the next player would like the tile.
        ({"board1": "C4- C5- E1-", "hand1": "h1w3", "registry": "E2", "board2": "G1- A1-"}, ["d:E2", "wheat", "done"]),
        (
            {"board1": "C4- C5- E1-", "hand1": "h1w3", "registry": "E2", "board2": "E3- G1- G2- G3-"},
            ["d:E2", "wheat", "wheat", "done"],
        ),
    ],
)
def test_the_script(table: dict[str, str], script: list[str]) -> None:
    state = position(**table)  # type: ignore[arg-type]
    seat = actor(state)
    for wanted in script:
        move = ScriptedPlayer(1).choose(observe(state, seat))
        assert move == wanted
        state = apply(state, move)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_it_plays_whole_games_and_beats_random(players: int) -> None:
    results = list(match([NAME, *["random"] * (players - 1)], range(6)))
    won = sum(result.ranks[result.players.index(NAME)] == 1 for result in results)
    assert won >= 0.7 * len(results)
