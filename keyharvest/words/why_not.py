"""Reasons why a wish can't be granted now: one sentence with the number of its rule.

A wish is a reference, the letter of a worker, a crop, or a whole move. The reasons address the player who decides.
"""

from __future__ import annotations

from typing import Final

from keyharvest.rules import CHANCE, OVER, State, actor, counters, decision, legal
from keyharvest.rules.components import CROP_INDEX, NUMBERS, STORE_PLACES, WORKER_INDEX, WORKERS
from keyharvest.rules.events import ChooseCrop, ExchangeFor, Give, Grant, MoveTo, Receive, Replace, SwapFor
from keyharvest.rules.frames import (
    DONE,
    DRAW,
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
    OfferDraw,
    Pay,
    PickFields,
    TakeCounters,
)
from keyharvest.rules.geometry import INDEX, NEIGHBOURS, SPACES, groups, support
from keyharvest.rules.moves import MOVES, Move, parse
from keyharvest.rules.powers import BuyFromStore, PlaceOrFallow, TakeUnconnected
from keyharvest.rules.setup import ChooseStart
from keyharvest.rules.state import Posts
from keyharvest.rules.turn import FROM_STORES, HARVEST, TO_STORE, WORK, PlaceWorker, Turn
from keyharvest.words.language import N_, _, n_
from keyharvest.words.terms import Names, crop, field, goods, number_of_counters, who, worker

_STOPS: Final = (NO, DONE, HOME)


def why_not(view: State, wish: str, names: Names = None) -> str:
    """Return in one sentence why the seat that decides can't have its wish; empty if it can.

    In a turn, a bare reference or letter stands for any action that it could mean.

    >>> from keyharvest.rules import new_game, apply
    >>> why_not(apply(new_game(2), "*1"), "3")
    'There are only 2 players (rule 1.1).'
    """
    if actor(view) == OVER:
        return _("The game is over (rule 13.1).")
    if actor(view) == CHANCE:
        return _("A draw from the bag comes first (rule 1.8).")
    choices = legal(view)
    if wish in choices:
        return ""
    question = decision(view)
    if isinstance(question, Turn):
        if any(parse(choice).named == wish for choice in choices):
            return ""
        return _turn_reason(view, question, MOVES.get(wish, Move(wish)), names)
    if wish in INDEX:
        found = _reference_reason(view, question, INDEX[wish], names)
    elif wish in CROP_INDEX:
        found = _crop_reason(view, question, CROP_INDEX[wish])
    elif wish in WORKER_INDEX:
        found = _worker_reason(view, question, WORKER_INDEX[wish])
    else:
        found = _word_reason(view, question, wish)
    return found or _instruction(view, question, names)


# The answer expected instead


def _instruction(view: State, question: Decision, names: Names) -> str:
    """Say what the open question asks for, in reply to a wish of another kind."""
    rule = question.rule
    match question:
        case PlaceWorker() | MoveTo():
            return _("First choose a space for the {worker} (rule {rule}).").format(
                worker=worker(question.worker), rule=rule
            )
        case Displaced():
            return _("First choose a space for the displaced {worker}, or send it home (rule {rule}).").format(
                worker=worker(question.worker), rule=rule
            )
        case Bid():
            return _("First make the bid for {reference} (rule {rule}).").format(
                reference=SPACES[view.stores[question.seat][-1][0]], rule=rule
            )
        case Pay():
            return n_(
                "First pay {number} more counter (rule {rule}).",
                "First pay {number} more counters (rule {rule}).",
                question.number,
            ).format(number=question.number, rule=rule)
        case TakeCounters():
            return n_(
                "First take {number} counter from the stock (rule {rule}).",
                "First take {number} counters from the stock (rule {rule}).",
                question.number,
            ).format(number=question.number, rule=rule)
        case Grant():
            return _("First choose a counter for {name} (rule {rule}).").format(
                name=who(names, question.receiver), rule=rule
            )
        case PlaceOrFallow() | Receive():
            return _("First decide what becomes of {reference} (rule {rule}).").format(
                reference=SPACES[question.tile], rule=rule
            )
        case Replace():
            return _("First choose a field to make way for {field}, or lay {field} fallow (rule {rule}).").format(
                field=field(view, question.tile), rule=rule
            )
    return _(_INSTRUCTIONS[type(question)]).format(rule=rule)


