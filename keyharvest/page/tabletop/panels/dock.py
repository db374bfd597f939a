"""Below the board: the player's counters, the store or the counters being chosen, and the workers."""

from __future__ import annotations

from keyharvest import words
from keyharvest.page.parts.controls import button
from keyharvest.page.parts.scene import Scene
from keyharvest.page.tabletop.panels import announcement, sending
from keyharvest.page.tabletop.panels.seats import bid_row, counter_row, holds, tile_button
from keyharvest.picture import tiles
from keyharvest.picture.board import worker_name
from keyharvest.picture.elements import Html, h, join
from keyharvest.rules import counters
from keyharvest.rules.components import CROPS, FARMHANDS, STORE_PLACES, TOWNSFOLK, WORKERS
from keyharvest.rules.frames import TakeCounters
from keyharvest.rules.geometry import SPACES, spaces_in
from keyharvest.table.chairs import NOBODY
from keyharvest.table.staging import NOTHING, Stage
from keyharvest.words.language import _

#: The number of empty cups for counters if the bidder may choose how many to bid.
_EMPTY_CUPS = 2


def hand(scene: Scene) -> Html:
    """Draw the player's counters in five piles, in a fixed order; when counters have to be chosen, a tap adds one.

    If it is someone else's hand, unknown counters are another pile.
    """
    seat, stage = scene.home, scene.stage
    held = scene.view.hands[seat]
    paying = stage if stage and stage.purse() and not isinstance(stage.frame, TakeCounters) else None
    after = stage.trial().hands[seat] if stage and not paying else held
    piles = [
        _pile(scene, crop, counters.count(held, crop), paying, counters.count(after, crop))
        for crop in range(len(CROPS))
    ]
    if scene.unknown[seat]:
        piles.append(_unknown(scene.unknown[seat]))
    size = counters.total(held) + scene.unknown[seat]
    head = h.div(class_="dock-head" + " theirs" * (scene.shown != seat))[  # below another player's board
        tiles.emblem(scene.badge(seat), label=""),
        h.h2[scene.whose(_("Your counters"), _("{name}'s counters"))],
        h.small[_("{number} in hand").format(number=size)],
    ]
    # For the animation: chosen counters move to the cups, and those for the stock to the line below their pile.
    lying = held - paying.crops if paying else held
    there = {"data_place": f"hand-{seat + 1}", "data_holds": holds(lying, scene.unknown[seat])}
    return join(head, h.div(".piles", data_stock=holds(scene.view.stock), **there)[piles])


def _unknown(number: int) -> Html:
    """Draw the counters of unknown crop in a hand that isn't the reader's (rule 14.3)."""
    inside = join(tiles.unknown_crop(), h.span(".n", aria_hidden=True)[str(number)])
    return h.div(".pile", role="img", aria_label=words.held(counters.NONE, number))[inside]


def _pile(scene: Scene, crop: int, held: int, stage: Stage | None, after: int) -> Html:
    """Draw one pile. ``stage``: the selection, if it picks counters here; ``after``: how many it would leave."""
    picked = counters.count(stage.crops, crop) if stage else 0
    stock = counters.count(scene.view.stock, crop)
    inside = join(
        tiles.crop(crop, label=""),
        h.span(".n", aria_hidden=True)[str(held - picked)],
        h.small(aria_hidden=True, data_crop=CROPS[crop])[_("stock {number}").format(number=stock)],
    )
    said = _("{counters}, {stock} in the stock").format(counters=words.amount(crop, held - picked), stock=stock)
    state = [*["none"] * (held == picked), *["on"] * (bool(picked) or after < held)]
    if stage is None:
        class_ = " ".join(["pile", *state])
        return h.div(class_=class_, role="img", aria_label=said)[inside]
    full = bool(stage.wanted()) and counters.total(stage.crops) == stage.wanted()
    there = counters.count(stage.purse(), crop)
    can = picked < there and not full
    return button(
        inside,
        "more",
        CROPS[crop],
        class_=" ".join(["pile", *["can"] * can, *state]),
        id=f"more-{CROPS[crop]}",
        aria_label=_("Add {crop}: {said}").format(crop=words.crop(crop), said=said),
        aria_disabled=None if can else "true",
    )


def card(scene: Scene) -> Html:
    """Draw the panel beside the hand: chosen counters, a turn to send, an event, or the store."""
    stage = scene.stage
    if stage and stage.purse():
        return purse(scene, stage)
    if scene.post and not scene.moment.past:
        return sending.preview(scene, scene.post)
    told = Html() if stage or scene.moment.past else announcement.announcement(scene)
    return told or store(scene)


def store(scene: Scene) -> Html:
    """Draw the two places of the player's store with their bids (rule 7)."""
    bids = dict(scene.view.stores[scene.home])
    where = scene.whose(_("in your store"), _("in {name}'s store"))
    slots = (
        tile_button(scene, tile, where, below=bid_row(tile, bids[tile], h.small[_("bid")]), bid=bids[tile])
        if tile >= 0
        else h.span(".slot-empty")[_("free place")]
        for tile in scene.places[scene.home]
    )
    number = _("{number} of {all}").format(number=len(bids), all=STORE_PLACES)
    title = scene.whose(_("Your store"), _("{name}'s store"))
    head = h.div(".dock-head")[h.h2[title], h.small[number]]
    return h.section(".panel.store-panel", aria_label=title)[
        head, h.div(".slots", data_place=f"store-{scene.home + 1}")[slots]
    ]


