"""One liar in a game: every field of every message, and what honest pages and an audit of their files say about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from keyharvest.remote.fair import deal
from keyharvest.remote.fair.ledger import Agreement, Finding, Ledger
from keyharvest.remote.fair.message import Message, encode, read_numbers, write_numbers
from keyharvest.remote.fair.seat import Seat
from keyharvest.remote.fair.transcript import read_transcript, transcript_text
from keyharvest.rules import counters
from tests.remote.fair.simulation import Lie, Party, changed

#: The messages that every game has, and those of a deal among three or four.
KINDS = ("hello", "reveal", "play", "open")
DEAL = ("lock", "unlock")
FIELDS = ("silent", "version", "signature", "seat", "step+", "step-", "digest", "kind", "body")


@dataclass(frozen=True)
class Case:
    """A lie.

    Attributes:
        name: what is changed; ``kind``: in which kind of message.
        lie: what is sent instead.
        least: the least number of players with whom it is possible.
        proven: whether a proof is expected; else it can't be said whether it was the liar or the host.
        liar: the page of a liar that believes its own lie; else it continues as if it had been honest.
        answer: the lie in the account that the liar is then asked for.
    """

    name: str
    kind: str
    lie: Lie
    least: int = 2
    proven: bool = True
    liar: type[Seat] | None = None
    answer: Lie | None = None


class Believer(Seat):
    """A page that believes its own lies: what it says later agrees with them."""

    party: Party

    def _say_now(self, kind: str, body: str, step: int | None = None) -> None:
        step = self.step if step is None else step
        message = Message(step, self.seat, self.digests[step], kind, body).signed(self._key)
        said = self.party.lie(self.party, message)
        assert isinstance(said, list)
        self.party.lied += said != [message]
        self._said.add(message.slot)
        self._to_send += said
        for each in said:
            self.receive(each.text)


def _fields() -> list[Case]:
    found = []
    for kind in (*KINDS, *DEAL):
        for field in FIELDS:
            # The liar can't be distinguished from the host if nothing that it has signed arrives; and before the first
            # message its key is unknown.
            vague = field in ("silent", "version", "signature", "seat") or kind == "hello"
            vague = vague or (field == "step+" and kind != "open")
            liar = Believer if field == "digest" and kind != "hello" else None
            found.append(Case(f"{kind} {field}", kind, changed(field), 3 if kind in DEAL else 2, not vague, liar))
    return found


# Lies that only a malicious page can think of.


def _body(party: Party, message: Message, *words: str) -> list[Message]:
    return [party.sign(replace(message, body=" ".join(words)))]


def _later_link(party: Party, message: Message) -> list[Message]:
    seat = party.seats[message.seat]
    return _body(party, message, encode(seat._chain[seat._chain.index(seat.shown[seat.seat]) + 2]))


def _first_link(party: Party, message: Message) -> list[Message]:
    return _body(party, message, encode(party.seats[message.seat]._chain[0]))


def _false_state(party: Party, message: Message) -> list[Message]:
    return _body(party, message, message.body.split()[0], encode(party.rng.randbytes(32)))


def _one_more_move(party: Party, message: Message) -> list[Message]:
    moves, state = message.body.split()
    return _body(party, message, moves + ",end,end", state)


def _one_move_less(party: Party, message: Message) -> list[Message]:
    moves, state = message.body.split()
    cut = moves.rpartition(",")[0] or "d:A1"
    return _body(party, message, cut, state)


def _illegal_move(party: Party, message: Message) -> list[Message]:
    return _body(party, message, "c:A1,end", message.body.split()[1])


def _drawn_by_hand(party: Party, message: Message) -> list[Message]:
    return _body(party, message, message.body.split()[0] + ",*A1", message.body.split()[1])


def _two_things(party: Party, message: Message) -> dict[int, list[Message]]:
    other = party.sign(replace(message, body=f"end {encode(bytes(32))}"))
    receivers = [seat for seat in range(party.agreement.players) if seat != message.seat]
    return {seat: [message] if seat == receivers[0] else [other] for seat in receivers}


def _twice_the_same(party: Party, message: Message) -> list[Message]:
    values = read_numbers(message.body)
    return _body(party, message, write_numbers([*values[:-1], values[0]]))


def _one_less(party: Party, message: Message) -> list[Message]:
    return _body(party, message, write_numbers(read_numbers(message.body)[:-1]))


def _out_of_range(party: Party, message: Message) -> list[Message]:
    return _body(party, message, write_numbers([*read_numbers(message.body)[:-1], 1]))


def _random_value(party: Party, message: Message) -> list[Message]:
    values = read_numbers(message.body)
    values[party.rng.randrange(len(values))] = pow(party.rng.randrange(2, deal.PRIME), 2, deal.PRIME)
    return _body(party, message, write_numbers(values))


def _swapped(party: Party, message: Message) -> list[Message]:
    values = read_numbers(message.body)
    return _body(party, message, write_numbers([values[-1], *values[1:-1], values[0]]))


def _marked(party: Party, message: Message) -> list[Message]:
    """Lock one counter twice over, and hope that it is the liar's own."""
    values = read_numbers(message.body)
    return _body(party, message, write_numbers([pow(values[0], 3, deal.PRIME), *values[1:]]))


