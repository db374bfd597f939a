"""The command panel: the question, the four actions, the result of the selection, and the buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from keyharvest import words
from keyharvest.page.parts.company import alone
from keyharvest.page.parts.controls import button, cited, cited_rule, heading, hidden
from keyharvest.page.parts.faces import coach_says
from keyharvest.page.parts.icons import icon
from keyharvest.page.parts.scene import Scene
from keyharvest.page.tabletop.panels import fairness, happenings, history, sending, their_turn
from keyharvest.page.tabletop.panels.deal import brings, deal
from keyharvest.page.tabletop.panels.seats import points_in_words, spoken, tile_button
from keyharvest.picture import tiles
from keyharvest.picture.elements import Html, h, join
from keyharvest.rules import OVER, actor, play, round_of
from keyharvest.rules.components import EVENT_INDEX, STORE_PLACES, TOWNSFOLK, WORKER_INDEX, WORKERS
from keyharvest.rules.frames import DRAW, END, FieldDraw, PickFields
from keyharvest.rules.geometry import spaces_in
from keyharvest.rules.moves import parse
from keyharvest.rules.turn import FROM_STORES, TO_STORE
from keyharvest.scenario.library import shown_by
from keyharvest.table.phrases import commit_label, missing, question
from keyharvest.table.staging import AIMS, FIELDS, NOTHING, Stage
from keyharvest.words.language import N_, _, n_


def action_bar(scene: Scene) -> Html:
    """Draw the panel, or a notice while another player decides or the past is shown."""
    if scene.moment.past:
        return history.past_bar(scene)
    if scene.stage is None:
        if fairness.waits(scene):
            return fairness.command(scene)
        if actor(scene.view) == OVER:
            return join(
                h.h2(".asked", tabindex="-1", data_landing=True)[_("The game is over.")],
                button(_("Result"), "result", class_="main go"),
            )
        if scene.post:
            return sending.command(scene, scene.post)
        return their_turn.command(scene)
    return _command(scene, scene.stage)


def _command(scene: Scene, stage: Stage) -> Html:
    asked, crew = _asked(scene, stage), _crew(scene, stage)
    return h.div(
        class_=" ".join(
            [
                "cmd",
                *["puzzle-cmd"] * (scene.goal is not None),
                *["cut-in"] * (stage.turn is None),
                *["choosing"] * (stage.kind != NOTHING or bool(scene.ending)),
                *["with-crew"] * bool(crew),
                *["with-ladder"] * bool(scene.goal and scene.goal.hints),
            ]
        )
    )[
        scene.goal.title if scene.goal else _who(scene, stage),
        _lesson(scene, stage) if stage.turn and not scene.goal else "",
        task_line(scene.goal.asked) if scene.goal and scene.goal.asked != asked else "",
        "" if stage.turn or (scene.goal and scene.goal.counters) else _cause(scene, stage),
        heading(asked),
        _unheard(scene, stage) if stage.turn and not scene.taught else "",
        scene.goal.progress if scene.goal else "",
        _actions(scene, stage) if stage.turn and not scene.guided else "",
        _used(stage) if stage.turn and not scene.guided else "",
        _targets(scene, stage),
        crew,
        _details(scene, stage),
        scene.goal.hints if scene.goal else "",
        h.div(".buttons")[_buttons(scene, stage)],
        alone(scene),
    ]


def _who(scene: Scene, stage: Stage) -> Html:
    view = scene.view
    round_ = round_of(view.turn, view.players)
    shared = sum(chair.person for chair in scene.chairs) > 1  # "you" may be anyone at this screen
    if not round_:
        text = _("Before the first turn")
    elif _acts_again(scene, stage):
        text = _("The {worker} acts again, for free!").format(worker=words.worker(WORKER_INDEX[stage.frame.cause]))
        return h.p(".who.again")[icon("star"), h.span[text]]
    elif view.seat != stage.seat:
        asked = (
            _("{name}'s turn, round {round}: {other} decides")
            if shared
            else _("{name}'s turn, round {round}: you decide")
        )
        text = asked.format(name=scene.names[view.seat], round=round_, other=scene.names[stage.seat])
    elif stage.turn is None:
        text = _("Power") if stage.frame.cause in WORKER_INDEX else _("During your turn")
    else:
        turn = _("{name}'s turn, round {round}") if shared else _("Your turn, round {round}")
        text = turn.format(name=scene.names[stage.seat], round=round_)
    near_end = 0 <= view.left < 2 * view.players and stage.turn is not None
    if near_end:
        last = view.left < view.players
        text = _("Your last turn") if last else _("Your second-to-last turn")
    emblem = tiles.emblem(scene.badge(stage.seat), label="")
    class_ = "who near-end" if near_end else "who"
    return h.p(class_=class_)[emblem, h.span[text]]


def _acts_again(scene: Scene, stage: Stage) -> bool:
    """Whether a worker has just been displaced to another space and uses its power once more (rule 8.1)."""
    last = scene.lines[-1].brief if scene.lines else None
    moved = last is not None and (last.kind, last.seat, last.event) == ("move", stage.seat, -1)
    return moved and last is not None and WORKER_INDEX.get(stage.frame.cause) == last.worker


def _asked(scene: Scene, stage: Stage) -> str:
    if scene.ending:
        return scene.ending
    if scene.goal and (scene.goal.counters or (stage.turn and stage.kind == NOTHING and not stage.aim)):
        return scene.goal.asked
    if scene.guided and stage.turn and stage.kind == NOTHING:
        return _("Follow the coach.")
    return question(stage, scene.names)


def task_line(asked: str) -> Html:
    """Repeat the question of a puzzle above another question."""
    return h.p(".task", title=asked)[asked]


#: The rule of each action of a turn, and of the turn itself.
_RULES: Final = {"": "3.1", "harvest": "4.1", "worker": "5.1", "place": "6.1", "store": "7.1"}


def _lesson(scene: Scene, stage: Stage) -> Html:
    """Draw the link from a turn to the lesson on the chosen action, or to the rules in a game with a coach."""
    if scene.taught:
        return Html()
    rules = h.a(".to-lesson", href="#rule-1", data_intent="rules")[_("Rules")]
    return h.p(".turn-lesson")[_to_lesson(_RULES[stage.aimed()]) if scene.coached is None else rules]


# The four actions


def _actions(scene: Scene, stage: Stage) -> Html:
    """Draw the four actions as buttons: each highlights its possibilities, or says why it is impossible (rule 3.1).

    Together they are one tab stop; arrow keys lead from one to the next.
    """
    stop = stage.aimed() or next(iter(AIMS))
    return h.div(".acts", role="toolbar", aria_label=_("The four actions"))[
        (_action(scene, stage, name, name == stop) for name in AIMS)
    ]


def _action(scene: Scene, stage: Stage, name: str, stop: bool) -> Html:
    assert stage.turn is not None
    bit = AIMS[name]
    number, note = _NOTES[name](stage)
    allowed = stage.turn.allowed()
    done = bool(stage.turn.used & bit)
    if not allowed & bit:
        number, note = 0, _done(scene, name) if done else _shut(stage, bit)
    on = stage.aimed() == name
    state = "on" if on else "done" if done and not number else "no" if not number else ""
    return button(
        join(tiles.action(name), h.span[_(ACTION_NAMES[name])], h.small[note], _tick() if done else ""),
        "aim",
        name,
        class_=" ".join(["act", *[state] * bool(state)]),
        aria_pressed=on,
        aria_disabled=None if number or on else "true",
        tabindex="0" if stop else "-1",
    )


def _done(scene: Scene, name: str) -> str:
    """Return the note on an action already taken: the counters gained by a harvest, or "done"."""
    told = (line.brief for line in scene.moment.steps)
    got = next((brief.goods for brief in told if brief.kind == name == "harvest" and brief.goods), 0)
    return join(happenings.goods(got), hidden(_("gained {goods}").format(goods=words.goods(got)))) if got else _("done")


def _tick() -> Html:
    return h.span(".mark")[icon("tick")]


def _shut(stage: Stage, bit: int) -> str:
    assert stage.turn is not None
    if stage.turn.used.bit_count() == 2:
        return _("no actions left")
    if bit == FROM_STORES:
        return _("not after Store")
    return _("not after Place") if bit == TO_STORE else _("not now")


def shut(stage: Stage, name: str) -> str:
    """Say why one of the four actions is impossible now."""
    assert stage.turn is not None
    bit = AIMS[name]
    if stage.turn.used & bit and not stage.turn.allowed() & bit:
        reason = _("already done")
    else:
        reason = _NOTES[name](stage)[1] if stage.turn.allowed() & bit else _shut(stage, bit)
    return _("{action}: {reason}.").format(action=_(ACTION_NAMES[name]), reason=reason)


def _harvest_note(stage: Stage) -> tuple[int, str]:
    number = stage.harvestable.bit_count()
    return number, _("{number} ripe").format(number=number) if number else _("nothing ripe")


def _worker_note(stage: Stage) -> tuple[int, str]:
    number = (stage.playable | stage.removable).bit_count()
    return number, _("{number} possible").format(number=number) if number else _("none possible")


def _place_note(stage: Stage) -> tuple[int, str]:
    number = stage.in_stores.bit_count()
    if not number:
        return 0, _("none affordable") if any(stage.view.stores) else _("nothing to place")
    own = sum(stage.in_stores >> tile & 1 for tile, _bid in stage.view.stores[stage.seat])
    # A tile of one's own store costs nothing more.
    told = _("{number} in your store") if own == number else _("{number} possible") if own else _("{number} affordable")
    return number, told.format(number=number)


def _store_note(stage: Stage) -> tuple[int, str]:
    free = STORE_PLACES - len(stage.view.stores[stage.seat])
    if stage.for_store:
        return free, n_("{number} free place", "{number} free places", free).format(number=free)
    if not free:
        return 0, _("store is full")
    return 0, _("no counters to bid") if not stage.view.hands[stage.seat] else _("registry empty")


#: The words on the buttons of the actions.
ACTION_NAMES: Final = {"harvest": N_("Harvest"), "worker": N_("Worker"), "place": N_("Place"), "store": N_("Store")}
#: The functions that count the possibilities of each action, and put that into words.
_NOTES: Final[dict[str, Callable[[Stage], tuple[int, str]]]] = {
    "harvest": _harvest_note,
    "worker": _worker_note,
    "place": _place_note,
    "store": _store_note,
}


def _used(stage: Stage) -> Html:
    """Draw how many of the two actions are used; the chosen one is striped."""
    assert stage.turn is not None
    used = stage.turn.used.bit_count()
    return their_turn.used_actions(used, pending=stage.aimed() != "" and used < 2)


def _unheard(scene: Scene, stage: Stage) -> Html:
    """Draw, for a phone, what happened to the player and is out of sight there; a press opens the news."""
    if not scene.unheard or scene.note or scene.ending or stage.kind != NOTHING or stage.aim:
        return Html()
    # A tile that the player has lost comes first.
    heard = sorted(scene.unheard, key=lambda item: not (item.bought or item.went))
    first, *more = (happenings.sentence(scene, item) for item in heard)
    number = h.b(title="; ".join(more))[f"+{len(more)}"] if more else ""
    return button(join(h.span[first], number), "log", class_="unheard")


# Any other question


def _cause(scene: Scene, stage: Stage) -> Html:
    """Draw the cause: the picture of the worker or the event, and its rule."""
    cause = stage.frame.cause
    picture = Html()
    if cause in EVENT_INDEX:
        picture = tiles.event(EVENT_INDEX[cause], label="")
    elif cause in WORKER_INDEX:
        worker = WORKER_INDEX[cause]
        picture = tiles.worker(worker, None if TOWNSFOLK >> worker & 1 else scene.badge(stage.seat), label="")
    why = words.cause(scene.view, scene.names)
    show = "" if scene.taught else _to_lesson(stage.frame.rule)
    return h.div(".cause")[picture, h.p(".why")[cited(why), show]]


def _targets(scene: Scene, stage: Stage) -> Html:
    """Draw the tiles to choose from that aren't on the player's board, or the tile about to be placed."""
    targets = stage.elsewhere() if stage.turn is None else 0
    coming = stage.incoming() if stage.turn is None else -1
    if targets:
        return h.div(".targets")[(_target(scene, stage, tile) for tile in spaces_in(targets))]
    if coming >= 0:
        label = words.field(scene.view, coming)
        return h.div(".coming")[tiles.tile(coming, scene.view.layout.crops[coming], label=label)]
    return Html()


def _answers(scene: Scene, stage: Stage) -> Html:
    """Draw the answers that are words; the last one declines. A single likely one is among the buttons instead, and
    so is the one that declines if what else could be done is on the table.
    """
    answers = [] if stage.likely() or _declines(stage) or scene.sure else stage.answers()
    if not answers:
        return Html()
    rows = (_answer(scene, stage, move, "answer") for move in answers)
    return h.div(class_="answers many" if len(answers) > 3 else "answers")[rows]


def _declines(stage: Stage) -> bool:
    """Whether the answers in words, if any, only decline: the player chooses everything else on the table."""
    return stage.answers() == stage.aside()


def _answer(scene: Scene, stage: Stage, move: str, class_: str | None = None) -> Html:
    """Draw an answer with the points that it brings; what surely costs points is offered, not suggested."""
    points = None if scene.no_points else brings(stage, scene.unknown, move)
    if points and points[1] < 0 and class_ == "main go":
        class_ = "go quiet"
    inside = join(_with_picture(scene, move), _price(stage, move, *points) if points else "")
    return button(inside, "answer", move, class_=class_, id=f"answer-{move}")


def _price(stage: Stage, move: str, least: int, most: int) -> Html:
    if least == most == 0 and _draws(stage, move):
        return h.small(".price")[_("by chance")]
    unit = n_("pt", "pts", abs(most))
    if least == most:
        text = n_("{number} point", "{number} points", abs(least)).format(number=words.signed(least))
    else:
        text = _("{least} to {most} points").format(least=words.signed(least), most=words.signed(most))
    short = "…".join(map(words.signed, dict.fromkeys((least, most))))
    return h.small(".price")[h.span(aria_hidden=True)[short, " ", unit], hidden(text)]


def _draws(stage: Stage, move: str) -> bool:
    """Whether an answer leads to the draw of a field, at once or after a payment."""
    if move == DRAW:
        return True
    after = play(stage.view, move)
    return bool(after.stack) and isinstance(after.stack[-1], FieldDraw)


def _with_picture(scene: Scene, move: str) -> Html:
    text = words.label(scene.view, move, scene.names)
    named = parse(move)
    if named.crop >= 0:
        return join(tiles.crop(named.crop, label=""), h.span[text])
    if named.worker >= 0:
        worker = named.worker
        seat = None if TOWNSFOLK >> worker & 1 else scene.badge(actor(scene.view))
        return join(tiles.worker(worker, seat, label=""), h.span[text])
    return h.span[text]


def _place(scene: Scene, tile: int) -> str:
    """Say where a tile lies that can be taken."""
    if scene.view.registry >> tile & 1:
        return _("registry")
    return _("{name}'s store").format(name=scene.chairs[scene.view.store_of(tile)].name)


def _target(scene: Scene, stage: Stage, tile: int) -> Html:
    if stage.on_other_boards:
        where = _("{name}'s board").format(name=scene.chairs[scene.view.owner(tile)].name)
    else:
        where = _place(scene, tile)
    below = Html() if scene.view.registry >> tile & 1 else h.span(".where")[where]
    return tile_button(scene, tile, where, below=below, name="target")


# The selection, and its buttons


def _deal(scene: Scene, stage: Stage) -> Html:
    rows = deal(scene, stage) if stage.kind != NOTHING else []
    found = Html()
    if rows:
        found = h.div(".deal")[rows]
    elif scene.note:
        found = h.div(".deal.free")[h.p(".told")[cited(scene.note)]]
    if scene.coached and (not found or stage.kind != NOTHING):
        found = join(found, _coach(scene))
    if found:
        return found
    if stage.turn and stage.kind == NOTHING and not (scene.ending or scene.goal):
        told = _("Tap a tile, a worker or a field.") if scene.guided else _hint(stage)
        return h.div(".deal.free.hint")[h.p(".told")[told]]
    return Html()


def _details(scene: Scene, stage: Stage) -> Html:
    """Draw the consequences of the selection, the answers, and a reason. Words about a thing that was only tapped lie
    over a phone's panel, so that it stays where it is.
    """
    found = join(_deal(scene, stage), _answers(scene, stage), _reason(scene, stage))
    if not (stage.turn and stage.kind == NOTHING and (scene.note or stage.refused)):
        return found
    close = button(icon("cross"), "clear", class_="square close", aria_label=_("Close"))
    return h.div(".details")[found, close]


def _coach(scene: Scene) -> Html:
    """Draw the coach's words and the tiles that they name; a phone shows one line, and all of it at a press."""
    shown = h.button(".all", type="button", popovertarget="coached", aria_label=_("All that the coach says"))[
        icon("more")
    ]
    named = spoken(scene)
    tiles_ = (tile_button(scene, tile, _place(scene, tile), name="coach") for tile in spaces_in(named))
    parts = ["registry"] * bool(named & scene.view.registry) + ["stores"] * bool(named & ~scene.view.registry)
    says = coach_says(scene.coached or "", id="coached", popover="auto")
    return h.div(".coached", data_lit=" ".join(parts) or None)[says, tiles_, shown]


