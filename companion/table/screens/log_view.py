"""Screens of the turn log and its repair."""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.engine.diagram import Diagram
from companion.engine.game import Line
from companion.engine.text import Text, text
from companion.table.log.log_step import LogStep
from companion.table.log_repair.pages import options
from companion.table.log_repair.preview import lines
from companion.table.log_repair.turn_log import is_secret, step_numbers, step_text
from companion.table.mode import LogPage, MisfitQuestion, RepairPreview, StepMenu, StepMove
from companion.table.narrowing.intent import values
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
    drawn = _drawn(table, table.steps[steps[page.cursor] - 1])
    rows = with_cursor(names, page.cursor)
    return Screen(
        title=voice.short(text("log.move_to" if moves else "menu.log")),
        rows=tuple(replace(row, full=row.text) for row in rows) if drawn else rows,
        status=f"{page.cursor + 1}/{len(steps)}",
        diagrams=drawn,
        icons=table.game.icons,
    )


def _drawn(table: Table, log_step: LogStep | None) -> tuple[Diagram, ...]:
    """Return pictures of the places that a step involves, none for a secret one."""
    if log_step is None or is_secret(table, log_step):
        return ()
    return table.game.choice_diagrams(log_step.state, values(log_step.action))


def _question(table: Table, page: StepMenu | MisfitQuestion, voice: Voice) -> Screen:
    """List the operations on a step, which the title names."""
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
        diagrams=_drawn(table, log_step),
        icons=table.game.icons,
    )


def _about(table: Table, page: StepMenu | MisfitQuestion) -> LogStep | None:
    if isinstance(page, StepMenu):
        return table.steps[page.number - 1]
    return page.repair.misfit


def _preview(table: Table, page: RepairPreview, voice: Voice) -> Screen:
    """Show the result of a repair, with places of the line under the cursor, or of the next one."""
    lines_ = lines(table, page.consequences)
    following = (*lines_[page.cursor :], *lines_[: page.cursor])
    drawn = (table.game.text_diagrams(table.state, line.left) for line in following)
    return Screen(
        title=voice.short(text("log.preview")),
        rows=tuple(_rows(lines_, page.cursor, voice)),
        status=f"{page.cursor + 1}/{len(lines_)}",
        diagrams=next((each for each in drawn if each), ()),
        icons=table.game.icons,
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
    """Return a line with the player's name; the action alone if both are too long.

    ``used`` is the number of characters already in the line.
    """
    words = voice.short(whole)
    what = whole.params.get("what")
    return voice.short(what) if len(words) > COLUMNS - used and isinstance(what, Text) else words
