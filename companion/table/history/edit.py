"""Edits of the log: the table with some of its steps replaced, each at its own time."""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.engine.log import (
    Entry,
    splice_of,
    splice_steps,
)
from companion.table.clocks import time_control
from companion.table.clocks.change import catch_up
from companion.table.history.steps import first_clocks, has_begun, with_step
from companion.table.level_change import level_began
from companion.table.log import timeline
from companion.table.log.log_step import LogEdit
from companion.table.log.pending_tasks import (
    pending_before,
    stated_tokens,
    tasks_after_edit,
    with_pending,
)
from companion.table.state import (
    Table,
    Task,
    at_rest,
)
from companion.table.task import (
    StateChange,
    without,
)


def apply_edit(table: Table, entry: Entry) -> Table:
    """Return the table with a changed list of steps; every step keeps its time."""
    now = time_control.settle(table.clocks, entry.clock)
    splice = splice_of(entry)
    steps = splice_steps([log_step.entry for log_step in table.steps], entry)
    began = level_began(table)
    origin = None if began is None else began.then
    slots = timeline.schedule(table.steps, now, splice, origin)
    after = _as_before(table, splice.first - 1)
    waiting: tuple[timeline.Stretch, ...] = ()
    recorded = pending_before(table.steps, splice, table.tasks)
    for step, slot, pending in zip(steps[splice.first - 1 :], slots, recorded, strict=False):
        # A step that the edit puts in has its number, and stands before changes that came later.
        until = step.sequence if step.sequence < entry.sequence else 0
        changed = catch_up(after.clocks, table.entries, until=until)
        clocks, waiting = timeline.advance_to_step(changed, waiting, slot)
        action = table.game.from_struct(step.payload)
        after = with_step(after, action, step, replace(clocks, at=step.clock))
        after = replace(after, steps=(*after.steps[:-1], with_pending(after.steps[-1], pending)))
    if timeline.keeps_all(splice) and after.clocks.running == now.running:
        # No turn has a delay, an increment or a period once more because a step stands elsewhere.
        clocks = now
    else:
        changed = catch_up(after.clocks, table.entries)
        clocks, left = timeline.advance_to_step(changed, waiting, next(slots))
        if left[-1:] == (last := timeline.stretches(table.steps, now, origin)[-1].of_running,):
            # The time since the last step was on the clocks that everybody saw running.
            clocks = timeline.spend_all(clocks, last)
    clocks = replace(clocks, at=entry.clock, paused=now.paused)
    stated = stated_tokens(table.game, table.steps, after.steps, splice)
    tasks = _to_do(table, after, stated)
    before = LogEdit(
        entry.sequence, table.steps, table.state, now, clocks, table.tasks, tasks, stated
    )
    return at_rest(replace(after, clocks=clocks, edits=(*table.edits, before)), tasks=tasks)


def _to_do(before: Table, after: Table, stated: Sequence[int]) -> tuple[Task, ...]:
    """Return the tasks after an edit: those of the last steps, except those done already.

    They follow the tasks that correct the results of earlier steps. The layout before the first
    move counts as done.
    """
    done = without(_as_before(before, len(before.steps)).tasks, before.tasks)
    due = without(after.tasks, done) if has_begun(after) else ()
    change = StateChange(before.state, after.state)
    return tasks_after_edit(before.game, change, before.tasks, due, stated)


def _as_before(table: Table, at: int) -> Table:
    """Return the table after a number of steps, with the clocks as of the last one."""
    if at == 0:
        state = table.steps[0].state if table.steps else table.state
        began = level_began(table)
        clocks = first_clocks(table.game, table.setup, state) if began is None else began.then
        return replace(table, state=state, clocks=clocks, steps=(), tasks=())
    last = table.steps[at - 1]
    before = replace(table, state=last.state, steps=table.steps[: at - 1], tasks=last.tasks)
    return with_step(before, last.action, last.entry, last.clocks)
