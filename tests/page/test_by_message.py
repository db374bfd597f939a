"""Games by message: several pages, without a browser, that exchange nothing but links and files."""

from __future__ import annotations

import html
import random
import re
import statistics

import pytest

from keyharvest import words
from keyharvest.record import record_text
from keyharvest.rules import round_of
from keyharvest.rules.turn import Turn
from keyharvest.saved.card import Entry
from keyharvest.table.chairs import FAR
from keyharvest.table.sitting import Sitting
from tests.helpers.by_message import Elsewhere, Passing, invitation
from tests.helpers.clicking import undrawn

pytestmark = pytest.mark.slow

SITE = "https://example.org/harvest/#"


def opened(page: Elsewhere, link: str) -> str:
    """Open a link on a page and return what it was."""
    patch = page.send("link", {"link": SITE + link})
    assert "alert" not in patch, patch["alert"]
    assert page.screen == "letter"
    what = page.session.friends.letters.last
    assert what
    return what.what


@pytest.mark.parametrize(
    "change", ["khm1%2E{}", "KHM1.{}", "hello%20khm1.{}", "khm1.%0A%3E%20{}", "%E2%80%8Bkhm1.{})."]
)
def test_an_address_is_read_like_a_pasted_text(change: str) -> None:
    host, guest, rng = two()
    guest.play(rng)
    assert guest.post
    again = Elsewhere(host.saved | {"fragment": change.format(guest.post.link.partition(".")[2])})
    assert again.screen == "letter"
    assert "alert" not in again.patches[0]
    assert again.session.friends.letters.last
    assert again.session.friends.letters.last.what == "new"


def test_the_link_of_a_lesson_or_a_position_can_be_pasted() -> None:
    page = Elsewhere()
    page.send("link", {"link": f"Look: {SITE}lesson-chain)"})
    assert page.screen == "lesson"


def joined(link: str, seat: int) -> Elsewhere:
    """Return a page on which a player has accepted an invitation."""
    page = Elsewhere()
    assert opened(page, link) == "join"
    assert "alert" not in page.send("join", str(seat + 1))
    return page


def two(seed: int = 1) -> tuple[Elsewhere, Elsewhere, random.Random]:
    """Two pages in the middle of a game, at the beginning of the second one's turn; and a source of choices."""
    rng = random.Random(seed)
    host, _link = invitation(["person", "far"], seed)
    host.play(rng)
    guest = joined(host.post.link if host.post else host.sitting.handed_out(), 1)
    while True:
        state = guest.sitting.game.state
        if state.turn > 6 and guest.sitting.person_to_act() and isinstance(state.stack[-1], Turn):
            return host, guest, rng
        sender, reader = (host, guest) if host.sitting.person_to_act() else (guest, host)
        exchange(sender, reader, rng)


def exchange(sender: Elsewhere, reader: Elsewhere, rng: random.Random) -> None:
    """Let one page play, and the other open the resulting link."""
    sender.play(rng)
    assert sender.post
    assert opened(reader, sender.post.link) == "new"
    reader.send("straight")


def course(page: Elsewhere) -> tuple[list[str], tuple[int, ...]]:
    """Return all moves of the game on a page's table, and the points."""
    return page.sitting.game.moves, page.sitting.game.scores


def whole_game(kinds: list[str], seed: int, turns: int) -> list[int]:
    """Play a game to its end by links alone; all pages agree. Return the lengths of the turns' links.

    After some *turns* people only end theirs.
    """
    rng, lengths = random.Random(seed), []
    host, _link = invitation(kinds, seed)
    host.play(rng)
    pages = {0: host}
    for _each in range(400):
        senders = [page for page in pages.values() if page.post and page.post.own]
        page = max(senders, key=lambda page: len(page.sitting.game.moves))
        assert page.post
        if not page.post.whole:
            lengths.append(len(page.post.link))
        for seat in page.post.to:
            if seat not in pages:
                pages[seat] = joined(page.post.link, seat)
            else:
                assert opened(pages[seat], page.post.link) == "new"
                pages[seat].send("straight")
            with undrawn():
                if rng.random() < 0.2:
                    pages[seat].reload()
                    pages[seat].send("continue")
                pages[seat].play(rng if len(lengths) < turns else Passing())
        if page.sitting.over:
            break
    assert page.sitting.over
    assert all(course(each) == course(page) for each in pages.values())
    assert len(pages) == kinds.count(FAR) + 1
    return lengths


