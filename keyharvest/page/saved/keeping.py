"""Work with saved games: delete and restore, export and import, share links.

Methods named ``do_…`` carry out intents (:mod:`keyharvest.page.core.intent`).
"""

from __future__ import annotations

import json
import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from keyharvest.page.core.drawing import Patch, download
from keyharvest.page.core.forms import SEEDS, fault_text, or_nothing, text_of
from keyharvest.page.core.intent import EVERYWHERE, intent
from keyharvest.page.core.memory import LAYOUTS, POSITION, PUZZLED, Memory
from keyharvest.page.parts.controls import LONGEST_FILE
from keyharvest.record import RecordError, record_text
from keyharvest.rules import State
from keyharvest.rules.foreign import unquoted
from keyharvest.rules.json_text import is_whole, parse_json
from keyharvest.saved.card import Card, shared
from keyharvest.saved.shelf import Shelf
from keyharvest.table.chairs import Chair
from keyharvest.table.sealing import sealed_in
from keyharvest.table.sitting import SECOND_TRY, Sitting
from keyharvest.table.timeline import Timeline
from keyharvest.table.together import cease
from keyharvest.words.language import _, n_

_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Shared:
    """A game to share.

    Attributes:
        number: the number of a saved game; empty for the game on the table.
        fragment: the link's text after ``#``; the browser puts the page's address before it.
        chairs: the players.
        state: the moment that the link shows; ``seat``: the seat whose board it shows.
        moment: the number of that moment in the history of the game on the table; empty for a whole game.
    """

    number: str
    fragment: str
    chairs: Sequence[Chair]
    state: State
    seat: int
    moment: str = ""


