"""The frame of the editor, the line above it, and its command panel: the palette or, once they are found, puzzles."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from keyharvest import words
from keyharvest.page.editor.uses_view import Easel, play
from keyharvest.page.parts import sharing
from keyharvest.page.parts.controls import button, heading, line_above, named
from keyharvest.page.parts.icons import icon
from keyharvest.picture import tiles
from keyharvest.picture.elements import Html, h, join
from keyharvest.puzzles import Puzzle, kind_name, question
from keyharvest.rules.components import FARMHANDS, WORKERS
from keyharvest.rules.geometry import INDEX
from keyharvest.table.sealing import sealed
from keyharvest.table.set_up import seated
from keyharvest.table.shortcuts import BRUSHES
from keyharvest.words.language import N_, _, n_

#: The name of each brush, and what a tap then does.
_BRUSHES: Final = {
    "ripe": (N_("ripe"), N_("Tap to put down")),
    "harvested": (N_("harvested"), N_("Tap to put down")),
    "off": (N_("remove"), N_("Tap to remove")),
    "store": (N_("to the store"), N_("Tap a space to store its tile")),
    "registry": (N_("registry"), N_("Tap a space for the registry")),
    "bag": (N_("bag"), N_("Dots: in the bag. Tap to change")),
}
assert tuple(_BRUSHES) == BRUSHES


def frame() -> Html:
    """Draw the screen with empty panels."""
    return join(
        h.div(".side")[
            h.header("#top.top-panel"),
            h.div("#action.action-panel.panel", role="region", aria_label=_("What a tap does")),
        ],
        h.div("#head"),
        h.div(".mid")[h.div("#board.board-panel"), h.div("#corners.corners-panel")],
        h.div(".town")[h.div("#registry.registry-panel.panel"), h.div("#town.town-panel.panel")],
        h.div(".dock")[h.div("#hand.hand-panel.panel"), h.div("#card.card-panel"), h.div("#tray.tray-panel.panel")],
        h.div(".seats")[
            h.div("#others.others-panel"),
            h.section("#faults.panel.faults-panel", role="status", aria_label=_("Errors")),
            h.div("#compare"),
            h.section("#uses.panel.uses", aria_label=_("What to do with the position")),
        ],
    )


def top() -> Html:
    """Draw the buttons above the editor: leave, rules, settings; on a phone, a menu of them."""
    return line_above(_("Set up position"), _("Leave"), "home", (), [button(_("Leave"), "home")])


def palette(easel: Easel) -> Html:
    """Draw the brushes, and the workers for the board shown; those that are on it already are faint."""
    told = _BRUSHES[easel.brush][1] if easel.brush else N_("Tap to put down")
    return h.div(".palette")[
        h.p(".who")[icon("pen"), h.span[_("Set up position")]],
        heading(_(told)),
        h.div(".brushes", role="group", aria_label=_("What a tap does"))[(_brush(easel, brush) for brush in BRUSHES)],
        h.h3[_("Workers")],
        h.div(".tokens", role="group", aria_label=_("Workers"))[
            (_token(easel, worker) for worker in range(len(WORKERS)))
        ],
        h.div(".undo-row")[undo(easel), redo(easel)],
        h.div(".phone-uses")[
            undo(easel, words=False),
            button(icon("more"), "over", "position", aria_label=_("More: players, turn, events, positions")),
            play(easel),
        ],
    ]


def _brush(easel: Easel, brush: str) -> Html:
    crop = easel.state.layout.crops
    pictures = {
        "ripe": lambda: tiles.tile(_SAMPLE, crop[_SAMPLE], label=""),
        "harvested": lambda: tiles.tile(_SAMPLE, crop[_SAMPLE], ripe=False, label=""),
        "off": lambda: icon("eraser"),
        "store": lambda: tiles.action("store"),
        "registry": lambda: tiles.place("?"),
        "bag": lambda: tiles.bag(),
    }
    return button(
        join(pictures[brush](), h.span[_(_BRUSHES[brush][0])]),
        "brush",
        brush,
        class_="brush",
        aria_pressed=easel.brush == brush,
    )


#: The field shown in the brushes' pictures.
_SAMPLE: Final = INDEX["C5"]


def _token(easel: Easel, worker: int) -> Html:
    who, posts = WORKERS[worker], easel.state.posts
    badge = easel.scene.badge(easel.seat) if FARMHANDS >> worker & 1 else None
    there = next((seat for seat, each in enumerate(posts) if worker in dict(each)), -1)
    out = worker in dict(posts[easel.seat]) or (badge is None and there >= 0)
    label = _("{letter}, {name}, number {number}").format(
        letter=who.letter, name=words.worker(worker), number=who.number
    )
    return button(
        tiles.worker(worker, badge, label=""),
        "worker",
        who.letter,
        id=f"worker-{who.letter}",
        class_="token out" if out else "token",
        aria_label=f"{label}, {_('on a board')}" if out else label,
        aria_pressed=not easel.brush and easel.worker == worker,
        data_told=_("{name}, {number}: {power}").format(
            name=words.sentence_case(words.worker(worker)), number=who.number, power=words.worker_line(who.letter)
        ),
    )


def undo(easel: Easel, words: bool = True) -> Html:
    """Draw the button that undoes the last edit, with its word or, without ``words``, only its icon."""
    return _step("undo", _("Undo"), easel.draft.undoable(), words)


def redo(easel: Easel) -> Html:
    """Draw the button that redoes the edit last undone."""
    return _step("redo", _("Redo"), easel.draft.redoable(), words=True)


def _step(intent: str, word: str, can: bool, words: bool) -> Html:
    inside = join(icon(intent), h.span[word]) if words else icon(intent)
    return button(inside, intent, aria_label=None if words else word, aria_disabled=None if can else "true")


def posed(easel: Easel, puzzles: Sequence[Puzzle], progress: float | None) -> Html:
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
