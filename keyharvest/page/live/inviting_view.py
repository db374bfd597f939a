"""The screen that invites others to a live game: who is at the table, the link to send, the answer to enter."""

from __future__ import annotations

from typing import Final

from keyharvest.page.live.host import Host
from keyharvest.page.live.lines import Service
from keyharvest.page.live.lobby_view import by_message
from keyharvest.page.parts import sharing
from keyharvest.page.parts.controls import button, cards_over, head, named, switch
from keyharvest.page.parts.icons import icon
from keyharvest.picture import tiles
from keyharvest.picture.elements import Html, h, join
from keyharvest.table.chairs import FACES, FAR, Chair
from keyharvest.table.sitting import Sitting
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


def _guest(host: Host, sitting: Sitting) -> Chair:
    """Return the player invited; a spectator has neither a face nor a badge of their own."""
    return Chair(_("Spectator"), FAR, FACES[-1], 3) if host.shows_spectator else sitting.chairs[host.shown]


def inviting(host: Host, sitting: Sitting) -> Html:
    """Draw the screen."""
    missing, begun = host.missing(), host.live.begun
    waits = _("Everyone is connected.")
    if missing:
        broken = missing[0] in host.invites and host.invites[missing[0]].state in _BROKEN
        waits = _("{name} isn't connected.") if broken else _("{name} hasn't answered yet.")
        waits = waits.format(name=sitting.names[missing[0]])
    off = bool(missing) and not begun
    rest = button(_("Fill with computers"), "fill") if off else ""
    label = _("Back to game") if begun else _("Start game")
    return h.div(".set-up.friends")[
        head(_("Play live"), cards_over(), back="lobby"),
        h.div(".friends-grid")[
            _table(host, sitting), _invitation(host, sitting), "" if host.shows_spectator else _how(host, sitting)
        ],
        h.footer[
            h.p("#invite-waits", class_=f"state {'wait' if missing else 'good'}", role="status")[
                icon("wait" if missing else "tick"), h.span[waits]
            ],
            rest,
            button(label, "start", class_="main", aria_disabled=True if off else None, aria_describedby="invite-waits"),
        ],
    ]


def _table(host: Host, sitting: Sitting) -> Html:
    return h.section(".sheet.table-seats")[
        h.h2[_("At the table")],
        h.ol(".seat-rows")[(h.li[_row(host, sitting, seat)] for seat in range(len(sitting.chairs)))],
        named("people", _("The table"), "lobby", class_="to-lobby"),
    ]


def _row(host: Host, sitting: Sitting, seat: int) -> Html:
    chair = sitting.chairs[seat]
    content = tiles.face(chair.face, chair.badge), h.span(".words")[h.b[chair.name], _state(host, sitting, seat)]
    if seat not in host.invites:
        return h.div(class_=f"seat-row kh-seat-{chair.badge}")[content]
    return button(
        content,
        "invitation",
        str(seat + 1),
        class_=f"seat-row kh-seat-{chair.badge}",
        aria_current=True if seat == host.shown else None,
    )


def _state(host: Host, sitting: Sitting, seat: int) -> Html:
    if seat in host.invites:
        sign, kind, word = _STATES[host.invites[seat].state]
        return h.span(class_=f"state {kind}")[icon(sign), h.span[_(word)]]
    chair = sitting.chairs[seat]
    sign, word = ("home", _("you, here")) if seat in sitting.persons() else ("robot", level(chair.kind))
    return h.span(".state")[icon(sign), h.span[word]]


def _comes_back(host: Host, chair: Chair) -> bool:
    """Whether the player invited has the seat already, in a game that has begun."""
    return host.live.begun and not host.shows_spectator and chair.human


def _title(host: Host, chair: Chair) -> str:
    if host.shows_spectator:
        return _("Invite spectator")
    return (_("Continue with {name}") if _comes_back(host, chair) else _("Invite {name}")).format(name=chair.name)


