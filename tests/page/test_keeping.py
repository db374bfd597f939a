"""Saved games, finished games, files and links, without a browser."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import pytest

from keyharvest.page.session import Session
from keyharvest.record import Record, record_text
from keyharvest.rules import State, final_scores, ranks
from keyharvest.rules.geometry import mask_of
from keyharvest.saved.card import Entry, card_of
from keyharvest.saved.shelf import DAY, PLACES, Shelf
from keyharvest.table.chairs import Chair
from keyharvest.table.sealing import unsealed, without_seed
from keyharvest.table.sitting import Sitting
from tests.helpers.clicking import Reader
from tests.rules.builders import position


def sitting_of(state: State, *chairs: tuple[str, str]) -> Sitting:
    """Return a sitting at a position."""
    headers = {f"Seat{number}": name for number, (name, _kind) in enumerate(chairs, 1)}
    headers |= {f"Player{number}": kind for number, (_name, kind) in enumerate(chairs, 1)}
    return Sitting.from_text(record_text(Record(state, [], headers)))


def with_secrets() -> State:
    """Return a position of three players whose starting counters nobody else knows."""
    hidden = {f"known{seat}": "-" for seat in (1, 2, 3)}
    return position(players=3, turn=4, hand1="h3", hand2="w3", hand3="v3", removed="MN", **hidden)  # type: ignore[arg-type]


@cache
def finished(players: int = 2, seed: int = 1) -> Sitting:
    """Return a whole game, listed as played by Ann."""
    chairs = [Chair(name, "random") for name in ("Ann", "Ada", "Bruno", "Clara")[:players]]
    sitting = Sitting.new(chairs, "random", seed)
    while not sitting.over:
        sitting.step()
    sitting.game.headers["Player1"] = "person"
    return Sitting.from_text(sitting.sealed())


def record_of(sitting: Sitting) -> str:
    return record_text(sitting.record())


def file_of(*texts: str) -> dict[str, str]:
    games = [{"saved": 1000 + number, "record": text} for number, text in enumerate(texts)]
    return {"name": "games.json", "text": json.dumps({"keyharvest": 1, "games": games})}


def import_file(reader: Reader, file: dict[str, str]) -> None:
    """Open a file of many games and wait until all are imported."""
    reader.send("open", file)
    reader.let_computers_play()


def with_games(number: int) -> Reader:
    """Open a page and start a number of games."""
    reader = Reader(Session({}))
    for _ in range(number):
        reader.send("quick")
        reader.send("home")
    return reader


def kept(reader: Reader) -> list[str]:
    return sorted(key for key in reader.saved if key.startswith("game"))


def link_on(reader: Reader) -> str:
    """Return the part of the page's link after ``#``."""
    return reader.text().split('href="#kh1.')[1].split('"')[0].join(("kh1.", ""))


# Slots


def test_a_new_game_never_replaces_an_unfinished_one() -> None:
    reader = with_games(3)
    assert len(kept(reader)) == 3
    again = Reader(Session(dict(reader.saved)))
    again.click("continue")
    assert again.screen == "game"
    again.send("games")
    assert "3 of 10 slots used" in again.text()
    again.click("continue", "1")
    assert again.screen == "game"
    assert again.saved == {}, "a game that is only looked at is not saved anew"


def test_with_ten_games_a_new_one_asks_which_makes_room() -> None:
    reader = with_games(PLACES)
    reader.send("quick")
    assert reader.screen == "games"
    assert "All ten slots are full" in reader.text()
    assert len(kept(reader)) == PLACES
    # Buttons that delete never look like the way forward; each game has its number.
    assert re.findall(r'data-intent="replace"[^>]*class="([^"]*)"', reader.text()) == ["destructive"] * PLACES
    assert all(f"<small>Game {number}</small>" in reader.text() for number in range(1, PLACES + 1))
    reader.click("replace", "4")
    assert reader.screen == "game"
    assert len(kept(reader)) == PLACES
    assert "game.4" not in reader.saved
    reader.send("games")
    assert "alert" in reader.send("restore"), "no place is free for it"
    reader.click("delete", "5")
    reader.click("restore")
    assert "game.5" in reader.saved


