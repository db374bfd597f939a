"""Hints in words: what a good player would do, and what others will probably make of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from keyharvest.rules import State
from keyharvest.rules.components import WORKER_INDEX
from keyharvest.rules.events import Replace
from keyharvest.rules.frames import FALLOW, TakeCounters
from keyharvest.rules.geometry import INDEX, SPACES
from keyharvest.words.brief import Brief
from keyharvest.words.labels import label
from keyharvest.words.language import N_, _
from keyharvest.words.terms import goods, references, who, worker

#: So many points are no difference, if their standard error is no more than that, and so many a clear one, if they are
#: so many standard errors; so many points or counters are few.
_ALIKE: Final = 0.2
_KNOWN: Final = 0.1
_CLEARLY: Final = 1
_SURE: Final = 4
#: Chances to win that are so far apart are told beside points that are not.
_APART: Final = 0.2
_FEW: Final = 2
#: Where counters come of fields, each its own crop as long as the stock has it (rules 4.3, 10.1).
_FROM_FIELDS: Final = "aVAB"
#: The one who takes a field from a board, not from a store.
_BAILIFF: Final = WORKER_INDEX["I"]


def to_do(told: Brief, view: State, move: str, names: Sequence[str]) -> str:
    """A step of a turn as an advice; ``move`` is the last one of the step, answered to the question of ``view``.

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
            return _("buy a draw for {payment}").format(payment=goods(told.goods))
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
            return _("take {goods} instead, for the stock lacks the crop").format(goods=goods(told.goods))
        case "take" | "give":
            return _("take {goods}").format(goods=goods(told.goods))
        case "decline" if move == "end":
            return _("end the turn")
        case "decline":
            return _("decline")
        case "other" if told.worker >= 0 and move in WORKER_INDEX:
            return _("use the power of the {worker}").format(worker=worker(WORKER_INDEX[move]))
    return label(view, move, names)


def rank(
    behind: float,
    close: bool,
    unlikelier: float = 0.0,
    error: float = 0.0,
    balance: float = 0.0,
    forecasts: bool = False,
    doubted: bool = False,
) -> str:
    """How a turn compares with the best one; ``behind`` in points, ``close`` if that may be chance.

    ``unlikelier``: by how much the chance to win is less; ``error`` and all after it as in :func:`comparison`, for as
    good is said of a turn where either may be taken. That a turn is worse which by what is
    told seems better, or that is doubted, rests on how all are imagined to play, which the standard error does not see:
    it only seems so.

    >>> rank(0.1, True), rank(0.5, True), rank(0.5, False), rank(0.1, True, 0.3), rank(0.1, True, error=0.5)
    ('about as good', 'perhaps worse', 'a little worse', 'perhaps worse', 'perhaps as good')
    >>> rank(0.1, True, balance=-2.0)
    'perhaps as good'
    >>> rank(0.1, True, doubted=True)
    'perhaps as good'
    >>> rank(1.0, False), rank(1.0, False, error=0.4)
    ('clearly worse', 'probably worse')
    >>> rank(3.0, False, balance=-1.0), rank(3.0, False, balance=-1.0, forecasts=True)
    ('seems worse', 'clearly worse')
    >>> rank(0.5, False, doubted=True), rank(3.0, False, balance=2.0, doubted=True)
    ('seems worse', 'seems worse')
    """
    if close and behind <= _ALIKE and unlikelier < _APART:
        return _("about as good") if _either(error, balance, doubted) else _("perhaps as good")
    if close:
        return _("perhaps worse")
    if doubted:
        return _("seems worse")
    if behind < _CLEARLY:
        return _("a little worse")
    if _against(balance, forecasts):
        return _("seems worse")
    return _("clearly worse") if behind >= _SURE * error else _("probably worse")


