"""Registers the installed games with OpenSpiel when the module is imported.

``compass_ID(players=3,level=scoring)``: the game's id with underscores, with the game's own options
as further parameters. See https://openspiel.readthedocs.io for what can be done with them.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
import numpy as np
import pyspiel

from companion.adapters.encoding import (
    ACTIONS,
    FEATURES,
    Numbered,
    canonical,
    features,
    number_actions,
    setup_for,
)
from companion.engine import registry
from companion.engine.base import BaseGame
from companion.engine.facets import Secrets
from companion.engine.game import CHANCE, SIMULTANEOUS, SPECTATOR, Action, Setup, Struct
from companion.engine.phases import PhasedRules
from companion.engine.robots import can_play
from companion.engine.rules import AnyGame

LONGEST: Final = 100_000
"""The number of actions after which no game goes on."""
POINTS: Final = 10_000.0
"""No player has more points than this, or fewer than minus this."""


def short_name(game: AnyGame) -> str:
    """Return the name of a game in OpenSpiel."""
    return "compass_" + game.id.replace("-", "_")


class NumberedPosition(msgspec.Struct, frozen=True):
    """A state with its actions by number. It never changes, so copies of it are itself."""

    state: Any
    player: int
    """The seat that acts, or OpenSpiel's ``CHANCE``, ``SIMULTANEOUS`` or ``TERMINAL``."""
    legal: Mapping[int, Numbered]
    """The legal actions by seat; CHANCE's under its own number."""

    def __deepcopy__(self, memo: dict[int, Any]) -> "NumberedPosition":
        """Return ``self``, because positions are immutable; OpenSpiel clones states."""
        return self


def position(game: AnyGame, state: Any) -> NumberedPosition:  # noqa: ANN401 - a game's state
    """Return the position of a state."""
    if game.is_terminal(state):
        return NumberedPosition(state, pyspiel.PlayerId.TERMINAL, {})
    seats = game.awaited(state)
    if seats == (CHANCE,):
        likely = [action for action, chance in game.chance_outcomes(state) if chance]
        return NumberedPosition(
            state, pyspiel.PlayerId.CHANCE, {CHANCE: number_actions(game, likely)}
        )
    legal = {seat: number_actions(game, game.legal_actions(state, seat)) for seat in seats}
    return NumberedPosition(
        state, seats[0] if len(seats) == 1 else pyspiel.PlayerId.SIMULTANEOUS, legal
    )


class CompassGame(pyspiel.Game):
    """An installed game with its parameters, as an OpenSpiel game."""

    def __init__(
        self,
        game: AnyGame,
        of_type: Any,  # noqa: ANN401 - pyspiel has no types
        params: Mapping[str, Any] | None = None,
    ) -> None:
        """Prepare the game. Raises ``SetupError`` if the parameters do not fit it."""
        given = dict(params or {})
        players, level = given.get("players", game.players[0]), given.get("level", "")
        options = {name: given[name] for name, _ in game.choices if name in given}
        self.setup: Final[Setup] = setup_for(game, players, level, options)
        game.require(self.setup)
        self.rules: Final = game.at(self.setup.level)
        info = pyspiel.GameInfo(
            num_distinct_actions=ACTIONS,
            max_chance_outcomes=ACTIONS,
            num_players=players,
            min_utility=-POINTS,
            max_utility=POINTS,
            max_game_length=LONGEST,
        )
        super().__init__(of_type, info, given)

    def new_initial_state(self) -> "CompassState":
        """Return the state before the first action."""
        return CompassState(self)

    def make_py_observer(
        self,
        iig_obs_type: Any = None,  # noqa: ANN401 - pyspiel has no types
        params: Mapping[str, Any] | None = None,
    ) -> "Observer | None":
        """Return an observer of the current position; it keeps no history."""
        if params:
            raise ValueError(f"an observation has no parameters, there are {params}")
        wanted = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        alone = wanted.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        usual = wanted.public_info and alone and not wanted.perfect_recall
        return Observer() if usual else None


