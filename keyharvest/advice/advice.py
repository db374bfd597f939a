"""Find the best turns for a question, and judge each turn of a record against the best one.

It uses the search of the computer players, which sees only observations, so a hint reveals nothing that the seat may
not know.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from functools import reduce
from typing import Final, NamedTuple

from keyharvest.advice.choices import PLAYOUTS, choices, paid, unlike
from keyharvest.knowledge import Observation, observe
from keyharvest.rules import State, actor, final_scores, play, ranks
from keyharvest.rules.turn import Turn
from keyharvest.search import Effort as Effort
from keyharvest.search import Evaluator, Line, Search, in_one_go
from keyharvest.search.chances import chance, chances
from keyharvest.search.evaluation import turns_left
from keyharvest.search.search import Playout, average
from keyharvest.words.terms import percentage

#: The effort of the search for a hint, for the coach, and at each turn of a review, which compares few lines in many
#: simulations. A hint compares more, so that the second and third turn really are second and third.
HINT: Final = Effort(20000, width=6, kept=10, replies=3, planned=True)
COACH: Final = Effort(1500, width=4, kept=4, replies=3, planned=True)
REVIEW: Final = Effort(2000, width=3, kept=3)
#: The last turns are imagined to the end; with more lines the effort would allow only a few playouts.
_KEPT_AT_END: Final = 8
#: The maximum number of playouts in which the turns found are compared, as long as these evaluate no more positions
#: than the search did; and the minimum, even if the order is clear before: the turns were chosen in the first playouts,
#: where the gap looks too wide.
_TOGETHER: Final = 24
_AT_LEAST: Final = 16
#: Where playouts reach the end of the game, the chance from the margin counts as this many playouts.
_CURVE: Final = 1
#: The standard error to assume if nothing is drawn, so that all playouts are the same: if only others make choices in
#: them, and if the seat itself does too.
_ONE_COURSE: Final = (0.1, 0.75)


class Advice(NamedTuple):
    """A possible turn: its moves up to the first draw.

    ``margin`` is the expected final margin in points, used to compare turns; ``lead`` is the expected final lead over
    the best of the others, the same with two players. ``error`` is the standard error of the margin or, for all but the
    best turn, of its distance from the best; it is 0 only if the game ends with both. ``chance`` is the chance to win.
    ``courses`` are playouts that all turns have in common, up to the end of the seat's next turn or of the game.
    """

    moves: tuple[str, ...]
    margin: float
    lead: float
    error: float
    chance: float
    courses: tuple[Playout, ...] = ()


class Judged(NamedTuple):
    """A turn that was played: ``loss`` is the points missed against the best, in expected margin (0 or more).

    ``error`` is the standard error of the loss; ``at`` is the number of moves of the record before the turn.
    """

    at: int
    turn: int
    seat: int
    played: Advice
    best: Advice
    loss: float
    error: float


def win_chances(state: State) -> list[float]:
    """Return each seat's chance to win, 0 to 1, from a full state; at the end its share of the win.

    >>> from keyharvest.rules import new_game
    >>> win_chances(new_game(2))
    [0.5, 0.5]
    """
    if not state.stack:
        places = ranks(state)
        return [(place == 1) / places.count(1) for place in places]
    judge = Evaluator(state)
    margins = [judge.value(state, seat) for seat in range(state.players)]
    return chances(margins, sum(judge.turns_left) / state.players)


def advice(observation: Observation, number: int = 3, effort: Effort = HINT, seed: int = 0) -> list[Advice]:
    """Return the best turns for the seat of an observation, best first: by their margins, or by what is shown in the
    last turns, where that is the result of playouts to the end: first the chance, then the lead.

    Raise ``ValueError`` if the seat has nothing to decide, or unless the number and the effort are positive.

    >>> from keyharvest.game import Game
    >>> game = Game.new(2, start="random", seed=1)
    >>> best, second = advice(game.observation(game.actor), 2, Effort(200))
    >>> best.margin >= second.margin, 0 < best.chance < 1
    (True, True)
    """
    return in_one_go(advising(observation, number, effort, seed))


def advising(
    observation: Observation, number: int, effort: Effort, seed: int = 0
) -> Generator[float, None, list[Advice]]:
    """Find the best turns in slices of a few milliseconds: yield the progress, 0 to 1, and return the advice.

    The search has dropped most lines after a few playouts. So the best ones are compared in more, for up to as many
    positions again as the effort allows the search.
    """
    if number < 1:
        raise ValueError(f"number: {number}; expected 1 or more")
    search = _search(observation, effort, seed)
    work = _advised(search, observation, number, effort)
    while True:
        try:
            next(work)
        except StopIteration as done:
            found: list[Advice] = done.value
            return found
        yield min(1.0, search.positions / (2 * effort.positions))


def _advised(
    search: Search, observation: Observation, number: int, effort: Effort
) -> Generator[None, None, list[Advice]]:
    yield from search.run()
    lines = yield from choices(search, observation.view, number)
    lines = yield from paid(search, observation, lines)
    lines = yield from search.compare(lines[:number], _TOGETHER, effort.positions, _AT_LEAST)
    lines = unlike(lines, observation.view)
    soon = until_next(observation.view, observation.seat) <= effort.replies
    found = yield from _weighed(search, observation, lines, _TOGETHER if soon else _AT_LEAST)
    yield from search.forget()
    if observation.view.left >= 0:
        found.sort(key=lambda one: (percentage(one.chance), round(one.lead, 1), one.margin), reverse=True)
        of_moves = {line.moves: line for line in lines}
        best = of_moves[found[0].moves]
        found[1:] = [one._replace(error=_behind(of_moves[one.moves], best, observation)[1]) for one in found[1:]]
    return found


def reviewing(states: Sequence[State], moves: Sequence[str], effort: Effort, seed: int = 0) -> Iterator[Judged | None]:
    """Judge every turn of a game against the best one, by what its seat knew then; yield ``None`` between slices.

    A turn is judged by its moves up to the first draw; ``states`` are those before each move, and the last one.
    """
    for at, played in turns(states, moves):
        seat = actor(states[at])
        observation = observe(states[at], seat)
        search = _search(observation, effort, seed + at, played)
        yield from search.run()
        line = next(line for line in search.found if line.moves == played)
        (best,) = yield from choices(search, observation.view, 1)
        loss, error = _behind(line, best, observation)
        better, turn = yield from _weighed(search, observation, [best, line])
        yield from search.forget()
        yield Judged(at, states[at].turn, seat, turn, better, max(0.0, loss), error)


def _search(observation: Observation, effort: Effort, seed: int, also: tuple[str, ...] = ()) -> Search:
    """Make the search for advice: only points count, and every line is followed by at least one reply."""
    kept = effort.kept if observation.view.left < 0 else min(effort.kept, _KEPT_AT_END)
    effort = effort._replace(victory=0, replies=max(1, effort.replies), kept=kept)
    return Search(observation, effort, seed, also=also)


def turns(states: Sequence[State], moves: Sequence[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Yield where each turn begins, with its moves up to the first draw, another player's question, or its end."""
    for at, state in enumerate(states[:-1]):
        top = state.stack[-1]
        if isinstance(top, Turn) and (at == 0 or states[at - 1].turn != state.turn):
            end = at
            while end < len(moves) and states[end].turn == state.turn and actor(states[end]) == top.seat:
                end += 1
            yield at, tuple(moves[at:end])


