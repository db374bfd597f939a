"""The referee plays by itself: its games end, and nothing is lost or doubled on the way."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from keyharvest.rules.components import EVENT_LETTERS

from .components import (
    COUNTERS_OF_EACH,
    CROPS,
    EVENTS,
    FARMHANDS,
    NEIGHBOURS,
    ROWS,
    SPACES,
    STANDARD,
    TOWNSFOLK,
    parse_layout,
)
from .records import Writer, replay
from .referee import Referee, turn_begun
from .table import CHANCE, Table


def _check_whole(table: Table, tiles_between: int) -> None:
    """1.3, 1.4, 1.6: every tile and counter is in one place (tiles_between: how many may be on their way)."""
    tiles = [*table.registry, *table.bag, *table.fallow]
    for player in table.players.values():
        tiles += [*player.fields, *player.store]
        assert len(player.store) <= 2
        assert set(player.fields).isdisjoint(player.workers.values())
        assert len(set(player.workers.values())) == len(player.workers)
    assert len(set(tiles)) == len(tiles) >= len(SPACES) - tiles_between
    for crop in CROPS:
        bids = sum(bid[crop] for player in table.players.values() for bid in player.store.values())
        hands = sum(player.hand[crop] for player in table.players.values())
        drawn_for = 0 if table.turn or table.registry else 3  # 2.4: at most this many of a crop are in the bag
        assert COUNTERS_OF_EACH - drawn_for <= table.stock[crop] + hands + bids <= COUNTERS_OF_EACH
        assert table.stock[crop] >= 0
        assert all(0 <= player.known[crop] <= player.hand[crop] for player in table.players.values())
    out = [worker for player in table.players.values() for worker in player.workers if worker in TOWNSFOLK]
    assert len({*out, *table.town}) == len(out) + len(table.town)
    assert len(table.placed) <= 10
    if table.turn:
        events = [*table.bag_events, *table.removed, *table.aside, *table.gone, *table.placed]
        assert Counter(set(events)) == Counter(events)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("start", ["drawn", "random"])
@pytest.mark.parametrize("games", [2, pytest.param(6, marks=pytest.mark.long)])
def test_random_games_end_and_lose_nothing(players: int, start: str, games: int) -> None:
    for seed in range(games):
        chooser = random.Random(f"{players} {start} {seed}")
        referee = Referee(players, STANDARD, start)
        writer = Writer(players, STANDARD, start)
        moves = []
        while not referee.over:
            asks = referee.asks
            assert asks.choices
            assert len(set(asks.choices)) == len(asks.choices)
            assert (asks.who == CHANCE) == all(choice.startswith("*") for choice in asks.choices)
            move = chooser.choices(asks.choices, asks.weights or None)[0]
            writer.add(referee.table.turn, referee.table.seat, asks.who, move)
            referee.answer(move)
            moves.append((asks, move, referee.position()))
            # at the beginning of a turn nothing is on its way
            _check_whole(referee.table, 0 if referee.asks.rule in ("3.1", "13") else 8)
        table = referee.table
        events = [*table.bag_events, *table.removed, *table.aside, *table.gone, *table.placed]
        assert sorted(events) == list(EVENTS)
        assert table.turns_left == 0 or table.idle == 10 * players
        final = referee.final()
        assert 1 in [score.rank for score in final.values()]
        assert sum(score.crops for score in final.values()) <= 5
        again = list(replay(writer.text() + f"= {referee.position()} stack=-\n"))
        assert [(step.who, step.choices, step.move, step.after) for step in again] == [
            (asks.who, asks.choices, move, position) for asks, move, position in moves
        ]


def test_a_turn_can_be_taken_up_from_its_position() -> None:
    chooser = random.Random(5)
    referee = Referee(3)
    followed: Referee | None = None
    while not referee.over:
        if referee.asks.rule == "3.1" and referee.table.turn == 9 and followed is None:
            followed = Referee.at_turn(f"{referee.position()} stack={turn_begun(referee.table.seat)}")
        if followed is not None and not referee.table.drew_this_turn:
            assert followed.asks == referee.asks
            assert followed.position() == referee.position()
        move = chooser.choice(referee.asks.choices)
        referee.answer(move)
        if followed is not None:
            followed.answer(move)
    assert followed is not None
    assert followed.final() == referee.final()


@pytest.mark.rule("1.2")
def test_the_board() -> None:
    assert len(SPACES) == 56
    assert sum(map(len, NEIGHBOURS.values())) == 2 * 141
    assert all(a in NEIGHBOURS[b] for a in SPACES for b in NEIGHBOURS[a])
    letters = list(ROWS)
    for space in SPACES:  # a half turn maps the board to itself
        row, number = letters.index(space[0]), int(space[1])
        turned = {f"{letters[6 - letters.index(n[0])]}{ROWS[n[0]] + 1 - int(n[1])}" for n in NEIGHBOURS[space]}
        assert set(NEIGHBOURS[f"{letters[6 - row]}{ROWS[space[0]] + 1 - number}"]) == turned
    assert set(NEIGHBOURS["C5"]) == {"C4", "C6", "B4", "B5", "D4", "D5"}
    assert set(NEIGHBOURS["E9"]) == {"E8", "D8", "F8"}


def _near(start: str, steps: int) -> set[str]:
    near = {start}
    for _ in range(steps):
        near |= {n for space in near for n in NEIGHBOURS[space]}
    return near


@pytest.mark.rule("1.3")
def test_the_standard_layout_is_as_the_rules_say() -> None:
    layout = parse_layout(STANDARD)
    assert sorted(Counter(layout.crops.values()).values()) == [11, 11, 11, 11, 12]
    assert all(layout.crops[a] != layout.crops[b] for a in SPACES for b in NEIGHBOURS[a])
    starts = [ref for pair in layout.pairs for ref in pair]
    assert len(set(starts)) == 8
    assert not any(a != b and b in _near(a, 2) for a in starts for b in starts)  # 1.5
    assert parse_layout(layout.text()) == layout


@pytest.mark.rule("1.6")
def test_workers() -> None:
    assert len(FARMHANDS) == len(TOWNSFOLK) == 6
    assert "".join(EVENTS) == EVENT_LETTERS
