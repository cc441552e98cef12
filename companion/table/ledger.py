"""Applies log entries to a table, in the same way whether they are new or replayed."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from companion.engine import records
from companion.engine.draws.notes import last_commitment, note_of
from companion.engine.game import CHANCE, Action, Setup, Step
from companion.engine.log import (
    LEVEL,
    PLAYED,
    Entry,
    EntryKind,
    Splice,
    raised_to,
    splice_of,
    splice_steps,
)
from companion.engine.rules import AnyGame
from companion.engine.text import text
from companion.table.clocks import time_control
from companion.table.clocks.change import ClockChange, catch_up, payload_of
from companion.table.clocks.time_control import Clocks, control_of
from companion.table.level_change import is_entering, level_began, raised
from companion.table.log import timeline
from companion.table.log.automatic_steps import is_automatic_end
from companion.table.log.log_step import LevelRules, LogEdit, LogStep
from companion.table.log.pending_tasks import (
    pending_before,
    stated_tokens,
    tasks_after_edit,
    tasks_after_reversal,
    tasks_after_undo,
    with_pending,
)
from companion.table.log.rearrangement import effects, tasks_for
from companion.table.log.repair import Repair
from companion.table.narrowing.candidates import actor_of, legal
from companion.table.narrowing.chance import awaits_draw, is_drawn
from companion.table.narrowing.intent import Selection, constraints, narrow
from companion.table.state import (
    ActionChoice,
    GameProgress,
    Notice,
    StepChange,
    Table,
    Task,
    Timestamp,
    at_rest,
    notify,
    with_choosing,
)
from companion.table.task import (
    StateChange,
    by_seat,
    last_of,
    shared_out,
    tasks_after,
    without,
    without_number,
)

_DRAWING: Final = records.Action()
"""Stands for what the box is about to draw."""
LEFT: Final = "left"
"""What a checkpoint says: how many tasks are left at the table, or pieces while it is set up."""
TICKED: Final = "ticked"
"""What a checkpoint says while a setup is laid out: the number of the task that is done."""
SEAT, NAME = "seat", "name"
"""What a checkpoint says of a seat that somebody else has taken."""
STOPPED: Final = "stopped"
"""What a checkpoint says of a game that is ended early, or goes on after all."""


def open_first_question(table: Table) -> Table:
    """Open the first question of a level at which the box only asks."""
    asks = table.setup.level in table.game.apart and not table.is_over and not table.laying
    return with_choosing(table, cursor=0) if asks else table


def resume(game: AnyGame, setup: Setup, enter: Iterable[str], entries: Iterable[Entry]) -> Table:
    """Resume a game from its log; the clocks are stopped until play continues.

    Pending tasks at the table are restored.
    """
    table = new_table(game, setup, enter)
    for entry in entries:
        table = _replay(table, entry)
    clocks = time_control.pause(table.clocks, table.clocks.at)
    return open_first_question(replace(table, clocks=clocks))


def tick_off(table: Table, count: int, timestamp: Timestamp) -> Table:
    """Return the table after the first ``count`` tasks were done, which the log records."""
    left = len(table.tasks) - count
    return _replay(table, _entry(table, EntryKind.CHECKPOINT, {LEFT: left}, timestamp))


def tick_off_task(table: Table, number: int, timestamp: Timestamp) -> Table:
    """Return the table after a task of the setup was done, which the log records.

    After the last one, the game starts. A task that is done already changes nothing.
    """
    left = without_number(table.tasks, number)
    if not table.laying or len(left) == len(table.tasks):
        return table
    if not left:
        return note(table, EntryKind.RESUME, timestamp)
    return _replay(table, _entry(table, EntryKind.CHECKPOINT, {TICKED: number}, timestamp))


def end_early(table: Table, timestamp: Timestamp, *, on: bool) -> Table:
    """Return the table after the game was ended early or continued, as recorded in the log.

    A setup in progress then is continued.
    """
    if table.clocks.paused is not on and (on or not _is_laid_out(table)):
        table = note(table, EntryKind.PAUSE if on else EntryKind.RESUME, timestamp)
    table = at_rest(table, tasks=table.tasks)
    return _replay(table, _entry(table, EntryKind.CHECKPOINT, {STOPPED: on}, timestamp))


def new_table(game: AnyGame, setup: Setup, enter: Iterable[str]) -> Table:
    """Return the table of a game before any draw or action."""
    rules = game.at(setup.level)
    state = rules.new_initial_state(setup)
    return Table(rules, setup, frozenset(enter), state, _first_clocks(rules, setup, state))


def _first_clocks(game: AnyGame, setup: Setup, state: Any) -> Clocks:  # noqa: ANN401 - a game's
    """Return the clocks at the start of a game: those of who is awaited then are running."""
    clocks = time_control.start(control_of(setup.clock), len(setup.players))
    return _clocks_for(game, state, clocks)


def _clocks_for(game: AnyGame, state: Any, clocks: Clocks) -> Clocks:  # noqa: ANN401 - a game's
    """Return the clocks with the turns of a state; during a draw, turns go on."""
    turns = game.untimed(state)
    awaited = game.awaited(state) if turns is None else turns
    seats = clocks.running if awaited == (CHANCE,) else awaited
    gone = game.gone(state)
    return time_control.hand_over(clocks, clocks.at, seats, gone, untimed=turns is not None)


def _replay(table: Table, entry: Entry) -> Table:
    """Return the table after a log entry."""
    if entry.kind in PLAYED:
        return _played(table, table.game.from_struct(entry.payload), entry)
    table = replace(table, entries=(*table.entries, entry))
    if entry.kind is EntryKind.UNDO:
        return _taken_back(table, entry)
    if entry.kind is EntryKind.EDIT:
        return _edited(table, entry)
    if entry.kind is EntryKind.PAUSE:
        return _paused(table, entry)
    if entry.kind is EntryKind.RESUME:
        return _resumed(table, entry)
    return _noted(table, entry)


def _noted(table: Table, entry: Entry) -> Table:
    """Return the table after a checkpoint."""
    if raised_to(entry) is not None:
        return raised(table, entry)
    noted = replace(
        table,
        clocks=catch_up(time_control.settle(table.clocks, entry.clock), (entry,)),
        progress=_progress(table, entry),
        setup=_seated(table.setup, entry),
        tasks=without_number(
            last_of(table.tasks, entry.payload.get(LEFT)), entry.payload.get(TICKED)
        ),
    )
    return _awaiting_draw(noted) if note_of(entry) is not None else noted


def _awaiting_draw(table: Table) -> Table:
    """Return the table after a note about draws; players press keys before the first draw.

    That is the first task of the setup.
    """
    commitment = last_commitment(table.entries)
    if table.steps or commitment is None or not awaits_draw(table.game, table.state, table.enter):
        return table
    task = Task(text("draw.contribute", number=commitment.shown), _DRAWING)
    return replace(table, progress=GameProgress.LAYING_OUT, tasks=(task,))


def _paused(table: Table, entry: Entry) -> Table:
    """Return the table with its clocks stopped; if everything was just drawn, it is laid out."""
    table = replace(table, clocks=time_control.pause(table.clocks, entry.clock))
    if not (_is_just_drawn(table.entries[:-1]) and _is_laid_out(table)):
        return table
    people = [seat for seat in range(len(table.setup.players)) if seat not in table.setup.robots]
    tasks = shared_out(table.tasks, people)
    return replace(table, progress=GameProgress.LAYING_OUT, tasks=tasks)


def _is_just_drawn(entries: Sequence[Entry]) -> bool:
    """Return whether a log only contains a draw of the setup, possibly repeated."""
    for entry in reversed(entries):
        if entry.kind is EntryKind.UNDO:
            return is_redraw(entries, entry)
        if entry.kind not in PLAYED and note_of(entry) is None:
            return False
    return True


def is_redraw(entries: Sequence[Entry], undo: Entry) -> bool:
    """Return whether an undo goes back to a commitment, so that the setup is drawn again."""
    to = int(str(undo.payload["to"]))
    return 0 < to <= len(entries) and note_of(entries[to - 1]) is not None


def _resumed(table: Table, entry: Entry) -> Table:
    """Return the table with its clocks running; the layout is finished."""
    table = replace(table, clocks=time_control.resume(table.clocks, entry.clock))
    if table.laying:
        return replace(table, progress=GameProgress.PLAYING, tasks=())
    return replace(table, resumed=entry.clock)


def _is_laid_out(table: Table) -> bool:
    """Return whether the tasks are those of the setup: there has been no move yet."""
    return bool(table.tasks) and not _has_begun(table)


def _has_begun(table: Table) -> bool:
    """Return whether a player has moved, apart from the box's draws and corrections."""
    return not all(_is_added(table, log_step.action, log_step.entry) for log_step in table.steps)


