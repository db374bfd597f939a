"""Another player's turn: its steps so far, and how to continue."""

from __future__ import annotations

from keyharvest.page.parts.company import dots
from keyharvest.page.parts.controls import named
from keyharvest.page.parts.scene import Scene
from keyharvest.page.tabletop.panels import happenings
from keyharvest.page.tabletop.panels.announcement import countdown
from keyharvest.picture import tiles
from keyharvest.picture.elements import Html, h, join
from keyharvest.rules import OVER, actor, round_of
from keyharvest.rules.turn import Turn
from keyharvest.table.chairs import FAR
from keyharvest.table.timeline import News
from keyharvest.words.language import _

#: The number of steps of the turn that are shown; the last one is marked.
_STEPS = 3


def heading(scene: Scene) -> Html:
    """Say whose turn it is, and what is happening."""
    view, moment = scene.view, scene.moment
    if not view.turn:
        return h.h2(tabindex="-1", data_landing=True)[_("Setting up the table")]
    on_turn = scene.chairs[view.seat].name
    own = view.seat == scene.viewer
    round_ = round_of(view.turn, view.players)
    who = h.p(".who")[
        tiles.emblem(scene.badge(view.seat), label=""),
        (_("Your turn, round {round}") if own else _("{name}'s turn, round {round}")).format(
            name=on_turn, round=round_
        ),
    ]
    deciding = actor(view)
    if own and moment.line and moment.line.seat >= 0 and deciding != OVER:
        deciding = moment.line.seat  # the answer of another player that is shown
    if moment.line and moment.line.brief.kind == "event" and moment.turned:
        drawer = scene.chairs[moment.turned.drawer].name
        title = _("{name} draws an event").format(name=drawer)
    elif deciding == OVER:
        title = _("The game is over")
    elif deciding >= 0 and deciding != view.seat:
        name = scene.chairs[deciding].name
        title = (_("{name} decides") if own else _("Waiting for {name}")).format(name=name)
    elif own:
        title = _("Your turn continues")
    elif scene.thinking:
        title = _("{name} is thinking…").format(name=on_turn)
    else:
        title = _("{name} is playing").format(name=on_turn)
    return join(who, h.h2(".asked", tabindex="-1", data_landing=True)[title])


def steps(scene: Scene) -> Html:
    """Draw the last steps of this turn and their effects on the reader; the last one is marked."""
    changed = {item.line.at: item for item in scene.moment.news}
    shown = scene.moment.steps[-_STEPS:]
    rows = [
        happenings.row(scene, line, _effects(changed.get(line.at)), class_="now" if line is shown[-1] else "")
        for line in shown
    ]
    return h.ol(".steps", aria_label=_("This turn"))[rows]


def _effects(news: News | None) -> tuple[str, ...]:
    return happenings.effects(news) if news else ()


def used(scene: Scene) -> Html:
    """Draw how many of the two actions of the turn are used (rule 3.1)."""
    turn = scene.view.stack[0] if scene.view.stack else None
    if not isinstance(turn, Turn):
        return Html()
    return used_actions(turn.used.bit_count())


def used_actions(number: int, pending: bool = False) -> Html:
    """Draw how many actions are used; one that is chosen but ``pending`` is striped."""
    marks = ["used"] * number + ["half"] * pending + [""] * 2
    pips = (h.i(class_=f"pip {mark}".rstrip()) for mark in marks[:2])
    said = _("{number} of 2 actions used").format(number=number)
    return h.p(".used-actions")[h.span(".pips", aria_hidden=True)[pips], h.span[said]]


def controls(scene: Scene) -> Html:
    """Draw the buttons to pause, to show the next step, and to skip ahead to a person's next decision.

    A live game doesn't pause: people on other pages would wait for no visible reason. While one of them decides there
    is nothing to skip.
    """
    if scene.company and scene.moment.live and scene.chairs[max(actor(scene.view), 0)].kind == FAR:
        comes = _("You see the moves at once.") if scene.company.watching else _("Your turn comes by itself.")
        return h.p(".state.wait")[dots(), h.span[comes]]
    main = "main" if scene.by_steps or scene.paused else None
    people = any(chair.person for chair in scene.chairs)
    step = named("step", _("Step"), "step", class_=main)
    own = scene.view.seat == scene.viewer
    skip = named("skip", _("Skip ahead") if own else _("To your turn") if people else _("To the end"), "hurry")
    if scene.by_steps:
        return h.div(".play")[step, skip]
    if scene.company:
        return h.div(".play")[skip]
    pause = named("next", _("Resume"), "pause") if scene.paused else named("pause", _("Pause"), "pause")
    return h.div(".play")[pause, step, skip]


def command(scene: Scene) -> Html:
    """Draw the whole panel, in the place of the player's own command panel."""
    told = h.p(".told")[scene.note] if scene.note else Html()
    return h.div(".their")[heading(scene), steps(scene), used(scene), told, controls(scene), countdown(scene)]
