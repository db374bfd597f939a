"""Demos made from a moment of the game on the table, and from a position set up by hand."""

from __future__ import annotations

from collections.abc import Sequence

from keyharvest.game import Game
from keyharvest.rules import OVER, State, actor
from keyharvest.scenario import Scenario
from keyharvest.scenario.from_game import scenario_from
from keyharvest.table.chairs import NOBODY
from keyharvest.table.set_up import seated
from keyharvest.table.sitting import Sitting
from keyharvest.words.language import _


def made(sitting: Sitting, viewer: int, at: int) -> Scenario:
    """Make the demo of a moment, a number of moves, for a viewer. Raise ``ValueError`` with the reason if impossible.

    It is about the player who decides next. While a game has secrets, it is about the viewer instead, and contains only
    what they know (rule 14).
    """
    game = sitting.game
    if not sitting.over and sitting.screens:
        raise ValueError(_("Hands are hidden in this game: you can make a demo once it's over."))
    seat = viewer
    if not sitting.has_secrets():
        deciding = (actor(state) for state in (*game.states[at:], *reversed(game.states[:at])))
        seat = next((each for each in deciding if each >= 0), OVER)
    elif viewer == NOBODY:
        raise ValueError(
            _("Hands are secret until the game is over: only the player whose turn it is can make a demo.")
        )
    return scenario_from(game.states, game.moves, at, seat, seated(seat, len(sitting.chairs)), sitting.over)


def made_of(start: State, moves: Sequence[str]) -> Scenario:
    """Make the demo of a turn from a position that was set up by hand, where all hands are open.

    Raise ``ValueError`` with the reason if nothing happens in the turn.
    """
    game = Game(start)
    for move in moves:
        game.play(move)
    return scenario_from(game.states, game.moves, 0, start.seat, seated(start.seat, start.players), open_hands=True)
