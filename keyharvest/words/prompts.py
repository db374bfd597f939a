"""The open question in words, and the reason why it is asked."""

from __future__ import annotations

from typing import Final

from keyharvest.rules import CHANCE, OVER, State, actor, decision
from keyharvest.rules.components import EVENT_INDEX, EVENTS, NUMBERS, WORKER_INDEX
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
    STOCK,
    Arrive,
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
from keyharvest.rules.powers import BuyFromStore, PlaceOrFallow, TakeUnconnected
from keyharvest.rules.setup import ChooseStart
from keyharvest.rules.state import Frame
from keyharvest.rules.turn import FROM_STORES, TO_STORE, PlaceWorker, Turn
from keyharvest.words.language import N_, _, n_
from keyharvest.words.terms import (
    Names,
    event,
    event_line,
    field,
    fields,
    goods,
    sentence_case,
    who,
    worker,
    worker_line,
)

#: The actions, workers and events that bring counters of the fields' crops, or of any other if the stock lacks one.
FROM_FIELDS: Final = "aABPV"
#: Frames that carry an event round the table.
_ROUNDS: Final = (EventRound, QuickSale, Windfall)


def prompt(view: State, names: Names = None, chosen: int = 0) -> str:
    """Return the open decision as a question to the seat that decides, which has chosen some counters already.

    >>> from keyharvest.rules import new_game, apply
    >>> prompt(apply(new_game(2), "*1"), ["Anna", "Ben"])
    'Anna, who starts?'
    """
    if actor(view) == OVER:
        return _("The game is over.")
    if actor(view) == CHANCE:
        return _("A draw is next.")
    question = decision(view)
    name = who(names, question.seat)
    match question:
        case Turn():
            return _(_turn_question(question)).format(name=name)
        case PickFields():
            return _pick_question(view, question, name)
        case PlaceWorker():
            return _("{name}, where does the {worker} go?").format(name=name, worker=worker(question.worker))
        case Displaced():
            return _("{name}, where does the displaced {worker} go?").format(name=name, worker=worker(question.worker))
        case Bid():
            tile, bid = view.stores[question.seat][-1]
            if not bid:
                return _("{name}, what do you bid for {field}?").format(name=name, field=field(view, tile))
            return _("{name}, the bid for {field} is {bid} so far. Another counter, or done?").format(
                name=name, field=field(view, tile), bid=goods(bid)
            )
        case TakeCounters():
            return _counted(_taking_question(question, name), question.number - chosen)
        case Pay():
            return _counted(_paying_question(view, question, names), question.number - chosen)
        case BuyFromStore():
            return _("{name}, which tile does the {worker} buy from another player's store?").format(
                name=name, worker=_source(question)
            )
        case TakeUnconnected():
            return _("{name}, which unconnected field does the bailiff take?").format(name=name)
        case ChooseWorker():
            return _(_WORKER_QUESTIONS[question.source]).format(name=name)
        case ChooseField():
            return _(_FIELD_QUESTIONS[question.source]).format(name=name)
        case ChooseRegistry():
            return _(_REGISTRY_QUESTIONS[question.source]).format(name=name)
        case OfferDraw():
            return _(_DRAW_QUESTIONS[question.source]).format(name=name)
        case PlaceOrFallow():
            return _("{name}, do you place {field} or lay it fallow?").format(
                name=name, field=field(view, question.tile)
            )
        case ExchangeFor():
            return _("{name}, which unconnected field do you take for {field}?").format(
                name=name, field=field(view, question.own)
            )
        case Give():
            return _("{name}, which field do you pass to {other}?").format(
                name=name, other=who(names, (question.seat + 1) % view.players)
            )
        case Receive():
            return _receiving_question(view, question, names)
        case ChooseCrop():
            return _("{name}, which crop do you take a counter of?").format(name=name)
        case Replace():
            return _("{name}, which field do you lay fallow for {field}, or {field} itself?").format(
                name=name, field=field(view, question.tile)
            )
        case SwapFor():
            return _("{name}, which registry tile do you take for {field}?").format(
                name=name, field=field(view, question.own)
            )
        case MoveTo():
            return _("{name}, where does the {worker} move?").format(name=name, worker=worker(question.worker))
        case Grant():
            if question.receiver == question.seat:
                return _("{name}, which counter do you take yourself?").format(name=name)
            return _("{name}, which counter does {other} get?").format(name=name, other=who(names, question.receiver))
        case ChooseStart():
            return _("{name}, who starts?").format(name=name)
        case _:
            raise TypeError(f"no words for the question {type(question).__name__}")