def _invitation(host: Host, sitting: Sitting) -> Html:
    chair, service, invite = _guest(host, sitting), host.service, host.invites[host.shown]
    state, silent = invite.state, service.silent(invite.link)
    title = h.header[
        tiles.face(chair.face, chair.badge),
        h.h2("#invite-title", tabindex="-1", data_landing=True)[_title(host, chair)],
        _state(host, sitting, host.shown),
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
            h.p[_(FAR_CAUSES if service.asked else CAUSES)] if state == "failed" else Html(),
            internet_line(service if state == "failed" else None, silent),
            named("link", _("New link"), "renew", class_="main"),
            by_message() if state == "failed" and not host.live.begun else Html(),
        ]
    else:
        body = [_ended(host, chair), internet_line(service, silent), _send(host, sitting, chair, invite.link)]
        body.append(_answer(host, chair, state))
    return h.section(class_=f"sheet invitation kh-seat-{chair.badge}")[title, body]


def _ended(host: Host, chair: Chair) -> Html:
    if not host.reloaded:
        return Html()
    said = _("This page was reloaded, so earlier links no longer work: send {name} this one.").format(name=chair.name)
    return h.p(".note-line", role="status")[icon("link"), h.span[said]]


def _send(host: Host, sitting: Sitting, chair: Chair, link: str) -> Html:
    inviter = next((sitting.names[seat] for seat in sitting.persons()), "")
    message = _("{name} invites you to play Key Harvest live, now. Open the link and send the answer back.")
    title = _("Send {name} this link").format(name=chair.name)
    alone = _("For {name} alone. It works as long as this page is open.").format(name=chair.name)
    copied = _("Copied. Send it to {name}.").format(name=chair.name)
    if _comes_back(host, chair):
        message = _("{name} is waiting in your game of Key Harvest. Open the link and send the answer back.")
    if host.shows_spectator:
        message = _("{name} invites you to watch a game of Key Harvest, now. Open the link and send the answer back.")
        title, copied = _("Send this link"), _("Copied. Now send it.")
        alone = _("For one spectator. It works as long as this page is open.")
    side = sharing.ways(
        link,
        message.format(name=inviter),
        sharing.report(copied, _("Sent? Then wait for the answer.")),
        share=_("Share"),
    )
    note = h.p(".note-line")[alone]
    return _step(
        "1",
        title,
        h.div(".with-qr.sent")[sharing.code_place(), h.div(".side-of")[side if link else "", note]],
    )


def _answer(host: Host, chair: Chair, state: str) -> Html:
    label = _("The answer") if host.shows_spectator else _("{name}'s answer").format(name=chair.name)
    field = h.input(
        "#answer-link",
        name="link",
        autocomplete="off",
        maxlength=4000,
        spellcheck="false",
        aria_label=label,
        placeholder=label,
    )
    fault = h.p("#invite-fault.fault", tabindex="-1", role="alert")[host.fault] if host.fault else ""
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


def _how(host: Host, sitting: Sitting) -> Html:
    name = _guest(host, sitting).name
    steps = (
        _("Send {name} the link in any messaging app, or let {name} scan the code with a phone."),
        _("The other page makes an answer, which comes back the same way. Open its link, or paste it here."),
        _("The two browsers are connected, and the game continues.")
        if host.live.begun
        else _("The two browsers are connected, and the game can start."),
    )
    return h.details(".sheet.how", open=True)[
        h.summary[icon("help"), h.span[_("How it works")]],
        h.ol[(h.li[h.span[step.format(name=name)]] for step in steps)],
        h.p(".fine")[_(_OUTSIDE if host.service.asked else _WITHIN)],
    ]


#: What usually keeps two browsers apart on the internet.
FAR_CAUSES: Final = N_(
    "Your browsers can't reach each other. “Also over the internet” must be on for both players, and even then some "
    "networks and VPNs don't let you connect. Playing by message works everywhere."
)


def internet_line(service: Service | None, silent: bool = False) -> Html:
    """Draw the switch with its note; nothing without an address service, which may be ``silent``."""
    if service is None or not service.address:
        return join()
    note = _(
        "Your browser asks {service} for this device's internet address. That server learns the address but nothing "
        "about the game; the other players learn it too. Without this, only devices on the same network can find each "
        "other."
    )
    unanswered = _("{service} doesn't answer: the link works only within one network.")
    return h.div(".internet")[
        switch(_("Also over the internet"), note.format(service=service.host), "service", service.asked, "service"),
        h.p(".note-line", role="status")[icon("cross"), h.span[unanswered.format(service=service.host)]]
        if service.asked and silent
        else "",
    ]
