"""What hints tell of turns and answers at random is counted a second time, by other means."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import reduce
from itertools import combinations, combinations_with_replacement, product
from random import Random

from keyharvest.advice import hints
from keyharvest.advice.advice import Advice
from keyharvest.advice.contrast import Contrast
from keyharvest.advice.demand import reach, without
from keyharvest.advice.effect import POINTS, STANDING, Effect
from keyharvest.advice.effects import effects
from keyharvest.game import Game
from keyharvest.knowledge import Observation
from keyharvest.players import make_player
from keyharvest.rules import State, actor, counters, legal, play
from keyharvest.rules.components import CROPS, WORKERS
from keyharvest.rules.frames import Displaced, TakeCounters
from keyharvest.rules.geometry import INDEX, SPACES, names
from keyharvest.rules.layout import FORMER
from keyharvest.rules.turn import HARVEST, Turn
from keyharvest.words.terms import CROP_NAMES, goods, signed
from tests.referee.components import NEIGHBOURS, connected_groups

NAMES = ("Robin", "Ada", "Bruno", "Clara")


def some_turn(state: State, pick: Random) -> tuple[str, ...]:
    """Any moves of the seat that is to decide, up to a draw, to another's question or to the end of its turn."""
    seat = actor(state)
    moves: list[str] = []
    while state.stack and actor(state) == seat and (not moves or moves[-1] != "end"):
        moves.append(pick.choice(legal(state)))
        state = play(state, moves[-1])
    return tuple(moves)


def points_of(state: State, seat: int) -> tuple[int, int]:
    """The points of groups and of workers, by the second implementation of the rules."""
    sizes = sorted((len(group) for group in connected_groups(names(state.fields[seat]))), reverse=True)
    return sum(sizes[:1]) + 2 * sum(sizes[1:2]), sum(WORKERS[worker].number for worker, _space in state.posts[seat])


def with_field(state: State, seat: int, tile: str) -> State:
    state = state.copy()
    state.fields = tuple(fields | (1 << INDEX[tile] if at == seat else 0) for at, fields in enumerate(state.fields))
    return state


def unseen(observation: Observation, crop: int) -> list[int]:
    """How many of the counters that lie nowhere in sight may be of a crop, in each hand: the stock is open (14.3)."""
    view = observation.view
    seen = [view.stock, *view.hands, *(bid for store in view.stores for _, bid in store)]
    number = 12 - sum(counters.unpack(each)[crop] for each in seen)
    return [min(number, each) for each in observation.unknown]


def lead(states: Sequence[State], unknown: Sequence[int], crop: int, seat: int) -> list[bool | None]:
    """Whether a seat alone has most of a crop in these states: of all ways in which unseen counters could be of it."""
    found: list[bool | None] = []
    for state in states:
        held = [counters.unpack(hand)[crop] for hand in state.hands]
        ways = set()
        for more in product(*([0, unseen] for unseen in unknown)):
            sums = [known + unseen for known, unseen in zip(held, more, strict=True)]
            ways.add(all(sums[seat] > sums[other] for other in range(len(sums)) if other != seat))
        found.append(ways.pop() if len(ways) == 1 else None)
    return found


def leads(observation: Observation, after: State) -> dict[tuple[int, str], int]:
    """Who surely comes to have most of which crop alone, +1, or surely no longer has, −1."""
    found = {}
    for crop, name in enumerate(CROP_NAMES):
        for seat in range(after.players):
            was, now = lead((observation.view, after), unseen(observation, crop), crop, seat)
            if None not in (was, now) and was != now:
                found[seat, name] = 1 if now else -1
    return found


def wanted(observation: Observation, tile: str) -> dict[int, int]:
    """What a tile of the registry or of a store would bring those who could have it before the game ends."""
    view, at = observation.view, INDEX[tile]
    owner = view.store_of(at)
    found = {}
    for seat in range(view.players):
        to_come = len([turn for turn in range(1, view.left + 1) if (view.seat + turn - seat) % view.players == 0])
        enough = view.left < 0 or to_come >= (2 if view.registry >> at & 1 else 1)
        pays = owner in (-1, seat) or pays_after_a_harvest(view, seat, view.bid_of(at))
        if seat != observation.seat and enough and pays:
            found[seat] = brings(view, seat, tile)
    return found


def pays_after_a_harvest(view: State, seat: int, price: int) -> bool:
    """Whether a seat has the counters of a price, at once or after the harvest of a group, as the engine plays it."""
    ends = [view]
    ripe = set(names(view.ripe[seat]))
    for group in connected_groups(names(view.fields[seat])):
        if chosen := sorted(ripe.intersection(group)):
            state = view.copy()
            state.seat, state.stack = seat, (Turn(seat),)
            for move in (f"a:{chosen[0]}", *chosen[1:]):
                state = play(state, move)
            ends.append(state if isinstance(state.stack[-1], Turn | TakeCounters) else play(state, "done"))
    while ends:
        state = ends.pop()
        if counters.covers(state.hands[seat], price):
            return True
        if state is not view and isinstance(state.stack[-1], TakeCounters):
            ends += [play(state, crop) for crop in legal(state)]
    return False


def tiles_of(told: hints.Told) -> list[str]:
    return [tile for step in told.steps for tile in names(step.told.tiles)]


