"""Raising a running game to a higher level: its position is then entered, as of a game joined late.

Everything played so far stays in the log; one undo leads back to it.
"""

from typing import Any

from msgspec.structs import replace

from companion.engine.facets import Corrections
from companion.engine.fold import first_state
from companion.engine.game import CHANCE
from companion.engine.log import Entry, raised_to
from companion.engine.rules import AnyGame
from companion.table.clocks import time_control
from companion.table.log.log_step import LevelRules, LogEdit
from companion.table.state import Table, at_rest, with_console


def raised(table: Table, entry: Entry) -> Table:
    """Return the table at a higher level, before its first step; nothing is drawn by the box.

    Raises ``SetupError`` if the setup does not fit the level.
    """
    rules = _rules_at(table, str(raised_to(entry)))
    setup = replace(table.setup, level=rules.level)
    clocks = time_control.settle(table.clocks, entry.clock)
    lower = LevelRules(table.game, table.setup.level, table.enter)
    before = LogEdit(
        entry.sequence, table.steps, table.state, table.clocks, clocks, table.tasks, lower=lower
    )
    raised = replace(
        table,
        game=rules.game,
        setup=setup,
        enter=rules.enter,
        state=first_state(rules.game, setup),
        clocks=clocks,
        steps=(),
        events=(),
        edits=(*table.edits, before),
    )
    # What lies open over the game may list steps that are gone.
    return with_console(at_rest(raised, tasks=()), cover=None)


def _rules_at(table: Table, level: str) -> LevelRules:
    """Return the rules of a game at a level; what lies on the table is entered, not drawn."""
    whole = table.game.whole
    return LevelRules(whole.at(level), level, table.enter | {*whole.shuffles})


def level_began(table: Table) -> LogEdit | None:
    """Return the edit that raised the game to its level, ``None`` if it began there."""
    return next((edit for edit in reversed(table.edits) if edit.lower is not None), None)


def is_entering(table: Table) -> bool:
    """Return whether what lies on the table of a raised game is still being entered.

    Afterwards its values are set by corrections, and it is played.
    """
    was = table.steps[-1].entering if table.steps else level_began(table) is not None
    return was and not is_laid(table.game, table.state)


def is_laid(game: AnyGame, state: Any) -> bool:  # noqa: ANN401 - a game's
    """Return whether everything lies on the table, so that a raised game takes over the rest.

    Nothing is left to chance, and the last correction that takes something over is possible, such
    as that of the turn. A game that takes over nothing only waits for its players.
    """
    if game.current_player(state) == CHANCE:
        return False
    if not game.carried or not isinstance(game, Corrections):
        return True
    return any(True for kind in game.carried[-1:] for _ in game.possible(state, kind))
