"""The part of a game that everyone can check: the messages of all seats, put in order, and every lie among them.

A ledger has no secrets. :class:`~keyharvest.remote.fair.seat.Seat` adds those of one page; an audit uses a ledger as
it is. The messages may arrive in any order, late, twice or changed: the result depends only on which ones have arrived.

The game proceeds in steps. In each step every expected seat sends one message, signed, with the digest of all steps
before it. So nobody can deny a message, and a seat that says two things in one step has signed the proof of its lie.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field

from keyharvest.knowledge import public
from keyharvest.record import Record, position_text
from keyharvest.remote.fair.course import Course, IllegalMoveError
from keyharvest.remote.fair.deal import EACH, faces, is_key, locked_by, opened, others, sound, unlocked_by
from keyharvest.remote.fair.joint import JointSource, follows, joint_draw, joint_draws, joint_source
from keyharvest.remote.fair.message import STEPS, Message, MessageError, decode, encode, read_message, read_numbers
from keyharvest.rules import CHANCE, OVER, Layout, State, actor, counters, legal, new_game
from keyharvest.rules.layout import STANDARD, layout_word
from keyharvest.rules.setup import Start
from keyharvest.rules.turn import Turn


@dataclass(frozen=True)
class Agreement:
    """The terms agreed on beforehand: the game's id, how it is set up, and whose page passes messages on.

    Raise ``ValueError`` as :func:`~keyharvest.rules.new_game` does.
    """

    game: str
    players: int
    layout: Layout = STANDARD
    start: Start = "drawn"
    host: int = 0

    def __post_init__(self) -> None:
        new_game(self.players, self.layout, self.start)

    @property
    def digest(self) -> str:
        """The digest before the first step."""
        return _digest(f"{self.game} {self.players} {self.start} {layout_word(self.layout)}")


@dataclass(frozen=True)
class Finding:
    """Something that isn't as it should be.

    Attributes:
        kind: what it is; ``audit.LIES`` and ``audit.DOUBTS`` have a sentence for each kind.
        seats: the one that lied, as the proof shows; or, without a proof, those of which one must be at fault, though
            nobody can say which.
        proof: the lines that prove it.
        turn: the turn in which it came up, 0 for the set-up.
    """

    kind: str
    seats: tuple[int, ...]
    proof: tuple[str, ...] = ()
    turn: int = 0


@dataclass
class Dealing:
    """The sealed deal as it proceeds: for each step its seat, the values before it and those after it."""

    faces: list[tuple[int, int]]
    locks: list[tuple[int, list[int], list[int]]] = field(default_factory=list)
    unlocks: list[tuple[int, list[int], list[int]]] = field(default_factory=list)
    values: list[int] = field(default_factory=list)
    _held: dict[tuple[int, int], list[int]] = field(default_factory=dict)

    def held(self, seat: int, key: int) -> list[int]:
        """Return a seat's three counters as its key shows them; 0 for what isn't a counter of the deal."""
        if (seat, key) not in self._held:
            own = self.values[EACH * seat : EACH * seat + EACH]
            self._held[seat, key] = opened(own, key, [face for face, _crop in self.faces])
        return self._held[seat, key]


class Ledger:
    """The messages of a game and what follows from them.

    Attributes:
        agreement: the terms of the game.
        course: the game so far.
        step: the number of the present step; ``awaited``: the kind of message it needs from each seat.
        out: the seats without which the others have continued, and the step since when.
        findings: all lies and doubts so far.
        proven: whether a lie is proven; the game doesn't proceed then.
        disputed: by seat, a message from it that belongs to a different version of the game.
        asked: pairs of seats: the first has given an account of the game and wants one from the second.
        ceased: the seats that have ended the joint draws, with their messages.
        broken: whether a player left before the counters were dealt, so that the game can't begin.
    """

    def __init__(self, agreement: Agreement) -> None:
        self.agreement = agreement
        self.course = Course(new_game(agreement.players, agreement.layout, agreement.start))
        self.step = 0
        self.digests = [agreement.digest]
        self.awaited: dict[int, str] = dict.fromkeys(range(agreement.players), "hello")
        self.out: dict[int, int] = {}
        self.findings: list[Finding] = []
        self.kept: list[Message] = []
        self.keys: dict[int, bytes] = {}
        self.shown: dict[int, bytes] = {}
        self.dealing: Dealing | None = None
        self.opened: dict[int, int] = {}
        self.calls: dict[int, Message] = {}
        self.ceased: dict[int, Message] = {}
        self.disputed: dict[int, Message] = {}
        self.suspended: Message | None = None
        self.asked: set[tuple[int, int]] = set()
        self.broken = False
        self._expected: list[dict[int, str]] = [dict(self.awaited)]
        self._spoken: dict[tuple[str, int, int], Message] = {}
        self._early: list[Message] = []
        self._waiting: list[Message] = []
        self._accepted: dict[int, Message] = {}
        self._ballots: dict[tuple[int, str], dict[int, str]] = {}
        self._played: list[tuple[int, Message]] = []
        self._held: set[tuple[int, int]] = set()
        self._accounts: dict[int, tuple[Message, Ledger]] = {}
        self._audited: tuple[int, int, int, bool] | None = None
        self._explained: set[tuple[str, int]] = set()

    # What a page can ask.

    @property
    def seats(self) -> list[int]:
        """The seats that are still in the game."""
        return [seat for seat in range(self.agreement.players) if seat not in self.out]

    @property
    def fingerprint(self) -> str:
        """Eight digits that are the same on all pages, unless the host has replaced a player's key."""
        number = int.from_bytes(decode(self.digests[1])[:8], "big") % 10**8 if len(self.digests) > 1 else 0
        return f"{number // 10000:04} {number % 10000:04}"

    @property
    def proven(self) -> bool:
        """Whether a lie is proven."""
        return any(finding.proof for finding in self.findings)

    @property
    def over(self) -> bool:
        """Whether the game has been played to its end."""
        return actor(self.course.state) == OVER

    @property
    def opening(self) -> bool:
        """Whether all must open their keys: at the end, or because a seat doubts something or ends the joint draws."""
        return self.over or bool(self.calls or self.ceased)

    @property
    def draws(self) -> int:
        """The number of joint draws so far."""
        return joint_draws(self.course.states)

    def missing(self) -> list[int]:
        """Return the seats that have something to send."""
        if self.opening:
            return [seat for seat in self.seats if seat not in self.opened]
        return [seat for seat in self.awaited if seat not in self._accepted and seat not in self.out]

    def moves(self) -> list[str]:
        """Return all moves so far; what this page must not know is guessed."""
        return list(self.course.moves)

    def record(self) -> Record:
        """Return the game so far, with the header that names those who left; see :meth:`moves` for what is guessed."""
        left = {"Left": " ".join(f"{seat + 1}" for seat in sorted(self.out))} if self.out else {}
        return Record(self.course.states[0], self.moves(), {"Fair": self.digests[min(1, self.step)], **left})

    def counted(self) -> list[Message]:
        """Return the messages from which the game here follows, without those that came too late to count."""
        return [each for each in self.kept if each.kind != "account" and not (each.kind in STEPS and self._late(each))]

    def _late(self, message: Message) -> bool:
        return self.out.get(message.seat, message.step + 1) <= message.step

    # Messages

    def receive(self, text: str) -> None:
        """Handle a line, wherever it comes from. A line that isn't signed by a seat changes nothing."""
        try:
            self._take(read_message(text))
        except MessageError:
            return
        self._advance()

    def _take(self, message: Message) -> None:
        """Store a message if its signature is right, and compare it with what the seat has said before."""
        key = self.keys.get(message.seat)
        if message.seat >= self.agreement.players:
            return
        if message.kind == "hello":
            self._greet(message)
            return
        if key is None:
            if message not in self._early and len(self._early) < 1000:
                self._early.append(message)
            return
        if not self._signed(message, key):
            return
        before = self._spoken.get(message.slot)
        if before is not None:
            if before.content != message.content:
                self._lie("two", message.seat, before, message)
            return
        self._note(message)

    def _signed(self, message: Message, key: bytes) -> bool:
        return message.signed_by(key)

    def _note(self, message: Message) -> None:
        self._spoken[message.slot] = message
        self.kept.append(message)
        self._waiting.append(message)

    def _greet(self, message: Message) -> None:
        """Store the first message of a seat, which contains its public key."""
        words = message.body.split()
        try:
            key, end = (decode(word) for word in words)
        except ValueError:
            return
        if len(end) != 32 or not self._signed(message, key):
            return
        if message.step:
            if key == self.keys.get(message.seat):
                self._lie("turn", message.seat, message)
            return
        before = self._spoken.get(message.slot)
        if before is None:
            self.keys[message.seat], self.shown[message.seat] = key, end
            self._note(message)
            early, self._early = self._early, []
            for each in early:
                self._take(each)
        elif before.content != message.content:
            if key == self.keys[message.seat]:
                self._lie("two", message.seat, before, message)
            elif not self.step:
                # No earlier message vouches for the key of a first one, so either may be the player's.
                self._suspect("keys", message.seat)

    def _advance(self) -> None:
        """Do everything that follows from the messages stored so far."""
        changed = True
        while changed and not self.proven:
            changed = self._listen()
            if not self.proven and not self.suspended and self._complete():
                self._finish_step()
                changed = True
        # Where the joint draws end, a key may be missing for good: a lie must show as soon as the others are there.
        if self.opening and (self.ceased or not self.missing()) and not self.proven:
            now = (self.step, len(self.opened), len(self.ceased), self.suspended is None)
            if self._audited != now:
                self._audited = now
                self.audit()

    def _listen(self) -> bool:
        """Handle the waiting messages that are due; return whether there were any."""
        waiting, self._waiting = self._waiting, []
        found = False
        for message in waiting:
            if self.proven or not self._due(message):
                self._waiting.append(message)
            else:
                found = True
                self._take_up(message)
        return found

    def _due(self, message: Message) -> bool:
        # The last move is carried out before its step is complete. A key opened after it names the step that follows,
        # so it must wait for that.
        if message.kind == "account" or (message.kind == "open" and self.opening and not (self.over and self.awaited)):
            return True
        if message.step > self.step:
            return False
        return message.kind not in STEPS or message.step < self.step or (message.step, message.seat) not in self._held

    def _take_up(self, message: Message) -> None:
        """Carry out a message, or record what is wrong with it."""
        if self._late(message):
            return  # the others had continued without it
        if message.kind != "account" and not self._agrees(message):
            if message.kind == "hello":
                self._suspect("setup", message.seat)
            self.disputed.setdefault(message.seat, message)
            self._contradicts_itself(message.seat)
            return
        try:
            match message.kind:
                case "ballot":
                    self._count_ballot(message)
                case "call":
                    self._call(message)
                case "cease":
                    self.ceased[message.seat] = message
                case "open":
                    self._open(message)
                case "account":
                    self._account(message)
                case _:
                    self._say(message)
        except ValueError:
            self._lie("form", message.seat, message)

    def _agrees(self, message: Message) -> bool:
        """Whether a message belongs to the game as it is here, as far as this page can know."""
        if message.step > self.step:
            return not self.over
        return message.digest == self.digests[message.step]

    def _say(self, message: Message) -> None:
        """Accept the message of a seat in a step, if it is right."""
        seat = message.seat
        if self._expected[message.step].get(seat) != message.kind:
            self._lie("turn", seat, message)
            return
        match message.kind:
            case "reveal":
                link = decode(message.body)
                if not follows(link, self.shown[seat]):
                    self._lie("link", seat, message)
                    return
            case "lock" | "unlock":
                assert self.dealing is not None
                number = len(self.dealing.values)
                expected = number if message.kind == "lock" else len(others(seat, number))
                if not sound(read_numbers(message.body), expected):
                    self._lie("form", seat, message)
                    return
            case "play":
                if not self._play(message):
                    return
        self._accepted[seat] = message

    def _play(self, message: Message) -> bool:
        """Carry out a seat's moves; return whether they were right."""
        fault = self._try(message)
        if fault == "hand":
            # Only the keys can show whether this player lies about the counters or another has lied in the deal.
            self.suspended = message
        elif fault:
            self._lie(fault, message.seat, message)
        return not fault

    def _try(self, message: Message) -> str:
        """Carry out moves if they are legal, complete and lead to the state that the message names.

        Otherwise carry out none, and return the kind of lie; empty if all is right.
        """
        spelled, claimed = message.body.split()
        made = len(self.course.moves)
        fault = ""
        for move in spelled.split(","):
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
        if not fault and claimed != state_digest(state):
            fault = "state"
        if fault:
            self.course.back_to(made)
        else:
            self._played.append((made, message))
        return fault

    # Steps

    def _complete(self) -> bool:
        return bool(self.awaited) and all(seat in self._accepted or seat in self.out for seat in self.awaited)

    def _finish_step(self) -> None:
        """Proceed to the next step, with what all seats said in this one."""
        said, self._accepted = self._accepted, {}
        lines = [said[seat].content if seat in said else f"{seat + 1} left" for seat in sorted(self.awaited)]
        kind = next(iter(self.awaited.values()))
        before = self.digests[-1]
        self.digests.append(_digest("\n".join([before, *lines])))
        self.step += 1
        match kind:
            case "reveal":
                links = {seat: decode(message.body) for seat, message in said.items()}
                self.shown.update(links)
                self._draw(joint_source(before.encode(), links))
            case "lock" | "unlock":
                for message in said.values():
                    self._deal(message)
        self._prepare()

    def _draw(self, source: JointSource) -> None:
        while actor(self.course.state) == CHANCE and not self.course.dealing():
            self.course.draw(joint_draw(self.course.state, source))
            self.course.settle()

    def _prepare(self) -> None:
        """Determine which messages the new step needs, and from whom."""
        while True:
            self.course.settle()
            state = self.course.state
            seat = actor(state)
            if self.course.dealing() and self.out:
                self.awaited, self.broken = {}, True
            elif self.course.dealing():
                self._next_of_deal()
            elif seat == CHANCE:
                self.awaited = dict.fromkeys(self.seats, "reveal")
            elif seat == OVER:
                self.awaited = {}
            elif seat in self.out:
                self.course.play(passive(state))
                continue
            else:
                self.awaited = {seat: "play"}
            break
        self._expected.append(dict(self.awaited))

    def _next_of_deal(self) -> None:
        if self.dealing is None:
            cards = faces(self.course.state.pool())
            self.dealing = Dealing(cards, values=[face for face, _ in cards])
        done = len(self.dealing.locks) + len(self.dealing.unlocks)
        seat = done % self.agreement.players
        self.awaited = {seat: "lock" if done < self.agreement.players else "unlock"}

    def _deal(self, message: Message) -> None:
        """Carry out a step of the deal; after the last one, deal the counters out."""
        deal = self.dealing
        assert deal is not None
        after = read_numbers(message.body)
        if message.kind == "lock":
            deal.locks.append((message.seat, deal.values, after))
            deal.values = after
            return
        places = others(message.seat, len(deal.values))
        deal.unlocks.append((message.seat, [deal.values[at] for at in places], after))
        deal.values = list(deal.values)
        for at, value in zip(places, after, strict=True):
            deal.values[at] = value
        if len(deal.unlocks) == self.agreement.players:
            self.course.deal_out(self._known_counters())

    def _known_counters(self) -> dict[int, int]:
        """Return the starting counters that this page knows, by seat."""
        return {}

    # Messages outside the steps

    def _count_ballot(self, message: Message) -> None:
        """Count a vote on continuing without some seats; a voter that has their message shows it instead."""
        about, verdict, *shown = message.body.split()
        seats = [int(each) - 1 for each in about.split("+")]
        awaited = self._expected[message.step]
        if verdict not in ("with", "without") or message.seat in seats or not set(seats) & set(awaited):
            raise ValueError
        if (
            max(seats) >= self.agreement.players
            or seats != sorted(set(seats))
            or not message.step
            or (verdict == "with") != (len(shown) == 1)
        ):
            raise ValueError
        if shown:
            inner = read_message(decode(shown[0]).decode())
            right = inner.seat in seats and inner.step == message.step and inner.kind in STEPS
            if not right or not self.knows(inner):
                raise ValueError
            self._held.discard((inner.step, inner.seat))
            self._take(inner)
        self._ballots.setdefault((message.step, about), {})[message.seat] = verdict
        if message.step == self.step:
            self._tally(about, seats)

    def _tally(self, about: str, seats: Sequence[int]) -> None:
        votes = self._ballots[self.step, about]
        voters = [seat for seat in self.seats if seat not in seats]
        if not voters or any(votes.get(seat) != "without" for seat in voters):
            return
        for seat in seats:
            if seat not in self._accepted and seat not in self.out:
                self.out[seat] = self.step
                self._suspect("fork" if seat in self.disputed else "silent", seat)

    def knows(self, message: Message) -> bool:
        """Whether a message is signed with the key of its seat, which a first message itself contains."""
        if message.kind == "hello" and message.seat not in self.keys:
            words = message.body.split()
            try:
                return len(words) == 2 and message.signed_by(decode(words[0]))
            except ValueError:
                return False
        return message.seat in self.keys and message.signed_by(self.keys[message.seat])

    def _call(self, message: Message) -> None:
        """Record that a seat doubts a move or the deal, so that all must open their keys."""
        if message.body != "-":
            inner = read_message(decode(message.body).decode())
            if inner.kind != "play" or not self.knows(inner):
                raise ValueError
            self._take(inner)
        self.calls[message.seat] = message

    def _open(self, message: Message) -> None:
        """Store the key that a seat opens."""
        if self.agreement.players == 2:
            if message.body != "-":
                raise ValueError
            self.opened[message.seat] = 0
            return
        key = int.from_bytes(decode(message.body), "big")
        if not is_key(key):
            raise ValueError
        self.opened[message.seat] = key

    def _account(self, message: Message) -> None:
        """Compare a seat's account of the whole game with what it said before, and with the game here."""
        named, packed = message.body.split()
        lines = decode(packed).decode().splitlines()
        inner = [read_message(line) for line in lines]
        if any(each.kind == "account" for each in inner):
            raise ValueError
        self.asked |= {(message.seat, int(each) - 1) for each in named.split("+") if each != "-"}
        told = Ledger(self.agreement)
        for each in inner:
            told.receive(each.text)
        if message.step >= len(told.digests) or told.digests[message.step] != message.digest:
            raise ValueError
        self._accounts[message.seat] = message, told
        if self._contradicts_itself(message.seat):
            return
        for each in inner:
            self._take(each)
        shared = min(len(self.digests), len(told.digests))
        if self.digests[:shared] != told.digests[:shared]:
            self.asked |= {(message.seat, seat) for seat in self.seats}
            if self.digests[1:2] != told.digests[1:2]:
                self._suspect("keys", message.seat)

    def _contradicts_itself(self, seat: int) -> bool:
        """Whether a seat has said something that contradicts its own account of the game; if so, record the lie."""
        if seat not in self._accounts:
            return False
        message, told = self._accounts[seat]
        for said in self.kept:
            if said.seat == seat and said.kind != "account":
                beyond = said.step > told.step and told.over
                if beyond or (said.step <= message.step and said.digest != told.digests[said.step]):
                    self._lie("digest", seat, said, message)
                    return True
        return False

    # Findings

    def _lie(self, kind: str, seat: int, *proof: Message) -> None:
        self._find(Finding(kind, (seat,), tuple(each.text for each in proof), self.course.state.turn))

    def _suspect(self, kind: str, seat: int) -> None:
        """Record a doubt about a seat or, with three or four players, about it or the host, who passes messages on."""
        seats = {seat, self.agreement.host} if self.agreement.players > 2 else {seat}
        self._find(Finding(kind, tuple(sorted(seats)), turn=self.course.state.turn))

    def _find(self, finding: Finding) -> None:
        if all((each.kind, each.seats) != (finding.kind, finding.seats) for each in self.findings):
            self.findings.append(finding)

    # The audit

    def audit(self) -> None:
        """Check the deal with the keys that were opened, then the whole game with the true counters.

        If some keys are missing, check what can be checked without them.
        """
        self._check_deal()
        if self.proven:
            return
        found, players = self._opened_counters(), self.agreement.players
        if players == 2:
            self._check_moves(())
        elif len(found) == players:
            self._check_moves([found[seat] for seat in range(players)])
        elif found and self.ceased:
            self.course.guess_from(found)
        if not self.proven and not self.missing():
            for seat, message in self.calls.items():
                if self._answered(message):
                    self._lie("call", seat, message)

    def _check_deal(self) -> None:
        if self.dealing is None:
            return
        for kind, steps, explains in (
            ("lock", self.dealing.locks, locked_by),
            ("unlock", self.dealing.unlocks, unlocked_by),
        ):
            for seat, before, after in steps:
                if seat not in self.opened or (kind, seat) in self._explained:
                    continue
                if explains(self.opened[seat], before, after):
                    self._explained.add((kind, seat))
                else:
                    said = next(each for each in self.kept if each.seat == seat and each.kind == kind)
                    self._lie(kind, seat, said, self._spoken["open", 0, seat])

    def _opened_counters(self) -> dict[int, int]:
        """Return the starting counters that the keys show, by seat; those of all seats if at most one key is missing.

        Return nothing if the deal wasn't finished or the keys don't fit it.
        """
        deal, players = self.dealing, self.agreement.players
        if deal is None or len(deal.unlocks) < players:
            return {}
        crops = dict(deal.faces)
        found: dict[int, int] = {}
        for seat, key in self.opened.items():
            held = deal.held(seat, key)
            if any(face not in crops for face in held):
                return {}
            found[seat] = sum(counters.ONE[crops.pop(face)] for face in held)
        missing = [seat for seat in range(players) if seat not in found]
        if len(missing) == 1:
            found[missing[0]] = sum(counters.ONE[crop] for crop in crops.values())
        return found

    def _check_moves(self, deal: Sequence[int]) -> None:
        unseen = self.course.unseen()
        removed = []
        if len(unseen) >= 2:
            lot = JointSource(b"key harvest unseen " + self.digests[-1].encode())
            removed = [unseen.pop(lot.below(len(unseen))) for _ in range(2)]
        try:
            self.course.open(deal, removed)
            message = self.suspended
            if message is not None:
                self.suspended = None
                fault = self._try(message)
                if fault:
                    self._lie(fault, message.seat, message)
                else:
                    self._accepted[message.seat] = message
        except IllegalMoveError:
            message = next(said for begin, said in reversed(self._played) if begin <= len(self.course.moves))
            self._lie("hand", message.seat, message)

    def _answered(self, message: Message) -> bool:
        """Whether everything that a seat's call doubts has been checked here."""
        if message.step > self.step or message.seat in self.disputed or self.suspended is not None:
            return False
        if self.agreement.players > 2 and self.dealing is not None and len(self.opened) < self.agreement.players:
            return False
        if message.body == "-":
            return True
        inner = read_message(decode(message.body).decode())
        return inner.step < self.step and self._spoken.get(inner.slot) == inner


def state_digest(state: State) -> str:
    """Return the digest of what everyone knows about a state (rule 14.1)."""
    return _digest(position_text(public(state)))


def passive(state: State) -> str:
    """Return the move made for a seat that has left: the last legal one, which declines if that is possible."""
    return legal(state)[-1]


def _digest(text: str) -> str:
    return encode(hashlib.sha256(text.encode()).digest())