def brings(state: State, seat: int, tile: str) -> int:
    """The points that a tile brings a seat at best beyond those of its own store."""
    return bring(state, seat, {tile})


def brings_alone(state: State, seat: int, tile: str) -> int:
    """The points that a tile brings a seat by itself."""
    return points_of(with_field(state, seat, tile), seat)[0] - points_of(state, seat)[0]


def bring(state: State, seat: int, tiles: set[str]) -> int:
    """The same for several tiles together."""
    own = {SPACES[tile] for tile, _bid in state.stores[seat]} - tiles
    most = []
    for more in (set(), tiles):
        ways = [more.union(some) for size in range(len(own) + 1) for some in combinations(own, size)]
        ends = [reduce(lambda s, tile: with_field(s, seat, tile), way, state) for way in ways]
        most.append(max(points_of(end, seat)[0] for end in ends))
    return most[1] - most[0]


def hurts(observation: Observation, after: State, tile: str, other: int) -> bool:
    """Whether one would have gained most by a tile that is gone, and has neither a way to it nor another as good."""
    worth, at = wanted(observation, tile), INDEX[tile]
    most = max(worth.values(), default=0)
    if most <= 0 or worth.get(other) != most:
        return False
    if not observation.view.registry >> at & 1:
        return True
    left = [brings(after, other, each) for each in names(observation.view.registry & after.registry)]
    to_come = after.left < 0 or after.left >= ((other - after.seat) % after.players or after.players)
    if after.store_of(at) == observation.seat and to_come and enough(observation, after, other, at):
        return False
    return max(left, default=0) < most


def enough(observation: Observation, after: State, other: int, tile: int) -> bool:
    """Whether somebody may have as many counters as the bid for a tile, of any crops, after a harvest at most."""
    ripe = set(names(after.ripe[other]))
    harvests = [len(ripe.intersection(group)) for group in connected_groups(names(after.fields[other]))]
    held = sum(counters.unpack(after.hands[other])) + observation.unknown[other] + max(harvests, default=0)
    return held >= sum(counters.unpack(after.bid_of(tile)))


def missed(observation: Observation, after: State) -> dict[int, set[str]]:
    """The tiles out of reach by a turn that others wanted, by whom they would have brought most."""
    before, seat = observation.view, observation.seat
    found: dict[int, set[str]] = {}
    for tile, at in INDEX.items():
        was = before.registry >> at & 1 or before.store_of(at) not in (-1, seat)
        gone = not after.registry >> at & 1 and after.store_of(at) in (-1, seat)
        for other in range(before.players) if was and gone else ():
            if hurts(observation, after, tile, other):
                found.setdefault(other, set()).add(tile)
    return found


def may_buy(observation: Observation, after: State, other: int, tile: int) -> bool:
    """Whether somebody who has a turn to come may hold all counters of the bid for a tile."""
    pairs_ = zip(counters.unpack(after.bid_of(tile)), counters.unpack(after.hands[other]), strict=True)
    lacking = [max(0, asked - held) for asked, held in pairs_]
    if any(number > unseen(observation, crop)[other] for crop, number in enumerate(lacking)):
        return False
    missing = sum(lacking)
    first = (other - after.seat) % after.players or after.players
    return missing <= observation.unknown[other] and (after.left < 0 or after.left >= first)


def who(text: str, players: Sequence[str], seat: int) -> int:
    """Whose points or counters a text tells of."""
    return next((at for at, name in enumerate(players) if f" for {name}" in text), seat)


def asked_about(after: State, farm: int) -> int:
    """The points of displaced workers of which somebody is still to be asked where they go (rule 8.1)."""
    return sum(
        WORKERS[frame.worker].number for frame in after.stack if isinstance(frame, Displaced) and frame.seat == farm
    )


def must_place(after: State) -> bool:
    """Whether a field tile is to be drawn that comes to the board of who draws it (rules 12 M, 12 Q)."""
    top = after.stack[-1] if after.stack else None
    return type(top).__name__ == "FieldDraw" and getattr(top, "source", "") in ("M", "Q")


def number(text: str) -> int:
    return int(text.split()[0].replace("−", "-"))


