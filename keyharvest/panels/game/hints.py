"""The hint: the turns found as cards, the reasons for the chosen one, and two turns compared in a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from keyharvest import words
from keyharvest.advice.hints import Hints, Row, Told, ahead, compared, rival
from keyharvest.advice.reasons import Fact, Reason
from keyharvest.advice.steps import Step
from keyharvest.advice.wording import apart, label, unit, verdict
from keyharvest.panels.game.happenings import goods
from keyharvest.panels.game.seats import counter_row
from keyharvest.panels.parts.faces import face
from keyharvest.panels.parts.icons import icon
from keyharvest.panels.parts.markup import Html, button, hidden, join, tag
from keyharvest.panels.scene import Scene
from keyharvest.picture import tiles
from keyharvest.rules.components import STORE_PLACES, TOWNSFOLK
from keyharvest.rules.geometry import spaces_in
from keyharvest.rules.turn import Turn
from keyharvest.words.language import N_, _

#: The element whose value is the progress of the search.
PROGRESS: Final = "hint-progress"

_SIGNS: Final = {
    "points": "star",
    "counters": "counters",
    "ripe": "clock",
    "fields": "group",
    "action": "next",
}
#: The names of the rows of a comparison, with a short explanation.
_ROWS: Final = {
    "points": (N_("Points now"), ""),
    "stored": (N_("In store"), N_("points once placed")),
    "next worker": (N_("Next worker"), N_("points")),
    "counters": (N_("Counters"), N_("in hand afterwards")),
    "ripe": (N_("Ripe fields"), N_("left over")),
    "action": (N_("Actions"), N_("left after the draw")),
    "their counters": (N_("{name} gets"), N_("counters")),
    "their points": (N_("{name} gets"), N_("points")),
    "lead": (N_("Lead"), N_("points, estimate")),
    "chance": (N_("Chance"), N_("to win, estimate")),
}
#: Rows omitted if neither turn has any, and numbers without a sign.
_RARE: Final = ("stored", "action", "their points")
_AMOUNTS: Final = ("counters", "ripe", "action")


# The cards


def panel(scene: Scene, hints: Hints) -> Html:
    """Draw the command panel while a hint is open."""
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
    shown = [hints.chosen] if scene.plan else range(len(hints.found))
    key = _("estimated lead") if hints.decided else _("estimated lead and chance to win")
    return tag(
        "div",
        who,
        tag("h2", _title(scene, hints), id="card-title", tabindex="-1", class_="asked"),
        tag("p", key, class_="hint-key"),
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
    """Draw a turn with its number, name, lead, steps and chance."""
    told, number = hints.found[at], at + 1
    lead, steps = words.signed(told.lead, hints.digits), ", ".join(step.text for step in told.steps)
    if hints.decided:
        worth = _decided(told)
        said = _("Turn {number}: {steps}. Expected lead {lead}, {outcome}")
    else:
        worth = join(_odds(told.chance, scene.view.players), tag("span", percent(told.chance)))
        said = _("Turn {number}: {steps}. Expected lead {lead}, chance to win {chance}")
    inside = join(
        tag("span", str(number), class_="hint-no"),
        tag("span", _("perhaps as good") if told.close else told.name, class_="hint-name"),
        tag("b", lead, tag("small", _("pts")), class_="hint-lead"),
        pictures(scene, told, hints.found),
        tag("span", worth, class_="hint-odds"),
    )
    label = said.format(number=number, steps=steps, lead=lead, chance=percent(told.chance), outcome=_decided(told))
    pressed = "true" if at == hints.chosen else "false"
    return button(inside, "hint", str(number), class_="hint-card", aria_label=label, aria_pressed=pressed)


def _decided(told: Told) -> str:
    if not told.after.stack:
        return _("the game ends")
    return _("as good as won") if told.chance > 0.5 else _("as good as lost")


def _odds(chance: float, players: int) -> Html:
    """Draw the chance to win as a bar, with a mark at the chance that all players have alike."""
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
    """Return a chance in whole per cent; only a certain one is 0 or 100.

    >>> percent(0.64), percent(0.999), percent(1)
    ('64%', '99%', '100%')
    """
    if 0 < chance < 1:
        chance = min(0.99, max(0.01, chance))
    return _("{number}%").format(number=round(100 * chance))


def pictures(scene: Scene, told: Told, others: Sequence[Told], marked: bool = False) -> Html:
    """Draw the steps of a turn as pictures; a draw is shown as the bag.

    ``marked``: mark the steps that no other turn has.
    """
    alike = {step.told for other in others for step in other.steps if other is not told}
    found = [
        tag(
            "span",
            _picture(scene, step),
            class_="hint-step differs" if marked and step.told not in alike else "hint-step",
        )
        for step in told.steps
    ]
    if told.drawn:
        found.append(tag("span", Html(tiles.bag()), "?", class_="hint-step hint-draw"))
    return tag("span", *found, class_="hint-steps", aria_hidden="true")


def _picture(scene: Scene, step: Step) -> Html:
    brief = step.told
    several = Html("".join(_tile(scene, tile) for tile in spaces_in(brief.tiles)))
    match brief.kind:
        case "harvest" | "gather":
            return join(Html(tiles.action("harvest")), str(brief.tiles.bit_count()))
        case "turn":
            return join(icon("redo"), str(brief.tiles.bit_count()))
        case "work" | "move":
            return join(_worker(scene, brief.worker, brief.seat), brief.space)
        case "home" | "power":
            return join(_worker(scene, brief.worker, brief.seat), icon("home" if brief.kind == "home" else "restart"))
        case "place" | "buy" | "store":
            name = "store" if brief.kind == "store" else "place"
            return join(Html(tiles.action(name)), several, "" if brief.kind == "place" else goods(brief.goods))
        case "take" | "give":
            return join(face(scene, brief.other) if brief.other >= 0 else "", goods(brief.goods))
        case "fallow":
            return join(several, Html(tiles.place()))
        case "pass" | "swap":
            return join(several, icon("share"))
        case "decline":
            return Html(tiles.action("end"))
    return join(step.text)


def _tile(scene: Scene, tile: int) -> str:
    return tiles.tile(tile, scene.view.layout.crops[tile], label="")


def _worker(scene: Scene, worker: int, seat: int) -> Html:
    return Html(tiles.worker(worker, None if TOWNSFOLK >> worker & 1 else scene.badge(seat), label=""))


def marks(hints: Hints, tile: int) -> Html:
    """Mark a tile of the registry with the number of the step that stores it, for each of the turns."""
    found = []
    for at, told in enumerate(hints.found):
        steps = [step.told for step in told.steps]
        stored = (number for number, step in enumerate(steps, 1) if step.kind == "store" and step.tiles >> tile & 1)
        shown = " kh-shown" * (at == hints.chosen)
        found.append(tag("span", *(tag("b", str(n), class_="hint-no") for n in stored), class_="kh-preview" + shown))
    return tag("span", *found, class_="hint-mark", aria_hidden="true")


# The reasons


def why(scene: Scene, hints: Hints) -> Html:
    """Say what counts for and against the chosen turn, and in a sentence what sets it apart from the best, or the next;
    with what the player's own panels show otherwise.
    """
    told, at = hints.found[hints.chosen], hints.chosen
    title = _("Why turn {number}?").format(number=at + 1)
    other = rival(at, len(hints.found))
    lead = ahead(told, hints.found[other])
    said = apart(told.differences, scene.names, other + 1, lead) if other != at else ""
    counted = reasons(scene, told, scene.home) or tag("p", _("No change in the figures."))
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
    return tag(
        "div",
        tag("span", counter_row(held, unknown), class_="hint-hand", role="img", aria_label=words.held(held, unknown)),
        tag("span", tag("small", _("Your store")), *places, class_="hint-store", role="img", aria_label=said),
        class_="hint-own",
    )


def reasons(scene: Scene, told: Told, seat: int) -> Html:
    """Draw the reasons for and against a turn of a seat: a sign, a number and a few words each."""
    rows = []
    for reason in told.reasons:
        side = "pro" if reason.weight > 0 else "con" if reason.weight else "even"
        # What a tile would add for another seat is nobody's gain or loss.
        number = words.signed(reason.change) if reason.seat < 0 or reason.tile < 0 else str(reason.change)
        rows.append(
            tag(
                "li",
                tag("span", _sign(scene, reason, seat), class_="hint-sign barred" if _barred(reason) else "hint-sign"),
                tag(
                    "span",
                    tag("b", hidden(_("Against it:") + " ") if side == "con" else "", number),
                    tag("small", unit(reason.kind, reason.change)),
                    class_="hint-count",
                ),
                tag("span", label(reason, scene.names), class_="hint-what"),
                class_=side,
            )
        )
    return tag("ul", *rows, class_="reasons") if rows else Html()


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
    if reason.kind == "next worker":
        return Html(tiles.action("worker"))
    return icon(_SIGNS[reason.kind])


# The comparison


def comparison(scene: Scene, hints: Hints) -> Html:
    """Draw the two turns compared, side by side, under a title that names the better one."""
    first, second = hints.pair
    one, other = hints.found[first], hints.found[second]
    rows, close = compared(one, other), hints.found[max(first, second)].close
    chance = 0 if hints.decided else round(100 * (rows[-1].one.value - rows[-1].other.value))
    title = verdict(first + 1, second + 1, ahead(one, other), chance, close)
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
    shown = table(scene, rows, heads, hints.chosen == second, not hints.decided)
    return tag("section", head, shown, class_="panel compare", aria_labelledby="compare-title")


def table(scene: Scene, rows: Sequence[Row], heads: Sequence[Html], chosen: int, with_chance: bool = True) -> Html:
    """Draw the results of two turns, the better of each framed; ``chosen``: which of them is marked."""
    columns = (tag("th", head, scope="col", class_="chosen" if at == chosen else None) for at, head in enumerate(heads))
    return tag(
        "table",
        tag("thead", tag("tr", tag("td"), *columns)),
        tag("tbody", *(_row(scene, row) for row in rows if _matters(row, with_chance))),
    )


def _matters(row: Row, with_chance: bool) -> bool:
    if row.one.kind == "chance":
        return with_chance
    return row.one.kind not in _RARE or bool(row.one.value or row.other.value)


def _row(scene: Scene, row: Row) -> Html:
    fact = row.one
    title, more = _ROWS[fact.kind]
    name = scene.names[fact.seat]
    head = tag(
        "th",
        tag(
            "span",
            _row_sign(scene, fact),
            tag("span", _(title).format(name=name), tag("small", _(more)) if more else ""),
        ),
        scope="row",
    )
    cells = (
        tag(
            "td",
            tag("span", _amount(each), hidden(" " + _("(better)")) if at == row.better else ""),
            class_="better" if at == row.better else None,
        )
        for at, each in enumerate((row.one, row.other))
    )
    return tag("tr", head, *cells, class_="same" if row.better < 0 else None)


def _row_sign(scene: Scene, fact: Fact) -> Html:
    if fact.seat >= 0:
        return face(scene, fact.seat)
    if fact.kind in ("stored", "next worker"):
        return Html(tiles.action("store" if fact.kind == "stored" else "worker"))
    return icon({"lead": "chart", "chance": "flag"}.get(fact.kind) or _SIGNS[fact.kind])


def _amount(fact: Fact) -> str:
    if fact.kind == "chance":
        return percent(fact.value)
    if fact.kind == "lead":
        return words.signed(fact.value, 1)
    if fact.goods:
        return join(tag("span", goods(fact.goods), class_="goods"), hidden(words.goods(fact.goods)))
    return str(int(fact.value)) if fact.kind in _AMOUNTS else words.signed(fact.value)
