"""The lines of one page in a live game: who is at their other ends, what to send, and what the page should know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple, Protocol

from keyharvest.remote.merging import print_of
from keyharvest.remote.ordering import Ordering
from keyharvest.rules import State

#: The number of texts without news after which a line is closed.
PATIENCE: Final = 200
#: The seat of a spectator.
NO_SEAT: Final = -1


class Played(Protocol):
    """The moves of a game, and the states before and after them."""

    moves: list[str]
    states: list[State]

    @property
    def together(self) -> bool:
        """Whether its draws are made together with other pages."""

    @property
    def over(self) -> bool:
        """Whether it has been played to its end."""

    @property
    def sealed(self) -> bool:
        """Whether it contains only guesses for the counters of others."""

    def settled(self) -> int:
        """Return the number of moves that can no longer be undone."""

    def rewind(self, number: int) -> None:
        """Return to an earlier number of moves."""


class OwnGame(Protocol):
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

    def take(self, moves: Sequence[str], at: int | None = None) -> None:
        """Carry out moves made elsewhere; with ``at``, in place of all after that number of moves."""

    def handed_over(self) -> str:
        """Return the sealed record, without moves that can still be undone."""


class Notice(NamedTuple):
    """Something that has happened on a line.

    ``what`` is one of: ``moves`` (from the move ``number`` on), ``game`` (the record ``text``), ``hello`` (face, badge
    and name as ``text``), ``sits`` (kind, face, badge and name as ``text``), ``chair`` (a ``seat`` now has a player of
    kind ``text``), ``said`` (phrase ``number``), ``is`` (the player's state is ``text``), ``parted`` (the two games
    differ), ``newer`` and ``older`` (the other page has another version), ``fault`` (it sent what no honest page
    sends), ``dealt`` (the host's game can begin, with joint draws), ``opened`` (all counters are known at the end),
    ``lie`` (a lie of ``seat`` is proven), ``doubt`` (the pages can't agree; ``seat`` or the host is at fault, if anyone
    can be named), ``unchecked`` (the other page has stopped drawing together, or can't), ``again`` (the host begins the
    game with the id ``text``).
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
        signs: whether it gets the signed messages; signed: whether it has sent any here, or all it has.
        patience: how many more texts without news it may send.
        order: the sequence numbers of the texts, and those that may have to be sent again.
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.known: int | None = None
        self.wants = self.asked = self.greeted = self.parted = self.signs = self.signed = False
        self.patience = PATIENCE
        self.order = Ordering()


class Exchange:
    """The lines of one page in one live game, and what goes over them.

    Attributes:
        game: the id of the game.
        lines: the open lines, by their numbers.
        out: what to send: the line and the text, or ``None`` to close it.
        news: what the page should know.
        own: the seat of this page's player, or ``NO_SEAT``; hosting: whether this page is the host.
        begun: whether the host has started the game, which it sends to the other pages only then.
    """

    def __init__(self, game: str, seat: int, hosting: bool, begun: bool) -> None:
        self.game = game
        self.own = seat
        self.hosting = hosting
        self.begun = begun
        self.lines: dict[int, PeerLine] = {}
        self.out: list[tuple[int, str | None]] = []
        self.news: list[Notice] = []

    def send(self, number: int, text: str) -> None:
        """Send a text on a line."""
        self.out += [(number, each) for each in self.lines[number].order.numbered(text)]

    def send_all(self, text: str, but: int = -2) -> None:
        """Send a text on all lines, except to one seat."""
        for number, line in self.lines.items():
            if line.seat != but:
                self.send(number, text)

    def send_have(self, number: int, table: OwnGame) -> None:
        """Say how far the game here has come; of a sealed game, in which every page has other guesses, say nothing."""
        game = table.game
        if not game.sealed:
            end = game.settled()
            self.send(number, f"have {end} {print_of(self.game, game.moves[:end], game.states[end]).hex()}")

    def has_say(self, table: OwnGame) -> bool:
        """Whether this page can have moves that others lack: the game has begun, and it doesn't only watch."""
        return self.begun and (self.hosting or not watches(self.own, table))


def watches(seat: int, table: OwnGame | None) -> bool:
    """Whether a page only watches: it has no seat, or a computer player has it."""
    return seat == NO_SEAT or (table is not None and seat in table.computers())