def _is_added(table: Table, action: Action, entry: Entry) -> bool:
    """Return whether an entry is not a player's move but a draw by the box or a correction."""
    return entry.kind is EntryKind.CORRECTION or is_drawn(action, entry.kind, table.enter)


def _progress(table: Table, entry: Entry) -> GameProgress:
    """Return the progress of the game after a checkpoint, which may have ended it early."""
    stops = entry.payload.get(STOPPED)
    if stops is None:
        return table.progress
    if stops is True:
        return GameProgress.STOPPED
    return GameProgress.LAYING_OUT if _is_laid_out(table) else GameProgress.PLAYING


def _seated(setup: Setup, entry: Entry) -> Setup:
    """Return a setup with the name of the player who took a seat, if a checkpoint records it."""
    transfer = _sat_down(entry)
    if transfer is None or transfer[0] not in range(len(setup.players)):
        return setup
    seat, name = transfer
    names = (*setup.players[:seat], name, *setup.players[seat + 1 :])
    robots = tuple(robot for robot in setup.robots if robot != seat)
    return replace(setup, players=names, robots=robots)


def _sat_down(entry: Entry) -> tuple[int, str] | None:
    seat, name = entry.payload.get(SEAT), entry.payload.get(NAME)
    handed = entry.kind is EntryKind.CHECKPOINT and isinstance(seat, int) and isinstance(name, str)
    return (int(str(seat)), str(name)) if handed else None


