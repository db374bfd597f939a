"""Find the best turns for a question, and judge each turn of a record against the best one.

It uses the search of the computer players, which sees only observations, so a hint reveals nothing that the seat may
not know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator, Sequence
from functools import reduce
from typing import Final, NamedTuple

from keyharvest.advice.choices import PLAYOUTS, choices, paid, unlike, unused
from keyharvest.advice.reasons import actions_left, turn_to_come, until_next
from keyharvest.knowledge import Observation, observe
from keyharvest.rules import State, actor, counters, final_scores, play, ranks
from keyharvest.rules.turn import Turn
from keyharvest.search import Effort as Effort
from keyharvest.search import Evaluator, Line, Search, in_one_go
from keyharvest.search.chances import chance, chances
from keyharvest.search.evaluation import turns_left
from keyharvest.search.search import average
from keyharvest.words.terms import percentage

#: The effort of the search for a hint, for the coach, and at each turn of a review, which compares few lines in many
#: simulations. A hint compares more, so that the second and third turn really are second and third.
HINT: Final = Effort(20000, width=6, kept=10, replies=3, planned=True)
COACH: Final = Effort(600, width=4, kept=6)
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
    If it leaves an action unused, and the search has compared ways to use it in the same playouts, of which none is
    better, ``use`` is the best of these, its moves with those of this turn, and ``cost`` the points that it loses.
    ``later`` contains, for each of the playouts that all turns have in common, the points that each seat gains after
    this turn, up to the end of the seat's next turn; it is empty if none comes, or if the playouts aren't planned. If
    an action is still open after a draw, ``rest`` contains what is gained before, up to the end of this turn: each
    seat's points, then the seat's own counters and ripe fields; ``then`` is the action that follows in more than half
    of them: "harvest", "worker", "place", "store" or "nothing".
    """

    moves: tuple[str, ...]
    margin: float
    lead: float
    error: float
    chance: float
    cost: float = 0.0
    use: tuple[str, ...] = ()
    later: tuple[tuple[int, ...], ...] = ()
    rest: tuple[tuple[int, ...], ...] = ()
    then: str = ""


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
    found = yield from _weighed(search, observation, lines, effort.replies * effort.planned)
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
    search: Search, observation: Observation, lines: list[Line], further: int = 0
) -> Generator[None, None, list[Advice]]:
    """Return the lines as advice, best first, evaluated after the others' replies or at the end of the game.

    Unless ``further`` is 0, count the points up to the end of this turn and of the seat's next one, too: in all
    playouts if that is among as many replies, which the search has played, else in a few.
    """
    view, seat = observation.view, observation.seat
    judge = Evaluator(view)
    left = sum(judge.turns_left) / view.players
    horizon, following = view.players - 1, until_next(view, seat) if further and turn_to_come(view, seat) else 0
    playouts = max(PLAYOUTS, min(_TOGETHER, *(len(line.values) for line in lines)))
    counted = 0 if not further else playouts if following <= further else PLAYOUTS
    until = horizon + 2 if view.left < 0 else None
    best = lines[0]
    found = []
    for line in lines:
        now, ends, later, rest = reduce(play, line.moves, view), [], [], []
        half, then = actions_left(now, seat) > 0, Counter[str]()
        for playout in range(playouts):
            replies = max(horizon, following if playout < counted else 0) if view.left < 0 else None
            course = yield from search.course(line, playout, replies)
            ends.append(course[:until][-1])
            if playout < counted:
                if half:
                    own = zip(
                        *([counters.total(s.hands[seat]), s.ripe[seat].bit_count()] for s in course[:2]), strict=True
                    )
                    rest.append((*_gains(*course[:2]), *(new - old for old, new in own)))
                    then[_action(seat, *course[:2])] += 1
                if following:
                    later.append(_gains(course[half], course[: following + 2][-1]))
        behind, error = _behind(line, best, observation)
        margin = best.mean - max(0.0, behind)
        lead = margin + average([_lead(judge, end, seat) - judge.value(end, seat) for end in ends])
        odds = _settled(chance(margin, view.players, left), now, ends, seat)
        error = best.error if line is best else error
        usual = "".join(action for action, number in then.items() if 2 * number > counted)
        use = unused(search.found, line, view)
        found.append(Advice(line.moves, margin, lead, error, odds, *use, tuple(later), tuple(rest), usual))
        yield
    return sorted(found, key=lambda one: -one.margin)


def _gains(start: State, end: State) -> tuple[int, ...]:
    """Return the points that each seat gains between two states."""
    return tuple(new.total - old.total for old, new in zip(*map(final_scores, (start, end)), strict=True))


def _action(seat: int, start: State, end: State) -> str:
    """Return the action of a seat between two states of its turn, by the first trace of it."""
    (had, ripe, owned), (has, left, own) = (
        ({worker for worker, _ in s.posts[seat]}, s.ripe[seat], s.fields[seat]) for s in (start, end)
    )
    traces = {
        "worker": has - had,
        "store": {tile for tile, _ in end.stores[seat]} - {tile for tile, _ in start.stores[seat]},
        "place": own & ~owned,
        "harvest": ripe & ~left & own,
    }
    return next((action for action, found in traces.items() if found), "worker" if had - has else "nothing")


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
