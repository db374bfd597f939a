"""The open question in words, why it is asked, and short labels for its answers."""

from __future__ import annotations

from typing import Final

from keyharvest.rules import CHANCE, OVER, State, actor, counters, decision
from keyharvest.rules.components import CROP_INDEX, EVENT_INDEX, EVENTS, FARMHANDS, WORKER_INDEX, WORKERS
from keyharvest.rules.events import (
    ChooseCrop,
    EventRound,
    ExchangeFor,
    Give,
    GiveOn,
    Grant,
    MoveTo,
    QuickSale,
    Receive,
    Replace,
    SwapFor,
    Windfall,
)
from keyharvest.rules.frames import (
    DONE,
    DRAW,
    END,
    FALLOW,
    HOME,
    NO,
    PASS,
    PLACE,
    STOCK,
    Arrive,
    Bid,
    Chance,
    ChooseField,
    ChooseRegistry,
    ChooseWorker,
    Decision,
    Displaced,
    FieldDraw,
    Frame,
    OfferDraw,
    Pay,
    PickFields,
    TakeCounters,
)
from keyharvest.rules.geometry import INDEX, SPACES
from keyharvest.rules.powers import BuyFromStore, PlaceOrFallow, TakeUnconnected
from keyharvest.rules.setup import ChooseStart
from keyharvest.rules.turn import FROM_STORES, TO_STORE, PlaceWorker, Turn
from keyharvest.table.language import N_, _, n_
from keyharvest.table.terms import (
    Names,
    crop,
    event,
    event_line,
    field,
    goods,
    number_of_counters,
    rule_of_event,
    rule_of_worker,
    who,
    worker,
    worker_line,
)

#: Frames that carry an event round the table.
_ROUNDS: Final = (EventRound, QuickSale, Windfall)


def rule_number(question: Decision) -> str:
    """The number in docs/rules.md under which an open question is told, such as ``7.2`` or ``12N``."""
    if isinstance(question, Displaced | Bid):
        return question.rule
    cause = question.cause
    if isinstance(question, TakeCounters) and cause in "aVAB":
        return "10.1" if cause in "AB" else "4.3"
    if isinstance(question, Pay) and cause in "EG":
        return "10.2"
    if isinstance(question, Give | Receive | Grant):
        return question.rule
    if cause in WORKER_INDEX:
        return rule_of_worker(WORKER_INDEX[cause])
    if cause in EVENT_INDEX:
        return rule_of_event(EVENT_INDEX[cause])
    return question.rule


def prompt(view: State, names: Names = None) -> str:
    """The open decision as a question to the seat that decides.

    >>> from keyharvest.rules import new_game, apply
    >>> prompt(apply(new_game(2), "*1"), ["Anna", "Ben"])
    'Anna, who takes the first turn?'
    """
    if actor(view) == OVER:
        return _("The game is over.")
    if actor(view) == CHANCE:
        return _("A draw is next.")
    question = decision(view)
    return _question(view, question, names).format(name=who(names, question.seat))


def _question(view: State, question: Decision, names: Names) -> str:
    """The question with a gap for the name of the player asked."""
    match question:
        case Turn():
            return _turn_question(question)
        case PickFields():
            return _pick_question(view, question)
        case PlaceWorker():
            return _fill(_("{name}, where does the {worker} go?"), worker=worker(question.worker))
        case Displaced():
            return _fill(_("{name}, where does the displaced {worker} go?"), worker=worker(question.worker))
        case Bid():
            tile, bid = view.stores[question.seat][-1]
            if not bid:
                return _fill(_("{name}, what is the bid for {field}?"), field=field(view, tile))
            return _fill(
                _("{name}, the bid for {field} is {bid} so far. Another counter, or done?"),
                field=field(view, tile),
                bid=goods(bid),
            )
        case TakeCounters():
            return _taking_question(question)
        case Pay():
            return _paying_question(view, question, names)
        case BuyFromStore():
            return _fill(
                _("{name}, which tile does the {worker} buy from another player's store?"), worker=_source(question)
            )
        case TakeUnconnected():
            return _("{name}, which unconnected field does the bailiff take?")
        case ChooseWorker():
            return _(_WORKER_QUESTIONS[question.source])
        case ChooseField():
            return _(_FIELD_QUESTIONS[question.source])
        case ChooseRegistry():
            return _(_REGISTRY_QUESTIONS[question.source])
        case OfferDraw(source="Q"):
            return _("{name}, pay two counters to draw a field?")
        case OfferDraw():
            return _("{name}, does the trader draw a field?")
        case PlaceOrFallow():
            return _fill(_("{name}, is {field} placed or laid fallow?"), field=field(view, question.tile))
        case ExchangeFor():
            return _fill(
                _("{name}, which unconnected field of another player is swapped for {field}?"),
                field=field(view, question.own),
            )
        case Give():
            return _fill(
                _("{name}, which field goes to {other}?"), other=who(names, (question.seat + 1) % view.players)
            )
        case Receive():
            return _receiving_question(view, question, names)
        case ChooseCrop():
            return _("{name}, which crop brings a counter?")
        case Replace():
            return _fill(
                _("{name}, which field makes way for {field}, or is that one laid fallow?"),
                field=field(view, question.tile),
            )
        case SwapFor():
            return _fill(
                _("{name}, which registry tile is swapped for {field}?"), field=field(view, question.own)
            )
        case MoveTo():
            return _fill(_("{name}, where does the {worker} move?"), worker=worker(question.worker))
        case Grant():
            if question.receiver == question.seat:
                return _("{name}, which counter do you take yourself?")
            return _fill(_("{name}, which counter does {other} get?"), other=who(names, question.receiver))
        case ChooseStart():
            return _("{name}, who takes the first turn?")
        case _:
            raise TypeError(f"no words for the question {type(question).__name__}")


