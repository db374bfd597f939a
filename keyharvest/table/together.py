"""The beginning and the end of joint draws, which several pages make together, in one page's game (docs/remote.md)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from keyharvest.game import Game
from keyharvest.record.record import FAIR
from keyharvest.rules import CHANCE
from keyharvest.table.sealing import HAD
from keyharvest.table.sitting import Sitting

if TYPE_CHECKING:
    from keyharvest.remote.fair.part import FairPart


def dealt(sitting: Sitting, part: FairPart) -> Sitting:
    """Return a game with the same players that contains this page's part in joint draws, and all moves of that part."""
    game = Game(sitting.game.states[0], sitting.game.seed)
    game.headers = {**sitting.game.headers, FAIR: "sealed" if part.sealed else "on"}
    together = Sitting(game, sitting.chairs)
    together.part = part.text()
    together.take(part.moves)
    return together


def received(theirs: Sitting, here: Sitting | None, part: FairPart | None) -> Sitting | None:
    """Return a game handed over by another page as this page continues it, with its own part in joint draws.

    Return ``None`` if that part isn't dealt yet, or if the counters were opened but the game differs from what all had
    agreed on. What this page's player has done since they agreed is carried out in it.
    """
    if here is not None and here.game.sealed and (part is None or not part.watching):
        if part is None:
            return theirs
        if not part.continued_by(theirs.game.moves):
            return None
        # Decisions signed while others already opened their keys came too late for them.
        late = list(takewhile(lambda move: move[0] != "*", part.moves[len(theirs.game.moves) :]))
        more = theirs.game.moves[len(part.moves) :]
        own = late + part.unsigned(here.game.moves)
        if own[: len(more)] == more:  # answers without a choice, which every page gives
            theirs.commit(own[len(more) :])
        return theirs
    if part is None:
        return theirs
    return dealt(theirs, part) if part.dealt else None


def open_up(sitting: Sitting) -> None:
    """Mark a sealed game as open, once everyone has revealed their counters."""
    sitting.game.headers[FAIR] = "on"


def cease(sitting: Sitting) -> None:
    """Stop drawing together: from now on each page draws what follows its own decisions.

    If a draw is due, the page of the last decision makes it, and every other page returns to that decision.
    """
    game = sitting.game
    if not game.together:
        return
    if game.actor == CHANCE and not sitting.chairs[sitting.last_person()].person:
        game.rewind(game.settled())
    _draw_alone(sitting)


def end(sitting: Sitting, part: FairPart) -> None:
    """Stop drawing together in a sealed game, on the host's page, once all have opened their keys.

    The game gets the true counters, as far as the keys show them, and any draw that is due; the other pages then get
    the game from the host. What its player has done meanwhile stays.
    """
    own = part.unsigned(sitting.game.moves)
    sitting.game.take(part.moves, at=0)
    _draw_alone(sitting, own)


def _draw_alone(sitting: Sitting, own: Sequence[str] = ()) -> None:
    sitting.game.headers[FAIR] = f"until {sitting.game.state.turn}"
    sitting.part = ""
    sitting.game.headers.pop(HAD, None)  # other pages may have other draws
    sitting.game.make_draws()
    sitting.commit(own)


def stop(sitting: Sitting) -> None:
    """Stop a game in which a lie is proven."""
    sitting.game.headers[FAIR] = "stopped"
