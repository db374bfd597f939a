"""The plan of a turn: its gain, what it leads to, and the reason for it; beside a hint's cards, and in the review."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from keyharvest import words
from keyharvest.advice import wording
from keyharvest.advice.hints import Choice, Hints, rival
from keyharvest.advice.plan import Because, Deed, Fact, Then
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

_SIGNS: Final = {
    "groups": "group",
    "crops": "star",
    "counters": "counters",
    "ripe": "clock",
    "lead": "chart",
    "chance": "flag",
    "gain": "chart",
    "end": "chart",
}
_ACTIONS: Final = {"workers": "worker", "harvest": "harvest"}


def why(scene: Scene, hints: Hints) -> Html:
    """Draw what the chosen turn brings and leads to, and why it is better or not than the best (or the best than the
    second); also the player's counters and store, since this panel is in their place. Until the plan is there, its
    place stays empty.
    """
    at = 0 if hints.plain else hints.chosen
    other = rival(at, len(hints.found))
    title = _("Why?") if hints.plain else _("Why {letter}?").format(letter=letter(at))
    heads = [h.span(class_="hint-no" + " other" * (each != at))[letter(each)] for each in range(len(hints.found))]
    both: Child = [heads[each] for each in dict.fromkeys((at, other))]
    if hints.plain:
        heads, both = [Html(), h.small[_("Otherwise:")]], h.small[_("Either way:")]
    told = plan(scene, hints.found[at], scene.home, (at, other), heads, both, hints.plain)
    return h.section(".panel.hint-why", aria_label=title)[h.div(".hint-why-head")[h.h2[title], _own(scene)], told]


def plan(
    scene: Scene,
    told: Choice,
    seat: int,
    pair: tuple[int, int],
    heads: Sequence[Html],
    both: Child,
    plain: bool = False,
) -> Html:
    """Draw what a turn brings and leads to, and the reason, with the mark of a turn or of both before the facts."""
    if told.plan is None:
        return h.dl(".plan")[None]
    reader = seat if seat == scene.viewer else -1
    rest, then, why = told.plan.rest, told.plan.then, told.plan.because
    number, lines = len(told.steps) + 1, []
    if rest.kind == "steps":
        lines.append(_line(scene, rest, seat, number, wording.following(rest, scene.names, drawn=True)))
        number += len(rest.steps)
    lines.append(_line(scene, then, seat, number, wording.following(then, scene.names)))
    shared = len(told.plan.now) == 1 and not plain  # both turns bring the same
    now = [
        h.p[
            both if shared else heads[at],
            h.span[wording.this_turn(brought) if plain and at == pair[0] else wording.gain(brought)],
        ]
        for at, brought in told.plan.now
    ]
    parts = [h.dt[_("Now")], h.dd(".now")[now], h.dt[_("Then")], h.dd[lines]]
    if why.kind != "alone":
        head = h.dt(class_=None if why.kind == "clear" else "whole")[wording.headline(why, *pair, plain)]
        facts = [_fact(scene, fact, reader, both if turns[1:] else heads[turns[0]]) for fact, turns in _shared(why)]
        parts += [head, *([h.dd(".why")[facts]] if facts else [])]
    parts.append(h.dd(".fine")[wording.horizon(told.after.left >= 0)])
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


def _fact(scene: Scene, fact: Fact, reader: int, head: Child) -> Html:
    """Draw a fact with the mark of its turn, its picture, its points and its cause."""
    said = wording.fact(fact, scene.names, reader)
    points = h.em[words.signed(fact.points)] if fact.points > 0 else ""
    cause = h.small[wording.cause(fact.cause, scene.names, reader)] if fact.cause else ""
    sign = h.span(".hint-sign", aria_hidden=True)[_fact_sign(scene, fact)]
    return h.p[head, sign, h.span[h.b[said], " ", points, " ", cause]]


def _shared(why: Because) -> list[tuple[Fact, list[int]]]:
    """Return the facts of a reason, each with the turns that it holds for."""
    found: dict[Fact, list[int]] = {}
    for at, fact in why.facts:
        found.setdefault(fact, []).append(at)
    return list(found.items())


def _fact_sign(scene: Scene, fact: Fact) -> Html:
    if fact.kind == "tile":
        return _tile(scene, fact.what)
    if fact.what >= 0:
        return _worker(scene, fact.what, fact.seat if fact.seat >= 0 else scene.home)
    return kind_sign(scene, fact.kind, fact.seat if fact.kind == "total" else -1)


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
    return tiles.action(_ACTIONS[kind]) if kind in _ACTIONS else icon(_SIGNS[kind])


def _tile(scene: Scene, tile: int) -> Html:
    return tiles.tile(tile, scene.view.layout.crops[tile], label="")


def _worker(scene: Scene, worker: int, seat: int) -> Html:
    return tiles.worker(worker, None if TOWNSFOLK >> worker & 1 else scene.badge(seat), label="")
