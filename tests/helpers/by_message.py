"""Several pages that play one game by links alone, without a browser."""

from __future__ import annotations

import random
from typing import Any

from keyharvest.page.session import Session
from keyharvest.table.post import Post, post
from keyharvest.table.sitting import Sitting


class Elsewhere:
    """One page: its session, what it has saved, and a player who presses buttons at random."""

    def __init__(self, saved: dict[str, str] | None = None) -> None:
        self.saved = dict(saved or {})
        self.session = Session(self.saved)
        self._keep(self.session.start())

    def send(self, intent: str, value: object = None) -> dict[str, Any]:
        """Send a message, and keep what the answer says."""
        return self._keep(self.session.handle({"intent": intent, "value": value}))

    def _keep(self, patch: dict[str, Any]) -> dict[str, Any]:
        for key, text in patch.get("save", {}).items():
            if text is None:
                self.saved.pop(key, None)
            else:
                self.saved[key] = text
        return patch

    def reload(self) -> None:
        """Start again from what was saved."""
        self.__init__(self.saved)  # type: ignore[misc]

    @property
    def screen(self) -> str:
        """The screen that is shown."""
        return self.session.screen

    @property
    def sitting(self) -> Sitting:
        """The game on the table."""
        return self.session.table.sitting

    @property
    def post(self) -> Post | None:
        """What the page has to send."""
        return post(self.sitting)

    def play(self, rng: random.Random) -> None:
        """Decide at random for the people here until someone elsewhere has to."""
        sitting = self.sitting
        while sitting.person_to_act() or sitting.computer_to_act():
            if sitting.person_to_act():
                sitting.commit([rng.choice(sitting.game.legal())])
            else:
                sitting.step()
        self.session.seating.moved()
        self.send("visible")


def invitation(kinds: list[str], seed: int, **options: object) -> tuple[Elsewhere, str]:
    """Start a game with these seats; return its page and the link that invites the others."""
    page = Elsewhere()
    form = {
        "name": ["Ann", "Ben", "Cleo", "Dan"],
        "kind": [*kinds, *["empty"] * (4 - len(kinds))],
        "start": "random",
        "seed": str(seed),
        **options,
    }
    patch = page.send("begin", form)
    assert "alert" not in patch, patch["alert"]
    return page, page.sitting.handed_out()
