"""The contents of the box: crops, workers, events (rules 1.3, 1.4, 1.6, 10, 11, 12)."""

from __future__ import annotations

from typing import Final, NamedTuple

#: The five crops in the project's fixed order; a crop is an index into this tuple (rule 1.3).
CROPS: Final = ("hops", "vegetables", "apples", "barrels", "wheat")
CROP_LETTERS: Final = "hvabw"
CROP_INDEX: Final[dict[str, int]] = {name: index for index, name in enumerate(CROPS)}


class Worker(NamedTuple):
    """One of the twelve workers (rules 10 and 11)."""

    letter: str
    name: str
    number: int
    scroll: bool = False

    @property
    def townsfolk(self) -> bool:
        """Whether the worker is one of the townsfolk G-L rather than a farmhand."""
        return self.letter >= "G"


#: Workers by index 0..11: the farmhands A-F that every player has, then the townsfolk G-L.
WORKERS: Final = (
    Worker("A", "apprentice", 1),
    Worker("B", "casual worker", 1),
    Worker("C", "labourer", 2),
    Worker("D", "unskilled worker", 2),
    Worker("E", "skilled worker", 3),
    Worker("F", "supervisor", 3, scroll=True),
    Worker("G", "merchant", 4),
    Worker("H", "storekeeper", 4),
    Worker("I", "bailiff", 4),
    Worker("J", "lawyer", 5),
    Worker("K", "trader", 5),
    Worker("L", "benefactor", 5),
)
WORKER_LETTERS: Final = "".join(worker.letter for worker in WORKERS)
WORKER_INDEX: Final[dict[str, int]] = {worker.letter: index for index, worker in enumerate(WORKERS)}
NUMBERS: Final[tuple[int, ...]] = tuple(worker.number for worker in WORKERS)
TOWNSFOLK: Final = sum(1 << index for index, worker in enumerate(WORKERS) if worker.townsfolk)
FARMHANDS: Final = (1 << len(WORKERS)) - 1 ^ TOWNSFOLK


class Event(NamedTuple):
    """An event (rule 12)."""

    letter: str
    name: str
    scroll: bool = False


#: Events by index.
EVENTS: Final = (
    Event("M", "blind swap"),
    Event("N", "exchange"),
    Event("O", "give away", scroll=True),
    Event("P", "good harvest"),
    Event("Q", "lucky dip"),
    Event("R", "new crop"),
    Event("S", "new registry", scroll=True),
    Event("T", "quick sale"),
    Event("U", "registry swap"),
    Event("V", "remote harvest"),
    Event("W", "replacement", scroll=True),
    Event("X", "reposition"),
    Event("Y", "vacation"),
    Event("Z", "windfall", scroll=True),
)
EVENT_LETTERS: Final = "".join(event.letter for event in EVENTS)
EVENT_INDEX: Final[dict[str, int]] = {event.letter: index for index, event in enumerate(EVENTS)}
ALL_EVENTS: Final = (1 << len(EVENTS)) - 1

COUNTERS_PER_CROP: Final = 12
REGISTRY_PLACES: Final = 6
STORE_PLACES: Final = 2
EVENT_SPACES: Final = 10
QUESTION_SPACE: Final = 7
