"""What a computer player is, and how one is found by name."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Generator
from typing import Final, Protocol, cast

from keyharvest.knowledge import Observation
from keyharvest.players.greedy import GreedyPlayer
from keyharvest.players.levels import LEVELS, Level, LevelPlayer
from keyharvest.players.uniform import UniformPlayer


class Player(Protocol):
    """A computer player.

    One that thinks long may also have ``thinking(observation)``: a generator that yields every few milliseconds and
    returns the move.
    """

    def choose(self, observation: Observation) -> str:
        """One of ``observation.legal()``; the observation is that of the seat to decide."""
        ...


_MAKERS: Final[dict[str, Callable[[int], Player]]] = {"random": UniformPlayer, "greedy": GreedyPlayer}
#: The names of all computer players, the weakest first.
NAMES: Final = (*_MAKERS, *LEVELS)


def make_player(name: str, seed: int = 0, seconds: float = 0.0) -> Player:
    """A computer player by name, with its own source of chance.

    The name is one of ``NAMES``; a level may have another budget behind it, as in ``master@nodes:500`` (positions
    judged in one decision) or ``master@time:0.25`` (seconds); and ``module:Class`` is a player of one's own, whose
    class is called with the seed. A level decides within so many ``seconds``, if they are not 0, or a little more;
    the highest one looks further where there is more than one. ``ValueError`` for anything else.

    >>> from keyharvest.game import Game
    >>> game = Game.new(2, start="random", seed=1)
    >>> observation = game.observation(game.actor)
    >>> make_player("farmer@nodes:200", seed=1).choose(observation) in observation.legal()
    True
    """
    if not isinstance(seed, int):
        raise ValueError(f"seed: {seed!r}; want a whole number")
    plain, at, budget = name.partition("@")
    if plain in LEVELS:
        level = LEVELS[plain].within(seconds) if seconds > 0 else LEVELS[plain]
        return LevelPlayer(_with_budget(level, budget) if at else level, seed)
    if name in _MAKERS:
        return _MAKERS[name](seed)
    module, colon, kind = name.partition(":")
    if not (colon and not at and kind.isidentifier() and all(part.isidentifier() for part in module.split("."))):
        raise ValueError(f"player {name[:60]!r}: want one of {', '.join(NAMES)}, or module:Class")
    try:
        maker = getattr(importlib.import_module(module), kind)
    except (ImportError, AttributeError) as error:
        raise ValueError(f"player {name[:60]!r}: {error}") from None
    return cast(Player, maker(seed))


def _with_budget(level: Level, budget: str) -> Level:
    kind, _, number = budget.partition(":")
    try:
        if kind == "nodes" and number.isascii() and number.isdigit() and 0 < int(number) <= 10**9:
            return level._replace(effort=level.effort._replace(positions=int(number)))
        if kind == "time" and 0 < float(number) <= 3600:
            return level._replace(effort=level.effort._replace(positions=10**9, seconds=float(number)))
    except ValueError:
        pass
    raise ValueError(f"budget {budget[:40]!r}: want nodes:N, or time:S in seconds")


def thinking(player: Player, observation: Observation) -> Generator[None, None, str]:
    """What a player chooses, in slices if it can think so: a generator that returns the move."""
    slices = getattr(player, "thinking", None)
    if slices is None:
        return player.choose(observation)
    return str((yield from slices(observation)))
