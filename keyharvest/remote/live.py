"""A live game: what pages say to each other over open lines. Texts in, texts out: no clock, no socket (docs/remote.md).

The page that invites (the host) has a line to every other page, and passes on what it hears. A text is a word and its
values, separated by spaces:

============================  ==========================================================================================
``hello VERSION GAME FACE …`` the first on a line, from both ends: the game, and face and name of the player
``have NUMBER PRINT``         how many moves the page has that can't be undone, and their fingerprint
``want``                      the page doesn't have the game
``game RECORD``               the whole game, sealed
``turn LETTER``               moves, as by message
``chair SEAT KIND NUMBER``    after so many moves a computer player sits there
``say SEAT NUMBER``           the player says a set phrase
``is SEAT WORD``              the player is ``here``, ``away`` or ``gone``
============================  ==========================================================================================

After each ``hello`` both ends say what they have and send what the other lacks, so a line may break at any moment.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from keyharvest.remote.framing import LetterError
from keyharvest.remote.letter import read_letter
from keyharvest.remote.merging import Relation, letter_of, merge, print_of
from keyharvest.rules import State

#: The version of what is said.
VERSION: Final = 1
#: The longest text, in characters; a whole game of four has about 4000.
LONGEST: Final = 20_000
#: The number of texts without news after which a line is closed.
PATIENCE: Final = 100
#: The number of set phrases.
PHRASES: Final = 8
#: The states of a player.
HERE, AWAY, GONE = "here", "away", "gone"
_LONGEST_NAME: Final = 100


class LineError(ValueError):
    """A text that no honest page sends."""


class Played(Protocol):
    """The moves of a game and the states between them."""

    moves: list[str]
    states: list[State]

    def settled(self) -> int:
        """Return the number of moves that can no longer be undone."""


class Table(Protocol):
    """The game of this page, a :class:`keyharvest.table.sitting.Sitting`."""

    @property
    def game(self) -> Played:
        """Its course."""

    def persons(self) -> list[int]:
        """Return the seats of people at this page."""

    def humans(self) -> list[int]:
        """Return the seats of all people."""

    def computers(self) -> Mapping[int, str]:
        """Return the computer players, by their seats."""

    def take(self, moves: Sequence[str]) -> None:
        """Carry out moves made elsewhere."""

    def handed_over(self) -> str:
        """Return the sealed record, without moves that can still be undone."""


class Notice(NamedTuple):
    """Something that has happened on a line.

    ``what`` is one of: ``moves`` (from the move ``number`` on), ``game`` (the record ``text``), ``hello`` (face and
    name as ``text``), ``chair`` (a computer player ``text`` at a ``seat``), ``said`` (phrase ``number``), ``is``
    (``text``), ``parted`` (the two games differ), ``newer`` (the other page is), ``fault`` (it said what no honest
    page says).
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
        known: the number of moves that the other page has for certain or has been sent; ``None`` if unknown.
        wants: whether it waits for the whole game.
        greeted: whether it has said hello.
        parted: whether its game has taken another course.
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.known: int | None = None
        self.wants = self.greeted = self.parted = False
        self.patience = PATIENCE


