"""The home screen."""

from __future__ import annotations

import json
from functools import cache
from typing import Final

from keyharvest.page.core.drawing import look
from keyharvest.page.core.screen import Screen
from keyharvest.page.page import Page
from keyharvest.page.parts.controls import button, file_button, hidden
from keyharvest.page.parts.frame import storage_notes
from keyharvest.page.parts.saved_game import picture, turn
from keyharvest.page.parts.sharing import gallery_page, gallery_title
from keyharvest.picture.board import board, seen
from keyharvest.picture.elements import Html, h, join
from keyharvest.picture.scenery import country
from keyharvest.saved.card import Card, result_line
from keyharvest.scenario.library import COURSE
from keyharvest.words.language import _, code, n_
from keyharvest.words.terms import LEVEL_NAMES, level, level_line, series


class HomeScreen(Screen):
    """The ways to games, lessons and puzzles."""

    name = "home"
    look = ""
    ends = False
    page: Page

    def content(self) -> Html:
        self.page.changed = True
        return home(self._doors())

    def first(self) -> str:
        """Return the first screen of the next visit, as JSON for web/site/scripts/opening.js."""
        look_now = look(self.page.memory.settings, past=False)
        page = {"lang": code(), **{name: value for name, value in look_now.items() if value}}
        return json.dumps({"page": page, "doors": self._doors()}, ensure_ascii=False)

    def _doors(self) -> Html:
        """Draw the words and doors of the home screen."""
        shelf, friends = self.page.keeping.shelf, self.page.friends
        last = shelf.last()
        # A first visit doesn't ask for the date, since Python would have to load the module for that.
        day = self.page.seating.today().isoformat() if shelf.entries or shelf.day_gone else ""
        of_day = shelf.of_day(day) if day else None
        today = None if of_day is None else shelf.card(of_day)
        tried = bool(day) and shelf.tried(day)
        kept = None if last is None or friends.gathers(last) else shelf.card(last)
        gathered = "lobby" if friends.gathers() else ""
        if kept and kept.gathers and not gathered:
            kept, gathered = None, "continue"  # the page was loaded again meanwhile
        learned = len(self.page.learning.lessons())
        return doors(kept, shelf.calling(), today, tried, self.page.puzzling.so_far(), gathered, learned)


# Its drawing

#: The country of the picture: its fields, with a star after unharvested ones, and its workers.
_FIELDS: Final = (
    "A2 A3* A5* A6 B2* B3 B4* B6* C2* C3 C5 C6* C7* C8 D1* D2* D5* D6 D8* "
    "E2 E3* E5* E7* E8 F2* F3 F5* F6* F7 G2* G3* G5 G6*"
)
_WORKERS: Final = "C:C4 K:D3 B:D7 L:F4 E:B5"


def home(words: Html) -> Html:
    """Draw the first screen: the picture, and its words and doors."""
    return join(_picture(), words)


