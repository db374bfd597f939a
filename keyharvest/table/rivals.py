"""Rivals who could buy a tile for its bid, as far as one viewer can know (rules 6.2, 14.3)."""

from __future__ import annotations

from typing import Final

from keyharvest.knowledge import hidden
from keyharvest.rules import State, counters
from keyharvest.rules.geometry import spaces_in

CAN: Final = "can"
MAY: Final = "may"
CANNOT: Final = "cannot"


def can_pay(view: State, unknown: tuple[int, ...], seat: int, price: int) -> str:
    """Return ``CAN`` if a seat can pay exactly these counters, ``CANNOT`` if it can't.

    Return ``MAY`` if that depends on the unknown counters in its hand.

    >>> from keyharvest.game import Game
    >>> seen = Game.new(3, start="random", seed=1).observation(0)
    >>> [can_pay(seen.view, seen.unknown, 1, number * counters.ONE[0]) for number in (0, 1, 4)]
    ['can', 'may', 'cannot']
    """
    missing = _missing(price, view.hands[seat])
    if not any(missing):
        return CAN
    possible = sum(missing) <= unknown[seat] and not any(_missing_for_good(view, missing))
    return MAY if possible else CANNOT


def rivals(view: State, unknown: tuple[int, ...], me: int, owner: int, price: int) -> dict[int, str]:
    """Say of every seat but ``me`` and the tile's owner whether it could pay the tile's price."""
    return {
        seat: can_pay(view, unknown, seat, price)
        for seat in ((me + step) % view.players for step in range(1, view.players))
        if seat != owner
    }


def after_harvest(state: State, seat: int, price: int) -> int:
    """Return the part of a price that a seat must have in hand if it first harvests all its ripe fields.

    If the stock is short, return nothing: a field whose crop it lacks may give any other crop (rule 4.3).
    """
    ripe = sum(counters.ONE[state.layout.crops[tile]] for tile in spaces_in(state.ripe[seat]))
    return counters.NONE if any(_missing(ripe, state.stock)) else counters.pack(_missing(price, ripe))


def _missing_for_good(view: State, missing: list[int]) -> list[int]:
    """Return how many of the missing counters, by crop, can't be among the hidden ones (rule 14.3)."""
    pairs = zip(missing, counters.unpack(hidden(view)), strict=True)
    return [max(0, number - unseen) for number, unseen in pairs]


def _missing(price: int, hand: int) -> list[int]:
    """Return how many counters of a price are missing in a hand, by crop."""
    pairs = zip(counters.unpack(price), counters.unpack(hand), strict=True)
    return [max(0, wanted - held) for wanted, held in pairs]
