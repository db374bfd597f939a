"""Every kind of link is read as it was written, whatever a messenger or a mail program does to it."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable
from functools import cache
from itertools import product
from urllib.parse import quote

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from keyharvest import Game
from keyharvest.page.core.forms import led_to
from keyharvest.page.saved.keeping import Keeping
from keyharvest.record import position_text
from keyharvest.record.links import decoded, encoded, letters_in
from keyharvest.remote import LetterError, letter_of, read_letter
from keyharvest.remote.calling import Call, read_call
from keyharvest.remote.framing import framed, unframed
from keyharvest.table.chairs import Chair
from keyharvest.table.sealing import POSITION, position_in, sealed, sealed_in, unsealed
from keyharvest.table.sitting import Sitting

SITE = "https://example.org/keyharvest/"
INVITATION = Call("AbCdEfGh", 1, "AAEC" * 20, 0, 2, ("Ann", "Zoë"))
ANSWER = Call("AbCdEfGh", 1, "_-EC" * 20, to=INVITATION.mark)


@cache
def game() -> Sitting:
    """A game that has been played for a while."""
    chairs = Chair("Ann", "greedy"), Chair("Zoë", "greedy")
    sitting = Sitting.seated(Game.new(players=2, seed=4), chairs)
    while sitting.game.state.turn < 9:
        sitting.step()
    return sitting


def position() -> str:
    """The position of that game."""
    return position_text(game().game.state)


@cache
def turn() -> str:
    """The text of a turn's link."""
    moves, states = game().game.moves, game().game.states
    return letter_of("AbCdEfGh", 0, moves, states, len(moves) - 9).text()


def opened(text: str) -> tuple[str, str, int | None]:
    """Return the record, the moment and the seat in a link to a game."""
    sitting, _link, moment, seat = Keeping.read_link(text)
    return unsealed(sitting.handed_out()), moment, seat


#: The kinds of links: the text after the "#", a reader of it, and what that returns.
KINDS: dict[str, tuple[Callable[[], str], Callable[[str], object], Callable[[], object]]] = {
    "turn": (turn, read_letter, lambda: read_letter(turn())),
    "invitation": (INVITATION.text, read_call, lambda: INVITATION),
    "answer": (ANSWER.text, read_call, lambda: ANSWER),
    "game": (game().handed_out, opened, lambda: (unsealed(game().handed_out()), "", None)),
    "moment": (lambda: f"{game().handed_out()}@12-2", opened, lambda: (unsealed(game().handed_out()), "12", 1)),
    "position": (lambda: POSITION + sealed(position()), lambda text: position_text(position_in(text)), position),
}

#: What stands directly behind a link.
AFTER = [
    "", ")", "*", "**", ".", ",", "!", "?", ">", '"', "”", "’", "]", ")]", "`", "_ ", "~~", "…", ":", ";", "|", "\\",
    "%20", "%0A", "%29", "?fbclid=IwAR0_-abc", "&fbclid=IwAR0", "?utm_source=x", " see you", "\nSee you tomorrow, Ann",
    "&data=05%7C01%7C", "\u00a0", "\u200b", "#x", "/", "/index.html",
]  # fmt: skip
UNSEEN = [*"\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u202a\ufe0e", "%E2%80%8B", "&shy;", "<wbr>"]
BREAKS = ["\n", "\r\n", "\n> ", "\r\n>> ", "=\n", "=\r\n", "%0A", "%0D%0A", "=%0A", "%0A%3E%20", " ", "\n\t", "<br>"]


def safelink(url: str) -> str:
    return f"https://eur01.safelinks.protection.outlook.com/?url={quote(url, safe='')}&data=05%7C02%7Cann&reserved=0"


def proofpoint(url: str) -> str:
    packed = quote(url, safe="/:").replace("-", "%2D").replace("_", "%5F").replace("%", "-").replace("/", "_")
    return f"https://urldefense.proofpoint.com/v2/url?u={packed}&d=DwMFaQ&c=euGZstcaTDllvimEN8b7jXrw&e="


