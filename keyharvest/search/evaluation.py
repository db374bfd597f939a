"""Evaluation of a position for a seat, in points of the expected final margin.

One linear evaluator serves all players, hints and analysis: a few features of each seat, with weights that change from
early to late in the game. It works on full states, such as those sampled from an observation, and on an observation's
view, where expected numbers replace others' counters of unknown crop (rule 14.3).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import fsum
from typing import Any, Final, NamedTuple

from keyharvest.knowledge import Observation, hidden
from keyharvest.rules import State, counters
from keyharvest.rules.components import EVENT_SPACES, FARMHANDS, NUMBERS
from keyharvest.rules.events import Receive
from keyharvest.rules.frames import Displaced, FieldDraw
from keyharvest.rules.geometry import NEIGHBOURS, groups, spaces_in, support, touching
from keyharvest.rules.scoring import final_scores, ranks
from keyharvest.rules.state import Posts, Store, barred, openings, put
from keyharvest.search.weights import Features, Weights, weights_for

#: The average number of draws from the bag per turn.
_DRAWS_A_TURN: Final = 1.1
#: The number of entries deleted in a slice.
_ENTRIES: Final = 250


@dataclass(slots=True)
class Growth:
    """The score of a set of fields, and the spaces that would raise it.

    ``points`` are those of the two largest groups, ``gap`` is the difference of their sizes, ``third`` the size of the
    next; ``spare`` counts the fields outside the two, ``alone`` those that touch no other. ``steps`` are masks of free
    spaces: those where a tile adds at least one point, at least two, three and four.
    """

    points: int
    gap: int
    third: int
    spare: int
    alone: int
    steps: tuple[int, int, int, int]

    def gain(self, tile: int) -> int:
        """Return the points that one tile would add, at most four."""
        one, two, three, four = self.steps
        return (one >> tile & 1) + (two >> tile & 1) + (three >> tile & 1) + (four >> tile & 1)

    def total(self, tiles: int) -> int:
        """Return the sum of :meth:`gain` over a mask of tiles."""
        one, two, three, four = self.steps
        if not two:
            return (one & tiles).bit_count()
        found = (one & tiles).bit_count() + (two & tiles).bit_count()
        return found + (three & tiles).bit_count() + (four & tiles).bit_count() if three else found


@lru_cache(maxsize=1 << 14)
def growth(fields: int) -> Growth:
    """Compute the growth of a set of fields.

    >>> from keyharvest.rules.geometry import mask_of, INDEX
    >>> found = growth(mask_of(["A1", "A2", "C5", "C6"]))
    >>> found.points, found.gain(INDEX["C7"]), found.gain(INDEX["G7"])
    (6, 1, 0)
    """
    parts = groups(fields)
    sizes = tuple([part.bit_count() for part in parts])
    once = several = 0
    rims = []
    for part in parts:
        rim = touching(part) & ~fields
        rims.append(rim)
        several |= once & rim
        once |= rim
    steps = [0, 0, 0, 0]

    def note(spaces: int, joined: tuple[int, ...]) -> None:
        for step in range(min(_added(sizes, joined), 4)):
            steps[step] |= spaces

    note(_ALL & ~fields & ~once, ())
    for rim, size in zip(rims, sizes, strict=True):
        note(rim & ~several, (size,))
    for space in spaces_in(several):
        note(1 << space, tuple([size for rim, size in zip(rims, sizes, strict=True) if rim >> space & 1]))
    third, second, largest = sorted([0, 0, 0, *sizes])[-3:]
    spare = sum(sizes) - largest - second
    points = largest + 2 * second
    return Growth(points, largest - second, third, spare, sizes.count(1), (steps[0], steps[1], steps[2], steps[3]))


@lru_cache(maxsize=1 << 12)
def _added(sizes: tuple[int, ...], joined: tuple[int, ...]) -> int:
    """Return the points that a tile adds to groups of these sizes by joining some of them."""
    left = list(sizes)
    for size in joined:
        left.remove(size)
    (before, second_before), (after, second_after) = _two_largest(sizes), _two_largest([*left, 1 + sum(joined)])
    return after - before + 2 * (second_after - second_before)


def _two_largest(sizes: Sequence[int]) -> tuple[int, int]:
    second, largest = sorted([0, 0, *sizes])[-2:]
    return largest, second


_ALL: Final = (1 << 56) - 1


@dataclass(slots=True)
class Prospects:
    """The workers on a board and those that could follow (see ``Features``)."""

    points: int
    next_worker: int
    later_workers: int
    good_spaces: int
    standing: int


@lru_cache(maxsize=1 << 14)
def prospects(fields: int, posts: Posts, town: int) -> Prospects:
    """Return a board's prospects, counting up to three workers that could still be played together, townsfolk too.

    >>> from keyharvest.rules.geometry import mask_of, INDEX
    >>> found = prospects(mask_of(["A1", "A2", "B1", "C1"]), ((2, INDEX["B2"]),), 0)
    >>> found.points, found.next_worker
    (2, 1)
    """
    at_hand = FARMHANDS
    points = standing = 0
    for worker, space in posts:
        points += NUMBERS[worker]
        standing |= 1 << space
        at_hand &= ~(1 << worker)
    places = support(fields)
    closed = fields | barred(posts)[0]
    found: list[int] = []
    taken = closed
    for worker in reversed(spaces_in(at_hand | town)):
        number = NUMBERS[worker]
        free = places[number] & ~taken
        if free:
            good = places[3] & ~taken
            # The first of the spaces that use up the fewest good ones.
            _, space = min([((NEIGHBOURS[at] & good).bit_count(), at) for at in spaces_in(free)])
            taken |= 1 << space | NEIGHBOURS[space]
            found.append(number)
            if len(found) == 3:
                break
    found += [0, 0, 0]
    good = min(6, (places[4] & ~closed).bit_count() + (places[5] & ~closed).bit_count())
    return Prospects(points, found[0], found[1] + found[2], good, standing)


class WholeBid(NamedTuple):
    """A complete bid: the moves that make it, all its counters, and the hands without them."""

    moves: tuple[str, ...]
    counters: int
    hands: tuple[int, ...]


class _Stored(NamedTuple):
    """A tile in a store: its gain for its owner's board, the bid, and the owner's proceeds if it is bought.

    ``wanted``: for each other seat that may want it, the chances that it stays if that seat can match the bid and if
    nobody knows whether it can, and that seat's gain beyond the price.
    """

    gain: float
    bid: int
    returned: float
    wanted: list[tuple[int, float, float, float]]


class Evaluator:
    """Evaluates positions that follow from one moment of a game.

    The view that it is made with fixes the stage of the game, so that all later positions have the same weights;
    ``later`` moves the stage on by that many turns. ``others`` is the weight of the other seats: 1 gives the margin, 0
    the seat's points alone. ``victory`` is the worth of a win beside the margin. ``unknown`` is that of an observation,
    omitted for full states.

    Attributes:
        positions: the number evaluated: the measure of a search's effort.

    >>> from keyharvest.game import Game
    >>> state = Game.new(2, seed=1).state
    >>> judge = Evaluator(state)
    >>> judge.value(state, 0) == -judge.value(state, 1)
    True
    """

    def __init__(
        self,
        view: State,
        unknown: tuple[int, ...] = (),
        weights: Weights | None = None,
        *,
        later: int = 0,
        others: float = 1.0,
        victory: float = 0.0,
    ) -> None:
        weights = weights or weights_for(view.players)
        self.positions = 0
        self.weights = weights
        self._others = others
        self._victory = victory
        self._seats = range(view.players)
        self.turns_left = [turns_left(view, seat, later) for seat in self._seats]
        self._weights = [weights.at(left) for left in self.turns_left]
        # The possible change in a crop lead: the more turns to come, the greater.
        self._spread = [1 + 0.8 * min(10.0, left) for left in self.turns_left]
        self._unknown = unknown if any(unknown) else ()
        self._expected = _expected(view, unknown) if any(unknown) else []
        # Caches: most positions differ in one board or one hand only.
        self._boards: dict[tuple[int, int, Posts, int], tuple[float, Growth, int]] = {}
        self._farms: dict[tuple[int, int, int, Posts, int, int, int], float] = {}
        self._stores: dict[tuple[int, tuple[int, ...], Posts, int, Store], list[_Stored]] = {}
        self._hands: dict[tuple[int, ...], list[float]] = {}
        #: The bids considered: they depend on the hands alone, and are the same for many tiles.
        self.bids: dict[tuple[WholeBid, int, int, int], list[WholeBid]] = {}
        self._cheapest: dict[tuple[tuple[int, ...], int], list[int]] = {}

    def forget(self) -> Iterator[None]:
        """Clear the caches in slices, as clearing large ones at once takes long."""
        stores: tuple[dict[Any, Any], ...] = (
            self._boards,
            self._farms,
            self._stores,
            self._hands,
            self.bids,
            self._cheapest,
        )
        for store in stores:
            yield from emptied(store)

    @classmethod
    def of(cls, observation: Observation, weights: Weights | None = None) -> Evaluator:
        """Make an evaluator for positions that follow from an observation's view."""
        return cls(observation.view, observation.unknown, weights)

    def value(self, s: State, seat: int) -> float:
        """Return the expected final margin: the seat's points less half the best and half the mean of the others'.

        When the game is over, a sole win adds ``victory``, and another's sole win subtracts it.
        """
        self.positions += 1
        margin = self._margin(self.worths(s), seat)
        if self._victory and not s.stack:
            places = ranks(s)
            if places.count(1) == 1:
                margin += self._victory if places[seat] == 1 else -self._victory
        return margin

    def values_of_bids(self, s: State, seat: int, bids: Iterable[WholeBid]) -> list[float]:
        """Return the value after each of these bids for the tile that the seat stored last."""
        farms = [self._of_farm(s, each) for each in self._seats]
        stored = [self._of_store(s, each) for each in self._seats]
        *before, last = stored[seat]
        tile = s.stores[seat][-1][0]
        values = []
        for bid in bids:
            self.positions += 1
            stored[seat] = [*before, self._of_tile(seat, s.fields, tile, last.gain, bid.counters)]
            values.append(self._margin(self._together(farms, stored, bid.hands), seat))
        return values

    def worths(self, s: State) -> list[float]:
        """Return the expected final points of each seat, or the true ones if the game is over."""
        if not s.stack:
            return [float(score.total) for score in final_scores(s)]
        farms = [self._of_farm(s, seat) for seat in self._seats]
        worths = self._together(farms, [self._of_store(s, seat) for seat in self._seats], s.hands)
        self._pending(s, worths)
        return worths

    def parts(self, s: State, seat: int) -> Features:
        """Return the share of each feature in a seat's expected final points (see ``Features``)."""
        w = self._weights[seat]
        fields, ripe, posts = s.fields[seat], s.ripe[seat], s.posts[seat]
        grown, led = growth(fields), prospects(fields, posts, s.town)
        most = max([(part & ripe).bit_count() for part in groups(fields)], default=0)
        unknown = self._unknown[seat] if self._unknown else 0
        number = counters.total(s.hands[seat]) + unknown
        held: Sequence[float] = counters.unpack(s.hands[seat])
        if unknown:
            held = [sure + more for sure, more in zip(held, self._expected[seat], strict=True)]
        apart = Features(
            groups=w.groups * grown.points,
            workers=w.workers * led.points,
            crops=0.0,
            gap=w.gap * grown.gap,
            third=w.third * grown.third,
            spare=w.spare * grown.spare,
            alone=w.alone * grown.alone,
            stored=self._with_store(seat, 0.0, self._of_store(s, seat), s.hands),
            registry=w.registry * grown.total(s.registry),
            bag=w.bag * grown.total(s.bag),
            next_worker=w.next_worker * led.next_worker,
            later_workers=w.later_workers * led.later_workers,
            good_spaces=w.good_spaces * led.good_spaces,
            displaceable=w.displaceable * (led.standing & (s.bag | s.registry)).bit_count(),
            first_counters=w.first_counters * min(3, number),
            next_counters=w.next_counters * min(3, max(0, number - 3)),
            more_counters=w.more_counters * min(6, max(0, number - 6)),
            surplus_counters=w.surplus_counters * max(0, number - 12),
            crops_held=w.crops_held * sum(of_crop >= 1 for of_crop in held),
            ripe=w.ripe * most,
            ripe_elsewhere=w.ripe_elsewhere * (ripe.bit_count() - most),
            takeable=w.takeable * self._takeable([self._of_store(s, each) for each in self._seats], s.hands)[seat],
        )
        of_hand = (
            apart.first_counters + apart.next_counters + apart.more_counters + apart.surplus_counters + apart.crops_held
        )
        return apart._replace(crops=self._of_hands(s.hands)[seat] - of_hand)

    def hands_value(self, hands: tuple[int, ...], seat: int) -> float:
        """Return the part of the margin that comes from the counters behind the screens."""
        return self._margin(self._of_hands(hands), seat)

    def cheapest(self, hands: tuple[int, ...], seat: int) -> list[int]:
        """Order the crops in a hand by the cost of their loss, lowest first."""
        key = (hands, seat)
        known = self._cheapest.get(key)
        if known is None:
            hand = hands[seat]
            left = {
                crop: self.hands_value(put(hands, seat, hand - one), seat)
                for crop, one in enumerate(counters.ONE)
                if counters.count(hand, crop)
            }
            known = self._cheapest[key] = sorted(left, key=lambda crop: -left[crop])
        return known

    def _margin(self, worths: list[float], seat: int) -> float:
        if len(worths) == 2:
            return worths[seat] - self._others * worths[1 - seat]
        others = [worths[other] for other in self._seats if other != seat]
        return worths[seat] - self._others * (max(others) + fsum(others) / len(others)) / 2

    def _of_farm(self, s: State, seat: int) -> float:
        """Evaluate a seat's board, with the tiles in bag and registry."""
        fields, ripe, posts = s.fields[seat], s.ripe[seat], s.posts[seat]
        town, bag, registry = s.town, s.bag, s.registry
        key = (seat, fields, ripe, posts, town, bag, registry)
        value = self._farms.get(key)
        if value is None:
            w = self._weights[seat]
            value, grown, standing = self._of_board(seat, fields, posts, town)
            value += w.bag * grown.total(bag) + w.registry * grown.total(registry)
            if standing:
                value += w.displaceable * (standing & (bag | registry)).bit_count()
            if ripe:
                most = max([(part & ripe).bit_count() for part in groups(fields)])
                value += w.ripe * most + w.ripe_elsewhere * (ripe.bit_count() - most)
            self._farms[key] = value
        return value

    def _of_board(self, seat: int, fields: int, posts: Posts, town: int) -> tuple[float, Growth, int]:
        """Evaluate these fields with a seat's workers, regardless of bag and registry."""
        key = (seat, fields, posts, town)
        known = self._boards.get(key)
        if known is None:
            w = self._weights[seat]
            grown = growth(fields)
            led = prospects(fields, posts, town)
            value = (
                w.groups * grown.points
                + w.gap * grown.gap
                + w.third * grown.third
                + w.spare * grown.spare
                + w.alone * grown.alone
                + w.workers * led.points
                + w.next_worker * led.next_worker
                + w.later_workers * led.later_workers
                + w.good_spaces * led.good_spaces
            )
            known = self._boards[key] = (value, grown, led.standing)
        return known

    def _together(self, farms: list[float], stored: list[list[_Stored]], hands: tuple[int, ...]) -> list[float]:
        """Add up each seat's farm, store and hand, with the best tile that it could buy."""
        in_hand, takeable = self._of_hands(hands), self._takeable(stored, hands)
        return [
            in_hand[seat]
            + self._with_store(seat, farms[seat], stored[seat], hands)
            + self._weights[seat].takeable * takeable[seat]
            for seat in self._seats
        ]

    def _takeable(self, stored: list[list[_Stored]], hands: tuple[int, ...]) -> list[float]:
        """Return each seat's gain from the best tile in another's store, beyond its price (rule 6.2).

        This ignores seats that could pay only with unknown counters.
        """
        best = [0.0] * len(hands)
        for tiles in stored:
            for _gain, bid, _returned, wanted in tiles:
                for other, _payable, _uncertain, use in wanted:
                    if use > best[other] and counters.covers(hands[other], bid):
                        best[other] = use
        return best

    def _with_store(self, seat: int, farm: float, tiles: list[_Stored], hands: tuple[int, ...]) -> float:
        """Evaluate a farm with its store, from which others may buy tiles for their bids."""
        if not tiles:
            return farm
        value = 0.0
        for gain, bid, returned, wanted in tiles:
            keep = 1.0
            for other, payable, uncertain, _use in wanted:
                if counters.covers(hands[other], bid):
                    keep *= payable
                elif self._unknown and self._unknown[other]:
                    keep *= uncertain
            value += keep * gain + (1 - keep) * returned
        return farm + self._weights[seat].stored * value

    def _of_store(self, s: State, seat: int) -> list[_Stored]:
        """Evaluate the tiles in a seat's store, regardless of what the others could pay for them."""
        store = s.stores[seat]
        if not store:
            return []
        key = (seat, s.fields, s.posts[seat], s.town, store)
        found = self._stores.get(key)
        if found is None:
            found = self._stores[key] = []
            ripe = self._weights[seat].ripe
            fields = s.fields[seat]
            present = self._of_board(seat, fields, s.posts[seat], s.town)[0]
            for tile, bid in store:
                fields |= 1 << tile
                grown = self._of_board(seat, fields, s.posts[seat], s.town)[0]
                found.append(self._of_tile(seat, s.fields, tile, max(0.0, grown - present + ripe), bid))
                present = grown
        return found

    def _of_tile(self, seat: int, boards: tuple[int, ...], tile: int, gain: float, bid: int) -> _Stored:
        """Evaluate one tile of a store by its gain for the owner's board."""
        size = counters.total(bid)
        wanted = []
        for other, board in enumerate(boards):
            if other != seat:
                added = growth(board).gain(tile)
                wish = added + 0.5 - 0.4 * size
                if wish > 0:
                    use = max(0.0, added - 0.3 * size)
                    wanted.append((other, 1 - min(0.6, 0.2 * wish), 1 - min(0.3, 0.1 * wish), use))
        return _Stored(gain, bid, size * 0.6, wanted)

    def _pending(self, s: State, worths: list[float]) -> None:
        """Add the worth of a tile or worker between two places: the subject of the question or draw on top."""
        top = s.stack[-1]
        if isinstance(top, FieldDraw):
            if top.source in "KMQW":
                grown = growth(s.fields[top.seat])
                worths[top.seat] += grown.total(s.bag) / max(1, s.bag.bit_count()) + 0.5
        elif isinstance(top, Receive):
            worths[top.seat] += growth(s.fields[top.seat]).gain(top.tile)
        elif isinstance(top, Displaced) and openings(s.fields[top.seat], s.posts[top.seat], top.worker):
            worths[top.seat] += NUMBERS[top.worker]

    def _of_hands(self, hands: tuple[int, ...]) -> list[float]:
        known = self._hands.get(hands)
        if known is None:
            known = self._hands[hands] = self._worth_of_hands(hands)
        return known

    def _worth_of_hands(self, hands: tuple[int, ...]) -> list[float]:
        held: list[Sequence[float]] = [counters.unpack(hand) for hand in hands]
        worth = []
        for seat in self._seats:
            unknown = self._unknown[seat] if self._unknown else 0
            if unknown:
                held[seat] = [number + more for number, more in zip(held[seat], self._expected[seat], strict=True)]
            w = self._weights[seat]
            number = counters.total(hands[seat]) + unknown
            value = w.first_counters * min(3, number)
            for of_crop in held[seat]:
                if of_crop >= 1:
                    value += w.crops_held
            if number > 3:
                value += w.next_counters * min(3, number - 3) + w.more_counters * min(6, max(0, number - 6))
            if number > 12:
                value += w.surplus_counters * (number - 12)
            worth.append(value)
        for numbers in zip(*held, strict=True):
            second, most = sorted(numbers)[-2:]
            for seat, of_crop in enumerate(numbers):
                lead = of_crop - (second if of_crop == most else most)
                chance = 0.5 + (lead - 0.5) / self._spread[seat]
                if chance > 0:
                    worth[seat] += self._weights[seat].crops * (chance if chance < 1 else 1.0)
        return worth


