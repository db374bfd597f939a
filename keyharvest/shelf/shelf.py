"""The games that this browser keeps: ten places for unfinished ones, all finished ones, and what was deleted last.

A fault in one of them is its own: it is listed with its reason and hides no other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Final

from keyharvest.shelf.card import Card, Entry
from keyharvest.table.sitting import Sitting
from keyharvest.words.language import _

#: Places for games that are not finished.
PLACES: Final = 10
#: Milliseconds that a deletion can be taken back.
DAY: Final = 24 * 60 * 60 * 1000
_KEY: Final = re.compile(r"game\.([1-9][0-9]{0,8})")
_BIN: Final = "deleted"
#: Under which an earlier version kept the game, and the one before it.
_FORMER: Final = ("earlier", "game")


class Shelf:
    """Kept games by number, as the page's storage holds them.

    Attributes:
        entries: every kept game, also those that cannot be read.
        deleted: those of the last deletion, to be brought back.

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
        for key in _FORMER:
            if key in saved:
                self.put(self._free_number(), _former(saved[key], now))
                self._unsaved[key] = None

    def _read(self, number: int, text: str, now: int) -> None:
        entry = self.entries[number] = Entry.read(text)
        if entry.card is None:
            try:
                # Another version may have written the card; what it tells is in the record too.
                self.put(number, Entry.of(Sitting.from_text(json.loads(text)["record"]), now))
            except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
                return

    def _read_deleted(self, text: str | None, now: int) -> None:
        try:
            data = json.loads(text or "{}")
            if now - data.get("when", now) < DAY:
                for number, stored in data.get("games", {}).items():
                    if int(number) > 0 and int(number) not in self.entries:
                        self.deleted[int(number)] = Entry.read(str(stored))
        except (ValueError, TypeError, AttributeError, RecursionError):
            self.deleted = {}
        if text and not self.deleted:
            self._unsaved[_BIN] = None

    def unsaved(self) -> dict[str, str | None]:
        """What has to be stored since this was asked last: texts by key, ``None`` to forget one."""
        found, self._unsaved = self._unsaved, {}
        return found

    def size(self) -> int:
        """Characters of all that is kept."""
        return sum(len(entry.text()) for entry in self.entries.values())

    # What is there

    def card(self, number: int) -> Card:
        """The card of a game; ``ValueError`` with the reason if it cannot be read, or is not there."""
        entry = self.entry(number)
        if entry.card is None:
            raise ValueError(entry.fault)
        return entry.card

    def entry(self, number: int) -> Entry:
        """A kept game; ``ValueError`` if there is none of this number."""
        if number not in self.entries:
            raise ValueError(_("That game is not saved here."))
        return self.entries[number]

    def _sorted(self, over: bool) -> list[int]:
        cards = {number: entry.card for number, entry in self.entries.items()}
        dated = [(card.saved, number) for number, card in cards.items() if card and card.over == over]
        return [number for _saved, number in sorted(dated, reverse=True)]

    def going(self) -> list[int]:
        """The unfinished games, the one saved last first."""
        return self._sorted(False)

    def finished(self) -> list[int]:
        """The finished games, the newest first."""
        return self._sorted(True)

    def faulty(self) -> list[int]:
        """Those that cannot be read."""
        return sorted(number for number, entry in self.entries.items() if entry.card is None)

    def last(self) -> int | None:
        """The game to go on with: the unfinished one saved last, else the newest finished one."""
        return next(iter([*self.going(), *self.finished()]), None)

    def full(self) -> bool:
        """Whether no place is free for another unfinished game."""
        return len(self.going()) >= PLACES

    def find(self, sitting: Sitting) -> int | None:
        """The kept game that is this one, if there is one: with the same record, but for the seed of its draws."""
        record = sitting.handed_out()
        return next((number for number, entry in self.entries.items() if entry.handed_out() == record), None)

    # What changes

    def _free_number(self) -> int:
        return max([0, *self.entries, *self.deleted]) + 1

    def put(self, number: int, entry: Entry) -> None:
        """Keep an entry under a number."""
        self.entries[number] = entry
        self._unsaved[f"game.{number}"] = entry.text()

    def keep(self, sitting: Sitting, number: int | None, now: int) -> int:
        """Keep a game as it stands, under its number or, when it is new, the next; gives the number."""
        if number is None:
            number = self._free_number()
        record = sitting.sealed()
        if number not in self.entries or self.entries[number].record != record:
            self.put(number, Entry.of(sitting, now))
        return number

    def spoil(self, number: int, reason: str) -> None:
        """Mark a game that turned out not to be readable; its text stays as it is."""
        self.entries[number] = Entry(None, self.entries[number].text(), reason)

    def delete(self, numbers: Iterable[int], now: int) -> None:
        """Delete games; they can be brought back until others are deleted, for a day."""
        gone = {number: self.entry(number) for number in numbers}
        if not gone:
            return
        for number in gone:
            del self.entries[number]
            self._unsaved[f"game.{number}"] = None
        self.deleted = gone
        texts = {number: entry.text() for number, entry in gone.items()}
        self._unsaved[_BIN] = json.dumps({"when": now, "games": texts}, separators=(",", ":"))

    def bring_back(self) -> None:
        """Take the last deletion back; ``ValueError`` if there is none or no place is left, and nothing is done."""
        if not self.deleted:
            raise ValueError(_("There is nothing to restore."))
        coming = sum(1 for entry in self.deleted.values() if entry.card and not entry.card.over)
        if len(self.going()) + coming > PLACES:
            raise ValueError(_("All ten slots are full: delete or finish a game first."))
        for number, entry in self.deleted.items():
            self.put(number, entry)
        self.deleted = {}
        self._unsaved[_BIN] = None


def _former(text: str, now: int) -> Entry:
    """A game that an earlier version has kept, or the fault in it."""
    try:
        return Entry.of(Sitting.from_text(text), now)
    except ValueError as error:
        return Entry(None, text, str(error))
