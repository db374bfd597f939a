"""Situations of the events, of refills and draws, and of the end (rules 9, 12, 13)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from keyharvest.rules import final_scores, legal, ranks
from keyharvest.rules.components import EVENTS, QUESTION_SPACE
from keyharvest.rules.events import (
    ASKED,
    ChooseCrop,
    EventRound,
    ExchangeFor,
    Give,
    MoveTo,
    QuickSale,
    Receive,
    Replace,
    Windfall,
)
from keyharvest.rules.frames import (
    Bid,
    ChooseField,
    ChooseRegistry,
    Displaced,
    DrawField,
    FieldDraw,
    PickFields,
    RegistryDraw,
    tiles_on_board,
)
from keyharvest.rules.geometry import INDEX
from keyharvest.rules.turn import TO_STORE, Turn

from .moments import Moment
from .situation import Situation, declined, displacing, posts, set_aside, short_of_stock, used, used_off_turn


def situations() -> Iterator[Situation]:
    """Yield the situations of every event, then those of single events, of the bag, and of the end."""
    for event in EVENTS:
        letter, name, rule = event.letter, f"{event.letter} {event.name}", f"12{event.letter}"
        yield Situation(f"{name}: carried out", rule, partial(used, letter=letter))
        if not event.scroll:
            yield Situation(f"{name}: declined", f"{rule} 9.2", partial(declined, letter=letter))
        if letter in {*ASKED, "T"}:
            yield Situation(f"{name}: a player is passed over", f"{rule} 12.5", partial(_passed_over, letter=letter))
        if letter not in "SZ":
            yield Situation(f"{name}: carried out off turn", f"{rule} 9.2", partial(used_off_turn, letter=letter))
        yield Situation(f"{name}: the tenth event", f"{rule} 13.1", partial(_tenth, letter=letter))
        yield Situation(f"{name}: drawn by a player off turn", f"{rule} 9.1", partial(_drawn_off_turn, letter=letter))
        if letter in "MNOQTUW":
            yield Situation(f"{name}: its tile displaces a worker", f"{rule} 8.1", partial(displacing, letter=letter))
        if letter in "MQSTW":
            yield Situation(f"{name}: an event is set aside", f"{rule} 9.4", partial(set_aside, letter=letter))
    yield from _single()
    yield from _give_away()
    yield from _bag()
    yield from _end()


def _passed_over(moment: Moment, letter: str) -> bool:
    return any(event == letter for event, _ in moment.skipped)


def _tenth(moment: Moment, letter: str) -> bool:
    return moment.drawn() == letter and moment.before.left < 0 <= moment.after.left


def _drawn_off_turn(moment: Moment, letter: str) -> bool:
    return moment.drawn() == letter and moment.began is not None and moment.began.seat != moment.before.seat


# Single events


def _single() -> Iterator[Situation]:
    yield Situation("M blind swap: no field in the bag", "12M 9.5", lambda m: m.drawn() == "M" and not m.before.bag)
    yield Situation("M blind swap: the only field of the board", "12M 12.2", _swaps_its_only_field)
    yield Situation("N exchange: the owner's worker is displaced", "12N 12.3", _owner_displaced)
    yield Situation("N exchange: both workers are displaced", "12N 12.3", _both_displaced)
    yield Situation(
        "P good harvest: two crops tie", "12P", lambda m: isinstance(m.frame, ChooseCrop) and _choices(m) > 2
    )
    yield Situation("P good harvest: the stock lacks the crop", "12P 4.3", partial(short_of_stock, source="P"))
    yield Situation("Q lucky dip: one from the registry", "12Q 9.5", lambda m: _of_registry(m, "Q") and m.move != "no")
    yield Situation("R new crop: one field only", "12R", lambda m: m.answers((PickFields,), "R") and m.move == "done")
    yield Situation("S new registry: fewer tiles than five", "12S", _small_registry)
    yield Situation(
        "S new registry: the registry is empty", "12S", lambda m: m.drawn() == "S" and not m.before.registry
    )
    yield Situation("T quick sale: a second buyer", "12T", _second_buyer)
    yield Situation("T quick sale: no field in the bag to refill with", "12T 9.5", _sale_without_refill)
    yield Situation(
        "V remote harvest: several fields", "12V", lambda m: m.answers((PickFields,), "V") and m.turned() > 1
    )
    yield Situation("V remote harvest: the stock lacks a crop", "12V 4.3", partial(short_of_stock, source="V"))
    yield Situation("W replacement: the drawn tile goes fallow", "12W", lambda m: _replaces(m) and m.move == "fallow")
    yield Situation("W replacement: no own field", "12W", lambda m: _replaces(m) and _choices(m) == 1)
    yield Situation("W replacement: the bag runs out on the way round", "12W 9.5", _bag_runs_out)
    yield Situation("X reposition: onto a worker of a lower number", "12X 5.3", _moves_onto_another)
    yield Situation("Y vacation: one of the townsfolk", "12Y 5.6", lambda m: used(m, "Y") and m.move >= "G")
    yield Situation("Z windfall: the stock runs out", "12Z 12.4", _windfall_runs_dry)
    yield Situation("Z windfall: the stock is empty", "12Z 12.4", lambda m: m.drawn() == "Z" and not m.before.stock)


def _choices(moment: Moment) -> int:
    return len(legal(moment.before))


def _swaps_its_only_field(moment: Moment) -> bool:
    frame = moment.frame
    return used(moment, "M") and isinstance(frame, ChooseField) and not moment.after.fields[frame.seat]


def _swapper(moment: Moment) -> int:
    """Return the seat that the current exchange asked last, or -1."""
    for frame in moment.after.stack:
        if isinstance(frame, EventRound) and EVENTS[frame.event].letter == "N":
            return (frame.drawer + frame.asked - 1) % moment.after.players
    return -1


def _owner_displaced(moment: Moment) -> bool:
    return displacing(moment, "N") and isinstance(moment.top, Displaced) and moment.top.seat != _swapper(moment)


def _both_displaced(moment: Moment) -> bool:
    # First the displaced worker goes somewhere, then the owner of the other tile has one to move.
    return _owner_displaced(moment) and not isinstance(moment.frame, ExchangeFor)


def _of_registry(moment: Moment, letter: str) -> bool:
    return isinstance(moment.frame, ChooseRegistry) and moment.frame.source == letter


def _small_registry(moment: Moment) -> bool:
    # A refill of a full registry starts with five.
    return moment.drawn() == "S" and 0 < moment.before.registry.bit_count() < 5


def _second_buyer(moment: Moment) -> bool:
    sale = moment.before.stack[-2] if len(moment.before.stack) > 1 else None
    return _of_registry(moment, "T") and moment.move != "no" and isinstance(sale, QuickSale) and sale.bought > 0


def _sale_without_refill(moment: Moment) -> bool:
    sold = any(isinstance(frame, QuickSale) and frame.bought for frame in moment.before.stack)
    more = any(isinstance(frame, QuickSale | DrawField | FieldDraw) for frame in moment.after.stack)
    return sold and not more and not moment.after.bag


def _replaces(moment: Moment) -> bool:
    return isinstance(moment.frame, Replace)


def _bag_runs_out(moment: Moment) -> bool:
    return moment.drawn() != "W" and _passed_over(moment, "W")


def _moves_onto_another(moment: Moment) -> bool:
    frame = moment.frame
    return isinstance(frame, MoveTo) and INDEX[moment.move] in posts(moment.before, frame.seat).values()


def _windfall_runs_dry(moment: Moment) -> bool:
    waiting = any(isinstance(frame, Windfall) and frame.given < moment.after.players for frame in moment.before.stack)
    return used(moment, "Z") and waiting and not moment.after.stock


def _give_away() -> Iterator[Situation]:
    name = "O give away"
    yield Situation(f"{name}: the tile is placed", "12O 12.1", lambda m: _receives(m, "place"))
    yield Situation(f"{name}: the tile goes fallow", "12O 12.1", lambda m: _receives(m, "fallow"))
    yield Situation(f"{name}: the tile is passed on", "12O 12.1", lambda m: _receives(m, "pass") and _choices(m) > 1)
    yield Situation(
        f"{name}: no own field, it must be passed on", "12.1", lambda m: _receives(m, "pass") and _choices(m) == 1
    )
    yield Situation(f"{name}: the drawer places the last", "12.1", lambda m: _receives(m, "place") and _choices(m) == 2)
    yield Situation(
        f"{name}: the drawer lays the last fallow", "12.1", lambda m: _receives(m, "fallow") and _choices(m) == 2
    )
    yield Situation(f"{name}: the drawer gets their own tile back", "12.1", _own_tile_back)
    yield Situation(f"{name}: the only own field is passed", "12.1", _gives_its_only_field)
    yield Situation(f"{name}: the drawer has none, the next begins", "12.1", _drawer_has_none)
    yield Situation(f"{name}: nobody has a field", "12.1", lambda m: m.drawn() == "O" and m.idle)


def _receives(moment: Moment, move: str) -> bool:
    return isinstance(moment.frame, Receive) and moment.move == move


def _own_tile_back(moment: Moment) -> bool:
    """With two players, the tile that the other passes on comes from the drawer."""
    frame = moment.frame
    return (
        moment.before.players == 2
        and isinstance(frame, Receive)
        and frame.seat != frame.drawer
        and moment.move == "pass"
    )


def _gives_its_only_field(moment: Moment) -> bool:
    return isinstance(moment.frame, Give) and not moment.after.fields[moment.frame.seat]


def _drawer_has_none(moment: Moment) -> bool:
    top = moment.top
    return moment.drawn() == "O" and isinstance(top, Give) and top.seat != top.drawer


# The bag


def _bag() -> Iterator[Situation]:
    yield Situation("an event comes out between two tiles to the store", "7.3 9.1", _between_two_tiles)
    yield Situation("an event comes out while another is under way", "9.1", _within_another)
    yield Situation("the bag is empty, the registry place stays empty", "9.1", _stays_empty)
    yield Situation(
        "an event comes out, no field is left in the bag", "9.1 9.5", lambda m: m.drawn() != "" and not m.before.bag
    )
    yield Situation("two events set aside in one draw", "9.4", _second_set_aside)
    yield Situation("events set aside go back into the bag", "9.4", _back_into_the_bag)
    yield Situation("the seventh event: two go back, one moves to the fifth space", "9.3", lambda m: _swept(m))
    yield Situation("the seventh event: all have seven tiles, and it stays", "9.3", _all_have_seven)
    yield Situation("the seventh event: no field left in the bag, and it stays", "9.3", _seventh_without_fields)
    yield Situation("an event drawn in a refill after the tenth is ignored", "9.7", lambda m: _ignored(m, RegistryDraw))
    yield Situation(
        "an event drawn on the way to a field after the tenth is ignored", "9.7", lambda m: _ignored(m, FieldDraw)
    )


def _between_two_tiles(moment: Moment) -> bool:
    turn = moment.before.stack[0]
    return moment.drawn() != "" and len(moment.before.stack) == 2 and isinstance(turn, Turn) and turn.open == TO_STORE


def _within_another(moment: Moment) -> bool:
    return moment.drawn() != "" and any(
        effect.how == "drawn" for effect in moment.effects if effect.lasts(moment.after)
    )


def _stays_empty(moment: Moment) -> bool:
    bag = moment.after.bag | moment.after.bag_events
    return isinstance(moment.frame, Bid) and not bag and not isinstance(moment.top, Bid | RegistryDraw)


def _second_set_aside(moment: Moment) -> bool:
    return moment.before.aside != 0 and moment.after.aside not in (0, moment.before.aside)


def _back_into_the_bag(moment: Moment) -> bool:
    return moment.before.aside != 0 and moment.after.aside == 0


def _seventh(moment: Moment) -> bool:
    return moment.drawn() != "" and len(moment.before.placed) == QUESTION_SPACE - 1


def _swept(moment: Moment) -> bool:
    return _seventh(moment) and len(moment.after.placed) == QUESTION_SPACE - 2


def _someone_has_few(moment: Moment) -> bool:
    return any(tiles_on_board(moment.before, seat) < 7 for seat in range(moment.before.players))


def _all_have_seven(moment: Moment) -> bool:
    return _seventh(moment) and not _swept(moment) and not _someone_has_few(moment)


def _seventh_without_fields(moment: Moment) -> bool:
    return _seventh(moment) and not _swept(moment) and _someone_has_few(moment)


def _ignored(moment: Moment, kind: type[RegistryDraw | FieldDraw]) -> bool:
    return isinstance(moment.frame, kind) and moment.after.gone != moment.before.gone


# The end


def _end() -> Iterator[Situation]:
    yield Situation("the end: the last turn is over", "13.1", lambda m: _over(m) and m.before.left == 0)
    yield Situation("the end: ten rounds without a draw", "13.4", lambda m: _over(m) and m.before.left != 0)
    yield Situation("the end: ten rounds without a draw, in the last two turns", "13.4 13.1", _idle_in_the_end)
    yield Situation("a draw after nine rounds without one", "13.4", _draw_at_last)
    yield Situation("a shared win", "13.3", lambda m: _over(m) and ranks(m.after).count(1) > 1)
    yield Situation("a tie broken by fields", "13.3", lambda m: _over(m) and _broken(m, by_fields=True))
    yield Situation("a tie broken by counters", "13.3", lambda m: _over(m) and _broken(m, by_fields=False))


def _over(moment: Moment) -> bool:
    return not moment.after.stack


def _idle_in_the_end(moment: Moment) -> bool:
    return _over(moment) and moment.before.left > 0


def _draw_at_last(moment: Moment) -> bool:
    return moment.after.idle == 0 and moment.before.idle >= 9 * moment.before.players


def _broken(moment: Moment, by_fields: bool) -> bool:
    """Whether the winner beats a runner-up with equal points, by fields or else by counters."""
    state = moment.after
    places, totals = ranks(state), [score.total for score in final_scores(state)]
    best = places.index(1)
    others = [seat for seat, total in enumerate(totals) if total == totals[best] and places[seat] > 1]
    if not others:
        return False
    fields = [state.fields[seat].bit_count() for seat in range(state.players)]
    return all(fields[seat] < fields[best] for seat in others) is by_fields
