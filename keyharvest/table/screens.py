"""The screens around the game: home, set-up, curtain, end, settings; and the frame of the game screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from keyharvest.picture import tiles
from keyharvest.rules import STANDARD, counters, final_scores, ranks
from keyharvest.rules.components import CROPS
from keyharvest.rules.geometry import INDEX
from keyharvest.table import rules_page
from keyharvest.table.boards import scored_board
from keyharvest.table.language import N_, _, n_
from keyharvest.table.markup import Html, button, hidden, join, tag
from keyharvest.table.scene import Scene
from keyharvest.table.seats import counter_row
from keyharvest.table.sitting import LONGEST_NAME, PERSON, Chair

EMPTY: Final = "empty"
THEMES: Final = {"auto": N_("As my system"), "light": N_("Light"), "dark": N_("Dark"), "contrast": N_("High contrast")}
PACES: Final = {"slow": N_("Slow"), "normal": N_("Normal"), "fast": N_("Fast"), "step": N_("Step by step")}
UNSTORED: Final = N_("This browser does not let the page store anything: a game lasts as long as the page is open.")
#: The shell puts the number in, for only the browser knows it.
ALL_STORED: Final = N_("With the game itself, which is kept for times without a network, it is {number} MB.")
KIND_NAMES: Final = {PERSON: N_("Person"), "greedy": N_("Computer, greedy"), "random": N_("Computer, random")}


@dataclass(slots=True)
class Settings:
    """What the player has chosen for this browser."""

    theme: str = "auto"
    pace: str = "normal"
    confirm: bool = True


def page(content: str, screen: str) -> Html:
    """What stands in ``main``; the drawings that it copies lie beside it in the page."""
    return tag("div", content, class_=f"screen {screen}")


def home(names: str, over: bool, earlier: bool) -> Html:
    """The first screen. ``names``: who plays the stored game, if any; ``over``: it is; ``earlier``: one more."""
    buttons = []
    if names:
        word = _("See the result") if over else _("Continue")
        buttons.append(button(join(tag("span", word), tag("small", names)), "continue", class_="main big"))
    buttons.append(
        button(
            join(tag("span", _("Play one opponent now")), tag("small", _("You against the computer"))),
            "quick",
            class_="big" if names else "main big",
        )
    )
    buttons.append(
        button(join(tag("span", _("New game")), tag("small", _("Two to four, at one screen"))), "new", class_="big")
    )
    return tag(
        "div",
        tag(
            "header",
            emblem(),
            tag("h1", _("Key Harvest")),
            tag(
                "p",
                _("Grow the two largest groups of fields, and put the right people to work."),
            ),
        ),
        tag("nav", *buttons, aria_label=_("Play")),
        tag(
            "div",
            button(_("The game before"), "earlier") if earlier else "",
            button(_("Rules"), "rules"),
            button(_("Settings"), "settings"),
            tag(
                "label",
                tag("span", _("Open a record")),
                tag("input", type="file", data_intent="open", accept=".txt,.kh,text/plain"),
                class_="file",
            ),
            class_="more",
        ),
        tag("p", _(UNSTORED), class_="blocked"),
        tag(
            "p",
            _("An unofficial program for the board game. Nothing leaves this page: games are kept in this browser."),
            class_="fine",
        ),
        class_="home-inner",
    )


#: Five neighbouring fields of the board, with where they stand in the emblem.
_FIELDS: Final = (("C5", -52, -45, 1), ("C6", 52, -45, 1), ("D4", -104, 45, 1), ("D5", 0, 45, 0), ("D6", 104, 45, 1))


def emblem() -> Html:
    """The picture of the first screen."""
    parts = []
    for name, x, y, ripe in _FIELDS:
        crop = CROPS[STANDARD.crops[INDEX[name]]]
        field = tag("use", href=f"#kh-{crop}-{ripe}") + tag("text", name, y=34, class_="kh-ref")
        parts.append(tag("g", Html(field), transform=f"translate({x} {y})"))
    return tag("svg", *parts, class_="kh emblem", viewBox="-164 -110 328 220", aria_hidden="true")


def setup(chairs: Sequence[Chair | None], start: str, screens: bool, fault: str = "") -> Html:
    """Who sits where, who starts, whether hands stay behind screens (rule 14.4), and the seed."""
    rows = []
    for seat, chair in enumerate(chairs):
        kinds = [*KIND_NAMES.items(), *([(EMPTY, N_("Nobody"))] if seat > 1 else [])]
        chosen = chair.kind if chair else EMPTY
        rows.append(
            tag(
                "li",
                Html(tiles.emblem(seat)),
                tag(
                    "label",
                    hidden(_("Name at seat {number}").format(number=seat + 1)),
                    tag(
                        "input",
                        name="name",
                        value=chair.name if chair else "",
                        maxlength=LONGEST_NAME,
                        autocomplete="off",
                        placeholder=_("Name"),
                    ),
                ),
                tag(
                    "label",
                    hidden(_("Who sits at seat {number}").format(number=seat + 1)),
                    select("kind", {kind: _(word) for kind, word in kinds}, chosen),
                ),
            )
        )
    starts = {"random": _("A player drawn at random starts"), "drawn": _("A player drawn at random chooses who starts")}
    return tag(
        "form",
        tag("h1", _("New game")),
        tag("p", fault, class_="fault", role="alert") if fault else "",
        tag("fieldset", tag("legend", _("At the table, clockwise")), tag("ol", *rows, class_="chairs")),
        tag(
            "fieldset",
            tag("legend", _("The start")),
            tag("label", tag("span", _("Who starts")), select("start", starts, start)),
            tag(
                "label",
                tag("span", _("Seed")),
                tag(
                    "input",
                    name="seed",
                    value="",
                    inputmode="numeric",
                    autocomplete="off",
                    placeholder=_("any number, or empty"),
                ),
            ),
            tag("p", _("The same seed and the same choices give the same game."), class_="fine"),
        ),
        tag(
            "fieldset",
            tag("legend", _("Memory")),
            tag(
                "label",
                tag("input", type="checkbox", name="screens", value="yes", checked=screens),
                tag("span", _("Screens as at a table: other hands show only their size")),
                class_="check",
            ),
        ),
        tag(
            "div", tag("button", _("Begin"), type="submit", class_="main"), button(_("Back"), "home"), class_="buttons"
        ),
        data_intent="begin",
        class_="form",
    )


def select(name: str, options: Mapping[str, str], chosen: str) -> Html:
    """A list to choose from."""
    return tag(
        "select",
        *(tag("option", word, value=value, selected=value == chosen) for value, word in options.items()),
        name=name,
    )


def settings(chosen: Settings, stored: int) -> Html:
    """What can be set, and what is stored."""
    size = _("{number} kB are stored in this browser.").format(number=f"{stored / 1000:.1f}")
    return tag(
        "form",
        tag("h1", _("Settings")),
        tag(
            "fieldset",
            tag("legend", _("Look and pace")),
            tag(
                "label", tag("span", _("Colours")), select("theme", {k: _(w) for k, w in THEMES.items()}, chosen.theme)
            ),
            tag(
                "label",
                tag("span", _("Computer players move")),
                select("pace", {k: _(w) for k, w in PACES.items()}, chosen.pace),
            ),
            tag(
                "label",
                tag("input", type="checkbox", name="confirm", value="yes", checked=chosen.confirm),
                tag("span", _("Ask before a turn ends in which more could be done")),
                class_="check",
            ),
        ),
        tag(
            "fieldset",
            tag("legend", _("Storage")),
            tag("p", size),
            tag("p", id="storage-size", data_text=_(ALL_STORED), hidden=True),
            tag(
                "p",
                _(UNSTORED),
                class_="blocked",
            ),
            button(_("Save the game as a file"), "download"),
            button(_("Forget the stored games"), "forget"),
        ),
        tag("div", tag("button", _("Keep"), type="submit", class_="main"), button(_("Back"), "back"), class_="buttons"),
        data_intent="keep",
        class_="form",
    )


def rules() -> Html:
    """The rules, as the project tells them; each can take the focus, so that a link leads there."""
    content = Html(rules_page.html().replace(' id="rule-', ' tabindex="-1" id="rule-'))
    return tag("article", tag("p", button(_("Back"), "back"), class_="back"), content, class_="rules-text")


def curtain(name: str, news: Sequence[str]) -> Html:
    """Between people: who is next, and what all may know of what happened."""
    since: tuple[Html, ...] = ()
    if news:
        since = (tag("h2", _("Meanwhile")), tag("ul", *(tag("li", line) for line in news)))
    return tag(
        "div",
        tag("h1", _("Pass the screen to {name}").format(name=name), id="curtain-title", tabindex="-1"),
        tag("p", _("The table is covered, so that nobody sees another's counters.")),
        button(_("I am {name}: show the table").format(name=name), "reveal", class_="main big"),
        tag("div", *since, class_="news"),
        button(_("Home"), "home"),
        class_="curtain-inner",
    )


def game_frame() -> Html:
    """The game screen with its panels still empty."""
    tabs = (
        ("pane-board", _("My board")),
        ("pane-town", _("Town")),
        ("pane-others", _("Others")),
        ("pane-log", _("Log")),
    )
    return join(
        tag("header", id="top"),
        tag(
            "div",
            *(
                tag(
                    "button",
                    word,
                    type="button",
                    role="tab",
                    data_show=pane,
                    id=f"tab-{pane}",
                    aria_controls=pane,
                    aria_selected="true" if pane == "pane-board" else "false",
                )
                for pane, word in tabs
            ),
            role="tablist",
            class_="tabs",
            aria_label=_("Parts of the table"),
        ),
        tag(
            "div",
            _pane("pane-board", ("board", "tray", "registry", "head", "mine")),
            _pane("pane-town", ("town",), hidden_=True),
            _pane("pane-others", ("others",), hidden_=True),
            _pane("pane-log", ("log",), hidden_=True),
            class_="panes",
        ),
        tag("div", id="card", aria_live="off"),
        tag("div", id="action", role="region", aria_label=_("What to do")),
    )


def _pane(name: str, panels: Sequence[str], hidden_: bool = False) -> Html:
    return tag(
        "div",
        *(tag("div", id=panel, class_="panel") for panel in panels),
        id=name,
        role="tabpanel",
        aria_labelledby=f"tab-{name}",
        hidden=hidden_,
    )


def ending(scene: Scene, rematch: bool = True) -> Html:
    """Scores by source, the winner, tie-breaks, and the boards with their groups (rules 13.2, 13.3)."""
    view = scene.view
    scores, places = final_scores(view), ranks(view)
    winners = [scene.chairs[seat].name for seat, place in enumerate(places) if place == 1]
    if len(winners) == 1:
        head = _("{name} wins").format(name=winners[0])
    else:
        head = _("{names} share the win").format(names=_(" and ").join(winners))
    order = sorted(range(len(places)), key=lambda seat: places[seat])
    top = max(score.total for score in scores)
    tied = sum(score.total == top for score in scores) > 1
    rows: list[tuple[str, list[str]]] = [
        (_("Workers"), [str(scores[seat].workers) for seat in order]),
        (_("Largest group"), [str(scores[seat].largest) for seat in order]),
        (_("Second group, doubled"), [str(scores[seat].second) for seat in order]),
        (_("Most of a crop"), [str(scores[seat].crops) for seat in order]),
    ]
    body = [tag("tr", tag("th", what, scope="row"), *(tag("td", value) for value in values)) for what, values in rows]
    body.append(
        tag(
            "tr",
            tag("th", _("Points"), scope="row"),
            *(tag("td", str(scores[seat].total)) for seat in order),
            class_="total",
        )
    )
    if tied:
        body.append(_tie_row(_("Fields on the board"), [view.fields[seat].bit_count() for seat in order]))
        body.append(_tie_row(_("Counters behind the screen"), [counters.total(view.hands[seat]) for seat in order]))
    body.append(
        tag("tr", tag("th", _("Place"), scope="row"), *(tag("td", str(places[seat])) for seat in order), class_="place")
    )
    heads = [
        tag(
            "th",
            Html(tiles.emblem(seat, label="")),
            tag("span", scene.chairs[seat].name),
            scope="col",
            class_=f"kh-seat-{seat}",
        )
        for seat in order
    ]
    tie = (
        tag("p", _("Equal points are decided by fields on the board, then by counters (rule 13.3)."), class_="fine")
        if tied
        else Html()
    )
    boards = [
        tag(
            "figure",
            scored_board(scene, seat),
            tag("figcaption", scene.chairs[seat].name, " ", counter_row(view.hands[seat])),
        )
        for seat in order
    ]
    return tag(
        "div",
        tag("h1", head, id="result-title", tabindex="-1"),
        tag("p", n_("After {turn} turn", "After {turn} turns", view.turn).format(turn=view.turn)),
        tag(
            "div",
            tag(
                "table",
                tag("caption", _("Points by source (rule 13.2)")),
                tag("thead", tag("tr", tag("td"), *heads)),
                tag("tbody", *body),
            ),
            class_="scroll",
        ),
        tie,
        tag(
            "div",
            button(_("Play again"), "rematch", class_="main") if rematch else "",
            button(_("New game"), "new"),
            button(_("Look at the table"), "table"),
            button(_("Save the record"), "download"),
            button(_("Home"), "home"),
            class_="buttons",
        ),
        tag("div", *boards, class_="final-boards"),
        class_="ending-inner",
    )


def _tie_row(what: str, values: Sequence[int]) -> Html:
    return tag("tr", tag("th", what, scope="row"), *(tag("td", str(value)) for value in values), class_="tie")
