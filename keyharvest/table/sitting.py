"""Who sits at the table, and the game between them: what the page's session plays with.

A :class:`Sitting` holds the true state; whatever is shown goes through :meth:`Sitting.sight`, which gives what one pair
of eyes may see and nothing else (rule 14).
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from keyharvest.game import Game
from keyharvest.knowledge import behind_screens, public
from keyharvest.players import NAMES, Player, make_player
from keyharvest.record import Record, parse_record, record_text
from keyharvest.rules import OVER, STANDARD, State, actor, apply, counters, decision, legal
from keyharvest.rules.events import ExchangeFor, Give, MoveTo, SwapFor
from keyharvest.rules.frames import Bid, ChooseField, Pay, PickFields, TakeCounters
from keyharvest.rules.setup import Start
from keyharvest.rules.turn import PlaceWorker, Turn
from keyharvest.table import words

PERSON: Final = "person"
#: What may sit at the table: a person, or a computer player by its name.
KINDS: Final = (PERSON, *reversed(NAMES))
#: The eyes of somebody who sits nowhere: they see what all know.
NOBODY: Final = -1
LONGEST_NAME: Final = 24
_SEAL: Final = "kh1."
#: A saved game longer than this, unpacked, is refused.
_LONGEST: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Chair:
    """One seat: the name of who sits there, and a person or a computer player by its name."""

    name: str
    kind: str

    @property
    def person(self) -> bool:
        """Whether a person sits here."""
        return self.kind == PERSON


@dataclass(frozen=True, slots=True)
class Sight:
    """What one pair of eyes sees: a masked state, and the number of counters of unknown crop in each hand."""

    eyes: int
    view: State
    unknown: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """What is new: for each board a mask of spaces, and a mask of tiles in the registry and in stores."""

    boards: tuple[int, ...]
    tiles: int


@dataclass(frozen=True, slots=True)
class Line:
    """One sentence of the log: the number of moves before it, the turn, who did it (``NOBODY``: a draw), the words."""

    at: int
    turn: int
    seat: int
    text: str


class Sitting:
    """A game and who plays it."""

    def __init__(self, game: Game, chairs: Sequence[Chair]) -> None:
        self.game = game
        self.chairs = tuple(chairs)
        self.names = tuple(chair.name for chair in chairs)
        self._players: dict[int, Player] = {}
        self._lines: list[Line] = []
        self._told = 0

    @classmethod
    def new(cls, chairs: Sequence[Chair], start: Start, seed: int, screens: bool = False) -> Sitting:
        """A new game; ``ValueError`` as :meth:`keyharvest.game.Game.new`."""
        game = Game.new(len(chairs), STANDARD, start, seed)
        for number, chair in enumerate(chairs, 1):
            game.headers[f"Seat{number}"] = chair.name
            game.headers[f"Player{number}"] = chair.kind
        if screens:
            game.headers["Screens"] = "closed"
        sitting = cls(game, chairs)
        sitting._answer_forced()
        return sitting

    @classmethod
    def from_text(cls, text: str) -> Sitting:
        """The sitting of a record or of what :meth:`sealed` gave; ``ValueError`` names the fault and the place."""
        text = text.strip()
        game = Game.from_record(parse_record(_unsealed(text) if text.startswith(_SEAL) else text))
        chairs = []
        for number in range(1, game.state.players + 1):
            name = clean_name(game.headers.get(f"Seat{number}", "")) or words.who(None, number - 1).capitalize()
            kind = game.headers.get(f"Player{number}", PERSON)
            if kind not in KINDS:
                raise ValueError(f"record: header Player{number}: {kind[:40]!r}; want one of {', '.join(KINDS)}")
            chairs.append(Chair(name, kind))
        return cls(game, chairs)

    def record(self) -> Record:
        """The game so far as a record."""
        return self.game.record()

    def sealed(self) -> str:
        """The record packed for the browser's storage.

        A seal against glances, not against tampering: the secrets of a hot seat must not lie open in the page.
        """
        packed = zlib.compress(record_text(self.record(), checkpoints=False).encode())
        return _SEAL + base64.urlsafe_b64encode(packed).decode()

    # Who is who

    @property
    def screens(self) -> bool:
        """Whether of other hands only the sizes are shown (rule 14.4)."""
        return self.game.headers.get("Screens") == "closed"

    @property
    def actor(self) -> int:
        """The seat to decide, or ``OVER``."""
        return self.game.actor

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.game.over

    def persons(self) -> list[int]:
        """The seats where people sit."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.person]

    def person_to_act(self) -> bool:
        """Whether it is a person's decision."""
        return self.actor != OVER and self.chairs[self.actor].person

    # Seeing

    def sight(self, eyes: int) -> Sight:
        """What a seat sees, or ``NOBODY``; when the game is over all hands are open (rule 13.2)."""
        if self.over:
            return Sight(eyes, self.game.state, (0,) * len(self.chairs))
        if eyes != NOBODY:
            observed = self.game.observation(eyes)
            view, unknown = observed.view, observed.unknown
        else:
            view, unknown = public(self.game.state), unknown_to_all(self.game.state)
        if self.screens:
            view, unknown = behind_screens(view, unknown, eyes)
        return Sight(eyes, view, unknown)

    def lines(self) -> list[Line]:
        """The log so far, in sentences that all may read."""
        moves, states = self.game.moves, self.game.states
        while self._lines and self._lines[-1].at >= len(moves):
            self._lines.pop()
        self._told = min(self._told, len(moves))
        for at in range(self._told, len(moves)):
            before, after = public(states[at]), public(states[at + 1])
            text = words.sentence(before, moves[at], after, self.names, None, moves[:at])
            if text:
                seat = NOBODY if moves[at].startswith("*") else actor(states[at])
                self._lines.append(Line(at, before.turn, seat, text))
        self._told = len(moves)
        return self._lines

    def seen_last(self, seat: int) -> int:
        """How many moves had been made when a seat last ended its turn; 0 if it never did."""
        moves, states = self.game.moves, self.game.states
        return next(
            (at + 1 for at in range(len(moves) - 1, -1, -1) if moves[at] == "end" and states[at].seat == seat), 0
        )

    def changed(self, eyes: int) -> Changes:
        """What others and the bag have changed since a seat last ended its turn; nothing for ``NOBODY``."""
        players = range(len(self.chairs))
        if eyes == NOBODY:
            return Changes((0,) * len(players), 0)
        boards, tiles = [0] * len(players), 0
        states = self.game.states
        for before, after in pairwise(states[self.seen_last(eyes) :]):
            if before.turn == 0 or actor(before) == eyes:
                continue
            for seat in players:
                boards[seat] |= (before.fields[seat] ^ after.fields[seat]) | (before.ripe[seat] ^ after.ripe[seat])
                for _, space in set(before.posts[seat]) ^ set(after.posts[seat]):
                    boards[seat] |= 1 << space
            tiles |= after.registry & ~before.registry | _stored(after) & ~_stored(before)
        return Changes(tuple(boards), tiles)

    # Playing

    def commit(self, moves: Sequence[str]) -> None:
        """Carry out a chain of moves of the seat to decide; ``ValueError`` if one is not legal, and nothing is done.

        Draws follow by themselves, and so do answers of people that leave them no choice.
        """
        state = self.game.state
        for move in moves:
            decision(state)  # a draw in the middle of a chain is not for the player to make
            state = apply(state, move)
        for move in moves:
            self.game.play(move)
        self._answer_forced()

    def _answer_forced(self) -> None:
        while self.person_to_act() and (move := forced(self.game.state)) is not None:
            self.game.play(move)

    def step(self) -> None:
        """One decision of the computer player whose it is, with all that belongs to it, such as a whole bid."""
        seat = self.actor
        while True:
            self.game.play(self._player(seat).choose(self.game.observation(seat)))
            if self.actor != seat or not goes_on(self.game.state):
                break
        self._answer_forced()

    def _player(self, seat: int) -> Player:
        if seat not in self._players:
            self._players[seat] = make_player(self.chairs[seat].kind, self.game.seed + len(self.game.moves) + seat)
        return self._players[seat]

    def why_no_undo(self) -> str | None:
        """``None`` if the last step can be taken back, else the reason."""
        reason = self.game.undoable()
        if reason is None and self._stable_before() is None:
            return "nothing has been done yet"
        return reason

    def _stable_before(self) -> int | None:
        """How many decisions to take back, so that a question stands that was asked and not followed up."""
        states, moves = self.game.states, self.game.moves
        for back in range(1, len(moves) + 1):
            if moves[-back].startswith("*") or actor(states[-back - 1]) != self.actor:
                return None
            state = states[-back - 1]
            if not goes_on(state) and forced(state) is None:
                return back
        return None

    def undo(self) -> None:
        """Take the last step back: one decision with all that belongs to it; ``ValueError`` if that cannot be done."""
        reason = self.why_no_undo()
        if reason:
            raise ValueError(f"undo: {reason}")
        for _ in range(self._stable_before() or 0):
            self.game.undo()

    def redo(self) -> None:
        """Make the step again that was taken back last; ``ValueError`` if there is none."""
        self.game.redo()
        while self.game.redoable() and (goes_on(self.game.state) or forced(self.game.state) is not None):
            self.game.redo()