def test_a_new_game_that_finds_no_room_is_forgotten_when_one_leaves() -> None:
    reader = with_games(PLACES)
    reader.send("quick")
    reader.click("home")
    assert "No new game is waiting" in reader.send("replace", "1")["alert"]
    assert len(kept(reader)) == PLACES


def test_a_finished_game_needs_no_place() -> None:
    reader = with_games(PLACES)
    reader.send("open", {"name": "a.txt", "text": record_of(finished())})
    assert reader.screen == "review"
    assert len(kept(reader)) == PLACES + 1
    reader.send("open", {"name": "a.txt", "text": record_of(finished())})
    assert len(kept(reader)) == PLACES + 1, "the same game is kept once"


def test_a_card_tells_who_plays_and_how_it_stands() -> None:
    state = position(board1="C5 C6 D6", workers1="C@B5", board2="A1", hand1="h2", hand2="w1", turn=7)
    card = card_of(sitting_of(state, ("Ann", "person"), ("Ada", "greedy")), 5)
    assert (card.names, card.round, card.persons, card.over) == (("Ann", "Ada"), 4, [0], False)
    assert card.fields == mask_of(["C5", "C6", "D6"])
    assert card.points == tuple((score.total,) * 2 for score in final_scores(state))
    assert Entry.read(Entry(card, "kh1.x").text()) == Entry(card, "kh1.x")


def test_a_card_of_three_keeps_the_secrets_of_their_hands() -> None:
    """Rule 14.3: where hidden counters decide, it shows a range."""
    state = with_secrets()
    card = card_of(sitting_of(state, ("Ann", "person"), ("Bob", "person"), ("Cy", "person")), 5)
    assert any(least < most for least, most in card.points)


# Deleting


def test_a_deletion_can_be_taken_back_also_after_a_reload() -> None:
    reader = with_games(2)
    before = dict(reader.saved)
    reader.send("games")
    reader.click("delete", "1")
    assert kept(reader) == ["game.2"]
    again = Reader(Session(dict(reader.saved)))
    again.saved = dict(reader.saved)
    again.send("games")
    again.click("restore")
    assert again.saved == before
    assert "alert" in again.send("restore")


def test_a_deletion_is_final_after_a_day() -> None:
    entry = Entry.of(finished(), 5).text()
    saved = {"deleted": json.dumps({"when": 1000, "games": {"1": entry}})}
    assert list(Shelf(saved, 1000 + DAY - 1).deleted) == [1]
    late = Shelf(saved, 1000 + DAY)
    assert not late.deleted
    assert late.unsaved() == {"deleted": None}


def test_the_game_on_the_table_can_be_deleted() -> None:
    reader = with_games(1)
    reader.send("games")
    reader.click("delete", "1")
    assert kept(reader) == []
    assert "alert" in reader.send("continue")
    reader.click("restore")
    reader.click("continue", "1")
    assert reader.screen == "game"


def test_forgetting_all_games_shows_how_they_come_back() -> None:
    reader = with_games(2)
    reader.send("settings")
    reader.click("forget")
    assert len(kept(reader)) == 2
    reader.click("forget", "all")
    assert reader.screen == "games"
    reader.click("restore")
    assert len(kept(reader)) == 2


