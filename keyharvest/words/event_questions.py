"""The words of the questions that only one event asks (rule 12)."""

from __future__ import annotations

from typing import Any, Final

from keyharvest.rules import counters
from keyharvest.rules.events import ChooseCrop, ExchangeFor, Give, Grant, MoveTo, Receive, Replace, SwapFor
from keyharvest.rules.frames import FALLOW, PASS, PLACE, Decision
from keyharvest.words.language import N_, _, n_
from keyharvest.words.questions import Brief, Happening, Words
from keyharvest.words.terms import crop, goods, worker
from keyharvest.words.worker_questions import OfferedTile

_NO_CHOICE: Final = N_("A scroll leaves no choice: you can't decline this event (rule 9.2).")


class _ExchangeFor(Words[ExchangeFor]):
    asks = N_("{name}, which unconnected field do you take for {field}?")
    wants = N_("First choose an unconnected field on another board (rule {rule}).")
    offers = N_("Swap for {field}")

    def refuse_tile(self, tile: int) -> str:
        return self.out_of_reach(tile)

    def told(self, h: Happening) -> str:
        theirs = h.named.tile
        return _("{name} gives {owner} {field} in exchange for {other}, and both are placed.").format(
            name=self.name,
            field=h.tile(self.question.own),
            owner=h.name(h.before.owner(theirs)),
            other=h.tile(theirs),
        )

    def briefly(self, h: Happening) -> Brief:
        theirs = h.named.tile
        both = 1 << theirs | 1 << self.question.own
        return Brief("swap", self.seat, both, event=self.event, other=h.before.owner(theirs))


class _Give(Words[Give]):
    wants = N_("First choose a field on your board to pass on (rule {rule}).")
    binds = _NO_CHOICE
    offers = N_("Pass on {field}")

    def ask(self) -> str:
        return _("{name}, which field do you pass to {other}?").format(name=self.name, other=self.who(self.next_seat))

    def drawer(self) -> int:
        return self.question.drawer

    def refuse_tile(self, tile: int) -> str:
        return self.absent(tile)

    def told(self, h: Happening) -> str:
        return _("{name} passes {field} to {other}.").format(
            name=self.name, field=h.tile(h.named.tile), other=self.who(self.next_seat)
        )

    def briefly(self, h: Happening) -> Brief:
        return Brief("pass", self.seat, 1 << h.named.tile, event=self.event, other=self.next_seat)


class _Receive(OfferedTile[Receive]):
    def ask(self) -> str:
        tile = self.field(self.question.tile)
        if self.seat == self.question.drawer:
            return _("{name}, {field} is passed to you. Place it or lay it fallow?").format(name=self.name, field=tile)
        before = (self.seat - 1) % self.view.players
        return _("{name}, {field} comes from {other}. Place it, lay it fallow or pass it on?").format(
            name=self.name, field=tile, other=self.who(before)
        )

    def drawer(self) -> int:
        return self.question.drawer

    def refuse_word(self, wish: str) -> str:
        if wish == PASS:
            return _("The tile has come back round; the player who drew the event can't pass it on (rule 12.1).")
        if wish in (PLACE, FALLOW):
            return _("With no field on your board you have to pass the tile on (rule 12.1).")
        return ""


class _ChooseCrop(Words[ChooseCrop]):
    asks = N_("{name}, which crop do you take a counter of?")
    wants = N_("First choose a crop, or decline (rule {rule}).")

    def label_crop(self, index: int) -> str:
        if counters.count(self.view.stock, index):
            return super().label_crop(index)
        return _("Another crop instead of {crop}").format(crop=crop(index))

    def refuse_crop(self, index: int) -> str:
        ripe = self.view.ripe[self.seat]
        numbers = [(ripe & mask).bit_count() for mask in self.view.layout.by_crop]
        most = max(numbers)
        if not numbers[index]:
            return _("You have no unharvested field of {crop} (rule {rule}).").format(crop=crop(index), rule=self.rule)
        return n_(
            "You have {number} unharvested field of {crop}, but {most} of {other} (rule {rule}).",
            "You have {number} unharvested fields of {crop}, but {most} of {other} (rule {rule}).",
            numbers[index],
        ).format(number=numbers[index], crop=crop(index), most=most, other=crop(numbers.index(most)), rule=self.rule)

    def told(self, h: Happening) -> str:
        if h.before.stock == h.after.stock:
            return _("{name} is due a counter of {crop}, but the stock has none.").format(
                name=self.name, crop=crop(h.named.crop)
            )
        return _("{name} takes {counters} for the good harvest.").format(name=self.name, counters=h.gained())

    def briefly(self, h: Happening) -> Brief:
        return Brief("take", self.seat, event=self.event, goods=h.gain())


