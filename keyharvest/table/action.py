"""The action bar: what is asked, what is selected and what would come of it, and the buttons; and the card above it."""

from __future__ import annotations

from keyharvest.picture import tiles
from keyharvest.rules import OVER, actor, counters
from keyharvest.rules.components import CROPS, EVENT_INDEX, WORKER_INDEX
from keyharvest.rules.events import ExchangeFor
from keyharvest.rules.frames import PickFields
from keyharvest.rules.geometry import spaces_in
from keyharvest.rules.powers import TakeUnconnected
from keyharvest.rules.turn import FROM_STORES, HARVEST, TO_STORE, WORK
from keyharvest.table import words
from keyharvest.table.effects import commit_label, effects, selection
from keyharvest.table.language import _
from keyharvest.table.markup import Html, button, cited, hidden, join, tag
from keyharvest.table.scene import Scene
from keyharvest.table.seats import tile_button
from keyharvest.table.staging import FIELDS, NOTHING, Stage


def action_bar(scene: Scene) -> Html:
    """Status line and main buttons; on a small screen the status has two lines until a person opens it."""
    stage = scene.stage
    status, buttons = (
        (_waiting(scene), _pace(scene)) if stage is None else (_status(scene, stage), _buttons(scene, stage))
    )
    return join(
        tag("div", *status, class_="status"),
        tag("details", tag("summary", hidden(_("Show the whole text"))), class_="whole"),
        tag("div", *buttons, class_="buttons"),
    )


def _waiting(scene: Scene) -> list[Html]:
    seat = actor(scene.view)
    if seat == OVER:
        text = _("The game is over.")
    elif seat < 0:
        text = ""
    else:
        text = _("{name} is to decide …").format(name=scene.chairs[seat].name)
    last = scene.lines[-1].text if scene.lines else ""
    return [tag("p", text, class_="asked"), tag("p", scene.note or last, class_="told")]


def _pace(scene: Scene) -> list[Html]:
    if actor(scene.view) == OVER:
        return [button(_("The result"), "result", class_="main")]
    step = button(_("Next step"), "step", class_="main" if scene.by_steps else None)
    if scene.by_steps:
        return [step]
    if scene.paused:
        return [button(_("Go on"), "pause", class_="main"), step]
    return [button(_("Pause"), "pause")]


def _status(scene: Scene, stage: Stage) -> list[Html]:
    view, names = scene.view, scene.names
    if stage.turn:
        asked = words.prompt(view, names)
    else:
        asked = _("Tap what is lit, or answer on the card.") if stage.lit() else _("Answer on the card.")
    told = scene.note
    if stage.refused:
        told = words.why_not(*stage.refusal(), names) or told
    elif stage.kind != NOTHING:
        told = selection(stage, names)
    if scene.ending:
        told = _("End your turn? You could still do more.")
    parts = [tag("p", _used(stage), tag("span", asked), class_="asked")]
    if told:
        parts.append(tag("p", cited(told), class_="told why" if stage.refused or scene.ending else "told"))
    come = effects(stage)
    if come:
        parts.append(tag("p", *(tag("span", each) for each in come), class_="effects"))
    return parts


def _used(stage: Stage) -> Html:
    """The four actions, those taken struck through (rule 3.1)."""
    if stage.turn is None:
        return Html()
    allowed = stage.turn.allowed()
    marks = []
    for bit, word in (
        (HARVEST, _("harvest")),
        (WORK, _("worker")),
        (FROM_STORES, _("to board")),
        (TO_STORE, _("to store")),
    ):
        state = "used" if stage.turn.used & bit and not allowed & bit else "free" if allowed & bit else "shut"
        marks.append(tag("span", word, class_=state))
    return tag("span", *marks, class_="actions", role="img", aria_label=_actions_left(stage))


def _actions_left(stage: Stage) -> str:
    assert stage.turn is not None
    return _("{number} of 2 actions used.").format(number=stage.turn.used.bit_count())


def _buttons(scene: Scene, stage: Stage) -> list[Html]:
    found: list[Html] = []
    ready = bool(stage.moves())
    if stage.kind != NOTHING:
        if ready:
            found.append(button(commit_label(stage, scene.names), "commit", class_="main", id="commit"))
        if stage.kind == FIELDS and stage.group() != stage.fields and stage.group().bit_count() <= stage.room():
            found.append(button(_("All {number}").format(number=stage.group().bit_count()), "all"))
        found.append(button(_("Cancel"), "clear"))
    elif isinstance(stage.frame, PickFields) and stage.group().bit_count() <= stage.room():
        found.append(button(_("Choose all {number}").format(number=stage.group().bit_count()), "all"))
    if stage.kind == NOTHING:
        found += (
            button(words.label(stage.view, move, scene.names), "answer", move, class_="answer")
            for move in _shown_in_bar(stage)
        )
        if stage.can_end():
            word = _("Yes, end the turn") if scene.ending else _("End turn")
            found.append(button(word, "end", class_="main" if scene.ending or _spent(stage) else None, id="end"))
    undo = scene.no_undo
    found.append(
        button(
            _("Undo"),
            "undo",
            class_="tool",
            aria_disabled="true" if undo else None,
            title=_("Not possible: {reason}").format(reason=undo) if undo else _("Take the last step back"),
        )
    )
    if scene.redo:
        found.append(button(_("Redo"), "redo", class_="tool"))
    return found


