"""The hint panel: how far the looking is, then the best turns with their steps and what sets them apart."""

from __future__ import annotations

from collections.abc import Sequence

from keyharvest import words
from keyharvest.advice.effect import Effect
from keyharvest.advice.hints import Hints, Told
from keyharvest.advice.steps import Step
from keyharvest.panels.game.happenings import goods, signs
from keyharvest.panels.parts.icons import icon
from keyharvest.panels.parts.markup import Html, button, hidden, join, tag
from keyharvest.panels.scene import Scene
from keyharvest.rules.turn import Turn
from keyharvest.words.language import _

#: The element whose value is how far the looking is.
PROGRESS = "hint-progress"


def panel(scene: Scene, hints: Hints) -> Html:
    """What stands in the command panel while a hint is open."""
    who = tag("p", icon("bulb"), tag("span", _("What a good player would do")), class_="who")
    if not hints.done:
        return tag(
            "div",
            who,
            tag("h2", _("Looking ahead…"), id="card-title", tabindex="-1", class_="asked"),
            tag("progress", max="1", value="0", id=PROGRESS, aria_label=_("Looking ahead")),
            tag("div", button(_("Stop"), "hint", "close", class_="main go", id="hint-close"), class_="buttons"),
            class_="cmd choosing hinting",
        )
    rows = [_turn(scene, hints, at) for at in range(len(hints.found))]
    title = _title(scene, hints.found)
    return tag(
        "div",
        who,
        tag("h2", title, id="card-title", tabindex="-1", class_="asked"),
        tag("p", _standing(scene, hints), class_="fine"),
        tag("ol", *rows, class_="hint-turns"),
        _why(hints),
        tag(
            "div",
            button(_("Do this"), "hint", "do", class_="main go", title=_("Select the first step of this turn")),
            button(_("Close"), "hint", "close", id="hint-close"),
            class_="buttons",
        ),
        class_="cmd choosing hinting",
    )


def _standing(scene: Scene, hints: Hints) -> str:
    """What the numbers beside the turns are; when the game is decided, that it is."""
    if hints.decided and not hints.found[0].after.stack:
        return _("The game ends with this turn. Lead:")
    if hints.decided and hints.found[0].chance < 0.5:
        return _("The game can hardly be won any more. Expected lead at the end:")
    if hints.decided:
        return _("The game is as good as won. Expected lead at the end:")
    if len(scene.names) == 2:
        return _("Expected lead over the other at the end, and the chance to win")
    return _("Expected lead over the best of the others at the end, and the chance to win")


def _title(scene: Scene, found: Sequence[Told]) -> str:
    """How many turns, or answers to a question, are told; or that there are several ways to go on from one answer."""
    number = len(found)
    if isinstance(scene.view.stack[-1], Turn):
        return _("The best {number} turns").format(number=number) if number > 1 else _("The only turn worth a look")
    if number > 1 and len({told.steps[0].text for told in found}) == 1:
        return _("The best answer, and how to go on")
    return _("The best {number} answers").format(number=number) if number > 1 else _("The only answer worth a look")


def _turn(scene: Scene, hints: Hints, at: int) -> Html:
    """One of the turns: the chosen one with pictures and what each step brings, the others in a line."""
    told, chosen = hints.found[at], at == hints.chosen
    if chosen:
        steps = tag("span", *(step_row(scene, step) for step in told.steps), class_="steps")
    else:
        steps = tag("span", ", ".join([step.text for step in told.steps]), class_="steps")
    drawn = tag("small", told.then) if told.then else ""
    rank = tag("small", told.rank) if told.rank else ""
    ahead = hidden(_(" points ahead at the end,"))
    if hints.decided:
        worth = tag("span", rank, " ", tag("b", words.signed(told.lead, hints.digits)), ahead, class_="worth")
    else:
        worth = tag(
            "span",
            rank,
            " ",
            tag("b", words.signed(told.lead, 1)),
            ahead,
            tag("span", percent(told.chance)),
            hidden(_(" to win")),
            class_="worth",
        )
    inside = join(tag("b", str(at + 1), class_="number"), worth, steps, drawn)
    pressed = "true" if chosen else "false"
    return tag("li", button(inside, "hint", str(at + 1), class_="hint-turn", aria_pressed=pressed))


def step_row(scene: Scene, step: Step, noted: bool = True) -> Html:
    """One step with its pictures; ``noted``: with what it brings."""
    notes = [tag("small", note) for note in step.notes] if noted else []
    counted = tag("span", goods(step.told.goods), hidden(words.goods(step.told.goods)), class_="goods")
    gained = join(" + ", counted) if step.told.goods and step.told.kind in ("harvest", "gather") else Html()
    return tag(
        "span",
        tag("span", signs(step.told, scene.view.layout.crops, scene.badges), class_="signs"),
        tag("span", step.text, gained, *notes),
        class_="step",
    )


def percent(chance: float) -> str:
    """A chance in whole per cent; what is not certain is never told as if it were.

    >>> percent(0.64), percent(0.999), percent(1)
    ('64 %', '99 %', '100 %')
    """
    if 0 < chance < 1:
        chance = min(0.99, max(0.01, chance))
    return _("{number} %").format(number=round(100 * chance))


def _why(hints: Hints) -> Html:
    """What sets the chosen turn apart from the first, or the first from the second, at once and later."""
    told = hints.found[hints.chosen]
    number, contrast = hints.chosen + 1, told.contrast
    if contrast is None:
        head = _("What choice {number} brings at once").format(number=number)
        return tag("div", tag("h3", head), effect_list(told.effects), class_="hint-why")
    other = contrast.rival + 1
    rows = [tag("h3", _("Choice {number} against choice {other}").format(number=number, other=other))]
    if contrast.ours or contrast.theirs:
        rows.append(effect_list(contrast.ours))
        head = _("Choice {other} instead:") if contrast.ours else _("Only choice {other}:")
        rows += _under(head.format(other=other), effect_list(contrast.theirs))
    else:
        rows.append(tag("p", _("At once no point differs.")))
    if told.later:
        head = _("What will probably follow by the end of your next turn, against choice {other}:")
    else:
        head = _("What will probably follow, against choice {other}:")
    rows += _under(head.format(other=other), reason_list(told))
    if contrast.verdict:
        rows.append(tag("p", contrast.verdict))
    # What both do speaks for and against neither.
    rows += _under(_("Both:"), _listed([tag("li", effect.text) for effect in contrast.both]))
    return tag("div", *rows, class_="hint-why")


def _under(head: str, listed: Html) -> list[Html]:
    return [tag("p", head, class_="fine"), listed] if listed else []


def effect_list(effects: Sequence[Effect]) -> Html:
    """What the steps of a turn change at once: what speaks for it, and then, marked as that, what speaks against it."""
    rows = []
    for effect in sorted(effects, key=lambda each: each.weight < 0):
        if effect.weight < 0:
            rows.append(tag("li", hidden(_("Against it:") + " "), effect.text, class_="con"))
        else:
            rows.append(tag("li", effect.text, class_="pro" if effect.weight else None))
    return _listed(rows)


def reason_list(told: Told) -> Html:
    """What will probably come of a turn later."""
    return _listed([tag("li", text) for text in told.reasons])


def _listed(rows: Sequence[Html]) -> Html:
    return tag("ul", *rows, class_="hint-effects") if rows else Html()
