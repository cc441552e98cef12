"""Screens of the turn log and its repair."""

from collections.abc import Sequence

from companion.engine.game import Line
from companion.engine.text import Text, text
from companion.table.log.log_step import LogStep
from companion.table.log_repair.pages import options
from companion.table.log_repair.preview import lines
from companion.table.log_repair.turn_log import step_numbers, step_text
from companion.table.mode import LogPage, MisfitQuestion, RepairPreview, StepMenu, StepMove
from companion.table.screens.headline import with_cursor
from companion.table.screens.screen import Row, RowMark, Screen
from companion.table.state import Table
from companion.table.voice import COLUMNS, Voice


def log_page(table: Table, page: LogPage, voice: Voice) -> Screen:
    """Return a page of the log, or of its repair."""
    if isinstance(page, RepairPreview):
        return _preview(table, page, voice)
    if isinstance(page, StepMenu | MisfitQuestion):
        return _question(table, page, voice)
    steps = step_numbers(table)
    names = [_fitting(step_text(table, table.steps[number - 1]), voice) for number in steps]
    moves = isinstance(page, StepMove)
    return Screen(
        title=voice.short(text("log.move_to" if moves else "menu.log")),
        rows=with_cursor(names, page.cursor),
        status=f"{page.cursor + 1}/{len(steps)}",
    )


def _question(table: Table, page: StepMenu | MisfitQuestion, voice: Voice) -> Screen:
    """List what can be done about a step, which the title names."""
    count = len(page.consequences.misfits) if isinstance(page, MisfitQuestion) else 1
    left = str(count) if count > 1 else ""
    log_step = _about(table, page)
    return Screen(
        title=""
        if log_step is None
        else _fitting(step_text(table, log_step), voice, len(left) + 1),
        rows=tuple(
            Row(
                voice.short(option.name),
                full=voice.long(option.name),
                mark=RowMark.CURSOR if at == page.cursor else RowMark.NONE,
            )
            for at, option in enumerate(options(table, page))
        ),
        status=left,
    )


def _about(table: Table, page: StepMenu | MisfitQuestion) -> LogStep | None:
    if isinstance(page, StepMenu):
        return table.steps[page.number - 1]
    return page.repair.misfit


def _preview(table: Table, page: RepairPreview, voice: Voice) -> Screen:
    """Say what a repair leads to."""
    lines_ = lines(table, page.consequences)
    return Screen(
        title=voice.short(text("log.preview")),
        rows=tuple(_rows(lines_, page.cursor, voice)),
        status=f"{page.cursor + 1}/{len(lines_)}",
    )


def _rows(lines_: Sequence[Line], cursor: int, voice: Voice) -> Sequence[Row]:
    return [
        Row(
            voice.short(line.left),
            "" if line.right is None else voice.short(line.right),
            full="" if line.right is not None else voice.long(line.left),
            mark=RowMark.CURSOR if at == cursor else RowMark.NONE,
        )
        for at, line in enumerate(lines_)
    ]


def _fitting(whole: Text, voice: Voice, used: int = 0) -> str:
    """Return a line that names a player; the action alone if both are too long.

    So many characters of the line are ``used``.
    """
    words = voice.short(whole)
    what = whole.params.get("what")
    return voice.short(what) if len(words) > COLUMNS - used and isinstance(what, Text) else words
