"""Key Harvest as an OpenSpiel game with chance nodes; importing this module registers it as ``python_key_harvest``.

>>> import pyspiel
>>> game = pyspiel.load_game("python_key_harvest(players=3)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), [state.action_to_string(outcome) for outcome, _ in state.chance_outcomes()]
(True, ['*1', '*2', '*3'])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import numpy as np
import pyspiel

from keyharvest.environments.moves import DRAW_NUMBER, DRAWS, MOVE_NUMBER, MOVES, most_turns, rewards
from keyharvest.environments.vector import Encoder
from keyharvest.knowledge import Observation, observe, public, unknown_to_all
from keyharvest.record import position_text
from keyharvest.rules import CHANCE, OVER, STANDARD, Source, actor, counters, legal, new_game, outcomes, play
from keyharvest.rules import State as Position
from keyharvest.rules.components import CROPS, EVENT_LETTERS, EVENTS
from keyharvest.rules.geometry import spaces_in
from keyharvest.rules.layout import load_layout
from keyharvest.rules.moves import parse
from keyharvest.rules.setup import DealCounter, RemoveEvent

#: More decisions than any turn has, with all its consequences.
_DECISIONS_A_TURN: Final = 1000
#: The maximum number of draws: those of set-up, then for each field tile that tile and all events set aside before it.
_DRAWS_AT_MOST: Final = 24 + 84 * (1 + len(EVENTS))

#: OpenSpiel's numbers for the engine's values of ``actor`` when no seat decides.
_NUMBERS: Final = {CHANCE: int(pyspiel.PlayerId.CHANCE), OVER: int(pyspiel.PlayerId.TERMINAL)}

_TYPE: Final = pyspiel.GameType(
    short_name="python_key_harvest",
    long_name="Key Harvest",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=4,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification={"players": 2, "layout": "", "start": "drawn"},
)


class KeyHarvestGame(pyspiel.Game):  # type: ignore[misc]  # unknown to mypy without the library
    """The game, with the parameters ``players`` (2, 3 or 4), ``layout`` (a file) and ``start``, as for ``new_game``."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = params or {}
        layout = load_layout(given["layout"]) if given.get("layout") else STANDARD
        self.first = new_game(given.get("players", 2), layout, given.get("start", "drawn"))
        players = self.first.players
        info = pyspiel.GameInfo(
            num_distinct_actions=len(MOVES),
            max_chance_outcomes=len(DRAWS),
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=most_turns(players) * _DECISIONS_A_TURN,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> KeyHarvestState:
        """Return a game at its first draw."""
        return KeyHarvestState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return more draws than any game has."""
        return _DRAWS_AT_MOST

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> KeyHarvestObserver:
        """Return an observer for the players."""
        if params:
            raise ValueError(f"observer: expected no parameters, not {sorted(params)}")
        return KeyHarvestObserver(self.num_players(), iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


#: In place of the only seat that has seen a move: all seats have, or none.
_ALL: Final = -1
_NOBODY: Final = -2


class _Moment:
    """A position, with all moves and outcomes that led there, each with who has seen it.

    It never changes, so copies of a state share it; what can come next is computed on first use.
    """

    __slots__ = ("moves", "next", "position")

    def __init__(self, position: Position, moves: tuple[tuple[str, int], ...] = ()) -> None:
        self.position = position
        self.moves = moves
        self.next: dict[str, int] | None = None

    def weights(self) -> dict[str, int]:
        """Return what can come next: the outcomes of a draw with their weights, or the moves, each with weight 1."""
        if self.next is None:
            position = self.position
            chance = actor(position) == CHANCE
            self.next = dict(outcomes(position)) if chance else dict.fromkeys(legal(position), 1)
        return self.next

    def __deepcopy__(self, memo: object) -> _Moment:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _Moment, (self.position, self.moves)

    def after(self, move: str) -> _Moment:
        """Return the moment after a move or an outcome."""
        top = self.position.stack[-1]
        seen_by = _ALL
        if isinstance(top, RemoveEvent):
            seen_by = _NOBODY
        elif isinstance(top, DealCounter) and self.position.players > 2:
            seen_by = top.seat
        return _Moment(play(self.position, move), (*self.moves, (move, seen_by)))


class KeyHarvestState(pyspiel.State):  # type: ignore[misc]
    """A state of the game; ``position`` is the engine's own."""

    def __init__(self, game: KeyHarvestGame) -> None:
        super().__init__(game)
        self._moment = _Moment(game.first)

    @property
    def position(self) -> Position:
        """The engine's position, hidden things included."""
        return self._moment.position

    def known_by(self, player: int) -> Observation:
        """Return a player's observation, as the package's own players get it."""
        return observe(self.position, player)

    @property
    def moves(self) -> tuple[tuple[str, int], ...]:
        """All moves and outcomes so far; each with the seat that alone has seen it, -1 for all, -2 for nobody."""
        return self._moment.moves

    def current_player(self) -> int:
        """Return the seat that decides, or OpenSpiel's number for chance or the end."""
        seat = actor(self._moment.position)
        return _NUMBERS.get(seat, seat)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted([MOVE_NUMBER[move] for move in self._moment.weights()])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes of the next draw, with their probabilities."""
        weights = self._moment.weights()
        whole = sum(weights.values())
        return sorted((DRAW_NUMBER[move], weight / whole) for move, weight in weights.items())

    def _apply_action(self, action: int) -> None:
        move = self._action_to_string(self.current_player(), action)
        if move not in self._moment.weights():
            raise ValueError(f"action {action}: {move} is not legal now")
        self._moment = self._moment.after(move)

    def _action_to_string(self, player: int, action: int) -> str:
        names = DRAWS if player == pyspiel.PlayerId.CHANCE else MOVES
        if not 0 <= action < len(names):
            raise ValueError(f"action {action}: expected a number from 0 to {len(names) - 1}")
        return names[action]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return actor(self.position) == OVER

    def returns(self) -> list[float]:
        """Return each player's reward; 0 until the end."""
        return rewards(self.position) if self.is_terminal() else [0.0] * self.num_players()

    def information_state_tensor(self, player: int | None = None) -> list[float]:
        """Raise ``NotImplementedError``: a history of hundreds of moves has no tensor of one size."""
        raise NotImplementedError(
            "python_key_harvest has no tensor of the information state; use observation_tensor, or "
            "information_state_string"
        )

    def __str__(self) -> str:
        return position_text(self.position)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> KeyHarvestState:
        """Draw a state that the player can't distinguish from this one, by its probability given all visible draws.

        It has the same history, except the counters dealt to others and the events removed unseen. ``sampler`` returns
        numbers from 0 up to 1, as OpenSpiel's does.
        """
        source = Source(int(sampler() * (1 << 53)))
        sample = self.known_by(player).sample(source)
        removed = [f"*{EVENT_LETTERS[event]}" for event in spaces_in(sample.removed)]
        dealt = [
            [f"*{crop}" for crop, number in zip(CROPS, counters.unpack(held), strict=True) for _ in range(number)]
            for held in (_dealt(sample, seat) for seat in range(sample.players))
        ]
        state: KeyHarvestState = self.get_game().new_initial_state()
        for move, seen_by in self.moves:
            unseen = removed if seen_by == _NOBODY else dealt[seen_by] if seen_by not in (_ALL, player) else None
            shown = move if unseen is None else unseen.pop(source.below(len(unseen)))
            state._moment.next = {shown: 1}  # it is legal, and listing all legal draws would take too long
            state.apply_action((DRAW_NUMBER if parse(shown).drawn else MOVE_NUMBER)[shown])
        return state


class KeyHarvestObserver:
    """A player's view, in the form OpenSpiel expects.

    With perfect recall: the counters dealt to the player, and all moves and outcomes, hidden ones as ``*?``. Without:
    the position as the player knows it (docs/formats.md), and the vector of docs/environments.md. Public information
    alone is what a spectator sees; private information alone is the player's own counters.
    """

    def __init__(self, players: int, kind: Any) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError(
                "observer: nobody can see the private information of all players; expected one player's or none"
            )
        self._public = bool(kind.public_info)
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recall = bool(kind.perfect_recall)
        self._encoder = Encoder(players)
        whole = self._public and self._private and not self._recall
        vector: Any = np.zeros(self._encoder.size, np.float32)
        self.tensor = vector if whole else None
        self.dict = {name: vector[part] for name, part in self._encoder.parts.items()} if whole else {}

    def set_from(self, state: KeyHarvestState, player: int) -> None:
        """Write the player's knowledge into ``tensor``, and so into ``dict``."""
        if self.tensor is not None:
            self.tensor[:] = self._encoder.encode(state.known_by(player))

    def string_from(self, state: KeyHarvestState, player: int) -> str:
        """Return the player's knowledge as text."""
        position = state.position
        own = f"seat={player + 1} dealt={counters.text(_dealt(position, player))}"
        if self._recall:
            eyes = (_ALL, player) if self._private else (_ALL,)
            course = " ".join(move if seen_by in eyes else "*?" for move, seen_by in state.moves)
        elif self._private:
            seen = observe(position, player)
            own = f"seat={player + 1} hand={counters.text(position.hands[player])}"
            course = f"{position_text(seen.view)} unknown={_numbers(seen.unknown)}"
        else:
            course = f"{position_text(public(position))} unknown={_numbers(unknown_to_all(position))}"
        return " ".join([own] * self._private + [course] * self._public)


def _dealt(position: Position, seat: int) -> int:
    """Return the counters dealt secretly to a seat, packed (rules 2.4, 14.3)."""
    return position.hands[seat] - position.known[seat] + position.revealed[seat]


def _numbers(values: Iterable[int]) -> str:
    return ",".join(map(str, values))


pyspiel.register_game(_TYPE, KeyHarvestGame)
