"""The hint panel: how far the looking is, then the best turns with their steps and what sets them apart."""

from __future__ import annotations

from keyharvest import words
from keyharvest.panels.happenings import goods, signs
from keyharvest.panels.icons import icon
from keyharvest.panels.markup import Html, button, hidden, join, tag
from keyharvest.table.hints import Hints, Step, Told
from keyharvest.table.scene import Scene
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
    number = len(hints.found)
    rows = [_turn(scene, hints, at) for at in range(number)]
    title = _("The best {number} turns").format(number=number) if number > 1 else _("The only turn worth a look")
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
    if hints.decided and hints.found[0].chance < 0.5:
        return _("The game can hardly be won any more. Expected lead at the end:")
    if hints.decided:
        return _("The game is as good as won. Expected lead at the end:")
    if len(scene.names) == 2:
        return _("Expected lead over the other at the end, and the chance to win")
    return _(
        "Expected lead at the end, halfway between that over the strongest other and that over the others' average, "
        "and the chance to win"
    )


def _turn(scene: Scene, hints: Hints, at: int) -> Html:
    """One of the turns: the chosen one with pictures and what each step brings, the others in a line."""
    told, chosen = hints.found[at], at == hints.chosen
    then = _("then see what is drawn")
    if chosen:
        steps = tag("span", *(step_row(scene, step) for step in told.steps), class_="steps")
        drawn = tag("small", then) if told.draws else ""
    else:
        steps = tag("span", ", ".join([step.text for step in told.steps]), class_="steps")
        drawn = Html()
    if hints.decided:
        worth = tag(
            "span", tag("b", words.signed(round(told.margin))), hidden(_(" points ahead at the end,")), class_="worth"
        )
    else:
        worth = tag(
            "span",
            tag("b", words.signed(told.margin, 1)),
            hidden(_(" points ahead at the end,")),
            tag("small", f"± {words.tenths(told.error)}"),
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
    goods_told = step.told.goods and step.told.kind != "store"  # there the words name the bid
    paid = join(" ", tag("span", goods(step.told.goods), hidden(words.goods(step.told.goods)), class_="goods"))
    return tag(
        "span",
        tag("span", signs(step.told, scene.view.layout.crops, scene.badges), class_="signs"),
        tag("span", step.text, paid if goods_told else "", *notes),
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
    """What the chosen turn changes at once, and what sets it apart from the first, or the first from the second."""
    told = hints.found[hints.chosen]
    number, other = hints.chosen + 1, 2 if hints.chosen == 0 else 1
    head = _("What choice {number} brings at once").format(number=number)
    brings = effect_list(told)
    gaps = {"number": number, "other": other}
    later = tag("p", _("About equal with choice {other}: take either.").format(**gaps)) if told.close else ""
    if told.reasons:
        later = join(
            tag("p", _("After the next player's turn, against choice {other}:").format(**gaps), class_="fine"),
            reason_list(told),
        )
    return tag("div", tag("h3", head), brings, later, class_="hint-why")


def effect_list(told: Told) -> Html:
    """What the steps of a turn change at once."""
    rows = [tag("li", effect.text) for effect in told.effects]
    return tag("ul", *rows, class_="hint-effects") if rows else Html()


def reason_list(told: Told) -> Html:
    """What others will probably have of a turn, with what that is worth."""
    rows = [
        tag("li", tag("b", words.signed(points, 1), class_="gain" if points > 0 else "loss"), tag("span", text))
        for points, text in told.reasons
    ]
    return tag("ol", *rows, class_="hint-reasons") if rows else Html()
