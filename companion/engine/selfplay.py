"""Random legal play, with a game's invariants checked after every action."""

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from companion.engine.fold import sampler
from companion.engine.game import CHANCE, Action, Setup, Step
from companion.engine.rules import AnyGame
from companion.moved import former_names


class RandomGame(msgspec.Struct, frozen=True):
    """One random game: its seed, its actions, each seat's points, and the winning seats."""

    seed: int
    actions: tuple[Action, ...]
    returns: tuple[int, ...]
    winners: tuple[int, ...]
    violations: tuple[str, ...] = ()
    """The invariants that were broken, each with the number of the action."""


def play(game: AnyGame, setup: Setup, seed: int, limit: int = 100_000) -> RandomGame:
    """Play one random game; exceeding ``limit`` actions counts as a violation."""
    source = random.Random(seed)  # noqa: S311 - a repeatable game, no secret
    game = game.at(setup.level)
    state: Any = game.new_initial_state(setup)
    actions: list[Action] = []
    violations: list[str] = []
    for action, step in _steps(game, state, source):
        broken = game.violations(state, step)
        actions.append(action)
        violations += (f"action {len(actions)}: {violation}" for violation in broken)
        state = step.state
        if len(actions) == limit:
            violations.append(f"no end after {limit} actions")
            break
    return RandomGame(
        seed, tuple(actions), game.returns(state), game.winners(state), tuple(violations)
    )


def as_struct(game: AnyGame, played: RandomGame) -> dict[str, object]:
    """Return a random game as a JSON object, with its actions in notation."""
    return {
        "seed": played.seed,
        "actions": [game.action_to_string(action) for action in played.actions],
        "returns": list(played.returns),
        "winners": list(played.winners),
        "violations": list(played.violations),
    }


def _steps(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - a game's state
    source: random.Random,
) -> Iterator[tuple[Action, Step[Any]]]:
    draw = sampler(source)
    while not game.is_terminal(state):
        seats = game.active_players(state)
        if seats == (CHANCE,):
            action = draw(game.chance_outcomes(state))
        else:
            action = source.choice(game.legal_actions(state, source.choice(seats)))
        step = game.apply_action(state, action)
        yield action, step
        state = step.state


if not TYPE_CHECKING:  # or any name would pass for one of this module
    __getattr__ = former_names(__name__)
