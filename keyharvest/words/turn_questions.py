"""The words of a turn, of playing a worker in it, and of the start (rules 2 to 7)."""

from __future__ import annotations

from typing import Any, Final

from keyharvest.rules import counters, legal
from keyharvest.rules.components import NUMBERS, STORE_PLACES, WORKERS
from keyharvest.rules.frames import END, Decision
from keyharvest.rules.geometry import SPACES, support
from keyharvest.rules.moves import MOVES, Move, parse
from keyharvest.rules.setup import ChooseStart
from keyharvest.rules.turn import FROM_STORES, HARVEST, TO_STORE, WORK, PlaceWorker, Turn
from keyharvest.words.language import N_, _, n_
from keyharvest.words.questions import Brief, Happening, Words, harvested, sent_home
from keyharvest.words.terms import goods, worker

_TAKEN: Final = {
    HARVEST: N_("You have already harvested this turn (rule 3.1)."),
    WORK: N_("You have already played or removed a worker this turn (rule 3.1)."),
    FROM_STORES: N_("You have already taken tiles from stores this turn (rule 3.1)."),
    TO_STORE: N_("You have already put tiles into your store this turn (rule 3.1)."),
}


class _Turn(Words[Turn]):
    because = N_("{name}'s turn: up to two of the four actions (rule {rule}).")

    def ask(self) -> str:
        """Ask what to do in a turn; after two actions another tile may follow (rules 6.1, 7.1)."""
        turn = self.question
        if not turn.used:
            message = N_("{name}, what comes first?")
        elif turn.used.bit_count() < 2:
            message = N_("{name}, what comes next?")
        elif turn.open in (FROM_STORES, TO_STORE):
            message = N_("{name}, another tile, or is that all?")
        else:
            message = N_("{name}, both actions are used: end the turn?")
        return self.fill(message)

    def label(self, move: str) -> str:
        if move == END:
            return super().label(move)
        named = parse(move)
        thing, tile = named.named, named.tile
        if named.action == "a":
            return _("Harvest {reference}").format(reference=thing)
        if named.home:
            return _("Take the {worker} home").format(worker=worker(named.worker))
        if named.action == "b":
            return _("Play the {worker}").format(worker=worker(named.worker))
        if named.action == "d":
            return _("Store {field}").format(field=self.field(tile))
        owner = self.view.store_of(tile)
        bid = goods(self.view.bid_of(tile))
        if owner == self.seat:
            return _("Place {reference} from your store; the bid of {bid} goes to the stock").format(
                reference=thing, bid=bid
            )
        return _("Take {reference} from {name}'s store for {bid}").format(
            reference=thing, name=self.who(owner), bid=bid
        )

    # The reasons against a wish

    def refuse(self, wish: str) -> str:
        if any(parse(choice).named == wish for choice in legal(self.view)):
            return ""  # a bare reference or letter stands for any action that it could mean
        move = MOVES.get(wish, Move(wish))
        if move.tile >= 0 and not move.drawn:
            return self._no_tile(move.action, move.tile)
        if move.worker >= 0:
            return self._no_worker(move)
        return _("First choose an action, or end the turn (rule {rule}).").format(rule=self.rule)

    def _no_worker(self, move: Move) -> str:
        index = move.worker
        standing = any(post == index for post, _space in self.view.posts[self.seat])
        if reason := self._taken(WORK):
            return reason
        if move.home if move.action else standing:
            return _("The {worker} isn't on your board (rule 5.1).").format(worker=worker(index))
        return self._not_playable(index)

    def _no_tile(self, action: str, tile: int) -> str:
        """Say why an action with a field tile is impossible; without a letter, the action that fits its place."""
        if not action:
            if self.view.owner(tile) == self.seat:
                action = "a"
            elif self.view.store_of(tile) >= 0:
                action = "c"
            elif self.view.registry >> tile & 1:
                action = "d"
            else:
                return _("{reference} is {place}, out of reach of any action (rule 3.1).").format(
                    reference=SPACES[tile], place=self.place_of(tile)
                )
        if action == "a":
            return self._taken(HARVEST) or self._no_harvest(tile)
        if action == "c":
            return self._taken(FROM_STORES) or self._not_from_store(tile)
        return self._taken(TO_STORE) or self._not_to_store(tile)

    def _taken(self, action: int) -> str:
        """Say why an action can't begin at all."""
        turn = self.question
        if turn.allowed() & action:
            return ""
        if turn.used & action:
            return _(_TAKEN[action])
        if turn.used.bit_count() >= 2:
            return _("You have taken both actions of this turn (rule 3.1).")
        return _("You stored a tile, so no more tiles leave stores this turn (rule 3.1).")

    def _no_harvest(self, tile: int) -> str:
        if not self.view.fields[self.seat] >> tile & 1:
            return self.absent(tile, "4.1")
        return _("{field} is already harvested (rule {rule}).").format(field=self.field(tile), rule="4.1")

    def _not_playable(self, index: int) -> str:
        name = worker(index)
        for owner, posts in enumerate(self.view.posts):
            if any(post == index for post, _space in posts) and (owner == self.seat or WORKERS[index].townsfolk):
                if owner == self.seat:
                    return _("The {worker} is already on your board (rule 5.1).").format(worker=name)
                return _("The {worker} is on {name}'s board (rule 5.1).").format(worker=name, name=self.who(owner))
        number = NUMBERS[index]
        fields = self.view.fields[self.seat]
        if not support(fields)[number] & ~fields:
            return n_(
                "The {worker} needs {number} neighbouring field; no empty space touches one (rule 5.2).",
                "The {worker} needs {number} neighbouring fields; no empty space touches that many (rule 5.2).",
                number,
            ).format(worker=name, number=number)
        return n_(
            "The {worker} needs a space with {number} neighbouring field, but each of these is taken by another worker"
            " or touches one (rule 5.2).",
            "The {worker} needs a space with {number} neighbouring fields, but each of these is taken by another worker"
            " or touches one (rule 5.2).",
            number,
        ).format(worker=name, number=number)

    def _not_from_store(self, tile: int) -> str:
        owner = self.view.store_of(tile)
        if owner < 0:
            return _("{reference} isn't in a store; it is {place} (rule 6.1).").format(
                reference=SPACES[tile], place=self.place_of(tile)
            )
        bid = self.view.bid_of(tile)
        pairs = zip(counters.unpack(bid), counters.unpack(self.view.hands[self.seat]), strict=True)
        missing = counters.pack([max(0, number - held) for number, held in pairs])
        return _("{name}'s bid for {reference} is {bid}; you lack {missing} (rule 6.2).").format(
            name=self.who(owner),
            reference=SPACES[tile],
            bid=goods(bid),
            missing=goods(missing),
        )

    def _not_to_store(self, tile: int) -> str:
        if not self.view.registry >> tile & 1:
            return self.not_in_registry(tile, "7.1")
        if len(self.view.stores[self.seat]) >= STORE_PLACES:
            return _("Your store is full (rule 7.1).")
        return _("You have no counters to bid (rule 7.2).")

    # What its answer does

    def told(self, h: Happening) -> str:
        move = h.named
        if h.move == END:
            return "" if self.question.used else _("{name} does nothing this turn.").format(name=self.name)
        if move.action == "a":
            return harvested(h, self.seat, 1 << move.tile)
        if move.home:
            return sent_home(h, self.seat, move.worker)
        if move.action != "c":
            return ""
        tile = move.tile
        owner = h.before.store_of(tile)
        bid = goods(h.before.bid_of(tile))
        if owner == self.seat:
            return _("{name} places {field} from the store; the bid of {bid} goes to the stock.").format(
                name=self.name, field=h.tile(tile), bid=bid
            )
        return _("{name} matches {owner}'s bid of {bid} and places {field}; {owner} keeps bid and payment.").format(
            name=self.name, owner=h.name(owner), bid=bid, field=h.tile(tile)
        )

    def briefly(self, h: Happening) -> Brief:
        move = h.named
        if move.action == "a":
            return Brief("harvest", self.seat, 1 << move.tile, goods=h.gain())
        if move.home:
            return Brief("home", self.seat, worker=move.worker)
        if move.action != "c":
            return Brief("end" if h.move == END else "other", self.seat)
        tile = move.tile
        owner, bid = h.before.store_of(tile), h.before.bid_of(tile)
        if owner == self.seat:
            return Brief("place", self.seat, 1 << tile, goods=bid)
        return Brief("buy", self.seat, 1 << tile, other=owner, goods=bid)


