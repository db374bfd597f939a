"""Statistics on finished games, and how games with hints are marked and counted."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from functools import cache

import pytest

from keyharvest.page.keeping import Keeping
from keyharvest.page.session import Session
from keyharvest.rules import final_scores
from keyharvest.shelf.card import Card, Entry, Tally, card_of
from keyharvest.shelf.statistics import figures, milestones, whose
from keyharvest.table.chairs import Chair
from keyharvest.table.sitting import Sitting
from keyharvest.words.when import when
from tests.helpers.clicking import Reader, targets_in
from tests.page.test_keeping import file_of, finished, import_file, record_of, sitting_of, with_games
from tests.rules.builders import position


def card(saved: int, *seats: tuple[str, str, int, int]) -> Card:
    """Return a finished game's card, from name, kind, place and points of each seat."""
    sample = card_of(finished(), saved)
    chairs = tuple(Chair(name, kind) for name, kind, _place, _points in seats)
    tallies = tuple(Tally(place, (points - 3, 1, 2, 0), (1, 0, 0, 0, 2), "AC") for *_who, place, points in seats)
    return Card(**{
        **{name: getattr(sample, name) for name in Card.__slots__},
        "saved": saved, "chairs": chairs, "points": ((0, 0),) * len(seats), "tallies": tallies,
    })  # fmt: skip


GAMES = (
    card(3, ("Ann", "person", 1, 30), ("Ada", "greedy", 2, 20)),
    card(1, ("Ada", "greedy", 1, 25), ("Ann", "person", 2, 24)),
    card(2, ("Ann", "person", 2, 20), ("Bob", "person", 1, 21), ("Ada", "greedy", 3, 10)),
)


def test_figures_of_one_person() -> None:
    found = figures(GAMES)
    assert found
    assert whose(GAMES) == ["Ann", "Bob"]
    assert (found.name, found.total.games, found.total.won, found.best, found.best_saved) == ("Ann", 3, 1, 30, 3)
    assert found.total.points == pytest.approx(74 / 3)
    assert found.leads == ((1, -1), (2, -1), (3, 10))
    assert [(r.chair.kind, r.won, r.tied, r.lost) for r in found.rivals] == [("greedy", 2, 0, 1), ("person", 0, 0, 1)]
    assert (found.by_players[2].games, found.by_players[3].won) == (2, 0)
    assert found.sources == {
        "won": (1, (27.0, 1.0, 2.0, 0.0)),
        "lost": (2, (19.0, 1.0, 2.0, 0.0)),
        "others": (4, (16.0, 1.0, 2.0, 0.0)),
    }
    assert list(found.gained) == [1, 0, 0, 0, 2]
    assert list(found.played) == [(0, 1), (2, 1)]


def test_figures_of_another_person_and_of_nobody() -> None:
    found = figures(GAMES, "Bob")
    assert found
    assert (found.total.games, found.total.won, found.leads) == (1, 1, ((2, 1),))
    assert figures([]) is None


def test_a_tally_of_a_whole_game() -> None:
    sitting = finished(3)
    state = sitting.game.state
    found = card_of(sitting, 1).tallies
    assert [tally.points for tally in found] == [score.total for score in final_scores(state)]
    assert min(tally.place for tally in found) == 1
    for seat, tally in enumerate(found):
        assert {worker for worker, _space in state.posts[seat]} <= {ord(letter) - ord("A") for letter in tally.played}


def test_statistics_are_shown_as_bars_and_tables_and_can_be_deleted_and_brought_back() -> None:
    reader = Reader(Session({}))
    reader.send("statistics")
    assert "finished a game yet" in reader.text()
    import_file(reader, file_of(finished().sealed(), finished(3).sealed(), finished(4, 2).sealed()))
    reader.send("games")
    reader.click("statistics")
    text = reader.text()
    assert "3 finished games" in text
    assert text.count("<table") == 4
    rows = list(csv.DictReader(io.StringIO(reader.click("table_file")["download"]["text"])))
    assert len(rows) == 9
    assert rows[0]["name"] == "Ann"
    reader.click("delete", "finished")
    assert "finished a game yet" in reader.text()
    reader.click("restore")
    assert reader.text() == text
    reader.click("back")
    assert reader.screen == "games"


