"""Which game lies on the table, and whose eyes look: one person's always, of several the one let in (rule 14.2)."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Final

from keyharvest import words
from keyharvest.advice.coach import COACH
from keyharvest.page.drawing import Drawn
from keyharvest.page.forms import SEEDS, object_of, seed_of, setup_from, setup_text
from keyharvest.page.game.stopwatch import Stopwatch
from keyharvest.page.game.tabletop import Patch, Tabletop
from keyharvest.page.keeping import Keeping
from keyharvest.page.memory import SET_UP, Memory
from keyharvest.page.sounds import OVER, TURN, happened
from keyharvest.players import LEVELS
from keyharvest.table.set_up import NAMES, first
from keyharvest.table.sitting import NOBODY, PERSON, Chair, Sitting
from keyharvest.words.language import _

#: The seed of the first game, in which the person begins.
GUIDED: Final = 13
#: The screens on which a game lies open.
AT_TABLE: Final = ("game", "review")


class Seating:
    """A page with a table: methods named ``_do_…`` carry out the intents by which one comes to a game.

    ``saved`` holds the texts that patches have asked the page to keep.
    """

    def __init__(self, saved: dict[str, str]) -> None:
        self._memory = Memory(saved)
        self._keeping = Keeping(saved)
        self._drawn = Drawn()
        self._screen = "home"
        self._table: Tabletop | None = None
        self._faults: dict[str, str] = {}
        self._heard = 0
        self._deciding = NOBODY
        self._stopwatch = Stopwatch()
        self._unseen = False

    def _open(self) -> Tabletop:
        if self._table is None:
            self._table = Tabletop(self._keeping.open(self._keeping.number_of(None)), self._moved)
        return self._table

    def _coached(self) -> bool:
        """Whether the game on the page has a coach who speaks."""
        return self._open().sitting.game.headers.get(COACH) == "on"

    def _moved(self) -> Patch:
        """After any change of the game: it is kept, and shown."""
        self._keeping.keep(self._open().sitting)
        return self._shown()

    def _shown(self) -> Patch:
        """At another moment of the game: whose eyes the page has now, and what is said."""
        table = self._open()
        sitting = table.sitting
        heard = [line for line in sitting.lines() if self._heard <= line.at < table.head.at]
        self._heard = table.head.at
        self._look()
        extra: Patch = {}
        said = [line.text for line in heard]
        stage = table.stage()
        if self._screen == "ending":
            extra["focus"] = "result-title"
        elif self._screen == "curtain":
            extra["focus"] = "curtain-title"
        elif stage:
            table.shown = stage.seat
            said.append(words.prompt(stage.view, sitting.names))
            if stage.turn is None or self._drawn.screen != self._screen:
                extra["focus"] = "card-title"
        if said:
            extra["say"] = " ".join(said)
        deciding = sitting.actor if stage or self._screen == "curtain" else NOBODY
        called = deciding not in (NOBODY, self._deciding)
        self._deciding = deciding
        extra["sound"] = OVER if self._screen == "ending" else TURN if called else happened(heard)
        return extra

    def _look(self) -> None:
        """Whose eyes the page has: one person's always; of several those whom a press has let in (rule 14.2)."""
        table = self._open()
        sitting = table.sitting
        persons = sitting.persons()
        table.forget()
        self._screen = "game"
        if sitting.over or sitting.person_to_act():
            table.head.hurried = False
        if not table.head.live:
            if len(persons) > 1 and sitting.game.state.seat != table.eyes:
                table.eyes = NOBODY
        elif sitting.over:
            self._screen = "ending"
            table.eyes = persons[0] if len(persons) == 1 else NOBODY
        elif len(persons) == 1:
            table.eyes = persons[0]
        elif sitting.person_to_act():
            if table.eyes != sitting.actor:
                table.eyes = NOBODY
                self._screen = "curtain"
        elif sitting.game.state.seat != table.eyes:
            table.eyes = NOBODY
        if not sitting.over and not (table.head.live and sitting.actor == table.eyes):
            table.shown = table.timeline.actor(table.head.at)

    # The curtain

    def _do_reveal(self, _value: object) -> Patch | None:
        table = self._open()
        sitting = table.sitting
        if self._screen != "curtain" or not sitting.person_to_act():
            return None
        table.eyes = table.shown = sitting.actor
        table.forget()
        self._screen = "game"
        return {"say": words.prompt(sitting.sight(table.eyes).view, sitting.names), "focus": "action"}

    def _do_hidden(self, _value: object) -> None:
        table = self._table
        if table and self._stopwatch.seat != NOBODY:
            self._keeping.keep(table.sitting)
        if table and len(table.sitting.persons()) > 1 and not table.sitting.over:
            table.eyes = NOBODY
            if self._screen == "game":
                self._look()

    def _do_visible(self, _value: object) -> None:
        """The page is seen again; that any message says."""

    def _look_again(self) -> None:
        """Back at the table: the curtain falls if the page was hidden meanwhile."""
        table = self._open()
        if table.eyes == NOBODY and table.sitting.person_to_act():
            self._look()

    def _time(self) -> None:
        """Let thinking time run for the person who decides now, sees the question, and looks at nothing else."""
        table = self._table if self._screen == "game" and not self._unseen else None
        runs = table is not None and table.stage() is not None
        self._stopwatch.run(table.sitting if table else None, table.eyes if table and runs else NOBODY)

    # To a game

    def _sit_down(self, table: Tabletop) -> Patch:
        """Begin to look at a game: a new one, one opened, or the one that was left."""
        self._table = table
        table.eyes = NOBODY
        table.head.to_now()
        self._heard = len(table.sitting.game.moves)
        self._drawn.screen = ""
        extra = self._moved()
        del extra["sound"]  # nothing has happened
        if table.eyes == table.sitting.actor:
            table.shown = table.eyes
        if table.sitting.over:
            self._screen = "review"
            extra.pop("focus", None)
        return extra

    def _begin(self, sitting: Sitting, guest: bool = False) -> Patch:
        """Another game: the one that was left is kept. Without a free place it waits until one is made."""
        if self._keeping.begin(sitting, guest):
            return self._sit_down(Tabletop(sitting, self._moved))
        self._screen = "games"
        return {"focus": "choosing"}

    def _do_continue(self, value: object) -> Patch:
        number = self._keeping.number_of(value)
        if self._table is None or number != self._keeping.current:
            self._table = Tabletop(self._keeping.open(number), self._moved)
        return self._sit_down(self._table)

    def _do_replace(self, value: object) -> Patch:
        sitting = self._keeping.waiting
        if sitting is None:
            raise ValueError(_("No new game is waiting for a slot."))
        self._keeping.do_delete(value)
        return self._begin(sitting)

    def _do_quick(self, _value: object) -> Patch:
        return self._begin(Sitting.new(first().chairs(), "random", secrets.randbelow(SEEDS)))

    def _do_guided(self, _value: object) -> Patch:
        """The first game: against the gentlest opponent, with a coach."""
        chairs = (Chair(NAMES[0], PERSON), Chair(NAMES[1], next(iter(LEVELS))))
        sitting = Sitting.new(chairs, "random", GUIDED)
        sitting.game.headers[COACH] = "on"
        return self._begin(sitting)

    def _do_begin(self, value: object) -> Patch:
        chosen = self._memory.set_up = setup_from(value)
        self._screen, self._faults = "setup", chosen.faults()
        if self._faults:
            field, fault = next(iter(self._faults.items()))
            return {"focus": field, "say": fault}
        minutes = int(chosen.clock or 0)
        sitting = Sitting.new(
            chosen.chairs(),
            chosen.start,
            seed_of(chosen.seed),
            chosen.screens,
            chosen.land(),
            chosen.hints,
            minutes,
        )
        self._memory.set_up = replace(chosen, seed="")
        return self._begin(sitting) | {"save": self._memory.keep(SET_UP, setup_text(chosen))}

    def _do_rematch(self, _value: object) -> Patch:
        return self._begin(self._open().sitting.anew(secrets.randbelow(SEEDS)))

    def _do_open(self, value: object) -> Patch | None:
        sitting = self._keeping.read_file(value)
        if sitting:
            return self._begin(sitting)
        self._screen = "games"
        return None

    def _do_link(self, value: object) -> Patch:
        sitting, moment = self._keeping.read_link(str(object_of(value).get("link", "")))
        patch = self._begin(sitting, guest=True)
        if moment and self._screen in AT_TABLE:
            patch |= self._open().do_seek(moment) or {}
        return patch