class _Replace(Words[Replace]):
    asks = N_("{name}, which field do you lay fallow for {field}, or {field} itself?")
    wants = N_("First choose a field to make way for {field}, or lay {field} fallow (rule {rule}).")
    binds = _NO_CHOICE
    offers = N_("Lay {field} fallow")

    def label(self, move: str) -> str:
        return self.label_tile(self.question.tile) if move == FALLOW else super().label(move)

    def refuse_tile(self, tile: int) -> str:
        return self.absent(tile)

    def told(self, h: Happening) -> str:
        drawn = h.tile(self.question.tile)
        if h.move == FALLOW:
            return _("{name} lays {field} fallow at once.").format(name=self.name, field=drawn)
        return _("{name} lays {field} fallow and places {other}.").format(
            name=self.name, field=h.tile(h.named.tile), other=drawn
        )

    def briefly(self, h: Happening) -> Brief:
        tile = self.question.tile if h.move == FALLOW else h.named.tile
        return Brief("fallow", self.seat, 1 << tile, self.asker, self.event)


class _SwapFor(Words[SwapFor]):
    asks = N_("{name}, which registry tile do you take for {field}?")
    wants = N_("First choose a registry tile (rule {rule}).")
    offers = N_("Swap for {field}")

    def refuse_tile(self, tile: int) -> str:
        return self.not_in_registry(tile)

    def told(self, h: Happening) -> str:
        return _("{name} puts {field} into the registry and places {other} from there.").format(
            name=self.name, field=h.tile(self.question.own), other=h.tile(h.named.tile)
        )

    def briefly(self, h: Happening) -> Brief:
        return Brief("swap", self.seat, 1 << h.named.tile | 1 << self.question.own, event=self.event)


class _MoveTo(Words[MoveTo]):
    asks = N_("{name}, where does the {worker} move?")
    wants = N_("First choose a space for the {worker} (rule {rule}).")
    offers = N_("Move to {reference}")

    def refuse_tile(self, tile: int) -> str:
        others = tuple(post for post in self.view.posts[self.seat] if post[0] != self.question.worker)
        return self.no_space(others, self.question.worker, tile)

    def told(self, h: Happening) -> str:
        return _("{name} moves the {worker} to {reference}.").format(
            name=self.name, worker=worker(self.question.worker), reference=h.move
        )

    def briefly(self, h: Happening) -> Brief:
        return Brief("move", self.seat, worker=self.question.worker, event=self.event, space=h.move)


class _Grant(Words[Grant]):
    binds = _NO_CHOICE

    def ask(self) -> str:
        if self.question.receiver == self.seat:
            return _("{name}, which counter do you take yourself?").format(name=self.name)
        return _("{name}, which counter does {other} get?").format(
            name=self.name, other=self.who(self.question.receiver)
        )

    def label_crop(self, index: int) -> str:
        if self.question.receiver == self.seat:
            return super().label_crop(index)
        return _("Give {counters}").format(counters=goods(counters.ONE[index]))

    def want(self) -> str:
        return _("First choose a counter for {name} (rule {rule}).").format(
            name=self.who(self.question.receiver), rule=self.rule
        )

    def refuse_crop(self, index: int) -> str:
        return self.no_counter(self.view.stock, 0, index, N_("The stock has no {crop} (rule {rule})."))

    def told(self, h: Happening) -> str:
        if self.question.receiver == self.seat:
            return _("{name} takes {counters} from the stock.").format(name=self.name, counters=h.gained())
        return _("{name} gives {other} {counters} from the stock.").format(
            name=self.name, other=self.who(self.question.receiver), counters=h.gained()
        )

    def briefly(self, h: Happening) -> Brief:
        return Brief("give", self.seat, event=self.event, other=self.question.receiver, goods=h.gain())


WORDS: Final[dict[type[Decision], type[Words[Any]]]] = {
    ExchangeFor: _ExchangeFor,
    Give: _Give,
    Receive: _Receive,
    ChooseCrop: _ChooseCrop,
    Replace: _Replace,
    SwapFor: _SwapFor,
    MoveTo: _MoveTo,
    Grant: _Grant,
}
