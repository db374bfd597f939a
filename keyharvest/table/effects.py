"""What would come of a selection, in a few words: counters, groups and points before and after."""

from __future__ import annotations

from keyharvest.rules import State, counters, final_scores
from keyharvest.rules.components import WORKER_LETTERS
from keyharvest.rules.frames import Displaced, TakeCounters
from keyharvest.rules.scoring import two_largest
from keyharvest.table import words
from keyharvest.table.language import _, n_
from keyharvest.table.staging import FIELDS, REMOVE, SPACE, TILE, WORKER, Stage


def effects(stage: Stage) -> list[str]:
    """The changes that the selection would bring to its seat, draws and later questions left out."""
    after = stage.trial()
    if after is stage.view:
        return []
    before, seat = stage.view, stage.seat
    found = [*_goods(before, after, seat)]
    for name, old, new in zip(
        (_("largest group"), _("second group")),
        two_largest(before.fields[seat]),
        two_largest(after.fields[seat]),
        strict=True,
    ):
        if old != new:
            found.append(_("{name} {old} → {new}").format(name=name, old=old, new=new))
    found += _leaving(before, after, seat)
    old, new = final_scores(before)[seat].total, final_scores(after)[seat].total
    if old != new:
        found.append(_("points {old} → {new}").format(old=old, new=new))
    return found


def _leaving(before: State, after: State, seat: int) -> list[str]:
    """Workers that would be replaced or displaced (rules 5.3, 8.1)."""
    found = []
    staying = [worker for worker, _space in after.posts[seat]]
    asked = after.stack[-1] if after.stack else None
    for worker, _space in before.posts[seat]:
        if worker not in staying:
            goes_on = isinstance(asked, Displaced) and asked.worker == worker
            sentence = _("the {worker} may move on") if goes_on else _("the {worker} goes home")
            found.append(sentence.format(worker=words.worker(worker)))
    return found


def _goods(before: State, after: State, seat: int) -> list[str]:
    gained = lost = counters.NONE
    for crop, one in enumerate(counters.ONE):
        change = counters.count(after.hands[seat], crop) - counters.count(before.hands[seat], crop)
        if change > 0:
            gained += change * one
        else:
            lost -= change * one
    found = []
    if gained:
        found.append("+ " + words.goods(gained))
    if lost:
        found.append("− " + words.goods(lost))
    return found


def commit_label(stage: Stage, names: tuple[str, ...]) -> str:
    """What the button says that carries the selection out."""
    number = stage.fields.bit_count()
    if stage.kind == FIELDS:
        cause = stage.frame.cause
        if cause in "AB":
            return n_("Gather from {number} field", "Gather from {number} fields", number).format(number=number)
        if cause in "DR":
            return n_("Turn {number} field back", "Turn {number} fields back", number).format(number=number)
        return n_("Harvest {number} field", "Harvest {number} fields", number).format(number=number)
    if stage.kind in (WORKER, SPACE):
        if stage.turn:
            return _("Play here")
        return words.label(stage.view, stage.moves()[0], names)
    if stage.kind == REMOVE:
        return words.label(stage.view, stage.moves()[0], names)
    if stage.kind == TILE and not stage.bidding():
        if stage.turn:
            return _("Place it") if stage.view.store_of(stage.tile) == stage.seat else _("Buy and place it")
        return words.label(stage.view, stage.moves()[0], names)
    size = counters.total(stage.crops)
    if stage.bidding():
        return n_("Bid {number} counter", "Bid {number} counters", size).format(number=size)
    word = _("Take {number}") if isinstance(stage.frame, TakeCounters) else _("Pay {number}")
    return word.format(number=size)


def selection(stage: Stage, names: tuple[str, ...]) -> str:
    """What is selected, in words; empty for nothing."""
    view = stage.view
    if stage.kind == FIELDS:
        return _("Selected: {fields}.").format(fields=words.fields(view, stage.fields))
    if stage.kind == WORKER and stage.turn:
        line = words.worker_line(WORKER_LETTERS[stage.worker])
        need = n_("needs {number} field beside it", "needs {number} fields beside it", stage.needed()).format(
            number=stage.needed()
        )
        return _("The {worker}, {need}. {line}").format(worker=words.worker(stage.worker), need=need, line=line)
    if stage.kind == TILE and stage.bidding():
        return _("{field} into your store: choose its bid. Others may buy it for the same counters.").format(
            field=words.field(view, stage.tile)
        )
    if stage.kind in (TILE, REMOVE) or stage.kind == WORKER:
        moves = stage.moves()
        return words.label(view, moves[0], names) + "." if moves else ""
    return ""