@pytest.mark.parametrize(
    ("kinds", "turns"),
    [
        (["person", "far"], 400),
        pytest.param(["person", "far", "far"], 20, marks=pytest.mark.thorough),
        pytest.param(["person", "far", "far"], 400, marks=pytest.mark.long),
        pytest.param(["person", "far", "random", "far"], 400, marks=pytest.mark.long),
    ],
)
def test_a_game_is_played_to_its_end_by_links_alone(kinds: list[str], turns: int) -> None:
    lengths = whole_game(kinds, 0, turns)
    assert max(lengths) < 150
    assert statistics.median(lengths) < 60


def test_a_turn_that_has_come_is_shown_step_by_step_and_then_asks() -> None:
    host, guest, rng = two()
    guest.play(rng)
    assert guest.post
    before = len(host.sitting.game.moves)
    assert opened(host, guest.post.link) == "new"
    host.send("watch")
    table = host.session.table
    assert host.screen == "game"
    assert before < table.head.at < len(table.sitting.game.moves)
    assert table.viewer == 0
    assert table.stage() is None
    while host.session.wait() is not None:
        host.session.step()
    assert table.head.live
    assert table.stage()


# The relations of a link to the game, each with its own sentence


def said(page: Elsewhere) -> str:
    """Return everything written on a page."""
    text = re.sub("<[^>]*>", " ", "".join(page.session.arrived("de.mo")["panels"].values()))
    return html.unescape(re.sub(r"\s+", " ", text))


def test_a_turn_that_was_played_already_changes_nothing() -> None:
    host, guest, rng = two()
    guest.play(rng)
    assert guest.post
    link = guest.post.link
    assert opened(host, link) == "new"
    host.send("straight")
    saved = dict(host.saved)
    for _each in range(2):
        assert opened(host, link) == "played"
        assert "You already have this turn" in said(host)
        assert host.saved == saved
    host.send("straight")
    assert host.screen == "game"


def test_a_link_opened_where_it_was_made_is_said_to_be_ones_own() -> None:
    host, guest, rng = two()
    guest.play(rng)
    assert guest.post
    for link in (guest.post.link, guest.post.game):
        assert opened(guest, link) == "mine"
        assert "This is your own link" in said(guest)
        assert "It is for Ann" in said(guest)
        guest.send("straight")
        assert guest.screen == "game"
    inviter, invitation_link = invitation(["person", "far"], 3)
    assert opened(inviter, invitation_link) == "mine"
    assert opened(host, guest.post.game) == "new"
    host.send("straight")
    assert opened(host, guest.post.game) == "played"


def test_a_turn_before_it_is_missing_until_the_whole_game_comes() -> None:
    host, guest, rng = two()
    early = Elsewhere(host.saved)
    exchange(guest, host, rng)
    while host.sitting.person_to_act():
        exchange(host, guest, rng)
    guest.play(rng)
    assert guest.post
    saved = dict(early.saved)
    assert opened(early, guest.post.link) == "missing"
    text = said(early)
    assert "An earlier turn is missing" in text
    assert "Ask Ben for the link before this one" in text
    assert early.saved == saved


