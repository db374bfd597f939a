"""Count every effect of a turn that a hint shows or compares a second time by other means."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

import pytest

from keyharvest.advice import hints
from keyharvest.advice.advice import Advice
from keyharvest.advice.reasons import Reason, counterpart, reasons, shown
from keyharvest.advice.wording import label
from keyharvest.game import Game
from keyharvest.knowledge import Observation, observe
from keyharvest.players import make_player
from keyharvest.rules import State, actor, counters, legal, play
from keyharvest.rules.components import WORKERS
from keyharvest.rules.frames import Displaced
from keyharvest.rules.geometry import INDEX, SPACES, names
from keyharvest.rules.layout import FORMER
from tests.referee.components import NEIGHBOURS, connected_groups
from tests.rules.builders import position

NAMES = ("Robin", "Ada", "Bruno", "Clara")


def some_turn(state: State, pick: Random) -> tuple[str, ...]:
    """Return random moves of the seat to decide, up to a draw, another seat's question or the end of its turn."""
    seat = actor(state)
    moves: list[str] = []
    while state.stack and actor(state) == seat and (not moves or moves[-1] != "end"):
        moves.append(pick.choice(legal(state)))
        state = play(state, moves[-1])
    return tuple(moves)


# A second count, by the second implementation of the rules


def sizes(fields: int) -> list[int]:
    """Return the sizes of the groups of some fields, largest first; at least two."""
    found = sorted((len(group) for group in connected_groups(names(fields))), reverse=True)
    return [*found, 0, 0]


def group_points(fields: int) -> int:
    largest, second, *_ = sizes(fields)
    return largest + 2 * second


def worker_points(state: State, seat: int) -> int:
    return sum(WORKERS[worker].number for worker, _space in state.posts[seat])


def unseen(observation: Observation, crop: int) -> list[int]:
    """Return how many unseen counters of a crop each hand may contain: the stock is open (14.3)."""
    view = observation.view
    seen = [view.stock, *view.hands, *(bid for store in view.stores for _, bid in store)]
    number = 12 - sum(counters.unpack(each)[crop] for each in seen)
    return [min(number, each) for each in observation.unknown]


def sure_crops(observation: Observation, state: State, seat: int) -> int:
    """Return in how many crops a seat has a sole majority, whatever the crops of the unseen counters."""
    found = 0
    for crop in range(5):
        held = [counters.unpack(hand)[crop] for hand in state.hands]
        ways = product(*([0, number] for number in unseen(observation, crop)))
        sums = ([known + more for known, more in zip(held, way, strict=True)] for way in ways)
        found += all(all(each[seat] > each[other] for other in range(len(each)) if other != seat) for each in sums)
    return found


def turns_to_come(state: State, seat: int) -> int:
    """Return how many turns a seat has after the present one; many while no end is in sight."""
    if state.left < 0:
        return 99
    return sum((state.seat + turn - seat) % state.players == 0 for turn in range(1, state.left + 1))


def moves_on(state: State, seat: int, tile: str) -> int:
    """Return the worker on a tile's space that has another space once the tile is there (rules 5.2, 8.1), or -1."""
    posts = {SPACES[space]: worker for worker, space in state.posts[seat]}
    worker = posts.pop(tile, -1)
    fields = {*names(state.fields[seat]), tile}
    for space in set(SPACES) - fields:
        number = WORKERS[worker].number
        lesser = space not in posts or WORKERS[posts[space]].number < number
        apart = not (posts.keys() & set(NEIGHBOURS[space]))
        if worker >= 0 and lesser and apart and len(fields.intersection(NEIGHBOURS[space])) >= number:
            return worker
    return -1


def adds(state: State, seat: int, *tiles: int) -> int:
    """Return the points that tiles would add to a seat's groups."""
    fields = state.fields[seat]
    return group_points(fields | sum(1 << tile for tile in tiles)) - group_points(fields)


def held(observation: Observation, state: State, seat: int) -> int:
    return sum(counters.unpack(state.hands[seat])) + observation.unknown[seat]


def pays(observation: Observation, state: State, seat: int, bid: int) -> bool | None:
    """Whether a seat can match a bid; ``None`` if that depends on unseen counters."""
    lacking = [
        max(0, want - have) for want, have in zip(counters.unpack(bid), counters.unpack(state.hands[seat]), strict=True)
    ]
    if not any(lacking):
        return True
    there = all(number <= unseen(observation, crop)[seat] for crop, number in enumerate(lacking))
    return None if there and sum(lacking) <= observation.unknown[seat] else False


