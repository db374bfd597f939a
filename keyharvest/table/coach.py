"""The coach of a first game: one sentence for the question at hand, and silence when it is not needed.

Everything follows from what a seat sees and from what it has done so far, so nothing has to be remembered. What the
seat has done twice unasked is not said again. Where the best turns are known by the players' own search, the coach
speaks only of what they make clearly better.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from keyharvest import words
from keyharvest.rules import State, actor, counters, final_scores, play
from keyharvest.rules.components import EVENT_SPACES, QUESTION_SPACE, WORKER_INDEX
from keyharvest.rules.frames import Bid, ChooseRegistry, Decision, Displaced, Pay, PickFields, TakeCounters
from keyharvest.rules.geometry import INDEX, SPACES, groups
from keyharvest.rules.turn import PlaceWorker, Turn
from keyharvest.table.timeline import News
from keyharvest.words.language import N_, _, n_

if TYPE_CHECKING:
    from keyharvest.table.hints import Told

#: The record's note of a game with a coach: whether the coach speaks.
COACH: Final = "Coach"
#: From this turn of its own on a seat hears only of events and of the end.
_GROWN: Final = 12
#: The actions of a turn (rule 3.1).
_ACTIONS: Final = 2
#: How often something is done before it is no longer said.
_TWICE: Final = 2
#: So many points are clearly better.
_CLEARLY: Final = 2.0
#: Few counters: with fewer a harvest comes first.
_FEW: Final = 3

#: What is said the first time a kind of question is asked.
_FIRST: Final[dict[type[Decision], str]] = {
    Bid: N_("What you bid, others may pay. One counter is cheap for you, and for them."),
    PlaceWorker: N_(
        "The lit spaces touch enough of your fields. Leave room for later workers: none may stand beside it."
    ),
    TakeCounters: N_("Take crops that a bid asks for, or of which you alone would have the most."),
    Pay: N_("Pay with crops of which you have many, or which nobody asks for."),
    PickFields: N_("Take all that is offered, unless you want it later."),
    Displaced: N_("Another space means the power works once more, for nothing. Home means no points."),
    ChooseRegistry: N_("Choose a tile that touches your fields: alone it scores next to nothing."),
}


def advice(
    view: State,
    seat: int,
    names: Sequence[str],
    states: Sequence[State],
    moves: Sequence[str],
    best: Sequence[Told] | None = None,
    news: Sequence[News] = (),
) -> str:
    """What the coach says to a seat that is to decide; empty if it is silent.

    ``view`` is what the seat sees; ``states`` and ``moves`` are the game so far, of which only the seat's own
    decisions are looked at. ``best`` are the best turns (see :mod:`keyharvest.table.hints`), the best first: none while
    they are looked for, ``None`` if they are not to be. ``news`` is what others have done since the seat's last turn.
    """
    asked = view.stack[-1] if view.stack else None
    if not isinstance(asked, Decision) or asked.seat != seat:
        return ""
    before = [state.stack[-1] for state in states[:-1] if actor(state) == seat]
    if not isinstance(asked, Turn):
        known = any(type(frame) is type(asked) for frame in before)
        return "" if known or view.turn == 0 else _(_FIRST.get(type(asked), ""))
    if asked.used == 0 and (found := _milestone(view, states, seat)):
        return found
    if grown(view):
        return ""
    if asked.used == 0 and (found := _after_others(news, names)):
        return found
    done = [move for state, move in zip(states, moves, strict=False) if actor(state) == seat and ":" in move]
    for look in _LOOKS:
        said = look(view, asked, names, done)
        if said and (best is None or said.always or _clearly(said, best)):
            return said.text
    return _one_thing(best or (), asked)


def grown(view: State) -> bool:
    """Whether a seat hears only of events and of the end by now."""
    return (view.turn - 1) // view.players >= _GROWN


class Said(NamedTuple):
    """A sentence, and what it is about: the beginning of a move that it speaks for or, unless ``wanted``, against.

    ``always``: it is said whatever the best turns are.
    """

    text: str
    move: str
    wanted: bool = True
    always: bool = False


def _clearly(said: Said, best: Sequence[Told]) -> bool:
    """Whether the best turn follows the sentence, and is clearly better than the best one that does not."""
    follows = [any(move.startswith(said.move) for move in turn.moves) is said.wanted for turn in best]
    against = [turn.margin for turn, does in zip(best, follows, strict=True) if not does]
    return bool(follows) and follows[0] and bool(against) and best[0].margin - against[0] >= _CLEARLY


def _one_thing(best: Sequence[Told], turn: Turn) -> str:
    """The first step of the best turn, if all turns that begin otherwise are clearly worse."""
    others = [one.margin for one in best if one.moves[0] != best[0].moves[0]]
    if turn.used.bit_count() == _ACTIONS or not others or best[0].margin - others[0] < _CLEARLY:
        return ""
    return _("A good player would look at this first: {step}.").format(step=best[0].steps[0].text)


def _after_others(news: Sequence[News], names: Sequence[str]) -> str:
    """A word after another's turn in which something was bought from the seat."""
    for each in news:
        told = each.line.brief
        if each.bought and told.kind == "buy":
            return _("{name} took {tile} from your store. You got {payment}, and your bid back.").format(
                name=names[told.seat], tile=words.references(told.tiles), payment=words.goods(told.goods)
            )
    return ""


