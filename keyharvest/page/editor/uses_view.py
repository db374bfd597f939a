"""The position set up by hand: its errors, and the ways to use it."""

from __future__ import annotations

from dataclasses import dataclass

from keyharvest.editor.draft import Draft, fault_in_words
from keyharvest.page.parts import sharing
from keyharvest.page.parts.controls import button, named, select
from keyharvest.page.parts.icons import icon
from keyharvest.page.parts.scene import Scene
from keyharvest.picture import tiles
from keyharvest.picture.elements import Html, h, join
from keyharvest.record.soundness import Fault
from keyharvest.rules import State
from keyharvest.table.sealing import POSITION, sealed
from keyharvest.words.language import _, n_
from keyharvest.words.terms import LEVEL_NAMES, level, level_line


@dataclass(frozen=True, slots=True)
class Easel:
    """A draft, and what the reader has chosen in the editor.

    Attributes:
        scene: its position in the form that the game's panels draw, with open hands; its viewer owns the board shown.
        draft: the position with its undo history.
        faults: all errors in the position.
        points: everyone's points so far (rule 13.2).
        brush: what a tap does, one of ``shortcuts.BRUSHES``, or empty if it puts down the ``worker``.
        bid: the stored tile whose bid the piles change; -1 if they change the hand.
        level: the computer player to play against from here.
    """

    scene: Scene
    draft: Draft
    faults: tuple[Fault, ...]
    points: tuple[int, ...]
    brush: str
    worker: int
    bid: int
    level: str

    @property
    def state(self) -> State:
        """The position, which may be unsound."""
        return self.draft.state

    @property
    def seat(self) -> int:
        """The seat whose board is large."""
        return self.scene.shown

    @property
    def name(self) -> str:
        """The name of the player whose board is large."""
        return self.scene.chairs[self.seat].name


def faults_panel(easel: Easel) -> Html:
    """Draw all errors, each with a button that shows it; empty if there are none."""
    if not easel.faults:
        return Html()
    number = len(easel.faults)
    return join(
        h.h2[icon("shield"), n_("{number} error", "{number} errors", number).format(number=number)],
        h.ul[
            (
                h.li[
                    _picture(easel, fault),
                    h.span[fault_in_words(fault, easel.state, easel.scene.names)],
                    button(_("Show"), "fault", str(at)),
                ]
                for at, fault in enumerate(easel.faults, 1)
            )
        ],
    )


def _picture(easel: Easel, fault: Fault) -> Html:
    if fault.tile >= 0:
        return tiles.tile(fault.tile, easel.state.layout.crops[fault.tile], label="")
    if fault.crop >= 0:
        return tiles.crop(fault.crop, label="")
    if fault.worker >= 0:
        seat = None if fault.seat < 0 else easel.scene.badge(fault.seat)
        return tiles.worker(fault.worker, seat, label="")
    return icon("shield")


def play(easel: Easel) -> Html:
    """Draw the button that begins a game from the position; while there are errors it is disabled and says why."""
    whose = _("as {name}, whose turn it is").format(name=easel.scene.names[easel.state.seat])
    note = h.small[_("first fix the errors") if easel.faults else whose]
    return button(
        join(h.span[_("Play from here")], note),
        "play",
        class_="main go",
        aria_disabled=True if easel.faults else None,
    )


def uses(easel: Easel) -> Html:
    """Draw what can be done with the position, and other positions to start from."""
    return join(
        play(easel),
        against(easel),
        tools(),
        copies(easel),
        sharing.report(),
        h.hr(),
        named("eraser", _("Empty board"), "editor", "empty"),
        named("restart", _("Standard start"), "editor", "start"),
        named("more", _("More"), "over", "position"),
    )


def tools() -> Html:
    """Draw the buttons for everything that can be made from the position."""
    return join(
        named("bulb", _("Best turns"), "hint"),
        named("puzzle", _("Create puzzle"), "pose"),
        named("next", _("Create demo"), "demo"),
    )


def against(easel: Easel) -> Html:
    """Draw the choice of the opponents' level, and how the chosen one plays."""
    levels = {name: level(name) for name in LEVEL_NAMES}
    chosen = select("level", levels, easel.level, id="play-level", data_intent="level")
    return join(h.label(".against")[h.span[_("against")], chosen], h.p(".level-line")[h.small[level_line(easel.level)]])


def copies(easel: Easel) -> Html:
    """Draw the buttons that copy the position: as text and, if it is sound, as a link."""
    line = easel.draft.line()
    return join(
        sharing.copy_text(_("Copy position"), line),
        "" if easel.faults else sharing.copy_link(_("Copy link"), POSITION + sealed(line)),
    )
