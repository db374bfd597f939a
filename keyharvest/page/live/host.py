"""The host of a live game: invitations and the answers to them, the start, and who has which seat (docs/remote.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.forms import numbered, object_of
from keyharvest.page.core.intent import HOST, intent
from keyharvest.page.live.game import LiveGame
from keyharvest.page.live.lines import Lines, Service, checks
from keyharvest.page.live.lobby_view import Lobby
from keyharvest.page.live.places import place_text, player_of, seated
from keyharvest.remote import LetterError
from keyharvest.remote.calling import WATCHERS, Call, is_code, read_call
from keyharvest.remote.exchange import NO_SEAT, Notice
from keyharvest.remote.live import Live
from keyharvest.rules import CHANCE, actor
from keyharvest.table.chairs import FAR, PERSON, USUAL
from keyharvest.table.company import Company
from keyharvest.table.sealing import GATHERING, GATHERING_FAIR, WAS_LIVE
from keyharvest.table.set_up import SEATS
from keyharvest.table.sitting import Sitting
from keyharvest.table.together import cease, dealt, end
from keyharvest.words.language import _

_seat: Final = numbered("seat", SEATS)


def _line(value: object) -> int:
    """The number of a seat, or of a spectator's invitation."""
    found = [number for number in WATCHERS if value == str(number + 1)]
    return found[0] if found else _seat(value)


@dataclass(frozen=True, slots=True)
class Invite:
    """An invitation: its ``state``, by the name that the screens use, and its link."""

    state: str = "making"
    link: str = ""

    def is_newer_than(self, answer: Call) -> bool:
        """Whether an answer belongs to an earlier link for the same seat."""
        return bool(answer.to) and read_call(self.link).mark != answer.to


def read_answer(text: str, game: str, invites: Mapping[int, Invite]) -> Call:
    """Read the answer to one of a game's invitations. Raise ``ValueError`` with advice for any other text."""
    try:
        call = read_call(text, answers=True)
    except LetterError as error:
        newer = _(
            "This answer comes from a newer version of Key Harvest. Reload this page to get it, then send a new link: "
            "the reload ends this one."
        )
        damaged = _("This isn't an answer, or part of it is missing. Copy the whole text.")
        raise ValueError(newer if error.newer else damaged) from None
    if call.players:
        raise ValueError(_("This is an invitation, perhaps your own. The answer is what the other player sends you."))
    if call.game != game or call.seat not in invites:
        raise ValueError(_("This answer belongs to another game."))
    return call


def can_deal(sitting: Sitting) -> bool:
    """Whether a game that hasn't begun can get joint draws: each player on a page of their own, nothing decided yet."""
    states = sitting.game.states
    apart = sorted(chair.kind for chair in sitting.chairs) == [*[FAR] * (len(sitting.chairs) - 1), PERSON]
    return apart and not states[0].turn and all(actor(state) == CHANCE for state in states[:-1])


