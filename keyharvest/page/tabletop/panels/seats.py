"""The players: points so far, hands, stores, small boards; and whether each could buy the selected tile."""

from __future__ import annotations

from typing import Final

from keyharvest import words
from keyharvest.knowledge import leads, score_bounds
from keyharvest.page.parts.charts import source_marks
from keyharvest.page.parts.company import bubble, presence
from keyharvest.page.parts.controls import button, hidden
from keyharvest.page.parts.faces import face
from keyharvest.page.parts.scene import Scene
from keyharvest.page.tabletop.panels.boards import fresh, thumb
from keyharvest.page.tabletop.panels.deal import foretold, match_word, matches, points_known, spread
from keyharvest.page.tabletop.panels.happenings import goods
from keyharvest.picture import tiles
from keyharvest.picture.elements import Html, h, join
from keyharvest.rules import counters
from keyharvest.rules.components import CROPS
from keyharvest.rules.geometry import SPACES, spaces_in
from keyharvest.table.clock import Clock, shown
from keyharvest.table.staging import NOTHING, Stage
from keyharvest.words.language import _, n_
from keyharvest.words.outcome import source_names
from keyharvest.words.terms import level

#: The ids of the reader's clocks: beside the points, and on a phone.
CLOCKS: Final = ("clock", "clock-small")


#: The maximum number of counters of a bid shown one by one.
_BID = 6


def counter_row(packed: int, unknown: int = 0, label: str = "") -> Html:
    """Draw counters as pictures with numbers, unknown ones as question marks (rule 14.3)."""
    return tiles.counters(counters.unpack(packed), unknown=unknown, label=label)


def holds(packed: int, unknown: int = 0) -> str:
    """Return counters in the form that the page's animation reads (``data-holds``).

    >>> holds(counters.pack([2, 0, 0, 0, 1]), 3)
    'hops:2 wheat:1 unknown:3'
    """
    held = [f"{name}:{number}" for name, number in zip(CROPS, counters.unpack(packed), strict=True) if number]
    return " ".join(held + [f"unknown:{unknown}"] * bool(unknown))


def bid_row(tile: int, bid: int, head: str = "") -> Html:
    """Draw the bid for a tile of a store, after ``head``."""
    place = f"bid-{SPACES[tile]}"
    return h.span(".bid", data_place=place, data_holds=holds(bid))[head, goods(bid, _BID)]


def tile_button(
    scene: Scene, tile: int, where: str, *, below: str = "", bid: int = 0, name: str | None = "tile"
) -> Html:
    """Draw a field tile in the registry or in a store: a button that selects it, with its bid.

    Its id is ``NAME-REF``, so that the focus can move to it; a tile shown twice has a name in one place only.
    """
    stage = scene.stage
    lit = bool(stage and stage.elsewhere() >> tile & 1)
    chosen = bool(stage and stage.tile == tile)
    crop = scene.view.layout.crops[tile]
    parts = [_("{field}, {where}").format(field=words.field(scene.view, tile), where=where)]
    if bid:
        parts.append(_("bid {counters}").format(counters=words.goods(bid)))
    if lit:
        parts.append(_("can be chosen"))
    aimed = bool(stage and stage.kind == NOTHING and stage.aim and _of_aim(stage) >> tile & 1)
    short = bool(bid and stage and stage.turn and not lit)
    marked = scene.changed.tiles >> tile & 1
    new = marked and not scene.taught
    brings, consequences = foretold(scene, tile)
    if marked:
        parts.append(fresh(scene))
    return button(
        join(tiles.tile(tile, crop, label=""), below, h.span(".new")[_("new")] if new else ""),
        "tile",
        SPACES[tile],
        id=name and f"{name}-{SPACES[tile]}",
        data_thing=f"tile-{SPACES[tile]}",
        class_=" ".join(
            [
                "tile",
                *["lit"] * lit,
                *["explained"] * (marked and not new),
                *["aimed"] * aimed,
                *["spoken"] * (spoken(scene) >> tile & 1),
                *["chosen"] * chosen,
                *["short"] * short,
                *["bought"] * bool(bid),
            ]
        ),
        aria_label=", ".join(parts),
        aria_pressed=chosen if lit else None,
        data_worth=brings or None,
        data_foretold=consequences or None,
    )


def spoken(scene: Scene) -> int:
    """Return the tiles in the registry and in stores that the coach names, as a mask."""
    if not scene.coached:
        return 0
    stored = sum(1 << tile for store in scene.view.stores for tile, _bid in store)
    named = (tile for tile in spaces_in(scene.view.registry | stored) if words.field(scene.view, tile) in scene.coached)
    return sum(1 << tile for tile in named)


def _of_aim(stage: Stage) -> int:
    """Return the tiles that the chosen action could be done with, as a mask."""
    return {"place": stage.in_stores, "store": stage.for_store}.get(stage.aim, 0)


