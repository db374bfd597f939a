"""How good a position is for a seat, in points of the expected final margin.

One linear evaluator: a handful of features of each seat, weighed with weights that change from early to late in the
game. It works on what a seat can see: the view of an observation and the states that follow from it. The counters of
others whose crop is not known are counted as what can be expected (rule 14.3).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from keyharvest.knowledge import Observation
from keyharvest.rules import State, counters
from keyharvest.rules.components import EVENT_SPACES, FARMHANDS, NUMBERS
from keyharvest.rules.events import Receive
from keyharvest.rules.frames import Displaced, FieldDraw
from keyharvest.rules.geometry import NEIGHBOURS, groups, spaces_in, support, touching, unconnected
from keyharvest.rules.scoring import two_largest
from keyharvest.rules.state import Posts, barred, openings


class Weight(NamedTuple):
    """What one unit of a feature is worth with no turn left, with two, and with twelve or more."""

    end: float
    late: float
    early: float


#: The features of a seat and their weights, in points.
WEIGHTS: Final[Mapping[str, Weight]] = {
    # Points there are: of the two largest groups, of the workers, of the crops held most of (rule 13.2).
    "groups": Weight(1, 1.05, 1.25),
    "workers": Weight(1, 0.95, 0.9),
    "crops": Weight(1, 0.9, 0.3),
    # Fields that score nothing yet, and those that touch no other.
    "spare": Weight(0.01, 0.3, 0.9),
    "alone": Weight(0, -0.05, -0.1),
    # What tiles would add: those in the own store, in the registry, in the bag.
    "stored": Weight(0, 0.7, 0.7),
    "registry": Weight(0, 0.05, 0.06),
    "bag": Weight(0, 0.005, 0.01),
    # The number of the best worker that could be played now, of the next two beside it, and good spaces for more.
    "next_worker": Weight(0, 0.45, 0.4),
    "later_workers": Weight(0, 0.2, 0.3),
    "good_spaces": Weight(0, 0.2, 0.6),
    # Workers that a tile may displace, which fires them again (rule 8.1).
    "displaceable": Weight(0, 0.1, 0.25),
    # Counters: the first three, the next three, four more; different crops.
    "first_counters": Weight(0.01, 0.4, 0.45),
    "next_counters": Weight(0.01, 0.1, 0.25),
    "more_counters": Weight(0.01, 0.03, 0.15),
    "crops_held": Weight(0, 0.1, 0.25),
    # Unharvested fields in the group with most of them, and elsewhere.
    "ripe": Weight(0, 0.1, 0.25),
    "ripe_elsewhere": Weight(0, 0.05, 0.15),
}

#: Draws from the bag in one turn, on average.
_DRAWS_A_TURN: Final = 1.1


class Growth(NamedTuple):
    """What a set of fields scores and what would make it score more.

    ``points`` for the two largest groups; ``spare`` fields outside them; ``alone`` fields that touch no other;
    ``steps`` masks of free spaces: those where a tile adds at least one point, at least two, three and four.
    """

    points: int
    spare: int
    alone: int
    steps: tuple[int, int, int, int]

    def gain(self, tile: int) -> int:
        """The points that one tile would add, at most four."""
        return sum(step >> tile & 1 for step in self.steps)

    def total(self, tiles: int) -> int:
        """The sum of these over a mask of tiles."""
        one, two, three, four = self.steps
        if not two:
            return (one & tiles).bit_count()
        found = (one & tiles).bit_count() + (two & tiles).bit_count()
        return found + (three & tiles).bit_count() + (four & tiles).bit_count() if three else found


@lru_cache(maxsize=1 << 14)
def growth(fields: int) -> Growth:
    """The growth of a set of fields.

    >>> from keyharvest.rules.geometry import mask_of, INDEX
    >>> found = growth(mask_of(["A1", "A2", "C5", "C6"]))
    >>> found.points, found.gain(INDEX["C7"]), found.gain(INDEX["G7"])
    (6, 1, 0)
    """
    parts = groups(fields)
    sizes = [part.bit_count() for part in parts]
    largest, second = two_largest(fields)
    points = largest + 2 * second
    steps = [0, 0, 0, 0]
    once = several = 0
    rims = []
    for part in parts:
        rim = touching(part) & ~fields
        rims.append(rim)
        several |= once & rim
        once |= rim

    def note(spaces: int, joined: list[int]) -> None:
        left = sorted((size for at, size in enumerate(sizes) if at not in joined), reverse=True)
        size = 1 + sum(sizes[at] for at in joined)
        first, next_one = (*left, 0, 0)[:2]
        added = max(size, first) + 2 * max(min(size, first), next_one) - points
        for step in range(min(added, 4)):
            steps[step] |= spaces

    note(_ALL & ~fields & ~once, [])
    for at, rim in enumerate(rims):
        if rim & ~several:
            note(rim & ~several, [at])
    for space in spaces_in(several):
        note(1 << space, [at for at, rim in enumerate(rims) if rim >> space & 1])
    alone = unconnected(fields).bit_count()
    return Growth(points, fields.bit_count() - largest - second, alone, (steps[0], steps[1], steps[2], steps[3]))


_ALL: Final = (1 << 56) - 1


class Prospects(NamedTuple):
    """Workers on a board and those that could follow: see ``WEIGHTS``."""

    points: int
    next_worker: int
    later_workers: int
    good_spaces: int
    standing: int


@lru_cache(maxsize=1 << 14)
def prospects(fields: int, posts: Posts, town: int) -> Prospects:
    """The workers of a board, and the best three that could still be played side by side, with the town's.

    >>> from keyharvest.rules.geometry import mask_of, INDEX
    >>> prospects(mask_of(["A1", "A2", "B1", "C1"]), ((2, INDEX["B2"]),), 0)[:2]
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
            space = min(spaces_in(free), key=lambda at: (NEIGHBOURS[at] & places[3] & ~taken).bit_count())
            taken |= 1 << space | NEIGHBOURS[space]
            found.append(number)
            if len(found) == 3:
                break
    found += [0, 0, 0]
    good = min(6, (places[4] & ~closed).bit_count() + (places[5] & ~closed).bit_count())
    return Prospects(points, found[0], found[1] + found[2], good, standing)


