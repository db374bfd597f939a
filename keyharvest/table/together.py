"""A game whose draws several pages make together (docs/remote.md), as one page has it: its beginning and its end."""

from __future__ import annotations

from keyharvest.game import Game
from keyharvest.record.record import FAIR
from keyharvest.remote.fair.part import WATCHING, FairPart
from keyharvest.rules import CHANCE
from keyharvest.table.sitting import Sitting


def dealt(sitting: Sitting, part: FairPart) -> Sitting:
    """Return a game with the same players, played as far as this page's part in joint draws, which it stores."""
    game = Game(sitting.game.states[0], sitting.game.seed)
    game.headers = {**sitting.game.headers, FAIR: "sealed" if part.sealed else "on"}
    together = Sitting(game, sitting.chairs)
    together.part = part.text()
    together.take(part.moves)
    return together


def received(theirs: Sitting, here: Sitting | None, part: FairPart | None) -> Sitting | None:
    """Return the game that another page has handed over as it is on this one, with its part in joint draws.

    ``None`` if that isn't dealt yet; or if the counters were opened, but the game differs from what all had agreed on.
    """
    if here is not None and here.game.sealed and (part is None or part.seat != WATCHING):
        known = part is None or not here.persons() or part.continued_by(theirs.game.moves)
        return theirs if known else None
    if part is None:
        return theirs
    return dealt(theirs, part) if part.dealt else None


def open_up(sitting: Sitting) -> None:
    """End a sealed game, as all have opened their counters."""
    sitting.game.headers[FAIR] = "on"


def cease(sitting: Sitting) -> None:
    """Stop drawing together: from now on each page draws what follows its own decisions.

    Where a draw waits, the page of the last decision makes it. Any other page returns to that decision.
    """
    game = sitting.game
    if not game.together:
        return
    if game.actor == CHANCE and not sitting.chairs[sitting.last_person()].person:
        game.rewind(game.settled())
    _draw_alone(sitting)


def end(sitting: Sitting, part: FairPart) -> None:
    """Stop drawing together in a sealed game: on the host's page, once all have opened their keys.

    It gets the true counters, as far as the keys show them, and draws what waits; the others get the game from there.
    """
    sitting.game.rewind(0)
    sitting.game.take(part.moves)
    _draw_alone(sitting)


def _draw_alone(sitting: Sitting) -> None:
    sitting.game.headers[FAIR] = f"until {sitting.game.state.turn}"
    sitting.part = ""
    sitting.game.draw_on()
    sitting.commit([])


def stop(sitting: Sitting) -> None:
    """Stop a game in which a lie is proven."""
    sitting.game.headers[FAIR] = "stopped"
