"""Positions set up by hand, moves played in them, and the result as short text.

Seats are numbered from 1 here, as in all texts. A position is given by words: ``board1="C5 C6- D4"`` puts three field
tiles on the first board, C6 harvested; ``workers1="A@D5"``, ``hand1="h2w1"``, ``known1="h2"``, ``store1="A1:h1"``;
``registry="E1 E2"``, ``bag="G1"``, ``fallow="A1"``, ``placed="MN"``, ``events="PQ"`` (in the bag), ``aside``,
``removed``, ``seen``. By default all counters are in the stock, townsfolk on the town board, the rest of the
field tiles and of the events in the bag; hands are known. Where the bag is given, the other tiles are fallow;
where its events are given, the others are gone; where the stock is given, the last seat holds the rest of the
counters.
"""

from __future__ import annotations

from collections.abc import Sequence

from keyharvest.rules import State, apply
from keyharvest.rules.components import ALL_EVENTS, EVENT_LETTERS, EVENTS, WORKER_INDEX, WORKER_LETTERS, WORKERS
from keyharvest.rules.counters import ALL, pack, parse, text, total, unpack
from keyharvest.rules.engine import settle
from keyharvest.rules.frames import Displaced
from keyharvest.rules.geometry import ALL_SPACES, INDEX, SPACES, mask_of, names, spaces_in
from keyharvest.rules.layout import Layout, parse_compact
from keyharvest.rules.state import Frame
from keyharvest.rules.turn import Turn

#: In this layout the row shows the crop, so that a test can be read without a table.
BY_ROW: Layout = parse_compact(
    "h" * 7 + "v" * 8 + "a" * 9 + "b" * 8 + "w" * 9 + "h" * 8 + "v" * 7 + "/A1G7A4C9B1F8D1E9"
)


def position(
    players: int = 2,
    *,
    seat: int = 1,
    start: int = 1,
    turn: int = 5,
    left: int = -1,
    idle: int = 0,
    used: int = 0,
    stack: Sequence[Frame] | None = None,
    layout: Layout = BY_ROW,
    **words: str,
) -> State:
    """Return a checked position in the middle of the game, by default at the beginning of the first seat's turn."""
    s = State.empty(players, layout)
    s.turn, s.seat, s.start, s.left, s.idle = turn, seat - 1, start - 1, left, idle
    s.stack = (Turn(seat - 1, used),) if stack is None else tuple(stack)
    each = range(1, players + 1)
    boards = [words.pop(f"board{n}", "").split() for n in each]
    s.fields = tuple(mask_of([word[:2] for word in board]) for board in boards)
    s.ripe = tuple(mask_of([word for word in board if not word.endswith("-")]) for board in boards)
    s.posts = tuple(
        tuple(sorted((WORKER_INDEX[word[0]], INDEX[word[2:]]) for word in words.pop(f"workers{n}", "").split()))
        for n in each
    )
    s.stores = tuple(
        tuple((INDEX[word[:2]], parse(word[3:])) for word in words.pop(f"store{n}", "").split()) for n in each
    )
    _share_counters(s, [words.pop(f"hand{n}", "-") for n in each], words.pop("stock", ""))
    s.known = tuple(parse(words.pop(f"known{n}", text(hand))) for n, hand in zip(each, s.hands, strict=True))
    s.revealed = tuple(parse(words.pop(f"revealed{n}", "-")) for n in each)
    _share_tiles(s, words)
    _share_events(s, words)
    for posts in s.posts:
        for worker, _ in posts:
            s.town &= ~(1 << worker)
    assert not any(word.strip("-") for word in words.values()), f"position: no place for {words}"
    settle(s)
    check(s)
    return s


def _share_counters(s: State, hands: list[str], stock: str) -> None:
    s.hands = tuple(parse(hand) for hand in hands)
    bids = sum(bid for store in s.stores for _, bid in store)
    if stock:
        assert hands[-1] == "-", "position: with a stock given the last seat holds the rest"
        s.stock = parse(stock)
        s.hands = (*s.hands[:-1], ALL - bids - sum(s.hands) - s.stock)
    else:
        s.stock = ALL - bids - sum(s.hands)


def _share_tiles(s: State, words: dict[str, str]) -> None:
    s.registry, s.fallow = (mask_of(words.pop(name, "").split()) for name in ("registry", "fallow"))
    used = s.registry | s.fallow | sum(s.fields) | mask_of([SPACES[tile] for store in s.stores for tile, _ in store])
    for tile in in_transit(s):
        used |= 1 << tile
    s.bag = ALL_SPACES & ~used
    if "bag" in words:
        rest, s.bag = s.bag, mask_of(words.pop("bag").split())
        s.fallow |= rest & ~s.bag


def _events(letters: str) -> int:
    return sum(1 << EVENT_LETTERS.index(letter) for letter in letters)


def _share_events(s: State, words: dict[str, str]) -> None:
    s.placed = tuple(EVENT_LETTERS.index(letter) for letter in words.pop("placed", ""))
    s.aside, s.removed, s.gone = (_events(words.pop(name, "")) for name in ("aside", "removed", "gone"))
    used = s.aside | s.removed | s.gone | sum(1 << event for event in s.placed)
    s.bag_events = ALL_EVENTS & ~used
    if "events" in words:
        rest, s.bag_events = s.bag_events, _events(words.pop("events"))
        s.gone |= rest & ~s.bag_events
    shown = s.aside | s.gone | sum(1 << event for event in s.placed)
    s.seen = ALL_EVENTS if s.players == 2 else shown | _events(words.pop("seen", ""))


