"""The parts of the screens around the game: heads, choices, switches, lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from keyharvest.panels.parts.icons import icon
from keyharvest.panels.parts.markup import Html, button, hidden, join, tag
from keyharvest.picture import tiles
from keyharvest.table.shortcuts import Shortcut
from keyharvest.words.language import _

MENU: Final = "menu"
#: The longest file of games that is read, in characters.
LONGEST_FILE: Final = 20_000_000


def head(title: str, *tools: str, back: str = "home", beside: str = "") -> Html:
    """Draw the head of a screen: the button to leave, the title with words beside it, and more buttons.

    ``back`` is the intent of the button to leave: ``home``, or ``back`` for the screen before.
    """
    word, sign = (_("Home"), "home") if back == "home" else (_("Back"), "back")
    return tag(
        "header",
        button(icon(sign), back, class_="square", aria_label=word),
        tag("h1", title),
        tag("span", beside, class_="beside") if beside else "",
        tag("span", class_="gap"),
        *tools,
        class_="head",
    )


def named(sign: str, label: str, intent: str, value: str | None = None, class_: str | None = None) -> Html:
    """Draw a button with a sign and words."""
    return button(join(icon(sign), tag("span", label)), intent, value, class_=class_)


def line_above(heading: str, leave: str, intent: str, tools: Iterable[Html], entries: Iterable[Html]) -> Html:
    """Draw the line above a board: the button to leave, ``tools``, the rules and the settings.

    A phone has space for only one button, which opens a menu of ``entries``, the rules and the settings.
    """
    rules, settings = _("Rules"), _("Settings")
    return join(
        button(
            join(Html(tiles.brand()), tag("span", _("Leave"), aria_hidden="true")),
            intent,
            class_="brand",
            aria_label=leave,
            title=leave,
        ),
        tag("h1", heading, class_="unseen"),
        tag(
            "div",
            *tools,
            button(icon("help"), "rules", class_="square", aria_label=rules, title=rules),
            button(icon("gear"), "settings", class_="square", aria_label=settings, title=settings),
            class_="tools",
        ),
        menu(*entries, button(rules, "rules"), button(settings, "settings")),
    )


def menu(*entries: Html) -> Html:
    """Draw the menu of a phone's game screen, and the button that opens it."""
    opener = tag("button", icon("list"), type="button", popovertarget=MENU, class_="square opener",
        aria_label=_("Menu"))  # fmt: skip
    return join(opener, tag("div", *entries, id=MENU, popover="auto"))


def cards_over() -> Html:
    """Draw the button that opens the cards over a screen."""
    return button(icon("cards"), "over", "cards", class_="square", aria_label=_("Cards"), title=_("Cards"))


def options(
    legend: str, name: str, words: Mapping[str, str], chosen: str, intent: str | None = None, class_: str = "seg"
) -> Html:
    """Draw a row of options, one of them chosen; with ``intent``, a choice is sent at once as ``{name: value}``."""
    return tag(
        "fieldset",
        tag("legend", hidden(legend)),
        *(option(name, value, word, value == chosen, intent) for value, word in words.items()),
        class_=class_,
    )


def option(name: str, value: str, label: str, chosen: bool, intent: str | None = None, said: str = "") -> Html:
    """Draw one option of a row; ``said`` is the text for screen readers if the label is a picture."""
    field = tag(
        "input",
        type="radio",
        name=name,
        value=value,
        checked=chosen,
        id=f"{name}-{value}",
        data_intent=intent,
        aria_label=said or None,
    )
    return tag("label", field, tag("span", label))


def line(title: str, note: str, control: str, **attributes: str) -> Html:
    """Draw one setting: its name, a note about it, and its control."""
    return tag("div", _named(title, note), control, class_="set", **attributes)


def _named(title: str, note: str) -> Html:
    return tag("span", tag("b", title), tag("small", note) if note else "", class_="words")


def switch(title: str, note: str, name: str, on: bool, intent: str | None = None) -> Html:
    """Draw a setting with a switch; with ``intent``, a change is sent at once as ``{name: true or false}``."""
    field = tag(
        "input",
        type="checkbox",
        role="switch",
        name=name,
        value="yes",
        checked=on,
        id=f"set-{name}",
        data_intent=intent,
    )
    shows = tag("span", class_="sw", data_on=_("on"), data_off=_("off"))
    return tag("label", _named(title, note), field, shows, class_="set")


def file_button(label: str) -> Html:
    """Draw the button that opens a record, or a file of games."""
    accept = ".txt,.kh,.json,text/plain,application/json"
    field = tag("input", type="file", data_intent="open", data_most=str(LONGEST_FILE), accept=accept)
    return tag("label", tag("span", label), field, class_="file")


def link_form(label: str, class_: str | None = None) -> Html:
    """Draw the field for pasting a link, and its button."""
    field = tag("input", name="link", autocomplete="off", maxlength=100_000, spellcheck="false")
    return tag(
        "form",
        tag("label", tag("span", label), field),
        tag("button", _("Open"), type="submit"),
        data_intent="link",
        class_=class_,
    )


def items(things: Iterable[str], **attributes: str) -> Html:
    """Draw an unordered list."""
    return tag("ul", *(tag("li", thing) for thing in things), **attributes)


def key_rows(shortcuts: Iterable[Shortcut]) -> Html:
    """Draw keys with their effects."""
    rows = ((tag("dt", *(tag("kbd", _(cap)) for cap in key.caps)), tag("dd", _(key.does))) for key in shortcuts)
    return tag("dl", *(tag("div", *row) for row in rows))
