"""The selection in words: as a question, and on the button that carries it out or says what is missing."""

from __future__ import annotations

from typing import Final

from keyharvest import words
from keyharvest.rules import counters
from keyharvest.rules.frames import PickFields, TakeCounters
from keyharvest.rules.geometry import SPACES
from keyharvest.rules.moves import parse
from keyharvest.table.staging import FIELDS, REMOVE, SPACE, TILE, WORKER, Stage
from keyharvest.words.language import N_, _, n_


def question(stage: Stage, names: tuple[str, ...]) -> str:
    """Return the selection of a turn as a question. Without one, or at another decision, return the decision's own."""
    view = stage.view
    if stage.turn:
        if stage.kind == FIELDS:
            return _("Harvest {fields}?").format(fields=words.references(stage.fields))
        if stage.kind == WORKER and stage.space < 0:
            return _("Where does the {worker} go?").format(worker=words.worker(stage.worker))
        if stage.kind == WORKER:
            worker = words.worker(stage.worker)
            return _("Place the {worker} on {space}?").format(worker=worker, space=SPACES[stage.space])
        if stage.kind == REMOVE:
            return _("Take the {worker} home?").format(worker=words.worker(stage.worker))
        if stage.kind == TILE and stage.bidding():
            return _("What do you bid for {tile}?").format(tile=SPACES[stage.tile])
        if stage.kind == TILE:
            return _placing(stage, names)
        if stage.aim:
            return {
                "harvest": _("Which fields do you harvest?"),
                "worker": _("Which worker do you play?"),
                "place": _("Which tile do you place?"),
                "store": _("Which tile do you store?"),
            }[stage.aim]
    return words.question(view, names, counters.total(stage.crops) if stage.wanted() else 0)


#: The possible actions of a turn, in words.
_LEFT: Final = {
    "a": N_("harvest"),
    "b": N_("play or remove a worker"),
    "c": N_("place a tile"),
    "d": N_("store a tile"),
}


def really_end(stage: Stage) -> str:
    """Ask whether to end the turn, and say what the player could still do (rule 3.1)."""
    actions = dict.fromkeys(parse(move).action for move in stage.legal)
    left = words.either([_(_LEFT[action]) for action in actions if action])
    return _("End your turn? You could still {actions}.").format(actions=left)


def _placing(stage: Stage, names: tuple[str, ...]) -> str:
    owner, tile = stage.view.store_of(stage.tile), SPACES[stage.tile]
    if owner == stage.seat:
        return _("Place {tile} from your store?").format(tile=tile)
    return _("Buy {tile} from {name} and place it?").format(tile=tile, name=names[owner])


def missing(stage: Stage) -> str:
    """Say what a selection lacks before it can be carried out; empty if it is complete."""
    if stage.moves():
        return ""
    if stage.worker >= 0:
        return _("Choose a space")
    if stage.wanted():
        number = stage.wanted() - counters.total(stage.crops)
        if not stage.crops:
            return n_("Choose {number} counter", "Choose {number} counters", number).format(number=number)
        return n_("Choose {number} more counter", "Choose {number} more counters", number).format(number=number)
    if stage.purse():
        return _("Choose one or more counters")
    if isinstance(stage.frame, PickFields) and min(stage.room(), stage.group().bit_count()) > 1:
        return _("Choose one or more fields")
    if stage.elsewhere() and not stage.on_other_boards:
        return _("Choose a tile")
    return _("Choose a field")


def commit_label(stage: Stage, names: tuple[str, ...]) -> str:
    """Return the label of the button that carries the selection out."""
    number = stage.fields.bit_count()
    if stage.kind == FIELDS:
        cause = stage.frame.cause
        if cause in "AB":
            return n_("Gather from {number} field", "Gather from {number} fields", number).format(number=number)
        if cause in "DR":
            return n_("Turn {number} field back", "Turn {number} fields back", number).format(number=number)
        if stage.turn or cause in "aV":
            return n_("Harvest {number} field", "Harvest {number} fields", number).format(number=number)
        raise KeyError(cause)
    if stage.kind in (WORKER, SPACE):
        if stage.turn:
            worker = words.worker(stage.worker)
            return _("Place the {worker} on {space}").format(worker=worker, space=SPACES[stage.space])
        return words.label(stage.view, stage.moves()[0], names)
    if stage.kind == REMOVE:
        return _("Take the {worker} home").format(worker=words.worker(stage.worker))
    if stage.kind == TILE and not stage.bidding():
        if stage.turn:
            own = stage.view.store_of(stage.tile) == stage.seat
            return (_("Place {tile}") if own else _("Buy and place {tile}")).format(tile=SPACES[stage.tile])
        return words.label(stage.view, stage.moves()[0], names)
    size = counters.total(stage.crops)
    if stage.bidding() and stage.kind == TILE:
        return _("Store {tile}").format(tile=SPACES[stage.tile])
    if stage.bidding():
        return n_("Bid {number} counter", "Bid {number} counters", size).format(number=size)
    word = _("Take {number}") if isinstance(stage.frame, TakeCounters) else _("Pay {number}")
    return word.format(number=size)
