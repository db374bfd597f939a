"""A referee for Key Harvest: set-up, turns and the end (chapters 2 to 7 and 13 of the rules).

Every rule is a generator that yields a `Question` when a player or chance has to decide, and is sent the answer.
So the rules are here in their own order, and an interrupt is a generator inside a generator.

>>> referee = Referee(2)
>>> referee.asks.who, referee.asks.choices              # 2.1: a player (0: chance) drawn at random
(0, ('*1', '*2'))
>>> referee.answer("*2")
>>> referee.asks.who, referee.asks.choices              # chooses who starts
(2, ('1', '2'))
"""

from __future__ import annotations

from dataclasses import dataclass

from .components import (
    COUNTERS_OF_EACH,
    CROPS,
    EVENTS,
    NUMBER,
    REGISTRY_PLACES,
    STANDARD,
    TOWNSFOLK,
    Counters,
    connected_groups,
)
from .counting import bid, choose_refs, give_exactly, harvest, take_bid_back, total
from .placing import draw, place, refill
from .table import Asking, Question, Table, ask, chance
from .workers import power

OVER = Question(-1, (), "13")


# ---- chapter 2: set-up, in order


def set_up(table: Table, start: str) -> Asking:
    """Chapter 2."""
    table.town = set(TOWNSFOLK)  # 2.2, before the first question, since nobody decides it
    yield from start_player(table, start)
    yield from starting_pairs(table)
    yield from starting_counters(table)
    for _ in range(REGISTRY_PLACES):  # 2.5: no event is in the bag yet
        tile = yield from draw(table)
        table.registry.add(tile)
    yield from events_into_bag(table)


def start_player(table: Table, start: str) -> Asking:
    """2.1: a player drawn at random chooses who starts; or a random one starts."""
    seats = [str(seat) for seat in table.players]
    drawn = yield from chance(seats, None, "2.1")
    chosen = drawn if start == "random" else (yield from ask(int(drawn), seats, "2.1"))
    table.start = table.seat = int(chosen)


def starting_pairs(table: Table) -> Asking:
    """2.3: each player gets one of the four starting pairs at random, placed unharvested on their own board."""
    left = {min(pair): pair for pair in table.layout.pairs}
    for player in table.players.values():
        drawn = yield from chance(sorted(left), None, "2.3")
        for ref in left.pop(drawn):
            player.fields[ref] = True
            table.bag.remove(ref)


def starting_counters(table: Table) -> Asking:
    """2.4: three counters for each player, out of a set in which chance chooses the odd crops."""
    two = len(table.players) == 2
    # Two: one crop twice, the others once. Three: one once, the others twice. Four: two thrice, the rest twice.
    usual, unusual, number = {2: (1, 2, 1), 3: (2, 1, 1), 4: (2, 3, 2)}[len(table.players)]
    odd: list[str] = []
    pool: Counters = {}
    for _ in range(number):
        odd.append((yield from chance([crop for crop in CROPS if crop not in odd], None, "2.4")))
        pool = {crop: unusual if crop in odd else usual for crop in CROPS}
        # While they are being dealt, they are in the bag and not in the stock (1.4).
        table.stock = {crop: COUNTERS_OF_EACH - pool[crop] for crop in CROPS}

    def deal(seat: int, crop: str) -> None:
        pool[crop] -= 1
        table.players[seat].hand[crop] += 1
        table.players[seat].known[crop] += two  # two players: open to both; else secret

    if two:  # "one of them of the doubled crop"
        for seat in table.players:
            deal(seat, odd[0])
    *drawers, last = table.players
    for seat in drawers:
        while total(table.players[seat].hand) < 3:
            outcomes = [crop for crop in CROPS if pool[crop]]
            deal(seat, (yield from chance(outcomes, [pool[crop] for crop in outcomes], "2.4")))
    for crop in CROPS:  # the rest
        while pool[crop]:
            deal(last, crop)


