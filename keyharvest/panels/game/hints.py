"""The hint: the turns found as cards, what the chosen one leads to and why, and two turns compared in a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from keyharvest import words
from keyharvest.advice import wording
from keyharvest.advice.hints import Choice, Hints, Row, apart, compared, rival
from keyharvest.advice.plan import Deed, Fact, Then
from keyharvest.advice.steps import Step
from keyharvest.advice.wording import letter
from keyharvest.panels.game.happenings import goods, signs
from keyharvest.panels.game.seats import counter_row
from keyharvest.panels.parts.faces import face
from keyharvest.panels.parts.icons import icon
from keyharvest.panels.parts.markup import Html, button, hidden, join, tag, text
from keyharvest.panels.scene import Scene
from keyharvest.picture import tiles
from keyharvest.rules.components import STORE_PLACES, TOWNSFOLK
from keyharvest.rules.geometry import names
from keyharvest.rules.turn import Turn
from keyharvest.words.language import _

#: The id of the element whose value is the progress of the search.
PROGRESS: Final = "hint-progress"

_SIGNS: Final = {
    "groups": "group",
    "crops": "star",
    "counters": "counters",
    "ripe": "clock",
    "lead": "chart",
    "chance": "flag",
}
_ACTIONS: Final = {"workers": "worker", "harvest": "harvest"}
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


def _tile(scene: Scene, tile: int) -> str:
    return tiles.tile(tile, scene.view.layout.crops[tile], label="")


def _worker(scene: Scene, worker: int, seat: int) -> Html:
    return Html(tiles.worker(worker, None if TOWNSFOLK >> worker & 1 else scene.badge(seat), label=""))


def marks(hints: Hints, tile: int) -> Html:
    """Mark a tile of the registry with the number of the step that stores it, in each of the turns found."""
    found = []
    for at, told in enumerate(hints.shown):
        steps = [step.brief for step in told.steps]
        stored = (number for number, step in enumerate(steps, 1) if step.kind == "store" and step.tiles >> tile & 1)
        shown = " kh-shown" * (at == hints.chosen)
        found.append(tag("span", *(tag("b", str(n), class_="hint-no") for n in stored), class_="kh-preview" + shown))
    return tag("span", *found, class_="hint-mark", aria_hidden="true")


# The plan


def why(scene: Scene, hints: Hints) -> Html:
    """Draw what the chosen turn leads to, and why it is better or not than the best (or the best than the second); also
    the player's counters and store, since this panel is in their place. Until the plan is there, its place stays empty.
    """
    at = 0 if hints.plain else hints.chosen
    other = rival(at, len(hints.found))
    title = _("Why?") if hints.plain else _("Why {letter}?").format(letter=letter(at))
    heads = [tag("span", letter(each), class_="hint-no" + " other" * (each != at)) for each in range(len(hints.found))]
    if hints.plain:
        heads = [Html(), tag("small", _("With the next best turn:"))]
    told = plan(scene, hints.found[at], scene.home, (at, other), heads, hints.plain)
    return tag(
        "section",
        tag("div", tag("h2", title), _own(scene), class_="hint-why-head"),
        told,
        class_="panel hint-why",
        aria_label=title,
    )


def plan(
    scene: Scene, told: Choice, seat: int, pair: tuple[int, int], heads: Sequence[Html], plain: bool = False
) -> Html:
    """Draw what a turn of a seat leads to and the reason for it, with the mark of each turn before its facts."""
    if told.plan is None:
        return tag("dl", class_="plan")
    reader = seat if seat == scene.viewer else -1
    rest, then, why = told.plan.rest, told.plan.then, told.plan.because
    number, lines = len(told.steps) + 1, []
    if rest.kind == "steps":
        lines.append(_line(scene, rest, seat, number, wording.following(rest, scene.names, drawn=True)))
        number += len(rest.steps)
    lines.append(_line(scene, then, seat, number, wording.following(then, scene.names)))
    parts = [tag("dt", _("Then")), tag("dd", *lines)]
    if why.kind != "alone":
        head = tag(
            "dt",
            wording.headline(why, *pair, plain),
            class_=None if why.kind == "clear" or (why.kind == "equal" and not plain) else "whole",
        )
        facts = [_fact(scene, fact, reader, heads[at]) for at, fact in why.facts]
        parts += [head, *([tag("dd", *facts, class_="why")] if facts else [])]
    parts.append(tag("dd", wording.horizon(told.after.left >= 0), class_="fine"))
    return tag("dl", *parts, class_="plan", tabindex="0")  # it may have to scroll


def _line(scene: Scene, then: Then, seat: int, number: int, said: str) -> Html:
    """Draw steps to come: their pictures with their numbers on the board, and a sentence."""
    drawn = [
        tag(
            "span",
            tag("b", str(at), class_="hint-no"),
            _deed(scene, deed, seat),
            class_="hint-coming",
            aria_hidden="true",
        )
        for at, deed in enumerate(then.steps, number)
    ]
    if then.kind == "sale":
        drawn.append(tag("span", Html(_tile(scene, then.tile)), class_="hint-coming", aria_hidden="true"))
    return tag("p", *drawn, tag("span", said))


def _deed(scene: Scene, deed: Deed, seat: int) -> Html:
    worker = _worker(scene, deed.worker, seat) if deed.worker >= 0 else ""
    tile = Html(_tile(scene, deed.tile)) if deed.tile >= 0 else ""
    return join(worker, tile) if worker or tile else Html(tiles.action("harvest"))


def _fact(scene: Scene, fact: Fact, reader: int, head: Html) -> Html:
    """Draw a fact with the mark of its turn, its picture, its points and its cause."""
    said = wording.fact(fact, scene.names, reader)
    points = tag("em", words.signed(fact.points)) if fact.points > 0 else ""
    cause = tag("small", wording.cause(fact.cause, scene.names, reader)) if fact.cause else ""
    sign = tag("span", _fact_sign(scene, fact), class_="hint-sign", aria_hidden="true")
    return tag("p", head, sign, tag("span", tag("b", said), " ", points, " ", cause))


def _fact_sign(scene: Scene, fact: Fact) -> Html:
    if fact.kind == "tile":
        return Html(_tile(scene, fact.what))
    if fact.what >= 0:
        return _worker(scene, fact.what, fact.seat if fact.seat >= 0 else scene.home)
    return _kind_sign(scene, fact.kind, fact.seat if fact.kind == "total" else -1)


def _own(scene: Scene) -> Html:
    """Draw the player's counters, and the store with its bids (rule 7)."""
    view, seat = scene.view, scene.home
    held, unknown, stored = view.hands[seat], scene.unknown[seat], view.stores[seat]
    places = [tag("span", Html(_tile(scene, tile)), goods(bid), class_="hint-step") for tile, bid in stored]
    places += [tag("span", class_="hint-step")] * (STORE_PLACES - len(stored))
    lying = [words.references(1 << tile) + ", " + words.goods(bid) for tile, bid in stored]
    said = _("Your store: {tiles}").format(tiles="; ".join(lying) or _("nothing"))
    row = counter_row(held, unknown) if held or unknown else words.held(held, unknown)
    return tag(
        "div",
        tag("span", row, class_="hint-hand", role="img", aria_label=words.held(held, unknown)),
        tag("span", Html(tiles.action("store")), *places, class_="hint-store", role="img", aria_label=said),
        class_="hint-own",
    )


def _kind_sign(scene: Scene, kind: str, seat: int) -> Html:
    if seat >= 0:
        return face(scene, seat)
    return Html(tiles.action(_ACTIONS[kind])) if kind in _ACTIONS else icon(_SIGNS[kind])


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
            _kind_sign(scene, row.kind, row.seat),
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
