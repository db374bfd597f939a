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
from keyharvest.rules.turn import FROM_STORES, TO_STORE, Turn
from keyharvest.table.effects import POINTS, Effect, effects, grown, left, points, turn_to_come, wanted
from keyharvest.table.rivals import CAN, MAY, could_harvest, rivals
from keyharvest.words.hints import forecast, rank, to_do
from keyharvest.words.language import _, n_

#: So many turns are told at most.
TURNS: Final = 3
#: Effects that only fill up are told up to so many in all; and so many forecasts.
_EFFECTS: Final = 5
_REASONS: Final = 2
#: So many actions a turn has (rule 3.1).
_ACTIONS: Final = 2
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
        steps: what is done up to the first draw, or to the end of the turn; ``then``: how it goes on after a draw,
            empty if none follows.
        margin, chance: as in :class:`~keyharvest.players.advice.Advice`. ``rank``: in words, how it compares with the
            best turn; empty for that.
        effects: what its steps change at once, counted before and after them.
        reasons: what will probably come of it later against the best turn, or of the best against the next; none if it
            is close.
        close: whether it is as good as the best, or the best as the next, as far as can be told.
        after: what the one who asked would see after these steps.
        moves: the steps as moves.
    """

    steps: tuple[Step, ...]
    then: str
    margin: float
    rank: str
    chance: float
    effects: tuple[Effect, ...]
    reasons: tuple[str, ...]
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
    ends = []
    for one in found:
        after = _seen(observation.view)
        for move in one.moves:
            after = play(after, move)
        ends.append(after)
    brought = [effects(observation, after, names) for after in ends]
    rows, close = [], True
    for number, (one, after, chosen) in enumerate(zip(found, ends, compared(brought), strict=True)):
        other = 0 if number else min(1, len(found) - 1)
        rival = found[max(number, other)]
        # A turn is as good as the best only if all between them are.
        close = close and number != other and equal(found[0].margin - rival.margin, rival.error)
        denied = {effect.seat for effect in (*brought[number], *brought[other]) if effect.kind == "denied"}
        rows.append(
            Told(
                steps(observation, one.moves, names),
                _then(after, observation.seat),
                one.margin,
                rank(found[0].margin - one.margin, close) if number else "",
                one.chance,
                chosen,
                () if close else _reasons(one, observation.seat, names, denied),
                close,
                after,
                one.moves,
            )
        )
    return rows


def compared(brought: Sequence[Sequence[Effect]]) -> list[tuple[Effect, ...]]:
    """What is told of each of some turns: all that is points, and of the rest, for all alike, what differs most."""

    def difference(kind: str) -> tuple[bool, float, float]:
        sums = [sum(effect.weight for effect in each if effect.kind == kind) for each in brought]
        texts = {tuple(effect.text for effect in each if effect.kind == kind) for each in brought}
        return len(texts) > 1, max(sums) - min(sums), max(map(abs, sums))

    rest = {effect.kind for each in brought for effect in each} - POINTS
    most = max(sum(effect.kind in POINTS for effect in each) for each in brought)
    kinds = POINTS.union(sorted(sorted(rest), key=difference, reverse=True)[: max(1, _EFFECTS - most)])
    for each in brought:
        if not any(effect.kind in kinds for effect in each):
            kinds |= {effect.kind for effect in each}
    nothing = Effect("nothing", 0, _("No point and no counter changes at once."))
    return [tuple(effect for effect in each if effect.kind in kinds) or (nothing,) for each in brought]


def _then(after: State, seat: int) -> str:
    """How a turn goes on after a draw, if one follows."""
    if not after.stack or not isinstance(after.stack[-1], Chance):
        return ""
    turn = next((frame for frame in after.stack if isinstance(frame, Turn) and frame.seat == seat), None)
    if turn is None:
        return _("then see what is drawn")
    if turn.used.bit_count() < _ACTIONS:
        return _("then see what is drawn, and choose the action that is left")
    if turn.open & TO_STORE:
        return _("then see what is drawn: a second tile may be stored")
    if turn.open & FROM_STORES:
        return _("then see what is drawn: a second tile may be placed")
    return _("then see what is drawn: both actions are used")


def _seen(view: State) -> State:
    """The view, less events that can't be in an empty bag: with them a draw would seem to follow that does not come."""
    if bag_size(view) or not view.bag_events:
        return view
    seen = view.copy()
    seen.bag_events = 0
    return seen


