"""The log: one sentence for a move or a draw, made from the states before and after it.

The log shows only what everyone sees (rule 14.1): sentences are made from boards, stores, the stock and the moves,
never from the difference of two hands. The one exception is a watcher's own secret counters at set-up. A choice made
piece by piece, such as a bid or a payment, is one sentence once it is complete.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from keyharvest.rules import State, round_of
from keyharvest.rules.components import EVENT_INDEX, WORKER_INDEX, WORKERS
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
    OfferDraw,
    Pay,
    PickFields,
    RegistryDraw,
    TakeCounters,
)
from keyharvest.rules.geometry import SPACES
from keyharvest.rules.powers import BuyFromStore, PlaceOrFallow, TakeUnconnected
from keyharvest.rules.turn import QUIET_ROUNDS, WARNING_ROUNDS, PlaceWorker, Turn
from keyharvest.words.language import N_, _, n_
from keyharvest.words.log_draws import Happening, drawn_for_registry, field_drawn, set_up
from keyharvest.words.prompts import bought_tile
from keyharvest.words.terms import (
    Names,
    crop,
    event,
    fields,
    goods,
    references,
    who,
    worker,
)


def sentence(
    before: State,
    move: str,
    after: State,
    names: Names = None,
    watcher: int | None = None,
    earlier: Sequence[str] | None = None,
) -> str:
    """Return the log entry of a move or a draw.

    It is empty for what needs no words, and within a chain, whose last move reports all of it. ``watcher`` is the seat
    that reads: it sees its own secret counters at set-up, and nobody else's. With ``earlier``, the moves of the game
    before this one, counters paid or taken one by one make one sentence; without it, one each.

    >>> from keyharvest.rules import new_game, apply
    >>> state = new_game(2)
    >>> sentence(state, "*1", apply(state, "*1"), ["Anna", "Ben"])
    'Anna is chosen at random to decide who starts.'
    """
    happening = Happening(before, move, after, names, watcher, earlier)
    told = [_described(happening)]
    if after.turn:
        told += _aftermath(happening)
    return " ".join(part for part in told if part)


def report(states: Sequence[State], moves: Sequence[str], names: Names = None, watcher: int | None = None) -> list[str]:
    """Return the log entry of each move of a game, which may be empty; ``states`` is one longer than ``moves``."""
    return [sentence(states[i], move, states[i + 1], names, watcher, moves[:i]) for i, move in enumerate(moves)]


def turn_heading(state: State, names: Names = None) -> str:
    """Return the log's heading of a turn: its number, its player, and the turns left near the end (13.1)."""
    if not state.turn:
        return _("Set-up")
    name, number = who(names, state.seat), round_of(state.turn, state.players)
    if state.left < 0 or state.left >= 2 * state.players:
        return _("Round {round}: {name}").format(round=number, name=name)
    if state.left >= state.players:
        return _("Round {round}: {name}, one more to come").format(round=number, name=name)
    return _("Round {round}: {name}, last turn").format(round=number, name=name)


def _described(h: Happening) -> str:
    """Describe the move itself."""
    top = h.before.stack[-1]
    match top:
        case Turn():
            return _turn(h, top)
        case PickFields():
            return _picked(h, top)
        case PlaceWorker():
            return _worker_played(h, top)
        case Displaced():
            return _worker_moved_on(h, top)
        case Bid():
            return _bid(h, top)
        case TakeCounters():
            return _counters_taken(h, top)
        case Pay():
            return _paid(h, top)
        case ChooseWorker():
            return _worker_chosen(h, top)
        case ChooseField():
            return _field_chosen(h, top)
        case ChooseRegistry():
            return _registry_chosen(h, top)
        case OfferDraw() | BuyFromStore() | TakeUnconnected():
            return _declined(h, top) if h.move == NO else ""
        case PlaceOrFallow() | Receive():
            return _placed_or_not(h, top)
        case Give():
            return _("{name} passes {field} to {other}.").format(
                name=h.name(top.seat), field=h.tile(h.named.tile), other=h.name((top.seat + 1) % h.before.players)
            )
        case ExchangeFor():
            theirs = h.named.tile
            return _("{name} gives {owner} {field} in exchange for {other}, and both are placed.").format(
                name=h.name(top.seat),
                field=h.tile(top.own),
                owner=h.name(h.before.owner(theirs)),
                other=h.tile(theirs),
            )
        case SwapFor():
            return _("{name} puts {field} into the registry and places {other} from there.").format(
                name=h.name(top.seat), field=h.tile(top.own), other=h.tile(h.named.tile)
            )
        case ChooseCrop():
            return _good_harvest(h, top)
        case Replace():
            return _replaced(h, top)
        case MoveTo():
            return _("{name} moves the {worker} to {reference}.").format(
                name=h.name(top.seat), worker=worker(top.worker), reference=h.move
            )
        case Grant():
            return _granted(h, top)
        case RegistryDraw():
            return drawn_for_registry(h, top)
        case FieldDraw():
            return field_drawn(h, top)
    return set_up(h)


