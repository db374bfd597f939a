"""Drafts: their edits, what they keep in order by themselves, their faults and their undo."""

from __future__ import annotations

import random

import pytest

from keyharvest.editor.draft import Draft, fault_in_words, spaces_of
from keyharvest.game import Game
from keyharvest.knowledge import observe
from keyharvest.record import parse_position, position_text
from keyharvest.rules import Source, counters, legal
from keyharvest.rules.components import EVENT_INDEX, WORKER_INDEX
from keyharvest.rules.geometry import INDEX
from keyharvest.rules.turn import Turn

NAMES = ["Ann", "Ben", "Cas", "Dot"]
WHEAT = 4


def put(draft: Draft, board: str, seat: int = 0) -> Draft:
    """Put fields, and workers such as `A@C4`, onto a board."""
    for word in board.split():
        worker, _at, space = word.rpartition("@")
        if worker:
            draft.put_worker(seat, INDEX[space], WORKER_INDEX[worker])
        else:
            draft.put_field(seat, INDEX[word[:2]], not word.endswith("-"))
    return draft


def told(draft: Draft) -> list[str]:
    """Return the faults in words."""
    return [fault_in_words(fault, draft.state, NAMES) for fault in draft.faults()]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_empty_table_and_the_start_are_sound_and_can_be_played(players: int) -> None:
    for draft in (Draft.empty(players), Draft.beginning(players, 5)):
        assert draft.faults() == []
        assert position_text(parse_position(draft.line())) == draft.line()
        assert "end" in legal(draft.state)
        for seat in range(players):
            assert observe(draft.state, seat).sample(Source(1)).players == players


def test_a_position_set_up_by_hand_is_the_one_described() -> None:
    draft = put(Draft.empty(2), "C2 C3 A1- A@B3 L@G1")
    draft.add(0, WHEAT, 3)
    draft.store(1, INDEX["D4"])
    draft.bid(1, INDEX["D4"], 0, 2)
    draft.register(INDEX["E5"])
    draft.bag(INDEX["G7"])
    for event in "MZ":
        draft.event(EVENT_INDEX[event])
    draft.turn_of(1)
    draft.use(1)
    words = dict(word.split("=", 1) for word in draft.line().split()[1:])
    assert draft.faults() == []
    assert words["board1"] == "A1-C2+C3+"
    assert words["workers1"] == "A@B3L@G1"
    assert words["hand1"] == words["known1"] == "w3"
    assert words["store2"] == "D4:h2"
    assert words["stock"] == "h10v12a12b12w9"
    assert (words["registry"], words["fallow"], words["town"]) == ("E5", "G7", "GHIJK")
    assert (words["placed"], words["events"]) == ("MZ", "NOPQRSTUVWXY")
    assert (words["turn"], words["seat"], words["stack"]) == ("2", "2", "Turn(2,1,0,0)")
    assert Draft.opened(f"  {draft.line()}\n").line() == draft.line()


def test_what_is_put_down_replaces_what_is_there() -> None:
    draft = put(Draft.empty(2), "C4 A@C4")
    assert not draft.state.fields[0]
    assert draft.state.bag >> INDEX["C4"] & 1
    put(draft, "C4")
    assert not draft.state.posts[0]
    put(draft, "G@A1 G@A2")
    assert draft.state.posts[0] == ((WORKER_INDEX["G"], INDEX["A2"]),)
    draft.clear(0, INDEX["A2"])
    assert draft.state.town == 0b111111 << 6


@pytest.mark.rule("1.3", "1.6")
def test_a_tile_or_one_of_the_townsfolk_in_two_places_is_a_fault() -> None:
    draft = put(put(Draft.empty(2), "D4 G@A1"), "D4 G@A1", seat=1)
    draft.register(INDEX["D4"])
    assert told(draft) == ["D4 is on two boards", "D4 is on two boards", "The merchant is on two boards"]
    assert spaces_of(draft.faults(), draft.state, 1) == 1 << INDEX["D4"] | 1 << INDEX["A1"]
    draft.clear(1, INDEX["D4"])
    draft.clear(1, INDEX["A1"])
    assert told(draft) == ["D4 is in two places: on Ann's board and in the registry"]
    draft.bag(INDEX["D4"])  # takes it from everywhere
    assert told(draft) == []


@pytest.mark.rule("1.4")
def test_more_counters_than_the_box_has_are_a_fault_and_the_stock_is_never_below_none() -> None:
    draft = Draft.empty(2)
    draft.add(0, WHEAT, 10)
    draft.add(1, WHEAT, 3)
    assert told(draft) == ["13 wheat: the box has only 12"]
    assert counters.count(draft.state.stock, WHEAT) == 0
    draft.add(1, WHEAT, -1)
    assert told(draft) == []
    with pytest.raises(ValueError, match=r"only 12 counters .* \(rule 1\.4\)"):
        draft.add(0, WHEAT, 3)
    draft.add(1, 0, -1)  # there is none
    assert draft.state.hands[1] == counters.parse("w2")


