"""Live games (docs/remote.md): their start, the lines to other pages, and what comes over them."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from keyharvest.page.core.drawing import TURN, Patch
from keyharvest.page.core.forms import SEEDS, fault_text
from keyharvest.page.core.intent import HOST, intent
from keyharvest.page.live.answers import Invite, Ticket
from keyharvest.page.live.around import LIVE_SCREENS
from keyharvest.page.live.invitations import Invitations
from keyharvest.page.live.places import place_text, player_of, seated
from keyharvest.page.live.together import can_deal, checks, drawn_here
from keyharvest.page.parts.company import MENU
from keyharvest.page.parts.controls import button
from keyharvest.page.parts.icons import icon
from keyharvest.page.tabletop.panels.fairness import accusation
from keyharvest.picture.elements import Html, h, join
from keyharvest.players import NAMES as LEVELS
from keyharvest.remote.calling import WATCHERS, read_call
from keyharvest.remote.exchange import NO_SEAT, Notice
from keyharvest.remote.live import AWAY, HERE, Live
from keyharvest.remote.ordering import LONGEST
from keyharvest.table.chairs import FAR, NOBODY, USUAL
from keyharvest.table.company import PHRASES
from keyharvest.table.sealing import GATHERING, GATHERING_FAIR, WAS_LIVE
from keyharvest.table.sitting import Sitting
from keyharvest.table.together import cease, dealt, end, open_up, received, stop
from keyharvest.words import listing
from keyharvest.words.language import _

#: The events that a line can report.
_HAPPENINGS: Final = frozenset(
    {"offer", "answer", "open", "text", "lost", "failed", "shaky", "steady", "away", "here", "handed", "taken"}
    | {"service", "kept", "paused", "returned"}
)


class Calls(Invitations):
    """The live game of a page, whose player is the host or a guest; ``clock`` returns the time in seconds."""

    # Starting

    @intent(on=HOST)
    def do_start(self) -> Patch:
        """Start the game, or return to it."""
        live, sitting = self._hosted()
        missing = self._missing()
        if missing and not live.begun:
            raise ValueError(_("{name} hasn't answered yet.").format(name=sitting.names[missing[0]]))
        if not live.begun and self._fair and can_deal(sitting):
            if live.draws.spent and live.draws.part is None:
                return self._begin_unchecked(_("From now on draws aren't checked."))
            live.draws.deal(sitting.start, sitting.game.state.layout, len(sitting.chairs))
            two = len(sitting.chairs) == 2
            return {"say": _("Both pages shuffle together.") if two else _("All pages shuffle together.")}
        live.begin(sitting)
        self._remember(sitting)
        return self._seating.do_continue(str(self._number)) if self._number is not None else {}

    def plays(self, sitting: Sitting) -> bool:
        """Whether people are connected in a game that this page hosts. Raise ``ValueError`` on a guest's page."""
        live = self._live
        if live is None or not live.lines or self._sitting() is not sitting:
            return False
        if not live.hosting:
            host = self._who(self._call.host if self._call else 0)
            raise ValueError(_("Only {name} can start the next game; you'll join it then.").format(name=host))
        return True

    def rematch(self) -> Patch:
        """Gather for the next game, which is on this page's table now: everyone who is connected joins it at once."""
        live, sitting = self._live, self._seating.open().sitting
        assert live
        self._live = live.following(sitting.message, sitting)
        self._before = self._live.draws
        self._game, self._number, self._aside = sitting.message, self._keeping.current, None
        self._fair = True
        self._invites = {number: Invite("connected") for number in live.lines}
        self._remember(sitting)
        for seat in self._missing():
            self._offer(seat)
        patch = self.table()
        self._here.behind = self._here.find("home")  # nobody has seen the board yet
        return patch

    # Lines

    def happened(self, told: dict[str, Any]) -> Patch:
        """Handle what has happened on a line."""
        line, what, text = told.get("line"), told.get("what"), told.get("text")
        known = isinstance(line, int) and isinstance(what, str) and what in _HAPPENINGS
        if not known or not isinstance(text, str) or len(text) > 2 * LONGEST:
            raise ValueError("message: peer: expected 'line' (a number), 'what' (what happened) and 'text' (a string)")
        patch: Patch = getattr(self, f"_on_{what}")(line, text) or {}
        return patch | self._handle_news()

    def _on_open(self, line: int, note: str) -> Patch:
        self._on_kept(line, note)
        live, sitting = self._live, self._sitting()
        if live is None:
            return {}
        patch: Patch = {}
        if live.hosting:
            self._invites[line] = Invite("connected")
            live.opened(line, NO_SEAT if line in WATCHERS else line, sitting)
            invites = self._here.shown.gathers
            if invites and live.begun and not self._missing() and self._number is not None:
                patch = self._seating.do_continue(str(self._number))
            elif invites:
                patch = self.table()
        else:
            live.opened(line, self._call.host if self._call else 0, sitting)
            self._stage = "connected"
            waits = self._here.shown.invited and not self._ticket
            if sitting and waits and self._number is not None:
                patch = self._seating.do_continue(str(self._number))
        return patch

    def _on_kept(self, line: int, note: str) -> None:
        """Restore from a line's note what the page knew before its web worker was replaced."""
        known, shown = self._live is not None, note.startswith("shown ")
        role, _space, rest = note.removeprefix("shown ").partition(" ")
        if not known and role == "host":
            self._game = rest
            self._number = next(iter(self._keeping.shelf.by_message(self._game)), None)
            if sitting := self._sitting():
                host = next(iter(sitting.persons()), sitting.host())
                chair, was = sitting.chairs[host], sitting.game.headers.get(WAS_LIVE, "")
                self._speak(host, True, was not in (GATHERING, GATHERING_FAIR), chair.name, chair.face, chair.badge)
                self._fair = was == GATHERING_FAIR
        elif not known and role == "guest":
            invitation, face, badge, name = rest.split(" ", 3)
            self._accept(Ticket("answering", read_call(invitation), name, face, int(badge)))
        if self._live and not known and shown:
            self._live.draws.remember_deal()
        if self._live and self._live.hosting:
            self._invites.setdefault(line, Invite())

    def _on_returned(self, _line: int, place: str) -> Patch:
        """Return to the screen of a live game that the page showed before its web worker was replaced."""
        there = place in LIVE_SCREENS and self._live is not None
        return (self._here.find(place).enter("") if there else None) or {}

    def _on_text(self, line: int, text: str) -> None:
        if self._live:
            self._live.heard(line, text, self._sitting())

    def _on_lost(self, line: int, _text: str) -> Patch:
        self._shaky.discard(line)
        if self._live:
            self._live.closed(line)
        return self._broken(line, "lost")

    def _on_shaky(self, line: int, _text: str) -> None:
        self._shaky.add(line)

    def _on_steady(self, line: int, _text: str) -> None:
        self._shaky.discard(line)
        if self._live:
            self._live.ask()

    def _on_away(self, _line: int, _text: str) -> None:
        if self._live:
            self._live.report_presence(AWAY)

    def _on_here(self, _line: int, _text: str) -> None:
        if self._live:
            self._live.report_presence(HERE)

    # News

    def _handle_news(self) -> Patch:
        """Act on the news and announce it."""
        patch: Patch = {}
        if self._live is None:
            return patch
        news = deque(self._live.news)
        self._live.news = []
        for item in news:
            try:
                more: Patch = getattr(self, f"_news_{item.what}")(item) or {}
            except ValueError as error:
                more = {"alert": fault_text(error)}
            said = " ".join(text for text in (patch.get("say", ""), more.get("say", "")) if text)
            patch |= more | ({"say": said} if said else {})
        return patch

    def _news_moves(self, news: Notice) -> Patch:
        sitting = self._sitting()
        assert sitting
        table = self._seating.table
        if not (table and self._on_table(sitting)):
            assert self._number is not None
            self._keeping.keep_aside(sitting, self._number)
            return self._has_played(sitting, news.seat)
        if table.head.live and not drawn_here(sitting, news.number):  # a draw after a decision here is shown at once
            table.playback.follow(news.number)
        if self._here.shown.playing:
            return self._seating.moved()
        self._keeping.keep(sitting)
        return self._has_played(sitting, news.seat)

    def _has_played(self, sitting: Sitting, seat: int) -> Patch:
        """Announce moves that the player doesn't see, and alert them if it is their turn now."""
        played = _("{name} has played in your live game.").format(name=self._who(seat))
        if not sitting.person_to_act():
            return {"say": played}
        self._called = played
        return {"sound": TURN}

    def noted(self) -> None:
        """Hide the news that it is a player's turn here, until there are others."""
        self._called = ""

    def news(self) -> Html:
        """Draw the news that it is a player's turn here, until they see it at the table or close it."""
        sitting = self._sitting()
        there = sitting is not None and self._here.shown.playing and self._on_table(sitting)
        if sitting is None or there or not sitting.person_to_act():
            self._called = ""
        if not self._called:
            return Html()
        return join(
            icon("tick"),
            h.span[self._called],
            button(_("Your turn"), "continue", str(self._number), class_="main"),
            button(icon("cross"), "noted", class_="square", aria_label=_("Close")),
        )

    def _news_game(self, news: Notice) -> Patch:
        theirs = Sitting.from_text(news.text, secrets.randbelow(SEEDS))
        sitting, live = self._sitting(), self._live
        assert live
        part = live.draws.part
        alone = sitting is None and theirs.computers()  # only people draw together
        agreed = part is None or (part.begins(theirs.game.states[0]) and not alone)
        if theirs.message != self._game or not agreed:
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
            self._number = self._keeping.current
        else:
            return {}  # the last messages of its deal are still on their way
        if sitting := self._sitting():
            live.draws.part = live.draws.part if sitting.game.together else None
            self._remember(sitting)
            live.ready(sitting)
        return patch

    def _put(self, sitting: Sitting) -> Patch:
        """Replace the live game by a version that differs in more than moves, and redraw it if it is shown."""
        self._changed(sitting)
        return self._seating.moved() if self._here.shown.playing and self._on_table(sitting) else {}

    def _news_hello(self, news: Notice) -> Patch:
        sitting, live = self._sitting(), self._live
        if not (sitting and live and live.hosting and 0 <= news.seat < len(sitting.chairs)):
            return {}
        if not live.begun:
            there = {line.seat for line in live.lines.values() if line.seat != news.seat}
            changed = seated(sitting, news.seat, player_of(news.text), {*sitting.persons(), *there})
            self._changed(changed.with_chair(news.seat, kind=FAR))
        elif not sitting.chairs[news.seat].human:
            told = _("{name} is back. The computer leaves the seat after its turn.")
            return {"say": told.format(name=self._who(news.seat))}
        return {"say": _("{name} is connected.").format(name=self._who(news.seat))}

    def _news_sits(self, _news: Notice) -> None:
        if self._here.shown.invited and not self._ticket and self._lobby():
            self._here.leave_for("lobby")

    def _news_again(self, news: Notice) -> Patch:
        live, call = self._live, self._call
        if live is None or call is None:
            return {}
        self._game, self._number, self._aside = news.text, None, None
        self._live = live.following(news.text, None)
        self._before = self._live.draws
        self._call, self._stage = replace(call, game=news.text), "connected"
        if self._here.shown.result:
            self._show_own()
        return {"say": _("{name} starts another game.").format(name=call.names[0])}

    def _news_chair(self, news: Notice) -> Patch:
        sitting, live = self._sitting(), self._live
        if not (sitting and live and 0 <= news.seat < len(sitting.chairs) and news.text in (FAR, *LEVELS)):
            return {}
        changed = sitting.given(news.seat, news.text, live.own)
        if changed is sitting:
            return {}
        if news.seat == live.own:
            gone = _("A computer player has your seat. You'll get it back after its turn.")
            told = _("You have your seat again.") if news.text == FAR else gone
        else:
            told = _("A computer player has taken {name}'s seat.") if news.text != FAR else _("{name} is back.")
        return self._put(changed) | {"say": told.format(name=self._who(news.seat))}

    def _news_said(self, news: Notice) -> Patch:
        if not self._phrases.take(news.seat, news.number, here=False) or self._phrases.muted:
            return {}
        return {"say": _("{name}: {phrase}").format(name=self._who(news.seat), phrase=_(PHRASES[news.number]))}

    def _news_is(self, news: Notice) -> Patch:
        return (
            {"say": _("The connection to {name} dropped.").format(name=self._who(news.seat))}
            if news.text == "gone"
            else {}
        )

    def _news_parted(self, news: Notice) -> Patch:
        return {"alert": _("The games on your two pages no longer match.")}

    def _news_newer(self, news: Notice) -> Patch:
        self._broken(news.line, "newer")
        return {"alert": _("The other page has a newer version of Key Harvest: reload this one to get it.")}

    def _news_older(self, news: Notice) -> Patch:
        self._broken(news.line, "lost")
        told = _("{name}'s page has an older version of Key Harvest: they must reload it to play with you.")
        return {"alert": told.format(name=self._who(news.seat))}

    def _news_fault(self, news: Notice) -> Patch:
        self._broken(news.line, "lost")
        told = _(
            "{name}'s page sent something that isn't part of this game, so the connection was closed. "
            "Your game is safe."
        )
        return {"alert": told.format(name=self._who(news.seat))}

    # Drawing together

    def _news_dealt(self, _news: Notice) -> Patch:
        sitting, live = self._sitting(), self._live
        if not (sitting and live and live.draws.part) or live.begun or self._number is None:
            return {}
        sitting = dealt(sitting, live.draws.part)
        live.begin(sitting)
        self._remember(sitting)
        return self._seating.do_continue(str(self._number))

    def _news_opened(self, _news: Notice) -> Patch:
        sitting = self._sitting()
        if sitting is None or not sitting.game.sealed:
            return {}
        open_up(sitting)
        return self._put(sitting)

    def _news_unchecked(self, news: Notice) -> Patch:
        sitting, live = self._sitting(), self._live
        told = self._alone([news.seat])
        if sitting and live and live.hosting and not live.begun:
            return self._begin_unchecked(told)
        before_the_game = {} if sitting else {"alert": told}
        return self._cease(told) or before_the_game

    def _news_doubt(self, news: Notice) -> Patch:
        sitting, live = self._sitting(), self._live
        told = _(
            "The pages have different versions of this game, and nobody can say why: from now on draws aren't checked."
        )
        if news.seat != NO_SEAT:
            told = _(
                "Something from {name}'s page doesn't fit this game, and nobody can say why: from now on draws aren't "
                "checked."
            ).format(name=self._who(news.seat))
        if sitting and live and live.hosting and not live.begun:
            return self._begin_unchecked(told)
        return self._cease(told) | {"alert": told}

    def _alone(self, seats: Iterable[int]) -> str:
        told = _("{name}'s page draws alone again: from now on draws aren't checked.")
        return told.format(name=listing([self._who(seat) for seat in seats]))

    def _news_lie(self, news: Notice) -> Patch:
        sitting, live = self._sitting(), self._live
        if not (sitting and live) or sitting.game.stopped:
            return {}
        told = {"alert": accusation(checks(live), self._who(news.seat))}
        if not live.begun:  # there is nothing to stop yet, and the host may start without checks
            return told
        stop(sitting)
        return self._put(sitting) | told

    def cease(self) -> Patch:
        """Continue a game without its joint draws."""
        live, told = self._live, _("From now on draws aren't checked.")
        if live and live.hosting and live.draws.part and not live.begun:
            return self._begin_unchecked(told)
        sitting = self._seating.open().sitting
        here = sitting is self._sitting()
        if not sitting.game.together or sitting.game.stopped:
            raise ValueError(_("Draws aren't checked."))
        if sitting.game.sealed and not (here and live and (live.hosting or live.lines)):
            raise ValueError(_("Nobody is connected."))  # nobody can open the counters for this page
        if here and live:
            for line in live.draws.wait_no_longer():  # if keys have been asked for already
                self._order("close", line)
                self._on_lost(line, "")
        if here:
            return self._cease(told)
        cease(sitting)
        return self._seating.moved() | {"alert": told}

    def _begin_unchecked(self, told: str) -> Patch:
        """Begin the game on the host's page without joint draws."""
        self._fair = False
        if self._live:
            self._live.cease(self._sitting())
        return self.do_start() | {"alert": told}

    def _cease(self, told: str) -> Patch:
        """End the joint draws and announce that; in a sealed game, only once the counters are open."""
        sitting = self._sitting()
        if sitting and sitting.game.stopped:
            return {}  # a page whose lie is proven can't change that
        if self._live:
            self._live.cease(sitting)
        if sitting is None or not sitting.game.together:
            return {}
        if sitting.game.sealed:
            return self._handle_news() or self._end() or {"say": _("All pages open their counters…")}
        cease(sitting)
        return self._put(sitting) | {"alert": told}

    def _end(self) -> Patch:
        """End the joint draws of a sealed game, if all who are connected have revealed their keys."""
        live, sitting = self._live, self._sitting()
        part = live.draws.part if live else None
        if not (live and sitting and part and live.draws.ended(sitting)):
            return {}
        told = self._ended_by(part.ended_by, live.own)
        end(sitting, part)
        live.cease(sitting)
        leavers, self._leavers = sorted(self._leavers), set()
        for seat in leavers:
            sitting = sitting.with_chair(seat, kind=USUAL)
            live.report_seat(seat, USUAL, sitting)
        return self._put(sitting) | {"alert": told}

    def _ended_by(self, seat: int | None, host: int) -> str:
        """Say who has ended the joint draws of a sealed game: the one whose key came first, or else the host."""
        by = host if seat is None else seat
        return _("From now on draws aren't checked.") if self._live and by == self._live.own else self._alone([by])

    def _store(self, sitting: Sitting, live: Live) -> None:
        """Store what this page and the others have signed, before it is sent."""
        if live.draws.part and live.begun and not sitting.game.together:
            live.cease(sitting)  # the game has continued by message
        elif live.draws.part and live.draws.signed and live.begun:
            live.draws.signed = False
            sitting.part = live.draws.part.text()
            self._keep(sitting)

    # At the table

    def say(self, phrase: int) -> Patch:
        """Say a set phrase to everyone, at most one every three seconds."""
        live = self._live
        if not (live and live.lines) or live.own == NO_SEAT:
            raise ValueError(_("Nobody is connected."))
        if not self._phrases.take(live.own, phrase, here=True):
            return {"say": _("Wait three seconds between phrases.")}
        live.say(phrase)
        return {"say": _("You: {phrase}").format(phrase=_(PHRASES[phrase])), "closed": True}

    def open_phrases(self) -> Patch:
        """Open the menu of phrases."""
        return {"focus": MENU}

    def mute(self) -> Patch:
        """Stop showing phrases, or show them again; the choice is saved with the game."""
        self._phrases.muted = not self._phrases.muted
        if sitting := self._sitting():
            self._remember(sitting)
        return {"say": _("Phrases are off.") if self._phrases.muted else _("Phrases are on.")}

    def seat_computer(self, seat: int) -> Patch:
        """Give the seat of a player who is gone to a computer player."""
        live, sitting = self._hosted()
        if seat >= len(sitting.chairs) or sitting.chairs[seat].kind != FAR:
            raise ValueError(_("Nobody is playing this seat from another page."))
        if any(line.seat == seat for line in live.lines.values()):
            raise ValueError(_("{name} is connected.").format(name=sitting.names[seat]))
        if sitting.game.sealed:
            self._leavers.add(seat)
            return self._cease("")
        if sitting.game.together:
            cease(sitting)
            live.cease(sitting)
        changed = sitting.with_chair(seat, kind=USUAL)  # the invitation stays valid: they can come back
        patch = self._put(changed)
        live.report_seat(seat, USUAL, changed)
        return patch | {"say": _("A computer player has taken {name}'s seat.").format(name=sitting.names[seat])}

    @intent(on=HOST)
    def do_fill(self) -> Patch:
        """Give all seats of people who haven't answered to computer players, and start the game."""
        if self._live and not self._live.begun:
            for seat in self._missing():
                self.seat_computer(seat)
        return self.do_start()

    # To other pages

    def welcome(self) -> Patch:
        """Return their seats to people who are back, once the computer player there isn't in the middle of a turn."""
        live, sitting = self._live, self._sitting()
        if not (live and live.hosting and sitting):
            return {}
        patch = self._end()
        sitting = self._sitting() or sitting
        for seat in live.returning(sitting):
            sitting = sitting.with_chair(seat, kind=FAR)
            live.report_seat(seat, FAR, sitting)
            patch = self._put(sitting) | {"say": _("{name} is back.").format(name=sitting.names[seat])}
        if not live.begun:
            fair = self._fair and can_deal(sitting)
            live.set_places({seat: place_text(chair, fair) for seat, chair in enumerate(sitting.chairs)})
        return patch

    def flush(self) -> Patch:
        """Send settled moves, and return all orders for the lines since the last call."""
        live = self._live
        if live and live.lines:
            sitting = self._sitting()
            if sitting:
                live.push(sitting)
                self._store(sitting, live)
                if sitting.note_had(live.had(sitting)):
                    self._keep(sitting)
        if live:
            for line in live.lines:
                if (note := self._note()) != self._notes.get(line):
                    self._notes[line] = note
                    self._order("note", line, note)
            for line, text in live.out:
                self._order(*(("close", line) if text is None else ("send", line, text)))
            live.out = []
        called = self._sitting() if live and live.begun else None
        word = _("Your turn") if called and called.person_to_act() else ""
        if word != self._shouted:
            self._order("call", -1, word)
            self._shouted = word
        orders, self._orders = self._orders, []
        return {"peer": orders} if orders else {}
