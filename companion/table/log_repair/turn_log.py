"""The log of turns on the box: the players' actions, step by step."""

from companion.engine.log import EntryKind
from companion.engine.text import Seat, Text, text
from companion.table.action_text import action_summary
from companion.table.log.automatic_steps import is_automatic_end
from companion.table.log.log_step import LogStep
from companion.table.mode import TurnLog
from companion.table.narrowing.chance import is_drawn
from companion.table.state import (
    Notice,
    StepChange,
    Table,
    notify,
    with_console,
)


def by_hand(table: Table, log_step: LogStep) -> bool:
    """Return whether players took or entered a step, rather than the box drawing it."""
    return not is_drawn(log_step.action, log_step.entry.kind, table.enter)


def own_steps(table: Table) -> tuple[LogStep, ...]:
    """Return the steps taken by players, without those added by the box, such as *done*."""
    steps = zip((None, *table.steps), table.steps, strict=False)
    return tuple(
        log_step
        for before, log_step in steps
        if by_hand(table, log_step) and not _is_added(table, before, log_step)
    )


def _is_added(table: Table, before: LogStep | None, log_step: LogStep) -> bool:
    """Return whether the box ended a turn with this step, because its end was evident to all."""
    ends = isinstance(log_step.action, table.game.turn_ends)
    return ends and is_automatic_end(table.game, before, log_step.state, log_step.entry)


def step_numbers(table: Table) -> tuple[int, ...]:
    """Return the numbers of the players' steps, the latest first.

    For a secret one, the log only names the player.
    """
    steps = reversed(tuple(enumerate(table.steps, 1)))
    return tuple(number for number, log_step in steps if by_hand(table, log_step))


def is_secret(table: Table, log_step: LogStep) -> bool:
    """Return whether a step is secret to its player; entries by the table are public."""
    by_chance = log_step.entry.kind is EntryKind.CHANCE
    return not by_chance and table.game.audience(log_step.state, log_step.action) is not None


def _is_untold(table: Table, log_step: LogStep) -> bool:
    """Return whether the log of the panel, which everybody sees, does not say what a step was."""
    by_chance = log_step.entry.kind is EntryKind.CHANCE
    return not by_chance and table.game.log_audience(log_step.state, log_step.action) is not None


def step_text(table: Table, log_step: LogStep) -> Text:
    """Return a step in one line that names its player once, with its points."""
    actor = log_step.entry.actor
    if _is_untold(table, log_step):
        is_correction = log_step.entry.kind is EntryKind.CORRECTION
        whose = getattr(log_step.action, "player", actor) if is_correction else actor
        return text("log.secret", player=Seat(whose))
    if actor < 0:
        return table.game.action_name(log_step.action)
    what = action_summary(table, log_step.action, actor, log_step.step.events)
    named = {
        each.index
        for each in table.game.words.brief(log_step.action).params.values()
        if isinstance(each, Seat)
    }
    if named == {actor} or (named and log_step.entry.kind is EntryKind.CORRECTION):
        return what  # a correction is about whom it names, whoever's turn it was
    return text("assumed", player=Seat(actor), what=what)


def has_log(table: Table) -> bool:
    """Return whether there are steps to show.

    A setup in progress is not repaired, and while a step is changed, its change comes first.
    """
    busy = table.laying or isinstance(table.choosing, StepChange)
    return not busy and bool(step_numbers(table))


def open_log(table: Table) -> Table:
    """Open the log at the last step."""
    if not has_log(table):
        return notify(table, Notice(text("log.empty"), refused=False))
    return with_console(table, cover=TurnLog())
