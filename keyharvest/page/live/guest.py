"""A guest of a live game: the invitation that the page has accepted, and what only the host says (docs/remote.md)."""

from __future__ import annotations

from dataclasses import replace

from keyharvest.page.core.drawing import Patch
from keyharvest.page.live.game import LiveGame
from keyharvest.page.live.lines import Lines, Ticket, checks
from keyharvest.page.live.lobby_view import Lobby
from keyharvest.page.live.places import is_fair, place_of
from keyharvest.players import NAMES as LEVELS
from keyharvest.remote.calling import WATCHERS, Call, is_code
from keyharvest.remote.exchange import NO_SEAT, Notice
from keyharvest.remote.live import Live
from keyharvest.table.chairs import FAR
from keyharvest.table.company import Company
from keyharvest.table.sitting import Sitting
from keyharvest.words.language import _


class Guest(LiveGame):
    """A live game that another page hosts.

    Attributes:
        call: the invitation; ``stage``: the state of the way to the host, by the name that the screen uses.
        link: the link of the answer.
    """

    def __init__(self, lines: Lines, ticket: Ticket, call: Call) -> None:
        """Accept the invitation of a ticket."""
        watching = call.seat in WATCHERS
        number = None if watching else next(iter(lines.keeping.shelf.by_message(call.game)), None)
        own = NO_SEAT if watching else call.seat
        super().__init__(lines, Live(call.game, own, False, True, ticket.name, ticket.face, ticket.badge), number)
        self.call = call
        self.stage = ticket.stage
        self.link = ""
        self._player = ticket.name, ticket.face, ticket.badge
        lines.ticket = None

    def note(self) -> str:
        """Return the note of this page's lines, which contains the invitation, with its game."""
        name, face, badge = self._player
        return f"{'shown ' if self.live.draws.spent else ''}guest {self.call.text()} {face} {badge} {name}"

    def numbers(self) -> list[int]:
        return [self.call.seat]

    def has_link(self) -> bool:
        return bool(self.link)

    def gathers(self, number: int | None) -> bool:
        waits = self.stage == "connected" and self.sitting() is None
        return number is None and waits and self.lobby() is not None

    def plays(self) -> bool:
        told = _("Only {name} can start the next game; you'll join it then.")
        raise ValueError(told.format(name=self.who(self.call.host)))

    def reaches(self) -> bool:
        return bool(self.live.lines)

    def _stranger(self) -> str:
        return self.call.names[0] if self.call.names else _("Someone")

    def _company(self, sitting: Sitting, presence: dict[int, str]) -> Company:
        lines, host, said = self.live.lines, self.call.host, self.phrases.said
        there = presence if lines else dict.fromkeys(presence, "gone")
        watching = not sitting.persons()
        return Company(there, said, self.phrases.muted, False, watching, checks(self.live), host if lines else -1, host)

    def _word(self) -> str:
        return "on"

    def ticket(self) -> Ticket:
        """Return the invitation, as it is shown."""
        sitting = self.sitting()
        return Ticket(self.stage, self.call, *self._player, sitting is not None and self.call.seat in sitting.persons())

    def lobby(self) -> Lobby | None:
        live, host = self.live, self.call.host
        if not live.places or live.places.keys() != set(range(self.call.players)):
            return None
        chairs = [place_of(text) for _seat, text in sorted(live.places.items())]
        states = {seat: "connected" if word != "gone" else "lost" for seat, word in live.presence.items()}
        states |= {host: "host", live.own: "mine"}
        said = Company(live.presence, self.phrases.said, self.phrases.muted, False, live.own == NO_SEAT)
        dealing = live.draws.part is not None
        fair = dealing or any(map(is_fair, live.places.values()))
        return Lobby(chairs, states, live.own, host, said, fair=fair, dealing=dealing)

    def welcome(self) -> Patch:
        return {}

    def _show(self) -> None:
        """Show this page's own place in the game, and no longer a link that was opened meanwhile."""
        self._lines.ticket = None
        self._here.leave_for("invited")

    # Events on the line

    def on_answer(self, line: int, code: str) -> None:
        if self.stage == "answering" and is_code(code):
            self.stage, self.link = "answer", Call(self.live.game, line, code, to=self.call.mark).text()

    def opened(self, line: int) -> Patch:
        sitting = self.sitting()
        self.live.opened(line, self.call.host, sitting)
        self.stage = "connected"
        return self._continue() if sitting and self._here.shown.invited and not self._lines.ticket else {}

    def broken(self, _line: int, how: str) -> None:
        self.stage = how
        if self._here.shown.gathers:
            self._show()

    # News

    def _news_sits(self, _news: Notice) -> None:
        if self._here.shown.invited and not self._lines.ticket and self.lobby():
            self._here.leave_for("lobby")

    def _news_again(self, news: Notice) -> Patch:
        self._follow(news.text, None, None)
        self.call, self.stage = replace(self.call, game=news.text), "connected"
        if self._here.shown.result:
            self._show()
        return {"say": _("{name} starts another game.").format(name=self.call.names[0])}

    def _news_chair(self, news: Notice) -> Patch:
        live, sitting = self.live, self.sitting()
        if sitting is None or not 0 <= news.seat < len(sitting.chairs) or news.text not in (FAR, *LEVELS):
            return {}
        changed = sitting.given(news.seat, news.text, live.own)
        if changed is sitting:
            return {}
        if news.seat == live.own:
            gone = _("A computer player has your seat. You'll get it back after its turn.")
            told = _("You have your seat again.") if news.text == FAR else gone
        else:
            told = _("A computer player has taken {name}'s seat.") if news.text != FAR else _("{name} is back.")
        return self._put(changed) | {"say": told.format(name=self.who(news.seat))}