@pytest.mark.rule("5.2")
def test_workers_that_touch_are_a_fault_named_once() -> None:
    draft = put(Draft.empty(2), "A@C4 B@C5")
    assert told(draft) == ["The apprentice touches another worker"]
    assert spaces_of(draft.faults(), draft.state, 0) == 1 << INDEX["C4"]
    assert spaces_of(draft.faults(), draft.state, 1) == 0


@pytest.mark.rule("7.1", "7.2")
def test_a_store_has_two_places_and_every_tile_in_it_a_bid() -> None:
    draft = Draft.empty(2)
    draft.store(0, INDEX["D4"])
    draft.store(0, INDEX["D5"])
    assert told(draft) == ["D4 has no bid in Ann's store", "D5 has no bid in Ann's store"]
    with pytest.raises(ValueError, match="Both places of this store are taken"):
        draft.store(0, INDEX["D6"])
    draft.bid(0, INDEX["D4"], WHEAT)
    draft.unstore(0, INDEX["D5"])
    assert told(draft) == []
    assert draft.state.stores[0] == ((INDEX["D4"], counters.parse("w1")),)


@pytest.mark.rule("1.7")
def test_the_registry_has_six_places() -> None:
    draft = Draft.empty(2)
    for tile in range(6):
        draft.register(tile)
    with pytest.raises(ValueError, match="six places"):
        draft.register(6)
    draft.register(0)
    assert draft.state.registry == 0b111110


@pytest.mark.rule("13.1", "2.6", "9.7")
@pytest.mark.parametrize("players", [2, 3])
def test_after_ten_events_the_last_turns_are_counted(players: int) -> None:
    draft = Draft.empty(players)
    for event in range(4, 14):  # with three players, two of these are out of the game
        draft.event(event)
    assert draft.state.left == 2 * players
    assert draft.faults() == []
    with pytest.raises(ValueError, match="ten event spaces"):
        draft.event(0)
    draft.leave(0)
    assert draft.state.left == 0
    assert draft.faults() == []
    draft.event(7)
    assert draft.state.left == -1
    assert draft.faults() == []


@pytest.mark.rule("3.1")
def test_two_of_the_four_actions_can_be_used() -> None:
    draft = Draft.empty(2)
    draft.use(1)
    draft.use(8)
    with pytest.raises(ValueError, match=r"two actions \(rule 3\.1\)"):
        draft.use(2)
    draft.use(1)
    assert draft.used == 8
    draft.turn_of(1)
    assert draft.state.stack == (Turn(1),)


@pytest.mark.rule("2.4", "14.3")
def test_secret_counters_stay_secret_until_they_are_taken_out() -> None:
    game = Game.new(3, start="random", seed=3)
    draft = Draft(game.state)
    assert draft.state.known == (0, 0, 0)
    crop = next(crop for crop in range(5) if counters.count(draft.state.hands[1], crop))
    draft.add(1, crop, -1)
    assert draft.state.revealed[1] == counters.ONE[crop]
    draft.add(1, crop, 1)
    assert draft.state.known[1] == counters.ONE[crop]
    assert draft.faults() == []


def test_another_number_of_players_keeps_the_boards() -> None:
    draft = put(Draft.beginning(2, 1), "C5", seat=1)
    before = draft.state
    draft.players(4)
    assert draft.state.fields == (*before.fields, 0, 0)
    assert draft.faults() == []
    draft.turn_of(3)
    draft.players(2)
    assert draft.state.fields == before.fields
    assert draft.state.seat == 0
    assert draft.faults() == []


def test_undo_and_redo_go_through_every_edit() -> None:
    draft = Draft.empty(2)
    lines = [draft.line()]
    put(draft, "C5")
    lines.append(draft.line())
    put(draft, "C5")  # changes nothing
    draft.become(Draft.beginning(2, 4))
    lines.append(draft.line())
    draft.undo()
    assert draft.line() == lines[1]
    draft.undo()
    draft.undo()
    assert draft.line() == lines[0]
    assert not draft.undoable()
    draft.redo()
    assert draft.line() == lines[1]
    put(draft, "C6")
    assert not draft.redoable()


def test_every_moment_of_a_game_becomes_a_sound_draft() -> None:
    for seed, players in enumerate((2, 3, 4)):
        game, luck = Game.new(players, seed=seed), random.Random(seed)
        while not game.over and len(game.moves) < 900:
            game.play(luck.choice(game.legal()))
        for state in game.states:
            draft = Draft(state)
            assert draft.faults() == [], position_text(state)
            assert len(draft.state.stack) == 1
            if len(state.stack) == 1 and isinstance(state.stack[0], Turn) and not state.aside:
                assert draft.state == state


def test_a_text_that_is_no_position_is_refused_with_the_place() -> None:
    with pytest.raises(ValueError, match="position: word 1"):
        Draft.opened("kh2 players=2")
    with pytest.raises(ValueError, match="B1 is nowhere"):
        Draft.opened(Draft.empty(2).line().replace("B1", "", 1))
