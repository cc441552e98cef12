"""Tasks that are pending after the log has changed: after an undo, an edit, or its reversal.

The table shows what the log says, apart from pending tasks. A task is done once it is ticked off,
and is taken as done as long as a later move counts. What players move themselves, without an
instruction, they also move back themselves when they undo it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from companion.engine.log import Entry, EntryKind, NewStep, Splice
from companion.engine.rules import AnyGame
from companion.table.log.log_step import LogEdit, LogStep
from companion.table.log.rearrangement import Piece, difference, effects, tasks_for
from companion.table.task import StateChange, Task, common, without


def tasks_after_undo(
    game: AnyGame, gone: Sequence[LogStep], pending: Iterable[Task]
) -> tuple[Task, ...]:
    """Return the tasks after some last steps are gone, given the ``pending`` ones before that.

    Tasks that the first move among those steps has implied to be done are pending again. Whatever
    else has been done since is to be put right.
    """
    target, pending = gone[0], tuple(pending)
    implied = _implied(gone)
    missing = effects(game, (*pending, *implied))
    missing.subtract(effects(game, (task for step in gone for task in step.new_tasks)))
    again = implied or common(target.tasks, pending)
    return tasks_for(game, target.state, missing, again)


def _implied(gone: Iterable[LogStep]) -> tuple[Task, ...]:
    """Return the tasks that the first move among steps has implied to be done."""
    still: tuple[Task, ...] | None = None
    for step in gone:
        still = step.tasks if still is None else common(still, step.tasks)
        if step.is_move:
            return still
    return ()


def tasks_after_edit(
    game: AnyGame,
    change: StateChange,
    pending: Iterable[Task],
    instructions: Iterable[Task],
    stated: Sequence[int],
) -> tuple[Task, ...]:
    """Return the tasks after an edit that has changed the state.

    ``pending`` were the tasks before it. The ``instructions`` of the last steps stay as far as they
    bring what is missing. ``stated`` tokens lay there, as corrections say that are new in the log.
    """
    missing = difference(game, change.before, change.after)
    missing.update(effects(game, pending))
    missing.subtract(Counter[Piece](dict(enumerate(stated))))
    return tasks_for(game, change.after, missing, instructions)


def tasks_after_reversal(
    game: AnyGame,
    edit: LogEdit,
    state: Any,  # noqa: ANN401 - a game's
    pending: Iterable[Task],
    steps: Sequence[LogStep],
) -> tuple[Task, ...]:
    """Return the tasks after an edit is reverted, given the state and the steps that it had left.

    Instructions from before the edit stay unless they have been followed since.
    """
    pending = tuple(pending)
    is_latest = not steps or steps[-1].sequence <= edit.sequence
    if is_latest and pending == edit.tasks_then:
        return edit.tasks  # nobody has moved anything
    done = without(edit.tasks_then, pending) if is_latest else ()
    instructions = without(edit.tasks, done)
    stated = [-count for count in edit.stated]
    change = StateChange(state, edit.state)
    return tasks_after_edit(game, change, pending, instructions, stated)


def pending_before(
    steps: Sequence[LogStep], splice: Splice, pending: Sequence[Task]
) -> Iterator[tuple[Task, ...]]:
    """Yield the tasks that were pending before each step from the first that an edit replaces.

    A new step has those of the next one that stays, at the end the ``pending`` ones.
    """
    sources = [step if isinstance(step, int) else None for step in splice.steps]
    sources += range(splice.numbers.stop, len(steps) + 1)
    recorded = list[tuple[Task, ...]]()
    following = tuple(pending)
    for source in reversed(sources):
        following = following if source is None else steps[source - 1].tasks
        recorded.append(following)
    return reversed(recorded)


def with_pending(log_step: LogStep, pending: Iterable[Task]) -> LogStep:
    """Return a replayed step with those of its tasks that were ``pending`` when it was played.

    The others had been done by then, which no step says. Before a step that implies nothing about
    tasks they matter no more than the step itself.
    """
    if not log_step.is_move:
        return log_step
    return replace(log_step, tasks=common(log_step.tasks, pending))


def stated_tokens(
    game: AnyGame, before: Sequence[LogStep], after: Sequence[LogStep], splice: Splice
) -> tuple[int, ...]:
    """Return by how much more tokens each seat has as corrections say, new ones and no longer old.

    A correction says what lies on the table, so nobody takes tokens because of it. Corrections
    that replace a step of another kind stand for its effect, and say nothing new.
    """
    kept = {id(step.entry) for step in after}
    total = Counter[int]()
    for log_step in before:
        if log_step.entry.kind is EntryKind.CORRECTION and id(log_step.entry) not in kept:
            total.subtract(_token_change(game, log_step))
    entries = [log_step.entry for log_step in before]
    for log_step in _statements(entries, after, splice):
        total.update(_token_change(game, log_step))
    return tuple(total[seat] for seat in range(max(total, default=-1) + 1))


def _statements(
    entries: Sequence[Entry], after: Sequence[LogStep], splice: Splice
) -> Iterator[LogStep]:
    """Yield the new corrections of an edit that do not stand for another step."""
    stands_for_step = False
    for step, log_step in zip(splice.steps, after[splice.first - 1 :], strict=False):
        if not isinstance(step, NewStep) or step.kind is not EntryKind.CORRECTION:
            stands_for_step = False
            continue
        if step.was is not None:
            stands_for_step = entries[step.was - 1].kind is not EntryKind.CORRECTION
        if not stands_for_step:
            yield log_step


def _token_change(game: AnyGame, log_step: LogStep) -> Counter[int]:
    """Return the tokens by which a correction changes what the box knows, without instructions."""
    change = difference(game, log_step.state, log_step.step.state)
    change.subtract(effects(game, log_step.new_tasks))
    return Counter({piece: n for piece, n in change.items() if isinstance(piece, int)})