_INSTRUCTIONS: Final[dict[type[Decision], str]] = {
    ChooseStart: N_("First choose the player who starts (rule {rule})."),
    PickFields: N_("First finish choosing fields (rule {rule})."),
    BuyFromStore: N_("First choose a tile in another player's store, or decline (rule {rule})."),
    TakeUnconnected: N_("First choose an unconnected field on another board, or decline (rule {rule})."),
    ExchangeFor: N_("First choose an unconnected field on another board (rule {rule})."),
    ChooseWorker: N_("First choose one of the workers on your board, or decline (rule {rule})."),
    ChooseField: N_("First choose one of the fields on your board (rule {rule})."),
    Give: N_("First choose a field on your board to pass on (rule {rule})."),
    ChooseRegistry: N_("First choose a registry tile, or decline (rule {rule})."),
    SwapFor: N_("First choose a registry tile (rule {rule})."),
    OfferDraw: N_("First choose whether to draw a field (rule {rule})."),
    ChooseCrop: N_("First choose a crop, or decline (rule {rule})."),
}


def place_of(view: State, tile: int, names: Names = None) -> str:
    """Say where a field tile is, as the end of a sentence to the player who decides: ``on Ben's board``."""
    seat = actor(view)
    owner = view.owner(tile)
    if owner >= 0:
        if owner == seat:
            return _("on your own board")
        return _("on {name}'s board").format(name=who(names, owner))
    owner = view.store_of(tile)
    if owner >= 0:
        if owner == seat:
            return _("in your own store")
        return _("in {name}'s store").format(name=who(names, owner))
    if view.registry >> tile & 1:
        return _("in the registry")
    if view.fallow >> tile & 1:
        return _("in the fallow area")
    if view.bag >> tile & 1:
        return _("in the bag")
    return _("on its way to a board")


# A turn


def _turn_reason(view: State, turn: Turn, wish: Move, names: Names) -> str:
    if wish.tile >= 0 and not wish.drawn:
        return _action_with_tile(view, turn, wish.action, wish.tile, names)
    if wish.worker >= 0:
        index = wish.worker
        standing = any(post == index for post, _space in view.posts[turn.seat])
        removal = wish.home if wish.action else standing
        return _taken(turn, WORK) or (_removal_reason(index) if removal else _playing_reason(view, turn, index, names))
    return _("First choose an action, or end the turn (rule {rule}).").format(rule=turn.rule)


def _action_with_tile(view: State, turn: Turn, action: str, tile: int, names: Names) -> str:
    """Say why an action with a field tile is impossible; without a letter, the action that fits the tile's place."""
    seat = turn.seat
    if not action:
        if view.owner(tile) == seat:
            action = "a"
        elif view.store_of(tile) >= 0:
            action = "c"
        elif view.registry >> tile & 1:
            action = "d"
        else:
            return _("{reference} is {place}, out of reach of any action (rule 3.1).").format(
                reference=SPACES[tile], place=place_of(view, tile, names)
            )
    if action == "a":
        return _taken(turn, HARVEST) or _harvest_reason(view, seat, tile, "4.1", names)
    if action == "c":
        return _from_store_reason(view, turn, tile, names)
    return _to_store_reason(view, turn, tile, names)


_TAKEN: Final = {
    HARVEST: N_("You have already harvested this turn (rule 3.1)."),
    WORK: N_("You have already played or removed a worker this turn (rule 3.1)."),
    FROM_STORES: N_("You have already taken tiles from stores this turn (rule 3.1)."),
    TO_STORE: N_("You have already put tiles into your store this turn (rule 3.1)."),
}


def _taken(turn: Turn, action: int) -> str:
    """Say why an action can't begin at all."""
    if turn.allowed() & action:
        return ""
    if turn.used & action:
        return _(_TAKEN[action])
    if turn.used.bit_count() >= 2:
        return _("You have taken both actions of this turn (rule 3.1).")
    return _("You stored a tile, so no more tiles leave stores this turn (rule 3.1).")


