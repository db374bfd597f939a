"""Merging another page's moves into the game here: pure functions of two versions of one game."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import Enum
from typing import NamedTuple

from keyharvest.record import position_text
from keyharvest.remote.framing import LetterError
from keyharvest.remote.letter import Letter, fingerprint
from keyharvest.rules import CHANCE, State, actor, apply, legal


class Relation(Enum):
    """The relation of another page's moves to the game here.

    ``NEW``: they continue the game here. ``PLAYED``: they are here already. ``MISSING``: moves before them are missing
    here. ``BRANCH``: they differ from the moves played here. ``OWN``: they contain decisions of a seat on this page
    that weren't made here. ``PARTED``: the game before them differs from the one here, so they can't be read.
    ``OTHER``: they belong to another game.
    """

    NEW = "new"
    PLAYED = "played"
    MISSING = "missing"
    BRANCH = "branch"
    OWN = "own"
    PARTED = "parted"
    OTHER = "other"


class Meeting(NamedTuple):
    """The result of a comparison: ``at`` is the number of moves that both share, ``moves`` are all of the other's."""

    outcome: Relation
    at: int = 0
    moves: tuple[str, ...] = ()


def chosen(state: State) -> bool:
    """Whether a seat has to decide and has a choice: any page may give a forced answer for a player elsewhere."""
    return actor(state) >= 0 and len(legal(state)) > 1


def since(seat: int, moves: Sequence[str], states: Sequence[State]) -> int | None:
    """Return the number of moves that the page of a seat certainly has; ``None`` if it may have none of the game.

    It has those up to the seat's last decision, which was made there, and the draws right after it.
    """
    for at in range(len(moves) - 1, -1, -1):
        if actor(states[at]) == seat and chosen(states[at]):
            at += 1
            while at < len(moves) and actor(states[at]) == CHANCE:
                at += 1
            return at
    return None


def letter_of(game: str, seat: int, moves: Sequence[str], states: Sequence[State], begin: int) -> Letter:
    """Return a seat's letter with all moves from number ``begin`` on; ``states`` is one longer than ``moves``."""
    code = 0
    for at in range(len(moves) - 1, begin - 1, -1):
        choices = legal(states[at])
        code = code * len(choices) + choices.index(moves[at])
    return Letter(
        game=game,
        seat=seat,
        turn=states[begin].turn,
        at=begin,
        count=len(moves) - begin,
        before=print_of(game, moves[:begin], states[begin]),
        after=print_of(game, moves, states[-1]),
        code=code,
    )


def merge(
    game: str, moves: Sequence[str], states: Sequence[State], letter: Letter, mine: Collection[int] = ()
) -> Meeting:
    """Compare a letter with the game here, in which the seats ``mine`` belong to this page.

    Raise :class:`LetterError` if the letter's moves are impossible.
    """
    if letter.game != game:
        return Meeting(Relation.OTHER)
    if letter.at > len(moves):
        return Meeting(Relation.MISSING, len(moves))
    before = moves[: letter.at]
    if print_of(game, before, states[letter.at]) != letter.before:
        return Meeting(Relation.PARTED)
    return meet(moves, states, (*before, *_played(letter, before, states[letter.at])), mine)


def meet(moves: Sequence[str], states: Sequence[State], others: Sequence[str], mine: Collection[int] = ()) -> Meeting:
    """Compare another version of the same game, whose moves are ``others``, with the one here; both begin alike."""
    at = next((at for at, pair in enumerate(zip(moves, others, strict=False)) if pair[0] != pair[1]), None)
    if at is not None:
        return Meeting(Relation.BRANCH, at, tuple(others))
    if len(others) <= len(moves):
        return Meeting(Relation.PLAYED, len(others), tuple(others))
    state = states[-1]
    for move in others[len(moves) :]:
        if actor(state) in mine and chosen(state):
            return Meeting(Relation.OWN, len(moves), tuple(others))
        state = apply(state, move)
    return Meeting(Relation.NEW, len(moves), tuple(others))


def _played(letter: Letter, before: Sequence[str], state: State) -> list[str]:
    """Read the moves of a letter from the state before them."""
    found, code = [], letter.code
    for _each in range(letter.count):
        choices = legal(state)
        if not choices:
            raise LetterError("letter: its moves continue after the end of the game")
        code, place = divmod(code, len(choices))
        found.append(choices[place])
        state = apply(state, choices[place])
    if code or actor(state) == CHANCE or print_of(letter.game, [*before, *found], state) != letter.after:
        raise LetterError("letter: its moves lead to a different position than it says")
    return found


def print_of(game: str, moves: Sequence[str], state: State) -> bytes:
    """Return the fingerprint of a game: of all its moves and the present position."""
    return fingerprint(f"{game}\n{' '.join(moves)}\n{position_text(state)}")
