"""Those at the table: points so far, hands, stores, farmhands at home, small boards; and the tray of workers."""

from __future__ import annotations

from keyharvest.knowledge import majority_bounds
from keyharvest.picture import tiles
from keyharvest.rules import counters, final_scores
from keyharvest.rules.components import FARMHANDS, STORE_PLACES, TOWNSFOLK, WORKER_LETTERS, WORKERS
from keyharvest.rules.geometry import SPACES, spaces_in
from keyharvest.table import words
from keyharvest.table.boards import small_board
from keyharvest.table.language import _, n_
from keyharvest.table.markup import Html, button, hidden, join, tag
from keyharvest.table.scene import Scene
from keyharvest.table.sitting import NOBODY


def counter_row(packed: int, unknown: int = 0, label: str | None = None) -> Html:
    """Counters as pictures with numbers, question marks for unknown ones (rule 14.3)."""
    return Html(tiles.counters(counters.unpack(packed), unknown=unknown, label=label))


def tile_button(scene: Scene, tile: int, where: str, *, below: str = "", bid: int = 0) -> Html:
    """A field tile in the registry or in a store: a button that selects it, with its bid."""
    stage = scene.stage
    lit = bool(stage and stage.elsewhere() >> tile & 1)
    chosen = bool(stage and stage.tile == tile)
    crop = scene.view.layout.crops[tile]
    parts = [_("{field}, {where}").format(field=words.field(scene.view, tile), where=where)]
    if bid:
        parts.append(_("bid {counters}").format(counters=words.goods(bid)))
    if lit:
        parts.append(_("can be chosen"))
    new = scene.changed.tiles >> tile & 1
    if new:
        parts.append(_("new"))
    return button(
        join(Html(tiles.tile(tile, crop, label="")), below),
        "tile",
        SPACES[tile],
        class_=" ".join(["tile", *["lit"] * lit, *["chosen"] * chosen, *["new"] * bool(new)]),
        aria_label=", ".join(parts),
        aria_pressed=("true" if chosen else "false") if lit else None,
    )


def store(scene: Scene, seat: int) -> Html:
    """The two places of a store with their bids (rule 7)."""
    name = scene.chairs[seat].name
    where = _("in my store") if seat == scene.eyes else _("in {name}'s store").format(name=name)
    held = [
        tile_button(scene, tile, where, below=tag("span", counter_row(bid, label=""), class_="bid"), bid=bid)
        for tile, bid in scene.view.stores[seat]
    ]
    empty = [tag("span", class_="tile empty")] * (STORE_PLACES - len(held))
    return tag("div", *held, *empty, class_="store")


def _range(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}–{most}"


def points(scene: Scene, seat: int) -> Html:
    """Points so far; opened, by source (rule 13.2). What hidden counters leave open is a range."""
    score = final_scores(scene.view)[seat]
    least, most = majority_bounds(scene.view.hands, scene.unknown)[seat]
    sure = score.total - score.crops
    rows = [
        (_("workers"), str(score.workers)),
        (_("largest group"), str(score.largest)),
        (_("second group, doubled"), str(score.second)),
        (_("most of a crop"), _range(least, most)),
    ]
    opened = seat in scene.open_points
    total = n_("{number} point", "{number} points", sure + most).format(number=_range(sure + least, sure + most))
    table = tag("table", *(tag("tr", tag("th", what, scope="row"), tag("td", number)) for what, number in rows))
    guess = tag("p", _("Hidden counters decide the last line."), class_="fine") if least < most else Html()
    return tag(
        "details",
        tag("summary", total, data_intent="points", data_value=str(seat + 1)),
        tag("div", table, guess, class_="breakdown"),
        class_="points",
        open=opened,
    )


def farmhands(scene: Scene, seat: int) -> Html:
    """The farmhands that have not been played."""
    away = sum(1 << worker for worker, _space in scene.view.posts[seat])
    letters = "".join(WORKER_LETTERS[worker] for worker in spaces_in(FARMHANDS & ~away))
    return tag(
        "p", tag("span", _("At home"), class_="what"), tag("b", letters or "–", class_="letters"), class_="farmhands"
    )


