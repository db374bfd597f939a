"""Records from outside: what is refused, and that everything accepted can be written again."""

from __future__ import annotations

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
