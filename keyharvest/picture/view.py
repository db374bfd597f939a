"""The content of a board as plain data, independent of rules and page.

:func:`view_of` makes it from a state, or from the ``view`` of an observation; other code may also build it directly.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from keyharvest.rules import State
from keyharvest.rules.components import CROPS, NUMBERS, WORKERS
from keyharvest.rules.geometry import SPACES, groups
from keyharvest.rules.state import check_seat


@dataclass(frozen=True, slots=True)
class Ghost:
    """Something that isn't on the board yet, drawn translucent: a field tile (``worker`` is ``None``) or a worker."""

    space: int
    worker: int | None = None
    ripe: bool = True
    #: Its points, as a badge: "+1".
    worth: str = ""


@dataclass(frozen=True, slots=True)
class Preview:
    """One of several possible turns.

    It has the ghosts of pieces that it places, ``(space, number)`` of every step for each space that the step concerns,
    ``(worker, space)`` of every worker that goes home, and ``(from, to)`` of every worker that moves on. ``ahead`` are
    the pieces that it probably places later, each with the number of its step.
    """

    ghosts: tuple[Ghost, ...]
    order: tuple[tuple[int, int], ...] = ()
    home: tuple[tuple[int, int], ...] = ()
    ways: tuple[tuple[int, int], ...] = ()
    ahead: tuple[tuple[Ghost, int], ...] = ()


@dataclass(frozen=True, slots=True)
class BoardView:
    """The content of a board. Sets of spaces are masks (``keyharvest.rules.geometry``), seats 0..3, crops 0..4."""

    #: The crop of each of the 56 references, and the owner of the board.
    crops: Sequence[int]
    seat: int = 0
    #: Field tiles, those of them unharvested, and ``(worker, space)`` of every worker.
    fields: int = 0
    ripe: int = 0
    posts: tuple[tuple[int, int], ...] = ()
    #: Spaces that may be chosen now; ``None`` if this board offers no choice.
    legal: int | None = None
    #: ``quiet``: spaces that may be chosen aren't highlighted, as there is no question about them yet. ``soft``: only
    #: one piece is about to arrive, so the land is dimmed only a little.
    quiet: bool = False
    soft: bool = False
    #: Spaces chosen so far; those changed since the reader's last turn; fields that count for a worker (rule 5.2).
    selected: int = 0
    changed: int = 0
    counting: int = 0
    #: Groups to outline (rule 13.2).
    largest: int = 0
    second: int = 0
    ghosts: tuple[Ghost, ...] = ()
    #: Possible turns, and the index of the one shown; the page can switch between them by itself.
    previews: tuple[Preview, ...] = ()
    preview: int = 0
    #: Whether to outline every field, and to show the crops of empty spaces.
    outlines: bool = False
    show_crops: bool = False
    #: Texts for assistive technology: for the board, and for each space (``None``: a plain description).
    title: str = "Country board"
    labels: Sequence[str | None] | None = None
    #: The prefix of the ids in the page, and the one space that is a tab stop.
    name: str = "board"
    cursor: int = 0
    #: Whether more than one space can be selected.
    several: bool = False
    #: Spaces where something is wrong, in a position set up by hand.
    faulty: int = 0


def check(view: BoardView) -> None:
    """Raise ``ValueError`` with the reason if a view is malformed."""
    if len(view.crops) != 56 or not all(0 <= crop < 5 for crop in view.crops):
        raise ValueError("board view: crops must be 56 numbers from 0 to 4")
    if view.labels is not None and len(view.labels) != 56:
        raise ValueError(f"board view: {len(view.labels)} labels, expected 56")
    if not 0 <= view.seat < 4:
        raise ValueError(f"board view: seat {view.seat}, expected 0 to 3")
    if not 0 <= view.cursor < 56:
        raise ValueError(f"board view: cursor {view.cursor}, expected 0 to 55")
    for what in ("fields", "ripe", "selected", "changed", "counting", "largest", "second", "legal", "faulty"):
        mask = getattr(view, what) or 0
        if mask < 0 or mask >> 56:
            raise ValueError(f"board view: {what} is not a mask of 56 spaces")
    if view.ripe & ~view.fields:
        raise ValueError("board view: an unharvested field that is not on the board")
    ghosts = [*view.ghosts, *(ghost for preview in view.previews for ghost in preview.ghosts)]
    ghosts += [ghost for preview in view.previews for ghost, _step in preview.ahead]
    standing = [*view.posts, *((ghost.worker or 0, ghost.space) for ghost in ghosts)]
    for worker, space in standing:
        if not (0 <= worker < 12 and 0 <= space < 56):
            raise ValueError(f"board view: unknown worker {worker} or space {space}")


def describe(view: BoardView, space: int) -> str:
    """Return a plain description of one space, for callers that give no label.

    >>> describe(BoardView(crops=[4] * 56, fields=1, posts=((2, 1),)), 0)
    'A1, wheat, harvested'
    >>> describe(BoardView(crops=[4] * 56, fields=1, posts=((2, 1),)), 1)
    'A2, C, labourer, number 2'
    """
    reference, bit = SPACES[space], 1 << space
    for worker, post in view.posts:
        if post == space:
            return f"{reference}, {WORKERS[worker].letter}, {WORKERS[worker].name}, number {NUMBERS[worker]}"
    if view.fields & bit:
        return f"{reference}, {CROPS[view.crops[space]]}, {'unharvested' if view.ripe & bit else 'harvested'}"
    return f"{reference}, empty"


def view_of(state: State, seat: int) -> BoardView:
    """Return the board of a seat; callers add choices, highlights and labels with ``dataclasses.replace``.

    Raise ``ValueError`` if the seat isn't in the game.
    """
    check_seat(seat, state.players)
    return BoardView(
        crops=state.layout.crops,
        seat=seat,
        fields=state.fields[seat],
        ripe=state.ripe[seat],
        posts=state.posts[seat],
        name=f"board-{seat + 1}",
    )


def scored(view: BoardView) -> BoardView:
    """Return the same board with the groups that score at the end outlined (rule 13.2).

    >>> view = scored(BoardView(crops=[0] * 56, fields=0b10011))
    >>> view.largest, view.second
    (3, 16)
    """
    # Sorting is stable: of equal groups the first one on the board counts as the largest.
    largest, second, *_ = [*sorted(groups(view.fields), key=int.bit_count, reverse=True), 0, 0]
    return replace(view, largest=largest, second=second)