class Keeping:
    """The games of this browser, and which of them is on the table.

    Attributes:
        shelf: all saved games.
        current: the number of the game on the table; ``None`` if it isn't saved, or not yet.
        waiting: a new game that waits for a free save slot.
        guest: whether the game on the table is a finished one that someone has shared, only for viewing.
        fresh: whether the last action was a deletion.
        link: the text of its link after ``#``, while such a game is on the table.
        besides: what imports the other texts in a file with all games, by their names there; each returns a message
            about the result, or raises ``ValueError`` if the text is damaged.
        note: what to say above the saved games.
    """

    def __init__(self, saved: Mapping[str, str], memory: Memory, clock: Callable[[], float] = time.time) -> None:
        self._memory = memory
        self.clock = clock
        self.shelf = Shelf(saved, self._now())
        self.current: int | None = None
        self.waiting: Sitting | None = None
        self.guest = False
        self.link = ""
        self.besides: dict[str, Callable[[object], str]] = {}
        self.fresh = False
        self._besides = ""
        self.note = ""
        self._coming: deque[Any] = deque()
        self._imported: list[str] = []
        self._known = 0
        self._refused: list[str] = []

    def _now(self) -> int:
        return int(1000 * self.clock())

    # The game on the table

    def open(self, number: int) -> Sitting:
        """Put a saved game on the table. Raise ``ValueError`` with the reason if it can't be opened."""
        self.shelf.card(number)
        try:
            sitting = self.shelf.entry(number).sitting()
        except ValueError as error:
            self.shelf.spoil(number, str(error))
            raise ValueError(_("Can't open the saved game. {fault}").format(fault=error)) from None
        if sitting.game.together and not sitting.game.sealed and not sitting.part:
            cease(sitting)
        self.current, self.guest, self.link = number, False, ""
        return sitting

    def begin(self, sitting: Sitting, link: str = "") -> Sitting | None:
        """Put another game on the table and return it: the saved one if it was saved before.

        Return ``None`` if it has to wait for a free save slot. A finished game from a ``link`` is a guest: for viewing
        only, and not saved.
        """
        known = self.shelf.find(sitting)
        if known is not None:
            self.waiting = None
            return self.open(known)
        if not sitting.over and self.shelf.full():
            self.waiting = sitting
            return None
        self.current, self.waiting = None, None
        self.guest = sitting.over and bool(link)
        self.link = link if self.guest else ""
        if sitting.day and not self.guest and self.shelf.tried(sitting.day):
            sitting.game.headers[SECOND_TRY] = "on"
        return sitting

    def keep(self, sitting: Sitting) -> None:
        """Save the game on the table."""
        if not self.guest:
            self.current = self.shelf.keep(sitting, self.current, self._now())

    def keep_aside(self, sitting: Sitting, number: int) -> None:
        """Save a game that isn't on the table, under its number."""
        self.shelf.keep(sitting, number, self._now())

    def keep_analysis(self, judged: str) -> None:
        """Save the analysis of the finished game on the table with it."""
        if judged and self.current in self.shelf.entries:
            self.shelf.judge(self.current, judged)

    def place(self, screen: str) -> str:
        """Return the place of a screen of the game on the table."""
        return screen if self.current is None else f"{screen}:{self.current}"

    def gone(self) -> bool:
        """Whether the game on the table has been deleted."""
        return not self.guest and self.current is not None and self.current not in self.shelf.entries

    def unsaved(self) -> dict[str, str | None]:
        """Return the changes for the page to store."""
        return self.shelf.unsaved()

    def fault(self) -> str:
        """Return the message about unreadable saved games, shown when the page starts, or ""."""
        number = len(self.shelf.faulty())
        told = n_(
            "{number} saved game can't be read. You can save it as a file or delete it under “Your games”.",
            "{number} saved games can't be read. You can save them as files or delete them under “Your games”.",
            number,
        )
        return told.format(number=number) if number else ""

    def milestones(self) -> list[str]:
        """Return what the finished game on the table means for its only person's statistics, in sentences."""
        if self.current is None:
            return []
        from keyharvest.saved.statistics import apart, milestones  # only the end of a game needs them

        card = self.shelf.card(self.current)
        return [*apart(card), *milestones(card, self.finished())]

    def first_end(self) -> bool:
        """Whether the game on the table is the only one that has been finished here."""
        return [self.current] == self.shelf.finished()

    def day_text(self) -> str:
        """Return the text to share about the game on the table if it is a game of the day, or ""."""
        card = None if self.current is None else self.shelf.card(self.current)
        if card is None or not card.day:
            return ""
        return shared(card)

    def finished(self) -> list[Card]:
        """Return the cards of the finished games that are part of the statistics."""
        cards = map(self.shelf.card, self.shelf.finished())
        return [card for card in cards if card.counts]

    # Deleting

    def delete(self, value: str | None) -> Patch:
        """Delete a game by its number, all ``finished`` ones, or ``all``."""
        if value == "finished":
            numbers = self.shelf.finished()
        elif value == "all":
            numbers = list(self.shelf.entries)
        else:
            numbers = [self._number(value)]
        self.shelf.delete(numbers, self._now())
        self.note, self.fresh = "", bool(numbers)
        told = n_("{number} game deleted.", "{number} games deleted.", len(numbers))
        return {"say": told.format(number=len(numbers)), "focus": "restore"}

    @intent(on=EVERYWHERE)
    def do_restore(self) -> Patch:
        """Restore the games deleted last."""
        self.shelf.restore()
        self.note = ""
        return {"say": _("Game restored.")}

    def _number(self, value: str | None) -> int:
        if value is None or not (value.isascii() and value.isdigit() and len(value) < 10):
            raise ValueError(f"message: expected the number of a game, not {str(value)[:20]!r}")
        self.shelf.entry(int(value))
        return int(value)

    def number_of(self, value: str | None) -> int:
        """Return the number of a game in a message, or that of the last game. Raise ``ValueError`` if there is none."""
        if value is not None:
            return self._number(value)
        last = self.shelf.last()
        if last is None:
            raise ValueError(_("No game is open."))
        return last

    # Export

    @intent(or_nothing(text_of), on=EVERYWHERE)
    def do_export(self, value: str | None) -> Patch:
        """Export a saved game as a file, or all of them in one."""
        if value is not None:
            number = self._number(value)
            entry = self.shelf.entry(number)
            text = entry.handed_out()
            if entry.card and entry.card.over:
                try:
                    text = record_text(Sitting.from_text(text).record())
                except ValueError as error:
                    self.shelf.spoil(number, str(error))
            return download(f"key-harvest-{number}.txt", "text/plain", text)
        kept = [
            {"saved": entry.card.saved if entry.card else 0, "record": entry.handed_out()}
            for entry in self.shelf.entries.values()
        ]
        text = json.dumps({"keyharvest": _VERSION, "games": kept, **self._memory.exported()}, indent=1)
        return download("key-harvest-games.json", "application/json", text)

    # Import

    def read_file(self, file: dict[str, Any]) -> tuple[Sitting, str] | None:
        """Return the game in a file, up to the first error in its moves, and the message about that error, or "".

        For a file with many games, begin their import and return ``None``.
        """
        name, text = str(file.get("name", ""))[:60], file.get("text")
        if not isinstance(text, str):
            raise ValueError("message: open: expected a name and text")
        try:
            if unquoted(text).lstrip().startswith("{"):
                data = _file_of(text)
                told = [read(data[name]) for name, read in self.besides.items() if name in data]
                self._besides = " ".join(filter(None, told))
                self._coming = deque(data["games"])
                self._imported, self._refused, self._known = [], [], 0
                number = len(self._coming)
                checking = n_("Checking {number} game…", "Checking {number} games…", number).format(number=number)
                self.note = checking if number else self._besides
                return None
            return _as_far_as_it_goes(text)
        except ValueError as error:
            raise ValueError(_("Can't open {name}. {fault}").format(name=name, fault=fault_text(error))) from None

    def coming(self) -> int:
        """Return the number of games from a file that are still to be imported."""
        return len(self._coming)

    def take_next(self) -> Patch:
        """Import the next game from a file. It is replayed first, so that every saved game can be opened."""
        at = len(self._imported) + len(self._refused) + self._known + 1
        data = self._coming.popleft()
        try:
            self._import_game(data)
        except ValueError as error:
            self._refused.append(_("Game {number} of the file: {fault}").format(number=at, fault=fault_text(error)))
        if self._coming:
            return {}
        told = [n_("{number} game imported.", "{number} games imported.", len(self._imported))]
        told[0] = told[0].format(number=len(self._imported))
        if self._known:
            here = n_("{number} was already here.", "{number} were already here.", self._known)
            told.append(here.format(number=self._known))
        self.note = " ".join(filter(None, [*told, self._besides, *self._refused]))
        return {"say": self.note}

    def _import_game(self, data: object) -> None:
        if not isinstance(data, dict) or not isinstance(data.get("record"), str):
            raise ValueError(_("There is no record in it."))
        sitting = sitting_of(data["record"])
        if self.shelf.find(sitting) is not None:
            self._known += 1
            return
        if not sitting.over and self.shelf.full():
            raise ValueError(_("All ten slots are full: delete or finish a game first."))
        saved, now = data.get("saved"), self._now()
        if not is_whole(saved, 1, now - 1):
            saved = now
        number = self.shelf.keep(sitting, None, saved)
        self._imported.append(str(number))

    # Links

    def link_to(self, value: str | None, table: Sitting | None) -> Shared:
        """Return a link to a saved game, or to the one on the table: ``NUMBER@MOMENT-SEAT``, each of them optional.

        The moment is counted as in the history. Raise ``ValueError`` if the link would reveal secrets of the game.
        """
        number, _at, where = (value or "").partition("@")
        sitting = Sitting.from_text(self.shelf.entry(self._number(number)).record) if number else table
        if sitting is None:
            raise ValueError(_("No game is open."))
        if sitting.has_secrets():
            raise ValueError(_("A link would reveal everyone's counters. Share this game once it's over."))
        moment, seat = _moment(where, sitting)
        states, moments = sitting.game.states, Timeline(sitting).moments()
        return Shared(
            number,
            f"{sitting.handed_out()}@{where}" if where else sitting.handed_out(),
            sitting.chairs,
            states[moments[int(moment)]] if moment else states[-1],
            sitting.first_board() if seat is None else seat,
            moment,
        )

    @staticmethod
    def read_link(link: str) -> tuple[Sitting, str, str, int | None]:
        """Return the game in a link, the text after ``#``, and the link's moment and seat, if any.

        Raise ``ValueError`` if it can't be opened.
        """
        try:
            found = sealed_in(link)
            if found is None:
                raise ValueError(_("There is no game in it."))
            game, record, where = found
            sitting = sitting_of(record)
            return sitting, f"{game}@{where}" if where else game, *_moment(where, sitting)
        except ValueError as error:
            raise ValueError(_("Can't open this link. {fault}").format(fault=fault_text(error))) from None


