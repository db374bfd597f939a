"""Charts for the end of a game: the podium, the points by source and by round. Tables beside them have the numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from keyharvest.picture.elements import Html, h
from keyharvest.picture.scenery import crown
from keyharvest.picture.svg import moved, paint, use
from keyharvest.rules.scoring import Score

#: The width of the podium's picture, and the y coordinates of its floor, of its highest step and of its lowest.
_WIDTH: Final = 400
_FLOOR: Final = 340
_TOP: Final = 158
_LOW: Final = 228
#: A player with less than this part of the winner's points stands on the lowest step; a tie-break is worth this much.
_FAR: Final = 0.5
_HAIR: Final = 4
#: The length of the longest bar.
_LONGEST: Final = 322


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one player: name, face and badge, points by source, and place."""

    name: str
    face: str
    badge: int
    score: Score
    place: int


def podium(results: Sequence[Result], words: Sequence[str]) -> Html:
    """Draw the players on steps, the best in the middle; ``words`` are the names of the places, the first one first."""
    wide = 112 if len(results) < 4 else 92
    shown = [*results[1:2], *results[:1], *results[2:]]
    left = (_WIDTH - len(shown) * (wide + 8) + 8) / 2
    parts = []
    for number, result in enumerate(shown):
        x, y = left + number * (wide + 8), _height(result, results[0])
        middle = x + wide / 2
        step = (
            h.rect(x=x, y=y, width=wide, height=_FLOOR - y, rx=10, fill=paint("coat-edge")),
            h.rect(x=x, y=y, width=wide, height=_FLOOR - 6 - y, rx=10, fill=paint("coat")),
            _word(middle, y + 46, str(result.score.total), "points-won"),
            _word(middle, y + 70, _short(result.name, wide), "name"),
            _word(middle, 322, words[result.place - 1], "place"),
            moved(
                [use(f"avatar-{result.face}"), moved(use(f"seat-{result.badge}"), 30, 30, 0.8)], middle, y - 52, 1.12
            ),
            result.place == 1 and crown(middle, y - 112),
        )
        parts.append(h.g(class_=f"kh-seat-{result.badge}")[step])
    return h.svg(".kh", viewBox=f"0 0 {_WIDTH} {_FLOOR}", aria_hidden=True)[parts]


def _height(result: Result, first: Result) -> float:
    """Return the y coordinate of a player's step, by which a landslide differs from a hair's breadth."""
    part = result.score.total / max(1, first.score.total)
    lower = (_LOW - _TOP) * min(1.0, max(0.0, (1 - part) / (1 - _FAR)))
    return min(_LOW + _HAIR * result.place, _TOP + lower + _HAIR * (result.place - 1))


def _word(x: float, y: float, text: str, class_: str) -> Html:
    return h.text(x=f"{x:g}", y=f"{y:g}", class_=class_)[text]


def _short(name: str, wide: int) -> str:
    most = wide // 9
    return name if len(name) <= most else name[: most - 1] + "…"


def source_marks(source: int, x: float, width: float, top: float, height: float) -> Html:
    """Draw the marks that distinguish a source's part of a bar without its colour; its swatch has the same marks.

    The first has no marks, the second vertical lines, the third one horizontal line, the fourth two.
    """
    if source == 2:
        lines = "".join(f"M{x + at} {top}v{height}" for at in range(4, max(int(width) - 1, 5), 5))
    else:
        along = {3: (1 / 2,), 4: (3 / 10, 7 / 10)}.get(source, ())
        lines = "".join(f"M{x} {top + height * part:g}h{width}" for part in along)
    return h.path(d=lines, class_=f"source-marks on-{source}") if lines else Html()


def bar(score: Score, most: int) -> Html:
    """Draw one player's points by source; the longest bar is that of the player with ``most`` points."""
    x = 0.0
    parts: list[Html] = []
    for number, points in enumerate(score, 1):
        wide = points / max(most, 1) * _LONGEST
        if points:
            parts.append(h.rect(x=x, width=max(wide - 2, 1), height=66, rx=7, class_=f"source-{number}"))
            parts.append(source_marks(number, x, max(wide - 2, 1), 48, 18))
        if wide > 16:
            parts.append(_word(x + wide / 2, 41, str(points), f"on-{number}"))
        x += wide
    return h.svg(".kh.bar", viewBox=f"0 0 {_LONGEST} 66", aria_hidden=True)[parts]


def course(results: Sequence[Result], series: Sequence[Sequence[int]], round_word: str) -> Html:
    """Draw the points of each player at the end of each round, one line per player, with its badge."""
    most = max(10, *(max(points) for points in series))
    step = 10 if most > 20 else 5
    top = -(-most // step) * step
    rounds = len(series[0])
    across, up = 370 / max(rounds - 1, 1), 240 / top
    parts: list[Html] = []
    for value in range(0, top + 1, step):
        y = 286 - value * up
        parts.append(h.path(d=f"M30 {y:g}H404", stroke=paint("line"), stroke_width=1.5))
        parts.append(_word(14, y + 5, str(value), "axis"))
    for result, points in zip(reversed(results), reversed(series), strict=True):
        places = [(34 + at * across, 286 - value * up) for at, value in enumerate(points)]
        line = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
        drawn = (
            h.path(d=f"M{line}", stroke=paint("coat"), stroke_width=4),
            (moved(use(f"seat-{result.badge}"), x, y, 0.36) for x, y in places[2:-1:3]),
            moved(use(f"seat-{result.badge}"), *places[-1], 0.62),
        )
        parts.append(h.g(class_=f"kh-seat-{result.badge}")[drawn])
    for at in sorted({0, rounds // 2, rounds - 1}):
        word = f"{round_word} {at + 1}" if at == rounds // 2 else str(at + 1)
        parts.append(_word(34 + at * across, 306, word, "axis"))
    return h.svg(".kh", viewBox="0 0 420 312", aria_hidden=True)[parts]
