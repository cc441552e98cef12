"""Applies log entries to a table, in the same way whether they are new or replayed."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from companion.engine import records
from companion.engine.draws.notes import last_commitment, note_of
from companion.engine.game import Action, Setup
from companion.engine.log import (
    LEVEL,
    PLAYED,
    Entry,
    EntryKind,
    Splice,
    raised_to,
)
from companion.engine.rules import AnyGame
from companion.engine.text import text
from companion.table.clocks import time_control
from companion.table.clocks.change import ClockChange, catch_up, payload_of
from companion.table.history.edit import apply_edit
from companion.table.history.steps import first_clocks, has_begun, with_step
from companion.table.history.undo import apply_undo
from companion.table.level_change import raised
from companion.table.log.rearrangement import effects, tasks_for
from companion.table.log.repair import Repair
from companion.table.narrowing.candidates import actor_of
from companion.table.narrowing.chance import awaits_draw
from companion.table.state import (
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
    last_of,
    shared_out,
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
    return Table(rules, setup, frozenset(enter), state, first_clocks(rules, setup, state))


def _replay(table: Table, entry: Entry) -> Table:
    """Return the table after a log entry."""
    if entry.kind in PLAYED:
        return _played(table, table.game.from_struct(entry.payload), entry)
    table = replace(table, entries=(*table.entries, entry))
    if entry.kind is EntryKind.UNDO:
        return _taken_back(table, entry)
    if entry.kind is EntryKind.EDIT:
        return apply_edit(table, entry)
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
    return bool(table.tasks) and not has_begun(table)


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
    after = with_step(table, action, entry, before)
    undo = table.entries[-2] if len(table.entries) > 1 else entry
    if undo.kind is not EntryKind.UNDO or (undo.clock, undo.wall) != (entry.clock, entry.wall):
        return after
    # One press has replaced an action by another one: nobody has put anything right in between.
    owed = [task for task in table.tasks if task.shift is not None]
    missing = effects(table.game, (*owed, *after.tasks))
    return replace(after, tasks=tasks_for(table.game, after.state, missing, after.tasks))


def _taken_back(table: Table, entry: Entry) -> Table:
    """Return the table after an undo; after one to a commitment the setup is drawn again."""
    after = apply_undo(table, entry)
    return _awaiting_draw(after) if is_redraw(table.entries, entry) else after


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


def undo_to(table: Table, to: int, timestamp: Timestamp) -> Table:
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