# Faults in what is stored


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "stored game"),
        ("[]", "expected an object with a record"),
        ("[" * 100_000, "nested too deeply"),
        ('{"record": "kh1.x"}', "card: expected an object"),
        ('{"record": "kh1.x", "card": {"names": ["A", "B"], "kinds": ["person", "robot"]}}', "robot"),
    ],
)
def test_a_fault_in_one_game_hides_no_other(text: str, fault: str) -> None:
    good = with_games(1).saved
    reader = Reader(Session({**good, "game.7": text}))
    assert "1 saved game can't be read." in reader.patches[0]["alert"]
    reader.send("games")
    assert fault in reader.text()
    assert {("continue", "1"), ("export", "7"), ("delete", "7")} <= {(t.intent, t.value) for t in reader.targets()}
    assert reader.click("export", "7")["download"]["text"] == text
    reader.click("delete", "7")
    reader.click("restore")
    assert reader.saved["game.7"] == text


def changed_card(path: str, value: Any) -> str:
    """Return a stored game with one part of its card changed."""
    data = json.loads(Entry.of(finished(), 5).text())
    at, *rest = path.split(".")
    place = data["card"]
    for step in rest:
        place, at = place[int(at) if isinstance(place, list) else at], step
    place[int(at) if isinstance(place, list) else at] = value
    return json.dumps(data)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("saved", -1), ("saved", "now"), ("names", []), ("names.0", ""), ("names.0", "x" * 25), ("kinds.1", 3),
        ("turn", True), ("seat", 2), ("points", [[1, 2]]), ("points.0", [1]), ("layout", "nowhere"), ("layout", 1),
        ("shown", 2), ("fields", 1 << 56), ("ripe", -1), ("posts", [[12, 3]]), ("posts", [[1]]), ("tallies", [1]),
        ("tallies.0.0", 0), ("tallies.0.1", [1, 2, 3]), ("tallies.0.2", "x"), ("tallies.0.3", "AA"),
        ("tallies.0.3", "?"), ("badges.1", True), ("badges.0", 0.0),
    ],
)  # fmt: skip
def test_a_card_is_read_with_care(path: str, value: Any) -> None:
    entry = Entry.read(changed_card(path, value))
    assert entry.card is None
    assert entry.fault.startswith("stored game: ")


def test_a_card_of_another_version_is_made_anew_from_the_record() -> None:
    broken = changed_card("turn", "many")
    shelf = Shelf({"game.3": broken}, 7)
    assert not shelf.faulty()
    assert shelf.unsaved() == {"game.3": Entry.of(finished(), 7).text()}


def test_a_game_whose_record_is_broken_is_told_when_it_is_opened() -> None:
    data = json.loads(with_games(1).saved["game.1"])
    reader = Reader(Session({"game.1": json.dumps(data | {"record": "kh1.eJw"})}))
    assert "damaged or cut off" in reader.send("continue")["alert"]
    reader.send("games")
    assert "t be read" in reader.text()
    assert "damaged or cut off" in reader.text()


def test_what_an_earlier_version_has_kept_is_taken_over() -> None:
    one = sitting_of(position(), ("Ann", "person"), ("Ada", "greedy"))
    other = sitting_of(position(turn=5), ("Bob", "person"), ("Ada", "greedy"))
    reader = Reader(Session({"game": one.sealed(), "earlier": other.sealed()}))
    assert reader.patches[0]["save"]["game"] is None
    assert reader.patches[0]["save"]["earlier"] is None
    assert len(kept(reader)) == 2
    again = Reader(Session(dict(reader.saved)))
    assert "save" not in again.patches[0]
    again.click("continue")
    assert "Ann" in again.text()


@pytest.mark.parametrize("text", ["[", "[]", '{"when": "x", "games": {}}', '{"games": {"x": 1}}', '{"games": []}'])
def test_a_broken_note_of_what_was_deleted_is_dropped(text: str) -> None:
    reader = Reader(Session({"deleted": text}))
    assert reader.patches[0]["save"] == {"deleted": None}


# Files


