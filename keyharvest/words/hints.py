"""Hints in words: what a good player would do, and what others will probably make of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from keyharvest.rules import State
from keyharvest.words.brief import Brief
from keyharvest.words.labels import label
from keyharvest.words.language import _, n_
from keyharvest.words.terms import goods, references, who, worker


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
            return _("store {tile} for {bid}").format(tile=tiles, bid=goods(told.goods))
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


def forecast(feature: str, name: str, more: float) -> str:
    """What a turn probably makes of another's farm, against another turn; empty if that is next to nothing.

    ``feature`` and ``more`` are as in :class:`keyharvest.players.advice.Difference`.

    >>> forecast("groups", "Ada", 1.8)
    "Ada's groups will probably count about 2 points more."
    >>> forecast("counters", "Ada", -0.3)
    ''
    """
    amount = round(abs(more))
    if not amount:
        return ""
    return _FORECASTS[feature, more > 0](amount).format(name=name, amount=amount)


_FORECASTS: Final[dict[tuple[str, bool], Callable[[int], str]]] = {
    ("groups", True): lambda amount: n_(
        "{name}'s groups will probably count about {amount} point more.",
        "{name}'s groups will probably count about {amount} points more.",
        amount,
    ),
    ("groups", False): lambda amount: n_(
        "{name}'s groups will probably count about {amount} point less.",
        "{name}'s groups will probably count about {amount} points less.",
        amount,
    ),
    ("workers", True): lambda amount: n_(
        "{name}'s workers will probably count about {amount} point more.",
        "{name}'s workers will probably count about {amount} points more.",
        amount,
    ),
    ("workers", False): lambda amount: n_(
        "{name}'s workers will probably count about {amount} point less.",
        "{name}'s workers will probably count about {amount} points less.",
        amount,
    ),
    ("counters", True): lambda amount: n_(
        "{name} will probably hold about {amount} counter more.",
        "{name} will probably hold about {amount} counters more.",
        amount,
    ),
    ("counters", False): lambda amount: n_(
        "{name} will probably hold about {amount} counter less.",
        "{name} will probably hold about {amount} counters less.",
        amount,
    ),
}
