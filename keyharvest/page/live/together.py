"""Live games in which all pages draw together, as one page stores and shows them."""

from __future__ import annotations

from keyharvest.remote.fair.part import FairPart
from keyharvest.remote.live import Live
from keyharvest.rules import CHANCE, actor
from keyharvest.table.chairs import FAR, NOBODY, PERSON
from keyharvest.table.company import Checks
from keyharvest.table.sitting import Sitting
from keyharvest.table.together import cease


def can_deal(sitting: Sitting) -> bool:
    """Whether a game that hasn't begun can get joint draws: each player on a page of their own, nothing decided yet."""
    states = sitting.game.states
    apart = sorted(chair.kind for chair in sitting.chairs) == [*[FAR] * (len(sitting.chairs) - 1), PERSON]
    return apart and not states[0].turn and all(actor(state) == CHANCE for state in states[:-1])


def stored_part(sitting: Sitting | None) -> FairPart | None:
    """Return this page's stored part in joint draws; ``None`` if there is none, or if it is damaged.

    A damaged part ends the joint draws of a game, except of a sealed one, which first needs the counters from another
    page.
    """
    if sitting is None or not sitting.game.together:
        return None
    try:
        return FairPart.read(sitting.part)
    except ValueError:
        if not sitting.game.sealed:
            cease(sitting)
        return None


def drawn_here(sitting: Sitting, at: int) -> bool:
    """Whether the moves from number ``at`` on begin with a draw that follows a decision made on this page."""
    before = sitting.game.states[: at + 1]
    decided = next((actor(state) for state in reversed(before) if actor(state) >= 0), NOBODY)
    return actor(before[-1]) == CHANCE and decided != NOBODY and sitting.chairs[decided].person


def checks(live: Live | None) -> Checks | None:
    """Return the state of the joint draws, if the game has any."""
    part = live.draws.part if live else None
    if part is None:
        return None
    lie = part.lie
    return Checks(
        part.draws,
        part.number,
        part.complete,
        lie.kind if lie else "",
        lie.turn if lie else 0,
        lie.seats[0] if lie else NOBODY,
        part.counters,
        part.size,
        tuple(part.awaited),
        part.agreement.deal,
        part.opening,
    )