def events_into_bag(table: Table) -> Asking:
    """2.6: all 14 with two players; with three or four, 12, two taken out at random, unseen by all."""
    if len(table.players) > 2:
        for _ in range(2):
            table.removed.add((yield from chance([e for e in EVENTS if e not in table.removed], None, "2.6")))
    else:
        table.seen = set(EVENTS)  # known by all to be in the game
    table.bag_events = set(EVENTS) - table.removed


# ---- chapter 3: a turn


def turn_begun(seat: int) -> str:
    """The stack of a position in which a seat has just begun its turn."""
    return f"Turn({seat},0,0,0)"


def turn(table: Table, seat: int) -> Asking:
    """3.1: up to two of four different actions, each at most once, in any order, but (c) not after (d)."""
    player = table.players[seat]
    actions: list[str] = []
    tiles = 0  # moved by the latest (c) or (d)
    while True:
        fresh = {action for action in "abcd" if action not in actions} if len(actions) < 2 else set()
        if "d" in actions:
            fresh -= {"c"}
        if tiles == 1:  # the same action continues (6.1, 7.1)
            fresh.add(actions[-1])
        choices = []
        if "a" in fresh:
            choices += [f"a:{ref}" for ref in player.unharvested()]
        if "b" in fresh:
            choices += [f"b:{worker}" for worker in table.unplayed(seat) if table.legal_spaces(seat, worker)]
            choices += [f"b:-{worker}" for worker in sorted(player.workers)]
        if "c" in fresh:
            choices += [f"c:{ref}" for ref in tiles_to_be_had(table, seat)]
        if "d" in fresh and len(player.store) < 2 and total(player.hand):  # 7.1, 7.2
            choices += [f"d:{ref}" for ref in sorted(table.registry)]
        move = yield Question(seat, (*choices, "end"), "3.1")  # always asked
        if move == "end":  # 3.3
            return
        action, _, what = move.partition(":")
        if action in actions:
            tiles += 1
        else:
            actions.append(action)
            tiles = 1 if action in "cd" else 0
        match action:
            case "a":
                yield from harvest_group(table, seat, what)
            case "b" if what.startswith("-"):
                table.leaves_board(seat, what[1:])  # 5.6
            case "b":
                yield from play_worker(table, seat, what)
            case "c":
                yield from store_to_board(table, seat, what)
            case "d":
                yield from registry_to_store(table, seat, what)


# ---- chapters 4 to 7: the four actions


def harvest_group(table: Table, seat: int, ref: str) -> Asking:
    """4.1: one connected group of field tiles, and any number (one or more) of its unharvested tiles."""
    player = table.players[seat]
    group = next(group for group in connected_groups(player.fields) if ref in group)
    among = [field for field in group if player.fields[field]]
    refs = yield from choose_refs(seat, among, len(among), "4.1", first=ref)
    yield from harvest(table, seat, refs)


def play_worker(table: Table, seat: int, worker: str) -> Asking:
    """5.1 to 5.5: one worker onto the player's board; then its power."""
    space = yield from ask(seat, table.legal_spaces(seat, worker), "5.2")
    table.stand(seat, worker, space)
    yield from power(table, seat, worker)


def tiles_to_be_had(table: Table, seat: int) -> list[str]:
    """6.2: the tiles in the player's own store, and those in others' whose exact bids the player can pay."""
    player = table.players[seat]
    tiles = list(player.store)
    for ref, owner in table.stores_of_others(seat).items():
        price = table.players[owner].store[ref]
        if all(player.hand[crop] >= number for crop, number in price.items()):
            tiles.append(ref)
    return sorted(tiles)


def store_to_board(table: Table, seat: int, ref: str) -> Asking:
    """Chapter 6: one tile from a store to the player's board."""
    player = table.players[seat]
    if ref in player.store:  # 6.2: its bid goes to the stock
        for crop, number in player.store.pop(ref).items():
            table.stock[crop] += number
    else:
        owner = table.stores_of_others(seat)[ref]
        price = take_bid_back(table, owner, ref)
        give_exactly(table, seat, price, owner)
    yield from place(table, seat, ref)  # 6.3


