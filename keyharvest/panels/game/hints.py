"""The hint: the turns found as cards, the reasons for the chosen one, and two turns compared in a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from keyharvest import words
from keyharvest.advice.hints import AMOUNTS, Choice, Hints, Row, apart, compared, rival
from keyharvest.advice.reasons import Reason, actions_left, counterpart
from keyharvest.advice.steps import Step
from keyharvest.advice.wording import after_draw, label, letter, named, summary, turn, verdict
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
    "points": "star",
    "next turn": "skip",
    "rest": "chart",
    "counters": "counters",
    "ripe": "clock",
    "unused": "cross",
    "lead": "chart",
    "chance": "flag",
}
_ACTIONS: Final = {"free": "worker", "store": "store"}
#: The most fields of a harvest or of a worker's power named.
_FEW: Final = 3

#: The rows omitted if they are zero for both turns.
_RARE: Final = ("store", "free", "their points")


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
    order = _("By estimated chance to win, then lead. Within ±: about equal.")
    if scene.view.players > 2:
        order = _("By estimated chance, then lead over the best other. Within ±: about equal.")
    return tag(
        "div",
        tag("h2", _title(scene, hints), id="card-title", tabindex="-1", class_="asked"),
        tag("p", order, class_="hint-key"),
        tag("ol", *(tag("li", _card(scene, hints, at)) for at in range(len(hints.found))), class_="hint-cards"),
        tag("div", *_buttons(hints), class_="buttons three"),
        class_="cmd choosing hinting",
    )


def _title(scene: Scene, hints: Hints) -> str:
    """Say how many turns, or answers to a question, are shown."""
    number = len(hints.found)
    if isinstance(scene.view.stack[-1], Turn):
        several = {2: _("The two best turns"), 3: _("The three best turns")}
        return several.get(number, _("The only turn worth a look"))
    return {2: _("The two best answers"), 3: _("The three best answers")}.get(number, _("The only answer worth a look"))


def _buttons(hints: Hints) -> list[Html]:
    word = _("Play {letter}").format(letter=letter(hints.chosen))
    found = [button(word, "hint", "do", class_="main go", id="hint-do")]
    if len(hints.found) > 1:
        pressed = "true" if hints.comparing else "false"
        found.append(button(_("Compare"), "hint", "compare", aria_pressed=pressed, id="hint-compare"))
    return [*found, button(_("Close"), "hint", "close", id="hint-close")]


def _card(scene: Scene, hints: Hints, at: int) -> Html:
    """Draw a turn with its letter, chance, lead and steps; the style sheet shows the chosen one's steps in words."""
    told = hints.found[at]
    number, chance = words.tenths(abs(told.lead)), percent(told.chance)
    ends = verdict(0, apart(told, hints.found[0])) if at else ""
    inside = join(
        tag("span", letter(at), class_="hint-no"),
        tag("span", _odds(told.chance, scene.view.players), tag("span", chance), class_="hint-odds"),
        tag("b", number, tag("small", _("behind") if told.lead < 0 else _("lead")), class_="hint-lead"),
        pictures(scene, told, hints.found),
        tag("span", ends, class_="hint-name") if ends else "",
    )
    text = (
        _("{letter}: {steps}. Expected to end {number} points behind, chance to win {chance}")
        if told.lead < 0
        else _("{letter}: {steps}. Expected lead {number}, chance to win {chance}")
    )
    label = text.format(letter=letter(at), steps=told.text, number=number, chance=chance)
    pressed = "true" if at == hints.chosen else "false"
    said = f"{label}; {ends}" if ends else label
    return button(inside, "hint", str(at + 1), class_="hint-card", aria_label=said, aria_pressed=pressed)


def lead(points: float) -> str:
    """Return how far a turn ends ahead or behind, in words."""
    number = words.tenths(abs(points))
    return (_("{number} behind") if points < 0 else _("{number} ahead")).format(number=number)


def _odds(chance: float, players: int) -> Html:
    """Draw the chance to win as a bar, with a mark at the chance that each player would have if all were equal."""
    return tag(
        "svg",
        tag("rect", class_="all", width=100, height=10),
        tag("rect", class_="filled", width=round(100 * chance), height=10),
        tag("path", class_="even", d=f"M{100 / players:.4g} 0v10"),
        class_="odds",
        viewBox="0 0 100 10",
        preserveAspectRatio="none",
        aria_hidden="true",
    )


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
        half = actions_left(told.after, scene.home)
        drawing = tag("span", after_draw(told.then) if half else _("then a tile is drawn"), class_="hint-words")
        few = tag(
            "span", "?", Html(tiles.action(told.then)) if told.then not in ("", "nothing") else "", class_="hint-few"
        )
        bag = tag("span", Html(tiles.bag()), class_="signs")
        found.append(tag("span", bag, few, drawing, class_="hint-step hint-draw"))
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
    for at, told in enumerate(hints.found):
        steps = [step.brief for step in told.steps]
        stored = (number for number, step in enumerate(steps, 1) if step.kind == "store" and step.tiles >> tile & 1)
        shown = " kh-shown" * (at == hints.chosen)
        found.append(tag("span", *(tag("b", str(n), class_="hint-no") for n in stored), class_="kh-preview" + shown))
    return tag("span", *found, class_="hint-mark", aria_hidden="true")


