"""The board, the town, one player's counters and store, the others, and the turn."""

from __future__ import annotations

from dataclasses import replace

from keyharvest import words
from keyharvest.editor.draft import spaces_of
from keyharvest.knowledge import bag_size
from keyharvest.page.editor.uses_view import Easel
from keyharvest.page.parts.controls import button, hidden
from keyharvest.page.parts.faces import face
from keyharvest.page.parts.icons import icon
from keyharvest.page.tabletop.panels.action import ACTION_NAMES
from keyharvest.page.tabletop.panels.boards import as_shown, space_label, thumb
from keyharvest.page.tabletop.panels.happenings import goods
from keyharvest.page.tabletop.panels.seats import hold, points_in_words, tile_button
from keyharvest.page.tabletop.panels.town import counted
from keyharvest.picture import tiles
from keyharvest.picture.board import board
from keyharvest.picture.elements import Html, h, join
from keyharvest.rules import counters
from keyharvest.rules.components import CROPS, EVENT_SPACES, REGISTRY_PLACES, STORE_PLACES
from keyharvest.rules.geometry import SPACES, spaces_in
from keyharvest.table.staging import AIMS
from keyharvest.words.language import _, n_


def large_board(easel: Easel) -> Html:
    """Draw the board being set up, with rings around errors and, for the bag's brush, dots for the tiles in the bag."""
    view = replace(
        as_shown(easel.scene, easel.seat),
        faulty=spaces_of(easel.faults, easel.state, easel.seat),
        counting=easel.state.bag if easel.brush == "bag" else 0,
    )
    labels = [space_label(view, space) for space in range(len(SPACES))]
    for mask, note in ((view.faulty, _("an error")), (view.counting, _("in the bag"))):
        for space in spaces_in(mask):
            labels[space] += f", {note}"
    return board(replace(view, labels=labels))


def corners(easel: Easel) -> Html:
    """Draw the corners of the board: whose it is and its points, the cards, the fallow area, the bag."""
    scene, state = easel.scene, easel.state
    who = h.div(class_=f"who-board kh-seat-{scene.badge(easel.seat)}")[face(scene, easel.seat), h.span[easel.name]]
    return join(
        h.div(".corner.c1")[
            who,
            h.span(".pts-me")[str(easel.points[easel.seat])],
            h.span[n_("point", "points", easel.points[easel.seat])],
        ],
        h.div(".corner.c2")[button(icon("cards"), "cards", class_="square", aria_label=_("Cards"), title=_("Cards"))],
        h.div(".corner.c3")[tiles.place(), counted(state.fallow.bit_count(), _("fallow"))],
        h.div(".corner.c4")[counted(bag_size(state), _("in the bag")), tiles.bag()],
    )


def chips(easel: Easel) -> Html:
    """Draw everyone's face, name and points in a row, for phones; a press shows that player's board."""
    scene = easel.scene
    return join(
        (
            button(
                join(
                    face(scene, seat),
                    h.span[h.b[chair.name], h.span(".pts")[str(easel.points[seat])]],
                ),
                "show",
                str(seat + 1),
                class_=f"who-chip kh-seat-{scene.badge(seat)}{' on-turn' * (seat == easel.state.seat)}",
                aria_label=_("{name}, {points}: show the board").format(
                    name=chair.name, points=points_in_words(easel.points[seat], easel.points[seat])
                ),
                aria_pressed=seat == easel.seat,
            )
            for seat, chair in enumerate(scene.chairs)
        )
    )


def others(easel: Easel) -> Html:
    """Draw the other players, clockwise; a press shows that player's board in the large place."""
    return join(_other(easel, seat) for seat in easel.scene.others())


def _other(easel: Easel, seat: int) -> Html:
    scene, chair = easel.scene, easel.scene.chairs[seat]
    head = h.div(".seat-head")[
        face(scene, seat),
        h.div(".name")[h.h2[chair.name], h.small[_("tap to set up this board")]],
        h.span(".pts")[h.b[str(easel.points[seat])], " ", h.small[n_("pt", "pts", easel.points[seat])]],
    ]
    picture = thumb(scene, seat, _("Set up {name}'s board").format(name=chair.name))
    stored = (
        h.span(".tile.bought")[tiles.tile(tile, easel.state.layout.crops[tile]), goods(bid)]
        for tile, bid in easel.state.stores[seat]
    )
    foot = h.div(".seat-foot")[h.div(".store")[stored], hold(scene, seat)]
    return h.section(class_=f"panel seat kh-seat-{scene.badge(seat)}", aria_label=chair.name)[head, picture, foot]


# The town


def registry(easel: Easel) -> Html:
    """Draw the registry; a tap on a tile takes it out."""
    held = [tile_button(easel.scene, tile, _("in the registry")) for tile in spaces_in(easel.state.registry)]
    empty = [h.span(".tile.empty")[tiles.place("?")]] * (REGISTRY_PLACES - len(held))
    head = h.div(".lab")[h.h2[_("Registry")], h.small[_("tap to take out")] if held else ""]
    return join(head, h.div(".registry-tiles")[held, empty])


