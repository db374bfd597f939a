"""The screens of games with people on other pages: invitations, who is there, and what came by message."""

from __future__ import annotations

from typing import ClassVar, Final

from keyharvest.page.core.drawing import Patch
from keyharvest.page.core.intent import COMPANY, HOST, LINKS, TALK
from keyharvest.page.core.screen import Screen
from keyharvest.page.live.calls import Calls
from keyharvest.page.live.host import Host
from keyharvest.page.live.letters import Letters, Opened, arrival
from keyharvest.page.live.opened_view import letter
from keyharvest.page.page import Page
from keyharvest.picture.elements import Html
from keyharvest.words.language import _


class LetterScreen(Screen):
    """A link or a record of a game by message that was opened."""

    name = "letter"
    look = "curtain"
    aside = True
    parts = (("page.friends.letters", Letters),)
    page: Page

    @property
    def opened(self) -> Opened | None:
        """The last one opened."""
        return self.page.friends.letters.last

    def content(self) -> Html:
        assert self.opened
        return letter(arrival(self.opened))

    def place(self) -> str:
        """Return the place of its game, or the one before: a letter is opened only once."""
        opened, before = self.opened, self.page.told_place or self.page.here.left.partition("+")[0]
        return before or "home" if opened is None or opened.number is None else f"game:{opened.number}"

    def address(self) -> str:
        return self.opened.link if self.opened else ""


class _OfLiveGame:
    """The common ground of the screens of a live game."""

    parts: ClassVar[tuple[tuple[str, type], ...]] = (("calls", Calls), ("calls.host", Host))
    name: ClassVar[str]
    page: Page

    @property
    def calls(self) -> Calls:
        """The live game."""
        return self.page.friends.known()

    def address(self) -> str:
        return self.page.friends.address()

    def enter(self, _which: str) -> Patch:
        """Return to the live game or, on a host's page that was loaded again, to new invitations."""
        number = self.page.keeping.shelf.last()
        if self.page.here.left == self.name and number is not None and self.page.keeping.shelf.card(number).gathers:
            return self.page.seating.do_continue(str(number))
        there = self.now()
        if not there:
            raise ValueError(_("No live game is open on this page."))
        self.page.here.leave_for(there)
        return {}

    def now(self) -> str:
        """Return the screen that shows now what this one has shown, or ""."""
        raise NotImplementedError


class InviteScreen(_OfLiveGame, Screen):
    """The invitations of a host's page."""

    name = "invite"
    look = "setup cloth"
    aside = True
    offers = (HOST, LINKS)
    gathers = True
    answers = "invite-fault"

    def content(self) -> Html:
        return self.calls.inviting()

    def now(self) -> str:
        return "invite" if self.calls.invites else "lobby" if self.calls.hosts else ""


class LobbyScreen(_OfLiveGame, Screen):
    """The people at the table of a live game."""

    name = "lobby"
    look = "setup cloth"
    aside = True
    offers = (HOST, COMPANY, TALK)
    gathers = True

    def content(self) -> Html:
        return self.calls.lobby()

    def now(self) -> str:
        return self.name if self.calls.gathered else "invited" if self.calls.joined else ""


class InvitedScreen(_OfLiveGame, Screen):
    """An invitation received, or this page's own place in a live game."""

    name = "invited"
    look = "join"
    aside = True
    offers = (LINKS, TALK)
    invited = True

    def content(self) -> Html:
        return self.calls.joining()

    def now(self) -> str:
        return self.name if self.calls.joined else ""


SCREENS: Final[tuple[type[Screen], ...]] = (LetterScreen, InviteScreen, LobbyScreen, InvitedScreen)
