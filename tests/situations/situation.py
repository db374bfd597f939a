"""A situation, and the questions about a moment that many of them share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from keyharvest.rules import State
from keyharvest.rules.components import WORKER_LETTERS
from keyharvest.rules.events import ChooseCrop, Give, Grant, Replace
from keyharvest.rules.frames import (
    ChooseField,
    ChooseRegistry,
    ChooseWorker,
    FieldDraw,
    OfferDraw,
    PickFields,
    TakeCounters,
)
from keyharvest.rules.powers import BuyFromStore, TakeUnconnected
from keyharvest.rules.state import Frame

from .moments import How, Moment


class Situation(NamedTuple):
    """A situation: its name, its rules, and whether a move reaches it."""

    name: str
    rules: str
    holds: Callable[[Moment], bool]


#: The questions of each worker and each event when it takes effect.
_ASKS: Final[dict[str, tuple[type[Frame], ...]]] = {
    **dict.fromkeys("ABDRV", (PickFields,)),
    **dict.fromkeys("EG", (BuyFromStore,)),
    **dict.fromkeys("FMNU", (ChooseField,)),
    **dict.fromkeys("HLT", (ChooseRegistry,)),
    **dict.fromkeys("JXY", (ChooseWorker,)),
    **dict.fromkeys("KQ", (OfferDraw, ChooseRegistry)),
    "C": (TakeCounters,),
    "I": (TakeUnconnected,),
    "O": (Give,),
    "P": (ChooseCrop,),
    "S": (FieldDraw,),
    "W": (Replace,),
    "Z": (Grant,),
}


def under(moment: Moment, letter: str, how: How | None = None) -> bool:
    """Whether the innermost effect under way is that of this worker or event."""
    effect = moment.effect
    return effect is not None and effect.letter == letter and how in (None, effect.how)


def used(moment: Moment, letter: str, how: How | None = None) -> bool:
    """Whether a power or an event is used."""
    return moment.move != "no" and under(moment, letter, how) and moment.answers(_ASKS[letter], letter)


def used_off_turn(moment: Moment, letter: str) -> bool:
    """Whether it is used by a seat outside its own turn."""
    return used(moment, letter) and moment.off_turn()


def declined(moment: Moment, letter: str) -> bool:
    """Whether a power or an event is declined."""
    return moment.move == "no" and under(moment, letter) and moment.answers(_ASKS[letter], letter)


def displacing(moment: Moment, letter: str, how: How | None = None) -> bool:
    """Whether a tile that a power or an event puts on a board displaces a worker."""
    effect = moment.still
    return moment.displaces and effect is not None and effect.letter == letter and how in (None, effect.how)


def set_aside(moment: Moment, letter: str) -> bool:
    """Whether an event is set aside in the draw of a field tile (rule 9.4)."""
    return moment.answers((FieldDraw,), letter) and moment.after.aside not in (0, moment.before.aside)


def short_of_stock(moment: Moment, source: str) -> bool:
    """Whether the stock lacks a crop, so that the seat chooses another (rule 4.3)."""
    top = moment.top
    return not isinstance(moment.frame, TakeCounters) and isinstance(top, TakeCounters) and top.source == source


def posts(state: State, seat: int) -> dict[str, int]:
    """Return the workers of a board and their spaces, by letter."""
    return {WORKER_LETTERS[worker]: space for worker, space in state.posts[seat]}
