"""The themes of a line of moves, found from the engine's own questions along it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from keyharvest.puzzles.kinds import THEMES
from keyharvest.puzzles.position import turn_of
from keyharvest.rules import State, play
from keyharvest.rules.frames import HOME, NO, ChooseRegistry, ChooseWorker, Displaced, PickFields
from keyharvest.rules.geometry import NEIGHBOURS, groups, spaces_in
from keyharvest.rules.moves import MOVES
from keyharvest.rules.powers import BuyFromStore, PlaceOrFallow, TakeUnconnected
from keyharvest.rules.scoring import group_points, two_largest, worker_points
from keyharvest.rules.turn import FROM_STORES, PlaceWorker, Turn
from keyharvest.search.exact import places

#: The maximum number of themes of a line; the rarest are kept.
_MOST: Final = 3


def themes_of(start: State, line: Sequence[str]) -> tuple[str, ...]:
    """Return the themes of a line from a state, rarest first; ``plain`` if there is nothing special.

    >>> from keyharvest.game import Game
    >>> themes_of(Game.new(2, start="random", seed=1).state, ["a:C1"])
    ('plain',)
    """
    found: set[str] = set()
    state, seat, moved_on, actions = start, start.seat, 0, ""
    stored = 0
    for move in line:
        top, named = state.stack[-1], MOVES[move]
        after = play(state, move)
        if isinstance(top, Turn):
            actions += named.action
            found |= _of_action(state, top, move)
            if named.action == "c" and stored >> named.tile & 1:
                found.add("storekeeper")
        elif isinstance(top, ChooseRegistry) and move != NO:
            stored |= (top.source == "H") << named.tile
            if top.source == "L":
                found.add("from-registry")
        found |= _of_answer(state, top, move)
        moved_on += isinstance(top, Displaced) and places(top, move)
        new = after.fields[seat] & ~state.fields[seat]
        before = groups(state.fields[seat])
        if any(sum(bool(NEIGHBOURS[space] & each) for each in before) > 1 for space in spaces_in(new)):
            found.add("join")
        state = after
    if moved_on:
        found.add("chain" if moved_on > 1 else "moving-on")
    turned = next((at for at, move in enumerate(line) if move == "b:D"), len(line))
    if any(MOVES[move].action == "a" for move in line[turned:]):
        found.add("turn-back")
    for paying, theme in (("a", "harvest-to-pay"), ("b", "worker-pays")):
        if actions.startswith(paying + "c") and _paid_in_turn(start, line):
            found.add(theme)
    if any(_farm(start, other) > _farm(state, other) for other in range(start.players) if other != seat):
        found.add("hurt")
    (largest, second), (first, other) = two_largest(start.fields[seat]), two_largest(state.fields[seat])
    if other > second and first <= largest:
        found.add("second-group")
    return tuple(theme for theme in THEMES if theme in found)[:_MOST] or ("plain",)


def _of_action(state: State, turn: Turn, move: str) -> set[str]:
    named = MOVES[move]
    if named.home:
        return {"send-home"}
    if named.action != "c":
        return set()
    found = {"two-tiles"} if turn.open == FROM_STORES else set()
    return found | ({"neighbours-store"} if state.store_of(named.tile) != turn.seat else set())


def _of_answer(state: State, top: object, move: str) -> set[str]:
    """Return the themes of an answer to one of the questions within an action."""
    match top:
        case PlaceWorker() | Displaced() if places(top, move):
            stands = {space for _, space in state.posts[top.seat]}
            return {"stand-in"} if MOVES[move].tile in stands else set()
        case Displaced() if move == HOME:
            return {"goes-home"}
        case ChooseWorker() if move != NO:
            return {"lawyer"}
        case BuyFromStore() if move != NO:
            return {"buyer"}
        case TakeUnconnected() if move != NO:
            return {"bailiff"}
        case PlaceOrFallow():
            return {"from-registry"}
        case PickFields(source="D") if move != NO:
            return set()
    return {"supervisor"} if getattr(top, "source", "") == "F" else set()


def _paid_in_turn(start: State, line: Sequence[str]) -> bool:
    """Whether a tile placed by (c) was in a store at the start of the turn, and too expensive then (rule 6.2)."""
    dear = sum(1 << tile for store in start.stores for tile, _ in store) & ~turn_of(start).obtainable(start)
    return any(MOVES[move].action == "c" and dear >> MOVES[move].tile & 1 for move in line)


def _farm(state: State, seat: int) -> int:
    """Return the points of fields and workers (rule 13.2), without crops."""
    return group_points(state.fields[seat]) + worker_points(state, seat)
