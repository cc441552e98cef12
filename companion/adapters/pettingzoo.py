"""The installed games as PettingZoo environments for agents that act in turn (AEC).

``env(ID, players=3)``: see https://pettingzoo.farama.org for what can be done with it.
"""

import random
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from companion.adapters.encoding import (
    ACTIONS,
    FEATURES,
    Numbered,
    features,
    number_actions,
    setup_for,
)
from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import CHANCE, Action
from companion.engine.rules import AnyGame


def env(game: str, players: int = 0, level: str = "", **options: object) -> "CompassEnv":
    """Return an environment of an installed game, by default for the fewest players.

    ``level`` is the tracking level, ``""`` the fullest. Raises ``UnknownGameError`` and
    ``SetupError``.
    """
    rules = registry.load(game)
    return CompassEnv(rules, players or rules.players[0], level, options)


class CompassEnv(AECEnv):
    """A game whose seats are the agents ``player_0`` and so on; chance is part of it.

    Where several seats act at once, they do so in their order, without seeing what others chose. An
    agent's reward is the change of its points. Which actions are legal for the selected agent is in
    its info, under ``action_mask``.
    """

    def __init__(
        self, game: AnyGame, players: int, level: str, options: Mapping[str, object]
    ) -> None:
        """Prepare the game. Raises ``SetupError`` if it cannot be set up with these arguments."""
        super().__init__()
        self.setup: Final = setup_for(game, players, level, options)
        game.require(self.setup)
        self.game: Final = game.at(self.setup.level)
        self.metadata = {
            "name": f"compass_{game.id.replace('-', '_')}_v0",
            "render_modes": [],
            "is_parallelizable": False,
        }
        self.render_mode = None
        self.possible_agents = list(self.setup.players)
        self.seats: Final = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self.observation_spaces = {
            agent: spaces.Box(-1.0, 1.0, (FEATURES,), np.float32) for agent in self.possible_agents
        }
        self.source = random.Random()  # noqa: S311 - chance of a game, no secret

    def action_space(self, agent: str) -> spaces.Space:
        """Return the space of action numbers; an agent's ``action_mask`` marks the legal ones."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Space:
        """Return the space of an agent's observations."""
        return self.observation_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, object] | None = None,  # noqa: ARG002 - the setup says them
    ) -> None:
        """Start a new game; the same ``seed`` gives the same chance."""
        if seed is not None:
            self.source.seed(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {}
        self.state_now = self._after_chance(self.game.new_initial_state(self.setup))
        self._next_agent()

    def observe(self, agent: str) -> Any:  # noqa: ANN401 - an array, not always with types
        """Return an agent's observation as a row of numbers."""
        observation = self.game.observation(self.state_now, self.seats[agent])
        return np.array(features(observation), np.float32)

    def step(self, action: int | None) -> None:
        """Take the action with this number for the selected agent. Raises ``ValueError``."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        chosen = self._legal(self.seats[agent]).get(int(-1 if action is None else action))
        if chosen is None:
            raise ValueError(
                f"{action} is not a legal action of {agent}; see action_mask in its info"
            )
        self._cumulative_rewards[agent] = 0
        before = self.game.returns(self.state_now)
        self.state_now = self._after_chance(self._play(self.state_now, chosen))
        after = self.game.returns(self.state_now)
        self.rewards = {who: after[seat] - before[seat] for who, seat in self.seats.items()}
        if self.game.is_terminal(self.state_now):
            self.terminations = dict.fromkeys(self.agents, True)
        self._next_agent()
        self._accumulate_rewards()

    def action_to_string(self, number: int) -> str:
        """Return the notation of one of the selected agent's legal actions."""
        legal = self._legal(self.seats[self.agent_selection])
        return self.game.action_to_string(legal[number])

    def render(self) -> None:
        """Do nothing: `companion play` shows games."""

    def close(self) -> None:
        """Do nothing: no resources are held."""

    def _legal(self, seat: int) -> Numbered:
        return number_actions(self.game, self.game.legal_actions(self.state_now, seat))

    def _play(self, state: Any, action: Action) -> Any:  # noqa: ANN401 - a game's state
        return self.game.apply_action(state, action).state

    def _after_chance(self, state: Any) -> Any:  # noqa: ANN401 - a game's state
        draw = sampler(self.source)
        while self.game.awaited(state) == (CHANCE,):
            state = self._play(state, draw(self.game.chance_outcomes(state)))
        return state

    def _next_agent(self) -> None:
        """Select the first agent that has to act, and list the legal actions for it alone."""
        awaited = self.game.awaited(self.state_now)
        seat = awaited[0] if awaited else 0
        self.agent_selection = self.possible_agents[seat]
        mask: Any = np.zeros(ACTIONS, np.int8)
        if awaited:
            mask[list(self._legal(seat))] = 1
        self.infos = {agent: {} for agent in self.agents}
        self.infos[self.agent_selection]["action_mask"] = mask
