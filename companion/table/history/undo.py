"""Undo: the table as of an earlier entry of the log, with its clocks and tasks."""

from msgspec.structs import replace

from companion.engine.log import (
    Entry,
    EntryKind,
)
from companion.table.clocks import time_control
from companion.table.clocks.change import catch_up
from companion.table.log import timeline
from companion.table.log.log_step import LevelRules, LogEdit, LogStep
from companion.table.log.pending_tasks import (
    tasks_after_reversal,
    tasks_after_undo,
)
from companion.table.state import (
    Table,
    at_rest,
)


def apply_undo(table: Table, entry: Entry) -> Table:
    """Return the table as of entry ``payload["to"]``; its clocks resume from now."""
    to = int(str(entry.payload["to"]))
    edits = [edit for edit in table.edits if edit.sequence > to]
    if edits:
        return _reverted(table, edits[0], entry)
    kept = tuple(log_step for log_step in table.steps if log_step.sequence <= to)
    return _as_it_was(table, kept, entry)


def _reverted(table: Table, edit: LogEdit, entry: Entry) -> Table:
    """Return the table without an edit, with the tasks that restore the pieces."""
    to = int(str(entry.payload["to"]))
    before = _before_edit(table, edit, entry)
    if edit.lower is None:
        tasks = tasks_after_reversal(table.game, edit, table.state, table.tasks, table.steps)
        before = replace(before, tasks=tasks)
    kept = tuple(log_step for log_step in before.steps if log_step.sequence <= to)
    if len(kept) < len(before.steps):
        # A step is taken back as well, which the message names.
        return _as_it_was(before, kept, entry)
    return at_rest(before, tasks=before.tasks)


def _has_step_since(table: Table, edit: LogEdit) -> bool:
    return any(log_step.sequence > edit.sequence for log_step in table.steps[-1:])


def _as_it_was(table: Table, kept: tuple[LogStep, ...], entry: Entry) -> Table:
    """Return the table as of the first step that is not ``kept``.

    A correction has spent no time, so its undo restores none; a pause stays one.
    """
    gone = table.steps[len(kept) :]
    target, now = gone[0], time_control.settle(table.clocks, entry.clock)
    before = replace(target.clocks, at=entry.clock, paused=now.paused)
    spent = any(log_step.entry.kind is not EntryKind.CORRECTION for log_step in gone)
    return at_rest(
        table,
        state=target.state,
        clocks=catch_up(before, table.entries) if spent else replace(now, gone=before.gone),
        steps=kept,
        progress=table.progress,
        tasks=table.tasks if table.laying else tasks_after_undo(table.game, gone, table.tasks),
    )


def _before_edit(table: Table, edit: LogEdit, entry: Entry) -> Table:
    """Return the table as of just before an edit.

    Without a step since then, the time that has passed is not restored.
    """
    clocks = time_control.settle(table.clocks, entry.clock)
    same = not _has_step_since(table, edit) and clocks.running == edit.clocks.running
    since = max(timeline.between(edit.then, clocks)) if same else 0
    before = timeline.advance(edit.clocks, since)
    lower = edit.lower or LevelRules(table.game, table.setup.level, table.enter)
    return replace(
        table,
        game=lower.game,
        setup=replace(table.setup, level=lower.level),
        enter=lower.enter,
        state=edit.state,
        steps=edit.steps_before,
        clocks=catch_up(replace(before, at=entry.clock, paused=clocks.paused), table.entries),
        tasks=edit.tasks,
        edits=tuple(each for each in table.edits if each.sequence < edit.sequence),
    )
