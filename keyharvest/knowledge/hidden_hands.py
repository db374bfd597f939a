"""Hands behind screens, for a table where everyone keeps count in their heads (rule 14.4)."""

from __future__ import annotations

from keyharvest.rules import counters
from keyharvest.rules.state import State, check_seat


def behind_screens(view: State, unknown: tuple[int, ...], seat: int | None) -> tuple[State, tuple[int, ...]]:
    """Return a view and its numbers of unknown counters, with every hand but the seat's own reduced to its size.

    ``view`` and ``unknown`` are those of an observation; ``seat`` is ``None`` for a spectator. Raise ``ValueError`` if
    the seat isn't in the game.

    >>> from keyharvest.rules import new_game, play
    >>> state = play(play(play(play(new_game(2), "*1"), "1"), "*A3"), "*B8")
    >>> screened, unknown = behind_screens(play(state, "*hops"), (0, 0), seat=0)
    >>> [counters.text(hand) for hand in screened.hands], unknown
    (['h1', '-'], (0, 1))
    """
    if seat is not None:
        check_seat(seat, view.players)
    screened = view.copy()
    seats = range(view.players)
    screened.hands = tuple(view.hands[other] if other == seat else counters.NONE for other in seats)
    screened.known = tuple(view.known[other] if other == seat else counters.NONE for other in seats)
    sizes = [unknown[other] + counters.total(view.hands[other]) for other in seats]
    return screened, tuple(0 if other == seat else sizes[other] for other in seats)
