"""Interface between robots and games: options, and guesses of hidden state.

The algorithm is in ``search``, which a box loads only when a robot plays.
"""

from random import Random
from typing import Any

from companion.engine.base import BaseGame
from companion.engine.facets import Robots, Secrets
from companion.engine.game import Action, Struct
from companion.engine.rules import AnyGame


def can_play(game: AnyGame) -> bool:
    """Return whether a robot can play a game: it has no secrets, or can guess them.

    A game made for ``BaseGame`` does not declare whether it has any.
    """
    knows = isinstance(game, Robots) or not isinstance(game, Secrets | BaseGame)
    return knows and game.robots_play


def options(game: AnyGame, state: Any, seat: int) -> tuple[Action, ...]:  # noqa: ANN401
    """Return the legal actions of a robot in a seat, except those reserved for people.

    If nothing is left, people at the table act for its seat.
    """
    legal = game.legal_actions(state, seat)
    if not isinstance(game, Robots) or not game.only_people:
        return legal
    return tuple(action for action in legal if not isinstance(action, game.only_people))


def likely(game: AnyGame, state: Any, seat: int) -> tuple[Action, ...]:  # noqa: ANN401
    """Return the outcomes to consider in a seat's turn when a robot searches."""
    return options(game, state, seat) or game.legal_actions(state, seat)


def determinize(
    game: AnyGame,
    first: Any,  # noqa: ANN401 - a game's state
    observation: Struct,
    seat: int,
    source: Random,
) -> Any:  # noqa: ANN401 - a game's state
    """Return a state that matches ``seat``'s ``observation``; ``first`` is the initial state."""
    if isinstance(game, Robots):
        return game.guess(first, observation, seat, source)
    return game.with_fields(first, observation)