def _harvest_reason(view: State, seat: int, tile: int, rule: str, names: Names) -> str:
    if not view.fields[seat] >> tile & 1:
        return _absent(view, tile, rule, names)
    return _("{field} is already harvested (rule {rule}).").format(field=field(view, tile), rule=rule)


def _absent(view: State, tile: int, rule: str, names: Names) -> str:
    return _("{reference} isn't on your board; it is {place} (rule {rule}).").format(
        reference=SPACES[tile], place=place_of(view, tile, names), rule=rule
    )


def _removal_reason(index: int) -> str:
    return _("The {worker} isn't on your board (rule 5.1).").format(worker=worker(index))


def _playing_reason(view: State, turn: Turn, index: int, names: Names) -> str:
    name = worker(index)
    for owner, posts in enumerate(view.posts):
        if any(post == index for post, _space in posts) and (owner == turn.seat or WORKERS[index].townsfolk):
            if owner == turn.seat:
                return _("The {worker} is already on your board (rule 5.1).").format(worker=name)
            return _("The {worker} is on {name}'s board (rule 5.1).").format(worker=name, name=who(names, owner))
    number = NUMBERS[index]
    fields = view.fields[turn.seat]
    if not support(fields)[number] & ~fields:
        return n_(
            "The {worker} needs {number} neighbouring field; no empty space touches one (rule 5.2).",
            "The {worker} needs {number} neighbouring fields; no empty space touches that many (rule 5.2).",
            number,
        ).format(worker=name, number=number)
    return n_(
        "The {worker} needs a space with {number} neighbouring field, but each of these is taken by another worker"
        " or touches one (rule 5.2).",
        "The {worker} needs a space with {number} neighbouring fields, but each of these is taken by another worker"
        " or touches one (rule 5.2).",
        number,
    ).format(worker=name, number=number)


def _from_store_reason(view: State, turn: Turn, tile: int, names: Names) -> str:
    taken = _taken(turn, FROM_STORES)
    if taken:
        return taken
    owner = view.store_of(tile)
    if owner < 0:
        return _("{reference} isn't in a store; it is {place} (rule 6.1).").format(
            reference=SPACES[tile], place=place_of(view, tile, names)
        )
    bid = view.bid_of(tile)
    missing = _lacking(view.hands[turn.seat], bid)
    return _("{name}'s bid for {reference} is {bid}; you lack {missing} (rule 6.2).").format(
        name=who(names, owner),
        reference=SPACES[tile],
        bid=goods(bid),
        missing=goods(missing),
    )


def _lacking(hand: int, wanted: int) -> int:
    """Return the counters missing in a hand, packed."""
    pairs = zip(counters.unpack(wanted), counters.unpack(hand), strict=True)
    return counters.pack([max(0, number - held) for number, held in pairs])


def _to_store_reason(view: State, turn: Turn, tile: int, names: Names) -> str:
    taken = _taken(turn, TO_STORE)
    if taken:
        return taken
    if not view.registry >> tile & 1:
        return _("{reference} isn't in the registry; it is {place} (rule 7.1).").format(
            reference=SPACES[tile], place=place_of(view, tile, names)
        )
    if len(view.stores[turn.seat]) >= STORE_PLACES:
        return _("Your store is full (rule 7.1).")
    return _("You have no counters to bid (rule 7.2).")


# References in answer to other questions


def _reference_reason(view: State, question: Decision, tile: int, names: Names) -> str:
    seat, rule = question.seat, question.rule
    match question:
        case PlaceWorker() | Displaced():
            return _space_reason(view, seat, view.posts[seat], question.worker, tile)
        case MoveTo():
            others = tuple(post for post in view.posts[seat] if post[0] != question.worker)
            return _space_reason(view, seat, others, question.worker, tile)
        case PickFields():
            return _pick_reason(view, question, tile, names)
        case ChooseField() | Give() | Replace():
            return _absent(view, tile, rule, names)
        case ChooseRegistry() | SwapFor():
            return _("{reference} isn't in the registry; it is {place} (rule {rule}).").format(
                reference=SPACES[tile], place=place_of(view, tile, names), rule=rule
            )
        case BuyFromStore():
            return _buying_reason(view, question, tile, names)
        case TakeUnconnected() | ExchangeFor():
            owner = view.owner(tile)
            if owner < 0 or owner == seat:
                return _("{reference} isn't on another player's board; it is {place} (rule {rule}).").format(
                    reference=SPACES[tile], place=place_of(view, tile, names), rule=rule
                )
            return _("{reference} is connected to {name}'s other fields (rule 8.3).").format(
                reference=SPACES[tile], name=who(names, owner)
            )
    return ""


