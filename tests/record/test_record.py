"""Records from outside: what is refused, and that everything accepted can be written again."""

from __future__ import annotations

import time

import pytest

from keyharvest.record import Record, parse_record, record_text
from keyharvest.rules import new_game

TEXT = record_text(Record(new_game(2), ["*2", "1"], {"Site": "here"}))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", 'record: empty; expected [KeyHarvest "1"] first'),
        ("Hello\n" + TEXT, "record: line 1 'Hello': expected a header"),
        (TEXT.replace("here", "he\tre"), r"record: line 5: header Site: expected printable characters, not 'he\tre'"),
        (TEXT.replace("here", "\udc80"), r"record: line 5: header Site: expected printable characters"),
        (TEXT.replace('"1"', '"2"'), "record: header KeyHarvest: version '2'; this program reads version 1"),
    ],
)
def test_a_faulty_record_names_the_place(text: str, says: str) -> None:
    with pytest.raises(ValueError) as fault:  # noqa: PT011  (its text is checked below)
        parse_record(text)
    assert says in str(fault.value)


def test_what_is_read_is_written_again() -> None:
    assert record_text(parse_record(TEXT)) == TEXT


def test_many_headers_cost_no_more_than_their_length() -> None:
    """Anyone can send a record over a line, or paste it."""
    first, _newline, rest = record_text(Record(new_game(2))).partition("\n")
    headers = "\n".join(f'[A{number} ""]' + "\n" * 40 for number in range(16_000))
    begun = time.process_time()
    assert len(parse_record(f"{first}\n{headers}\n{rest}").headers) >= 16_000
    assert time.process_time() - begun < 1