# The turn


def _turn(h: Happening, turn: Turn) -> str:
    name = h.name(turn.seat)
    move = h.named
    if h.move == END:
        return "" if turn.used else _("{name} does nothing this turn.").format(name=name)
    if move.action == "a":
        return _harvested(h, turn.seat, 1 << move.tile)
    if move.home:
        return _sent_home(h, turn.seat, move.worker)
    if move.action != "c":
        return ""
    tile = move.tile
    owner = h.before.store_of(tile)
    bid = goods(h.before.bid_of(tile))
    if owner == turn.seat:
        return _("{name} places {field} from the store; the bid of {bid} goes to the stock.").format(
            name=name, field=h.tile(tile), bid=bid
        )
    return _("{name} matches {owner}'s bid of {bid} and places {field}; {owner} keeps bid and payment.").format(
        name=name, owner=h.name(owner), bid=bid, field=h.tile(tile)
    )


def _harvested(h: Happening, seat: int, picked: int) -> str:
    top = h.after.stack[-1]
    if isinstance(top, PickFields) and top.picked:
        return ""
    if h.before.stock == h.after.stock:
        return _("{name} harvests {fields}, but the stock has no matching counters.").format(
            name=h.name(seat), fields=references(picked)
        )
    return _("{name} harvests {fields} for {counters}.").format(
        name=h.name(seat), fields=references(picked), counters=h.gained()
    )


_TURNED: Final = {
    "D": N_("{name}'s unskilled worker turns {fields} back to unharvested."),
    "R": N_("{name} turns {fields} back to unharvested."),
}


def _picked(h: Happening, question: PickFields) -> str:
    top = h.after.stack[-1]
    if h.move == NO:
        return _declined(h, question)
    if isinstance(top, PickFields) and top.picked:
        return ""
    picked = question.picked | (1 << h.named.tile if h.move != DONE else 0)
    if question.source in "aV":
        return _harvested(h, question.seat, picked)
    name = h.name(question.seat)
    if question.source in "AB":
        worker_name = worker(WORKER_INDEX[question.source])
        if h.before.stock == h.after.stock:
            return _("{name}'s {worker} gathers from {fields}, but the stock has no matching counters.").format(
                name=name, worker=worker_name, fields=references(picked)
            )
        return _("{name}'s {worker} gathers {counters} from {fields}.").format(
            name=name, worker=worker_name, counters=h.gained(), fields=references(picked)
        )
    return _(_TURNED[question.source]).format(name=name, fields=fields(h.before, picked))


# Workers


def _worker_played(h: Happening, question: PlaceWorker) -> str:
    message = (
        _("{name} plays the {worker} on {reference}.")
        if h.asks_power(question.seat, question.worker)
        else _("{name} plays the {worker} on {reference}, where its power has no effect.")
    )
    return message.format(name=h.name(question.seat), worker=worker(question.worker), reference=h.move)


def _worker_moved_on(h: Happening, question: Displaced) -> str:
    if h.move == HOME:
        return _("{name}'s {worker} goes home.").format(name=h.name(question.seat), worker=worker(question.worker))
    message = (
        _("{name}'s {worker} goes to {reference}, ready to act again.")
        if h.asks_power(question.seat, question.worker)
        else _("{name}'s {worker} goes to {reference}, where its power has no effect.")
    )
    return message.format(name=h.name(question.seat), worker=worker(question.worker), reference=h.move)


