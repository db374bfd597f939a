"""The plan of a turn: its gain, what it leads to, and the reason for it; beside a hint's cards, and in the review."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from keyharvest import words
from keyharvest.advice import wording
from keyharvest.advice.courses import Deed
from keyharvest.advice.hints import Choice, Hints, rival
from keyharvest.advice.plan import Because, Loss, Then
from keyharvest.advice.wording import letter
from keyharvest.page.parts.faces import face
from keyharvest.page.parts.icons import icon
from keyharvest.page.parts.scene import Scene
from keyharvest.page.tabletop.panels.happenings import goods
from keyharvest.page.tabletop.panels.seats import counter_row
from keyharvest.picture import tiles
from keyharvest.picture.elements import Child, Html, h, join
from keyharvest.rules.components import STORE_PLACES, TOWNSFOLK
from keyharvest.words.language import _

#: The icons of totals that are called otherwise.
_SIGNS: Final = {"groups": "group", "crops": "star", "ripe": "clock", "lead": "chart", "chance": "flag"}


def why(scene: Scene, hints: Hints) -> Html:
    """Draw what the chosen turn brings and leads to, and why it is better or not than the best (or the best than the
    second); also the player's counters and store, since this panel is in their place. Until the plan is there, its
    place stays empty.
    """
    at = 0 if hints.plain else hints.chosen
    other, told = rival(at, len(hints.found)), hints.found[at]
    title, head, heads = _("Why?"), _("If you don't"), [Html()] * len(hints.found)
    if not hints.plain:
        title = _("Why {letter}?").format(letter=letter(at))
        head = wording.headline(told.plan.because, at, other) if told.plan else ""
        heads = [h.span(class_="hint-no" + " other" * (each != at))[letter(each)] for each in range(len(hints.found))]
    drawn = plan(scene, told, scene.home, (at, other), head, heads, hints.plain)
    return h.section(".panel.hint-why", aria_label=title)[h.div(".hint-why-head")[h.h2[title], _own(scene)], drawn]


def plan(
    scene: Scene, told: Choice, seat: int, pair: tuple[int, int], head: str, heads: Sequence[Child], plain: bool = False
) -> Html:
    """Draw what a turn's steps are for, what it leads to, and under a head what speaks for or against it, each with the
    mark of a turn; with ``plain`` only what the other turn costs. To others than its player less is said.
    """
    made = told.plan
    if made is None:
        return h.dl(".plan")[None]
    mine, number, lines, parts = seat == scene.viewer, len(told.steps) + 1, [], []
    if mine:
        marks = (h.b(".hint-no", aria_hidden=True)[str(each.step)] if each.step else "" for each in made.purposes)
        said = (wording.purpose(each, scene.names, seat) + " " for each in made.purposes)
        now = [join(*pair) for pair in zip(marks, said, strict=True)]
        parts += [h.dt[_("Now")], h.dd(".now")[h.p[h.b[wording.points(made.purposes)], " ", now]]]
    if made.rest.kind == "steps":
        lines.append(_line(scene, made.rest, seat, number, wording.following(made.rest, scene.names, drawn=True)))
        number += len(made.rest.steps)
    lines.append(_line(scene, made.then, seat, number, wording.following(made.then, scene.names)))
    parts += [h.dt[_("Then")], h.dd[lines]]
    why = made.because
    losses = [each for each in why.losses if (each.now or not plain) and (mine or each.seat != seat)]
    facts = [_loss(scene, each, seat, heads[max(pair)]) for each in losses]
    if not plain:
        facts += [_more(scene, why, at, heads[at]) for at in pair if any(at == each for each, _said in why.more)]
    if facts or (why.kind == "equal" and not plain):
        parts.append(h.dt(class_=None if why.kind == "clear" else "whole")[head])
    parts += [h.dd(".why")[facts]] if facts else []
    return h.dl(".plan", tabindex="0")[parts]  # it may have to scroll


def _line(scene: Scene, then: Then, seat: int, number: int, said: str) -> Html:
    """Draw steps to come: their pictures with their numbers on the board, and a sentence."""
    drawn = [
        h.span(".hint-coming", aria_hidden=True)[h.b(".hint-no")[str(at)], _deed(scene, deed, seat)]
        for at, deed in enumerate(then.steps, number)
    ]
    if then.kind == "sale":
        drawn.append(h.span(".hint-coming", aria_hidden=True)[_tile(scene, then.tile)])
    return h.p[drawn, h.span[said]]


def _deed(scene: Scene, deed: Deed, seat: int) -> Html:
    worker = _worker(scene, deed.worker, seat) if deed.worker >= 0 else ""
    tile = _tile(scene, deed.tile) if deed.tile >= 0 else ""
    return join(worker, tile) if worker or tile else tiles.action("harvest")


def _loss(scene: Scene, told: Loss, reader: int, head: Child) -> Html:
    """Draw what the worse turn costs, with its mark and a picture."""
    who = told.seat if told.seat >= 0 else scene.home
    drawn = _tile(scene, told.what) if told.kind == "tile" else _worker(scene, told.what, who)
    return h.p[
        head, h.span(".hint-sign", aria_hidden=True)[drawn], h.span[h.b[wording.loss(told, scene.names, reader)]]
    ]


def _more(scene: Scene, why: Because, at: int, head: Child) -> Html:
    """Draw what a turn has more of, with its mark."""
    return h.p[head, h.span[" ".join([wording.more(said, scene.names) for each, said in why.more if each == at])]]


def _own(scene: Scene) -> Html:
    """Draw the player's counters, and the store with its bids (rule 7)."""
    view, seat = scene.view, scene.home
    held, unknown, stored = view.hands[seat], scene.unknown[seat], view.stores[seat]
    places = [h.span(".hint-step")[_tile(scene, tile), goods(bid)] for tile, bid in stored]
    places += [h.span(".hint-step")[None]] * (STORE_PLACES - len(stored))
    lying = [words.references(1 << tile) + ", " + words.goods(bid) for tile, bid in stored]
    said = _("Your store: {tiles}").format(tiles="; ".join(lying) or _("nothing"))
    row = counter_row(held, unknown) if held or unknown else words.held(held, unknown)
    return h.div(".hint-own")[
        h.span(".hint-hand", role="img", aria_label=words.held(held, unknown))[row],
        h.span(".hint-store", role="img", aria_label=said)[tiles.action("store"), places],
    ]


def kind_sign(scene: Scene, kind: str, seat: int) -> Html:
    """Draw the sign of a total, or the face of another seat whose total it is."""
    if seat >= 0:
        return face(scene, seat)
    return tiles.action("worker") if kind == "workers" else icon(_SIGNS.get(kind, kind))


def _tile(scene: Scene, tile: int) -> Html:
    return tiles.tile(tile, scene.view.layout.crops[tile], label="")


def _worker(scene: Scene, worker: int, seat: int) -> Html:
    return tiles.worker(worker, None if TOWNSFOLK >> worker & 1 else scene.badge(seat), label="")