class CompassState(pyspiel.State):
    """A state of a `CompassGame`."""

    def __init__(self, game: CompassGame) -> None:
        """Start a game."""
        super().__init__(game)
        self.at = position(game.rules, game.rules.new_initial_state(game.setup))

    @property
    def rules(self) -> AnyGame:
        """The game itself."""
        rules: AnyGame = self.get_game().rules
        return rules

    def current_player(self) -> int:
        """Return the player to act."""
        return self.at.player

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.at.legal.get(player, ()))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the numbers of CHANCE's actions with their probabilities."""
        chances = dict(self.rules.chance_outcomes(self.at.state))
        return [(number, chances[action]) for number, action in self.at.legal[CHANCE].items()]

    def _apply_action(self, number: int) -> None:
        self._play(self.at.legal[self.at.player][number])

    def _apply_actions(self, numbers: Sequence[int]) -> None:
        """Take the actions of several seats, in the order of the seats.

        An action that is no longer legal after those before it is dropped: its seat acts again.
        """
        chosen = [self.at.legal[seat][numbers[seat]] for seat in sorted(self.at.legal)]
        for action in chosen:
            if self.rules.why_not(self.at.state, action) is None:
                self._play(action)

    def _play(self, action: Action) -> None:
        rules = self.rules
        self.at = position(rules, rules.apply_action(self.at.state, action).state)

    def _action_to_string(self, player: int, number: int) -> str:
        return self.rules.action_to_string(self.at.legal[player][number])

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self.rules.is_terminal(self.at.state)

    def returns(self) -> list[float]:
        """Return each seat's points, which OpenSpiel gives at the end and not before."""
        points = self.rules.returns(self.at.state)
        return [float(n) for n in points] if self.is_terminal() else [0.0] * len(points)

    def observation_of(self, player: int) -> Struct:
        """Return the observation of a seat."""
        return self.rules.observation(self.at.state, player)

    def __str__(self) -> str:
        """Return the public information."""
        return canonical(self.observation_of(SPECTATOR))


class Observer:
    """An observation of a seat as canonical JSON, and as hashed features."""

    def __init__(self) -> None:
        """Start with an empty row."""
        self.tensor: Any = np.zeros(FEATURES, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: CompassState, player: int) -> None:
        """Fill the row with the observation of ``player``."""
        self.tensor[:] = features(state.observation_of(player))

    def string_from(self, state: CompassState, player: int) -> str:
        """Return the observation of ``player`` as JSON."""
        return canonical(state.observation_of(player))


def game_type(game: AnyGame) -> Any:  # noqa: ANN401 - pyspiel has no types
    """Return the description that OpenSpiel needs before it loads a game."""
    kinds = pyspiel.GameType
    # Without a table of phases only playing a game would show it: assume simultaneous moves.
    together = not isinstance(game, PhasedRules) or any(
        rules.who == SIMULTANEOUS and not rules.apart for rules in game.phases.table.values()
    )
    secret = isinstance(game, Secrets | BaseGame)
    options = {name: values[0] for name, values in game.choices}
    return kinds(
        short_name=short_name(game),
        long_name=game.title,
        dynamics=kinds.Dynamics.SIMULTANEOUS if together else kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            kinds.Information.IMPERFECT_INFORMATION
            if secret
            else kinds.Information.PERFECT_INFORMATION
        ),
        utility=kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players[-1],
        min_num_players=game.players[0],
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.players[0],
            "level": game.levels[-1],
            **options,
        },
    )


def register() -> None:
    """Register the installed games that robots can play, unless they are registered."""
    registered = frozenset(pyspiel.registered_names())
    for name in registry.names():
        game = registry.load(name)
        if can_play(game) and short_name(game) not in registered:
            of_type = game_type(game)
            pyspiel.register_game(of_type, _loader(game, of_type))


def _loader(game: AnyGame, of_type: Any) -> type[CompassGame]:  # noqa: ANN401 - pyspiel has no types
    """Return the class by which OpenSpiel loads a game; a function would crash it at exit."""

    class Loaded(CompassGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(game, of_type, params)

    return Loaded


register()