def closing(view: State, seat: int, names: Sequence[str]) -> str:
    """The last sentence, when the game is over: where the points came from, and what made the difference."""
    scores = final_scores(view)
    mine = scores[seat]
    text = _("{points} points: {workers} from workers, {fields} from groups, {crops} from crops.").format(
        points=mine.total, workers=mine.workers, fields=mine.largest + mine.second, crops=mine.crops
    )
    other = max((each for each in range(view.players) if each != seat), key=lambda each: scores[each].total)
    theirs = scores[other]
    leads = {
        _("workers"): mine.workers - theirs.workers,
        _("groups"): mine.largest + mine.second - theirs.largest - theirs.second,
        _("crops"): mine.crops - theirs.crops,
    }
    if mine.total > theirs.total:
        return text + " " + _("You were ahead mostly by {source}.").format(source=max(leads, key=lambda k: leads[k]))
    if mine.total < theirs.total:
        worst = min(leads, key=lambda k: leads[k])
        return text + " " + _("{name} was ahead mostly by {source}.").format(name=names[other], source=worst)
    return text


def _milestone(view: State, states: Sequence[State], seat: int) -> str:
    """A word at the first, seventh, ninth and tenth event, and before the last turn."""
    if view.left >= 0:
        if view.left < view.players:
            return _("Your last turn. What brings points now: a tile into your groups, a worker, the most of a crop.")
        return _("Ten events are out: you have this turn and one more. Place what waits in your store.")
    here = len(view.placed)
    then = next((len(state.placed) for state in reversed(states[:-1]) if actor(state) == seat), 0)
    if here == then:
        return ""
    if here == 1:
        return _("The first of ten events. When the tenth is out, everybody has two turns left.")
    if here == QUESTION_SPACE:
        return _("Seven events: they stay, for everybody has seven fields and workers.")
    if here == EVENT_SPACES - 1:
        return _("Nine events. One more, and everybody has two turns left. Place what waits in your store.")
    return ""


# What a good player would look at, in this order


def _first_harvest(view: State, turn: Turn, _names: Sequence[str], done: list[str]) -> Said | None:
    if done or not any(move.startswith("a:") for move in turn.legal(view)):
        return None
    return Said(
        _("Harvest first: counters buy everything else. Your two fields lie apart, so one of them this turn."),
        "a:",
        always=True,
    )


def _displacement(view: State, turn: Turn, _names: Sequence[str], _done: list[str]) -> Said | None:
    standing = {space: worker for worker, space in view.posts[turn.seat]}
    for tile in _to_place(view, turn):
        if tile in standing:
            text = _("{tile} would move your {worker}, whose power then works again, at no cost.")
            worker = words.worker(standing[tile])
            return Said(text.format(tile=words.field(view, tile), worker=worker), "c:" + SPACES[tile])
    return None


