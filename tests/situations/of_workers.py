"""Situations of the twelve workers (rules 5, 8, 10, 11)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from keyharvest.rules import counters
from keyharvest.rules.components import WORKER_LETTERS, WORKERS
from keyharvest.rules.frames import ChooseRegistry, Displaced, Pay, PickFields
from keyharvest.rules.geometry import INDEX, NEIGHBOURS
from keyharvest.rules.powers import PlaceOrFallow
from keyharvest.rules.turn import FROM_STORES, WORK, PlaceWorker, Turn

from .moments import Moment
from .situation import (
    Situation,
    declined,
    displacing,
    posts,
    set_aside,
    short_of_stock,
    used,
    used_off_turn,
)


def situations() -> Iterator[Situation]:
    """Yield the situations of every worker, then those of single workers."""
    for worker in WORKERS:
        letter, name = worker.letter, f"{worker.letter} {worker.name}"
        rule = f"{'11' if worker.townsfolk else '10'}{letter}"
        yield Situation(f"{name}: used", rule, partial(used, letter=letter, how="played"))
        if not worker.scroll:
            yield Situation(f"{name}: declined", f"{rule} 5.5", partial(declined, letter=letter))
            yield Situation(f"{name}: nothing to do", f"{rule} 5.5", partial(_to_no_use, letter=letter))
        yield Situation(
            f"{name}: displaced and used again", f"{rule} 8.1", partial(used, letter=letter, how="displaced")
        )
        yield Situation(f"{name}: used on another's turn", f"{rule} 8.1", partial(used_off_turn, letter=letter))
        yield Situation(f"{name}: displaced in the last two turns", "8.1 13.1", partial(_displaced_late, letter=letter))
        if letter != "J":
            yield Situation(f"{name}: used by the lawyer", f"{rule} 11J", partial(used, letter=letter, how="lawyer"))
        if letter in "EGIKL":
            yield Situation(f"{name}: its tile displaces a worker", f"{rule} 8.1", partial(displacing, letter=letter))
            yield Situation(
                f"{name}: displaced, and its tile displaces the next",
                f"{rule} 8.1",
                partial(displacing, letter=letter, how="displaced"),
            )
    yield from _placing()
    yield from _single()


def _to_no_use(moment: Moment, letter: str) -> bool:
    return moment.idle and moment.began is not None and moment.began.letter == letter


def _displaced_late(moment: Moment, letter: str) -> bool:
    frame = moment.frame
    return isinstance(frame, Displaced) and WORKER_LETTERS[frame.worker] == letter and moment.before.left >= 0


def _placing() -> Iterator[Situation]:
    yield Situation("a worker replaces one of a lower number", "5.3", lambda m: any(_replaced(m, w) for w in "ABCDEF"))
    yield Situation("one of the townsfolk is replaced", "5.3", lambda m: any(_replaced(m, w) for w in "GHI"))
    yield Situation("a displaced worker replaces another", "5.3 8.1", _replaced_by_displaced)
    yield Situation("a worker stands though its fields have gone", "5.4", _left_alone)
    yield Situation("a farmhand is removed", "5.1 5.6", lambda m: _removed(m, "ABCDEF"))
    yield Situation("one of the townsfolk is removed", "5.1 5.6", lambda m: _removed(m, "GHIJKL"))
    yield Situation("a displaced worker goes home by choice", "8.1", lambda m: _at_displaced(m) and m.move == "home")
    yield Situation("a displaced worker has nowhere to go", "8.1", _nowhere_to_go)
    yield Situation("one of the townsfolk displaced has nowhere to go", "8.1 5.3", _townsfolk_nowhere_to_go)
    yield Situation("a worker is displaced on another's turn", "8.1", lambda m: _at_displaced(m) and m.off_turn())
    yield Situation("three workers displaced in a chain", "8.1", _third_of_chain)
    yield Situation(
        "a worker is played in the last two turns", "5.1 13.1", lambda m: _at_place(m) and m.before.left >= 0
    )
    yield Situation(
        "a worker is played in the last turn of all", "5.1 13.1", lambda m: _at_place(m) and m.before.left == 0
    )


def _at_displaced(moment: Moment) -> bool:
    return isinstance(moment.frame, Displaced)


def _at_place(moment: Moment) -> bool:
    return isinstance(moment.frame, PlaceWorker)


def _replaced(moment: Moment, letter: str) -> bool:
    frame = moment.frame
    if not (isinstance(frame, PlaceWorker | Displaced) and moment.move in INDEX):
        return False
    return posts(moment.before, frame.seat).get(letter) == INDEX[moment.move]


def _replaced_by_displaced(moment: Moment) -> bool:
    return _at_displaced(moment) and any(_replaced(moment, letter) for letter in WORKER_LETTERS)


def _left_alone(moment: Moment) -> bool:
    """Whether a worker has fewer fields beside it than it needed when it was placed."""
    for seat, fields in enumerate(moment.after.fields):
        if moment.before.fields[seat] & ~fields:
            for worker, space in moment.after.posts[seat]:
                if (fields & NEIGHBOURS[space]).bit_count() < WORKERS[worker].number:
                    return True
    return False


def _removed(moment: Moment, letters: str) -> bool:
    return isinstance(moment.frame, Turn) and moment.move[:3] == "b:-" and moment.move[3] in letters


def _sent_home(moment: Moment) -> str:
    """Return the worker that a tile has driven from its board without a question, or ""."""
    for seat in range(moment.before.players):
        for letter, space in posts(moment.before, seat).items():
            asked = any(isinstance(f, Displaced) and WORKER_LETTERS[f.worker] == letter for f in moment.after.stack)
            if moment.after.fields[seat] >> space & 1 and not asked:
                return letter
    return ""


def _nowhere_to_go(moment: Moment) -> bool:
    return _sent_home(moment) != ""


def _townsfolk_nowhere_to_go(moment: Moment) -> bool:
    return _sent_home(moment) >= "G"


def _third_of_chain(moment: Moment) -> bool:
    return moment.displaces and sum(effect.how == "displaced" for effect in moment.effects) >= 2


def _single() -> Iterator[Situation]:
    for letter in "AB":
        rule = f"10{letter} 10.1"
        name = f"{letter} {WORKERS[WORKER_LETTERS.index(letter)].name}"
        yield Situation(f"{name}: the stock lacks the crop", rule, partial(short_of_stock, source=letter))
        yield Situation(f"{name}: the stock is empty", rule, partial(_gathers_nothing, letter=letter))
    yield Situation(
        "B casual worker: one field only", "10B", lambda m: m.answers((PickFields,), "B") and m.move == "done"
    )
    yield Situation("C labourer: one counter in stock", "10C 10.1", _takes_the_last)
    yield Situation("C labourer: the stock is empty", "10C 10.1", lambda m: _to_no_use(m, "C"))
    yield Situation("E skilled worker: the price is the whole hand", "10E 10.2", partial(_pays_all, source="E"))
    yield Situation("G merchant: the price is the whole hand", "11G 10.2", partial(_pays_all, source="G"))
    yield Situation("E skilled worker: too few counters", "10E 10.2", partial(_too_poor, letter="E"))
    yield Situation("H storekeeper: the store is full", "11H 7.1", _store_full)
    yield Situation("H storekeeper: no counter", "11H 7.2", lambda m: _to_no_use(m, "H") and _hand_of_user(m) == 0)
    yield Situation("H storekeeper: then a tile from stores to board", "3.2", _storekeeper_then_store)
    yield Situation(
        "I bailiff: two counters are too few", "11I", lambda m: _to_no_use(m, "I") and _hand_of_user(m) == 2
    )
    yield Situation("I bailiff: its tile displaces the bailiff", "11.1", _bailiff_displaces_itself)
    yield Situation("J lawyer: the supervisor's power stays a must", "11J 10F", lambda m: used(m, "F", "lawyer"))
    yield Situation(
        "K trader: the tile is placed", "11K", lambda m: isinstance(m.frame, PlaceOrFallow) and m.move == "place"
    )
    yield Situation(
        "K trader: the tile goes fallow", "11K", lambda m: isinstance(m.frame, PlaceOrFallow) and m.move == "fallow"
    )
    yield Situation("K trader: an event is set aside on the draw", "11K 9.4", partial(set_aside, letter="K"))
    yield Situation(
        "K trader: a tile from the registry", "11K 9.5", lambda m: _from_registry(m, "K") and m.move != "no"
    )
    yield Situation(
        "L benefactor: the displaced worker comes before the refill", "8.4", partial(displacing, letter="L")
    )
    for letter in "HKL":
        name = f"{letter} {WORKERS[WORKER_LETTERS.index(letter)].name}"
        yield Situation(
            f"{name}: an event in its refill", f"11{letter} 9.6 9.1", partial(_event_in_refill, letter=letter)
        )


def _gathers_nothing(moment: Moment, letter: str) -> bool:
    """Whether there is an unharvested field beside the worker, but no counter."""
    began = moment.began
    if not _to_no_use(moment, letter) or began is None or moment.after.stock:
        return False
    return bool(moment.after.ripe[began.seat] & NEIGHBOURS[posts(moment.after, began.seat)[letter]])


def _takes_the_last(moment: Moment) -> bool:
    return used(moment, "C") and counters.total(moment.before.stock) == 1


def _pays_all(moment: Moment, source: str) -> bool:
    frame = moment.frame
    return (
        isinstance(frame, Pay)
        and frame.source == source
        and frame.number == counters.total(moment.before.hands[frame.seat])
    )


def _hand_of_user(moment: Moment) -> int:
    return counters.total(moment.after.hands[moment.began.seat]) if moment.began else -1


def _too_poor(moment: Moment, letter: str) -> bool:
    """Whether there is a tile in another store, but the hand can't pay the skilled worker's price."""
    began = moment.began
    if not _to_no_use(moment, letter) or began is None:
        return False
    return any(store for seat, store in enumerate(moment.after.stores) if seat != began.seat)


def _store_full(moment: Moment) -> bool:
    return _to_no_use(moment, "H") and moment.began is not None and len(moment.after.stores[moment.began.seat]) == 2


def _storekeeper_then_store(moment: Moment) -> bool:
    turn = moment.frame
    if not isinstance(turn, Turn) or not moment.move.startswith("c:"):
        return False
    # The refill of the storekeeper's tile is the only draw of a turn in which nothing else was done.
    return turn.used == WORK and turn.drawn and "H" in posts(moment.before, turn.seat) and not turn.open & FROM_STORES


def _bailiff_displaces_itself(moment: Moment) -> bool:
    top = moment.top
    return displacing(moment, "I") and isinstance(top, Displaced) and WORKER_LETTERS[top.worker] == "I"


def _from_registry(moment: Moment, letter: str) -> bool:
    return isinstance(moment.frame, ChooseRegistry) and moment.frame.source == letter


def _event_in_refill(moment: Moment, letter: str) -> bool:
    """Whether an event is drawn while the power of this worker is under way, and nothing within it."""
    return moment.drawn() != "" and moment.still is not None and moment.still.letter == letter