def check(effect: Effect, observation: Observation, after: State, players: Sequence[str]) -> None:
    """Count again what an effect says, from its words alone."""
    before, seat, text = observation.view, observation.seat, effect.text
    head, _colon, rest = text.partition(": ")
    tile = text[:2]
    farm = who(head, players, seat)
    match effect.kind:
        case "groups" | "workers":
            at = effect.kind == "workers"
            still_asked = asked_about(after, farm) if at else 0
            assert number(head) == points_of(after, farm)[at] - points_of(before, farm)[at] + still_asked
        case "counters" | "others' counters":
            totals = [sum(counters.unpack(state.hands[farm])) + observation.unknown[farm] for state in (before, after)]
            assert (farm == seat) is (effect.kind == "counters")
            assert number(head) == totals[1] - totals[0]
            assert rest.startswith(f"{totals[0]} to {totals[1]}")
            comes_back = any(held not in after.stores[farm] for held in before.stores[farm])
            assert ("bid that comes back" in head) <= comes_back
        case "ripe":
            assert rest == f"{before.ripe[seat].bit_count()} to {after.ripe[seat].bit_count() + must_place(after)}."
        case "fields" | "as before":
            assert not must_place(after)
            sizes = [state.fields[seat].bit_count() for state in (before, after)]
            assert points_of(after, seat)[0] == points_of(before, seat)[0]
            assert effect.kind == "as before" or rest == f"{sizes[0]} to {sizes[1]}."
            assert ("as before" in text) is (effect.kind == "as before") is (sizes[0] == sizes[1])
        case "drawn":
            gains = [brings_alone(after, seat, each) for each in names(after.bag)]
            if not must_place(after):
                assert getattr(after.stack[-1], "source", "") == "K"
                gains = [max(0, each) for each in gains]
            assert text.split("groups ")[1].startswith(signed(sum(gains) / len(gains), 1))
        case "stock":
            left, ripe = (int(each) for each in re.findall(r"\d+", text))
            assert left == sum(counters.unpack(before.stock))
            assert ripe == sum(len(names(fields)) for fields in before.ripe) > left
        case "crops" | "crops so far":
            (crop,) = (name for name in CROP_NAMES if f"ost {name}" in text)
            told = {at: more for (at, name), more in leads(observation, after).items() if name == crop}
            if effect.kind == "crops":
                parts = head.split(" and ")
                assert {who(part, players, seat): number(part) for part in parts} == told
            check_most((rest or text).rstrip("."), crop, told, observation, after, players)
        case "crops kept":
            told_crops = [name for name in CROP_NAMES if re.search(rf"\b{name}\b", text)]
            sure = [lead([after], unseen(observation, at), at, seat)[0] for at in range(len(CROP_NAMES))]
            assert told_crops == [name for name, alone in zip(CROP_NAMES, sure, strict=True) if alone]
        case "denied":
            farm = next(at for at, name in enumerate(players) if name in text)
            tiles = set(re.findall(r"\b[A-G]\d\b", text))
            lost, number_told = missed(observation, after)[farm], int(re.findall(r"(\d+) point", text)[0])
            assert tiles <= lost
            assert number_told == bring(after, farm, tiles) >= bring(after, farm, lost)
            if len(tiles) > 1:
                assert all(bring(after, farm, tiles - {each}) < number_told for each in tiles)
            else:
                assert ("registry" in text) is bool(before.registry >> INDEX[tile] & 1)
                assert ("could pay" in text) is ("registry" not in text and before.store_of(INDEX[tile]) != farm)
        case "unmanned":
            farm = next(at for at, name in enumerate(players) if name in text)
            assert tile in [*names(before.registry), *(SPACES[held] for store in before.stores for held, _bid in store)]
            assert not after.registry >> INDEX[tile] & 1
            assert after.store_of(INDEX[tile]) < 0
            with_it = best_next(with_field(after, farm, tile), farm)
            assert [str(with_it), str(best_next(after, farm))] == re.findall(r"(\d+)(?: points,|\.$)", text)
            others = [*names(after.registry), *(SPACES[held] for store in after.stores for held, _bid in store)]
            assert all(best_next(with_field(after, farm, each), farm) < with_it for each in others)
        case "given":
            best = [
                points_of(with_field(after, at, tile), at)[0] - points_of(after, at)[0] for at in range(after.players)
            ]
            if after.registry >> INDEX[tile] & 1:
                assert before.fields[seat] >> INDEX[tile] & 1
                best = [brings(after, at, tile) for at in range(after.players)]
                theirs = [best[at] for at in range(after.players) if at != seat]
                assert max(theirs) == int(re.findall(r"(\d+) point", text)[0]) or before.left >= 0
            told_worth = re.findall(r"can bring (.+) (\d+) point", text)
            assert not told_worth or best[list(players).index(told_worth[0][0])] == int(told_worth[0][1])
            assert after.store_of(INDEX[tile]) < 0
            assert after.owner(INDEX[tile]) < 0
        case "stored":
            assert INDEX[tile] in [held for held, _bid in after.stores[seat]]
            later = points_of(with_field(after, seat, tile), seat)[0] - points_of(after, seat)[0]
            if "displaces your" in text or "sends your" in text:
                (worker,) = (worker for worker, space in after.posts[seat] if space == INDEX[tile])
                assert WORKERS[worker].name in text
                assert ("displaces your" in text) is bool(spaces_once_placed(after, seat, tile))
                assert "displaces" in text or f"−{WORKERS[worker].number} point" in text
            if "last turn" in text:
                assert 0 <= after.left < after.players
            elif "once placed +" in text or "once placed −" in text:
                (more,) = re.findall(r"once placed ([+−]\d+) point", text)
                assert int(more.replace("−", "-")) == later
                others = [SPACES[held] for held, _bid in after.stores[seat] if SPACES[held] != tile]
                others = [
                    each for each in others if INDEX[each] in dict(before.stores[seat]) or f"after {each}" in text
                ]
                begun_ = reduce(lambda s, each: with_field(s, seat, each), others, after)
                then = points_of(with_field(begun_, seat, tile), seat)[0] - points_of(begun_, seat)[0]
                told_then = re.findall(r"; after ([A-G]\d) (no|[+−]\d+) point", text)
                assert told_then == ([(others[0], signed(then) if then else "no")] if then != later else [])
            elif "beside it" in text:
                assert later <= 0
                (more,) = re.findall(r"beside it \+(\d+) point", text)
                check_beside(text, int(more), beside(after, seat, tile))
            elif "touches none" in text:
                assert frozenset([tile]) in connected_groups(names(after.fields[seat] | 1 << INDEX[tile]))

        case "left":
            assert INDEX[tile] in [held for held, _bid in before.stores[seat]]
            (bid,) = (bid for held, bid in after.stores[seat] if SPACES[held] == tile)
            gains = [brings(after, at, tile) for at in range(after.players)]
            gains[seat] = points_of(with_field(after, seat, tile), seat)[0] - points_of(after, seat)[0]
            stands = [worker for worker, space in after.posts[seat] if SPACES[space] == tile]
            if stands and not spaces_once_placed(after, seat, tile):
                gains[seat] -= WORKERS[stands[0]].number
            assert number(head_of(rest)) == gains[seat]
            payers = {at for at in range(after.players) if at != seat and counters.covers(after.hands[at], bid)}
            buyers = re.findall(r"\+(\d+) points? for ([A-Z][a-z]+)", text)
            assert {(str(gains[at]), players[at]) for at in payers if gains[at] > 0} == set(buyers)
            twice = counters.pack([2 * number for number in counters.unpack(bid)])
            assert text.endswith(f"would get {goods(twice)}.") is bool(buyers)
        case "room":
            told_room = re.findall(r"(\d) point", text)
            assert int(told_room[0] if told_room else 0) == best_next(after, seat)
        case "store":
            assert len(after.stores[seat]) < len(before.stores[seat])
            assert ("empty" in text) is (not after.stores[seat])
        case "free":
            (home,) = (each for each, _space in before.posts[seat] if f"Your {WORKERS[each].name} can" in text)
            assert home not in [worker for worker, _space in after.posts[seat]]
            assert best_two(after, seat) > best_two(after, seat, home)
            places = [(more, space) for more, worker, space in next_places(after, seat) if worker == home]
            (more,) = re.findall(r"\+(\d) point", text)
            assert int(more) == max(places)[0]
            touched = [set(names(after.ripe[seat])).intersection(NEIGHBOURS[each]) for _more, each in places]
            most = {"A": 1, "B": 2, "C": 2}.get("ABCDEF"[home], 0)
            some = re.findall(r"and (\d) counter", text)
            if "ABCDEF"[home] == "C":
                assert int(some[0] if some else 0) == min(most, sum(counters.unpack(after.stock)))
            else:
                assert int(some[0] if some else 0) <= min(most, max(map(len, touched)))
        case "again":
            (post,) = (post for post in after.posts[seat] if SPACES[post[1]] == tile)
            assert post not in before.posts[seat]
            assert WORKERS[post[0]].name in text
            assert ("works again" in text) is bool(spaces_once_placed(after, seat, tile))
            in_registry = after.registry >> INDEX[tile] & 1
            assert in_registry if "registry" in text else INDEX[tile] in dict(after.stores[seat])
        case "hoped":
            bare = after.copy()
            bare.fields = tuple(
                fields & ~(1 << INDEX[tile]) if at == seat else fields for at, fields in enumerate(after.fields)
            )
            assert (after.fields[seat] & ~before.fields[seat]) >> INDEX[tile] & 1
            assert points_of(after, seat)[0] <= points_of(bare, seat)[0]
            (more,) = re.findall(r"beside it \+(\d+) point", text)
            check_beside(text, int(more), beside(bare, seat, tile))
        case "open":
            farm = next(at for at, name in enumerate(players) if name in text)
            rest_worth = {
                each: {other: brings(after, other, each) for other in wanted(observation, each)}
                for each in names(before.registry & after.registry)
            }
            most = max(max(each.values(), default=0) for each in rest_worth.values())
            assert re.findall(r"(\d+) points", text) == [str(rest_worth[tile][farm])] == [str(most)]
            assert most >= 3
            assert after.registry >> INDEX[tile] & 1
        case "action":
            (turn,) = (frame for frame in after.stack if isinstance(frame, Turn) and frame.seat == seat)
            assert len([bit for bit in range(4) if turn.used >> bit & 1]) < 2
            for more in re.findall(r"(\d) point", text):
                assert int(more) == best_next(after, seat)
            if "to harvest" in text:
                named = set(re.findall(r"[A-G][1-9]", text))
                assert not turn.used & HARVEST
                assert named <= set(names(after.ripe[seat]))
                assert any(named <= set(group) for group in connected_groups(names(after.fields[seat])))