def _moment(text: str, sitting: Sitting) -> tuple[str, int | None]:
    """Return a link's moment, counted as in the history, and the seat whose board to show, or "" and ``None``."""
    moment, dash, seat = text.partition("-")
    moments, seats = len(Timeline(sitting).moments()), [str(number) for number in range(1, len(sitting.chairs) + 1)]
    if (text and moment not in map(str, range(moments))) or (dash and seat not in seats):
        raise ValueError(_("The game has no moment {text}.").format(text=text[:20]))
    return moment, int(seat) - 1 if seat else None


def sitting_of(text: str) -> Sitting:
    """Return the sitting of a record from elsewhere, with a new seed, so that nobody can know its next draws."""
    return Sitting.from_text(text, secrets.randbelow(SEEDS))


def _as_far_as_it_goes(text: str) -> tuple[Sitting, str]:
    """Return the game of a record up to an error in its moves, and the message about that.

    Raise ``ValueError`` for an error before the first decision.
    """
    try:
        return sitting_of(text), ""
    except RecordError as error:
        if error.record is None or all(move.startswith("*") for move in error.record.moves):
            raise
        told = _("{fault} The game was loaded up to that point.").format(fault=fault_text(error))
        return Sitting.from_record(error.record, secrets.randbelow(SEEDS)), told


def _file_of(text: str) -> dict[str, Any]:
    """Return the content of a file with many games. Raise ``ValueError`` if it isn't one of ours."""
    if len(text) > LONGEST_FILE:
        raise ValueError(_("It is longer than {number} characters.").format(number=LONGEST_FILE))
    try:
        data = parse_json(text, "games")
    except ValueError:
        data = None
    if not isinstance(data, dict) or data.get("keyharvest") != _VERSION or not isinstance(data.get("games"), list):
        raise ValueError(_("It isn't a file of games exported from this page, or it is incomplete."))
    if not data["games"] and data.keys().isdisjoint((PUZZLED, POSITION, LAYOUTS)):
        raise ValueError(_("It contains no games."))
    return data