def test_another_branch_of_a_turn_is_shown_beside_ones_own_and_replaces_nothing() -> None:
    host, guest, _rng = two()
    twice = Elsewhere(guest.saved)
    twice.send("continue")
    guest.play(random.Random(1))
    twice.play(random.Random(2))
    assert guest.post
    assert twice.post
    assert guest.post.link != twice.post.link
    opened(host, guest.post.link)
    host.send("straight")
    kept, record = dict(host.saved), host.sitting.sealed()
    assert opened(host, twice.post.link) == "branch"
    text = said(host)
    assert "Two turns contradict each other" in text
    assert "On this page: round 4" in text
    assert "In the link: round 4" in text
    assert host.saved == kept
    host.send("both")
    assert host.sitting.game.moves == twice.sitting.game.moves
    assert {number: host.saved[number] for number in kept} == kept
    # From now on each link finds its own version of the game.
    assert opened(host, guest.post.link) == "played"
    host.send("straight")
    assert host.sitting.sealed() == record
    assert opened(host, twice.post.link) == "played"


def test_versions_that_differ_by_several_turns_are_compared_from_the_first_difference() -> None:
    host, guest, rng = two()
    twice = Elsewhere(guest.saved)
    twice.send("continue")
    begin = len(guest.sitting.game.moves)
    twice.play(random.Random(2))
    for _each in range(4):
        exchange(guest, host, rng)
        while host.sitting.person_to_act():
            exchange(host, guest, rng)
    assert twice.post
    assert opened(host, twice.post.link) == "branch"
    text = said(host)
    now, then = host.sitting.game.state, twice.sitting.game.state
    for title, state in (("On this page", now), ("In the link", then)):
        assert f"{title}: round {round_of(state.turn, 2)}" in text
    assert text.count("Ben's board") == 2  # whose turn differs
    assert "Ann's board" not in text
    first = next(line for line in host.sitting.lines() if line.at >= begin)
    assert re.search(rf"Ben's board (\w\d )?{re.escape(words.does(first.brief, host.sitting.names, 0))}", text)


def test_a_turn_that_builds_on_another_branch_is_not_read() -> None:
    host, guest, _rng = two()
    host_too, guest_too = Elsewhere(host.saved), Elsewhere(guest.saved)
    for page in (host_too, guest_too):
        page.send("continue")
    for sender, reader, seed in ((guest, host, 1), (guest_too, host_too, 2)):
        rng = random.Random(seed)
        exchange(sender, reader, rng)
        while reader.sitting.person_to_act():
            exchange(reader, sender, rng)
        sender.play(rng)
    while len(host.sitting.game.moves) < len(guest_too.sitting.game.moves):
        exchange(*((host, guest) if host.sitting.person_to_act() else (guest, host)), random.Random(3))
    assert guest_too.post
    saved = dict(host.saved)
    assert opened(host, guest_too.post.link) == "parted"
    assert "This turn belongs to a different version of the game" in said(host)
    assert host.saved == saved


def test_a_game_that_is_unknown_here_is_asked_for() -> None:
    _host, guest, rng = two()
    guest.play(rng)
    assert guest.post
    stranger = Elsewhere()
    assert opened(stranger, guest.post.link) == "unknown"
    assert "This game isn't on this device" in said(stranger)
    assert not any(key.startswith("game") for key in stranger.saved)
    # The way out is to get the whole game as a file.
    file = guest.send("download")["download"]
    stranger.send("open", {"name": file["name"], "text": file["text"]})
    assert stranger.screen == "letter"
    stranger.send("join", "1")
    assert stranger.sitting.game.moves == guest.sitting.game.moves
    assert stranger.sitting.persons() == [0]


def test_a_link_of_a_newer_version_and_a_damaged_one_each_say_so() -> None:
    host, guest, rng = two()
    guest.play(rng)
    assert guest.post
    saved = dict(host.saved)
    assert opened(host, guest.post.link.replace("khm1", "khm7")) == "newer"
    assert "Made by a newer version" in said(host)
    assert opened(host, guest.post.link[:-4]) == "damaged"
    assert "Part of the link is missing" in said(host)
    assert host.saved == saved