def _in_danger(view: State, turn: Turn, names: Sequence[str], done: list[str]) -> Said | None:
    if _often(done, "c:"):
        return None
    for tile, bid in view.stores[turn.seat]:
        for other in range(view.players):
            can_pay = other != turn.seat and counters.covers(view.hands[other], bid)
            if can_pay and tile in _to_place(view, turn):
                text = _("{name} could buy {tile} from your store. Place it before that.")
                return Said(text.format(name=names[other], tile=words.field(view, tile)), "c:" + SPACES[tile])
    return None


def _for_sale(view: State, turn: Turn, names: Sequence[str], _done: list[str]) -> Said | None:
    for tile in _to_place(view, turn):
        owner, gain = view.store_of(tile), _gain(view, turn, tile)
        if owner != turn.seat and gain > 1:
            bid = next(bid for held, bid in view.stores[owner] if held == tile)
            text = n_(
                "{tile} in {name}'s store costs {price}: you have it, and it is worth {number} point.",
                "{tile} in {name}'s store costs {price}: you have it, and it is worth {number} points.",
                gain,
            ).format(tile=words.field(view, tile), name=names[owner], price=words.goods(bid), number=gain)
            return Said(text, "c:" + SPACES[tile])
    return None


def _merging(view: State, turn: Turn, _names: Sequence[str], _done: list[str]) -> Said | None:
    for tile in _to_place(view, turn):
        gain = _gain(view, turn, tile)
        if gain < 0:
            before = final_scores(view)[turn.seat].total
            text = _("{tile} would join your two groups: {before} points become {after}.").format(
                tile=words.field(view, tile), before=before, after=before + gain
            )
            return Said(text, "c:" + SPACES[tile], wanted=False)
    return None


def _few_counters(view: State, turn: Turn, _names: Sequence[str], done: list[str]) -> Said | None:
    if counters.total(view.hands[turn.seat]) >= _FEW or _often(done, "a:"):
        return None
    ripe = view.ripe[turn.seat] if any(move.startswith("a:") for move in turn.legal(view)) else 0
    most = max(((group & ripe).bit_count() for group in groups(view.fields[turn.seat])), default=0)
    if not most:
        return None
    text = n_(
        "You have few counters. A harvest brings {number}.", "You have few counters. A harvest brings {number}.", most
    )
    return Said(text.format(number=most), "a:")


def _a_worker(view: State, turn: Turn, _names: Sequence[str], done: list[str]) -> Said | None:
    if _often(done, "b:"):
        return None
    plays = [move for move in turn.legal(view) if move.startswith("b:") and len(move) == 3]
    if not plays:
        return None
    best = WORKER_INDEX[plays[-1][2]]
    text = _("A worker could come: the {worker}, for its power now and its points at the end.")
    return Said(text.format(worker=words.worker(best)), "b:")


def _a_tile(view: State, turn: Turn, _names: Sequence[str], done: list[str]) -> Said | None:
    if _often(done, "d:") or not any(move.startswith("d:") for move in turn.legal(view)):
        return None
    text = _("Think of the next turn: store a tile that touches your fields, with a bid of one counter.")
    return Said(text, "d:")


_LOOKS: Final[tuple[Callable[[State, Turn, Sequence[str], list[str]], Said | None], ...]] = (
    _first_harvest,
    _displacement,
    _in_danger,
    _for_sale,
    _merging,
    _few_counters,
    _a_worker,
    _a_tile,
)


def _often(done: list[str], action: str) -> bool:
    return sum(move.startswith(action) for move in done) >= _TWICE


def _to_place(view: State, turn: Turn) -> list[int]:
    return [INDEX[move[2:]] for move in turn.legal(view) if move.startswith("c:")]


def _gain(view: State, turn: Turn, tile: int) -> int:
    """The points that a tile from a store would bring its buyer by groups and workers."""
    after = play(view, "c:" + SPACES[tile])
    old, new = (final_scores(state)[turn.seat] for state in (view, after))
    return new.largest + new.second - old.largest - old.second
