"""The parts of the screens around the game: heads, choices, switches, lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from keyharvest.page.parts.icons import icon
from keyharvest.picture import tiles
from keyharvest.picture.elements import Child, Html, Value, h, join
from keyharvest.table.shortcuts import Shortcut
from keyharvest.words.language import _
from keyharvest.words.terms import rule_named

MENU: Final = "menu"
#: The longest file of games that is read, in characters.
LONGEST_FILE: Final = 20_000_000


def button(label: Child, intent: str, value: str | None = None, **attributes: Value) -> Html:
    """Draw a button that sends an intent."""
    return h.button(type="button", data_intent=intent, data_value=value, **attributes)[label]


def cited(sentence: str) -> Html:
    """Return a sentence in which every rule links to its text.

    >>> cited("Too far (rule 5.2).")
    'Too far (<a href="#rule-5.2" data-intent="rules" data-value="5.2">rule 5.2</a>).'
    """

    def link(found: re.Match[str]) -> str:
        return h.a(href=f"#rule-{found[1]}", data_intent="rules", data_value=found[1])[found[0]]

    return Html(rule_named().sub(link, join(sentence)))


def cited_rule(sentence: str) -> str:
    """Return the first rule in a sentence; empty if there is none.

    >>> cited_rule("Too far (rule 5.2).")
    '5.2'
    """
    found = rule_named().search(sentence)
    return found[1] if found else ""


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], caption: str = "") -> Html:
    """Draw a table; the first cell of each row is its head, and a column may have an empty head."""
    above = (h.th(scope="col")[head] if head else h.td for head in heads)
    body = (h.tr[h.th(scope="row")[name], (h.td[cell] for cell in cells)] for name, *cells in rows)
    parts = h.thead[h.tr[above]], h.tbody[body]
    return h.table[h.caption[caption] if caption else "", parts]


def heading(text: str) -> Html:
    """Draw the heading of a command panel, where the focus goes if the question changes."""
    return h.h2("#card-title.asked", tabindex="-1", data_landing=True)[text]


def hidden(label: str) -> Html:
    """Return words for screen readers only."""
    return h.span(".unseen")[label]


def select(name: str, options: Mapping[str, str], chosen: str, **attributes: Value) -> Html:
    """Draw a drop-down list."""
    return h.select(name=name, **attributes)[
        (h.option(value=value, selected=value == chosen)[word] for value, word in options.items())
    ]


def head(title: str, *tools: str, back: str = "home", beside: str = "") -> Html:
    """Draw the head of a screen: the button to leave, the title with words beside it, and more buttons.

    ``back`` is the intent of the button to leave: ``home``, or ``back`` for the screen before.
    """
    word, sign = (_("Home"), "home") if back == "home" else (_("Back"), "back")
    return h.header(".head")[
        button(icon(sign), back, class_="square", aria_label=word),
        h.h1[title],
        h.span(".beside")[beside] if beside else "",
        h.span(".gap"),
        tools,
    ]


def named(sign: str, label: str, intent: str, value: str | None = None, class_: str | None = None) -> Html:
    """Draw a button with a sign and words."""
    return button(join(icon(sign), h.span[label]), intent, value, class_=class_)


def line_above(heading: str, leave: str, intent: str, tools: Iterable[Html], entries: Iterable[Html]) -> Html:
    """Draw the line above a board: the button to leave, ``tools``, the rules and the settings.

    A phone has space for only one button, which opens a menu of ``entries``, the rules and the settings.
    """
    rules, settings = _("Rules"), _("Settings")
    return join(
        button(
            join(tiles.brand(), h.span(aria_hidden=True)[_("Leave")]),
            intent,
            class_="brand",
            aria_label=leave,
            title=leave,
        ),
        h.h1(".unseen")[heading],
        h.div(".tools")[
            tools,
            button(icon("help"), "rules", class_="square", aria_label=rules, title=rules),
            button(icon("gear"), "settings", class_="square", aria_label=settings, title=settings),
        ],
        menu(*entries, button(rules, "rules"), button(settings, "settings")),
    )


def menu(*entries: Html) -> Html:
    """Draw the menu of a phone's game screen, and the button that opens it."""
    opener = h.button(".square.opener", type="button", popovertarget=MENU, aria_label=_("Menu"))[icon("list")]
    return join(opener, h.div(id=MENU, popover="auto")[entries])


def cards_over() -> Html:
    """Draw the button that opens the cards over a screen."""
    return button(icon("cards"), "over", "cards", class_="square", aria_label=_("Cards"), title=_("Cards"))


def options(
    legend: str, name: str, words: Mapping[str, str], chosen: str, intent: str | None = None, class_: str = "seg"
) -> Html:
    """Draw a row of options, one of them chosen; with ``intent``, a choice is sent at once as ``{name: value}``."""
    return h.fieldset(class_=class_)[
        h.legend[hidden(legend)], (option(name, value, word, value == chosen, intent) for value, word in words.items())
    ]


def option(name: str, value: str, label: str, chosen: bool, intent: str | None = None, said: str = "") -> Html:
    """Draw one option of a row; ``said`` is the text for screen readers if the label is a picture."""
    field = h.input(
        type="radio",
        name=name,
        value=value,
        checked=chosen,
        id=f"{name}-{value}",
        data_intent=intent,
        aria_label=said or None,
    )
    return h.label[field, h.span[label]]


def line(title: str, note: str, control: str, **attributes: str) -> Html:
    """Draw one setting: its name, a note about it, and its control."""
    return h.div(".set", **attributes)[_named(title, note), control]


def _named(title: str, note: str) -> Html:
    return h.span(".words")[h.b[title], h.small[note] if note else ""]


def switch(title: str, note: str, name: str, on: bool, intent: str | None = None) -> Html:
    """Draw a setting with a switch; with ``intent``, a change is sent at once as ``{name: true or false}``."""
    field = h.input(
        type="checkbox", role="switch", name=name, value="yes", checked=on, id=f"set-{name}", data_intent=intent
    )
    shows = h.span(".sw", data_on=_("on"), data_off=_("off"))
    return h.label(".set")[_named(title, note), field, shows]


def file_button(label: str) -> Html:
    """Draw the button that opens a record, or a file of games."""
    accept = ".txt,.kh,.json,text/plain,application/json"
    field = h.input(type="file", data_intent="open", data_most=str(LONGEST_FILE), accept=accept)
    return h.label(".file")[h.span[label], field]


def link_form(label: str, class_: str | None = None) -> Html:
    """Draw the field for pasting a link, and its button."""
    field = h.input(name="link", autocomplete="off", maxlength=100_000, spellcheck="false")
    return h.form(data_intent="link", class_=class_)[h.label[h.span[label], field], h.button(type="submit")[_("Open")]]


def items(things: Iterable[str], **attributes: str) -> Html:
    """Draw an unordered list."""
    return h.ul(**attributes)[(h.li[thing] for thing in things)]


def key_rows(shortcuts: Iterable[Shortcut]) -> Html:
    """Draw keys with their effects."""
    rows = ((h.dt[(h.kbd[_(cap)] for cap in key.caps)], h.dd[_(key.does)]) for key in shortcuts)
    return h.dl[(h.div[row] for row in rows)]
