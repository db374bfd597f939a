"""Pictures of example positions: whole boards, and parts of them for explanations."""

from __future__ import annotations

from keyharvest.picture.board import board
from keyharvest.picture.elements import Html
from keyharvest.picture.hexes import CENTRES, VIEW_BOX
from keyharvest.picture.view import BoardView
from keyharvest.rules import STANDARD
from keyharvest.rules.components import WORKER_INDEX
from keyharvest.rules.geometry import INDEX


def seen(fields: str, workers: str = "") -> BoardView:
    """Return a board from references, with a star after unharvested ones, and from workers such as ``C:D6``.

    >>> view = seen("C5* C6", "C:D6")
    >>> view.ripe == 1 << INDEX["C5"], view.posts == ((WORKER_INDEX["C"], INDEX["D6"]),)
    (True, True)
    """
    names = fields.split()
    return BoardView(
        STANDARD.crops,
        fields=mask(fields.replace("*", "")),
        ripe=mask(" ".join(name[:-1] for name in names if name.endswith("*"))),
        posts=tuple((WORKER_INDEX[word[0]], INDEX[word[2:]]) for word in workers.split()),
        title="",
    )


def mask(references: str) -> int:
    """Return the mask of some references.

    >>> mask("A1 A3")
    5
    """
    return sum(1 << INDEX[reference] for reference in references.split())


def part(view: BoardView, around: str, size: tuple[int, int], off: tuple[int, int] = (0, 0)) -> Html:
    """Draw a part of a board around a space, ``size`` in drawing units; it is purely visual."""
    x, y = CENTRES[INDEX[around]]
    box = f"{x + off[0] - size[0] // 2} {y + off[1] - size[1] // 2} {size[0]} {size[1]}"
    drawn = board(view, "still").replace(f'viewBox="{VIEW_BOX}"', f'viewBox="{box}"', 1)
    drawn = drawn.replace("kh-full", "kh-part", 1)
    return Html(drawn.replace('role="img" aria-label=""', 'aria-hidden="true"', 1))
