"""Decides which chance actions the box draws and which the players enter."""

from collections.abc import Set as AbstractSet
from typing import Any, Final

from companion.engine.codec import snake_case
from companion.engine.game import CHANCE, Action
from companion.engine.log import EntryKind
from companion.engine.rules import AnyGame

STARTER: Final = "choose_start"
"""The action of CHANCE by which somebody begins, in all games that draw it."""
ALL: Final = "all"
"""A member of ``enter``: people at the table enter everything that is random."""


def box_draws(game: AnyGame, enter: AbstractSet[str]) -> bool:
    """Return whether the box draws anything in a game, so that the table does not enter all."""
    return ALL not in enter and bool({*game.shuffles, *game.deals} - enter)


def awaits_draw(game: AnyGame, state: Any, enter: AbstractSet[str]) -> bool:  # noqa: ANN401
    """Return whether the box is to draw next, with more than one possible result."""
    return game.current_player(state) == CHANCE and len(box_outcomes(game, state, enter)) > 1


def box_outcomes(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - a game's
    enter: AbstractSet[str],
) -> tuple[tuple[Action, float], ...]:
    """Return the outcomes from which the box draws now: a certain one, or any not entered.

    ``enter`` names the actions of CHANCE that the table enters.
    """
    outcomes = game.chance_outcomes(state)
    if not enter or any(probability == 1 for _, probability in outcomes):
        return outcomes
    entered = outcomes and {ALL, snake_case(type(outcomes[0][0]).__name__)} & enter
    return () if entered else outcomes


def is_drawn(action: Action, kind: EntryKind, enter: AbstractSet[str]) -> bool:
    """Return whether the box drew a step: players ``enter`` some actions of CHANCE."""
    return kind is EntryKind.CHANCE and not {ALL, snake_case(type(action).__name__)} & enter