def test_a_record_of_another_game_under_the_same_id_is_refused() -> None:
    host, _guest, _rng = two(1)
    other, _link = invitation(["person", "far", "far"], 2)
    other.sitting.game.headers["Message"] = host.sitting.message
    saved = dict(host.saved)
    assert opened(host, other.sitting.handed_out()) == "other"
    assert "This link is from another game" in said(host)
    assert host.saved == saved


def test_nobody_elsewhere_plays_for_a_person_here() -> None:
    host, guest, rng = two()
    forger = Elsewhere(guest.saved)
    forger.send("continue")
    forger.play(rng)
    sitting = forger.sitting
    sitting.game.play(sitting.game.legal()[0])  # the host's own choice
    while sitting.actor != 1:
        sitting.game.play(sitting.game.legal()[-1])
    forged = sitting.handed_out()
    saved = dict(host.saved)
    assert opened(host, forged) == "own"
    assert "This link makes moves in your name" in said(host)
    assert host.saved == saved


def test_a_hostile_link_reaches_neither_games_nor_page() -> None:
    host, guest, rng = two()
    guest.play(rng)
    assert guest.post
    good, saved = guest.post.link, dict(host.saved)
    tries = ["khm1.", "khm1." + "A" * 50_000, "khm999.x", "khm1.<script>alert(1)</script>", "khm1." + good * 20]
    for _each in range(300):
        letters = list(good)
        for _change in range(rng.randrange(1, 4)):
            letters[rng.randrange(5, len(letters))] = rng.choice("AZaz09_-<>\"'&%\n\0")
        tries.append("".join(letters))
    for link in tries:
        patch = host.send("link", {"link": SITE + link})
        assert "<script" not in str(patch)
        found = host.session.friends.letters.last
        assert found
        assert found.what in ("damaged", "newer", "new", "played")
        if found.what in ("new", "played"):  # a character outside the alphabet is ignored
            assert good[:20] in re.sub("[^A-Za-z0-9_.-]", "", link)
            saved = dict(host.saved)
        assert host.saved == saved


def test_names_in_an_invitation_are_shown_and_not_obeyed() -> None:
    host, _link = invitation(["person", "far"], 1)
    host.sitting.game.headers["Seat1"] = "<img src=x onerror=alert(1)>"
    host.sitting.game.headers["Player1"] = "far"
    guest = Elsewhere()
    patch = guest.send("link", {"link": SITE + host.sitting.handed_out()})
    assert guest.screen == "letter"
    assert "<img" not in str(patch)
    assert "&lt;img" in str(patch)


@pytest.mark.parametrize("value", ["0", "3", "9", None, "x"])
def test_only_a_persons_seat_can_be_taken(value: str | None) -> None:
    host, _link = invitation(["person", "far", "random"], 1)
    guest = Elsewhere()
    assert opened(guest, host.sitting.handed_out()) == "join"
    assert "alert" in guest.send("join", value)
    assert not any(key.startswith("game") for key in guest.saved)


def test_what_belongs_to_another_link_can_not_be_done() -> None:
    host, _guest, _rng = two()
    host.send("link", {"link": "khm1.AAAA"})
    for intent in ("watch", "join", "both", "straight"):
        assert "alert" in host.send(intent, "1" if intent == "join" else None)


# What each page shows


@pytest.mark.rule("14.2")
def test_a_page_shows_only_its_own_hand() -> None:
    host, _link = invitation(["person", "far", "far"], 4)
    assert host.post is None or host.post.whole
    guests = [joined(host.sitting.handed_out(), seat) for seat in (1, 2)]
    for seat, page in enumerate([host, *guests]):
        table = page.session.table
        assert table.viewer == seat
        for other in range(3):
            assert table.scene().unknown[other] == (0 if other == seat else 3)


