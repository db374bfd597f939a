"""A demo for other pages: a scenario's slides as still pictures with their words, and the gallery of all demos.

Nothing here needs the game to run: the build draws it, and a frame shows it without Python. After "Try it", readers
play with the panels of a lesson.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from html import escape
from typing import Final

from keyharvest import words
from keyharvest.page.parts.controls import hidden
from keyharvest.page.parts.sharing import gallery_title
from keyharvest.picture import tiles
from keyharvest.picture.board import board, figure, seen
from keyharvest.picture.elements import Child, Html, h, join
from keyharvest.picture.hexes import CENTRES, HEX_HEIGHT, PICTURE, VIEW_BOX
from keyharvest.picture.view import scored, view_of
from keyharvest.rules import counters
from keyharvest.rules.components import CROP_LETTERS, CROPS, TOWNSFOLK, WORKER_INDEX, WORKER_LETTERS
from keyharvest.rules.geometry import SPACES, spaces_in
from keyharvest.rules.layout import NAMED, STANDARD, compact
from keyharvest.scenario import Scenario
from keyharvest.scenario.run import Slide, slides
from keyharvest.words.language import N_, _

#: The key of the slide after the last step.
_END: Final = "goal"
_UNOFFICIAL: Final = N_("unofficial; the crops are a reconstruction")
#: The path from a frame to the game's page.
_HOME: Final = "../../"
#: The least part of the board that a picture shows, in drawing units: width and height.
_LEAST: Final = (640, 470)


def demo(scenario: Scenario, names: Sequence[str], language: str = "en") -> Html:
    """Draw the frame of a demo before "Try it": head, slides, buttons, foot.

    >>> from keyharvest.scenario.library import SCENARIOS
    >>> demo(SCENARIOS["first-harvest"], ("Robin", "Ada")).count('class="moment"')
    3
    """
    row = slides(scenario)
    rules = (_away(_("Rule {number}").format(number=number), f"{_HOME}#rule-{number}") for number in scenario.rules[:3])
    return _frame(
        h.h1(lang=language)[scenario.text("title", language)],
        join(_slide(scenario, row, at, names, language) for at in range(len(row))),
        h.div("#controls", role="group", aria_label=_("Steps"))[_controls()],
        h.p("#told", role="status", **_sentences(scenario.rules[0])),
        *rules,
        _away(_("Open as lesson"), f"{_HOME}#lesson-{scenario.id}"),
    )


def _frame(title: Child, steps: Child, controls: Child, told: Child, *ways: Child) -> Html:
    """Draw a frame: its title, steps and buttons, a place for the live board, and ``ways`` into the game."""
    return join(
        h.header[title, h.span("#where")],
        h.div("#steps")[steps],
        controls,
        h.div("#live.live-panel", hidden=True, data_keys="page"),
        told,
        h.footer[ways, h.span(".grow"), _away(_("Key Harvest"), _HOME), h.small[_(_UNOFFICIAL)]],
    )


def _empty_step(picture: Child, words: Child) -> Html:
    """Draw the one step of a frame that its script fills in."""
    pictured = h.div(".picture", aria_hidden=True)[picture]
    return h.section(".moment", data_where="")[pictured, h.div(".side")[words]]


def _away(word: str, address: str) -> Html:
    """Draw a link that leads out of the frame."""
    return h.a(href=address, target="_blank", rel="noopener")[word]


def _sentences(rule: str = "") -> dict[str, str]:
    """Return the sentences of the frame's script, which has none of its own, as attributes of an element.

    ``rule``: the rule to read instead if the board can't run.
    """
    instead = _("Step through it instead, or read rule {rule}.").format(rule=rule) if rule else ""
    return {
        "data_loading": _("The board is waking up: {part}%."),
        "data_failed": " ".join(filter(None, (_("The game can't run here."), instead))),
        "data_bad": _("This page asks for something the demo doesn't support ({what}), so it is ignored."),
        "data_reached": _("Goal reached."),
    }


def _controls() -> Html:
    return join(
        h.button(type="button", data_do="back", aria_label=_("Back"))["‹"],
        h.span("#dots", aria_hidden=True),
        h.button(type="button", data_do="next", aria_label=_("Next"))["›"],
        _try_it(),
    )


def _try_it() -> Html:
    return h.button(".main", type="button", data_do="try")[_("Try it")]


def _slide(scenario: Scenario, row: list[Slide], at: int, names: Sequence[str], language: str) -> Html:
    slide = row[at]
    last = slide.key == _END
    where = _("Done") if last else _("Step {number} of {all}").format(number=at + 1, all=len(row) - 1)
    mark = join(h.span(aria_hidden=True)["✓ "], h.b[_("Goal:")], " ") if last else ""
    says = h.p(".say", lang=language)[mark, scenario.text(slide.key, language)]
    return h.section(class_="moment done" if last else "moment", data_where=where, hidden=at > 0)[
        h.div(".picture")[picture(scenario, row, at, names)], h.div(".side")[says, _facts(scenario, slide, names)]
    ]


def picture(scenario: Scenario, row: list[Slide], at: int, names: Sequence[str], size: str = "still") -> Html:
    """Draw the reader's board in a slide, with the things shown marked or, in the last slide, the scoring groups."""
    slide, you = row[at], scenario.you
    view = replace(view_of(slide.state, you), title=_board_in_words(slide, you, names))
    view = scored(view) if slide.key == _END else replace(view, changed=slide.spaces(you, you))
    return Html(board(view, size).replace(f'viewBox="{VIEW_BOX}"', f'viewBox="{_detail(scenario, row)}"', 1))


