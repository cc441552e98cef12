"""Automatic steps of the box after an action: draws that people do not enter, ends of turns."""

from collections.abc import Set as AbstractSet
from typing import Any, Final

from companion.engine.codec import snake_case
from companion.engine.game import Action
from companion.engine.log import Entry, EntryKind
from companion.engine.rules import AnyGame
from companion.table.log.log_step import LogStep
from companion.table.narrowing.candidates import legal

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


def settled_end(game: AnyGame, state: Any) -> Action | None:  # noqa: ANN401 - a game's
    """Return the action that ends a turn of which everybody sees that it is over, if it is."""
    current = game.current_player(state)
    if current < 0 or not game.settled(state):
        return None
    possible = legal(game, state, current)
    alone = len(possible) == 1 and isinstance(possible[0], game.turn_ends)
    return possible[0] if alone else None


def is_drawn(action: Action, kind: EntryKind, enter: AbstractSet[str]) -> bool:
    """Return whether the box has drawn a step: people ``enter`` some actions of CHANCE."""
    return kind is EntryKind.CHANCE and not {ALL, snake_case(type(action).__name__)} & enter


def is_automatic_end(game: AnyGame, last: LogStep | None, state: Any, entry: Entry) -> bool:  # noqa: ANN401
    """Return whether the box added an end of turn, immediately after the ``last`` entry."""
    return (
        last is not None
        and last.entry.kind is entry.kind is EntryKind.ACTION
        and (last.entry.actor, last.entry.clock) == (entry.actor, entry.clock)
        and settled_end(game, state) is not None
    )
