"""Games in which seats lie by role: a guest, the host, or two in league change, hold back and invent any message.

Nothing here knows the protocol's rules: the liars take messages apart and put them together again at random. What must
hold is the same whatever they do: nobody honest is accused, nobody honest stands still for good, honest pages that
agree on a game have the same, and every lie that got into it is named.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from keyharvest.remote.fair.curve import base, combination
from keyharvest.remote.fair.group import encode as written
from keyharvest.remote.fair.ledger import Agreement
from keyharvest.remote.fair.message import Message, decode, encode, read_message
from keyharvest.remote.fair.seat import Seat
from keyharvest.remote.fair.transcript import read_transcript, transcript_text
from tests.remote.fair.lies import brief
from tests.remote.fair.simulation import Party

#: Who lies.
ROLES = ("guest", "host", "guest and guest", "guest and host")
_KINDS = ("seal", "hello", "reveal", "lock", "unlock", "play", "open")


@dataclass
class Liars:
    """Seats in league, with the keys of all of them: what they make of the messages that leave their pages.

    Attributes:
        seats: the liars; ``rate``: how likely they are to touch a message.
        changes: how many messages they have changed, held back or invented.
    """

    party: Party
    seats: Sequence[int]
    rate: float
    changes: int = 0

    def twist(self, line: str) -> list[str]:
        """Return what is sent in place of a line: anything signed with the keys of the liars, or nobody's."""
        rng = self.party.rng
        if rng.random() > self.rate:
            return [line]
        self.changes += 1
        message = read_message(line)
        match rng.randrange(8):
            case 0:
                return []
            case 1:
                return [line, *self._heard(3)]
            case 2:
                return [*self._heard(2), line]
            case 3:
                return [line, self._signed(self._other(message))]
            case 4:
                at = rng.randrange(len(line))
                return [line[:at] + rng.choice("Ab1 -,") + line[at + 1 :]]
            case _:
                return [
                    self._signed(self._other(message)) if message.seat in self.seats or rng.random() < 0.3 else line
                ]

    def _heard(self, number: int) -> list[str]:
        """Return some lines that a liar's page has heard before, or a key that it opens too early."""
        seat = self.party.seats[self.party.rng.choice(self.seats)]
        lines = seat.lines()
        if not lines:
            return []
        if self.party.rng.random() < 0.2 and seat.begun:
            early = Message(seat.step, seat.seat, seat.digests[-1], "open", seat._opening())
            return [early.signed(seat._key).text]
        return [self.party.rng.choice(lines) for _ in range(number)]

    def _signed(self, message: Message) -> str:
        liar = message.seat if message.seat in self.seats else self.party.rng.choice(self.seats)
        return message.signed(self.party.seats[liar]._key).text

    def _other(self, message: Message) -> Message:
        rng = self.party.rng
        match rng.randrange(10):
            case 0:
                return replace(message, step=max(0, message.step + rng.choice((-3, -1, 1, 2, 50))))
            case 1:
                return replace(message, seat=rng.randrange(self.party.agreement.players))
            case 2:
                digests = self.party.seats[self.seats[0]].digests
                return replace(message, digest=rng.choice([*digests, encode(bytes(32))]))
            case 3:
                others = [each for seat in self.seats for each in self.party.seats[seat].kept]
                other = rng.choice(others) if others else message
                return replace(message, kind=other.kind, body=other.body)
            case 4:
                return replace(message, kind=rng.choice(_KINDS))
        return replace(message, body=self._body(message.body))

    def _body(self, body: str) -> str:
        """Change one piece of a body, or exchange two."""
        rng = self.party.rng
        words = [word.split(",") for word in body.split(" ")]
        pieces = rng.choice(words)
        at, other = rng.randrange(len(pieces)), rng.randrange(len(pieces))
        if len(pieces) > 1 and rng.random() < 0.4:
            pieces[at], pieces[other] = pieces[other], pieces[at]
        elif len(pieces[at]) == 43:
            pieces[at] = encode(self._piece(pieces[at]))
        elif rng.random() < 0.5:
            pieces[at] = rng.choice(("end", "no", "done", "d:A1", "w", "3", "*A1", "b:-A"))
        else:
            del pieces[at]
        return " ".join(",".join(word) for word in words)

    def _piece(self, text: str) -> bytes:
        rng = self.party.rng
        match rng.randrange(5):
            case 0:
                return rng.randbytes(32)
            case 1:
                return written(combination((rng.choice((-1, 2, rng.getrandbits(250))), base())))
            case 2:
                return bytes(32)
            case 3:
                return (int.from_bytes(decode(text), "little") ^ 1 << rng.randrange(256)).to_bytes(32, "little")
        return rng.randrange(2**252).to_bytes(32, "little")


