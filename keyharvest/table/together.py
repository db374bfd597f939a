"""A game whose draws several pages make together (docs/remote.md), as one page has it: its beginning and its end."""

from __future__ import annotations

from collections.abc import Sequence

from keyharvest.game import Game
from keyharvest.record.record import FAIR
from keyharvest.rules import CHANCE
from keyharvest.table.sitting import Sitting


def dealt(sitting: Sitting, moves: Sequence[str], part: str) -> Sitting:
    """Return a game with the same players that begins with these moves, and whose draws are made together.

    ``part`` is what this page stores of its own part in them.
    """
    game = Game(sitting.game.states[0], sitting.game.seed)
    game.headers = {**sitting.game.headers, FAIR: "on"}
    together = Sitting(game, sitting.chairs)
    together.part = part
    together.take(moves)
    return together


def cease(sitting: Sitting) -> None:
    """Stop drawing together: from now on each page draws what follows its own decisions.

    Where a draw waits, the page of the last decision makes it. Any other page returns to that decision.
    """
    game = sitting.game
    if not game.together:
        return
    game.headers[FAIR] = f"until {game.state.turn}"
    sitting.part = ""
    if game.actor == CHANCE and not sitting.chairs[sitting.last_person()].person:
        game.rewind(game.settled())
    game.draw_on()
    sitting.commit([])


def stop(sitting: Sitting) -> None:
    """Stop a game in which a lie is proven."""
    sitting.game.headers[FAIR] = "stopped"
