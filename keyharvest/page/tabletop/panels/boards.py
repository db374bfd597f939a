"""The boards: the large one with its highlights, selection and previews, and the small ones."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from keyharvest import words
from keyharvest.page.parts.controls import button
from keyharvest.page.parts.scene import Scene
from keyharvest.page.tabletop.panels.deal import change
from keyharvest.picture.board import board
from keyharvest.picture.elements import Html, join
from keyharvest.picture.view import BoardView, Ghost, Preview, scored, view_of
from keyharvest.rules.components import WORKERS
from keyharvest.rules.geometry import INDEX, SPACES, groups, spaces_in
from keyharvest.table.staging import FIELDS, REMOVE, TILE, WORKER, Stage
from keyharvest.words.language import _, n_

if TYPE_CHECKING:
    from keyharvest.advice.hints import Choice

#: The prefix of the ids of the large board's spaces.
LARGE = "hex"


def large_board(scene: Scene) -> Html:
    """Draw the large board."""
    shown = as_shown(scene, scene.shown)
    return board(replace(shown, labels=[space_label(shown, space, fresh(scene)) for space in range(len(SPACES))]))


def as_shown(scene: Scene, seat: int) -> BoardView:
    """Return a seat's board with its highlights, selection and previews."""
    stage = scene.stage
    shown = replace(
        view_of(scene.view, seat),
        changed=scene.changed.boards[seat],
        outlines=scene.outlines,
        show_crops=scene.crops,
        title=_("{name}'s board").format(name=scene.chairs[seat].name),
        seat=scene.badge(seat),
        cursor=scene.cursor,
        name=LARGE,
    )
    if stage and seat == stage.seat:
        chosen = _chosen(stage)
        shown = replace(
            shown,
            legal=stage.lit(),
            quiet=stage.turn is not None and (stage.kind in (TILE, REMOVE) or not stage.aimed()),
            soft=stage.foreseen() >= 0,
            selected=chosen,
            changed=shown.changed & ~chosen,
            counting=stage.counting(),
            ghosts=_ghosts(scene, stage),
            several=stage.kind == FIELDS,
        )
        if scene.hint and scene.hint.done:
            previews = tuple(_preview(told, shown, scene.hint.plain) for told in scene.hint.shown)
            shown = replace(_hushed(shown), previews=previews, preview=scene.hint.chosen)
    elif stage and stage.on_other_boards:
        lit = stage.elsewhere() & shown.fields
        shown = replace(shown, legal=lit, selected=lit & _bit(stage.tile))
    elif scene.goal and scene.goal.open and seat == scene.viewer:
        shown = replace(shown, legal=scene.goal.open, quiet=True, selected=scene.goal.picked, several=True)
    elif scene.verdict and seat == scene.verdict.seat and not scene.verdict.was_best:
        told = scene.verdict.best if scene.better else scene.verdict.played
        shown = replace(_hushed(shown), previews=(_preview(told, shown),))
    return scored(shown) if scene.groups else shown


def small_board(scene: Scene, seat: int) -> Html:
    """Draw a board as a thumbnail."""
    title = _("{name}'s board, small").format(name=scene.chairs[seat].name)
    return _thumbnail(
        replace(view_of(scene.view, seat), changed=scene.changed.boards[seat], title=title, seat=scene.badge(seat))
    )


def thumb(scene: Scene, seat: int, word: str, above: str = "", **attributes: str) -> Html:
    """Draw a board as a button that enlarges it, with ``above`` on it; ``word`` is its label for screen readers."""
    drawn = join(small_board(scene, seat), above)
    return button(drawn, "show", str(seat + 1), class_="thumb", aria_label=word, **attributes)


@lru_cache(maxsize=16)
def _thumbnail(view: BoardView) -> Html:
    return board(view, "thumbnail")


def scored_board(scene: Scene, seat: int) -> Html:
    """Draw a board at the end, with the groups that score outlined (rule 13.2)."""
    title = _("{name}'s board with the scoring groups").format(name=scene.chairs[seat].name)
    shown = replace(scored(view_of(scene.view, seat)), title=title, seat=scene.chairs[seat].badge)
    return board(shown, "thumbnail")


