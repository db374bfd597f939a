"""Hints: the best turns for an open question, found in slices from what one seat knows, and told in words."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from keyharvest import words
from keyharvest.knowledge import Observation, bag_size
from keyharvest.players.advice import HINT, Advice, Effort, advising, equal
from keyharvest.rules import State, play
from keyharvest.rules.frames import END, Chance
from keyharvest.rules.geometry import touching
from keyharvest.rules.scoring import gain, worker_points
from keyharvest.table.effects import Effect, effects, grown, points, turn_to_come
from keyharvest.table.rivals import CAN, MAY, could_harvest, rivals
from keyharvest.words.hints import forecast, to_do
from keyharvest.words.language import _, n_

#: So many turns are told at most.
TURNS: Final = 3
#: So many effects and so many forecasts are told at most.
_EFFECTS: Final = 5
_REASONS: Final = 2
_LITTLE: Final = 0.1
#: Between these chances to win a game is open.
_OPEN: Final = (0.05, 0.95)


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a turn: what happens, as an advice in words, and what it brings."""

    told: words.Brief
    text: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """A turn that could be played.

    Attributes:
        steps: what is done up to the first draw, or to the end of the turn; ``draws``: whether a draw follows.
        margin, error, chance: as in :class:`~keyharvest.players.advice.Advice`.
        effects: what its steps change for the one who asked, counted before and after them.
        reasons: what others will probably have of it against the best turn, or of the best against the next: points,
            and why; none if it is close.
        close: whether it is as good as the best, or the best as the next, as far as can be told.
        after: what the one who asked would see after these steps.
        moves: the steps as moves.
    """

    steps: tuple[Step, ...]
    draws: bool
    margin: float
    error: float
    chance: float
    effects: tuple[Effect, ...]
    reasons: tuple[tuple[float, str], ...]
    close: bool
    after: State
    moves: tuple[str, ...]


class Hints:
    """What a good player would do: begun at a question, looked for in slices, then told.

    It never sees more than the observation it was given (rule 14).

    Attributes:
        progress: how much of the looking is done, 0 to 1; ``found``: the best turns, once they are known.
        chosen: the number of the turn that is shown on the board.
    """

    def __init__(
        self, observation: Observation, names: Sequence[str], seed: int = 0, number: int = TURNS, effort: Effort = HINT
    ) -> None:
        self.progress = 0.0
        self.found: list[Told] = []
        self.chosen = 0
        self._observation = observation
        self._names = names
        self._work = advising(observation, number, effort, seed)

    @property
    def done(self) -> bool:
        """Whether the turns are known."""
        return bool(self.found)

    @property
    def decided(self) -> bool:
        """Whether the game is as good as won or lost whatever is done: then fractions of points are of no interest."""
        return self.done and not _OPEN[0] < self.found[0].chance < _OPEN[1]

    def think(self, seconds: float) -> None:
        """Look on for so long, or a little longer."""
        until = time.perf_counter() + seconds
        while not self.done:
            try:
                self.progress = max(self.progress, next(self._work))
            except StopIteration as done:
                self.progress = 1.0
                self.found = told(self._observation, done.value, self._names)
            if time.perf_counter() >= until:
                return


def told(observation: Observation, found: Sequence[Advice], names: Sequence[str]) -> list[Told]:
    """Advice in words."""
    rows = []
    for number, one in enumerate(found):
        close = False
        if len(found) > 1:
            rival = found[max(number, 1)]
            close = equal(found[0].margin - rival.margin, rival.error)
        after = _seen(observation.view)
        for move in one.moves:
            after = play(after, move)
        rows.append(
            Told(
                steps(observation, one.moves, names),
                bool(after.stack) and isinstance(after.stack[-1], Chance),
                one.margin,
                one.error,
                one.chance,
                _effects(observation, after, names, best=number == 0),
                () if close else _reasons(one, names),
                close,
                after,
                one.moves,
            )
        )
    return rows


def _effects(observation: Observation, after: State, names: Sequence[str], best: bool) -> tuple[Effect, ...]:
    """The weightiest effects, gains first; of the best turn also, that it gains nothing that could be counted."""
    found = effects(observation, after, names)
    kept = sorted(found, key=lambda effect: -abs(effect.weight))[:_EFFECTS]
    if best and not any(effect.weight > 0 for effect in found):
        kept.insert(0, Effect(_LITTLE, _("Nothing that was looked at comes out better.")))
    return tuple(sorted(kept, key=lambda effect: -effect.weight))