def test_all_games_go_out_into_a_file_and_come_back() -> None:
    reader = with_games(2)
    reader.send("open", {"name": "a.txt", "text": record_of(finished())})
    reader.send("games")
    file = reader.click("export")["download"]
    fresh = Reader(Session({}))
    import_file(fresh, {"name": file["name"], "text": file["text"]})
    assert "3 games imported." in fresh.text()

    def known(saved: dict[str, str]) -> list[Any]:
        found = []
        for key, text in saved.items():
            if "game." in key:
                data = json.loads(text)
                over = data["card"]["tallies"]
                found.append(data if over else data | {"record": without_seed(data["record"])})
        return sorted(found, key=lambda data: str(data["record"]))

    assert known(fresh.saved) == known(reader.saved)
    import_file(fresh, {"name": file["name"], "text": file["text"]})
    assert "3 were already here." in fresh.text()
    assert len(kept(fresh)) == 3


def test_a_file_of_many_takes_in_what_is_sound_and_names_each_fault() -> None:
    reader = with_games(PLACES)
    lines = record_of(finished()).splitlines()
    broken = "\n".join(line.replace("end", "dance", 1) if line.startswith("1:") else line for line in lines)
    going = sitting_of(position(), ("Eva", "person"), ("Ada", "greedy"))
    import_file(reader, file_of(broken, finished(3).sealed(), going.sealed(), "nonsense"))
    text = reader.text()
    assert "1 game imported." in text
    assert re.search(r"Game 1 of the file: Line \d+: dance can&#x27;t be played there\.", text)
    assert "Game 3 of the file: All ten slots are full" in text
    assert "Game 4 of the file: This isn&#x27;t a Key Harvest record" in text
    assert len(kept(reader)) == PLACES + 1


@pytest.mark.parametrize(
    "text",
    ["{", "{}", '{"keyharvest": 2, "games": [1]}', '{"keyharvest": 1, "games": []}', '{"a":' * 9999 + "1" + "}" * 9999],
)
def test_a_file_that_is_none_is_refused_as_a_whole(text: str) -> None:
    reader = with_games(1)
    before = dict(reader.saved)
    assert "Can't open games.json. It " in reader.send("open", {"name": "games.json", "text": text})["alert"]
    assert reader.saved == before
    assert reader.session.wait() is None


@pytest.mark.parametrize("game", [1, {}, {"record": 1}, {"record": "x" * 1_000_001}])
def test_a_game_of_a_file_that_is_none_is_refused_alone(game: Any) -> None:
    reader = Reader(Session({}))
    games = [game, {"saved": "x", "record": finished().sealed()}]
    import_file(reader, {"name": "a", "text": json.dumps({"keyharvest": 1, "games": games})})
    assert "1 game imported. Game 1 of the file: " in reader.text()


# Links


def test_a_finished_game_goes_into_a_link_and_comes_out_of_it_at_a_moment() -> None:
    reader = Reader(Session({}))
    reader.send("open", {"name": "a.txt", "text": record_of(finished())})
    reader.send("games")
    reader.click("share", "1")
    assert reader.screen == "share"
    link = link_on(reader)
    other = Reader(Session({"fragment": link}))
    assert other.screen == "review"
    assert other.saved == {}, "another's game is looked at, not kept"
    then = Reader(Session({"fragment": f"{link}@3"}))
    assert then.screen == "review"
    assert then.panels != other.panels
    pasted = Reader(Session({}))
    pasted.send("link", {"link": f"https://example.org/kh/#{link}@3"})
    assert pasted.panels == then.panels


def test_a_long_game_fits_into_a_link() -> None:
    sitting = finished(4, 2)
    assert sum(not move.startswith("*") for move in sitting.game.moves) > 200
    assert len(sitting.sealed()) <= 2000


def test_an_unfinished_game_goes_into_a_link_only_if_it_has_no_secrets() -> None:
    reader = with_games(1)
    reader.send("continue")
    reader.send("share")
    link = link_on(reader)
    other = Reader(Session({"fragment": link}))
    assert other.screen == "game"
    assert len(kept(other)) == 1, "who gets it can play on"
    three = sitting_of(with_secrets(), ("A", "person"), ("B", "random"), ("C", "random"))
    reader.send("open", {"name": "a.txt", "text": three.sealed()})
    assert "reveal" in reader.send("share")["alert"]
    assert reader.screen == "game"