def roles(role: str, agreement: Agreement, seed: int) -> list[int]:
    """Return the seats that lie."""
    guests = [seat for seat in range(agreement.players) if seat != agreement.host]
    first = guests[seed % len(guests)]
    second = guests[(seed + 1) % len(guests)]
    return {
        "guest": [first],
        "host": [agreement.host],
        "guest and guest": [first, second] if len(guests) > 2 else [first],
        "guest and host": [first, agreement.host] if len(guests) > 1 else [agreement.host],
    }[role]


def play_with_liars(role: str, players: int, seed: int) -> tuple[Party, Liars, list[str]]:
    """Play a game with liars until it stands still, then let the honest pages continue; return its faults."""
    agreement = Agreement(f"liars-{seed}", players, start="random" if seed % 2 else "drawn", host=seed % players)
    party = Party(agreement, seed)
    lying = roles(role, agreement, seed)
    liars = Liars(party, lying, party.rng.choice((0.01, 0.05, 0.2)))
    party.wires.clear()
    party.twists = dict.fromkeys(lying, liars.twist)
    for seat in party.seats:
        party.send(seat.seat, seat.lines())
    party.play(lambda party: any(len(seat.course.moves) > 70 for seat in party.seats))
    honest = [seat for seat in party.seats if seat.seat not in lying]
    faults = _judged(honest, lying)
    # Whatever has happened, the honest pages can connect with one another, end the joint draws and play on.
    party.wires.clear()
    party.twists = {}
    party.away = set(lying)
    party.relay = honest[0].seat
    for seat in honest[1:]:
        party.connect(seat.seat)
    party.deliver()
    for seat in honest:
        if seat.begun:
            party.end(seat.seat)
            if not seat.proven and not seat.opening:
                faults.append(f"seat {seat.seat + 1} stands still: {seat.missing()}, {brief(seat.findings)}")
    faults += _judged(honest, lying)
    for seat in honest:
        for other in honest:
            shared = min(len(seat.digests), len(other.digests))
            if seat.digests[:shared] != other.digests[:shared] and not (seat.findings and other.findings):
                faults.append(f"seats {seat.seat + 1} and {other.seat + 1} have different games, and nobody says so")
    return party, liars, faults


def _judged(honest: Sequence[Seat], lying: Sequence[int]) -> list[str]:
    faults = []
    for seat in honest:
        wrong = [each for each in seat.findings if not set(each.seats) & set(lying)]
        if wrong or any(set(each.seats) - set(lying) for each in seat.findings if each.lie):
            faults.append(f"seat {seat.seat + 1} blames somebody honest: {brief(seat.findings)}")
        told = read_transcript(transcript_text(seat))
        shown = [each for each in seat.findings if each.evidence]
        lies = [[(each.kind, each.seats) for each in findings if each.lie] for findings in (told.findings, shown)]
        if lies[0] != lies[1] or bool(told.findings) != bool(shown):
            faults.append(f"the file of seat {seat.seat + 1} says {brief(told.findings)}, not {brief(seat.findings)}")
        if seat.dealing and seat.dealing.done and not seat.proven:
            hands = [seat.dealing.held(each.seat, each._lock) for each in honest]
            if len({at for hand in hands for at in hand}) != 3 * len(hands):
                faults.append("the deal is false, and nobody says so")
    return faults
