"""The joint draws of a live game: dealing, exchanging signed messages, and opening the keys (docs/remote.md)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, cast

from keyharvest.record.links import new_id
from keyharvest.remote.exchange import NO_SEAT, PATIENCE, Exchange, Notice, OwnGame, PeerLine
from keyharvest.remote.fair.ledger import Agreement
from keyharvest.remote.fair.message import MessageError, read_message
from keyharvest.remote.fair.part import WATCHING, FairPart, gap
from keyharvest.remote.ordering import LONGEST, LineError, read_number
from keyharvest.rules import Layout
from keyharvest.rules.layout import layout_from_word, layout_word
from keyharvest.rules.setup import Start

#: The id of a game, as :func:`new_id` makes it.
GAME_ID: Final = re.compile(r"[A-Za-z0-9_-]{8}")
#: The patience that a refused message costs, and a request for all messages.
_REFUSED: Final = 10
_ALL_AGAIN: Final = 10
_MOST_DEALS: Final = 9999


class JointDraws:
    """The texts and signed messages by which all pages of a live game draw together, as one page sends and gets them.

    Attributes:
        signed: whether the part has grown and must be stored.
        deals: how often these pages have begun to deal, for a game that hasn't been played yet.
    """

    def __init__(self, exchange: Exchange) -> None:
        self._exchange = exchange
        self._part: FairPart | None = None
        self.signed = False
        self.deals = 0
        self._spent = self._doubted = self._impatient = False
        #: The seats whose pages have sent all signed messages that this page lacked when it was loaded.
        self._level: set[int] = set()

    @property
    def part(self) -> FairPart | None:
        """This page's part in the draws; ``None`` in a game without them."""
        return self._part

    @part.setter
    def part(self, part: FairPart | None) -> None:
        if part is not self._part:
            self._spent = self.spent  # it stays so without the part that showed it
        self._part = part

    @property
    def spent(self) -> bool:
        """Whether the first messages of a deal were shown, and its game wasn't played to its end by signed messages.

        Then no page takes part in another deal. Otherwise a page could deal, or come back, until it likes the
        set-up, or the digits that follow from the first messages.
        """
        return self._spent or (self.part is not None and self.part.shown and not self.part.over)

    def carry(self, before: JointDraws) -> None:
        """Continue with another game on the same lines; its deals are counted from the start unless one is spent."""
        if before.spent:
            self._spent, self.deals = True, before.deals

    def resume(self, before: JointDraws) -> None:
        """Continue a deal that was shown on the lines before, if they served the same game."""
        if before._exchange.game == self._exchange.game and self.part is None:
            self._spent, self.deals = before._spent, before.deals
            self.part = before.part if before.spent else None

    def remember_deal(self) -> None:
        """Take part in no other deal, unless this page has its part in the one that was shown."""
        self._spent = self.part is None

    def shared(self, table: OwnGame) -> bool:
        """Whether this page and all others draw together."""
        return self.part is not None and table.game.together

    # Speaking

    def deal(self, start: Start, layout: Layout, players: int) -> None:
        """Begin to draw together with all other pages; for the host's page, before the game begins."""
        if self.part is None and not self.spent:
            self.deals += 1
            part = self._take_part(Agreement(new_id(), players, layout, start, self._exchange.own, self.deals))
            for number, line in self._exchange.lines.items():
                if line.seat != NO_SEAT:
                    self._send_deal(number, part)
            self.spread(part.begin())

    def push(self, table: OwnGame) -> None:
        """Sign and send the moves here that have become final, once this page has all that others have signed."""
        exchange = self._exchange
        assert self.part is not None
        heard = self.part.others if exchange.hosting else {line.seat for line in exchange.lines.values()}
        if exchange.has_say(table) and exchange.lines and heard <= self._level:
            self.spread(self.part.push(table.game))

    def spread(self, lines: Sequence[str], but: int = -1) -> None:
        """Send signed messages on all lines but one."""
        self.signed = self.signed or bool(lines)
        for number, line in self._exchange.lines.items():
            if line.signs and number != but:
                self._send_signed(number, lines)

    def show(self, number: int, table: OwnGame) -> None:
        """Send a spectator the deal and all signed messages, if the pages draw together."""
        if self.part is not None and table.game.together:
            self._exchange.lines[number].signs = True
            self._send_deal(number, self.part)
            self._send_signed(number, self.part.since(0))

    def ask(self, number: int) -> None:
        """Ask another player's page for the signed messages that this page lacks."""
        if self.part is not None and self._exchange.own != NO_SEAT and self._exchange.lines[number].seat != NO_SEAT:
            self._exchange.send(number, f"lack {self.part.step}")

    def ask_for_game(self, number: int) -> None:
        """Ask another page for the whole game, and say whether this page has its part in the draws."""
        self._exchange.lines[number].asked = True
        self._exchange.send(number, "want fair" if self.part else "want")

    def cease(self, table: OwnGame | None) -> bool:
        """End the joint draws, and return whether they have ended.

        In a sealed game all open their keys first, this page too; :meth:`ended` returns whether they have.
        """
        exchange = self._exchange
        if self.part is not None and table is not None and table.game.sealed and exchange.begun:
            self._impatient = self.part.opening  # for the keys that all should open at the end
            self.spread(self.part.cease())
            if lie := self.part.lie:  # the keys that others had opened show it
                exchange.news.append(Notice("lie", -1, lie.seats[0]))
            return False
        self.part = None
        for number in exchange.lines:
            self.refuse(number, table)
        return True

    def wait_no_longer(self) -> list[int]:
        """Wait no longer for keys: do without those that are missing.

        A guest's page can only do without this host, and be one itself: return the lines to close.
        """
        part, exchange = self.part, self._exchange
        if part is None or not part.opening:
            return []
        for line in exchange.lines.values():
            line.signs = line.signs and line.seat in part.opened
        return [] if exchange.hosting else list(exchange.lines)

    def ended(self, table: OwnGame) -> bool:
        """Whether the joint draws of a sealed game have ended and the host can play on without them.

        It can once it knows all counters, for which one key may be missing, or has the keys of all who are connected.
        """
        part, exchange = self.part, self._exchange
        if not (exchange.hosting and part and part.opening and table.game.sealed) or part.lie:
            return False
        if part.ended_by is None and not self._impatient:
            return False  # the game is over, and those who aren't connected may come back with their keys
        players = [line.seat for line in exchange.lines.values() if line.signs and line.seat != NO_SEAT]
        return not part.sealed or set(players) <= set(part.opened)

    def held(self, line: PeerLine) -> bool:
        """Whether a player's page on this line can't have ended the joint draws: this one would have got its key first.

        On a new line it may have ended them before, and have had to guess this page's counters.
        """
        part = self.part
        return part is not None and not part.watching and line.signed and not part.opening

    def refuse(self, number: int, table: OwnGame | None) -> None:
        """Say to another page that this one doesn't draw together, and then what this page has."""
        if self._exchange.own != NO_SEAT:
            self._exchange.send(number, "unchecked")
        if table is not None and self._exchange.begun:
            self._exchange.send_have(number, table)

    def _take_part(self, agreement: Agreement) -> FairPart:
        own = self._exchange.own
        self.part = part = FairPart(agreement, WATCHING if own == NO_SEAT else own)
        self._level = part.others
        return part

    def _send_deal(self, number: int, part: FairPart) -> None:
        game = part.agreement
        terms = f"{game.game} {game.players} {game.start} {game.deal} {layout_word(game.layout)}"
        self._exchange.send(number, f"deal {terms}")

    def _send_signed(self, number: int, lines: Sequence[str]) -> None:
        """Send signed messages, several in one text: a page that lacks hundreds must not get a text for each."""
        text = ""
        for each in lines:
            if text and len("fair") + len(text) + len(each) >= LONGEST:
                self._exchange.send(number, f"fair{text}")
                text = ""
            text += ("\n" if text else " ") + each
        if text:
            self._exchange.send(number, f"fair{text}")

    # Hearing

    def heard_deal(self, number: int, line: PeerLine, rest: str, table: OwnGame | None) -> None:
        """Take part in the draws of a game that the host deals, unless this page has been shown another deal."""
        game, players, start, deal, layout = [*rest.split(" ", 4), "", "", "", ""][:5]
        known = GAME_ID.fullmatch(game) and start in ("drawn", "random")
        if self._exchange.hosting or (table is not None and self._exchange.own != NO_SEAT) or not known:
            raise LineError("line: no such game to deal")
        line.patience -= 10
        number_of, count, way = read_number(players, 4), read_number(deal, _MOST_DEALS), cast("Start", start)
        if self._exchange.own != NO_SEAT:
            if self.spent:
                self.part = None
                self.refuse(number, table)
                return
            if count <= self.deals:
                raise LineError(f"line: deal {count} after deal {self.deals}")
            self.deals = count
        try:
            part = self._take_part(Agreement(game, number_of, layout_from_word(layout), way, line.seat, count))
        except ValueError as error:
            raise LineError(f"line: {error}") from None
        self.spread(part.begin())

    def heard_signed(self, number: int, line: PeerLine, rest: str, table: OwnGame | None) -> None:
        """Check signed messages, answer them, and carry out what all pages have now agreed on."""
        line.patience -= 1
        part = self._drawing(number, table)
        if part is None:
            return
        before, line.signed = part.step, True
        for each in rest.split("\n"):
            size = part.size
            try:
                message = read_message(each)
            except MessageError as error:
                raise LineError(f"line: {error}") from None
            if part.knows(message) or part.lie:
                continue
            if line.patience <= 0:
                break
            if self._exchange.hosting and message.seat != line.seat and message.kind in ("seal", "hello"):
                raise LineError("line: a first message for another seat")  # no key vouches for it yet
            answers = part.hear(message)
            if part.size > size:
                self.spread([each], number)
            else:
                line.patience -= _REFUSED
            self.spread(answers)
        if part.step > before:
            line.patience = PATIENCE
        lie, doubt, news = part.lie, part.doubt, self._exchange.news
        if doubt:
            if not self._doubted:
                self._doubted = True
                seats = sorted(doubt.seats, key=lambda seat: (seat == self._exchange.own, seat == part.agreement.host))
                news.append(Notice("doubt", number, seats[0] if doubt.kind != "fork" else NO_SEAT))
        elif lie:
            news.append(Notice("lie", number, lie.seats[0]))
        elif not self._exchange.begun and part.dealt:
            news.append(Notice("dealt", number, line.seat))
        elif table is not None and self._exchange.begun:
            self._follow(number, line, table, part)
            if part.ended_by is not None and not table.game.sealed:
                news.append(Notice("unchecked", number, part.ended_by))

    def heard_lack(self, number: int, line: PeerLine, rest: str, table: OwnGame | None) -> None:
        """Send the signed messages that another page lacks."""
        step = read_number(rest, 100_000)
        line.patience -= _ALL_AGAIN
        if part := self._drawing(number, table):
            self._send_signed(number, part.since(step))
            self._exchange.send(number, "all")

    def heard_all(self, number: int, line: PeerLine, rest: str, table: OwnGame | None) -> None:
        """Note that this page now has all signed messages that another one has."""
        line.patience -= 1
        self._level.add(line.seat)
        line.signed = True
        if table is not None and self.part and table.game.together:
            self._follow(number, line, table, self.part)
        elif table is None and self.part and self.part.dealt:
            self.ask_for_game(number)  # it may have arrived before its deal, and been dropped

    def heard_unchecked(self, number: int, line: PeerLine, rest: str, table: OwnGame | None) -> None:
        """Stop sending signed messages to a page that no longer draws together."""
        line.patience -= 1
        if self.part is not None and table is not None and table.game.sealed and not self._exchange.hosting:
            if self._exchange.own == NO_SEAT:
                self.part = None
            self.ask_for_game(number)  # with the true counters
        elif self.part is not None:
            line.signs = False
            self._exchange.news.append(Notice("unchecked", number, line.seat))

    def _drawing(self, number: int, table: OwnGame | None) -> FairPart | None:
        """Return this page's part if the game here has joint draws or will have them; if not, inform the other page."""
        if self.part is not None and (table is None or not self._exchange.begun or table.game.together):
            return self.part
        if table is not None and self._exchange.begun:
            self.refuse(number, table)
        return None

    def _follow(self, number: int, line: PeerLine, table: OwnGame, part: FairPart) -> None:
        """Carry out the moves that all pages have agreed on, undoing any that differ, and send this page's own.

        Where a guess was wrong, what this page's player has done since the last of them stays.
        """
        moves, here, news = part.moves, len(table.game.moves), self._exchange.news
        at = gap(moves, table.game.moves)
        if at is not None:
            own = part.unsigned(table.game.moves)
            table.take([*moves[at:], *own], at)
            # What this page had guessed has changed too, but nobody can see that.
            news.append(Notice("moves", number, line.seat, min(here, len(moves)) if part.guessed else at))
        if table.game.sealed and not part.sealed and part.ended_by is None:
            news.append(Notice("opened", number, line.seat))
        self.push(table)