def check_most(
    text: str,
    crop: str,
    changed: dict[int, int],
    observation: Observation,
    after: State,
    players: Sequence[str],
) -> None:
    """Count again who is said to have most of a crop and who no longer, with what numbers."""
    farms = {"you": observation.seat} | {name: at for at, name in enumerate(players) if at != observation.seat}

    def held(farm: int) -> str:
        least = counters.unpack(after.hands[farm])[CROP_NAMES.index(crop)]
        more = unseen(observation, CROP_NAMES.index(crop))[farm]
        return f"{least}–{least + more}" if more else str(least)

    text = text.removeprefix("So far ")
    winner, loser = ([at for at, more in changed.items() if more == sign] for sign in (1, -1))
    who_, _most, numbers = text.partition(f" most {crop}, ")
    subject, *others = re.split(r", not |, | no longer", who_.removesuffix(" has").removesuffix(" have").rstrip(","))
    subject = subject[0].lower() + subject[1:] if subject == "You" else subject
    if "no longer" in text:
        assert ([farms[subject]], []) == (loser, winner)
        if numbers.endswith(" each"):
            tied, number_told = numbers.removesuffix(" each").split(" have ")
            listed = {farms[name] for name in re.split(r", | and ", tied)}
            alike = {at for at in range(after.players) if held(at) == number_told}
            assert listed == alike >= {*loser}
            assert len(listed) > 1
        else:
            assert all(held(farms[name]) == told for name, told in re.findall(r"(\w+) (\d\S*)", numbers))
    elif ", not " in text:
        assert ([farms[subject]], [farms[others[0]]]) == (winner, loser)
        assert numbers.split(" to ") == [held(winner[0]), held(loser[0])]
    else:
        assert ([farms[subject]], []) == (winner, loser)
        most, name, least = re.findall(r"(\S+) before (\w+) with (\S+)", numbers)[0]
        assert [most, least] == [held(winner[0]), held(farms[name])]