def _crew(scene: Scene, stage: Stage) -> Html:
    """Draw the workers that can be played, on a desktop, with name, power and points."""
    if stage.aim != "worker" or stage.kind != NOTHING:
        return Html()
    rows = (
        button(
            join(
                tiles.worker(worker, None if TOWNSFOLK >> worker & 1 else scene.badge(stage.seat), label=""),
                h.span[
                    h.b[words.sentence_case(words.worker(worker))],
                    " ",
                    points_in_words(WORKERS[worker].number, WORKERS[worker].number),
                    h.small[words.worker_line(WORKERS[worker].letter)],
                ],
            ),
            "worker",
            WORKERS[worker].letter,
            class_="answer",
        )
        for worker in spaces_in(stage.playable)
    )
    return h.div(".crew")[rows]


def _hint(stage: Stage) -> str:
    """Say in one line what may be tapped."""
    if stage.aim:
        return {
            "harvest": _("Tap ripe fields in one group."),
            "worker": _("Tap a worker; tap one on the board to take it home."),
            "place": _("Tap a tile in a store."),
            "store": _("Tap a tile in the registry."),
        }[stage.aim]
    if _spent(stage):
        return _("Nothing more to do this turn.")
    if stage.turn and stage.turn.used.bit_count() == 2:
        return {
            FROM_STORES: _("Tap another tile in a store, or end the turn."),
            TO_STORE: _("Tap another tile in the registry, or end the turn."),
        }[stage.turn.open]
    return _("Choose an action, or tap any tile, worker or field.")


