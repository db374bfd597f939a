"""Texts that get lost, arrive twice or overtake each other on a line are heard once and in order."""

from __future__ import annotations

import random

import pytest

from keyharvest.remote.live import VERSION, Live
from keyharvest.remote.ordering import LONGEST, MOST_KEPT, LineError, Ordering


def greeted() -> Live:
    """Return a host's page whose guest has said hello on line 1."""
    live = Live("AbCdEfGh", 0, True)
    live.opened(1, 1, None)
    live.heard(1, f"hello {VERSION} AbCdEfGh 5 B 0 Ben", None)
    return live


@pytest.mark.parametrize("seed", range(10))
def test_everything_is_heard_once_and_in_order(seed: int) -> None:
    rng = random.Random(seed)
    one, other = Ordering(), Ordering()
    one.begin("hello")
    other.greeted(one.first)
    said = [rng.choice("abc") * rng.choice((1, 200, LONGEST, 3 * LONGEST)) for _each in range(100)]
    left, there, back, heard = list(said), list[str](), list[str](), list[str]()
    for _step in range(50_000):
        if len(heard) == len(said):
            break
        if left and len(there) < 10:
            there += one.numbered(left.pop(0))
        elif not there or rng.random() < 0.02:
            back.append(other.asked())
        for wire, lost in ((there, rng.random() < 0.1), (back, rng.random() < 0.1)):
            if not wire:
                continue
            at = rng.randrange(len(wire)) if rng.random() < 0.2 else 0
            text = wire[at] if rng.random() < 0.05 else wire.pop(at)
            assert len(text) <= LONGEST
            if lost:
                continue
            if wire is back:
                word, number = text.split()
                there += one.again(int(number)) if word == "next" else []
                continue
            whole, answer = other.heard(text)
            heard += [whole] if whole is not None else []
            back += [answer] if answer else []
    assert heard == said


def test_a_page_that_has_missed_the_first_text_gets_all_of_them() -> None:
    one = Ordering()
    texts = [one.begin("hello"), *one.numbered("have"), *one.numbered("want")]
    assert one.again(Ordering().waits_for) == texts
    assert one.again(one.first + 2) == texts[2:]
    assert one.again(one.first + 1) == texts[2:]  # what has come before is forgotten


def test_what_has_arrived_is_not_kept() -> None:
    one, other = Ordering(), Ordering()
    one.begin("hello")
    other.greeted(one.first)
    for _each in range(1000):
        for text in one.numbered("have"):
            _whole, answer = other.heard(text)
            if answer:
                assert answer.startswith("heard ")
                one.forget(int(answer.split()[1]))
    assert one.kept < 100


def test_a_page_that_hears_and_never_says_so_is_cut_off() -> None:
    live = greeted()
    for _each in range(MOST_KEPT):
        live.report_presence("here")
    live.heard(1, "6 is 1 away", None)
    assert 1 not in live.lines


def test_a_text_without_a_number_is_a_fault() -> None:
    for text in ("have", "", " have", "-1 have", "1", "1++ have", "9999999999 have"):
        with pytest.raises(LineError, match="number"):
            Ordering().heard(text)


@pytest.mark.parametrize("word", ["fair", "game", "have", "x"])
def test_a_text_that_never_ends_closes_the_line(word: str) -> None:
    live = greeted()
    pieces = 0
    while 1 in live.lines:
        live.heard(1, f"{live.lines[1].order.waits_for}+ {word} {'x' * 19_000}", None)
        pieces += 1
        assert pieces < 5
    assert live.out[-1] == (1, None)
    assert live.news[-2].what == "fault"


def test_a_page_that_asks_for_everything_again_for_ever_is_cut_off() -> None:
    live = greeted()
    for _each in range(200):
        live.say(1)
    asked = 0
    while 1 in live.lines:
        live.heard(1, "next 0", None)
        asked += 1
        assert asked <= 40