def _spent(stage: Stage) -> bool:
    return stage.legal == ["end"] or (stage.turn is not None and not stage.turn.allowed())


def _shown_in_bar(stage: Stage) -> list[str]:
    """The answers in words; a card, where there is one, shows them too close to its question instead."""
    return [] if has_card(stage) else stage.answers()


def has_card(stage: Stage) -> bool:
    """Whether the question gets a card: every one but the turn itself, and a turn that waits for a bid."""
    return stage.turn is None or bool(stage.purse())


def card(scene: Scene) -> Html:
    """The card above the action bar: who is asked and why, and what there is to choose."""
    stage = scene.stage
    if stage is None or not has_card(stage):
        return Html()
    parts: list[Html] = []
    if stage.turn is None:
        parts.append(
            tag(
                "div",
                _cause_picture(scene, stage),
                tag(
                    "div",
                    tag("h2", words.prompt(scene.view, scene.names), id="card-title", tabindex="-1"),
                    tag("p", cited(words.cause(scene.view, scene.names)), class_="why"),
                ),
                class_="card-head",
            )
        )
    targets = stage.elsewhere() if stage.turn is None else 0
    if targets:
        parts.append(tag("div", *(_target(scene, stage, tile) for tile in spaces_in(targets)), class_="targets"))
    coming = stage.incoming()
    if coming >= 0 and not targets and stage.turn is None:
        crop = scene.view.layout.crops[coming]
        parts.append(tag("div", Html(tiles.tile(coming, crop)), class_="coming"))
    if stage.purse():
        parts.append(steppers(stage))
    answers = list(stage.answers())
    if answers:
        parts.append(
            tag(
                "div",
                *(button(_with_picture(scene, move), "answer", move, class_="answer") for move in answers),
                class_="answers",
            )
        )
    return tag("div", *parts, class_="card")


def _with_picture(scene: Scene, move: str) -> Html:
    text = words.label(scene.view, move, scene.names)
    if move in CROPS:
        return join(Html(tiles.crop(CROPS.index(move), label="")), tag("span", text))
    if move in WORKER_INDEX:
        worker = WORKER_INDEX[move]
        seat = None if worker >= 6 else actor(scene.view)
        return join(Html(tiles.worker(worker, seat, label="")), tag("span", text))
    return tag("span", text)


def _cause_picture(scene: Scene, stage: Stage) -> Html:
    cause = stage.frame.cause
    if cause in EVENT_INDEX:
        return Html(tiles.event(EVENT_INDEX[cause], label=""))
    if cause in WORKER_INDEX:
        worker = WORKER_INDEX[cause]
        return Html(tiles.worker(worker, None if worker >= 6 else stage.seat, label=""))
    return Html()


def _target(scene: Scene, stage: Stage, tile: int) -> Html:
    if isinstance(stage.frame, TakeUnconnected | ExchangeFor):
        where = _("{name}'s board").format(name=scene.chairs[scene.view.owner(tile)].name)
    elif scene.view.registry >> tile & 1:
        where = _("registry")
    else:
        where = _("{name}'s store").format(name=scene.chairs[scene.view.store_of(tile)].name)
    below = Html() if scene.view.registry >> tile & 1 else tag("span", where, class_="where")
    return tile_button(scene, tile, where, below=below)


def steppers(stage: Stage) -> Html:
    """For each crop that is there a row of fewer, how many, more (rules 4.3, 7.2, 10.2)."""
    purse = stage.purse()
    chosen, wanted = counters.total(stage.crops), stage.wanted()
    full = bool(wanted) and chosen == wanted
    rows = []
    for crop, name in enumerate(CROPS):
        there, picked = counters.count(purse, crop), counters.count(stage.crops, crop)
        if not there:
            continue
        said = _("{picked} of {there} {crop}").format(picked=picked, there=there, crop=words.crop(crop))
        rows.append(
            tag(
                "div",
                button(
                    "−",
                    "fewer",
                    name,
                    aria_label=_("One {crop} fewer").format(crop=words.crop(crop)),
                    disabled=not picked,
                ),
                tag(
                    "span",
                    Html(tiles.crop(crop, label="")),
                    tag("b", str(picked)),
                    tag("small", f"/ {there}"),
                    role="img",
                    aria_label=said,
                ),
                button(
                    "+",
                    "more",
                    name,
                    aria_label=_("One {crop} more").format(crop=words.crop(crop)),
                    disabled=full or picked == there,
                ),
                class_="stepper",
            )
        )
    text = (
        _("{chosen} of {wanted} chosen").format(chosen=chosen, wanted=wanted)
        if wanted
        else _("Bid: {chosen}").format(chosen=chosen)
    )
    return tag("div", tag("p", text, class_="count"), *rows, class_="steppers")
