"""The plan of a turn: its gain, what it leads to, and the reason for it; beside a hint's cards, and in the review."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from keyharvest import words
from keyharvest.advice import wording
from keyharvest.advice.hints import Choice, Hints, rival
from keyharvest.advice.plan import Because, Deed, Fact, Then
from keyharvest.advice.wording import letter
from keyharvest.panels.game.happenings import goods
from keyharvest.panels.game.seats import counter_row
from keyharvest.panels.parts.faces import face
from keyharvest.panels.parts.icons import icon
from keyharvest.panels.parts.markup import Html, join, tag
from keyharvest.panels.scene import Scene
from keyharvest.picture import tiles
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
    heads = [tag("span", letter(each), class_="hint-no" + " other" * (each != at)) for each in range(len(hints.found))]
    if hints.plain:
        heads = [Html(), tag("small", _("Otherwise:"))]
    told = plan(scene, hints.found[at], scene.home, (at, other), heads, hints.plain)
    return tag(
        "section",
        tag("div", tag("h2", title), _own(scene), class_="hint-why-head"),
        told,
        class_="panel hint-why",
        aria_label=title,
    )


def plan(
    scene: Scene, told: Choice, seat: int, pair: tuple[int, int], heads: Sequence[Html], plain: bool = False
) -> Html:
    """Draw what a turn of a seat brings and leads to, and the reason, with the mark of each turn before its facts."""
    if told.plan is None:
        return tag("dl", class_="plan")
    reader = seat if seat == scene.viewer else -1
    rest, then, why = told.plan.rest, told.plan.then, told.plan.because
    number, lines = len(told.steps) + 1, []
    if rest.kind == "steps":
        lines.append(_line(scene, rest, seat, number, wording.following(rest, scene.names, drawn=True)))
        number += len(rest.steps)
    lines.append(_line(scene, then, seat, number, wording.following(then, scene.names)))
    now = [
        tag("p", heads[at], tag("span", wording.this_turn(each) if plain and at == pair[0] else wording.gain(each)))
        for at, each in told.plan.now
    ]
    parts = [tag("dt", _("Now")), tag("dd", *now, class_="now"), tag("dt", _("Then")), tag("dd", *lines)]
    both = tag("small", _("Either way:"))
    if why.kind != "alone":
        head = tag("dt", wording.headline(why, *pair, plain), class_=None if why.kind == "clear" else "whole")
        facts = [
            _fact(scene, fact, reader, both if plain and turns[1:] else join(*(heads[at] for at in turns)))
            for fact, turns in _shared(why)
        ]
        parts += [head, *([tag("dd", *facts, class_="why")] if facts else [])]
    parts.append(tag("dd", wording.horizon(told.after.left >= 0), class_="fine"))
    return tag("dl", *parts, class_="plan", tabindex="0")  # it may have to scroll


def _line(scene: Scene, then: Then, seat: int, number: int, said: str) -> Html:
    """Draw steps to come: their pictures with their numbers on the board, and a sentence."""
    drawn = [
        tag(
            "span",
            tag("b", str(at), class_="hint-no"),
            _deed(scene, deed, seat),
            class_="hint-coming",
            aria_hidden="true",
        )
        for at, deed in enumerate(then.steps, number)
    ]
    if then.kind == "sale":
        drawn.append(tag("span", Html(_tile(scene, then.tile)), class_="hint-coming", aria_hidden="true"))
    return tag("p", *drawn, tag("span", said))


def _deed(scene: Scene, deed: Deed, seat: int) -> Html:
    worker = _worker(scene, deed.worker, seat) if deed.worker >= 0 else ""
    tile = Html(_tile(scene, deed.tile)) if deed.tile >= 0 else ""
    return join(worker, tile) if worker or tile else Html(tiles.action("harvest"))


def _fact(scene: Scene, fact: Fact, reader: int, head: Html) -> Html:
    """Draw a fact with the mark of its turn, its picture, its points and its cause."""
    said = wording.fact(fact, scene.names, reader)
    points = tag("em", words.signed(fact.points)) if fact.points > 0 else ""
    cause = tag("small", wording.cause(fact.cause, scene.names, reader)) if fact.cause else ""
    sign = tag("span", _fact_sign(scene, fact), class_="hint-sign", aria_hidden="true")
    return tag("p", head, sign, tag("span", tag("b", said), " ", points, " ", cause))


def _shared(why: Because) -> list[tuple[Fact, list[int]]]:
    """Return the facts of a reason, each with the turns that it holds for."""
    found: dict[Fact, list[int]] = {}
    for at, fact in why.facts:
        found.setdefault(fact, []).append(at)
    return list(found.items())


def _fact_sign(scene: Scene, fact: Fact) -> Html:
    if fact.kind == "tile":
        return Html(_tile(scene, fact.what))
    if fact.what >= 0:
        return _worker(scene, fact.what, fact.seat if fact.seat >= 0 else scene.home)
    return kind_sign(scene, fact.kind, fact.seat if fact.kind == "total" else -1)


def _own(scene: Scene) -> Html:
    """Draw the player's counters, and the store with its bids (rule 7)."""
    view, seat = scene.view, scene.home
    held, unknown, stored = view.hands[seat], scene.unknown[seat], view.stores[seat]
    places = [tag("span", Html(_tile(scene, tile)), goods(bid), class_="hint-step") for tile, bid in stored]
    places += [tag("span", class_="hint-step")] * (STORE_PLACES - len(stored))
    lying = [words.references(1 << tile) + ", " + words.goods(bid) for tile, bid in stored]
    said = _("Your store: {tiles}").format(tiles="; ".join(lying) or _("nothing"))
    row = counter_row(held, unknown) if held or unknown else words.held(held, unknown)
    return tag(
        "div",
        tag("span", row, class_="hint-hand", role="img", aria_label=words.held(held, unknown)),
        tag("span", Html(tiles.action("store")), *places, class_="hint-store", role="img", aria_label=said),
        class_="hint-own",
    )


def kind_sign(scene: Scene, kind: str, seat: int) -> Html:
    """Draw the sign of a total, or the face of another seat whose total it is."""
    if seat >= 0:
        return face(scene, seat)
    return Html(tiles.action(_ACTIONS[kind])) if kind in _ACTIONS else icon(_SIGNS[kind])


def _tile(scene: Scene, tile: int) -> str:
    return tiles.tile(tile, scene.view.layout.crops[tile], label="")


def _worker(scene: Scene, worker: int, seat: int) -> Html:
    return Html(tiles.worker(worker, None if TOWNSFOLK >> worker & 1 else scene.badge(seat), label=""))
