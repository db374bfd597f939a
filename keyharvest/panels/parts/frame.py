"""The frame of every screen, and of the game screen's panels."""

from __future__ import annotations

from keyharvest.panels.parts.markup import Html, hidden, join, tag
from keyharvest.words.language import _


def page(content: str, screen: str) -> Html:
    """Draw the content of ``main``; the drawings that it refers to are elsewhere in the page."""
    return tag("div", content, class_=f"screen {screen}", data_keys="table" if "playing" in screen else None)


def game_frame() -> Html:
    """Draw the game screen with empty panels.

    On a phone, the registry, workers, stores and news share one place, with a row of tabs.
    """
    compared = tag("div", id="compare")  # a hint's comparison, in place of the other players
    news = tag("div", id="log", class_="panel news", tabindex="-1", data_part="news")
    return join(
        tag(
            "div",
            tag("header", id="top"),
            tag("div", id="action", role="region", aria_label=_("What to do"), class_="panel", tabindex="-1"),
            tag("div", id="mine", class_="panel"),
            class_="side",
        ),
        tag("div", id="head"),
        # After the command, so that few presses of Tab lead from an action to the board.
        tag("div", tag("div", id="board"), tag("div", id="corners"), class_="mid"),
        tag(
            "div",
            tag("div", id="registry", class_="panel"),
            tag("div", id="town", class_="panel"),
            class_="town",
            data_part="registry",
        ),
        tag(
            "div",
            tag("div", id="hand", class_="panel"),
            tag("div", id="card", aria_live="off", data_place="card"),
            tag("div", id="tray", class_="panel", data_part="workers"),
            class_="dock",
        ),
        _tabs(),
        tag("div", tag("div", id="others", data_part="stores"), news, compared, class_="seats"),
    )


def _tabs() -> Html:
    words = {"registry": _("Registry"), "workers": _("Workers"), "stores": _("Stores"), "news": _("Log")}
    choices = (
        tag(
            "label",
            tag(
                "input",
                type="radio",
                name="part",
                value=name,
                id=f"part-{name}",
                checked=name == "workers",
                data_intent="seen" if name == "news" else None,
            ),
            tag("span", word),
        )
        for name, word in words.items()
    )
    return tag("fieldset", tag("legend", hidden(_("Table sections"))), *choices, class_="tabs")
