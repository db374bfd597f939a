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
from keyharvest.panels.parts.figures import seen
from keyharvest.panels.parts.markup import Html, hidden, join, tag
from keyharvest.picture import tiles
from keyharvest.picture.board import board, figure
from keyharvest.picture.hexes import CENTRES, HEX_HEIGHT, PICTURE, VIEW_BOX
from keyharvest.picture.svg import element
from keyharvest.picture.view import scored, view_of
from keyharvest.rules import counters
from keyharvest.rules.components import CROP_LETTERS, CROPS, TOWNSFOLK, WORKER_INDEX, WORKER_LETTERS
from keyharvest.rules.geometry import SPACES, spaces_in
from keyharvest.rules.layout import FORMER, NAMED, compact
from keyharvest.scenario import Scenario
from keyharvest.scenario.slides import Slide, slides
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
        tag("h1", scenario.text("title", language), lang=language),
        join(*(_slide(scenario, row, at, names, language) for at in range(len(row)))),
        tag("div", _controls(), id="controls", role="group", aria_label=_("Steps")),
        tag("p", id="told", role="status", **_sentences(scenario.rules[0])),
        *rules,
        _away(_("Open as lesson"), f"{_HOME}#lesson-{scenario.id}"),
    )


def _frame(title: Html, steps: Html, controls: Html, told: Html, *ways: Html) -> Html:
    """Draw a frame: its title, steps and buttons, a place for the live board, and ``ways`` into the game."""
    return join(
        tag("header", title, tag("span", id="where")),
        tag("div", steps, id="steps"),
        controls,
        tag("div", id="live", hidden=True, data_keys="page"),
        told,
        tag(
            "footer",
            *ways,
            tag("span", class_="grow"),
            _away(_("Key Harvest"), _HOME),
            tag("small", _(_UNOFFICIAL)),
        ),
    )


def _empty_step(picture: Html, words: Html) -> Html:
    """Draw the one step of a frame that its script fills in."""
    pictured = tag("div", picture, class_="picture", aria_hidden="true")
    return tag("section", pictured, tag("div", words, class_="side"), class_="moment", data_where="")


def _away(word: str, address: str) -> Html:
    """Draw a link that leads out of the frame."""
    return tag("a", word, href=address, target="_blank", rel="noopener")


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
        tag("button", "‹", type="button", data_do="back", aria_label=_("Back")),
        tag("span", id="dots", aria_hidden="true"),
        tag("button", "›", type="button", data_do="next", aria_label=_("Next")),
        _try_it(),
    )


def _try_it() -> Html:
    return tag("button", _("Try it"), type="button", data_do="try", class_="main")


def _slide(scenario: Scenario, row: list[Slide], at: int, names: Sequence[str], language: str) -> Html:
    slide = row[at]
    last = slide.key == _END
    where = _("Done") if last else _("Step {number} of {all}").format(number=at + 1, all=len(row) - 1)
    mark = join(tag("span", "✓ ", aria_hidden="true"), tag("b", _("Goal:")), " ") if last else ""
    says = tag("p", mark, scenario.text(slide.key, language), class_="say", lang=language)
    return tag(
        "section",
        tag("div", picture(scenario, row, at, names), class_="picture"),
        tag("div", says, _facts(scenario, slide, names), class_="side"),
        class_="moment done" if last else "moment",
        data_where=where,
        hidden=at > 0,
    )


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
            rows.append((what, join(*held)))
        if seat != you and re.search(rf"\b(?:hand{seat + 1}|points{seat + 1})\b", shown):
            rows.append((_("{name} holds").format(name=names[seat]), _counters(state.hands[seat])))
        if seat != you and re.search(rf"\b(?:{seat + 1}:|board{seat + 1}|workers{seat + 1})", shown):
            title = _board_in_words(slide, seat, names)
            other = replace(view_of(state, seat), changed=slide.spaces(seat, you), title=title)
            rows.append((names[seat], tag("span", Html(board(other, "thumbnail")), class_="small-board")))
    if state.registry and ("registry" in shown or scenario.start.registry.bit_count() > 1):
        held = (_tile(slide, tile, tile_lit=SPACES[tile] in lit) for tile in spaces_in(state.registry))
        rows.append((_("Registry"), join(*held)))
    workers = [WORKER_INDEX[letter] for letter in re.findall(rf"worker:([{WORKER_LETTERS}])", shown)]
    if workers:
        seats = (None if TOWNSFOLK >> worker & 1 else you for worker in workers)
        drawn = (
            Html(tiles.worker(worker, seat, label=words.worker(worker)))
            for worker, seat in zip(workers, seats, strict=True)
        )
        rows.append((_("Workers"), join(*drawn)))
    if state.placed:
        drawn = (Html(tiles.event(each, label=words.event(each))) for each in state.placed)
        rows.append((_("Events"), join(*drawn)))
    return tag(
        "dl", *(tag("div", tag("dt", what), tag("dd", value)) for what, value in rows), class_="facts", tabindex="-1"
    )


def _counters(packed: int) -> Html:
    return Html(tiles.counters(counters.unpack(packed), label=words.goods(packed) if packed else _("nothing")))


