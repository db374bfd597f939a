"""A live game: what pages say to each other. Texts in, texts out: no clock, no socket (docs/remote.md).

A line is a connection between two pages. The page that invites (the host) has a line to every other page, and passes on
what it hears. A text is a word and its values, separated by spaces; when it is sent, a sequence number comes before it
(:mod:`keyharvest.remote.ordering`):

============================  ==========================================================================================
``hello VERSION GAME …``      the first on a line, from both ends: the game, the number of this text, and face, badge
                              and name of the player
``sits SEAT KIND …``          from the host before the game: who is at a seat, with face, badge and name
``have NUMBER PRINT``         how many moves the page has that can't be undone, and their fingerprint
``want``                      the page doesn't have the game; ``want fair``: it has its part in the joint draws
``game RECORD``               the whole game, packed; ``game fair …`` and ``game sealed …`` if all draw together
``turn LETTER``               moves, in the form of a turn by message
``deal GAME NUMBER …``        from the host: all pages draw together from now on; the number of players, how they
                              start, and the layout
``fair LINES``                signed messages of such a game (:mod:`keyharvest.remote.fair`)
``lack STEP``                 the page has all signed messages before this step and asks for the rest
``all``                       these were all the signed messages since that step
``unchecked``                 the page no longer draws together
``chair SEAT KIND NUMBER``    from the host: after NUMBER moves a computer player, or a person (``far``), has the seat
``again GAME``                from the host: from now on the lines serve another game with the same people
``say SEAT NUMBER``           the player says a set phrase
``is SEAT WORD``              the player is ``here``, ``away`` or ``gone``
``next NUMBER``               the number of the text that the page waits for
``heard NUMBER``              the page has heard all texts before this number
============================  ==========================================================================================

After each ``hello`` both ends say what they have and send what the other lacks, so a line may break at any moment.
Where all draw together, moves are sent only as signed messages. A page signs nothing before it has all messages that
the others have, since what it has stored may be older than what it has said. With three or four players no page knows
the others' counters (a *sealed* game), so no page sends moves or a game with what only one may know. To continue
without joint draws, all open their keys first; the host then has the true counters, and hands the game over.

A spectator's page has seat -1: it says ``hello``, ``want`` and ``have``, and hears everything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, NamedTuple, Protocol, cast

from keyharvest.remote.fair.ledger import Agreement
from keyharvest.remote.fair.message import MessageError
from keyharvest.remote.fair.part import WATCHING, FairPart, gap
from keyharvest.remote.framing import LetterError
from keyharvest.remote.letter import new_id, read_letter
from keyharvest.remote.merging import Relation, letter_of, merge, print_of
from keyharvest.remote.ordering import HIGHEST, LONGEST, MOST_KEPT, LineError, Ordering
from keyharvest.rules import Layout, State
from keyharvest.rules.layout import layout_from_word, layout_word
from keyharvest.rules.setup import Start

#: The version of this protocol.
VERSION: Final = 5
#: The id of a game, as :func:`new_id` makes it.
_ID: Final = re.compile(r"[A-Za-z0-9_-]{8}")
#: The number of texts without news after which a line is closed.
PATIENCE: Final = 200
#: The number of set phrases.
PHRASES: Final = 8
#: The states of a player.
HERE, AWAY, GONE = "here", "away", "gone"
#: The kind of a seat whose player is on another page than the one that reads this.
FAR: Final = "far"
#: The seat of a spectator.
NO_SEAT: Final = -1
_LONGEST_NAME: Final = 100
_LONGEST_KIND: Final = 20


class Played(Protocol):
    """The moves of a game, and the states before and after them."""

    moves: list[str]
    states: list[State]

    @property
    def together(self) -> bool:
        """Whether its draws are made together with other pages."""

    @property
    def sealed(self) -> bool:
        """Whether it contains only guesses for the counters of others."""

    def settled(self) -> int:
        """Return the number of moves that can no longer be undone."""

    def rewind(self, number: int) -> None:
        """Return to an earlier number of moves."""


class Table(Protocol):
    """The game of this page, a :class:`keyharvest.table.sitting.Sitting`."""

    @property
    def game(self) -> Played:
        """The game itself."""

    def persons(self) -> list[int]:
        """Return the seats of people on this page."""

    def humans(self) -> list[int]:
        """Return the seats of all people."""

    def computers(self) -> Mapping[int, str]:
        """Return the computer players, by their seats."""

    def person_to_act(self) -> bool:
        """Whether a person on this page has to decide."""

    def take(self, moves: Sequence[str]) -> None:
        """Carry out moves made elsewhere."""

    def handed_over(self) -> str:
        """Return the sealed record, without moves that can still be undone."""


class Notice(NamedTuple):
    """Something that has happened on a line.

    ``what`` is one of: ``moves`` (from the move ``number`` on), ``game`` (the record ``text``), ``hello`` (face, badge
    and name as ``text``), ``sits`` (kind, face, badge and name as ``text``), ``chair`` (a ``seat`` now has a player of
    kind ``text``), ``said`` (phrase ``number``), ``is`` (the player's state is ``text``), ``parted`` (the two games
    differ), ``newer`` (the other page has a newer version), ``fault`` (it sent what no honest page sends), ``dealt``
    (the host's game can begin, with joint draws), ``opened`` (all counters are known at the end), ``lie`` (a lie of
    ``seat`` is proven), ``unchecked`` (the other page has stopped drawing together, or can't), ``again`` (the host
    begins the game with the id ``text``).
    """

    what: str
    line: int
    seat: int = -1
    number: int = 0
    text: str = ""


class PeerLine:
    """One open line: the player's seat at its other end, and what that page has.

    Attributes:
        seat: the seat at the other end; -1 for a spectator.
        known: the number of moves that the other page certainly has or has been sent; ``None`` if unknown.
        wants: whether the other page waits for the whole game; asked: whether this page has asked it for that.
        greeted: whether the other page has said hello.
        parted: whether its game differs from the one here.
        signs: whether it gets the signed messages.
        patience: how many more texts without news it may send.
        order: the sequence numbers of the texts, and those that may have to be sent again.
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.known: int | None = None
        self.wants = self.asked = self.greeted = self.parted = self.signs = False
        self.patience = PATIENCE
        self.order = Ordering()


