"""The set-up of a new game."""

from __future__ import annotations

from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.intent import EVERYWHERE, intent
from keyharvest.page.core.screen import Screen
from keyharvest.page.page import Page
from keyharvest.page.setup.view import setup
from keyharvest.picture.elements import Html


class SetUpScreen(Screen):
    """The set-up of a new game."""

    name = "setup"
    page: Page

    def content(self) -> Html:
        chosen, seating = self.page.memory.set_up, self.page.seating
        shown = chosen.with_friend() if seating.inviting else chosen.without_friends()
        return setup(shown, seating.faults, self.page.workbench.playable())

    def place(self) -> str:
        return "friends" if self.page.seating.inviting else self.name

    def enter(self, which: str) -> Patch | None:
        self.do_friends() if which else self.do_new()
        return None

    @intent(on=EVERYWHERE)
    def do_new(self) -> None:
        """Show the set-up."""
        self.page.seating.faults, self.page.seating.inviting = {}, False
        self.page.here.show(self.name)

    @intent(on=EVERYWHERE)
    def do_friends(self) -> None:
        """Show the set-up with a player elsewhere."""
        self.do_new()
        self.page.seating.inviting = True