@pytest.mark.parametrize("link", ["abc", "kh1.", "kh1.%%%", "kh1.eJw", "kh1.eJwDAAAAAAE", "", "#", "kh1.ü"])
def test_a_bad_link_is_one_clear_error(link: str) -> None:
    reader = Reader(Session({"fragment": link} if link else {}))
    patch = reader.send("link", {"link": link})
    assert patch["alert"].startswith("Can't open this link. ")
    if link.startswith("kh1."):
        assert reader.patches[0]["alert"] == patch["alert"]
        assert reader.patches[0]["address"] == "", "it is not opened again"
    assert reader.screen == "home"


@pytest.mark.parametrize("link", ["foo", "kh1", "x-5.2", "rules", "%"])
def test_an_address_that_leads_to_nothing_of_ours_is_reported(link: str) -> None:
    reader = Reader(Session({"fragment": link}))
    assert reader.patches[0]["alert"] == f"Nothing here matches this link: {link}"
    assert reader.patches[0]["address"] == ""
    assert reader.screen == "home"


def test_errors_of_links_and_files_are_sentences_in_the_language_of_the_page() -> None:
    reader = Reader(Session({"settings": '{"language": "de"}'}))
    for message in (
        ("link", {"link": "kh1.eJwDAAAAAAE"}),
        ("link", {"link": f"{finished().sealed()}@99999"}),
        ("open", {"name": "a", "text": "nonsense"}),
        ("open", {"name": "a", "text": '[KeyHarvest "2"]'}),
        ("open", {"name": "a", "text": '[KeyHarvest "1"]'}),
        ("open", {"name": "a", "text": '[KeyHarvest "1"]\nnonsense'}),
        ("open", {"name": "a", "text": record_of(finished()).replace("setup: ", "setup: *Q7 ")}),
        ("open", {"name": "a", "text": "{}"}),
        ("open", {"name": "a", "text": "x" * 1_000_001}),
    ):
        alert = reader.send(*message)["alert"]
        assert "lässt sich nicht öffnen. " in alert
        assert not re.search(r"\b(is|it|the|want|expected|record|error|Error)\b", alert), alert


def test_a_shared_game_that_is_looked_at_stays_in_the_address() -> None:
    link = f"{finished().sealed()}@3-2"
    reader = Reader(Session({"fragment": link}))
    assert "address" not in reader.patches[0], "it is there already"
    again = Reader(Session({"fragment": link}))
    assert again.panels == reader.panels, "after a reload"
    assert reader.click("home")["address"] == ""
    assert reader.send("to", "review")["address"] == link
    assert reader.send("quick")["address"] == ""
    assert kept(reader) == ["game.1"]
    pasted = Reader(Session({}))
    assert pasted.send("link", {"link": f"https://example.org/#{link}"})["address"] == link
    own = Reader(Session({"fragment": with_link(reader)}))
    assert own.patches[0]["address"] == "", "a game to play on is kept here"
    assert kept(own) == ["game.1"]


def with_link(reader: Reader) -> str:
    """Return a link to the game on the table."""
    reader.send("share")
    return link_on(reader)


# Half a record


def cut(text: str, turn: int, to: str) -> str:
    """Return a record up to a turn, with everything from the second word of its line replaced."""
    before, _line, after = text.partition(f"\n{turn}:")
    return f"{before}\n{turn}:{after.split(' ', 1)[0]} {to}"


@pytest.mark.parametrize(
    ("to", "fault"),
    [
        ("b:", "b: can't be played there."),
        ("{x", "{x can't be played there."),
        ("\x07be", "\ufffdbe can't be played there."),
    ],
)
def test_a_half_record_opens_up_to_its_fault(to: str, fault: str) -> None:
    whole = record_of(finished())
    text = cut(whole, 12, to)
    reader = Reader(Session({}))
    alert = reader.send("open", {"name": "a.txt", "text": text})["alert"]
    assert alert == f"Line {len(text.splitlines())}: {fault} The game was loaded up to that point."
    game = reader.session.seating.open().sitting.game
    assert game.state.turn == 12
    assert finished().game.moves[: len(game.moves)] == game.moves
    assert kept(reader) == ["game.1"]