def purse(scene: Scene, stage: Stage) -> Html:
    """Draw the counters being chosen (rules 4.3, 7.2, 10.2): a tap on a pile adds one, a tap here removes it."""
    chosen, wanted = counters.total(stage.crops), stage.wanted()
    cups = [_cup(crop) for crop, number in enumerate(counters.unpack(stage.crops)) for _each in range(number)]
    empty = wanted - chosen if wanted else max(_EMPTY_CUPS, 4 - chosen) if not chosen else _EMPTY_CUPS
    cups += [h.span(".cup.empty", aria_hidden=True)[None]] * max(0, min(empty, 6))
    from_stock = isinstance(stage.frame, TakeCounters)
    title = _("{chosen} of {wanted} chosen").format(chosen=chosen, wanted=wanted) if wanted else _("Your bid")
    note = _("Tap a crop to add one.") if from_stock else _("Tap counters to add them; tap here to remove them.")
    tile = stage.tile if stage.bidding() and stage.tile >= 0 else -1
    picture = (
        tiles.tile(tile, scene.view.layout.crops[tile], label=words.field(scene.view, tile)) if tile >= 0 else Html()
    )
    for_all = h.p(".fine")[_("Anyone may buy {tile} for exactly these.").format(tile=SPACES[tile])] if tile >= 0 else ""
    return h.section(".panel.steppers", aria_label=title)[
        picture,
        h.div(".drop")[
            h.div(".dock-head")[h.h2(".count")[title], h.small[note]],
            h.div(".cups", data_place="cups", data_holds=holds(stage.crops))[cups],
            _from_stock(stage) if from_stock else "",
            _rivals(scene, stage) if stage.bidding() else "",
        ],
        for_all,
    ]


def _rivals(scene: Scene, stage: Stage) -> Html:
    """Draw the others' hands, which help to choose a bid: a phone has no space for their cards at that moment."""
    hands = (
        h.span(
            ".rival",
            role="img",
            aria_label=(told := words.under(scene.chairs[seat].name, words.held(hand, scene.unknown[seat]))),
        )[
            tiles.emblem(scene.badge(seat), label=""),
            counter_row(hand, scene.unknown[seat]) if hand or scene.unknown[seat] else told,
        ]
        for seat, hand in enumerate(scene.view.hands)
        if seat != stage.seat
    )
    return h.div(".rivals")[hands]


def _cup(crop: int) -> Html:
    return button(
        join(tiles.crop(crop, label=""), h.span(".x", aria_hidden=True)["−"]),
        "fewer",
        CROPS[crop],
        class_="cup",
        aria_label=_("Remove {crop}").format(crop=words.crop(crop)),
    )


def _from_stock(stage: Stage) -> Html:
    full = counters.total(stage.crops) == stage.wanted()
    found = []
    for crop, name in enumerate(CROPS):
        there, picked = counters.count(stage.purse(), crop), counters.count(stage.crops, crop)
        if there:
            said = _("Add {crop}").format(crop=words.crop(crop))
            found.append(
                button(
                    tiles.crop(crop, label=""),
                    "more",
                    name,
                    class_="cup can",
                    id=f"more-{name}",
                    aria_label=said,
                    aria_disabled=True if full or picked == there else None,
                )
            )
    return h.div(".cups.stock")[found]


def workers(scene: Scene) -> Html:
    """Draw the farmhands above, the townsfolk below; those in play are faint. Picking one highlights its spaces."""
    view, seat = scene.view, scene.viewer
    away = sum(1 << worker for worker, _space in view.posts[seat]) if seat != NOBODY else 0
    own = (
        [_worker(scene, worker, seat, bool(away >> worker & 1)) for worker in spaces_in(FARMHANDS)]
        if seat != NOBODY
        else []
    )
    town = [_worker(scene, worker, None, not view.town >> worker & 1) for worker in spaces_in(TOWNSFOLK)]
    note = _("yours above, the town's below") if own else _("the town's")
    head = h.div(".dock-head")[h.h2[_("Workers")], h.small[note]]
    return join(head, h.div(".workers", data_place="tray")[own, town])


def _worker(scene: Scene, worker: int, seat: int | None, out: bool) -> Html:
    stage, who = scene.stage, WORKERS[worker]
    lit = bool(stage and stage.workers() >> worker & 1)
    aimed = bool(lit and stage and stage.kind == NOTHING and (not stage.turn or (stage.aim == "worker" and not out)))
    chosen = bool(stage and stage.worker == worker and stage.kind != NOTHING)
    label = _("{letter}, {name}, number {number}: {power}").format(
        letter=who.letter, name=words.worker(worker), number=who.number, power=words.worker_line(who.letter)
    )
    told = bool(scene.workers >> worker & 1)
    states = [_("can be played") if lit else _("on a board") if out else "", _("highlighted") if told else ""]
    return button(
        tiles.worker(worker, None if seat is None else scene.badge(seat), label=""),
        "worker",
        who.letter,
        id=f"worker-{who.letter}",
        data_thing=None if out else worker_name(worker, None if seat is None else scene.badge(seat)),
        class_=" ".join(
            ["worker", *["lit"] * lit, *["aimed"] * aimed, *["chosen"] * chosen, *["out"] * out, *["explained"] * told]
        ),
        aria_label=", ".join(filter(None, (label, *states))),
        aria_pressed=chosen,
        data_told=_("{name}, {number}: {power}").format(
            name=words.sentence_case(words.worker(worker)), number=who.number, power=words.worker_line(who.letter)
        ),
    )