class Outlook:
    """The evaluator for one decision of one seat: what the game looks like now, and what positions after it are worth.

    How far the game has come and what the others may hold is fixed by the observation, so that all positions are
    weighed alike.
    """

    def __init__(self, observation: Observation, weights: Mapping[str, Weight] = WEIGHTS) -> None:
        view = observation.view
        self.seat = observation.seat
        self._others = [seat for seat in range(view.players) if seat != self.seat]
        self.turns_left = [turns_left(view, seat) for seat in range(view.players)]
        self._weights = [_weights_with(weights, left) for left in self.turns_left]
        # By how much a lead in a crop may still change: the more turns to come the more.
        self._spread = [1 + 0.8 * min(10.0, left) for left in self.turns_left]
        self._expected = _expected(observation)
        # What has been worked out already: most positions looked at differ in one board or one hand only.
        self._boards: dict[tuple[int, int, Posts, int, int, int], float] = {}
        self._hands: dict[tuple[int, ...], float] = {}
        self._unknown = observation.unknown

    def value(self, s: State) -> float:
        """The expected final margin of the seat, own points less half the best and half the mean of the others'."""
        worth = [self._of_seat(s, seat) for seat in range(s.players)]
        self._pending(s, worth)
        return self._margin(worth) + self.hands_value(s.hands)

    def _margin(self, worth: list[float]) -> float:
        others = [worth[seat] for seat in self._others]
        return worth[self.seat] - (max(others) + sum(others) / len(others)) / 2

    def _of_seat(self, s: State, seat: int) -> float:
        """What a seat's board and store are worth."""
        fields, ripe = s.fields[seat], s.ripe[seat]
        w = self._weights[seat]
        value = self._of_board(s, seat, fields)
        if ripe:
            most = max([(part & ripe).bit_count() for part in groups(fields)])
            value += w["ripe"] * most + w["ripe_elsewhere"] * (ripe.bit_count() - most)
        if s.stores[seat] and w["stored"]:
            value += w["stored"] * self._stored(s, seat, w)
        return value

    def _of_board(self, s: State, seat: int, fields: int) -> float:
        """What these fields would be worth to a seat together with its workers."""
        key = (seat, fields, s.posts[seat], s.town, s.bag, s.registry)
        known = self._boards.get(key)
        if known is not None:
            return known
        w = self._weights[seat]
        grown = growth(fields)
        led = prospects(fields, s.posts[seat], s.town)
        value = self._boards[key] = (
            w["groups"] * grown.points
            + w["spare"] * grown.spare
            + w["alone"] * grown.alone
            + w["bag"] * grown.total(s.bag)
            + w["registry"] * grown.total(s.registry)
            + w["workers"] * led.points
            + w["next_worker"] * led.next_worker
            + w["later_workers"] * led.later_workers
            + w["good_spaces"] * led.good_spaces
            + w["displaceable"] * (led.standing & (s.bag | s.registry)).bit_count()
        )
        return value

    def _stored(self, s: State, seat: int, w: dict[str, float]) -> float:
        """What the tiles in a seat's store would be worth on its board, with what others may take for their bids."""
        fields = s.fields[seat]
        present = self._of_board(s, seat, fields)
        value = 0.0
        for tile, bid in s.stores[seat]:
            fields |= 1 << tile
            grown = self._of_board(s, seat, fields)
            gain = max(0.0, grown - present + w["ripe"])
            present = grown
            size = counters.total(bid)
            keep = 1.0
            for other in range(s.players):
                if other != seat:
                    wish = growth(s.fields[other]).gain(tile) + 0.5 - 0.4 * size
                    if wish > 0:
                        if counters.covers(s.hands[other], bid):
                            keep *= 1 - min(0.6, 0.2 * wish)
                        elif self._unknown[other]:
                            keep *= 1 - min(0.3, 0.1 * wish)
            value += keep * gain + (1 - keep) * size * 0.6
        return value

    def _pending(self, s: State, worth: list[float]) -> None:
        """Add what the question or draw on top of the stack is about: a tile or worker between two places."""
        top = s.stack[-1] if s.stack else None
        if isinstance(top, FieldDraw):
            if top.source in "KMQW":
                grown = growth(s.fields[top.seat])
                worth[top.seat] += grown.total(s.bag) / max(1, s.bag.bit_count()) + 0.5
        elif isinstance(top, Receive):
            worth[top.seat] += growth(s.fields[top.seat]).gain(top.tile)
        elif isinstance(top, Displaced) and openings(s.fields[top.seat], s.posts[top.seat], top.worker):
            worth[top.seat] += NUMBERS[top.worker]

    def hands_value(self, hands: tuple[int, ...]) -> float:
        """The part of the margin that lies in the counters behind the screens."""
        known = self._hands.get(hands)
        if known is None:
            known = self._hands[hands] = self._margin(self._worth_of_hands(hands))
        return known

    def _worth_of_hands(self, hands: tuple[int, ...]) -> list[float]:
        held: list[Sequence[float]] = [counters.unpack(hand) for hand in hands]
        worth = []
        for seat, unknown in enumerate(self._unknown):
            if unknown:
                held[seat] = [number + more for number, more in zip(held[seat], self._expected[seat], strict=True)]
            w = self._weights[seat]
            number = counters.total(hands[seat]) + unknown
            value = w["first_counters"] * min(3, number) + w["crops_held"] * sum(of_crop >= 1 for of_crop in held[seat])
            if number > 3:
                value += w["next_counters"] * min(3, number - 3) + w["more_counters"] * min(6, max(0, number - 6))
            worth.append(value)
        for of_crop in zip(*held, strict=True):
            second, most = sorted(of_crop)[-2:]
            for seat, number in enumerate(of_crop):
                lead = number - (second if number == most else most)
                chance = 0.5 + (lead - 0.5) / self._spread[seat]
                if chance > 0:
                    worth[seat] += self._weights[seat]["crops"] * (chance if chance < 1 else 1.0)
        return worth


