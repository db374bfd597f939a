"""The open question in words: how it is asked and why, its answers as labels, and why a wish isn't one of them."""

from __future__ import annotations

from typing import Any, Final

from keyharvest.rules import CHANCE, OVER, State, actor, decision, legal
from keyharvest.rules.components import EVENT_INDEX, EVENTS
from keyharvest.rules.events import EventRound, GiveOn, QuickSale, Windfall
from keyharvest.rules.frames import Chance, Displaced
from keyharvest.rules.moves import parse
from keyharvest.rules.state import Frame
from keyharvest.words import event_questions, shared_questions, turn_questions, worker_questions
from keyharvest.words.language import _
from keyharvest.words.questions import Words
from keyharvest.words.terms import Names, crop, event, field, sentence_case, who

_WORDS: Final = {**turn_questions.WORDS, **shared_questions.WORDS, **worker_questions.WORDS, **event_questions.WORDS}


def words_of(view: State, names: Names) -> Words[Any]:
    """Return the words of the open question. Raise ``ValueError`` if there is none."""
    asked = decision(view)
    return _WORDS[type(asked)](view, asked, names)


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
    words = words_of(view, names)
    left = words.to_go() - chosen
    return words.ask() + " " + _("{number} to go.").format(number=left) if left > 0 else words.ask()


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


def cause(view: State, names: Names = None) -> str:
    """Say why the open question is asked, with the number of its rule; empty if nobody has to decide."""
    if actor(view) < 0:
        return ""
    own = words_of(view, names).cause()
    around = _surroundings(view, names)
    return f"{own} {around}" if around else own


def _surroundings(view: State, names: Names) -> str:
    """Say what the question interrupts, if that isn't plain from the question itself."""
    asked = decision(view)
    for frame in reversed(view.stack[:-1]):
        found = _in_the_middle_of(frame)
        if found and found[0] != asked.cause:
            return _("This is part of the event {event}, drawn by {name}.").format(
                event=event(EVENT_INDEX[found[0]]), name=who(names, found[1])
            )
        if found:
            return ""
    if isinstance(asked, Displaced) and asked.seat != view.seat:
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


def label(view: State, move: str, names: Names = None) -> str:
    """Return a label of a few words for a legal move, for a button.

    >>> from keyharvest.rules import new_game, apply
    >>> label(apply(new_game(2), "*1"), "2", ["Anna", "Ben"])
    'Ben'
    """
    if not isinstance(view.stack[-1], Chance):
        return words_of(view, names).label(move)
    drawn = parse(move)
    if drawn.tile >= 0:
        return field(view, drawn.tile)
    if drawn.event >= 0:
        return event(drawn.event)
    if drawn.crop >= 0:
        return crop(drawn.crop)
    return who(names, drawn.seat)


def why_not(view: State, wish: str, names: Names = None) -> str:
    """Return in one sentence, with the number of its rule, why the seat that decides can't have its wish.

    A wish is a reference, the letter of a worker, a crop, or a whole move; in a turn, a bare reference or letter stands
    for any action that it could mean. Empty if the seat can have it. The reasons address that player.

    >>> from keyharvest.rules import new_game, apply
    >>> why_not(apply(new_game(2), "*1"), "3")
    'There are only 2 players (rule 1.1).'
    """
    if actor(view) == OVER:
        return _("The game is over (rule 13.1).")
    if actor(view) == CHANCE:
        return _("A draw from the bag comes first (rule 1.8).")
    return "" if wish in legal(view) else words_of(view, names).refuse(wish)
