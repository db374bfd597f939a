"""Hints: the best turns for an open question, found in slices from what one seat knows, and told in words."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from keyharvest import words
from keyharvest.knowledge import Observation, bag_size
from keyharvest.players.advice import HINT, Advice, Effort, advising
from keyharvest.rules import State, play
from keyharvest.rules.components import NUMBERS
from keyharvest.rules.frames import END, Chance
from keyharvest.rules.scoring import two_largest
from keyharvest.table.rivals import CAN, MAY, rivals
from keyharvest.words.hints import reason, to_do
from keyharvest.words.language import _, n_

#: So many turns are told at most.
TURNS: Final = 3
#: So many reasons are told at most.
_REASONS: Final = 4


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
        reasons: what sets it apart from the best turn, or the best from the next: points, and why.
        close: whether the two are so near to each other that chance decides between them.
        after: what the one who asked would see after these steps.
        moves: the steps as moves.
    """

    steps: tuple[Step, ...]
    draws: bool
    margin: float
    error: float
    chance: float
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
        other = found[min(1, len(found) - 1)] if number == 0 else found[0]
        apart = abs(one.margin - other.margin)
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
                _reasons(one, observation.seat, names),
                other is not one and apart <= max(one.error, other.error),
                after,
                one.moves,
            )
        )
    return rows


def _seen(view: State) -> State:
    """The view, less events that can't be in an empty bag: with them a draw would seem to follow that does not come."""
    if bag_size(view) or not view.bag_events:
        return view
    seen = view.copy()
    seen.bag_events = 0
    return seen


def _reasons(one: Advice, seat: int, names: Sequence[str]) -> tuple[tuple[float, str], ...]:
    rows = []
    for each in one.reasons:
        name = "" if each.seat == seat else names[each.seat]
        text = reason(each.feature, name, each.amount, each.than, each.crop, each.tiles, each.lost)
        if text:
            rows.append((each.points, text))
    return tuple(rows[:_REASONS])


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
    notes = _grown(before.fields[seat], after.fields[seat])
    if told.kind == "buy" and told.other >= 0:
        notes += _denied(before, told, names)
    if told.kind == "work":
        notes.append(n_("{number} point", "{number} points", NUMBERS[told.worker]).format(number=NUMBERS[told.worker]))
    if told.kind == "move" and told.event < 0:  # an event that moves a worker does not use its power (rule 12 X)
        notes.append(_("at no cost, and its power works again"))
    if told.kind == "store":
        tile = told.tiles.bit_length() - 1
        later = _grown(after.fields[seat], after.fields[seat] | 1 << tile)
        notes += [_("later {change}").format(change=change) for change in later]
        notes.append(_matching(observation, after, told.goods, names))
    return notes


def _grown(old: int, new: int) -> list[str]:
    """How the two groups that count have grown or shrunk."""
    found = []
    (largest, second), (larger, follower) = two_largest(old), two_largest(new)
    if larger != largest:
        found.append(_("largest group {old} to {new}").format(old=largest, new=larger))
    if follower != second:
        found.append(_("second group {old} to {new}").format(old=second, new=follower))
    return found


def _denied(before: State, told: words.Brief, names: Sequence[str]) -> list[str]:
    """What a tile would have brought the one from whose store it is bought."""
    old = before.fields[told.other]
    (largest, second), (larger, follower) = two_largest(old), two_largest(old | told.tiles)
    gain = larger + 2 * follower - largest - 2 * second
    if gain <= 0:
        return []
    return [
        n_("worth {number} point to {name}", "worth {number} points to {name}", gain).format(
            number=gain, name=names[told.other]
        )
    ]


def _matching(observation: Observation, after: State, bid: int, names: Sequence[str]) -> str:
    """Who could buy a tile from the store for its bid, as far as is known."""
    found = rivals(after, observation.unknown, observation.seat, observation.seat, bid)
    can = [names[seat] for seat, match in found.items() if match == CAN]
    may = [names[seat] for seat, match in found.items() if match == MAY]
    if can:
        return _("{names} can match the bid").format(names=words.listing(can))
    if may:
        return _("{names} may be able to match the bid").format(names=words.listing(may))
    return _("nobody can match the bid")