def _sent_home(h: Happening, seat: int, index: int) -> str:
    space = next(space for standing, space in h.before.posts[seat] if standing == index)
    message = (
        _("{name} takes the {worker} at {reference} back to town.")
        if WORKERS[index].townsfolk
        else _("{name} takes the {worker} at {reference} home.")
    )
    return message.format(name=h.name(seat), worker=worker(index), reference=SPACES[space])


def _worker_chosen(h: Happening, question: ChooseWorker) -> str:
    if h.move == NO:
        return _declined(h, question)
    if question.source == "X":
        return ""
    index = h.named.worker
    if question.source == "Y":
        return _sent_home(h, question.seat, index)
    if question.source != "J":
        raise KeyError(question.source)
    message = (
        _("{name}'s lawyer calls on the {worker} to act again.")
        if h.asks_power(question.seat, index)
        else _("{name}'s lawyer calls on the {worker}, whose power has no effect.")
    )
    return message.format(name=h.name(question.seat), worker=worker(index))


def _declined(h: Happening, question: Decision) -> str:
    name = h.name(question.seat)
    if question.cause in WORKER_INDEX:
        return _("{name} doesn't use the {worker}'s power.").format(
            name=name, worker=worker(WORKER_INDEX[question.cause])
        )
    return _("{name} declines ({event}).").format(name=name, event=event(EVENT_INDEX[question.cause]))


# Counters


_BID: Final = {
    "d": N_("{name} stores {field} with a bid of {bid}."),
    "H": N_("{name}'s storekeeper stores {field} with a bid of {bid}."),
}


def _bid(h: Happening, question: Bid) -> str:
    if isinstance(h.after.stack[-1], Bid):
        return ""
    tile, bid = h.after.stores[question.seat][-1]
    return _(_BID[question.source]).format(name=h.name(question.seat), field=h.tile(tile), bid=goods(bid))


_TAKEN: Final = {
    **dict.fromkeys("aABV", N_("{name} takes {counters} in place of what the stock lacked.")),
    "C": N_("{name}'s labourer takes {counters}."),
    "P": N_("{name} takes {counters}, as the right crop has run out."),
}


def _counters_taken(h: Happening, question: TakeCounters) -> str:
    if h.move == NO:
        return _declined(h, question)
    if question.number > 1 and h.earlier is not None:
        return ""
    counted = h.gained() if question.source == "P" else goods(h.chain())
    return _(_TAKEN[question.source]).format(name=h.name(question.seat), counters=counted)


_PAID: Final = {
    **dict.fromkeys("EG", N_("{name}'s {worker} buys {field} from {owner}'s store for {counters} and places it.")),
    "I": N_("{name}'s bailiff takes {field} from {owner}'s board for {counters} and places it."),
    **dict.fromkeys("QT", N_("{name} pays {counters} for {field} from the registry and places it.")),
}


def _paid(h: Happening, question: Pay) -> str:
    if question.number > 1 and h.earlier is not None:
        return ""
    name, paid = h.name(question.seat), goods(h.chain())
    tile = bought_tile(h.before)
    if question.number > 1:
        return _("{name} pays {counters}.").format(name=name, counters=paid)
    if tile < 0:
        return _("{name} pays {counters} for a field from the bag.").format(name=name, counters=paid)
    return _(_PAID[question.source]).format(
        name=name,
        counters=paid,
        field=h.tile(tile),
        owner="" if question.payee == STOCK else h.name(question.payee),
        worker="" if question.payee == STOCK else worker(WORKER_INDEX[question.source]),
    )


# Fields


#: The sentence of a field chosen, empty where the next answer reports it.
_FIELD_TOLD: Final = {
    "F": N_("{name}'s supervisor lays {field} fallow."),
    "M": N_("{name} lays {field} fallow for the blind swap."),
    "N": "",
    "U": "",
}