def comparison(
    difference: float,
    error: float,
    close: bool,
    apart: float,
    balance: float,
    forecasts: bool,
    doubted: bool = False,
) -> str:
    """What there is to say of a difference in points to the turn with the number ``other``, if anything.

    ``better`` and ``lesser`` are the numbers of the one with more points and of the other, ``likelier`` that of the one
    with more chance to win; ``courses`` are those looked at;
    ``error``: the standard error of the difference; ``close``: it may be chance; ``apart``: how far the chances are
    apart; ``balance``: the points by which what is told of both speaks for the better one; ``forecasts``: whether
    forecasts do; ``doubted``: as in :class:`keyharvest.advice.advice.Advice`.

    >>> comparison(0.1, 0.1, True, 0.0, 0.3, False)
    'About as good as choice {other}: take either.'
    >>> comparison(0.1, 0.5, True, 0.0, 0.3, False)
    'Not to be told apart from choice {other} by {courses}.'
    >>> comparison(1.5, 0.2, False, 0.0, -0.3, False)
    'In {courses} choice {better} came out ahead.'
    >>> comparison(1.5, 0.2, False, 0.0, -2.0, False).split(", but")[0]
    'By what is told at once choice {lesser} seems better'
    >>> comparison(2.8, 0.7, False, 0.3, -2.0, False, doubted=True).partition(", but ")[2]
    'which one is better depends on how everybody plays on.'
    >>> comparison(0.1, 0.1, True, 0.0, 0.3, False, doubted=True)
    'Not to be told apart from choice {other} by {courses}.'
    """
    if close and apart >= _APART:
        return _("The points hardly tell them apart, but by {courses} choice {likelier} is likelier to win.")
    if close and difference <= _ALIKE and _either(error, balance, doubted):
        return _("About as good as choice {other}: take either.")
    if close:
        return _("Not to be told apart from choice {other} by {courses}.")
    if doubted:
        return _(
            "In {courses} choice {better} came out ahead, but which one is better depends on how everybody plays on."
        )
    if _against(balance, forecasts):
        return _(
            "By what is told at once choice {lesser} seems better, but in {courses} choice {better} more "
            "than made up for it."
        )
    if balance <= 0 and not forecasts:
        return _("In {courses} choice {better} came out ahead.")
    return ""


def _either(error: float, balance: float, doubted: bool) -> bool:
    """Whether of two turns alike in points either may be taken, as far as is known."""
    return error <= _KNOWN and abs(balance) < _CLEARLY and not doubted


def _against(balance: float, forecasts: bool) -> bool:
    """Whether what is told speaks clearly for the turn with fewer points."""
    return balance <= -_CLEARLY and not forecasts


def forecast(feature: str, name: str, more: float, in_all: bool = False) -> str:
    """What will probably come of a turn on a farm, against another turn; empty if that is next to nothing.

    ``feature``, ``more`` and ``in_all`` are as in :class:`keyharvest.advice.advice.Difference`; no ``name``: one's own
    farm.

    >>> forecast("groups", "Ada", 1.8)
    "Ada's groups and store will probably gain a point or two more."
    >>> forecast("counters", "", -3.4), forecast("counters", "Ada", -0.3)
    ('You will probably gain several counters less.', '')
    >>> forecast("workers", "", 1.2, True)
    'Your workers will probably gain a point or two more in all.'
    """
    amount = round(abs(more))
    if not amount:
        return ""
    if feature == "counters":
        told = _("a counter or two") if amount <= _FEW else _("several counters")
    else:
        told = _("a point or two") if amount <= _FEW else _("several points")
    text = _(_FORECASTS[feature, more > 0, bool(name)]).format(name=name, amount=told)
    return _("{forecast} in all.").format(forecast=text.removesuffix(".")) if in_all and feature != "room" else text


_FORECASTS: Final[dict[tuple[str, bool, bool], str]] = {
    ("groups", True, True): N_("{name}'s groups and store will probably gain {amount} more."),
    ("groups", False, True): N_("{name}'s groups and store will probably gain {amount} less."),
    ("groups", True, False): N_("Your groups and store will probably gain {amount} more."),
    ("groups", False, False): N_("Your groups and store will probably gain {amount} less."),
    ("workers", True, True): N_("{name}'s workers will probably gain {amount} more."),
    ("workers", False, True): N_("{name}'s workers will probably gain {amount} less."),
    ("workers", True, False): N_("Your workers will probably gain {amount} more."),
    ("workers", False, False): N_("Your workers will probably gain {amount} less."),
    ("crops", True, True): N_("{name}'s crops will probably gain {amount} more."),
    ("crops", False, True): N_("{name}'s crops will probably gain {amount} less."),
    ("crops", True, False): N_("Your crops will probably gain {amount} more."),
    ("crops", False, False): N_("Your crops will probably gain {amount} less."),
    ("counters", True, True): N_("{name} will probably gain {amount} more."),
    ("counters", False, True): N_("{name} will probably gain {amount} less."),
    ("counters", True, False): N_("You will probably gain {amount} more."),
    ("counters", False, False): N_("You will probably gain {amount} less."),
    ("room", True, True): N_("{name} will probably have room for more or better workers."),
    ("room", False, True): N_("{name} will probably have room for fewer or lesser workers."),
    ("room", True, False): N_("You will probably have room for more or better workers."),
    ("room", False, False): N_("You will probably have room for fewer or lesser workers."),
}
