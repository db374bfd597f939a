"""The line above the game screen: the button to leave, and tools that are always available; on a phone, a menu."""

from __future__ import annotations

from keyharvest import words
from keyharvest.page.parts.company import menu, opener
from keyharvest.page.parts.controls import button, line_above
from keyharvest.page.parts.frame import unsaved_menu, unsaved_opener
from keyharvest.page.parts.icons import icon
from keyharvest.page.parts.scene import Scene
from keyharvest.page.tabletop.panels import history
from keyharvest.picture.elements import Html, h, join
from keyharvest.words.language import _


def head_line(scene: Scene, coach: str | None) -> Html:
    """Draw the line. ``coach`` is ``on`` or ``off``, or ``None`` if there is none."""
    speaks = _("Turn coach off") if coach == "on" else _("Coach")
    tools = [button(icon("cap"), "coach", class_="square", aria_label=speaks, title=speaks)] if coach else []
    phrases = Html()
    talks = scene.company is not None and scene.company.talks
    if scene.company and talks:
        tools.append(opener())
        table = [button(_("The table"), "lobby", class_="mute")] if scene.company.hosting else []
        phrases = menu(scene.company, *table)
    leave = _("Leave game")
    # A phone has space for only one button, which opens the rest.
    more = [
        unsaved_opener(),
        button(_("Leave"), "home", title=leave),
        button(_("Log"), "over", "log", **history.OF_MENU),
        history.back_buttons(scene, **history.OF_MENU),
        *([h.button(type="button", popovertarget="phrases")[_("Say something")]] if talks else []),
        button(_("Set up this position"), "editor", "here"),
        *([button(speaks, "coach", **history.OF_MENU)] if coach else []),
    ]
    heading = words.turn_heading(scene.view, scene.names)
    return join(line_above(heading, leave, "home", tools, more), phrases, unsaved_opener(), unsaved_menu())
