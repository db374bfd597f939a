"""The log's sentences for draws and set-up."""

from __future__ import annotations

from typing import Final

from keyharvest.rules.components import EVENT_SPACES
from keyharvest.rules.frames import FieldDraw, RegistryDraw, tiles_on_board
from keyharvest.rules.setup import DealCounter, DealPair, DrawSeat, FillRegistry, OddCrop, RemoveEvent
from keyharvest.words.language import N_, _, n_
from keyharvest.words.questions import Happening
from keyharvest.words.terms import event, fields, goods, listing


def drawn_for_registry(h: Happening, draw: RegistryDraw) -> str:
    """Describe a tile drawn to refill the registry (rules 9.1, 9.3, 9.7)."""
    drawn = h.named
    if drawn.tile >= 0:
        return _("{field} comes into the registry.").format(field=h.tile(drawn.tile))
    index = drawn.event
    name = h.name(draw.seat)
    if index not in h.after.placed:
        return _("{name} draws the event {event}, which has no effect after the tenth event.").format(
            name=name, event=event(index)
        )
    number = len(h.before.placed) + 1
    told = [
        _("{name} draws event {number} of {spaces}, {event}.").format(
            name=name, event=event(index), number=number, spaces=EVENT_SPACES
        )
    ]
    if len(h.after.placed) < number:
        few = [h.name(seat) for seat in range(h.before.players) if tiles_on_board(h.before, seat) < 7]
        told.append(
            n_(
                "{names} has fewer than seven fields and workers, so {one} and {other} go back into the bag.",
                "{names} have fewer than seven fields and workers, so {one} and {other} go back into the bag.",
                len(few),
            ).format(names=listing(few), one=event(h.before.placed[0]), other=event(h.before.placed[1]))
        )
    if len(h.after.placed) == EVENT_SPACES:
        told.append(_("The end begins: after this turn every player has two more."))
    if drawn.named == "S":
        told.append(_("The registry goes back into the bag."))
    return " ".join(told)


_FIELD_DRAWN: Final = {
    **dict.fromkeys("KW", N_("{name} draws {field}.")),
    **dict.fromkeys("MQ", N_("{name} draws {field} and places it.")),
    "T": N_("{field} comes into the registry."),
}


def field_drawn(h: Happening, draw: FieldDraw) -> str:
    """Describe a tile drawn for an event or the trader (rule 9.4)."""
    drawn = h.named
    if drawn.event >= 0:
        message = (
            _("The event {event} comes out of the bag; after the tenth event, it has no effect.")
            if h.after.gone >> drawn.event & 1
            else _("The event {event} comes out of the bag and is set aside.")
        )
        return message.format(event=event(drawn.event))
    tile = drawn.tile
    if draw.source != "S":
        return _(_FIELD_DRAWN[draw.source]).format(name=h.name(draw.seat), field=h.tile(tile))
    top = h.after.stack[-1]
    if isinstance(top, FieldDraw) and top.source == "S":
        return ""
    return _("The new registry: {fields}.").format(fields=fields(h.after, h.after.registry))


def set_up(h: Happening) -> str:
    """Describe a draw of set-up (rule 2)."""
    top = h.before.stack[-1]
    match top:
        case DrawSeat():
            message = (
                _("{name} is chosen at random to decide who starts.")
                if top.chooses
                else _("{name} is chosen at random to start.")
            )
            return message.format(name=h.name(h.named.seat))
        case DealPair():
            return _("{name} starts with {fields}.").format(
                name=h.name(top.seat), fields=fields(h.after, h.after.fields[top.seat])
            )
        case OddCrop() | DealCounter():
            return _counters_dealt(h)
        case FillRegistry() if not isinstance(h.after.stack[-1], FillRegistry):
            return _("The registry opens with {fields}.").format(fields=fields(h.after, h.after.registry))
        case RemoveEvent() if not isinstance(h.after.stack[-1], RemoveEvent):
            return _("Two events leave the game unseen.")
    return ""


def _counters_dealt(h: Happening) -> str:
    """List the starting counters once the last are dealt: all with two players, else each to its owner (14.2)."""
    if not isinstance(h.after.stack[-1], FillRegistry):
        return ""
    hands = h.after.hands
    if h.before.players == 2:
        return _("{one} starts with {counters}, {other} with {other_counters}.").format(
            one=h.name(0), counters=goods(hands[0]), other=h.name(1), other_counters=goods(hands[1])
        )
    told = _("Every player draws three counters in secret.")
    if h.watcher is not None:
        told += " " + _("{name}'s counters: {counters}.").format(
            name=h.name(h.watcher), counters=goods(hands[h.watcher])
        )
    return told
