"""The words of the questions that several actions, workers and events ask, by the letter of the one that asks."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from keyharvest.rules import State
from keyharvest.rules.components import WORKER_INDEX
from keyharvest.rules.frames import (
    DONE,
    DRAW,
    HOME,
    NO,
    PLACE,
    STOCK,
    Arrive,
    Bid,
    ChooseField,
    ChooseRegistry,
    ChooseWorker,
    Decision,
    Displaced,
    OfferDraw,
    Pay,
    PickFields,
    TakeCounters,
)
from keyharvest.rules.geometry import NEIGHBOURS, SPACES, groups
from keyharvest.words.language import N_, _, n_
from keyharvest.words.questions import Brief, Happening, Words, harvested, sent_home
from keyharvest.words.terms import fields, goods, references, worker


class _Choice(NamedTuple):
    """The words of one choice: the question, the label of an answer, and the sentence of the log.

    The sentence is empty if a later answer reports the choice.
    """

    ask: str
    label: str
    told: str = ""


# Counters


class _TakeCounters(Words[TakeCounters]):
    #: The actions, workers and events that bring counters of the fields' crops, or of any other if the stock lacks one.
    FROM_FIELDS: Final = "aABPV"
    TOLD: Final = {
        **dict.fromkeys("aABV", N_("{name} takes {counters} in place of what the stock lacked.")),
        "C": N_("{name}'s labourer takes {counters}."),
        "P": N_("{name} takes {counters}, as the right crop has run out."),
    }

    def ask(self) -> str:
        number = self.question.number
        if self.question.source == "C":
            return n_(
                "{name}, which counter does the labourer take?",
                "{name}, which counters does the labourer take?",
                number,
            ).format(name=self.name)
        if self.question.source in self.FROM_FIELDS:
            return n_(
                "{name}, the stock is short. Which counter do you take instead?",
                "{name}, the stock is short. Which counters do you take instead?",
                number,
            ).format(name=self.name)
        raise KeyError(self.question.source)

    def to_go(self) -> int:
        return self.question.number

    def cause(self) -> str:
        if self.question.source not in self.FROM_FIELDS:
            return super().cause()
        return self.fill(N_("The stock lacks a crop that is due; choose any other crop instead (rule {rule})."))

    def want(self) -> str:
        return n_(
            "First take {number} counter from the stock (rule {rule}).",
            "First take {number} counters from the stock (rule {rule}).",
            self.question.number,
        ).format(number=self.question.number, rule=self.rule)

    def refuse_crop(self, index: int) -> str:
        return self.no_counter(
            self.view.stock, self.question.least, index, N_("The stock has no {crop} (rule {rule}).")
        )

    def told(self, h: Happening) -> str:
        if self.question.number > 1 and h.earlier is not None:
            return ""
        return _(self.TOLD[self.question.source]).format(name=self.name, counters=goods(self.taken(h)))

    def taken(self, h: Happening) -> int:
        """Return, packed, the counters taken; in 12 P each player takes one, right after another."""
        return h.gain() if self.question.source == "P" else h.chain()

    def briefly(self, h: Happening) -> Brief:
        return Brief("take", self.seat, worker=self.asker, event=self.event, goods=self.taken(h))


def bought_tile(view: State) -> int:
    """Return the tile that is being paid for, or -1 if it has yet to be drawn (12 Q)."""
    below = view.stack[-2]
    return below.tile if isinstance(below, Arrive) else -1


class _Pay(Words[Pay]):
    binds = N_("You have to pay for the tile you chose (rule {rule}).")
    counts = N_("Pay {counters}")
    TOLD: Final = {
        **dict.fromkeys("EG", N_("{name}'s {worker} buys {field} from {owner}'s store for {counters} and places it.")),
        "I": N_("{name}'s bailiff takes {field} from {owner}'s board for {counters} and places it."),
        **dict.fromkeys("QT", N_("{name} pays {counters} for {field} from the registry and places it.")),
    }

    def ask(self) -> str:
        tile = bought_tile(self.view)
        if tile < 0:
            return _("{name}, which counters do you pay for the draw?").format(name=self.name)
        if self.question.payee == STOCK:
            return _("{name}, which counters do you pay for {field}?").format(name=self.name, field=self.field(tile))
        return _("{name}, which counters does {other} get for {field}?").format(
            name=self.name, other=self.who(self.question.payee), field=self.field(tile)
        )

    def to_go(self) -> int:
        return self.question.number

    def want(self) -> str:
        return n_(
            "First pay {number} more counter (rule {rule}).",
            "First pay {number} more counters (rule {rule}).",
            self.question.number,
        ).format(number=self.question.number, rule=self.rule)

    def refuse_crop(self, index: int) -> str:
        return self.not_in_hand(self.question.least, index)

    def refuse_word(self, wish: str) -> str:
        reason = super().refuse_word(wish)
        if reason and self.question.payee == STOCK:
            return self.fill(N_("You have to pay for what you chose (rule {rule})."))
        return reason

    def told(self, h: Happening) -> str:
        question = self.question
        if question.number > 1 and h.earlier is not None:
            return ""
        paid = goods(h.chain())
        tile = bought_tile(h.before)
        if question.number > 1:
            return _("{name} pays {counters}.").format(name=self.name, counters=paid)
        if tile < 0:
            return _("{name} pays {counters} for a field from the bag.").format(name=self.name, counters=paid)
        return _(self.TOLD[question.source]).format(
            name=self.name,
            counters=paid,
            field=h.tile(tile),
            owner="" if question.payee == STOCK else h.name(question.payee),
            worker="" if question.payee == STOCK else worker(WORKER_INDEX[question.source]),
        )

    def briefly(self, h: Happening) -> Brief:
        tile = bought_tile(h.before)
        payee = -1 if self.question.payee == STOCK else self.question.payee
        return Brief("buy", self.seat, 1 << tile if tile >= 0 else 0, self.asker, self.event, "", payee, h.chain())


class _Bid(Words[Bid]):
    because = N_("A tile in a store needs a bid of one counter or more; it can't be changed later (rule {rule}).")
    binds = N_("A bid needs at least one counter (rule 7.2).")
    counts = N_("Bid {counters}")
    TOLD: Final = {
        "d": N_("{name} stores {field} with a bid of {bid}."),
        "H": N_("{name}'s storekeeper stores {field} with a bid of {bid}."),
    }

    def ask(self) -> str:
        tile, bid = self.view.stores[self.seat][-1]
        if not bid:
            return _("{name}, what do you bid for {field}?").format(name=self.name, field=self.field(tile))
        return _("{name}, the bid for {field} is {bid} so far. Another counter, or done?").format(
            name=self.name, field=self.field(tile), bid=goods(bid)
        )

    def want(self) -> str:
        return _("First make the bid for {reference} (rule {rule}).").format(
            reference=SPACES[self.view.stores[self.seat][-1][0]], rule=self.rule
        )

    def refuse_crop(self, index: int) -> str:
        return self.not_in_hand(self.question.least, index)

    def told(self, h: Happening) -> str:
        if isinstance(h.after.stack[-1], Bid):
            return ""
        tile, bid = h.after.stores[self.seat][-1]
        return _(self.TOLD[self.question.source]).format(name=self.name, field=h.tile(tile), bid=goods(bid))

    def briefly(self, h: Happening) -> Brief:
        tile, bid = h.after.stores[self.seat][-1]
        return Brief("store", self.seat, 1 << tile, self.asker, goods=bid)


# Sets of fields


class _Picking(NamedTuple):
    """The words of picking fields: the question, the one after the first pick, the label of an answer.

    ``kind`` is that of the :class:`Brief`; ``told`` is the sentence of the log, if no other kind has the same.
    """

    ask: str
    more: str
    label: str
    kind: str
    told: str = ""


_HARVEST_MORE: Final = N_("{name}, {fields} so far. Harvest more, or is that all?")
_PICKINGS: Final = {
    "a": _Picking("", _HARVEST_MORE, N_("Harvest {reference}"), "harvest"),
    "A": _Picking(N_("{name}, from which field does the apprentice gather?"), "", N_("Gather from {field}"), "gather"),
    "B": _Picking(
        N_("{name}, from which fields does the casual worker gather?"),
        N_("{name}, {fields} so far. Gather from a second field, or is that all?"),
        N_("Gather from {field}"),
        "gather",
    ),
    "D": _Picking(
        N_("{name}, which fields does the unskilled worker turn back?"),
        N_("{name}, {fields} so far. Turn back more, or is that all?"),
        N_("Turn back {field}"),
        "turn",
        N_("{name}'s unskilled worker turns {fields} back to unharvested."),
    ),
    "R": _Picking(
        N_("{name}, which harvested fields do you turn back? Two at most."),
        N_("{name}, {fields} so far. Turn back a second field, or is that all?"),
        N_("Turn back {field}"),
        "turn",
        N_("{name} turns {fields} back to unharvested."),
    ),
    "V": _Picking(
        N_("{name}, which unconnected fields do you harvest?"), _HARVEST_MORE, N_("Harvest {reference}"), "harvest"
    ),
}


class _PickFields(Words[PickFields]):
    wants = N_("First finish choosing fields (rule {rule}).")

    @property
    def picking(self) -> _Picking:
        """The words of whatever asks."""
        return _PICKINGS[self.question.source]

    def ask(self) -> str:
        if not self.question.picked:
            return self.fill(self.picking.ask)
        return _(self.picking.more).format(name=self.name, fields=fields(self.view, self.question.picked))

    def cause(self) -> str:
        if self.question.source != "a":
            return super().cause()
        return self.fill(N_("Harvest: any unharvested fields of one connected group (rule {rule})."))

    def label_tile(self, tile: int) -> str:
        return self.with_tile(self.picking.label, tile)

    def refuse_tile(self, tile: int) -> str:
        question, view, rule = self.question, self.view, self.rule
        source, chosen = question.source, self.field(tile)
        if question.picked >> tile & 1:
            return _("{field} is already chosen (rule {rule}).").format(field=chosen, rule=rule)
        if not view.fields[self.seat] >> tile & 1:
            return self.absent(tile)
        ripe = view.ripe[self.seat] >> tile & 1
        if source in "aVAB" and not ripe:
            return _("{field} is already harvested (rule {rule}).").format(field=chosen, rule=rule)
        if source in "DR" and ripe:
            return _("{field} is already unharvested (rule {rule}).").format(field=chosen, rule=rule)
        if source in "ABD":
            index = WORKER_INDEX[source]
            space = next(space for standing, space in view.posts[self.seat] if standing == index)
            if not NEIGHBOURS[space] >> tile & 1:
                return _("{field} doesn't touch your {worker} at {reference} (rule {rule}).").format(
                    field=chosen, worker=worker(index), reference=SPACES[space], rule=rule
                )
        if source == "V" and NEIGHBOURS[tile] & view.fields[self.seat]:
            return _("{field} is connected to your other fields (rule 8.3).").format(field=chosen)
        parts = groups(view.fields[self.seat])
        if source == "a" and all(question.picked & ~group or not group >> tile & 1 for group in parts):
            return _("{field} isn't in the same connected group (rule {rule}).").format(field=chosen, rule=rule)
        return _("Choose fields in the order of their references; {field} comes earlier (rule {rule}).").format(
            field=chosen, rule=rule
        )

    def refuse_word(self, wish: str) -> str:
        if wish == DONE:
            return self.fill(N_("No field has been chosen yet (rule {rule})."))
        return self.fill(N_("A field is already chosen (rule {rule}).")) if wish == NO else ""

    def told(self, h: Happening) -> str:
        top = h.after.stack[-1]
        if isinstance(top, PickFields) and top.picked:
            return ""
        picked = self._picked(h)
        if self.picking.kind == "harvest":
            return harvested(h, self.seat, picked)
        if self.picking.kind == "turn":
            return _(self.picking.told).format(name=self.name, fields=fields(h.before, picked))
        message = (
            _("{name}'s {worker} gathers from {fields}, but the stock has no matching counters.")
            if h.before.stock == h.after.stock
            else _("{name}'s {worker} gathers {counters} from {fields}.")
        )
        return message.format(name=self.name, worker=worker(self.asker), counters=h.gained(), fields=references(picked))

    def briefly(self, h: Happening) -> Brief:
        return Brief(self.picking.kind, self.seat, self._picked(h), self.asker, self.event, goods=h.gain())

    def _picked(self, h: Happening) -> int:
        return self.question.picked | (1 << h.named.tile if h.move != DONE else 0)


# Workers


class _Displaced(Words[Displaced]):
    asks = N_("{name}, where does the displaced {worker} go?")
    because = N_(
        "A field displaces {name}'s {worker}, who may go to another space at once and "
        "use the power again, or go home (rule {rule})."
    )
    wants = N_("First choose a space for the displaced {worker}, or send it home (rule {rule}).")
    offers = N_("Move on to {reference}")

    def refuse_tile(self, tile: int) -> str:
        return self.no_space(self.view.posts[self.seat], self.question.worker, tile)

    def told(self, h: Happening) -> str:
        index = self.question.worker
        if h.move == HOME:
            return _("{name}'s {worker} goes home.").format(name=self.name, worker=worker(index))
        message = (
            _("{name}'s {worker} goes to {reference}, ready to act again.")
            if h.asks_power(self.seat, index)
            else _("{name}'s {worker} goes to {reference}, where its power has no effect.")
        )
        return message.format(name=self.name, worker=worker(index), reference=h.move)

    def briefly(self, h: Happening) -> Brief:
        kind = "home" if h.move == HOME else "move"
        return Brief(kind, self.seat, worker=self.question.worker, space=h.move)


_WORKERS: Final = {
    "J": _Choice(N_("{name}, whose power does the lawyer use?"), N_("Use the {worker}")),
    "X": _Choice(N_("{name}, which worker moves?"), N_("Move the {worker}")),
    "Y": _Choice(N_("{name}, which worker goes home?"), N_("Take the {worker} home")),
}


class _ChooseWorker(Words[ChooseWorker]):
    wants = N_("First choose one of the workers on your board, or decline (rule {rule}).")

    def ask(self) -> str:
        return self.fill(_WORKERS[self.question.source].ask)

    def label_worker(self, index: int) -> str:
        return _(_WORKERS[self.question.source].label).format(worker=worker(index))

    def refuse_worker(self, index: int) -> str:
        if all(standing != index for standing, _space in self.view.posts[self.seat]):
            return _("The {worker} isn't on your board (rule {rule}).").format(worker=worker(index), rule=self.rule)
        if self.question.source == "J":
            return _("The lawyer can't use a lawyer's power (rule 11.2).")
        return _("There is no other space for the {worker} (rule 5.2).").format(worker=worker(index))

    def told(self, h: Happening) -> str:
        source, index = self.question.source, h.named.worker
        if source == "X":
            return ""
        if source == "Y":
            return sent_home(h, self.seat, index)
        if source != "J":
            raise KeyError(source)
        message = (
            _("{name}'s lawyer calls on the {worker} to act again.")
            if h.asks_power(self.seat, index)
            else _("{name}'s lawyer calls on the {worker}, whose power has no effect.")
        )
        return message.format(name=self.name, worker=worker(index))

    def briefly(self, h: Happening) -> Brief:
        kind = {"J": "power", "X": "other", "Y": "home"}[self.question.source]
        return Brief(kind, self.seat, worker=h.named.worker, event=self.event)


# Field tiles


_FIELDS: Final = {
    "F": _Choice(
        N_("{name}, which field does the supervisor lay fallow?"),
        N_("Lay {field} fallow"),
        N_("{name}'s supervisor lays {field} fallow."),
    ),
    "M": _Choice(
        N_("{name}, which field do you lay fallow for a new one?"),
        N_("Lay {field} fallow"),
        N_("{name} lays {field} fallow for the blind swap."),
    ),
    "N": _Choice(N_("{name}, which field do you offer in exchange?"), N_("Offer {field}")),
    "U": _Choice(N_("{name}, which field do you swap for a registry tile?"), N_("Offer {field}")),
}


class _ChooseField(Words[ChooseField]):
    wants = N_("First choose one of the fields on your board (rule {rule}).")
    binds = N_("A scroll leaves no choice: one of your fields has to go (rule 5.5).")

    def ask(self) -> str:
        return self.fill(_FIELDS[self.question.source].ask)

    def label_tile(self, tile: int) -> str:
        return self.with_tile(_FIELDS[self.question.source].label, tile)

    def refuse_tile(self, tile: int) -> str:
        return self.absent(tile)

    def refuse_word(self, wish: str) -> str:
        return "" if self.question.optional else super().refuse_word(wish)

    def told(self, h: Happening) -> str:
        message = _FIELDS[self.question.source].told
        if not message:
            return ""
        told = _(message).format(name=self.name, field=h.tile(h.named.tile))
        if self.question.source == "M" and not h.before.bag:
            told += " " + _("There is no field left in the bag to draw.")
        return told

    def briefly(self, h: Happening) -> Brief:
        return Brief("fallow", self.seat, 1 << h.named.tile, self.asker, self.event)


_REGISTRY: Final = {
    "H": _Choice(N_("{name}, which registry tile does the storekeeper put into the store?"), N_("Store {field}")),
    "K": _Choice(
        N_("{name}, which registry tile does the trader take?"),
        N_("Take {field}"),
        N_("{name}'s trader takes {field} from the registry."),
    ),
    "L": _Choice(
        N_("{name}, which registry tile does the benefactor place?"),
        N_("Place {field}"),
        N_("{name}'s benefactor places {field} from the registry."),
    ),
    "Q": _Choice(N_("{name}, which registry tile do you buy for two counters?"), N_("Buy {field}")),
    "T": _Choice(N_("{name}, which registry tile do you buy for three counters?"), N_("Buy {field}")),
}


class _ChooseRegistry(Words[ChooseRegistry]):
    wants = N_("First choose a registry tile, or decline (rule {rule}).")

    def ask(self) -> str:
        return self.fill(_REGISTRY[self.question.source].ask)

    def label_tile(self, tile: int) -> str:
        return self.with_tile(_REGISTRY[self.question.source].label, tile)

    def refuse_tile(self, tile: int) -> str:
        return self.not_in_registry(tile)

    def refuse_word(self, wish: str) -> str:
        if wish != DRAW or self.view.bag:
            return ""
        return _("There is no field left in the bag to draw (rule 9.5).")

    def told(self, h: Happening) -> str:
        message = _REGISTRY[self.question.source].told
        return _(message).format(name=self.name, field=h.tile(h.named.tile)) if message else ""

    def briefly(self, h: Happening) -> Brief:
        return Brief("place", self.seat, 1 << h.named.tile, self.asker, self.event)


_DRAWS: Final = {
    "K": N_("{name}, should the trader draw a field?"),
    "Q": N_("{name}, pay two counters to draw a field?"),
}


class _OfferDraw(Words[OfferDraw]):
    wants = N_("First choose whether to draw a field (rule {rule}).")

    def ask(self) -> str:
        return self.fill(_DRAWS[self.question.source])

    def refuse_word(self, wish: str) -> str:
        return self.fill(N_("No field has been drawn yet (rule {rule}).")) if wish == PLACE else ""


WORDS: Final[dict[type[Decision], type[Words[Any]]]] = {
    TakeCounters: _TakeCounters,
    Pay: _Pay,
    Bid: _Bid,
    PickFields: _PickFields,
    Displaced: _Displaced,
    ChooseWorker: _ChooseWorker,
    ChooseField: _ChooseField,
    ChooseRegistry: _ChooseRegistry,
    OfferDraw: _OfferDraw,
}
