"""The engine against the second referee: whole games, compared at every decision.

``python3 tests differential --games N --seed S [--jobs J]``. The only module here that knows the engine.
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
from .records import Writer
from .referee import Referee
from .table import CHANCE

PLAYERS = (2, 3, 4)
STARTS: tuple[Literal["drawn", "random"], ...] = ("drawn", "random")

# ---- who plays. A player is given the referee, its open question and a generator, and returns a move; each game makes
# its own players.

Chooser = Callable[[Referee, random.Random], str]


def uniform(_: random.Random) -> Chooser:
    """Any legal move, each equally likely."""
    return lambda referee, chooser: chooser.choice(referee.asks.choices)


def mischief(_: random.Random) -> Chooser:
    """Prefers what is rare: workers where tiles will land, townsfolk, exchanges, every optional power and event."""
    return _by_weight(_rarity)


def tempers(chooser: random.Random) -> Chooser:
    """As mischief, but every seat likes and loathes some kinds of moves at random: hoarders, idlers, builders."""
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
        return 10 if player.worker_on(what) else 0.5 + near  # close fields make room for townsfolk
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
    """Where the two part: the game, what differs, both answers, and the record up to there."""

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
    """What came of some games."""

    games: int = 0
    decisions: int = 0
    disagreements: list[Disagreement] = field(default_factory=list)
    hits: Counter[str] = field(default_factory=Counter)  # questions by the rule that asked

    def add(self, other: Tally) -> None:
        """Take another tally in."""
        self.games += other.games
        self.decisions += other.decisions
        self.disagreements += other.disagreements
        self.hits += other.hits


def _without_stack(position: str) -> str:
    return position.partition(" stack=")[0]


def _differences(state: rules.State, referee: Referee) -> Iterator[tuple[str, str, str]]:
    """What differs at this moment: its name, the engine's answer, the referee's."""
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


def play(number: int, seed: int) -> Tally:
    """Play one game with both, and compare; its kind follows from its number. The first disagreement ends it."""
    players = PLAYERS[number % 3]
    start = STARTS[number // 3 % 2]
    kind = tuple(PLAYER_KINDS)[number // 6 % len(PLAYER_KINDS)]
    name = f"{number} (seed {seed}, {players} players, {start}, {kind})"
    chooser = random.Random(f"{seed}/{number}")
    choose = PLAYER_KINDS[kind](chooser)
    writer = Writer(players, STANDARD, start)
    tally = Tally(games=1)

    def differs(found: Iterator[tuple[str, str, str]]) -> bool:
        tally.disagreements += [Disagreement(name, *difference, writer.text()) for difference in found]
        return bool(tally.disagreements)

    state = rules.new_game(players, start=start)
    referee = Referee(players, STANDARD, start)
    while not differs(_differences(state, referee)):
        if referee.over:
            differs(_final_differences(state, referee))
            break
        asks = referee.asks
        tally.decisions += 1
        tally.hits[asks.rule] += 1
        move = chooser.choices(asks.choices, asks.weights)[0] if asks.who == CHANCE else choose(referee, chooser)
        writer.add(referee.table.turn, referee.table.seat, asks.who, move)
        referee.answer(move)
        try:
            state = rules.apply(state, move)
        except Exception as fault:  # any fault of the engine is a finding, not the end of the run
            differs(iter([("the engine fails", f"{type(fault).__name__}: {fault}", referee.position())]))
            break
    return tally


def _play(task: tuple[int, int]) -> Tally:
    return play(*task)


def run(games: int, seed: int, jobs: int, progress: Callable[[Tally, int], None] | None = None) -> Tally:
    """Play games 0 to ``games - 1`` of a seed on ``jobs`` processes."""
    total = Tally()
    tasks = [(number, seed) for number in range(games)]
    pool = multiprocessing.Pool(jobs) if jobs > 1 else None
    try:
        for tally in pool.imap(_play, tasks, chunksize=4) if pool else map(_play, tasks):
            total.add(tally)
            if progress:
                progress(total, games)
    finally:
        if pool:
            pool.terminate()
            pool.join()
    return total


def main(argv: list[str] | None = None) -> int:
    """The command line; returns 1 if there was any disagreement."""
    parser = argparse.ArgumentParser(prog="tests differential", description="The engine against the second referee.")
    parser.add_argument("--games", type=int, default=3000, help="how many games (default 3000)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the run (default 1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (default: one per processor)")
    parser.add_argument("--show", type=int, default=5, help="how many disagreements to print in full (default 5)")
    options = parser.parse_args(argv)
    if options.games < 1 or options.jobs < 1:
        parser.error("--games and --jobs are 1 or more")
    begun = time.monotonic()
    told = begun
    shown = 0

    def progress(tally: Tally, games: int) -> None:
        nonlocal told, shown
        for disagreement in tally.disagreements[shown : options.show]:
            print(disagreement, flush=True)
        shown = len(tally.disagreements)
        if time.monotonic() - told >= 5:
            told = time.monotonic()
            print(
                f"{tally.games}/{games} games, {tally.decisions} decisions, {len(tally.disagreements)} disagreements,"
                f" {told - begun:.0f} s",
                file=sys.stderr,
                flush=True,
            )

    tally = run(options.games, options.seed, options.jobs, progress)
    print("questions by rule: " + ", ".join(f"{rule} {number}" for rule, number in sorted(tally.hits.items())))
    print(f"{tally.games} games, {tally.decisions} decisions, {len(tally.disagreements)} disagreements")
    return 1 if tally.disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
