"""The coach of a first game: a remark in each turn until the basic ideas have come up, then only about new things.

One-time remarks follow from the seat's questions so far, so that a continued game doesn't repeat them. On other
turns the coach names the plan that a hint would show, if its reason is clear. All remarks come from what the seat sees.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from keyharvest import words
from keyharvest.rules import State, actor, counters, final_scores, round_of
from keyharvest.rules.components import (
    CROPS,
    EVENT_INDEX,
    EVENT_SPACES,
    EVENTS,
    QUESTION_SPACE,
    STORE_PLACES,
)
from keyharvest.rules.events import Give, Receive
from keyharvest.rules.frames import (
    Bid,
    ChooseField,
    ChooseRegistry,
    ChooseWorker,
    Decision,
    Displaced,
    OfferDraw,
    Pay,
    PickFields,
    SharedDecision,
    TakeCounters,
)
from keyharvest.rules.geometry import spaces_in
from keyharvest.rules.powers import BuyFromStore, PlaceOrFallow, TakeUnconnected
from keyharvest.rules.scoring import gain
from keyharvest.rules.turn import ACTIONS, TO_STORE, PlaceWorker, Turn
from keyharvest.table import staging
from keyharvest.table.timeline import News
from keyharvest.words.language import N_, _, n_

if TYPE_CHECKING:
    from keyharvest.advice.hints import Choice

#: After this many turns of its own, a seat hears only about things that are new to it.
_GROWN: Final = 6

#: The remark at the first question of each kind, by the source that asks (see :class:`SharedDecision`) or for any, "".
_FIRST: Final[dict[tuple[type[Decision], str], str]] = {
    (Bid, ""): N_(
        "You pay your bid now, and place the tile later for nothing more. But anyone who pays you the same counters "
        "first gets the tile: bid what the others lack."
    ),
    (PlaceWorker, ""): N_(
        "The highlighted spaces touch enough of your fields. Leave space for later workers: none may touch this one."
    ),
    (TakeCounters, ""): N_("You choose the crops. Take what a bid asks for, or what you alone would have the most of."),
    (Pay, ""): N_("You choose what to pay with. Give crops you have plenty of, or that nobody asks for."),
    (PickFields, "A"): N_("Choose a field to gather from: it stays ripe. Take a crop that you need for a tile."),
    (PickFields, "B"): N_("Choose fields to gather from: they stay ripe. Take crops that you need for tiles."),
    (PickFields, "D"): N_("Turn back as many fields as you may: you can harvest each again."),
    (PickFields, "R"): N_("Turn back as many fields as you may: you can harvest each again."),
    (PickFields, "V"): N_("Harvest all on offer: later, each of these fields would cost an action."),
    (Displaced, ""): N_(
        "Your worker must leave the space of the new field. On another space the power works "
        "once more, for free; at home it scores nothing."
    ),
    (Give, ""): N_(
        "The next player may place your field, lay it fallow (out of the game) or pass it on. Give one that helps them "
        "least."
    ),
    (Receive, ""): N_(
        "Place it if it adds to your groups. Unless you drew the event, you then pass on a field of your own."
    ),
    (ChooseRegistry, ""): N_(
        "Choose a tile from the registry. Look for one that touches your fields: alone it adds little."
    ),
    (ChooseField, ""): N_("Choose a field to part with. Look for the one that adds least to your two largest groups."),
    (ChooseWorker, "J"): N_("Choose one of your workers. See whose power helps most now."),
    (ChooseWorker, "X"): N_("Choose a worker to move if it is in the way of a field or of another worker."),
    (ChooseWorker, "Y"): N_("At home a worker scores nothing, but you can play it again and use its power."),
    (BuyFromStore, ""): N_(
        "You may buy from a store, paying with any crops. Look for a tile that touches your fields."
    ),
    (TakeUnconnected, ""): N_("You may take a field that lies alone. Look for one that touches yours."),
    (OfferDraw, ""): N_(
        "You may draw a field from the bag. Chance decides where it goes: would almost any field help you?"
    ),
    (PlaceOrFallow, ""): N_(
        "Place the drawn tile, or lay it fallow. Laying it fallow can be better if it would join your two groups."
    ),
}


#: A basic idea of the game: its sentence if it fits the position, else nothing.
_Idea = Callable[[State, Turn], str]


class _Remark(NamedTuple):
    """A remark in a turn: the number of moves before it, its subject (none: the plan), and the words."""

    turn: int
    at: int
    idea: _Idea | None
    text: str


class Coach:
    """The coach of a first game, who remembers the remarks of the turns so far and repeats none.

    In a continued game, each earlier turn but the first counts as one basic idea.
    """

    def __init__(self) -> None:
        self._remarks: list[_Remark] = []
        self._begun = -1  # the number of turns over when this coach started

    def says(
        self,
        view: State,
        seat: int,
        names: Sequence[str],
        states: Sequence[State],
        moves: Sequence[str],
        best: Sequence[Choice] | None = None,
        news: Sequence[News] = (),
    ) -> str:
        """Return the remark to a seat that has to decide; empty if there is none.

        ``view`` is what the seat sees; ``states`` and ``moves`` are the game so far, of which only the seat's own
        decisions count. ``best`` are the best turns (see :mod:`keyharvest.advice.hints`), best first: empty during
        their search, ``None`` without one. ``news`` is what others have done since the seat's last turn.
        """
        asked = view.stack[-1] if view.stack else None
        if not isinstance(asked, Decision) or asked.seat != seat or view.turn == 0:
            return ""
        if self._begun < 0:
            self._begun = view.turn - 1
        before = _asked_before(states, seat)
        if not isinstance(asked, Turn):
            return _at_question(asked, before)
        # Forget remarks on what was undone since.
        at = len(moves)
        self._remarks = [each for each in self._remarks if (each.turn, each.at) <= (view.turn, at)]
        if said := next((each.text for each in self._remarks if (each.turn, each.at) == (view.turn, at)), ""):
            return said
        if found := self._planned(view, asked, at) or _at_turn(view, asked, before):
            return found
        if not grown(view) and asked.used == 0 and (found := _after_others(news, names)):
            return found
        return self._remark(view, asked, names, at, best)

    def _planned(self, view: State, turn: Turn, at: int) -> str:
        """Return the next idea of the second round, so that everyone knows early what to want."""
        done = turn.used.bit_count()
        if round_of(view.turn, view.players) != _PLANNED or _spent(turn):
            return ""
        return self._idea(view, turn, at, _PLAN[done : done + 1])

    def _remark(self, view: State, turn: Turn, names: Sequence[str], at: int, best: Sequence[Choice] | None) -> str:
        """Return at most one remark per turn: the best turn's plan if it is new and its reason clear, or an idea."""
        if turn.used or any(each.turn == view.turn for each in self._remarks) or (best is not None and not best):
            return ""
        text = plan_text(best[0], names, turn.seat) if best and not grown(view) else ""
        if text and text not in (each.text for each in self._remarks):
            self._remarks.append(_Remark(view.turn, at, None, text))
            return text
        return self._idea(view, turn, at, _IDEAS)

    def _idea(self, view: State, turn: Turn, at: int, ideas: Sequence[_Idea]) -> str:
        """Return the next of some basic ideas that hasn't come up yet and fits the position."""
        told = {each.idea for each in self._remarks} | {*_IDEAS[: max(0, self._begun // view.players - 1)]}
        for idea in ideas:
            if idea not in told and (text := idea(view, turn)):
                self._remarks.append(_Remark(view.turn, at, idea, text))
                return text
        return ""


def grown(view: State) -> bool:
    """Whether the seat has had enough turns to hear only basic ideas and new things."""
    return round_of(view.turn, view.players) > _GROWN


def plan_text(best: Choice, names: Sequence[str], seat: int) -> str:
    """Return the plan of a turn as a remark: its steps if it is clearly better, with what it is for; "" if it isn't."""
    from keyharvest.advice.wording import cause, loss  # they need the search, which only a turn with advice has loaded

    plan = best.plan
    if plan is None or plan.because.kind != "clear":
        return ""
    if stored := next((each for each in plan.purposes if each.kind.startswith("next")), None):
        tile = words.references(stored.tiles)
        if stored.cause:
            why = cause(stored.cause, names, seat)
            return _("Store {tile} now, place it next turn. {why}").format(tile=tile, why=why)
        return _("Store {tile} now, place it next turn.").format(tile=tile)
    advised = _("Try this: {steps}.").format(steps=words.listing([step.text for step in best.steps]))
    against = [
        _("If you don't: {text}").format(text=loss(each, names, seat)) for each in plan.because.losses if each.now
    ]
    return " ".join([advised, *against])


# One-time remarks


def _asked_before(states: Sequence[State], seat: int) -> list[State]:
    """Return the states of a game so far, but the last, in which a seat had to decide."""
    return [state for state in states[:-1] if actor(state) == seat and state.turn]


def _at_question(asked: Decision, before: Sequence[State]) -> str:
    """Return the remark at the first event, or at the first question of a kind; empty if there is none."""
    frames = [frame for state in before if isinstance(frame := state.stack[-1], Decision)]
    if asked.cause in EVENT_INDEX and not any(frame.cause in EVENT_INDEX for frame in frames):
        event = EVENTS[EVENT_INDEX[asked.cause]]
        text = (
            _("An event: {event}. Everyone must take part: see what costs you least.")
            if event.scroll
            else _("An event: {event}. Everyone may decline: see whether it helps you.")
        )
        return text.format(event=words.event(EVENT_INDEX[asked.cause]))
    found = _of_first(asked)
    return _(found) if found and found not in map(_of_first, frames) else ""


def _of_first(asked: Decision) -> str:
    """Return the remark, not yet translated, at the first question of a kind; empty if there is none."""
    source = asked.source if isinstance(asked, SharedDecision) else ""
    return _FIRST.get((type(asked), source)) or _FIRST.get((type(asked), ""), "")


def at_selection(stage: staging.Stage, states: Sequence[State]) -> str:
    """Return the remark on a selection: on the first bid, on a tile that adds nothing, on fields left unharvested.

    While counters are chosen for a question, the remark on that stays. ``states`` are those of the game so far.
    """
    view, seat, group = stage.view, stage.seat, stage.group()
    if stage.kind == staging.CROPS and stage.turn is None:
        return _at_question(stage.frame, _asked_before(states, seat))
    if stage.kind == staging.FIELDS and stage.turn and group != stage.fields and not grown(view):
        return _("These {number} fields touch: one harvest can take them all.").format(number=group.bit_count())
    if stage.kind != staging.TILE or not stage.bidding():
        return ""
    bid_before = any(isinstance(state.stack[-1], Bid) for state in _asked_before(states, seat))
    return _objection(view, seat, stage.tile) if bid_before else _(_FIRST[Bid, ""])


def _objection(view: State, seat: int, tile: int) -> str:
    """Return what speaks against storing a tile that adds nothing to a seat's groups, if another tile would."""
    added = {each: _gain(view, seat, 1 << each) for each in spaces_in(view.registry)}
    if grown(view) or added.get(tile, 1) or max(added.values()) <= 0:
        return ""
    best = max(added, key=lambda each: added[each])
    return n_(
        "{tile} would add nothing to your groups. Look at {better}: it would add {number} point.",
        "{tile} would add nothing to your groups. Look at {better}: it would add {number} points.",
        added[best],
    ).format(tile=words.field(view, tile), better=words.field(view, best), number=added[best])


def _at_turn(view: State, turn: Turn, before: Sequence[State]) -> str:
    """Return the remark at the first turn, its end, the first full store, some events, and the last turns."""
    turns = [(state, frame) for state in before if isinstance(frame := state.stack[-1], Turn)]
    if turn.used == 0:
        if view.turn <= view.players:
            return _(
                "The most points win. In a turn you take up to two of these four actions. A good start: harvest a "
                "field for its counter, then store a tile, to place it next turn."
            )
        if found := _milestone(view, turns):
            return found
    elif view.turn <= view.players and turn.used.bit_count() == 1 and not any(frame.used for _state, frame in turns):
        if turn.used & TO_STORE:
            return _("One action is left: harvest, or play a worker.")
        return _("One action is left. Choose Store, then a tile of the registry, to place it next turn.")
    full = len(view.stores[turn.seat]) == STORE_PLACES
    if full and not any(len(state.stores[turn.seat]) == STORE_PLACES for state, _frame in turns):
        return _(
            "Your store is full: a third tile needs a free place. See which tile to place next, and who could buy one."
        )
    if _spent(turn) and not any(_spent(frame) for _state, frame in turns):
        mine = final_scores(view)[turn.seat]
        return n_(
            "Both actions are used, so end your turn. So far you have {total} point: {groups} from groups, "
            "{workers} from workers, {crops} from majorities.",
            "Both actions are used, so end your turn. So far you have {total} points: {groups} from groups, "
            "{workers} from workers, {crops} from majorities.",
            mine.total,
        ).format(total=mine.total, groups=mine.groups, workers=mine.workers, crops=mine.crops)
    return ""


def _spent(turn: Turn) -> bool:
    """Whether both actions of a turn are used, and neither can continue."""
    return turn.used.bit_count() == ACTIONS and not turn.open


def _milestone(view: State, turns: Sequence[tuple[State, Turn]]) -> str:
    """Return the remark once the first, seventh or ninth event is out, and before the last turns."""
    if view.left >= 0:
        if view.left < view.players:
            return _("Your last turn. Points can now come from a tile in your groups, a worker or a crop majority.")
        return _("Ten events are out: you have this turn and one more. Place the tiles from your store.")
    then = next((len(state.placed) for state, frame in reversed(turns) if frame.used == 0), 0)
    now = len(view.placed)
    if then < EVENT_SPACES - 1 <= now:
        return _("Nine events. One more, and everyone has two turns left: place the tiles from your store.")
    if then < QUESTION_SPACE <= now:
        return _("{number} of ten events are out: from now on none of them goes back into the bag.").format(number=now)
    return _end_after_ten(now) if not then and now else ""


def _end_after_ten(number: int) -> str:
    """Say how many events are out, and what the tenth will bring."""
    return n_(
        "{number} of ten events is out. After the tenth, everyone has two more turns.",
        "{number} of ten events are out. After the tenth, everyone has two more turns.",
        number,
    ).format(number=number)


def _after_others(news: Sequence[News], names: Sequence[str]) -> str:
    """Return the remark after a turn in which another player took something from the seat: a tile or a majority."""
    for each in news:
        told = each.line.brief
        if each.bought and told.kind == "buy":
            return _("{name} took {tile} from your store. You got {payment}, and your bid back.").format(
                name=names[told.seat], tile=words.references(told.tiles), payment=words.goods(told.goods)
            )
    lost = 0
    for each in news:
        lost = (lost | each.outdone) & ~each.won
    for crop in spaces_in(lost):
        return _("You've lost a point: someone now has at least as many {crop} as you.").format(crop=words.crop(crop))
    return ""


def closing(view: State, seat: int, names: Sequence[str]) -> str:
    """Return the last sentence, when the game is over: the source of the points, and what made the difference."""
    scores = final_scores(view)
    mine = scores[seat]
    text = n_(
        "{points} point: {workers} from workers, {fields} from groups, {crops} from majorities.",
        "{points} points: {workers} from workers, {fields} from groups, {crops} from majorities.",
        mine.total,
    ).format(points=mine.total, workers=mine.workers, fields=mine.groups, crops=mine.crops)
    other = max((each for each in range(view.players) if each != seat), key=lambda each: scores[each].total)
    theirs = scores[other]
    if mine.total == theirs.total:
        return text
    leads = (mine.workers - theirs.workers, mine.groups - theirs.groups, mine.crops - theirs.crops)
    won = mine.total > theirs.total
    said = (_WON if won else _LOST)[leads.index((max if won else min)(leads))]
    return text + " " + _(said).format(name=names[other])


#: What made the difference in a game won or lost: workers, groups or crops.
_WON: Final = (
    N_("You were ahead mainly on workers."),
    N_("You were ahead mainly on groups."),
    N_("You were ahead mainly on majorities."),
)
_LOST: Final = (
    N_("{name} was ahead mainly on workers."),
    N_("{name} was ahead mainly on groups."),
    N_("{name} was ahead mainly on majorities."),
)


# Basic ideas, each said once


def _why_store(view: State, turn: Turn) -> str:
    if not any(move.startswith("d:") for move in turn.legal(view)):
        return ""
    return _("Why store? A tile in your store is nearly yours: its bid is its price, and you have paid it already.")


def _what_to_bid(view: State, turn: Turn) -> str:
    others = [seat for seat in range(view.players) if seat != turn.seat]
    known = all(counters.total(view.known[seat]) == counters.total(view.hands[seat]) for seat in others)
    rare = [
        crop
        for crop in range(len(CROPS))
        if counters.count(view.hands[turn.seat], crop)
        and not any(counters.count(view.hands[seat], crop) for seat in others)
    ]
    if not (known and rare):
        return _(
            "What should you bid? Anyone who pays exactly these counters gets the tile. Bid crops that the others have "
            "few of."
        )
    return _(
        "What should you bid? Nobody else has {crop} now: bid some, and your tile is safe until someone else gets some."
    ).format(crop=words.crop(rare[0]))


def _when_to_hire(view: State, turn: Turn) -> str:
    """Explain before the first worker what it needs, and what it is worth."""
    if view.posts[turn.seat]:
        return ""
    return _(
        "When should you play a worker? As soon as a power helps you. A worker needs a space beside as many fields "
        "as its number, which it scores at the end."
    )


def _what_an_event_did(view: State, _turn: Turn) -> str:
    if not 0 < len(view.placed) < EVENT_SPACES:
        return ""
    text = _("{event} came out of the bag when the registry was refilled. Each tile stored can turn up the next event.")
    return text.format(event=words.sentence_case(words.event(view.placed[-1])))


def _what_scores(view: State, turn: Turn) -> str:
    number = final_scores(view)[turn.seat].total
    return n_(
        "What scores? Each field in your largest group 1 point, in your second largest 2; each worker its number; each "
        "crop of which you alone have the most counters 1. So far you have {number} point.",
        "What scores? Each field in your largest group 1 point, in your second largest 2; each worker its number; each "
        "crop of which you alone have the most counters 1. So far you have {number} points.",
        number,
    ).format(number=number)


def _how_it_ends(view: State, _turn: Turn) -> str:
    return "" if view.left >= 0 else _("How does it end?") + " " + _end_after_ten(len(view.placed))


_IDEAS: Final = (_what_scores, _when_to_hire, _why_store, _what_to_bid, _what_an_event_did, _how_it_ends)
#: The round in which everyone learns what to want, and the ideas at its start and after the first action.
_PLANNED: Final = 2
_PLAN: Final = (_what_scores, _when_to_hire)


def _gain(view: State, seat: int, tile: int) -> int:
    """Return the points that a tile, given as a mask, would add to the groups of a seat."""
    fields = view.fields[seat]
    return gain(fields, fields | tile)
