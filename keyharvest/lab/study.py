"""A study of how the game treats its players, from many games of one computer player against itself.

It covers wins by order of turn and by starting pair, the sources of points, the length of games, and the use of workers
and events. Every figure is an :class:`Estimate` with its 95% interval. The results of the seats of one game depend on
each other, so the sampling unit is always the whole game.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from keyharvest.game import Game
from keyharvest.lab.arena import MOST_POINTS, MOST_SEED, wilson
from keyharvest.lab.executor import play_in_order
from keyharvest.lab.match import play_game
from keyharvest.players.player import make_player
from keyharvest.rules import STANDARD, Layout, State, final_scores, ranks, round_of
from keyharvest.rules.components import CROPS, EVENT_LETTERS, WORKER_LETTERS
from keyharvest.rules.frames import NO, Decision
from keyharvest.rules.geometry import SPACES, turned
from keyharvest.rules.json_text import is_whole, parse_json
from keyharvest.rules.moves import parse
from keyharvest.rules.setup import DealPair

#: The number of sources of points (rule 13.2).
SOURCES = 4
_OFFERS = WORKER_LETTERS + EVENT_LETTERS
#: The first references of the starting pairs.
_FIRSTS = {SPACES[one] for one, _ in STANDARD.pairs}
_Z = 1.96
#: More turns than any game has, but few enough for the charts.
_MOST_TURNS = 4000

#: The key of a game in a study: the player, the number of players, the seed.
Key = tuple[str, int, int]


class SeatPlayed(NamedTuple):
    """The result of one seat in a game.

    Attributes:
        pair: the first reference of its starting pair.
        win: its share of the win: 1 for a sole winner, less if several share it.
        score: points by source: workers, largest group, second group, crops (rule 13.2).
        workers: the letters of the workers that it played by action (b), in order.
        asked: the letters of workers and events that offered it something it could decline.
        declined: those of them that it declined.
    """

    pair: str
    win: float
    score: tuple[int, ...]
    workers: str
    asked: str
    declined: str


class GamePlayed(NamedTuple):
    """One game: ``seats`` are in order of turn, the starting player first; ``events`` in the order they were placed."""

    player: str
    seed: int
    turns: int
    events: str
    seats: tuple[SeatPlayed, ...]

    @property
    def key(self) -> Key:
        """The key of the game."""
        return self.player, len(self.seats), self.seed


class Estimate(NamedTuple):
    """A figure with its 95% interval and the number of games behind it."""

    value: float
    low: float
    high: float
    games: int


class Figures(NamedTuple):
    """The results of the games of one number of players.

    Attributes:
        players, games: the number of players, and of games.
        by_turn: the share of wins in order of turn.
        by_pair: the share of wins by starting pair.
        by_twins: the share of wins of two equivalent starting pairs, by their first references.
        sources: points by source and in total, of winners and of the others.
        rounds: the number of games of each length in whole rounds.
        length: the mean number of rounds.
        workers: how often a seat plays each worker in a game: winners, and the others.
        events: the share of games in which each event was placed.
        used: for each worker and event, the share of offers accepted.
    """

    players: int
    games: int
    by_turn: tuple[Estimate, ...]
    by_pair: dict[str, Estimate]
    by_twins: dict[tuple[str, ...], Estimate]
    sources: tuple[tuple[Estimate, ...], tuple[Estimate, ...]]
    rounds: dict[int, int]
    length: Estimate
    workers: tuple[dict[str, Estimate], dict[str, Estimate]]
    events: dict[str, Estimate]
    used: dict[str, Estimate]


def play_studied(player: str, players: int, seed: int, layout: Layout = STANDARD) -> GamePlayed:
    """Play one game of a named player against itself; the seed determines the draws and the seats' random choices.

    >>> game = play_studied("random", 2, seed=1)
    >>> len(game.seats), sum(seat.win for seat in game.seats)
    (2, 1.0)
    """
    game = play_game([player] * players, seed, "random", layout)
    first = game.state.start
    order = [(first + number) % players for number in range(players)]
    return GamePlayed(player, game.seed, game.state.turn, _events(game.states), tuple(_seats(game, order)))


def _events(states: Sequence[State]) -> str:
    """Return the events placed, in order; those that return to the bag (rule 9.3) may occur twice."""
    found = ""
    for before, after in pairwise(states):
        if after.placed != before.placed:
            found += EVENT_LETTERS[after.placed[-1]]
    return found


def _seats(game: Game, order: Sequence[int]) -> Iterator[SeatPlayed]:
    players = len(order)
    pairs, workers, asked, declined = ([""] * players for _ in range(4))
    for state, move in zip(game.states, game.moves, strict=False):
        question = state.stack[-1]
        if isinstance(question, DealPair):
            pairs[question.seat] = parse(move).named
        if not isinstance(question, Decision):
            continue
        named = parse(move)
        if named.action == "b" and not named.home:
            workers[question.seat] += named.named
        if question.cause in _OFFERS and NO in question.legal(state):
            asked[question.seat] += question.cause
            declined[question.seat] += question.cause if move == NO else ""
    places, scores = ranks(game.state), final_scores(game.state)
    for seat in order:
        win = (places[seat] == 1) / places.count(1)
        yield SeatPlayed(pairs[seat], win, tuple(scores[seat]), workers[seat], asked[seat], declined[seat])


def study(
    player: str,
    players: int,
    seeds: Sequence[int],
    *,
    layout: Layout = STANDARD,
    done: Mapping[Key, GamePlayed] | None = None,
    executor: Executor | None = None,
) -> Iterator[GamePlayed]:
    """Play the games of these seeds, in order, except those in ``done``.

    Raise ``ValueError`` at once for a wrong number of players or an unknown name.
    """
    Game.new(players, layout)
    make_player(player, 0)
    done = done or {}
    wanted = ((seed,) for seed in seeds if (player, players, seed) not in done)
    played = play_in_order(executor, partial(play_studied, player, players, layout=layout), wanted)
    for seed in seeds:
        yield done.get((player, players, seed)) or next(played)


def game_text(game: GamePlayed) -> str:
    """Write one game as a line of JSON."""
    return json.dumps({**game._asdict(), "seats": [seat._asdict() for seat in game.seats]})


def read_game(line: str) -> GamePlayed:
    """Read what :func:`game_text` wrote. Raise ``ValueError`` with the expected form for anything else."""
    wanted = "expected a game as the study writes it"
    try:
        row = parse_json(line, "game")
        seats = tuple(SeatPlayed(**{**seat, "score": tuple(seat["score"])}) for seat in row["seats"])
        game = GamePlayed(**{**row, "seats": seats})
    except (ValueError, KeyError, TypeError):
        raise ValueError(wanted) from None
    if not isinstance(game.player, str):
        raise ValueError(f"{wanted}, with the name of a player")
    if not is_whole(game.seed, 0, MOST_SEED):
        raise ValueError(f"{wanted}, with a seed of at most 18 digits")
    if not is_whole(game.turns, 1, _MOST_TURNS):
        raise ValueError(f"{wanted}, with its number of turns")
    if not _letters(game.events, EVENT_LETTERS):
        raise ValueError(f"{wanted}, with the letters of events")
    pairs = [seat.pair for seat in seats]
    if not (2 <= len(pairs) <= 4 and all(pair in SPACES and pairs.count(pair) == 1 for pair in pairs)):
        raise ValueError(f"{wanted}, with a starting pair for each of two to four seats")
    strange = [pair for pair in pairs if pair not in _FIRSTS]
    if strange:
        raise ValueError(f"a starting pair from {strange[0]}, which {STANDARD.name} doesn't have")
    if not all(len(seat.score) == SOURCES and all(is_whole(n, 0, MOST_POINTS) for n in seat.score) for seat in seats):
        raise ValueError(f"{wanted}, with the points of each seat by source")
    winners = [seat for seat in seats if seat.win]
    most = max(sum(seat.score) for seat in seats)
    if not (
        winners
        and most
        and all(type(seat.win) in (int, float) for seat in seats)
        and all(seat.win == 1 / len(winners) and sum(seat.score) == most for seat in winners)
    ):
        raise ValueError(f"{wanted}, with the win shared by those with the most points")
    if not all(
        _letters(seat.workers, WORKER_LETTERS)
        and _letters(seat.asked, _OFFERS)
        and _letters(seat.declined, _OFFERS)
        and Counter(seat.declined) <= Counter(seat.asked)
        for seat in seats
    ):
        raise ValueError(f"{wanted}, with letters for each seat's workers, offers and declined offers")
    return game


def _letters(value: object, of: str) -> bool:
    return isinstance(value, str) and set(value) <= set(of)


def twins(layout: Layout) -> list[tuple[str, ...]]:
    """Return the starting pairs that a half turn of the board makes equivalent, by their first references.

    There are none unless the half turn also maps the fields of each crop to those of one crop, as in the shipped layout
    (lab/make_layout.py).

    >>> twins(STANDARD)
    [('A2', 'C1'), ('A5', 'B8')]
    """
    crops = set(zip(layout.crops, [layout.crops[turned(space)] for space in range(len(SPACES))], strict=True))
    firsts = {one: turned(other) for one, other in layout.pairs}
    if len(crops) > len(CROPS) or any((turned(other), turned(one)) not in layout.pairs for one, other in layout.pairs):
        return []
    return sorted({tuple(sorted((SPACES[one], SPACES[other]))) for one, other in firsts.items()})


def figures(games: Sequence[GamePlayed], layout: Layout = STANDARD) -> Figures:
    """Compute the figures of games. Raise ``ValueError`` without games, or with different numbers of players."""
    if len({len(game.seats) for game in games}) != 1:
        raise ValueError("figures: expected games that all have the same number of players")
    players = len(games[0].seats)
    by_pair: dict[str, list[float]] = {}
    for game in games:
        for seat in game.seats:
            by_pair.setdefault(seat.pair, []).append(seat.win)
    by_twins = {
        pairs: _ratio([(sum(wins), len(wins)) for wins in with_them])
        for pairs in twins(layout)
        if any(with_them := _wins_with(games, pairs))
    }
    rounds = [round_of(game.turns, players) for game in games]
    sides = [[[seat for seat in game.seats if (seat.win > 0) == won] for game in games] for won in (True, False)]
    return Figures(
        players,
        len(games),
        tuple(_share([game.seats[turn].win for game in games]) for turn in range(players)),
        {pair: _share(wins) for pair, wins in sorted(by_pair.items())},
        by_twins,
        (_points(sides[0]), _points(sides[1])),
        dict(sorted(Counter(rounds).items())),
        _ratio([(number, 1) for number in rounds]),
        (_plays(sides[0]), _plays(sides[1])),
        {letter: _share([float(letter in game.events) for game in games]) for letter in EVENT_LETTERS},
        {letter: taken for letter in _OFFERS if (taken := _taken(games, letter))},
    )


def _wins_with(games: Sequence[GamePlayed], pairs: Sequence[str]) -> list[list[float]]:
    """Return for each game the shares of the win of the seats that began with one of the pairs."""
    return [[seat.win for seat in game.seats if seat.pair in pairs] for game in games]


def _points(sides: Sequence[Sequence[SeatPlayed]]) -> tuple[Estimate, ...]:
    """Return mean points by source, and of all together."""
    rows = [[(*seat.score, sum(seat.score)) for seat in seats] for seats in sides]
    return tuple(_ratio([(sum(row[at] for row in of), len(of)) for of in rows]) for at in range(SOURCES + 1))


def _plays(sides: Sequence[Sequence[SeatPlayed]]) -> dict[str, Estimate]:
    return {
        letter: _ratio([(sum(seat.workers.count(letter) for seat in seats), len(seats)) for seats in sides])
        for letter in WORKER_LETTERS
    }


def _taken(games: Sequence[GamePlayed], letter: str) -> Estimate | None:
    """Return the share of offers accepted; its interval covers two others: by the spread between games, and Wilson's.

    The first one shrinks to nothing if all offers are accepted; the second ignores that offers share a game.
    """
    offers = []
    for game in games:
        asked = sum(seat.asked.count(letter) for seat in game.seats)
        offers.append((asked - sum(seat.declined.count(letter) for seat in game.seats), asked))
    if not any(asked for _, asked in offers):
        return None
    between = _ratio(offers)
    low, high = wilson(sum(taken for taken, _ in offers), sum(asked for _, asked in offers))
    return between._replace(low=max(min(between.low, low), 0.0), high=min(max(between.high, high), 1.0))


def _share(wins: Sequence[float]) -> Estimate:
    return Estimate(sum(wins) / len(wins), *wilson(sum(wins), len(wins)), len(wins))


def _ratio(parts: Sequence[tuple[float, int]]) -> Estimate:
    """Divide the sum of the first numbers by that of the second, one pair per game, with the spread between games.

    >>> [round(number, 2) for number in _ratio([(1, 2), (3, 2), (2, 2)])]
    [1.0, 0.43, 1.57, 3]
    """
    number, whole = len(parts), sum(part for _, part in parts)
    if not whole:
        return Estimate(0.0, 0.0, 0.0, 0)
    value = sum(count for count, _ in parts) / whole
    spread = sum((count - value * part) ** 2 for count, part in parts)
    half = _Z * sqrt(spread * number / max(number - 1, 1)) / whole
    return Estimate(value, value - half, value + half, number)
