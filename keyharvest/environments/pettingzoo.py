"""Key Harvest as a PettingZoo environment of agents that act in turn (AEC).

>>> environment = env(players=2)
>>> environment.reset(seed=1)
>>> observation, reward, terminated, truncated, info = environment.last()
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((3279,), 2)
"""

from __future__ import annotations

import secrets
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from keyharvest.environments.moves import MOVE_NUMBER, MOVES, rewards
from keyharvest.environments.vector import Encoder
from keyharvest.knowledge import Observation, observe, public, unknown_to_all
from keyharvest.rules import (
    CHANCE,
    OVER,
    STANDARD,
    Layout,
    Source,
    actor,
    draw,
    final_scores,
    legal,
    new_game,
    play,
    ranks,
)
from keyharvest.rules.setup import Start
from keyharvest.words.text_view import table


def env(players: int = 2, render_mode: str | None = None, layout: Layout = STANDARD, start: Start = "drawn") -> Any:
    """Make the environment, with PettingZoo's usual wrappers: an illegal action loses and ends the game.

    Raise ``ValueError`` unless the mode is ``None`` or ``"ansi"``, and as ``new_game`` does.
    """
    bare = KeyHarvest(players, render_mode, layout, start)
    guarded = wrappers.TerminateIllegalWrapper(bare, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


class KeyHarvest(AECEnv):  # type: ignore[misc]  # unknown to mypy without the library
    """The bare environment.

    Each agent, ``player_0`` and so on, is a seat. An action is the number of a move (``MOVES``); draws happen inside.
    The rewards come at the end: those of :func:`~keyharvest.environments.moves.rewards`. A deep copy and a pickle
    continue the game where it is, with the same draws to come.
    """

    metadata: Final = {"name": "key_harvest_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(
        self, players: int = 2, render_mode: str | None = None, layout: Layout = STANDARD, start: Start = "drawn"
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode: {render_mode!r}; expected None or 'ansi'")
        self._first = self._game = new_game(players, layout, start)
        players = self._game.players
        self._encoder = Encoder(players)
        #: The draws of the present game, and the seeds of those to come.
        self._source = self._seeds = Source(secrets.randbits(64))
        self._legal: list[str] = []
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        observation = spaces.Dict(
            {
                "observation": spaces.Box(np.int16(0), self._encoder.most, dtype=np.int16),
                "action_mask": spaces.Box(0, 1, (len(MOVES),), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, observation)
        self.action_spaces = {agent: spaces.Discrete(len(MOVES)) for agent in self.possible_agents}

    def __getattr__(self, name: str) -> Any:
        if name == "agent_selection":
            raise AttributeError("no game has begun: call reset first")
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def observation_space(self, agent: str) -> Any:
        """Return the space of observations: the vector and the mask of legal actions."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return the space of actions: the numbers of moves."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game, with its draws up to the first decision.

        A seed determines all draws of this game and, as long as no other is given, of those to come: give one once,
        then none. Raise ``ValueError`` for options, or a seed that isn't an integer; the current game then continues.
        """
        unknown = [name for name in options or () if name != "options"]  # which PettingZoo's own api_test gives
        if unknown:
            raise ValueError(f"options: expected none, not {', '.join(map(repr, unknown))}")
        if seed is None:
            self._source = Source(self._seeds.below(1 << 32))
        else:
            self._source, self._seeds = Source(seed), Source(seed)
        self._game = self._first
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._make_draws()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return the vector of the agent's knowledge, and the mask of the moves that it may choose now."""
        mask = np.zeros(len(MOVES), np.int8)
        if agent == self.agent_selection:
            mask[[MOVE_NUMBER[move] for move in self._legal]] = 1
        return {"observation": self._encoder.encode(self.known_by(agent)), "action_mask": mask}

    def known_by(self, agent: str) -> Observation:
        """Return the agent's observation, as the package's own players get it."""
        return observe(self._game, self.possible_agents.index(agent))

    def state(self) -> Any:
        """Raise ``NotImplementedError``: a whole game has no array of one size."""
        raise NotImplementedError("a whole game has no array of one size: known_by returns what an agent knows")

    def step(self, action: int | None) -> None:
        """Carry out a move and all draws up to the next decision. Raise ``ValueError`` for an illegal one."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self.action_space(agent).contains(action) or MOVES[action] not in self._legal:
            raise ValueError(f"action {action}: not legal now")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._game = play(self._game, MOVES[action])
        self._make_draws()
        if not self._legal:
            self.rewards = dict(zip(self.agents, rewards(self._game), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            results = zip(self.agents, final_scores(self._game), ranks(self._game), strict=True)
            self.infos = {agent: {"score": score.total, "rank": rank} for agent, score, rank in results}
        self._accumulate_rewards()

    def _make_draws(self) -> None:
        """Make the draws that are next; select the agent that acts then, or that acted last if the game is over."""
        while (seat := actor(self._game)) == CHANCE:
            self._game = play(self._game, draw(self._game, self._source))
        if seat != OVER:
            self.agent_selection = self.possible_agents[seat]
        self._legal = legal(self._game)

    def render(self) -> str | None:
        """Return the table as text, as everyone knows it, if the mode is ``"ansi"``."""
        if self.render_mode is None:
            return None
        return table(public(self._game), self.possible_agents, unknown_to_all(self._game))

    def close(self) -> None:
        """Do nothing: there is nothing to close."""
