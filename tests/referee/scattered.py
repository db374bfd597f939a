"""Tables at the beginning of a turn that play seldom or never reaches: scant stocks, empty bags, crowded boards.

Everything that the rules guarantee at every moment holds here too; how it came about does not matter.
"""

from __future__ import annotations

import random

from .components import COUNTERS_OF_EACH, CROPS, EVENT_SPACES, EVENTS, FARMHANDS, NEIGHBOURS, SPACES, TOWNSFOLK
from .table import Player, Table


def scattered(chooser: random.Random) -> Table:
    """A random table at the beginning of a turn.

    >>> table = scattered(random.Random(1))
    >>> sum(table.stock.values()) <= 60 and table.turn > 0
    True
    """
    table = Table(chooser.choice((2, 3, 4)))
    seats = list(table.players)
    table.turn = chooser.randint(11 * len(seats), 60)
    table.seat = chooser.choice(seats)
    table.start = (table.seat - table.turn) % len(seats) + 1
    _tiles(table, chooser)
    _workers(table, chooser)
    _counters(table, chooser)
    _events(table, chooser)
    table.idle = chooser.choice((0, chooser.randrange(10 * len(seats)), 10 * len(seats) - 1))
    return table


def _tiles(table: Table, chooser: random.Random) -> None:
    left = set(SPACES)

    def some(number: int) -> set[str]:
        taken = set(chooser.sample(sorted(left), min(number, len(left))))
        left.difference_update(taken)
        return taken

    most = chooser.choice((0, 1, 3, 3, 3, 3, 3, 3))
    for player in table.players.values():
        for _ in range(chooser.randint(0, most)):  # grow groups
            edge = list(some(1))
            for _ in range(chooser.choice((0, 2, 4, 8, 12))):
                near = sorted({near for field in edge for near in NEIGHBOURS[field]} & left)
                if near:
                    edge.append(chooser.choice(near))
                    left.discard(edge[-1])
            player.fields |= {ref: chooser.random() < 0.5 for ref in edge}
        player.fields |= {ref: chooser.random() < 0.5 for ref in some(chooser.randint(0, most))}
        player.store = {ref: dict.fromkeys(CROPS, 0) for ref in sorted(some(chooser.choice((0, 1, 1, 2, 2))))}
    table.registry = some(chooser.choice((0, 1, 3, 5, 6, 6, 6)))
    table.fallow = some(chooser.choice((0, 3, 10)))
    table.bag = some(chooser.choice((0, 0, 1, 2, 5, 60)))
    table.fallow |= left


def _workers(table: Table, chooser: random.Random) -> None:
    table.town = set(TOWNSFOLK)
    for player in table.players.values():
        wanted = chooser.choice((0, 2, 5, 9))
        for _ in range(wanted):
            unplayed = sorted(set(FARMHANDS) - set(player.workers) | table.town)
            free = [space for space in SPACES if space not in player.fields and not _near_worker(player, space)]
            wished = [space for space in free if space in table.registry | table.bag or _in_a_store(table, space)]
            if free and unplayed:
                worker = chooser.choice(unplayed)
                player.workers[worker] = chooser.choice(wished or free)
                table.town.discard(worker)


def _near_worker(player: Player, space: str) -> bool:
    return any(place in (space, *NEIGHBOURS[space]) for place in player.workers.values())


def _in_a_store(table: Table, ref: str) -> bool:
    return any(ref in player.store for player in table.players.values())


def _counters(table: Table, chooser: random.Random) -> None:
    pool = [crop for crop in CROPS for _ in range(COUNTERS_OF_EACH)]
    chooser.shuffle(pool)
    table.stock = dict.fromkeys(CROPS, 0)
    for player in table.players.values():
        for bid in player.store.values():
            for _ in range(chooser.choice((1, 1, 2, 3))):
                bid[pool.pop()] += 1
        if len(table.players) > 2:  # three secret counters each: still held, or paid since (14.3)
            for crop in pool[-3:]:
                if chooser.random() < 0.5:
                    player.revealed[crop] += 1
                else:
                    player.hand[crop] += 1
                    pool.remove(crop)
    share = chooser.choice((0.0, 0.05, 0.5, 0.9))
    seats = [chooser.choice(list(table.players)) for _ in range(3)]  # some hands may be all but empty
    for crop in pool:
        if chooser.random() < share:
            table.stock[crop] += 1
        else:
            player = table.players[chooser.choice(seats)]
            player.hand[crop] += 1
            player.known[crop] += 1


def _events(table: Table, chooser: random.Random) -> None:
    order = chooser.sample(EVENTS, len(EVENTS))
    if len(table.players) > 2:
        table.removed = {order.pop(), order.pop()}
    for _ in range(chooser.choice((0, 3, 5, 6, 6, 8, 9, 9, 10))):
        table.placed.append(order.pop())
    if len(table.placed) == EVENT_SPACES:
        table.turns_left = chooser.randint(0, 2 * len(table.players))
        for _ in range(chooser.randint(0, len(order))):
            table.gone.add(order.pop())
    table.bag_events = set(order)
    known = [event for event in order if chooser.random() < 0.5 or len(table.players) == 2]
    table.seen = {*table.placed, *table.gone, *known}