class Host(LiveGame):
    """A live game that this page hosts. Methods named ``do_…`` carry out an intent.

    Attributes:
        invites: the invitations, by seat, or by a spectator's number; ``shown``: the one that is shown.
        fault: what is wrong with the answer entered.
        fair: whether all pages will draw together.
        reloaded: whether links sent earlier have ended, as this page was loaded again.
    """

    def __init__(self, lines: Lines, sitting: Sitting, seat: int, number: int | None, begun: bool) -> None:
        """Host a game in which ``seat`` is the player of this page."""
        chair = sitting.chairs[seat]
        super().__init__(lines, Live(sitting.message, seat, True, begun, chair.name, chair.face, chair.badge), number)
        self.invites: dict[int, Invite] = {}
        self.shown = 0
        self.fault = ""
        self.fair = self.reloaded = False
        self._leavers: set[int] = set()

    def note(self) -> str:
        return f"{'shown ' if self.live.draws.spent else ''}host {self.live.game}"

    def numbers(self) -> list[int]:
        return list(self.invites)

    def has_link(self) -> bool:
        return any(invite.state == "ready" for invite in self.invites.values())

    def gathers(self, number: int | None) -> bool:
        return self.sitting() is not None and not self.live.begun and number in (None, self.number)

    def plays(self) -> bool:
        return True

    def reaches(self) -> bool:
        return True

    def _stranger(self) -> str:
        return _("Someone")

    def _company(self, sitting: Sitting, presence: dict[int, str]) -> Company:
        said, muted = self.phrases.said, self.phrases.muted
        return Company(presence, said, muted, True, not sitting.persons(), checks(self.live), -1, self.live.own)

    def _word(self) -> str:
        return "on" if self.live.begun else GATHERING_FAIR if self.fair else GATHERING

    def _hosted(self) -> Sitting:
        """Return the game. Raise ``ValueError`` if it has been deleted."""
        if sitting := self.sitting():
            return sitting
        raise ValueError(_("Only the host's page can do that."))

    # The screens

    @property
    def service(self) -> Service:
        """The address service."""
        return self._lines.service

    @property
    def shows_spectator(self) -> bool:
        """Whether a spectator's invitation is shown."""
        return self.shown in WATCHERS

    def lobby(self) -> Lobby | None:
        live, sitting = self.live, self.sitting()
        if sitting is None:
            return None
        states = {seat: invite.state for seat, invite in self.invites.items()}
        for seat in sitting.persons():
            states[seat] = "mine" if seat == live.own else "host"
        return Lobby(
            sitting.chairs,
            states,
            live.own,
            live.own,
            self.company(sitting),
            [sitting.names[seat] for seat in self.missing()],
            live.begun,
            (self.fair and can_deal(sitting)) or sitting.game.together,
            live.draws.part is not None and not live.begun,
            sum(self.invites[number].state == "connected" for number in WATCHERS if number in self.invites),
        )

    # Inviting

    def missing(self) -> list[int]:
        """Return the seats of people elsewhere who are not connected."""
        sitting = self.sitting()
        far = [seat for seat, chair in enumerate(sitting.chairs) if chair.kind == FAR] if sitting else []
        return [seat for seat in far if self.invites.get(seat, Invite()).state != "connected"]

    def invite(self, begun: bool) -> Patch:
        """Show the invitations, and make those that are missing; ``begun``: whether anybody has seen the board."""
        waiting = self.missing()
        for seat in waiting:
            if not self.invites.get(seat, Invite()).link:
                self._offer(seat)
        if not waiting:
            return self.table()
        self.shown = waiting[0]
        self._here.leave_for("invite")
        if not begun:
            self._here.behind = self._here.find("setup")
        return {"focus": "invite-title"}

    def _offer(self, seat: int) -> None:
        self.invites[seat] = Invite()
        self._lines.begin(seat)
        self._lines.order("service", -1)
        self._lines.order("offer", seat, self.note(), self._lines.service.agreed)

    def offer_again(self) -> None:
        """Renew the links that nobody has answered yet."""
        for seat, invite in self.invites.items():
            if invite.state in ("making", "ready", "failed"):
                self._offer(seat)

    @intent(_line, on=HOST)
    def do_invitation(self, seat: int) -> Patch:
        """Show the invitation for a seat or a spectator.

        Before the game begins, a person can also be invited to the seat of a computer player.
        """
        sitting = self._hosted()
        if sitting.over:
            raise ValueError(_("This game is over: nobody can join it."))
        if seat not in self.invites and (seat >= len(sitting.chairs) or sitting.chairs[seat].person):
            raise ValueError(f"message: invitation: seat {seat + 1} is not on another page")
        if seat < len(sitting.chairs) and not sitting.chairs[seat].human and not self.live.begun:
            self._change(sitting.with_chair(seat, kind=FAR))
        if self.invites.get(seat, Invite("lost")).state == "lost":
            self._offer(seat)
        self.shown, self.fault = seat, ""
        self._here.leave_for("invite")
        return {"focus": "invite-title"}

    @intent(on=HOST)
    def do_spectator(self) -> Patch:
        """Show an invitation for a spectator."""
        free = [number for number in WATCHERS if self.invites.get(number, Invite("lost")).state != "connected"]
        if not free:
            raise ValueError(_("Four people are already watching."))
        self.invites.setdefault(free[0], Invite("lost"))
        return self.do_invitation(free[0])

    @intent(on=HOST)
    def do_renew(self) -> Patch:
        """Make a new link for the seat shown."""
        if self.shown not in self.invites:
            raise ValueError(_("There is no invitation to renew: invite someone first."))
        self._offer(self.shown)
        self.fault = ""
        return {"focus": "invite-title"}

    @intent(object_of, on=HOST)
    def do_answered(self, form: dict[str, Any]) -> Patch:
        """Connect with the page whose answer the host has pasted."""
        return self.answered(str(form.get("link", "")))

    def answered(self, text: str) -> Patch:
        """Connect with the page that has sent an answer."""
        self.fault = ""
        try:
            call = read_answer(text, self.live.game, self.invites)
        except ValueError as error:
            return self._refused(str(error))
        invite = self.invites[call.seat]
        if invite.state in ("connecting", "connected"):
            return {}
        self.shown = call.seat
        if not invite.link:
            return {"alert": _("This answers a link that no longer works. Make a new one and send it.")}
        if invite.is_newer_than(call):
            told = _(
                "This answers an earlier link, which no longer works. Send the new one and paste the answer to it."
            )
            return self._refused(told)
        self.invites[call.seat] = replace(invite, state="connecting")
        self._lines.order("accept", call.seat, call.code)
        return {"focus": "invite-title"}

    def _refused(self, fault: str) -> Patch:
        """Report an invalid answer beside its field or, on another screen, as an alert."""
        self.fault = fault
        field = self._here.shown.answers
        return {"focus": field} if field else {"alert": fault}

    def end_live(self) -> None:
        """Make this a game by message. Raise ``ValueError`` if it has begun."""
        sitting = self._hosted()
        if self.live.begun:
            raise ValueError(_("This game has already begun."))
        sitting.game.headers.pop(WAS_LIVE, None)
        self._change(sitting)

    # Events on the lines

    def expect(self, line: int) -> None:
        """Note that there is a line of an invitation."""
        self.invites.setdefault(line, Invite())

    def on_offer(self, line: int, code: str) -> None:
        sitting = self.sitting()
        if line not in self.invites or sitting is None or not is_code(code):
            return
        host = sitting.persons()[0] if sitting.persons() else 0
        names = sitting.names[host], "" if line in WATCHERS else sitting.names[line]
        call = Call(self.live.game, line, code, host, len(sitting.chairs), names, sitting.chairs[host].badge)
        self.invites[line] = Invite("ready", call.text())
        if self.shown not in self.invites:
            self.shown = line

    def opened(self, line: int) -> Patch:
        self.invites[line] = Invite("connected")
        self.live.opened(line, NO_SEAT if line in WATCHERS else line, self.sitting())
        if not self._here.shown.gathers:
            return {}
        shows = self.live.begun and not self.missing() and self.number is not None
        return self._continue() if shows else self.table()

    def broken(self, line: int, how: str) -> None:
        if line in self.invites:
            self.invites[line] = Invite(how)

    # Starting

    @intent(on=HOST)
    def do_start(self) -> Patch:
        """Start the game, or return to it."""
        live, sitting = self.live, self._hosted()
        missing = self.missing()
        if missing and not live.begun:
            raise ValueError(_("{name} hasn't answered yet.").format(name=sitting.names[missing[0]]))
        if not live.begun and self.fair and can_deal(sitting):
            if live.draws.spent and live.draws.part is None:
                return self._begin_unchecked(_("From now on draws aren't checked."))
            live.draws.deal(sitting.start, sitting.game.state.layout, len(sitting.chairs))
            two = len(sitting.chairs) == 2
            return {"say": _("Both pages shuffle together.") if two else _("All pages shuffle together.")}
        live.begin(sitting)
        self.remember(sitting)
        return self._continue()

    def _news_dealt(self, _news: Notice) -> Patch:
        live, sitting = self.live, self.sitting()
        if not (sitting and live.draws.part) or live.begun or self.number is None:
            return {}
        sitting = dealt(sitting, live.draws.part)
        live.begin(sitting)
        self.remember(sitting)
        return self._continue()

    def _begin_unchecked(self, told: str) -> Patch:
        """Begin the game without joint draws."""
        self.fair = False
        self.live.cease(self.sitting())
        return self.do_start() | {"alert": told}

    @intent(on=HOST)
    def do_fill(self) -> Patch:
        """Give all seats of people who haven't answered to computer players, and start the game."""
        if not self.live.begun:
            for seat in self.missing():
                self.seat_computer(seat)
        return self.do_start()

    def rematch(self) -> Patch:
        """Gather for the next game, which is on this page's table now: everyone who is connected joins it at once."""
        sitting = self._seating.open().sitting
        self._follow(sitting.message, self._keeping.current, sitting)
        self.fair = True
        self.invites = {number: Invite("connected") for number in self.live.lines}
        self.remember(sitting)
        for seat in self.missing():
            self._offer(seat)
        patch = self.table()
        self._here.behind = self._here.find("home")  # nobody has seen the board yet
        return patch

    # The joint draws

    def cease(self, told: str) -> Patch:
        if self.sitting() and not self.live.begun:
            return self._begin_unchecked(told)
        return super().cease(told)

    def end_draws(self) -> Patch:
        live, sitting = self.live, self.sitting()
        part = live.draws.part
        if not (sitting and part and live.draws.ended(sitting)):
            return {}
        told = self._ended_by(part.ended_by, live.own)
        end(sitting, part)
        live.cease(sitting)
        leavers, self._leavers = sorted(self._leavers), set()
        for seat in leavers:
            sitting = sitting.with_chair(seat, kind=USUAL)
            live.report_seat(seat, USUAL, sitting)
        return self._put(sitting) | {"alert": told}

    # The seats

    def _news_hello(self, news: Notice) -> Patch:
        live, sitting = self.live, self.sitting()
        if sitting is None or not 0 <= news.seat < len(sitting.chairs):
            return {}
        if not live.begun:
            there = {line.seat for line in live.lines.values() if line.seat != news.seat}
            changed = seated(sitting, news.seat, player_of(news.text), {*sitting.persons(), *there})
            self._change(changed.with_chair(news.seat, kind=FAR))
        elif not sitting.chairs[news.seat].human:
            told = _("{name} is back. The computer leaves the seat after its turn.")
            return {"say": told.format(name=self.who(news.seat))}
        return {"say": _("{name} is connected.").format(name=self.who(news.seat))}

    def seat_computer(self, seat: int) -> Patch:
        """Give the seat of a player who is gone to a computer player."""
        live, sitting = self.live, self._hosted()
        if seat >= len(sitting.chairs) or sitting.chairs[seat].kind != FAR:
            raise ValueError(_("Nobody is playing this seat from another page."))
        if any(line.seat == seat for line in live.lines.values()):
            raise ValueError(_("{name} is connected.").format(name=sitting.names[seat]))
        if sitting.game.sealed:
            self._leavers.add(seat)
            return self.cease("")
        if sitting.game.together:
            cease(sitting)
            live.cease(sitting)
        changed = sitting.with_chair(seat, kind=USUAL)  # the invitation stays valid: they can come back
        patch = self._put(changed)
        live.report_seat(seat, USUAL, changed)
        return patch | {"say": _("A computer player has taken {name}'s seat.").format(name=sitting.names[seat])}

    def welcome(self) -> Patch:
        """Return their seats to people who are back, once the computer player there isn't in the middle of a turn."""
        live, sitting = self.live, self.sitting()
        if sitting is None:
            return {}
        patch = self.end_draws()
        sitting = self.sitting() or sitting
        for seat in live.returning(sitting):
            sitting = sitting.with_chair(seat, kind=FAR)
            live.report_seat(seat, FAR, sitting)
            patch = self._put(sitting) | {"say": _("{name} is back.").format(name=sitting.names[seat])}
        if not live.begun:
            fair = self.fair and can_deal(sitting)
            live.set_places({seat: place_text(chair, fair) for seat, chair in enumerate(sitting.chairs)})
        return patch
