"""The hint: the turns found as cards, and two turns compared in a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from keyharvest import words
from keyharvest.advice import wording
from keyharvest.advice.hints import Choice, Hints, Row, apart, compared
from keyharvest.advice.steps import Step
from keyharvest.advice.wording import letter
from keyharvest.page.parts.controls import button, hidden
from keyharvest.page.parts.icons import icon
from keyharvest.page.parts.scene import Scene
from keyharvest.page.tabletop.panels.happenings import goods, signs
from keyharvest.page.tabletop.panels.plan import kind_sign, why
from keyharvest.picture import tiles
from keyharvest.picture.elements import Html, h, join
from keyharvest.rules.geometry import names
from keyharvest.rules.turn import Turn
from keyharvest.words.language import _

#: The id of the element whose value is the progress of the search.
PROGRESS: Final = "hint-progress"

#: The most fields of a harvest or of a worker's power named.
_FEW: Final = 3


def panels(scene: Scene, hints: Hints) -> dict[str, Html]:
    """Draw the panels that take the place of others while a hint is open."""
    found = {"action": panel(scene, hints)}
    if hints.done:
        found["card"] = why(scene, hints)
    if hints.comparing:
        found["compare"] = comparison(scene, hints)
    return found


# The cards


def panel(scene: Scene, hints: Hints) -> Html:
    """Draw the command panel while a hint is open."""
    if not hints.done:
        return h.div(".cmd.choosing.hinting")[
            h.h2("#card-title.asked", tabindex="-1")[_("Looking ahead…")],
            h.progress(max="1", value="0", id=PROGRESS, aria_label=_("Looking ahead")),
            h.div(".buttons")[button(_("Stop"), "hint", "close", class_="main go", id="hint-close")],
        ]
    cards = (h.li[_card(scene, hints, at)] for at in range(len(hints.shown)))
    return h.div(class_="cmd choosing hinting" + " plain" * hints.plain)[
        h.h2("#card-title.asked", tabindex="-1")[_title(scene, hints)],
        h.ol(".hint-cards")[cards],
        h.div(".buttons.three")[_buttons(hints)],
    ]


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
        found.append(button(_("Compare"), "hint", "compare", aria_pressed=hints.comparing, id="hint-compare"))
    return [*found, button(_("Close"), "hint", "close", id="hint-close")]


def _card(scene: Scene, hints: Hints, at: int) -> Html:
    """Draw a turn with its letter and steps; the style sheet shows the chosen one's steps in words."""
    told = hints.found[at]
    ends = wording.standing(apart(told, hints.found[0])) if at else ""
    inside = join(
        "" if hints.plain else h.span(".hint-no")[letter(at)],
        h.span(".hint-name")[ends] if ends else "",
        pictures(scene, told, hints.found),
    )
    label = told.text if hints.plain else wording.turn(at, told.text)
    said = f"{label}; {ends}" if ends else label
    return button(inside, "hint", str(at + 1), class_="hint-card", aria_label=said, aria_pressed=at == hints.chosen)


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
        h.span(class_="hint-step differs" if marked and step.brief not in alike else "hint-step")[_picture(scene, step)]
        for step in told.steps
    ]
    if told.drawn:
        drawing = h.span(".hint-words")[_("then a tile is drawn")]
        bag = h.span(".signs")[tiles.bag()]
        found.append(h.span(".hint-step.hint-draw")[bag, h.span(".hint-few")["?"], drawing])
    return h.span(".hint-steps", aria_hidden=True)[found]


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
        h.span(".hint-price")[paid] if brief.tiles and paid else paid,
    )
    drawn = h.span(".signs")[signs(brief, scene.view.layout.crops, scene.badges)]
    said = Html(join(step.text).replace(join(words.goods(brief.goods)), paid) if paid else join(step.text))
    return join(drawn, h.span(".hint-few")[few], h.span(".hint-words")[said])


def marks(hints: Hints, tile: int) -> Html:
    """Mark a tile of the registry with the number of the step that stores it, in each of the turns found."""
    found = []
    for at, told in enumerate(hints.shown):
        steps = [step.brief for step in told.steps]
        stored = (number for number, step in enumerate(steps, 1) if step.kind == "store" and step.tiles >> tile & 1)
        shown = " kh-shown" * (at == hints.chosen)
        found.append(h.span(class_="kh-preview" + shown)[(h.b(".hint-no")[str(n)] for n in stored)])
    return h.span(".hint-mark", aria_hidden=True)[found]


# The comparison


def comparison(scene: Scene, hints: Hints) -> Html:
    """Draw the two turns compared, side by side, under a title that names the better one."""
    first, second = hints.pair
    one, other = hints.found[first], hints.found[second]
    title = wording.turn(first, wording.verdict(second, apart(one, other)))
    heads = [
        h.span(".pick")[h.span(".hint-no")[letter(at)], pictures(scene, told, (one, other), True)]
        for at, told in ((first, one), (second, other))
    ]
    head = h.header[
        h.h2("#compare-title", tabindex="-1")[title],
        button(
            icon("cross"),
            "hint",
            "compare",
            class_="square",
            aria_label=_("Close comparison"),
            title=_("Close comparison"),
        ),
    ]
    shown = table(scene, compared(one, other), heads, hints.chosen == second)
    return h.section(".panel.compare", aria_labelledby="compare-title")[head, shown]


def table(scene: Scene, rows: Sequence[Row], heads: Sequence[Html], chosen: int) -> Html:
    """Draw a table of two turns' results, the better value in each row framed; ``chosen``: the column to mark."""
    columns = (h.th(scope="col", class_="chosen" if at == chosen else None)[head] for at, head in enumerate(heads))
    return h.table[h.thead[h.tr[h.td, columns]], h.tbody[(_row(scene, row) for row in rows)]]


def _row(scene: Scene, row: Row) -> Html:
    title, more = wording.named(row.kind, scene.names[row.seat])
    head = h.th(scope="row")[h.span[kind_sign(scene, row.kind, row.seat), h.span[title, h.small[more] if more else ""]]]
    cells = (
        h.td(class_="better" if at == row.better else None)[
            h.span[_amount(row.kind, value), hidden(" " + _("(better)")) if at == row.better else ""]
        ]
        for at, value in enumerate(row.values)
    )
    return h.tr(class_="same" if row.better < 0 else None)[head, cells]


def _amount(kind: str, value: float) -> str:
    if kind == "chance":
        return percent(value)
    return words.signed(value, 1) if kind == "lead" else words.tenths(value)
