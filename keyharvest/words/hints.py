"""Hints in words: what a good player would do, and what sets one turn apart from another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from keyharvest.rules import State
from keyharvest.words.brief import Brief
from keyharvest.words.labels import label
from keyharvest.words.language import N_, _, n_
from keyharvest.words.terms import crop, references, tenths, who, worker


def to_do(told: Brief, view: State, move: str, names: Sequence[str]) -> str:
    """A step of a turn as an advice; ``move`` is the last one of the step, answered to the question of ``view``.

    >>> from keyharvest.rules import new_game
    >>> from keyharvest.rules.geometry import INDEX
    >>> to_do(Brief("buy", 0, 1 << INDEX["A1"], other=1), new_game(2), "c:A1", ["Robin", "Ada"])
    'buy A1 from Ada'
    """
    tiles, number = references(told.tiles), told.tiles.bit_count()
    name = worker(told.worker) if told.worker >= 0 else ""
    match told.kind:
        case "harvest":
            return _("harvest {tiles}").format(tiles=tiles)
        case "gather":
            return _("gather from {tiles}").format(tiles=tiles)
        case "turn":
            return _("turn {tiles} back").format(tiles=tiles)
        case "work" | "move":
            return _("{worker} to {space}").format(worker=name, space=told.space)
        case "home":
            return _("take the {worker} home").format(worker=name)
        case "place":
            return _("place {tile}").format(tile=tiles)
        case "buy" if number and told.other >= 0:
            return _("buy {tile} from {name}").format(tile=tiles, name=who(names, told.other))
        case "buy" if number:
            return _("buy {tile}").format(tile=tiles)
        case "buy":
            return _("pay for a draw")
        case "store":
            return _("store {tile}").format(tile=tiles)
        case "fallow":
            return _("lay {tile} fallow").format(tile=tiles)
        case "pass":
            return _("pass {tile} on").format(tile=tiles)
        case "swap":
            return _("swap {tile}").format(tile=tiles)
        case "take":
            return _("take counters")
        case "decline" if move == "end":
            return _("end the turn")
        case "decline":
            return _("decline")
    return label(view, move, names)


#: Of one's own farm: what is told with what is counted after the turn, and after the other one.
_MINE: Final = {
    "groups": N_("Your two largest groups count {here} points, not {there}."),
    "workers": N_("Your workers count {here} points, not {there}."),
    "spare": N_("Your fields outside the two largest groups: {here}, not {there}."),
    "registry": N_("Tiles in the registry would add {here} points to your groups, not {there}."),
    "bag": N_("Tiles in the bag that would add to your groups: {here}, not {there}."),
    "next_worker": N_("Number of the best worker you could play next: {here}, not {there}."),
    "displaceable": N_("Workers of yours that a tile to come could move on: {here}, not {there}."),
    "counters": N_("Your counters: {here}, not {there}."),
    "crops_held": N_("Different crops in your hand: {here}, not {there}."),
    "ripe": N_("Your ripe fields: {here}, not {there}."),
}
#: Of another's.
_THEIRS: Final = {
    "groups": N_("{name}'s two largest groups count {here} points, not {there}."),
    "workers": N_("{name}'s workers count {here} points, not {there}."),
    "spare": N_("{name}'s fields outside the two largest groups: {here}, not {there}."),
    "registry": N_("Tiles in the registry would add {here} points to {name}'s groups, not {there}."),
    "bag": N_("Tiles in the bag that would add to {name}'s groups: {here}, not {there}."),
    "next_worker": N_("Number of the best worker {name} could play next: {here}, not {there}."),
    "displaceable": N_("Workers of {name}'s that a tile to come could move on: {here}, not {there}."),
    "counters": N_("{name}'s counters: {here}, not {there}."),
    "crops_held": N_("Different crops in {name}'s hand: {here}, not {there}."),
    "ripe": N_("{name}'s ripe fields: {here}, not {there}."),
}


def reason(feature: str, name: str, here: float, there: float, crop_: int = -1, tiles: int = 0, lost: int = 0) -> str:
    """What sets a turn apart from another, by what is counted after each; empty where that can't be told.

    ``name`` is whose farm it is about, empty for the one who asked; the rest is as in
    :class:`keyharvest.players.advice.Difference`.

    >>> reason("groups", "", 17, 15)
    'Your two largest groups count 17 points, not 15.'
    >>> reason("counters", "Ada", 4.5, 3)
    "Ada's counters: 4.5, not 3."
    """
    if feature == "stored":
        return _of_store(name, tiles, lost)
    if feature == "registry" and (tiles or lost):
        return _of_registry(name, tiles, lost)
    if _number(here) == _number(there):
        return ""
    if feature == "crops":
        return _of_crop(name, here, there, crop_)
    if feature == "later_workers":
        if name:
            return ""
        return _("It leaves more room for workers.") if here > there else _("It leaves less room for workers.")
    sentence = _((_THEIRS if name else _MINE)[feature])
    return sentence.format(name=name, here=_number(here), there=_number(there))


def _number(amount: float) -> str:
    """A number as it is told: whole, or an average with one digit after the point."""
    return f"{amount:.0f}" if round(amount, 1) % 1 == 0 else tenths(amount)


def _of_store(name: str, tiles: int, lost: int) -> str:
    if tiles:
        number, listed = tiles.bit_count(), references(tiles)
        if name:
            return n_(
                "{tile} most likely waits in {name}'s store.", "{tile} most likely wait in {name}'s store.", number
            ).format(tile=listed, name=name)
        return n_("{tile} most likely waits in your store.", "{tile} most likely wait in your store.", number).format(
            tile=listed
        )
    if lost:
        number, listed = lost.bit_count(), references(lost)
        if name:
            return n_(
                "{tile} is most likely not in {name}'s store.", "{tile} are most likely not in {name}'s store.", number
            ).format(tile=listed, name=name)
        return n_(
            "{tile} is most likely not in your store.", "{tile} are most likely not in your store.", number
        ).format(tile=listed)
    return ""


def _of_registry(name: str, tiles: int, lost: int) -> str:
    number, listed = (tiles or lost).bit_count(), references(tiles or lost)
    if name and tiles:
        return n_(
            "{tile}, which {name} could use, most likely stays in the registry.",
            "{tile}, which {name} could use, most likely stay in the registry.",
            number,
        ).format(tile=listed, name=name)
    if name:
        return n_(
            "{tile}, which {name} could use, is most likely gone from the registry.",
            "{tile}, which {name} could use, are most likely gone from the registry.",
            number,
        ).format(tile=listed, name=name)
    if tiles:
        return n_(
            "{tile}, which you could use, most likely stays in the registry.",
            "{tile}, which you could use, most likely stay in the registry.",
            number,
        ).format(tile=listed)
    return n_(
        "{tile}, which you could use, is most likely gone from the registry.",
        "{tile}, which you could use, are most likely gone from the registry.",
        number,
    ).format(tile=listed)


def _of_crop(name: str, here: float, there: float, index: int) -> str:
    """A lead in a crop; most of a crop counts a point at the end (rule 13.2)."""
    sentence = _("In {crop} {name} is {here}, not {there}.") if name else _("In {crop} you are {here}, not {there}.")
    return sentence.format(crop=crop(index), name=name, here=_lead(here), there=_lead(there))


def _lead(number: float) -> str:
    if abs(number) < 0.05:
        return _("level with the most")
    if number > 0:
        return _("{number} ahead").format(number=_number(number))
    return _("{number} behind").format(number=_number(-number))