def seat_card(scene: Scene, seat: int) -> Html:
    """One at the table: name, points, hand, store, farmhands at home and the board in small."""
    chair, view = scene.chairs[seat], scene.view
    on_turn = view.seat == seat and bool(view.stack)
    kind = _("you") if seat == scene.eyes else _("person") if chair.person else _(chair.kind)
    head = tag(
        "h2",
        Html(tiles.emblem(seat, label="")),
        tag("span", chair.name, class_="name"),
        tag("small", kind),
        hidden(_(", on turn")) if on_turn else "",
    )
    thumb = button(
        small_board(scene, seat),
        "show",
        str(seat + 1),
        class_="thumb",
        data_show="pane-board",  # on a phone the large board is behind another tab
        aria_label=_("Show {name}'s board large").format(name=chair.name),
        aria_pressed="true" if scene.shown == seat else "false",
    )
    return tag(
        "section",
        tag("div", head, points(scene, seat), class_="seat-head"),
        thumb,
        tag("div", hand(scene, seat), farmhands(scene, seat), class_="holds"),
        tag("div", hidden(_("Store")), store(scene, seat), class_="stored"),
        class_=" ".join([f"seat kh-seat-{seat}", *["on-turn"] * on_turn, *["me"] * (seat == scene.eyes)]),
        aria_label=chair.name,
    )


def hand(scene: Scene, seat: int) -> Html:
    """What lies behind a screen, as far as it is known, and how many counters in all (rule 14)."""
    size = counters.total(scene.view.hands[seat]) + scene.unknown[seat]
    number = n_("{number} counter", "{number} counters", size).format(number=size)
    return tag(
        "div",
        tag("p", tag("span", _("Hand"), class_="what"), tag("small", number)),
        counter_row(scene.view.hands[seat], scene.unknown[seat]) if size else "",
        class_="hand",
    )


def mine(scene: Scene) -> Html:
    """The card of the one whose eyes see this."""
    return seat_card(scene, scene.home)


def others(scene: Scene) -> Html:
    """The cards of all others, clockwise."""
    return join(*(seat_card(scene, seat) for seat in scene.others()))


def tray(scene: Scene) -> Html:
    """My farmhands at home and the townsfolk on the town board, each with its number; picking one lights its spaces."""
    view, seat = scene.view, scene.eyes
    away = sum(1 << worker for worker, _space in view.posts[seat]) if seat != NOBODY else FARMHANDS
    own = [_worker_button(scene, worker, seat) for worker in spaces_in(FARMHANDS & ~away)]
    town = [_worker_button(scene, worker, None) for worker in spaces_in(view.town & TOWNSFOLK)]
    parts = []
    if own:
        parts.append(tag("div", tag("h2", _("My farmhands")), tag("div", *own, class_="workers"), class_="tray-part"))
    if town:
        parts.append(tag("div", tag("h2", _("Townsfolk")), tag("div", *town, class_="workers"), class_="tray-part"))
    return join(*parts)


def _worker_button(scene: Scene, worker: int, seat: int | None) -> Html:
    stage, who = scene.stage, WORKERS[worker]
    lit = bool(stage and stage.workers() >> worker & 1)
    chosen = bool(stage and stage.worker == worker)
    label = _("{letter}, {name}, number {number}: {power}").format(
        letter=who.letter, name=words.worker(worker), number=who.number, power=words.worker_line(who.letter)
    )
    return button(
        join(Html(tiles.worker(worker, seat, label="")), tag("span", words.worker(worker), class_="who")),
        "worker",
        who.letter,
        class_=" ".join(["worker", *["lit"] * lit, *["chosen"] * chosen]),
        aria_label=label + (", " + _("can be played") if lit else ""),
        aria_pressed="true" if chosen else "false",
        title=label,
    )
