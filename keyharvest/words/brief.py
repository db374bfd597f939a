"""Short forms of what happens in the game, in a few words and a picture: for the log, another's turn, the news.

Each sentence of the log has a :class:`Brief`, made from the same public states, so that it reveals no more than the
sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from keyharvest.rules import State, counters
from keyharvest.rules.components import EVENT_INDEX, WORKER_INDEX
from keyharvest.rules.events import ChooseCrop, ExchangeFor, Give, Grant, MoveTo, Receive, Replace, SwapFor
from keyharvest.rules.frames import (
    DONE,
    END,
    FALLOW,
    HOME,
    NO,
    PASS,
    PLACE,
    STOCK,
    Bid,
    ChooseField,
    ChooseRegistry,
    ChooseWorker,
    Decision,
    Displaced,
    FieldDraw,
    Pay,
    PickFields,
    RegistryDraw,
    TakeCounters,
)
from keyharvest.rules.powers import PlaceOrFallow
from keyharvest.rules.turn import PlaceWorker, Turn
from keyharvest.words.language import _, n_
from keyharvest.words.log_draws import Happening
from keyharvest.words.prompts import bought_tile
from keyharvest.words.terms import event, references, who, worker

#: What is done to the fields that each asker lets a player pick.
_PICKED: Final = {**dict.fromkeys("aV", "harvest"), **dict.fromkeys("AB", "gather"), **dict.fromkeys("DR", "turn")}


@dataclass(frozen=True, slots=True)
class Brief:
    """One thing that happened, ready to be drawn as a row.

    Attributes:
        kind: the kind of thing that happened, which names its picture: ``harvest``, ``gather``, ``turn``, ``work``,
            ``home``, ``move``, ``place``, ``buy``, ``store``, ``event``, ``refill``, ``draw``, ``fallow``, ``pass``,
            ``take``, ``give``, ``power`` (that the lawyer uses again), ``decline``; ``end`` of a turn, and ``other``,
            if only the sentence describes it.
        seat: the seat that did it, -1 for nobody.
        tiles: the field tiles concerned, as a mask; ``worker``, ``event``: those concerned, -1 for none; ``space``: the
            target.
        other: the second seat concerned, -1 for none.
        goods: the counters that were received, bid or paid, packed. ``number``: the place of the event among those
            drawn.
    """

    kind: str
    seat: int
    tiles: int = 0
    worker: int = -1
    event: int = -1
    space: str = ""
    other: int = -1
    goods: int = counters.NONE
    number: int = 0


def brief(
    before: State, move: str, after: State, names: Sequence[str] | None, earlier: Sequence[str] | None = None
) -> Brief:
    """Return the brief of a move or a draw that has a sentence in the log (see :func:`keyharvest.words.sentence`)."""
    h = Happening(before, move, after, names, None, earlier)
    top = before.stack[-1]
    match top:
        case Turn():
            return _of_turn(h, top)
        case RegistryDraw() | FieldDraw():
            return _of_draw(h, top)
        case Decision():
            return _of_answer(h, top)
    return Brief("other", -1)


def _of_turn(h: Happening, turn: Turn) -> Brief:
    seat, move = turn.seat, h.named
    if move.action == "a":
        return Brief("harvest", seat, 1 << move.tile, goods=h.gain())
    if move.home:
        return Brief("home", seat, worker=move.worker)
    if move.action != "c":
        return Brief("end" if h.move == END else "other", seat)
    tile = move.tile
    owner, bid = h.before.store_of(tile), h.before.bid_of(tile)
    if owner == seat:
        return Brief("place", seat, 1 << tile, goods=bid)
    return Brief("buy", seat, 1 << tile, other=owner, goods=bid)


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


def _of_answer(h: Happening, question: Decision) -> Brief:
    seat, move, cause = question.seat, h.move, question.cause
    asker, asking = WORKER_INDEX.get(cause, -1), EVENT_INDEX.get(cause, -1)
    if move == NO:
        return Brief("decline", seat, worker=asker, event=asking)
    match question:
        case PickFields():
            picked = question.picked | (1 << h.named.tile if move != DONE else 0)
            return Brief(_PICKED[question.source], seat, picked, asker, asking, goods=h.gain())
        case PlaceWorker():
            return Brief("work", seat, worker=question.worker, space=move)
        case Displaced():
            return Brief("home" if move == HOME else "move", seat, worker=question.worker, space=move)
        case MoveTo():
            return Brief("move", seat, worker=question.worker, event=asking, space=move)
        case Bid():
            tile, bid = h.after.stores[seat][-1]
            return Brief("store", seat, 1 << tile, asker, goods=bid)
        case TakeCounters():
            return Brief("take", seat, worker=asker, event=asking, goods=h.chain())
        case ChooseCrop():
            return Brief("take", seat, event=asking, goods=h.gain())
        case Grant():
            return Brief("give", seat, event=asking, other=question.receiver, goods=h.gain())
        case Pay():
            tile = bought_tile(h.before)
            payee = -1 if question.payee == STOCK else question.payee
            return Brief("buy", seat, 1 << tile if tile >= 0 else 0, asker, asking, "", payee, h.chain())
        case ChooseWorker():
            kind = {"J": "power", "X": "other", "Y": "home"}[cause]
            return Brief(kind, seat, worker=h.named.worker, event=asking)
        case Replace() if move == FALLOW:
            return Brief("fallow", seat, 1 << question.tile, asker, asking)
        case ChooseField() | Replace():
            return Brief("fallow", seat, 1 << h.named.tile, asker, asking)
        case ChooseRegistry():
            return Brief("place", seat, 1 << h.named.tile, asker, asking)
        case PlaceOrFallow() | Receive():
            kind = {PLACE: "place", FALLOW: "fallow", PASS: "pass"}[move]
            other = (seat + 1) % h.before.players if move == PASS else -1
            return Brief(kind, seat, 1 << question.tile, asker, asking, other=other)
        case Give():
            return Brief("pass", seat, 1 << h.named.tile, event=asking, other=(seat + 1) % h.before.players)
        case ExchangeFor():
            theirs = h.named.tile
            return Brief("swap", seat, 1 << theirs | 1 << question.own, event=asking, other=h.before.owner(theirs))
        case SwapFor():
            return Brief("swap", seat, 1 << h.named.tile | 1 << question.own, event=asking)
    return Brief("other", seat, worker=asker, event=asking)


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
