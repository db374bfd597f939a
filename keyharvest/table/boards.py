"""The boards: the large one with what is lit, selected and previewed, and the small ones."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from keyharvest.picture.board import board
from keyharvest.picture.tiles import emblem
from keyharvest.picture.view import BoardView, Ghost, describe, scored, view_of
from keyharvest.rules.events import ExchangeFor
from keyharvest.rules.geometry import SPACES, groups
from keyharvest.rules.powers import TakeUnconnected
from keyharvest.table.language import _, n_
from keyharvest.table.markup import Html, button, join, tag
from keyharvest.table.scene import Scene
from keyharvest.table.staging import FIELDS, REMOVE, TILE, WORKER, Stage

#: Beginning of the ids of the large board's spaces.
LARGE = "hex"


def board_head(scene: Scene) -> Html:
    """Whose board is large, buttons for the others, and what else the board can show."""
    return join(
        *(
            button(
                join(Html(emblem(seat, label="")), tag("span", board_name(scene, seat))),
                "show",
                str(seat + 1),
                class_="board-tab",
                aria_pressed="true" if seat == scene.shown else "false",
            )
            for seat in (scene.home, *scene.others())
        ),
        button(_("Outlines"), "outlines", class_="toggle", aria_pressed="true" if scene.outlines else "false"),
        button(_("Crops"), "hints", class_="toggle", aria_pressed="true" if scene.hints else "false"),
    )


def board_name(scene: Scene, seat: int) -> str:
    """A board in two words."""
    return _("My board") if seat == scene.eyes else scene.chairs[seat].name


def large_board(scene: Scene) -> Html:
    """The board in the big place."""
    seat, stage = scene.shown, scene.stage
    shown = replace(
        view_of(scene.view, seat),
        changed=scene.changed.boards[seat],
        outlines=scene.outlines,
        hints=scene.hints,
        title=_("{name}'s board").format(name=scene.chairs[seat].name),
        cursor=scene.cursor,
        name=LARGE,
    )
    if stage and seat == stage.seat:
        chosen = _chosen(stage)
        shown = replace(
            shown,
            legal=stage.lit(),
            selected=chosen,
            changed=shown.changed & ~chosen,
            counting=stage.counting(),
            ghosts=_ghosts(stage),
            several=stage.kind == FIELDS,
        )
    elif stage and isinstance(stage.frame, TakeUnconnected | ExchangeFor):
        lit = stage.elsewhere() & shown.fields
        shown = replace(shown, legal=lit, selected=lit & _bit(stage.tile))
    return Html(board(replace(shown, labels=[space_label(shown, space) for space in range(len(SPACES))])))


def small_board(scene: Scene, seat: int) -> Html:
    """A board as a thumbnail."""
    title = _("{name}'s board, small").format(name=scene.chairs[seat].name)
    return _thumbnail(replace(view_of(scene.view, seat), changed=scene.changed.boards[seat], title=title))


@lru_cache(maxsize=16)
def _thumbnail(view: BoardView) -> Html:
    return Html(board(view, "thumbnail"))


def scored_board(scene: Scene, seat: int) -> Html:
    """A board at the end, with the groups that count outlined (rule 13.2)."""
    title = _("{name}'s board with the groups that count").format(name=scene.chairs[seat].name)
    return Html(board(replace(scored(view_of(scene.view, seat)), title=title), "still"))


def space_label(view: BoardView, space: int) -> str:
    """What is read of a space: what it holds, its group, and whether it can be chosen."""
    parts = [describe(view, space)]
    bit = 1 << space
    if view.fields & bit:
        size = next(group for group in groups(view.fields) if group & bit).bit_count()
        parts.append(
            _("unconnected")
            if size == 1
            else n_("in a group of {number}", "in a group of {number}", size).format(number=size)
        )
    if view.selected & bit:
        parts.append(_("selected"))
    elif view.legal is not None and view.legal & bit:
        parts.append(_("can be chosen"))
    if view.changed & bit:
        parts.append(_("new"))
    return ", ".join(parts)


def _bit(space: int) -> int:
    return 1 << space if space >= 0 else 0


def _chosen(stage: Stage) -> int:
    """The spaces of the own board that are selected."""
    if stage.kind == FIELDS:
        return stage.fields
    if stage.kind == REMOVE or (stage.kind == WORKER and not stage.turn):
        return sum(1 << space for worker, space in stage.view.posts[stage.seat] if worker == stage.worker)
    if stage.kind == TILE:
        return _bit(stage.tile) & stage.lit()
    return _bit(stage.space)


def _ghosts(stage: Stage) -> tuple[Ghost, ...]:
    """What would stand on the own board: a worker, or a field tile that is to come."""
    if stage.space >= 0:
        return (Ghost(stage.space, stage.worker),)
    return (Ghost(stage.incoming()),) if stage.incoming() >= 0 else ()