def _another_key(party: Party, message: Message) -> list[Message]:
    return _body(party, message, encode(party.rng.randbytes(32)))


def _call(party: Party, message: Message) -> list[Message]:
    """Doubt the game although nothing is wrong."""
    return [message, party.sign(replace(message, kind="call", body="-", step=message.step, digest=message.digest))]


def _early_call(party: Party, message: Message) -> list[Message]:
    return [message, party.sign(replace(message, kind="call", body="-"))]


def _mad_call(party: Party, message: Message) -> list[Message]:
    return [message, party.sign(replace(message, kind="call", body="nonsense"))]


def _vote_on_itself(party: Party, message: Message) -> list[Message]:
    return [message, party.sign(replace(message, kind="ballot", body=f"{message.seat + 1} without"))]


def _forged_ballot(party: Party, message: Message) -> list[Message]:
    other = (message.seat + 1) % party.agreement.players
    shown = encode(party.sign(replace(message, seat=other)).text.encode())
    return [message, party.sign(replace(message, kind="ballot", body=f"{other + 1} with {shown}"))]


def _no_account(party: Party, message: Message) -> list[Message]:
    return []


def _mad_account(party: Party, message: Message) -> list[Message]:
    return _body(party, message, "-", encode(b"nonsense"))


def _false_account(party: Party, message: Message) -> list[Message]:
    return [party.sign(replace(message, digest=encode(party.rng.randbytes(32))))]


class Boaster(Seat):
    """A page whose player claims to hold other counters than those dealt, and pays with them."""

    def _known_counters(self) -> dict[int, int]:
        true = super()._known_counters()[self.seat]
        pool = self.course.state.pool()
        for crop, one in enumerate(counters.ONE):
            if counters.count(pool, crop) >= 2 and not counters.count(true, crop):
                less = next(each for each in counters.ONE if counters.covers(true, each))
                return {self.seat: true - less + one}
        return {self.seat: true}


def _honest(party: Party, message: Message) -> list[Message]:
    return [message]


CASES: Sequence[Case] = [
    *_fields(),
    Case("later link", "reveal", _later_link),
    Case("first link again", "reveal", _first_link),
    Case("false state", "play", _false_state),
    Case("one more move", "play", _one_more_move),
    Case("one move less", "play", _one_move_less),
    Case("illegal move", "play", _illegal_move),
    Case("draw by hand", "play", _drawn_by_hand),
    Case("two things", "play", _two_things, 3),
    Case("two links", "reveal", _two_things, 3),
    Case("same twice", "lock", _twice_the_same, 3),
    Case("one less", "lock", _one_less, 3),
    Case("out of range", "lock", _out_of_range, 3),
    Case("random value", "lock", _random_value, 3, liar=Believer),
    Case("marked counter", "lock", _marked, 3, liar=Believer),
    Case("same twice", "unlock", _twice_the_same, 3),
    Case("one less", "unlock", _one_less, 3),
    Case("out of range", "unlock", _out_of_range, 3),
    Case("random value", "unlock", _random_value, 3, liar=Believer),
    Case("swapped", "unlock", _swapped, 3, liar=Believer),
    Case("another key", "open", _another_key, 3, liar=Believer),
    Case("two keys", "open", lambda party, message: [message, *_another_key(party, message)], 3),
    Case("call for nothing", "play", _call, 2, liar=Believer),
    Case("call for nothing", "reveal", _early_call, 3, liar=Believer),
    Case("mad call", "play", _mad_call),
    Case("vote on itself", "reveal", _vote_on_itself),
    Case("forged ballot", "reveal", _forged_ballot),
    Case("digest, no account", "reveal", changed("digest"), 2, False, Believer, _no_account),
    Case("digest, mad account", "reveal", changed("digest"), liar=Believer, answer=_mad_account),
    Case("digest, false account", "reveal", changed("digest"), liar=Believer, answer=_false_account),
    Case("counters not held", "hello", _honest, 3, liar=Boaster),
]


