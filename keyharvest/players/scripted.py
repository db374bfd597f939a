"""The scripted player: rules of thumb, as a person has after a few games; a benchmark for other players."""

from __future__ import annotations

from typing import Final

from keyharvest.knowledge import Observation, check_asked
from keyharvest.rules import State, counters
from keyharvest.rules.components import CROPS, NUMBERS
from keyharvest.rules.frames import DONE, END, Bid
from keyharvest.rules.geometry import groups, spaces_in
from keyharvest.rules.moves import parse
from keyharvest.rules.turn import Turn
from keyharvest.search import Evaluator, candidates
from keyharvest.search.evaluation import growth

#: The points that a tile must add for its bid to be matched, and for the next player to want it.
_WORTH_IT: Final = 2
#: The number of unharvested fields of a group that make a harvest worthwhile.
_HARVEST: Final = 3


class ScriptedPlayer:
    """Places its own tiles, buys and bids for those worth two points, harvests three fields, plays its highest worker.

    Failing all that, it harvests less or bids for a tile worth one point. A bid is one counter of the crop it has the
    most of, or two if the next player would like the tile. To any other question it gives the first useful answer. Its
    name is ``keyharvest.players.scripted:ScriptedPlayer``.

    >>> from keyharvest.game import Game
    >>> game = Game.new(2, start="random", seed=1)
    >>> observation = game.observation(game.actor)
    >>> ScriptedPlayer(1).choose(observation) in observation.legal()
    True
    """

    name = "scripted"

    def __init__(self, seed: int) -> None:
        """Make a player; the seed, which every player gets, is unused."""

    def __repr__(self) -> str:
        return f"<Player {self.name}>"

    def choose(self, observation: Observation) -> str:
        """Return the legal move that the script prescribes."""
        check_asked(observation)
        view = observation.view
        top = view.stack[-1]
        if isinstance(top, Turn):
            return _action(view, top.seat, observation.legal())
        if isinstance(top, Bid):
            return _bid(view, top)
        return candidates(view, Evaluator.of(observation), depth=0)[0]


def _action(view: State, seat: int, legal: list[str]) -> str:
    """Return the first worthwhile action, or the end of the turn."""
    fields, ripe = view.fields[seat], view.ripe[seat]
    own = {tile for tile, _ in view.stores[seat]}
    unharvested = {tile: (part & ripe).bit_count() for part in groups(fields) for tile in spaces_in(part)}

    def merit(move: str) -> tuple[int, int]:
        begun = parse(move)
        if begun.action == "c":
            gain = growth(fields).gain(begun.tile)
            return (5, gain) if begun.tile in own else (4, gain) if gain >= _WORTH_IT else (0, 0)
        if begun.action == "a":
            number = unharvested[begun.tile]
            return 2 if number >= _HARVEST else 0, number
        if begun.action == "b" and not begun.home:
            return 1, NUMBERS[begun.worker]
        if begun.action == "d":
            gain = growth(fields).gain(begun.tile)
            return 3 if gain >= _WORTH_IT else 0, gain
        return 0, 0

    best = max((move for move in legal if move != END), key=merit, default=END)
    return best if best != END and merit(best) > (0, 0) else END


def _bid(view: State, question: Bid) -> str:
    """Bid one counter of the crop held most, or a second of it."""
    tile, bid = view.stores[question.seat][-1]
    after = (question.seat + 1) % view.players
    hand = view.hands[question.seat]
    wanted = 2 if growth(view.fields[after]).gain(tile) >= _WORTH_IT else 1
    crop = max(range(question.least, 5), key=lambda crop: counters.count(hand, crop))
    return CROPS[crop] if counters.total(bid) < wanted and counters.count(hand, crop) else DONE
