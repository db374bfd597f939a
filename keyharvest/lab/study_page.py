"""The page of a study, ``balance.md``, with its charts beside it; a table below each chart lists its numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import ceil
from pathlib import Path
from typing import Final, NamedTuple

from keyharvest import __version__
from keyharvest.files import check_writable, write_file
from keyharvest.lab.study import Estimate, Figures
from keyharvest.picture.elements import Child, Html, h
from keyharvest.rules import STANDARD, Layout
from keyharvest.rules.components import EVENTS, WORKERS
from keyharvest.rules.geometry import INDEX, SPACES

_PAPER: Final = "#fdfaf1"
_INK: Final = "#2a2419"
_SOFT: Final = "#5d543f"
_LINE: Final = "#d9cfb6"
_WINNERS: Final = "#2f6a22"
_OTHERS: Final = "#a4481a"
#: The colours of the four sources of points, and of the labels on them.
_SOURCES: Final = (("#85592f", "#fff"), ("#3d7a2a", "#fff"), ("#eebb33", _INK), ("#a8402c", "#fff"))
_SOURCE_NAMES: Final = ("workers", "largest group", "second group", "crops")
_NAMES: Final = {thing.letter: thing.name for thing in (*WORKERS, *EVENTS)}
_WIDTH: Final = 760
_ROW: Final = 24

#: Rows by name, each with a figure.
_Rows = Mapping[str, Estimate]


class _Panel(NamedTuple):
    """A part of a chart: figures by row in one or two colours, and a reference value, such as an equal chance."""

    heading: str
    series: Sequence[tuple[str, _Rows]]
    mark: float | None = None


def check_page(folder: Path) -> None:
    """Make the folders of the page. Raise ``OSError`` if they or the page can't be written."""
    (folder / "balance").mkdir(parents=True, exist_ok=True)
    check_writable(folder / "balance.md")


def write_page(folder: Path, player: str, seed: int, found: Sequence[Figures], layout: Layout = STANDARD) -> Path:
    """Write the page and its charts into a folder that :func:`check_page` made; return the page's path."""
    parts = [_introduction(player, seed, found, layout)]
    for name, heading, words, chart, table in _sections(found, layout):
        write_file(folder / "balance" / f"{name}.svg", chart)
        parts.append(f"## {heading}\n\n{words}\n\n![{heading}](balance/{name}.svg)\n\n{table}")
    page = folder / "balance.md"
    write_file(page, "\n".join(parts))
    return page


_RECONSTRUCTED: Final = ",\nand the crops of the standard layout are a reconstruction"
_INTRODUCTION: Final = """# How balanced the game is

Results of {games} games each with two, three and four players, with `{player}` in every seat and the seeds {first} to \
{last} (version {version}). Each figure comes with its 95% confidence interval: with this many games, a share of wins \
is known to about ±{halves} percentage points. For about one figure in twenty, the true value lies outside the \
interval by chance. What one computer player does is not what people do{layout}.

One command makes this page and its charts again:

    keyharvest study --out keyharvest/docs --player {player} --games {games} --seed {first}{kept}

{more}It runs on a cluster like the arena ([players.md](players.md)).
"""


def _introduction(player: str, seed: int, found: Sequence[Figures], layout: Layout) -> str:
    standard = layout == STANDARD
    games = found[0].games
    halves = [max(50 * (share.high - share.low) for share in figures.by_turn) for figures in found]
    return _INTRODUCTION.format(
        games=games,
        player=player,
        first=seed,
        last=seed + games - 1,
        version=__version__,
        halves=f"{max(halves):.0f}",
        layout=_RECONSTRUCTED if standard else f"; the layout is `{layout.name}`",
        kept=" --jsonl study.jsonl" if standard else " --layout FILE",
        more="Add `--resume` to continue an interrupted run. " if standard else "",
    )


_TWINS: Final = (
    "Rotating the board by a half turn, with four crops exchanged, turns each pair into another; the two are "
    "equivalent, so they are also counted together. "
)