def test_a_record_with_one_bad_line_opens_up_to_it() -> None:
    lines = record_of(finished()).splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("9:"))
    reader = Reader(Session({}))
    patch = reader.send("open", {"name": "a", "text": "\n".join([*lines[:at], "= kh1 nonsense", *lines[at:]])})
    assert (
        patch["alert"]
        == f"Line {at + 1}: the position doesn't match the moves before it. The game was loaded up to that point."
    )
    assert reader.session.seating.open().sitting.game.state.turn == 9


def test_a_record_with_a_fault_before_the_first_decision_does_not_open() -> None:
    reader = Reader(Session({}))
    text = record_of(finished()).partition("\n1:")[0]
    patch = reader.send("open", {"name": "a.txt", "text": text.replace("setup: ", "setup: *Q7 ")})
    assert patch["alert"].startswith("Can't open a.txt. Line ")
    assert reader.screen == "home"


# What will be drawn stays secret


def handed_out(reader: Reader) -> list[str]:
    """Return everything that the page gives out about the game on the table, a saved and unfinished one."""
    several = json.loads(reader.send("export")["download"]["text"])
    return [
        reader.send("download")["download"]["text"],
        reader.send("export", "1")["download"]["text"],
        *(game["record"] for game in several["games"]),
        with_link(reader),
    ]


def test_an_unfinished_game_takes_its_seed_nowhere() -> None:
    reader = with_games(1)
    reader.send("continue")
    stored = unsealed(json.loads(reader.saved["game.1"])["record"])
    assert re.search(r'^\[Seed "\d+"\]$', stored, re.MULTILINE), "here it goes on as it would have"
    texts = handed_out(reader)
    assert len(texts) == 4
    for text in texts:
        assert text.startswith("kh1.")
        assert "Seed" not in unsealed(text)
        assert unsealed(text) == re.sub(r"\[Seed .*\]\n", "", stored)


def seed_of(reader: Reader) -> int:
    return reader.session.seating.open().sitting.game.seed


@pytest.mark.parametrize("old", [True, False], ids=["with its seed, as files once had", "without"])
def test_who_goes_on_with_a_game_from_elsewhere_draws_anew(old: bool) -> None:
    sitting = Sitting.new([Chair("Ann", "person"), Chair("Ada", "random")], "random", 5)
    text = sitting.sealed() if old else sitting.handed_out()
    seeds = set()
    for message in (("open", {"name": "a", "text": text}), ("link", {"link": text})) * 2:
        reader = Reader(Session({}))
        reader.send(*message)
        assert reader.session.seating.open().sitting.game.moves == sitting.game.moves
        seeds.add(seed_of(reader))
    assert len(seeds) == 4
    assert not seeds & {0, 5}
    import_file(reader := Reader(Session({})), file_of(text))
    reader.send("continue", "1")
    assert seed_of(reader) not in seeds | {0, 5}


def test_a_half_record_draws_anew() -> None:
    text = cut(record_of(finished()), 12, "b:")
    assert '[Seed "1"]' in text
    reader = Reader(Session({}))
    reader.send("open", {"name": "a.txt", "text": text})
    assert seed_of(reader) != 1


def test_a_kept_game_goes_on_as_it_would_have() -> None:
    reader = with_games(1)
    reader.send("continue")
    seed = seed_of(reader)
    again = Reader(Session(dict(reader.saved)))
    again.send("continue")
    assert seed_of(again) == seed
    for message in (("open", {"name": "a", "text": handed_out(reader)[0]}), ("link", {"link": handed_out(reader)[0]})):
        again.send(*message)
        assert seed_of(again) == seed
    assert kept(again) == [], "the same game is not begun a second time"


