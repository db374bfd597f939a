"""A turn as a link: what is written can be read, whatever a messenger does to it, and nothing else is taken for one."""

from __future__ import annotations

import base64
import hashlib
import random
import re
from dataclasses import replace

import pytest

from keyharvest import Game
from keyharvest.remote import Letter, LetterError, Relation, letter_of, meet, merge, read_letter, since
from keyharvest.remote.framing import MOST_BYTES
from keyharvest.rules import CHANCE, actor, legal

GAME = "AbCdEfGh"


def played(players: int = 2, seed: int = 1, moves: int = 60) -> Game:
    """A game after a number of random decisions."""
    game, rng = Game.new(players=players, start="random", seed=seed), random.Random(seed)
    for _each in range(moves):
        if not game.over:
            game.play(rng.choice(game.legal()))
    return game


def letter(game: Game, begin: int) -> Letter:
    """The letter of a game from a move on."""
    return letter_of(GAME, 0, game.moves, game.states, begin)


def sealed(body: bytes) -> str:
    """The text of a letter with a body that the program itself would not write, and a valid checksum."""
    packed = bytes([len(body) + 4]) + body
    return "khm1." + base64.urlsafe_b64encode(packed + hashlib.sha256(packed).digest()[:3]).decode().rstrip("=")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_letter_is_read_as_it_was_written(players: int) -> None:
    game = played(players)
    for begin in range(0, len(game.moves), 7):
        written = letter(game, begin)
        assert read_letter(written.text()) == written
        assert re.fullmatch(r"khm1\.[A-Za-z0-9_-]+", written.text())
        meeting = merge(GAME, game.moves[:begin], game.states[: begin + 1], written)
        assert meeting == (Relation.NEW, begin, tuple(game.moves))


@pytest.mark.parametrize(
    "around",
    [
        "{}",
        "https://example.org/x/#{}",
        "Your turn!\nhttps://example.org/#{}\n\nBest wishes, Ann",
        "> see https://example.org/#{}>",
        "<https://example.org/#{}>, thanks",
        "({}).",
    ],
)
def test_what_a_messenger_puts_around_a_link_is_no_part_of_it(around: str) -> None:
    written = letter(played(), 20)
    text = written.text()
    assert read_letter(around.format(text)) == written
    broken = "\n> ".join(text[at : at + 11] for at in range(0, len(text), 11))
    assert read_letter(around.format(broken)) == written


def test_what_is_cut_off_or_changed_is_refused() -> None:
    text = letter(played(), 20).text()
    for end in range(len("khm1."), len(text)):
        with pytest.raises(LetterError):
            read_letter(text[:end])
    for at in range(len("khm1."), len(text) - 1):
        with pytest.raises(LetterError):
            read_letter(text[:at] + ("A" if text[at] != "A" else "B") + text[at + 1 :])


def test_a_newer_version_is_told_from_damage() -> None:
    text = letter(played(), 20).text()
    with pytest.raises(LetterError, match="version 2") as caught:
        read_letter(text.replace("khm1.", "khm2."))
    assert caught.value.newer
    for other in ("khm0.AAAA", "khm1.", "kh1.AAAA", "", "khm1." + "A" * 100_000):
        with pytest.raises(LetterError) as caught:
            read_letter(other)
        assert not caught.value.newer


def test_whatever_lies_behind_a_good_checksum_is_refused_or_changes_nothing() -> None:
    game, rng = played(), random.Random(5)
    moves, states = list(game.moves), list(game.states)
    head = base64.urlsafe_b64decode(GAME)
    for _each in range(3000):
        body = head + rng.randbytes(rng.randrange(12, 60))
        try:
            meeting = merge(GAME, game.moves, game.states, read_letter(sealed(body)))
        except LetterError:
            continue
        assert meeting.outcome in (Relation.MISSING, Relation.PARTED)
    assert (game.moves, game.states) == (moves, states)


