"""The game of the day: the same deal and draws for everyone, kept by records, saves and links."""

from __future__ import annotations

import random
from collections import Counter
from datetime import date
from typing import Any

import pytest

from keyharvest.game import Game
from keyharvest.page.session import Session
from keyharvest.players import make_player
from keyharvest.record import DAY, RecordError, parse_record, record_text
from keyharvest.rules.geometry import SPACES
from keyharvest.rules.moves import parse
from keyharvest.table.chairs import PERSON, Chair
from keyharvest.table.sitting import Sitting
from tests.helpers.by_message import Elsewhere
from tests.helpers.clicking import Reader, play_by_clicking

TODAY = "2026-01-05"


def played(game: Game, name: str = "greedy", moves: int = 10**6) -> Game:
    """Let players decide for a number of moves."""
    seats = [make_player(name, seat) for seat in range(2)]
    while not game.over and len(game.moves) < moves:
        game.play(seats[game.actor].choose(game.observation(game.actor)))
    return game


def draws(game: Game) -> list[str]:
    return [move for move in game.moves if parse(move).drawn]


@pytest.mark.slow
def test_everyone_has_the_same_deal_and_the_same_draws() -> None:
    one, other = played(Game.of_day(TODAY)), played(Game.of_day(TODAY))
    assert one.moves == other.moves
    assert played(Game.of_day("2026-01-06")).moves != one.moves
    first, second = draws(one), draws(played(Game.of_day(TODAY), "random"))
    deal = len(Game.of_day(TODAY).moves)
    assert first[:deal] == second[:deal]
    same = sum(a == b for a, b in zip(first[deal:], second[deal:], strict=False))
    assert same > 5, "the nth draw takes the same thing unless one player's bag lacks it"


@pytest.mark.rule("1.8")
def test_over_many_days_everything_in_the_bag_is_drawn_equally_often() -> None:
    counted: Counter[str] = Counter()
    for ordinal in range(740000, 740400):
        registry = [move[1:] for move in Game.of_day(date.fromordinal(ordinal).isoformat()).moves][-6:]
        counted.update(registry)
    # 400 times six of about 52 tiles; those of starting pairs are in the bag of every second day.
    assert len(counted) == len(SPACES)
    assert max(counted.values()) < 80


def test_a_saved_game_goes_on_with_the_same_draws_even_without_its_seed() -> None:
    whole = played(Game.of_day(TODAY))
    half = played(Game.of_day(TODAY), moves=len(whole.moves) // 2)
    text = record_text(half.record())
    assert f'[{DAY} "{TODAY}"]' in text
    again = played(Game.from_record(parse_record(text), seed=99))
    assert draws(again) == draws(whole)
    sitting = Sitting.seated(Game.of_day(TODAY), (Chair("Ann", PERSON), Chair("Ben", "greedy")))
    assert Sitting.from_text(sitting.handed_out(), 7).day == TODAY


@pytest.mark.parametrize("word", ["today", "2026-02-30", "20260105", "2026-1-05", "2026-01-05 "])
def test_an_unknown_day_is_one_clear_error(word: str) -> None:
    text = record_text(Game.of_day(TODAY).record()).replace(TODAY, word)
    with pytest.raises(RecordError, match="Day"):
        parse_record(text)
    with pytest.raises(ValueError, match="day"):
        Game.of_day(word)


def test_a_game_without_the_header_is_as_before() -> None:
    game = Game.new(2, start="random", seed=1)
    assert DAY not in record_text(game.record())
    assert game.moves[:3] == Game.new(2, start="random", seed=1).moves[:3]


def at_home(saved: dict[str, str] | None = None) -> Elsewhere:
    page = Elsewhere(saved)
    page.session.seating.today = lambda: date.fromisoformat(TODAY)
    page.send("home")
    return page


def sent(reader: Reader, *steps: tuple[str, Any]) -> None:
    for intent, value in steps:
        assert "alert" not in reader.send(intent, value), (intent, value)


@pytest.mark.slow
def test_the_card_begins_continues_and_shows_the_result() -> None:
    reader = at_home()
    assert "the same deal for everyone" in reader.text()
    sent(reader, ("day", "apprentice"))
    sitting = reader.session.seating.open().sitting
    assert (sitting.day, [chair.kind for chair in sitting.chairs]) == (TODAY, [PERSON, "apprentice"])
    sent(reader, ("home", None))
    assert "continue: round 1" in reader.text()
    sent(reader, ("day", "master"))
    assert reader.session.seating.open().sitting.chairs[1].kind == "apprentice", "the one begun"
    play_by_clicking(reader, seed=1)
    points = reader.session.seating.open().sitting.game.scores
    assert f"Key Harvest: game of 5 January 2026\n{points[0]} to {points[1]} against Apprentice" in reader.text()
    sent(reader, ("home", None))
    assert f"played: {points[0]} to {points[1]}, Apprentice" in reader.text()
    sent(reader, ("statistics", None))
    assert "Robin" in reader.text()
    again = Reader(Session(dict(reader.saved)))
    again.session.seating.today = lambda: date.fromisoformat(TODAY)
    sent(again, ("games", None), ("home", None))
    assert "played:" in again.text()
    sent(again, ("day", None))
    assert again.session.seating.open().sitting.over
    assert again.screen == "ending"
    assert "celebration" not in again.text()
    again.session.seating.today = lambda: date.fromisoformat("2026-01-06")
    sent(again, ("home", None))
    assert "the same deal for everyone" in again.text()


@pytest.mark.thorough
@pytest.mark.parametrize("over", [False, True])
def test_a_game_of_the_day_begun_again_is_a_second_try_that_does_not_count(over: bool) -> None:
    reader = at_home()
    sent(reader, ("day", "apprentice"))
    if over:
        reader.play(random.Random(1))
    sent(reader, ("home", None), ("delete", "1"), ("home", None))
    assert "a second try, not counted" in reader.text()
    again = at_home(reader.saved)
    sent(again, ("games", None), ("home", None))
    assert "a second try, not counted" in again.text()
    sent(again, ("day", "apprentice"))
    assert again.session.seating.open().sitting.second_try
    again.play(random.Random(2))
    again.let_computers_play()
    points = again.session.seating.open().sitting.game.scores
    assert "A second try at the game of the day: not in the statistics." in again.text()
    assert "without hints\nsecond try" in again.text()
    sent(again, ("home", None))
    assert f"second try: {points[0]} to {points[1]}, Apprentice" in again.text()
    sent(again, ("games", None))
    assert "second try" in again.text()
    sent(again, ("statistics", None))
    assert "Robin" not in again.text()
    if over:
        sent(again, ("restore", None), ("home", None))
        assert "played: " in again.text(), "the first try counts, once it is back"
    again.session.seating.today = lambda: date.fromisoformat("2026-01-06")
    sent(again, ("home", None))
    assert "the same deal for everyone" in again.text()


def test_nobody_goes_back_behind_a_draw_and_a_game_from_it_is_none_of_the_day() -> None:
    reader = at_home()
    sent(reader, ("day", "apprentice"))
    table = reader.session.seating.open()
    for _turn in range(3):
        reader.let_computers_play()
        table.sitting.commit(["end"])
    reader.let_computers_play()
    assert table.sitting.why_no_take_back() == "the game of the day has the same draws for everyone"
    assert reader.send("take_back")["alert"].startswith("You can't do that")
    rest = table.sitting.played_on(len(table.sitting.game.moves) - 1, 5)
    assert not rest.day
    assert not table.sitting.again(3, table.sitting.chairs).day