def spaces_once_placed(state: State, seat: int, tile: str) -> list[str]:
    """The spaces for the worker that a tile displaces, as the engine offers them once the tile is placed (rule 8.1)."""
    state = state.copy()
    state.seat, state.stack, state.registry = seat, (Turn(seat),), state.registry & ~(1 << INDEX[tile])
    state.stores = tuple(((INDEX[tile], 0),) if at == seat else () for at in range(state.players))
    placed = play(state, f"c:{tile}")
    return legal(placed)[:-1] if isinstance(placed.stack[-1], Displaced) else []


def head_of(text: str) -> str:
    return text.split(", ")[0]


def beside(state: State, seat: int, tile: str) -> dict[str, int]:
    """What a tile adds to each of the registry or the own store that touches it, or to two, beyond what these bring.

    The rest of the store may be placed or not.
    """
    own = {SPACES[held] for held, _bid in state.stores[seat]} - {tile}
    first = (seat - state.seat) % state.players or state.players
    at_hand = own.union(names(state.registry) if state.left < 0 or state.left >= first + state.players else ())
    found: dict[str, int] = {}
    for size in (1, 2):
        for others in combinations(sorted(at_hand), size):
            if set(others).intersection(NEIGHBOURS[tile]) and (size == 1 or own.intersection(others)):
                found[" and ".join(others)] = min(
                    adds(state, seat, (*others, *rest), tile) - adds(state, seat, rest, tile)
                    for rest in ((), tuple(own.difference(others)))
                ) + adds(state, seat, (), tile)
        if max(found.values(), default=0) > 0:
            break
    return found


def adds(state: State, seat: int, others: Sequence[str], tile: str) -> int:
    """The points that a tile adds to those that others bring."""
    return brings_alone(reduce(lambda s, each: with_field(s, seat, each), others, state), seat, tile)


def check_beside(text: str, more: int, found: dict[str, int]) -> None:
    """That those are named with which a tile adds most."""
    assert more == max(found.values()) > 0
    listed = re.findall(r"with (.+) beside it", text)[0]
    assert set(re.split(r", | or ", listed)) == {others for others in found if found[others] == more}


def next_places(state: State, seat: int) -> list[tuple[int, int, str]]:
    """What each worker brings on each space for it, less what a lesser one there does, with both (rules 5.1–5.3)."""
    fields, posts = set(names(state.fields[seat])), {SPACES[space]: worker for worker, space in state.posts[seat]}
    at_hand = [
        worker
        for worker, letter in enumerate("ABCDEFGHIJKL")
        if (letter < "G" or state.town >> worker & 1) and worker not in posts.values()
    ]
    found = []
    for space in set(SPACES) - fields:
        if not posts.keys() & set(NEIGHBOURS[space]):
            touched = len(fields.intersection(NEIGHBOURS[space]))
            lesser = WORKERS[posts[space]].number if space in posts else 0
            numbers = {worker: WORKERS[worker].number for worker in at_hand}
            found += [(each - lesser, worker, space) for worker, each in numbers.items() if lesser < each <= touched]
    return found


def best_next(state: State, seat: int) -> int:
    """The most that a worker brings for which there is a space on a board, or that of a lesser one."""
    return max((more for more, _worker, _space in next_places(state, seat)), default=0)


def best_two(state: State, seat: int, but: int = -1) -> tuple[int, int]:
    """The same, and then the most that another one brings, where there is a turn for it; ``but`` is not played."""
    first = (seat - state.seat) % state.players or state.players
    found = [(0, 0)]
    for more, worker, space in next_places(state, seat):
        if worker != but:
            then = state.copy()
            then.add_post(seat, worker, INDEX[space])
            rest = [each for each, other, _space in next_places(then, seat) if other != but]
            found.append((more, max(rest, default=0) if state.left < 0 or state.left >= first + state.players else 0))
    return max(found)


def kept_by_paying(observation: Observation, s: State, moves: Sequence[str]) -> set[str]:
    """The crops that a seat has most of alone after it has paid or bid, and would not if it had chosen otherwise."""
    size = next((at for at, move in enumerate(moves) if move not in CROPS), len(moves))
    ends = []
    for chosen in (moves[:size], *combinations_with_replacement(CROPS, size)):
        end = s
        for move in chosen:
            if move not in legal(end):
                break
            end = play(end, move)
        else:
            crops = range(len(CROPS))
            ends.append([lead([end], unseen(observation, crop), crop, observation.seat)[0] for crop in crops])
    return {CROP_NAMES[at] for at, sure in enumerate(ends[0]) if sure and not all(each[at] for each in ends)}


