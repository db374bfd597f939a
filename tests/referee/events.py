"""Chapter 12 of the rules: the events. Each takes the table and the seat of the drawer."""

from __future__ import annotations

from collections.abc import Callable

from . import placing
from .components import CROPS
from .counting import choose_refs, harvest, pay_any, take_any, take_matching, total, turn_back
from .table import Asking, Table, ask


def resolve(table: Table, drawer: int, event: str) -> Asking:
    """9.2: an event concerns all players, clockwise from the one who drew it; S and Z are the drawer's alone."""
    if event in FOR_EACH:
        for seat in table.clockwise(drawer):
            yield from FOR_EACH[event](table, seat)
    else:
        yield from FOR_ALL[event](table, drawer)


def blind_swap(table: Table, seat: int) -> Asking:
    """M: may put one of their field tiles into the fallow area, then draws one (9.4) and must place it."""
    if not table.bag:  # a swap needs a replacement
        return
    player = table.players[seat]
    ref = yield from ask(seat, [*sorted(player.fields), "no"], "12 M")
    if ref != "no":
        del player.fields[ref]  # 12.2: before the new tile is placed
        table.fallow.add(ref)
        drawn = yield from placing.draw_field(table)
        assert drawn is not None
        yield from placing.place(table, seat, drawn)


def exchange(table: Table, seat: int) -> Asking:
    """N: may swap any of their field tiles for another player's unconnected one; both place what they get."""
    player = table.players[seat]
    owners = {ref: other for other in table.others(seat) for ref in table.players[other].unconnected()}
    if not owners:
        return
    own = yield from ask(seat, [*sorted(player.fields), "no"], "12 N")
    if own == "no":
        return
    theirs = yield from ask(seat, sorted(owners), "12 N")
    other = owners[theirs]
    del player.fields[own], table.players[other].fields[theirs]  # ruling 7
    yield from placing.place(table, seat, theirs)  # 12.3: the one who swaps settles 8.1 first
    yield from placing.place(table, other, own)


def give_away(table: Table, drawer: int) -> Asking:
    """O, a scroll: rule 12.1."""
    order = table.clockwise(drawer)
    passed: str | None = None
    for seat in order:
        player = table.players[seat]
        if passed is not None:  # never for the drawer, who receives last
            # "places it, or puts it into the fallow area, or passes that very tile on"; no own field: must pass it
            words = ["place", "fallow", "pass"] if player.fields else ["pass"]
            answer = yield from ask(seat, words, "12.1")
            if answer == "pass":
                continue
            yield from _place_or_fallow(table, seat, passed, answer)
        passed = None
        if player.fields:  # "who did not pass it on must now pass one from the own board"
            passed = yield from ask(seat, sorted(player.fields), "12.1")
            del player.fields[passed]
    if passed is not None:  # "The drawer receives last, and can only place it or lay it fallow."
        answer = yield from ask(drawer, ["place", "fallow"], "12.1")
        yield from _place_or_fallow(table, drawer, passed, answer)


def _place_or_fallow(table: Table, seat: int, ref: str, answer: str) -> Asking:
    if answer == "place":
        yield from placing.place(table, seat, ref)
    else:
        table.fallow.add(ref)


def good_harvest(table: Table, seat: int) -> Asking:
    """P: may take one counter of the crop of which they have the most unharvested fields (tie: choose)."""
    grown = [table.layout.crops[ref] for ref in table.players[seat].unharvested()]
    if not grown or not total(table.stock):  # no unharvested field: nothing
        return
    most = max(grown.count(crop) for crop in CROPS)
    crop = yield from ask(seat, [*(crop for crop in CROPS if grown.count(crop) == most), "no"], "12 P")
    if crop != "no":
        lacking = take_matching(table, seat, crop)
        yield from take_any(table, seat, lacking, "12 P")  # stock lacks it: any


def lucky_dip(table: Table, seat: int) -> Asking:
    """Q: may pay any two counters, shown, to draw a field tile (9.4) and must place it."""
    if total(table.players[seat].hand) < 2:
        return
    if table.bag:
        if (yield from ask(seat, ["draw", "no"], "12 Q")) == "draw":
            yield from pay_any(table, seat, 2, None, "12 Q")
            drawn = yield from placing.draw_field(table)
            assert drawn is not None
            yield from placing.place(table, seat, drawn)
    else:  # none in the bag: may buy one from the registry instead
        ref = yield from ask(seat, [*sorted(table.registry), "no"], "12 Q")
        if ref != "no":
            table.registry.remove(ref)
            yield from pay_any(table, seat, 2, None, "12 Q")
            # 9.5: "Events then left in the bag come out in the refill that follows", the one that drew this event
            yield from placing.place(table, seat, ref)