def _reason(scene: Scene, stage: Stage) -> Html:
    """Say why the thing last tapped can't be chosen; the selection stays."""
    if not stage.refused:
        return Html()
    told = words.why_not(*stage.refusal(), scene.names) or scene.note
    rule = cited_rule(told)
    show = "" if scene.taught else _to_lesson(rule)
    return h.p(".reason.told.why")[cited(told), show] if told else Html()


def _buttons(scene: Scene, stage: Stage) -> list[Html]:
    found: list[Html] = []
    goal = scene.goal
    bids = goal is not None and goal.counters
    idle = stage.kind == NOTHING
    likely = stage.likely()
    if scene.sure:
        # The way back is where the first press was, so a double press is safe.
        return [
            button(_("Choose again"), "clear", class_="go quiet"),
            _answer(scene, stage, scene.sure, "main sure"),
        ]
    # Besides a turn's four actions and answers in words, the way to do something is shown before the way not to.
    asks = bids or (idle and stage.turn is None and not likely and _declines(stage))
    if asks or not idle:
        lacking = "" if bids and idle else missing(stage)
        found.append(
            button(
                lacking or (_("Check") if bids else commit_label(stage, scene.names)),
                "commit",
                class_="main go tap" if asks and not bids else "main go",
                id="commit",
                aria_disabled=True if lacking or idle else None,
            )
        )
    if idle and stage.can_end() and not stage.aim:
        found += _ends(scene, stage)
    if likely:
        found += [_answer(scene, stage, likely, "main go")] if idle else []
        found += [_answer(scene, stage, move) for move in stage.aside()]
    elif asks:
        found += [_answer(scene, stage, move) for move in stage.answers()]
    pickable = stage.kind == FIELDS or (idle and isinstance(stage.frame, PickFields))
    if pickable and not likely and stage.group() != stage.fields and stage.group().bit_count() <= stage.room():
        number = stage.group().bit_count()
        found.append(button(_("Both") if number == 2 else _("All {number}").format(number=number), "all"))
    if bids or (not idle and not likely) or stage.aim:
        quiet = "go quiet" if idle and not bids else None
        found.append(
            button(_("Cancel"), "clear", class_=quiet, id="cancel", aria_disabled=True if bids and idle else None)
        )
    undo = scene.no_undo
    found.append(
        button(
            join(icon("undo"), h.span[_("Undo")]),
            "undo",
            class_="tool",
            aria_disabled=True if undo else None,
            title=_("You can't do that: {reason}").format(reason=undo) if undo else _("Undo last step"),
        )
    )
    if scene.no_advice is None and idle and not (stage.aim or _spent(stage)):
        word = _("What would a good player do?")
        found.append(button(join(icon("bulb"), h.span[_("Hint")]), "hint", class_="tool ask", title=word))
    if goal and goal.counters and goal.more:
        found.append(goal.more)
    if scene.redo or (goal and not bids):  # always shown in a puzzle, so that no button moves when it appears
        found.append(
            button(
                join(icon("redo"), h.span[_("Redo")]),
                "redo",
                class_="tool",
                aria_disabled=None if scene.redo else "true",
                title=_("Redo"),
            )
        )
    return found


