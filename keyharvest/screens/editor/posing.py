"""The puzzles made from the position: the search for them, and buttons to try or share each one."""

from __future__ import annotations

from collections.abc import Sequence

from keyharvest.panels.parts import sharing
from keyharvest.panels.parts.controls import named
from keyharvest.panels.parts.icons import icon
from keyharvest.panels.parts.markup import Html, button, tag
from keyharvest.puzzles import Puzzle, kind_name, question
from keyharvest.screens.editor.easel import Easel
from keyharvest.table.sealing import sealed
from keyharvest.table.set_up import seated
from keyharvest.words.language import _, n_


def panel(easel: Easel, puzzles: Sequence[Puzzle], progress: float | None) -> Html:
    """Draw the puzzles found, or the progress of the search."""
    who = tag("p", icon("puzzle"), tag("span", _("Create puzzle")), class_="who")
    note = tag("p", _("In a puzzle this is the last turn, and the bag is empty."), class_="fine")
    if progress is not None:
        return tag(
            "div",
            who,
            tag("h2", _("Proving answers…"), id="card-title", tabindex="-1", class_="asked"),
            tag("progress", max="1", value=f"{progress:.2f}", id="pose-progress", aria_label=_("Proving answers…")),
            note,
            tag("div", button(_("Stop"), "pose", "close", class_="main go", id="pose-close"), class_="buttons"),
            class_="posing",
        )
    title = n_("{number} question with a proven answer", "{number} questions with a proven answer", len(puzzles))
    names = seated(0, easel.state.players)
    return tag(
        "div",
        who,
        tag("h2", title.format(number=len(puzzles)), id="card-title", tabindex="-1", class_="asked"),
        note,
        tag("ul", *(tag("li", *_puzzle(puzzle, names)) for puzzle in puzzles), class_="posed"),
        tag("div", button(_("Close"), "pose", "close", id="pose-close"), class_="buttons"),
        class_="posing",
    )


def _puzzle(puzzle: Puzzle, names: Sequence[str]) -> list[Html]:
    name = sealed(puzzle.row())
    return [
        tag("p", tag("b", kind_name(puzzle.kind)), " ", question(puzzle, names)),
        tag(
            "div",
            named("next", _("Try it"), "puzzle", name, class_="with-sign"),
            sharing.copy_link(_("Copy puzzle link"), f"puzzle-{name}"),
            sharing.copy_text(_("Copy line"), puzzle.row()),
            class_="buttons",
        ),
    ]