def new_crop(table: Table, seat: int) -> Asking:
    """R: may turn up to two of their harvested fields back."""
    yield from turn_back(table, seat, table.players[seat].harvested(), 2, "12 R")


def new_registry(table: Table, drawer: int) -> Asking:
    """S, a scroll, for the drawer alone: the registry tiles go into the bag; as many field tiles are drawn (9.4)."""
    number = len(table.registry)
    table.bag |= table.registry
    table.registry.clear()
    for _ in range(number):
        drawn = yield from placing.draw_field(table)
        assert drawn is not None
        table.registry.add(drawn)


def quick_sale(table: Table, drawer: int) -> Asking:
    """T: may pay any three counters to place one registry tile on their own board."""
    sold = 0
    for seat in table.clockwise(drawer):
        if total(table.players[seat].hand) >= 3:
            ref = yield from ask(seat, [*sorted(table.registry), "no"], "12 T")
            if ref != "no":
                table.registry.remove(ref)
                sold += 1
                yield from pay_any(table, seat, 3, None, "12 T")
                yield from placing.place(table, seat, ref)
    for _ in range(sold):  # refilled (9.4) only after all have had the chance
        drawn = yield from placing.draw_field(table)
        if drawn is not None:
            table.registry.add(drawn)


def registry_swap(table: Table, seat: int) -> Asking:
    """U: may swap one of their field tiles for a registry tile; theirs joins the registry."""
    player = table.players[seat]
    if not table.registry:
        return
    own = yield from ask(seat, [*sorted(player.fields), "no"], "12 U")
    if own != "no":
        ref = yield from ask(seat, sorted(table.registry), "12 U")
        del player.fields[own]  # ruling 7
        table.registry.remove(ref)
        table.registry.add(own)
        yield from placing.place(table, seat, ref)


def remote_harvest(table: Table, seat: int) -> Asking:
    """V: may harvest (4.2, 4.3) any of their unconnected unharvested fields."""
    player = table.players[seat]
    among = [ref for ref in player.unconnected() if player.fields[ref]]
    refs = yield from choose_refs(seat, among, len(among), "12 V")
    yield from harvest(table, seat, refs)


def replacement(table: Table, seat: int) -> Asking:
    """W, a scroll: must draw a field tile (9.4) and place it, laying another one fallow, or lay it fallow."""
    player = table.players[seat]
    drawn = yield from placing.draw_field(table)
    if drawn is None:  # 9.5
        return
    answer = yield from ask(seat, [*sorted(player.fields), "fallow"], "12 W")
    if answer == "fallow":
        table.fallow.add(drawn)
    else:
        del player.fields[answer]  # 12.2: before the new tile is placed
        table.fallow.add(answer)
        yield from placing.place(table, seat, drawn)


def reposition(table: Table, seat: int) -> Asking:
    """X: may move one of their workers to a space legal for it (5.2, 5.3); its power does not fire."""
    movable = [worker for worker in sorted(table.players[seat].workers) if table.legal_spaces(seat, worker)]
    worker = yield from ask(seat, [*movable, "no"], "12 X")
    if worker != "no":
        space = yield from ask(seat, table.legal_spaces(seat, worker), "12 X")
        table.stand(seat, worker, space)


def vacation(table: Table, seat: int) -> Asking:
    """Y: may remove one of their workers (5.6)."""
    worker = yield from ask(seat, [*sorted(table.players[seat].workers), "no"], "12 Y")
    if worker != "no":
        table.leaves_board(seat, worker)


def windfall(table: Table, drawer: int) -> Asking:
    """Z, a scroll: the drawer alone gives every player, self included, one counter from the stock, choosing each."""
    for seat in table.clockwise(drawer):  # 12.4: in clockwise order while the stock lasts
        if total(table.stock):
            crop = yield from ask(drawer, [crop for crop in CROPS if table.stock[crop]], "12 Z")
            table.take_from_stock(seat, crop)


FOR_EACH: dict[str, Callable[[Table, int], Asking]] = {
    "M": blind_swap,
    "N": exchange,
    "P": good_harvest,
    "Q": lucky_dip,
    "R": new_crop,
    "U": registry_swap,
    "V": remote_harvest,
    "W": replacement,
    "X": reposition,
    "Y": vacation,
}
FOR_ALL: dict[str, Callable[[Table, int], Asking]] = {
    "O": give_away,
    "S": new_registry,
    "T": quick_sale,
    "Z": windfall,
}