class Live:
    """The lines of one page in one live game.

    Attributes:
        lines: the open lines, by their numbers.
        out: what to send: the line and the text, or ``None`` to close it.
        news: what the page should know.
        own: the seat of this page's player, or ``NO_SEAT``; hosting: whether this page is the host.
        begun: whether the host has started the game, which it sends to the other pages only then.
        me: face, badge and name of this page's player.
        presence: the state of each player elsewhere.
        places: who is at each seat before the game, as the host says.
        part: this page's part in joint draws, in a game that has them; signed: whether it has grown and must be stored.
    """

    def __init__(
        self, game: str, seat: int, hosting: bool, begun: bool = True, name: str = "", face: str = "B", badge: int = 0
    ) -> None:
        """Begin without lines; ``seat``, ``name``, ``face`` and ``badge`` are those of this page's player."""
        self._game = game
        self.own = seat
        self.hosting = hosting
        self.begun = begun
        self.me = f"{face} {badge} {name}"
        self.lines: dict[int, PeerLine] = {}
        self.out: list[tuple[int, str | None]] = []
        self.news: list[Notice] = []
        self.presence: dict[int, str] = {}
        self.places: dict[int, str] = {}
        self.part: FairPart | None = None
        self.signed = False
        #: The seats whose pages have sent all signed messages that this page lacked when it was loaded.
        self._level: set[int] = set()

    # Lines

    def opened(self, number: int, seat: int, table: Table | None) -> None:
        """Greet the page of a seat, on a line that has opened."""
        line = self.lines[number] = PeerLine(seat)
        self.out.append((number, line.order.begin(f"hello {VERSION} {self._game} {line.order.first} {self.me}")))
        self._greet(number, table)

    def _greet(self, number: int, table: Table | None) -> None:
        line = self.lines[number]
        line.signs = line.seat != NO_SEAT
        if self.own == NO_SEAT:
            self.part = None  # this page gets all messages again
        lost = table is not None and table.game.sealed and self.part is None
        if table is None or (not self.hosting and (lost or _watches(self.own, table))):
            self._lack(number)
            self._want_game(number)
        elif self.begun:
            seat, computers = line.seat, table.computers()
            if self.hosting and seat in computers:
                # Their page must not decide for the seat from now on, nor send what it decided before.
                self._send(number, f"chair {seat} {computers[seat]} {table.game.settled()}")
            self._say_have(number, table)
            self._lack(number)

    def _want_game(self, number: int) -> None:
        self.lines[number].asked = True
        self._send(number, "want fair" if self.part else "want")

    def closed(self, number: int) -> None:
        """Forget a line that is broken; nothing is lost, as on a new one both pages first say what they have."""
        line = self.lines.pop(number, None)
        if line:
            if not self.begun and line.seat != NO_SEAT:
                self.part = None  # they deal again
            self._is(line.seat, GONE)

    def begin(self, table: Table) -> None:
        """Start the game: everyone who waits for it gets it."""
        self.begun = True
        for number, line in self.lines.items():
            if not table.game.together:
                self._refuse(number, None)  # the pages may already have begun to deal together
            self._give(number, line, table)

    def _give(self, number: int, line: PeerLine, table: Table) -> None:
        if not self.begun or not line.wants:
            return
        line.wants = False
        if line.seat == NO_SEAT and self.part is not None and table.game.together:
            line.signs = True
            self._send_deal(number, self.part)
            self._send_signed(number, self.part.since(0))
        how = "sealed " if table.game.sealed else "fair " if table.game.together else ""
        self._send(number, f"game {how}{table.handed_over()}")
        self._say_have(number, table)

    def ready(self, table: Table | None) -> None:
        """Say on all lines what this page has, after it has received the game."""
        for number in self.lines:
            if table and self.begun:
                self._say_have(number, table)
            self._lack(number)

    def ask(self) -> None:
        """Ask on all lines for what may have been lost."""
        self.out += [(number, line.order.asked()) for number, line in self.lines.items()]

    def push(self, table: Table) -> None:
        """Send every page the moves that it lacks, unless they can still be undone."""
        if not self.begun or (not self.hosting and _watches(self.own, table)):
            return
        game = table.game
        if self._shares(table):
            self._sign(table)
            return
        end = game.settled()
        for number, line in self.lines.items():
            if line.known is None or line.parted or line.known >= end:
                continue
            moves, states = game.moves[:end], game.states[: end + 1]
            letter = letter_of(self._game, max(self.own, 0), moves, states, line.known)
            line.known = end
            self._send(number, f"turn {letter.text()}")

    def following(self, game: str, table: Table | None) -> Live:
        """Begin another game with the same people on the same lines, and return it. The host announces it."""
        if self.hosting:
            self._tell(f"again {game}")
        live = Live(game, self.own, self.hosting, not self.hosting)
        live.me, live.out = self.me, self.out
        for number, line in self.lines.items():
            live.opened(number, line.seat, table)
        return live

    # What the player does

    def say(self, phrase: int) -> None:
        """Say a set phrase, from 0, to everyone."""
        self._tell(f"say {self.own} {phrase}")

    def be(self, word: str) -> None:
        """Report to everyone that the player is ``here`` or ``away``; do nothing for a spectator."""
        if self.own != NO_SEAT:
            self._tell(f"is {self.own} {word}")

    def seat(self, seat: int, kind: str, table: Table) -> None:
        """Report to everyone that a seat now has a computer player, or again the person invited to it (``far``)."""
        self.push(table)
        self._tell(f"chair {seat} {kind} {table.game.settled()}")
        if kind != FAR:
            self.presence.pop(seat, None)

    def returning(self, table: Table) -> list[int]:
        """Return the seats that computer players can now return to people who are connected again.

        They can do so only while a person on the host's page has to decide, and not during that seat's own turn: then
        no page decides for a computer player, and every page hears of the change before the next move.
        """
        if not (self.hosting and self.begun and table.person_to_act()):
            return []
        turn, computers = table.game.states[-1].seat, table.computers()
        compared = [line.seat for line in self.lines.values() if line.known is not None]
        return [seat for seat in compared if seat in computers and seat != turn]

    def set_places(self, places: Mapping[int, str]) -> None:
        """Report to everyone who is at the table, by seat: kind, face, badge and name."""
        for seat, text in places.items():
            if self.places.get(seat) != text:
                self.places[seat] = text
                self._tell(f"sits {seat} {text}")

    # Hearing

    def heard(self, number: int, text: str, table: Table | None) -> None:
        """Handle a text from a line; one that no honest page would send closes the line and changes nothing."""
        line = self.lines.get(number)
        if line is None:
            return
        try:
            if len(text) > LONGEST:
                raise LineError(f"line: a text of {len(text)} characters; at most {LONGEST}")
            word, _space, rest = text.partition(" ")
            if word == "hello":
                self._heard_hello(number, line, rest, table)
            elif word in ("next", "heard"):
                waits_for = _whole(rest, 10**9)
                new = line.order.forget(waits_for)
                again = line.order.again(waits_for) if word == "next" else []
                line.patience -= 0 if new or not again else 1 + len(again) // 10
                self.out += [(number, each) for each in again]
            elif line.greeted:
                self._heard_numbered(number, line, text, table)
            if number in self.lines and self.lines[number].patience <= 0:
                raise LineError("line: too many texts that bring nothing new")
            if line.order.kept > MOST_KEPT:
                raise LineError("line: the page doesn't say what it has heard")
        except (LineError, LetterError) as error:
            self.news.append(Notice("fault", number, line.seat, text=str(error)))
            self.out.append((number, None))
            self.closed(number)

    def _heard_numbered(self, number: int, line: PeerLine, text: str, table: Table | None) -> None:
        said, answer = line.order.heard(text)
        if answer:
            self.out.append((number, answer))
        text = said if said is not None else line.order.unfinished
        word, _space, rest = text.partition(" ")
        most = self.part.longest if self.part and word == "fair" else LONGEST
        if len(text) > most:
            raise LineError(f"line: a text of more than {most} characters")
        if said is None:
            return
        if word not in _WORDS:
            raise LineError(f"line: {word[:20]!r} is not expected now")
        if self.hosting and line.seat == NO_SEAT and word in _OF_PLAYERS:
            raise LineError("line: a spectator doesn't play")
        _WORDS[word](self, number, line, rest, table)

    def _greeted_again(self, number: int, line: PeerLine, table: Table | None) -> PeerLine:
        """Start over on a line: the other page has a new worker, which knows nothing of it yet."""
        self.closed(number)
        self.opened(number, line.seat, table)
        self.lines[number].patience = line.patience - PATIENCE // 10
        return self.lines[number]

    def _heard_hello(self, number: int, line: PeerLine, rest: str, table: Table | None) -> None:
        version, game, first, player = [*rest.split(" ", 3), "", "", ""][:4]
        if version != str(VERSION):
            if _whole(version, 999) > VERSION:
                self.news.append(Notice("newer", number, line.seat))
            self.out.append((number, None))
            self.closed(number)
            return
        if game != self._game:
            raise LineError("line: the page belongs to another game")
        _check_player(player)
        begin = _whole(first, HIGHEST)
        if begin == line.order.other:  # it has arrived twice
            line.patience -= 1
            return
        if line.greeted:
            line = self._greeted_again(number, line, table)
        line.greeted = True
        line.order.greeted(begin)
        self.news.append(Notice("hello", number, line.seat, text=player))
        self._is(line.seat, HERE)
        for seat, word in self.presence.items():
            if self.hosting and seat != line.seat:
                self._send(number, f"is {seat} {word}")
        for seat, text in self.places.items():
            if self.hosting and not self.begun:
                self._send(number, f"sits {seat} {text}")

    def _sits(self, number: int, line: PeerLine, rest: str, table: Table | None) -> None:
        seat, text = self._who(line, rest, own=False)
        kind, _space, player = text.partition(" ")
        if self.hosting or len(kind) > _LONGEST_KIND:
            raise LineError("line: only the host says who is at the table")
        _check_player(player)
        line.patience -= self.places.get(seat) == text
        self.places[seat] = text
        self.news.append(Notice("sits", number, seat, text=text))

    def _want(self, number: int, line: PeerLine, rest: str, table: Table | None) -> None:
        line.patience -= 1
        line.wants = True
        if self.hosting and table and table.game.sealed and line.seat != NO_SEAT and rest != "fair":
            line.signs = False
            self.news.append(Notice("unchecked", number, line.seat))  # it has lost its part
        elif self.hosting and table:
            self._give(number, line, table)

    def _record(self, number: int, line: PeerLine, rest: str, table: Table | None) -> None:
        if self.hosting and _watches(line.seat, table):
            raise LineError("line: a spectator has no version of the game")
        if not (line.parted or line.asked or _watches(self.own, table)):
            raise LineError("line: nobody asked for the game")
        line.patience -= 10
        how, _space, record = rest.rpartition(" ")
        if how == "sealed" and self.part is None:
            self._want_game(number)  # this page can't play it
            return
        if not how and table is None:
            self.part = None  # the host has begun without joint draws
        if table is not None and not line.parted and not _watches(self.own, table) and not table.game.sealed:
            return  # it has arrived twice
        self.news.append(Notice("game", number, line.seat, text=record))

    def _heard_have(self, number: int, line: PeerLine, rest: str, table: Table | None) -> None:
        count, _space, sent = rest.partition(" ")
        at = _whole(count, 100_000)
        line.patience -= 1
        if table is None or line.parted or table.game.sealed or self._shares(table):
            return
        moves, states = table.game.moves, table.game.states
        same = at <= len(moves) and print_of(self._game, moves[:at], states[at]).hex() == sent
        if _watches(self.own, table) and at <= len(moves) and (not same or at < table.game.settled()):
            self._want_game(number)  # a page that watches has no version of the game
        elif same or at > len(moves):
            line.known = min(at, len(moves))
        elif self.hosting and _watches(line.seat, table):
            line.patience -= 10
            line.wants = True
            self._give(number, line, table)
        else:
            self._part(number, line, table)
        if not self.hosting:
            self.push(table)
            return
        # A page must know that a person elsewhere has a seat before it gets that person's moves. But it must not let a
        # computer player, or its own player, decide before it has the last moves of the seat's former player.
        now, computers = table.game.settled(), table.computers()
        elsewhere = dict.fromkeys(set(table.humans()) - set(table.persons()), FAR)
        for seat in elsewhere.keys() - {line.seat}:
            self._send(number, f"chair {seat} {FAR} {now}")
        self.push(table)
        if line.known is not None:
            for seat, kind in {**computers, **dict.fromkeys(elsewhere.keys() & {line.seat}, FAR)}.items():
                self._send(number, f"chair {seat} {kind} {now}")

    def _turn(self, number: int, line: PeerLine, rest: str, table: Table | None) -> None:
        letter = read_letter(rest)
        theirs = table is not None and (self._shares(table) or (self.hosting and line.seat in table.computers()))
        if table is None or line.parted or theirs or table.game.sealed:
            line.patience -= 1
            return
        game = table.game
        outcome, at, moves = merge(self._game, game.moves, game.states, letter, self._not_of(line, table))
        if outcome is Relation.NEW:
            table.take(moves[at:])
            line.known, line.patience = len(moves), PATIENCE
            self.news.append(Notice("moves", number, line.seat, at))
            self.push(table)
            return
        line.patience -= 2
        if outcome is Relation.PLAYED:
            line.known = max(line.known or 0, len(moves))
        elif outcome is Relation.MISSING and not line.asked:
            self._say_have(number, table)
        elif outcome is Relation.MISSING:
            pass  # the whole game is on its way
        elif outcome is Relation.OTHER:
            raise LineError("line: a turn of another game")
        elif _watches(self.own, table):
            self._want_game(number)
        else:
            self._part(number, line, table)

    def _not_of(self, line: PeerLine, table: Table) -> Collection[int]:
        """Return the seats for which the other page may not decide; on the host's page, all people's but its own."""
        if not self.hosting:
            return table.persons()
        return [seat for seat in table.humans() if seat != line.seat]

    def _part(self, number: int, line: PeerLine, table: Table) -> None:
        """Stop sending turns to a page whose game differs from the one here, and send it the whole game instead."""
        line.parted = True
        self.news.append(Notice("parted", number, line.seat))
        self._say_have(number, table)  # the other page notices it as well
        self._send(number, f"game {table.handed_over()}")

    # Drawing together

    def deal(self, start: Start, layout: Layout, players: int) -> None:
        """Begin to draw together with all other pages; for the host's page, before the game begins."""
        if self.part is None:
            part = self._take_part(Agreement(new_id(), players, layout, start, self.own))
            for number, line in self.lines.items():
                if line.seat != NO_SEAT:
                    self._send_deal(number, part)
            self.spread(part.begin())

    def _take_part(self, agreement: Agreement) -> FairPart:
        self.part = part = FairPart(agreement, WATCHING if self.own == NO_SEAT else self.own)
        self._level = part.others
        return part

    def _send_deal(self, number: int, part: FairPart) -> None:
        game = part.agreement
        self._send(number, f"deal {game.game} {game.players} {game.start} {layout_word(game.layout)}")

    def cease(self, table: Table | None) -> None:
        """End the joint draws. In a sealed game all open their keys first; :meth:`ended` returns whether they have."""
        if self.part is not None and table is not None and table.game.sealed and self.begun:
            self.spread(self.part.cease())
            if lie := self.part.lie:  # the keys that others had opened show it
                self.news.append(Notice("lie", -1, lie.seats[0]))
            return
        self.part = None
        for number, line in self.lines.items():
            self._refuse(number, table)
            if table is not None:
                self._give(number, line, table)

    def ended(self, table: Table) -> bool:
        """Whether the joint draws of a sealed game have ended and the host has the keys of all who are connected."""
        part = self.part
        if not (self.hosting and part and part.ceased and table.game.sealed) or part.lie:
            return False
        return all(line.seat in part.opened for line in self.lines.values() if line.signs and line.seat != NO_SEAT)

    def _shares(self, table: Table) -> bool:
        """Whether this page and all others draw together."""
        return self.part is not None and table.game.together

    def _drawing(self, number: int, table: Table | None) -> FairPart | None:
        """Return this page's part if the game here has joint draws or will have them; if not, inform the other page."""
        if self.part is not None and (table is None or not self.begun or table.game.together):
            return self.part
        if table is not None and self.begun:
            self._refuse(number, table)
        return None

    def _lack(self, number: int) -> None:
        if self.part is not None and self.own != NO_SEAT and self.lines[number].seat != NO_SEAT:
            self._send(number, f"lack {self.part.step}")

    def _send_signed(self, number: int, lines: Sequence[str]) -> None:
        """Send signed messages, several in one text: a page that lacks hundreds must not get a text for each."""
        text = ""
        for each in lines:
            if text and len(text) + len(each) > LONGEST:
                self._send(number, f"fair{text}")
                text = ""
            text += ("\n" if text else " ") + each
        if text:
            self._send(number, f"fair{text}")

    def spread(self, lines: Sequence[str], but: int = -1) -> None:
        """Send signed messages on all lines but one."""
        self.signed = self.signed or bool(lines)
        for number, line in self.lines.items():
            if line.signs and number != but:
                self._send_signed(number, lines)

    def _sign(self, table: Table) -> None:
        """Sign and send the moves here that have become final, once this page has all that others have signed."""
        assert self.part is not None
        heard = self.part.others if self.hosting else {line.seat for line in self.lines.values()}
        if self.lines and heard <= self._level:
            self.spread(self.part.push(table.game))

    def _heard_deal(self, number: int, line: PeerLine, rest: str, table: Table | None) -> None:
        game, players, start, layout = [*rest.split(" ", 3), "", "", ""][:4]
        known = _ID.fullmatch(game) and start in ("drawn", "random")
        if self.hosting or (table is not None and self.own != NO_SEAT) or not known:
            raise LineError("line: no such game to deal")
        line.patience -= 10
        number_of, way = _whole(players, 4), cast("Start", start)
        try:
            part = self._take_part(Agreement(game, number_of, layout_from_word(layout), way, line.seat))
        except ValueError as error:
            raise LineError(f"line: {error}") from None
        self.spread(part.begin())

    def _heard_signed(self, number: int, line: PeerLine, rest: str, table: Table | None) -> None:
        line.patience -= 1
        part = self._drawing(number, table)
        if part is None:
            return
        line.patience -= 20 * len(rest) // part.longest
        before = part.step
        for each in rest.split("\n"):
            size = part.size
            try:
                answers = part.hear(each)
            except MessageError as error:
                raise LineError(f"line: {error}") from None
            if part.size > size:
                self.spread([each], number)
            self.spread(answers)
        if part.step > before:
            line.patience = PATIENCE
        lie = part.lie
        if part.doubt:
            self.news.append(Notice("unchecked", number, line.seat))
        elif lie:
            self.news.append(Notice("lie", number, lie.seats[0]))
        elif not self.begun and part.dealt:
            self.news.append(Notice("dealt", number, line.seat))
        elif table is not None and self.begun:
            self._follow(number, line, table)

    def _follow(self, number: int, line: PeerLine, table: Table) -> None:
        """Carry out the moves that all pages have agreed on, undoing any that differ, and send this page's own.

        Where a guess was wrong, what this page's player has done since the last of them stays.
        """
        part = self.part
        assert part is not None
        moves, here = part.moves, len(table.game.moves)
        at = gap(moves, table.game.moves)
        if at is not None:
            own = part.unsigned(table.game.moves)
            table.game.rewind(at)
            table.take([*moves[at:], *own])
            # What this page had guessed has changed too, but nobody can see that.
            self.news.append(Notice("moves", number, line.seat, min(here, len(moves)) if part.guessed else at))
        if table.game.sealed and not part.sealed and not part.ceased:
            self.news.append(Notice("opened", number, line.seat))
        self.push(table)

    def _heard_lack(self, number: int, line: PeerLine, rest: str, table: Table | None) -> None:
        step = _whole(rest, 100_000)
        line.patience -= 1
        if part := self._drawing(number, table):
            self._send_signed(number, part.since(step))
            self._send(number, "all")

    def _heard_all(self, number: int, line: PeerLine, rest: str, table: Table | None) -> None:
        line.patience -= 1
        self._level.add(line.seat)
        if table is not None and self._shares(table):
            self._follow(number, line, table)
        elif table is None and self.part and self.part.dealt:
            self._want_game(number)  # it may have arrived before its deal, and been dropped

    def _refuse(self, number: int, table: Table | None) -> None:
        """Send ``unchecked`` to the other page, and then what this page has."""
        if self.own != NO_SEAT:
            self._send(number, "unchecked")
        if table is not None and self.begun:
            self._say_have(number, table)

    def _heard_unchecked(self, number: int, line: PeerLine, rest: str, table: Table | None) -> None:
        line.patience -= 1
        if self.part is not None and table is not None and table.game.sealed and not self.hosting:
            if self.own == NO_SEAT:
                self.part = None
            self._want_game(number)  # with the true counters
        elif self.part is not None:
            line.signs = False
            self.news.append(Notice("unchecked", number, line.seat))

    def _chair(self, number: int, line: PeerLine, rest: str, table: Table | None) -> None:
        seat, word = self._who(line, rest, own=False)
        kind, _space, count = word.partition(" ")
        at = _whole(count, 100_000)
        if self.hosting or len(kind) > _LONGEST_KIND:
            raise LineError("line: only the host says who has a seat")
        line.patience -= 1
        # Until it has the last moves of the seat's former player, this page could make them again.
        if table is not None and ((kind == FAR) != (seat == self.own) or at <= len(table.game.moves)):
            self.news.append(Notice("chair", number, seat, text=kind))

    def _heard_again(self, number: int, line: PeerLine, rest: str, table: Table | None) -> None:
        if self.hosting or not _ID.fullmatch(rest):
            raise LineError("line: only the host begins another game")
        self.news.append(Notice("again", number, line.seat, text=rest))

    def _say(self, number: int, line: PeerLine, rest: str, table: Table | None) -> None:
        seat, word = self._who(line, rest)
        phrase = _whole(word, PHRASES - 1)
        line.patience -= 1
        self.news.append(Notice("said", number, seat, phrase))
        self._pass_on(number, f"say {rest}")

    def _heard_is(self, number: int, line: PeerLine, rest: str, table: Table | None) -> None:
        seat, word = self._who(line, rest)
        if word not in (HERE, AWAY, GONE):
            raise LineError(f"line: expected {HERE}, {AWAY} or {GONE}, not {word[:20]!r}")
        line.patience -= 1
        self._is(seat, word)

    def _who(self, line: PeerLine, rest: str, own: bool = True) -> tuple[int, str]:
        """Read the seat that a text is about: on the host's page, its sender's; elsewhere, that of another player."""
        seat, _space, word = rest.partition(" ")
        number = _whole(seat, 3)
        if own and (number != line.seat if self.hosting else number == self.own):
            raise LineError("line: a text about a seat that isn't its sender's")
        return number, word

    # Speaking

    def _is(self, seat: int, word: str) -> None:
        """Store the state of a player, and pass it on."""
        if seat < 0 or self.presence.get(seat) == word:
            return
        self.presence[seat] = word
        self.news.append(Notice("is", -1, seat, text=word))
        if self.hosting:
            self._tell(f"is {seat} {word}", seat)

    def _pass_on(self, number: int, text: str) -> None:
        if self.hosting:
            for other, line in self.lines.items():
                if other != number and line.greeted:
                    self._send(other, text)

    def _tell(self, text: str, but: int = -2) -> None:
        for number, line in self.lines.items():
            if line.seat != but:
                self._send(number, text)

    def _say_have(self, number: int, table: Table) -> None:
        """Say how far the game here has come; of a sealed game, in which every page has other guesses, say nothing."""
        game = table.game
        if not game.sealed:
            end = game.settled()
            self._send(number, f"have {end} {print_of(self._game, game.moves[:end], game.states[end]).hex()}")

    def _send(self, number: int, text: str) -> None:
        self.out += [(number, each) for each in self.lines[number].order.numbered(text)]


