"""The screen where a layout is painted (rules 1.3 and 1.5): its board, its brushes, what is missing, its uses."""

from __future__ import annotations

from keyharvest.editor.sketch import NONE, PAIR_COUNT, Sketch, Sketchbook
from keyharvest.page.parts import sharing
from keyharvest.page.parts.controls import button, file_button, head, named
from keyharvest.page.parts.icons import icon
from keyharvest.page.tabletop.panels.boards import LARGE
from keyharvest.picture import tiles
from keyharvest.picture.board import board
from keyharvest.picture.elements import Html, h, join
from keyharvest.picture.view import BoardView, Preview
from keyharvest.rules.components import CROPS
from keyharvest.rules.geometry import SPACES
from keyharvest.rules.layout import LONGEST_NAME
from keyharvest.table.sealing import layout_link
from keyharvest.table.shortcuts import PAINTS, PAIRS
from keyharvest.words.language import _, n_
from keyharvest.words.terms import crop


def frame() -> Html:
    """Draw the screen with empty panels, and the reason why it exists."""
    return join(
        head(_("Layout"), back="back"),
        h.div(".painting")[
            h.div(".painted")[h.div("#board.board-panel")],
            h.div(".beside-board")[
                h.section("#brushes.sheet", aria_label=_("What a tap paints")),
                h.section("#gaps", role="status"),
                h.section("#uses.sheet", aria_label=_("What to do with this layout")),
                h.section(".sheet.about")[
                    h.h2[_("Why paint it yourself?")],
                    h.p[
                        _(
                            "No published source says which crop grows on which field, so the standard layout is a "
                            "reconstruction. Only people who own the game know what is printed. If you do, paint it "
                            "here by eye, and please share the link: then everyone can play on the real one."
                        )
                    ],
                    h.p[
                        _(
                            "A game keeps its layout in saves, records and links. Puzzles, lessons and the game of the "
                            "day have the standard one, as their answers depend on it."
                        )
                    ],
                ],
                h.section("#kept", aria_label=_("Your layouts")),
            ],
        ],
    )


def space_label(sketch: Sketch, space: int) -> str:
    """Describe a field for screen readers."""
    reference, number = SPACES[space], sketch.pair_of(space)
    bare = sketch.crops[space] == NONE
    said = _("{reference}, no crop yet") if bare else _("{reference}, {crop}")
    label = said.format(reference=reference, crop=crop(max(sketch.crops[space], 0)))
    return f"{label}, {_('starting pair {number}').format(number=number)}" if number else label


def large_board(sketch: Sketch, cursor: int) -> Html:
    """Draw the board: the fields painted so far, and the numbers of the starting pairs."""
    fields = sketch.fields()
    order = tuple((space, number) for number, pair in enumerate(sketch.pairs, 1) for space in pair)
    return board(
        BoardView(
            crops=[max(each, 0) for each in sketch.crops],
            fields=fields,
            ripe=fields,
            previews=(Preview((), order),),
            title=_("Country board of “{name}”").format(name=sketch.name),
            labels=[space_label(sketch, space) for space in range(len(SPACES))],
            name=LARGE,
            cursor=cursor,
        )
    )


def palette(book: Sketchbook, brush: str) -> Html:
    """Draw the brushes with the numbers of fields painted, and undo."""
    sketch = book.sketch
    counts = sketch.counts()
    pairs = sum(len(pair) == 2 for pair in sketch.pairs)
    told = _("Tap the two fields of a pair") if brush == PAIRS else _("Tap or drag to paint")
    numbers = (*map(str, counts), _("{number} of {all}").format(number=pairs, all=PAIR_COUNT))
    pictures = (*(tiles.crop(each, label="") for each in range(len(CROPS))), icon("flag"))
    names = (*(crop(each) for each in range(len(CROPS))), _("starting pairs"))
    return join(
        h.h2[told],
        h.div(".brushes", role="group", aria_label=_("What a tap paints"))[
            (
                button(
                    join(picture, h.b[number], h.span[name]),
                    "brush",
                    paint,
                    class_="brush",
                    aria_pressed=paint == brush,
                    aria_keyshortcuts=key,
                    title=key,
                )
                for key, (paint, picture, number, name) in enumerate(
                    zip(PAINTS, pictures, numbers, names, strict=True), 1
                )
            )
        ],
        h.div(".undo-row")[
            named("undo", _("Undo"), "undo") if book.undoable() else _unable("undo", _("Undo")),
            named("redo", _("Redo"), "redo") if book.redoable() else _unable("redo", _("Redo")),
        ],
    )


