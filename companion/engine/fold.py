"""A state is the fold of its actions: undo, resume, replay and export are this one operation."""

import random
from collections.abc import Callable, Sequence
from typing import TypeAlias

from companion.engine.game import Action, AnyGame, Setup, Step
from companion.engine.log import Entry, effective

Draw: TypeAlias = Callable[[tuple[tuple[Action, float], ...]], Action]
"""Chooses one of the actions in ``chance_outcomes``, which gives each with its probability."""


def fold(game: AnyGame, setup: Setup, entries: Sequence[Entry]) -> Step[object]:
    """Return the state after ``entries`` and the events of the last one that counts."""
    step: Step[object] = Step(game.new_initial_state(setup), ())
    for entry in effective(entries):
        step = game.apply_action(step.state, game.from_struct(entry.payload))
    return step


def sampler(source: random.Random) -> Draw:
    """Return a draw that follows the probabilities, with ``source`` as the only randomness."""

    def draw(outcomes: tuple[tuple[Action, float], ...]) -> Action:
        actions, weights = zip(*outcomes, strict=True)
        chosen: Action = source.choices(actions, weights)[0]
        return chosen

    return draw
