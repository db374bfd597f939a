"""The protocol of computer players, their names, and calls to them."""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Generator
from time import perf_counter
from typing import Final, Protocol, cast

from keyharvest.game import Game
from keyharvest.knowledge import Observation
from keyharvest.players.greedy import GreedyPlayer
from keyharvest.players.levels import LEVELS, Level, LevelPlayer
from keyharvest.players.uniform import UniformPlayer
from keyharvest.rules.state import whole


class Player(Protocol):
    """A computer player.

    A slow one may also have ``thinking(observation)``: a generator that yields every few milliseconds and returns the
    move.
    """

    def choose(self, observation: Observation) -> str:
        """Return one of ``observation.legal()``; the observation is that of the seat that decides."""
        ...


_MAKERS: Final[dict[str, Callable[[int], Player]]] = {"random": UniformPlayer, "greedy": GreedyPlayer}
#: The names of all computer players, weakest first.
NAMES: Final = (*_MAKERS, *LEVELS)

#: The maximum number of seconds that a player may have for a decision.
_LONGEST: Final = 3600
#: Anything that custom code raises, except an interrupt by the person waiting for it.
RAISED: Final = (Exception, SystemExit)


class PlayerError(ValueError):
    """A computer player raised an error or chose an illegal move; its own error is the cause."""


def make_player(name: str, seed: int = 0, seconds: float = 0.0) -> Player:
    """Make a computer player by name, with its own source of chance.

    The name is one of ``NAMES``; a level may have another budget after it, as in ``master@nodes:500`` (positions
    evaluated per decision) or ``master@time:0.25`` (seconds); ``module:Class`` is a custom player, whose class is
    called with the seed. If ``seconds`` isn't 0, a level decides within about that time; the highest one looks further
    if that is more than one second. Other players take the time they need. Raise ``ValueError`` for any other name, and
    for a custom player that can't be made, with its error as the cause.

    >>> from keyharvest.game import Game
    >>> game = Game.new(2, start="random", seed=1)
    >>> observation = game.observation(game.actor)
    >>> make_player("farmer@nodes:200", seed=1).choose(observation) in observation.legal()
    True
    """
    if not isinstance(name, str):
        raise ValueError(f"player {name!r}: expected a name")
    seed = whole("seed", seed)
    if not 0 <= seconds <= _LONGEST:
        raise ValueError(f"seconds: {seconds!r}; expected 0 to {_LONGEST}")
    plain, at, budget = name.partition("@")
    if plain in LEVELS:
        level = LEVELS[plain].within(seconds) if seconds > 0 else LEVELS[plain]
        return LevelPlayer(_with_budget(level, budget) if at else level, seed)
    if name in _MAKERS:
        return _MAKERS[name](seed)
    module, colon, kind = name.partition(":")
    if not (colon and not at and kind.isidentifier() and all(part.isidentifier() for part in module.split("."))):
        raise ValueError(f"player {name[:60]!r}: expected one of {', '.join(NAMES)}, or module:Class")
    return _own(name, module, kind, seed)


def _own(name: str, module: str, kind: str, seed: int) -> Player:
    """Make a custom player."""
    try:
        found = importlib.import_module(module)
        maker = getattr(found, kind, None)
        player = None if maker is None else maker(seed)
    except RAISED as error:
        raise ValueError(f"player {name}: {error_line(error)}") from error
    if maker is None:
        # Name the module's path: one of Python's own may hide the intended one.
        raise ValueError(f"player {name}: no {kind} in {found}")
    if not callable(getattr(player, "choose", None)):
        raise ValueError(f"player {name}: expected a class with a method choose")
    return cast(Player, player)


def _with_budget(level: Level, budget: str) -> Level:
    kind, _, number = budget.partition(":")
    if kind == "nodes" and re.fullmatch("[0-9]{1,10}", number) and 0 < int(number) <= 10**9:
        return level._replace(effort=level.effort._replace(positions=int(number)))
    if kind == "time" and re.fullmatch("[0-9]*[.]?[0-9]+", number) and 0 < float(number) <= _LONGEST:
        return level._replace(effort=level.effort._replace(positions=10**9, seconds=float(number)))
    raise ValueError(f"budget {budget[:40]!r}: expected nodes:N, or time:S in seconds")


def decide(game: Game, player: Player) -> float:
    """Let a computer player make the next decision of a game; return the seconds that it took.

    Raise ``PlayerError`` with the player and the place if it raises anything or its move is illegal.
    """
    if not isinstance(game, Game):
        raise TypeError(f"game: expected a Game, not {type(game).__name__}")
    observation = game.observation(game.actor)
    began = perf_counter()
    try:
        move = player.choose(observation)
    except RAISED as error:
        raise PlayerError(_blamed(game, player, error_line(error))) from error
    seconds = perf_counter() - began
    try:
        game.play(move)
    except ValueError as error:
        raise PlayerError(_blamed(game, player, str(error))) from error
    return seconds


def _blamed(game: Game, player: Player, fault: str) -> str:
    kind = type(player)
    place = f"seed {game.seed}, seat {game.actor + 1}, turn {game.state.turn}"
    return f"player {kind.__module__}:{kind.__qualname__}: {fault} ({place})"


def error_line(error: BaseException) -> str:
    """Return an error as Python prints it in the last line of a traceback."""
    return f"{type(error).__name__}: {error}".removesuffix(": ")


def thinking(player: Player, observation: Observation) -> Generator[None, None, str]:
    """Ask a player, in slices if it has them: a generator that returns the move."""
    slices = getattr(player, "thinking", None)
    if slices is None:
        return str(player.choose(observation))
    return str((yield from slices(observation)))