def _fill(message: str, **gaps: object) -> str:
    """Fill the gaps of a question, but leave the one for the name of the player asked."""
    return message.format(name="{name}", **{gap: str(value).replace("{", "{{").replace("}", "}}") for gap, value in gaps.items()})


def _source(question: Decision) -> str:
    """The name of the worker whose power asks."""
    return worker(WORKER_INDEX[question.cause])


def _turn_question(turn: Turn) -> str:
    if not turn.used:
        return _("{name}, what comes first?")
    if turn.open == FROM_STORES and turn.used.bit_count() < 2:
        return _("{name}, a second tile from the stores, another action, or is the turn over?")
    if turn.open == TO_STORE and turn.used.bit_count() < 2:
        return _("{name}, a second tile into the store, another action, or is the turn over?")
    if turn.open == FROM_STORES:
        return _("{name}, a second tile from the stores, or is the turn over?")
    if turn.open == TO_STORE:
        return _("{name}, a second tile into the store, or is the turn over?")
    if turn.used.bit_count() < 2:
        return _("{name}, a second action, or is the turn over?")
    return _("{name}, both actions are done. Is the turn over?")


_FIRST_PICK: Final = {
    "A": N_("{name}, from which field does the apprentice gather?"),
    "B": N_("{name}, from which fields does the casual worker gather?"),
    "D": N_("{name}, which fields does the unskilled worker turn back?"),
    "R": N_("{name}, which harvested fields are turned back? Two at most."),
    "V": N_("{name}, which unconnected fields are harvested?"),
}
_NEXT_PICK: Final = {
    "a": N_("{name}, {fields} so far. Which more are harvested, or is that all?"),
    "B": N_("{name}, {fields} so far. From which second field does the casual worker gather, or is that all?"),
    "D": N_("{name}, {fields} so far. Which more does the unskilled worker turn back, or is that all?"),
    "R": N_("{name}, {fields} so far. Which second field is turned back, or is that all?"),
    "V": N_("{name}, {fields} so far. Which more are harvested, or is that all?"),
}
_WORKER_QUESTIONS: Final = {
    "J": N_("{name}, whose power does the lawyer use?"),
    "X": N_("{name}, which worker moves?"),
    "Y": N_("{name}, which worker goes home?"),
}
_FIELD_QUESTIONS: Final = {
    "F": N_("{name}, which field does the supervisor lay fallow?"),
    "M": N_("{name}, which field is laid fallow to draw another?"),
    "N": N_("{name}, which field is offered in exchange?"),
    "U": N_("{name}, which field is swapped for a registry tile?"),
}
_REGISTRY_QUESTIONS: Final = {
    "H": N_("{name}, which registry tile does the storekeeper put into the store?"),
    "K": N_("{name}, which registry tile does the trader take?"),
    "L": N_("{name}, which registry tile does the benefactor place?"),
    "Q": N_("{name}, which registry tile is bought for two counters?"),
    "T": N_("{name}, which registry tile is bought for three counters?"),
}


def _pick_question(view: State, question: PickFields) -> str:
    if not question.picked:
        return _(_FIRST_PICK[question.source])
    from keyharvest.table.terms import fields

    return _fill(_(_NEXT_PICK[question.source]), fields=fields(view, question.picked))


def _taking_question(question: TakeCounters) -> str:
    number = question.number
    if question.source == "C":
        return _fill(
            n_(
                "{name}, which counter does the labourer bring? {number} to take.",
                "{name}, which counters does the labourer bring? {number} to take.",
                number,
            ),
            number=number,
        )
    return _fill(
        n_(
            "{name}, the stock is short. Which counter comes instead? {number} to take.",
            "{name}, the stock is short. Which counters come instead? {number} to take.",
            number,
        ),
        number=number,
    )