def seat_transfers(entries: Iterable[Entry]) -> tuple[tuple[int, str], ...]:
    """Return who has taken over which seat during a game, in order."""
    return tuple(transfer for entry in entries if (transfer := _sat_down(entry)) is not None)


def transfer_seat(table: Table, seat: int, name: str, timestamp: Timestamp) -> Table:
    """Return the table after another player has taken over a seat with everything there."""
    note_text = text("table.handed_over", old=table.setup.players[seat], new=name)
    after = _replay(table, _entry(table, EntryKind.CHECKPOINT, {SEAT: seat, NAME: name}, timestamp))
    return notify(after, Notice(note_text, refused=False))


def _played(table: Table, action: Action, entry: Entry) -> Table:
    """Return the table after an action; the clocks of those who act next are running."""
    before = time_control.settle(table.clocks, entry.clock)
    table = replace(table, entries=(*table.entries, entry))
    if table.laying and not table.steps:  # the draw is no longer awaited
        table = replace(table, progress=GameProgress.PLAYING, tasks=())
    after = _stepped(table, action, entry, before)
    undo = table.entries[-2] if len(table.entries) > 1 else entry
    if undo.kind is not EntryKind.UNDO or (undo.clock, undo.wall) != (entry.clock, entry.wall):
        return after
    # One press has replaced an action by another one: nobody has put anything right in between.
    owed = [task for task in table.tasks if task.shift is not None]
    missing = effects(table.game, (*owed, *after.tasks))
    return replace(after, tasks=tasks_for(table.game, after.state, missing, after.tasks))


def _stepped(table: Table, action: Action, entry: Entry, before: Clocks) -> Table:
    """Return the table after a step, given the clocks before it."""
    game = table.game
    step = game.apply_action(table.state, action)
    moved = not _is_added(table, action, entry)
    lays_out = table.laying and not moved
    going = before if lays_out else time_control.resume(before, entry.clock)
    entering = is_entering(table)
    todo = () if entering else _todo(table, action, step, _owner(table, entry))
    kept = _kept(game, step.state, action)
    owed = () if table.laying else table.tasks
    is_move = moved and not _is_turn_over(table, action, entry)
    laid = table.laying or (entry.kind is EntryKind.CHANCE and (moved or not _has_begun(table)))
    new = () if laid else todo
    done = LogStep(entry, table.state, before, action, step, owed, entering, new, is_move)
    return replace(
        table,
        state=step.state,
        clocks=_clocks_for(game, step.state, time_control.settle(going, entry.clock)),
        steps=(*table.steps, done),
        events=(*table.events, *step.events),
        progress=table.progress if lays_out or table.stopped else GameProgress.PLAYING,
        choosing=ActionChoice(kept, 0 if kept else None),
        tasks=by_seat((*(() if is_move else table.tasks), *todo)),
    )


def _todo(table: Table, action: Action, step: Step[Any], owner: int | None) -> tuple[Task, ...]:
    """Return the tasks of an action."""
    game, before = table.game, table.state
    todo = game.instructions(before, action, step)
    if not todo:
        return ()
    states = () if owner is None else (before, *game.instruction_states(before, action, step))
    return tasks_after(game, step.state, action, owner, todo, states=states)


def _is_turn_over(table: Table, action: Action, entry: Entry) -> bool:
    """Return whether an entry only ends a turn that was over anyway, so that its tasks remain.

    Any other move implies that the tasks are done.
    """
    ends = isinstance(action, table.game.turn_ends)
    last = table.steps[-1] if ends and table.steps else None
    return is_automatic_end(table.game, last, table.state, entry)