def registry_to_store(table: Table, seat: int, ref: str) -> Asking:
    """Chapter 7: one tile from the registry to the player's store, its bid, and the refill (7.3)."""
    table.registry.remove(ref)
    yield from bid(table, seat, ref)
    yield from refill(table, seat)


# ---- chapter 13: the end


@dataclass(frozen=True)
class Score:
    """One player's points by 13.2, and the rank by 13.3 (shared ranks are equal)."""

    workers: int
    largest: int
    second: int
    crops: int
    total: int
    rank: int


def scores(table: Table) -> dict[int, Score]:
    """13.2 and 13.3."""
    parts = {}
    for seat, player in table.players.items():
        workers = sum(NUMBER[worker] for worker in player.workers)
        sizes = [len(group) for group in connected_groups(player.fields)] + [0, 0]
        # one for each crop of which the player alone holds the most counters behind the screen
        crops = sum(
            all(player.hand[crop] > table.players[other].hand[crop] for other in table.others(seat)) for crop in CROPS
        )
        parts[seat] = (workers, sizes[0], 2 * sizes[1], crops)
    standing = {
        seat: (sum(parts[seat]), len(player.fields), total(player.hand)) for seat, player in table.players.items()
    }
    return {
        seat: Score(*parts[seat], total=sum(parts[seat]), rank=1 + sum(s > standing[seat] for s in standing.values()))
        for seat in table.players
    }


def turns(table: Table) -> Asking:
    """3.1 clockwise, until 13.1 or 13.4 ends the game."""
    while True:
        table.drew_this_turn = False
        yield from turn(table, table.seat)
        table.idle = 0 if table.drew_this_turn else table.idle + 1
        if table.turns_left == 0:  # 13.1
            return
        if table.idle >= 10 * len(table.players):  # 13.4, and ruling 3: a round is as many turns as there are players
            return
        if table.turns_left is not None:
            table.turns_left -= 1
        table.seat = table.clockwise(table.seat)[1]
        table.turn += 1


def whole_game(table: Table, start: str) -> Asking:
    """From set-up to the end."""
    yield from set_up(table, start)
    table.turn = 1
    yield from turns(table)


class Referee:
    """Plays one game: `asks` is the question open now, `answer` answers it.

    ``layout`` is the text of a layout (JSON or one line) or the name of the standard one; ``start`` is "drawn" or
    "random" (2.1). Raises ValueError for an answer that is not among the choices.
    """

    def __init__(self, players: int, layout: str = STANDARD, start: str = "drawn") -> None:
        if start not in ("drawn", "random"):
            raise ValueError(f"start is drawn or random, not {start!r}")
        table = Table(players, layout)
        self._begin(table, whole_game(table, start))

    @classmethod
    def at_turn(cls, position: str) -> Referee:
        """A referee at the very beginning of a turn, from the text of a position.

        This referee can't step into the middle of a rule: raises ValueError for any other ``stack=``.
        """
        table = Table(2)
        table.read_position(position)
        if not table.turn or not position.endswith(f" stack={turn_begun(table.seat)}"):
            raise ValueError(f"position: not at the beginning of a turn: {position.rpartition(' ')[2]}")
        referee = cls.__new__(cls)
        referee._begin(table, turns(table))
        return referee

    def _begin(self, table: Table, rules: Asking) -> None:
        self.table = table
        self._rules = rules
        self.asks = next(rules)

    @property
    def over(self) -> bool:
        """Whether the game has ended (chapter 13)."""
        return self.asks is OVER

    def answer(self, move: str) -> None:
        """Answer the open question, and run on to the next one."""
        if move not in self.asks.choices:
            raise ValueError(f"not legal here: {move!r}; legal: {' '.join(self.asks.choices) or 'nothing'}")
        try:
            self.asks = self._rules.send(move)
        except StopIteration:
            self.asks = OVER

    def position(self) -> str:
        """The line of text for the position, except for its word ``stack=``."""
        return self.table.position()

    def final(self) -> dict[int, Score]:
        """The scores of all seats if the game ended now."""
        return scores(self.table)
