"""Texts as mail programs, editors and Windows leave them: read as they were written, as far as nothing is ambiguous."""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from keyharvest.cli import main
from keyharvest.game import Game
from keyharvest.record import Record, RecordError, parse_position, parse_record, position_text, record_text
from keyharvest.rules.components import CROPS
from keyharvest.rules.foreign import decoded
from keyharvest.rules.geometry import SPACES
from keyharvest.rules.json_text import parse_json
from keyharvest.rules.layout import FORMER, load_layout
from keyharvest.scenario import parse_scenario, scenario_text
from keyharvest.scenario.library import SCENARIOS


@cache
def _game() -> Record:
    """Return a game with checkpoints and with a worker removed, which begins at a position."""
    deal = Game.new(2, start="random", seed=1)
    deal.make_draws()
    game = Game(deal.state, seed=1)
    while not game.over:
        legal = game.legal()
        removal = next((move for move in legal if move.startswith("b:-")), "")
        game.play(removal or legal[len(game.moves) % len(legal)])
    return game.record()


def record_with_names(*names: str) -> str:
    headers = {f"Seat{seat}": name for seat, name in enumerate(names, 1)}
    text = record_text(Record(_game().start, _game().moves, headers))
    assert "\n= kh1" in text
    assert " b:-" in text
    return text


def _wrapped(text: str) -> str:
    """Break lines between words, as mail programs do."""
    keep = {"break_long_words": False, "break_on_hyphens": False}
    return "\n".join(textwrap.fill(line, 72, **keep) for line in text.split("\n"))  # type: ignore[arg-type]


def _smart(text: str) -> str:
    """Make quotes and dashes typographic, as word processors do."""
    opened = text.replace(' "', " \u201c").replace('"]', "\u201d]").replace('\\"', "\\\u201d")
    return opened.replace("b:-", "b:\u2013").replace("=-", "=\u2013").replace("- ", "\u2212 ")


MANGLED: dict[str, Callable[[str], str]] = {
    "byte-order mark": lambda text: "\ufeff" + text,
    "Windows": lambda text: text.replace("\n", "\r\n"),
    "old Mac": lambda text: text.replace("\n", "\r"),
    "trailing blanks": lambda text: text.replace("\n", " \t\n"),
    "indented": lambda text: "\n" + textwrap.indent(text, "    "),
    "reply": lambda text: textwrap.indent(text, "> ", lambda _line: True),
    "reply to a reply": lambda text: textwrap.indent(text, ">> > ", lambda _line: True),
    "reply without spaces": lambda text: textwrap.indent(text, ">", lambda _line: True),
    "no final line end": lambda text: text.rstrip("\n"),
    "blank lines": lambda text: "\n\n" + text + "\n \n\n",
    "doubled lines": lambda text: text.replace("\n", "\n\n"),
    "no-break spaces": lambda text: text.replace(" ", "\xa0"),
    "narrow spaces": lambda text: text.replace(" ", "\u202f"),
    "tabs": lambda text: text.replace(" ", "\t"),
    "invisible": lambda text: text.replace("a:", "a\u200b:").replace("=", "=\u2060"),
    "typographic": _smart,
    "wrapped": _wrapped,
    "wrapped reply": lambda text: textwrap.indent(_wrapped(text), "> ", lambda _line: True),
    "one line": lambda text: re.sub("[ \n]+", " ", text),
}
#: Spaces inside a header's value are its own.
_KEEPS_VALUES = [name for name in MANGLED if name not in ("no-break spaces", "narrow spaces", "tabs")]


@pytest.mark.parametrize("name", _KEEPS_VALUES)
def test_a_record_is_read_as_it_was_written(name: str) -> None:
    text = record_with_names("Zoë “the Ace”", 'Bob "Q" \\')
    assert record_text(parse_record(MANGLED[name](text))) == text


