"""The whole table in one picture: the town board and every player's board, store and hand.

It is for the README, for files and for viewing a record; the page arranges the parts itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from keyharvest.knowledge.changes import Changes
from keyharvest.picture.board import still
from keyharvest.picture.elements import Html, h, join
from keyharvest.picture.hexes import PICTURE
from keyharvest.picture.svg import moved, paint, use
from keyharvest.picture.tiles import counters_art, event_art, tile_art, worker_art
from keyharvest.picture.view import view_of
from keyharvest.rules import State, actor, counters
from keyharvest.rules.components import EVENT_SPACES, QUESTION_SPACE, REGISTRY_PLACES, STORE_PLACES
from keyharvest.rules.geometry import spaces_in
from keyharvest.rules.state import whole

_WIDTH = 1400
_GAP = 24
_BOARD = (_WIDTH - 3 * _GAP) / 2
_SCALE = _BOARD / PICTURE[2]
_TOWN = 250
_QUESTION = 50
_SEAT = 150 + PICTURE[3] * _SCALE


def table(
    state: State,
    names: Sequence[str],
    unknown: Sequence[int] | None = None,
    question: str = "",
    changed: Changes | None = None,
    size: int | None = None,
) -> Html:
    """Draw a game as an ``svg`` element for :func:`keyharvest.picture.sprites.standalone`.

    ``state`` is a full state or the ``view`` of an observation. With the latter, ``unknown`` is that of the
    observation: for each seat the number of its counters whose crop isn't known (rule 14.3). ``question`` is written at
    the top, and the player who decides is marked, as is what has ``changed``. ``size`` is the width in pixels. Raise
    ``ValueError`` for one that isn't a whole number above 0.
    """
    if size is not None and (size := whole("size", size)) < 1:
        raise ValueError(f"size: {size}; expected a number of pixels above 0")
    changed = changed or Changes((0,) * state.players, 0)
    if len(names) != state.players:
        raise ValueError(f"{len(names)} names for {state.players} players")
    unknown = unknown or [0] * state.players
    rows = (state.players + 1) // 2
    top = _QUESTION if question else 0
    height = round(top + _TOWN + rows * (_SEAT + _GAP))
    seats = join(
        moved(
            _seat(state, seat, names[seat], unknown[seat], changed),
            _GAP + seat % 2 * (_BOARD + _GAP),
            top + _TOWN + seat // 2 * (_SEAT + _GAP),
        )
        for seat in range(state.players)
    )
    town = _town(state, changed.tiles)
    ground = h.rect(width=_WIDTH, height=height, fill=paint("panel"))
    asked = _words(question, _GAP, 40) if question else None
    return h.svg(".kh.kh-full", viewBox=f"0 0 {_WIDTH} {height}", role="img", width=size)[
        h.title[question or "The table"], ground, asked, moved(town, 0, top) if top else town, seats
    ]


def _words(text: str, x: float, y: float) -> Html:
    return h.text(".kh-words", x=x, y=y)[text]


def _town(state: State, new: int) -> Html:
    parts = [_words("Registry", _GAP, 40)]
    tiles = spaces_in(state.registry)
    for place in range(REGISTRY_PLACES):
        x = _GAP + 42 + place * 90
        art = _tile(state, tiles[place], new) if place < len(tiles) else use("place")
        parts.append(moved(art, x, 104, 0.8))
    parts.append(_words("Events", 610, 40))
    for place in range(EVENT_SPACES):
        x = 610 + 36 + place * 76
        if place < len(state.placed):
            parts.append(moved(event_art(state.placed[place]), x, 104, 0.68))
        else:
            mark = h.text(".kh-far", y=10)["?"] if place + 1 == QUESTION_SPACE else None
            parts.append(moved([use("place"), mark], x, 104, 0.68))
    parts.append(_words("Townsfolk", _GAP, 212))
    for place, worker in enumerate(spaces_in(state.town)):
        parts.append(moved(worker_art(worker, None), 190 + place * 76, 208, 0.62))
    parts.append(_words("Stock", 660, 212))
    art, _ = counters_art(counters.unpack(state.stock), zeros=True)
    parts.append(moved(art, 740, 204, 0.6))
    return join(parts)


def _tile(state: State, tile: int, new: int) -> Html:
    return join(tile_art(tile, state.layout.crops[tile]), use("fresh") if new >> tile & 1 else None)


def _seat(state: State, seat: int, name: str, unknown: int, changed: Changes) -> Html:
    hand, width = counters_art(counters.unpack(state.hands[seat]), unknown)
    parts = [moved(use(f"seat-{seat}"), 22, 26), _words(name, 56, 34), moved(hand, _BOARD - width * 0.55, 26, 0.55)]
    if seat == actor(state):
        mark = h.rect(y=-1, width=_BOARD, height=52, rx=12, fill=paint("gold-wash"), stroke=paint("edge"))
        parts.insert(0, mark)
    board = still(replace(view_of(state, seat), changed=changed.boards[seat]))
    parts.append(moved(h.g(class_=f"kh-seat-{seat}")[board], -PICTURE[0] * _SCALE, 54, _SCALE))
    below = 54 + PICTURE[3] * _SCALE + 48
    parts.append(_words("Store", 0, below + 8))
    store = state.stores[seat]
    for place in range(STORE_PLACES):
        x = 110 + place * 290
        if place >= len(store):
            parts.append(moved(use("place"), x, below, 0.66))
        else:
            tile, bid = store[place]
            art, _ = counters_art(counters.unpack(bid))
            parts.append(moved(_tile(state, tile, changed.tiles), x, below, 0.66))
            parts.append(moved(art, x + 44, below, 0.5))
    return h.g(class_=f"kh-seat-{seat}")[parts]