def count(kind: str, observation: Observation, state: State, seat: int) -> int:
    """Return how many of a kind a seat has."""
    largest, second, *_ = sizes(state.fields[seat])
    amounts = {
        "groups": largest + 2 * second,
        "workers": worker_points(state, seat),
        "crops": sure_crops(observation, state, seat),
        "counters": held(observation, state, seat),
        "their counters": held(observation, state, seat),
        "ripe": len(names(state.ripe[seat])),
        "their points": largest + 2 * second + worker_points(state, seat) + sure_crops(observation, state, seat),
    }
    return amounts[kind]


def check(reason: Reason, observation: Observation, after: State) -> None:
    """Check that what a reason counts is true."""
    view, seat = observation.view, observation.seat
    tile = SPACES[reason.tile]
    if reason.kind in ("points", "their points"):
        assert reason.parts or not reason.change
        whose = seat if reason.kind == "points" else reason.seat
        for kind, change in reason.parts:
            assert change == count(kind, observation, after, whose) - count(kind, observation, view, whose) != 0
        assert reason.change == reason.new - reason.old == sum(change for _kind, change in reason.parts)
    elif reason.kind == "free":
        asked = {frame.worker for frame in after.stack if isinstance(frame, Displaced)}
        gone = {worker for worker, _ in view.posts[seat]} - {worker for worker, _ in after.posts[seat]} - asked
        assert reason.change == sum(WORKERS[worker].letter < "G" for worker in gone)
        assert reason.worker in gone or not reason.change
    elif reason.kind == "store":
        stored = [each for each, _bid in after.stores[seat]]
        assert reason.change == (adds(after, seat, *stored) if turns_to_come(after, seat) else 0)
    elif reason.kind == "stored":
        assert tile in {SPACES[each] for each, _bid in after.stores[seat]}
        assert tile not in {SPACES[each] for each, _bid in view.stores[seat]}
        assert reason.change == (adds(after, seat, reason.tile) if turns_to_come(after, seat) else 0)
        assert reason.worker == moves_on(after, seat, tile)
    elif reason.tile >= 0:
        other = reason.seat
        assert reason.change == adds(after, other, reason.tile) > 0
        assert turns_to_come(after, other)
        bids = {SPACES[each]: bid for store in after.stores for each, bid in store}
        if reason.kind == "kept":
            assert tile in names(after.fields[seat])
            assert tile not in names(view.fields[seat])
            owner = view.store_of(reason.tile)
            could = owner == other or pays(observation, view, other, view.bid_of(reason.tile))
            assert turns_to_come(view, other) > 1 if tile in names(view.registry) else could
        else:
            assert tile in {SPACES[each] for each, _bid in after.stores[seat]}
            bid = list(counters.unpack(bids[tile]))
            if reason.kind == "can't match":  # not even after a harvest whose counters are all in the stock (rule 4.3)
                for name in names(after.ripe[other]):
                    bid[after.layout.crops[INDEX[name]]] -= 1
                    assert counters.unpack(after.stock)[after.layout.crops[INDEX[name]]]
            whole = counters.pack([max(0, number) for number in bid])
            assert pays(observation, after, other, whole) is (reason.kind == "can buy")
    else:
        about = reason.seat if reason.seat >= 0 else seat
        old, new = (count(reason.kind, observation, state, about) for state in (view, after))
        assert (reason.old, reason.new, reason.change) == (old, new, new - old), reason
    against = reason.kind in ("their points", "their counters", "can buy")
    assert reason.weight * (-reason.change if against else reason.change) >= 0
    # The only changes without weight are those that are counted in another reason, too.
    if reason.change and not reason.weight:
        assert reason.kind == "store"
    if reason.kind == "their counters" and reason.parts:
        sold = [bid for tile, bid in view.stores[reason.seat] if tile not in dict(after.stores[reason.seat])]
        back = sum(sum(counters.unpack(bid)) for bid in sold)
        assert dict(reason.parts) == {"paid": reason.change - back, "bid": back}
    if reason.kind == "counters":
        hands = [counters.unpack(state.hands[seat]) for state in (view, after)]
        changed = [crop for crop in range(5) if hands[0][crop] != hands[1][crop]]
        assert changed == [reason.crop] if reason.crop >= 0 else len(changed) != 1