def _seen(view: State) -> State:
    """The view, less events that can't be in an empty bag: with them a draw would seem to follow that does not come."""
    if bag_size(view) or not view.bag_events:
        return view
    seen = view.copy()
    seen.bag_events = 0
    return seen


def _reasons(one: Advice, names: Sequence[str]) -> tuple[tuple[float, str], ...]:
    rows = [(each.points, forecast(each.feature, names[each.seat], each.more)) for each in one.reasons]
    return tuple((worth, text) for worth, text in rows if text)[:_REASONS]


def steps(observation: Observation, moves: Sequence[str], names: Sequence[str]) -> tuple[Step, ...]:
    """The steps of a turn, each with what it brings."""
    found: list[Step] = []
    begun = before = _seen(observation.view)
    for at, move in enumerate(moves):
        after = play(before, move)
        told_of = words.sentence(before, move, after, names, None, moves[:at])
        if told_of or (move == END and not found):
            brief = words.brief(before, move, after, names, moves[:at])
            text = to_do(brief, before, move, names)
            found.append(Step(brief, text, tuple(_brings(observation, brief, begun, after, names))))
            begun = after
        before = after
    return tuple(found)


def _brings(
    observation: Observation, told: words.Brief, before: State, after: State, names: Sequence[str]
) -> list[str]:
    """What a step brings for sure: groups that grow, points of a worker, who could match a bid."""
    seat = observation.seat
    notes = grown(before.fields[seat], after.fields[seat])
    if told.kind == "buy" and told.other >= 0:
        notes += _denied(before, told, names)
    if told.kind == "work":
        notes += _played(before, after, seat)
    if told.kind == "move" and told.event < 0:  # an event that moves a worker does not use its power (rule 12 X)
        notes.append(_("at no cost, and its power works again"))
    if told.kind == "store":
        notes += _waiting(after, told, seat)
        notes.append(_matching(observation, after, told.goods, names))
    return notes


def _played(before: State, after: State, seat: int) -> list[str]:
    """What a worker brings, less those that had to go for it."""
    more = points(worker_points(after, seat) - worker_points(before, seat))
    stay = [worker for worker, _space in after.posts[seat]]
    gone = [words.worker(worker) for worker, _space in before.posts[seat] if worker not in stay]
    return [_("{points}, for the {worker} goes").format(points=more, worker=words.listing(gone)) if gone else more]


def _waiting(after: State, told: words.Brief, seat: int) -> list[str]:
    """What a tile in the store is good for once it is placed."""
    if not turn_to_come(after, seat):
        return [_("can't be placed any more")]
    fields = after.fields[seat]
    notes = [_("later {change}").format(change=change) for change in grown(fields, fields | told.tiles)]
    if not touching(told.tiles) & fields:
        notes.append(_("touches none of your fields"))
    for worker, space in after.posts[seat]:
        if told.tiles >> space & 1:
            notes.append(_("later displaces your {worker}").format(worker=words.worker(worker)))
    return notes


def _denied(before: State, told: words.Brief, names: Sequence[str]) -> list[str]:
    """What a tile would have brought the one from whose store it is bought."""
    old = before.fields[told.other]
    lost = gain(old, old | told.tiles)
    if lost <= 0:
        return []
    return [
        n_("worth {number} point to {name}", "worth {number} points to {name}", lost).format(
            number=lost, name=names[told.other]
        )
    ]


def _matching(observation: Observation, after: State, bid: int, names: Sequence[str]) -> str:
    """Who could buy a tile from the store for its bid, as far as is known: at once, or after a harvest."""
    unknown, seat = observation.unknown, observation.seat
    found = rivals(after, unknown, seat, seat, bid)
    can = [names[other] for other, match in found.items() if match == CAN]
    may = [names[other] for other, match in found.items() if match == MAY]
    if can:
        return _("{names} can match the bid").format(names=words.listing(can))
    if may:
        return _("{names} may be able to match the bid").format(names=words.listing(may))
    reaping = [names[other] for other in found if could_harvest(after, unknown, other, bid)]
    if reaping:
        return _("{names} could match the bid after a harvest").format(names=words.listing(reaping))
    return _("nobody can match the bid with what they hold or one harvest")