def question(view: State, names: Names = None, chosen: int = 0) -> str:
    """Return the open decision as a question without the name, for the player who is asked.

    >>> from keyharvest.rules import new_game, apply
    >>> question(apply(new_game(2), "*1"))
    'Who starts?'
    """
    asked = prompt(view, names, chosen)
    if actor(view) < 0:
        return asked
    return sentence_case(asked.removeprefix(f"{who(names, actor(view))}, "))


def _source(question: Decision) -> str:
    """Return the name of the worker whose power asks."""
    return worker(WORKER_INDEX[question.cause])


def _turn_question(turn: Turn) -> str:
    """Ask what to do in a turn; after two actions another tile may follow (rules 6.1, 7.1)."""
    both = turn.used.bit_count() == 2
    if not turn.used:
        return N_("{name}, what comes first?")
    if not both:
        return N_("{name}, what comes next?")
    if turn.open in (FROM_STORES, TO_STORE):
        return N_("{name}, another tile, or is that all?")
    return N_("{name}, both actions are used: end the turn?")


_FIRST_PICK: Final = {
    "A": N_("{name}, from which field does the apprentice gather?"),
    "B": N_("{name}, from which fields does the casual worker gather?"),
    "D": N_("{name}, which fields does the unskilled worker turn back?"),
    "R": N_("{name}, which harvested fields do you turn back? Two at most."),
    "V": N_("{name}, which unconnected fields do you harvest?"),
}
_NEXT_PICK: Final = {
    "a": N_("{name}, {fields} so far. Harvest more, or is that all?"),
    "B": N_("{name}, {fields} so far. Gather from a second field, or is that all?"),
    "D": N_("{name}, {fields} so far. Turn back more, or is that all?"),
    "R": N_("{name}, {fields} so far. Turn back a second field, or is that all?"),
    "V": N_("{name}, {fields} so far. Harvest more, or is that all?"),
}
_WORKER_QUESTIONS: Final = {
    "J": N_("{name}, whose power does the lawyer use?"),
    "X": N_("{name}, which worker moves?"),
    "Y": N_("{name}, which worker goes home?"),
}
_FIELD_QUESTIONS: Final = {
    "F": N_("{name}, which field does the supervisor lay fallow?"),
    "M": N_("{name}, which field do you lay fallow for a new one?"),
    "N": N_("{name}, which field do you offer in exchange?"),
    "U": N_("{name}, which field do you swap for a registry tile?"),
}
_DRAW_QUESTIONS: Final = {
    "K": N_("{name}, should the trader draw a field?"),
    "Q": N_("{name}, pay two counters to draw a field?"),
}
_REGISTRY_QUESTIONS: Final = {
    "H": N_("{name}, which registry tile does the storekeeper put into the store?"),
    "K": N_("{name}, which registry tile does the trader take?"),
    "L": N_("{name}, which registry tile does the benefactor place?"),
    "Q": N_("{name}, which registry tile do you buy for two counters?"),
    "T": N_("{name}, which registry tile do you buy for three counters?"),
}


def _pick_question(view: State, question: PickFields, name: str) -> str:
    if not question.picked:
        return _(_FIRST_PICK[question.source]).format(name=name)
    return _(_NEXT_PICK[question.source]).format(name=name, fields=fields(view, question.picked))


def _counted(asked: str, left: int) -> str:
    """Add to a question how many counters it still asks for."""
    return asked + " " + _("{number} to go.").format(number=left) if left else asked


def _taking_question(question: TakeCounters, name: str) -> str:
    number = question.number
    if question.source == "C":
        return n_(
            "{name}, which counter does the labourer take?", "{name}, which counters does the labourer take?", number
        ).format(name=name)
    if question.source in FROM_FIELDS:
        return n_(
            "{name}, the stock is short. Which counter do you take instead?",
            "{name}, the stock is short. Which counters do you take instead?",
            number,
        ).format(name=name)
    raise KeyError(question.source)


def bought_tile(view: State) -> int:
    """Return the tile that is being paid for, or -1 if it has yet to be drawn (12 Q)."""
    below = view.stack[-2]
    return below.tile if isinstance(below, Arrive) else -1


