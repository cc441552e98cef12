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
from companion.table.state import Table, at_rest


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
    return at_rest(raised, tasks=())


def _rules_at(table: Table, level: str) -> LevelRules:
    """Return the rules of a game at a level; what lies on the table is entered, not drawn."""
    whole = table.game.whole
    return LevelRules(whole.at(level), level, table.enter | {*whole.shuffles})


def level_began(table: Table) -> LogEdit | None:
    """Return the edit that raised the game to its level, ``None`` if it began there."""
    return next((edit for edit in reversed(table.edits) if edit.lower is not None), None)


def is_entered(table: Table) -> bool:
    """Return whether what lies on the table of a raised game is still being entered.

    Afterwards its values are set by corrections, and it is played.
    """
    if level_began(table) is None:
        return False
    return not any(can_correct(table.game, log_step.state) for log_step in table.steps)


def can_correct(game: AnyGame, state: Any) -> bool:  # noqa: ANN401 - a game's
    """Return whether everything lies on the table, so that all values can be set by hand.

    Then the last correction that takes over what is known is possible, such as that of the turn.
    """
    if game.current_player(state) == CHANCE or not isinstance(game, Corrections):
        return False
    return any(True for kind in game.carried[-1:] for _ in game.possible(state, kind))