def _ends(scene: Scene, stage: Stage) -> list[Html]:
    """Draw the buttons to end the turn. "Continue turn" is where the first press was, so a double press is safe."""
    if scene.ending:
        return [
            button(_("Continue turn"), "clear", class_="go quiet"),
            button(_("Yes, end turn"), "end", class_="main sure", id="end"),
        ]
    if scene.goal:
        return [
            button(
                join(icon("flag"), h.span[_("Check")]),
                "check",
                class_="main go",
                id="end",
                aria_disabled=None if scene.goal.ready else "true",
            ),
            button(
                join(icon("first"), h.span[_("Start over")]),
                "again",
                class_="tool",
                aria_label=_("Start over"),
            ),
            *([scene.goal.more] if scene.goal.more else []),
        ]
    more = "" if stage.turn and stage.turn.used else h.span(".long")[" ", _("without an action")]
    word = h.span[_("End turn"), more]
    class_ = "main go" if _spent(stage) else "go quiet"
    return [button(join(tiles.action("end"), word), "end", class_=class_, id="end")]


def _spent(stage: Stage) -> bool:
    return stage.legal == [END] or (stage.turn is not None and not stage.turn.allowed())


def _to_lesson(rule: str) -> Html:
    """Draw the link from a question to the scenario that shows its rule; empty if none does.

    >>> _to_lesson("12P")
    ' <a class="to-lesson" href="#lesson-good-harvest" data-intent="lesson" data-value="good-harvest">Lesson</a>'
    """
    names = shown_by(rule)
    if not names:
        return Html()
    link = h.a(".to-lesson", href=f"#lesson-{names[0]}", data_intent="lesson", data_value=names[0])[_("Lesson")]
    return join(" ", link)