def _unable(intent: str, word: str) -> Html:
    return button(join(icon(intent), h.span[word]), intent, aria_disabled=True)


def arrived(sketch: Sketch) -> Html:
    """Draw what comes before a layout from a link or a file is kept."""
    return join(
        h.h2[sketch.name],
        h.p[_("Look at the board. Nothing is kept yet.")],
        named("save", _("Keep this layout"), "keep", class_="main go"),
    )


def gaps(sketch: Sketch, opened: bool) -> Html:
    """Draw what is missing, or that nothing is; and the crops that are many or few, which may be a slip."""
    found = sketch.gaps()
    counts = sketch.counts()
    if found:
        return h.ul(".sheet")[
            (
                h.li(".state.wait")[
                    icon("pen"), h.span[gap.text], button(_("Show"), "gap", SPACES[gap.space]) if gap.space >= 0 else ""
                ]
                for gap in found
            )
        ]
    uneven = max(counts) - min(counts) > 1
    note = _("Not spread evenly: {counts}. Count again, if you didn't expect that.")
    listed = ", ".join(f"{number} {crop(each)}" for each, number in enumerate(counts))
    return h.div(".sheet.whole")[
        h.p(".state.good")[icon("tick"), h.span[_("All fields and pairs are there.")]],
        h.p[note.format(counts=listed)] if uneven else h.p[listed] if opened else "",
    ]


def uses(sketch: Sketch) -> Html:
    """Draw what can be done with the layout once it is complete."""
    if sketch.gaps():
        return h.p[_("Once it's complete, you can play with it and share it. What you paint is kept on this device.")]
    link = layout_link(sketch.layout())
    message = _("Key Harvest: which crop grows where on “{name}”").format(name=sketch.name)
    told = sharing.report()
    return join(
        button(_("Play with this layout"), "use", class_="main go"),
        sharing.ways(link, message, told, code=_("QR code")),
        sharing.code_place(),
        named("save", _("Save layout"), "layout_file"),
    )


def kept(book: Sketchbook) -> Html:
    """Draw the name of the layout being painted, and the other ones of this device."""
    sketch = book.sketch
    name = h.input(
        "#layout-name", name="name", value=sketch.name, maxlength=LONGEST_NAME, autocomplete="off", dir="auto"
    )
    return h.div(".sheet")[
        h.form(data_intent="call")[h.label[h.span[_("Name")], name], h.button(type="submit")[_("Rename")]],
        len(book.sketches) > 1
        and h.ul(".sketches")[
            (
                h.li[
                    button(
                        join(h.b[each.name], h.small[_state(each)]),
                        "sketch",
                        each.name,
                        aria_current=True if each is sketch else None,
                    )
                ]
                for each in book.sketches
            )
        ],
        h.div(".buttons")[
            named("add", _("New layout"), "sketch"),
            file_button(_("Open file")),
            named("trash", _("Delete"), "drop") if not sketch.blank else "",
        ],
    ]


def _state(sketch: Sketch) -> str:
    bare = sketch.crops.count(NONE)
    if bare:
        return n_("{number} field to go", "{number} fields to go", bare).format(number=bare)
    return _("starting pairs missing") if sketch.gaps() else _("complete")
