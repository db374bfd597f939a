"""The log: one sentence for a move or a draw, made from the states before and after it.

The log shows only what everyone sees (rule 14.1): sentences are made from boards, stores, the stock and the moves,
never from the difference of two hands. The one exception is a watcher's own secret counters at set-up. A choice made
piece by piece, such as a bid or a payment, is one sentence once it is complete.
"""

from __future__ import annotations

from collections.abc import Sequence

from keyharvest.rules import State, round_of
from keyharvest.rules.frames import END, Decision, Displaced, FieldDraw, RegistryDraw
from keyharvest.rules.geometry import SPACES
from keyharvest.rules.turn import QUIET_ROUNDS, WARNING_ROUNDS
from keyharvest.words.asked import words_of
from keyharvest.words.language import _, n_
from keyharvest.words.log_draws import drawn_for_registry, field_drawn, set_up
from keyharvest.words.questions import Happening
from keyharvest.words.terms import Names, who, worker


def sentence(
    before: State,
    move: str,
    after: State,
    names: Names = None,
    watcher: int | None = None,
    earlier: Sequence[str] | None = None,
) -> str:
    """Return the log entry of a move or a draw.

    It is empty for what needs no words, and within a chain, whose last move reports all of it. ``watcher`` is the seat
    that reads: it sees its own secret counters at set-up, and nobody else's. With ``earlier``, the moves of the game
    before this one, counters paid or taken one by one make one sentence; without it, one each.

    >>> from keyharvest.rules import new_game, apply
    >>> state = new_game(2)
    >>> sentence(state, "*1", apply(state, "*1"), ["Anna", "Ben"])
    'Anna is chosen at random to decide who starts.'
    """
    happening = Happening(before, move, after, names, watcher, earlier)
    told = [_described(happening)]
    if after.turn:
        told += _aftermath(happening)
    return " ".join(part for part in told if part)


def report(states: Sequence[State], moves: Sequence[str], names: Names = None, watcher: int | None = None) -> list[str]:
    """Return the log entry of each move of a game, which may be empty; ``states`` is one longer than ``moves``."""
    return [sentence(states[i], move, states[i + 1], names, watcher, moves[:i]) for i, move in enumerate(moves)]


def turn_heading(state: State, names: Names = None) -> str:
    """Return the log's heading of a turn: its number, its player, and the turns left near the end (13.1)."""
    if not state.turn:
        return _("Set-up")
    name, number = who(names, state.seat), round_of(state.turn, state.players)
    if state.left < 0 or state.left >= 2 * state.players:
        return _("Round {round}: {name}").format(round=number, name=name)
    if state.left >= state.players:
        return _("Round {round}: {name}, one more to come").format(round=number, name=name)
    return _("Round {round}: {name}, last turn").format(round=number, name=name)


def _described(h: Happening) -> str:
    """Describe the move itself."""
    top = h.before.stack[-1]
    match top:
        case Decision():
            return words_of(h.before, h.names).tell(h)
        case RegistryDraw():
            return drawn_for_registry(h, top)
        case FieldDraw():
            return field_drawn(h, top)
    return set_up(h)


# Consequences


def _aftermath(h: Happening) -> list[str]:
    """Describe the consequences of a move: displaced and replaced workers, warnings, the end."""
    told = []
    for seat in range(h.before.players):
        now = dict(h.after.posts[seat])
        taken = {space for _worker, space in h.after.posts[seat]}
        for index, space in h.before.posts[seat]:
            if index in now:
                continue
            if h.after.fields[seat] >> space & 1:
                waits = any(
                    isinstance(frame, Displaced) and frame.seat == seat and frame.worker == index
                    for frame in h.after.stack
                )
                message = (
                    _("{reference} displaces {name}'s {worker}.")
                    if waits
                    else _("{reference} displaces {name}'s {worker}, who goes home.")
                )
                told.append(message.format(reference=SPACES[space], name=h.name(seat), worker=worker(index)))
            elif space in taken:
                told.append(_("The {worker} there goes home.").format(worker=worker(index)))
    if h.move == END:
        told += _turn_ended(h)
    return told


def _turn_ended(h: Happening) -> list[str]:
    state = h.after
    if not state.stack:
        if state.idle >= QUIET_ROUNDS * state.players:
            return [_("No tile has been drawn for ten rounds: the game is over.")]
        return [_("The game is over.")]
    quiet, rest = divmod(state.idle, state.players)
    if not rest and quiet >= WARNING_ROUNDS:
        number = QUIET_ROUNDS - quiet
        return [
            n_(
                "No tile has been drawn for {quiet} rounds; the game ends after {number} more.",
                "No tile has been drawn for {quiet} rounds; the game ends after {number} more.",
                number,
            ).format(quiet=quiet, number=number)
        ]
    return []
