"""The hint: the turns found as cards, and two turns compared in a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from keyharvest import words
from keyharvest.advice import wording
from keyharvest.advice.hints import Choice, Hints, Row, apart, compared
from keyharvest.advice.steps import Step
from keyharvest.advice.wording import letter
from keyharvest.panels.game.happenings import goods, signs
from keyharvest.panels.game.plan import kind_sign
from keyharvest.panels.parts.icons import icon
from keyharvest.panels.parts.markup import Html, button, hidden, join, tag, text
from keyharvest.panels.scene import Scene
from keyharvest.picture import tiles
from keyharvest.rules.geometry import names
from keyharvest.rules.turn import Turn
from keyharvest.words.language import _

#: The id of the element whose value is the progress of the search.
PROGRESS: Final = "hint-progress"

#: The most fields of a harvest or of a worker's power named.
_FEW: Final = 3


# The cards


def panel(scene: Scene, hints: Hints) -> Html:
    """Draw the command panel while a hint is open."""
    if not hints.done:
        return tag(
            "div",
            tag("h2", _("Looking ahead…"), id="card-title", tabindex="-1", class_="asked"),
            tag("progress", max="1", value="0", id=PROGRESS, aria_label=_("Looking ahead")),
            tag("div", button(_("Stop"), "hint", "close", class_="main go", id="hint-close"), class_="buttons"),
            class_="cmd choosing hinting",
        )
    cards = (tag("li", _card(scene, hints, at)) for at in range(len(hints.shown)))
    return tag(
        "div",
        tag("h2", _title(scene, hints), id="card-title", tabindex="-1", class_="asked"),
        tag("ol", *cards, class_="hint-cards"),
        tag("div", *_buttons(hints), class_="buttons three"),
        class_="cmd choosing hinting" + " plain" * hints.plain,
    )


def _title(scene: Scene, hints: Hints) -> str:
    """Say how many turns, or answers to a question, are shown."""
    number = 0 if hints.plain else len(hints.found)
    if isinstance(scene.view.stack[-1], Turn):
        several = {0: _("A good turn"), 2: _("The two best turns"), 3: _("The three best turns")}
        return several.get(number, _("The only turn worth a look"))
    several = {0: _("A good answer"), 2: _("The two best answers"), 3: _("The three best answers")}
    return several.get(number, _("The only answer worth a look"))


def _buttons(hints: Hints) -> list[Html]:
    word = _("Play this") if hints.plain else _("Play {letter}").format(letter=letter(hints.chosen))
    found = [button(word, "hint", "do", class_="main go", id="hint-do")]
    if len(hints.shown) > 1:
        pressed = "true" if hints.comparing else "false"
        found.append(button(_("Compare"), "hint", "compare", aria_pressed=pressed, id="hint-compare"))
    return [*found, button(_("Close"), "hint", "close", id="hint-close")]


def _card(scene: Scene, hints: Hints, at: int) -> Html:
    """Draw a turn with its letter and steps; the style sheet shows the chosen one's steps in words."""
    told = hints.found[at]
    ends = wording.standing(apart(told, hints.found[0])) if at else ""
    inside = join(
        "" if hints.plain else tag("span", letter(at), class_="hint-no"),
        tag("span", ends, class_="hint-name") if ends else "",
        pictures(scene, told, hints.found),
    )
    label = told.text if hints.plain else wording.turn(at, told.text)
    pressed = "true" if at == hints.chosen else "false"
    said = f"{label}; {ends}" if ends else label
    return button(inside, "hint", str(at + 1), class_="hint-card", aria_label=said, aria_pressed=pressed)


def lead(points: float) -> str:
    """Return how far a turn ends ahead or behind, in words."""
    number = words.tenths(abs(points))
    return (_("{number} behind") if points < 0 else _("{number} ahead")).format(number=number)


def percent(chance: float) -> str:
    """Return a chance as a whole percentage, in words; a small one is less than 1."""
    return _("{number}%").format(number="<1" if 0 < chance < 0.01 else words.percentage(chance))


def pictures(scene: Scene, told: Choice, others: Sequence[Choice], marked: bool = False) -> Html:
    """Draw the steps of a turn as pictures; a draw is shown as the bag.

    ``marked``: whether to mark the steps that no other turn has.
    """
    alike = {step.brief for other in others for step in other.steps if other is not told}
    found = [
        tag(
            "span",
            _picture(scene, step),
            class_="hint-step differs" if marked and step.brief not in alike else "hint-step",
        )
        for step in told.steps
    ]
    if told.drawn:
        drawing = tag("span", _("then a tile is drawn"), class_="hint-words")
        bag = tag("span", Html(tiles.bag()), class_="signs")
        found.append(tag("span", bag, tag("span", "?", class_="hint-few"), drawing, class_="hint-step hint-draw"))
    return tag("span", *found, class_="hint-steps", aria_hidden="true")


