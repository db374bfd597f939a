"""The link to send to other pages in a game by message, once a player elsewhere has to decide or the game is over."""

from __future__ import annotations

from dataclasses import dataclass

from keyharvest.remote import letter_of, since
from keyharvest.remote.merging import chosen
from keyharvest.rules import CHANCE, actor
from keyharvest.table.chairs import FAR
from keyharvest.table.sitting import Sitting


@dataclass(frozen=True, slots=True)
class Post:
    """One link for one or more other pages.

    Attributes:
        to: the seats that it is for; seat: the one that sends it.
        link: its text after the ``#``.
        whole: whether it contains the whole game, for pages that may not have it yet, and not only the moves since.
        begin: the number of moves before the first new one.
        game: the text of a link with the whole game, for a page that has lost it.
        own: whether these were made here; if not, another page has already sent them, and this one may pass them on.
        there: whether the pages that it is for have all of it already, from the time when they were connected.
    """

    to: tuple[int, ...]
    seat: int
    link: str
    whole: bool
    begin: int
    own: bool
    game: str
    there: bool = False


def post(sitting: Sitting) -> Post | None:
    """Return the link to send now; ``None`` if no player elsewhere is waiting for one."""
    far = [seat for seat, chair in enumerate(sitting.chairs) if chair.kind == FAR]
    persons = sitting.persons()
    if not (far and persons and (sitting.over or sitting.far_to_act())):
        return None
    moves, states = sitting.game.moves, sitting.game.states
    decided = [seat for seat in map(actor, states[:-1]) if seat >= 0]
    host = sitting.host()
    last = next((seat for seat in reversed(decided) if sitting.chairs[seat].human), host)
    own = sitting.chairs[last].person
    if sitting.over and not own:
        return None
    there = {seat for seat, number in sitting.had().items() if number >= len(moves)}
    to = [seat for seat in far if seat not in there] if sitting.over else [sitting.actor]
    if not to:
        return None
    dealt = next(at for at, state in enumerate(states) if actor(state) != CHANCE)
    known = [since(seat, moves, states) or (dealt if seat == host else None) for seat in to]
    had = [number for number in known if number is not None]
    seat, game = last if own else persons[0], sitting.handed_out()
    if len(had) < len(known):
        return Post(tuple(to), seat, game, True, 0, own, game, there.issuperset(to))
    begin = min(had)
    link = letter_of(sitting.message, seat, moves, states, begin).text()
    return Post(tuple(to), seat, link, False, begin, own, game, there.issuperset(to))


def decided_last(sitting: Sitting, begin: int) -> int | None:
    """Return the person who made the last choice after the first ``begin`` moves; ``None`` if nobody made one."""
    for state in reversed(sitting.game.states[begin:-1]):
        if chosen(state) and sitting.chairs[actor(state)].human:
            return actor(state)
    return None
