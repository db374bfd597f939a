"""The screen that invites others to a live game: who is at the table, the link to send, the answer to enter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from keyharvest.panels.parts import sharing
from keyharvest.panels.parts.controls import cards_over, head, named
from keyharvest.panels.parts.icons import icon
from keyharvest.panels.parts.markup import Html, button, tag
from keyharvest.picture import tiles
from keyharvest.screens.remote import internet
from keyharvest.screens.remote.internet import Internet, internet_line
from keyharvest.table.chairs import FACES, FAR, Chair
from keyharvest.words.language import N_, _
from keyharvest.words.levels import level

#: The states of an invitation, each with its icon, its class and its words.
_STATES: Final = {
    "making": ("wait", "", N_("making the link…")),
    "ready": ("wait", "wait", N_("waiting")),
    "connecting": ("wait", "wait", N_("connecting…")),
    "connected": ("tick", "good", N_("connected")),
    "failed": ("cross", "bad", N_("failed")),
    "lost": ("cross", "bad", N_("connection lost")),
    "newer": ("cross", "bad", N_("newer version")),
}
_BROKEN: Final = ("failed", "lost", "newer")
#: What usually keeps two browsers apart.
CAUSES: Final = N_(
    "Your browsers can't reach each other. Both devices must be on the same network; guest networks and VPNs usually "
    "keep devices apart. Playing by message works everywhere."
)


#: What a connection needs, within one network and over the internet.
_WITHIN: Final = N_(
    "There is no server and no account. Both devices must be on the same network, and each player can see the other's "
    "network address. Keep this page open until everyone is there."
)
_OUTSIDE: Final = N_(
    "The game goes from browser to browser, with no account. Each player can see the other's internet address. Keep "
    "this page open until everyone is there."
)


@dataclass(frozen=True, slots=True)
class Inviting:
    """The invitations.

    Attributes:
        chairs: the players; here: the seats of people on this page.
        invites: by seat, the state of its invitation and its link.
        shown: the seat, or the number of the spectator, whose invitation is shown.
        begun: whether the game has already begun.
        fault: what is wrong with the answer entered.
        internet: the site's address service, if it has one.
        reloaded: whether links sent earlier have ended, as this page was loaded again.
    """

    chairs: Sequence[Chair]
    here: Sequence[int]
    invites: Mapping[int, tuple[str, str]]
    shown: int
    begun: bool
    fault: str
    internet: Internet | None = None
    reloaded: bool = False

    @property
    def missing(self) -> list[int]:
        """The seats of people elsewhere who are not connected."""
        far = [seat for seat, chair in enumerate(self.chairs) if chair.kind == FAR]
        return [seat for seat in far if self.invites.get(seat, ("", ""))[0] != "connected"]

    @property
    def outside(self) -> bool:
        """Whether the link is meant to work over the internet too."""
        return self.internet is not None and self.internet.agreed

    @property
    def spectator(self) -> bool:
        """Whether a spectator's invitation is shown."""
        return self.shown >= len(self.chairs)

    def guest(self, number: int) -> Chair:
        """Return the player invited; a spectator has neither a face nor a badge of their own."""
        return self.chairs[number] if number < len(self.chairs) else Chair(_("Spectator"), FAR, FACES[-1], 3)


def inviting(told: Inviting) -> Html:
    """Draw the screen."""
    missing = told.missing
    waits = _("Everyone is connected.")
    if missing:
        broken = told.invites.get(missing[0], ("", ""))[0] in _BROKEN
        waits = _("{name} isn't connected.") if broken else _("{name} hasn't answered yet.")
        waits = waits.format(name=told.chairs[missing[0]].name)
    off = bool(missing) and not told.begun
    rest = button(_("Fill with computers"), "fill") if off else ""
    label = _("Back to game") if told.begun else _("Start game")
    return tag(
        "div",
        head(_("Play live"), cards_over(), back="lobby"),
        tag("div", _table(told), _invitation(told), "" if told.spectator else _how(told), class_="friends-grid"),
        tag(
            "footer",
            tag(
                "p",
                icon("wait" if missing else "tick"),
                tag("span", waits),
                class_=f"state {'wait' if missing else 'good'}",
                role="status",
                id="invite-waits",
            ),
            rest,
            button(
                label, "start", class_="main", aria_disabled="true" if off else None, aria_describedby="invite-waits"
            ),
        ),
        class_="set-up friends",
    )


def _table(told: Inviting) -> Html:
    return tag(
        "section",
        tag("h2", _("At the table")),
        tag(
            "ol",
            *(tag("li", _row(told, seat)) for seat in range(len(told.chairs))),
            class_="seat-rows",
        ),
        named("people", _("The table"), "lobby", class_="to-lobby"),
        class_="sheet table-seats",
    )


def _row(told: Inviting, seat: int) -> Html:
    chair = told.chairs[seat]
    content = Html(tiles.face(chair.face, chair.badge)) + tag(
        "span", tag("b", chair.name), _state(told, seat), class_="words"
    )
    if seat not in told.invites:
        return tag("div", Html(content), class_=f"seat-row kh-seat-{chair.badge}")
    return button(
        Html(content),
        "invitation",
        str(seat + 1),
        class_=f"seat-row kh-seat-{chair.badge}",
        aria_current="true" if seat == told.shown else None,
    )


