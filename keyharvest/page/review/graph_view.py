"""The graph of a game on the review screen: a line for each player over the turns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from keyharvest.page.parts.controls import table
from keyharvest.page.parts.icons import icon
from keyharvest.picture import tiles
from keyharvest.picture.elements import Html, h, join
from keyharvest.picture.svg import use
from keyharvest.rules import round_of
from keyharvest.words.language import _

#: The chart's size, and the ends of its lines.
_WIDE: Final = 790
_HIGH: Final = 150
_LEFT: Final = 48
_RIGHT: Final = 774
_TOP: Final = 10
_FLOOR: Final = 122


def across(turns: int) -> float:
    """Return the distance of one turn from the next in the chart."""
    return (_RIGHT - _LEFT) / max(turns - 1, 1)


def graph(
    values: Sequence[Sequence[float]],
    badges: tuple[int, ...],
    grid: Sequence[tuple[float, str]],
    stops: Sequence[tuple[int, int]],
    label: str,
    marked: Sequence[int] = (),
) -> Html:
    """Draw a line for each player over the turns; a press leads to a turn's moment.

    ``values`` has the values of all seats for each turn; ``grid``, the values that get a line and a label, lowest
    first; ``stops``, the number of each turn (0 for the end) and of its moment. The turns with the indices ``marked``
    get numbered signs.
    """
    step, players = across(len(values)), len(badges)
    up = (_FLOOR - _TOP) / grid[-1][0]
    parts = []
    for value, word in grid:
        y = _FLOOR - value * up
        parts.append(h.path(".grid", d=f"M{_LEFT} {y:.1f}H{_RIGHT}"))
        parts.append(h.text(".axis.end", x=_LEFT - 8, y=f"{y + 5:.1f}")[word])
    for seat in range(players):
        line = "L".join(f"{_LEFT + at * step:.1f} {_FLOOR - each[seat] * up:.1f}" for at, each in enumerate(values))
        badge = h.g(transform=f"translate({_RIGHT} {_FLOOR - values[-1][seat] * up:.1f}) scale(.5)")[
            use(f"seat-{badges[seat]}")
        ]
        parts.append(h.g(class_=f"kh-seat-{badges[seat]}")[h.path(".line", d=f"M{line}"), badge])
    for number, at in enumerate(marked, 1):
        x = f"{_LEFT + at * step:.1f}"
        parts.append(h.path(".turning-sign", d=f"M{x} {_FLOOR - 2}l-11 -19h22z"))
        parts.append(h.text(".turning-number", x=x, y=_FLOOR - 9)[str(number)])
    parts.append(h.path("#review-cursor.cursor", d=f"M{_LEFT} {_TOP - 6}V{_FLOOR + 6}"))
    for at, (turn, place) in enumerate(stops):
        round_ = round_of(turn, players)
        if turn and (turn - 1) % players == 0 and (len(stops) <= 60 or round_ % 2):
            parts.append(h.text(".axis", x=f"{_LEFT + at * step:.1f}", y=_HIGH - 8)[str(round_)])
        area = h.rect(
            ".press",
            x=f"{_LEFT + (at - 0.5) * step:.1f}",
            y=0,
            width=f"{step:.1f}",
            height=_HIGH,
            data_intent="seek",
            data_value=str(place),
        )
        parts.append(area)
    return h.svg(".kh.graph", viewBox=f"0 0 {_WIDE} {_HIGH}", role="img", aria_label=label)[parts]


def seat_heads(names: Sequence[str], badges: Sequence[int]) -> list[Html]:
    """Draw the heads of columns, one for each player."""
    return [
        join(tiles.emblem(badge, label=""), h.span(title=name)[name]) for name, badge in zip(names, badges, strict=True)
    ]


def turn_by_turn(label: str, caption: str, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> Html:
    """Draw the graph's numbers as a table that follows the moment shown; each row begins with the way to its turn."""
    drawn = table((_("Round"), *heads), rows, caption)
    return join(
        h.h2[icon("chart"), _("Turn by turn")],
        h.div(".scroll.tall", tabindex="0", role="region", aria_label=label, data_follows=True)[drawn],
    )


def turn_name(turn: int, seat: int, names: Sequence[str]) -> str:
    """Name a turn by its round and its player."""
    return _("{round} {name}").format(round=round_of(turn, len(names)), name=names[seat])
