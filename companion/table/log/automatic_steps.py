"""Automatic steps of the box after an action: ends of turns that are evident to all."""

from typing import Any

from companion.engine.game import Action
from companion.engine.log import Entry, EntryKind
from companion.engine.rules import AnyGame
from companion.table.log.log_step import LogStep
from companion.table.narrowing.candidates import legal


def settled_end(game: AnyGame, state: Any) -> Action | None:  # noqa: ANN401 - a game's
    """Return the action that ends a turn which is evidently over, ``None`` if it is not."""
    current = game.current_player(state)
    if current < 0 or not game.settled(state):
        return None
    possible = legal(game, state, current)
    alone = len(possible) == 1 and isinstance(possible[0], game.turn_ends)
    return possible[0] if alone else None


def is_automatic_end(game: AnyGame, last: LogStep | None, state: Any, entry: Entry) -> bool:  # noqa: ANN401
    """Return whether the box added an end of turn immediately after the ``last`` entry."""
    return (
        last is not None
        and last.entry.kind is entry.kind is EntryKind.ACTION
        and (last.entry.actor, last.entry.clock) == (entry.actor, entry.clock)
        and settled_end(game, state) is not None
    )
