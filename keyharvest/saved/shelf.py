"""The games stored in this browser: ten save slots for unfinished ones, all finished ones, and the last deletion.

An unreadable game is listed with the reason; it affects no other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Final

from keyharvest.rules.json_text import parse_json
from keyharvest.saved.card import Card, Entry, card_of
from keyharvest.table.sitting import Sitting, is_day
from keyharvest.words.language import _

#: The number of slots for unfinished games.
PLACES: Final = 10
#: The time in which a deletion can be undone, in milliseconds.
DAY: Final = 24 * 60 * 60 * 1000
_KEY: Final = re.compile(r"game\.([1-9][0-9]{0,8})")
_BIN: Final = "deleted"
_DAY_GONE: Final = "day"
#: The keys under which earlier versions stored their game.
_FORMER: Final = ("earlier", "game")


class Shelf:
    """Stored games by number, as in the page's storage.

    Attributes:
        entries: every stored game, unreadable ones included.
        deleted: the last deletion, which can be restored.
        day_gone: the last date whose game of the day was deleted; empty if none was.

    >>> shelf = Shelf({"game.1": "nonsense"}, now=0)
    >>> shelf.faulty(), shelf.going()
    ([1], [])
    """

    def __init__(self, saved: Mapping[str, str], now: int) -> None:
        """``saved``: the page's storage; ``now``: milliseconds since 1970."""
        self.entries: dict[int, Entry] = {}
        self.deleted: dict[int, Entry] = {}
        self._unsaved: dict[str, str | None] = {}
        for key, text in saved.items():
            number = _KEY.fullmatch(key)
            if number:
                self._read(int(number[1]), text, now)
        self._read_deleted(saved.get(_BIN), now)
        gone = saved.get(_DAY_GONE, "")
        self.day_gone = gone if gone and is_day(gone) else ""
        for key in _FORMER:
            if key in saved:
                self.put(self._free_number(), _former(saved[key], now))
                self._unsaved[key] = None

    def _read(self, number: int, text: str, now: int) -> None:
        entry = self.entries[number] = Entry.read(text)
        if entry.card is None:
            try:
                # Another version may have written the card; the record contains the same facts.
                self.put(number, Entry.of(Sitting.from_text(parse_json(text, "text")["record"]), now))
            except (ValueError, KeyError, TypeError, AttributeError):
                return

    def _read_deleted(self, text: str | None, now: int) -> None:
        try:
            data = parse_json(text or "{}", "deleted games")
            if now - data.get("when", now) < DAY:
                for number, stored in data.get("games", {}).items():
                    if int(number) > 0 and int(number) not in self.entries:
                        self.deleted[int(number)] = Entry.read(str(stored))
        except (ValueError, TypeError, AttributeError):
            self.deleted = {}
        if text and not self.deleted:
            self._unsaved[_BIN] = None

    def unsaved(self) -> dict[str, str | None]:
        """Return the changes to store since the last call: texts by key, ``None`` to delete one."""
        found, self._unsaved = self._unsaved, {}
        return found

    def size(self) -> int:
        """Return the number of characters stored."""
        return sum(len(entry.text()) for entry in self.entries.values())

    # Contents

    def card(self, number: int) -> Card:
        """Return the card of a game. Raise ``ValueError`` with the reason if it is unreadable or missing."""
        entry = self.entry(number)
        if entry.card is None:
            raise ValueError(entry.fault)
        return entry.card

    def entry(self, number: int) -> Entry:
        """Return a stored game. Raise ``ValueError`` if there is none with this number."""
        if number not in self.entries:
            raise ValueError(_("That game isn't saved here."))
        return self.entries[number]

    def _sorted(self, over: bool) -> list[int]:
        cards = {number: entry.card for number, entry in self.entries.items()}
        dated = [(card.saved, number) for number, card in cards.items() if card and card.over == over]
        return [number for _saved, number in sorted(dated, reverse=True)]

    def going(self) -> list[int]:
        """Return the unfinished games, the most recently saved first.

        Games by message that wait for an answer from here come before all others, and those that wait for another page
        come last. But if the game saved last is a live one, it comes first: someone may be waiting for this page.
        """
        newest = self._sorted(False)

        def kind(number: int) -> int:
            card = self.card(number)
            if card.live and number == newest[0]:
                return -1
            return (0 if card.message else 1) if card.waits else 2

        return sorted(newest, key=kind)

    def finished(self) -> list[int]:
        """Return the finished games, newest first."""
        return self._sorted(True)

    def faulty(self) -> list[int]:
        """Return the unreadable games."""
        return sorted(number for number, entry in self.entries.items() if entry.card is None)

    def last(self) -> int | None:
        """Return the game to continue: the unfinished one saved last, else the newest finished one."""
        return next(iter([*self.going(), *self.finished()]), None)

    def full(self) -> bool:
        """Whether all save slots are taken."""
        return len(self.going()) >= PLACES

    def by_message(self, message: str) -> list[int]:
        """Return the games by message with this id: several if versions of the game differ."""
        return [number for number, entry in self.entries.items() if entry.card and entry.card.message == message]

    def of_day(self, day: str) -> int | None:
        """Return the first game begun for a day; ``None`` if there is none."""
        return min(
            (number for number, entry in self.entries.items() if entry.card and entry.card.day == day), default=None
        )

    def tried(self, day: str) -> bool:
        """Whether the game of a day has been begun, even if it was deleted since."""
        return self.day_gone == day or self.of_day(day) is not None

    def calling(self) -> int:
        """Count the games by message that wait for a person here."""
        cards = (self.card(number) for number in self.going())
        return sum(bool(card.message) and card.waits for card in cards)

    def find(self, sitting: Sitting) -> int | None:
        """Return the stored game that equals this one, apart from the seed of its draws; ``None`` if there is none."""
        record = sitting.handed_out()
        return next((number for number, entry in self.entries.items() if entry.handed_out() == record), None)

    # Changes

    def _free_number(self) -> int:
        return max([0, *self.entries, *self.deleted]) + 1

    def put(self, number: int, entry: Entry) -> None:
        """Store an entry under a number."""
        self.entries[number] = entry
        self._unsaved[f"game.{number}"] = entry.text()

    def keep(self, sitting: Sitting, number: int | None, now: int) -> int:
        """Store a game under its number or, if it is new, the next one; return the number.

        Of all finished games only the last one keeps what the pages signed, which is much longer than a record.
        """
        if number is None:
            number = self._free_number()
        record, stored = sitting.sealed(), self.entries.get(number)
        if stored is None or (stored.record, stored.part) != (record, sitting.part):
            self.put(number, Entry(card_of(sitting, now), record, part=sitting.part))
            for other in self.finished() if sitting.over and sitting.part else ():
                if other != number and self.entries[other].part:
                    self.put(other, replace(self.entries[other], part=""))
        return number

    def judge(self, number: int, judged: str) -> None:
        """Store the analysis of a finished game with it."""
        if self.entry(number).judged != judged:
            self.put(number, replace(self.entry(number), judged=judged))

    def spoil(self, number: int, reason: str) -> None:
        """Mark a game that proved unreadable, keeping its text."""
        self.entries[number] = Entry(None, self.entries[number].text(), reason)

    def delete(self, numbers: Iterable[int], now: int) -> None:
        """Delete games; they can be restored for a day, or until the next deletion."""
        gone = {number: self.entry(number) for number in numbers}
        if not gone:
            return
        for number in gone:
            del self.entries[number]
            self._unsaved[f"game.{number}"] = None
        last = max((entry.card.day for entry in gone.values() if entry.card), default="")
        if last > self.day_gone:
            self._unsaved[_DAY_GONE] = self.day_gone = last
        self.deleted = gone
        texts = {number: entry.text() for number, entry in gone.items()}
        self._unsaved[_BIN] = json.dumps({"when": now, "games": texts}, separators=(",", ":"))

    def restore(self) -> None:
        """Restore the last deletion, or nothing: raise ``ValueError`` if there is none or too few slots are free."""
        if not self.deleted:
            raise ValueError(_("There is nothing to restore."))
        # A game may have come back another way, such as by an import.
        there = {entry.handed_out() for entry in self.entries.values()}
        self.deleted = {number: each for number, each in self.deleted.items() if each.handed_out() not in there}
        coming = sum(1 for entry in self.deleted.values() if entry.card and not entry.card.over)
        if len(self.going()) + coming > PLACES:
            raise ValueError(_("All ten slots are full: delete or finish a game first."))
        for number, entry in self.deleted.items():
            self.put(number, entry)
        self.deleted = {}
        self._unsaved[_BIN] = None


def _former(text: str, now: int) -> Entry:
    """Return the entry of a game that an earlier version stored, readable or not."""
    try:
        return Entry.of(Sitting.from_text(text), now)
    except ValueError as error:
        return Entry(None, text, str(error))