def _owner(table: Table, entry: Entry) -> int | None:
    """Return the seat that owes an entry's tasks at the table, if they name none.

    Tasks from chance belong to the last player who acted; those of the setup to all.
    """
    if entry.actor >= 0:
        return entry.actor
    actors = (log_step.entry.actor for log_step in reversed(table.steps))
    return next((actor for actor in actors if actor >= 0), None)


def _kept(game: AnyGame, state: Any, action: Action) -> Selection:  # noqa: ANN401 - a game's
    """Return the selection kept on the box, so that a player can continue without being named."""
    kept = constraints({field: getattr(action, field) for field in action.stays})
    seats = game.awaited(state) if kept else ()
    following = (option for seat in seats for option in legal(game, state, seat))
    return kept if kept and narrow(following, kept) else ()


def _taken_back(table: Table, entry: Entry) -> Table:
    """Return the table after an undo; after one to a commitment the setup is drawn again."""
    after = _undone(table, entry)
    return _awaiting_draw(after) if is_redraw(table.entries, entry) else after


def _undone(table: Table, entry: Entry) -> Table:
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


def _edited(table: Table, entry: Entry) -> Table:
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
        after = _stepped(after, action, step, replace(clocks, at=step.clock))
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
    due = without(after.tasks, done) if _has_begun(after) else ()
    change = StateChange(before.state, after.state)
    return tasks_after_edit(before.game, change, before.tasks, due, stated)


def _as_before(table: Table, at: int) -> Table:
    """Return the table after a number of steps, with the clocks as of the last one."""
    if at == 0:
        state = table.steps[0].state if table.steps else table.state
        began = level_began(table)
        clocks = _first_clocks(table.game, table.setup, state) if began is None else began.then
        return replace(table, state=state, clocks=clocks, steps=(), tasks=())
    last = table.steps[at - 1]
    before = replace(table, state=last.state, steps=table.steps[: at - 1], tasks=last.tasks)
    return _stepped(before, last.action, last.entry, last.clocks)


def apply(table: Table, action: Action, kind: EntryKind, timestamp: Timestamp) -> Table:
    """Return the table after a legal action, with the new entry."""
    payload = table.game.to_struct(action)
    actor = actor_of(table.game, table.state, action)
    return _played(table, action, _entry(table, kind, payload, timestamp, actor))


def edit(table: Table, splice: Splice, timestamp: Timestamp) -> Table:
    """Return the table with some steps of its log replaced, as one entry.

    Raises ``IllegalAction`` if they cannot be played in sequence.
    """
    return _replay(table, _entry(table, EntryKind.EDIT, splice.payload, timestamp))


def apply_repair(table: Table, repair: Repair, timestamp: Timestamp) -> Table:
    """Return the table after a repair of its log without open decisions."""
    splice = repair.splice
    return table if splice is None else edit(table, splice, timestamp)


def note(
    table: Table,
    kind: EntryKind,
    timestamp: Timestamp,
    payload: Mapping[str, object] = MappingProxyType({}),
) -> Table:
    """Return the table with an entry about time: a pause, its end, or a checkpoint with a note.

    While an action is chosen for a step, the entry is also added to the log to which the box
    returns.
    """
    entry = _entry(table, kind, {**payload}, timestamp)
    noted, change = _replay(table, entry), table.choosing
    if not isinstance(change, StepChange):
        return noted
    return replace(noted, choosing=replace(change, original=_replay(change.original, entry)))


def set_clocks(table: Table, change: ClockChange, timestamp: Timestamp) -> Table:
    """Return the table after a change of the clocks, which the log records; it is not a step."""
    return note(table, EntryKind.CHECKPOINT, timestamp, payload_of(change))


def raise_level(table: Table, level: str, timestamp: Timestamp) -> Table:
    """Return the table at a higher level, before its first step, as the log records.

    Raises ``SetupError`` if the setup does not fit the level.
    """
    return note(table, EntryKind.CHECKPOINT, timestamp, {LEVEL: level})


def take_back(table: Table, to: int, timestamp: Timestamp) -> Table:
    """Return the table as of entry ``to``, with an entry for the undo."""
    return _replay(table, _entry(table, EntryKind.UNDO, {"to": to}, timestamp))


def _entry(
    table: Table,
    kind: EntryKind,
    payload: dict[str, object],
    timestamp: Timestamp,
    actor: int | None = None,
) -> Entry:
    sequence = len(table.entries) + 1
    if actor is None:
        actor = table.game.current_player(table.state)
    return Entry(sequence, kind, actor, payload, timestamp.clock, timestamp.wall)
