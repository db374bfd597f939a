"""The people on other pages in a live game: who is connected, what they say, what to do if a connection breaks."""

from __future__ import annotations

from keyharvest.page.parts.controls import button, named
from keyharvest.page.parts.icons import icon
from keyharvest.page.parts.scene import Scene
from keyharvest.picture.elements import Html, h, join
from keyharvest.rules import actor
from keyharvest.table.chairs import FAR
from keyharvest.table.company import PHRASES, Company
from keyharvest.table.shortcuts import COMPANY
from keyharvest.words.language import _

#: The id of the menu of phrases.
MENU = "phrases"


def presence(scene: Scene, seat: int) -> Html:
    """Draw whether the player at a seat is connected; nothing for players on this page."""
    company = scene.company
    if company is None or scene.chairs[seat].kind != FAR:
        return Html()
    how = company.presence.get(seat, "gone")
    words = {"here": _("online"), "away": _("away"), "shaky": _("reconnecting"), "gone": _("not connected")}
    word = words[how]
    if how == "here" and actor(scene.view) == seat:
        how, word = "thinking", _("thinking")
    return h.span(class_=f"presence {how}")[h.i(class_=f"dot {how}"), h.span[word]]


def bubble(company: Company | None, seat: int) -> Html:
    """Draw what the player at a seat said last; the style sheet makes it fade."""
    if company is None or company.muted or seat not in company.said:
        return Html()
    phrase, number = company.said[seat]
    return h.span(".said", id=f"said-{seat + 1}-{number}", aria_hidden=True)[_(PHRASES[phrase])]


def opener() -> Html:
    """Draw the button of the menu of phrases."""
    word = _("Say something")
    return h.button(".square", type="button", popovertarget=MENU, aria_label=word, title=word)[icon("speak")]


def dots() -> Html:
    """Draw the three dots that show that something takes time."""
    return h.span(".three-dots", aria_hidden=True)[h.i, h.i, h.i]


def menu(company: Company, *ways: Html) -> Html:
    """Draw the menu of phrases, with more buttons below them."""
    said = [button(_(phrase), "say", str(number), class_="phrase") for number, phrase in enumerate(PHRASES, 1)]
    word = _("Show phrases again") if company.muted else _("Mute others")
    return h.div(".phrases", id=MENU, popover="auto", data_keys=COMPANY)[
        said, button(word, "mute", class_="mute"), ways
    ]


def alone(scene: Scene) -> Html:
    """Say below a player's own decision what to do if nobody is connected."""
    company = scene.company
    if company is None or company.watching or not company.alone:
        return Html()
    live = _again(scene, company, [seat for seat, chair in enumerate(scene.chairs) if chair.kind == FAR])
    said = "" if scene.sealed else join(_("Play on: your turn can go by message."), " ")
    return h.div(".nobody")[
        h.p(".lost", role="status")[h.b[_("Nobody is connected.")], " ", said, h.span[live]],
        h.div(".lost-ways")[named("link", _("New live link"), "invite")],
    ]


def _again(scene: Scene, company: Company, seats: list[int]) -> str:
    """Say who does what to continue live; ``seats`` are those of the players who are missing."""
    inviter = scene.chairs[company.inviter]
    if not inviter.person:
        return _("To continue live, ask {name} for a new link, or make one here.").format(name=inviter.name)
    if len(seats) != 1:
        return _("To continue live, send the others new links.")
    return _("To continue live, send {name} a new link.").format(name=scene.chairs[seats[0]].name)


def lost(scene: Scene, seat: int) -> Html:
    """Offer to play a game by message live; in a live game, say that a connection broke, and offer ways to continue."""
    company = scene.company
    if company is None:
        return named("live", _("Both online? Play live"), "invite", class_="to-live")
    name = scene.chairs[seat].name
    return join(
        h.p(".lost", role="status")[
            h.b[_("{name} isn't connected.").format(name=name)],
            " ",
            ([_("By message, draws aren't checked."), " "] if scene.transcript else []),
            _("The game is saved."),
            " ",
            _again(scene, company, [seat]),
        ],
        h.div(".lost-ways")[
            named("link", _("New live link"), "invite"),
            named("robot", _("Computer takes over"), "computer", str(seat + 1)) if company.hosting else "",
        ],
    )
