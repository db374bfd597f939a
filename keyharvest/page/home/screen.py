"""The home screen."""

from __future__ import annotations

import json

from keyharvest.page.core.drawing import look
from keyharvest.page.core.screen import Screen
from keyharvest.page.home.view import doors, home
from keyharvest.page.page import Page
from keyharvest.picture.elements import Html
from keyharvest.words.language import code


class HomeScreen(Screen):
    """The ways to games, lessons and puzzles."""

    name = "home"
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
