"""The game on the table, and the viewer: the one person or, of several, the one let in (rule 14.2)."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from keyharvest import words
from keyharvest.game import Game
from keyharvest.page.core.drawing import Drawn, Patch, download
from keyharvest.page.core.forms import (
    SEEDS,
    deal_of,
    object_of,
    or_nothing,
    seed_of,
    setup_from,
    setup_text,
    text_of,
)
from keyharvest.page.core.intent import EVERYWHERE, PLAYED, intent
from keyharvest.page.core.memory import SET_UP, Memory, reader_day
from keyharvest.page.core.screen import Whereabouts
from keyharvest.page.core.sounds import TURN, happened
from keyharvest.page.game.stopwatch import Stopwatch
from keyharvest.page.live.friends import Friends
from keyharvest.page.saved.keeping import Keeping
from keyharvest.page.tabletop.tabletop import Tabletop
from keyharvest.players import LEVELS
from keyharvest.record import record_text
from keyharvest.record.links import new_id, plain
from keyharvest.rules import State
from keyharvest.table.chairs import NOBODY, PERSON, USUAL, Chair, harder
from keyharvest.table.phrases import question
from keyharvest.table.set_up import LIVE, NAMES, SetUp, dealt, first, named
from keyharvest.table.sitting import COACH, Sitting
from keyharvest.words.language import _

if TYPE_CHECKING:
    from keyharvest.table.staging import Stage

#: The seed of the first game, in which the person begins.
GUIDED: Final = 13


class Seating:
    """The game on the table of a page, and the ways to open one. Methods named ``do_…`` carry out an intent.

    Attributes:
        table: the game on the table; ``None`` before the first.
        faults: the errors in the last set-up, by field of the form.
        stopwatch: measures the thinking time of the person who decides.
        inviting: whether the set-up is for a game with people elsewhere.
        unseen: whether the page is hidden.
        left: what was chosen when the page was left, until its game is shown again.
        friends: the people on other pages.
        today: a function that returns the reader's own date.
    """

    def __init__(self, memory: Memory, keeping: Keeping, drawn: Drawn, here: Whereabouts) -> None:
        self._memory = memory
        self._keeping = keeping
        self._drawn = drawn
        self._here = here
        self._heard = 0
        self._deciding = NOBODY
        self.table: Tabletop | None = None
        self.faults: dict[str, str] = {}
        self.stopwatch = Stopwatch()
        self.unseen = False
        self.left = ""
        self.inviting = False
        self.friends = Friends(self, keeping, here, memory)
        self.today = reader_day

    def open(self) -> Tabletop:
        """Return the game on the table, or else the last saved one. Raise ``ValueError`` if there is none."""
        if self.table is None:
            self.table = Tabletop(self._keeping.open(self._keeping.number_of(None)), self.moved)
        return self.table

    def sitting(self) -> Sitting | None:
        """Return the sitting on the table, if there is one."""
        return self.table.sitting if self.table else None

    def coached(self) -> bool:
        """Whether the game on the page has a coach that is on."""
        return self.open().sitting.game.headers.get(COACH) == "on"

    def moved(self) -> Patch:
        """Save and show the game after any change."""
        self._keeping.keep(self.open().sitting)
        return self.shown()

    def shown(self) -> Patch:
        """Show another moment of the game: update the visible hand and announce what happened."""
        table = self.open()
        sitting = table.sitting
        heard = [line for line in sitting.lines() if self._heard <= line.at < table.head.at]
        self._heard = table.head.at
        self._look()
        here = self._here.shown
        extra: Patch = {}
        said = [line.text for line in heard]
        stage = table.stage()
        if here.focus:
            extra["focus"] = here.focus
        elif stage:
            table.shown = stage.seat
            self._choose_again(stage)
            asked = question(stage, sitting.names) if stage.choice() else words.prompt(stage.view, sitting.names)
            said.append(asked)
            if stage.turn is None or not self._drawn.shows(here.name):
                extra["focus"] = "card-title"
        elif table.head.live and sitting.far_to_act():
            extra["focus"] = "card-title"
        if said:
            extra["say"] = " ".join(said)
        deciding = sitting.actor if stage or (here.playing and not here.at_table) else NOBODY
        called = deciding not in (NOBODY, self._deciding)
        self._deciding = deciding
        extra["sound"] = here.sound or (TURN if called else happened(heard))
        return extra

    def _look(self) -> None:
        """Update whose hand is visible: the only person's or, of several, that of the one let in (rule 14.2)."""
        table = self.open()
        sitting = table.sitting
        persons = sitting.persons()
        table.forget()
        self._here.show("game")
        if not sitting.computer_to_act():
            table.head.hurried = False
        if not table.head.live:
            if len(persons) > 1 and sitting.game.state.seat != table.viewer:
                table.viewer = NOBODY
        elif sitting.over:
            self._here.show("ending")
            table.viewer = persons[0] if len(persons) == 1 else NOBODY
        elif len(persons) <= 1:
            table.viewer = persons[0] if persons else NOBODY
        elif sitting.person_to_act():
            if table.viewer != sitting.actor and self._closes():
                table.viewer = NOBODY
                self._here.show("curtain")
            else:
                table.viewer = sitting.actor
        elif sitting.game.state.seat != table.viewer:
            table.viewer = NOBODY
        if not sitting.over and not (table.head.live and sitting.actor == table.viewer):
            # While the page waits for another page, the viewer sees their own board.
            waits = table.head.live and sitting.far_to_act() and table.viewer != NOBODY
            table.shown = table.viewer if waits else table.timeline.actor(table.head.at)

    def _moment(self) -> list[str]:
        """Return the number of the game on the table, and that of its moves."""
        return [str(self._keeping.current), str(len(self.open().sitting.game.moves))]

    def _choose_again(self, stage: Stage) -> None:
        """Choose again what was chosen for this question when the page was left."""
        left, self.left = self.left.split(), ""
        if left[:2] == self._moment():
            stage.choose(left[2:])

    def chosen(self) -> str:
        """Return what is chosen for the open question, so that a reload finds it again; "" for nothing."""
        stage = self.table.stage() if self.table else None
        choice = stage.choice() if stage else []
        return " ".join([*self._moment(), *choice]) if choice else ""

    # The curtain

    def _closes(self) -> bool:
        """Whether the curtain falls between people at one screen: if hands are secret, or by the reader's choice."""
        return self.open().sitting.secret or self._memory.settings.curtain

    @intent(on=EVERYWHERE)
    def do_hidden(self) -> None:
        """Note that the page is hidden: thinking time stops and, if several people share the page, the curtain falls
        (rule 14.2).
        """
        table = self.table
        if table and self.stopwatch.seat != NOBODY:
            self._keeping.keep(table.sitting)
        if table and len(table.sitting.persons()) > 1 and not table.sitting.over and self._closes():
            table.viewer = NOBODY
            if self._here.shown.at_table:
                self._look()

    @intent(on=EVERYWHERE)
    def do_visible(self) -> None:
        """Note that the page is visible again, as any message does."""

    def look_again(self) -> None:
        """Return to the table: the curtain falls if the page was hidden meanwhile."""
        table = self.open()
        if table.viewer == NOBODY and table.sitting.person_to_act():
            self._look()

    def time(self) -> None:
        """Run the clock of the person who has to decide, but only while they see the question."""
        table = self.table if self._here.shown.playing and not self.unseen else None
        runs = table is not None and table.stage() is not None
        self.stopwatch.run(table.sitting if table else None, table.viewer if table and runs else NOBODY)

    # Ways to a game

    def sit_down(self, table: Tabletop) -> Patch:
        """Show a game: a new one, one just opened, or the one on the table before."""
        self.table = table
        table.viewer = NOBODY
        table.head.to_now()
        self._heard = len(table.sitting.game.moves)
        self._drawn.again()
        extra = self.moved()
        del extra["sound"]  # nothing has happened
        if table.viewer == table.sitting.actor:
            table.shown = table.viewer
        self.left = ""
        if table.sitting.over:
            table.playback.guest = self._keeping.guest
            table.playback.show_end()
            if table.sitting.judged:
                table.playback.analyse()
            self._here.show("review")
            extra.pop("focus", None)
        return extra

    def begin(self, sitting: Sitting, link: str = "") -> Patch:
        """Begin another game; the one before stays saved. If all slots are full, the new game waits for a free one."""
        begun = self._keeping.begin(sitting, link)
        if begun:
            return self.sit_down(Tabletop(begun, self.moved))
        self._here.show("games")
        return {"focus": "choosing"}

    def begin_from(self, start: State, chairs: Sequence[Chair]) -> Patch:
        """Begin a game from a position."""
        return self.begin(Sitting.seated(Game(start, secrets.randbelow(SEEDS)), chairs))

    @intent(or_nothing(text_of), on=EVERYWHERE)
    def do_continue(self, value: str | None) -> Patch:
        """Continue a saved game, given by its number, or the last one."""
        number = self._keeping.number_of(value)
        if self.friends.gathers(number):
            return self.friends.known().table()
        if self.table is None or number != self._keeping.current:
            self.table = Tabletop(self._keeping.open(number), self.moved)
        if self._keeping.shelf.card(number).gathers:
            return self.friends.begun().resume()
        return self.sit_down(self.table)

    def return_to_game(self, number: str) -> Patch:
        """Return to a saved game or, without a number, to the one on the table."""
        if not number and self.table is None:
            raise ValueError(_("No game is open."))
        return self.do_continue(number) if number else self.sit_down(self.open())

    @intent(text_of, on=EVERYWHERE)
    def do_replace(self, value: str | None) -> Patch:
        """Delete a saved game, given by its number, to free its slot for the new game that waits."""
        sitting = self._keeping.waiting
        if sitting is None:
            raise ValueError(_("No new game is waiting for a slot."))
        self._keeping.delete(value)
        return self.begin(sitting)

    @intent(or_nothing(deal_of), on=EVERYWHERE)
    def do_quick(self, deal: tuple[int, list[str]] | None) -> Patch:
        """Begin a game against one opponent: a new one, or one that the build has dealt and drawn."""
        if deal is None:
            return self.begin(
                Sitting.new(first(self._memory.set_up.reader).chairs(), "random", secrets.randbelow(SEEDS))
            )
        sitting = dealt(*deal)
        patch = self.begin(sitting)
        told = [line.text for line in sitting.lines() if line.turn]  # the opponent's turn hasn't been announced yet
        return patch | {"say": " ".join(filter(None, [*told, patch.get("say", "")]))}

    def begin_day(self, level: str | None) -> Patch:
        """Begin the game of the day against a level, or continue the one begun."""
        day = self.today().isoformat()
        begun = self._keeping.shelf.of_day(day)
        if begun is not None:
            return self.do_continue(str(begun))
        reader, other, *_more = named(self._memory.set_up.reader)
        chairs = (Chair(reader, PERSON), Chair(other, level or USUAL))
        return self.begin(Sitting.seated(Game.of_day(day), chairs))

    @intent(on=EVERYWHERE)
    def do_guided(self) -> Patch:
        """Begin the first game: against the gentlest opponent, with a coach."""
        reader, other, *_more = named(self._memory.set_up.reader)
        chairs = (Chair(reader, PERSON), Chair(other, next(iter(LEVELS))))
        sitting = Sitting.new(chairs, "random", GUIDED)
        sitting.game.headers[COACH] = "on"
        return self.begin(sitting)

    @intent(setup_from, on=EVERYWHERE)
    def do_begin(self, chosen: SetUp) -> Patch:
        """Begin the game from a set-up, or show the errors in it."""
        self._memory.set_up = chosen
        self._here.show("setup")
        self.faults, self.inviting = chosen.faults(), chosen.by_message()
        if self.faults:
            field, fault = next(iter(self.faults.items()))
            return {"focus": field, "say": fault}
        minutes = 0 if chosen.by_message() else int(chosen.clock or 0)
        sitting = Sitting.new(
            chosen.chairs(),
            chosen.start,
            seed_of(chosen.seed),
            chosen.screens,
            self._memory.layout(chosen.layout),
            chosen.hints,
            minutes,
            new_id() if chosen.by_message() else "",
        )
        self._memory.set_up = replace(chosen, seed="")
        patch = self.begin(sitting)
        if chosen.by_message() and chosen.way == LIVE and self._keeping.waiting is None:
            patch |= self.friends.begun().prepare(fair=not chosen.seed)
            patch.pop("say", None)  # nobody has seen the board yet
        return patch | {"save": self._memory.keep(SET_UP, setup_text(chosen))}

    @intent(on=EVERYWHERE)
    def do_rematch(self) -> Patch:
        """Begin another game with the same players."""
        return self._again(self.open().sitting.chairs)

    @intent(on=EVERYWHERE)
    def do_harder(self) -> Patch:
        """Begin another game against computer players one level up."""
        return self._again(harder(self.open().sitting.chairs))

    def _again(self, chairs: Sequence[Chair]) -> Patch:
        sitting = self.open().sitting
        live = self.friends.plays(sitting)
        patch = self.begin(sitting.again(secrets.randbelow(SEEDS), chairs, new_id() if sitting.message else ""))
        if live and self._keeping.waiting is None:
            patch |= self.friends.known().host.rematch()
            patch.pop("say", None)  # nobody has seen the board yet
        return patch

    @intent(on=PLAYED)
    def do_play_on(self) -> Patch:
        """Begin a separate game from the past moment shown, with the same players; the old one stays as it is."""
        table = self.open()
        if not table.head.past:
            raise ValueError(_("Choose an earlier moment first."))
        begun = self.begin(table.sitting.played_on(table.head.at, secrets.randbelow(SEEDS)))
        told = _("This is a new game from that moment on. The other one stays under “Your games”.")
        return begun | ({"say": told} if self._keeping.waiting is None else {})

    def open_file(self, file: dict[str, Any]) -> Patch | None:
        """Open the game in a file, or import all games in one."""
        found = self._keeping.read_file(file)
        if found:
            sitting, fault = found
            if sitting.message and not fault:
                return self.met_record(sitting)
            return self.begin(sitting) | ({"alert": fault} if fault else {})
        self._here.show("games")
        return None

    @intent(object_of, on=EVERYWHERE)
    def do_link(self, form: dict[str, Any]) -> Patch:
        """Open a link: a game and its moment, a turn by message, or a live game's invitation or answer."""
        text = plain(str(form.get("link", "")))
        if (patch := self.friends.opened(text)) is not None:
            return patch
        sitting, link, moment, seat = self._keeping.read_link(text)
        if sitting.message and not moment:
            return self.met_record(sitting, link)
        patch = self.begin(sitting, link)
        if moment and self._here.shown.at_table:
            table = self.open()
            patch |= table.playback.do_seek(moment) or {}
            table.shown = table.shown if seat is None else seat
        return patch

    @intent(on=EVERYWHERE)
    def do_download(self) -> Patch:
        """Save the game on the table as a file."""
        sitting = self.open().sitting
        # An unfinished game is sealed: its record reveals every secret.
        text = record_text(sitting.record()) if sitting.over else sitting.handed_out()
        return download("key-harvest.txt", "text/plain", text)

    @intent(on=EVERYWHERE)
    def do_transcript(self) -> Patch:
        """Save the transcript of the joint draws, which all pages have signed, as a file."""
        if not self.open().sitting.part:
            raise ValueError(_("This game has no transcript: its draws weren't checked."))
        text = self.open().sitting.part.partition("\n")[2]  # the first line is this page's secret
        return download("key-harvest-fair.txt", "text/plain", text)

    # Games by message

    def met_record(self, sitting: Sitting, link: str = "") -> Patch:
        """Receive the record of a game by message, and say how it differs from the game saved here."""
        return self.friends.letters.open_record(sitting, link)

    def join(self, theirs: Sitting, seat: int) -> Patch:
        """Take a seat in a game from another page or, with ``NOBODY``, watch it.

        Raise ``ValueError`` for a seat that isn't a person's.
        """
        if seat != NOBODY and not (seat < len(theirs.chairs) and theirs.chairs[seat].human):
            raise ValueError(f"message: join: seat {seat + 1} is not for a person")
        patch = self.begin(theirs.seated_at(seat))
        name = theirs.names[seat] if seat != NOBODY else ""
        if self._memory.set_up.reader == NAMES[0] and name not in NAMES:  # nobody has asked yet
            patch["save"] = self._memory.call_reader(name)
        table = self.table
        if table and self._here.shown.at_table and not theirs.over and table.timeline.begin() < table.timeline.now:
            patch |= self.follow(table, table.timeline.begin())
        return patch

    def follow(self, table: Tabletop, since: int) -> Patch:
        """Show what was played elsewhere since a moment, given as a number of moves."""
        self.table = table
        table.viewer = table.sitting.reader()
        table.head.to_now()
        self._heard = since
        self._drawn.again()
        table.playback.follow(since)
        return self.moved()
