"""Mining of puzzles: play games, find some in each, and let the computer players try them."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from keyharvest.game import Game
from keyharvest.players import make_player
from keyharvest.puzzles import finding
from keyharvest.puzzles.finding import Candidate
from keyharvest.puzzles.finding_choices import certain_crops, hidden_counters, spaces, why_not
from keyharvest.puzzles.judging import judge, lead, reply
from keyharvest.puzzles.kinds import REASONS
from keyharvest.puzzles.position import emptied, turn_of
from keyharvest.puzzles.puzzle import Puzzle, parse_row
from keyharvest.rules import Source, State, play
from keyharvest.rules.json_text import is_whole, parse_json
from keyharvest.rules.turn import Turn
from keyharvest.search.ahead import in_one_go

#: The levels that play, by number of players: with more than two, only counters matter.
_PLAYERS: Final = {2: ("greedy", "farmhand", "farmer"), 3: ("greedy",), 4: ("greedy",)}
#: The players that try the puzzles, the weakest first, and the number of tries.
TRIED_BY: Final = {"apprentice": 4, "farmhand": 4, "greedy": 1, "farmer": 4, "steward": 4}
#: The kinds that they try: those about winning or scoring.
COUNTED: Final = ("points", "win", "duel")
#: The rounds after which boards are full enough, and those after which hidden counters may have been paid.
_EMPTY_ROUNDS: Final = 4
_FIRST_HIDDEN: Final = 1
#: The deficits from which a player can still win in a turn.
_WITHIN_REACH: Final = range(-9, 0)
#: The number of positions of a game tried by each way of finding puzzles, and the number kept of a kind.
_TRIED: Final = 8
_KEPT: Final = {"points": 4, "field": 4, "chain": 3, "duel": 2, "space": 3, "crops": 2}
#: More ends or answers than any candidate has.
_MOST_ENDS: Final = 10**9
#: The kinds no longer looked for once there are enough.
_ENOUGH: Final = ("bid", "space", "hidden", "crops", "why")


class Mined(NamedTuple):
    """The puzzles found with a seed: the candidates, and how often every player of ``TRIED_BY`` solved each."""

    seed: int
    found: tuple[Candidate, ...]
    solved: tuple[tuple[int, ...], ...]

    def text(self) -> str:
        """Return one line of JSON, for :func:`read_mined`."""
        return json.dumps({"seed": self.seed, "found": self.found, "solved": self.solved}, separators=(",", ":"))


def read_mined(line: str) -> Mined:
    """Read what :meth:`Mined.text` wrote. Raise ``ValueError`` if it is anything else.

    >>> read_mined('{"seed":7,"found":[],"solved":[]}')
    Mined(seed=7, found=(), solved=())
    """
    value = parse_json(line, "line")
    if (
        not isinstance(value, dict)
        or value.keys() != {"seed", "found", "solved"}
        or not is_whole(value["seed"], 0, 10**18)
    ):
        raise ValueError("expected an object with seed, found and solved")
    try:
        found = tuple(Candidate(*_tuples(each)) for each in value["found"])
    except TypeError:
        raise ValueError("found: expected a list for each candidate") from None
    solved = _tuples(value["solved"])
    if not isinstance(solved, tuple) or len(solved) != len(found):
        raise ValueError("solved: expected a list for each candidate")
    for number, (candidate, times) in enumerate(zip(found, solved, strict=True), 1):
        _check(candidate, times, number)
    return Mined(value["seed"], found, solved)


def _check(candidate: Candidate, times: object, number: int) -> None:
    """Raise ``ValueError`` unless a candidate can be a puzzle, and was solved at most as often as it was tried."""
    puzzle = candidate.puzzle(number)
    try:
        same = parse_row(puzzle.row(), number) == puzzle and bool(puzzle.seen)
    except TypeError:
        same = False
    tries = tuple(TRIED_BY.values()) if candidate.kind in COUNTED else ()
    if not (
        same
        and is_whole(candidate.ends, 1, _MOST_ENDS)
        and is_whole(candidate.good, 0, _MOST_ENDS)
        and isinstance(candidate.real, bool)
        and isinstance(times, tuple)
        and len(times) == len(tries)
        and all(is_whole(each, 0, most) for each, most in zip(times, tries, strict=True))
    ):
        raise ValueError(f"puzzle {number}: expected a candidate, and its results, as puzzle make writes them")


def _tuples(value: Any) -> Any:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value


def mine(seed: int) -> Mined:
    """Play a game of two and one of three or four, and find puzzles in them; the same for the same seed."""
    source = Source(seed)
    turns, others = _turns(2, seed, _EMPTY_ROUNDS), _turns(4 if seed % 3 == 0 else 3, seed, _FIRST_HIDDEN)
    found: list[Candidate] = []
    full = [s for s in turns if not turn_of(s).used]
    in_order = _shuffled(full, source)
    found += _some(in_order[:1] + sorted(in_order[1:], key=_out_of_reach), finding.in_turn)
    found += _some(_shuffled(full[:-1], source), lambda s: _one(finding.in_duel(s)))
    found += _some(_shuffled(full[:-1], source), lambda s: _one(finding.for_bid(s)))
    found += _some(_shuffled(full, source), lambda s: _one(spaces(s, source)))
    found += _some(_shuffled(others, source), lambda s: _one(hidden_counters(s)), len(others))
    found += _some(_shuffled(others, source), lambda s: _one(certain_crops(s)), len(others))
    codes = list(REASONS)
    for step in range(4):
        wanted = codes[(4 * seed + step) % len(codes)]
        found += _some(_shuffled(turns + others, source), lambda s, code=wanted: _one(why_not(s, source, code)))  # type: ignore[misc]
    return Mined(seed, tuple(found), tuple(tried(candidate) for candidate in found))


def _one(candidate: Candidate | None) -> list[Candidate]:
    return [candidate] if candidate else []


def _turns(players: int, seed: int, after: int) -> list[State]:
    """Return the positions of a game in which a seat chooses its next action, after a number of rounds."""
    game = Game.new(players, start="random", seed=seed)
    names = _PLAYERS[players]
    seats = [make_player(names[(seed + seat) % len(names)], seed * players + seat) for seat in range(players)]
    found = []
    while not game.over:
        if isinstance(game.state.stack[-1], Turn) and game.state.turn > after * players:
            found.append(game.state)
        game.play(seats[game.actor].choose(game.observation(game.actor)))
    return found


def _some(positions: Sequence[State], find: Callable[[State], list[Candidate]], most: int = _TRIED) -> list[Candidate]:
    """Search the first of these positions, until there are enough puzzles of each kind."""
    found: list[Candidate] = []
    for s in positions[:most]:
        for candidate in find(s):
            if sum(each.kind == candidate.kind for each in found) < _KEPT.get(candidate.kind, 1):
                found.append(candidate)
        if found and all(each.kind in _ENOUGH for each in found) and len(found) == _KEPT.get(found[0].kind, 1):
            break
    return found


def _shuffled(positions: Sequence[State], source: Source) -> list[State]:
    """Return the last position, then all others in random order."""
    left = list(positions)
    return [left.pop(source.below(len(left)) if len(left) < len(positions) else -1) for _ in positions]


def _out_of_reach(s: State) -> bool:
    """Whether the seat that moves is ahead, or too far behind to win in a turn."""
    return lead(emptied(s).state) not in _WITHIN_REACH


def tried(candidate: Candidate) -> tuple[int, ...]:
    """Return how often each player of ``TRIED_BY`` solves a puzzle about winning or scoring; else nothing."""
    if candidate.kind not in COUNTED:
        return ()
    puzzle = candidate.puzzle()
    judged: dict[object, bool] = {}
    return tuple(sum(solves(puzzle, name, seed, judged) for seed in range(times)) for name, times in TRIED_BY.items())


def solves(puzzle: Puzzle, name: str, seed: int, judged: dict[object, bool] | None = None) -> bool:
    """Whether a computer player solves a puzzle of ``COUNTED``; ``judged`` caches the results."""
    judged = {} if judged is None else judged
    end = _after_turn(puzzle.start(), name, seed)
    key = end.key()
    if key not in judged:
        for move in in_one_go(reply(end)) if puzzle.kind == "duel" else ():
            end = play(end, move)
        judged[key] = judge(puzzle, end).solved
    return judged[key]


def _after_turn(start: State, name: str, seed: int) -> State:
    """Return the position when a computer player has ended the turn."""
    game, player = Game(start, seed), make_player(name, seed)
    while not game.over and game.state.turn == start.turn:
        game.play(player.choose(game.observation(game.actor)))
    return game.state
