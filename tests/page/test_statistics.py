"""Statistics on finished games, and how games with hints are marked and counted."""

from __future__ import annotations

import csv
import io
import json
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from keyharvest.page.core.drawing import download
from keyharvest.page.core.memory import Memory
from keyharvest.page.saved.keeping import Keeping
from keyharvest.page.session import Session
from keyharvest.rules import final_scores
from keyharvest.saved.card import Card, Entry, Tally, card_of
from keyharvest.saved.statistics import figures, milestones, whose
from keyharvest.table.chairs import Chair
from keyharvest.table.sitting import Sitting
from keyharvest.words.when import when
from tests.helpers.clicking import Reader, targets_in
from tests.page.test_keeping import file_of, finished, import_file, record_of, sitting_of, with_games
from tests.rules.builders import position

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]


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


@pytest.fixture
def berlin(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Live where a day in spring has 23 hours and one in autumn 25."""
    monkeypatch.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


def at(moment: str) -> float:
    """Return seconds since 1970 of a moment here."""
    return time.mktime(time.strptime(moment, "%Y-%m-%d %H:%M"))


@pytest.mark.usefixtures("berlin")
@pytest.mark.parametrize(
    ("moment", "now", "said"),
    [
        ("2026-01-05 11:59", "2026-01-05 12:00", "1 minute ago"),
        ("2026-01-05 11:00", "2026-01-05 12:00", "1 hour ago"),
        ("2026-01-05 00:01", "2026-01-05 23:59", "23 hours ago"),
        ("2026-01-04 23:30", "2026-01-05 00:10", "40 minutes ago"),
        ("2026-01-04 22:30", "2026-01-05 01:10", "2 hours ago"),
        ("2026-01-04 20:30", "2026-01-05 01:10", "yesterday"),
        ("2026-01-04 00:00", "2026-01-05 23:59", "yesterday"),
        ("2026-01-03 23:59", "2026-01-05 00:00", "3 January"),
        # 29 March has 23 hours: at half past midnight after it, 24 hours ago was still the day before.
        ("2026-03-28 23:40", "2026-03-30 00:30", "28 March"),
        ("2026-03-29 00:10", "2026-03-30 00:30", "yesterday"),
        # 25 October has 25 hours: on its evening, 24 hours ago was the same day.
        ("2026-10-25 00:10", "2026-10-25 23:50", "24 hours ago"),
        ("2026-10-24 12:00", "2026-10-25 23:50", "yesterday"),
        ("2025-12-31 12:00", "2026-01-01 12:00", "yesterday"),
        ("2026-01-05 12:00", "2026-01-05 11:00", "just now"),
        ("2026-01-06 12:00", "2026-01-05 12:00", "just now"),
        ("2031-01-06 12:00", "2026-01-05 12:00", "just now"),
    ],
)
def test_moments_are_told_as_one_speaks_of_them(moment: str, now: str, said: str) -> None:
    assert when(at(moment), at(now)) == said


def test_a_page_that_stays_open_renews_what_it_says_of_times() -> None:
    moments = [1_700_000_000.0]
    session = Session({})
    session.keeping.clock = lambda: moments[0]
    reader = Reader(session)
    game = sitting_of(position(), ("Ann", "person"), ("Ada", "greedy"))
    reader.send("open", {"name": "a", "text": game.sealed()})
    reader.send("games")
    assert "just now" in reader.text()
    moments[0] += 300
    reader.send("visible")  # which the page sends each minute, too
    assert "5 minutes ago" in reader.text()


def test_a_table_opens_right_in_a_spreadsheet_on_windows() -> None:
    """It needs the mark of UTF-8 and ends of lines of its own, and semicolons where the comma is the decimal sign."""
    reader = Reader(Session({}))
    zoe = finished()
    import_file(reader, file_of(Sitting.from_text(zoe.sealed()).with_chair(0, name="Zoë").sealed()))
    text = reader.send("table_file")["download"]["text"]
    assert text.startswith("\ufeffday,players,")
    assert text.endswith("\r\n")
    assert ",Zoë," in text
    reader.send("set", {"language": "de"})
    assert reader.send("table_file")["download"]["text"].startswith("\ufeffday;players;")


def test_every_text_that_is_handed_out_is_marked_if_it_needs_it() -> None:
    assert download("a.txt", "text/plain", "Zoë")["download"]["text"] == "\ufeffZoë"
    assert download("a.txt", "text/plain", "Ann")["download"]["text"] == "Ann"
    assert download("a.json", "application/json", '"Zoë"')["download"]["text"] == '"Zoë"'
    for path in (ROOT / "keyharvest/page").rglob("*.py"):
        if path.name != "drawing.py":
            assert '"download": {' not in path.read_text(encoding="utf-8"), f"{path}: download() marks texts"


def test_only_the_clock_orders_games() -> None:
    times = iter(range(1, 100))
    keeping = Keeping({}, Memory({}), lambda: next(times))
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
    cards = reader.session.keeping.finished()
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
