"""Most of a crop in words: who comes to hold it alone, who no longer does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from keyharvest import words
from keyharvest.advice.effect import Effect, points, share
from keyharvest.knowledge import Observation, hidden
from keyharvest.rules import State, counters
from keyharvest.rules.components import CROPS, QUESTION_SPACE
from keyharvest.rules.turn import Turn
from keyharvest.words.language import _

#: About how many points most of a crop is worth before the end is near.
_SO_FAR: Final = 0.2


def crops(observation: Observation, after: State, names: Sequence[str]) -> Iterator[Effect]:
    """Crops of which somebody comes to hold most alone, or does so no longer, whatever is held unseen.

    They are points only at the end: before the seventh event they are told as what they are so far.
    """
    view, seat = observation.view, observation.seat
    late = crops_count(view)
    for crop in range(len(CROPS)):
        was, now = ([alone(observation, state, crop, farm) for farm in range(view.players)] for state in (view, after))
        winner = next((farm for farm in range(view.players) if was[farm] is False and now[farm]), -1)
        loser = next((farm for farm in range(view.players) if was[farm] and now[farm] is False), -1)
        changes = {farm: more for farm, more in ((winner, 1), (loser, -1)) if farm >= 0}
        if not changes:
            continue
        held = {farm: counters.count(after.hands[farm], crop) for farm in range(view.players)}
        if not late and not any(held[farm] for farm in changes):
            continue
        told = _most(observation, crop, held, (winner, loser), names)
        if late:
            own_first = sorted(changes, key=lambda farm: farm != seat)
            more = [points(changes[farm], "" if farm == seat else names[farm]) for farm in own_first]
            text = _("{points}: {changes}.").format(points=words.listing(more), changes=told)
        else:
            text = _("So far {changes}.").format(changes=told) if winner >= 0 else words.sentence_case(f"{told}.")
        weight = sum(share(observation, farm) * each for farm, each in changes.items())
        about = f"{CROPS[crop]} {changes}"
        yield Effect("crops" if late else "crops so far", weight if late else _SO_FAR * weight, text, about=about)


def _most(
    observation: Observation, crop: int, held: dict[int, int], changed: tuple[int, int], names: Sequence[str]
) -> str:
    """Who comes to hold most of a crop alone and who no longer does, -1 for nobody; with the counters of both."""
    seat, (winner, loser) = observation.seat, changed
    unseen = {farm: _unseen(observation, crop, farm) for farm in held}
    if winner < 0:
        text = _("{name} no longer has most {crop}, {held}")
        if loser == seat:
            text = _("you no longer have most {crop}, {held}")
        now = _tie(held, unseen, loser, ["" if farm == seat else name for farm, name in enumerate(names)])
        return text.format(name=names[loser], crop=words.crop(crop), held=now)
    other = loser if loser >= 0 else _next(held, winner)
    if seat not in (winner, other):
        text = _("{name} has most {crop}, {most} before {other} with {least}")
        if loser >= 0:
            text = _("{name}, not {other}, has most {crop}, {most} to {least}")
    elif winner == seat:
        text = _("you have most {crop}, {most} before {other} with {least}")
        if loser >= 0:
            text = _("you, not {other}, have most {crop}, {most} to {least}")
    else:
        text = _("{name} has most {crop}, {most} before you with {least}")
        if loser >= 0:
            text = _("{name}, not you, has most {crop}, {most} to {least}")
    most, least = (_counted(held[farm], unseen[farm]) for farm in (winner, other))
    return text.format(name=names[winner], other=names[other], crop=words.crop(crop), most=most, least=least)


def _tie(held: dict[int, int], unseen: dict[int, int], loser: int, names: Sequence[str]) -> str:
    """Who has as many counters as the one who had most, if that is sure; else those of both who may have most.

    The one who asks has no name here.
    """
    tied = [farm for farm in held if held[farm] == held[loser]]
    sure = not any(held[farm] + unseen[farm] > held[loser] for farm in held)
    shown = sorted(tied if sure else [loser, _next(held, loser)], key=lambda farm: names[farm] != "")
    if sure:
        listed = words.listing([names[farm] or _("you") for farm in shown])
        return _("{names} have {number} each").format(names=listed, number=held[loser])
    return words.listing([_holds(names[farm], held[farm], unseen[farm]) for farm in shown])


def _next(held: dict[int, int], but: int) -> int:
    """Who of all but one holds most, as far as is known."""
    return max((farm for farm in held if farm != but), key=lambda farm: held[farm])


def crops_count(view: State) -> bool:
    """Whether the end is near enough for crops to be told as points."""
    return len(view.placed) >= QUESTION_SPACE


def kept(observation: Observation, after: State) -> Iterator[Effect]:
    """Of which crops the seat has most alone in spite of what it pays when it is asked."""
    before, seat = observation.view, observation.seat
    paid = counters.total(after.hands[seat]) < counters.total(before.hands[seat])
    if not paid or isinstance(before.stack[-1], Turn):
        return
    still = [words.crop(crop) for crop in range(len(CROPS)) if alone(observation, after, crop, seat)]
    if still:
        yield Effect("crops kept", 0, _("You still have most {crops}.").format(crops=words.listing(still)))


def alone(observation: Observation, state: State, crop: int, seat: int) -> bool | None:
    """Whether a seat alone holds most of a crop; ``None`` where it depends on what is held unseen."""
    fewest = [counters.count(hand, crop) for hand in state.hands]
    most = [few + _unseen(observation, crop, farm) for farm, few in enumerate(fewest)]
    others = [other for other in range(state.players) if other != seat]
    if fewest[seat] > max(most[other] for other in others):
        return True
    if most[seat] <= max(fewest[other] for other in others):
        return False
    return None


def _unseen(observation: Observation, crop: int, seat: int) -> int:
    """How many more counters of a crop somebody may hold than are seen, for all know which are hidden (rule 14.3)."""
    return min(observation.unknown[seat], counters.count(hidden(observation.view), crop))


def _holds(name: str, number: int, unseen: int) -> str:
    """How many counters of a crop somebody holds, as far as it is known; no ``name``: the one who asks."""
    text = _("{name} {number}") if name else _("you {number}")
    return text.format(name=name, number=_counted(number, unseen))


def _counted(number: int, unseen: int) -> str:
    """A number of counters of which some may be among those that are not seen."""
    return f"{number}–{number + unseen}" if unseen else str(number)
