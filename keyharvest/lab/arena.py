"""Matches that measure strength: every seating gets the same bags, and the result has a confidence interval."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from math import inf, sqrt
from typing import NamedTuple

from keyharvest.game import SEED_DIGITS, Game
from keyharvest.lab.executor import play_in_order
from keyharvest.lab.match import play_out, seated
from keyharvest.players.levels import LEVELS
from keyharvest.players.player import make_player
from keyharvest.rules import STANDARD, Layout, ranks
from keyharvest.rules.json_text import is_whole, parse_json
from keyharvest.rules.moves import parse
from keyharvest.rules.setup import Start

#: Standard errors on either side of a 95% interval.
_Z = 1.96
#: The largest seed, and more points than a seat can have: limits for numbers read from a file.
MOST_SEED, MOST_POINTS = 10**SEED_DIGITS - 1, 999


class Outcome(NamedTuple):
    """One game: the seed of its draws, and for each seat the player, points, place and seconds of thought.

    Points are those of rule 13.2, places those of 13.3: 1 for the winner, the same for equals. ``decisions`` counts the
    seats' decisions. Files from older versions lack the numbers of turns and decisions, which are then 0.
    """

    seed: int
    players: tuple[str, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    seconds: tuple[float, ...]
    turns: int = 0
    decisions: int = 0

    @property
    def key(self) -> tuple[tuple[str, ...], int]:
        """The key of the game."""
        return self.players, self.seed


class Standing(NamedTuple):
    """The result of one entrant.

    ``wins`` counts a shared win as a fraction, ``by_seat`` the wins in each seat. ``wilson`` is the 95% interval of the
    share of wins if all games were independent, ``paired`` the one computed from the mean of each seed, which all
    seatings have played; it is ``None`` as long as all seeds agree, which shows nothing of their spread. ``margin`` is
    the mean of the entrant's points minus the best of the others', with its standard error, ``None`` after one seed.
    """

    player: str
    games: int
    wins: float
    by_seat: tuple[float, ...]
    wilson: tuple[float, float]
    paired: tuple[float, float] | None
    points: float
    margin: float
    margin_error: float | None
    seconds: float

    @property
    def share(self) -> float:
        """The share of wins."""
        return self.wins / self.games


def with_budget(name: str, budget: str) -> str:
    """Give a level a budget of its own (``nodes:N`` or ``time:S``); return other players unchanged.

    >>> with_budget("master", "nodes:500"), with_budget("greedy", "nodes:500")
    ('master@nodes:500', 'greedy')
    """
    return f"{name}@{budget}" if budget and name in LEVELS else name


def seatings(names: Sequence[str]) -> list[tuple[str, ...]]:
    """Return every different rotation of the seats.

    >>> seatings(["a", "b", "c"])
    [('a', 'b', 'c'), ('c', 'a', 'b'), ('b', 'c', 'a')]
    >>> seatings(["a", "b", "a", "b"])
    [('a', 'b', 'a', 'b'), ('b', 'a', 'b', 'a')]
    """
    rotated = (tuple(names[(seat - shift) % len(names)] for seat in range(len(names))) for shift in range(len(names)))
    return list(dict.fromkeys(rotated))


def play_named(players: Sequence[str], seed: int, layout: Layout = STANDARD, start: Start = "random") -> Outcome:
    """Play one game; the seed determines the draws and, for each seat, the player's own source of chance.

    >>> play_named(["random", "random"], seed=3).players
    ('random', 'random')
    """
    game = Game.new(len(players), layout, start, seed)
    seconds = tuple(round(each, 3) for each in play_out(game, seated(players, seed)))
    places, decisions = tuple(ranks(game.state)), sum(not parse(move).drawn for move in game.moves)
    return Outcome(game.seed, tuple(players), game.scores, places, seconds, game.state.turn, decisions)


def match(
    names: Sequence[str],
    seeds: Sequence[int],
    *,
    rotate: bool = True,
    layout: Layout = STANDARD,
    start: Start = "random",
    done: Mapping[tuple[tuple[str, ...], int], Outcome] | None = None,
    executor: Executor | None = None,
) -> Iterator[Outcome]:
    """Play every seating of every seed, in order, or without ``rotate`` only the seating given.

    All seatings of a seed have the same bag. Games in ``done`` aren't played again.

    Raise ``ValueError`` at once for a wrong number of players or an unknown name.

    >>> [outcome.players for outcome in match(["random", "greedy"], [1])]
    [('random', 'greedy'), ('greedy', 'random')]
    """
    Game.new(len(names), layout, start)
    for name in names:
        make_player(name, 0)
    done = done or {}
    play = partial(play_named, layout=layout, start=start)
    played = play_in_order(executor, play, (job for job in games_of(names, seeds, rotate) if job not in done))
    return (done[job] if job in done else next(played) for job in games_of(names, seeds, rotate))


def games_of(names: Sequence[str], seeds: Iterable[int], rotate: bool = True) -> Iterator[tuple[tuple[str, ...], int]]:
    """Return every seating of every seed, or without ``rotate`` only the one given."""
    return ((seating, seed) for seed in seeds for seating in (seatings(names) if rotate else [tuple(names)]))


def standings(names: Sequence[str], outcomes: Sequence[Outcome]) -> list[Standing]:
    """Return the result of each entrant, in the order of their names. Raise ``ValueError`` without games.

    If entrants have the same name, their seats are those of the first rotation that gives the seating.
    """
    if not outcomes:
        raise ValueError("standings: expected at least one game")
    seats = len(names)
    rotations = seatings(names)
    found = []
    for entry, name in enumerate(names):
        by_seat = [0.0] * seats
        of_seed: dict[int, list[tuple[float, float]]] = {}
        points = seconds = 0.0
        for outcome in outcomes:
            seat = (entry + rotations.index(outcome.players)) % seats
            win = (outcome.ranks[seat] == 1) / outcome.ranks.count(1)
            best = max(score for other, score in enumerate(outcome.scores) if other != seat)
            of_seed.setdefault(outcome.seed, []).append((win, outcome.scores[seat] - best))
            by_seat[seat] += win
            points += outcome.scores[seat]
            seconds += outcome.seconds[seat]
        games = len(outcomes)
        share, error = _mean([_mean([win for win, _ in of])[0] for of in of_seed.values()])
        margin, margin_error = _mean([_mean([margin for _, margin in of])[0] for of in of_seed.values()])
        paired = (max(0.0, share - _Z * error), min(1.0, share + _Z * error)) if error else None
        wins = sum(by_seat)
        found.append(
            Standing(
                name,
                games,
                wins,
                tuple(by_seat),
                wilson(wins, games),
                paired,
                points / games,
                margin,
                margin_error,
                seconds,
            )
        )
    return found


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the 95% interval of a share, as a Wilson score interval.

    >>> [round(bound, 3) for bound in wilson(298, 400)]
    [0.7, 0.785]
    """
    share, z2 = wins / games, _Z * _Z
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = _Z / (1 + z2 / games) * sqrt(share * (1 - share) / games + z2 / (4 * games * games))
    return max(0.0, middle - half), min(1.0, middle + half)