def _reasons(one: Advice, seat: int, names: Sequence[str], denied: set[int]) -> tuple[str, ...]:
    """Forecasts in words, without the groups of those of whom it is told already that they don't get a tile."""
    rows = [
        forecast(each.feature, "" if each.seat == seat else names[each.seat], each.more)
        for each in one.reasons
        if each.feature != "groups" or each.seat not in denied
    ]
    return tuple(text for text in rows if text)[:_REASONS]


def steps(observation: Observation, moves: Sequence[str], names: Sequence[str]) -> tuple[Step, ...]:
    """The steps of a turn, each with what it brings."""
    found: list[Step] = []
    begun = before = _seen(observation.view)
    for at, move in enumerate(moves):
        after = play(before, move)
        told_of = words.sentence(before, move, after, names, None, moves[:at])
        if told_of or (move == END and not found):
            brief = words.brief(before, move, after, names, moves[:at])
            # That a worker's power is left alone is no step.
            if brief.kind != "decline" or brief.worker < 0 or not found:
                text = to_do(brief, before, move, names)
                found.append(Step(brief, text, tuple(_brings(observation, brief, begun, after, names))))
            begun = after
        before = after
    return tuple(found)


def _brings(
    observation: Observation, told: words.Brief, before: State, after: State, names: Sequence[str]
) -> list[str]:
    """What a step brings for sure: groups that grow, points of a worker, who would like to match a bid."""
    seat = observation.seat
    notes = grown(before.fields[seat], after.fields[seat])
    if not notes and told.kind in ("place", "buy") and told.tiles & after.fields[seat]:
        notes.append(_("no point by itself"))
    if told.kind == "buy" and told.tiles:
        notes += _denied(observation, told.tiles, names)
    if told.kind == "work":
        notes += _played(before, after, seat)
    if told.kind == "move" and told.event < 0:  # an event that moves a worker does not use its power (rule 12 X)
        gone = _gone(before, after, seat)
        notes.append(_("its power works again") if gone else _("at no cost, and its power works again"))
        notes += gone
    if told.kind == "store":
        notes += _waiting(after, told, seat)
        if turn_to_come(after, seat):
            notes.append(_matching(observation, after, told, names))
    return notes


def _played(before: State, after: State, seat: int) -> list[str]:
    """What a worker brings, less those that had to go for it."""
    return [points(worker_points(after, seat) - worker_points(before, seat)), *_gone(before, after, seat)]


def _gone(before: State, after: State, seat: int) -> list[str]:
    stay = [worker for worker, _space in after.posts[seat]]
    return [left(worker) for worker, _space in before.posts[seat] if worker not in stay]


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


def _denied(observation: Observation, tiles: int, names: Sequence[str]) -> list[str]:
    """What a bought tile would have brought the other to whom it is worth most."""
    other, worth = wanted(observation, tiles.bit_length() - 1)
    if worth <= 0:
        return []
    text = n_("worth {number} point to {name}", "worth {number} points to {name}", worth)
    return [text.format(number=worth, name=names[other])]


def _matching(observation: Observation, after: State, told: words.Brief, names: Sequence[str]) -> str:
    """Who might buy a tile from the store, as far as is known, of those to whom it is worth a point."""
    unknown, seat = observation.unknown, observation.seat
    worth = {other: gain(fields, fields | told.tiles) for other, fields in enumerate(after.fields)}
    found = rivals(after, unknown, seat, seat, told.goods)
    eager = [other for other in found if worth[other] > 0 and turn_to_come(after, other)]
    can = [names[other] for other in eager if found[other] == CAN]
    may = [names[other] for other in eager if found[other] == MAY]
    reaping = [names[other] for other in eager if could_harvest(after, unknown, other, told.goods)]
    if can:
        return _("{names} can pay for it and would gain by it: you would get your bid twice").format(
            names=words.listing(can)
        )
    if may:
        return _("{names} may be able to pay for it and would gain by it: you would get your bid twice").format(
            names=words.listing(may)
        )
    if reaping:
        return _("{names} could pay for it after a harvest and would gain by it: you would get your bid twice").format(
            names=words.listing(reaping)
        )
    return _("nobody who could pay for it would gain by it")