def _behind(line: Line, best: Line, observation: Observation) -> tuple[float, float]:
    """Return by how many points a line is worse than the best one, and the standard error.

    If nothing varies in the playouts, the result is still uncertain, as it depends on the choices made in them; only
    the end of the game is certain.
    """
    view = observation.view
    behind, error = line.behind(best)
    alike = len(set(zip(line.values, best.values, strict=False))) < 2
    if alike and any(reduce(play, each.moves, view).stack for each in (line, best)):
        error = _ONE_COURSE[turns_left(view, observation.seat) > 0]
    return behind, error


def _weighed(
    search: Search, observation: Observation, lines: list[Line], courses: int = 0
) -> Generator[None, None, list[Advice]]:
    """Return the lines as advice, best first, evaluated after the others' replies or at the end of the game.

    As many ``courses`` are kept, up to the end of the seat's next turn; the search has played most of them.
    """
    view, seat = observation.view, observation.seat
    judge = Evaluator(view)
    left = sum(judge.turns_left) / view.players
    horizon, following = view.players - 1, until_next(view, seat)
    playouts = max(PLAYOUTS, min(_TOGETHER, *(len(line.values) for line in lines)))
    until = horizon + 2 if view.left < 0 else None
    best = lines[0]
    found = []
    for line in lines:
        now, played = reduce(play, line.moves, view), []
        for playout in range(playouts):
            replies = max(horizon, following if playout < courses else 0) if view.left < 0 else None
            played.append((yield from search.course(line, playout, replies)))
        ends = [course.states[:until][-1] for course in played]
        behind, error = _behind(line, best, observation)
        margin = best.mean - max(0.0, behind)
        lead = margin + average([_lead(judge, end, seat) - judge.value(end, seat) for end in ends])
        odds = _settled(chance(margin, view.players, left), now, ends, seat)
        error = best.error if line is best else error
        found.append(Advice(line.moves, margin, lead, error, odds, tuple(played[:courses])))
        yield
    return sorted(found, key=lambda one: -one.margin)


def followed(
    observation: Observation, found: Sequence[Advice], effort: Effort, seed: int, number: int = PLAYOUTS
) -> Generator[None, None, list[Advice]]:
    """Return turns with this many courses that they have in common, in slices; without a search."""
    view = observation.view
    search = _search(observation, effort, seed)
    replies = until_next(view, observation.seat) if view.left < 0 else None
    with_courses = []
    for one in found:
        courses = []
        for playout in range(number):
            courses.append(in_one_go(search.course(Line(one.moves, view), playout, replies)))
            yield
        with_courses.append(one._replace(courses=tuple(courses)))
    return with_courses


def turn_to_come(state: State, seat: int) -> bool:
    """Whether a seat has a turn after the present one (13.1), unless quiet rounds end the game (13.4)."""
    return state.left < 0 or state.left >= until_next(state, seat)


def until_next(state: State, seat: int) -> int:
    """Return the number of turns up to a seat's next one, which counts too."""
    return (seat - state.seat) % state.players or state.players


def _lead(judge: Evaluator, s: State, seat: int) -> float:
    """Return a seat's expected lead over the best of the others at the end."""
    worths = judge.worths(s)
    return worths[seat] - max(worth for other, worth in enumerate(worths) if other != seat)


def _settled(odds: float, now: State, ends: Sequence[State], seat: int) -> float:
    """Return the chance to win after a turn, from its state ``now``, the ends of playouts, and the curve's ``odds``.

    If all playouts reach the game's end, their results count, equal ends only once. If the turn itself ends the game,
    only that counts.
    """
    if not now.stack:
        return win_chances(now)[seat]
    if any(state.stack for state in ends):
        return odds
    won = average([win_chances(state)[seat] for state in ends])
    playouts = len({tuple(final_scores(state)) for state in ends})
    return (playouts * won + _CURVE * odds) / (playouts + _CURVE)