def store(scene: Scene, seat: int) -> Html:
    """Draw the two places of a store with their bids (rule 7)."""
    name = scene.chairs[seat].name
    where = _("in your store") if seat == scene.viewer else _("in {name}'s store").format(name=name)
    name_of = None if seat == scene.home else "tile"  # the player's own store is below the board too
    bids = dict(scene.view.stores[seat])
    places = (
        tile_button(scene, tile, where, below=bid_row(tile, bids[tile]), bid=bids[tile], name=name_of)
        if tile >= 0
        else h.span(".tile.empty")
        for tile in scene.places[seat]
    )
    return h.div(".store", data_place=f"store-{seat + 1}")[places]


def total(scene: Scene, seat: int) -> str:
    """Return the points so far (rule 13.2), as a range where hidden counters leave them open."""
    return spread(*points_known(scene.view, scene.unknown, seat))


def points_in_words(least: int, most: int) -> str:
    """Return points, or a range of them, in words."""
    return n_("{number} point", "{number} points", most).format(number=spread(least, most))


def points(scene: Scene, seat: int, where: str) -> Html:
    """Draw the points so far, as a button that opens the points by source; Escape or a press elsewhere closes them.

    ``where`` makes the ids unique, since the same points are shown in several places.
    """
    if scene.no_points:
        return Html()
    least, most = points_known(scene.view, scene.unknown, seat)
    return join(
        h.button(".pts", type="button", popovertarget=f"points-{where}")[
            h.b(aria_hidden=True, data_points=where)[spread(least, most)],
            h.small(aria_hidden=True)[n_("pt", "pts", most)],
            hidden(_opens(scene, seat)),
        ],
        _breakdown(scene, seat, where),
    )


def _points_so_far(scene: Scene, seat: int) -> str:
    return points_in_words(*points_known(scene.view, scene.unknown, seat))


def _opens(scene: Scene, seat: int) -> str:
    """Label a button that opens the points by source."""
    return _("{name}: {points}, by source").format(points=_points_so_far(scene, seat), name=scene.chairs[seat].name)


def _breakdown(scene: Scene, seat: int, where: str) -> Html:
    text = _points_so_far(scene, seat)
    return h.div(".breakdown", id=f"points-{where}", popover="auto")[
        h.h2[words.under(scene.chairs[seat].name, text)], sources(scene, seat)
    ]


def by_source(scene: Scene, seat: int) -> tuple[str, ...]:
    """Return the points from each source, and their sum, as ranges where hidden counters leave them open."""
    least, most = score_bounds(scene.view, scene.unknown)[seat]
    of_each = (spread(*ends) for ends in zip(least, most, strict=True))
    return (*of_each, spread(least.total, most.total))


def sources(scene: Scene, seat: int) -> Html:
    """Draw the points by source, as a bar and as words (rule 13.2)."""
    least, most = score_bounds(scene.view, scene.unknown)[seat]
    parts = tuple(zip(source_names(), least, by_source(scene, seat), strict=False))
    whole = sum(number for _word, number, _text in parts) or 1
    bars, at = [], 0.0
    for kind, (_word, number, _text) in enumerate(parts, 1):
        width = 200 * number / whole
        if number:
            bars.append(h.rect(x=f"{at:.1f}", width=f"{width - 2:.1f}", height=16, rx=4, class_=f"source-{kind}"))
            bars.append(source_marks(kind, round(at, 1), round(width - 2, 1), 0, 16))
        at += width
    led = spaces_in(leads(scene.view, scene.unknown, seat)[0])
    crops = (tiles.crop(crop, label=words.crop(crop)) for crop in led)
    of_crops = h.span(".led")[crops] if led else Html()
    rows = (
        join(
            h.dt[h.i(class_=f"swatch source-{kind}"), word, of_crops if kind == len(parts) else ""],
            h.dd[text],
        )
        for kind, (word, _number, text) in enumerate(parts, 1)
    )
    bar = h.svg(".bar", viewBox="0 0 200 16", preserveAspectRatio="none", aria_hidden=True)[bars]
    guess = h.p(".fine")[_("{points}: hidden counters decide.").format(points=spread(least.crops, most.crops))]
    return join(bar, h.dl(".sources")[rows], guess if least.crops < most.crops else "")


def clock(scene: Scene, seat: int, name: str = "") -> Html:
    """Draw the thinking time that a person has left. With ``name`` as its id, :func:`time_left` can update it."""
    if scene.clock is None or not scene.chairs[seat].person:
        return Html()
    left = {attribute.replace("-", "_"): text for attribute, text in time_left(scene.clock, seat).items()}
    return h.span(".clock", id=name or None, role="timer", **left)[None]


def time_left(time: Clock, seat: int) -> dict[str, str]:
    """Return a clock's text as attributes, so that it can change every second without drawing the panel again."""
    left = shown(time.left(seat))
    return {"data-left": left, "aria-label": _("{time} left to think").format(time=left)}


