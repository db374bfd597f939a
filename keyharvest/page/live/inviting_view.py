"""The screen that invites others to a live game: who is at the table, the link to send, the answer to enter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from keyharvest.page.parts import sharing
from keyharvest.page.parts.controls import button, cards_over, head, named, switch
from keyharvest.page.parts.icons import icon
from keyharvest.picture import tiles
from keyharvest.picture.elements import Html, h, join
from keyharvest.table.chairs import FACES, FAR, Chair
from keyharvest.words.language import N_, _
from keyharvest.words.terms import level

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
    return h.div(".set-up.friends")[
        head(_("Play live"), cards_over(), back="lobby"),
        h.div(".friends-grid")[_table(told), _invitation(told), "" if told.spectator else _how(told)],
        h.footer[
            h.p("#invite-waits", class_=f"state {'wait' if missing else 'good'}", role="status")[
                icon("wait" if missing else "tick"), h.span[waits]
            ],
            rest,
            button(label, "start", class_="main", aria_disabled=True if off else None, aria_describedby="invite-waits"),
        ],
    ]


def _table(told: Inviting) -> Html:
    return h.section(".sheet.table-seats")[
        h.h2[_("At the table")],
        h.ol(".seat-rows")[(h.li[_row(told, seat)] for seat in range(len(told.chairs)))],
        named("people", _("The table"), "lobby", class_="to-lobby"),
    ]


def _row(told: Inviting, seat: int) -> Html:
    chair = told.chairs[seat]
    content = tiles.face(chair.face, chair.badge), h.span(".words")[h.b[chair.name], _state(told, seat)]
    if seat not in told.invites:
        return h.div(class_=f"seat-row kh-seat-{chair.badge}")[content]
    return button(
        content,
        "invitation",
        str(seat + 1),
        class_=f"seat-row kh-seat-{chair.badge}",
        aria_current=True if seat == told.shown else None,
    )


def _state(told: Inviting, seat: int) -> Html:
    if seat in told.invites:
        sign, kind, word = _STATES[told.invites[seat][0]]
        return h.span(class_=f"state {kind}")[icon(sign), h.span[_(word)]]
    chair = told.chairs[seat]
    sign, word = ("home", _("you, here")) if seat in told.here else ("robot", level(chair.kind))
    return h.span(".state")[icon(sign), h.span[word]]


def _comes_back(told: Inviting, chair: Chair) -> bool:
    """Whether the player invited has the seat already, in a game that has begun."""
    return told.begun and not told.spectator and chair.human


def _title(told: Inviting, chair: Chair) -> str:
    if told.spectator:
        return _("Invite spectator")
    return (_("Continue with {name}") if _comes_back(told, chair) else _("Invite {name}")).format(name=chair.name)


def _invitation(told: Inviting) -> Html:
    chair, (state, link) = told.guest(told.shown), told.invites[told.shown]
    title = h.header[
        tiles.face(chair.face, chair.badge),
        h.h2("#invite-title", tabindex="-1", data_landing=True)[_title(told, chair)],
        _state(told, told.shown),
    ]
    if state == "connected":
        body = [h.p(".joined")[icon("tick"), h.span[_("{name} is connected.").format(name=chair.name)]]]
    elif state in _BROKEN:
        why = _("The connection dropped. The game is saved: nothing is lost.")
        if state == "newer":
            why = _("The other page has a newer version of Key Harvest: reload this one to get it.")
        elif state == "failed":
            why = _("If {name} has closed or reloaded the page since, only a new link helps.").format(name=chair.name)
        body = [
            h.p(".joined.bad", role="alert")[icon("cross"), h.span[why]],
            h.p[_(FAR_CAUSES if told.outside else CAUSES)] if state == "failed" else Html(),
            internet_line(told.internet if state == "failed" else None),
            named("link", _("New link"), "renew", class_="main"),
            by_message() if state == "failed" and not told.begun else Html(),
        ]
    else:
        body = [_ended(told, chair), internet_line(told.internet), _send(told, chair, link)]
        body.append(_answer(told, chair, state))
    return h.section(class_=f"sheet invitation kh-seat-{chair.badge}")[title, body]


def _ended(told: Inviting, chair: Chair) -> Html:
    if not told.reloaded:
        return Html()
    said = _("This page was reloaded, so earlier links no longer work: send {name} this one.").format(name=chair.name)
    return h.p(".note-line", role="status")[icon("link"), h.span[said]]


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
    note = h.p(".note-line")[alone]
    return _step(
        "1",
        title,
        h.div(".with-qr.sent")[sharing.code_place(), h.div(".side-of")[side if link else "", note]],
    )


def _answer(told: Inviting, chair: Chair, state: str) -> Html:
    label = _("The answer") if told.spectator else _("{name}'s answer").format(name=chair.name)
    field = h.input(
        "#answer-link",
        name="link",
        autocomplete="off",
        maxlength=4000,
        spellcheck="false",
        aria_label=label,
        placeholder=label,
    )
    fault = h.p("#invite-fault.fault", tabindex="-1", role="alert")[told.fault] if told.fault else ""
    connecting = state == "connecting"
    form = h.form(data_intent="answered")[
        h.div(".field")[field],
        fault,
        h.button(".main", type="submit")[_("Connecting…") if connecting else _("Connect")],
    ]
    return _step("2", _("Paste answer"), form, now=True)


def _step(number: str, title: str, body: Html, now: bool = False) -> Html:
    return h.div(class_="big-step now" if now else "big-step")[
        h.span(".num", aria_hidden=True)[number], h.h3[title], h.div(".body")[body]
    ]


def _how(told: Inviting) -> Html:
    name = told.guest(told.shown).name
    steps = (
        _("Send {name} the link in any messaging app, or let {name} scan the code with a phone."),
        _("The other page makes an answer, which comes back the same way. Open its link, or paste it here."),
        _("The two browsers are connected, and the game continues.")
        if told.begun
        else _("The two browsers are connected, and the game can start."),
    )
    return h.details(".sheet.how", open=True)[
        h.summary[icon("help"), h.span[_("How it works")]],
        h.ol[(h.li[h.span[step.format(name=name)]] for step in steps)],
        h.p(".fine")[_(_OUTSIDE if told.outside else _WITHIN)],
    ]


#: What usually keeps two browsers apart on the internet.
FAR_CAUSES: Final = N_(
    "Your browsers can't reach each other. “Also over the internet” must be on for both players, and even then some "
    "networks and VPNs don't let you connect. Playing by message works everywhere."
)


@dataclass(frozen=True, slots=True)
class Internet:
    """The address service (STUN) that the host of the site has chosen.

    Attributes:
        service: its URI.
        agreed: whether the player has agreed that the browser may ask it.
        answered: whether it has answered, as far as this page knows.
    """

    service: str
    agreed: bool
    answered: bool

    @property
    def host(self) -> str:
        """The host name of the service, without the URI's scheme and port."""
        host = self.service.removeprefix("stun:")
        return host if host.endswith("]") else host.rpartition(":")[0] or host


def internet_line(told: Internet | None) -> Html:
    """Draw the switch with its note; nothing if the site has no address service."""
    if told is None:
        return join()
    note = _(
        "Your browser asks {service} for this device's internet address. That server learns the address but nothing "
        "about the game; the other players learn it too. Without this, only devices on the same network can find each "
        "other."
    )
    silent = _("{service} doesn't answer: the link works only within one network.")
    return h.div(".internet")[
        switch(_("Also over the internet"), note.format(service=told.host), "service", told.agreed, "service"),
        h.p(".note-line", role="status")[icon("cross"), h.span[silent.format(service=told.host)]]
        if told.agreed and not told.answered
        else "",
    ]
