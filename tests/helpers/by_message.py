"""Several pages that play one game by links alone, without a browser."""

from __future__ import annotations

import random
from collections.abc import Sequence

from keyharvest.page.session import Session
from keyharvest.table.post import Post, post
from keyharvest.table.sitting import Sitting
from tests.helpers.clicking import Reader


class Passing(random.Random):
    """Players who only end their turns, so that the game soon ends too (rule 13.4)."""

    def choice(self, moves: Sequence[str]) -> str:  # type: ignore[override]
        """Return the end of the turn, or the last move."""
        return "end" if "end" in moves else moves[-1]


class Elsewhere(Reader):
    """One page: its session, what it has saved, and a player who presses buttons at random."""

    def __init__(self, saved: dict[str, str] | None = None) -> None:
        super().__init__(Session(dict(saved or {})), saved)

    def reload(self) -> None:
        """Start again from what was saved."""
        self.__init__(self.saved)  # type: ignore[misc]

    def left(self) -> dict[str, str]:
        """Return what the shell knows of a page that is loaded again: its place and its address."""
        told = {key: [patch[key] for patch in self.patches if key in patch][-1:] for key in ("place", "address")}
        fragment = told["address"] or [self.saved.get("fragment", "")]
        return {"place": "".join(told["place"]), "fragment": "".join(fragment)}

    @property
    def sitting(self) -> Sitting:
        """The game on the table."""
        return self.session.table.sitting

    @property
    def post(self) -> Post | None:
        """The link that the page has to send."""
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