def check_all(found: Sequence[Effect], observation: Observation, after: State, players: Sequence[str]) -> None:
    """That nothing is left out that is a point to somebody."""
    before, seat = observation.view, observation.seat
    for at, kind in enumerate(("groups", "workers")):
        changed = {
            farm
            for farm in range(len(players))
            if points_of(after, farm)[at] + at * asked_about(after, farm) != points_of(before, farm)[at]
        }
        told = {who(effect.text.partition(":")[0], players, seat) for effect in found if effect.kind == kind}
        assert changed <= told
    if len(before.placed) >= 7:
        moved = {crop for _seat, crop in leads(observation, after)}
        assert len(moved) == sum(effect.kind == "crops" for effect in found)
    hurt = {other for other, tiles in missed(observation, after).items() if bring(after, other, tiles) > 0}
    denied = [effect.seat for effect in found if effect.kind == "denied"]
    assert hurt <= set(denied)
    assert len(denied) == len(set(denied))


#: The sorts of notes that are counted again.
NOTED = {"only", "room", "displaced", "crops", "keeps", "nobody", "buyers", "could have", "no more", "more room"}


def test_every_effect_of_any_turn_is_what_a_second_count_finds() -> None:
    """Turns and answers at random, in games of every size and from the first turn to the last."""
    fillers = {"counters", "others' counters", "ripe", "fields", "as before", "crops so far", "crops kept", "again"}
    fillers.add("store")
    another = {
        "groups of another",
        "workers of another",
        "denied of another",
        "given of another",
        "unmanned of another",
    }
    kinds_of_all = (
        POINTS - {"denied", "unmanned"} | STANDING | fillers | another | {"denied elsewhere", "denied in the registry"}
    )
    kinds_of_all |= {
        "hoped",
        "harvest left",
        "differences",
        "differences of groups",
        "differences of workers",
        "left to another",
        "buyers",
        "second",
        "second worker",
        "no space",
    }
    met: set[str] = set()
    noted: set[str] = set()
    for seed in range(20):
        if seed >= 6 and met == kinds_of_all and noted == NOTED:
            break
        pick, players = Random(seed), 2 + seed % 3
        game, others = Game.new(players, FORMER, "random", seed), make_player("greedy", seed)
        while not game.over:
            observation = game.observation(game.actor)
            if game.state.turn and pick.random() < 0.3:
                view, table = observation.view, NAMES[:players]
                turns = [Advice(some_turn(view, pick), 0.0, 0.0, 0.0, 0.5, ()) for _ in range(2)]
                rows = hints.told(observation, turns, table)
                brought = [effects(observation, told.after, table) for told in rows]
                for told, found in zip(rows, brought, strict=True):
                    check_all(found, observation, told.after, table)
                    for effect in found:
                        met.add(effect.kind + (" of another" if effect.seat >= 0 and effect.kind in POINTS else ""))
                        if "could pay" in effect.text or "from the registry" in effect.text:
                            met.add("denied elsewhere" if "could pay" in effect.text else "denied in the registry")
                        check(effect, observation, told.after, table)
                    assert told.effects
                    assert {effect for effect in found if effect.kind in POINTS} <= set(told.effects)
                kinds = {effect.kind for told in rows for effect in told.effects} - {"nothing"}
                for told, found in zip(rows, brought, strict=True):
                    assert {effect for effect in found if effect.kind in kinds} <= set(told.effects)
                for told, ours, theirs in zip(rows, brought, reversed(brought), strict=True):
                    assert told.contrast
                    met.update(check_differences(told.contrast, observation, rows, table))
                    workers = {each for each in told.contrast.ours + told.contrast.theirs if each.kind == "workers"}
                    assert not_by_how_much(told.contrast.ours) - workers <= set(ours) - set(theirs)
                    assert not_by_how_much(told.contrast.theirs) - workers <= set(theirs) - set(ours)
                    if not workers <= {*ours, *theirs}:
                        met.add("differences of workers")
                    assert not_by_how_much(told.contrast.both) <= set(ours) & set(theirs)
                assert rows[0].contrast
                assert rows[1].contrast
                assert rows[0].contrast[1:3] == rows[1].contrast[2:0:-1]
                for effect in (*rows[0].contrast.ours, *rows[0].contrast.theirs):
                    if effect.kind == "denied":
                        ends = [without_second(observation, told) for told in rows]
                        assert len({reach(observation, end, effect.seat) for end in ends}) == 2
                for told in rows:
                    noted |= check_notes(observation, told)
            game.play(others.choose(observation))
    assert met == kinds_of_all
    assert noted == NOTED


def by_how_much(effect: Effect) -> list[tuple[str, str, str, str]]:
    """What is told of two amounts: the difference, of what, the greater one and the lesser one."""
    return re.findall(r"^(\d+) (?:counter|field|point)s? more (.+): ([+−]?\d+), not ([+−]?\d+)\.$", effect.text)


def not_by_how_much(found: Sequence[Effect]) -> set[Effect]:
    """What is told of two turns as it is of one."""
    return {
        effect
        for effect in found
        if effect.kind not in ("buyers", "second", "room")
        and not of_a_harvest(effect)
        and not by_how_much(effect)
        and not left_to_another(effect)
    }