class _PlaceWorker(Words[PlaceWorker]):
    asks = N_("{name}, where does the {worker} go?")
    wants = N_("First choose a space for the {worker} (rule {rule}).")
    binds = N_("The {worker} you are playing needs a space (rule {rule}).")
    offers = N_("Play on {reference}")

    def cause(self) -> str:
        number = NUMBERS[self.question.worker]
        return n_(
            "The {worker} needs a space that touches at least {number} field and no other worker (rule {rule}).",
            "The {worker} needs a space that touches at least {number} fields and no other worker (rule {rule}).",
            number,
        ).format(worker=worker(self.question.worker), number=number, rule=self.rule)

    def refuse_tile(self, tile: int) -> str:
        return self.no_space(self.view.posts[self.seat], self.question.worker, tile)

    def told(self, h: Happening) -> str:
        message = (
            _("{name} plays the {worker} on {reference}.")
            if h.asks_power(self.seat, self.question.worker)
            else _("{name} plays the {worker} on {reference}, where its power has no effect.")
        )
        return message.format(name=self.name, worker=worker(self.question.worker), reference=h.move)

    def briefly(self, h: Happening) -> Brief:
        return Brief("work", self.seat, worker=self.question.worker, space=h.move)


class _ChooseStart(Words[ChooseStart]):
    asks = N_("{name}, who starts?")
    because = N_("{name} was chosen at random to decide who starts (rule {rule}).")
    wants = N_("First choose the player who starts (rule {rule}).")

    def refuse_word(self, wish: str) -> str:
        if not wish.isdecimal():
            return ""
        return _("There are only {number} players (rule 1.1).").format(number=self.view.players)

    def told(self, h: Happening) -> str:
        if h.after.start == self.seat:
            return _("{name} chooses to start.").format(name=self.name)
        return _("{name} lets {other} start.").format(name=self.name, other=h.name(h.after.start))


WORDS: Final[dict[type[Decision], type[Words[Any]]]] = {
    Turn: _Turn,
    PlaceWorker: _PlaceWorker,
    ChooseStart: _ChooseStart,
}
