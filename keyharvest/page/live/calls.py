"""The live game of a page: the links that lead to it, its screens, and the lines to other pages (docs/remote.md)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.forms import object_of
from keyharvest.page.core.intent import HOST, LINKS, intent
from keyharvest.page.core.memory import Memory
from keyharvest.page.core.screen import Whereabouts
from keyharvest.page.live.around import LIVE_SCREENS, Around
from keyharvest.page.live.guest import Guest
from keyharvest.page.live.host import Host
from keyharvest.page.live.inviting_view import inviting
from keyharvest.page.live.joining_view import Joining, joining
from keyharvest.page.live.lines import Lines, Ticket, stored_part
from keyharvest.page.live.lobby_view import lobby
from keyharvest.page.parts.controls import button
from keyharvest.page.parts.icons import icon
from keyharvest.page.saved.keeping import Keeping
from keyharvest.picture.elements import Html, h, join
from keyharvest.remote import LetterError
from keyharvest.remote.calling import WATCHERS, Call, is_call, read_call
from keyharvest.remote.ordering import LONGEST
from keyharvest.table.chairs import BADGES, FACES, clean_name
from keyharvest.table.company import Company
from keyharvest.table.sealing import GATHERING, GATHERING_FAIR, WAS_LIVE
from keyharvest.table.set_up import NAMES
from keyharvest.table.sitting import Sitting
from keyharvest.table.together import cease
from keyharvest.words.language import _

#: The events that a line can report: for the page, and for its live game.
_OF_PAGE: Final = frozenset({"open", "handed", "taken", "service", "kept", "paused", "returned"})
_OF_GAME: Final = frozenset({"offer", "answer", "text", "lost", "failed", "shaky", "steady", "away", "here"})


class Calls:
    """The live game of a page, if there is one. Methods named ``do_…`` carry out an intent.

    Attributes:
        lines: the lines to other pages.
        role: the live game, in which this page is the host or a guest.
    """

    def __init__(self, seating: Around, keeping: Keeping, here: Whereabouts, memory: Memory) -> None:
        self.lines = Lines(seating, keeping, here, memory)
        self.role: Host | Guest | None = None
        self._seating = seating
        self._keeping = keeping
        self._here = here
        self._memory = memory

    @property
    def host(self) -> Host:
        """The live game that this page hosts. Raise ``ValueError`` if it hosts none."""
        if isinstance(self.role, Host):
            return self.role
        raise ValueError(_("Only the host's page can do that."))

    def need_role(self) -> Host | Guest:
        """Return the live game. Raise ``ValueError`` if there is none."""
        if self.role is None:
            raise ValueError(_("Nobody is connected."))
        return self.role

    def _close(self) -> None:
        """Close all lines, and forget the game."""
        for number in self.role.numbers() if self.role else ():
            self.lines.order("close", number)
        self.role = self.lines.ticket = None
        self.lines.forget()

    # What the page asks

    def gathers(self, number: int | None = None) -> bool:
        """Whether people are gathering for a live game that hasn't begun.

        With ``number``, whether it is that saved game: only the host's page saves the game before it begins.
        """
        return self.role is not None and self.role.gathers(number)

    def company(self, sitting: Sitting) -> Company | None:
        """Return the people on other pages, if this game is played live."""
        return self.role.company(sitting) if self.role else None

    def plays(self, sitting: Sitting) -> bool:
        """Whether people are connected in a game that this page hosts. Raise ``ValueError`` on a guest's page."""
        role = self.role
        return role is not None and bool(role.live.lines) and role.sitting() is sitting and role.plays()

    def address(self) -> str:
        """Return the text of the invitation that this page has opened or accepted, or ""."""
        call = self._ticket().call
        return call.text() if call and call.players else ""

    # The screens

    @property
    def hosts(self) -> bool:
        """Whether this page has invited others to a game."""
        return isinstance(self.role, Host) and self.role.sitting() is not None

    @property
    def invites(self) -> bool:
        """Whether an invitation of this page can be shown."""
        return isinstance(self.role, Host) and self.hosts and self.role.shown in self.role.invites

    @property
    def joined(self) -> bool:
        """Whether this page has opened or accepted an invitation."""
        return isinstance(self.role, Guest) or self.lines.ticket is not None

    @property
    def gathered(self) -> bool:
        """Whether this page knows who is at the table."""
        return self.role is not None and self.role.lobby() is not None

    def inviting(self) -> Html:
        """Draw the invitations, while this page has any to show."""
        sitting = self.role.sitting() if self.role else None
        if not (sitting and isinstance(self.role, Host)):
            return self.joining()
        self._draw_code()
        return inviting(self.role, sitting)

    def lobby(self) -> Html:
        """Draw who is at the table, or this page's place in a live game if it doesn't know that."""
        table = self.role.lobby() if self.role else None
        if table is None:
            return self.joining()
        self._draw_code()
        return lobby(table)

    def joining(self) -> Html:
        """Draw an invitation received, or this page's place in a live game."""
        self._draw_code()
        return joining(self._joining())

    def _draw_code(self) -> None:
        if self.role and self.role.has_link():
            self.lines.order("code", -1)  # only the script that draws the QR code knows whether it is drawn already

    def _ticket(self) -> Ticket:
        """Return the invitation that this page has opened, or else the one that it has accepted."""
        return self.lines.ticket or (self.role.ticket() if isinstance(self.role, Guest) else Ticket(""))

    def _joining(self) -> Joining:
        """Return what the screen of a link that was opened shows: the link, or this page's own place in a live game."""
        role, opened = self.role, self.lines.ticket is not None
        ticket = self._ticket()
        call, link = ticket.call, role.link if isinstance(role, Guest) and not opened else ""
        told = Joining(ticket.stage, ticket.name, ticket.face, ticket.badge, link)
        if not (call and call.players):
            return told
        other = [role.who(line.seat) for line in role.live.lines.values()] if role and opened else []
        return replace(
            told,
            host=call.host,
            taken=call.badge,
            inviter=call.names[0],
            seat=-1 if call.seat in WATCHERS else call.seat,
            players=call.players,
            again=ticket.again,
            service=self.lines.service if call.outside and self.lines.service.address else None,
            connected=other,
            number=role.number if role else None,
            here=role is not None and call.game == role.live.game,
            waiting=not other and self._waits_for(call),
        )

    def _waits_for(self, call: Call) -> bool:
        """Whether this page waits for an answer to its own link to the same game, which is the one to use."""
        role = self.role
        return isinstance(role, Host) and role.has_link() and call.game == role.live.game and role.begun_here()

    def noted(self) -> None:
        """Hide the news that it is a player's turn here, until there are others."""
        if self.role:
            self.role.called = ""

    def news(self) -> Html:
        """Draw the news that it is a player's turn here, until they see it at the table or close it."""
        role = self.role
        if role is None:
            return Html()
        sitting = role.sitting()
        if sitting is None or not sitting.person_to_act() or (self._here.shown.playing and role.on_table(sitting)):
            role.called = ""
        if not role.called:
            return Html()
        return join(
            icon("tick"),
            h.span[role.called],
            button(_("Your turn"), "continue", str(role.number), class_="main"),
            button(icon("cross"), "noted", class_="square", aria_label=_("Close")),
        )

    # Hosting

    def prepare(self, fair: bool) -> Patch:
        """Invite others to the game on the table, which begins when they are there; ``fair``: with joint draws."""
        patch = self.invite(begun=False)
        self.host.fair = fair
        self.host.remember(self._seating.open().sitting)
        return patch

    def resume(self) -> Patch:
        """Invite others again to the game on the table, which hadn't begun when this page was loaded again."""
        patch = self.prepare(self._seating.open().sitting.game.headers[WAS_LIVE] == GATHERING_FAIR)
        self.host.reloaded, self._here.behind = True, self._here.find("home")
        return patch

    def invite(self, begun: bool = True) -> Patch:
        """Show the invitations to the game on the table, and make those that are missing."""
        sitting, role = self._seating.open().sitting, self.role
        if not sitting.message or sitting.over:
            raise ValueError(_("Nobody in this game is on another page."))
        if sitting.game.sealed and not stored_part(sitting):
            raise ValueError(_("This page has lost its part in the draws: let another player make the link."))
        if not isinstance(role, Host) or role.live.game != sitting.message:
            if role and role.live.game == sitting.message and role.live.lines:
                raise ValueError(_("You're already connected."))
            self._close()
            own = sitting.persons()[0] if sitting.persons() else 0
            self.role = role = Host(self.lines, sitting, own, self._keeping.current, begun)
        return role.invite(begun)

    def table(self) -> Patch:
        """Show who is at the table and, on the host's page, how to fill the other seats."""
        if self.role and (self.hosts or self.role.gathers(None)):
            return self.role.table()
        raise ValueError(_("Only the host's page can do that."))

    @intent(on=HOST)
    def do_by_message(self) -> Patch:
        """Turn a live game that hasn't begun into a game by message."""
        number = self.host.number
        self.host.end_live()
        self._close()
        return self._seating.do_continue(str(number))

    @intent(object_of, on=LINKS)
    def do_service(self, form: dict[str, Any]) -> Patch:
        """Allow or forbid the browser to ask the address service, and renew the links that nobody has answered yet."""
        patch = self.lines.service.agree(form.get("service") is True)
        if isinstance(self.role, Host):
            self.role.offer_again()
        return patch

    # Being invited

    def opened(self, text: str) -> Patch | None:
        """Open an invitation, or pass on an answer to the page that waits for it. A live game here stays as it is.

        Return ``None`` if the text contains neither.
        """
        if not is_call(text):
            return None
        role, lines = self.role, self.lines
        try:
            call = read_call(text, answers=isinstance(role, Host))
        except LetterError as error:
            lines.ticket = Ticket("newer" if error.newer else "damaged")
        else:
            if isinstance(role, Host) and not call.players:
                self._here.leave_for("invite")
                return role.answered(text)
            if call.players:
                lines.ticket = self._invitation(call)
            elif isinstance(role, Guest) and (call.game, call.seat) == (role.live.game, role.call.host):
                lines.ticket = Ticket("crossed here" if role.begun_here() else "crossed", role.call)
            else:
                lines.ticket = Ticket("handing")
                lines.order("hand", -1, call.text())
        self._here.leave_for("invited")
        return {"focus": "ticket-title"}

    def _invitation(self, call: Call) -> Ticket:
        if call.outside:
            self.lines.order("service", -1)
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
        ticket = self._ticket()
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
        self.role = role = Guest(self.lines, replace(ticket, stage="answering", name=name or ticket.name), call)
        service = self.lines.service.agreed if call.outside else ""
        self.lines.begin(call.seat)
        self.lines.order("answer", call.seat, role.note(), call.code, service)
        return {"focus": "ticket-title", "save": self._memory.call_reader(name)}

    # Lines

    def happened(self, told: dict[str, Any]) -> Patch:
        """Handle what has happened on a line."""
        line, what, text = told.get("line"), told.get("what"), told.get("text")
        known = isinstance(line, int) and isinstance(what, str) and what in _OF_PAGE | _OF_GAME
        if not known or not isinstance(text, str) or len(text) > 2 * LONGEST:
            raise ValueError("message: peer: expected 'line' (a number), 'what' (what happened) and 'text' (a string)")
        patch: Patch = {}
        if what in _OF_PAGE:
            patch = getattr(self, f"_on_{what}")(line, text) or {}
        elif self.role:
            getattr(self.role, f"on_{what}")(line, text)
        return patch | (self.role.handle_news() if self.role else {})

    def _on_open(self, line: int, note: str) -> Patch:
        self._on_kept(line, note)
        return self.role.opened(line) if self.role else {}

    def _on_kept(self, line: int, note: str) -> None:
        """Restore from a line's note what the page knew before its web worker was replaced."""
        if self.role is None:
            self.role = self._restored(note.removeprefix("shown "))
            if self.role and note.startswith("shown "):
                self.role.live.draws.remember_deal()
        if isinstance(self.role, Host):
            self.role.expect(line)

    def _restored(self, note: str) -> Host | Guest | None:
        kind, _space, rest = note.partition(" ")
        if kind == "host":
            number = next(iter(self._keeping.shelf.by_message(rest)), None)
            if sitting := self.lines.sitting(rest, number):
                own, was = next(iter(sitting.persons()), sitting.host()), sitting.game.headers.get(WAS_LIVE, "")
                host = Host(self.lines, sitting, own, number, was not in (GATHERING, GATHERING_FAIR))
                host.fair = was == GATHERING_FAIR
                return host
        elif kind == "guest":
            invitation, face, badge, name = rest.split(" ", 3)
            call = read_call(invitation)
            return Guest(self.lines, Ticket("answering", call, name, face, int(badge)), call)
        return None

    def _on_returned(self, _line: int, place: str) -> Patch:
        """Return to the screen of a live game that the page showed before its web worker was replaced."""
        there = place in LIVE_SCREENS and self.role is not None
        return (self._here.find(place).enter("") if there else None) or {}

    def _on_service(self, _line: int, text: str) -> None:
        self.lines.service.found(text)

    def _on_handed(self, _line: int, text: str) -> Patch:
        role = self.role
        if not isinstance(role, Host):
            return {}
        patch = role.answered(text)
        if not role.fault and "alert" not in patch:
            self.lines.order("taken", -1)
        return patch

    def _on_taken(self, _line: int, _text: str) -> None:
        self._handing("handed")

    def _on_paused(self, _line: int, _text: str) -> None:
        self._handing("paused")

    def _handing(self, stage: str) -> None:
        ticket = self.lines.ticket
        if ticket and ticket.stage in ("handing", "paused"):
            self.lines.ticket = Ticket(stage)

    # At the table

    def cease(self) -> Patch:
        """Continue a game without its joint draws."""
        role, told = self.role, _("From now on draws aren't checked.")
        if isinstance(role, Host) and role.live.draws.part and not role.live.begun:
            return role.cease(told)
        sitting = self._seating.open().sitting
        here = role if role and role.sitting() is sitting else None
        if not sitting.game.together or sitting.game.stopped:
            raise ValueError(_("Draws aren't checked."))
        if sitting.game.sealed and not (here and here.reaches()):
            raise ValueError(_("Nobody is connected."))  # nobody can open the counters for this page
        if here:
            here.wait_no_longer()
            return here.cease(told)
        cease(sitting)
        return self._seating.moved() | {"alert": told}

    # To other pages

    def welcome(self) -> Patch:
        """Return their seats to people who are back, if that is possible now."""
        return self.role.welcome() if self.role else {}

    def flush(self) -> Patch:
        """Send settled moves, and return all orders for the lines since the last call."""
        role = self.role
        if role:
            role.send()
        called = role.sitting() if role and role.live.begun else None
        self.lines.call(_("Your turn") if called and called.person_to_act() else "")
        return self.lines.taken()
