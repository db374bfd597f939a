"""Games in which seats lie by role: a guest, the host, or two in league change, hold back and invent any message.

Nothing here knows the protocol's rules: the liars take messages apart and put them together again at random, out of
everything that they have heard, kept back or made, in this game or another. What must hold is the same whatever they
do: nobody honest is accused, nobody honest stands still for good, honest pages that agree on a game have the same, and
every lie that got into it is named.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from keyharvest.remote.fair.curve import L, base, combination
from keyharvest.remote.fair.group import encode as written
from keyharvest.remote.fair.ledger import Agreement, state_digest
from keyharvest.remote.fair.message import Message, decode, encode, read_message
from keyharvest.remote.fair.seat import Seat
from keyharvest.remote.fair.transcript import read_transcript, transcript_text
from keyharvest.rules import counters
from tests.remote.fair.lies import Boaster, brief
from tests.remote.fair.simulation import Party

#: Who lies.
ROLES = ("guest", "host", "guest and guest", "guest and host")
#: What a liar does with a message that leaves its page, its own or another's …
WAYS = (
    *("drop", "fall silent", "hold back", "send twice", "send old ones", "send early", "send another's", "misspell"),
    *("change", "change", "change", "change", "change and send both", "change and send both first"),
)
#: … and what it changes in one.
CHANGES = ("step", "seat", "digest", "signature", "kind", "content", "body", "body", "body", "body", "body")
_KINDS = ("seal", "hello", "reveal", "lock", "unlock", "play", "open")
#: How often the pages connect again, once the game stands still.
_AGAIN = 3


@dataclass
class Liars:
    """Seats in league, with the keys of all of them: what they make of the messages that leave their pages.

    Attributes:
        seats: the liars; ``rate``: how likely they are to touch a message.
        done: how often they have done what, and to which kind of message.
    """

    party: Party
    seats: Sequence[int]
    rate: float
    done: Counter[tuple[str, str]] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.silent = False
        self._held: list[str] = []
        self._made: list[str] = []
        agreement, rng = self.party.agreement, self.party.rng
        # The same people in another game, of another deal or set up otherwise: its lines have other keys, but the
        # liars can sign what they like with any.
        other = replace(agreement, deal=agreement.deal + 1) if rng.random() < 0.5 else replace(agreement, game="other")
        self._elsewhere = [Seat(other, seat.seat, rng.randbytes(32)) for seat in self.party.seats]
        lines = [line for seat in self._elsewhere for line in seat.begin()]
        while lines and self._elsewhere[0].step < 4:
            lines = [answer for seat in self._elsewhere for line in lines for answer in seat.hear(line)]
        # Another page of a seat, with keys of its own.
        self._twin = Seat(agreement, rng.choice(self.party.seats).seat, rng.randbytes(32))
        self._twin.begin()

    def twist(self, line: str) -> list[str]:
        """Return what is sent in place of a line: anything signed with the keys of the liars, or nobody's."""
        rng = self.party.rng
        if self.silent:
            return []
        sent = self.release() if self._held and rng.random() < 0.3 else []
        if rng.random() > self.rate:
            return [*sent, line]
        message = read_message(line)
        way = rng.choice(WAYS)
        made = self._twisted(way, message)
        self.done[way, message.kind] += 1
        self._made += [each for each in made if each != line]
        return [*made, *sent] if rng.random() < 0.5 else [*sent, *made]

    def release(self) -> list[str]:
        """Return what was held back."""
        held, self._held = self._held, []
        return held

    def _twisted(self, way: str, message: Message) -> list[str]:
        rng, line = self.party.rng, message.text
        match way:
            case "fall silent":
                self.silent = True
                return []
            case "hold back":
                self._held.append(line)
                return []
            case "send twice":
                return [line, line]
            case "send old ones":
                old = [rng.choice([*self._page().lines(), *self._made, line]) for _ in range(3)]
                return [*old, line] if rng.random() < 0.5 else [line, *old]
            case "send early":
                return [line, self._early(), *([line] if rng.random() < 0.5 else [])]
            case "send another's":
                return [rng.choice([self._foreign(message), line]), self._foreign(message)]
            case "misspell":
                at = rng.randrange(len(line))
                return [line[:at] + rng.choice("Ab1 -,") + line[at + 1 :]]
            case "change":
                return [self._changed(message)]
            case "change and send both":
                return [line, self._changed(message)]
            case "change and send both first":
                return [self._changed(message), line]
        return []

    def _page(self) -> Seat:
        """Return the page of one of the liars."""
        return self.party.seats[self.party.rng.choice(self.seats)]

    def _early(self) -> str:
        """Return something of a liar's that isn't due yet: its key, its next links, or any message of a later step."""
        rng, page = self.party.rng, self._page()
        kind, body = rng.choice(
            [
                ("open", page._opening()),
                ("reveal", encode(page._chain[rng.randrange(40)])),
                ("hello", page._hello()),
                ("play", f"end {state_digest(page.course.state)}"),
            ]
        )
        step = page.step + rng.choice((0, 0, 1, 2, 50))
        return Message(step, page.seat, page.digests[-1], kind, body).signed(page._key).text

    def _foreign(self, message: Message) -> str:
        """Return a line of another game, or of another page of some seat, for the same step if there is one."""
        rng = self.party.rng
        if rng.random() < 0.4:
            for each in self._page().lines():
                if read_message(each).seat != self._twin.seat:
                    self._twin.hear(each)
            lines = self._twin.lines()
        else:
            lines = [line for seat in self._elsewhere for line in seat.lines()]
        fitting = [line for line in lines if line.startswith(f"khf2 {message.step} {message.seat + 1} ")]
        line = rng.choice(fitting if fitting and rng.random() < 0.7 else lines)
        return line if rng.random() < 0.6 else self._signed(read_message(line))

    def _signed(self, message: Message) -> str:
        """Sign a message as the liar whose it is or, where it is nobody's to sign, in some way that shouldn't do."""
        rng = self.party.rng
        if message.seat in self.seats:
            return message.signed(self.party.seats[message.seat]._key).text
        return message.text if message.signature and rng.random() < 0.3 else message.signed(self._page()._key).text

    def _changed(self, message: Message) -> str:
        rng, what = self.party.rng, self.party.rng.choice(CHANGES)
        self.done[what, message.kind] += 1
        players = self.party.agreement.players
        match what:
            case "step":
                step = message.step + rng.choice((-3, -1, 1, 2, 50, -message.step, 99_999 - message.step))
                return self._signed(replace(message, step=max(0, step)))
            case "seat":
                seat = (message.seat + rng.randrange(1, players)) % players
                return self._signed(replace(message, seat=rng.choice([seat, rng.randrange(4)]) % players))
            case "digest":
                digests = [*self._page().digests, *self._elsewhere[0].digests, encode(rng.randbytes(32))]
                return self._signed(replace(message, digest=rng.choice([digests[0], *digests[-3:], *digests])))
            case "signature":
                return replace(message, signature=self._signature(message)).text
            case "kind":
                return self._signed(replace(message, kind=rng.choice(_KINDS)))
            case "content":
                others = [each for seat in self.seats for each in self.party.seats[seat].kept]
                other = rng.choice(others) if others else message
                return self._signed(replace(message, kind=other.kind, body=other.body))
        return self._signed(replace(message, body=self._body(message)))

    def _signature(self, message: Message) -> str:
        """Return a signature that isn't this message's, or not in its only spelling."""
        rng, right = self.party.rng, decode(message.signature)
        number = int.from_bytes(right[32:], "little")
        return encode(
            rng.choice(
                [
                    rng.randbytes(64),
                    decode(rng.choice(self._page().kept or [message]).signature),
                    right[:32] + (number + L).to_bytes(33, "little")[:32],
                    right[:32] + bytes(32),
                    bytes([right[0] ^ 1]) + right[1:],
                ]
            )
        )

    def _body(self, message: Message) -> str:
        """Change one piece of a body, exchange two, or decide something else."""
        rng = self.party.rng
        if message.kind == "play" and rng.random() < 0.5:
            return self._decided(message)
        words = [word.split(",") for word in message.body.split(" ")]
        pieces = rng.choice(words)
        at, other = rng.randrange(len(pieces)), rng.randrange(len(pieces))
        if len(pieces) > 1 and rng.random() < 0.3:
            pieces[at], pieces[other] = pieces[other], pieces[at]
        elif len(pieces[at]) == 43:
            pieces[at] = encode(self._piece(pieces))
        elif rng.random() < 0.5:
            pieces[at] = rng.choice(("end", "no", "done", "d:A1", "w", "3", "*A1", "b:-A", "-"))
        elif rng.random() < 0.5:
            pieces.insert(at, pieces[at])
        else:
            del pieces[at]
        return " ".join(",".join(word) for word in words)

    def _decided(self, message: Message) -> str:
        """Return another decision at the same place, as right as the first, or the same one with another state."""
        rng, page = self.party.rng, self.party.seats[message.seat]
        made = next((made for made, said in page._played if said.step == message.step), None)
        if made is None or made >= len(page.course.states):
            return message.body
        moves, state = self.party.choose(page.course.states[made])
        if rng.random() < 0.3:
            state = rng.choice(page.course.states)
        return f"{','.join(moves)} {state_digest(state)}"

    def _piece(self, pieces: Sequence[str]) -> bytes:
        rng, old = self.party.rng, decode(self.party.rng.choice(pieces))
        number = int.from_bytes(old, "little")
        match rng.randrange(7):
            case 0:
                return rng.randbytes(32)
            case 1:
                return written(combination((rng.choice((-1, 2, rng.getrandbits(250))), base())))
            case 2:
                return rng.choice((bytes(32), b"\xff" * 32, L.to_bytes(32, "little"), bytes([1, *bytes(31)])))
            case 3:
                return (number ^ 1 << rng.randrange(256)).to_bytes(32, "little")
            case 4:
                return ((number + rng.choice((1, L, 2**255 - 19))) % 2**256).to_bytes(32, "little")
            case 5:
                page = self._page()
                return rng.choice([*page._chain[:60], *map(decode, page.digests), page._chain[-1]])
        return rng.randrange(L).to_bytes(32, "little")


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
    lying = roles(role, agreement, seed)
    kind = Boaster if players > 2 and seed % 3 == 0 else Seat
    party = Party(agreement, seed, kinds=tuple(kind if seat in lying else Seat for seat in range(players)))
    liars = Liars(party, lying, party.rng.choice((0.005, 0.02, 0.05, 0.2)))
    party.wires.clear()
    party.twists = dict.fromkeys(lying, liars.twist)
    for seat in party.seats:
        party.send(seat.seat, seat.lines())
    until = party.rng.choice((70, 1000))
    for _ in range(_AGAIN):
        party.play(lambda party: any(len(seat.course.moves) > until for seat in party.seats))
        # A page that was silent comes back, and what was held back arrives.
        liars.silent = False
        held = liars.release()
        for seat in party.seats:
            if seat.seat in lying:
                party.send(seat.seat, held)
            if seat.seat != party.host:
                party.connect(seat.seat)
        party.deliver()
    if party.rng.random() < 0.7:
        # The keys are opened while the liars are there.
        for seat in party.rng.sample(party.seats, party.rng.randrange(1, players + 1)):
            party.end(seat.seat)
    honest = [seat for seat in party.seats if seat.seat not in lying]
    faults = _judged(party, honest, lying)
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
    faults += _judged(party, honest, lying)
    begun = [seat for seat in honest if seat.begun]
    for seat in begun:
        for other in begun:
            shared = min(len(seat.digests), len(other.digests))
            if seat.digests[:shared] != other.digests[:shared] and not (seat.findings and other.findings):
                faults.append(f"seats {seat.seat + 1} and {other.seat + 1} have different games, and nobody says so")
    return party, liars, faults


def _judged(party: Party, honest: Sequence[Seat], lying: Sequence[int]) -> list[str]:
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
            faults += [
                f"seat {liar + 1} has paid with counters that it didn't hold, and seat {seat.seat + 1} doesn't say so"
                for liar in lying
                if len(seat.course.own) == len(party.seats)
                and not counters.covers(
                    sum(
                        counters.ONE[seat.dealing.crops[at]] for at in seat.dealing.held(liar, party.seats[liar]._lock)
                    ),
                    seat.course.state.revealed[liar],
                )
            ]
    return faults
