"""Seats that lie in one message, in ways that a person may think of, and what everyone else must say of each."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from keyharvest.remote.fair.curve import add, base, combination
from keyharvest.remote.fair.findings import Finding
from keyharvest.remote.fair.group import decode as point
from keyharvest.remote.fair.group import encode as written
from keyharvest.remote.fair.ledger import Agreement, Ledger
from keyharvest.remote.fair.message import Message, MessageError, decode, encode, read_message
from keyharvest.remote.fair.seat import Seat
from keyharvest.remote.fair.transcript import read_transcript, transcript_text
from keyharvest.rules import counters
from tests.remote.fair.simulation import Lie, Party

#: The messages that every game has, and those of a deal among three or four.
KINDS = ("seal", "hello", "reveal", "play", "open")
DEAL = ("lock", "unlock")
FIELDS = ("silent", "spelling", "signature", "seat", "step+", "step-", "digest", "kind")


@dataclass(frozen=True)
class Case:
    """A lie.

    Attributes:
        name: what is changed; ``kind``: in which kind of message.
        lie: what is sent instead.
        said: the kind of what is found: ``?`` if it may be any, ``*`` if there need be nothing, empty if the lie is as
            if nothing had come.
        least: the least number of players with whom it is possible.
        liar: the page of the liar.
    """

    name: str
    kind: str
    lie: Lie
    said: str = ""
    least: int = 2
    liar: type[Seat] = Seat


def changed(field: str) -> Lie:
    """Return the lie that changes one field of a message, signed as it is then."""

    def lie(party: Party, message: Message) -> list[Message]:
        match field:
            case "silent":
                return []
            case "spelling":
                return [replace(message, body=message.body + "  ")]
            case "signature":
                return [replace(message, signature="A" * 86)]
            case "seat":
                return [party.sign(replace(message, seat=(message.seat + 1) % party.agreement.players))]
            case "step+":
                return [party.sign(replace(message, step=message.step + 1))]
            case "step-":
                return [party.sign(replace(message, step=max(0, message.step - 1)))]
            case "digest":
                return [party.sign(replace(message, digest="A" * 43))]
            case "kind":
                other = "seal" if message.kind == "reveal" else "reveal"
                return [party.sign(replace(message, kind=other, body="A" * 43))]
        raise AssertionError(field)

    return lie


def _expected(kind: str, field: str) -> str:
    """Return what is found where one field is changed."""
    if (kind, field) == ("open", "step+"):
        # The key is the one sealed, and no other step makes another of it. The first one must be due; once any is open,
        # all others count.
        return "*"
    early = kind in ("seal", "hello")  # no key of the liar is known yet, or its seal vouches for one message only
    if field in ("silent", "spelling", "signature", "seat", "step+") or early:
        return ""
    if field == "step-":
        return "?"  # it depends on what the seat said in the step before
    return "fork" if field == "digest" else "turn"


def _body(party: Party, message: Message, *words: str) -> list[Message]:
    return [party.sign(replace(message, body=" ".join(words)))]


def _link(number: int) -> Lie:
    """Return the lie that shows another link: ``number`` links after the last one shown."""

    def lie(party: Party, message: Message) -> list[Message]:
        seat = party.seats[message.seat]
        return _body(party, message, encode(seat._chain[seat._chain.index(seat.shown[seat.seat]) + number]))

    return lie


def _moves(change: Callable[[str], str]) -> Lie:
    """Return the lie that changes the moves of a decision."""

    def lie(party: Party, message: Message) -> list[Message]:
        moves, state = message.body.split()
        return _body(party, message, change(moves), state)

    return lie


def _false_state(party: Party, message: Message) -> list[Message]:
    return _body(party, message, message.body.split()[0], encode(bytes(32)))


def _two_things(party: Party, message: Message) -> list[Message]:
    other = f"end {encode(bytes(32))}" if message.kind == "play" else encode(bytes(32))
    return [message, *_body(party, message, other)]


def values(change: Callable[[Party, list[bytes]], list[bytes]], proof: bool = False) -> Lie:
    """Return the lie that changes the values, or the proof, of a step of the deal."""

    def lie(party: Party, message: Message) -> list[Message]:
        words = message.body.split()
        pieces = change(party, [decode(each) for each in words[proof].split(",")])
        words[proof] = ",".join(map(encode, pieces))
        return _body(party, message, *words)

    return lie


def _anywhere(party: Party, pieces: list[bytes], piece: bytes) -> list[bytes]:
    at = party.rng.randrange(len(pieces))
    return [*pieces[:at], piece, *pieces[at + 1 :]]


def _negated(party: Party, pieces: list[bytes]) -> list[bytes]:
    return [written(combination((-1, point(pieces[0])))), *pieces[1:]]


def _shifted(party: Party, pieces: list[bytes]) -> list[bytes]:
    return [written(add(point(pieces[0]), base())), *pieces[1:]]


def _copied(party: Party, pieces: list[bytes]) -> list[bytes]:
    """Put a multiple of another's counter in the place of the liar's own."""
    return [written(combination((3, point(pieces[-1])))), *pieces[1:]]


def _swapped(party: Party, pieces: list[bytes]) -> list[bytes]:
    return [pieces[-1], *pieces[1:-1], pieces[0]]


def _opened(key: int) -> Lie:
    return lambda party, message: _body(party, message, encode(key.to_bytes(32, "little")))


def _honest(party: Party, message: Message) -> list[Message]:
    return [message]


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


CASES: Sequence[Case] = [
    *(
        Case(f"{kind} {field}", kind, changed(field), _expected(kind, field), 3 if kind in DEAL else 2)
        for kind in (*KINDS, *DEAL)
        for field in FIELDS
    ),
    Case("later link", "reveal", _link(2), "link"),
    Case("last link again", "reveal", _link(0), "link"),
    Case("false state", "play", _false_state, "state"),
    Case("more moves", "play", _moves(lambda moves: moves + ",end,end"), "chain"),
    Case("fewer moves", "play", _moves(lambda moves: moves.rpartition(",")[0] or "d:A1"), "?"),
    Case("illegal move", "play", _moves(lambda moves: "q:Z9"), "illegal"),
    Case("draw by hand", "play", _moves(lambda moves: moves + ",*A1"), "?"),
    Case("two things", "play", _two_things, "twice"),
    Case("two links", "reveal", _two_things, "twice"),
    Case("same twice", "lock", values(lambda party, pieces: [*pieces[:-1], pieces[0]]), "form", 3),
    Case("one less", "lock", values(lambda party, pieces: pieces[:-1]), "", 3),
    Case("zero", "lock", values(lambda party, pieces: _anywhere(party, pieces, bytes(32))), "form", 3),
    Case("no element", "lock", values(lambda party, pieces: _anywhere(party, pieces, b"\xff" * 32)), "form", 3),
    Case("negated", "lock", values(_negated), "lock", 3),
    Case("shifted", "lock", values(_shifted), "lock", 3),
    Case("copied", "lock", values(_copied), "lock", 3),
    Case("swapped", "lock", values(_swapped), "lock", 3),
    Case("false proof", "lock", values(lambda party, pieces: [*pieces[:-1], bytes(32)], True), "lock", 3),
    Case("same twice", "unlock", values(lambda party, pieces: [*pieces[:-1], pieces[0]]), "form", 3),
    Case("one less", "unlock", values(lambda party, pieces: pieces[:-1]), "", 3),
    Case("zero", "unlock", values(lambda party, pieces: _anywhere(party, pieces, bytes(32))), "form", 3),
    Case("negated", "unlock", values(_negated), "unlock", 3),
    Case("shifted", "unlock", values(_shifted), "unlock", 3),
    Case("swapped", "unlock", values(_swapped), "unlock", 3),
    Case("false proof", "unlock", values(lambda party, pieces: [*pieces[:-1], bytes(32)], True), "unlock", 3),
    Case("another key", "open", _opened(12345), "open", 3),
    Case("no key", "open", _opened(0), "open", 3),
    Case("too large a key", "open", _opened(2**256 - 1), "form", 3),
    Case("counters not held", "hello", _honest, "hand", 3, Boaster),
]


@dataclass
class Outcome:
    """The result of a game with a liar."""

    party: Party
    case: Case
    waited: set[int]

    def faults(self) -> list[str]:
        """Return what the honest pages, or an audit of their files, get wrong or omit."""
        party, case = self.party, self.case
        found = []
        lied = bool(party.lied) or self._boasted()
        for seat in party.honest:
            said = {finding.kind for finding in seat.findings}
            wrong = [each for each in seat.findings if party.liar not in each.seats]
            if wrong or any(each.seats != (party.liar,) for each in seat.findings if each.lie):
                found.append(f"seat {seat.seat + 1} blames somebody honest: {brief(seat.findings)}")
            if not lied and said:
                found.append(f"seat {seat.seat + 1} finds a fault where there is none: {brief(seat.findings)}")
            # A host that lies may break off what it passes on; so its lie need not reach all guests.
            told = any(each.findings for each in party.honest) if party.liar == party.host else bool(said)
            if lied and case.said not in ("", "*") and not told:
                found.append(f"seat {seat.seat + 1} doesn't name the liar")
            if lied and case.said not in ("", "?", "*") and said - {case.said}:
                found.append(f"seat {seat.seat + 1} says {brief(seat.findings)}, not {case.said}")
            if lied and not said and not case.said and seat.seat not in self.waited:
                found.append(f"seat {seat.seat + 1} doesn't wait for the liar")
            again = read_transcript(transcript_text(seat)).findings
            shown = [each for each in seat.findings if each.evidence]
            if [(each.kind, each.seats) for each in again] != [(each.kind, each.seats) for each in shown]:
                found.append(f"the file of seat {seat.seat + 1} says {brief(again)}, not {brief(seat.findings)}")
        return found

    def _boasted(self) -> bool:
        """Whether counters were paid that the player doesn't hold: only that is a lie."""
        liar = self.party.seats[self.party.liar or 0]
        if not isinstance(liar, Boaster) or not liar.dealing or not liar.dealing.done:
            return False
        told = Ledger(liar.agreement)  # without the keys, so that it accepts all moves
        for page in self.party.seats:
            for message in page.kept:
                if message.kind != "open":
                    told.receive(message.text)
        held = liar.dealing.counters({liar.seat: liar._lock})[liar.seat]
        return not counters.covers(held, told.course.state.revealed[liar.seat])


