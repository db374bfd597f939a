"""A second count of what hints say, by the referee: boards, workers, harvests and sales in replayed courses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import NamedTuple

from keyharvest.advice.courses import Deed
from keyharvest.advice.hints import Choice, rival
from keyharvest.advice.plan import TOTALS, Loss, More, Then
from keyharvest.advice.purposes import Purpose
from keyharvest.record.position import position_text
from keyharvest.rules import State
from keyharvest.rules.components import CROPS, WORKER_LETTERS
from keyharvest.rules.counters import unpack
from keyharvest.rules.geometry import SPACES, spaces_in
from keyharvest.search.search import Playout
from tests.referee.components import NUMBER, TOWNSFOLK, connected_groups
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
    points: int = 0


class Table(NamedTuple):
    """A moment as the referee saw it, by seat."""

    boards: list[set[str]]
    playable: list[set[str]]
    workers: list[set[str]]
    ripe: list[int]
    hands: list[Counter[str]]
    stores: list[set[str]]
    points: list[Score]

    @property
    def held(self) -> list[int]:
        """The number of counters in each hand."""
        return [hand.total() for hand in self.hands]


class Seen(NamedTuple):
    """A course as the referee saw it: what was done, and the table at its start, after its turn and at its end."""

    done: list[Done]
    start: Table
    turned: Table
    end: Table


def seen(referee: Referee) -> Table:
    """Note what lies on the table."""
    players, found = referee.table.players.values(), scores(referee.table)
    return Table(
        [set(player.fields) for player in players],
        [playable(referee, seat) for seat in referee.table.players],
        [set(player.workers) for player in players],
        [len(player.unharvested()) for player in players],
        [Counter(player.hand) for player in players],
        [set(player.store) for player in players],
        [found[seat] for seat in referee.table.players],
    )


def playable(referee: Referee, seat: int) -> set[str]:
    """Return the workers that a player could play as the board is."""
    table = referee.table
    at_hand = {worker for worker in NUMBER if worker not in TOWNSFOLK} | table.town
    return {each for each in at_hand - table.players[seat].workers.keys() if table.legal_spaces(seat, each)}


def most(table: Table, crop: int) -> int:
    """Return the seat that alone has the most counters of a crop, or -1."""
    held = [hand[CROPS[crop]] for hand in table.hands]
    return held.index(max(held)) if held.count(max(held)) == 1 else -1


def worth(board: set[str], tile: str) -> int:
    """Return the points that a tile adds to the groups of a board."""

    def points(fields: set[str]) -> int:
        second, largest = sorted([0, 0, *map(len, connected_groups(fields))])[-2:]
        return largest + 2 * second

    return points(board | {tile}) - points(board)


def replayed(course: Playout, until: int) -> Seen:
    """Replay a course up to the end of a turn."""
    referee, done = Referee.at_turn(position_text(course.start)), list[Done]()
    start = turned = seen(referee)
    through, owners = "", dict[str, int]()
    for at, move in enumerate(course.moves):
        table, asks = referee.table, referee.asks
        if table.turn > until:
            break
        seats, before = table.players, scores(table)
        fields = {seat: dict(player.fields) for seat, player in seats.items()}
        workers = {seat: dict(player.workers) for seat, player in seats.items()}
        stores = {seat: set(player.store) for seat, player in seats.items()}
        owners |= {tile: seat - 1 for seat, store in stores.items() for tile in store}
        turn, event = table.turn, asks.rule.startswith("12")
        if asks.rule == "3.1":
            through = ""
        referee.answer(move)
        if turn == course.start.turn:
            turned = seen(referee)
        who = asks.who
        if who == 0 or event:
            continue
        player, seat, points = seats[who], who - 1, scores(referee.table)[who]
        grown = points.largest + points.second - before[who].largest - before[who].second
        for worker, space in player.workers.items() - workers[who].items():
            moved = asks.rule == "8.1"
            more = 0 if moved else points.workers - before[who].workers
            done.append(Done("move" if moved else "work", seat, turn, at, worker=worker, space=space, points=more))
            through = worker
        for tile in player.fields.keys() - fields[who].keys():
            owner = owners.pop(tile, seat)
            owner = -1 if owner == seat else owner
            done.append(Done("get", seat, turn, at, tile=tile, worker=through, owner=owner, points=grown))
        done += [Done("store", seat, turn, at, tile=tile, worker=through) for tile in player.store.keys() - stores[who]]
        turned_over = [tile for tile, ripe in fields[who].items() if ripe and player.fields.get(tile) is False]
        done += [Done("harvest", seat, turn, at, tile=tile) for tile in turned_over]
    return Seen(done, start, turned, seen(referee))


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
        yield from _purposes(plan.purposes, each, seat)
        for kind, who, mean in plan.totals:
            amounts = [_total(kind, course.end, who) for course in courses]
            if abs(sum(amounts) / number - mean) > 0.051:
                yield f"{kind} of {who}: {mean} for {amounts}"
        other = rival(at, len(found))
        good, bad = sorted((at, other))
        for loss in plan.because.losses:
            yield from _loss(loss, all_courses[good], all_courses[bad], seat, found[bad].after)
        gained = [sum(aim.points for aim in of.plan.purposes) for of in (each, found[other]) if of.plan]
        for which, more in plan.because.more:
            if more.kind == "now" and more.number != (gained[0] - gained[1]) * (1 if which == at else -1):
                yield f"{more}: {gained}"
            yield from _more(more, all_courses[which], all_courses[at + other - which], seat)


def _purposes(told: Sequence[Purpose], choice: Choice, seat: int) -> Iterator[str]:
    """Recount what a turn's own moves gain and cost, step by step; majorities may depend on hidden counters."""
    referee = Referee.at_turn(position_text(choice.advice.courses[0].start))
    at = [0, *(step.until for step in choice.steps), len(choice.moves)]
    tables = [seen(referee)]
    for start, end in pairwise(at):
        for move in choice.moves[start:end]:
            referee.answer(move)
        tables.append(seen(referee))
    changes = [
        new.points[seat].largest + new.points[seat].second - old.points[seat].largest - old.points[seat].second
        for old, new in pairwise(tables)
    ]
    first, last = tables[0], tables[-1]
    counted = [last.points[seat].workers - first.points[seat].workers + sum(changes)]
    counted.append(last.held[seat] - first.held[seat])
    points = sum(each.points for each in told if each.kind not in ("won", "won from", "lost", "lost to"))
    if [points, sum(each.number for each in told if each.kind == "counters")] != counted:
        yield f"{told}: {counted}"
    for each in told:
        (tile, *_others) = [SPACES[space] for space in spaces_in(each.tiles)] or [""]
        if (
            each.kind in ("largest", "second", "one", "new", "adds", "grow", "cost", "same")
            and each.points != changes[each.step - 1]
        ):
            yield f"{each}: {changes}"
        if each.kind in ("largest", "second"):
            groups = connected_groups(tables[each.step].boards[seat])
            (joined,) = (group for group in groups if tile in group)
            if len(joined) != len(groups[0 if each.kind == "largest" else 1]):
                yield f"{each}: {groups}"
        if each.kind in ("denies", "wanted") and worth(tables[each.step - 1].boards[each.other], tile) != each.number:
            yield f"{each}: not its worth"
        if each.kind in ("one", "new"):
            (joined,) = (group for group in connected_groups(tables[each.step].boards[seat]) if tile in group)
            if len(joined) != each.number:
                yield f"{each}: {joined}"
        if each.kind == "with" and worth(last.boards[seat] | {tile}, SPACES[each.space]) != each.number:
            yield f"{each}: not its worth"
        if each.kind in ("won", "won from", "lost", "lost to", "sure", "over", "gains", "loses"):
            whose = each.other if each.kind in ("gains", "loses") else seat
            had, has = (most(table, each.number) == whose for table in (first, last))
            if (each.kind not in ("sure", "over") and had == has) or has != (
                each.kind in ("won", "won from", "sure", "gains")
            ):
                yield f"{each}: {had} and {has}"
            if each.kind == "lost to" and most(last, each.number) != each.other:
                yield f"{each}: to another"
            if each.kind == "won from" and most(first, each.number) != each.other:
                yield f"{each}: from another"
        if each.kind in ("first", "to come"):
            yield from _use(each, referee, seat, tile)
        if each.kind == "bid":
            yield from _lower(each, referee, seat, tile)
        if each.kind == "pays":
            yield from _payment(each, choice, tables, seat)
        if each.kind in ("next", "stored", "unsold") and worth(last.boards[seat], tile) != each.number:
            yield f"{each}: not its worth"


