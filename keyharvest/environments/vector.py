"""The observation of one seat as a vector of small integers, whose length depends only on the number of players.

It contains all of an :class:`~keyharvest.knowledge.Observation` but the layout, which is the same in all games of an
environment, and the steps that wait beyond the first ``WAITING``; and nothing else. Seats are relative to the observer:
first the observer itself, then clockwise. One thing out of many is one-hot encoded; a set has a one for each member.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from keyharvest.environments.moves import most_turns
from keyharvest.knowledge import Observation
from keyharvest.rules import counters
from keyharvest.rules.components import (
    COUNTERS_PER_CROP,
    CROPS,
    EVENT_LETTERS,
    EVENT_SPACES,
    EVENTS,
    STORE_PLACES,
    WORKERS,
)
from keyharvest.rules.frames import Decision, Step
from keyharvest.rules.geometry import SPACES, spaces_in
from keyharvest.rules.state import Frame
from keyharvest.rules.turn import QUIET_ROUNDS, Turn

_SPACES: Final = len(SPACES)
_CROPS: Final = len(CROPS)
_EVENTS: Final = len(EVENTS)
_WORKERS: Final = len(WORKERS)
#: The possible causes of a question: actions, workers, events.
CAUSES: Final = "abcd" + "".join(worker.letter for worker in WORKERS) + EVENT_LETTERS
#: The kinds of questions, and of frames that can wait below one (docs/formats.md).
QUESTIONS: Final = (
    *("ChooseStart", "Turn", "PlaceWorker", "Displaced", "PickFields", "TakeCounters", "Pay", "Bid", "BuyFromStore"),
    *("ChooseField", "ChooseRegistry", "ChooseWorker", "ChooseCrop", "OfferDraw", "PlaceOrFallow", "TakeUnconnected"),
    *("ExchangeFor", "Give", "Receive", "SwapFor", "Replace", "MoveTo", "Grant"),
)
STEPS: Final = ("Refill", "DrawField", "Arrive", "EventRound", "GiveOn", "QuickSale", "Windfall")
#: The number of waiting steps encoded, the next one first; no game so far has had more.
WAITING: Final = 8

#: The part of the vector for each argument of a frame, and its size; the arguments of a Turn are in "actions".
_SLOTS: Final = {
    "seat": ("seat", 0),
    "drawer": ("drawer", 0),
    "payee": ("other", 0),
    "receiver": ("other", 0),
    "source": ("cause", len(CAUSES)),
    "event": ("cause", len(CAUSES)),
    "tile": ("tile", _SPACES),
    "own": ("tile", _SPACES),
    "candidates": ("candidates", _SPACES),
    "picked": ("picked", _SPACES),
    "worker": ("worker", _WORKERS),
    "workers": ("worker", _WORKERS),
    "asked": ("round", 1),
    "given": ("round", 1),
    **{name: (name, 1) for name in ("number", "least", "optional", "room", "bought")},
}
#: The arguments that are masks.
_SETS: Final = ("candidates", "picked", "workers")


class Part(NamedTuple):
    """A section of the vector: its name, length, greatest value, and meaning."""

    name: str
    size: int
    most: int
    meaning: str


def parts(players: int) -> tuple[Part, ...]:
    """Return the sections of the vector, in order.

    >>> [sum(part.size for part in parts(players)) for players in (2, 3, 4)]
    [3279, 4223, 5167]
    """
    everyone = [
        Part("seat", players, 1, "the observing seat, numbered as in moves"),
        Part("on_turn", players, 1, "the seat whose turn it is"),
        Part("start", players, 1, "the starting player"),
        Part("turn", 1, most_turns(players), "number of the turn, 0 in set-up"),
        Part("last_turns", 1, 1, "whether the tenth event has been placed (rule 13.1)"),
        Part("left", 1, 2 * players, "if so, the turns left after this one"),
        Part("idle", 1, QUIET_ROUNDS * players, "turns in a row without a draw (rule 13.4)"),
        Part("actions", 9, 1, "actions (a) to (d) of this turn; those that may continue; whether a tile is drawn"),
        Part("registry", _SPACES, 1, "tiles of the registry"),
        Part("bag", _SPACES, 1, "field tiles in the bag"),
        Part("fallow", _SPACES, 1, "tiles in the fallow area"),
        Part("stock", _CROPS, COUNTERS_PER_CROP, "counters of each crop in the stock"),
        Part("events_unseen", _EVENTS, 1, "events that may be in the bag"),
        Part("events_seen", _EVENTS, 1, "events known to be in the game"),
        Part("events_aside", _EVENTS, 1, "events set aside in a draw (rule 9.4)"),
        Part("events_gone", _EVENTS, 1, "events out of the game (rule 9.7)"),
        Part("events_placed", EVENT_SPACES * _EVENTS, 1, "for each event space the event on it"),
        Part("town", _WORKERS, 1, "workers on the town board"),
    ]
    seats = [
        Part("fields", players * _SPACES, 1, "for each seat the fields on its board"),
        Part("ripe", players * _SPACES, 1, "for each seat those of them that are unharvested"),
        Part("workers", players * _WORKERS * _SPACES, 1, "for each seat and worker its space"),
        Part("hands", players * _CROPS, COUNTERS_PER_CROP, "for each seat the counters whose crop is known here"),
        Part("unknown", players, 3, "for each seat the number of its other counters"),
        Part("known", players * _CROPS, COUNTERS_PER_CROP, "for each seat the counters whose crop everyone knows"),
        Part("revealed", players * _CROPS, COUNTERS_PER_CROP, "for each seat starting counters since shown (14.3)"),
        Part("store_tiles", players * STORE_PLACES * _SPACES, 1, "for each seat and store place the tile there"),
        Part("store_bids", players * STORE_PLACES * _CROPS, COUNTERS_PER_CROP, "and its bid"),
    ]
    question = [
        Part("question", len(QUESTIONS), 1, "the kind of question (`QUESTIONS`); none at a draw and after the end"),
        Part("question_seat", players, 1, "the seat that is asked"),
        Part("question_cause", len(CAUSES), 1, "the action, worker or event that asks (`CAUSES`), if several can"),
        Part("question_tile", _SPACES, 1, "its tile: drawn, received, or offered by the seat"),
        Part("question_candidates", _SPACES, 1, "the fields that can be picked"),
        Part("question_picked", _SPACES, 1, "those picked so far"),
        Part("question_room", 1, _SPACES, "how many more fields may be picked"),
        Part("question_worker", _WORKERS, 1, "its worker, or those to choose from"),
        Part("question_number", 1, _CROPS * COUNTERS_PER_CROP, "counters still to take or pay"),
        Part("question_least", 1, _CROPS - 1, "the first crop that may be named"),
        Part("question_optional", 1, 1, "whether it can be declined, if that varies"),
        Part("question_drawer", players, 1, "the seat that drew the event"),
        Part("question_other", players, 1, "the seat that is paid or given something; none for the stock"),
    ]
    waiting = [
        Part("waiting", WAITING * len(STEPS), 1, "the steps that wait for the answer (`STEPS`), the next one first"),
        Part("waiting_seat", WAITING * players, 1, "for each step, the seat that draws or gets the tile"),
        Part("waiting_cause", WAITING * len(CAUSES), 1, "for each, the worker or event (`CAUSES`)"),
        Part("waiting_tile", WAITING * _SPACES, 1, "for each, the tile that will arrive"),
        Part("waiting_drawer", WAITING * players, 1, "for each, the seat that drew the event"),
        Part("waiting_round", WAITING, players, "for each, the seats that have had their chance"),
        Part("waiting_bought", WAITING, players, "for each, the registry tiles bought in a quick sale"),
    ]
    return (*everyone, *seats, *question, *waiting)


class Encoder:
    """Encodes the observations of games with one number of players.

    Attributes:
        parts: the sections of the vector by name.
        size: its length.
        most: the greatest value at each index; the least is 0.
    """

    def __init__(self, players: int) -> None:
        self.parts: dict[str, slice] = {}
        self.size = 0
        for part in parts(players):
            self.parts[part.name] = slice(self.size, self.size + part.size)
            self.size += part.size
        self._begin = {name: part.start for name, part in self.parts.items()}
        self.most: Any = np.concatenate([np.full(part.size, part.most, np.int16) for part in parts(players)])

    def encode(self, observation: Observation) -> Any:
        """Return the vector, an array of ``numpy.int16``.

        >>> from keyharvest.knowledge import observe
        >>> from keyharvest.rules import new_game
        >>> int(Encoder(2).encode(observe(new_game(2), 0)).sum())  # tiles in the bag, the stock, the town, the seat
        123
        """
        vector: Any = np.zeros(self.size, np.int16)
        ones, numbers = _entries(observation, self._begin)
        vector[ones] = 1
        vector[list(numbers)] = list(numbers.values())
        return vector


def _entries(observation: Observation, begin: dict[str, int]) -> tuple[list[int], dict[int, int]]:
    """Return the indices at which the vector is one, and its other values by index."""
    view, seat = observation.view, observation.seat
    players = view.players
    ones: list[int] = []
    numbers = {begin["turn"]: view.turn, begin["idle"]: view.idle}

    def members(name: str, mask: int, offset: int = 0) -> None:
        start = begin[name] + offset
        ones.extend([start + index for index in spaces_in(mask)])

    def crops(name: str, held: int, place: int = 0) -> None:
        if held:
            numbers.update(enumerate(counters.unpack(held), begin[name] + place * _CROPS))

    def who(name: str, other: int, place: int = 0) -> None:
        if other >= 0:
            ones.append(begin[name] + place * players + (other - seat) % players)

    def frame(part: str, kinds: Sequence[str], shown: Frame, place: int = 0) -> None:
        ones.append(begin[part] + place * len(kinds) + kinds.index(type(shown).__name__))
        for name in shown.__dataclass_fields__:  # type: ignore[attr-defined]  # every frame on a stack is a dataclass
            slot, size = _SLOTS.get(name, ("", 0))
            value = getattr(shown, name)
            if slot in ("seat", "drawer", "other"):
                who(f"{part}_{slot}", value, place)
            elif name in _SETS:
                members(f"{part}_{slot}", value, place * size)
            elif slot == "cause":
                letter = EVENT_LETTERS[value] if name == "event" else value
                ones.append(begin[f"{part}_{slot}"] + place * size + CAUSES.index(letter))
            elif size > 1:
                ones.append(begin[f"{part}_{slot}"] + place * size + value)
            elif slot:
                numbers[begin[f"{part}_{slot}"] + place] = int(value)

    ones.append(begin["seat"] + seat)
    who("on_turn", view.seat)
    who("start", view.start)
    if view.left >= 0:
        ones.append(begin["last_turns"])
        numbers[begin["left"]] = view.left
    for name in ("registry", "bag", "fallow", "town"):
        members(name, getattr(view, name))
    crops("stock", view.stock)
    members("events_unseen", view.bag_events)
    members("events_seen", view.seen)
    members("events_aside", view.aside)
    members("events_gone", view.gone)
    ones.extend([begin["events_placed"] + place * _EVENTS + event for place, event in enumerate(view.placed)])
    for number in range(players):
        other = (seat + number) % players
        members("fields", view.fields[other], number * _SPACES)
        members("ripe", view.ripe[other], number * _SPACES)
        standing = begin["workers"] + number * _WORKERS * _SPACES
        ones.extend([standing + worker * _SPACES + space for worker, space in view.posts[other]])
        crops("hands", view.hands[other], number)
        crops("known", view.known[other], number)
        crops("revealed", view.revealed[other], number)
        numbers[begin["unknown"] + number] = observation.unknown[other]
        for place, (tile, bid) in enumerate(view.stores[other], number * STORE_PLACES):
            ones.append(begin["store_tiles"] + place * _SPACES + tile)
            crops("store_bids", bid, place)
    stack = view.stack
    if stack and isinstance(stack[-1], Decision):
        frame("question", QUESTIONS, stack[-1])
    if view.turn and stack:
        turn, *waiting = (shown for shown in stack if isinstance(shown, Turn | Step))
        assert isinstance(turn, Turn)
        members("actions", turn.used | turn.open << 4 | turn.drawn << 8)
        for place, step in enumerate(waiting[: -WAITING - 1 : -1]):
            frame("waiting", STEPS, step, place)
    return ones, numbers