def bought_tile(view: State) -> int:
    """The tile for which a payment is being made, or -1 where it is still to be drawn (12 Q)."""
    below = view.stack[-2]
    return below.tile if isinstance(below, Arrive) else -1


def _paying_question(view: State, question: Pay, names: Names) -> str:
    tile = bought_tile(view)
    price = number_of_counters(question.number)
    if tile < 0:
        return _fill(_("{name}, which counters pay for the draw? {price} to go."), price=price)
    if question.payee == STOCK:
        return _fill(
            _("{name}, which counters pay for {field}? {price} to go."), field=field(view, tile), price=price
        )
    return _fill(
        _("{name}, which counters does {other} get for {field}? {price} to go."),
        other=who(names, question.payee),
        field=field(view, tile),
        price=price,
    )


def _receiving_question(view: State, question: Receive, names: Names) -> str:
    tile = field(view, question.tile)
    if question.seat == question.drawer:
        return _fill(_("{name}, {field} comes back round. Is it placed or laid fallow?"), field=tile)
    return _fill(
        _("{name}, {field} comes from {other}. Is it placed, laid fallow or passed on?"),
        field=tile,
        other=who(names, (question.seat - 1) % view.players),
    )


# Why a question is asked


def cause(view: State, names: Names = None) -> str:
    """Why the open question is asked, with the number of its rule; empty when nobody is to decide."""
    if actor(view) < 0:
        return ""
    question = decision(view)
    own = _own_cause(view, question, names)
    around = _surroundings(view, question, names)
    return f"{own} {around}" if around else own


def _own_cause(view: State, question: Decision, names: Names) -> str:
    rule = rule_number(question)
    name = who(names, question.seat)
    match question:
        case Turn():
            return _("{name}'s turn: up to two of the four actions (rule {rule}).").format(name=name, rule=rule)
        case PlaceWorker():
            return _("{name} plays the {worker}: {line} (rule {rule})").format(
                name=name,
                worker=worker(question.worker),
                line=worker_line(WORKERS[question.worker].letter),
                rule=rule,
            )
        case Displaced():
            return _(
                "A field took the place of {name}'s {worker}, who may go to another space at once and use the power"
                " again, or go home (rule {rule})."
            ).format(name=name, worker=worker(question.worker), rule=rule)
        case Bid():
            return _("A tile in a store needs a bid of one counter or more; it can't be changed later (rule {rule}).").format(
                rule=rule
            )
        case PickFields(source="a"):
            return _("Harvest: any unharvested fields of one connected group (rule {rule}).").format(rule=rule)
        case TakeCounters() if question.source != "C":
            return _("The stock lacks a crop that was due; any other crop makes up for it (rule {rule}).").format(rule=rule)
        case ChooseStart():
            return _("{name} was drawn to choose the start player (rule {rule}).").format(name=name, rule=rule)
    if question.cause in WORKER_INDEX:
        letter = question.cause
        return _("The {worker} of {name}: {line} (rule {rule})").format(
            worker=worker(WORKER_INDEX[letter]), name=name, line=worker_line(letter), rule=rule
        )
    drawer = _drawer(view, question)
    index = EVENT_INDEX[question.cause]
    return _("Event {event}, drawn by {name}: {line} (rule {rule})").format(
        event=event(index), name=who(names, drawer), line=event_line(question.cause), rule=rule
    )


def _drawer(view: State, question: Decision) -> int:
    """Who drew the event that asks."""
    if isinstance(question, Give | Receive):
        return question.drawer
    for frame in reversed(view.stack):
        if isinstance(frame, _ROUNDS):
            return frame.drawer
    return view.seat


def _surroundings(view: State, question: Decision, names: Names) -> str:
    """In the middle of what the question comes up, if that is not plain from the question itself."""
    for frame in reversed(view.stack[:-1]):
        found = _in_the_middle_of(frame)
        if found and found[0] != question.cause:
            return _("This is part of the event {event}, drawn by {name}.").format(
                event=event(EVENT_INDEX[found[0]]), name=who(names, found[1])
            )
        if found:
            return ""
    if isinstance(question, Displaced) and question.seat != view.seat:
        return _("It is {name}'s turn.").format(name=who(names, view.seat))
    return ""


def _in_the_middle_of(frame: Frame) -> tuple[str, int] | None:
    """The event that a frame carries on, and its drawer."""
    match frame:
        case EventRound():
            return EVENTS[frame.event].letter, frame.drawer
        case QuickSale():
            return "T", frame.drawer
        case Windfall():
            return "Z", frame.drawer
        case GiveOn():
            return "O", frame.drawer
    return None