def _sections(found: Sequence[Figures], layout: Layout) -> Iterable[tuple[str, str, str, str, str]]:
    """Yield name, heading, words, chart and table of each section."""
    heads = [f"{figures.players} players" for figures in found]
    turns = [{_ordinal(turn): share for turn, share in enumerate(figures.by_turn)} for figures in found]
    panels = [
        _Panel(head, [(_WINNERS, rows)], 1 / figures.players)
        for head, rows, figures in zip(heads, turns, found, strict=True)
    ]
    yield "turn", "Wins in order of turn", _verdict(panels), _dots(panels, 1, "%"), _table(panels, "turn", _percent)

    pairs = [{_pairs(firsts, layout): share for firsts, share in _by_pairs(figures).items()} for figures in found]
    panels = [
        _Panel(head, [(_WINNERS, rows)], 1 / figures.players)
        for head, rows, figures in zip(heads, pairs, found, strict=True)
    ]
    words = (
        "How often the player who started with each pair won. "
        + (_TWINS if any(figures.by_twins for figures in found) else "")
        + _verdict(panels)
    )
    yield "pair", "Wins by starting pair", words, _dots(panels, 1, "%"), _table(panels, "pair", _percent)

    words = "Points on average (rule 13.2), of the winners and of all others."
    yield "sources", "Where the points come from", words, _bars(found), _source_table(found)

    words = "A round is one turn for each player. Games have, on average, " + "; ".join(
        f"{_number(figures.length)} rounds with {figures.players} players" for figures in found
    )
    yield "length", "How long games are", words + ".", _columns(found), _length_table(found)

    panels = [
        _Panel(head, [(_WINNERS, _named(figures.workers[0])), (_OTHERS, _named(figures.workers[1]))])
        for head, figures in zip(heads, found, strict=True)
    ]
    words = "How often a player plays each worker in a game, winners first (green), then the others (brown)."
    # At least 1, in case nobody has played any worker.
    most = max(1, ceil(max(figure.high for panel in panels for _, rows in panel.series for figure in rows.values())))
    yield "workers", "Use of workers", words, _dots(panels, most, ""), _table(panels, "worker", _number)

    panels = [_Panel(head, [(_WINNERS, _named(figures.events))]) for head, figures in zip(heads, found, strict=True)]
    words = "In how many games each event is placed before the end."
    yield "events", "Events placed", words, _dots(panels, 1, "%"), _table(panels, "event", _percent)

    panels = [_Panel(head, [(_WINNERS, _named(figures.used))]) for head, figures in zip(heads, found, strict=True)]
    words = "How often players accepted an optional power or event. Mandatory ones are left out."
    yield "offers", "Offers taken", words, _dots(panels, 1, "%"), _table(panels, "offer", _percent)


# Words and tables


def _ordinal(turn: int) -> str:
    return ("first", "second", "third", "fourth")[turn]


def _by_pairs(figures: Figures) -> dict[tuple[str, ...], Estimate]:
    """Return the shares of single pairs and of equivalent ones, by their first references."""
    return {(pair,): share for pair, share in figures.by_pair.items()} | figures.by_twins


def _pairs(firsts: Iterable[str], layout: Layout) -> str:
    """Return starting pairs in full, such as ``A2-E9, C1-G6``, given their first references."""
    return ", ".join(f"{first}-{SPACES[dict(layout.pairs)[INDEX[first]]]}" for first in firsts)


def _named(rows: _Rows) -> _Rows:
    return {f"{letter} {_NAMES[letter]}": figure for letter, figure in rows.items()}


def _verdict(panels: Sequence[_Panel]) -> str:
    """Say which figures differ from the reference value by more than their intervals."""
    found = [
        f"{row} with {panel.heading}, {_percent(figure)}"
        for panel in panels
        for _, rows in panel.series
        for row, figure in rows.items()
        if panel.mark is not None and not figure.low <= panel.mark <= figure.high
    ]
    if not found:
        return "No interval leaves the equal chance (the dashed line) out."
    return "The equal chance (the dashed line) lies outside these intervals: " + "; ".join(found) + "."


def _percent(figure: Estimate) -> str:
    low, high = max(figure.low, 0.0), min(figure.high, 1.0)
    return f"{100 * figure.value:.1f}% ({100 * low:.1f}–{100 * high:.1f})"


def _number(figure: Estimate) -> str:
    return f"{figure.value:.1f} ({max(figure.low, 0.0):.1f}–{figure.high:.1f})"


def _table(panels: Sequence[_Panel], what: str, written: Callable[[Estimate], str]) -> str:
    rows = dict.fromkeys(row for panel in panels for _, of in panel.series for row in of)
    lines = []
    for row in rows:
        cells = [
            " / ".join(written(of[row]) for _, of in panel.series if row in of and of[row].games) or "–"
            for panel in panels
        ]
        lines.append([row, *cells])
    return _markdown([what, *(panel.heading for panel in panels)], lines)


