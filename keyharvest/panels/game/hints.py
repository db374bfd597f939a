"""The hint: the turns found as cards, the reasons for the chosen one, and two turns compared in a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from keyharvest import words
from keyharvest.advice.hints import AMOUNTS, Choice, Hints, Row, apart, compared, rival
from keyharvest.advice.reasons import Reason, actions_left, counterpart
from keyharvest.advice.steps import Step
from keyharvest.advice.wording import label, summary, unit, verdict
from keyharvest.panels.game.happenings import goods, signs
from keyharvest.panels.game.seats import counter_row
from keyharvest.panels.parts.faces import face
from keyharvest.panels.parts.icons import icon
from keyharvest.panels.parts.markup import Html, button, hidden, join, tag
from keyharvest.panels.scene import Scene
from keyharvest.picture import tiles
from keyharvest.rules.components import STORE_PLACES, TOWNSFOLK
from keyharvest.rules.turn import Turn
from keyharvest.words.language import N_, _

#: The id of the element whose value is the progress of the search.
PROGRESS: Final = "hint-progress"

_SIGNS: Final = {
    "points": "star",
    "next turn": "skip",
    "counters": "counters",
    "ripe": "clock",
    "unused": "cross",
    "lead": "chart",
    "chance": "flag",
}

#: The names of the rows of a comparison, with a short explanation.
_ROWS: Final = {
    "points": (N_("Points now"), ""),
    "store": (N_("In store"), N_("points once placed")),
    "next turn": (N_("Next turn"), N_("points, on average")),
    "counters": (N_("Counters"), N_("in hand afterwards")),
    "ripe": (N_("Ripe fields"), N_("left over")),
    "their counters": (N_("{name} gets"), N_("counters")),
    "their points": (N_("{name} gets"), N_("points now")),
    "their later": (N_("{name} gets"), N_("points later, on average")),
    "lead": (N_("Lead"), N_("points, estimate")),
    "chance": (N_("Chance"), N_("to win, estimate")),
}
#: The rows omitted if they are zero for both turns.
_RARE: Final = ("store", "their points")


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
    shown = [hints.chosen] if scene.plan else range(len(hints.found))
    return tag(
        "div",
        tag("h2", _title(scene, hints), id="card-title", tabindex="-1", class_="asked"),
        tag("p", _("estimated chance to win, final lead"), class_="hint-key"),
        tag("ol", *(tag("li", _card(scene, hints, at)) for at in shown), class_="hint-cards"),
        tag("div", *_buttons(scene, hints), class_="buttons three"),
        class_="cmd choosing hinting",
    )


def _title(scene: Scene, hints: Hints) -> str:
    """Say how many turns, or answers to a question, are shown; or which one is being carried out."""
    number = len(hints.found)
    if scene.plan:
        return scene.plan
    if isinstance(scene.view.stack[-1], Turn):
        several = {2: _("The two best turns"), 3: _("The three best turns")}
        return several.get(number, _("The only turn worth a look"))
    return {2: _("The two best answers"), 3: _("The three best answers")}.get(number, _("The only answer worth a look"))


def _buttons(scene: Scene, hints: Hints) -> list[Html]:
    word = _("Next step") if scene.plan else _("Play turn {number}").format(number=hints.chosen + 1)
    found = [button(word, "hint", "do", class_="main go", id="hint-do")]
    if len(hints.found) > 1 and not scene.plan:
        pressed = "true" if hints.comparing else "false"
        found.append(button(_("Compare"), "hint", "compare", aria_pressed=pressed, id="hint-compare"))
    return [*found, button(_("Close"), "hint", "close", id="hint-close")]


def _card(scene: Scene, hints: Hints, at: int) -> Html:
    """Draw a turn with its number, chance, lead and steps; the style sheet shows the chosen one's steps in words."""
    told, number = hints.found[at], at + 1
    lead, chance = words.signed(told.lead, 1), percent(told.chance)
    inside = join(
        tag("span", str(number), class_="hint-no"),
        tag("span", _odds(told.chance, scene.view.players), tag("span", chance), class_="hint-odds"),
        tag("b", lead, tag("small", _("pts")), class_="hint-lead"),
        pictures(scene, told, hints.found),
        tag("span", _("perhaps as good as turn 1"), class_="hint-name") if told.close else "",
    )
    label = _("Turn {number}: {steps}. Expected lead {lead}, chance to win {chance}").format(
        number=number, steps=told.text, lead=lead, chance=chance
    )
    pressed = "true" if at == hints.chosen else "false"
    return button(inside, "hint", str(number), class_="hint-card", aria_label=label, aria_pressed=pressed)


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
    """Return a chance as a whole percentage; only a certain one is 0 or 100.

    >>> percent(0.64), percent(0.999), percent(1)
    ('64%', '99%', '100%')
    """
    if 0 < chance < 1:
        chance = min(0.99, max(0.01, chance))
    return _("{number}%").format(number=round(100 * chance))


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
        drawn = (
            _("then a tile is drawn; an action is still open")
            if actions_left(told.after, scene.home)
            else _("then a tile is drawn")
        )
        drawing = tag("span", drawn, class_="hint-words")
        bag = tag("span", Html(tiles.bag()), class_="signs")
        found.append(tag("span", bag, tag("span", "?", class_="hint-few"), drawing, class_="hint-step hint-draw"))
    return tag("span", *found, class_="hint-steps", aria_hidden="true")