def left_to_another(effect: Effect) -> list[tuple[str, str, str]]:
    """What is told of the points that one turn leaves another to add, and the other turn."""
    return re.findall(r"^With one tile more (.+) can then add (\d+) points? at most, not (\d+)\.$", effect.text)


def second_tiles(told: hints.Told) -> set[str]:
    """The tiles told as those that may follow after the draw."""
    assert told.contrast
    listed = [effect.text for effect in (*told.contrast.ours, *told.contrast.both) if effect.kind == "second"]
    return set(re.findall(r"[A-G]\d", " ".join(listed))) - set(tiles_of(told))


def without_second(observation: Observation, told: hints.Told) -> State:
    """Where a turn leads, without the tiles that may follow in it."""
    return without(told.after, sum(1 << INDEX[tile] for tile in second_tiles(told)))


def of_a_harvest(effect: Effect) -> bool:
    """Whether it tells of a harvest for which an action is left."""
    return effect.kind == "action" and "to harvest" in effect.text


def check_room(effect: Effect, pairs: Sequence[tuple[int, int]]) -> str:
    """Count again what the next workers can bring after one turn and not after another; what is told of it."""
    (first, second), (worse, least) = pairs
    numbers = [int(each) for each in re.findall(r"\d", effect.text)]
    if "two workers" in effect.text:
        assert numbers == [first, second, first, least]
        assert first == worse
        assert second > least
        return "second worker"
    assert numbers == [each for each in (first, worse) if first and each]
    assert (effect.weight > 0) is (first > worse)
    assert numbers or "no space" in effect.text
    return "no space" if not numbers else "room"


def check_differences(
    contrast: Contrast, observation: Observation, rows: Sequence[hints.Told], players: Sequence[str]
) -> set[str]:
    """Count again by how much one turn leaves more than the other, which then says nothing of it."""
    found = set()
    both = (*contrast.ours, *contrast.theirs)
    amounts = [(effect.kind, effect.seat) for effect in both if effect.kind in ("counters", "others' counters", "ripe")]
    assert len(set(amounts)) == len(amounts)
    ours_and_theirs = rows[1 - contrast.rival], rows[contrast.rival]
    for effects_, told, other in zip(contrast[1:3], ours_and_theirs, ours_and_theirs[::-1], strict=True):
        for effect in effects_:
            if effect.kind == "room":
                pairs = [best_two(each.after, observation.seat) for each in (told, other)]
                found.add(check_room(effect, pairs))
        for effect in filter(of_a_harvest, effects_):
            found.add("harvest left")
            check(effect, observation, told.after, players)
            at_once = {tile for step in other.steps if step.told.kind == "harvest" for tile in names(step.told.tiles)}
            assert set(re.findall(r"[A-G][1-9]", effect.text)) <= at_once
    for told, other in (ours_and_theirs, ours_and_theirs[::-1]):
        for tile in second_tiles(told):
            found.add("second")
            assert tile in tiles_of(other)
            drawn = [play(told.after, f"*{each}") for each in names(told.after.bag)]
            begun_on = [end for end in drawn if isinstance(end.stack[-1], Turn)]
            assert all({f"c:{tile}", f"d:{tile}"} & set(legal(end)) for end in begun_on)
    for effect in both:
        for number_told, what, most, least in by_how_much(effect):
            found.add("differences")
            if "groups" in what:
                farm = who(f" {what}", players, observation.seat)
                had = points_of(observation.view, farm)[0]
                counted = [points_of(told.after, farm)[0] - had for told in rows]
                found.add(f"differences of {effect.kind}")
            elif "harvest" in what:
                counted = [told.after.ripe[observation.seat].bit_count() + must_place(told.after) for told in rows]
            else:
                farm = who(f" {what}", players, observation.seat)
                counted = [sum(counters.unpack(told.after.hands[farm])) + observation.unknown[farm] for told in rows]
            rival = contrast.rival
            ours, theirs = counted[1 - rival], counted[rival]
            assert (ours > theirs) is (effect in contrast.ours)
            assert [int(each.replace("−", "-")) for each in (most, least)] == [max(counted), min(counted)]
            assert int(number_told) == abs(ours - theirs)
        for name, least, most in left_to_another(effect):
            found.add("left to another")
            ends = [without_second(observation, told) for told in ours_and_theirs]
            left = [reach(observation, end, list(players).index(name))[1] for end in ends]
            assert left[:: 1 if effect in contrast.ours else -1] == [int(least), int(most)]
            assert int(least) < int(most)
    farms = {
        who(effect.text.partition(":")[0], players, observation.seat) for effect in both if effect.kind == "workers"
    }
    for farm in farms:
        counted = [points_of(told.after, farm)[1] + asked_about(told.after, farm) for told in ours_and_theirs]
        texts_ = [
            [
                e.text
                for e in side
                if e.kind == "workers" and who(e.text.partition(":")[0], players, observation.seat) == farm
            ]
            for side in contrast[1:3]
        ]
        sums = [sum(map(number, each)) for each in texts_]
        assert sums[0] - sums[1] == counted[0] - counted[1]
        named = [set(re.findall(r"(\w+(?: worker)?) (comes|stays|goes)", " ".join(each))) for each in texts_]
        assert not named[0] & named[1]
    for effects_, told in ((contrast.ours, rows[1 - contrast.rival]), (contrast.theirs, rows[contrast.rival])):
        stored = {effect.text[:2] for effect in effects_ if effect.kind == "stored"}
        for effect in effects_:
            if effect.kind == "buyers":
                found.add("buyers")
                tile = effect.text[:2]
                assert tile in stored
                for name, more in re.findall(r"([A-Z][a-z]+) \(\+(\d+) points?\)", effect.text):
                    assert int(more) == brings(told.after, NAMES.index(name), tile)
                if "nobody else would gain" in effect.text:
                    later = [
                        at for at in range(told.after.players) if may_buy(observation, told.after, at, INDEX[tile])
                    ]
                    assert all(brings(told.after, at, tile) <= 0 for at in later if at != observation.seat)
    return found


