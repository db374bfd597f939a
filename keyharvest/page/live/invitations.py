"""Invitations to a live game and the answers to them, made, shown and received (docs/remote.md)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.forms import numbered, object_of
from keyharvest.page.core.intent import HOST, LINKS, intent
from keyharvest.page.live.answers import Invite, Ticket, read_answer
from keyharvest.page.live.gathering import Gathering
from keyharvest.page.live.together import stored_part
from keyharvest.remote import LetterError
from keyharvest.remote.calling import WATCHERS, Call, is_call, is_code, read_call
from keyharvest.remote.exchange import NO_SEAT
from keyharvest.remote.live import Live
from keyharvest.table.chairs import BADGES, FACES, FAR, clean_name
from keyharvest.table.sealing import GATHERING_FAIR, MUTED, WAS_LIVE
from keyharvest.table.set_up import NAMES, SEATS
from keyharvest.table.sitting import Sitting
from keyharvest.words.language import _

_seat: Final = numbered("seat", SEATS)


def _line(value: object) -> int:
    """The number of a seat, or of a spectator's invitation."""
    found = [number for number in WATCHERS if value == str(number + 1)]
    return found[0] if found else _seat(value)


class Invitations(Gathering):
    """The invitations of a host's page, or the one that a guest's page has opened."""

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
        self._reloaded, self._here.behind = True, self._here.find("home")
        return patch

    def invite(self, begun: bool = True) -> Patch:
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
            self._here.behind = self._here.find("setup")  # nobody has seen the board yet
        return {"focus": "invite-title"}

    def _speak(self, seat: int, hosting: bool, begun: bool, name: str, face: str, badge: int) -> None:
        """Begin the exchange with the game's other pages, and restore this page's part in the joint draws, if any."""
        self._live = Live(self._game, seat, hosting, begun, name, face, badge)
        self._live.draws.part = stored_part(self._sitting())
        if self._before is not None:
            self._live.draws.resume(self._before)
        self._before = self._live.draws

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

    @intent(on=HOST)
    def do_by_message(self) -> Patch:
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
        self._notes.pop(seat, None)
        self._order("service", -1)
        self._order("offer", seat, self._note(), self._service.agreed)

    @intent(object_of, on=LINKS)
    def do_service(self, form: dict[str, Any]) -> Patch:
        """Allow or forbid the browser to ask the address service, and renew the links that nobody has answered yet."""
        patch = self._service.agree(form.get("service") is True)
        for seat, invite in self._invites.items():
            if invite.state in ("making", "ready", "failed"):
                self._offer(seat)
        return patch

    def _close(self) -> None:
        """Close all lines, and forget the game."""
        for seat in self._invites or ([self._call.seat] if self._call else []):
            self._order("close", seat)
        self._forget()

    @intent(_line, on=HOST)
    def do_invitation(self, seat: int) -> Patch:
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

    @intent(on=HOST)
    def do_spectator(self) -> Patch:
        """Show an invitation for a spectator."""
        free = [number for number in WATCHERS if self._invites.get(number, Invite("lost")).state != "connected"]
        if not free:
            raise ValueError(_("Four people are already watching."))
        if self._live and self._live.hosting:
            self._invites.setdefault(free[0], Invite("lost"))
        return self.do_invitation(free[0])

    @intent(on=HOST)
    def do_renew(self) -> Patch:
        """Make a new link for the seat shown."""
        if self._shown not in self._invites:
            raise ValueError(_("There is no invitation to renew: invite someone first."))
        self._offer(self._shown)
        self._fault = ""
        return {"focus": "invite-title"}

    @intent(object_of, on=HOST)
    def do_answered(self, form: dict[str, Any]) -> Patch:
        """Connect with the page whose answer the host has pasted."""
        return self.answered(str(form.get("link", "")))

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
        field = self._here.shown.answers
        return {"focus": field} if field else {"alert": fault}

    # Being invited

    def opened(self, text: str) -> Patch | None:
        """Open an invitation, or pass on an answer to the page that waits for it. A live game here stays as it is.

        Return ``None`` if the text contains neither.
        """
        if not is_call(text):
            return None
        hosting = self._live is not None and self._live.hosting
        try:
            call = read_call(text, answers=hosting)
        except LetterError as error:
            self._ticket = Ticket("newer" if error.newer else "damaged")
        else:
            if hosting and not call.players:
                self._here.leave_for("invite")
                return self.answered(text)
            if call.players:
                self._ticket = self._invitation(call)
            elif call.game == self._game and self._call and call.seat == self._call.host:
                self._ticket = Ticket("crossed" if not self._begun_here() else "crossed here", self._call)
            else:
                self._ticket = Ticket("handing")
                self._order("hand", -1, call.text())
        self._here.leave_for("invited")
        return {"focus": "ticket-title"}

    def _invitation(self, call: Call) -> Ticket:
        if call.outside:
            self._order("service", -1)
        names = [clean_name(name) for name in call.names]
        call = replace(call, names=tuple(name or _("Someone") for name in names))
        number = next(iter(self._keeping.shelf.by_message(call.game)), None)
        sitting = None if number is None else self._keeping.shelf.entry(number).sitting()
        if sitting and call.host in sitting.persons():
            return Ticket("own", call)
        stage = "reloaded" if self._here.left == "lobby" else "form"
        if call.seat in WATCHERS:  # a spectator gets a copy of their own, even of a game saved here
            return Ticket(stage, call)
        badge = next(each for each in (call.seat, *range(BADGES)) if each != call.badge)
        if sitting is None or call.seat >= len(sitting.chairs):
            reader = self._memory.set_up.reader
            name = call.names[1] if reader == NAMES[0] else reader
            return Ticket(stage, call, name, FACES[call.seat % len(FACES)], badge)
        chair = sitting.chairs[call.seat]
        return Ticket(stage, call, chair.name, chair.face, chair.badge, call.seat in sitting.persons())

    @intent(object_of, on="invited")
    def do_meet(self, form: dict[str, Any]) -> Patch:
        """Accept the invitation and make the answer; any other live game of this page ends."""
        ticket = self._ticket or self._own_ticket()
        call = ticket.call
        if call is None or not call.players:
            raise ValueError(_("No invitation is open on this page: open the invitation link again."))
        face, badge = form.get("face"), form.get("badge")
        if isinstance(face, str) and len(face) == 1 and face in FACES:
            ticket = replace(ticket, face=face)
        if badge in ("1", "2", "3", "4"):
            ticket = replace(ticket, badge=int(badge) - 1)
        self._close()
        name = clean_name(str(form.get("name", "")))
        self._accept(replace(ticket, stage="answering", name=name or ticket.name))
        service = self._service.agreed if call.outside else ""
        self._notes.pop(call.seat, None)
        self._order("answer", call.seat, self._note(), call.code, service)
        return {"focus": "ticket-title", "save": self._memory.call_reader(name)}

    def _accept(self, ticket: Ticket) -> None:
        """Make a ticket's game the live game of this page."""
        call = ticket.call
        assert call
        self._ticket, self._call, self._game, self._stage = None, call, call.game, ticket.stage
        watching = call.seat in WATCHERS
        self._number = None if watching else next(iter(self._keeping.shelf.by_message(call.game)), None)
        self._name, self._face, self._badge = ticket.name, ticket.face, ticket.badge
        sitting = self._sitting()
        self._phrases.muted = sitting is not None and MUTED in sitting.game.headers
        self._speak(NO_SEAT if watching else call.seat, False, True, self._name, self._face, self._badge)

    def _note(self) -> str:
        """Return the note of this page's lines, from which a new worker continues: for which game they are, and whose.

        A guest's contains the invitation, with that game. ``shown`` before it: no other deal may follow.
        """
        live = self._live
        assert live
        mark = "shown " if live.draws.spent else ""
        if live.hosting:
            return f"{mark}host {self._game}"
        assert self._call
        return f"{mark}guest {self._call.text()} {self._face} {self._badge} {self._name!s}"

    def _show_own(self) -> None:
        """Show this page's own place in a live game, and no longer a link that was opened meanwhile."""
        self._ticket = None
        self._here.leave_for("invited")

    @property
    def hosts(self) -> bool:
        """Whether this page has invited others to a game."""
        return self._live is not None and self._live.hosting and self._sitting() is not None

    @property
    def invites(self) -> bool:
        """Whether an invitation of this page can be shown."""
        return self.hosts and self._shown in self._invites

    @property
    def joined(self) -> bool:
        """Whether this page has opened or accepted an invitation."""
        return bool(self._stage or self._ticket)

    @property
    def gathered(self) -> bool:
        """Whether this page knows who is at the table."""
        return self.hosts or (self.joined and self._lobby() is not None)

    # From the lines

    def _on_offer(self, line: int, code: str) -> None:
        sitting = self._sitting()
        if line not in self._invites or not sitting or not self._live or not is_code(code):
            return
        host = sitting.persons()[0] if sitting.persons() else 0
        names = sitting.names[host], "" if line in WATCHERS else sitting.names[line]
        call = Call(self._game, line, code, host, len(sitting.chairs), names, sitting.chairs[host].badge)
        self._invites[line] = Invite("ready", call.text())
        if self._shown not in self._invites:
            self._shown = line

    def _on_service(self, _line: int, text: str) -> None:
        self._service.found(text)

    def _on_answer(self, line: int, code: str) -> None:
        if self._call and self._stage == "answering" and is_code(code):
            self._stage, self._link = "answer", Call(self._game, line, code, to=self._call.mark).text()

    def _on_failed(self, line: int, _text: str) -> Patch:
        return self._broken(line, "failed")

    def _broken(self, line: int, how: str) -> Patch:
        if line in self._invites:
            self._invites[line] = Invite(how)
        elif self._call and self._stage:
            self._stage = how
            if self._here.shown.gathers:
                self._show_own()
        return {}

    def _on_handed(self, _line: int, text: str) -> Patch:
        if not (self._live and self._live.hosting):
            return {}
        patch = self.answered(text)
        if not self._fault and "alert" not in patch:
            self._order("taken", -1)
        return patch

    def _on_taken(self, _line: int, _text: str) -> None:
        self._handing("handed")

    def _on_paused(self, _line: int, _text: str) -> None:
        self._handing("paused")

    def _handing(self, stage: str) -> None:
        if self._ticket and self._ticket.stage in ("handing", "paused"):
            self._ticket = Ticket(stage)