def check_nothing_missing(found: Sequence[Reason], observation: Observation, after: State) -> None:
    """Check that the reasons name all changed points, each tile stored, and what those taken were worth to others."""
    view, seat = observation.view, observation.seat
    told = sum(reason.change for reason in found if reason.kind == "points")
    kinds = ("groups", "workers", "crops")
    assert told == sum(count(kind, observation, after, seat) - count(kind, observation, view, seat) for kind in kinds)
    had, has = ({SPACES[each] for each, _ in state.stores[seat]} for state in (view, after))
    assert {SPACES[reason.tile] for reason in found if reason.kind == "stored"} == has - had
    for other in set(range(view.players)) - {seat}:
        more = count("their points", observation, after, other) - count("their points", observation, view, other)
        assert more == sum(reason.change for reason in found if (reason.kind, reason.seat) == ("their points", other))
        for tile in names(view.registry & after.fields[seat]):
            kept = adds(after, other, INDEX[tile]) > 0 and turns_to_come(view, other) > 1
            assert kept == any((reason.kind, reason.seat) == ("kept", other) for reason in found)


@pytest.mark.slow
def test_every_reason_of_any_turn_is_what_a_second_count_finds() -> None:
    """Random turns and answers, in games of every size and from the first turn to the last."""
    kinds_of_all = {"points", "counters", "ripe", "free", "stored"}
    kinds_of_all |= {"their points", "their counters", "kept", "can buy", "can't match"}
    met: set[str] = set()
    nothing = Reason("", 0, 0.0)
    for seed in range(20):
        if seed >= 3 and met == kinds_of_all:
            break
        pick, players = Random(seed), 2 + seed % 3
        game, others = Game.new(players, FORMER, "random", seed), make_player("greedy", seed)
        while not game.over:
            observation = game.observation(game.actor)
            if game.state.turn and pick.random() < 0.25:
                turns = [Advice(some_turn(observation.view, pick), 0.0, 0.0, 0.0, 0.5) for _ in range(2)]
                pair = hints.described(observation, turns, NAMES[:players])
                for told, rival in (pair, pair[::-1]):
                    found = reasons(observation, told.after)
                    counted = [reason for reason in found if reason.weight or reason.parts or reason.tile >= 0]
                    met.update(reason.kind for reason in counted)
                    for reason in found:
                        check(reason, observation, told.after)
                    check_nothing_missing(found, observation, told.after)
                    assert tuple(each for each in told.effects if each.kind != "rest") == found
                    assert all(label(reason, NAMES) for reason in counted)
                    assert len(told.reasons) <= 4
                    # Each speaks for the turn by as much as it counts more than in the other one.
                    for each in told.reasons:
                        own, theirs = (counterpart(each, of) or nothing for of in (told.effects, rival.effects))
                        assert each.weight == pytest.approx(own.weight - theirs.weight, abs=1e-3) != 0
                        assert each.more == pytest.approx(own.change - theirs.change) != 0
                    weights = [each.weight for each in told.reasons]
                    assert weights == sorted(weights, reverse=True)
                    check_home(told.home, observation.view, told.after, observation.seat)
                check_rows(hints.compared(*pair), *pair)
            game.play(others.choose(observation))
    assert met == kinds_of_all


def check_rows(rows: Sequence[hints.Row], one: hints.Choice, other: hints.Choice) -> None:
    """Check that two turns are compared by the same effects, and that the better is marked: the one with more, or with
    less of what others get.
    """
    for row in rows[:-2]:
        both = [{(each.kind, each.seat): each for each in told.effects}[row.kind, row.seat] for told in (one, other)]
        amounts = row.kind in ("counters", "ripe")
        assert list(row.values) == [each.new if amounts else each.change for each in both]
        best = min(row.values) if row.kind.startswith("their") else max(row.values)
        assert row.better == (-1 if len(set(row.values)) == 1 else row.values.index(best))
    assert [row.kind for row in rows[-2:]] == ["lead", "chance"]


def reason(kind: str, weight: float, seat: int = -1, tile: int = -1) -> Reason:
    return Reason(kind, 1 if weight > 0 else -1, weight, seat=seat, tile=tile)