def mine(scene: Scene) -> Html:
    """Draw the reader's points, which a press shows by source; a desktop with the space for them shows these below."""
    if scene.no_points:
        return Html()
    seat = scene.home
    head = h.div(".points-head")[
        h.h2(".grow")[scene.whose(_("Your points"), _("{name}'s points"))],
        clock(scene, seat, CLOCKS[0]),
        points(scene, seat, "mine"),
    ]
    return join(head, h.div(".by-source")[sources(scene, seat)])


def others(scene: Scene) -> Html:
    """Draw the cards of all others, clockwise, each always in the same place."""
    return join(seat_card(scene, seat) for seat in scene.others())


def _kind(scene: Scene, seat: int) -> str:
    chair = scene.chairs[seat]
    if seat == scene.viewer:
        return _("you")
    if chair.human:
        return _("person") if chair.person else _("by message")
    return level(chair.kind)


def seat_card(scene: Scene, seat: int) -> Html:
    """Draw one player: face, name, points, small board, store and hand.

    While this player's board is the large one, the reader's has its place: what is beside the board never moves.
    """
    chair, view = scene.chairs[seat], scene.view
    small = seat if seat != scene.shown else scene.home
    owner = scene.chairs[small].name
    whose = h.span(class_=f"owner kh-seat-{scene.badge(small)}")[owner] if small != seat else ""
    on_turn = view.seat == seat and bool(view.stack)
    kind = _kind(scene, seat)
    match = matches(scene).get(seat)
    name = h.h2[chair.name, hidden(_(", to play")) if on_turn else ""]
    head = h.div(".seat-head")[
        face(scene, seat),
        h.div(".name")[name, _match_chip(match) or presence(scene, seat) or h.small[kind]],
        clock(scene, seat),
        points(scene, seat, f"card-{seat + 1}"),
    ]
    return h.section(
        class_=" ".join(
            [f"panel seat kh-seat-{scene.badge(seat)}", *["on-turn"] * on_turn, *["me"] * (seat == scene.viewer)]
        ),
        aria_label=chair.name,
    )[
        head,
        bubble(scene.company, seat),
        thumb(scene, small, _("Enlarge {name}'s board").format(name=owner), whose),
        h.div(".seat-foot")[store(scene, seat), hold(scene, seat)],
    ]


def _match_chip(match: str | None) -> Html:
    """Say whether a player could buy the selected tile for its bid; empty if there is none."""
    return h.span(class_=f"chip {match}")[match_word(match)] if match else Html()


def hold(scene: Scene, seat: int) -> Html:
    """Draw the counters behind a screen, as far as they are known (rule 14)."""
    hand, unknown = scene.view.hands[seat], scene.unknown[seat]
    found = [
        h.span[tiles.crop(crop, label=""), str(number)] for crop, number in enumerate(counters.unpack(hand)) if number
    ]
    if unknown:
        found.append(h.span[tiles.unknown_crop(), str(unknown)])
    return h.div(
        ".hold",
        role="img",
        aria_label=_("Hand: {counters}").format(counters=words.held(hand, unknown)),
        **_hand_place(scene, seat),
    )[found]


def _hand_place(scene: Scene, seat: int) -> dict[str, str]:
    """Return attributes that make an element the place of a hand's moving counters; the reader's move to the piles."""
    if seat == scene.home:
        return {}
    return {"data_place": f"hand-{seat + 1}", "data_holds": holds(scene.view.hands[seat], scene.unknown[seat])}


def _points_of(scene: Scene, seat: int) -> Html:
    if scene.no_points:
        return Html()
    known = total(scene, seat)
    kind = "pts" if known.isdigit() else "pts range"
    return h.span(class_=kind, data_points=f"chip-{seat + 1}")[known]


def chips(scene: Scene) -> Html:
    """Draw everyone's face, name and points in a row, for phones.

    A press shows that board or, if it is shown, the points by source.
    """
    found = []
    for seat in (scene.home, *scene.others()):
        on_turn = scene.view.seat == seat and bool(scene.view.stack)
        match = matches(scene).get(seat)
        name, opens = scene.chairs[seat].name, seat == scene.shown and not scene.no_points
        if opens:
            label = _opens(scene, seat)
        elif scene.no_points:
            label = _("Enlarge {name}'s board").format(name=name)
        else:
            label = _("{name}, {points}: show the board").format(name=name, points=_points_so_far(scene, seat))
        found.append(
            button(
                join(
                    face(scene, seat),
                    h.span[h.b[name], _points_of(scene, seat)],
                    _match_chip(match),
                    presence(scene, seat),
                    bubble(scene.company, seat),
                    clock(scene, seat, CLOCKS[1] if seat == scene.home else ""),
                ),
                "show",
                str(seat + 1),
                class_=" ".join([f"who-chip kh-seat-{scene.badge(seat)}", *["on-turn"] * on_turn]),
                aria_label=label,
                aria_pressed=seat == scene.shown,
                popovertarget="points-chip" if opens else None,
                **_hand_place(scene, seat),
            )
        )
    return join(found, "" if scene.no_points else _breakdown(scene, scene.shown, "chip"))
