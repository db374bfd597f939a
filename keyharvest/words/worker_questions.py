"""The words of the questions that only one power asks, or the same one of two workers (rules 10 and 11)."""

from __future__ import annotations

from typing import Any, Final, TypeVar

from keyharvest.rules import counters
from keyharvest.rules.events import Receive
from keyharvest.rules.frames import FALLOW, PASS, PLACE, Decision
from keyharvest.rules.geometry import SPACES
from keyharvest.rules.powers import BuyFromStore, PlaceOrFallow, TakeUnconnected
from keyharvest.words.language import N_, _
from keyharvest.words.questions import Brief, Happening, Words
from keyharvest.words.terms import number_of_counters

Offered = TypeVar("Offered", PlaceOrFallow, Receive)


class _BuyFromStore(Words[BuyFromStore]):
    asks = N_("{name}, which tile does the {worker} buy from another player's store?")
    wants = N_("First choose a tile in another player's store, or decline (rule {rule}).")
    offers = N_("Buy {field}")

    def refuse_tile(self, tile: int) -> str:
        owner = self.view.store_of(tile)
        if owner == self.seat:
            return _("{reference} is in your own store (rule {rule}).").format(reference=SPACES[tile], rule=self.rule)
        if owner < 0:
            return _("{reference} isn't in another player's store; it is {place} (rule {rule}).").format(
                reference=SPACES[tile], place=self.place_of(tile), rule=self.rule
            )
        return _("{reference} costs {price}; you have only {purse} (rule {rule}).").format(
            reference=SPACES[tile],
            price=number_of_counters(self.question.price(self.view.bid_of(tile))),
            purse=counters.total(self.view.hands[self.seat]),
            rule=self.rule,
        )


class _TakeUnconnected(Words[TakeUnconnected]):
    asks = N_("{name}, which unconnected field does the bailiff take?")
    wants = N_("First choose an unconnected field on another board, or decline (rule {rule}).")
    offers = N_("Take {field}")

    def refuse_tile(self, tile: int) -> str:
        return self.out_of_reach(tile)


class OfferedTile(Words[Offered]):
    """The words of a tile that may be placed, laid fallow or, if it goes round, passed on."""

    wants = N_("First decide what becomes of {reference} (rule {rule}).")

    def told(self, h: Happening) -> str:
        messages = {
            PLACE: _("{name} places {field}."),
            FALLOW: _("{name} lays {field} fallow."),
            PASS: _("{name} passes {field} on to {other}."),
        }
        return messages[h.move].format(
            name=self.name, field=self.field(self.question.tile), other=self.who(self.next_seat)
        )

    def briefly(self, h: Happening) -> Brief:
        kind = {PLACE: "place", FALLOW: "fallow", PASS: "pass"}[h.move]
        other = self.next_seat if h.move == PASS else -1
        return Brief(kind, self.seat, 1 << self.question.tile, self.asker, self.event, other=other)


class _PlaceOrFallow(OfferedTile[PlaceOrFallow]):
    asks = N_("{name}, do you place {field} or lay it fallow?")


WORDS: Final[dict[type[Decision], type[Words[Any]]]] = {
    BuyFromStore: _BuyFromStore,
    TakeUnconnected: _TakeUnconnected,
    PlaceOrFallow: _PlaceOrFallow,
}