def emptied(store: dict[Any, Any]) -> Iterator[None]:
    """Empty a dictionary in slices: deleting thousands of entries at once would block a page for too long.

    >>> store = {number: str(number) for number in range(1000)}
    >>> len(list(emptied(store))), store
    (4, {})
    """
    while store:
        for _ in range(min(_ENTRIES, len(store))):
            store.popitem()
        yield


def turns_left(view: State, seat: int, later: int = 0) -> float:
    """Return the turns that a seat will have after the present one, an estimate until the tenth event (rule 13.1).

    ``later`` shifts the present turn by that many turns.
    """
    first = (seat - view.seat) % view.players or view.players
    passed = 0 if later < first else (later - first) // view.players + 1
    if view.left >= 0:
        left = 0 if view.left < first else (view.left - first) // view.players + 1
        return float(max(0, left - passed))
    events = view.bag_events.bit_count() - (2 if view.players > 2 and not view.removed else 0)
    to_come = EVENT_SPACES - len(view.placed)
    in_bag = view.bag.bit_count() + events
    draws = min(in_bag, to_come * (in_bag + 1) / (max(events, 1) + 1))
    return max(2.0, 2 + draws / (_DRAWS_A_TURN * view.players) - passed)


def _expected(view: State, unknown: tuple[int, ...]) -> list[list[float]]:
    """Return for each seat the expected counters of each crop among those of unknown crop."""
    by_crop = counters.unpack(hidden(view))
    number = sum(by_crop)
    return [[of_seat * of_crop / number for of_crop in by_crop] for of_seat in unknown]