def _tile(slide: Slide, tile: int, *, tile_lit: bool, bid: int = 0) -> Html:
    state = slide.state
    drawn = Html(tiles.tile(tile, state.layout.crops[tile], label=words.field(state, tile)))
    return tag("span", drawn, _counters(bid) if bid else "", class_="for-sale lit" if tile_lit else "for-sale")


# The gallery


def gallery_title() -> str:
    """Return the title of the gallery."""
    return _("Demos for your page")


def gallery_page(language: str) -> str:
    """Return the name of the gallery's page in a language, beside the game's own."""
    return "gallery.html" if language == "en" else f"gallery-{language}.html"


def gallery(scenarios: Sequence[Scenario], names: Sequence[str], language: str, embed: str, home: str) -> Html:
    """Draw all demos with their pictures, rules and code to copy. ``embed``: the path to the folder of the demos."""
    return join(
        tag(
            "header",
            tag(
                "nav",
                tag("a", _("Key Harvest"), href=home),
                tag("a", _("How to embed one"), href=f"{embed}embedding.txt"),
                tag("a", _("How to write one"), href=f"{embed}scenarios.txt"),
            ),
            tag("h1", gallery_title()),
            tag("p", _("Small live boards, free to embed. No cookies, nothing stored, nothing loaded from elsewhere.")),
            tag(
                "label",
                tag("span", _("Word or rule number")),
                tag("input", type="search", id="find", autocomplete="off"),
                tag("output", id="found", for_="find", data_text=_("Demos: {number}")),
            ),
        ),
        tag("ul", *(_card(each, names, language, embed) for each in scenarios), class_="cards"),
    )


def _card(scenario: Scenario, names: Sequence[str], language: str, embed: str) -> Html:
    title = scenario.text("title", language)
    address = f"{embed}{language}/{scenario.id}.html"
    rules = _("Rule {number}").format(number=", ".join(scenario.rules))
    row = slides(scenario)
    first = next((at for at, slide in enumerate(row) if slide.state.fields[scenario.you]), 0)
    small = picture(scenario, row, first, names, "thumbnail")
    return tag(
        "li",
        tag("a", small, tag("b", title, lang=language), href=address),
        tag("small", rules),
        tag("p", scenario.text("goal", language), lang=language),
        tag(
            "details",
            tag("summary", _("Embed"), hidden(f" {title}")),
            codes(f'scenario="{scenario.id}"', f"{scenario.id}.html", title, language),
        ),
        id=scenario.id,
        data_rules=" ".join(scenario.rules),
    )


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
        *(
            tag(
                "div",
                tag("p", what),
                tag("pre", code, tabindex="0", class_="embed-code"),
                tag("button", _("Copy"), type="button", data_copied=_("Copied"), data_shell_do="code"),
            )
            for what, code in ((_("With the script"), script), (_("As a plain iframe"), frame))
        )
    )


def own() -> Html:
    """Draw the frame of a custom demo; its script fills in title, words and position.

    To draw the position from, a template contains a board full of unharvested fields, one full of harvested fields, and
    every worker. An attribute contains the crops of the named layouts, as letters; the layout with the empty name is
    that of a scenario whose table names none.
    """
    land, ripe, harvested = (
        Html(board(seen(fields), "still"))
        for fields in ("", " ".join(f"{space}*" for space in SPACES), " ".join(SPACES))
    )
    workers = (Html(element("g", figure(0, worker), data_worker=letter)) for letter, worker in WORKER_INDEX.items())
    layouts = {word: compact(layout)[: len(SPACES)] for word, layout in {"": FORMER, **NAMED}.items()}
    pieces = tag(
        "template",
        ripe,
        harvested,
        tag("svg", *workers),
        id="pieces",
        data_layouts=json.dumps(layouts),
        data_crops=json.dumps(dict(zip(CROP_LETTERS, CROPS, strict=True))),
    )
    return _frame(
        tag("h1", _("Key Harvest"), id="title"),
        _empty_step(join(land, pieces), tag("p", class_="say")),
        tag("div", _try_it(), id="controls"),
        tag("p", id="told", role="status", **_sentences(), data_broken=_("Can't show this demo's file. {fault}")),
        tag("template", _away(_("Rule {number}"), f"{_HOME}#rule-"), id="rule"),
    )


def puzzle() -> Html:
    """Draw the frame of a puzzle; its script fills in the number or the day."""
    words = tag("p", _("A small task on the game's own board. The answer is proven."), class_="say")
    return _frame(
        tag("h1", _("Puzzle of the day"), id="title", data_numbered=_("Puzzle {number}")),
        _empty_step(Html(board(seen(""), "still")), words),
        tag("div", _try_it(), id="controls"),
        tag("p", id="told", role="status", **_sentences(), data_unknown=_("There is no puzzle {name}.")),
        _away(_("Open in game"), f"{_HOME}#puzzle-daily"),
        _away(_("All puzzles"), f"{_HOME}#puzzles"),
    )


def missing() -> Html:
    """Draw the frame of a demo that doesn't exist."""
    return join(
        tag("header", tag("h1", _("Key Harvest"))),
        tag("p", _("There is no demo of that name."), class_="say", role="status"),
        tag("footer", _away(_("All demos"), f"{_HOME}gallery.html")),
    )
