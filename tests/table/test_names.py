"""Names: as their owners write them, never empty to the eye, and kept to themselves in sentences."""

from __future__ import annotations

import pytest

from keyharvest import words
from keyharvest.game import Game
from keyharvest.page.core.forms import setup_from
from keyharvest.picture.elements import h
from keyharvest.record import Record, parse_record, record_text
from keyharvest.rules import new_game
from keyharvest.rules.foreign import showable, visible
from keyharvest.table.chairs import LONGEST_NAME, Chair, clean_name
from keyharvest.table.set_up import NAMES
from keyharvest.table.sitting import Sitting
from keyharvest.words.language import Name, _, speaking
from keyharvest.words.text_view import scores

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"
ENGLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f"
OWN = [
    "Ann",
    "Ann-Marie O’Neil",
    "علی‌رضا",  # with the joiner that keeps two letters apart
    "نازنین‌زهرا",
    "שָׁלוֹם",
    "क्षत्रिय",
    "ক্‌ষ",
    "Zoe\u0308",
    "Nguyễn Thị",
    "山田\u3000太郎",
    "김\u200d철수",
    FAMILY,
    f"Ann {FAMILY}",
    "\u2764\ufe0f",
    "\U0001f44d\U0001f3fd",
    "\U0001f1e9\U0001f1ea",
    ENGLAND,
    "1\ufe0f\u20e3",
    "\U0001fae9",  # of a Unicode that not every Python knows
    "𝓐𝓷𝓷",
    "=Ann",
]


@pytest.mark.parametrize("name", OWN)
def test_a_name_stays_as_its_owner_writes_it(name: str) -> None:
    assert clean_name(name) == name
    text = record_text(Record(new_game(2), [], {"Seat1": name}))
    assert parse_record(text).headers["Seat1"] == name
    assert Sitting.from_text(text).names[0] == name
    assert Sitting.from_text(Sitting.from_text(text).sealed()).names[0] == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        " \t\n",
        "\u200b",
        "\u3164",
        "\u2800\u2800",
        "\xad\u2060\ufeff",
        "\u200d\u200c",
        "\ufe0f",
        "\u115f\u1160",
        "\uffa0 \u3000",
        "\u202e\u2066",
        "\U000e0041\U000e007f",
        "\u034f",
        "\U0001d173",
        "\u180e\xa0",
    ],
)
def test_a_name_that_nobody_sees_is_none(name: str) -> None:
    assert clean_name(name) == ""
    assert not visible(name)
    form = {"name": [name, "Ben", "", ""], "kind": ["person", "person", "empty", "empty"], "start": "drawn"}
    assert setup_from(form).places[0].name == NAMES[0]
    if showable(name):
        record = Record(new_game(2), [], {"Seat1": name})
        assert Game.from_record(record).names == ["Player 1", "Player 2"]
        assert Sitting.from_record(record).names == ("Player 1", "Player 2")


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Ann \t Lee\n", "Ann Lee"),
        ("Ann\xa0Lee", "Ann Lee"),
        ("\u202eAnn\u202c", "Ann"),
        ("\u2068علی\u2069", "علی"),
        ("A\u200bn\xadn\ufeff", "Ann"),
        ("\u3164Ann\u2800", "Ann"),
        ("\u200dAnn\u200d", "Ann"),
        ("Ann\0\x07", "Ann"),
        ("Ann\u2028Lee", "Ann Lee"),
        ("\udc80Ann", "Ann"),
    ],
)
def test_what_means_nothing_is_left_out(typed: str, name: str) -> None:
    assert clean_name(typed) == name


@pytest.mark.parametrize(
    "sign",
    [FAMILY, ENGLAND, "\u2764\ufe0f", "\U0001f44d\U0001f3fd", "e\u0301", "1\ufe0f\u20e3", "क्", "\U0001f1e9\U0001f1ea"],
)
def test_no_sign_is_cut_in_two(sign: str) -> None:
    for before in range(LONGEST_NAME - 12, LONGEST_NAME + 1):
        name = clean_name("x" * before + 12 * sign)
        whole, rest = divmod(len(name) - before, len(sign))
        assert rest == 0, before
        assert len(name) <= LONGEST_NAME < before + (whole + 1) * len(sign), before


def test_a_name_of_one_endless_sign_is_still_cut() -> None:
    assert len(clean_name("e" + "\u0301" * 100)) == LONGEST_NAME


def test_a_name_from_right_to_left_turns_nothing_around() -> None:
    chair = Chair("علی‌رضا", "person")
    shown = "\u2068علی‌رضا\u2069"
    names = (chair.name, Chair("Ben", "person").name)
    assert words.prompt(new_game(2), names)
    assert _("{name}, who starts?").format(name=chair.name) == f"{shown}, who starts?"
    assert words.listing([chair.name, "Ben", chair.name]) == f"{shown}, Ben and {shown}"
    assert words.listing([chair.name]) == shown
    assert h.b[chair.name] == f"<b>{shown}</b>"
    assert h.input(value=chair.name) == '<input value="علی‌رضا">'
    assert shown in scores(new_game(2), names)
    with speaking("fr"):
        assert shown in _("{name}'s board").format(name=chair.name)
    assert f"{Name('Ann')}" == "Ann"
    assert f"{Name('علی'):<5}|" == "\u2068علی\u2069  |"


def test_a_record_names_its_owner_without_the_marks_of_a_sentence() -> None:
    sitting = Sitting.new([Chair("علی", "person"), Chair("Ben", "person")], "random", 1)
    assert sitting.game.headers["Seat1"] == "علی"
    assert '[Seat1 "علی"]' in record_text(sitting.record())