def _field_chosen(h: Happening, question: ChooseField) -> str:
    if h.move == NO:
        return _declined(h, question)
    message = _FIELD_TOLD[question.source]
    if not message:
        return ""
    told = _(message).format(name=h.name(question.seat), field=h.tile(h.named.tile))
    if question.source == "M" and not h.before.bag:
        told += " " + _("There is no field left in the bag to draw.")
    return told


#: The same for a tile of the registry.
_REGISTRY_TOLD: Final = {
    "H": "",
    "K": N_("{name}'s trader takes {field} from the registry."),
    "L": N_("{name}'s benefactor places {field} from the registry."),
    "Q": "",
    "T": "",
}


def _registry_chosen(h: Happening, question: ChooseRegistry) -> str:
    if h.move == NO:
        return _declined(h, question)
    message = _REGISTRY_TOLD[question.source]
    if not message:
        return ""
    return _(message).format(name=h.name(question.seat), field=h.tile(h.named.tile))


def _placed_or_not(h: Happening, question: PlaceOrFallow | Receive) -> str:
    messages = {
        PLACE: _("{name} places {field}."),
        FALLOW: _("{name} lays {field} fallow."),
        PASS: _("{name} passes {field} on to {other}."),
    }
    return messages[h.move].format(
        name=h.name(question.seat),
        field=h.tile(question.tile),
        other=h.name((question.seat + 1) % h.before.players),
    )


def _good_harvest(h: Happening, question: ChooseCrop) -> str:
    if h.move == NO:
        return _declined(h, question)
    name = h.name(question.seat)
    if h.before.stock == h.after.stock:
        return _("{name} is due a counter of {crop}, but the stock has none.").format(
            name=name, crop=crop(h.named.crop)
        )
    return _("{name} takes {counters} for the good harvest.").format(name=name, counters=h.gained())


def _replaced(h: Happening, question: Replace) -> str:
    name, drawn = h.name(question.seat), h.tile(question.tile)
    if h.move == FALLOW:
        return _("{name} lays {field} fallow at once.").format(name=name, field=drawn)
    return _("{name} lays {field} fallow and places {other}.").format(
        name=name, field=h.tile(h.named.tile), other=drawn
    )


def _granted(h: Happening, question: Grant) -> str:
    if question.receiver == question.seat:
        return _("{name} takes {counters} from the stock.").format(name=h.name(question.seat), counters=h.gained())
    return _("{name} gives {other} {counters} from the stock.").format(
        name=h.name(question.seat), other=h.name(question.receiver), counters=h.gained()
    )


# Consequences


def _aftermath(h: Happening) -> list[str]:
    """Describe the consequences of a move: displaced and replaced workers, warnings, the end."""
    told = []
    for seat in range(h.before.players):
        now = dict(h.after.posts[seat])
        taken = {space for _worker, space in h.after.posts[seat]}
        for index, space in h.before.posts[seat]:
            if index in now:
                continue
            if h.after.fields[seat] >> space & 1:
                waits = any(
                    isinstance(frame, Displaced) and frame.seat == seat and frame.worker == index
                    for frame in h.after.stack
                )
                message = (
                    _("{reference} displaces {name}'s {worker}.")
                    if waits
                    else _("{reference} displaces {name}'s {worker}, who goes home.")
                )
                told.append(message.format(reference=SPACES[space], name=h.name(seat), worker=worker(index)))
            elif space in taken:
                told.append(_("The {worker} there goes home.").format(worker=worker(index)))
    if h.move == END:
        told += _turn_ended(h)
    return told


def _turn_ended(h: Happening) -> list[str]:
    state = h.after
    if not state.stack:
        if state.idle >= QUIET_ROUNDS * state.players:
            return [_("No tile has been drawn for ten rounds: the game is over.")]
        return [_("The game is over.")]
    quiet, rest = divmod(state.idle, state.players)
    if not rest and quiet >= WARNING_ROUNDS:
        number = QUIET_ROUNDS - quiet
        return [
            n_(
                "No tile has been drawn for {quiet} rounds; the game ends after {number} more.",
                "No tile has been drawn for {quiet} rounds; the game ends after {number} more.",
                number,
            ).format(quiet=quiet, number=number)
        ]
    return []