# Labels


_WORDS: Final = {
    DRAW: N_("Draw a field"),
    PLACE: N_("Place it"),
    FALLOW: N_("Lay it fallow"),
    PASS: N_("Pass it on"),
    HOME: N_("Send home"),
    DONE: N_("Done"),
    END: N_("End the turn"),
    NO: N_("Decline"),
}
_SPACE_LABELS: Final[dict[type[Frame], str]] = {
    PlaceWorker: N_("Play on {reference}"),
    Displaced: N_("Put on {reference}"),
    MoveTo: N_("Move to {reference}"),
    BuyFromStore: N_("Buy {field}"),
    TakeUnconnected: N_("Take {field}"),
    ExchangeFor: N_("Swap for {field}"),
    SwapFor: N_("Swap for {field}"),
    Give: N_("Pass on {field}"),
    Replace: N_("Give up {field}"),
}
_FIELD_LABELS: Final = {
    "a": N_("Harvest {reference}"),
    "A": N_("Gather from {field}"),
    "B": N_("Gather from {field}"),
    "D": N_("Turn back {field}"),
    "R": N_("Turn back {field}"),
    "V": N_("Harvest {reference}"),
    "F": N_("Lay {field} fallow"),
    "M": N_("Lay {field} fallow"),
    "N": N_("Offer {field}"),
    "U": N_("Offer {field}"),
    "H": N_("Store {field}"),
    "K": N_("Take {field}"),
    "L": N_("Place {field}"),
    "Q": N_("Buy {field}"),
    "T": N_("Buy {field}"),
}


def label(view: State, move: str, names: Names = None) -> str:
    """A legal move in a few words, for a button.

    >>> from keyharvest.rules import new_game, apply
    >>> label(apply(new_game(2), "*1"), "2", ["Anna", "Ben"])
    'Ben'
    """
    top = view.stack[-1]
    if isinstance(top, Chance):
        return _outcome_label(view, move, names)
    if isinstance(top, Turn) and move != END:
        return _action_label(view, top, move, names)
    if isinstance(top, Replace) and move == FALLOW:
        return _("Lay {field} fallow").format(field=field(view, top.tile))
    if move in _WORDS:
        return _(_WORDS[move])
    if move in INDEX:
        return _tile_label(view, top, INDEX[move])
    if move in CROP_INDEX:
        return _crop_label(top, CROP_INDEX[move], names)
    if move in WORKER_INDEX:
        return _("The {worker}").format(worker=worker(WORKER_INDEX[move]))
    return who(names, int(move) - 1)


def _outcome_label(view: State, move: str, names: Names) -> str:
    drawn = move[1:]
    if drawn in INDEX:
        return field(view, INDEX[drawn])
    if drawn in EVENT_INDEX:
        return event(EVENT_INDEX[drawn])
    if drawn in CROP_INDEX:
        return crop(CROP_INDEX[drawn])
    return who(names, int(drawn) - 1)


def _tile_label(view: State, top: Frame, tile: int) -> str:
    if isinstance(top, PickFields | ChooseField | ChooseRegistry):
        message = _FIELD_LABELS[top.source]
    else:
        message = _SPACE_LABELS[type(top)]
    return _(message).format(reference=SPACES[tile], field=field(view, tile))


def _crop_label(top: Frame, index: int, names: Names) -> str:
    one = goods(counters.ONE[index])
    match top:
        case Bid():
            return _("Bid {counters}").format(counters=one)
        case Pay():
            return _("Pay {counters}").format(counters=one)
        case Grant():
            return _("Give {counters}").format(counters=one)
        case ChooseCrop():
            return _("For {crop}").format(crop=crop(index))
    return _("Take {counters}").format(counters=one)


def _action_label(view: State, turn: Turn, move: str, names: Names) -> str:
    action, thing = move[0], move[2:]
    if action == "a":
        return _("Harvest {reference}").format(reference=thing)
    if action == "b" and thing[0] == "-":
        return _("Remove the {worker}").format(worker=worker(WORKER_INDEX[thing[1]]))
    if action == "b":
        return _("Play the {worker}").format(worker=worker(WORKER_INDEX[thing]))
    tile = INDEX[thing]
    if action == "d":
        return _("Store {field}").format(field=field(view, tile))
    owner = view.store_of(tile)
    bid = goods(next(bid for held, bid in view.stores[owner] if held == tile))
    if owner == turn.seat:
        return _("Place {reference} from the store; its bid of {bid} goes to the stock").format(reference=thing, bid=bid)
    return _("Take {reference} from {name}'s store for {bid}").format(
        reference=thing, name=who(names, owner), bid=bid
    )
