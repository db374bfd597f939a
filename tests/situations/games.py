"""Random games, from set-up and from scattered beginnings, by players who like trouble."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from keyharvest.record import Record, parse_position
from keyharvest.rules import CHANCE, Source, State, actor, draw, legal, new_game, play
from keyharvest.rules.components import CROPS, EVENT_LETTERS, NUMBERS, WORKER_INDEX
from keyharvest.rules.events import MoveTo
from keyharvest.rules.frames import Bid, Decision, Displaced
from keyharvest.rules.geometry import INDEX, NEIGHBOURS, spaces_in
from keyharvest.rules.turn import PlaceWorker
from tests.referee.referee import turn_begun
from tests.referee.scattered import scattered

#: Turns played from a scattered beginning, unless the game ends first.
SCATTERED_TURNS = 6
_WORDS = ("end", "no", "done", "home", "draw", "place", "fallow", "pass")
_KINDS = ("a", "b", "c", "d", *_WORDS, *CROPS, "remove", "near", "other")
Chooser = Callable[[State, list[str], random.Random], str]


@dataclass(frozen=True)
class Played:
    """A random game: how it was made, the states, and the moves between them."""

    name: str
    states: list[State]
    moves: list[str]

    def record_to(self, at: int) -> Record:
        """Return the record of the turn that contains the move with this number, up to and including that move.

        In set-up, all of it: the referee can begin only with set-up or with a turn.
        """
        first = at
        while first and self.states[first - 1].turn == self.states[at].turn:
            first -= 1
        return Record(self.states[first], self.moves[first : at + 1], {"Found": self.name})


def uniform(state: State, moves: list[str], chooser: random.Random) -> str:
    """Choose any legal move, each equally likely."""
    return chooser.choice(moves)


def tempers(chooser: random.Random) -> Chooser:
    """Return a player for all seats, each with likes and dislikes of its own."""
    likes = [{kind: 10 ** chooser.uniform(-2, 1.5) for kind in _KINDS} for _ in range(4)]

    def choose(state: State, moves: list[str], chooser: random.Random) -> str:
        seat = actor(state)
        weights = [rarity(state, move) * _liking(likes[seat], state, seat, move) for move in moves]
        return chooser.choices(moves, weights)[0]

    return choose


def mischief(state: State, moves: list[str], chooser: random.Random) -> str:
    """Prefer what is rare."""
    return chooser.choices(moves, [rarity(state, move) for move in moves])[0]


def _liking(likes: dict[str, float], state: State, seat: int, move: str) -> float:
    what = move.rpartition(":")[2]
    kind = "remove" if what[0] == "-" else move[0] if ":" in move else move if move in likes else "other"
    near = (NEIGHBOURS[INDEX[what]] & state.fields[seat]).bit_count() if what in INDEX else 0
    return likes[kind] * likes["near"] ** near


def rarity(state: State, move: str) -> float:
    """Return how much a move appeals to players who want to see workers displaced and townsfolk at work."""
    top = state.stack[-1]
    assert isinstance(top, Decision)
    action, _, what = move.rpartition(":")
    space = INDEX.get(what, -1)
    standing = space >= 0 and any(stood == space for _, stood in state.posts[top.seat])
    if move == "end":
        return 0.4
    if move in ("no", "done", "home", "fallow"):
        return 8 if isinstance(top, Bid) else 0.15  # small bids, so that tiles change hands
    if action == "a":
        return 0.6
    if action == "b":
        return 0.2 if what[0] == "-" else 3 * NUMBERS[WORKER_INDEX[what]]
    if action == "c":
        return 40 if standing else 4
    if action == "d":
        return 10 if standing else 1 + (NEIGHBOURS[space] & state.fields[top.seat]).bit_count()
    if space >= 0 and isinstance(top, PlaceWorker | Displaced | MoveTo):
        return 10 if _lands_there(state, top.seat, space) else 1
    if space >= 0:
        return 20 if standing else 1
    return 3 if move in ("draw", "place", "pass") else 1


def _lands_there(state: State, seat: int, space: int) -> bool:
    """Whether a tile for this space may soon arrive on the board, and displace the worker there."""
    elsewhere = any(fields >> space & 1 for other, fields in enumerate(state.fields) if other != seat)
    return elsewhere or bool(state.registry >> space & 1) or state.store_of(space) >= 0


def random_games(numbers: range, seed: int) -> Iterator[Played]:
    """Yield games whose kind follows from their number: two in three begin with set-up, the others scattered."""
    for number in numbers:
        chooser = random.Random(f"{seed}/{number}")
        kind = number // 3 % 3
        choose: Chooser = (uniform, mischief, tempers(chooser))[kind]
        name = f"{('uniform', 'mischief', 'tempers')[kind]} players, game {number}, seed {seed}"
        if number % 3 < 2:
            start = new_game((2, 3, 4)[number // 9 % 3], start="drawn" if number % 2 else "random")
            yield play_out(name, start, choose, chooser)
        else:
            yield play_out(f"{name}, scattered", scattered_beginning(chooser), choose, chooser, SCATTERED_TURNS)


def directed_games(numbers: range, seed: int) -> Iterator[Played]:
    """Yield two turns each from scattered beginnings, by players who like trouble, with extra events."""
    for number in numbers:
        chooser = random.Random(f"directed {seed}/{number}")
        choose = tempers(chooser) if number % 2 else mischief
        name = f"directed game {number}, seed {seed}, scattered"
        yield play_out(name, scattered_beginning(chooser), choose, chooser, 2, events=0.6)


def scattered_beginning(chooser: random.Random) -> State:
    """Return the beginning of a turn in a game that hardly any play would reach."""
    table = scattered(chooser)
    return parse_position(f"{table.position()} stack={turn_begun(table.seat)}")


def play_out(
    name: str, start: State, choose: Chooser, chooser: random.Random, turns: float = math.inf, events: float = 0
) -> Played:
    """Play a game to its end, or for a few turns; ``events`` is how often an event is drawn if there is any."""
    source = Source(chooser.getrandbits(60))
    states, moves = [start], list[str]()
    state = start
    while state.stack and state.turn < start.turn + turns:
        if actor(state) != CHANCE:
            move = choose(state, legal(state), chooser)
        elif state.turn and state.bag_events and chooser.random() < events:
            move = "*" + EVENT_LETTERS[chooser.choice(spaces_in(state.bag_events))]
        else:
            move = draw(state, source)
        state = play(state, move)
        moves.append(move)
        states.append(state)
    return Played(name, states, moves)
