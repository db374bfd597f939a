"""Short forms of what happens in the game, in a few words and a picture: for the log, another's turn, the news.

Each sentence of the log has a :class:`Brief`, made from the same public states, so that it reveals no more than the
sentence.
"""

from __future__ import annotations

from collections.abc import Sequence

from keyharvest.rules import State
from keyharvest.rules.frames import Decision, FieldDraw, RegistryDraw
from keyharvest.words.asked import words_of
from keyharvest.words.language import _, n_
from keyharvest.words.questions import Brief, Happening
from keyharvest.words.terms import event, references, who, worker


def brief(
    before: State, move: str, after: State, names: Sequence[str] | None, earlier: Sequence[str] | None = None
) -> Brief:
    """Return the brief of a move or a draw that has a sentence in the log (see :func:`keyharvest.words.sentence`)."""
    h = Happening(before, move, after, names, None, earlier)
    top = before.stack[-1]
    match top:
        case Decision():
            return words_of(before, names).brief(h)
        case RegistryDraw() | FieldDraw():
            return _of_draw(h, top)
    return Brief("other", -1)


def _of_draw(h: Happening, draw: RegistryDraw | FieldDraw) -> Brief:
    tile, index = h.named.tile, h.named.event
    if tile >= 0:
        if isinstance(draw, RegistryDraw) or draw.source == "T":
            return Brief("refill", draw.seat, 1 << tile)
        if draw.source == "S":
            return Brief("refill", draw.seat, h.after.registry)
        return Brief("draw", draw.seat, 1 << tile)
    if isinstance(draw, RegistryDraw) and index in h.after.placed:
        return Brief("event", draw.seat, event=index, number=len(h.before.placed) + 1)
    return Brief("other", draw.seat, event=index)


def does(told: Brief, names: Sequence[str] | None, viewer: int = -1) -> str:
    """Say what the player does, without the name; the ``viewer`` is called "you". Empty for the kind ``other``.

    >>> does(Brief("buy", 1, 1, other=0), ["Robin", "Ada"], viewer=0)
    'buys your A1'
    >>> does(Brief("work", 1, worker=2, space="G6"), ["Robin", "Ada"])
    'labourer to G6'
    """
    tiles, number = references(told.tiles), told.tiles.bit_count()
    mine = told.other == viewer
    other = who(names, told.other) if told.other >= 0 else ""
    worker_name = worker(told.worker) if told.worker >= 0 else ""
    match told.kind:
        case "harvest":
            return n_("harvests {number} field", "harvests {number} fields", number).format(number=number)
        case "gather":
            return n_("gathers from {number} field", "gathers from {number} fields", number).format(number=number)
        case "turn":
            return n_("turns {number} field back", "turns {number} fields back", number).format(number=number)
        case "work" | "move":
            return _("{worker} to {space}").format(worker=worker_name, space=told.space)
        case "home":
            return _("{worker} goes home").format(worker=worker_name)
        case "place":
            return _("places {tile}").format(tile=tiles)
        case "buy" if not told.tiles:
            return _("pays for a draw")
        case "buy" if told.other < 0:
            return _("buys {tile} from the registry").format(tile=tiles)
        case "buy":
            return (_("buys your {tile}") if mine else _("buys {tile} from {name}")).format(tile=tiles, name=other)
        case "store":
            return _("stores {tile}").format(tile=tiles)
        case "event":
            return _("event {number}: {event}").format(number=told.number, event=event(told.event))
        case "refill":
            return n_("new in the registry: {tile}", "new registry: {tile}", number).format(tile=tiles)
        case "draw":
            return _("draws {tile}").format(tile=tiles)
        case "fallow":
            return _("lays {tile} fallow").format(tile=tiles)
        case "pass":
            return (_("passes {tile} to you") if mine else _("passes {tile} to {name}")).format(tile=tiles, name=other)
        case "swap":
            return _("swaps {tile}").format(tile=tiles)
        case "take":
            return _("takes from the stock")
        case "give" if told.other != told.seat:
            return (_("gives you a counter") if mine else _("gives {name} a counter")).format(name=other)
        case "give":
            return _("takes from the stock")
        case "power":
            return _("lawyer calls on the {worker}").format(worker=worker_name)
        case "decline":
            return _("declines")
    return ""
