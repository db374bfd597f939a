"""The rules, and the cards of workers and events."""

from __future__ import annotations

from typing import Final

from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.forms import or_nothing, text_of
from keyharvest.page.core.intent import EVERYWHERE, intent
from keyharvest.page.core.screen import Screen
from keyharvest.page.page import Page
from keyharvest.page.rules import text_view as rules_page
from keyharvest.page.rules.cards_view import card_of, cards_screen
from keyharvest.page.rules.over_view import CARDS
from keyharvest.page.rules.view import hits, rules_screen
from keyharvest.picture.elements import Html
from keyharvest.rules.components import EVENT_INDEX, WORKER_INDEX
from keyharvest.words.rules_text import numbers


def _rule(value: object) -> str:
    """The number of a rule."""
    if not isinstance(value, str) or value not in numbers():
        raise ValueError(f"no rule {str(value)[:20]!r}")
    return value


def _card(value: object) -> str:
    """The letter of a worker or an event."""
    if not isinstance(value, str) or value not in (*WORKER_INDEX, *EVENT_INDEX):
        raise ValueError(f"no worker or event {str(value)[:20]!r}")
    return value


class RulesScreen(Screen):
    """The rules, and the words searched for."""

    name = "rules"
    aside = True
    explains = True
    in_notebook = True
    page: Page
    _sought = ""

    def content(self) -> Html:
        return rules_screen(self._sought)

    def after_lesson(self, rule: str) -> Patch:
        return {"focus": rules_page.anchor(rule)}

    @intent(or_nothing(_rule), on=EVERYWHERE)
    def do_rules(self, rule: str | None) -> Patch | None:
        """Show the rules: scrolled to one of them, or (no value) as they were left, with the words searched for."""
        if rule:
            self._sought = ""
        self.page.here.leave_for(self.name)
        return {"focus": rules_page.anchor(rule)} if rule else None

    @intent(text_of, on=EVERYWHERE)
    def do_search(self, words: str) -> None:
        """Search the rules."""
        self._sought = words.strip()[:60]

    @intent(on=EVERYWHERE)
    def do_found(self) -> Patch | None:
        """Go to the first rule that the search has found."""
        found = hits(self._sought) if self._sought else []
        return {"focus": rules_page.anchor(found[0][0])} if found else None


class CardsScreen(Screen):
    """The cards of workers and events."""

    name = "cards"
    aside = True
    in_notebook = True
    page: Page

    def content(self) -> Html:
        return cards_screen()

    @intent(or_nothing(_card), on=EVERYWHERE)
    def do_cards(self, letter: str | None) -> Patch | None:
        """Show the cards of workers and events, scrolled to one if its letter is given; at a table, in a dialog."""
        to = {"focus": card_of(letter)} if letter else {}
        if self.page.here.shown.table:
            return {**self.page.do_over(CARDS), **to}
        self.page.here.leave_for(self.name)
        return to


SCREENS: Final[tuple[type[Screen], ...]] = (RulesScreen, CardsScreen)
