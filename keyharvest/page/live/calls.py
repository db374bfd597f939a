"""Live games (docs/remote.md): invitations and answers, the lines to other pages, and what comes over them."""

from __future__ import annotations

import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

from keyharvest.page.forms import SEEDS, fault_text
from keyharvest.page.game.tabletop import Patch, Tabletop
from keyharvest.page.keeping import Keeping
from keyharvest.page.live.around import Around
from keyharvest.page.whereabouts import Whereabouts
from keyharvest.panels.parts.markup import Html
from keyharvest.players import NAMES as LEVELS
from keyharvest.remote import LetterError
from keyharvest.remote.calling import Call, is_code, read_call
from keyharvest.remote.live import AWAY, HERE, LONGEST, Live, Notice
from keyharvest.screens.remote.inviting import Inviting, inviting
from keyharvest.screens.remote.joining import Joining, joining
from keyharvest.table.company import PHRASES, Company
from keyharvest.table.sitting import FACES, FAR, USUAL, Sitting, clean_name
from keyharvest.words.language import _

#: The seconds between two phrases of one player: for players here, and the least for those that arrive.
_PAUSE: Final = 3.0
_LESS: Final = 2.0
#: What can happen on a line.
_HAPPENINGS: Final = frozenset(
    ("offer", "answer", "open", "text", "lost", "failed", "shaky", "steady", "away", "here", "handed", "taken")
)


@dataclass(frozen=True, slots=True)
class Invite:
    """The invitation for one seat: ``state`` is ``making``, ``ready``, ``connecting``, ``connected`` or ``failed``."""

    state: str = "making"
    link: str = ""


