"""The screen of an invitation to a live game: who invites, a seat to take, and the answer to send back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from keyharvest import words
from keyharvest.page.live.inviting_view import CAUSES, FAR_CAUSES, internet_line
from keyharvest.page.live.lines import Service
from keyharvest.page.parts import sharing
from keyharvest.page.parts.company import dots
from keyharvest.page.parts.controls import button, hidden, named
from keyharvest.page.parts.faces import badge_options, face_options
from keyharvest.page.parts.icons import icon
from keyharvest.picture import tiles
from keyharvest.picture.elements import Html, h, join
from keyharvest.picture.scenery import country
from keyharvest.table.chairs import BADGES, FACES, LONGEST_NAME
from keyharvest.words.language import N_, _

#: The title and the text for anything wrong with the link or the connection.
_FAULTS: Final = {
    "damaged": (
        N_("Part of the link is missing"),
        N_("The messaging app may have cut it off. Copy the whole link and open it again."),
    ),
    "newer": (
        N_("Made by a newer version"),
        N_("Reload the page to get the new version, then open the link again."),
    ),
    "failed": (N_("Couldn't connect"), CAUSES),
    "lost": (N_("The connection dropped"), N_("The game hasn't begun yet: ask {name} for a new link.")),
    "reloaded": (
        N_("This page was reloaded"),
        N_("That ended the connection to {name}. The game hasn't begun yet: ask {name} for a new link."),
    ),
    "own": (
        N_("This is your own invitation"),
        N_("Send it to the player it is for. It works as long as the page that made it is open."),
    ),
    "handing": (
        N_("This is an answer"),
        N_(
            "It belongs on the page that is waiting for it: copy the whole link and paste it there. If that page has "
            "since been closed or reloaded, ask for a new link and answer that one."
        ),
    ),
    "crossed": (
        N_("Both links have ended"),
        N_("You have each answered the other's link, so nobody waits for an answer. Ask {name} for a new link."),
    ),
    "crossed here": (
        N_("Both links have ended"),
        N_("You have each answered the other's link, so nobody waits for an answer. Send {name} a new link."),
    ),
    "paused": (
        N_("The page that waits is paused"),
        N_("Go to its tab and choose “Continue here”: it then takes the answer. You can close this one afterwards."),
    ),
    "handed": (
        N_("Delivered"),
        N_("The page that was waiting now has the answer. Go back to its tab; you can close this one."),
    ),
}


@dataclass(frozen=True, slots=True)
class Joining:
    """An invitation that was opened.

    Attributes:
        stage: ``form``, ``answering``, ``answer``, ``connected``, or the name of a fault.
        name, face, badge: those that the player has chosen.
        link: the link of the answer.
        host, taken, inviter: the seat, the badge and the name of the player who invites.
        seat: the seat offered; -1 for a spectator.
        players: the number of seats; 0 if there is no invitation.
        service: the site's address service, if the invitation works over the internet.
        again: whether the game is already here, in the same seat.
        connected: the names of those with whom the page is connected in a live game, which joining ends.
        number: the number of that game, if it is saved here; here: whether the invitation is to that very game.
        waiting: whether this page waits for an answer to its own link to the same game, which is the one to use.
    """

    stage: str
    name: str
    face: str
    badge: int
    link: str
    host: int = 0
    taken: int = 0
    inviter: str = ""
    seat: int = 0
    players: int = 0
    service: Service | None = None
    again: bool = False
    connected: Sequence[str] = ()
    number: int | None = None
    here: bool = False
    waiting: bool = False


def joining(told: Joining) -> Html:
    """Draw the invitation as a ticket in two halves."""
    if told.stage in _FAULTS or not told.players:
        title, said = _FAULTS.get(told.stage, _FAULTS["damaged"])
        if told.stage == "failed" and told.service:
            said = FAR_CAUSES
        if told.stage == "lost" and told.again:
            said = N_("Nothing is lost. Ask {name} for a new link, or continue under “Your games”.")
        left, right = _(title), [h.p[_(said).format(name=told.inviter)]]
        if told.stage not in ("handed", "paused"):  # the reader closes that tab
            right += [named("home", _("Home"), "home"), named("list", _("Your games"), "games")]
        if told.stage == "crossed here":
            right.insert(1, named("link", _("New live link"), "invite", class_="main"))
        if told.stage == "failed":
            right.insert(1, _form(told, _("Try again with this link"), False))
    elif told.stage == "form":
        watch, play = _("{name} invites you to watch Key Harvest"), _("{name} invites you to Key Harvest")
        back = _("Come back to your game with {name}")
        left = (watch if told.seat < 0 else back if told.again else play).format(name=told.inviter)
        label = _("Watch") if told.seat < 0 else _("Come back") if told.again else _("Join")
        right = [_connected(told), _form(told, label, True), _home()]
    else:
        left, right = _("One more step"), [*_answer(told), _home()]
    host = told.host
    return join(
        country(),
        h.div(class_=f"ticket kh-seat-{told.taken}{' handed' if told.stage in ('handed', 'paused') else ''}")[
            h.section(".from")[
                tiles.face(FACES[host], told.taken),
                h.h1("#ticket-title", tabindex="-1")[left],
                _facts(told) if told.players and told.stage == "form" else "",
                _way(told) if told.players and told.stage in ("answering", "answer", "connected") else "",
            ],
            h.section(".you")[right],
        ],
    )


def _home() -> Html:
    return h.p(".way-out")[named("home", _("Home"), "home")]


def _connected(told: Joining) -> Html:
    """Say what joining would end, with the way back to that game."""
    if not (told.connected or told.waiting):
        return Html()
    said = _("You are connected with {names}. Joining here ends that connection.")
    if told.waiting:
        said = _("You have made a link for this game too, and only one of the two works: rather let {name} open yours.")
    elif told.here:
        said = _("You are connected with {names} in this very game: rather send {name} a new link of yours.")
    back = ("lobby", None) if told.number is None or told.waiting else ("continue", str(told.number))
    return h.div(".connected-here", role="status")[
        h.p[icon("live"), h.span[said.format(names=words.listing(list(told.connected)), name=told.inviter)]],
        button(_("Back to the table") if told.waiting else _("Back to game"), *back, class_="main"),
    ]


def _facts(told: Joining) -> Html:
    numbers = {2: _("A board game for two"), 3: _("A board game for three"), 4: _("A board game for four")}
    facts: Sequence[tuple[str, str]] = (
        ("people", numbers[told.players]),
        ("live", _("Live, about an hour: everyone plays at the same time")),
        ("save", _("Every step is saved, here too. After a break you can continue live or by message")),
    )
    if told.again:
        facts = [("save", _("The game continues where it left off"))]
    shown = facts[:2] if told.seat < 0 else facts  # a spectator has no game to continue
    return h.ul(".facts")[(h.li[icon(sign), h.span[words]] for sign, words in shown)]


def _form(told: Joining, label: str, choose: bool) -> Html:
    faces = face_options("face", told.face)
    badges = badge_options("badge", told.badge, [badge for badge in range(BADGES) if badge != told.taken])
    name = h.input("#my-name", name="name", value=told.name, maxlength=LONGEST_NAME, dir="auto", autocomplete="off")
    fields = [
        h.h2[_("Your seat")],
        h.label(".named")[h.span[_("Your name")], name],
        h.fieldset(".faces")[h.legend[hidden(_("Face"))], faces],
        h.fieldset(".badges")[h.legend[hidden(_("Colour and symbol"))], badges],
    ]
    if told.seat < 0:
        fields = [
            h.h2[_("You're watching")],
            h.p[
                _(
                    "You see what everyone at the table can see. "
                    "You don't play, and hidden counters stay hidden from you."
                )
            ],
        ]
    elif told.again:
        fields = [h.h2[_("You are {name}").format(name=told.name)]]
    return h.form(data_intent="meet", class_=f"seat-form kh-seat-{told.badge}")[
        (fields if choose else []),
        internet_line(told.service),
        h.button(".main", type="submit")[label],
        h.p(".note-line")[_("No account. The game stays in your browser and the other players'.")] if choose else "",
    ]


def _way(told: Joining) -> Html:
    host = told.inviter
    done = told.stage == "connected"
    steps = (
        ("done", _("You're watching") if told.seat < 0 else _("You are {name}").format(name=told.name)),
        ("done" if done else "now", _("Send the answer back to {name}").format(name=host)),
        ("now" if done else "", _("{name} opens or pastes it, and you're connected").format(name=host)),
    )
    rows = (
        h.li(class_=kind or None)[h.span(".num")[icon("tick") if kind == "done" else str(at)], h.span[words]]
        for at, (kind, words) in enumerate(steps, 1)
    )
    return h.ol(".way-steps")[rows]


def _answer(told: Joining) -> list[Html]:
    host = told.inviter
    if told.stage == "connected":
        said = _("Connected. {name} starts the game.").format(name=host)
        return [h.h2[_("You are connected")], _waits(said)]
    title = h.h2[_("Send this answer back to {name}").format(name=host)]
    if not told.link:
        return [title, _waits(_("Preparing the answer…"))]
    message = _("{name}'s answer for Key Harvest: open it in the browser that made the invitation, or paste it there.")
    if told.seat < 0:
        message = _("An answer for Key Harvest: open it in the browser that made the invitation, or paste it there.")
    side = sharing.ways(
        told.link,
        message.format(name=told.name),
        sharing.report(_("Copied. Send it to {name}.").format(name=host), _("Sent? Keep this page open.")),
        share=_("Share answer"),
        copy=_("Copy answer"),
    )
    return [
        title,
        h.p[_("Send it the same way the link came to you.")],
        h.div(".with-qr.sent")[sharing.code_place(), h.div(".side-of")[side]],
        _waits(_("Waiting for {name}. Keep this page open.").format(name=host)),
    ]


def _waits(words: str) -> Html:
    return h.p(".state.wait.waiting-line", role="status")[dots(), h.span[words]]
