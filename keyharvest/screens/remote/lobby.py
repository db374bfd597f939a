"""The table of a live game before it starts, and later for its host: who is at which seat, and which ones are free."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from keyharvest import words
from keyharvest.panels.parts.controls import cards_over, head, named
from keyharvest.panels.parts.icons import icon
from keyharvest.panels.parts.markup import Html, button, join, tag
from keyharvest.panels.remote import company as people
from keyharvest.picture import tiles
from keyharvest.screens.remote.inviting import by_message
from keyharvest.table.chairs import Chair
from keyharvest.table.company import Company
from keyharvest.words.language import N_, _, n_
from keyharvest.words.levels import level

#: The states of a seat, each with its icon (none: three dots), its class and its words.
_STATES: Final = {
    "host": ("tick", "good", N_("the host")),
    "mine": ("tick", "good", N_("you")),
    "connected": ("tick", "good", N_("connected")),
    "connecting": ("", "wait", N_("connecting…")),
    "failed": ("cross", "bad", N_("failed")),
    "lost": ("cross", "bad", N_("connection lost")),
    "newer": ("cross", "bad", N_("newer version")),
}
_THERE: Final = ("host", "mine", "connected")


@dataclass(frozen=True, slots=True)
class Lobby:
    """The seats and the people there.

    Attributes:
        chairs: the players.
        states: by seat: ``mine``, ``host``, or the state of its invitation.
        own, host: the seats of this page and of the host; ``own`` is -1 for a spectator.
        company: the people on other pages, and what they say.
        missing: the names of those who are not connected, as far as the host knows.
        begun: whether the game has begun.
        fair: whether all pages draw together; dealing: whether they are shuffling now.
        spectators: how many people watch, as far as the host knows.
    """

    chairs: Sequence[Chair]
    states: Mapping[int, str]
    own: int
    host: int
    company: Company | None
    missing: Sequence[str] = ()
    begun: bool = False
    fair: bool = False
    dealing: bool = False
    spectators: int = 0

    @property
    def hosting(self) -> bool:
        """Whether this page is the host's."""
        return self.own == self.host


def lobby(told: Lobby) -> Html:
    """Draw the screen."""
    speaks = told.company is not None and not told.company.watching
    tools = [cards_over(), *([people.opener()] if speaks else [])]
    return tag(
        "div",
        head(_("The table"), *tools, back="start" if told.begun else "back"),
        people.menu(told.company) if told.company and speaks else "",
        tag("div", *(_card(told, seat) for seat in range(len(told.chairs))), class_="lobby-cards"),
        _facts(told),
        tag("footer", *(_ways(told) if told.hosting else [_waits(told)])),
        class_="set-up friends lobby",
    )


def _card(told: Lobby, seat: int) -> Html:
    chair, how = told.chairs[seat], told.states.get(seat, "")
    absent = chair.human and how not in _THERE
    return tag(
        "section",
        Html(tiles.face(chair.face, chair.badge)),
        people.bubble(told.company, seat) if told.company and not told.begun else "",
        tag("h2", chair.name),
        _state(told, seat, how),
        tag("div", *_does(told, seat, how), class_="does"),
        class_=f"sheet lobby-card kh-seat-{chair.badge}{' not-here' if absent else ''}",
        aria_label=chair.name,
    )


def _state(told: Lobby, seat: int, how: str) -> Html:
    chair = told.chairs[seat]
    if not chair.human:
        sign, kind, word = "robot", "", level(chair.kind)
    else:
        sign, kind, plain = _STATES.get(how, ("wait", "", N_("no answer yet")))
        word = _("you, the host") if how == "mine" and told.hosting else _(plain)
    return tag("p", icon(sign) if sign else people.dots(), tag("span", word), class_=f"state {kind}".rstrip())


def _does(told: Lobby, seat: int, how: str) -> list[Html]:
    """Draw what the host can do with a seat; nothing on other pages."""
    chair, number = told.chairs[seat], str(seat + 1)
    if not told.hosting or how in _THERE:
        note = _("Keep this page open: the others are connected through it.")
        return [tag("p", note)] if told.hosting and how == "mine" else []
    if not chair.human:
        if how == "connected":
            return [tag("p", _("{name} is back and gets their seat back after this turn.").format(name=chair.name))]
        return [named("link", _("Invite someone"), "invitation", number)]
    return [
        named("link", _("Link and answer"), "invitation", number),
        named("robot", _("Computer takes over"), "computer", number),
    ]


def _facts(told: Lobby) -> Html:
    checked = ("checked", _("Draws are checked")) if told.fair else ("shield", _("Draws aren't checked"))
    facts = [("live", _("Live")), ("clock", _("No clock")), checked]
    if told.spectators:
        watch = n_("{number} spectator", "{number} spectators", told.spectators).format(number=told.spectators)
        facts.append(("eye", watch))
    return tag(
        "section",
        *(tag("span", icon(sign), tag("span", word)) for sign, word in facts),
        tag("span", class_="gap"),
        by_message() if told.missing and not told.begun else "",
        named("eye", _("Let someone watch"), "spectator") if told.hosting else "",
        class_="sheet game-facts",
        aria_label=_("This game"),
    )


def _ways(told: Lobby) -> list[Html]:
    """Draw the buttons for what comes next, or what is being waited for."""
    if told.dealing:
        later = named("next", _("Start without checks"), "unchecked")
        return [_shuffling(told), tag("span", later, class_="later")]
    names = words.listing(list(told.missing))
    missing = n_("{names} isn't connected.", "{names} aren't connected.", len(told.missing)).format(names=names)
    off = bool(told.missing) and not told.begun
    return [
        tag(
            "p",
            people.dots() if told.missing else icon("tick"),
            tag("span", missing if told.missing else _("Everyone is connected.")),
            class_=f"state {'wait' if told.missing else 'good'}",
            role="status",
            id="lobby-waits",
        ),
        named("robot", _("Fill with computers"), "fill") if off else join(),
        button(
            _("Back to game") if told.begun else _("Start game"),
            "start",
            class_="main",
            aria_disabled="true" if off else None,
            aria_describedby="lobby-waits",
            id="lobby-start",
        ),
    ]


def _shuffling(told: Lobby) -> Html:
    said = _("Both pages shuffle…") if len(told.chairs) == 2 else _("All pages shuffle…")
    return tag("p", people.dots(), tag("span", said), class_="state wait", role="status")


def _waits(told: Lobby) -> Html:
    if told.dealing:
        return _shuffling(told)
    said = _("Connected. {name} starts the game.").format(name=told.chairs[told.host].name)
    return tag("p", people.dots(), tag("span", said), class_="state wait", role="status")
