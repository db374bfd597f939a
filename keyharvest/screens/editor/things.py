"""The board, the town, one player's counters and store, the others, and the turn."""

from __future__ import annotations

from dataclasses import replace

from keyharvest import words
from keyharvest.editor.faults import spaces_of
from keyharvest.knowledge import bag_size
from keyharvest.panels.game.action import ACTION_NAMES
from keyharvest.panels.game.boards import as_shown, space_label, thumb
from keyharvest.panels.game.happenings import goods
from keyharvest.panels.game.seats import hold, points_in_words, tile_button
from keyharvest.panels.game.town import counted
from keyharvest.panels.parts.faces import face
from keyharvest.panels.parts.icons import icon
from keyharvest.panels.parts.markup import Html, button, hidden, join, tag
from keyharvest.picture import tiles
from keyharvest.picture.board import board
from keyharvest.rules import counters
from keyharvest.rules.components import CROPS, EVENT_SPACES, REGISTRY_PLACES, STORE_PLACES
from keyharvest.rules.geometry import SPACES, spaces_in
from keyharvest.screens.editor.easel import Easel
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
    return Html(board(replace(view, labels=labels)))


def corners(easel: Easel) -> Html:
    """Draw the corners of the board: whose it is and its points, the cards, the fallow area, the bag."""
    scene, state = easel.scene, easel.state
    who = tag(
        "div", face(scene, easel.seat), tag("span", easel.name), class_=f"who-board kh-seat-{scene.badge(easel.seat)}"
    )
    return join(
        tag(
            "div",
            who,
            tag("span", str(easel.points[easel.seat]), class_="pts-me"),
            tag("span", n_("point", "points", easel.points[easel.seat])),
            class_="corner c1",
        ),
        tag(
            "div",
            button(icon("cards"), "cards", class_="square", aria_label=_("Cards"), title=_("Cards")),
            class_="corner c2",
        ),
        tag("div", Html(tiles.place()), counted(state.fallow.bit_count(), _("fallow")), class_="corner c3"),
        tag("div", counted(bag_size(state), _("in the bag")), Html(tiles.bag()), class_="corner c4"),
    )


def chips(easel: Easel) -> Html:
    """Draw everyone's face, name and points in a row, for phones; a press shows that player's board."""
    scene = easel.scene
    return join(
        *(
            button(
                join(
                    face(scene, seat),
                    tag("span", tag("b", chair.name), tag("span", str(easel.points[seat]), class_="pts")),
                ),
                "show",
                str(seat + 1),
                class_=f"who-chip kh-seat-{scene.badge(seat)}{' on-turn' * (seat == easel.state.seat)}",
                aria_label=_("{name}, {points}: show the board").format(
                    name=chair.name, points=points_in_words(easel.points[seat], easel.points[seat])
                ),
                aria_pressed="true" if seat == easel.seat else "false",
            )
            for seat, chair in enumerate(scene.chairs)
        )
    )


def others(easel: Easel) -> Html:
    """Draw the other players, clockwise; a press shows that player's board in the large place."""
    return join(*(_other(easel, seat) for seat in easel.scene.others()))


def _other(easel: Easel, seat: int) -> Html:
    scene, chair = easel.scene, easel.scene.chairs[seat]
    head = tag(
        "div",
        face(scene, seat),
        tag("div", tag("h2", chair.name), tag("small", _("tap to set up this board")), class_="name"),
        tag("span", tag("b", str(easel.points[seat])), " ", tag("small", _("pts")), class_="pts"),
        class_="seat-head",
    )
    picture = thumb(scene, seat, _("Set up {name}'s board").format(name=chair.name))
    stored = (
        tag("span", Html(tiles.tile(tile, easel.state.layout.crops[tile])), goods(bid), class_="tile bought")
        for tile, bid in easel.state.stores[seat]
    )
    foot = tag("div", tag("div", *stored, class_="store"), hold(scene, seat), class_="seat-foot")
    return tag("section", head, picture, foot, class_=f"panel seat kh-seat-{scene.badge(seat)}", aria_label=chair.name)


# The town


