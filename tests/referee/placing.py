"""Chapters 8 and 9 of the rules: placing field tiles, and refilling the registry."""

from __future__ import annotations

from collections.abc import Generator

from . import events, workers
from .components import EVENT_SPACES, EVENTS
from .table import Asking, AskingFor, Question, Table, ask, chance


def place(table: Table, seat: int, ref: str) -> Asking:
    """Chapter 8: a field tile comes to a board."""
    player = table.players[seat]
    displaced = player.worker_on(ref)
    player.fields[ref] = True  # 8.2: unharvested, however it comes
    if displaced is None:
        return
    # 8.1: the field tile displaces the worker. It is now neither on the board nor at home.
    del player.workers[displaced]
    space = yield from ask(seat, [*table.legal_spaces(seat, displaced), "home"], "8.1")
    if space == "home":
        table.goes_home(displaced)
    else:
        table.stand(seat, displaced, space)
        yield from workers.power(table, seat, displaced)  # "and then use its power again (5.5)"


def draw(table: Table) -> AskingFor:
    """1.8: one tile from the bag, uniformly at random."""
    tile = yield from chance([*sorted(table.bag), *sorted(table.bag_events)], None, "1.8")
    table.drew_this_turn = True
    table.idle = 0  # 13.4
    if tile in EVENTS:
        table.bag_events.remove(tile)
        table.seen.add(tile)
    else:
        table.bag.remove(tile)
    return tile


def refill(table: Table, drawer: int) -> Asking:
    """9.1: draw for the one registry place that was emptied. The drawer is the player who emptied it (ruling 1)."""
    while table.bag or table.bag_events:  # "Bag empty: the place stays empty."
        tile = yield from draw(table)
        if tile not in EVENTS:
            table.registry.add(tile)
            return
        if len(table.placed) == EVENT_SPACES:  # 9.7: ignored, out of the game, draw again
            table.gone.add(tile)
        else:
            yield from place_event(table, drawer, tile)


def place_event(table: Table, drawer: int, event: str) -> Asking:
    """9.1: an event is placed on the next free event space and resolved."""
    table.placed.append(event)
    if len(table.placed) == 7 and table.bag:  # 9.3, and its exception: if no field tile is left in the bag, all stay
        tiles = [len(player.fields) + len(player.workers) for player in table.players.values()]
        if min(tiles) < 7:
            table.bag_events.update(table.placed[:2])
            del table.placed[:2]
    if len(table.placed) == EVENT_SPACES:  # 13.1: two more turns for every player
        table.turns_left = 2 * len(table.players)
    yield from events.resolve(table, drawer, event)


def draw_field(table: Table) -> Generator[Question, str, str | None]:
    """9.4: draw a field tile because of an event or for the trader. 9.5: none, if the bag holds none."""
    if not table.bag:
        return None
    while True:
        tile = yield from draw(table)
        if tile not in EVENTS:
            table.bag_events |= table.aside
            table.aside.clear()
            return tile
        if len(table.placed) == EVENT_SPACES:  # ruling 2: after the tenth, out of the game on this draw too
            table.gone.add(tile)
        else:
            table.aside.add(tile)  # announced to all