def doors(
    kept: Card | None,
    calling: int = 0,
    today: Card | None = None,
    tried: bool = False,
    puzzled: tuple[bool | None, int] = (None, 0),
    gathers: str = "",
    learned: int = 0,
) -> Html:
    """Draw the words and doors of the first screen, without the picture.

    ``kept``: the game to continue, if any; ``calling``: games by message that wait; ``today``: the game of the day,
    once it has been begun; ``tried``: whether it has been, even if it was deleted since; ``puzzled``: whether today's
    puzzle was solved, ``None`` if it wasn't tried, and for how many days in a row; ``gathers``: the intent that leads
    back to the table of a live game that hasn't begun, if there is one; ``learned``: the number of finished lessons.
    """
    unfinished = kept is not None and not kept.over
    first = not (unfinished or gathers)
    # On a first visit it asks whether the reader knows the game: who doesn't is led through it at the first press.
    unknown = not (kept or gathers or learned or today or tried) and puzzled == (None, 0)
    told = _("I know the game") if unknown else _("you against one computer player")
    play = join(h.b[_("Play")] if first and not unknown else _("Play"), h.small[told])
    friends = join(_("Play with friends"), h.small[_("each on their own device")])
    ways = [
        *([_guided()] if unknown else []),
        button(play, "quick", class_="main play" if first and not unknown else "play"),
        button(friends, "friends", class_="afar"),
        button(_("New game"), "new"),
        button(join(_("Learn to play"), _learned(learned, kept)), "learn"),
        _game_of_day(today, tried),
        button(join(_("Puzzle of the day"), h.small[_puzzled(*puzzled)]), "puzzle"),
    ]
    if kept:
        word = _("See result") if not unfinished else _("Continue") if kept.waits or kept.live else _("View")
        told = h.span(".words")[h.b[word], h.small[series(kept.names, " · ")], h.small[turn(kept)]]
        # Put an unfinished game first.
        ways.insert(
            0 if unfinished else len(ways),
            button(join(picture(kept), told), "continue", class_="main kept" if unfinished and not gathers else "kept"),
        )
    if gathers:
        back = join(h.b[_("Back to the table")], h.small[_("your live game hasn't begun yet")])
        ways.insert(0, button(back, gathers, class_="main play"))
    others = [
        button(join(_("Your games"), _calling(calling)), "games"),
        button(_("All puzzles"), "puzzles"),
        button(_("Rules"), "rules"),
        button(_("Cards"), "cards"),
        button(_("Set up position"), "editor"),
        button(_("Settings"), "settings"),
        file_button(_("Open record")),
    ]
    return join(
        h.div(".intro")[
            h.h1[_("Key Harvest")],
            h.p(".say")[
                _("Claim fields, hire workers, harvest, and grow the finest farm in the country."),
                " ",
                _("A board game for two to four, people or computers."),
            ],
            h.nav(aria_label=_("Play"))[ways],
            storage_notes(),
        ],
        h.footer[
            others,
            h.p[
                _("An unofficial program. Nothing leaves this page."),
                " ",
                h.span(".stored")[_("Games stay in this browser."), " "],
                h.a(href=gallery_page(code()))[gallery_title()],
            ],
        ],
    )


def _guided() -> Html:
    """Draw the way into the first game for who doesn't know the game."""
    told = join(h.b[_("Your first game")], h.small[_("New to Key Harvest? A coach plays along.")])
    return button(told, "guided", class_="main play")


def _game_of_day(today: Card | None, tried: bool) -> Html:
    """Draw the way into the game of the day: the choice of a level, or the game once it has been begun."""
    inside = join(_("Game of the day"), h.small[result_line(today, tried)])
    if today:
        return button(inside, "day", class_="of-day")
    levels = (button(join(h.b[level(name)], h.small[level_line(name)]), "day", name) for name in LEVEL_NAMES)
    menu = h.div("#day-levels.day-levels", popover="auto")[h.p[_("Game of the day, against")], levels]
    return join(h.button(".of-day", type="button", popovertarget="day-levels")[inside], menu)


def _puzzled(solved: bool | None, streak: int) -> str:
    """Say how far the reader has got with today's puzzle."""
    words = [] if solved is None else [_("solved") if solved else _("tried")]
    if streak:
        words.append(n_("{number} day in a row", "{number} days in a row", streak).format(number=streak))
    return " · ".join(words) or _("the same for everyone")


def _learned(number: int, kept: Card | None) -> Html:
    """Say how far the reader has got with the course, or to a newcomer how it ends."""
    if number:
        return h.small[_("{number} of {all} lessons").format(number=number, all=len(COURSE))]
    return Html() if kept else h.small[_("in twelve short lessons")]


def _calling(number: int) -> Html:
    """Draw the number of games by message that wait for a person here."""
    if not number:
        return Html()
    told = n_("{number} game is waiting for you", "{number} games are waiting for you", number).format(number=number)
    return h.span(".count")[h.span(aria_hidden=True)[str(number)], hidden(f", {told}")]


@cache
def _picture() -> Html:
    """Draw sky and hills, and a country board on the hills."""
    land = board(seen(_FIELDS, _WORKERS), "still")
    return join(country(), h.div(".country", aria_hidden=True)[land])


SCREENS: Final[tuple[type[Screen], ...]] = (HomeScreen,)
