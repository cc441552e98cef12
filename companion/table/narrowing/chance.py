"""Decides which chance actions the box draws and which people enter."""

from collections.abc import Set as AbstractSet
from typing import Any, Final

from companion.engine.codec import snake_case
from companion.engine.game import Action
from companion.engine.rules import AnyGame

ALL: Final = "all"
"""A member of ``enter``: people at the table enter everything that is random."""


def box_outcomes(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - a game's
    enter: AbstractSet[str],
) -> tuple[tuple[Action, float], ...]:
    """Return what the box draws from now: if it is certain, or the table does not enter it.

    ``enter`` names the actions of CHANCE that the table enters.
    """
    outcomes = game.chance_outcomes(state)
    if not enter or any(probability == 1 for _, probability in outcomes):
        return outcomes
    entered = outcomes and {ALL, snake_case(type(outcomes[0][0]).__name__)} & enter
    return () if entered else outcomes