def _use(told: Purpose, referee: Referee, seat: int, tile: str) -> Iterator[str]:
    """Recount the workers and tiles that would have no use without a tile, at the end of a turn."""
    table, player = referee.table, referee.table.players[seat + 1]
    to_come, placed = table.bag | table.registry, tile in player.fields
    player.fields[tile] = True
    able, scoring = playable(referee, seat + 1), sum(worth({*player.fields}, each) > 0 for each in to_come)
    player.fields.pop(tile)
    gained = able - playable(referee, seat + 1)
    scoring -= sum(worth({*player.fields}, each) > 0 for each in to_come)
    if placed:
        player.fields[tile] = True
    numbers = {NUMBER[each] for each in gained}
    if told.kind == "first" and (WORKER_LETTERS[told.worker] not in gained or max(numbers) != told.number):
        yield f"{told}: {gained}"
    if told.kind == "to come" and scoring != told.number:
        yield f"{told}: {scoring}"


def _lower(told: Purpose, referee: Referee, seat: int, tile: str) -> Iterator[str]:
    """Check that a bid is too high for all others, and that a lower one may not be for the one named."""
    players = referee.table.players
    bid = {crop: number for crop, number in players[seat + 1].store[tile].items() if number}
    could = {
        each: Counter(player.hand) + Counter(referee.table.layout.crops[ref] for ref in player.unharvested())
        for each, player in players.items()
    }
    if any(all(could[each][crop] >= n for crop, n in bid.items()) for each in players if each != seat + 1):
        yield f"{told}: {bid} can be matched"
    if sum(bid.values()) < 2:
        yield f"{told}: there is no lower bid"