def _whole(word: str, most: int) -> int:
    """Read a number from 0 to ``most``. Raise :class:`LineError` if it isn't one."""
    if not (word.isascii() and word.isdigit() and len(word) <= len(str(most)) and int(word) <= most):
        raise LineError(f"line: expected a number from 0 to {most}, not {word[:20]!r}")
    return int(word)


def _watches(seat: int, table: Table | None) -> bool:
    """Whether a page only watches: it has no seat, or a computer player has it."""
    return seat == NO_SEAT or (table is not None and seat in table.computers())


def _check_player(text: str) -> None:
    """Raise :class:`LineError` unless a text is a face, a badge and a name."""
    face, badge, name = [*text.split(" ", 2), "", ""][:3]
    if len(face) != 1 or badge not in ("0", "1", "2", "3") or len(name) > _LONGEST_NAME:
        raise LineError("line: expected a face, a badge and a name")


#: The words that a spectator's page may not send to the host.
_OF_PLAYERS: Final = ("turn", "fair", "lack", "all", "unchecked")
_Heard = Callable[[Live, int, PeerLine, str, "Table | None"], None]
_WORDS: Final[dict[str, _Heard]] = {
    "sits": Live._sits,
    "want": Live._want,
    "have": Live._heard_have,
    "game": Live._record,
    "turn": Live._turn,
    "deal": Live._heard_deal,
    "fair": Live._heard_signed,
    "lack": Live._heard_lack,
    "all": Live._heard_all,
    "unchecked": Live._heard_unchecked,
    "chair": Live._chair,
    "again": Live._heard_again,
    "say": Live._say,
    "is": Live._heard_is,
}