def _state(told: Inviting, seat: int) -> Html:
    if seat in told.invites:
        sign, kind, word = _STATES[told.invites[seat][0]]
        return tag("span", icon(sign), tag("span", _(word)), class_=f"state {kind}")
    chair = told.chairs[seat]
    sign, word = ("home", _("you, here")) if seat in told.here else ("robot", level(chair.kind))
    return tag("span", icon(sign), tag("span", word), class_="state")


def _comes_back(told: Inviting, chair: Chair) -> bool:
    """Whether the player invited has the seat already, in a game that has begun."""
    return told.begun and not told.spectator and chair.human


def _title(told: Inviting, chair: Chair) -> str:
    if told.spectator:
        return _("Invite spectator")
    return (_("Continue with {name}") if _comes_back(told, chair) else _("Invite {name}")).format(name=chair.name)


def _invitation(told: Inviting) -> Html:
    chair, (state, link) = told.guest(told.shown), told.invites[told.shown]
    title = tag(
        "header",
        Html(tiles.face(chair.face, chair.badge)),
        tag(
            "h2",
            _title(told, chair),
            id="invite-title",
            tabindex="-1",
            data_landing=True,
        ),
        _state(told, told.shown),
    )
    if state == "connected":
        body = [tag("p", icon("tick"), tag("span", _("{name} is connected.").format(name=chair.name)), class_="joined")]
    elif state in _BROKEN:
        why = _("The connection dropped. The game is saved: nothing is lost.")
        if state == "newer":
            why = _("The other page has a newer version of Key Harvest: reload this one to get it.")
        elif state == "failed":
            why = _("If {name} has closed or reloaded the page since, only a new link helps.").format(name=chair.name)
        body = [
            tag("p", icon("cross"), tag("span", why), class_="joined bad", role="alert"),
            tag("p", _(internet.CAUSES if told.outside else CAUSES)) if state == "failed" else Html(),
            internet_line(told.internet if state == "failed" else None),
            named("link", _("New link"), "renew", class_="main"),
            by_message() if state == "failed" and not told.begun else Html(),
        ]
    else:
        body = [_ended(told, chair), internet_line(told.internet), _send(told, chair, link)]
        body.append(_answer(told, chair, state))
    return tag("section", title, *body, class_=f"sheet invitation kh-seat-{chair.badge}")


def _ended(told: Inviting, chair: Chair) -> Html:
    if not told.reloaded:
        return Html()
    said = _("This page was reloaded, so earlier links no longer work: send {name} this one.").format(name=chair.name)
    return tag("p", icon("link"), tag("span", said), class_="note-line", role="status")


def by_message() -> Html:
    """Draw the button that turns a game that hasn't begun into one by message."""
    return named("mail", _("Play by message instead"), "by_message")


def _send(told: Inviting, chair: Chair, link: str) -> Html:
    host = told.chairs[told.here[0]].name if told.here else ""
    message = _("{name} invites you to play Key Harvest live, now. Open the link and send the answer back.")
    title = _("Send {name} this link").format(name=chair.name)
    alone = _("For {name} alone. It works as long as this page is open.").format(name=chair.name)
    copied = _("Copied. Send it to {name}.").format(name=chair.name)
    if _comes_back(told, chair):
        message = _("{name} is waiting in your game of Key Harvest. Open the link and send the answer back.")
    if told.spectator:
        message = _("{name} invites you to watch a game of Key Harvest, now. Open the link and send the answer back.")
        title, copied = _("Send this link"), _("Copied. Now send it.")
        alone = _("For one spectator. It works as long as this page is open.")
    side = sharing.ways(
        link,
        message.format(name=host),
        sharing.report(copied, _("Sent? Then wait for the answer.")),
        share=_("Share"),
    )
    note = tag("p", alone, class_="note-line")
    return _step(
        "1",
        title,
        tag(
            "div", sharing.code_place(), tag("div", side if link else "", note, class_="side-of"), class_="with-qr sent"
        ),
    )


def _answer(told: Inviting, chair: Chair, state: str) -> Html:
    label = _("The answer") if told.spectator else _("{name}'s answer").format(name=chair.name)
    field = tag(
        "input",
        name="link",
        id="answer-link",
        autocomplete="off",
        maxlength=4000,
        spellcheck="false",
        aria_label=label,
        placeholder=label,
    )
    fault = tag("p", told.fault, class_="fault", id="invite-fault", tabindex="-1", role="alert") if told.fault else ""
    connecting = state == "connecting"
    form = tag(
        "form",
        tag("div", field, class_="field"),
        fault,
        tag("button", _("Connecting…") if connecting else _("Connect"), type="submit", class_="main"),
        data_intent="answered",
    )
    return _step("2", _("Paste answer"), form, now=True)


def _step(number: str, title: str, body: Html, now: bool = False) -> Html:
    return tag(
        "div",
        tag("span", number, class_="num", aria_hidden="true"),
        tag("h3", title),
        tag("div", body, class_="body"),
        class_="big-step now" if now else "big-step",
    )


def _how(told: Inviting) -> Html:
    name = told.guest(told.shown).name
    steps = (
        _("Send {name} the link in any messaging app, or let {name} scan the code with a phone."),
        _("The other page makes an answer, which comes back the same way. Open its link, or paste it here."),
        _("The two browsers are connected, and the game continues.")
        if told.begun
        else _("The two browsers are connected, and the game can start."),
    )
    return tag(
        "details",
        tag("summary", icon("help"), tag("span", _("How it works"))),
        tag("ol", *(tag("li", tag("span", step.format(name=name))) for step in steps)),
        tag("p", _(_OUTSIDE if told.outside else _WITHIN), class_="fine"),
        class_="sheet how",
        open=True,
    )