def _detail(scenario: Scenario, row: list[Slide]) -> str:
    """Return the part of the board where anything happens; it is the same for all slides, so that nothing shifts."""
    you, spaces = scenario.you, 0
    for slide in row:
        spaces |= slide.state.fields[you] | slide.spaces(you, you)
        spaces |= sum(1 << space for _worker, space in slide.state.posts[you])
    if not spaces:
        return VIEW_BOX
    box = []
    for axis, least in enumerate(_LEAST):
        places = [CENTRES[space][axis] for space in spaces_in(spaces)]
        box.append((min(places) - HEX_HEIGHT, max(places) + HEX_HEIGHT, least))
    (left, right, wide), (top, bottom, high) = box
    scale = max((right - left) / wide, (bottom - top) / high, 1)
    width, height = min(wide * scale, PICTURE[2]), min(high * scale, PICTURE[3])
    # Centred, but within the picture's edge.
    x = min(max((left + right - width) / 2, PICTURE[0]), PICTURE[0] + PICTURE[2] - width)
    y = min(max((top + bottom - height) / 2, PICTURE[1]), PICTURE[1] + PICTURE[3] - height)
    return f"{x:.0f} {y:.0f} {width:.0f} {height:.0f}"


def _board_in_words(slide: Slide, seat: int, names: Sequence[str]) -> str:
    """Describe a board, its fields and workers, for screen readers."""
    state = slide.state
    held = [words.field(state, space) for space in spaces_in(state.fields[seat])]
    standing = [f"{words.worker(worker)} {SPACES[space]}" for worker, space in state.posts[seat]]
    return _("{name}'s board: {things}").format(name=names[seat], things=", ".join(held + standing) or "–")


def _facts(scenario: Scenario, slide: Slide, names: Sequence[str]) -> Html:
    """Draw what the words mention beside the board, if anything: hand, stores, registry, other boards."""
    state, you = slide.state, scenario.you
    shown = " ".join(slide.show)
    lit = set(re.findall(r"(?:store\d|registry):([A-G]\d)", shown))
    rows = [(_("You hold"), _counters(state.hands[you]))]
    for seat in (you, *((you + step) % state.players for step in range(1, state.players))):
        if state.stores[seat]:
            what = _("Your store") if seat == you else _("{name}'s store").format(name=names[seat])
            held = (_tile(slide, tile, tile_lit=SPACES[tile] in lit, bid=bid) for tile, bid in state.stores[seat])
            rows.append((what, join(held)))
        if seat != you and re.search(rf"\b(?:hand{seat + 1}|points{seat + 1})\b", shown):
            rows.append((_("{name} holds").format(name=names[seat]), _counters(state.hands[seat])))
        if seat != you and re.search(rf"\b(?:{seat + 1}:|board{seat + 1}|workers{seat + 1})", shown):
            title = _board_in_words(slide, seat, names)
            other = replace(view_of(state, seat), changed=slide.spaces(seat, you), title=title)
            rows.append((names[seat], h.span(".small-board")[board(other, "thumbnail")]))
    if state.registry and ("registry" in shown or scenario.start.registry.bit_count() > 1):
        held = (_tile(slide, tile, tile_lit=SPACES[tile] in lit) for tile in spaces_in(state.registry))
        rows.append((_("Registry"), join(held)))
    workers = [WORKER_INDEX[letter] for letter in re.findall(rf"worker:([{WORKER_LETTERS}])", shown)]
    if workers:
        seats = (None if TOWNSFOLK >> worker & 1 else you for worker in workers)
        drawn = (
            tiles.worker(worker, seat, label=words.worker(worker)) for worker, seat in zip(workers, seats, strict=True)
        )
        rows.append((_("Workers"), join(drawn)))
    if state.placed:
        drawn = (tiles.event(each, label=words.event(each)) for each in state.placed)
        rows.append((_("Events"), join(drawn)))
    return h.dl(".facts", tabindex="-1")[(h.div[h.dt[what], h.dd[value]] for what, value in rows)]


def _counters(packed: int) -> Html:
    return tiles.counters(counters.unpack(packed), label=words.goods(packed) if packed else _("nothing"))


def _tile(slide: Slide, tile: int, *, tile_lit: bool, bid: int = 0) -> Html:
    state = slide.state
    drawn = tiles.tile(tile, state.layout.crops[tile], label=words.field(state, tile))
    return h.span(class_="for-sale lit" if tile_lit else "for-sale")[drawn, _counters(bid) if bid else ""]


# The gallery