@dataclass
class Outcome:
    """The result of a game with a liar."""

    party: Party
    case: Case

    def faults(self) -> list[str]:
        """Return what the honest pages, or an audit of their files, get wrong or omit."""
        party, case = self.party, self.case
        assert party.liar is not None
        found = []
        lied = bool(party.lied) or self._boasted() or party.liar in party.honest[0].calls
        for seat in party.honest:
            named = [finding for finding in seat.findings if finding.proof]
            if any(finding.seats != (party.liar,) for finding in named):
                found.append(f"seat {seat.seat + 1} blames somebody honest: {_brief(named)}")
            if lied and case.proven and not named:
                found.append(f"seat {seat.seat + 1} doesn't name the liar: {_brief(seat.findings)}")
            if lied and not case.proven and not self._suspects(seat):
                found.append(f"seat {seat.seat + 1} has no doubt: {_brief(seat.findings)}")
            if not lied and seat.findings:
                found.append(f"seat {seat.seat + 1} finds a fault where there is none: {_brief(seat.findings)}")
            told = read_transcript(transcript_text(seat))
            again = [finding for finding in told.findings if finding.proof]
            if {each.seats for each in again} != {each.seats for each in named}:
                found.append(f"the file of seat {seat.seat + 1} says {_brief(told.findings)}, not {_brief(named)}")
        return found

    def _suspects(self, seat: Seat) -> bool:
        return (
            seat.proven
            or self.party.liar in seat.missing()
            or any(self.party.liar in finding.seats for finding in seat.findings)
        )

    def _boasted(self) -> bool:
        """Whether counters were paid that the player doesn't hold: only that is a lie."""
        liar = self.party.seats[self.party.liar or 0]
        if not isinstance(liar, Boaster) or not liar.course.deal:
            return False
        told = Ledger(liar.agreement)  # without the keys, so that it accepts all moves
        for message in self.party.honest[0].kept:
            if message.kind != "open":
                told.receive(message.text)
        return not counters.covers(Seat._known_counters(liar)[liar.seat], told.course.state.revealed[liar.seat])


def _brief(findings: Sequence[Finding]) -> str:
    return str([(finding.kind, finding.seats) for finding in findings])


def play_with_liar(case: Case, players: int, seed: int) -> Outcome:
    """Play a game in which one seat lies in one message."""
    party = Party(Agreement(f"lie-{seed}", players, host=seed % 3 % players), seed)
    party.liar = party.rng.randrange(players)
    due = 1 if case.kind in ("hello", "open", *DEAL) else party.rng.randrange(1, 12)

    told: set[tuple[str, int, int]] = set()

    def lie(party: Party, message: Message) -> dict[int, list[Message]] | list[Message]:
        nonlocal due
        if message.kind == "account" and case.answer is not None:
            return case.answer(party, message)
        if message.kind != case.kind:
            return [message]
        due -= 1
        if due == 0:
            told.add(message.slot)
        # A page that is asked again repeats its lie.
        return case.lie(party, message) if message.slot in told else [message]

    party = Party(
        party.agreement,
        seed,
        party.liar,
        lie,
        tuple(case.liar or Seat if seat == party.liar else Seat for seat in range(players)),
    )
    party.play()
    return Outcome(party, case)