@pytest.mark.parametrize("kinds", [["person", "far"], ["person", "far", "far"]])
def test_a_player_who_begins_learns_that_the_invitation_comes_after_the_turn(kinds: list[str]) -> None:
    host = next(page for page in (invitation(kinds, seed)[0] for seed in range(20)) if page.sitting.person_to_act())
    names = "Ben" if len(kinds) == 2 else "Ben and Cleo"
    told = f"After your turn you get the link that invites {names}."
    assert told in host.panels["news"]
    host.send("noted")
    assert not host.panels["news"]
    host.reload()
    host.send("continue")
    assert told in host.panels["news"]
    host.play(Passing())
    assert host.post
    assert host.post.whole
    assert not host.panels["news"]


def test_a_player_whose_turn_comes_later_or_who_plays_alone_hears_nothing_of_invitations() -> None:
    later, link = next(found for found in (invitation(["person", "far"], seed) for seed in range(20)) if found[0].post)
    first = joined(link, 1)
    assert first.sitting.person_to_act()
    alone = Elsewhere()
    alone.send("quick")
    host, guest, _rng = two()
    for page in (later, first, alone, host, guest):
        assert not page.panels.get("news")


def test_the_screen_of_an_invitation_tells_no_hand() -> None:
    host, link = invitation(["person", "far", "far"], 4)
    guest = Elsewhere()
    opened(guest, link)
    text = said(guest)
    assert "Ann invites you to Key Harvest" in text
    assert "reply with its link" in text
    assert "I'm Ben: join game" in text
    assert "every page contains all counters" in text
    assert "nobody looks into the bag" in text
    assert "counter" not in text.replace("contains all counters", "")
    assert host.sitting.has_secrets()


def test_undo_stops_at_what_was_sent() -> None:
    host, guest, rng = two()
    guest.play(rng)
    assert guest.sitting.far_to_act()
    assert guest.sitting.why_no_undo()
    assert guest.sitting.why_no_take_back() == "this works only for one person against computers"
    assert "alert" in guest.send("undo")
    assert guest.post
    opened(host, guest.post.link)
    host.send("straight")
    assert host.sitting.why_no_undo()
    assert host.sitting.why_no_hints() == "several people play"


def test_several_games_go_on_side_by_side_and_those_that_wait_for_me_come_first() -> None:
    rng = random.Random(1)
    page = Elsewhere()
    guests = []
    for seed in (3, 4, 5):
        form = {"name": ["Ann", "Ben", "", ""], "kind": ["person", "far", "empty", "empty"], "start": "random"}
        page.send("begin", {**form, "seed": str(seed)})
        page.play(rng)
        assert page.post
        guests.append(joined(page.post.link, 1))
    page.send("quick")
    shelf = page.session.keeping.shelf
    assert [shelf.card(number).waits for number in shelf.going()] == [True, False, False, False]
    assert shelf.calling() == 0
    guests[1].play(rng)
    assert guests[1].post
    opened(page, guests[1].post.link)
    assert [shelf.card(number).waits for number in shelf.going()] == [True, True, False, False]
    assert shelf.calling() == 1
    assert shelf.card(shelf.going()[0]).message
    page.send("home")
    assert "1 game is waiting for you" in said(page)
    page.send("games")
    text = said(page)
    assert text.count("By message") == 3
    assert text.count("Play your turn") == 1
    assert text.count("View") == 2


def test_computer_players_move_on_the_page_that_comes_to_them() -> None:
    host, _link = invitation(["person", "random", "far"], 6)
    rng = random.Random(2)
    host.play(rng)
    assert host.sitting.far_to_act() or host.sitting.over
    assert host.session.wait() is None


def test_a_card_keeps_what_a_game_by_message_needs() -> None:
    host, _link = invitation(["person", "far"], 1)
    entry = Entry.of(host.sitting, 1)
    assert Entry.read(entry.text()) == entry
    assert entry.card
    assert entry.card.message == host.sitting.message
    for wrong in ("no id", 7, "a" * 9):
        text = entry.text().replace(f'"message":"{host.sitting.message}"', f'"message":{_json(wrong)}')
        assert "card: message" in Entry.read(text).fault