def town(easel: Easel) -> Html:
    """Draw the events placed; a press opens the sheet where they can be changed."""
    placed = easel.state.placed
    count = _("{count} of {all}").format(count=len(placed), all=EVENT_SPACES)
    pictures = (
        tiles.event(placed[at], label="")
        if at < len(placed)
        else tiles.place(_("end") if at + 1 == EVENT_SPACES else "", at + 1 == EVENT_SPACES)
        for at in range(EVENT_SPACES)
    )
    return join(
        h.div(".lab")[h.h2[_("Events")], h.b[count]],
        button(
            join(h.span(".event")[picture] for picture in pictures),
            "over",
            "position",
            class_="events",
            aria_label=_("Events: {count}. Change them").format(count=count),
        ),
        h.p(".bag-note")[_("bag {number}").format(number=bag_size(easel.state))],
    )


# One player's things


def hand(easel: Easel) -> Html:
    """Draw the counters of the player whose board is shown, or of the bid being set; a tap adds or removes one."""
    state, bidding = easel.state, easel.bid >= 0
    held = dict(state.stores[easel.seat])[easel.bid] if bidding else state.hands[easel.seat]
    title = (
        _("Bid for {tile}").format(tile=SPACES[easel.bid])
        if bidding
        else _("{name}'s counters").format(name=easel.name)
    )
    note = _("tap to remove one") if easel.brush == "off" else _("tap to add one")
    head = h.div(".dock-head")[tiles.emblem(easel.scene.badge(easel.seat), label=""), h.h2[title], h.small[note]]
    return join(
        head,
        h.div(".piles")[(_pile(easel, crop, counters.count(held, crop)) for crop in range(len(CROPS)))],
    )


def _pile(easel: Easel, crop: int, held: int) -> Html:
    stock = counters.count(easel.state.stock, crop)
    wrong = any(fault.crop == crop for fault in easel.faults)
    inside = join(
        tiles.crop(crop, label=""),
        h.span(".n", aria_hidden=True)[str(held)],
        h.small(aria_hidden=True)[_("stock {number}").format(number=stock)],
    )
    said = _("{counters}, {stock} in the stock").format(counters=words.amount(crop, held), stock=stock)
    less = easel.brush == "off"
    label = _("Remove {crop}: {said}") if less else _("Add {crop}: {said}")
    return button(
        inside,
        "fewer" if less else "more",
        CROPS[crop],
        id=f"more-{CROPS[crop]}",
        class_=" ".join(["pile", "can", *["none"] * (not held), *["too-many"] * (wrong and held > 0)]),
        aria_label=label.format(crop=words.crop(crop), said=said) + (f", {_('an error')}" if wrong else ""),
    )


def store(easel: Easel) -> Html:
    """Draw the two places of the store; a tap on a tile opens its bid."""
    held = easel.state.stores[easel.seat]
    title = _("{name}'s store").format(name=easel.name)
    note = _("tap a tile for its bid") if held else _("{number} of {all}").format(number=0, all=STORE_PLACES)
    slots = [_stored(easel, tile, bid) for tile, bid in held]
    slots += [h.span(".slot-empty")[_("free place")]] * (STORE_PLACES - len(held))
    return h.section(".panel.store-panel", aria_label=title)[
        h.div(".dock-head")[h.h2[title], h.small[note]], h.div(".slots")[slots]
    ]


def _stored(easel: Easel, tile: int, bid: int) -> Html:
    wrong = any(fault.tile == tile for fault in easel.faults)
    label = _("{field}, bid {counters}").format(field=words.field(easel.state, tile), counters=words.goods(bid))
    return button(
        join(
            tiles.tile(tile, easel.state.layout.crops[tile], label=""),
            h.span(".bid")[h.small[_("bid")], goods(bid, 6)],
        ),
        "stored",
        SPACES[tile],
        id=f"stored-{SPACES[tile]}",
        class_=" ".join(["tile", "bought", *["chosen"] * (easel.bid == tile), *["too-many"] * wrong]),
        aria_label=label + (f", {_('an error')}" if wrong else ""),
        aria_pressed=easel.bid == tile,
    )


# The turn


def turn(easel: Easel) -> Html:
    """Draw the choices of whose turn it is and which actions have been used."""
    return h.div(".turn-of")[
        h.div(".line")[h.h2[_("Turn of")], turn_of(easel)], h.div(".line")[h.span[_("Actions used")], used(easel)]
    ]


def turn_of(easel: Easel) -> Html:
    """Draw the players, to choose whose turn it is."""
    scene = easel.scene
    few = len(scene.chairs) == 2
    options = [
        (
            str(seat + 1),
            join(tiles.emblem(scene.badge(seat), label=""), h.span[chair.name])
            if few
            else join(face(scene, seat), hidden(chair.name)),
        )
        for seat, chair in enumerate(scene.chairs)
    ]
    return picks(_("Whose turn"), "turn_of", options, {str(easel.state.seat + 1)})


def used(easel: Easel) -> Html:
    """Draw a button for each of the four actions (rule 3.1), pressed if it has been used."""
    return picks(
        _("Actions used"),
        "used",
        [(aim, join(tiles.action(aim), hidden(_(ACTION_NAMES[aim])))) for aim in AIMS],
        {aim for aim, bit in AIMS.items() if easel.draft.used & bit},
    )


def picks(label: str, intent: str, options: list[tuple[str, Html]], chosen: set[str]) -> Html:
    """Draw a row of buttons for the values of one intent, with the chosen ones pressed."""
    return h.div(".picks", role="group", aria_label=label)[
        (button(inside, intent, value, aria_pressed=value in chosen) for value, inside in options)
    ]