@pytest.mark.parametrize("name", MANGLED)
def test_so_are_its_moves_and_checkpoints(name: str) -> None:
    headers, _blank, moves = record_with_names("Ann", "Ben").partition("\n\n")
    mangled = MANGLED[name](moves)
    assert parse_record(f"{headers}\n\n{mangled}").moves == parse_record(f"{headers}\n\n{moves}").moves


@pytest.mark.parametrize("name", MANGLED)
def test_a_position_is_read_as_it_was_written(name: str) -> None:
    *_, state = parse_record(record_with_names("Ann", "Ben")).states()
    text = position_text(state)
    assert position_text(parse_position(MANGLED[name](text))) == text


@pytest.mark.parametrize("name", [name for name in _KEEPS_VALUES if name not in ("typographic", "invisible")])
def test_a_layout_and_a_scenario_are_read_as_they_were_written(name: str) -> None:
    text = scenario_text(SCENARIOS["chain"].data)
    if "wrapped" not in name:  # that breaks strings
        mangled = parse_scenario(MANGLED[name](text.replace("  ", "")))
        assert scenario_text(mangled.data) == text
    assert parse_json(MANGLED[name]('{"a": -1,\n "b": [true]}'), "text") == {"a": -1, "b": [True]}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{“name”: “mine”, “number”: –1}", {"name": "mine", "number": -1}),
        ('{"name": "“mine” – or not"}', {"name": "“mine” – or not"}),
        ("{\xa0„a“:\u202f[\u2003true]}", {"a": [True]}),
        ('{"a": "b\xa0c"}', {"a": "b\xa0c"}),
    ],
)
def test_signs_outside_of_strings_are_read_as_plain_ones(text: str, value: object) -> None:
    assert parse_json(text, "text") == value


@pytest.mark.parametrize("text", ["{\n“a”: “he said “yes””}", "{\n“a”: “b}"])
def test_quotes_that_may_end_elsewhere_are_an_error_with_its_line(text: str) -> None:
    with pytest.raises(ValueError, match="text: not JSON at line 2"):
        parse_json(text, "text")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_may_be_in_the_encodings_of_windows(
    tmp_path: Path, encoding: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes(record_with_names("Zoë", "Ødegård").replace("\n", "\r\n").encode(encoding))
    assert main(["replay", "--check", str(file)]) == 0
    assert "all legal" in capsys.readouterr().out
    layout = {"name": "standard-1", "crops": dict(zip(SPACES, (CROPS[crop] for crop in FORMER.crops), strict=True))}
    pairs = [[SPACES[space] for space in pair] for pair in FORMER.pairs]
    file.write_bytes(json.dumps({**layout, "pairs": pairs}).encode(encoding))
    assert load_layout(file) == FORMER


def test_another_encoding_is_refused_with_the_line() -> None:
    with pytest.raises(ValueError, match=r"not text in UTF-8 \(line 2, byte 6\)"):
        decoded(b"[A]\nZo\xeb")
    with pytest.raises(ValueError, match="not text in UTF-8"):
        decoded("[A]".encode("utf-16-le") + b"\0")


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ('[Seat2 "', "[Seat2 ", 6, "expected a header"),
        ("[Seat2", "and\n[Seat2", 6, "expected a header"),
        ("\n1:", "\nAnn wrote:\n1:", 8, "'Ann': expected '1:"),
        ("\n1:", "\n1", 8, "expected '1:"),
        ("\n2:", "\nhello\n2:", 9, "hello"),
        ("\n2:", "\n{note\n2:", 9, "a comment is not closed"),
        ("\n2:", "\n3:", 9, "expected '2:"),
        ("\n2:1:", "", 8, "the turn is over"),
        ("\n= kh1", "\n= kh1 seen=M", 33, "expected players="),
        ("\n= kh1", "\n= Turn 26", 33, "the version"),
    ],
)
def test_what_is_ambiguous_is_an_error_with_its_line(old: str, new: str, line: int, says: str) -> None:
    text = record_with_names("Ann", "Ben")
    assert old in text
    with pytest.raises(RecordError, match=says) as fault:
        parse_record(text.replace(old, new, 1))
    assert fault.value.line == line