def _picture(scene: Scene, step: Step) -> Html:
    """Draw a step: its signs, and a few figures or its words, of which the style sheet shows one."""
    brief = step.brief
    several = brief.kind in ("harvest", "gather", "turn")
    few = join(
        icon("home") if brief.kind == "home" else "",
        str(brief.tiles.bit_count()) if several else brief.space,
        "" if brief.tiles else goods(brief.goods),
    )
    drawn = tag("span", signs(brief, scene.view.layout.crops, scene.badges), class_="signs")
    return join(drawn, tag("span", few, class_="hint-few"), tag("span", step.text, class_="hint-words"))


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
    title, said, rivals = _("Why turn {number}?").format(number=at + 1), "", None
    other = rival(at, len(hints.found))
    if other != at:
        rivals = hints.found[other].effects
        lead, close = apart(told, hints.found[other])
        said = summary(at + 1, other + 1, lead, close, told.reasons, rivals)
        if close or lead <= 0:
            title = _("Turn {one} or {other}?").format(one=at + 1, other=other + 1)
    counted = reasons(scene, told, scene.home, rivals, other + 1) or tag("p", _("No change in the figures."))
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
        tag("span", tag("small", _("Your store")), *places, class_="hint-store", role="img", aria_label=said),
        class_="hint-own",
    )


def reasons(scene: Scene, told: Choice, seat: int, rivals: Sequence[Reason] | None = None, number: int = 0) -> Html:
    """Draw the reasons for and against a seat's turn, each with a sign, a number and a few words.

    With ``rivals``, the effects of turn ``number``, each reason also says how that turn compares.
    """
    rows = []
    least = min(told.reasons, key=lambda each: (each.kind in ("points", "next turn"), abs(each.weight)), default=None)
    for reason in told.reasons:
        side = "pro" if reason.weight > 0 else "con" if reason.weight else "even"
        note = _elsewhere(reason, rivals, number) if rivals is not None and reason.kind != "unused" else ""
        rows.append(
            tag(
                "li",
                tag("span", _sign(scene, reason, seat), class_="hint-sign barred" if _barred(reason) else "hint-sign"),
                tag(
                    "span",
                    tag("b", hidden(_("Against it:") + " ") if side == "con" else "", _number(reason)),
                    tag("small", unit(reason.kind, reason.change)),
                    class_="hint-count",
                ),
                tag("span", label(reason, scene.names), tag("em", note) if note else "", class_="hint-what"),
                class_=f"{side} least" if reason is least else side,
            )
        )
    return tag("ul", *rows, class_="reasons") if rows else Html()


def _number(reason: Reason) -> str:
    # Neither a tile's points for another seat nor an unused action is a gain or a loss, so they get no plus or minus.
    plain = reason.kind == "unused" or (reason.seat >= 0 and reason.tile >= 0)
    return str(reason.change) if plain else words.signed(reason.change, 1 if isinstance(reason.change, float) else 0)


def _elsewhere(reason: Reason, rivals: Sequence[Reason], number: int) -> str:
    """Say how another turn, given by its number, compares in the same respect."""
    theirs = counterpart(reason, rivals)
    if not theirs:
        return _("not in turn {number}").format(number=number)
    if theirs.change == reason.change and theirs.tile == reason.tile:
        return _("as in turn {number}").format(number=number)
    change = _number(theirs)
    if theirs.tile != reason.tile:
        change = f"{words.references(1 << theirs.tile)} {change}"
    return _("turn {number}: {change}").format(number=number, change=change)


def _barred(reason: Reason) -> bool:
    """Whether the sign is crossed out."""
    return reason.kind == "can't match"


def _sign(scene: Scene, reason: Reason, seat: int) -> Html:
    if reason.tile >= 0:
        return Html(_tile(scene, reason.tile))
    if reason.seat >= 0:
        return face(scene, reason.seat)
    if reason.worker >= 0:
        return _worker(scene, reason.worker, seat)
    if reason.crop >= 0:
        return Html(tiles.crop(reason.crop, label=""))
    if reason.kind == "free":
        return Html(tiles.action("worker"))
    return icon(_SIGNS[reason.kind])


# The comparison


def comparison(scene: Scene, hints: Hints) -> Html:
    """Draw the two turns compared, side by side, under a title that names the better one."""
    first, second = hints.pair
    one, other = hints.found[first], hints.found[second]
    title = verdict(first + 1, second + 1, *apart(one, other))
    heads = [
        tag(
            "span", tag("span", str(at + 1), class_="hint-no"), pictures(scene, turn, (one, other), True), class_="pick"
        )
        for at, turn in ((first, one), (second, other))
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
    title, more = _ROWS[row.kind]
    name = scene.names[row.seat]
    head = tag(
        "th",
        tag(
            "span",
            _row_sign(scene, row),
            tag("span", _(title).format(name=name), tag("small", _(more)) if more else ""),
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


def _row_sign(scene: Scene, row: Row) -> Html:
    if row.seat >= 0:
        return face(scene, row.seat)
    if row.kind == "store":
        return Html(tiles.action("store"))
    return icon(_SIGNS[row.kind])


def _amount(kind: str, value: float) -> str:
    if kind == "chance":
        return percent(value)
    return str(value) if kind in AMOUNTS else words.signed(value, 1 if isinstance(value, float) else 0)
