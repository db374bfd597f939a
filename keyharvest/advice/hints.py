"""Hints: the best turns for an open question, found in slices from what one seat knows, and told in words."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from typing import Final, Literal

from keyharvest.advice.advice import HINT, Advice, Difference, Effort, advising
from keyharvest.advice.choices import equal
from keyharvest.advice.contrast import Contrast, Outcome, apart, compared
from keyharvest.advice.effect import Effect, points
from keyharvest.advice.effects import effects
from keyharvest.advice.sequel import Deed
from keyharvest.advice.steps import Step, steps
from keyharvest.advice.to_come import action_left, left_to_do, still_to_take
from keyharvest.advice.wording import comparison, forecast, rank
from keyharvest.knowledge import Observation, bag_size
from keyharvest.rules import State, legal, play
from keyharvest.rules.components import EVENT_SPACES
from keyharvest.rules.frames import Chance, RegistryDraw
from keyharvest.rules.geometry import SPACES
from keyharvest.rules.scoring import gain
from keyharvest.rules.turn import FROM_STORES, TO_STORE
from keyharvest.words.language import _, n_
from keyharvest.words.terms import references, worker

#: So many turns are told at most, and so many forecasts.
TURNS: Final = 3
_REASONS: Final = 2
#: Between these chances to win a game is open.
_OPEN: Final = (0.05, 0.95)


@dataclass(frozen=True, slots=True)
class Told:
    """A turn that could be played.

    Attributes:
        steps: what is done up to the first draw, or to the end of the turn; ``then``: how it goes on after a draw,
            empty if none follows.
        margin, chance: as in :class:`~keyharvest.advice.advice.Advice`; ``lead``: that of the best turn, in tenths of
            points, less by as many as this one is behind it, or its own in the last turns.
        rank: in words, how it compares with the best turn; empty for that.
        effects: what its steps change at once, counted before and after them.
        contrast: what sets it apart from the best turn, or the best from the next; ``None`` if it is the only one.
        reasons: what will probably come of it later against that turn and speaks for the better one of them; none if
            which one that is is close or doubted. ``later``: whether it will have come only by the end of the own next
            turn, which is told where nothing else speaks for that one.
        close: whether it is as good as the best, or the best as the next, as far as can be told.
        after: what the one who asked would see after these steps.
        moves: the steps as moves.
    """

    steps: tuple[Step, ...]
    then: str
    margin: float
    lead: float
    rank: str
    chance: float
    effects: tuple[Effect, ...]
    contrast: Contrast | None
    reasons: tuple[str, ...]
    close: bool
    after: State
    moves: tuple[str, ...]
    later: bool = False


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
        """Whether the game is as good as won or lost whatever is done.

        A lead that says otherwise leaves it open: of as many points the counters decide (rule 13.3).
        """
        if not self.done:
            return False
        chance, lead = self.found[0].chance, round(self.found[0].lead)
        return lead < 0 if chance <= _OPEN[0] else lead > 0 and chance >= _OPEN[1]

    @property
    def digits(self) -> Literal[0, 1]:
        """In how many decimals leads are shown: in a decided game in none, unless two are less than a point apart."""
        leads = [told.lead for told in self.found]
        return 0 if self.decided and not any(0 < abs(one - other) < 1 for one, other in pairwise(leads)) else 1

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
    """Advice in words.

    They speak of margins, by which turns are compared, in tenths of points, and leads are shown as far apart: so the
    same difference is never told in two ways. But in the last turns, which are imagined to the end, each lead is what
    came of its turn there.
    """
    found = [one._replace(moves=_plainly(observation.view, one.moves)) for one in found]
    ends = [reduce(play, one.moves, observation.view) for one in found]
    outcomes = [
        Outcome(end, effects(observation, end, names), steps(observation, one.moves, names))
        for one, end in zip(found, ends, strict=True)
    ]
    behind = [round(found[0].margin - one.margin, 1) for one in found]
    rows, close = [], True
    for number, (one, outcome, chosen) in enumerate(
        zip(found, outcomes, compared([each.brought for each in outcomes]), strict=True)
    ):
        other = 0 if number else min(1, len(found) - 1)
        rival = found[max(number, other)]
        # A turn is as good as the best only if all between them are.
        close = close and number != other and equal(behind[max(number, other)], rival.error)
        contrast: Contrast | None = None
        reasons: tuple[str, ...] = ()
        balance, later = 0.0, False
        if number != other:
            (ours, theirs), both = apart(observation, (outcomes[number], outcomes[other]), names)
            told_of = (each._replace(seat=observation.seat) if each.seat < 0 else each for each in (*ours, *theirs))
            known = {(each.kind, each.seat) for each in told_of}
            balance = sum(each.weight for each in ours) - sum(each.weight for each in theirs)
            balance *= -1 if number else 1
            if not (close or rival.doubted):
                reasons = _reasons(one.reasons, not number, observation.seat, names, known)
                if not reasons and balance <= 0:
                    reasons = _reasons(one.later, not number, observation.seat, names, known)
                    later = bool(reasons)
            verdict = _verdict(found, (number, other), behind, close, balance, bool(reasons), observation.seat, names)
            contrast = Contrast(other, ours, theirs, both, verdict)
        rows.append(
            Told(
                outcome.steps,
                _then(outcome.after, observation.seat, one.then),
                one.margin,
                round(found[0].lead - behind[number], 1) if observation.view.left < 0 else one.lead,
                rank(
                    behind[number],
                    close,
                    found[0].chance - one.chance,
                    one.error,
                    balance,
                    bool(reasons),
                    one.doubted,
                )
                if number
                else "",
                one.chance,
                chosen,
                contrast,
                reasons,
                close,
                outcome.after,
                one.moves,
                later,
            )
        )
    return rows


def _plainly(view: State, moves: tuple[str, ...]) -> tuple[str, ...]:
    """The moves, or the single one that leads to the same: a tile placed and passed on is a tile passed on."""
    end = reduce(play, moves, view)
    single = ((move,) for move in legal(view) if len(moves) > 1 and play(view, move) == end)
    return next(single, moves)


def _verdict(
    found: Sequence[Advice],
    pair: tuple[int, int],
    behind: Sequence[float],
    close: bool,
    balance: float,
    forecasts: bool,
    seat: int,
    names: Sequence[str],
) -> str:
    """What more there is to say of the difference between two of the turns found, one of them the best.

    ``behind``: by how many points each is behind that; ``balance``: the points by which what is told at once speaks for
    the better one.
    """
    number, other = pair
    one, rival = found[number], found[other]
    text = comparison(
        behind[max(pair)],
        found[max(pair)].error,
        close,
        abs(one.chance - rival.chance),
        balance,
        forecasts,
        found[max(pair)].doubted,
    )
    likelier = number if one.chance > rival.chance else other
    better, lesser = sorted((number + 1, other + 1))
    courses = _("the one course looked at") if found[max(pair)].single else _("the courses looked at")
    told = [text.format(other=other + 1, better=better, lesser=lesser, likelier=likelier + 1, courses=courses)]
    told += [_level(each, found[each].level, seat, names) for each in sorted(pair)]
    return " ".join(filter(None, told))


def _level(number: int, winners: Sequence[int], seat: int, names: Sequence[str]) -> str:
    """Who wins after a turn that will probably end with as many points, if anybody (rule 13.3)."""
    if len(winners) > 1:
        return _("Choice {number} probably ends level in points, fields and counters: the win is shared.").format(
            number=number + 1
        )
    if seat in winners:
        text = _("Choice {number} probably ends level in points: then fields and counters decide, for you.")
        return text.format(number=number + 1)
    text = _("Choice {number} probably ends level in points: then fields and counters decide, for {name}.")
    return text.format(number=number + 1, name=names[winners[0]]) if winners else ""


def _then(after: State, seat: int, probably: Sequence[Deed]) -> str:
    """How a turn goes on after a draw, if one follows, probably, and how likely that draw begins the end of the game.

    How many of the tiles in the bag are events is known, though with three or four players not which (rule 14.2).
    """
    then, number = _goes_on(after, seat), bag_size(after)
    if then and left_to_do(after, seat) and probably:
        then = _("{then}; most often: {deeds}").format(then=then, deeds=", ".join(_deeds(after, seat, probably)))
    events = number - after.bag.bit_count()
    refill = bool(after.stack) and isinstance(after.stack[-1], RegistryDraw)  # other draws set events aside (rule 9.4)
    if not (refill and events and len(after.placed) == EVENT_SPACES - 1):
        return then
    text = n_(
        "{then}; of the {number} tiles in the bag {events} is an event: it starts the end",
        "{then}; of the {number} tiles in the bag {events} are events: the next one starts the end",
        events,
    )
    return text.format(then=then, number=number, events=events)


def _deeds(after: State, seat: int, found: Sequence[Deed]) -> list[str]:
    """What is probably done after a draw, in words."""
    tiles = {kind: sum(1 << deed.what for deed in found if deed.kind == kind) for kind in ("place", "harvest", "store")}
    told = []
    if placed := tiles["place"]:
        text = _("place {tile}").format(tile=references(placed))
        won = gain(after.fields[seat], after.fields[seat] | placed)
        told.append(_("{deed} ({points})").format(deed=text, points=points(won)) if won else text)
    for deed in found:
        if deed.kind == "work" and deed.space < 0:
            told.append(_("play the {worker}").format(worker=worker(deed.what)))
        elif deed.kind == "work":
            told.append(_("{worker} to {space}").format(worker=worker(deed.what), space=SPACES[deed.space]))
    if tiles["harvest"]:
        told.append(_("harvest {tiles}").format(tiles=references(tiles["harvest"])))
    if tiles["store"]:
        told.append(_("store {tile}").format(tile=references(tiles["store"])))
    return told


def _goes_on(after: State, seat: int) -> str:
    """How a turn goes on after a draw, if one follows."""
    turn = left_to_do(after, seat)
    if turn is None:
        top = after.stack[-1] if after.stack else None
        if isinstance(top, RegistryDraw):
            return _("then a tile is drawn for the registry")
        return _("then see what is drawn") if isinstance(top, Chance) else ""
    tiles = still_to_take(after, seat)
    stored = turn.open & TO_STORE and tiles & after.registry
    placed = turn.open & FROM_STORES and tiles & ~after.registry
    if action_left(turn):
        if stored:
            return _("then see what is drawn: a second tile may be stored, and an action is left")
        if placed:
            return _("then see what is drawn: a second tile may be placed, and an action is left")
        return _("then see what is drawn, and choose the action that is left")
    if stored:
        return _("then see what is drawn: a second tile may be stored")
    if placed:
        return _("then see what is drawn: a second tile may be placed")
    return _("then see what is drawn: both actions are used")


def _reasons(
    found: Sequence[Difference], better: bool, seat: int, names: Sequence[str], known: set[tuple[str, int]]
) -> tuple[str, ...]:
    """Forecasts in words that speak for a turn if it is the better one, or against it.

    What follows from what is told at once is left out: tiles that others don't get, payments; and so is what seems to
    take it back: that there is space for other workers than can be played next. Who has less room for workers because
    they have been played, or more because they have not, gains or loses nothing by it.
    """
    played = {each.seat: each.more for each in found if each.feature == "workers"}
    follows = {"groups": "denied", "counters": "others' counters", "room": "room"}
    rows = [
        forecast(each.feature, "" if each.seat == seat else names[each.seat], each.more, each.in_all)
        for each in found
        if (each.points > 0) is better
        and (follows.get(each.feature), each.seat) not in known
        and (each.feature != "room" or each.more * played.get(each.seat, 0) >= 0)
    ]
    return tuple(text for text in rows if text)[:_REASONS]