def check_notes(observation: Observation, told: hints.Told) -> set[str]:
    """Count again what steps say of spaces and payments; what sorts of notes there were."""
    found = set()
    seat, s = observation.seat, observation.view
    notes = [note for step in told.steps for note in step.notes]
    spaces, kept = [], set()
    visited = []
    for at, move in enumerate(told.moves):
        if type(s.stack[-1]).__name__ in ("PlaceWorker", "Displaced") and move in INDEX:
            others = [each for each in legal(s) if each in INDEX]
            follow = [best_next(play(s, each), seat) for each in others]
            here = best_next(play(s, move), seat)
            spaces.append((len(others), here == max(follow) and 2 * follow.count(here) <= len(others), here))
        if type(s.stack[-1]).__name__ in ("Pay", "Bid") and move in CROPS:
            kept |= kept_by_paying(observation, s, told.moves[at:])
        s = play(s, move)
        visited.append(s)
    if "the only space for it" in notes:
        found.add("only")
        assert 1 in [number for number, _best, _follow in spaces]
    for step in told.steps:
        if step.told.kind == "store" and any("nobody else would gain" in note for note in step.notes):
            found.add("nobody")
            (tile,) = names(step.told.tiles)
            later = [at for at in range(s.players) if may_buy(observation, told.after, at, INDEX[tile])]
            assert all(brings(told.after, at, tile) <= 0 for at in later if at != seat)
        for note in step.notes:
            if told_of := re.findall("it brings (.+) no more than the tiles stored there", note):
                found.add("no more")
                (tile,) = names(step.told.tiles)
                for at in (NAMES.index(name) for name in re.findall("[A-Z][a-z]+", told_of[0])):
                    assert brings_alone(told.after, at, tile) > 0 >= brings(told.after, at, tile)
        if any("has as many counters" in note for note in step.notes):
            (tile,) = names(step.told.tiles)
            eager = [at for at in range(s.players) if at != seat and brings(told.after, at, tile) > 0]
            assert not any(enough(observation, told.after, at, INDEX[tile]) for at in eager)
        for note in step.notes:
            if note.endswith("could have bought it"):
                found.add("could have")
                (bid,) = (held for tile, held in observation.view.stores[seat] if step.told.tiles >> tile & 1)
                for name in re.findall(r"([A-Z][a-z]+) \(", note):
                    assert counters.covers(told.after.hands[NAMES.index(name)], bid)
    for note in notes:
        if told_number := re.findall(r"the next worker can still bring (\d)", note):
            found.add("room")
            assert int(told_number[0]) in [follow for _number, best, follow in spaces if best]
        if told_number := re.findall(r"the next worker can then bring (\d)", note):
            found.add("more room")
            rooms = [best_next(state, seat) for state in (observation.view, *visited)]
            assert any(rooms[at] < number == int(told_number[0]) for at, number in enumerate(rooms[1:]))
        if "would displace it" in note:
            found.add("displaced")
            assert note[:2] in told.moves
            assert ("registry" in note) is (observation.view.store_of(INDEX[note[:2]]) != seat)
        tiles = tiles_of(told)
        if told_number := re.findall(r"keeps (\d+) points? from (.+)", note):
            found.add("keeps")
            for name in re.findall("[A-Z][a-z]+", told_number[0][1]):
                assert int(told_number[0][0]) in kept_from(told, NAMES.index(name), tiles)
            total = sum(int(more) for text in notes for more in re.findall(r"keeps (\d+) points?", text))
            if observation.view.players == 2 and isinstance(observation.view.stack[-1], Turn):
                other = 1 - seat
                assert total == max(0, bring(told.after, other, missed(observation, told.after).get(other, set())))
        for name, more in re.findall(r"([A-Z][a-z]+) \(\+(\d+) points?\)", note):
            found.add("buyers")
            gains = [brings(state, NAMES.index(name), tile) for state in visited for tile in tiles]
            assert int(more) in gains
        if note.startswith("so you keep most"):
            found.add("crops")
            assert {name for name in CROP_NAMES if re.search(rf"\b{name}\b", note)} <= kept
    return found


def kept_from(told: hints.Told, other: int, tiles: Sequence[str]) -> set[int]:
    """What one of some tiles would bring somebody at the end of a turn, alone or beside others of them."""
    return {
        bring(told.after, other, {*beside, tile}) - bring(told.after, other, set(beside))
        for tile in tiles
        for size in range(len(tiles))
        for beside in combinations([each for each in tiles if each != tile], size)
    }