# The reasons


def why(scene: Scene, hints: Hints) -> Html:
    """Draw the reasons for and against the chosen turn, and a sentence that compares it with the best turn (or the best
    with the second); also the player's counters and store, since this panel is in their place.
    """
    told, at = hints.found[hints.chosen], hints.chosen
    title, said, against = _("Why {letter}?").format(letter=letter(at)), "", None
    other = rival(at, len(hints.found))
    if other != at:
        against = hints.found[other]
        gap = apart(told, against)
        said = summary(at, other, gap, told.reasons, scene.names)
        if at or gap.close:
            title = _("{one} or {other}?").format(one=letter(at), other=letter(other))
    heads = [tag("span", letter(each), class_="hint-no") for each in (at, other)]
    counted = reasons(scene, told, against, scene.home, heads) or tag("p", _("No change in the figures."))
    return tag(
        "section",
        tag("div", tag("h2", title), tag("p", said), _own(scene), class_="hint-why-head"),
        counted,
        class_="panel hint-why",
        aria_label=title,
    )


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


def reasons(scene: Scene, told: Choice, other: Choice | None, seat: int, heads: Sequence[Html] = ()) -> Html:
    """Draw the reasons for and against a seat's turn, each with its number and that of the turn compared, if any.

    ``heads`` mark the two turns.
    """
    rows = []
    for reason in told.reasons:
        effects = other.effects if other and reason.kind != "unused" else None
        theirs = counterpart(reason, effects or ())
        side = "con" if reason.weight < 0 else "pro" if reason.weight else "even"
        name, counted = label(reason, scene.names, theirs)
        figures = [_figures(reason, effects, heads)]
        if reason.kind in ("their points", "their later"):  # one reason for each opponent
            paid = next(each for each in told.effects if (each.kind, each.seat) == ("their counters", reason.seat))
            if paid.change != (counterpart(paid, effects or ()) or paid._replace(change=0)).change:
                figures.append(_figures(paid, effects, heads, tag("small", _("Counters"))))
        rows.append(
            tag(
                "li",
                tag("span", _sign(scene, reason, seat), class_="hint-sign"),
                tag("span", hidden(_("Against it:") + " ") if side == "con" else "", name, class_="hint-about"),
                *figures,
                tag("small", _only(reason, theirs, heads) if effects else "", counted) if counted else "",
                class_=side,
            )
        )
    return tag("ul", *rows, class_="reasons") if rows else Html()


def _only(reason: Reason, theirs: Reason | None, heads: Sequence[Html]) -> Html:
    """Return the mark of the only turn that the words below the numbers are about, if any."""
    drawn = [bool(each and each.gains) for each in (reason, theirs)]
    if any(drawn):
        return Html() if all(drawn) else join(heads[drawn.index(True)], " ")
    return join(heads[0], " ") if reason.parts or (reason.kind == "stored" and reason.worker >= 0) else Html()


def _figures(reason: Reason, rivals: Sequence[Reason] | None, heads: Sequence[Html], sign: str = "") -> Html:
    """Draw the number of a reason and, with the effects of another turn, the number there."""
    cells = [tag("b", _number(reason, compared=rivals is not None))]
    if rivals is not None:
        theirs = counterpart(reason, rivals)
        tile = words.references(1 << theirs.tile) + " " if theirs and theirs.tile != reason.tile else ""
        cells = [join(heads[0], cells[0]), join(heads[1], tile, _number(theirs or reason._replace(change=0)))]
    return tag("span", sign, *(tag("span", cell) for cell in cells), class_="hint-figures")


def _number(reason: Reason, *, compared: bool = True) -> str:
    if reason.kind in AMOUNTS and not compared:
        return f"{reason.old} → {reason.new}"
    if reason.of_tile:
        return str(reason.change or "–")
    return _amount(reason.kind, reason.new if reason.kind in AMOUNTS else reason.change)


def _sign(scene: Scene, reason: Reason, seat: int) -> Html:
    if reason.tile >= 0:
        return Html(_tile(scene, reason.tile))
    if reason.worker >= 0:
        return _worker(scene, reason.worker, seat)
    if reason.crop >= 0:
        return Html(tiles.crop(reason.crop, label=""))
    return _kind_sign(scene, reason.kind, reason.seat)


def _kind_sign(scene: Scene, kind: str, seat: int) -> Html:
    if seat >= 0:
        return face(scene, seat)
    return Html(tiles.action(_ACTIONS[kind])) if kind in _ACTIONS else icon(_SIGNS[kind])


# The comparison


def comparison(scene: Scene, hints: Hints) -> Html:
    """Draw the two turns compared, side by side, under a title that names the better one."""
    first, second = hints.pair
    one, other = hints.found[first], hints.found[second]
    title = turn(first, verdict(second, apart(one, other)))
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
        tag("tbody", *(_row(scene, row) for row in rows if row.kind not in _RARE or any(row.values))),
    )


def _row(scene: Scene, row: Row) -> Html:
    title, more = named(row.kind, scene.names[row.seat], *row.values)
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
    if kind in AMOUNTS:
        return words.tenths(value) if isinstance(value, float) else str(value)
    return words.signed(value, 1 if isinstance(value, float) else 0)