def turns_left(view: State, seat: int) -> float:
    """The turns a seat will have after the present one; expected, until the tenth event is placed (rule 13.1)."""
    if view.left >= 0:
        first = (seat - view.seat) % view.players or view.players
        return 0.0 if view.left < first else float((view.left - first) // view.players + 1)
    events = view.bag_events.bit_count() - (2 if view.players > 2 else 0)
    to_come = EVENT_SPACES - len(view.placed)
    in_bag = view.bag.bit_count() + events
    draws = min(in_bag, to_come * (in_bag + 1) / (max(events, 1) + 1))
    return 2 + draws / (_DRAWS_A_TURN * view.players)


def _weights_with(weights: Mapping[str, Weight], left: float) -> dict[str, float]:
    """The weights with this many turns left."""
    if left < 2:
        return {name: w.end + (w.late - w.end) * left / 2 for name, w in weights.items()}
    part = min(1.0, (left - 2) / 10)
    return {name: w.late + (w.early - w.late) * part for name, w in weights.items()}


def _expected(observation: Observation) -> list[list[float]]:
    """For each seat the counters of each crop that can be expected among those whose crop is not known."""
    view = observation.view
    if not any(observation.unknown):
        return [[0.0] * 5 for _ in range(view.players)]
    seen = view.stock + sum(view.hands) + sum(bid for store in view.stores for _, bid in store)
    hidden = counters.unpack(counters.ALL - seen)
    number = sum(hidden)
    return [[unknown * of_crop / number for of_crop in hidden] for unknown in observation.unknown]