#: What is done to a whole link.
AROUND: list[Callable[[str], str]] = [
    lambda url: url,
    lambda url: url.partition("#")[2],
    lambda url: f"[the game]({url})",
    lambda url: f"<{url}>",
    lambda url: f'<p>Here: <a href="{url}" target="_blank">{url}</a></p>',
    lambda url: f"> On Monday Ann wrote:\n> {url}\n> Best wishes",
    lambda url: f"Your turn!\n\n{url}\n\n-- \nAnn Key <ann@example.org>",
    lambda url: f"**{url}**",
    lambda url: url.replace("#", "%23"),
    lambda url: quote(url, safe=""),
    lambda url: quote(quote(url, safe=""), safe=""),
    lambda url: quote(url, safe="/:#").replace("_", "%5F").replace("-", "%2D").replace(".", "%2E"),
    lambda url: url.replace("#kh", "#Kh"),
    lambda url: url.replace("_", "\\_"),
    lambda url: url.replace("-", "\u2011"),
    lambda url: f"https://www.google.com/url?q={quote(url, safe='')}&sa=D&source=editors",
    lambda url: f"https://urldefense.com/v3/__{url.replace('#', '*')}__;Iw!!LIr3w8kk_Xxm!abc$",
    safelink,
    proofpoint,
]


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_around_a_link_is_no_part_of_it(kind: str) -> None:
    text, read, right = KINDS[kind]
    for around, after in product(AROUND, AFTER):
        changed = around(f"{SITE}#{text()}") + after
        assert read(changed) == right(), changed


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS)
@given(st.data())
def test_a_link_that_was_broken_up_is_put_together(kind: str, data: st.DataObject) -> None:
    text, read, right = KINDS[kind]
    whole, at, moment = text().partition("@")
    places = st.integers(0, len(whole) - 1)
    pieces = data.draw(st.dictionaries(places, st.sampled_from(BREAKS + UNSEEN), max_size=8))
    whole = "".join(pieces.get(place, "") + letter for place, letter in enumerate(whole))
    around = data.draw(st.sampled_from([AROUND[0], AROUND[4], AROUND[5], safelink]))
    after = data.draw(st.sampled_from(AFTER))
    assert read(around(f"{SITE}#{whole}{at}{moment}") + after) == right()


@given(st.binary(max_size=40))
@example(b"\xff\xff\xff")
@example(b"\xfb\xef\xbe")
def test_a_link_ends_in_a_letter_or_a_digit(content: bytes) -> None:
    assert re.fullmatch("(?:[A-Za-z0-9_-]*[A-Za-z0-9])?", encoded(content))
    assert decoded(encoded(content)).startswith(content)
    assert unframed("khm", framed("khm", content)) == content
    assert framed("khm", content)[-1].isalnum()
    record = content.hex()
    assert (sealed(record)[-1].isalnum(), unsealed(sealed(record))) == (True, record)


@given(st.binary(max_size=40))
def test_links_of_earlier_versions_open(content: bytes) -> None:
    """They may end in a hyphen or an underscore."""
    for link in (sealed(content.hex()), framed("khm", content)):
        mark, _dot, letters = link.partition(".")
        old = f"{mark}.{letters.removesuffix('AA')}" if letters[-3:-2] in ("-", "_") else link
        assert (unframed("khm", old) == content) if mark == "khm1" else (unsealed(old) == content.hex())


@pytest.mark.parametrize("kind", KINDS)
def test_a_part_of_a_link_is_refused(kind: str) -> None:
    text, read, _right = KINDS[kind]
    whole = text().partition("@")[0]
    for missing in range(3, 9):  # a link may end in two letters without a meaning
        with pytest.raises(ValueError):  # noqa: PT011
            read(f"{SITE}#{whole[:-missing]}")


def test_of_several_links_the_first_that_is_whole_counts() -> None:
    whole = turn()
    assert read_letter(f"This one was cut: {SITE}#{whole[:20]} … Again: {SITE}#{whole} Bye") == read_letter(whole)
    with pytest.raises(LetterError):
        read_letter(f"{whole[:20]} {whole[:30]}")
    found = sealed_in(f"Cut: #{sealed('one')[:9]}, whole: #{sealed('two')}@3, another: #{sealed('three')}")
    assert found == (sealed("two"), "two", "3")
    assert sealed_in("no link, kh 12") is None


@pytest.mark.parametrize("after", AFTER)
def test_links_to_the_rest_are_led_there(after: str) -> None:
    for link, intent, value in (
        ("lesson-chain", "lesson", "chain"),
        ("rule-5.2", "rules", "5.2"),
        ("puzzle-2026-01-05", "puzzle", "2026-01-05"),
        ("puzzle-grade:3", "puzzle", "grade:3"),
        ("puzzles", "puzzles", ""),
    ):
        for url in (f"{SITE}#{link}", f"{SITE}%23{link}", link):
            assert led_to(url + after) == {"intent": intent, "value": value}
    for kind in ("turn", "invitation", "answer", "game", "moment"):
        for text in (KINDS[kind][0](), f"hello {KINDS[kind][0]()}", KINDS[kind][0]().replace(".", "%2E").upper()):
            message = led_to(text + after)
            assert message is not None
            assert message["intent"] == "link"


def test_a_seal_with_a_name_like_a_mark_is_read() -> None:
    for record in ("kh1.kh1.", "khm1.AAAA", "#kh1.AAAA"):
        found = sealed_in(f"{SITE}#{sealed(record)}")
        assert found is not None
        assert found[1] == record


def test_letters_behind_a_seal_are_no_part_of_it() -> None:
    packed = zlib.compress(b"two", 9)
    assert letters_in(sealed("two")[4:]) == encoded(packed)
    assert unsealed(f"{sealed('two')}seeyou") == "two"
