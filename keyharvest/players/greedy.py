"""The greedy player: looks at every action to its end and takes the one after which it stands best."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from keyharvest.knowledge import Observation
from keyharvest.players.candidates import candidates
from keyharvest.players.evaluation import WEIGHTS, Outlook, Weight
from keyharvest.rules import State, play
from keyharvest.rules.events import Grant
from keyharvest.rules.frames import END, Decision
from keyharvest.rules.turn import FROM_STORES, HARVEST, TO_STORE, WORK, Turn

#: Positions looked at in one decision before chains are followed along their first candidate only.
_BUDGET: Final = 400
#: The least gain, in points, for which an action is taken rather than the turn ended.
_LEAST_GAIN: Final = 0.01

_ACTIONS: Final = {"a": HARVEST, "b": WORK, "c": FROM_STORES, "d": TO_STORE}
#: Of two actions both wanted, which comes first: a tile may ripen for the harvest, which gives counters for bids.
_ORDER: Final = "cabd"


class GreedyPlayer:
    """One-step look-ahead: one action with all that belongs to it, compared where it ends.

    Draws are not looked into. The player remembers nothing: the same observation gives the same choice.
    """

    name = "greedy"

    def __init__(self, seed: int, weights: Mapping[str, Weight] = WEIGHTS) -> None:
        """The seed is taken because every player is made with one; this one leaves nothing to chance."""
        self._weights = weights

    def choose(self, observation: Observation) -> str:
        """The legal move that begins the best action, or goes on with it."""
        ahead = _Lookahead(observation, self._weights)
        view = observation.view
        top = view.stack[-1]
        options = ahead.options(view)
        if isinstance(top, Turn):
            return _action(top, options, ahead.outlook.value(view))
        return max(options, key=lambda move: options[move])


class _Lookahead:
    """The values of the answers to one question."""

    def __init__(self, observation: Observation, weights: Mapping[str, Weight]) -> None:
        self.outlook = Outlook(observation, weights)
        self._left = _BUDGET

    def options(self, s: State, depth: int = 0) -> dict[str, float]:
        """The moves worth looking at, with what the position is worth at the end of the action."""
        moves = candidates(s, self.outlook, depth)
        if self._left <= 0:
            moves = moves[:1]
        return {move: self._value(play(s, move), depth + 1) for move in moves if move != END}

    def _value(self, s: State, depth: int) -> float:
        self._left -= 1
        top = s.stack[-1] if s.stack else None
        # A turn is where an action ends; of a windfall each gift is chosen by itself.
        if isinstance(top, Decision) and top.seat == self.outlook.seat and not isinstance(top, Turn | Grant):
            return max(self.options(s, depth).values())
        return self.outlook.value(s)


def _action(turn: Turn, options: dict[str, float], present: float) -> str:
    """What to do next in the turn, given what single steps lead to and what the present position is worth.

    (c) and (d) may take a second tile, so their gain is that of their two best tiles.
    """
    gains: dict[str, list[tuple[float, str]]] = {}
    for move, value in options.items():
        if value - present > _LEAST_GAIN:
            gains.setdefault(move[0], []).append((value - present, move))
    for found in gains.values():
        found.sort(key=lambda entry: -entry[0])
    for action, found in gains.items():
        if turn.open & _ACTIONS[action]:
            # The second tile of the action just taken costs no action.
            return found[0][1]
    whole = {
        action: found[0][0] + (found[1][0] if action in "cd" and len(found) > 1 else 0.0)
        for action, found in gains.items()
    }
    wanted = sorted(whole, key=lambda action: -whole[action])[: 2 - turn.used.bit_count()]
    if not wanted:
        return END
    return gains[min(wanted, key=_ORDER.index)][0][1]