def test_a_long_letter_is_refused_before_it_is_read() -> None:
    body = base64.urlsafe_b64decode(GAME) + bytes(MOST_BYTES)
    size = len(body) + 5
    packed = bytes([size & 127 | 128, size >> 7]) + body
    text = "khm1." + base64.urlsafe_b64encode(packed + hashlib.sha256(packed).digest()[:3]).decode()
    with pytest.raises(LetterError):
        read_letter(text)


def test_numbers_that_no_letter_has_are_refused() -> None:
    head, tail = base64.urlsafe_b64decode(GAME), bytes(8)
    for numbers in ([4, 1, 1, 1], [0, 1, 1, 0], [0, 1, 1, 128 | 127, 127]):
        with pytest.raises(LetterError, match="numbers are impossible"):
            read_letter(sealed(head + bytes(numbers) + tail))


# How it joins the game


def test_a_turn_opened_twice_is_known() -> None:
    game = played()
    assert merge(GAME, game.moves, game.states, letter(game, 20)).outcome is Relation.PLAYED
    assert merge(GAME, game.moves, game.states, letter(played(moves=40), 20)).outcome is Relation.PLAYED


def test_a_turn_that_overlaps_with_what_is_here_adds_the_rest() -> None:
    game, shorter = played(), played(moves=40)
    meeting = merge(GAME, shorter.moves, shorter.states, letter(game, 20))
    assert meeting == (Relation.NEW, len(shorter.moves), tuple(game.moves))


def test_a_turn_after_one_that_is_missing_is_not_taken() -> None:
    game = played()
    assert merge(GAME, game.moves[:20], game.states[:21], letter(game, 30)).outcome is Relation.MISSING


def test_another_branch_of_the_same_turn_is_told_with_where_it_begins() -> None:
    game, other = played(), played(moves=40)
    begin = len(other.moves)
    choices = [move for move in other.legal() if move != game.moves[begin]]
    other.play(choices[0])
    meeting = merge(GAME, game.moves, game.states, letter(other, begin))
    assert meeting == (Relation.BRANCH, begin, tuple(other.moves))


def test_a_turn_that_builds_on_another_branch_has_parted() -> None:
    game, other = played(seed=1), played(seed=2)
    assert merge(GAME, game.moves, game.states, letter(other, 30)).outcome is Relation.PARTED


def test_a_turn_of_another_game_is_no_turn_of_this_one() -> None:
    game = played()
    assert merge("ZZZZZZZZ", game.moves, game.states, letter(game, 20)).outcome is Relation.OTHER


def test_nobody_decides_for_a_seat_of_this_page() -> None:
    game, shorter = played(), played(moves=40)
    seat = shorter.actor
    assert len(shorter.legal()) > 1
    written = letter(game, len(shorter.moves))
    assert merge(GAME, shorter.moves, shorter.states, written, [seat]).outcome is Relation.OWN
    assert merge(GAME, shorter.moves, shorter.states, written, [1 - seat]).outcome in (Relation.NEW, Relation.OWN)
    assert meet(shorter.moves, shorter.states, game.moves, [seat]).outcome is Relation.OWN


def test_moves_that_lead_elsewhere_than_the_letter_says_are_damage() -> None:
    game = played()
    good = letter(game, 30)
    for bad in (
        replace(good, after=b"none"),
        replace(good, code=good.code + 1),
        replace(good, code=good.code << 40),
        replace(good, count=2000),
    ):
        with pytest.raises(LetterError):
            merge(GAME, game.moves[:30], game.states[:31], bad)


def test_a_page_has_all_up_to_its_last_choice_and_the_draws_after_it() -> None:
    game = played(players=3)
    for seat in range(3):
        at = since(seat, game.moves, game.states)
        assert at is not None
        later = [len(legal(state)) for state in game.states[at:-1] if actor(state) == seat]
        assert set(later) <= {1}  # questions with a single answer were answered by other pages
        assert actor(game.states[at]) != CHANCE
        made = [n for n in range(at) if actor(game.states[n]) >= 0]
        assert actor(game.states[made[-1]]) == seat
        assert len(legal(game.states[made[-1]])) > 1
    assert since(0, [], game.states[:1]) is None
