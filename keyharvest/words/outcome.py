"""The end of a game in words: the winner, the tie-break, and the sources of points."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from keyharvest.rules import State, counters, final_scores, ranks
from keyharvest.words.language import _, n_
from keyharvest.words.terms import listing


def source_names() -> tuple[str, ...]:
    """Return the four sources of points, in the order of a ``Score`` (rule 13.2)."""
    return _("workers"), _("largest group"), _("second, doubled"), _("crop majorities")


def source_heads() -> tuple[str, ...]:
    """Return shorter names of the same, for narrow columns."""
    return _("workers"), _("largest"), _("second ×2"), _("crops")


def outcome(names: Sequence[str], points: Sequence[int], winners: Sequence[int], you: int = -1) -> str:
    """Say who has won, and by how much; ``winners`` are the seats by rule 13.3, ``you`` is the reader's.

    >>> outcome(["Robin", "Ada"], [33, 27], [0]), outcome(["Robin", "Ada"], [33, 33], [1], you=1)
    ('Robin won by 6 points', 'You won the tie-break')
    >>> outcome(["Robin", "Ada", "Cleo"], [33, 33, 20], [0, 1])
    'Robin and Ada share the win'
    """
    if len(winners) > 1:
        return _("{names} share the win").format(names=listing([names[seat] for seat in winners]))
    (winner,) = winners
    ahead = points[winner] - max(number for seat, number in enumerate(points) if seat != winner)
    if not ahead:
        return _("You won the tie-break") if winner == you else _("{name} won the tie-break").format(name=names[winner])
    if winner == you:
        return n_("You won by {number} point", "You won by {number} points", ahead).format(number=ahead)
    text = n_("{name} won by {number} point", "{name} won by {number} points", ahead)
    return text.format(name=names[winner], number=ahead)


def tie_break(state: State, names: Sequence[str]) -> str:
    """Say what decided between players with equal points (rule 13.3); empty if there is no tie.

    >>> from keyharvest.rules import new_game
    >>> tie_break(new_game(2), ["Ann", "Ben"])
    ''
    """
    scores, places = final_scores(state), ranks(state)
    told = []
    for seat, after in pairwise(sorted(range(state.players), key=places.__getitem__)):
        if scores[seat].total != scores[after].total or places[seat] == places[after]:
            continue
        number, less = (state.fields[each].bit_count() for each in (seat, after))
        line = _("Tied on points: {name} beats {other} on fields, {number} to {less} (rule 13.3).")
        if number == less:
            number, less = (counters.total(state.hands[each]) for each in (seat, after))
            line = _("Tied on points and fields: {name} beats {other} on counters, {number} to {less} (rule 13.3).")
        told.append(line.format(name=names[seat], other=names[after], number=number, less=less))
    return " ".join(told)