def registry(easel: Easel) -> Html:
    """Draw the registry; a tap on a tile takes it out."""
    held = [tile_button(easel.scene, tile, _("in the registry")) for tile in spaces_in(easel.state.registry)]
    empty = [tag("span", Html(tiles.place("?")), class_="tile empty")] * (REGISTRY_PLACES - len(held))
    head = tag("div", tag("h2", _("Registry")), tag("small", _("tap to take out")) if held else "", class_="lab")
    return join(head, tag("div", *held, *empty, class_="registry-tiles"))


def town(easel: Easel) -> Html:
    """Draw the events placed; a press opens the sheet where they can be changed."""
    placed = easel.state.placed
    count = _("{count} of {all}").format(count=len(placed), all=EVENT_SPACES)
    pictures = (
        Html(tiles.event(placed[at], label=""))
        if at < len(placed)
        else Html(tiles.place(_("end") if at + 1 == EVENT_SPACES else "", at + 1 == EVENT_SPACES))
        for at in range(EVENT_SPACES)
    )
    return join(
        tag("div", tag("h2", _("Events")), tag("b", count), class_="lab"),
        button(
            join(*(tag("span", picture, class_="event") for picture in pictures)),
            "over",
            "position",
            class_="events",
            aria_label=_("Events: {count}. Change them").format(count=count),
        ),
        tag("p", _("bag {number}").format(number=bag_size(easel.state)), class_="bag-note"),
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
    head = tag(
        "div",
        Html(tiles.emblem(easel.scene.badge(easel.seat), label="")),
        tag("h2", title),
        tag("small", note),
        class_="dock-head",
    )
    return join(
        head,
        tag("div", *(_pile(easel, crop, counters.count(held, crop)) for crop in range(len(CROPS))), class_="piles"),
    )


def _pile(easel: Easel, crop: int, held: int) -> Html:
    stock = counters.count(easel.state.stock, crop)
    wrong = any(fault.crop == crop for fault in easel.faults)
    inside = join(
        Html(tiles.crop(crop, label="")),
        tag("span", str(held), class_="n", aria_hidden="true"),
        tag("small", _("stock {number}").format(number=stock), aria_hidden="true"),
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
    slots += [tag("span", _("free place"), class_="slot-empty")] * (STORE_PLACES - len(held))
    return tag(
        "section",
        tag("div", tag("h2", title), tag("small", note), class_="dock-head"),
        tag("div", *slots, class_="slots"),
        class_="panel store-panel",
        aria_label=title,
    )


def _stored(easel: Easel, tile: int, bid: int) -> Html:
    wrong = any(fault.tile == tile for fault in easel.faults)
    label = _("{field}, bid {counters}").format(field=words.field(easel.state, tile), counters=words.goods(bid))
    return button(
        join(
            Html(tiles.tile(tile, easel.state.layout.crops[tile], label="")),
            tag("span", tag("small", _("bid")), goods(bid, 6), class_="bid"),
        ),
        "stored",
        SPACES[tile],
        id=f"stored-{SPACES[tile]}",
        class_=" ".join(["tile", "bought", *["chosen"] * (easel.bid == tile), *["too-many"] * wrong]),
        aria_label=label + (f", {_('an error')}" if wrong else ""),
        aria_pressed="true" if easel.bid == tile else "false",
    )


# The turn


def turn(easel: Easel) -> Html:
    """Draw the choices of whose turn it is and which actions have been used."""
    return tag(
        "div",
        tag("div", tag("h2", _("Turn of")), turn_of(easel), class_="line"),
        tag("div", tag("span", _("Actions used")), used(easel), class_="line"),
        class_="turn-of",
    )


def turn_of(easel: Easel) -> Html:
    """Draw the players, to choose whose turn it is."""
    scene = easel.scene
    few = len(scene.chairs) == 2
    options = [
        (
            str(seat + 1),
            join(Html(tiles.emblem(scene.badge(seat), label="")), tag("span", chair.name))
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
        [(aim, join(Html(tiles.action(aim)), hidden(_(ACTION_NAMES[aim])))) for aim in AIMS],
        {aim for aim, bit in AIMS.items() if easel.draft.used & bit},
    )


def picks(label: str, intent: str, options: list[tuple[str, Html]], chosen: set[str]) -> Html:
    """Draw a row of buttons for the values of one intent, with the chosen ones pressed."""
    return tag(
        "div",
        *(
            button(inside, intent, value, aria_pressed="true" if value in chosen else "false")
            for value, inside in options
        ),
        class_="picks",
        role="group",
        aria_label=label,
    )