def forced(state: State) -> str | None:
    """The answer to a question that leaves no choice, unless one should see what it costs (rules 10 F, 12.1)."""
    choices = legal(state)
    if len(choices) != 1 or isinstance(decision(state), Turn | ChooseField | Give):
        return None
    return choices[0]


def goes_on(state: State) -> bool:
    """Whether the question that is open goes on with an answer just given: a bid, a payment, a set, a place to go."""
    if actor(state) < 0:
        return False
    frame = decision(state)
    if isinstance(frame, PickFields):
        return frame.picked != 0
    if isinstance(frame, TakeCounters):
        return frame.least > 0
    return isinstance(frame, Bid | Pay | PlaceWorker | MoveTo | ExchangeFor | SwapFor)


def unknown_to_all(state: State) -> tuple[int, ...]:
    """For each hand the number of counters whose crop not all know."""
    return tuple(
        counters.total(held) - counters.total(known) for held, known in zip(state.hands, state.known, strict=True)
    )


def _stored(state: State) -> int:
    return sum(1 << tile for store in state.stores for tile, _ in store)


def clean_name(name: str) -> str:
    """A name as it is kept: printable, without spaces at its ends, not too long."""
    return "".join(letter for letter in name if letter.isprintable()).strip()[:LONGEST_NAME].strip()


def _unsealed(text: str) -> str:
    try:
        packed = base64.urlsafe_b64decode(text[len(_SEAL) :].encode("ascii"))
        unpacker = zlib.decompressobj()
        raw = unpacker.decompress(packed, _LONGEST)
        if unpacker.unconsumed_tail or not unpacker.eof:
            raise ValueError("it is cut off, or too long")
        return raw.decode()
    except (UnicodeError, binascii.Error, zlib.error, ValueError) as error:
        raise ValueError(f"saved game: cannot be unpacked: {error}") from None
