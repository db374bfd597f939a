"""The steps of a turn as advice, in words and in the form that pictures are made from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from keyharvest.rules import State, play
from keyharvest.rules.components import WORKER_INDEX
from keyharvest.rules.events import Replace
from keyharvest.rules.frames import END, FALLOW, TakeCounters
from keyharvest.rules.geometry import INDEX, SPACES
from keyharvest.words.asked import label
from keyharvest.words.brief import brief
from keyharvest.words.language import N_, _
from keyharvest.words.log import sentence
from keyharvest.words.questions import Brief
from keyharvest.words.terms import goods, references, who, worker

#: The sources that give a counter of each field's own crop, as long as the stock has it (rules 4.3, 10.1).
_FROM_FIELDS: Final = "aVAB"
#: The worker who takes a field from a board, not from a store.
_BAILIFF: Final = WORKER_INDEX["I"]
#: Each kind of step as advice.
_TEXTS: Final = {
    "harvest": N_("harvest {tiles}"),
    "gather": N_("gather from {tiles}"),
    "turn": N_("turn {tiles} back"),
    "work": N_("{worker} to {space}"),
    "move": N_("{worker} moves on to {space}"),
    "home": N_("take the {worker} home"),
    "place": N_("place {tile}"),
    "bailiff": N_("take {tile} from {name}'s board for {payment}"),
    "buy from": N_("buy {tile} from {name} for {payment}"),
    "buy": N_("buy {tile} for {payment}"),
    "draw": N_("draw a field for {payment}"),
    "store": N_("store {tile} for {bid}"),
    "replace": N_("lay {tile} fallow and place {drawn}"),
    "fallow": N_("lay {tile} fallow"),
    "pass": N_("pass {tile} on"),
    "swap": N_("swap your {own} for {tile}"),
    "exchange": N_("give {name} {own} for {tile}"),
    "give": N_("give {name} {goods}"),
    "instead": N_("take {goods} instead, as the stock lacks the crop"),
    "take": N_("take {goods}"),
    "end": N_("end the turn"),
    "decline": N_("decline"),
    "power": N_("use the power of the {worker}"),
}


class Step(NamedTuple):
    """One step of a turn: the advice in words, and the number of the turn's moves up to its end."""

    brief: Brief
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
                text = to_do(told, before, move, names)
                if found and found[-1].text == text:  # a tile that is drawn, and passed on to the same player
                    found.pop()
                found.append(Step(told, text, at))
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
    top, kind = view.stack[-1], told.kind
    theirs = 1 << INDEX[move] if kind == "swap" else told.tiles
    if kind == "buy":
        kind = "buy from" if told.other >= 0 else "buy" if told.tiles else "draw"
        kind = "bailiff" if told.worker == _BAILIFF else kind
    elif kind == "fallow" and isinstance(top, Replace) and move != FALLOW:
        kind = "replace"
    elif kind == "swap" and told.other >= 0:
        kind = "exchange"
    elif kind == "give" and told.other == told.seat:
        kind = "take"
    elif kind == "take" and isinstance(top, TakeCounters) and top.source in _FROM_FIELDS:
        kind = "instead"
    if kind in _TEXTS:
        return _(_TEXTS[kind]).format(
            tiles=references(told.tiles),
            tile=references(theirs),
            own=references(told.tiles & ~theirs),
            drawn=SPACES[top.tile] if isinstance(top, Replace) else "",
            **dict.fromkeys(("goods", "payment", "bid"), goods(told.goods)),
            name=who(names, max(0, told.other)),
            worker=worker(told.worker) if told.worker >= 0 else "",
            space=told.space,
        )
    return label(view, move, names)