def _space_reason(view: State, seat: int, posts: Posts, index: int, space: int) -> str:
    """Say why a worker can't be on a space; ``posts`` are the other workers of the board (rules 5.2, 5.3)."""
    name, reference, number = worker(index), SPACES[space], NUMBERS[index]
    if view.fields[seat] >> space & 1:
        return _("There is a field on {reference} (rule 5.2).").format(reference=reference)
    for other, stood in posts:
        if stood == space and NUMBERS[other] >= number:
            return _(
                "The {other} on {reference} has number {theirs}; the {worker} replaces only "
                "workers with a number below {number} (rule 5.3)."
            ).format(other=worker(other), reference=reference, theirs=NUMBERS[other], worker=name, number=number)
        if NEIGHBOURS[space] >> stood & 1:
            return _("{reference} touches your {other} at {place} (rule 5.2).").format(
                reference=reference, other=worker(other), place=SPACES[stood]
            )
    touched = (NEIGHBOURS[space] & view.fields[seat]).bit_count()
    if touched >= number:
        return _("The {worker} is already on {reference} (rule 12X).").format(worker=name, reference=reference)
    return n_(
        "The {worker} needs {number} neighbouring field; {reference} touches {touched} (rule 5.2).",
        "The {worker} needs {number} neighbouring fields; {reference} touches {touched} (rule 5.2).",
        number,
    ).format(worker=name, number=number, reference=reference, touched=touched)


def _pick_reason(view: State, question: PickFields, tile: int, names: Names) -> str:
    seat, source, rule = question.seat, question.source, question.rule
    chosen = field(view, tile)
    if question.picked >> tile & 1:
        return _("{field} is already chosen (rule {rule}).").format(field=chosen, rule=rule)
    if not view.fields[seat] >> tile & 1:
        return _absent(view, tile, rule, names)
    ripe = view.ripe[seat] >> tile & 1
    if source in "aVAB" and not ripe:
        return _("{field} is already harvested (rule {rule}).").format(field=chosen, rule=rule)
    if source in "DR" and ripe:
        return _("{field} is already unharvested (rule {rule}).").format(field=chosen, rule=rule)
    if source in "ABD":
        index = WORKER_INDEX[source]
        space = next(space for standing, space in view.posts[seat] if standing == index)
        if not NEIGHBOURS[space] >> tile & 1:
            return _("{field} doesn't touch your {worker} at {reference} (rule {rule}).").format(
                field=chosen, worker=worker(index), reference=SPACES[space], rule=rule
            )
    if source == "V" and NEIGHBOURS[tile] & view.fields[seat]:
        return _("{field} is connected to your other fields (rule 8.3).").format(field=chosen)
    if source == "a" and all(question.picked & ~group or not group >> tile & 1 for group in groups(view.fields[seat])):
        return _("{field} isn't in the same connected group (rule {rule}).").format(field=chosen, rule=rule)
    return _("Choose fields in the order of their references; {field} comes earlier (rule {rule}).").format(
        field=chosen, rule=rule
    )


def _buying_reason(view: State, question: BuyFromStore, tile: int, names: Names) -> str:
    owner, rule = view.store_of(tile), question.rule
    if owner == question.seat:
        return _("{reference} is in your own store (rule {rule}).").format(reference=SPACES[tile], rule=rule)
    if owner < 0:
        return _("{reference} isn't in another player's store; it is {place} (rule {rule}).").format(
            reference=SPACES[tile], place=place_of(view, tile, names), rule=rule
        )
    bid = view.bid_of(tile)
    return _("{reference} costs {price}; you have only {purse} (rule {rule}).").format(
        reference=SPACES[tile],
        price=number_of_counters(question.price(bid)),
        purse=counters.total(view.hands[question.seat]),
        rule=rule,
    )


