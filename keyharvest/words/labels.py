"""Short labels for the answers to a question, for buttons."""

from __future__ import annotations

from typing import Final

from keyharvest.rules import State, counters
from keyharvest.rules.events import ChooseCrop, ExchangeFor, Give, Grant, MoveTo, Replace, SwapFor
from keyharvest.rules.frames import (
    DONE,
    DRAW,
    END,
    FALLOW,
    HOME,
    NO,
    PASS,
    PLACE,
    Bid,
    Chance,
    ChooseField,
    ChooseRegistry,
    ChooseWorker,
    Displaced,
    Pay,
    PickFields,
)
from keyharvest.rules.geometry import SPACES
from keyharvest.rules.moves import Move, parse
from keyharvest.rules.powers import BuyFromStore, TakeUnconnected
from keyharvest.rules.state import Frame
from keyharvest.rules.turn import PlaceWorker, Turn
from keyharvest.words.language import N_, _
from keyharvest.words.terms import Names, crop, event, field, goods, who, worker

_WORDS: Final = {
    DRAW: N_("Draw a field"),
    PLACE: N_("Place it"),
    FALLOW: N_("Lay it fallow"),
    PASS: N_("Pass it on"),
    HOME: N_("Take it home"),
    DONE: N_("Done"),
    END: N_("End the turn"),
    NO: N_("Decline"),
}
_SPACE_LABELS: Final[dict[type[Frame], str]] = {
    PlaceWorker: N_("Play on {reference}"),
    Displaced: N_("Move on to {reference}"),
    MoveTo: N_("Move to {reference}"),
    BuyFromStore: N_("Buy {field}"),
    TakeUnconnected: N_("Take {field}"),
    ExchangeFor: N_("Swap for {field}"),
    SwapFor: N_("Swap for {field}"),
    Give: N_("Pass on {field}"),
    Replace: N_("Lay {field} fallow"),
}
_FIELD_LABELS: Final = {
    "a": N_("Harvest {reference}"),
    "A": N_("Gather from {field}"),
    "B": N_("Gather from {field}"),
    "D": N_("Turn back {field}"),
    "R": N_("Turn back {field}"),
    "V": N_("Harvest {reference}"),
    "F": N_("Lay {field} fallow"),
    "M": N_("Lay {field} fallow"),
    "N": N_("Offer {field}"),
    "U": N_("Offer {field}"),
    "H": N_("Store {field}"),
    "K": N_("Take {field}"),
    "L": N_("Place {field}"),
    "Q": N_("Buy {field}"),
    "T": N_("Buy {field}"),
}

_WORKER_LABELS: Final = {
    "J": N_("Use the {worker}"),
    "X": N_("Move the {worker}"),
    "Y": N_("Take the {worker} home"),
}


def label(view: State, move: str, names: Names = None) -> str:
    """Return a label of a few words for a legal move.

    >>> from keyharvest.rules import new_game, apply
    >>> label(apply(new_game(2), "*1"), "2", ["Anna", "Ben"])
    'Ben'
    """
    top = view.stack[-1]
    if isinstance(top, Chance):
        return _outcome_label(view, parse(move), names)
    if isinstance(top, Turn) and move != END:
        return _action_label(view, top, parse(move), names)
    if isinstance(top, Replace) and move == FALLOW:
        return _("Lay {field} fallow").format(field=field(view, top.tile))
    if move in _WORDS:
        return _(_WORDS[move])
    named = parse(move)
    if named.tile >= 0:
        return _tile_label(view, top, named.tile)
    if named.crop >= 0:
        return _crop_label(view, top, named.crop)
    if named.worker >= 0:
        assert isinstance(top, ChooseWorker)
        return _(_WORKER_LABELS[top.source]).format(worker=worker(named.worker))
    return who(names, named.seat)


def _outcome_label(view: State, drawn: Move, names: Names) -> str:
    if drawn.tile >= 0:
        return field(view, drawn.tile)
    if drawn.event >= 0:
        return event(drawn.event)
    if drawn.crop >= 0:
        return crop(drawn.crop)
    return who(names, drawn.seat)


def _tile_label(view: State, top: Frame, tile: int) -> str:
    if isinstance(top, PickFields | ChooseField | ChooseRegistry):
        message = _FIELD_LABELS[top.source]
    else:
        message = _SPACE_LABELS[type(top)]
    return _(message).format(reference=SPACES[tile], field=field(view, tile))


def _crop_label(view: State, top: Frame, index: int) -> str:
    one = goods(counters.ONE[index])
    match top:
        case Bid():
            return _("Bid {counters}").format(counters=one)
        case Pay():
            return _("Pay {counters}").format(counters=one)
        case Grant() if top.receiver != top.seat:
            return _("Give {counters}").format(counters=one)
        case ChooseCrop() if not counters.count(view.stock, index):
            return _("Another crop instead of {crop}").format(crop=crop(index))
    return _("Take {counters}").format(counters=one)


def _action_label(view: State, turn: Turn, move: Move, names: Names) -> str:
    thing, tile = move.named, move.tile
    if move.action == "a":
        return _("Harvest {reference}").format(reference=thing)
    if move.home:
        return _("Take the {worker} home").format(worker=worker(move.worker))
    if move.action == "b":
        return _("Play the {worker}").format(worker=worker(move.worker))
    if move.action == "d":
        return _("Store {field}").format(field=field(view, tile))
    owner = view.store_of(tile)
    bid = goods(view.bid_of(tile))
    if owner == turn.seat:
        return _("Place {reference} from your store; the bid of {bid} goes to the stock").format(
            reference=thing, bid=bid
        )
    return _("Take {reference} from {name}'s store for {bid}").format(reference=thing, name=who(names, owner), bid=bid)
