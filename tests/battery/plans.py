"""Count again, by the referee, what hints say, and whether reasons hold with other luck: ``python3 tests plans``.

python3 tests plans --hints 2000 --seed 1   hints in games of two to four players
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from keyharvest.advice.advice import HINT, _search, until_next
from keyharvest.advice.hints import Hints, prospected, rival
from keyharvest.commands.arguments import count
from keyharvest.game import Game
from keyharvest.knowledge import Observation
from keyharvest.players import make_player
from keyharvest.rules.turn import Turn
from keyharvest.search import Line, in_one_go
from tests.advice.recount import faults

NAMES = ("Robin", "Ada", "Bruno", "Clara")


def main(argv: list[str] | None = None) -> int:
    """Count and print; return the exit code."""
    parser = argparse.ArgumentParser(prog="python3 tests plans", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--hints", type=count, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args(argv)
    begin, wrong = time.monotonic(), 0
    kinds: Counter[str] = Counter()
    kept: Counter[bool] = Counter()
    for at, observation in enumerate(questions(arguments.seed)):
        if at == arguments.hints:
            break
        hints = Hints(observation, NAMES[: observation.view.players], at)
        while not hints.planned:
            hints.think(60)
        for fault in faults(observation.view, observation.seat, hints.found):
            wrong += 1
            print(f"hint {at}, turn {observation.view.turn}, {observation.view.players} players: {fault}", flush=True)
        for each in hints.found:
            assert each.plan
            kinds[f"{each.plan.because.kind} {each.plan.then.kind}"] += 1
        kept.update(holds(observation, hints, at))
        if at % 50 == 49:
            print(f"{at + 1} hints, {wrong} wrong, reasons kept {kept[True]} of {kept.total()}", flush=True)
    print(dict(kinds.most_common()))
    seconds = time.monotonic() - begin
    print(f"{arguments.hints} hints in {seconds:.0f} s: {wrong} wrong; reasons kept {kept[True]} of {kept.total()}")
    return 1 if wrong else 0


def questions(seed: int) -> Iterator[Observation]:
    """Yield what seats know at the beginning of some of their turns, in games of two to four."""
    number = 0
    while True:
        number += 1
        players = 2 + number % 3
        game, player = Game.new(players, start="random", seed=seed * 1000 + number), make_player("farmhand", number)
        asked = 0
        while not game.over:
            top = game.state.stack[-1]
            fresh = isinstance(top, Turn) and not top.used and game.state.turn > asked
            if fresh and game.state.turn % (players + 2) == number % (players + 2):
                asked = game.state.turn
                yield game.observation(game.actor)
            game.play(player.choose(game.observation(game.actor)))


def holds(observation: Observation, hints: Hints, seed: int) -> Iterator[bool]:
    """Play the turns with other luck; yield whether each loss is still one."""
    view, again = observation.view, []
    search = _search(observation, HINT, 5_000_000 + seed)
    replies = None if view.left >= 0 else until_next(view, observation.seat)
    for each in hints.found:
        line = Line(each.advice.moves, view)
        number = range(len(each.advice.courses))
        courses = tuple(in_one_go(search.course(line, playout, replies)) for playout in number)
        again.append(replace(each, advice=each.advice._replace(courses=courses)))
    prospects = in_one_go(prospected(observation, again))
    for at, each in enumerate(hints.found):
        assert each.plan
        good, bad = sorted((at, rival(at, len(hints.found))))
        for loss in each.plan.because.losses:
            of_good, of_bad = (prospects[which].loss(loss.kind, loss.what, loss.seat).share for which in (good, bad))
            yield (of_good > of_bad) is (loss.seat == observation.seat)


if __name__ == "__main__":
    sys.exit(main())