# Crops, workers and words in answer to other questions


def _crop_reason(view: State, question: Decision, index: int) -> str:
    rule = question.rule
    match question:
        case Bid() | Pay():
            held, least = view.hands[question.seat], question.least
            lacking = N_("You have no {crop} (rule {rule}).")
        case TakeCounters():
            held, least = view.stock, question.least
            lacking = N_("The stock has no {crop} (rule {rule}).")
        case Grant():
            held, least = view.stock, 0
            lacking = N_("The stock has no {crop} (rule {rule}).")
        case ChooseCrop():
            return _majority_reason(view, question, index, rule)
        case _:
            return ""
    if not counters.count(held, index):
        return _(lacking).format(crop=crop(index), rule=rule)
    if index < least:
        return _("Choose counters in the order of the crops; {crop} comes earlier (rule {rule}).").format(
            crop=crop(index), rule=rule
        )
    return _("Choose counters in the order of the crops; starting at {crop} leaves too few (rule {rule}).").format(
        crop=crop(index), rule=rule
    )


def _majority_reason(view: State, question: ChooseCrop, index: int, rule: str) -> str:
    ripe = view.ripe[question.seat]
    numbers = [(ripe & mask).bit_count() for mask in view.layout.by_crop]
    most = max(numbers)
    if not numbers[index]:
        return _("You have no unharvested field of {crop} (rule {rule}).").format(crop=crop(index), rule=rule)
    return n_(
        "You have {number} unharvested field of {crop}, but {most} of {other} (rule {rule}).",
        "You have {number} unharvested fields of {crop}, but {most} of {other} (rule {rule}).",
        numbers[index],
    ).format(number=numbers[index], crop=crop(index), most=most, other=crop(numbers.index(most)), rule=rule)


def _worker_reason(view: State, question: Decision, index: int) -> str:
    if not isinstance(question, ChooseWorker):
        return ""
    rule = question.rule
    if all(standing != index for standing, _space in view.posts[question.seat]):
        return _("The {worker} isn't on your board (rule {rule}).").format(worker=worker(index), rule=rule)
    if question.source == "J":
        return _("The lawyer can't use a lawyer's power (rule 11.2).")
    return _("There is no other space for the {worker} (rule 5.2).").format(worker=worker(index))


def _word_reason(view: State, question: Decision, wish: str) -> str:
    """Say why a word that can be a move isn't among the answers."""
    rule = question.rule
    match question:
        case ChooseStart() if wish.isdecimal():
            return _("There are only {number} players (rule 1.1).").format(number=view.players)
        case PickFields() if wish == DONE:
            return _("No field has been chosen yet (rule {rule}).").format(rule=rule)
        case PickFields() if wish == NO:
            return _("A field is already chosen (rule {rule}).").format(rule=rule)
        case Bid() if wish in _STOPS:
            return _("A bid needs at least one counter (rule 7.2).")
        case Pay() if wish in _STOPS:
            if question.payee == STOCK:
                return _("You have to pay for what you chose (rule {rule}).").format(rule=rule)
            return _("You have to pay for the tile you chose (rule {rule}).").format(rule=rule)
        case PlaceWorker() if wish in _STOPS:
            return _("The {worker} you are playing needs a space (rule {rule}).").format(
                worker=worker(question.worker), rule=rule
            )
        case ChooseField(source="F") if wish in _STOPS:
            return _("A scroll leaves no choice: one of your fields has to go (rule 5.5).")
        case Give() | Grant() | Replace() if wish in _STOPS:
            return _("A scroll leaves no choice: you can't decline this event (rule 9.2).")
        case Receive() if wish == PASS:
            return _("The tile has come back round; the player who drew the event can't pass it on (rule 12.1).")
        case Receive() if wish in (PLACE, FALLOW):
            return _("With no field on your board you have to pass the tile on (rule 12.1).")
        case OfferDraw() if wish == PLACE:
            return _("No field has been drawn yet (rule {rule}).").format(rule=rule)
        case ChooseRegistry() if wish == DRAW:
            return _("There is no field left in the bag to draw (rule 9.5).") if not view.bag else ""
    return ""