def gallery(scenarios: Sequence[Scenario], names: Sequence[str], language: str, embed: str, home: str) -> Html:
    """Draw all demos with their pictures, rules and code to copy. ``embed``: the path to the folder of the demos."""
    return join(
        h.header[
            h.nav[
                h.a(href=home)[_("Key Harvest")],
                h.a(href=f"{embed}embedding.txt")[_("How to embed one")],
                h.a(href=f"{embed}scenarios.txt")[_("How to write one")],
            ],
            h.h1[gallery_title()],
            h.p[_("Small live boards, free to embed. No cookies, nothing stored, nothing loaded from elsewhere.")],
            h.label[
                h.span[_("Word or rule number")],
                h.input("#find", type="search", autocomplete="off"),
                h.output("#found", for_="find", data_text=_("Demos: {number}")),
            ],
        ],
        h.ul(".cards")[(_card(each, names, language, embed) for each in scenarios)],
    )


def _card(scenario: Scenario, names: Sequence[str], language: str, embed: str) -> Html:
    title = scenario.text("title", language)
    address = f"{embed}{language}/{scenario.id}.html"
    rules = _("Rule {number}").format(number=", ".join(scenario.rules))
    row = slides(scenario)
    first = next((at for at, slide in enumerate(row) if slide.state.fields[scenario.you]), 0)
    small = picture(scenario, row, first, names, "thumbnail")
    return h.li(id=scenario.id, data_rules=" ".join(scenario.rules))[
        h.a(href=address)[small, h.b(lang=language)[title]],
        h.small[rules],
        h.p(lang=language)[scenario.text("goal", language)],
        h.details[
            h.summary[_("Embed"), hidden(f" {title}")],
            codes(f'scenario="{scenario.id}"', f"{scenario.id}.html", title, language),
        ],
    ]


def codes(attribute: str, page: str, title: str, language: str) -> Html:
    """Draw the code that shows a demo on another page, as a script and as a plain frame, each with a button to copy it.

    ``attribute`` is the element's attribute for the demo, ``page`` the frame's page in the language. The code contains
    ``{site}`` in place of the address of the game's page, which only that page knows.
    """
    script = (
        '<script async src="{site}embed/v1.js"></script>\n'
        f'<key-harvest-demo {attribute} lang="{language}"></key-harvest-demo>'
    )
    frame = (
        f'<iframe src="{{site}}embed/{language}/{page}" title="{escape(title)}" width="100%" height="640"'
        ' loading="lazy"></iframe>'
    )
    return join(
        (
            h.div[
                h.p[what],
                h.pre(".embed-code", tabindex="0")[code],
                h.button(type="button", data_copied=_("Copied"), data_shell_do="code")[_("Copy")],
            ]
            for what, code in ((_("With the script"), script), (_("As a plain iframe"), frame))
        )
    )


def _empty_board() -> Html:
    """Draw a board for a frame's script to fill in.

    To draw the position from, a template contains a board full of unharvested fields, one full of harvested fields, and
    every worker. An attribute contains the crops of the named layouts, as letters; the layout with the empty name is
    that of a scenario whose table names none.
    """
    land, ripe, harvested = (
        board(seen(fields), "still") for fields in ("", " ".join(f"{space}*" for space in SPACES), " ".join(SPACES))
    )
    workers = (h.g(data_worker=letter)[figure(0, worker)] for letter, worker in WORKER_INDEX.items())
    layouts = {word: compact(layout)[: len(SPACES)] for word, layout in {"": STANDARD, **NAMED}.items()}
    pieces = h.template(
        "#pieces", data_layouts=json.dumps(layouts), data_crops=json.dumps(dict(zip(CROP_LETTERS, CROPS, strict=True)))
    )[ripe, harvested, h.svg[workers]]
    return join(land, pieces)


def own() -> Html:
    """Draw the frame of a custom demo; its script fills in title, words and position."""
    return _frame(
        h.h1("#title")[_("Key Harvest")],
        _empty_step(_empty_board(), h.p(".say")),
        h.div("#controls")[_try_it()],
        h.p("#told", role="status", **_sentences(), data_broken=_("Can't show this demo's file. {fault}")),
        h.template("#rule")[_away(_("Rule {number}"), f"{_HOME}#rule-")],
    )


def puzzle() -> Html:
    """Draw the frame of a puzzle; its script fills in the number or the day, and the position."""
    words = h.p(".say")[_("A small task on the game's own board. The answer is proven.")]
    return _frame(
        h.h1("#title", data_numbered=_("Puzzle {number}"))[_("Puzzle of the day")],
        _empty_step(_empty_board(), words),
        h.div("#controls")[_try_it()],
        h.p("#told", role="status", **_sentences(), data_unknown=_("There is no puzzle {name}.")),
        _away(_("Open in game"), f"{_HOME}#puzzle-daily"),
        _away(_("All puzzles"), f"{_HOME}#puzzles"),
    )


def missing() -> Html:
    """Draw the frame of a demo that doesn't exist."""
    return join(
        h.header[h.h1[_("Key Harvest")]],
        h.p(".say", role="status")[_("There is no demo of that name.")],
        h.footer[_away(_("All demos"), f"{_HOME}gallery.html")],
    )