def _paying_question(view: State, question: Pay, names: Names) -> str:
    name = who(names, question.seat)
    tile = bought_tile(view)
    if tile < 0:
        return _("{name}, which counters do you pay for the draw?").format(name=name)
    if question.payee == STOCK:
        return _("{name}, which counters do you pay for {field}?").format(name=name, field=field(view, tile))
    return _("{name}, which counters does {other} get for {field}?").format(
        name=name, other=who(names, question.payee), field=field(view, tile)
    )


def _receiving_question(view: State, question: Receive, names: Names) -> str:
    name = who(names, question.seat)
    tile = field(view, question.tile)
    if question.seat == question.drawer:
        return _("{name}, {field} is passed to you. Place it or lay it fallow?").format(name=name, field=tile)
    return _("{name}, {field} comes from {other}. Place it, lay it fallow or pass it on?").format(
        name=name, field=tile, other=who(names, (question.seat - 1) % view.players)
    )


# Why a question is asked


def cause(view: State, names: Names = None) -> str:
    """Say why the open question is asked, with the number of its rule; empty if nobody has to decide."""
    if actor(view) < 0:
        return ""
    question = decision(view)
    own = _own_cause(view, question, names)
    around = _surroundings(view, question, names)
    return f"{own} {around}" if around else own


def _own_cause(view: State, question: Decision, names: Names) -> str:
    rule = question.rule
    name = who(names, question.seat)
    match question:
        case Turn():
            return _("{name}'s turn: up to two of the four actions (rule {rule}).").format(name=name, rule=rule)
        case PlaceWorker():
            number = NUMBERS[question.worker]
            return n_(
                "The {worker} needs a space that touches at least {number} field and no other worker (rule {rule}).",
                "The {worker} needs a space that touches at least {number} fields and no other worker (rule {rule}).",
                number,
            ).format(worker=worker(question.worker), number=number, rule=rule)
        case Displaced():
            return _(
                "A field displaces {name}'s {worker}, who may go to another space at once and "
                "use the power again, or go home (rule {rule})."
            ).format(name=name, worker=worker(question.worker), rule=rule)
        case Bid():
            return _(
                "A tile in a store needs a bid of one counter or more; it can't be changed later (rule {rule})."
            ).format(rule=rule)
        case PickFields(source="a"):
            return _("Harvest: any unharvested fields of one connected group (rule {rule}).").format(rule=rule)
        case TakeCounters() if question.source in FROM_FIELDS:
            return _("The stock lacks a crop that is due; choose any other crop instead (rule {rule}).").format(
                rule=rule
            )
        case ChooseStart():
            return _("{name} was chosen at random to decide who starts (rule {rule}).").format(name=name, rule=rule)
    if question.cause in WORKER_INDEX:
        letter = question.cause
        return _("{name}'s {worker}: {line} (rule {rule}).").format(
            worker=worker(WORKER_INDEX[letter]), name=name, line=worker_line(letter), rule=rule
        )
    drawer = _drawer(view, question)
    index = EVENT_INDEX[question.cause]
    return _("Event {event}, drawn by {name}: {line} (rule {rule}).").format(
        event=event(index), name=who(names, drawer), line=event_line(question.cause), rule=rule
    )


def _drawer(view: State, question: Decision) -> int:
    """Return the seat that drew the event that asks."""
    if isinstance(question, Give | Receive):
        return question.drawer
    for frame in reversed(view.stack):
        if isinstance(frame, _ROUNDS):
            return frame.drawer
    return view.seat


def _surroundings(view: State, question: Decision, names: Names) -> str:
    """Say what the question interrupts, if that isn't plain from the question itself."""
    for frame in reversed(view.stack[:-1]):
        found = _in_the_middle_of(frame)
        if found and found[0] != question.cause:
            return _("This is part of the event {event}, drawn by {name}.").format(
                event=event(EVENT_INDEX[found[0]]), name=who(names, found[1])
            )
        if found:
            return ""
    if isinstance(question, Displaced) and question.seat != view.seat:
        return _("This is part of {name}'s turn.").format(name=who(names, view.seat))
    return ""


def _in_the_middle_of(frame: Frame) -> tuple[str, int] | None:
    """Return the event that a frame continues, and its drawer."""
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
