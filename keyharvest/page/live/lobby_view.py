"""The table of a live game before it starts, and later for its host: who is at which seat, and which ones are free."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from keyharvest import words
from keyharvest.page.parts import company as people
from keyharvest.page.parts.controls import button, cards_over, head, named
from keyharvest.page.parts.icons import icon
from keyharvest.picture import tiles
from keyharvest.picture.elements import Html, h, join
from keyharvest.table.chairs import Chair
from keyharvest.table.company import Company
from keyharvest.words.language import N_, _, n_
from keyharvest.words.terms import level

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
    return h.div(".set-up.friends.lobby")[
        head(_("The table"), *tools, back="start" if told.begun else "back"),
        people.menu(told.company) if told.company and speaks else "",
        h.div(".lobby-cards")[(_card(told, seat) for seat in range(len(told.chairs)))],
        _facts(told),
        h.footer[(_ways(told) if told.hosting else [_waits(told)])],
    ]


def _card(told: Lobby, seat: int) -> Html:
    chair, how = told.chairs[seat], told.states.get(seat, "")
    absent = chair.human and how not in _THERE
    return h.section(
        class_=f"sheet lobby-card kh-seat-{chair.badge}{' not-here' if absent else ''}", aria_label=chair.name
    )[
        tiles.face(chair.face, chair.badge),
        people.bubble(told.company, seat) if told.company and not told.begun else "",
        h.h2[chair.name],
        _state(told, seat, how),
        h.div(".does")[_does(told, seat, how)],
    ]


def _state(told: Lobby, seat: int, how: str) -> Html:
    chair = told.chairs[seat]
    if not chair.human:
        sign, kind, word = "robot", "", level(chair.kind)
    else:
        sign, kind, plain = _STATES.get(how, ("wait", "", N_("no answer yet")))
        word = _("you, the host") if how == "mine" and told.hosting else _(plain)
    return h.p(class_=f"state {kind}".rstrip())[icon(sign) if sign else people.dots(), h.span[word]]


def _does(told: Lobby, seat: int, how: str) -> list[Html]:
    """Draw what the host can do with a seat; nothing on other pages."""
    chair, number = told.chairs[seat], str(seat + 1)
    if not told.hosting or how in _THERE:
        note = _("Keep this page open: the others are connected through it.")
        return [h.p[note]] if told.hosting and how == "mine" else []
    if not chair.human:
        if how == "connected":
            return [h.p[_("{name} is back and gets their seat back after this turn.").format(name=chair.name)]]
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
    return h.section(".sheet.game-facts", aria_label=_("This game"))[
        (h.span[icon(sign), h.span[word]] for sign, word in facts),
        h.span(".gap"),
        by_message() if told.missing and not told.begun else "",
        named("eye", _("Let someone watch"), "spectator") if told.hosting else "",
    ]


def _ways(told: Lobby) -> list[Html]:
    """Draw the buttons for what comes next, or what is being waited for."""
    if told.dealing:
        later = named("next", _("Start without checks"), "unchecked")
        return [_shuffling(told), h.span(".later")[later]]
    names = words.listing(list(told.missing))
    missing = n_("{names} isn't connected.", "{names} aren't connected.", len(told.missing)).format(names=names)
    off = bool(told.missing) and not told.begun
    return [
        h.p("#lobby-waits", class_=f"state {'wait' if told.missing else 'good'}", role="status")[
            people.dots() if told.missing else icon("tick"),
            h.span[missing if told.missing else _("Everyone is connected.")],
        ],
        named("robot", _("Fill with computers"), "fill") if off else join(),
        button(
            _("Back to game") if told.begun else _("Start game"),
            "start",
            class_="main",
            aria_disabled=True if off else None,
            aria_describedby="lobby-waits",
            id="lobby-start",
        ),
    ]


def _shuffling(told: Lobby) -> Html:
    said = _("Both pages shuffle…") if len(told.chairs) == 2 else _("All pages shuffle…")
    return h.p(".state.wait", role="status")[people.dots(), h.span[said]]


def _waits(told: Lobby) -> Html:
    if told.dealing:
        return _shuffling(told)
    said = _("Connected. {name} starts the game.").format(name=told.chairs[told.host].name)
    return h.p(".state.wait", role="status")[people.dots(), h.span[said]]


def by_message() -> Html:
    """Draw the button that turns a game that hasn't begun into one by message."""
    return named("mail", _("Play by message instead"), "by_message")
