"""A turn and its four actions (rules 3 to 7)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from keyharvest.rules import counters
from keyharvest.rules.components import FARMHANDS, NUMBERS, STORE_PLACES, WORKER_LETTERS
from keyharvest.rules.frames import (
    END,
    Decision,
    PickFields,
    Step,
    arrive,
    out_of_store,
    pick_field,
    to_store,
    use_power,
)
from keyharvest.rules.geometry import ALL_SPACES, INDEX, connected, names, support
from keyharvest.rules.state import State, barred, openings

#: The actions as bits of ``Turn.used``.
HARVEST: Final = 1
WORK: Final = 2
FROM_STORES: Final = 4
TO_STORE: Final = 8
#: The number of actions in a turn (rule 3.1).
ACTIONS: Final = 2

#: The rounds without a draw after which the game ends, and from which the table warns (rule 13.4).
QUIET_ROUNDS: Final = 10
WARNING_ROUNDS: Final = 8

_SIX: Final = FARMHANDS.bit_count()
#: The moves that play the workers of a mask: one table indexed by its farmhands, one by its townsfolk.
_PLAYS: Final = tuple(
    tuple(
        tuple("b:" + letter for bit, letter in enumerate(letters) if chosen >> bit & 1)
        for chosen in range(1 << len(letters))
    )
    for letters in (WORKER_LETTERS[:_SIX], WORKER_LETTERS[_SIX:])
)
#: The workers of each number, as a mask.
_NUMBERED: Final = tuple(sum(1 << w for w, number in enumerate(NUMBERS) if number == n) for n in range(6))
_REMOVALS: Final = tuple("b:-" + letter for letter in WORKER_LETTERS)
#: The action that each move begins, with its field tile or worker.
_BEGUN: Final = {
    **{
        move: (action, tile)
        for prefix, action in (("a:", HARVEST), ("c:", FROM_STORES), ("d:", TO_STORE))
        for tile, move in enumerate(names(ALL_SPACES, prefix))
    },
    **{prefix + letter: (WORK, worker) for prefix in ("b:", "b:-") for worker, letter in enumerate(WORKER_LETTERS)},
}


def _beginnings(used: int) -> int:
    """Return the actions that can begin after those taken: two in all, and (c) not after (d) (rule 3.1)."""
    if used.bit_count() >= ACTIONS:
        return 0
    return ~used & (HARVEST | WORK | TO_STORE | (0 if used & TO_STORE else FROM_STORES))


_BEGINNINGS: Final = tuple(_beginnings(used) for used in range(16))


@dataclass(slots=True, frozen=True)
class Turn(Decision):
    """Choose what to do next in the turn (rule 3.1).

    ``used`` holds the actions taken, ``open`` the one of them, (c) or (d), that may continue with a second tile (6.1,
    7.1), ``drawn`` whether a tile has left the bag in this turn (13.4).
    """

    used: int = 0
    open: int = 0
    drawn: bool = False

    @property
    def rule(self) -> str:
        return "3.1"

    @property
    def cause(self) -> str:
        return "turn"

    def drew(self) -> Turn:
        return self if self.drawn else _turn(self.seat, self.used, self.open, True)

    def allowed(self) -> int:
        """The actions that can begin or continue (rule 3.1)."""
        return self.open | _BEGINNINGS[self.used]

    def legal(self, s: State) -> list[str]:
        seat = self.seat
        allowed = self.allowed()
        found = names(s.ripe[seat], "a:") if allowed & HARVEST else []
        if allowed & WORK:
            fields, posts = s.fields[seat], s.posts[seat]
            places = support(fields)
            closed = barred(posts)
            playable = 0
            for number in range(1, 6):
                if places[number] & ~(fields | closed[number]):
                    playable |= _NUMBERED[number]
            playable &= self.at_hand(s)
            found += _PLAYS[0][playable & FARMHANDS]
            found += _PLAYS[1][playable >> _SIX]
            for worker, _ in posts:
                found.append(_REMOVALS[worker])
        if allowed & FROM_STORES:
            found += names(self.obtainable(s), "c:")
        if allowed & TO_STORE and s.hands[seat] and len(s.stores[seat]) < STORE_PLACES:
            found += names(s.registry, "d:")
        found.append(END)
        return found

    def at_hand(self, s: State) -> int:
        """Return the workers that could be played: farmhands off the board, townsfolk on the town board (rule 5.1)."""
        found = FARMHANDS
        for worker, _ in s.posts[self.seat]:
            found &= ~(1 << worker)
        return found | s.town

    def obtainable(self, s: State) -> int:
        """Return the tiles in stores that the seat can place: its own, and others whose bid it can match (rule 6.2)."""
        hand, own = s.hands[self.seat], s.stores[self.seat]
        found = 0
        for store in s.stores:
            for tile, bid in store:
                if store is own or counters.covers(hand, bid):
                    found |= 1 << tile
        return found

    def apply(self, s: State, move: str) -> None:
        if move == END:
            end_turn(s, self)
            return
        action, thing = _BEGUN[move]
        self.proceed(s, action)
        if action == HARVEST:
            self.harvest(s, thing)
        elif action == FROM_STORES:
            self.from_store(s, thing)
        elif action == TO_STORE:
            to_store(s, self.seat, thing, "d")
        elif move in _REMOVALS:
            s.send_home(self.seat, thing)
        else:
            s.push(_place(self.seat, thing))

    def proceed(self, s: State, action: int) -> None:
        """Push the turn as it stands once the action just begun has been carried out."""
        second = action == self.open
        started = 0 if second else action & (FROM_STORES | TO_STORE)
        s.push(_turn(self.seat, self.used | action, started, self.drawn))

    def harvest(self, s: State, tile: int) -> None:
        """Begin action (a) with one field (rule 4)."""
        candidates = connected(s.fields[self.seat], 1 << tile) & s.ripe[self.seat]
        pick_field(s, PickFields(self.seat, "a", candidates, candidates.bit_count()), tile)

    def from_store(self, s: State, tile: int) -> None:
        """Begin action (c) with one tile: the bid goes to the stock, or payment and bid to the owner (rule 6.2)."""
        owner, bid = out_of_store(s, tile)
        if owner == self.seat:
            s.stock += bid
        else:
            s.spend(self.seat, bid)
            s.receive(owner, bid + bid)
        arrive(s, self.seat, tile)


@dataclass(slots=True, frozen=True)
class PlaceWorker(Decision):
    """Choose where to play the worker (rules 5.2, 5.3)."""

    worker: int

    @property
    def rule(self) -> str:
        return "5.2"

    @property
    def cause(self) -> str:
        return "b"

    def legal(self, s: State) -> list[str]:
        return names(openings(s.fields[self.seat], s.posts[self.seat], self.worker))

    def apply(self, s: State, move: str) -> None:
        space = INDEX[move]
        s.add_post(self.seat, self.worker, space)
        use_power(s, self.seat, self.worker, space)


# No other frames are needed as often: each one is made once.
_turn = cache(Turn)
_place = cache(PlaceWorker)


def end_turn(s: State, turn: Turn) -> None:
    """End the turn; begin the next one unless the game ends (rules 3.3, 13.1, 13.4)."""
    if not turn.drawn:
        s.idle += 1
    if s.left == 0 or s.idle == QUIET_ROUNDS * s.players:
        return
    if s.left > 0:
        s.left -= 1
    begin_turn(s, (turn.seat + 1) % s.players)


def begin_turn(s: State, seat: int) -> None:
    """Pass the bag to a seat (rule 3.3)."""
    s.turn += 1
    s.seat = seat
    s.push(_turn(seat))


@dataclass(slots=True, frozen=True)
class FirstTurn(Step):
    """Complete the set-up: the starting player begins (rule 3.1)."""

    def run(self, s: State) -> None:
        begin_turn(s, s.start)
