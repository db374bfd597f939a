"""The screens of saved games: the list, the statistics, and a link to share."""

from __future__ import annotations

from typing import Any, Final

from keyharvest.page.core.drawing import Patch, download
from keyharvest.page.core.forms import object_of, or_nothing, text_of
from keyharvest.page.core.intent import EVERYWHERE, intent
from keyharvest.page.core.screen import Screen
from keyharvest.page.page import Page
from keyharvest.page.saved.games_view import ROWS, deleted, games, share
from keyharvest.page.saved.keeping import Shared
from keyharvest.picture.elements import Html, join


class GamesScreen(Screen):
    """The saved games."""

    name = "games"
    page: Page
    _players = 0
    _shown = ROWS

    def content(self) -> Html:
        return games(self.page.keeping, self._players, self._shown)

    @intent(on=EVERYWHERE)
    def do_games(self) -> None:
        """Show the saved games."""
        self.page.do_home()
        self.page.here.show(self.name)

    @intent(text_of, on=EVERYWHERE)
    def do_delete(self, value: str | None) -> Patch:
        """Delete a saved game, given by its number, the ``finished`` ones or ``all``."""
        patch = self.delete(value)
        if self.page.here.shown is not self:
            self.do_games()
        return patch

    def delete(self, value: str | None) -> Patch:
        """Delete saved games; one of them on the table is taken from it."""
        patch = self.page.keeping.delete(value)
        if self.page.keeping.gone():
            self.page.seating.table = None
        return patch

    @intent(object_of, on=EVERYWHERE)
    def do_players(self, form: dict[str, Any]) -> None:
        """Show only finished games with this many players; 0 for all."""
        chosen = form.get("players")
        if chosen not in ("0", "2", "3", "4"):
            raise ValueError(f"message: players: expected 0, 2, 3 or 4, not {str(chosen)[:20]!r}")
        self._players = int(chosen)

    @intent(on=EVERYWHERE)
    def do_older(self) -> None:
        """Show more of the finished games."""
        self._shown += ROWS


class StatisticsScreen(Screen):
    """The statistics on finished games."""

    name = "statistics"
    aside = True
    page: Page
    _whose = ""
    _hinted = False

    def content(self) -> Html:
        from keyharvest.page.saved.statistics_view import statistics  # only this screen needs it

        keeping, now = self.page.keeping, self.page.keeping.clock()
        drawn = statistics(keeping.finished(), self._whose, self._hinted, now)
        return join(drawn, deleted(keeping.shelf, now, True) if keeping.fresh else "")

    @intent(on=EVERYWHERE)
    def do_statistics(self) -> None:
        """Show the statistics."""
        self.page.here.leave_for(self.name)

    @intent(text_of)
    def do_delete(self, value: str | None) -> Patch:
        """Delete games as on the list of games, but stay here."""
        return self.page.here.get(GamesScreen).delete(value)

    @intent(text_of, on=EVERYWHERE)
    def do_whose(self, name: str) -> None:
        """Choose whose statistics to show."""
        self._whose = name[:60]

    @intent(object_of, on=EVERYWHERE)
    def do_hinted(self, form: dict[str, Any]) -> None:
        """Show the statistics of games with hints, or of those without."""
        chosen = form.get("hinted")
        if chosen not in ("yes", "no"):
            raise ValueError(f"message: hinted: expected yes or no, not {str(chosen)[:20]!r}")
        self._hinted = chosen == "yes"

    @intent(on=EVERYWHERE)
    def do_table_file(self) -> Patch:
        """Export the finished games as a table for other programs."""
        from keyharvest.page.saved.statistics_view import csv_text

        return download("key-harvest.csv", "text/csv", csv_text(self.page.keeping.finished()))


class ShareScreen(Screen):
    """A link to a game, and to one of its moments."""

    name = "share"
    aside = True
    page: Page
    _shared: Shared | None = None

    def content(self) -> Html:
        assert self._shared
        return share(self._shared)

    def enter(self, _which: str) -> None:
        if self._shared is None:
            raise ValueError("message: share: no game has been chosen")
        self.page.here.leave_for(self.name)

    @intent(or_nothing(text_of), on=EVERYWHERE)
    def do_share(self, value: str | None) -> None:
        """Make a link to a saved game or to the one on the table: ``NUMBER@MOMENT-SEAT``, each optional."""
        self._shared = self.page.keeping.link_to(value, self.page.seating.sitting())
        self.page.here.leave_for(self.name)


SCREENS: Final[tuple[type[Screen], ...]] = (GamesScreen, StatisticsScreen, ShareScreen)
