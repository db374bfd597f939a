"""The steps of a turn as advice, in words and in the form that pictures are made from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from keyharvest.rules import State, play
from keyharvest.rules.components import WORKER_INDEX
from keyharvest.rules.events import Replace
from keyharvest.rules.frames import END, FALLOW, TakeCounters
from keyharvest.rules.geometry import INDEX, SPACES
from keyharvest.words.brief import Brief, brief
from keyharvest.words.labels import label
from keyharvest.words.language import _
from keyharvest.words.log import sentence
from keyharvest.words.terms import goods, references, who, worker

#: The sources that give a counter of each field's own crop, as long as the stock has it (rules 4.3, 10.1).
_FROM_FIELDS: Final = "aVAB"
#: The worker who takes a field from a board, not from a store.
_BAILIFF: Final = WORKER_INDEX["I"]


class Step(NamedTuple):
    """One step of a turn: the advice in words, and the number of the turn's moves up to its end."""

    told: Brief
    text: str
    until: int


def steps(view: State, moves: Sequence[str], names: Sequence[str]) -> tuple[Step, ...]:
    """Return the steps of a turn; declining a power isn't one, unless nothing else is done."""
    found: list[Step] = []
    before = view
    for at, move in enumerate(moves, 1):
        after = play(before, move)
        if sentence(before, move, after, names, None, moves[: at - 1]) or (move == END and not found):
            told = brief(before, move, after, names, moves[: at - 1])
            if told.kind != "decline" or told.worker < 0 or not found:
                found.append(Step(told, to_do(told, before, move, names), at))
        before = after
    return tuple(found)


def to_do(told: Brief, view: State, move: str, names: Sequence[str]) -> str:
    """Describe a step as advice; ``move`` is its last one, the answer to the question of ``view``.

    >>> from keyharvest.rules import counters, new_game
    >>> from keyharvest.rules.geometry import INDEX
    >>> bought = Brief("buy", 0, 1 << INDEX["A1"], other=1, goods=counters.pack([0, 2, 0, 0, 0]))
    >>> to_do(bought, new_game(2), "c:A1", ["Robin", "Ada"])
    'buy A1 from Ada for 2 vegetables'
    """
    tiles, number = references(told.tiles), told.tiles.bit_count()
    name, top = worker(told.worker) if told.worker >= 0 else "", view.stack[-1]
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
        case "buy" if told.worker == _BAILIFF:
            return _("take {tile} from {name}'s board for {payment}").format(
                tile=tiles, name=who(names, told.other), payment=goods(told.goods)
            )
        case "buy" if number and told.other >= 0:
            return _("buy {tile} from {name} for {payment}").format(
                tile=tiles, name=who(names, told.other), payment=goods(told.goods)
            )
        case "buy" if number:
            return _("buy {tile} for {payment}").format(tile=tiles, payment=goods(told.goods))
        case "buy":
            return _("draw a field for {payment}").format(payment=goods(told.goods))
        case "store":
            return _("store {tile} for {bid}").format(tile=tiles, bid=goods(told.goods))
        case "fallow" if isinstance(top, Replace) and move != FALLOW:
            return _("lay {tile} fallow and place {drawn}").format(tile=tiles, drawn=SPACES[top.tile])
        case "fallow":
            return _("lay {tile} fallow").format(tile=tiles)
        case "pass":
            return _("pass {tile} on").format(tile=tiles)
        case "swap":
            theirs = 1 << INDEX[move]
            own = references(told.tiles & ~theirs)
            if told.other < 0:
                return _("swap your {own} for {tile}").format(own=own, tile=references(theirs))
            return _("give {name} {own} for {tile}").format(
                name=who(names, told.other), own=own, tile=references(theirs)
            )
        case "give" if told.other != told.seat:
            return _("give {name} {goods}").format(name=who(names, told.other), goods=goods(told.goods))
        case "take" if isinstance(top, TakeCounters) and top.source in _FROM_FIELDS:
            return _("take {goods} instead, as the stock lacks the crop").format(goods=goods(told.goods))
        case "take" | "give":
            return _("take {goods}").format(goods=goods(told.goods))
        case "decline" if move == "end":
            return _("end the turn")
        case "decline":
            return _("decline")
        case "power":
            return _("use the power of the {worker}").format(worker=name)
    return label(view, move, names)