def _json(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def test_a_record_with_a_seat_elsewhere_names_its_game() -> None:
    host, _link = invitation(["person", "far"], 1)
    text = record_text(host.sitting.record())
    for bad in (re.sub(r'\[Message "[^"]*"\]\n', "", text), re.sub(r'\[Message "[^"]*"', '[Message "?"', text)):
        with pytest.raises(ValueError, match="Message"):
            Sitting.from_text(bad)


def test_somebody_has_to_play_here() -> None:
    page = Elsewhere()
    page.send("begin", {"kind": ["far", "far", "empty", "empty"], "start": "random"})
    assert page.screen == "setup"
    assert page.session.seating.faults["name1"] == "At least one player must play on this page."


def test_the_page_on_which_a_game_began_has_it_though_it_has_not_played() -> None:
    for seed in range(5):
        host, link = invitation(["person", "far"], seed)
        if host.sitting.far_to_act():
            guest = joined(link, 1)
            guest.play(random.Random(seed))
            assert guest.post
            assert not guest.post.whole
            assert opened(host, guest.post.link) == "new"
            return
    raise AssertionError("the other begins in none of these games")


def test_a_rematch_is_a_game_of_its_own() -> None:
    host, _guest, _rng = two()
    before = host.sitting.message
    host.send("rematch")
    assert host.sitting.message not in ("", before)
    assert [chair.kind for chair in host.sitting.chairs] == ["person", "far"]


def test_the_last_turn_is_sent_from_the_result() -> None:
    rng = Passing()
    host, link = invitation(["person", "far"], 3)
    host.play(rng)
    guest = joined(host.post.link if host.post else link, 1)
    sender, reader = guest, host
    if host.sitting.person_to_act():
        sender, reader = host, guest
    sender.play(rng)
    while not sender.sitting.over:
        exchange(sender, reader, rng)
        sender, reader = reader, sender
        sender.play(rng)
    assert sender.screen == "ending"
    assert "send the last turn" in said(sender)
    assert sender.post
    assert opened(reader, sender.post.link) == "new"
    assert "has finished the game" in said(reader)
    reader.send("straight")
    assert reader.sitting.over
    assert reader.post is None


def test_a_reload_after_a_link_was_opened_leads_to_its_game_or_opens_it_again() -> None:
    host, guest, rng = two()
    guest.play(rng)
    assert guest.post
    for link in (guest.post.link, guest.post.link, guest.post.game):
        page = Elsewhere(host.saved | {"fragment": link})
        assert page.screen == "letter"
        again = Elsewhere(page.saved | page.left())
        assert again.screen == "game"
        assert again.sitting.message == host.sitting.message
    damaged = Elsewhere(host.saved | {"fragment": guest.post.link[:-3], "place": "game:1+hint"})
    assert damaged.screen == "letter"
    assert Elsewhere(damaged.saved | damaged.left()).screen == "game"
    stranger = Elsewhere({"fragment": guest.post.game})
    assert stranger.screen == Elsewhere(stranger.saved | stranger.left()).screen == "letter"
    stranger.send("join", "1")
    assert Elsewhere(stranger.saved | stranger.left()).screen == "game"


@pytest.mark.parametrize(("called", "now"), [("Ben", "Ben"), ("Ada", "Robin")])
def test_who_joins_is_called_as_in_the_invitation_unless_nobody_chose_that_name(called: str, now: str) -> None:
    _host, link = invitation(["person", "far"], 3, name=["Ann", called, "Cleo", "Dan"])
    guest = joined(link, 1)
    assert guest.session.memory.set_up.reader == now
    again = Elsewhere(guest.saved)
    again.send("quick")
    assert again.sitting.names[0] == now
