"""The screen of an opened link of a game by message: whose turn it was and its moves, or what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from keyharvest import words
from keyharvest.page.parts.controls import button, file_button, named
from keyharvest.page.parts.icons import icon
from keyharvest.page.parts.sharing import TRUST
from keyharvest.page.tabletop.panels.happenings import goods, signs
from keyharvest.page.tabletop.panels.sending import paste
from keyharvest.picture import tiles
from keyharvest.picture.board import board
from keyharvest.picture.elements import Html, h, join
from keyharvest.picture.scenery import doors
from keyharvest.picture.view import view_of
from keyharvest.rules import State
from keyharvest.table.chairs import NOBODY, Chair
from keyharvest.table.sitting import LogEntry
from keyharvest.words.language import N_, _

#: The maximum number of steps listed; the game's log shows all of them.
_ROWS: Final = 12


@dataclass(frozen=True, slots=True)
class Version:
    """One version of a game: the lines of some moves, a state that everyone may see, whose board to show, the round."""

    lines: Sequence[LogEntry]
    view: State
    shown: int
    round: int


@dataclass(frozen=True, slots=True)
class Arrival:
    """The data of the screen.

    Attributes:
        what: the result of opening the link (:class:`keyharvest.page.live.letters.Opened`).
        chairs: the players of the game here or else of the one opened; empty if neither is known.
        sender: the seat that sent it; ``NOBODY`` if unknown.
        viewer: the one person here, or ``NOBODY``.
        round: the round of the turn that has just ended; 0 if the turn continues.
        asked: whether a person here has to decide now; ``over``: whether the game is over.
        here: whether the game is saved here.
        seats: the seats free in a game that is new here, the likely ones first.
        crops: the crops of the layout.
        mine, theirs: the versions here and on the other page since they differ, as far as they are known.
    """

    what: str
    chairs: Sequence[Chair] = ()
    sender: int = NOBODY
    viewer: int = NOBODY
    round: int = 0
    asked: bool = False
    over: bool = False
    here: bool = False
    seats: Sequence[int] = ()
    crops: tuple[int, ...] = ()
    mine: Version | None = None
    theirs: Version | None = None


#: What to say about a link that changes nothing here, as a title and a text; ``{name}`` has sent it.
_FAULTS: Final = {
    "played": (N_("You already have this turn"), N_("It is in your game. Nothing has changed.")),
    "mine": (N_("This is your own link"), N_("It is for {name}. Nothing has changed.")),
    "missing": (
        N_("An earlier turn is missing"),
        N_("Ask {name} for the link before this one, or for the whole game. Nothing has changed."),
    ),
    "parted": (
        N_("This turn belongs to a different version of the game"),
        N_("It follows moves that differ from yours. Ask {name} for the whole game to see both. Nothing has changed."),
    ),
    "branch": (
        N_("Two turns contradict each other"),
        N_("Your page and this link differ from here on. Nothing has been replaced: agree on which one counts."),
    ),
    "own": (
        N_("This link makes moves in your name"),
        N_("They weren't made on this page, so they haven't been applied. Did you play on another device?"),
    ),
    "other": (N_("This link is from another game"), N_("It doesn't match the game saved here. Nothing has changed.")),
    "unknown": (
        N_("This game isn't on this device"),
        N_("Open the link on the device you played on, or ask for the whole game: as a link or as a file."),
    ),
    "newer": (
        N_("Made by a newer version"),
        N_("Reload this page to get the newer version, then open the link again. Nothing has changed."),
    ),
    "damaged": (
        N_("Part of the link is missing"),
        N_("It is damaged or cut off. Copy all of it again, or ask for it again. Nothing has changed."),
    ),
}


def letter(arrival: Arrival) -> Html:
    """Draw the screen: closed doors, and a note that says what has arrived."""
    beside = ""
    if arrival.what == "new" and arrival.theirs and arrival.theirs.lines:
        beside = _news(arrival, arrival.theirs, _did(arrival))
    elif arrival.mine and arrival.theirs:
        beside = h.div(".two-courses")[
            _course(arrival, arrival.mine, _("On this page: round {number}")),
            _course(arrival, arrival.theirs, _("In the link: round {number}")),
        ]
    leave = named("home", _("Leave and keep game") if arrival.here else _("Home"), "home")
    return join(
        doors(),
        _sign(arrival),
        beside,
        h.footer[leave, named("list", _("Your games"), "games")],
    )


def _sign(arrival: Arrival) -> Html:
    if arrival.what == "new":
        title, said, buttons = _new(arrival)
    elif arrival.what == "join":
        title, said, buttons = _joining(arrival)
    else:
        title, said, buttons = _fault(arrival)
    badge, face = 0, h.span(".far-portrait", aria_hidden=True)[icon("mail")]
    if arrival.sender != NOBODY and arrival.chairs:
        chair = arrival.chairs[arrival.sender]
        badge, face = chair.badge, tiles.face(chair.face, chair.badge)
    return h.section(class_=f"sheet sign kh-seat-{badge}")[
        h.p(".soft")[_("Key Harvest by message")], face, h.h1("#letter-title", tabindex="-1")[title], h.p[said], buttons
    ]


def _new(arrival: Arrival) -> tuple[str, str, Sequence[Html]]:
    name = arrival.chairs[arrival.sender].name
    if arrival.over:
        title, said = (
            _("{name} has finished the game").format(name=name),
            _("Watch the last turn, then see the result."),
        )
    elif arrival.round:
        title = _("{name} has played round {number}").format(name=name, number=arrival.round)
        said = _("Watch the turn, then it's yours.") if arrival.asked else _("Watch the turn. It isn't your turn yet.")
    else:
        title = _("{name} needs an answer from you") if arrival.asked else _("{name} has continued")
        title, said = title.format(name=name), _("Watch what has happened so far.")
    straight = _("Skip to result") if arrival.over else _("Skip to game")
    if arrival.asked:
        straight = _("Skip to your turn") if arrival.round else _("Skip to question")
    return (
        title,
        said,
        [
            button(_("Watch"), "watch", class_="main"),
            button(join(icon("skip"), h.span[straight]), "straight", class_="second"),
        ],
    )


def _joining(arrival: Arrival) -> tuple[str, str, Sequence[Html]]:
    likely = [seat for seat in arrival.seats if seat != arrival.sender]
    names = [chair.name for chair in arrival.chairs]
    title = _("{name} invites you to Key Harvest").format(name=names[arrival.sender])
    others = words.listing(names)
    buttons = [
        button(_("I'm {name}: join game").format(name=names[seat]), "join", str(seat + 1), class_="main")
        for seat in likely
    ]
    own = [
        button(_("I'm {name}, on another device").format(name=names[seat]), "join", str(seat + 1), class_="second")
        for seat in arrival.seats
        if seat not in likely
    ]
    trust = [h.p(".soft")[_(TRUST)]]
    if len(names) > 2:
        trust.append(h.p(".soft")[_(SECRETS)])
    said = _("A board game for {names}, by message: play your turn when you like, then reply with its link.")
    learn = _("New to the game? Join, then choose “Learn to play” on the home screen: your turn waits for you.")
    return title, said.format(names=others), [*buttons, *own, h.p(".soft")[learn], *trust]


#: A warning about secret counters in a game by message (rule 14.2).
SECRETS: Final = N_(
    "With three or four players, every page contains all counters but shows only yours: anyone who takes the program "
    "apart can see the rest."
)


def _fault(arrival: Arrival) -> tuple[str, str, Sequence[Html]]:
    title, said = _FAULTS[arrival.what]
    name = arrival.chairs[arrival.sender].name if arrival.sender != NOBODY and arrival.chairs else ""
    buttons = []
    if arrival.here:
        word = _("Go to your turn") if arrival.asked else _("Go to result") if arrival.over else _("Go to your game")
        buttons.append(button(word, "straight", class_="main"))
    if arrival.what in ("branch", "own"):
        buttons.append(button(_("Keep both games"), "both", class_="second"))
    if arrival.what in ("missing", "parted", "unknown", "damaged"):
        buttons += [file_button(_("Open file")), paste(_("Paste link"))]
    return _(title), _(said).format(name=name), buttons


def _did(arrival: Arrival) -> str:
    return _("What {name} did").format(name=arrival.chairs[arrival.sender].name)


def _news(arrival: Arrival, told: Version, title: str) -> Html:
    return h.section(".sheet.news", tabindex="0", aria_label=title)[h.h2[title], _rows(arrival, told.lines[-_ROWS:])]


def _rows(arrival: Arrival, lines: Sequence[LogEntry]) -> Html:
    badges = tuple(chair.badge for chair in arrival.chairs)
    names = [chair.name for chair in arrival.chairs]
    rows = []
    for line in lines:
        who = arrival.chairs[line.seat] if line.seat != NOBODY else None
        rows.append(
            h.li(class_="concerns" if arrival.viewer != NOBODY and line.brief.other == arrival.viewer else None)[
                h.span(".by")[tiles.face(who.face, who.badge) if who else ""],
                h.span(".signs")[signs(line.brief, arrival.crops, badges)],
                h.span[words.does(line.brief, names, arrival.viewer) or line.text],
                h.span(".goods")[goods(line.brief.goods)] if line.brief.goods else "",
            ]
        )
    return h.ul[rows]


def _course(arrival: Arrival, told: Version, title: str) -> Html:
    """Draw a version from where the two begin to differ; both show the board of the same player."""
    chair, title = arrival.chairs[told.shown], title.format(number=told.round)
    name = _("{name}'s board").format(name=chair.name)
    picture = board(replace(view_of(told.view, told.shown), title=name, seat=chair.badge), "thumbnail")
    return h.section(".sheet.news", tabindex="0", aria_label=title)[
        h.h2[title], h.figure[picture, h.figcaption[name]], _rows(arrival, told.lines[:_ROWS])
    ]