def check_home(home: Sequence[tuple[int, int]], view: State, after: State, seat: int) -> None:
    """Check that every worker that leaves the board for good is named with its space (rules 5.3, 5.6, 8.1)."""
    asked = {frame.worker for frame in after.stack if isinstance(frame, Displaced)}
    left = {worker for worker, _space in view.posts[seat]} - {worker for worker, _space in after.posts[seat]} - asked
    assert dict(home) == {worker: space for worker, space in view.posts[seat] if worker in left}


def test_what_speaks_most_for_the_turn_comes_first_and_what_speaks_against_it_last() -> None:
    def chosen(
        found: Sequence[Reason], rival: Sequence[Reason] = (), number: int = 4, gap: float = 0.0
    ) -> tuple[Reason, ...]:
        return tuple(each._replace(more=0.0) for each in shown(found, rival, number, gap))

    points = reason("points", 0.2)
    more = [reason("counters", 2.0), reason("ripe", 1.5), reason("free", 0.9), reason("stored", 0.8, tile=5)]
    # Points are always shown, others in the order of their size: points in store as many as they are.
    assert chosen([*more, points]) == (*more[:2], more[3], points)
    # What the other turn also brings is no reason; what it has more of, or alone, speaks against this one.
    assert chosen([*more, points], rival=more[:2]) == (*more[2:], points)
    against = more[0]._replace(weight=-3.0)
    twice = more[0]._replace(change=2, weight=5.0)
    assert chosen([*more, points], rival=[twice]) == (more[1], more[3], points, against)
    assert chosen([], rival=more[3:]) == (more[3]._replace(change=0, weight=-0.8),)
    theirs = reason("their counters", -0.7, seat=1)
    assert chosen([*more[:2], theirs], rival=[theirs]) == tuple(more[:2])
    # Each opponent has one reason: points rather than counters, unless only these differ.
    points1 = reason("their points", -1.0, seat=1)
    assert chosen([theirs, points1]) == (points1,)
    assert chosen([theirs, points1], rival=[points1]) == (theirs,)
    assert chosen([Reason("stored", 0, 0.0, tile=5)]) == ()
    # Later turns come before others if their points are as many as those between the turns; else if there is room.
    rest = reason("rest", 0.5)
    assert [rest in chosen([*more, points, rest, theirs], (), 2, gap) for gap in (1.0, 1.1)] == [True, False]
    # Of a tile kept from several, one is enough, but each stored tile has its own use.
    kept = [reason("kept", 2.0, seat=1, tile=tile) for tile in (3, 4)]
    stored = [reason("stored", 1.0, tile=tile) for tile in (5, 6)]
    assert chosen([*kept, *stored]) == (kept[0], *stored)


def test_a_stored_tile_names_the_worker_that_may_act_again() -> None:
    """Rule 8.1: D6 will displace the apprentice, who then has another space; A1 displaces nobody."""
    state = position(board1="C4 C5", board2="G1 G7", workers1="A@D6", hand1="h2", registry="D6 A1", bag="B1 B2 B3")
    for tile, said in (
        ("D6", "once placed; the apprentice may act again"),
        ("A1", "once placed"),
    ):
        found = reasons(observe(state, 0), play(play(state, f"d:{tile}"), "hops"))
        (stored,) = (reason for reason in found if reason.kind == "stored")
        assert label(stored, NAMES) == ("Points in store", said)


def test_a_majority_that_is_lost_is_counted_among_the_points() -> None:
    """Rule 13.2: the only wheat held by anyone is paid for a field that adds two points."""
    state = position(board1="C4- C5- G1-", board2="A1-", hand1="w1", hand2="v1", store2="G2:w1", registry="", bag="B1")
    (turn,) = hints.described(observe(state, 0), [Advice(("c:G2", "end"), 0.0, 0.0, 0.0, 0.5)], NAMES[:2])
    (points,) = (reason for reason in turn.reasons if reason.kind == "points")
    assert points.change == 1
    assert label(points, NAMES) == ("Points this turn", "groups +2, majorities −1")


def test_a_turn_that_changes_nothing_has_no_reason() -> None:
    game = Game.new(2, start="random", seed=3)
    observation = game.observation(game.actor)
    found = reasons(observation, play(observation.view, "end"))
    assert shown(found) == ()
    assert {reason.kind for reason in found} >= {"points", "counters", "their counters"}
