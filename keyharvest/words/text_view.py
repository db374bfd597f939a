"""The table as plain text, for a terminal or a notebook."""

from __future__ import annotations

from collections.abc import Sequence

from keyharvest import words
from keyharvest.knowledge import bag_size
from keyharvest.rules import State, counters, final_scores, ranks
from keyharvest.rules.components import CROP_LETTERS, EVENT_LETTERS, WORKER_LETTERS
from keyharvest.rules.foreign import beginning
from keyharvest.rules.geometry import ROW_LENGTHS, ROW_STARTS, ROWS, SPACES, names, spaces_in
from keyharvest.words.language import N_, Name, _, n_
from keyharvest.words.outcome import source_heads

_LEGEND = N_("[h] unharvested field, (h) harvested; h hops, v vegetables, a apples, b barrels, w wheat; <A> worker")


def board(state: State, seat: int) -> str:
    """Draw one country board, one line per row.

    >>> from keyharvest.rules import new_game, play
    >>> state = play(play(play(new_game(2), "*1"), "1"), "*A2")
    >>> print(board(state, 0).splitlines()[0])
    A      .  [w]  .   .   .   .   .
    """
    stands = {space: worker for worker, space in state.posts[seat]}
    lines = []
    for row, length, start in zip(ROWS, ROW_LENGTHS, ROW_STARTS, strict=True):
        cells = []
        for space in range(start, start + length):
            crop = CROP_LETTERS[state.layout.crops[space]]
            if space in stands:
                cells.append(f"<{WORKER_LETTERS[stands[space]]}>")
            elif not state.fields[seat] >> space & 1:
                cells.append(" . ")
            else:
                cells.append(f"[{crop}]" if state.ripe[seat] >> space & 1 else f"({crop})")
        lines.append(f"{row} " + "  " * (max(ROW_LENGTHS) - length) + " ".join(cells).rstrip())
    return "\n".join(lines)


def table(state: State, seat_names: Sequence[str], unknown: Sequence[int] | None = None) -> str:
    """Draw the whole table; ``state`` may be the view of an observation, ``unknown`` its unknown counters."""
    crops = state.layout.crops
    registry = " ".join(f"{name}{CROP_LETTERS[crops[tile]]}" for name, tile in _tiles(state.registry))
    events = ", ".join(f"{EVENT_LETTERS[event]} {words.event(event)}" for event in state.placed)
    town = "".join(WORKER_LETTERS[worker] for worker in spaces_in(state.town))
    size = bag_size(state)
    lines = [
        _("Registry  {tiles}").format(tiles=registry or "-"),
        n_("Stock     {counters}    bag {number} tile", "Stock     {counters}    bag {number} tiles", size).format(
            counters=counters.text(state.stock), number=size
        ),
        _("Town      {workers}").format(workers=town or "-"),
        _("Events    {number} of 10").format(number=len(state.placed)) + (": " if events else "") + events,
        _("Fallow    {tiles}").format(tiles=" ".join(names(state.fallow)) or "-"),
    ]
    for seat, name in enumerate(seat_names):
        store = ", ".join(
            _("{tile} for {counters}").format(
                tile=f"{SPACES[tile]}{CROP_LETTERS[crops[tile]]}", counters=counters.text(bid)
            )
            for tile, bid in state.stores[seat]
        )
        hand = counters.text(state.hands[seat]) + "?" * (unknown[seat] if unknown else 0)
        holds = _("{name}: hand {counters}, store {tiles}").format(name=name, counters=hand, tiles=store or "-")
        lines += ["", holds, board(state, seat)]
    return "\n".join([*lines, "", _(_LEGEND)])


def _tiles(mask: int) -> list[tuple[str, int]]:
    return list(zip(names(mask), spaces_in(mask), strict=True))


def scores(state: State, seat_names: Sequence[str]) -> str:
    """Draw a table of the points by source (rule 13.2)."""
    heads = *source_heads(), _("points")
    lines = [f"{'':16}{''.join(f'{head:>11}' for head in heads)}  " + _("place")]
    for name, score, place in zip(seat_names, final_scores(state), ranks(state), strict=True):
        points = "".join(f"{number:>11}" for number in (*score, score.total))
        lines.append(f"{Name(beginning(name, 16)):16}{points}  {place}")
    return "\n".join(lines)