def space_in_words(view: BoardView, space: int) -> str:
    """Describe the contents of a space."""
    reference, bit = SPACES[space], 1 << space
    for worker, post in view.posts:
        if post == space:
            who = WORKERS[worker]
            return _("{reference}, {letter}, {worker}, number {number}").format(
                reference=reference, letter=who.letter, worker=words.worker(worker), number=who.number
            )
    if view.fields & bit:
        said = _("{reference}, {crop}, unharvested") if view.ripe & bit else _("{reference}, {crop}, harvested")
        return said.format(reference=reference, crop=words.crop(view.crops[space]))
    return _("{reference}, empty").format(reference=reference)


def fresh(scene: Scene) -> str:
    """Say why a space or a tile is marked: it is new, or the text of a lesson or a puzzle is about it."""
    return _("highlighted") if scene.taught else _("new")


def space_label(view: BoardView, space: int, marked: str = "") -> str:
    """Describe a space for screen readers: its contents, its group, whether it can be chosen or is ``marked``."""
    return ", ".join((space_in_words(view, space), *space_notes(view, space, marked)))


def space_notes(view: BoardView, space: int, marked: str = "") -> list[str]:
    """Return what :func:`space_label` says about a space besides its contents."""
    parts = []
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
    if view.changed & bit and marked:
        parts.append(marked)
    return parts


def _bit(space: int) -> int:
    return 1 << space if space >= 0 else 0


def _chosen(stage: Stage) -> int:
    """Return the selected spaces of the player's board."""
    if stage.kind == FIELDS:
        return stage.fields
    if stage.kind == REMOVE or (stage.kind == WORKER and not stage.turn):
        return sum(1 << space for worker, space in stage.view.posts[stage.seat] if worker == stage.worker)
    if stage.kind == TILE:
        return _bit(stage.tile) & stage.lit()
    return _bit(stage.space)


def _hushed(shown: BoardView) -> BoardView:
    """Return a board for previews of turns, without other highlights or counts."""
    return replace(shown, ghosts=(), counting=0, legal=None, soft=True)


def _preview(told: Choice, shown: BoardView, plain: bool = False) -> Preview:
    """Return the preview of an advised turn: the pieces it places, the workers that go home or move on, and the numbers
    of its steps on the spaces concerned; then the pieces of its plan, or with ``plain`` only the first. Tiles that it
    stores aren't shown on the board.
    """
    ghosts: dict[int, Ghost] = {}
    order, ways = [], []
    stands = dict(shown.posts)
    for number, step in enumerate(told.steps, 1):
        brief = step.brief
        if brief.kind in ("work", "move") and brief.space in INDEX:
            spaces = [INDEX[brief.space]]
            if brief.kind == "move" and brief.worker in stands:  # a displaced worker isn't on the board
                ways.append((stands[brief.worker], spaces[0]))
            stands[brief.worker] = spaces[0]
            ghosts[spaces[0]] = Ghost(spaces[0], brief.worker)
        elif brief.kind == "store":
            spaces = []
        elif brief.kind == "home":
            spaces = [stands[brief.worker]] if brief.worker in stands else []
        elif brief.kind in ("place", "buy"):
            spaces = spaces_in(brief.tiles)
            ghosts |= {tile: Ghost(tile) for tile in spaces}
        else:
            spaces = [tile for tile in spaces_in(brief.tiles) if tile in ghosts or shown.fields >> tile & 1]
        order += [(space, number) for space in spaces]
    deeds = (*told.plan.rest.steps, *told.plan.then.steps) if told.plan else ()
    ahead = []
    for number, deed in enumerate(deeds, len(told.steps) + 1):
        if deed.space >= 0:
            ahead.append((Ghost(deed.space, deed.worker), number))
        if deed.tile >= 0 and deed.kind != "store":
            ahead.append((Ghost(deed.tile), number))
    return Preview(tuple(ghosts.values()), tuple(order), told.home, tuple(ways), tuple(ahead[: 1 if plain else None]))


def _ghosts(scene: Scene, stage: Stage) -> tuple[Ghost, ...]:
    """Return what would arrive on the player's board: a worker, or a field tile."""
    if stage.space >= 0:
        return (Ghost(stage.space, stage.worker),)
    tile = stage.foreseen()
    return (Ghost(tile, worth=change(scene, stage, tile)),) if tile >= 0 else ()