class Live:
    """The lines of one page in one live game.

    Attributes:
        lines: the open lines, by their numbers.
        out: what to send: the line and the text, or ``None`` to close it.
        news: what the page should know.
        begun: whether the host has started the game: from then on pages get it.
        presence: the state of each player elsewhere.
    """

    def __init__(
        self, game: str, seat: int, hosting: bool, begun: bool = True, name: str = "", face: str = "B"
    ) -> None:
        """Begin without lines; ``seat``, ``name`` and ``face`` are those of this page's player, who may be the host."""
        self._game = game
        self._seat = seat
        self.hosting = hosting
        self.begun = begun
        self._me = f"{face} {name}"
        self.lines: dict[int, PeerLine] = {}
        self.out: list[tuple[int, str | None]] = []
        self.news: list[Notice] = []
        self.presence: dict[int, str] = {}

    # Lines

    def opened(self, number: int, seat: int, table: Table | None) -> None:
        """Begin to speak on a line that has opened, to the page of a seat."""
        self.lines[number] = PeerLine(seat)
        self._send(number, f"hello {VERSION} {self._game} {self._me}")
        self._greet(number, table)

    def _greet(self, number: int, table: Table | None) -> None:
        if table is None:
            self._send(number, "want")
        elif self.begun:
            self._send(number, self._have(table))

    def closed(self, number: int) -> None:
        """Forget a line that is broken; nothing is lost, as a new one begins with what both pages have."""
        line = self.lines.pop(number, None)
        if line:
            self._is(line.seat, GONE)

    def begin(self, table: Table) -> None:
        """Start the game: everyone who waits for it gets it."""
        self.begun = True
        for number, line in self.lines.items():
            self._give(number, line, table)

    def _give(self, number: int, line: PeerLine, table: Table) -> None:
        if not self.begun or not line.wants:
            return
        line.wants = False
        self._send(number, f"game {table.handed_over()}")
        self._send(number, self._have(table))

    def ready(self, table: Table | None) -> None:
        """Say on all lines what this page has: it has just got the game, or may have missed something."""
        for number in self.lines:
            self._greet(number, table)

    def push(self, table: Table) -> None:
        """Send every page the moves that it lacks and that can no longer be undone."""
        if not self.begun:
            return
        game = table.game
        end = game.settled()
        for number, line in self.lines.items():
            if line.known is None or line.parted or line.known >= end:
                continue
            moves, states = game.moves[:end], game.states[: end + 1]
            letter = letter_of(self._game, max(self._seat, 0), moves, states, line.known)
            line.known = end
            self._send(number, f"turn {letter.text()}")

    # What the player does

    def say(self, phrase: int) -> None:
        """Say a set phrase, from 0, to everyone."""
        self._tell(f"say {self._seat} {phrase}")

    def be(self, word: str) -> None:
        """Report to everyone that the player is ``here`` or ``away``."""
        self._tell(f"is {self._seat} {word}")

    def seat_computer(self, seat: int, kind: str, table: Table) -> None:
        """Report to everyone that a computer player has a seat."""
        self.push(table)
        self._tell(f"chair {seat} {kind} {table.game.settled()}")
        self.presence.pop(seat, None)

    # Hearing

    def heard(self, number: int, text: str, table: Table | None) -> None:
        """Handle a text from a line; one that no honest page sends closes the line and changes nothing."""
        line = self.lines.get(number)
        if line is None:
            return
        try:
            if len(text) > LONGEST:
                raise LineError(f"line: a text of {len(text)} characters")
            word, _space, rest = text.partition(" ")
            if word not in _WORDS or line.greeted == (word == "hello"):
                raise LineError(f"line: {word[:20]!r} is not expected")
            _WORDS[word](self, number, line, rest, table)
            if line.patience <= 0:
                raise LineError("line: too many texts without news")
        except (LineError, LetterError) as error:
            self.news.append(Notice("fault", number, line.seat, text=str(error)))
            self.out.append((number, None))
            self.closed(number)

    def _hello(self, number: int, line: PeerLine, rest: str, table: Table | None) -> None:
        version, _space, rest = rest.partition(" ")
        game, _space, rest = rest.partition(" ")
        face, _space, name = rest.partition(" ")
        if _whole(version, 999) > VERSION:
            self.news.append(Notice("newer", number, line.seat))
            self.out.append((number, None))
            self.closed(number)
            return
        if game != self._game:
            raise LineError("line: another game")
        if len(name) > _LONGEST_NAME or len(face) != 1:
            raise LineError("line: no name")
        line.greeted = True
        self.news.append(Notice("hello", number, line.seat, text=f"{face} {name}"))
        self._is(line.seat, HERE)
        for seat, word in self.presence.items():
            if self.hosting and seat != line.seat:
                self._send(number, f"is {seat} {word}")

    def _want(self, number: int, line: PeerLine, rest: str, table: Table | None) -> None:
        line.patience -= 1
        line.wants = True
        if self.hosting and table:
            self._give(number, line, table)

    def _record(self, number: int, line: PeerLine, rest: str, table: Table | None) -> None:
        if table is not None and not line.parted:
            raise LineError("line: nobody asked for the game")
        line.patience -= 10
        self.news.append(Notice("game", number, line.seat, text=rest))

    def _heard_have(self, number: int, line: PeerLine, rest: str, table: Table | None) -> None:
        count, _space, sent = rest.partition(" ")
        at = _whole(count, 100_000)
        line.patience -= 1
        if table is None or line.parted:
            return
        moves, states = table.game.moves, table.game.states
        if at > len(moves):
            line.known = len(moves)
        elif print_of(self._game, moves[:at], states[at]).hex() == sent:
            line.known = at
        else:
            self._part(number, line, table)
        self.push(table)
        for seat, kind in table.computers().items() if self.hosting else ():
            self._send(number, f"chair {seat} {kind} {table.game.settled()}")

    def _turn(self, number: int, line: PeerLine, rest: str, table: Table | None) -> None:
        letter = read_letter(rest)
        if table is None or line.parted:
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
        elif outcome is Relation.MISSING:
            self._send(number, self._have(table))
        elif outcome is Relation.OTHER:
            raise LineError("line: a turn of another game")
        else:
            self._part(number, line, table)

    def _not_of(self, line: PeerLine, table: Table) -> Collection[int]:
        """Return the seats for which this line may not decide: at the host, those of all people but its own."""
        if not self.hosting:
            return table.persons()
        return [seat for seat in table.humans() if seat != line.seat]

    def _part(self, number: int, line: PeerLine, table: Table) -> None:
        """Stop sending turns to a page whose game has taken another course, and send the whole one instead."""
        line.parted = True
        self.news.append(Notice("parted", number, line.seat))
        self._send(number, self._have(table))  # the other page notices it as well
        self._send(number, f"game {table.handed_over()}")

    def _chair(self, number: int, line: PeerLine, rest: str, table: Table | None) -> None:
        seat, word = self._who(line, rest, own=False)
        kind, _space, count = word.partition(" ")
        at = _whole(count, 100_000)
        if self.hosting or len(kind) > 20:
            raise LineError("line: only the host seats computer players")
        line.patience -= 1
        # Before the last moves of the person who sat there have come, this page could let the computer play them again.
        if table is not None and at <= len(table.game.moves):
            self.news.append(Notice("chair", number, seat, text=kind))

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
        """Read the seat that a text is about: at the host, that of its sender; elsewhere, that of another player."""
        seat, _space, word = rest.partition(" ")
        number = _whole(seat, 3)
        if own and (number != line.seat if self.hosting else number == self._seat):
            raise LineError("line: a text about another's seat")
        return number, word

    # Speaking

    def _is(self, seat: int, word: str) -> None:
        """Note the state of a player, and pass it on."""
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

    def _have(self, table: Table) -> str:
        game = table.game
        end = game.settled()
        return f"have {end} {print_of(self._game, game.moves[:end], game.states[end]).hex()}"

    def _send(self, number: int, text: str) -> None:
        self.out.append((number, text))


def _whole(word: str, most: int) -> int:
    """Read a number from 0 to ``most``. Raise :class:`LineError` if it is none."""
    if not (word.isascii() and word.isdigit() and len(word) < 7 and int(word) <= most):
        raise LineError(f"line: expected a number from 0 to {most}, not {word[:20]!r}")
    return int(word)


_Heard = Callable[[Live, int, PeerLine, str, "Table | None"], None]
_WORDS: Final[dict[str, _Heard]] = {
    "hello": Live._hello,
    "want": Live._want,
    "have": Live._heard_have,
    "game": Live._record,
    "turn": Live._turn,
    "chair": Live._chair,
    "say": Live._say,
    "is": Live._heard_is,
}
