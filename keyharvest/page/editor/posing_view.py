"""The puzzles made from the position: the search for them, and buttons to try or share each one."""

from __future__ import annotations

from collections.abc import Sequence

from keyharvest.page.editor.uses_view import Easel
from keyharvest.page.parts import sharing
from keyharvest.page.parts.controls import button, named
from keyharvest.page.parts.icons import icon
from keyharvest.picture.elements import Html, h
from keyharvest.puzzles import Puzzle, kind_name, question
from keyharvest.table.sealing import sealed
from keyharvest.table.set_up import seated
from keyharvest.words.language import _, n_


def panel(easel: Easel, puzzles: Sequence[Puzzle], progress: float | None) -> Html:
    """Draw the puzzles found, or the progress of the search."""
    who = h.p(".who")[icon("puzzle"), h.span[_("Create puzzle")]]
    note = h.p(".fine")[_("In a puzzle this is the last turn, and the bag is empty.")]
    if progress is not None:
        return h.div(".posing")[
            who,
            h.h2("#card-title.asked", tabindex="-1")[_("Proving answers…")],
            h.progress("#pose-progress", max="1", value=f"{progress:.2f}", aria_label=_("Proving answers…")),
            note,
            h.div(".buttons")[button(_("Stop"), "pose", "close", class_="main go", id="pose-close")],
        ]
    title = n_("{number} question with a proven answer", "{number} questions with a proven answer", len(puzzles))
    names = seated(0, easel.state.players)
    return h.div(".posing")[
        who,
        h.h2("#card-title.asked", tabindex="-1")[title.format(number=len(puzzles))],
        note,
        h.ul(".posed")[(h.li[_puzzle(puzzle, names)] for puzzle in puzzles)],
        h.div(".buttons")[button(_("Close"), "pose", "close", id="pose-close")],
    ]


def _puzzle(puzzle: Puzzle, names: Sequence[str]) -> list[Html]:
    name = sealed(puzzle.row())
    return [
        h.p[h.b[kind_name(puzzle.kind)], " ", question(puzzle, names)],
        h.div(".buttons")[
            named("next", _("Try it"), "puzzle", name, class_="with-sign"),
            sharing.copy_link(_("Copy puzzle link"), f"puzzle-{name}"),
            sharing.copy_text(_("Copy line"), puzzle.row()),
        ],
    ]