def _picture(scene: Scene, step: Step) -> Html:
    """Draw a step: its signs, and in short what the signs don't show or its words; the style sheet shows one of them.

    In short are the fields of a harvest or of a worker's power, or only their number, spaces, and counters: paid, bid
    or taken; all the words if there is nothing to draw. Among the words, counters are drawn, as their names are long.
    """
    brief = step.brief
    several, number = brief.kind in ("harvest", "gather", "turn"), brief.tiles.bit_count()
    named = " ".join(names(brief.tiles)) if number <= _FEW else str(number)
    paid = "" if several else goods(brief.goods)
    bare = brief.kind == "decline" or not (brief.tiles or brief.space or paid or brief.worker >= 0)
    few = join(
        icon("home") if brief.kind == "home" else "",
        named if several else step.text if bare else brief.space,
        tag("span", paid, class_="hint-price") if brief.tiles and paid else paid,
    )
    drawn = tag("span", signs(brief, scene.view.layout.crops, scene.badges), class_="signs")
    said = Html(text(step.text).replace(text(words.goods(brief.goods)), paid) if paid else text(step.text))
    return join(drawn, tag("span", few, class_="hint-few"), tag("span", said, class_="hint-words"))


def marks(hints: Hints, tile: int) -> Html:
    """Mark a tile of the registry with the number of the step that stores it, in each of the turns found."""
    found = []
    for at, told in enumerate(hints.shown):
        steps = [step.brief for step in told.steps]
        stored = (number for number, step in enumerate(steps, 1) if step.kind == "store" and step.tiles >> tile & 1)
        shown = " kh-shown" * (at == hints.chosen)
        found.append(tag("span", *(tag("b", str(n), class_="hint-no") for n in stored), class_="kh-preview" + shown))
    return tag("span", *found, class_="hint-mark", aria_hidden="true")


# The comparison


def comparison(scene: Scene, hints: Hints) -> Html:
    """Draw the two turns compared, side by side, under a title that names the better one."""
    first, second = hints.pair
    one, other = hints.found[first], hints.found[second]
    title = wording.turn(first, wording.verdict(second, apart(one, other)))
    heads = [
        tag("span", tag("span", letter(at), class_="hint-no"), pictures(scene, told, (one, other), True), class_="pick")
        for at, told in ((first, one), (second, other))
    ]
    head = tag(
        "header",
        tag("h2", title, id="compare-title", tabindex="-1"),
        button(
            icon("cross"),
            "hint",
            "compare",
            class_="square",
            aria_label=_("Close comparison"),
            title=_("Close comparison"),
        ),
    )
    shown = table(scene, compared(one, other), heads, hints.chosen == second)
    return tag("section", head, shown, class_="panel compare", aria_labelledby="compare-title")


def table(scene: Scene, rows: Sequence[Row], heads: Sequence[Html], chosen: int) -> Html:
    """Draw a table of two turns' results, the better value in each row framed; ``chosen``: the column to mark."""
    columns = (tag("th", head, scope="col", class_="chosen" if at == chosen else None) for at, head in enumerate(heads))
    return tag(
        "table",
        tag("thead", tag("tr", tag("td"), *columns)),
        tag("tbody", *(_row(scene, row) for row in rows)),
    )


def _row(scene: Scene, row: Row) -> Html:
    title, more = wording.named(row.kind, scene.names[row.seat])
    head = tag(
        "th",
        tag(
            "span",
            kind_sign(scene, row.kind, row.seat),
            tag("span", title, tag("small", more) if more else ""),
        ),
        scope="row",
    )
    cells = (
        tag(
            "td",
            tag("span", _amount(row.kind, value), hidden(" " + _("(better)")) if at == row.better else ""),
            class_="better" if at == row.better else None,
        )
        for at, value in enumerate(row.values)
    )
    return tag("tr", head, *cells, class_="same" if row.better < 0 else None)


def _amount(kind: str, value: float) -> str:
    if kind == "chance":
        return percent(value)
    return words.signed(value, 1) if kind == "lead" else words.tenths(value)
