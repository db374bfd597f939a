"""The table: the tiles, workers and counters, where each of them is, and the line of text that says so."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from .components import (
    COUNTERS_OF_EACH,
    CROPS,
    EVENTS,
    FARMHANDS,
    NEIGHBOURS,
    NUMBER,
    SPACES,
    STANDARD,
    TOWNSFOLK,
    Counters,
    Layout,
    counters_text,
    is_unconnected,
    named_layouts,
    no_counters,
    parse_counters,
    parse_layout,
    parse_letters,
    parse_refs,
    refs_text,
)

CHANCE = 0  # "who decides" when nobody does; seats are numbered from 1


class Question(NamedTuple):
    """One decision: the seat that decides (or CHANCE), the possible answers, and the rule that asks."""

    who: int
    choices: tuple[str, ...]
    rule: str
    weights: tuple[int, ...] = ()


# A rule being carried out: yields questions, is sent the answers, and returns nothing, or a tile, or a number.
Asking = Generator[Question, str, None]
AskingFor = Generator[Question, str, str]

# Answers that change nothing: a question that leaves no other answer is not asked.
EMPTY_ANSWERS = ("no", "done", "home")


def ask(who: int, choices: Iterable[str], rule: str) -> AskingFor:
    """Ask for one of the choices; not asked if the only answer would be no, done or home."""
    listed = tuple(choices)
    if len(listed) == 1 and listed[0] in EMPTY_ANSWERS:
        return listed[0]
    return (yield Question(who, listed, rule))


def chance(outcomes: Sequence[str], weights: Sequence[int] | None, rule: str) -> AskingFor:
    """Let chance choose; returns the outcome without its star."""
    starred = tuple("*" + outcome for outcome in outcomes)
    answer = yield Question(CHANCE, starred, rule, tuple(weights or [1] * len(starred)))
    return answer[1:]


@dataclass
class Player:
    """One player's country board, screen, and store (1.1)."""

    fields: dict[str, bool] = field(default_factory=dict)  # the field tiles, and whether each is unharvested
    workers: dict[str, str] = field(default_factory=dict)  # the workers on the board, and the space of each
    hand: Counters = field(default_factory=no_counters)  # behind the screen
    known: Counters = field(default_factory=no_counters)  # of those, known to all (14.3)
    revealed: Counters = field(default_factory=no_counters)  # secret starting counters that were paid since
    store: dict[str, Counters] = field(default_factory=dict)  # tiles with their bids, in the order they came

    def touching_fields(self, space: str) -> list[str]:
        """The fields of this board that touch a space."""
        return [near for near in NEIGHBOURS[space] if near in self.fields]

    def unharvested(self) -> list[str]:
        """The unharvested fields of this board."""
        return sorted(ref for ref, ripe in self.fields.items() if ripe)

    def harvested(self) -> list[str]:
        """The harvested fields of this board."""
        return sorted(ref for ref, ripe in self.fields.items() if not ripe)

    def unconnected(self) -> list[str]:
        """The unconnected fields of this board (8.3)."""
        return sorted(ref for ref in self.fields if is_unconnected(ref, self.fields))

    def worker_on(self, space: str) -> str | None:
        """The worker on a space."""
        return next((worker for worker, place in self.workers.items() if place == space), None)


