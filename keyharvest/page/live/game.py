"""A live game as one page knows it: where it is saved, who is there, and what comes from the other pages."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Iterable

from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.forms import SEEDS, fault_text
from keyharvest.page.core.sounds import TURN
from keyharvest.page.live.lines import Lines, Phrases, checks, stored_part
from keyharvest.page.live.lobby_view import Lobby
from keyharvest.page.tabletop.panels.fairness import accusation
from keyharvest.page.tabletop.tabletop import Tabletop
from keyharvest.remote.exchange import NO_SEAT, Notice
from keyharvest.remote.live import AWAY, HERE, Live
from keyharvest.rules import CHANCE, actor
from keyharvest.table.chairs import NOBODY
from keyharvest.table.company import PHRASES, Company
from keyharvest.table.sealing import MUTED, WAS_LIVE
from keyharvest.table.sitting import Sitting
from keyharvest.table.together import cease, open_up, received, stop
from keyharvest.words import listing
from keyharvest.words.language import _


def drawn_here(sitting: Sitting, at: int) -> bool:
    """Whether the moves from number ``at`` on begin with a draw that follows a decision made on this page."""
    before = sitting.game.states[: at + 1]
    decided = next((actor(state) for state in reversed(before) if actor(state) >= 0), NOBODY)
    return actor(before[-1]) == CHANCE and decided != NOBODY and sitting.chairs[decided].person


class LiveGame:
    """The live game of a page, which is its :class:`Host` or a :class:`Guest`.

    Methods named ``on_…`` handle an event on a line, those named ``_news_…`` what another page has sent.

    Attributes:
        live: the exchange with the other pages.
        number: the number of the saved game, if it is saved here.
        phrases: the phrases said.
        called: the news that it is a player's turn here, until they see it at the table or close it.
    """

    def __init__(self, lines: Lines, live: Live, number: int | None) -> None:
        self.live = live
        self.number = number
        self.phrases = Phrases(lambda: lines.clock())
        self.called = ""
        self._lines = lines
        self._seating = lines.seating
        self._keeping = lines.keeping
        self._here = lines.here
        self._shaky: set[int] = set()
        sitting = self.sitting()
        self.phrases.muted = sitting is not None and MUTED in sitting.game.headers
        live.draws.part = stored_part(sitting)
        if lines.before is not None:
            live.draws.resume(lines.before)
        lines.before = live.draws

    def _follow(self, game: str, number: int | None, table: Sitting | None) -> None:
        """Continue with the same people in another game."""
        self.live = self.live.following(game, table)
        self.number = number
        self._lines.before = self.live.draws
        self._lines.forget()

    # What is different for a host and a guest

    def note(self) -> str:
        """Return the note of this page's lines, from which a new worker continues: for which game they are, and whose.

        ``shown`` before it: no other deal may follow.
        """
        raise NotImplementedError

    def numbers(self) -> list[int]:
        """Return the numbers of this page's lines."""
        raise NotImplementedError

    def has_link(self) -> bool:
        """Whether this page shows a link that can be scanned."""
        raise NotImplementedError

    def gathers(self, number: int | None) -> bool:
        """Whether people are gathering for this game, which hasn't begun; with ``number``, for that saved game."""
        raise NotImplementedError

    def plays(self) -> bool:
        """Whether people are connected in this game. Raise ``ValueError`` on a guest's page."""
        raise NotImplementedError

    def reaches(self) -> bool:
        """Whether anyone can open the counters of a sealed game."""
        raise NotImplementedError

    def lobby(self) -> Lobby | None:
        """Return who is at the table, as far as this page knows."""
        raise NotImplementedError

    def welcome(self) -> Patch:
        """Return their seats to people who are back, if that is possible now."""
        raise NotImplementedError

    def _stranger(self) -> str:
        """Return the name of someone before the game is here."""
        raise NotImplementedError

    def _company(self, sitting: Sitting, presence: dict[int, str]) -> Company:
        raise NotImplementedError

    def _word(self) -> str:
        """Return what the saved game says about being live."""
        raise NotImplementedError

    # The game

    def sitting(self) -> Sitting | None:
        """Return the game, if it is here: the one on the table, or a saved one while another is there."""
        return self._lines.sitting(self.live.game, self.number)

    def who(self, seat: int) -> str:
        """Return a player's name."""
        sitting = self.sitting()
        return sitting.names[seat] if sitting and 0 <= seat < len(sitting.names) else self._stranger()

    def begun_here(self) -> bool:
        """Whether the game began on this page, which then invites the others again."""
        sitting = self.sitting()
        return sitting is not None and sitting.chairs[sitting.host()].person

    def company(self, sitting: Sitting) -> Company | None:
        """Return the people on other pages, if a game is this one."""
        live = self.live
        if sitting.message != live.game or self.sitting() is not sitting:
            return None
        shaky = {live.lines[line].seat: "shaky" for line in self._shaky & live.lines.keys()}
        return self._company(sitting, live.presence | shaky)

    def on_table(self, sitting: Sitting) -> bool:
        """Whether a game is on the table."""
        table = self._seating.table
        return table is not None and table.sitting is sitting

    def _keep(self, sitting: Sitting) -> None:
        """Save the game, whether it is on the table or not."""
        if self.on_table(sitting):
            self._keeping.keep(sitting)
        elif self.number is not None:
            self._keeping.keep_aside(sitting, self.number)

    def _change(self, sitting: Sitting) -> None:
        """Save a changed version of the game, and put it on the table if the old one was there."""
        table = self._seating.table
        if table and self.sitting() is table.sitting:
            viewer = table.viewer
            self._seating.table = Tabletop(sitting, self._seating.moved)
            self._seating.table.viewer = viewer
        self._keep(sitting)

    def _put(self, sitting: Sitting) -> Patch:
        """Replace the game by a version that differs in more than moves, and redraw it if it is shown."""
        self._change(sitting)
        return self._seating.moved() if self._here.shown.playing and self.on_table(sitting) else {}

    def remember(self, sitting: Sitting) -> None:
        """Note in the game saved here that it is live, or will be, and whether phrases are muted."""
        sitting.game.headers[WAS_LIVE] = self._word()
        if self.phrases.muted:
            sitting.game.headers[MUTED] = "on"
        else:
            sitting.game.headers.pop(MUTED, None)
        self._change(sitting)

    def _continue(self) -> Patch:
        """Show the saved game."""
        return self._seating.do_continue(str(self.number)) if self.number is not None else {}

    def table(self) -> Patch:
        """Show who is at the table."""
        self._here.leave_for("lobby")
        return {"focus": "lobby-start"}

    # Events on the lines

    def on_offer(self, line: int, code: str) -> None:
        """Take the browser's part of an invitation; an earlier game of this page may have asked for it."""

    def on_answer(self, line: int, code: str) -> None:
        """Take the browser's part of an answer; an earlier game of this page may have asked for it."""

    def opened(self, line: int) -> Patch:
        """Greet the page on a line that has opened."""
        raise NotImplementedError

    def broken(self, line: int, how: str) -> None:
        """Note that a line is useless now."""
        raise NotImplementedError

    def on_text(self, line: int, text: str) -> None:
        """Take a text from another page."""
        self.live.heard(line, text, self.sitting())

    def on_failed(self, line: int, _text: str) -> None:
        """Note that a line couldn't be opened."""
        self.broken(line, "failed")

    def on_lost(self, line: int, _text: str) -> None:
        """Note that a line was closed."""
        self._shaky.discard(line)
        self.live.closed(line)
        self.broken(line, "lost")

    def on_shaky(self, line: int, _text: str) -> None:
        """Note that nothing comes over a line."""
        self._shaky.add(line)

    def on_steady(self, line: int, _text: str) -> None:
        """Note that a line works again."""
        self._shaky.discard(line)
        self.live.ask()

    def on_away(self, _line: int, _text: str) -> None:
        """Report to the others that this page is hidden."""
        self.live.report_presence(AWAY)

    def on_here(self, _line: int, _text: str) -> None:
        """Report to the others that this page is visible again."""
        self.live.report_presence(HERE)

    def send(self) -> None:
        """Send settled moves, and order what the lines need."""
        live, sitting = self.live, self.sitting()
        if live.lines and sitting:
            live.push(sitting)
            self._store(sitting)
            if sitting.note_had(live.had(sitting)):
                self._keep(sitting)
        for line in live.lines:
            self._lines.note(line, self.note())
        for line, text in live.out:
            self._lines.order(*(("close", line) if text is None else ("send", line, text)))
        live.out = []

    def _store(self, sitting: Sitting) -> None:
        """Store what this page and the others have signed, before it is sent."""
        live = self.live
        if live.draws.part and live.begun and not sitting.game.together:
            live.cease(sitting)  # the game has continued by message
        elif live.draws.part and live.draws.signed and live.begun:
            live.draws.signed = False
            sitting.part = live.draws.part.text()
            self._keep(sitting)

    # News

    def handle_news(self) -> Patch:
        """Act on the news from the other pages, and announce it."""
        patch: Patch = {}
        news = deque(self.live.news)
        self.live.news = []
        for item in news:
            try:
                more: Patch = getattr(self, f"_news_{item.what}")(item) or {}
            except ValueError as error:
                more = {"alert": fault_text(error)}
            said = " ".join(text for text in (patch.get("say", ""), more.get("say", "")) if text)
            patch |= more | ({"say": said} if said else {})
        return patch

    def _news_hello(self, _news: Notice) -> Patch:
        return {}

    def _news_moves(self, news: Notice) -> Patch:
        sitting = self.sitting()
        assert sitting
        table = self._seating.table
        if not (table and self.on_table(sitting)):
            assert self.number is not None
            self._keeping.keep_aside(sitting, self.number)
            return self._has_played(sitting, news.seat)
        if table.head.live and not drawn_here(sitting, news.number):  # a draw after a decision here is shown at once
            table.playback.follow(news.number)
        if self._here.shown.playing:
            return self._seating.moved()
        self._keeping.keep(sitting)
        return self._has_played(sitting, news.seat)

    def _has_played(self, sitting: Sitting, seat: int) -> Patch:
        """Announce moves that the player doesn't see, and alert them if it is their turn now."""
        played = _("{name} has played in your live game.").format(name=self.who(seat))
        if not sitting.person_to_act():
            return {"say": played}
        self.called = played
        return {"sound": TURN}

    def _news_game(self, news: Notice) -> Patch:
        theirs = Sitting.from_text(news.text, secrets.randbelow(SEEDS))
        sitting, live = self.sitting(), self.live
        part = live.draws.part
        alone = sitting is None and theirs.computers()  # only people draw together
        agreed = part is None or (part.begins(theirs.game.states[0]) and not alone)
        if theirs.message != live.game or not agreed:
            raise ValueError(_("The other page sent a different game."))
        # A person who comes back watches as long as a computer player has their seat.
        seat = live.own if live.own < len(theirs.chairs) and theirs.chairs[live.own].human else NOBODY
        game = received(theirs.seated_at(seat), sitting, part)
        if sitting and game and sitting.game.sealed and not game.game.together:
            patch = self._put(game) | {"alert": self._ended_by(part.ended_by if part else None, news.seat)}
        elif sitting and (sitting.persons() or not game):
            return self._seating.met_record(theirs)
        elif sitting and game:
            patch = self._put(game)
        elif game:
            patch = self._seating.join(game, seat)
            self.number = self._keeping.current
        else:
            return {}  # the last messages of its deal are still on their way
        if sitting := self.sitting():
            live.draws.part = live.draws.part if sitting.game.together else None
            self.remember(sitting)
            live.ready(sitting)
        return patch

    def _news_said(self, news: Notice) -> Patch:
        if not self.phrases.take(news.seat, news.number, here=False) or self.phrases.muted:
            return {}
        return {"say": _("{name}: {phrase}").format(name=self.who(news.seat), phrase=_(PHRASES[news.number]))}

    def _news_is(self, news: Notice) -> Patch:
        if news.text != "gone":
            return {}
        return {"say": _("The connection to {name} dropped.").format(name=self.who(news.seat))}

    def _news_parted(self, _news: Notice) -> Patch:
        return {"alert": _("The games on your two pages no longer match.")}

    def _news_newer(self, news: Notice) -> Patch:
        self.broken(news.line, "newer")
        return {"alert": _("The other page has a newer version of Key Harvest: reload this one to get it.")}

    def _news_older(self, news: Notice) -> Patch:
        self.broken(news.line, "lost")
        told = _("{name}'s page has an older version of Key Harvest: they must reload it to play with you.")
        return {"alert": told.format(name=self.who(news.seat))}

    def _news_fault(self, news: Notice) -> Patch:
        self.broken(news.line, "lost")
        told = _(
            "{name}'s page sent something that isn't part of this game, so the connection was closed. "
            "Your game is safe."
        )
        return {"alert": told.format(name=self.who(news.seat))}

    # Drawing together

    def _news_dealt(self, _news: Notice) -> Patch:
        return {}  # the host sends the game

    def _news_opened(self, _news: Notice) -> Patch:
        sitting = self.sitting()
        if sitting is None or not sitting.game.sealed:
            return {}
        open_up(sitting)
        return self._put(sitting)

    def _news_unchecked(self, news: Notice) -> Patch:
        before_the_game = not self.sitting()
        told = self._alone([news.seat])
        return self.cease(told) or ({"alert": told} if before_the_game else {})

    def _news_doubt(self, news: Notice) -> Patch:
        told = _(
            "The pages have different versions of this game, and nobody can say why: from now on draws aren't checked."
        )
        if news.seat != NO_SEAT:
            told = _(
                "Something from {name}'s page doesn't fit this game, and nobody can say why: from now on draws aren't "
                "checked."
            ).format(name=self.who(news.seat))
        return self.cease(told) | {"alert": told}

    def _alone(self, seats: Iterable[int]) -> str:
        told = _("{name}'s page draws alone again: from now on draws aren't checked.")
        return told.format(name=listing([self.who(seat) for seat in seats]))

    def _news_lie(self, news: Notice) -> Patch:
        sitting = self.sitting()
        if sitting is None or sitting.game.stopped:
            return {}
        told = {"alert": accusation(checks(self.live), self.who(news.seat))}
        if not self.live.begun:  # there is nothing to stop yet, and the host may start without checks
            return told
        stop(sitting)
        return self._put(sitting) | told

    def wait_no_longer(self) -> None:
        """Close the lines to pages that haven't opened their keys, if these have been asked for already."""
        for line in self.live.draws.wait_no_longer():
            self._lines.order("close", line)
            self.on_lost(line, "")

    def cease(self, told: str) -> Patch:
        """End the joint draws and announce that; in a sealed game, only once the counters are open."""
        sitting = self.sitting()
        if sitting and sitting.game.stopped:
            return {}  # a page whose lie is proven can't change that
        self.live.cease(sitting)
        if sitting is None or not sitting.game.together:
            return {}
        if sitting.game.sealed:
            return self.handle_news() or self.end_draws() or {"say": _("All pages open their counters…")}
        cease(sitting)
        return self._put(sitting) | {"alert": told}

    def end_draws(self) -> Patch:
        """End the joint draws of a sealed game, if this page can: only a host's hands the game over then."""
        return {}

    def _ended_by(self, seat: int | None, host: int) -> str:
        """Say who has ended the joint draws of a sealed game: the one whose key came first, or else the host."""
        by = host if seat is None else seat
        return _("From now on draws aren't checked.") if by == self.live.own else self._alone([by])

    # At the table

    def say(self, phrase: int) -> Patch:
        """Say a set phrase to everyone, at most one every three seconds."""
        live = self.live
        if not live.lines or live.own == NO_SEAT:
            raise ValueError(_("Nobody is connected."))
        if not self.phrases.take(live.own, phrase, here=True):
            return {"say": _("Wait three seconds between phrases.")}
        live.say(phrase)
        return {"say": _("You: {phrase}").format(phrase=_(PHRASES[phrase])), "closed": True}

    def mute(self) -> Patch:
        """Stop showing phrases, or show them again; the choice is saved with the game."""
        self.phrases.muted = not self.phrases.muted
        if sitting := self.sitting():
            self.remember(sitting)
        return {"say": _("Phrases are off.") if self.phrases.muted else _("Phrases are on.")}