def _payment(told: Purpose, choice: Choice, tables: Sequence[Table], seat: int) -> Iterator[str]:
    """Count whether tiles could be paid for without the counters that a step brings."""
    bought_for = [each.brief for each in choice.steps if each.brief.kind == "buy"]
    prices = {SPACES[tile]: each.goods for each in bought_for for tile in spaces_in(each.tiles)}
    for tile in (SPACES[space] for space in spaces_in(told.tiles)):
        bought = next(at for at, table in enumerate(tables) if tile in table.boards[seat])
        got = tables[told.step].hands[seat].copy()
        got.subtract(tables[told.step - 1].hands[seat])
        held = tables[bought - 1].hands[seat].copy()
        held.subtract(+got)
        price = dict(zip(CROPS, unpack(prices[tile]), strict=True))
        if all(held[crop] >= number for crop, number in price.items() if number):
            yield f"{told}: {tile} can be paid for"


def _loss(loss: Loss, good: Sequence[Seen], bad: Sequence[Seen], me: int, after: State) -> Iterator[str]:
    """Recount how often others get a tile or play a worker, or the seat itself, after each of two turns."""
    seats = [loss.seat] if loss.seat >= 0 else [each for each in range(after.players) if each != me]

    def hits(courses: Sequence[Seen]) -> int:
        if loss.kind == "tile":
            return sum(any(SPACES[loss.what] in course.end.boards[seat] for seat in seats) for course in courses)
        letter = WORKER_LETTERS[loss.what]
        return sum(
            any(each.what in ("work", "move") and each.seat in seats and each.worker == letter for each in course.done)
            for course in courses
        )

    less, more = (hits(bad), hits(good)) if loss.seat == me else (hits(good), hits(bad))
    if hits(bad) != round(loss.share * len(bad)) or more - less < 0.3 * len(good) or 2 * more < len(good):
        yield f"{loss}: {less} and {more}"
    if loss.points:
        board = {SPACES[tile] for tile in spaces_in(after.fields[loss.seat])}
        if worth(board, SPACES[loss.what]) != loss.points:
            yield f"{loss}: not its worth"


