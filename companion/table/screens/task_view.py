"""The screen of what is to be done at the table."""

from companion.engine.log import EntryKind
from companion.engine.text import Seat, Text, text
from companion.table.mode import DrawContribution, SetupLayout
from companion.table.modes.draw_contribution import awaited_presses
from companion.table.modes.stack import bindings, uncovered_mode
from companion.table.modes.tasks import listed_tasks
from companion.table.screens.bottom_line import bottom_line
from companion.table.screens.headline import (
    KeyLayout,
    assumption_line,
    timed_status,
)
from companion.table.screens.screen import ROWS, Row, Screen
from companion.table.table import Table
from companion.table.task import setup_minutes
from companion.table.voice import Voice


def task_screen(table: Table, voice: Voice, lines: int, keys: KeyLayout) -> Screen:
    """Show the tasks: one at a time during the setup, else all at once.

    The first task with a place is drawn. The reminder comes last.
    """
    listed = table.tasks[:1] if table.laying else listed_tasks(table)
    seat = listed[0].seat
    together = "table.setup" if table.laying else "table.together"
    title = text(together) if seat is None else text("table.turn", player=Seat(seat))
    count = _number_named(table, seat) if table.laying else len(listed)
    assumed, due = (
        ("", "") if table.laying else (assumption_line(table, voice), _forgotten(table, voice))
    )
    rows = [Row(voice.short(task.what), full=voice.long(task.what)) for task in listed]
    drawn = (table.game.text_diagrams(table.state, task.what) for task in listed)
    diagrams = next((each for each in drawn if each), ())
    if _begins_setup(table):
        minutes = setup_minutes(table.game, table.tasks)
        needed = voice.short(text("table.setup_time", n=minutes))
        rows.append(Row(needed, full=needed))
        diagrams = diagrams if lines >= ROWS else ()  # or there would be no room for the time
    paused = table.clocks.paused and not table.laying
    number = () if paused or (diagrams and lines < ROWS) else (_how_many(table, count),)
    state = voice.short(text("table.paused")) if paused else ""
    return Screen(
        title=voice.short(title),
        rows=(*rows, *(each for each in (Row(assumed), Row(due, full=due)) if each.text)),
        footer=bottom_line(bindings(table), voice, keys),
        status=timed_status(table, title, voice, [voice.short(each) for each in number], state),
        diagrams=diagrams,
        icons=table.game.icons,
    )


def _number_named(table: Table, seat: int | None) -> int:
    """Return the number of tasks beside a name: a player's own, or all beside *setup*."""
    return sum(seat is None or task.seat == seat for task in table.tasks)


def _begins_setup(table: Table) -> bool:
    """Return whether a setup was just drawn: nothing of it has been ticked off."""
    is_drawn = isinstance(uncovered_mode(table), SetupLayout)
    return is_drawn and table.entries[-1].kind is EntryKind.PAUSE


def _how_many(table: Table, count: int) -> Text:
    """Return the number of tasks; before a draw, how many players have pressed a key."""
    if not isinstance(uncovered_mode(table), DrawContribution):
        return text("table.tasks", n=count)
    pressed = len(table.contributions)
    return text("draw.pressed", pressed=pressed, people=pressed + awaited_presses(table))


def _forgotten(table: Table, voice: Voice) -> str:
    """Return the reminder in addition to the tasks, after a while without input."""
    due = table.reminder
    if due is None or any(task.what == due for task in table.tasks):
        return ""
    return voice.short(due)