def test_a_finished_game_keeps_its_seed() -> None:
    reader = Reader(Session({}))
    reader.send("open", {"name": "a.txt", "text": record_of(finished())})
    assert '[Seed "1"]' in reader.send("download")["download"]["text"]
    assert '[Seed "1"]' in unsealed(with_link(reader))


@pytest.mark.parametrize("moment", ["x", "-1", "99999", "³"])
def test_a_link_to_no_moment_is_an_error(moment: str) -> None:
    reader = Reader(Session({}))
    assert "moment" in reader.send("link", {"link": f"{finished().sealed()}@{moment}"})["alert"]
    assert reader.screen == "home"


@pytest.mark.parametrize(
    ("intent", "value"),
    [
        ("continue", "99"), ("continue", []), ("delete", None), ("delete", "0x1"), ("delete", "9" * 30),
        ("export", "5"),
        ("share", "7"), ("share", 3), ("share", "@x"), ("players", "2"), ("players", {"players": "5"}), ("link", 7),
        ("replace", "1"), ("restore", None), ("open", {"name": "x"}),
    ],
)  # fmt: skip
def test_what_no_game_answers_to_is_an_error_and_harms_nothing(intent: str, value: Any) -> None:
    reader = with_games(1)
    before = dict(reader.saved)
    reader.send("games")
    assert "alert" in reader.send(intent, value)
    assert reader.saved == before
    assert reader.screen == "games"


# What a shared moment shows


def test_a_link_to_a_moment_shows_the_board_that_was_shared() -> None:
    reader = Reader(Session({"fragment": finished().sealed()}))
    winner = ranks(finished().game.state).index(1)
    assert reader.session.seating.open().shown == winner, "whoever opens it sits nowhere"
    assert "Link to this moment" not in reader.text()
    reader.send("seek", "9")
    for seat in (1, 2):
        reader.send("show", str(seat))
        (value,) = [t.value for t in reader.targets() if t.intent == "share" and t.value]
        assert value == f"@9-{seat}"
        reader.click("share", value)
        assert f"{finished().names[seat - 1]}&#x27;s board, small" in reader.text()
        other = Reader(Session({"fragment": link_on(reader)}))
        assert other.session.seating.open().shown == seat - 1
        assert other.session.seating.open().head.moment(-1).place == 9
        reader.send("back")
    reader.send("now")
    assert "Link to this moment" not in reader.text()
    assert reader.session.seating.open().shown == winner


@pytest.mark.parametrize("seat", ["0", "3", "x", "", "1-1"])
def test_a_link_to_no_seat_is_an_error(seat: str) -> None:
    reader = Reader(Session({}))
    assert "no moment" in reader.send("link", {"link": f"{finished().sealed()}@3-{seat}"})["alert"]


def test_the_review_of_an_own_game_opens_on_the_own_board() -> None:
    for seed in (1, 2, 3):
        reader = Reader(Session({}))
        reader.send("open", {"name": "a.txt", "text": record_of(finished(seed=seed))})
        assert (reader.screen, reader.session.seating.open().shown) == ("review", 0)
        for way in (("previous", None), ("now", None), ("show", "2"), ("result", None), ("review", None)):
            reader.send(*way)
        assert reader.session.seating.open().shown == 0


def test_the_review_counts_in_rounds() -> None:
    reader = Reader(Session({"fragment": finished().sealed()}))
    turns = finished().game.state.turn
    assert f"after {-(-turns // 2)} rounds" in reader.text()
    named = re.findall(r'id="review-turn-\d+"[^>]*>([^<]+)<', reader.text())
    assert len(named) == turns
    names = finished().names
    first = finished().game.states[-1].start
    assert named[:3] == [f"1 {names[first]}", f"1 {names[1 - first]}", f"2 {names[first]}"]