def brief(findings: Sequence[Finding]) -> str:
    """Return the kinds of findings and whom they name."""
    return str([(finding.kind, finding.seats) for finding in findings])


def play_with_liar(case: Case, players: int, seed: int, host: int | None = None) -> Outcome:
    """Play a game in which one seat lies in one message, and end it where it stands still."""
    party = Party(Agreement(f"lie-{seed}", players, host=seed % 3 % players if host is None else host), seed)
    liar = party.rng.randrange(players)
    due = 1 if case.kind not in ("reveal", "play") else party.rng.randrange(1, 8)
    told: set[tuple[int, str]] = set()

    def lie(party: Party, message: Message) -> list[Message]:
        nonlocal due
        if message.kind != case.kind:
            return [message]
        due -= 1
        if due == 0:
            told.add((message.step, message.kind))
        # A page that is asked again repeats its lie.
        said = case.lie(party, message) if (message.step, message.kind) in told else [message]
        return [each for each in said if _spelled(each)] if said else []

    kinds = tuple(case.liar if seat == liar else Seat for seat in range(players))
    party = Party(party.agreement, seed, liar, lie, kinds)
    party.play(lambda party: case.kind == "open" and len(party.seats[0].course.moves) > 30)
    waited = {seat.seat for seat in party.honest if liar in seat.missing()}
    if not party.seats[0].over:
        if case.kind == "open":
            party.end(liar)
            waited |= {seat.seat for seat in party.honest if liar in seat.missing()}
        party.end(party.honest[0].seat)
        if case.kind == "open":
            waited |= {seat.seat for seat in party.honest if liar in seat.missing()}
    return Outcome(party, case, waited)


def _spelled(message: Message) -> bool:
    """Whether a page gets to see a message: a text in no known spelling closes its line."""
    try:
        return read_message(message.text) == message
    except MessageError:
        return False