def _markdown(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def _source_table(found: Sequence[Figures]) -> str:
    rows = [
        [f"{figures.players} players, {side}", *map(_number, points)]
        for figures in found
        for side, points in zip(("winners", "others"), figures.sources, strict=True)
    ]
    return _markdown(["", *_SOURCE_NAMES, "all"], rows)


def _length_table(found: Sequence[Figures]) -> str:
    rows = []
    for figures in found:
        lengths = sorted(length for length, games in figures.rounds.items() for _ in range(games))
        at = [lengths[min(int(share * len(lengths)), len(lengths) - 1)] for share in (0, 0.1, 0.5, 0.9, 1)]
        rows.append([f"{figures.players} players", *map(str, at)])
    return _markdown(["rounds", "shortest", "a tenth is no longer than", "half", "nine tenths", "longest"], rows)


# Charts


def _svg(height: float, content: Child, label: str) -> str:
    paper = h.rect(width=_WIDTH, height=height, rx=12, fill=_PAPER)
    style = "font-family:system-ui,sans-serif;font-size:13px"
    box = f"0 0 {_WIDTH} {height:g}"
    svg = h.svg(xmlns="http://www.w3.org/2000/svg", viewBox=box, role="img", aria_label=label, style=style)
    return svg[paper, content] + "\n"


def _text(x: float, y: float, words: str, fill: str = _INK, anchor: str = "start", weight: str | None = None) -> Html:
    return h.text(x=x, y=y, fill=fill, text_anchor=anchor, font_weight=weight)[words]


def _rule(x1: float, y1: float, x2: float, y2: float, stroke: str = _LINE, dashes: str | None = None) -> Html:
    return h.line(x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, stroke_width=1.5, stroke_dasharray=dashes)


def _dots(panels: Sequence[_Panel], most: float, unit: str) -> str:
    """Draw points with their intervals, a row for each name and a panel for each number of players."""
    names = list(dict.fromkeys(row for panel in panels for _, rows in panel.series for row in rows))
    left = 24 + 7.2 * max(map(len, names), default=0)
    wide = (_WIDTH - left - 24) / len(panels)
    bottom = 44 + _ROW * len(names)
    parts = [_text(left - 12, 58 + _ROW * at, name, anchor="end") for at, name in enumerate(names)]
    for number, panel in enumerate(panels):
        begin = left + number * wide + 12
        across = (wide - 60) / most
        parts.append(_text(begin, 26, panel.heading, weight="bold"))
        for tick in range(3):
            value = most * tick / 2
            parts.append(_rule(begin + value * across, 38, begin + value * across, bottom))
            word = f"{100 * value:g}%" if unit else f"{value:g}"
            parts.append(_text(begin + value * across, bottom + 18, word, _SOFT, "middle"))
        if panel.mark is not None:
            at = begin + panel.mark * across
            parts.append(_rule(at, 38, at, bottom, _SOFT, "5 4"))
        for place, (colour, rows) in enumerate(panel.series):
            shift = 0 if len(panel.series) == 1 else 8 * place - 4
            for name, figure in rows.items():
                if figure.games:
                    y = 54 + _ROW * names.index(name) + shift
                    low, high = (begin + min(max(end, 0), most) * across for end in (figure.low, figure.high))
                    parts.append(h.line(x1=low, y1=y, x2=high, y2=y, stroke=colour, stroke_width=3))
                    parts.append(h.circle(cx=begin + figure.value * across, cy=y, r=4.5, fill=colour))
    return _svg(bottom + 32, parts, "Each figure with its interval; the numbers are in the table below")


def _bars(found: Sequence[Figures]) -> str:
    """Draw stacked points by source, of winners and others."""
    most = max(points[-1].value for figures in found for points in figures.sources)
    across = (_WIDTH - 210) / most
    parts, y = [], 24.0
    for at, (name, (fill, _)) in enumerate(zip(_SOURCE_NAMES, _SOURCES, strict=True)):
        parts.append(h.rect(x=150 + 140 * at, y=y - 10, width=14, height=14, rx=3, fill=fill))
        parts.append(_text(170 + 140 * at, y + 2, name))
    for figures in found:
        y += 16
        for side, points in zip(("winners", "others"), figures.sources, strict=True):
            y += 26
            parts.append(_text(138, y, f"{figures.players} players, {side}", anchor="end"))
            x = 150.0
            for figure, (fill, ink) in zip(points[:-1], _SOURCES, strict=True):
                wide = figure.value * across
                parts.append(h.rect(x=x, y=y - 15, width=max(wide - 2, 0), height=20, rx=4, fill=fill))
                if wide > 30:
                    parts.append(_text(x + wide / 2, y, f"{figure.value:.1f}", ink, "middle"))
                x += wide
            parts.append(_text(x + 6, y, f"{points[-1].value:.1f}", weight="bold"))
    return _svg(y + 24, parts, "Points by source; the numbers are in the table below")


def _columns(found: Sequence[Figures]) -> str:
    """Draw the number of games by length, a panel for each number of players."""
    last = max(max(figures.rounds) for figures in found)
    wide = (_WIDTH - 48) / len(found)
    step = (wide - 36) / (last + 1)
    parts = []
    for number, figures in enumerate(found):
        begin, tallest = 36 + number * wide, max(figures.rounds.values())
        parts.append(_text(begin, 26, f"{figures.players} players", weight="bold"))
        parts.append(_rule(begin, 200, begin + wide - 36, 200))
        for length, games in figures.rounds.items():
            tall, x = 150 * games / tallest, begin + length * step
            parts.append(h.rect(x=x, y=200 - tall, width=max(step - 1, 1), height=tall, fill=_WINNERS))
        ticks = range(0, last + 1, 5)
        parts += [_text(begin + (value + 0.5) * step, 218, str(value), _SOFT, "middle") for value in ticks]
    return _svg(232, parts, "Games by their number of rounds; the table below sums them up")
