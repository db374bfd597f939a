"""The pictures in the rules, by the rule that each one follows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Final

from keyharvest import words
from keyharvest.picture import tiles
from keyharvest.picture.board import mask, part, seen
from keyharvest.picture.elements import Html, h
from keyharvest.picture.view import Ghost
from keyharvest.rules import STANDARD
from keyharvest.rules.components import CROPS, EVENT_INDEX, EVENT_SPACES, EVENTS, QUESTION_SPACE, WORKERS
from keyharvest.rules.counters import parse, unpack
from keyharvest.rules.geometry import INDEX
from keyharvest.words.language import N_, _, cached

#: The part of a board that most pictures show, in drawing units.
_WIDE: Final = (560, 262)


@cached
def figures() -> dict[str, Html]:
    """Return every picture by the number of the rule that it follows."""
    return {number: h.figure[draw(), h.figcaption[_(said)]] for number, (draw, said) in _FIGURES.items()}


@cache
def tokens() -> dict[str, Html]:
    """Return the tokens of the workers and the event tiles, by the number of their rule."""
    found = {}
    for index, worker in enumerate(WORKERS):
        chapter = 11 if worker.townsfolk else 10
        found[f"{chapter}{worker.letter}"] = tiles.worker(index, None if worker.townsfolk else 0, label="")
    for index, event in enumerate(EVENTS):
        found[f"12{event.letter}"] = tiles.event(index, label="")
    return found


def _fields() -> Html:
    return part(seen("D3* D4 D5* D6 D7*"), "D5", _WIDE)


def _counters() -> Html:
    rows = (h.span[tiles.crop(crop, label=""), words.crop(crop)] for crop in range(len(CROPS)))
    return h.div(".crops")[rows]


def _harvest() -> Html:
    view = seen("C5* D4* D5 D6* E6* C8*")
    return part(replace(view, selected=mask("C5 D4 D6 E6")), "D5", _WIDE, (60, 0))


def _worker() -> Html:
    view = seen("C7 D5 D7* C8* E7", "C:D6")
    return part(replace(view, counting=mask("D5 C7 D7 E7")), "D6", _WIDE, (20, -14))


def _bid() -> Html:
    tile = INDEX["E6"]
    price = tiles.counters(unpack(parse("h2w1")), label="")
    return h.div(".bid-shown")[tiles.tile(tile, STANDARD.crops[tile], label=""), h.span[price]]


def _displaced() -> Html:
    view = replace(seen("C5* C6 D4* D6 E5 E6*", "C:D5"), ghosts=(Ghost(INDEX["D7"], 2), Ghost(INDEX["D5"])))
    return part(view, "D6", _WIDE, (-40, -10))


def _track() -> Html:
    placed = [tiles.event(EVENT_INDEX[letter], label="") for letter in "MNRXZU"]
    while len(placed) < EVENT_SPACES:
        number = len(placed) + 1
        mark = "?" if number == QUESTION_SPACE else _("end") if number == EVENT_SPACES else ""
        placed.append(tiles.place(mark, number == EVENT_SPACES))
    return h.div(".track")[placed]


def _groups() -> Html:
    view = seen("C3* C4 D3 D4* E4* E5 C8* C7 D7 D8*", "C:D5")
    return part(
        replace(view, largest=mask("C3 C4 D3 D4 E4 E5"), second=mask("C7 C8 D7 D8")), "D6", (860, 380), (0, -10)
    )


_FIGURES: Final[dict[str, tuple[Callable[[], Html], str]]] = {
    "1.3": (_fields, N_("Five fields in a row: the first, third and fifth are unharvested, the others harvested.")),
    "1.4": (_counters, N_("A counter of each crop.")),
    "4.1": (_harvest, N_("One group: the four fields with a tick are harvested. C8 belongs to another group.")),
    "5.2": (_worker, N_("The labourer needs two fields. D6 touches four, harvested or not.")),
    "7.2": (_bid, N_("A tile in a store with its bid. Anyone who pays its owner the same may place it.")),
    "8.1": (_displaced, N_("D5 arrives on the labourer's space; the labourer may go to D7 and use its power again.")),
    "9.1": (
        _track,
        N_("Six events are out. The next goes on the seventh space; the tenth triggers the end of the game."),
    ),
    "13.2": (_groups, N_("The largest group counts once, the second largest twice, and the labourer scores two.")),
}
