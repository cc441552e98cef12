"""Folds actions into a state: undo, resume, replay and export use this one operation."""

import random
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from companion.engine.game import Action, Setup, Step
from companion.engine.log import Entry, effective, level_after
from companion.engine.records import replace
from companion.engine.rules import AnyGame

Draw: TypeAlias = Callable[[tuple[tuple[Action, float], ...]], Action]
"""Chooses one of the actions in ``chance_outcomes``, which gives each with its probability."""


def fold(game: AnyGame, setup: Setup, entries: Sequence[Entry]) -> Step[object]:
    """Return the state after ``entries`` and the events of the last one that counts.

    ``setup`` has the level at which the game began.
    """
    level = level_after(setup.level, entries)
    game, setup = game.whole.at(level), replace(setup, level=level)
    step: Step[object] = Step(first_state(game, setup), ())
    for entry in effective(entries):
        step = game.apply_action(step.state, game.from_struct(entry.payload))
    return step


def first_state(game: AnyGame, setup: Setup) -> Any:  # noqa: ANN401 - a state of any game
    """Return the initial state of a recorded game. Raises ``SetupError``.

    Earlier versions recorded options that do not exist for the number of players; these are
    ignored.
    """
    misfits = {problem.path[-1] for problem in game.misfits(len(setup.players), setup.options)}
    options = {name: value for name, value in setup.options.items() if name not in misfits}
    return game.new_initial_state(replace(setup, options=options) if misfits else setup)


def sampler(source: random.Random) -> Draw:
    """Return a draw function that follows the probabilities; ``source`` is its only randomness."""

    def draw(outcomes: tuple[tuple[Action, float], ...]) -> Action:
        actions, weights = zip(*outcomes, strict=True)
        chosen: Action = source.choices(actions, weights)[0]
        return chosen

    return draw