def in_transit(s: State) -> list[int]:
    """Return the field tiles that are in no place of the table: a frame holds them."""
    return [frame.tile for frame in s.stack if hasattr(frame, "tile")]


def check(s: State) -> None:
    """Check every position (rules 1.3, 1.4, 1.6, 1.7, 5.2, 7.1): nothing is lost, doubled or in two places."""
    bids = [bid for store in s.stores for _, bid in store]
    for crop, numbers in enumerate(zip(*(unpack(c) for c in (s.stock, *s.hands, *bids)), strict=True)):
        short = 12 - sum(numbers)  # in set-up, the counters being dealt
        assert short == 0 if s.turn else 0 <= short <= 3, f"crop {crop}: stock, hands, bids {numbers}"
    assert s.pool() == 0 or not s.turn
    for hand, known in zip(s.hands, s.known, strict=True):
        assert all(k <= h for k, h in zip(unpack(known), unpack(hand), strict=True)), "more known than held"
        assert total(hand) == sum(unpack(hand))
    stored = [tile for store in s.stores for tile, _ in store]
    masks = [s.bag, s.registry, s.fallow, *s.fields]
    tiles = [tile for mask in masks for tile in spaces_in(mask)] + stored + in_transit(s)
    assert sorted(tiles) == list(range(56)), f"tiles not partitioned: {[SPACES[tile] for tile in sorted(tiles)]}"
    assert all(ripe & ~fields == 0 for ripe, fields in zip(s.ripe, s.fields, strict=True))
    assert s.registry.bit_count() <= 6
    assert all(len(store) <= 2 for store in s.stores)
    events = [spaces_in(mask) for mask in (s.bag_events, s.removed, s.aside, s.gone)] + [list(s.placed)]
    if s.turn:
        everywhere = sorted(event for part in events for event in part)
        assert everywhere == list(range(len(EVENTS))), f"events not partitioned {events}"
        assert s.removed.bit_count() in ((0,) if s.players == 2 else (0, 2))
    _check_workers(s)


def _check_workers(s: State) -> None:
    lifted = [(frame.seat, frame.worker) for frame in s.stack if isinstance(frame, Displaced)]
    standing = [(seat, worker) for seat, posts in enumerate(s.posts) for worker, _ in posts]
    assert len({*standing, *lifted}) == len(standing) + len(lifted), "a farmhand in two places"
    town = [worker for worker in range(12) if s.town >> worker & 1]
    townsfolk = town + [worker for _, worker in standing + lifted if WORKERS[worker].townsfolk]
    assert sorted(townsfolk) == list(range(6, 12)), f"townsfolk not in one place each: {townsfolk}"
    for posts, fields in zip(s.posts, s.fields, strict=True):
        spaces = [space for _, space in posts]
        assert len(set(spaces)) == len(spaces), "two workers on a space"
        assert not any(fields >> space & 1 for space in spaces), "worker and field on a space"
        assert list(posts) == sorted(posts)


def play(s: State, moves: str) -> State:
    """Return the state after moves separated by spaces. Each must be legal, and every state on the way is checked."""
    for move in moves.split():
        s = apply(s, move)
        check(s)
    return s


# The results, as text in the notations above.


def board(s: State, seat: int) -> str:
    """The field tiles of a seat: ``C5 C6-``."""
    ripe = s.ripe[seat - 1]
    return " ".join(SPACES[tile] + ("" if ripe >> tile & 1 else "-") for tile in spaces_in(s.fields[seat - 1]))


def workers(s: State, seat: int) -> str:
    """The workers on a board: ``A@C4 G@F2``."""
    return " ".join(f"{WORKER_LETTERS[worker]}@{SPACES[space]}" for worker, space in s.posts[seat - 1])


def hand(s: State, seat: int) -> str:
    """The counters of a seat: ``h2w1``."""
    return text(s.hands[seat - 1])


def known(s: State, seat: int) -> str:
    """The counters of a seat that everyone knows."""
    return text(s.known[seat - 1])


def store(s: State, seat: int) -> str:
    """The tiles in a store with their bids: ``A1:h1 A2:w2``."""
    return " ".join(f"{SPACES[tile]}:{text(bid)}" for tile, bid in s.stores[seat - 1])


def stock(s: State) -> str:
    """The general stock."""
    return text(s.stock)


def lacking(s: State) -> str:
    """The counters that are not in the stock."""
    return text(pack([12 - number for number in unpack(s.stock)]))


def tiles(mask: int) -> str:
    """Field tiles of a mask: ``A1 A2``."""
    return " ".join(names(mask))


def events(mask: int) -> str:
    """Events of a mask: ``MN``."""
    return "".join(EVENT_LETTERS[event] for event in spaces_in(mask))


def events_but(letters: str) -> str:
    """All events except these, as in :func:`events`."""
    return "".join(letter for letter in EVENT_LETTERS if letter not in letters)


def placed(s: State) -> str:
    """The events on the event spaces, in their order."""
    return "".join(EVENT_LETTERS[event] for event in s.placed)


def town(s: State) -> str:
    """The townsfolk on the town board."""
    return "".join(letter for worker, letter in enumerate(WORKER_LETTERS) if s.town >> worker & 1)


def asked(s: State) -> str:
    """The seat to decide, the cause and the question: ``2 M ChooseField``; a draw is ``draw FieldDraw``."""
    if not s.stack:
        return "over"
    frame = s.stack[-1]
    if not hasattr(frame, "cause"):
        return f"draw {type(frame).__name__}"
    return f"{getattr(frame, 'seat', -1) + 1} {frame.cause} {type(frame).__name__}"
