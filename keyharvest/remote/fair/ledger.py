"""The part of a game that everyone can check: the messages of all seats in order, and every lie among them.

A ledger has no secrets. :class:`~keyharvest.remote.fair.seat.Seat` adds those of one page; an audit uses a ledger as
it is.

The game proceeds in steps. In each step every awaited seat sends one message, signed, with the digest of all steps
before it. So nobody can deny a message, or use it in another version of the game. A ledger accepts a message only in
its step: what is ahead of it is refused and nothing of it is stored, what is behind it is compared with what the seat
said then. Pages that lack messages ask for them in order, so nothing is lost by that.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import ClassVar

from keyharvest.knowledge import public
from keyharvest.record import Record, position_text
from keyharvest.remote.fair.course import Course, IllegalMoveError
from keyharvest.remote.fair.curve import Point
from keyharvest.remote.fair.deal import Dealing
from keyharvest.remote.fair.findings import Finding, suspects
from keyharvest.remote.fair.joint import JointSource, follows, joint_draw, joint_draws, joint_source
from keyharvest.remote.fair.message import (
    OPEN,
    VERSION,
    Message,
    MessageError,
    Values,
    decode,
    encode,
    read_message,
    values_of,
)
from keyharvest.remote.fair.proofs import opens
from keyharvest.rules import CHANCE, OVER, Layout, State, actor, counters, new_game
from keyharvest.rules.layout import STANDARD, layout_word
from keyharvest.rules.setup import Start
from keyharvest.rules.turn import Turn


@dataclass(frozen=True)
class Agreement:
    """The terms agreed on beforehand.

    Attributes:
        game: the game's id; ``players``, ``layout``, ``start``: how it is set up.
        host: the seat whose page passes messages on.
        deal: the number of this deal: 1, and one more for each before it that wasn't played.
        version: the version of the protocol.

    Raise ``ValueError`` as :func:`~keyharvest.rules.new_game` does.
    """

    game: str
    players: int
    layout: Layout = STANDARD
    start: Start = "drawn"
    host: int = 0
    deal: int = 1
    version: int = VERSION

    def __post_init__(self) -> None:
        new_game(self.players, self.layout, self.start)

    @property
    def digest(self) -> str:
        """The digest before the first step, of all terms."""
        terms = f"{self.game} {self.players} {self.start} {layout_word(self.layout)}"
        return digest(terms if self.version == 1 else f"khf{self.version} {terms} {self.host + 1} {self.deal}")


class Ledger:
    """The messages of a game and what follows from them.

    Attributes:
        agreement: the terms of the game.
        course: the game so far.
        step: the number of the present step; ``awaited``: the kind of message it needs from each seat.
        digests: the digest before each step.
        kept: the messages that were accepted, in that order.
        findings: all lies and doubts so far.
        opened: the keys that were opened, by seat.
        suspended: a decision that looks impossible: only the keys can show whether it is.
    """

    #: The kinds of the steps before the first draw: each seat seals its first message, then shows it.
    first: ClassVar[tuple[str, ...]] = ("seal", "hello")

    def __init__(self, agreement: Agreement) -> None:
        self.agreement = agreement
        self.course = Course(new_game(agreement.players, agreement.layout, agreement.start))
        self.step = 0
        self.digests = [agreement.digest]
        self.awaited: dict[int, str] = {}
        self.findings: list[Finding] = []
        self.kept: list[Message] = []
        self.keys: dict[int, bytes] = {}
        self.shown: dict[int, bytes] = {}
        self.public: dict[int, Point] = {}
        self.dealing: Dealing | None = None
        self.opened: dict[int, int] = {}
        self.suspended: Message | None = None
        self._said: dict[tuple[int, int], tuple[Message, Values]] = {}
        self._openings: dict[int, Message] = {}
        self._played: list[tuple[int, Message]] = []
        self._ended_by: int | None = None
        self._prepare()

    # What a page can ask

    @property
    def seats(self) -> range:
        """All seats."""
        return range(self.agreement.players)

    @property
    def begun(self) -> bool:
        """Whether all seats have shown their first messages."""
        return self.step >= len(self.first)

    @property
    def fingerprint(self) -> str:
        """Eight digits that are the same on all pages, unless the host has replaced a player's key.

        Each first message was sealed before any was shown, so that nobody can search for keys that give these digits.
        """
        number = int.from_bytes(decode(self._identity)[:8], "big") % 10**8 if self.begun else 0
        return f"{number // 10000:04} {number % 10000:04}"

    @property
    def _identity(self) -> str:
        """The digest of the terms and of all first messages, once they are there."""
        return self.digests[min(len(self.first), self.step)]

    @property
    def proven(self) -> bool:
        """Whether a lie is proven; the game doesn't proceed then."""
        return any(finding.lie for finding in self.findings)

    @property
    def over(self) -> bool:
        """Whether the game has been played to its end."""
        return actor(self.course.state) == OVER

    @property
    def opening(self) -> bool:
        """Whether all must open their keys: at the end, or because a seat has opened its own before."""
        return self.over or bool(self.opened)

    @property
    def ended_by(self) -> int | None:
        """The seat that ended the joint draws before the end of the game, by opening its key; ``None`` if none has.

        It is the one whose key came first; another may have asked for that, and hidden it from this page.
        """
        return self._ended_by

    @property
    def draws(self) -> int:
        """The number of joint draws so far."""
        return joint_draws(self.course.states)

    @property
    def proven_counters(self) -> int:
        """The number of counters whose deal is proven."""
        return len(self.dealing.crops) if self.dealing and self.dealing.done else 0

    @property
    def paid_from_hands(self) -> bool:
        """Whether all payments of secret counters were checked with the true hands."""
        return self.agreement.players > 2 and len(self.course.own) == self.agreement.players and not self.proven

    def unchecked(self) -> list[str]:
        """Return what couldn't be checked for a reason of its own, in words."""
        return []

    def missing(self) -> list[int]:
        """Return the seats that have something to send."""
        if self.opening:
            return [seat for seat in self.seats if seat not in self.opened]
        return [seat for seat in self.awaited if (self.step, seat) not in self._said]

    def moves(self) -> list[str]:
        """Return all moves so far; what this page must not know is guessed."""
        return list(self.course.moves)

    def record(self) -> Record:
        """Return the game so far, with the digest of its first messages; see :meth:`moves` for what is guessed."""
        return Record(self.course.states[0], self.moves(), {"Fair": self._identity})

    # Messages

    def receive(self, text: str) -> bool:
        """Handle a line, wherever it comes from; return whether it was accepted.

        Any other line changes nothing, but what it proves is among the findings. A line that isn't signed by its seat
        is as if it had never come.
        """
        try:
            message = read_message(text)
        except MessageError:
            return False
        return self._take(message)

    def _take(self, message: Message) -> bool:
        if self.proven or message.seat not in self.seats:
            return False
        if message.kind == OPEN:
            # The first key ends the game where it is opened; so it may come from a seat that is ahead only if this page
            # doubts a decision that the others don't.
            due = message.step <= self.step or self.opening or self.suspended is not None
            return due and self._accepts(message)
        # Nobody can be ahead of a page that has sent all it has to: such a message could only fill its store.
        if message.step > self.step:
            return False
        said, _values = self._said.get((message.step, message.seat), (None, None))
        if said is None:
            return self._accepts(message)
        if said.content != message.content:
            if message.kind == "seal" and message.seat not in self.keys:
                if message.digest == said.digest:
                    self._suspect("keys", message.seat)  # no key vouches for either, so they are no evidence
            elif self.is_from(message):
                self._suspect("twice", message.seat, said, message)
        return False

    def knows(self, message: Message) -> bool:
        """Whether a message is among those that were accepted."""
        said, _values = self._said.get((message.step, message.seat), (None, None))
        return message in (said, self._openings.get(message.seat))

    def _accepts(self, message: Message) -> bool:
        """Store a message that may be new if all is right with it, and do what follows; else record what is wrong."""
        seat = message.seat
        if self._has_no_keys(message):
            self._suspect("first", seat, message)
            return False
        if not self.is_from(message):
            return False
        if message.step <= self.step and message.digest != self.digests[message.step]:
            if message.step:
                self._suspect("fork", seat, message)
            return False  # a first message for other terms is of another deal, which was given up
        if message.kind != OPEN and (message.step < self.step or self.awaited.get(seat) != message.kind):
            self._lie("turn", seat, message)
            return False
        if self.opened and (message.kind == "play" or (seat in self._openings and message.kind == OPEN)):
            return False  # a key counts once, and who has seen others' counters decides nothing more in this game
        try:
            values = self._values(message)
            fault = self._fault(message, values)
        except ValueError:
            fault = "form"
        if fault == "hand":
            self.suspended = message
        elif fault:
            self._lie(fault, seat, message)
            return False
        self.kept.append(message)
        if message.kind == OPEN:
            # At the end nobody signs a key for an earlier step: it was open before the last decision.
            if not self.opening or (self.over and self._ended_by is None and message.step < self.step):
                self._ended_by = seat
            self.opened[seat], self._openings[seat] = values.key, message
        else:
            self._said[message.step, seat] = message, values
        self._proceed_as_far_as_possible()
        return True

    def is_from(self, message: Message) -> bool:
        """Whether a message is from the seat that it names, as far as that can be known.

        A sealed first message can't be checked before it is shown; then its seal and signatures must fit it.
        """
        if message.seat in self.keys:
            return self.trusts(message) or message.signed_by(self.keys[message.seat])
        if message.kind == "hello" and self.awaited.get(message.seat) == "hello":
            if not self._is_sealed(message) or self._has_no_keys(message):
                return False
            key, (sealed, _values) = self._values(message).words[0], self._said[0, message.seat]
            return message.signed_by(key) and sealed.signed_by(key)
        return message.kind == "seal" and self.awaited.get(message.seat) == "seal"

    def _is_sealed(self, message: Message) -> bool:
        """Whether a first message is the one that was sealed for its seat."""
        sealed, _values = self._said.get((0, message.seat), (None, None))
        return sealed is not None and sealed.body == seal(self.agreement, message.seat, message.body)

    def _has_no_keys(self, message: Message) -> bool:
        """Whether a first message was sealed though it has no keys that could vouch for it, or for the deal."""
        if message.kind != "hello" or not self._is_sealed(message):
            return False
        try:
            return bool(self._values(message).points) != (self.agreement.players > 2)
        except ValueError:
            return True

    def trusts(self, message: Message) -> bool:
        """Whether a message was checked before, or is this page's own."""
        return False

    def _values(self, message: Message) -> Values:
        """Return what a message says. Raise ``ValueError`` unless every value is a member of its group."""
        return values_of(message)

    def _fault(self, message: Message, values: Values) -> str:
        """Return the kind of lie that the values of a message are, if any: empty if all is right.

        Raise ``ValueError`` for values that can't be meant.
        """
        seat, players = message.seat, self.agreement.players
        match message.kind:
            case "reveal":
                return "" if follows(values.words[0], self.shown[seat]) else "link"
            case "lock" | "unlock":
                assert self.dealing is not None
                right = self.trusts(message) or self.dealing.proves(about(message), values.points, values.proof)
                return "" if right else message.kind
            case "play":
                return self._try(message, values)
            case "open":
                right = opens(values.key, self.public[seat]) if players > 2 else message.body == "-"
                return "" if right else "open"
        return ""

    def _try(self, message: Message, values: Values) -> str:
        """Carry out moves if they are legal, complete and lead to the state that the message names.

        Otherwise carry out none, and return the kind of lie; empty if all is right.
        """
        made = len(self.course.moves)
        fault = ""
        for move in values.moves:
            if actor(self.course.state) != message.seat:
                fault = "chain"
                break
            try:
                self.course.play(move)
            except IllegalMoveError as error:
                fault = "hand" if error.hidden else "illegal"
                break
        state = self.course.state
        if not fault and actor(state) == message.seat and not isinstance(state.stack[-1], Turn):
            fault = "chain"
        if not fault and values.state != state_digest(state):
            fault = "state"
        if fault:
            self.course.back_to(made)
        else:
            self._played.append((made, message))
        return fault

    # Steps

    def _proceed_as_far_as_possible(self) -> None:
        self._finish_steps()
        if self.opening and self.agreement.players > 2 and not self.proven:
            self._audit()

    def _finish_steps(self) -> None:
        while self.suspended is None and self.awaited and all((self.step, seat) in self._said for seat in self.awaited):
            self._finish_step({seat: self._said[self.step, seat] for seat in sorted(self.awaited)})
            self._prepare()

    def _finish_step(self, said: dict[int, tuple[Message, Values]]) -> None:
        """Proceed to the next step, with what all seats said in this one."""
        before, kind = self.digests[-1], next(iter(self.awaited.values()))
        self.digests.append(digest("\n".join([before, *self._contents(said)])))
        self.step += 1
        for seat, (message, values) in said.items():
            if kind == "hello":
                self.keys[seat], self.shown[seat] = values.words
                self.public.update((seat, point) for point in values.points)
            elif kind == "reveal":
                self.shown[seat] = values.words[0]
            elif kind in ("lock", "unlock"):
                self._deal(message, values)
        if kind == "reveal":
            source = joint_source(before.encode(), {seat: self.shown[seat] for seat in said})
            while actor(self.course.state) == CHANCE and not self.course.dealing():
                self.course.draw(joint_draw(self.course.state, source))
                self.course.settle()

    def _contents(self, said: dict[int, tuple[Message, Values]]) -> list[str]:
        """Return what a step adds to the digest."""
        return [message.content for message, _values in said.values()]

    def _deal(self, _message: Message, values: Values) -> None:
        """Carry out a step of the deal; after the last one, deal the counters out."""
        assert self.dealing is not None
        self.dealing.take(values.points)
        if self.dealing.done:
            self.course.deal_out(self._known_counters())

    def _prepare(self) -> None:
        """Determine which messages the present step needs, and from whom."""
        self.course.settle()
        seat = actor(self.course.state)
        if not self.begun:
            self.awaited = dict.fromkeys(self.seats, self.first[self.step])
        elif self.course.dealing():
            self.awaited = dict([self._next_of_deal()])
        elif seat == CHANCE:
            self.awaited = dict.fromkeys(self.seats, "reveal")
        else:
            self.awaited = {seat: "play"} if seat != OVER else {}

    def _next_of_deal(self) -> tuple[int, str]:
        """Return the seat whose step of the deal is due, and its kind."""
        self.dealing = self.dealing or Dealing(self.course.state.pool(), self.public)
        return self.dealing.due

    def _known_counters(self) -> dict[int, int]:
        """Return the starting counters that this page knows, by seat."""
        return self._shown_counters()

    def _shown_counters(self) -> dict[int, int]:
        """Return the starting counters that the opened keys show, by seat."""
        return self.dealing.counters(self.opened) if self.dealing else {}

    # The keys

    def _audit(self) -> None:
        """Use the true counters as far as the opened keys show them: play on, or find who paid with others."""
        known = self._shown_counters()
        players, before = self.agreement.players, self.course.own
        if not known or (before == frozenset(known) and self.suspended is None):
            return
        false = [seat for seat in known if not counters.covers(known[seat], self.course.state.revealed[seat])]
        if len(known) < players:
            # A seat whose key is open, and which has paid with more than it held, is found without all the others.
            for seat in false:
                self._lie("hand", seat, self._openings[seat])
            if not false:
                self.course.guess_from(known)
        elif len(before) < players and not self._holds([known[seat] for seat in self.seats]):
            return
        message = self.suspended
        if self.proven or message is None or message.seat not in self.course.own & known.keys():
            return
        self.suspended = None
        if fault := self._try(message, values_of(message)):
            self._lie(fault, message.seat, message)
        else:
            self._finish_steps()

    def _holds(self, deal: list[int]) -> bool:
        """Play the whole game with the true counters; return whether every decision was possible with them."""
        unseen = self.course.unseen()
        removed = []
        if len(unseen) >= 2:
            lot = JointSource(b"key harvest unseen " + self.digests[-1].encode())
            removed = [unseen.pop(lot.below(len(unseen))) for _ in range(2)]
        try:
            self.course.open(deal, removed)
        except IllegalMoveError:
            message = next(said for begin, said in reversed(self._played) if begin <= len(self.course.moves))
            self._lie("hand", message.seat, message)
            return False
        return True

    # Findings

    def _lie(self, kind: str, seat: int, *evidence: Message) -> None:
        self._find(Finding(kind, (seat,), tuple(each.text for each in evidence), self.course.state.turn))

    def _suspect(self, kind: str, seat: int, *evidence: Message) -> None:
        """Record a doubt about a seat or, with three or four players, about it or the host."""
        seats = suspects(kind, seat, self.agreement.host, self.agreement.players)
        self._find(Finding(kind, seats, tuple(each.text for each in evidence), self.course.state.turn))

    def _find(self, finding: Finding) -> None:
        if all((each.kind, each.seats) != (finding.kind, finding.seats) for each in self.findings):
            self.findings.append(finding)


def about(message: Message) -> bytes:
    """Return what a proof in a message is about, beside its values: the game so far and the seat."""
    return f"{message.digest} {message.seat + 1}".encode()


def seal(agreement: Agreement, seat: int, body: str) -> str:
    """Return the seal of the body of a seat's first message."""
    return digest(f"{agreement.digest} {seat + 1} {body}")


def state_digest(state: State) -> str:
    """Return the digest of what everyone knows about a state (rule 14.1)."""
    return digest(position_text(public(state)))


def digest(text: str) -> str:
    """Return the SHA-256 of a text, in base64url."""
    return encode(hashlib.sha256(text.encode()).digest())