class Calls:
    """The live game of a page, as the one that invites or as one of those invited; ``clock`` counts seconds."""

    def __init__(
        self, seating: Around, keeping: Keeping, here: Whereabouts, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.clock = clock
        self._muted = False
        self._seating = seating
        self._keeping = keeping
        self._here = here
        self._orders: list[list[Any]] = []
        self._forget()

    def _forget(self) -> None:
        """Begin without a game."""
        self._live: Live | None = None
        self._game = ""
        self._number: int | None = None
        self._aside: tuple[str, Sitting] | None = None
        self._ready = False
        self._shaky: set[int] = set()
        self._invites: dict[int, Invite] = {}
        self._shown = 0
        self._fault = ""
        self._call: Call | None = None
        self._stage = ""
        self._link = ""
        self._name, self._face = "", FACES[0]
        self._said: dict[int, tuple[int, int]] = {}
        self._spoke: dict[int, float] = {}

    def _order(self, what: str, line: int, *texts: str) -> None:
        self._orders.append([what, line, *texts])

    # The game

    def _sitting(self) -> Sitting | None:
        """Return the live game: the one on the table, or a saved one while another is there; ``None`` before it is."""
        table = self._seating.table
        if table and table.sitting.message == self._game and self._number in (None, self._keeping.current):
            return table.sitting
        if self._number is None or self._number not in self._keeping.shelf.entries:
            return None
        record = self._keeping.shelf.entry(self._number).record
        if self._aside is None or self._aside[0] != record:
            self._aside = record, Sitting.from_text(record)
        return self._aside[1]

    def _on_table(self, sitting: Sitting) -> bool:
        table = self._seating.table
        return table is not None and table.sitting is sitting

    def _changed(self, sitting: Sitting) -> None:
        """Put a game on the table in which a seat has another name, face or player."""
        table = self._seating.table
        if table and self._sitting() is table.sitting:
            viewer = table.viewer
            self._seating.table = Tabletop(sitting, self._seating.moved)
            self._seating.table.viewer = viewer
            self._keeping.keep(sitting)
        elif self._number is not None:
            self._keeping.keep_aside(sitting, self._number)

    # Inviting

    def invite(self, begun: bool) -> Patch:
        """Show the invitations to the game on the table, and make those that are missing."""
        sitting = self._seating.open().sitting
        far = [seat for seat, chair in enumerate(sitting.chairs) if chair.kind == FAR]
        if not far or sitting.over:
            raise ValueError(_("Nobody in this game is on another page."))
        if self._game != sitting.message or not (self._live and self._live.hosting):
            if self._live and self._game == sitting.message and self._live.lines:
                raise ValueError(_("You are connected already."))
            self._close()
            self._game, self._number = sitting.message, self._keeping.current
            host = sitting.persons()[0] if sitting.persons() else 0
            chair = sitting.chairs[host]
            self._live = Live(self._game, host, True, begun, chair.name, chair.face)
        self._invites = {seat: self._invites.get(seat, Invite()) for seat in far}
        for seat in far:
            if not self._invites[seat].link and self._invites[seat].state != "connected":
                self._offer(seat)
        waiting = [seat for seat in far if self._invites[seat].state != "connected"]
        self._shown = waiting[0] if waiting else far[0]
        self._here.leave_for("invite")
        return {"focus": "invite-title"}

    def _offer(self, seat: int) -> None:
        self._invites[seat] = Invite()
        self._order("offer", seat, f"host {self._game}")

    def _close(self) -> None:
        """Close all lines, and forget the game."""
        for seat in self._invites or ([self._call.seat] if self._call else []):
            self._order("close", seat)
        self._forget()

    def show(self, seat: int) -> Patch:
        """Show the invitation for a seat."""
        if seat not in self._invites:
            raise ValueError(f"message: invitation: seat {seat + 1} is not on another page")
        self._shown, self._fault = seat, ""
        return {"focus": "invite-title"}

    def renew(self) -> Patch:
        """Make a new link for the seat shown."""
        if self._shown not in self._invites:
            raise ValueError(_("You can't do that here."))
        self._offer(self._shown)
        self._fault = ""
        return {"focus": "invite-title"}

    def answered(self, text: str) -> Patch:
        """Connect with the page that has sent an answer."""
        self._fault = ""
        try:
            call = read_call(text)
        except LetterError as error:
            newer = _("This answer comes from a newer version of Key Harvest.")
            damaged = _("This isn't an answer, or part of it is missing. Copy the whole text.")
            self._fault = newer if error.newer else damaged
            return {"focus": "invite-fault"}
        invite = self._invites.get(call.seat)
        if call.players:
            self._fault = _("This is an invitation, perhaps your own. The answer comes from the other page.")
        elif call.game != self._game or invite is None or not (self._live and self._live.hosting):
            self._fault = _("This answer belongs to another game.")
        elif invite.state != "connected":
            self._shown = call.seat
            self._invites[call.seat] = replace(invite, state="connecting")
            self._order("accept", call.seat, call.code)
            return {"focus": "invite-title"}
        return {"focus": "invite-fault"} if self._fault else {}

    def start(self) -> Patch:
        """Start the game, or return to it."""
        sitting = self._sitting()
        if not (self._live and self._live.hosting and sitting):
            raise ValueError(_("You can't do that here."))
        missing = [seat for seat, invite in self._invites.items() if invite.state != "connected"]
        if missing and not self._live.begun:
            raise ValueError(_("{name} hasn't answered yet.").format(name=sitting.names[missing[0]]))
        self._live.begin(sitting)
        return self._seating.do_continue(str(self._number)) if self._number is not None else {}

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
            self._number = next(iter(self._keeping.shelf.by_message(call.game)), None)
            names = [clean_name(name) for name in call.names]
            self._call = replace(call, names=tuple(name or _("Somebody") for name in names))
            self._name, self._face = self._call.names[1], FACES[call.seat % len(FACES)]
            sitting = self._sitting()
            if sitting and call.seat < len(sitting.chairs):
                self._name, self._face = sitting.chairs[call.seat].name, sitting.chairs[call.seat].face
        self._here.leave_for("invited")
        return {"focus": "ticket-title"}

    def meet(self, form: dict[str, Any]) -> Patch:
        """Accept the invitation and make the answer."""
        call = self._call
        if call is None or not call.players:
            raise ValueError(_("You can't do that here."))
        face = form.get("face")
        if isinstance(face, str) and len(face) == 1 and face in FACES:
            self._face = face
        self._name = clean_name(str(form.get("name", ""))) or self._name
        self._live = Live(self._game, call.seat, False, True, self._name, self._face)
        self._stage, self._link = "answering", ""
        self._order(
            "answer", call.seat, f"guest {self._game} {call.seat} {call.host} {self._face} {self._name}", call.code
        )
        return {"focus": "ticket-title"}

    # The screens

    def content(self, screen: str) -> Html:
        """Draw the screen of the invitations, or of the one received."""
        sitting = self._sitting()
        if self._link or any(invite.state == "ready" for invite in self._invites.values()):
            self._order("code", -1)  # only the script that draws the code knows whether it is already there
        if screen == "invite" and sitting and self._live:
            states = {seat: (invite.state, invite.link) for seat, invite in self._invites.items()}
            return inviting(
                Inviting(sitting.chairs, sitting.persons(), states, self._shown, self._live.begun, self._fault)
            )
        told = Joining(self._stage, self._name, self._face, self._link)
        if self._call and self._call.players:
            call = self._call
            told = replace(told, host=call.host, inviter=call.names[0], seat=call.seat % 4, players=call.players)
        return joining(told)

    def return_to(self, screen: str) -> Patch:
        """Show a screen again. Raise ``ValueError`` if there is nothing to show on it."""
        if screen == "invite" and self._invites and self._sitting():
            self._here.leave_for("invite")
        elif screen == "invited" and self._stage:
            self._here.leave_for("invited")
        else:
            raise ValueError(_("You can't do that here."))
        return {}

    # Lines

    def happened(self, told: dict[str, Any]) -> Patch:
        """Handle what has happened on a line."""
        line, what, text = told.get("line"), told.get("what"), told.get("text")
        if not isinstance(line, int) or what not in _HAPPENINGS or not isinstance(text, str) or len(text) > 2 * LONGEST:
            raise ValueError("message: peer: expected a line, what has happened and a text")
        patch: Patch = getattr(self, f"_on_{what}")(line, text) or {}
        return patch | self._tell()

    def _on_offer(self, line: int, code: str) -> None:
        sitting = self._sitting()
        if line not in self._invites or not sitting or not self._live or not is_code(code):
            return
        host = sitting.persons()[0] if sitting.persons() else 0
        names = sitting.names[host], sitting.names[line]
        call = Call(self._game, line, code, host, len(sitting.chairs), names)
        self._invites[line] = Invite("ready", call.text())

    def _on_answer(self, line: int, code: str) -> None:
        if self._call and self._stage == "answering" and is_code(code):
            self._stage, self._link = "answer", Call(self._game, line, code).text()

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
            live.opened(line, line, sitting)
            if live.begun and self._here.screen == "invite" and not self._missing() and self._number is not None:
                patch = self._seating.do_continue(str(self._number))
        else:
            live.opened(line, self._call.host if self._call else 0, sitting)
            self._stage = "connected"
            if sitting and self._here.screen == "invited" and self._number is not None:
                patch = self._seating.do_continue(str(self._number))
        self._ready = sitting is not None
        return patch

    def _again(self, role: str, rest: str) -> None:
        """Restore what a worker that has been replaced knew of its lines."""
        words = rest.split(" ", 4)
        self._game = words[0]
        self._number = next(iter(self._keeping.shelf.by_message(self._game)), None)
        sitting = self._sitting()
        if role == "host" and sitting:
            host = sitting.host()
            self._live = Live(self._game, host, True, True, sitting.names[host], sitting.chairs[host].face)
        elif role == "guest" and len(words) == 5:
            seat, host = int(words[1]), int(words[2])
            self._call = Call(self._game, seat, "", host, 4, ("", words[4]))
            self._live = Live(self._game, seat, False, True, words[4], words[3])

    def _missing(self) -> list[int]:
        return [seat for seat, invite in self._invites.items() if invite.state != "connected"]

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
        return {}

    def _on_shaky(self, line: int, _text: str) -> None:
        self._shaky.add(line)

    def _on_steady(self, line: int, _text: str) -> None:
        self._shaky.discard(line)
        if self._live:
            self._live.ready(self._sitting())

    def _on_away(self, _line: int, _text: str) -> None:
        if self._live:
            self._live.be(AWAY)

    def _on_here(self, _line: int, _text: str) -> None:
        if self._live:
            self._live.be(HERE)

    def _on_handed(self, _line: int, text: str) -> Patch:
        if not (self._live and self._live.hosting):
            return {}
        return self.answered(text)

    def _on_taken(self, _line: int, _text: str) -> None:
        if self._stage == "handing":
            self._stage = "handed"

    # Notice

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
        return self._call.names[0] if self._call and self._call.names else _("Somebody")

    def _news_moves(self, news: Notice) -> Patch:
        sitting = self._sitting()
        assert sitting
        table = self._seating.table
        if not (table and self._on_table(sitting)):
            assert self._number is not None
            self._keeping.keep_aside(sitting, self._number)
            return {"say": _("{name} has played.").format(name=self._who(news.seat))}
        if table.head.live:
            table.follow(news.number)
        if self._here.screen in ("game", "curtain"):
            return self._seating.moved()
        self._keeping.keep(sitting)
        return {"say": _("{name} has played.").format(name=self._who(news.seat))}

    def _news_game(self, news: Notice) -> Patch:
        theirs = Sitting.from_text(news.text, secrets.randbelow(SEEDS))
        if theirs.message != self._game:
            raise ValueError(_("The other page sent a different game."))
        if self._sitting() is not None:
            return self._seating.met_record(theirs)
        seat = self._call.seat if self._call else 0
        if seat >= len(theirs.chairs) or not theirs.chairs[seat].human:
            raise ValueError(_("The game that the other page sent has no seat for you."))
        patch = self._seating.join(theirs, seat)
        self._number = self._keeping.current
        return patch

    def _news_hello(self, news: Notice) -> Patch:
        sitting, live = self._sitting(), self._live
        if not (sitting and live and live.hosting and 0 <= news.seat < len(sitting.chairs)):
            return {}
        face, _space, name = news.text.partition(" ")
        name, chair = clean_name(name), sitting.chairs[news.seat]
        if not live.begun and chair.kind == FAR:
            others = [other for seat, other in enumerate(sitting.names) if seat != news.seat]
            name = chair.name if not name or name in others else name
            self._changed(sitting.with_chair(news.seat, name=name, face=face if face in FACES else chair.face))
        return {"say": _("{name} is connected.").format(name=self._who(news.seat))}

    def _news_chair(self, news: Notice) -> Patch:
        sitting = self._sitting()
        if not (sitting and 0 <= news.seat < len(sitting.chairs) and news.text in LEVELS):
            return {}
        if sitting.chairs[news.seat].kind == news.text:
            return {}
        name = self._who(news.seat)
        self._changed(sitting.with_chair(news.seat, kind=news.text))
        return {"say": _("A computer player has taken {name}'s seat.").format(name=name)}

    def _news_said(self, news: Notice) -> Patch:
        if not self._speaks(news.seat, _LESS):
            return {}
        self._said[news.seat] = news.number, self._said.get(news.seat, (0, 0))[1] + 1
        if self._muted:
            return {}
        return {"say": _("{name}: {phrase}").format(name=self._who(news.seat), phrase=_(PHRASES[news.number]))}

    def _speaks(self, seat: int, pause: float) -> bool:
        """Whether a player may already say another phrase; note that they do."""
        now = self.clock()
        if now - self._spoke.get(seat, -pause) < pause:
            return False
        self._spoke[seat] = now
        return True

    def _news_is(self, news: Notice) -> Patch:
        return (
            {"say": _("The connection to {name} is broken.").format(name=self._who(news.seat))}
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
        told = _("{name}'s page sent something that belongs to no game, so the line was closed. Your game is safe.")
        return {"alert": told.format(name=self._who(news.seat))}

    # At the table

    def say(self, phrase: int) -> Patch:
        """Say a set phrase to everyone, one every three seconds at most."""
        sitting, live = self._sitting(), self._live
        if not (sitting and live and live.lines and sitting.persons()):
            raise ValueError(_("Nobody is connected."))
        seat = sitting.persons()[0]
        if not self._speaks(seat, _PAUSE):
            return {"say": _("One phrase every three seconds.")}
        live.say(phrase)
        self._said[seat] = phrase, self._said.get(seat, (0, 0))[1] + 1
        return {"say": _("You: {phrase}").format(phrase=_(PHRASES[phrase]))}

    def mute(self) -> Patch:
        """Stop showing phrases, or show them again."""
        self._muted = not self._muted
        return {"say": _("Phrases are off.") if self._muted else _("Phrases are on.")}

    def seat_computer(self, seat: int) -> Patch:
        """Give the seat of a player who is gone to a computer player."""
        sitting, live = self._sitting(), self._live
        if not (sitting and live and live.hosting and seat < len(sitting.chairs) and sitting.chairs[seat].kind == FAR):
            raise ValueError(_("You can't do that here."))
        if any(line.seat == seat for line in live.lines.values()):
            raise ValueError(_("{name} is connected.").format(name=sitting.names[seat]))
        self._order("close", seat)
        self._invites.pop(seat, None)
        changed = sitting.with_chair(seat, kind=USUAL)
        self._changed(changed)
        live.seat_computer(seat, USUAL, changed)
        table = self._seating.table
        told = {"say": _("A computer player has taken {name}'s seat.").format(name=sitting.names[seat])}
        return (self._seating.moved() | told) if table and self._here.screen == "game" else told

    def fill(self) -> Patch:
        """Give all seats of people who haven't answered to computer players, and start the game."""
        if self._live and not self._live.begun:
            for seat in self._missing():
                self.seat_computer(seat)
        return self.start()

    # To other pages

    def company(self, sitting: Sitting) -> Company | None:
        """Return the people on other pages, if this game is played live."""
        live = self._live
        if live is None or sitting.message != self._game or self._sitting() is not sitting:
            return None
        presence = dict(live.presence)
        for line in self._shaky & live.lines.keys():
            presence[live.lines[line].seat] = "shaky"
        if not live.hosting and not live.lines:
            presence = dict.fromkeys(presence, "gone")
        return Company(presence, self._said, self._muted, live.hosting)

    def flush(self) -> Patch:
        """Return the orders for the lines since the last call: settled moves first."""
        live = self._live
        if live and live.lines:
            sitting = self._sitting()
            if sitting and not self._ready:
                self._number = self._number if self._number is not None else self._keeping.current
                live.ready(sitting)
                self._ready = True
            if sitting:
                live.push(sitting)
        if live:
            for line, text in live.out:
                self._order(*(("close", line) if text is None else ("send", line, text)))
            live.out = []
        orders, self._orders = self._orders, []
        return {"peer": orders} if orders else {}