def _more(more: More, mine: Sequence[Seen], theirs: Sequence[Seen], seat: int) -> Iterator[str]:
    """Recount what a turn has more of than another."""
    if more.kind in ("now", "later", "next"):
        return
    if more.kind == "kept":
        letter = WORKER_LETTERS[more.worker]
        if (
            more.number != NUMBER[letter]
            or any(letter in course.turned.workers[seat] for course in mine)
            or not all(letter in course.turned.workers[seat] for course in theirs)
        ):
            yield f"{more}: not kept"
        return

    if more.kind in ("tile", "stored"):
        tile = SPACES[more.tile]
        places = [
            [(course.turned.boards if more.kind == "tile" else course.turned.stores)[seat] for course in each]
            for each in (mine, theirs)
        ]
        if not all(tile in place for place in places[0]) or any(tile in place for place in places[1]):
            yield f"{more}: not so"
        return

    def amount(course: Seen) -> int:
        if more.kind == "less":
            return -course.end.points[more.seat].total
        if more.kind == "worker":
            return max((NUMBER[each] for each in course.turned.playable[seat]), default=0)
        if more.kind in ("counters", "ripe"):
            return _total(more.kind, course.turned, seat)
        return course.end.points[seat].total - course.start.points[seat].total

    apart = [amount(one) - amount(other) for one, other in zip(mine, theirs, strict=True)]
    if abs(sum(apart) / len(apart) - more.number) > 0.51 or (more.exact and len({*apart}) > 1):
        yield f"{more}: {apart}"


def _steps(then: Then, courses: Sequence[Seen], seat: int, turn: int, after: int) -> Iterator[str]:
    if then.kind == "sale":
        tile = SPACES[then.tile]
        buyers = [
            each.seat
            for course in courses
            for each in course.done
            if each.what == "get" and each.tile == tile and each.owner == seat
        ]
        if len(buyers) != round(then.share * len(courses)) or (
            then.seat >= 0 and buyers.count(then.seat) < 0.75 * len(buyers)
        ):
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
    if len(hits) < round(then.share * len(courses)) or 2 * len(hits) < len(courses):
        yield f"steps {then}: {len(hits)} of {len(courses)}"
    gained = [sum(_gained(deed, done) for deed in then.steps) for done in hits]
    if then.points and (
        abs(sum(gained) / len(gained) - then.points) > 0.51
        or (then.exact and gained.count(then.points) < round(then.share * len(courses)))
    ):
        yield f"points {then}: {gained}"
    if any(deed.kind == "harvest" for deed in then.steps):
        fields = [sum(each.what == "harvest" for each in done) for done in hits]
        if then.number > sum(fields) / len(fields) + 0.51:
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


def _gained(deed: Deed, done: Sequence[Done]) -> int:
    """Return the points of a deed, with those of the tile that is got at once through its worker."""
    points = 0
    for each, following in zip_longest(done, done[1:]):
        if deed.worker >= 0:
            there = deed.space < 0 or each.space == SPACES[deed.space]
            if there and (each.what, each.worker) == (deed.kind, WORKER_LETTERS[deed.worker]):
                through = following and (following.what, following.worker) == ("get", each.worker)
                points += each.points + (following.points if through else 0)
        elif each.what == "get" and deed.tile >= 0 and each.tile == SPACES[deed.tile] and deed.kind != "store":
            points += each.points
    return points


def _does(deed: Deed, done: Sequence[Done]) -> bool:
    tile = SPACES[deed.tile] if deed.tile >= 0 else ""
    if deed.kind == "harvest":
        return any(each.what == "harvest" for each in done)
    if deed.kind == "store":
        return any(each.what == "store" and each.tile == tile for each in done)
    if deed.kind in ("place", "buy", "await", "take"):
        owner = deed.other if deed.kind in ("buy", "await") else -1
        return any((each.what, each.tile, each.owner, each.worker) == ("get", tile, owner, "") for each in done)
    worker, space = WORKER_LETTERS[deed.worker], SPACES[deed.space] if deed.space >= 0 else ""
    works = any(each.what == deed.kind and each.worker == worker and space in ("", each.space) for each in done)
    return works and (
        not tile or any(each.what in ("get", "store") and (each.tile, each.worker) == (tile, worker) for each in done)
    )


def _total(kind: str, table: Table, seat: int) -> int:
    points = table.points[seat]
    by_kind = {"workers": points.workers, "groups": points.largest + points.second, "crops": points.crops}
    by_kind |= {"counters": table.held[seat], "ripe": table.ripe[seat], "total": points.total}
    assert kind in (*TOTALS, "total")
    return by_kind[kind]