class Table:
    """The whole table, and the movements of counters and workers that every rule uses."""

    def __init__(self, players: int, layout: str | Layout = STANDARD) -> None:
        if players not in (2, 3, 4):  # 1.1
            raise ValueError(f"2, 3 or 4 players, not {players}")
        self.layout = parse_layout(layout) if isinstance(layout, str) else layout
        self.players = {seat: Player() for seat in range(1, players + 1)}
        self.turn, self.seat, self.start = 0, 0, 0
        self.turns_left: int | None = None  # 13.1
        self.idle = 0  # 13.4
        self.drew_this_turn = False
        self.stock: Counters = dict.fromkeys(CROPS, COUNTERS_OF_EACH)  # 1.4
        self.registry: set[str] = set()
        self.bag: set[str] = set(SPACES)
        self.fallow: set[str] = set()
        self.town: set[str] = set()
        self.bag_events: set[str] = set()
        self.removed: set[str] = set()
        self.seen: set[str] = set()
        self.aside: set[str] = set()
        self.gone: set[str] = set()
        self.placed: list[str] = []

    # ---- seats

    def clockwise(self, first: int) -> list[int]:
        """All seats clockwise from a first one."""
        number = len(self.players)
        return [(first - 1 + step) % number + 1 for step in range(number)]

    def others(self, seat: int) -> list[int]:
        """All other seats."""
        return self.clockwise(seat)[1:]

    # ---- counters

    def gain(self, seat: int, crop: str) -> None:
        """A counter that everybody sees goes behind the screen (14.1)."""
        self.players[seat].hand[crop] += 1
        self.players[seat].known[crop] += 1

    def show(self, seat: int, crop: str) -> None:
        """A counter that everybody sees comes from behind the screen; an unknown one is resolved by it (14.3)."""
        player = self.players[seat]
        player.hand[crop] -= 1
        if player.known[crop]:
            player.known[crop] -= 1
        else:
            player.revealed[crop] += 1

    def take_from_stock(self, seat: int, crop: str) -> None:
        """A counter from the stock for a player."""
        self.stock[crop] -= 1
        self.gain(seat, crop)

    def pay(self, seat: int, crop: str, payee: int | None) -> None:
        """A counter from a player for another one, or for the stock (None)."""
        self.show(seat, crop)
        if payee is None:
            self.stock[crop] += 1
        else:
            self.gain(payee, crop)

    # ---- workers

    def goes_home(self, worker: str) -> None:
        """A farmhand goes beside its owner's board, one of the townsfolk to the town board (5.3)."""
        if worker in TOWNSFOLK:
            self.town.add(worker)

    def unplayed(self, seat: int) -> list[str]:
        """The workers that a player may play: own farmhands not on the board, townsfolk on the town board (5.1)."""
        return sorted({worker for worker in FARMHANDS if worker not in self.players[seat].workers} | self.town)

    def legal_spaces(self, seat: int, worker: str) -> list[str]:
        """The legal spaces for a worker that is not on the board, or is about to leave its space (5.2, 5.3)."""
        player = self.players[seat]
        posts = {space: other for other, space in player.workers.items() if other != worker}
        own_space = player.workers.get(worker)
        legal = []
        for space in SPACES:
            if space in player.fields or space == own_space:
                continue
            if len(player.touching_fields(space)) < NUMBER[worker]:
                continue
            if space in posts and NUMBER[posts[space]] >= NUMBER[worker]:  # only one of a lower number gives way
                continue
            if any(near in posts for near in NEIGHBOURS[space]):
                continue
            legal.append(space)
        return legal

    def stand(self, seat: int, worker: str, space: str) -> None:
        """Put a worker onto a space; the one it replaces there goes home (5.3)."""
        player = self.players[seat]
        replaced = player.worker_on(space)
        if replaced is not None:
            self.leaves_board(seat, replaced)
        self.town.discard(worker)
        player.workers[worker] = space

    def leaves_board(self, seat: int, worker: str) -> None:
        """A worker leaves the board and goes home (5.3, 5.6)."""
        del self.players[seat].workers[worker]
        self.goes_home(worker)

    # ---- field tiles

    def stores_of_others(self, seat: int) -> dict[str, int]:
        """The tiles in the stores of the opponents, with their owners."""
        return {ref: other for other in self.others(seat) for ref in self.players[other].store}

    # ---- text

    def position(self) -> str:
        """The line of text for this table, except for the word ``stack=``."""
        layout = self.layout.text()
        words = [
            "kh1",
            f"players={len(self.players)}",
            f"layout={named_layouts().get(layout, layout)}",
            f"turn={self.turn}",
            f"seat={self.seat or '-'}",
            f"start={self.start or '-'}",
            f"left={'-' if self.turns_left is None else self.turns_left}",
            f"idle={self.idle}",
            f"stock={counters_text(self.stock)}",
            f"registry={refs_text(self.registry)}",
            f"bag={refs_text(self.bag)}",
            f"fallow={refs_text(self.fallow)}",
            f"town={refs_text(self.town)}",
            f"events={refs_text(self.bag_events)}",
            f"removed={refs_text(self.removed)}",
            f"seen={refs_text(self.seen)}",
            f"aside={refs_text(self.aside)}",
            f"gone={refs_text(self.gone)}",
            f"placed={''.join(self.placed) or '-'}",
        ]
        for seat, player in self.players.items():
            words += [
                f"board{seat}={refs_text(ref + ('+' if ripe else '-') for ref, ripe in player.fields.items())}",
                f"workers{seat}={refs_text(f'{worker}@{space}' for worker, space in player.workers.items())}",
                f"hand{seat}={counters_text(player.hand)}",
                f"known{seat}={counters_text(player.known)}",
                f"revealed{seat}={counters_text(player.revealed)}",
                f"store{seat}={','.join(f'{ref}:{counters_text(bid)}' for ref, bid in player.store.items()) or '-'}",
            ]
        return " ".join(words)

    def read_position(self, text: str) -> None:
        """Lay the table out as a position says; raises ValueError if it is malformed. ``stack=`` is not read."""
        words = dict(word.partition("=")[::2] for word in text.split(" ")[1:] if not word.startswith("stack="))
        try:
            self._read_words(words)
        except KeyError as missing:
            raise ValueError(f"position: the word {missing} is missing") from None
        if self.position() != re.sub(" stack=.*$", "", text):
            raise ValueError(f"position: not in canonical form: {text!r}")

    def _read_words(self, words: dict[str, str]) -> None:
        def number(name: str) -> int | None:
            return None if words[name] == "-" else int(words[name])

        self.layout = parse_layout(words["layout"])
        self.players = {seat: Player() for seat in range(1, int(words["players"]) + 1)}
        self.turn, self.idle = int(words["turn"]), int(words["idle"])
        self.seat, self.start = number("seat") or 0, number("start") or 0
        self.turns_left = number("left")
        self.stock = parse_counters(words["stock"])
        self.registry, self.bag = set(parse_refs(words["registry"])), set(parse_refs(words["bag"]))
        self.fallow = set(parse_refs(words["fallow"]))
        self.town = set(parse_letters(words["town"], TOWNSFOLK, "townsfolk"))
        self.bag_events, self.removed, self.seen, self.aside, self.gone = (
            set(parse_letters(words[name], EVENTS, "events")) for name in ("events", "removed", "seen", "aside", "gone")
        )
        self.placed = parse_letters(words["placed"], EVENTS, "events")
        for seat, player in self.players.items():
            player.fields = {ref: side == "+" for ref, side in re.findall("([A-G][1-9])([+-])", words[f"board{seat}"])}
            player.workers = dict(re.findall("([A-L])@([A-G][1-9])", words[f"workers{seat}"]))
            player.hand = parse_counters(words[f"hand{seat}"])
            player.known = parse_counters(words[f"known{seat}"])
            player.revealed = parse_counters(words[f"revealed{seat}"])
            store = words[f"store{seat}"]
            for item in [] if store == "-" else store.split(","):
                ref, _, bid = item.partition(":")
                player.store[ref] = parse_counters(bid)