def _mean(values: Sequence[float]) -> tuple[float, float | None]:
    """Return the mean and its standard error, which a single value doesn't show."""
    number = len(values)
    mean = sum(values) / number
    if number < 2:
        return mean, None
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / (number - 1) / number)


def outcome_text(outcome: Outcome) -> str:
    """Write one game as a line of JSON."""
    return json.dumps(outcome._asdict())


def read_outcome(line: str) -> Outcome:
    """Read what :func:`outcome_text` wrote. Raise ``ValueError`` with the expected form for anything else."""
    wanted = "expected a game as the arena writes it"
    try:
        row = parse_json(line, "game")
        tuples = {name: tuple(row[name]) for name in ("players", "scores", "ranks", "seconds")}
        outcome = Outcome(**{**row, **tuples})
    except (ValueError, KeyError, TypeError):
        raise ValueError(wanted) from None
    seed, players, scores, places, seconds, turns, decisions = outcome
    if not is_whole(seed, 0, MOST_SEED):
        raise ValueError(f"{wanted}, with a seed of at most 18 digits")
    if not (2 <= len(players) <= 4 and isinstance(row["players"], list) and all(isinstance(p, str) for p in players)):
        raise ValueError(f"{wanted}, with the names of two to four players")
    if not (len(scores) == len(players) and all(is_whole(score, 0, MOST_POINTS) for score in scores)):
        raise ValueError(f"{wanted}, with the points of each seat")
    if not _fit(places, scores):
        raise ValueError(f"{wanted}, with ranks that follow from the points")
    if not (len(seconds) == len(players) and all(type(each) in (int, float) and 0 <= each < inf for each in seconds)):
        raise ValueError(f"{wanted}, with the seconds of each seat")
    if not (is_whole(turns, 0, MOST_SEED) and is_whole(decisions, 0, MOST_SEED)):
        raise ValueError(f"{wanted}, with the numbers of turns and decisions")
    return outcome


def _fit(places: Sequence[object], scores: Sequence[int]) -> bool:
    """Whether places agree with points: more points rank first, equals in any order (rule 13.3).

    >>> [_fit(places, (9, 9, 5)) for places in ((1, 1, 3), (2, 1, 3), (1, 2, 2), (2, 3, 1))]
    [True, True, False, False]
    """
    merits = [(score, -place) for score, place in zip(scores, places, strict=False) if is_whole(place, 1, len(scores))]
    return len(merits) == len(scores) and [1 + sum(other > merit for other in merits) for merit in merits] == list(
        places
    )
