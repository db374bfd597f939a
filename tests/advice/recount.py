"""A second count of what hints say, by the referee: boards, workers, harvests and sales in replayed courses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from keyharvest.advice.hints import Choice
from keyharvest.advice.plan import TOTALS, Deed, Fact, Now, Share, Then
from keyharvest.record.position import position_text
from keyharvest.rules import State
from keyharvest.rules.components import WORKER_LETTERS
from keyharvest.rules.geometry import SPACES
from keyharvest.search.search import Playout
from tests.referee.referee import Referee, Score, scores


class Done(NamedTuple):
    """A thing that a seat does; ``first`` is the number of moves before it."""

    what: str
    seat: int
    turn: int
    first: int
    tile: str = ""
    worker: str = ""
    space: str = ""
    owner: int = -1


class Seen(NamedTuple):
    """A course as the referee saw it."""

    done: list[Done]
    boards: list[set[str]]
    ripe: list[int]
    held: list[int]
    points: list[Score]


def replayed(course: Playout, until: int) -> Seen:
    """Replay a course up to the end of a turn."""
    referee, done = Referee.at_turn(position_text(course.start)), list[Done]()
    through, owners = "", dict[str, int]()
    for at, move in enumerate(course.moves):
        table, asks = referee.table, referee.asks
        if table.turn > until:
            break
        seats = table.players
        fields = {seat: dict(player.fields) for seat, player in seats.items()}
        workers = {seat: dict(player.workers) for seat, player in seats.items()}
        stores = {seat: set(player.store) for seat, player in seats.items()}
        owners |= {tile: seat - 1 for seat, store in stores.items() for tile in store}
        turn, event = table.turn, asks.rule.startswith("12")
        if asks.rule == "3.1":
            through = ""
        referee.answer(move)
        who = asks.who
        if who == 0 or event:
            continue
        player, seat = seats[who], who - 1
        for worker, space in player.workers.items() - workers[who].items():
            done.append(Done("move" if asks.rule == "8.1" else "work", seat, turn, at, worker=worker, space=space))
            through = worker
        for tile in player.fields.keys() - fields[who].keys():
            owner = owners.pop(tile, seat)
            done.append(Done("get", seat, turn, at, tile=tile, worker=through, owner=-1 if owner == seat else owner))
        done += [Done("store", seat, turn, at, tile=tile, worker=through) for tile in player.store.keys() - stores[who]]
        turned = [tile for tile, ripe in fields[who].items() if ripe and player.fields.get(tile) is False]
        done += [Done("harvest", seat, turn, at, tile=tile) for tile in turned]
    table = referee.table
    players = table.players.values()
    found = scores(table)
    return Seen(
        done,
        [set(player.fields) for player in players],
        [len(player.unharvested()) for player in players],
        [sum(player.hand.values()) for player in players],
        [found[seat] for seat in table.players],
    )


def faults(view: State, seat: int, found: Sequence[Choice]) -> Iterator[str]:
    """Yield what is overstated or wrong in the plans of a hint."""
    number = min(len(each.advice.courses) for each in found)
    ahead = (seat - view.seat) % view.players or view.players
    until = view.turn + (ahead if view.left < 0 else view.left)
    all_courses = [[replayed(course, until) for course in each.advice.courses[:number]] for each in found]
    for at, (each, courses) in enumerate(zip(found, all_courses, strict=True)):
        plan = each.plan
        assert plan
        length = len(each.advice.moves)
        for then, turn, after in ((plan.rest, view.turn, length), (plan.then, view.turn + ahead, 0)):
            yield from _steps(then, courses, seat, turn, after)
        yield from _now(dict(plan.now)[at], each.advice.courses[0], seat, length)
        for kind, who, mean in plan.totals:
            amounts = [_total(kind, course, who) for course in courses]
            if abs(sum(amounts) / number - mean) > 0.051:
                yield f"{kind} of {who}: {mean} for {amounts}"
        for which, fact in plan.because.facts:
            begun = [
                scores(Referee.at_turn(position_text(c.start)).table)[seat + 1].total
                for c in found[which].advice.courses
            ]
            yield from _fact(fact, all_courses[which], seat, len(found[which].advice.moves), begun)


def _now(now: Now, course: Playout, seat: int, length: int) -> Iterator[str]:
    """Recount what a turn's own moves bring; majorities may depend on hidden counters, others than these don't."""
    referee = Referee.at_turn(position_text(course.start))
    amounts = []
    for move in (*course.moves[:length], ""):
        player, points = referee.table.players[seat + 1], scores(referee.table)[seat + 1]
        amounts.append((points.largest + points.second, points.workers, sum(player.hand.values())))
        if move:
            referee.answer(move)
    changes = tuple(new - old for old, new in zip(amounts[0], amounts[-1], strict=True))
    if changes != (now.groups, now.workers, now.counters):
        yield f"{now}: {changes}"


def _steps(then: Then, courses: Sequence[Seen], seat: int, turn: int, after: int) -> Iterator[str]:
    if then.kind == "sale":
        tile = SPACES[then.tile]
        buyers = [
            each.seat
            for course in courses
            for each in course.done
            if each.what == "get" and each.tile == tile and each.owner == seat
        ]
        if len(buyers) != then.share.hits or (then.seat >= 0 and buyers.count(then.seat) < 0.75 * len(buyers)):
            yield f"sale {then}: {buyers}"
    if then.kind != "steps":
        return
    mine = [
        [each for each in course.done if each.seat == seat and each.turn == turn and each.first >= after]
        for course in courses
    ]
    if after:  # only what comes first after the draw
        mine = [_beginning(done) for done in mine]
    hits = [done for done in mine if all(_does(deed, done) for deed in then.steps)]
    if len(hits) < then.share.hits or then.share.of != len(courses) or 2 * len(hits) < len(courses):
        yield f"steps {then}: {len(hits)} of {len(courses)}"
    if any(deed.kind == "harvest" for deed in then.steps):
        fields = [sum(each.what == "harvest" for each in done) for done in hits]
        if abs(sum(fields) / len(fields) - then.number) > 0.51:
            yield f"harvest {then}: {fields}"


def _beginning(done: list[Done]) -> list[Done]:
    """Return the first thing done, with all fields of a harvest, or a tile got through a worker."""
    if not done:
        return []
    first = done[0]
    if first.what == "harvest":
        rest = next((at for at, each in enumerate(done) if each.what != "harvest"), len(done))
        return done[:rest]
    return done[: 2 if first.worker and len(done) > 1 and done[1].worker == first.worker else 1]


def _does(deed: Deed, done: Sequence[Done]) -> bool:
    tile = SPACES[deed.tile] if deed.tile >= 0 else ""
    if deed.kind == "harvest":
        return any(each.what == "harvest" for each in done)
    if deed.kind == "store":
        return any(each.what == "store" and each.tile == tile for each in done)
    if deed.kind in ("place", "buy", "await", "take"):
        owner = deed.other if deed.kind in ("buy", "await") else -1
        return any(each.what == "get" and each.tile == tile and each.owner == owner for each in done)
    worker, space = WORKER_LETTERS[deed.worker], SPACES[deed.space] if deed.space >= 0 else ""
    works = any(each.what == deed.kind and each.worker == worker and space in ("", each.space) for each in done)
    return works and (
        not tile or any(each.what in ("get", "store") and (each.tile, each.worker) == (tile, worker) for each in done)
    )


def _fact(fact: Fact, courses: Sequence[Seen], me: int, length: int, begun: Sequence[int]) -> Iterator[str]:
    seats = [fact.seat] if fact.seat >= 0 else [each for each in range(len(courses[0].boards)) if each != me]
    if fact.kind in ("tile", "worker", "again"):
        kinds = ("move",) if fact.kind == "again" else ("work", "move")
        hits = 0
        for course in courses:
            if fact.kind == "tile":
                now = [
                    each
                    for each in course.done
                    if each.what == "get" and each.tile == SPACES[fact.what] and each.first < length
                ]
                held = any(SPACES[fact.what] in course.boards[seat] for seat in seats)
            else:
                plays = [
                    each
                    for each in course.done
                    if each.what in kinds and each.seat in seats and each.worker == WORKER_LETTERS[fact.what]
                ]
                now = [each for each in plays if each.first < length]
                held = bool(plays)
            hits += bool(now) if fact.now else held
        if Share(hits, len(courses)).tenths != fact.share.tenths:
            yield f"{fact}: {hits} of {len(courses)}"
        return
    amounts = [
        sum(each.what == "harvest" and each.seat == fact.seat for each in course.done)
        if fact.kind == "harvest"
        else course.points[me].total - points
        if fact.kind in ("gain", "end")
        else _total(fact.kind, course, fact.seat)
        for course, points in zip(courses, begun, strict=False)  # all courses begin, those in common are counted
    ]
    if abs(sum(amounts) / len(amounts) - fact.number) > 0.51:
        yield f"{fact}: {amounts}"


def _total(kind: str, course: Seen, seat: int) -> int:
    points = course.points[seat]
    by_kind = {"workers": points.workers, "groups": points.largest + points.second, "crops": points.crops}
    by_kind |= {"counters": course.held[seat], "ripe": course.ripe[seat], "total": points.total}
    assert kind in (*TOTALS, "total")
    return by_kind[kind]
