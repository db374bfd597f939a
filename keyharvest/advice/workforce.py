"""Workers in words: who comes and goes, who could be played next, and whose power can work again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from keyharvest import words
from keyharvest.advice.effect import AGAIN, HOPED, NOT_YET, Effect, points
from keyharvest.advice.to_come import action_left, left_to_do, may_play, turn_to_come
from keyharvest.rules import State, counters
from keyharvest.rules.components import FARMHANDS, NUMBERS, WORKER_LETTERS
from keyharvest.rules.frames import Displaced, PickFields, TakeCounters, use_power
from keyharvest.rules.geometry import SPACES, spaces_in
from keyharvest.rules.scoring import gain
from keyharvest.rules.state import openings, put
from keyharvest.rules.turn import WORK
from keyharvest.words.language import _, n_

#: About how many points things are worth that are not points yet: one that the next worker can bring, an action left.
ROOM: Final = 0.4
_ACTION: Final = 1.0
#: And a counter that a power can bring again.
_COUNTER: Final = 0.2

#: The farmhands whose power brings counters.
FOR_COUNTERS: Final = "ABC"


def following(state: State, seat: int) -> int:
    """The most points that a next worker can bring the seat, less those of one that it replaces; 0 if none has a space.

    >>> from keyharvest.game import Game
    >>> following(Game.new(2, start="random", seed=1).state, 0)
    1
    """
    return max((number for number, _worker, _space in _offers(state, seat)), default=0)


def next_two(state: State, seat: int, but: int = 0) -> tuple[int, int]:
    """The most points that a next worker can bring the seat, and then the most that another one can after that.

    The second is 0 too if the seat has no turn for it; ``but``: farmhands that are not to be played.

    >>> from keyharvest.game import Game
    >>> next_two(Game.new(2, start="random", seed=1).state, 0)
    (1, 1)
    """
    offers = list(_offers(state, seat, but))
    first = max((number for number, _worker, _space in offers), default=0)
    if not first or not turn_to_come(state, seat, 2):
        return first, 0
    # Workers of the same number leave the same to others.
    best = {(NUMBERS[worker], space): worker for number, worker, space in offers if number == first}
    second = 0
    for (_number, space), worker in best.items():
        played = state.copy()
        played.add_post(seat, worker, space)
        second = max(second, *(number for number, _worker, _space in _offers(played, seat, but)), 0)
    return first, second


def _offers(state: State, seat: int, but: int = 0) -> Iterator[tuple[int, int, int]]:
    """The points that each worker at hand can bring on each space for it, with the worker and the space."""
    posts = state.posts[seat]
    at_hand = (FARMHANDS | state.town) & ~(but | sum(1 << worker for worker, _space in posts))
    replaced = {space: NUMBERS[worker] for worker, space in posts}
    for worker in spaces_in(at_hand):
        for space in spaces_in(openings(state.fields[seat], posts, worker)):
            yield NUMBERS[worker] - replaced.get(space, 0), worker, space


def action(after: State, seat: int, harvest: int = 0) -> Iterator[Effect]:
    """That the turn is not over: what another brings at once may still come; ``harvest``: fields to be named for it."""
    turn = left_to_do(after, seat)
    if turn is None or not action_left(turn):
        return
    best = 0 if turn.used & WORK else following(after, seat)
    if harvest and best:
        text = n_(
            "An action is left after the draw: to harvest {tiles} too, or to play a worker for {number} point.",
            "An action is left after the draw: to harvest {tiles} too, or to play a worker for {number} points.",
            best,
        )
    elif harvest:
        text = _("An action is left after the draw: to harvest {tiles} too.")
    elif best:
        text = n_(
            "An action is left after the draw: a worker can bring {number} point.",
            "An action is left after the draw: a worker can bring {number} points.",
            best,
        )
    else:
        text = _("An action is left after the draw.")
    # In the last turn the action is worth what it brings at once.
    weight = _ACTION if turn_to_come(after, seat) else best
    yield Effect("action", weight, text.format(number=best, tiles=words.references(harvest)))


def room(after: State, seat: int) -> Iterator[Effect]:
    """What the next worker can bring."""
    if not turn_to_come(after, seat):
        return
    best = following(after, seat)
    text = n_("The next worker can bring {number} point.", "The next worker can bring {number} points.", best)
    if not best:
        text = _("There is no space for another worker.")
    yield Effect("room", ROOM * best, text.format(number=best))


def free(before: State, after: State, seat: int) -> Iterator[Effect]:
    """Farmhands that go and without which the next two workers would bring less, with what they can bring again.

    What they add to :func:`room` is not counted twice.
    """
    if not may_play(after, seat):
        return
    for worker in _gone(before, after, seat):
        if not FARMHANDS >> worker & 1:
            continue
        then, else_ = next_two(after, seat), next_two(after, seat, 1 << worker)
        if then <= else_:
            continue
        brings = WORKER_LETTERS[worker] in FOR_COUNTERS
        number, more = max(
            (number, by_power(after, seat, worker, space) if brings else 0)
            for number, other, space in _offers(after, seat)
            if other == worker
        )
        text = _("Your {worker} can be played again: {points}.")
        if more:
            text = n_(
                "Your {worker} can be played again: {points} and {number} counter.",
                "Your {worker} can be played again: {points} and {number} counters.",
                more,
            )
        told = text.format(worker=words.worker(worker), points=points(number), number=more)
        weight = NOT_YET * (number + _COUNTER * more) - (_worth_of_room(then) - _worth_of_room(else_))
        yield Effect("free", weight, told, about=words.worker(worker))


def by_power(state: State, seat: int, worker: int, space: int) -> int:
    """How many counters or fields turned back the power of a worker brings on a space; 1 if it can do anything else."""
    played = state.copy()
    played.add_post(seat, worker, space)
    use_power(played, seat, worker, space)
    if len(played.stack) == len(state.stack):
        return 0
    top = played.stack[-1]
    if isinstance(top, TakeCounters):
        return top.number
    if isinstance(top, PickFields):
        most = counters.total(state.stock) if WORKER_LETTERS[worker] in FOR_COUNTERS else top.room
        return min(top.room, top.candidates.bit_count(), most)
    return 1


def _worth_of_room(numbers: tuple[int, int]) -> float:
    first, second = numbers
    return ROOM * (first + HOPED * second)


def sent_home(state: State, seat: int, tile: int) -> int:
    """The worker that a tile would send home, once placed, for no other space takes it (rule 8.1); -1 if there is none.

    >>> from keyharvest.rules import new_game
    >>> state = new_game(2)
    >>> state.add_post(0, 4, 5)
    >>> sent_home(state, 0, 5), sent_home(state, 0, 6)
    (4, -1)
    """
    for worker, space in state.posts[seat]:
        if space == tile:
            rest = tuple(post for post in state.posts[seat] if post[1] != tile)
            return -1 if openings(state.fields[seat] | 1 << tile, rest, worker) else worker
    return -1


def again(before: State, after: State, seat: int) -> Iterator[Effect]:
    """Workers that come to spaces for which a tile is at hand: its field would displace them (rule 8.1).

    One that no other space would take is in the way of a tile of the own store.
    """
    fields = after.fields[seat]
    for worker, space in after.posts[seat]:
        if (worker, space) in before.posts[seat]:
            continue
        held = all(any(tile == space for tile, _bid in state.stores[seat]) for state in (before, after))
        lost = sent_home(after, seat, space) == worker
        if held and turn_to_come(after, seat):
            text, weight = _("{tile} from your store would displace your {worker}: its power works again."), AGAIN
            if lost:
                text = _("{tile} from your store would send your {worker} home: no other space takes it.")
                # At worst the tile is not placed.
                weight = -NOT_YET * max(0, min(NUMBERS[worker], gain(fields, fields | 1 << space)))
            elif not works_again(after, seat, space):
                continue
        elif after.registry >> space & 1 and turn_to_come(after, seat, 2) and works_again(after, seat, space):
            text = _("{tile} from the registry would displace your {worker}: its power works again.")
            weight = HOPED * AGAIN
        else:
            continue
        yield Effect("again", weight, text.format(tile=SPACES[space], worker=words.worker(worker)))


def works_again(state: State, seat: int, tile: int) -> bool:
    """Whether the power of the worker that a field would displace (rule 8.1) could then do something somewhere."""
    placed, field = state.copy(), 1 << tile
    (worker,) = (worker for worker, space in state.posts[seat] if space == tile)
    placed.fields = put(state.fields, seat, state.fields[seat] | field)
    placed.ripe = put(state.ripe, seat, state.ripe[seat] | field)
    placed.posts = put(state.posts, seat, tuple(post for post in state.posts[seat] if post[1] != tile))
    placed.stores = put(state.stores, seat, tuple(held for held in state.stores[seat] if held[0] != tile))
    spaces = spaces_in(openings(placed.fields[seat], placed.posts[seat], worker))
    return any(by_power(placed, seat, worker, space) for space in spaces)


def asked_about(state: State, seat: int) -> list[int]:
    """The displaced workers of which a seat is still to be asked where they go: they may stay (rule 8.1)."""
    return [frame.worker for frame in state.stack if isinstance(frame, Displaced) and frame.seat == seat]


def staff(before: State, after: State, seat: int) -> list[tuple[str, int]]:
    """The workers that come and go on a board, in words, each with the points that are won or lost."""
    old, new = ([worker for worker, _space in state.posts[seat]] for state in (before, after))
    top = before.stack[-1]
    found = [
        (
            (_("{worker} stays") if top == Displaced(seat, worker) else _("{worker} comes")).format(
                worker=words.worker(worker)
            ),
            NUMBERS[worker],
        )
        for worker in new
        if worker not in old
    ]
    return found + gone(before, after, seat)


def gone(before: State, after: State, seat: int) -> list[tuple[str, int]]:
    """The workers that go, in the same way."""
    return [(_left(worker, after, seat), -NUMBERS[worker]) for worker in _gone(before, after, seat)]


def _gone(before: State, after: State, seat: int) -> list[int]:
    stay = [worker for worker, _space in after.posts[seat]] + asked_about(after, seat)
    return [worker for worker, _space in before.posts[seat] if worker not in stay]


def staffed(changes: Sequence[tuple[str, int]], name: str = "") -> Iterator[tuple[int, str]]:
    """The points that some changes of :func:`staff` bring, and a sentence on them, if there are any.

    >>> list(staffed([("trader comes", 5), ("apprentice goes", -1)], "Ada"))
    [(4, '+4 points for Ada: trader comes and apprentice goes.')]
    """
    if changes:
        number = sum(each for _text, each in changes)
        listed = words.listing([text for text, _number in changes])
        yield number, _("{points}: {changes}.").format(points=points(number, name), changes=listed)


def _left(worker: int, after: State, seat: int) -> str:
    """That a worker goes: a farmhand can be played again, if its owner will play another."""
    again = FARMHANDS >> worker & 1 and may_play(after, seat)
    text = _("{worker} goes, free to be played again") if again else _("{worker} goes")
    return text.format(worker=words.worker(worker))