def test_a_name_like_a_formula_is_none_in_the_table_file() -> None:
    sitting = finished()
    sitting.game.headers["Seat1"] = "=1+1"
    reader = Reader(Session({}))
    import_file(reader, file_of(Sitting.from_text(sitting.sealed()).sealed()))
    sitting.game.headers["Seat1"] = "Ann"
    assert "'=1+1" in reader.send("table_file")["download"]["text"]


def test_finished_games_can_be_listed_by_number_of_players() -> None:
    reader = Reader(Session({}))
    import_file(reader, file_of(finished().sealed(), finished(3).sealed()))
    reader.send("players", {"players": "3"})
    shown = [t.value for t in targets_in(reader.text()) if t.intent == "share"]
    assert len(shown) == 1
    reader.send("players", {"players": "4"})
    assert "None with that many players." in reader.text()


def test_names_with_markup_are_shown_as_text() -> None:
    evil = '"><img src=x>'
    state = position()
    reader = Reader(Session({}))
    reader.send("open", {"name": "a", "text": sitting_of(state, (evil, "person"), ("</b>&", "greedy")).sealed()})
    for intent in ("games", "share"):
        reader.send(intent)
        assert "<img src=x" not in reader.text()
        assert "&lt;img src=x&gt;" in reader.text()


def test_moments_are_told_as_one_speaks_of_them() -> None:
    noon = 1_700_000_000
    assert when(noon - 2 * 86400 - 5, noon)[-8:] == "November"
    assert when(noon + 50, noon) != ""
    assert [when(noon - past, noon) for past in (5, 61, 3700)] == ["just now", "1 minute ago", "1 hour ago"]


def test_only_the_clock_orders_games() -> None:
    times = iter(range(1, 100))
    keeping = Keeping({}, lambda: next(times))
    first = sitting_of(position(), ("Ann", "person"), ("Ada", "greedy"))
    second = sitting_of(position(turn=3), ("Bob", "person"), ("Ada", "greedy"))
    for sitting in (first, second):
        assert keeping.begin(sitting)
        keeping.keep(sitting)
    assert keeping.shelf.going() == [2, 1]
    opened = keeping.open(1)
    opened.commit(["end"])
    keeping.keep(opened)
    assert keeping.shelf.going() == [1, 2]


# Games with hints


def test_asking_for_a_hint_is_noted_at_once() -> None:
    reader = with_games(1)
    reader.send("continue")
    assert not reader.session.seating.open().sitting.hinted
    assert "with hints" not in Entry.read(reader.saved["game.1"]).text()
    reader.let_computers_play()  # one of them may be the first to move
    reader.send("hint")
    stored = Entry.read(reader.saved["game.1"])
    assert stored.card
    assert stored.card.hinted
    again = Sitting.from_text(stored.record)
    assert again.game.headers["HintsAsked"] == "1"
    assert again.hinted


def test_a_game_with_a_coach_is_one_with_hints() -> None:
    reader = Reader(Session({}))
    reader.send("guided")
    reader.send("coach")
    card = Entry.read(reader.saved["game.1"]).card
    assert card
    assert card.hinted, "though the coach is silent now"


def won(number: int, points: int, kind: str = "farmer", place: int = 1, hinted: bool = False) -> Card:
    """A finished game of Ann against one computer player, the *number*-th that she played."""
    chairs = (Chair("Ann", "person"), Chair("Ada", kind))
    tallies = (replace(finished_card().tallies[0], place=place, sources=(points, 0, 0, 0)),
               replace(finished_card().tallies[1], place=3 - place))  # fmt: skip
    return replace(finished_card(), saved=number, chairs=chairs, tallies=tallies, hinted=hinted)


@cache
def finished_card() -> Card:
    return card_of(finished(), 1)


BEST, FIRST = "Your best result so far: 30 points, up from 20.", "Your first win against this level: Farmer."


@pytest.mark.parametrize(
    ("earlier", "card", "told"),
    [
        ([], won(2, 30), [FIRST]),
        ([won(1, 20)], won(2, 30), [BEST]),
        ([won(1, 20)], won(2, 20), []),
        ([won(1, 20, place=2)], won(2, 30), [BEST, FIRST]),
        ([won(1, 20, "steward")], won(2, 30), [BEST, FIRST]),
        ([won(1, 20)], won(2, 30, place=2), [BEST]),
        ([won(1, 40, hinted=True)], won(2, 30), [FIRST]),
        ([won(3, 40)], won(2, 30), [FIRST]),
        ([], won(2, 30, hinted=True), []),
        ([], replace(won(2, 30), since=4), []),
    ],
)
def test_the_end_says_what_was_new_for_its_one_person(earlier: list[Card], card: Card, told: list[str]) -> None:
    assert milestones(card, [*earlier, card]) == told


