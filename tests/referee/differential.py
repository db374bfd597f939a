"""Compare the engine with the referee: ``python3 tests differential --games N --seed S``.

Whole games are compared at every decision. The only module here that knows the engine.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from keyharvest import record, rules

from .components import CROPS, NEIGHBOURS, STANDARD, TOWNSFOLK
from .records import Writer, replay
from .referee import Referee, turn_begun
from .scattered import scattered
from .table import CHANCE

PLAYERS = (2, 3, 4)
SCATTERED_DECISIONS = 60
STARTS: tuple[Literal["drawn", "random"], ...] = ("drawn", "random")

# ---- players: each gets the referee, its open question and a generator, and returns a move; each game makes its own
# players.

Chooser = Callable[[Referee, random.Random], str]


def uniform(_: random.Random) -> Chooser:
    """Any legal move, each equally likely."""
    return lambda referee, chooser: chooser.choice(referee.asks.choices)


def mischief(_: random.Random) -> Chooser:
    """Prefers what is rare: workers where tiles will land, townsfolk, exchanges, every optional power and event."""
    return _by_weight(_rarity)


def tempers(chooser: random.Random) -> Chooser:
    """Like mischief, but every seat likes and loathes some kinds of moves at random: hoarders, idlers, builders."""
    taste = {
        seat: {kind: 10 ** chooser.uniform(-2, 1.5) for kind in (*"abcd", *WORDS, *CROPS, "remove", "near", "other")}
        for seat in range(1, max(PLAYERS) + 1)
    }

    def weight(referee: Referee, move: str) -> float:
        likes = taste[referee.asks.who]
        action, _, what = move.rpartition(":")
        kind = "remove" if what.startswith("-") else action or (move if move in likes else "other")
        near = referee.table.players[referee.asks.who].touching_fields(what) if what in NEIGHBOURS else ()
        return _rarity(referee, move) * likes[kind] * likes["near"] ** len(near)

    return _by_weight(weight)


WORDS = ("end", "no", "done", "home", "draw", "place", "fallow", "pass")


def _by_weight(weight: Callable[[Referee, str], float]) -> Chooser:
    def choose(referee: Referee, chooser: random.Random) -> str:
        choices = referee.asks.choices
        return chooser.choices(choices, [weight(referee, move) for move in choices])[0]

    return choose


def _rarity(referee: Referee, move: str) -> float:
    table, asks = referee.table, referee.asks
    player = table.players[asks.who]
    action, _, what = move.rpartition(":")
    near = len(player.touching_fields(what)) if what in NEIGHBOURS else 0
    if move == "end":
        return 0.4
    if move in ("no", "done", "home", "fallow"):
        return 8 if asks.rule == "7.2" else 0.15  # small bids, so that tiles change hands
    if action == "a":
        return 0.6
    if action == "b":
        return 0.2 if what.startswith("-") else 40 if what in TOWNSFOLK else 3
    if action == "c":
        return 40 if player.worker_on(what) else 4 + 2 * near
    if action == "d":
        return 10 if player.worker_on(what) else 0.5 + near  # close fields leave space for townsfolk
    if asks.rule in ("5.2", "8.1", "12 X") and what in NEIGHBOURS:
        offered = what in table.registry or any(what in other.store for other in table.players.values())
        return 10 if offered or any(what in table.players[o].unconnected() for o in table.others(asks.who)) else 1
    if what in NEIGHBOURS:
        return 20 if player.worker_on(what) else 1
    return 3 if move in ("draw", "place", "pass") else 1


PLAYER_KINDS: dict[str, Callable[[random.Random], Chooser]] = {
    "uniform": uniform,
    "mischief": mischief,
    "tempers": tempers,
}

# ---- one game


@dataclass
class Disagreement:
    """The first difference: the game, what differs, both answers, and the record up to there."""

    game: str
    what: str
    engine: str
    referee: str
    text: str

    def __str__(self) -> str:
        return (
            f"disagreement in game {self.game}: {self.what}\n  engine:  {self.engine}\n  referee: {self.referee}\n"
            f"record so far:\n{self.text}"
        )


@dataclass
class Tally:
    """The results of several games."""

    games: int = 0
    scattered: int = 0
    decisions: int = 0
    disagreements: list[Disagreement] = field(default_factory=list)
    hits: Counter[str] = field(default_factory=Counter)  # questions by the rule that asked

    def add(self, other: Tally) -> None:
        """Add another tally."""
        self.games += other.games
        self.scattered += other.scattered
        self.decisions += other.decisions
        self.disagreements += other.disagreements
        self.hits += other.hits

    def __str__(self) -> str:
        return (
            f"{self.games} games, {self.scattered} scattered beginnings, {self.decisions} decisions,"
            f" {len(self.disagreements)} disagreements"
        )


def _without_stack(position: str) -> str:
    return position.partition(" stack=")[0]


def _differences(state: rules.State, referee: Referee) -> Iterator[tuple[str, str, str]]:
    """Return what differs at this moment: its name, the engine's answer, the referee's."""
    actor = rules.actor(state)
    asks = referee.asks
    who = "over" if actor == rules.OVER else "chance" if actor == rules.CHANCE else f"seat {actor + 1}"
    expected = "over" if referee.over else "chance" if asks.who == CHANCE else f"seat {asks.who}"
    if who != expected:
        yield "who decides", who, f"{expected} ({asks.rule})"
    if actor == rules.CHANCE or asks.who == CHANCE:
        weighted = list(rules.outcomes(state)) if actor == rules.CHANCE else []
        if weighted != (pairs := list(zip(asks.choices, asks.weights, strict=False))):
            yield f"outcomes of chance ({asks.rule})", str(weighted), str(pairs)
    elif actor != rules.OVER and (legal := tuple(rules.legal(state))) != asks.choices:
        extra = " ".join(move for move in legal if move not in asks.choices) or "-"
        missing = " ".join(move for move in asks.choices if move not in legal) or "-"
        yield (
            f"legal moves ({asks.rule}; engine alone: {extra}; referee alone: {missing})",
            " ".join(legal),
            " ".join(asks.choices),
        )
    position = _without_stack(record.position_text(state))
    if position != (own := referee.position()):
        mine, yours = own.split(" "), position.split(" ")
        differing = [f"{a} / {b}" for a, b in zip(yours, mine, strict=False) if a != b]
        yield f"position ({asks.rule}): {'; '.join(differing)}", position, own


def _final_differences(state: rules.State, referee: Referee) -> Iterator[tuple[str, str, str]]:
    for seat, theirs, rank, own in zip(
        referee.table.players, rules.final_scores(state), rules.ranks(state), referee.final().values(), strict=True
    ):
        answer = (theirs.workers, theirs.largest, theirs.second, theirs.crops, theirs.total, rank)
        expected = (own.workers, own.largest, own.second, own.crops, own.total, own.rank)
        if answer != expected:
            yield f"score and rank of seat {seat} (13.2, 13.3)", str(answer), str(expected)


def play(number: int, seed: int, from_set_up: bool = True) -> Tally:
    """Play one game with both, and compare; its kind follows from its number. The first disagreement ends it.

    A game that doesn't start with set-up lasts a few turns, from a scattered beginning. Every tenth game is also
    exchanged as a record.
    """
    chooser = random.Random(f"{seed}/{number}/{from_set_up}")
    kind = tuple(PLAYER_KINDS)[number // 3 % len(PLAYER_KINDS)]
    if from_set_up:
        players, start = PLAYERS[number % 3], STARTS[number // 9 % 2]
        name = f"{number} (seed {seed}, {players} players, {start}, {kind})"
        state, referee = rules.new_game(players, start=start), Referee(players, STANDARD, start)
        writer = Writer(players, STANDARD, start)
    else:
        table = scattered(chooser)
        position = f"{table.position()} stack={turn_begun(table.seat)}"
        name = f"{number} (seed {seed}, scattered, {kind})"
        state, referee, writer = (
            record.parse_position(position),
            Referee.at_turn(position),
            Writer(len(table.players), position=position),
        )
    choose = PLAYER_KINDS[kind](chooser)
    tally = Tally(games=from_set_up, scattered=not from_set_up)
    beginning = state
    moves: list[str] = []

    def differs(found: Iterator[tuple[str, str, str]]) -> bool:
        tally.disagreements += [Disagreement(name, *difference, writer.text()) for difference in found]
        return bool(tally.disagreements)

    while not differs(_differences(state, referee)):
        if referee.over:
            differs(_final_differences(state, referee))
        if referee.over or (not from_set_up and tally.decisions == SCATTERED_DECISIONS):
            if number % 10 == 0:
                differs(_record_differences(beginning, moves, state, writer.text()))
            break
        asks = referee.asks
        tally.decisions += 1
        tally.hits[asks.rule] += 1
        move = chooser.choices(asks.choices, asks.weights)[0] if asks.who == CHANCE else choose(referee, chooser)
        writer.add(referee.table.turn, referee.table.seat, asks.who, move)
        referee.answer(move)
        moves.append(move)
        try:
            state = rules.apply(state, move)
        except Exception as fault:  # any fault of the engine is a finding, not the end of the run
            differs(iter([("the engine fails", f"{type(fault).__name__}: {fault}", referee.position())]))
            break
    return tally


def _record_differences(
    beginning: rules.State, moves: list[str], end: rules.State, text: str
) -> Iterator[tuple[str, str, str]]:
    """Each side reads the record that the other one writes."""
    position = record.position_text(end)
    if (read := record.parse_record(text)).moves != moves:
        yield "the engine reads our record", " ".join(read.moves), " ".join(moves)
    written = record.record_text(record.Record(beginning, moves)) + f"= {position}\n"
    try:
        replayed = [step.move for step in replay(written)]
    except ValueError as fault:
        yield "the referee reads the engine's record", written, str(fault)
    else:
        if replayed != moves:
            yield "the referee reads the engine's record", " ".join(moves), " ".join(replayed)


def _play(task: tuple[int, int, bool]) -> Tally:
    return play(*task)


def run(
    games: int, scattered: int, seed: int, jobs: int, progress: Callable[[Tally], bool] = lambda tally: False
) -> Tally:
    """Play games from set-up and from scattered beginnings on ``jobs`` processes, until ``progress`` says stop."""
    total = Tally()
    tasks = [(number, seed, True) for number in range(games)] + [(number, seed, False) for number in range(scattered)]
    pool = multiprocessing.Pool(jobs) if jobs > 1 else None
    try:
        for tally in pool.imap(_play, tasks, chunksize=4) if pool else map(_play, tasks):
            total.add(tally)
            if progress(total):
                break
    finally:
        if pool:
            pool.terminate()
            pool.join()
    return total


def main(argv: list[str] | None = None) -> int:
    """The command line; returns 1 if there was any disagreement."""
    parser = argparse.ArgumentParser(prog="tests differential", description="Compare the engine with the referee.")
    parser.add_argument("--games", type=int, default=3000, help="how many games from set-up (default 3000)")
    parser.add_argument(
        "--scattered", type=int, help="how many short games from scattered beginnings (default: the same)"
    )
    parser.add_argument("--seed", type=int, default=1, help="the seed of the run (default 1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one per processor)")
    parser.add_argument("--show", type=int, default=5, help="how many disagreements to print in full (default 5)")
    parser.add_argument("--stop", action="store_true", help="stop at the first disagreement")
    options = parser.parse_args(argv)
    scattered = options.games if options.scattered is None else options.scattered
    if options.games < 0 or scattered < 0 or options.jobs < 1:
        parser.error("--games and --scattered can't be negative, --jobs is 1 or more")
    begun = told = time.monotonic()
    shown = 0

    def progress(tally: Tally) -> bool:
        nonlocal told, shown
        for disagreement in tally.disagreements[shown : options.show]:
            print(disagreement, flush=True)
        shown = len(tally.disagreements)
        if time.monotonic() - told >= 5:
            told = time.monotonic()
            print(f"{told - begun:.0f} s of {options.games} + {scattered}: {tally}", file=sys.stderr, flush=True)
        return bool(options.stop and shown)

    tally = run(options.games, scattered, options.seed, options.jobs, progress)
    print("questions by rule: " + ", ".join(f"{rule} {number}" for rule, number in sorted(tally.hits.items())))
    print(tally)
    return 1 if tally.disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
