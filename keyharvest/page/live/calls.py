"""Live games (docs/remote.md): invitations and answers, the lines to other pages, and what comes over them."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Final

from keyharvest.page.forms import SEEDS, fault_text
from keyharvest.page.game.tabletop import Patch
from keyharvest.page.live.answers import Invite, read_answer
from keyharvest.page.live.gathering import Gathering
from keyharvest.page.live.places import place_text, player_of, seated
from keyharvest.page.live.together import can_deal, checks, drawn_here, stored_part
from keyharvest.page.sounds import TURN
from keyharvest.panels.parts.icons import icon
from keyharvest.panels.parts.markup import Html, button, join, tag
from keyharvest.panels.remote.fairness import accusation
from keyharvest.players import NAMES as LEVELS
from keyharvest.remote import LetterError
from keyharvest.remote.calling import WATCHERS, Call, is_code, read_call
from keyharvest.remote.exchange import NO_SEAT, Notice
from keyharvest.remote.live import AWAY, HERE, Live
from keyharvest.remote.ordering import LONGEST
from keyharvest.table.chairs import BADGES, FACES, FAR, NOBODY, USUAL, Chair, clean_name
from keyharvest.table.company import PHRASES
from keyharvest.table.sealing import GATHERING, GATHERING_FAIR, MUTED, WAS_LIVE
from keyharvest.table.sitting import Sitting
from keyharvest.table.together import cease, dealt, end, open_up, received, stop
from keyharvest.words import listing
from keyharvest.words.language import _

#: The events that a line can report.
_HAPPENINGS: Final = frozenset(
    {"offer", "answer", "open", "text", "lost", "failed", "shaky", "steady", "away", "here", "handed", "taken"}
    | {"service"}
)


class Calls(Gathering):
    """The live game of a page, whose player is the host or a guest; ``clock`` returns the time in seconds."""

    # Inviting

    def prepare(self, fair: bool) -> Patch:
        """Invite others to the game on the table, which begins when they are there; ``fair``: with joint draws."""
        patch = self.invite(begun=False)
        self._fair = fair
        self._remember(self._seating.open().sitting)
        return patch

    def resume(self) -> Patch:
        """Invite others again to the game on the table, which hadn't begun when this page was loaded again."""
        fair = self._seating.open().sitting.game.headers[WAS_LIVE] == GATHERING_FAIR
        patch = self.prepare(fair)
        self._reloaded, self._here.behind = True, "home"
        return patch

    def invite(self, begun: bool) -> Patch:
        """Show the invitations to the game on the table, and make those that are missing."""
        sitting = self._seating.open().sitting
        if not sitting.message or sitting.over:
            raise ValueError(_("Nobody in this game is on another page."))
        if sitting.game.sealed and not stored_part(sitting):
            raise ValueError(_("This page has lost its part in the draws: let another player make the link."))
        if self._game != sitting.message or not (self._live and self._live.hosting):
            if self._live and self._game == sitting.message and self._live.lines:
                raise ValueError(_("You're already connected."))
            self._close()
            self._game, self._number = sitting.message, self._keeping.current
            host = sitting.persons()[0] if sitting.persons() else 0
            chair = sitting.chairs[host]
            self._speak(host, True, begun, chair.name, chair.face, chair.badge)
            self._phrases.muted = MUTED in sitting.game.headers
        waiting = self._missing()
        for seat in waiting:
            if not self._invites.get(seat, Invite()).link:
                self._offer(seat)
        if not waiting:
            return self.table()
        self._shown = waiting[0]
        self._here.leave_for("invite")
        if not begun:
            self._here.behind = "setup"  # nobody has seen the board yet
        return {"focus": "invite-title"}

    def _speak(self, seat: int, hosting: bool, begun: bool, name: str, face: str, badge: int) -> None:
        """Begin the exchange with the game's other pages, and restore this page's part in the joint draws, if any."""
        self._live = Live(self._game, seat, hosting, begun, name, face, badge)
        self._live.draws.part = stored_part(self._sitting())

    def _hosted(self) -> tuple[Live, Sitting]:
        """Return the live game that this page hosts. Raise ``ValueError`` if it hosts none."""
        live, sitting = self._live, self._sitting()
        if not (live and live.hosting and sitting):
            raise ValueError(_("Only the host's page can do that."))
        return live, sitting

    def table(self) -> Patch:
        """Show who is at the table and, on the host's page, how to fill the other seats."""
        if not self.gathers():
            self._hosted()
        self._here.leave_for("lobby")
        return {"focus": "lobby-start"}

    def by_message(self) -> Patch:
        """Turn a live game that hasn't begun into a game by message."""
        (live, sitting), number = self._hosted(), self._number
        if live.begun:
            raise ValueError(_("This game has already begun."))
        sitting.game.headers.pop(WAS_LIVE, None)
        self._changed(sitting)
        self._close()
        return self._seating.do_continue(str(number))

    def _offer(self, seat: int) -> None:
        self._invites[seat] = Invite()
        self._order("service", -1)
        self._order("offer", seat, f"host {self._game}", self._service.agreed)

    def agree(self, agreed: bool) -> Patch:
        """Allow or forbid the browser to ask the address service, and renew the links that nobody has answered yet."""
        patch = self._service.agree(agreed)
        for seat, invite in self._invites.items():
            if invite.state in ("making", "ready", "failed"):
                self._offer(seat)
        return patch

    def _close(self) -> None:
        """Close all lines, and forget the game."""
        for seat in self._invites or ([self._call.seat] if self._call else []):
            self._order("close", seat)
        self._forget()

    def show(self, seat: int) -> Patch:
        """Show the invitation for a seat or a spectator.

        Before the game begins, a person can also be invited to the seat of a computer player.
        """
        live, sitting = self._hosted()
        if sitting.over:
            raise ValueError(_("This game is over: nobody can join it."))
        if seat not in self._invites and (seat >= len(sitting.chairs) or sitting.chairs[seat].person):
            raise ValueError(f"message: invitation: seat {seat + 1} is not on another page")
        if seat < len(sitting.chairs) and not sitting.chairs[seat].human and not live.begun:
            self._changed(sitting.with_chair(seat, kind=FAR))
        if self._invites.get(seat, Invite("lost")).state == "lost":
            self._offer(seat)
        self._shown, self._fault = seat, ""
        self._here.leave_for("invite")
        return {"focus": "invite-title"}

    def invite_spectator(self) -> Patch:
        """Show an invitation for a spectator."""
        free = [number for number in WATCHERS if self._invites.get(number, Invite("lost")).state != "connected"]
        if not free:
            raise ValueError(_("Four people are already watching."))
        if self._live and self._live.hosting:
            self._invites.setdefault(free[0], Invite("lost"))
        return self.show(free[0])

    def renew(self) -> Patch:
        """Make a new link for the seat shown."""
        if self._shown not in self._invites:
            raise ValueError(_("There is no invitation to renew: invite someone first."))
        self._offer(self._shown)
        self._fault = ""
        return {"focus": "invite-title"}

    def answered(self, text: str) -> Patch:
        """Connect with the page that has sent an answer."""
        self._fault = ""
        try:
            call = read_answer(text, self._game, self._invites)
        except ValueError as error:
            return self._refused(str(error))
        invite = self._invites[call.seat]
        if invite.state in ("connecting", "connected"):
            return {}
        self._shown = call.seat
        if not invite.link:
            return {"alert": _("This answers a link that no longer works. Make a new one and send it.")}
        if invite.is_newer_than(call):
            told = _(
                "This answers an earlier link, which no longer works. Send the new one and paste the answer to it."
            )
            return self._refused(told)
        self._invites[call.seat] = replace(invite, state="connecting")
        self._order("accept", call.seat, call.code)
        return {"focus": "invite-title"}

    def _refused(self, fault: str) -> Patch:
        """Report an invalid answer beside its field or, on another screen, as an alert."""
        self._fault = fault
        return {"focus": "invite-fault"} if self._here.screen == "invite" else {"alert": fault}

    def start(self) -> Patch:
        """Start the game, or return to it."""
        live, sitting = self._hosted()
        missing = self._missing()
        if missing and not live.begun:
            raise ValueError(_("{name} hasn't answered yet.").format(name=sitting.names[missing[0]]))
        if not live.begun and self._fair and can_deal(sitting):
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
        self._game, self._number, self._aside = sitting.message, self._keeping.current, None
        self._fair = True
        self._invites = {number: Invite("connected") for number in live.lines}
        self._remember(sitting)
        for number in live.lines:
            self._order("note", number, f"host {self._game}")
        for seat in self._missing():
            self._offer(seat)
        patch = self.table()
        self._here.behind = "home"  # nobody has seen the board yet
        return patch

    # Being invited

    def opened(self, text: str) -> Patch:
        """Open an invitation, or pass on an answer to the page that waits for it."""
        try:
            call = read_call(text)
        except LetterError as error:
            self._stage = "newer" if error.newer else "damaged"
            self._here.leave_for("invited")
            return {"focus": "ticket-title"}
        if not call.players:
            if self._live and self._live.hosting:
                self._here.leave_for("invite")
                return self.answered(text)
            self._stage, self._call = "handing", call
            self._order("hand", -1, call.text())
        else:
            self._close()
            self._call, self._game, self._stage = call, call.game, "form"
            if call.outside:
                self._order("service", -1)
            self._number = next(iter(self._keeping.shelf.by_message(call.game)), None)
            names = [clean_name(name) for name in call.names]
            self._call = replace(call, names=tuple(name or _("Someone") for name in names))
            if call.seat in WATCHERS:
                self._number = None  # a spectator gets a copy of their own, even of a game saved here
                self._name, self._face, self._badge = "", FACES[0], 0
            else:
                badge = next(each for each in (call.seat, *range(BADGES)) if each != call.badge)
                chair = Chair(self._call.names[1], FAR, FACES[call.seat % len(FACES)], badge)
                if sitting := self._sitting():
                    chair = sitting.chairs[call.seat]
                    self._phrases.muted = MUTED in sitting.game.headers
                self._name, self._face, self._badge = chair.name, chair.face, chair.badge
        self._here.leave_for("invited")
        return {"focus": "ticket-title"}

    def meet(self, form: dict[str, Any]) -> Patch:
        """Accept the invitation and make the answer."""
        call = self._call
        if call is None or not call.players:
            raise ValueError(_("No invitation is open on this page: open the invitation link again."))
        face = form.get("face")
        if isinstance(face, str) and len(face) == 1 and face in FACES:
            self._face = face
        badge = form.get("badge")
        if badge in ("1", "2", "3", "4"):
            self._badge = int(badge) - 1
        self._name = clean_name(str(form.get("name", ""))) or self._name
        seat = NO_SEAT if call.seat in WATCHERS else call.seat
        self._speak(seat, False, True, self._name, self._face, self._badge)
        self._stage, self._link = "answering", ""
        self._order(
            "answer",
            call.seat,
            f"guest {self._game} {call.seat} {call.host} {self._face} {self._badge} {self._name}",
            call.code,
            self._service.agreed if call.outside else "",
        )
        return {"focus": "ticket-title"}

    def return_to(self, screen: str) -> Patch:
        """Show a screen again. Raise ``ValueError`` if there is nothing to show on it."""
        if screen in ("invite", "lobby") and self._live and self._live.hosting and self._sitting():
            self._here.leave_for(screen if self._shown in self._invites else "lobby")
        elif screen in ("invited", "lobby") and self._stage:
            self._here.leave_for(screen if self._lobby() else "invited")
        else:
            raise ValueError(_("No live game is open on this page."))
        return {}

    # Lines

    def happened(self, told: dict[str, Any]) -> Patch:
        """Handle what has happened on a line."""
        line, what, text = told.get("line"), told.get("what"), told.get("text")
        known = isinstance(line, int) and what in _HAPPENINGS
        if not known or not isinstance(text, str) or len(text) > 2 * LONGEST:
            raise ValueError("message: peer: expected 'line' (a number), 'what' (what happened) and 'text' (a string)")
        patch: Patch = getattr(self, f"_on_{what}")(line, text) or {}
        return patch | self._tell()

    def _on_offer(self, line: int, code: str) -> None:
        sitting = self._sitting()
        if line not in self._invites or not sitting or not self._live or not is_code(code):
            return
        host = sitting.persons()[0] if sitting.persons() else 0
        names = sitting.names[host], "" if line in WATCHERS else sitting.names[line]
        call = Call(self._game, line, code, host, len(sitting.chairs), names, sitting.chairs[host].badge)
        self._invites[line] = Invite("ready", call.text())

    def _on_service(self, _line: int, text: str) -> None:
        self._service.found(text)

    def _on_answer(self, line: int, code: str) -> None:
        if self._call and self._stage == "answering" and is_code(code):
            self._stage, self._link = "answer", Call(self._game, line, code, to=self._call.mark).text()

    def _on_open(self, line: int, note: str) -> Patch:
        role, _space, rest = note.partition(" ")
        if self._live is None:
            self._again(role, rest)
        live, sitting = self._live, self._sitting()
        if live is None:
            return {}
        patch: Patch = {}
        if live.hosting:
            self._invites[line] = Invite("connected")
            live.opened(line, NO_SEAT if line in WATCHERS else line, sitting)
            invites = self._here.screen in ("invite", "lobby")
            if invites and live.begun and not self._missing() and self._number is not None:
                patch = self._seating.do_continue(str(self._number))
            elif invites:
                patch = self.table()
        else:
            live.opened(line, self._call.host if self._call else 0, sitting)
            self._stage = "connected"
            if sitting and self._here.screen == "invited" and self._number is not None:
                patch = self._seating.do_continue(str(self._number))
        return patch

    def _again(self, role: str, rest: str) -> None:
        """Restore from a line's note what the page knew before its web worker was replaced."""
        words = rest.split(" ", 5)
        self._game = words[0]
        self._number = next(iter(self._keeping.shelf.by_message(self._game)), None)
        sitting = self._sitting()
        if role == "host" and sitting:
            host = next(iter(sitting.persons()), sitting.host())
            chair = sitting.chairs[host]
            self._speak(host, True, True, chair.name, chair.face, chair.badge)
        elif role == "guest" and len(words) == 6:
            seat, host, name, face, badge = int(words[1]), int(words[2]), words[5], words[3], int(words[4])
            self._call = Call(self._game, seat, "", host, 4, ("", name))
            self._speak(NO_SEAT if seat in WATCHERS else seat, False, True, name, face, badge)

    def _on_text(self, line: int, text: str) -> None:
        if self._live:
            self._live.heard(line, text, self._sitting())

    def _on_lost(self, line: int, _text: str) -> Patch:
        self._shaky.discard(line)
        if self._live:
            self._live.closed(line)
        return self._broken(line, "lost")

    def _on_failed(self, line: int, _text: str) -> Patch:
        return self._broken(line, "failed")

    def _broken(self, line: int, how: str) -> Patch:
        if line in self._invites:
            self._invites[line] = Invite(how)
        elif self._call and self._stage:
            self._stage = how
            if self._here.screen == "lobby":
                self._here.leave_for("invited")
        return {}

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

    def _on_handed(self, _line: int, text: str) -> Patch:
        if not (self._live and self._live.hosting):
            return {}
        return self.answered(text)

    def _on_taken(self, _line: int, _text: str) -> None:
        if self._stage == "handing":
            self._stage = "handed"

    # News

    def _tell(self) -> Patch:
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

    def _who(self, seat: int) -> str:
        sitting = self._sitting()
        if sitting and 0 <= seat < len(sitting.names):
            return sitting.names[seat]
        return self._call.names[0] if self._call and self._call.names else _("Someone")

    def _news_moves(self, news: Notice) -> Patch:
        sitting = self._sitting()
        assert sitting
        table = self._seating.table
        if not (table and self._on_table(sitting)):
            assert self._number is not None
            self._keeping.keep_aside(sitting, self._number)
            return self._has_played(sitting, news.seat)
        if table.head.live and not drawn_here(sitting, news.number):  # a draw after a decision here is shown at once
            table.follow(news.number)
        if self._here.screen in ("game", "curtain"):
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
        there = sitting is not None and self._here.screen in ("game", "curtain") and self._on_table(sitting)
        if sitting is None or there or not sitting.person_to_act():
            self._called = ""
        if not self._called:
            return Html()
        return join(
            icon("tick"),
            tag("span", self._called),
            button(_("Your turn"), "continue", str(self._number), class_="main"),
            button(icon("cross"), "noted", class_="square", aria_label=_("Close")),
        )

    def _news_game(self, news: Notice) -> Patch:
        theirs = Sitting.from_text(news.text, secrets.randbelow(SEEDS))
        sitting, live = self._sitting(), self._live
        assert live
        if theirs.message != self._game:
            raise ValueError(_("The other page sent a different game."))
        # A person who comes back watches as long as a computer player has their seat.
        seat = live.own if live.own < len(theirs.chairs) and theirs.chairs[live.own].human else NOBODY
        game = received(theirs.seated_at(seat), sitting, live.draws.part)
        if sitting and game and sitting.game.sealed and not game.game.together:
            patch = self._put(game) | {"alert": _("From now on draws aren't checked.")}
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
        return self._seating.moved() if self._here.screen in ("game", "curtain") and self._on_table(sitting) else {}

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
        if self._here.screen == "invited" and self._lobby():
            self._here.leave_for("lobby")

    def _news_again(self, news: Notice) -> Patch:
        live, call = self._live, self._call
        if live is None or call is None:
            return {}
        self._game, self._number, self._aside = news.text, None, None
        self._live = live.following(news.text, None)
        self._call, self._stage = replace(call, game=news.text), "connected"
        self._order("note", news.line, f"guest {news.text} {call.seat} {call.host} {live.me}")
        if self._here.screen == "ending":
            self._here.leave_for("invited")
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
        return self._cease(told)

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
        if here:
            return self._cease(told)
        cease(sitting)
        return self._seating.moved() | {"alert": told}

    def _begin_unchecked(self, told: str) -> Patch:
        """Begin the game on the host's page without joint draws."""
        self._fair = False
        if self._live:
            self._live.cease(self._sitting())
        return self.start() | {"alert": told}

    def _cease(self, told: str) -> Patch:
        """End the joint draws and announce that; in a sealed game, only once the counters are open."""
        sitting = self._sitting()
        if self._live:
            self._live.cease(sitting)
        if sitting is None or not sitting.game.together:
            return {}
        if sitting.game.sealed:
            return self._tell() or self._end() or {"say": _("All pages open their counters…")}
        cease(sitting)
        return self._put(sitting) | {"alert": told}

    def _end(self) -> Patch:
        """End the joint draws of a sealed game, if all who are connected have revealed their keys."""
        live, sitting = self._live, self._sitting()
        part = live.draws.part if live else None
        if not (live and sitting and part and live.draws.ended(sitting)):
            return {}
        others = part.ceased - {live.own}
        end(sitting, part)
        live.cease(sitting)
        leavers, self._leavers = sorted(self._leavers), set()
        for seat in leavers:
            sitting = sitting.with_chair(seat, kind=USUAL)
            live.report_seat(seat, USUAL, sitting)
        told = self._alone(sorted(others)) if others else _("From now on draws aren't checked.")
        return self._put(sitting) | {"alert": told}

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

    def mute(self) -> Patch:
        """Stop showing phrases, or show them again; the choice is saved with the game."""
        self._phrases.muted = not self._phrases.muted
        if sitting := self._sitting():
            self._remember(sitting)
        return {"say": _("Phrases are off.") if self._phrases.muted else _("Phrases are on.")}

    def _remember(self, sitting: Sitting) -> None:
        """Note in the game saved here that it is live, or will be, and whether phrases are muted."""
        gathers = GATHERING_FAIR if self._fair else GATHERING
        sitting.game.headers[WAS_LIVE] = gathers if self._live and not self._live.begun else "on"
        if self._phrases.muted:
            sitting.game.headers[MUTED] = "on"
        else:
            sitting.game.headers.pop(MUTED, None)
        self._changed(sitting)

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

    def fill(self) -> Patch:
        """Give all seats of people who haven't answered to computer players, and start the game."""
        if self._live and not self._live.begun:
            for seat in self._missing():
                self.seat_computer(seat)
        return self.start()

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
        if live:
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