def test_a_game_played_on_from_another_says_so_and_is_not_in_the_statistics() -> None:
    """A game with hints is marked at its end, too, and has statistics of its own."""
    hinted, whole = (Sitting.from_text(finished(seed=seed).sealed()) for seed in (2, 1))
    hinted.game.headers["HintsAsked"] = "1"
    whole.game.headers["Player1"] = "random"
    branch = whole.played_on(40, 5)
    while not branch.over:
        branch.step()
    branch.game.headers["Player1"] = "person"
    reader = Reader(Session({}))
    for sitting in (finished(), hinted, branch):
        reader.send("open", {"name": "game.txt", "text": record_of(sitting)})
    reader.click("result")
    assert f"Continued from round {branch.since} of another game: not in the statistics." in reader.text()
    reader.send("games")
    assert reader.text().count(f"continued from round {branch.since}") == 1
    reader.send("continue", "2")
    reader.click("result")
    assert "Played with hints: counted separately in the statistics." in reader.text()
    cards = reader.session.keeping._finished()
    assert [card.since for card in cards] == [0, 0]
    found = figures(cards, "Ann")
    assert found
    assert (found.total.games, found.apart) == (1, 1)


@pytest.mark.parametrize(
    ("seed", "kind", "title", "offered"),
    [(3, "farmer", "You won", True), (3, "master", "You won", False), (1, "farmer", "Ada won", False)],
)
def test_who_has_won_is_offered_the_next_level(seed: int, kind: str, title: str, offered: bool) -> None:
    text = record_of(finished(seed=seed)).replace('[Player2 "random"]', f'[Player2 "{kind}"]')
    reader = Reader(Session({}))
    reader.send("open", {"name": "game.txt", "text": text})
    reader.send("result")
    assert f"{title} by" in reader.text()
    assert any(target.intent == "harder" for target in reader.targets()) == offered
    if offered:
        reader.click("harder")
        assert [chair.kind for chair in reader.session.seating.open().sitting.chairs] == ["person", "steward"]


def hinted(seed: int) -> Sitting:
    sitting = Sitting.from_text(finished(seed=seed).sealed())
    sitting.ask_hint()
    return sitting


def test_games_with_hints_are_marked_and_count_apart() -> None:
    reader = Reader(Session({}))
    import_file(reader, file_of(*(sitting.sealed() for sitting in (finished(), finished(seed=2), hinted(3)))))
    assert reader.text().count("with hints") == 1
    reader.send("statistics")
    assert "2 finished games" in reader.text()
    rows = list(csv.reader(io.StringIO(reader.send("table_file")["download"]["text"])))
    assert rows[0][-1] == "hints"
    assert sorted(row[-1] for row in rows[1:]) == ["no"] * 4 + ["yes"] * 2
    reader.send("hinted", {"hinted": "yes"})
    assert "1 finished game" in reader.text()
    assert "alert" in reader.send("hinted", {"hinted": "both"})
    only = Reader(Session({}))
    import_file(only, file_of(hinted(3).sealed()))
    only.send("statistics")
    assert "1 finished game" in only.text()
    assert "with hints" in only.text()
    assert "hinted" not in {target.intent for target in only.targets()}


def test_a_best_with_hints_is_no_record() -> None:
    plain, helped = (
        card(1, ("Bob", "person", 1, 30), ("Ada", "greedy", 2, 20)),
        card(2, ("Bob", "person", 1, 50), ("Ada", "greedy", 2, 20)),
    )
    found = figures([plain, replace(helped, hinted=True)])
    assert found
    assert (found.best, found.total.games, found.apart, found.hinted) == (30, 1, 1, False)
    apart = figures([plain, replace(helped, hinted=True)], hinted=True)
    assert apart
    assert (apart.best, apart.total.games, apart.apart, apart.hinted) == (50, 1, 1, True)


def test_a_game_kept_before_hints_were_noted_still_opens() -> None:
    data = json.loads(Entry.of(finished(), 5).text())
    del data["card"]["hinted"]
    entry = Entry.read(json.dumps(data))
    assert entry.card
    assert not entry.card.hinted
