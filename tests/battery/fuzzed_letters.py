"""Turns of games by message as the fuzzer changes them: their text, or the bytes behind a valid checksum."""

from __future__ import annotations

import base64
import hashlib
import random
import re
from collections.abc import Sequence
from functools import cache

from keyharvest.game import Game
from keyharvest.remote import Relation, letter_of, merge, read_letter
from keyharvest.rules import CHANCE, actor

GAME = "AbCdEfGh"


@cache
def _game() -> Game:
    game, rng = Game.new(players=3, start="random", seed=1), random.Random(1)
    for _each in range(80):
        game.play(rng.choice(game.legal()))
    return game


@cache
def letters() -> Sequence[str]:
    """Return the links of a game's turns, from the beginning of each turn and from every decision within it."""
    game = _game()
    decisions = [at for at, state in enumerate(game.states[:-1]) if actor(state) != CHANCE]
    return [letter_of(GAME, 0, game.moves, game.states, at).text() for at in decisions]


def read_turn(text: str, rng: random.Random) -> None:
    """Read a turn's link and compare it with a game, which stays unchanged; new moves can be played."""
    game = _game()
    until = rng.randrange(len(game.moves) + 1)
    moves, states = game.moves[:until], game.states[: until + 1]
    meeting = merge(GAME, moves, states, read_letter(_resealed(text) if rng.random() < 0.7 else text))
    assert (moves, states) == (game.moves[:until], game.states[: until + 1])
    if meeting.outcome is Relation.NEW:
        again = Game(states[0])
        again.take(meeting.moves)
        assert again.moves[:until] == moves
        assert again.actor != CHANCE


def _resealed(text: str) -> str:
    """Give the bytes of a changed text the length and the checksum that they should have."""
    signs = re.sub("[^A-Za-z0-9_-]", "", text.partition(".")[2])
    packed = base64.urlsafe_b64decode(signs[: len(signs) // 4 * 4])[1:-3]
    packed = bytes([min(len(packed) + 4, 127)]) + packed
    return "khm1." + base64.urlsafe_b64encode(packed + hashlib.sha256(packed).digest()[:3]).decode().rstrip("=")
