"""What a table shows: a pure function from a table to a ``Screen``."""

from collections.abc import Sequence
from dataclasses import replace
from textwrap import wrap
from typing import Final, Protocol

from companion.engine.diagram import Cell, Diagram
from companion.engine.game import CHANCE, SIMULTANEOUS, TERMINAL, Line, ScoreLine
from companion.engine.text import Seat, Text, text
from companion.table.clock import Kind, read
from companion.table.intent import VERB, Choice, values
from companion.table.lobby import Lobby
from companion.table.screen import Mark, Row, Screen, Tone
from companion.table.table import Table

ROWS: Final = 6
"""Lines between title and footer of a panel of 128x64; one of 128x32 has two."""

_COLUMNS: Final = 21
BESIDE: Final = 12
"""Columns beside a board."""
_BIG: Final = 6
"""Columns of the big clock: a sign or another digit moves nothing."""


class Voice(Protocol):
    """Puts texts into words of a language."""

    def long(self, message: Text) -> str:
        """Return the words in full."""

    def short(self, message: Text) -> str:
        """Return words that fit a line of 21 columns."""


def view(stage: Table | Lobby, voice: Voice, rows: int = ROWS) -> Screen:
    """Return the screen of a table or of the setup before it, for a display of so many rows."""
    return _lobby(stage, voice) if isinstance(stage, Lobby) else _table(stage, voice, rows)


def _lobby(lobby: Lobby, voice: Voice) -> Screen:
    question = lobby.question
    if question is None:
        return Screen(title=voice.short(text("lobby.title")))
    return Screen(
        title=voice.short(question.ask),
        rows=tuple(
            Row(voice.short(name), mark=Mark.CURSOR if i == lobby.cursor else Mark.NONE)
            for i, (_, name) in enumerate(question.answers)
        ),
        footer=voice.short(text("lobby.footer")),
    )


def _table(table: Table, voice: Voice, rows: int) -> Screen:
    """Return a notice, a list of choices, what people are to do, or the game's summary."""
    if table.notice is not None:
        return _toast(table, voice)
    if table.is_over:
        pages = (
            _summary(table, voice),
            *score_sheet(table, voice, rows),
            *reasons(table, voice, rows),
        )
        return pages[(table.cursor or 0) % len(pages)]
    if table.cursor is not None or table.selection:
        return _list(table, voice)
    if table.tasks:
        return _tasks(table, voice, rows)
    return _clock(table, voice) if table.watching else _summary(table, voice)


def score_sheet(table: Table, voice: Voice, rows: int) -> tuple[Screen, ...]:
    """Return the lines that make up each player's score."""
    totals = table.game.returns(table.state)
    lines = table.game.score_breakdown(table.state)
    return tuple(
        Screen(
            title=voice.short(text("table.sheet", player=Seat(seat))),
            rows=page,
            footer=voice.short(text("table.sheet_footer")),
            status=voice.short(text("table.points", n=total)),
        )
        for seat, total in enumerate(totals)
        for page in _pages([_score_row(line, voice) for line in lines if line.player == seat], rows)
    )


def reasons(table: Table, voice: Voice, rows: int) -> tuple[Screen, ...]:
    """Return each score line that has more to say than fits the sheet."""
    lines = table.game.score_breakdown(table.state)
    return tuple(
        Screen(
            title=voice.short(text("table.sheet", player=Seat(line.player))),
            rows=page,
            footer=line.rule,
            status=voice.short(text("table.points", n=line.points)),
        )
        for line in lines
        if voice.long(line.because) != voice.short(line.because)
        for page in _pages([Row(part) for part in wrap(voice.long(line.because), _COLUMNS)], rows)
    )


def _pages(lines: Sequence[Row], rows: int) -> tuple[tuple[Row, ...], ...]:
    return tuple(tuple(lines[i : i + rows]) for i in range(0, len(lines), rows))


def _score_row(line: ScoreLine, voice: Voice) -> Row:
    return Row(text=voice.short(line.because), value=str(line.points))


def _toast(table: Table, voice: Voice) -> Screen:
    notice = table.notice
    assert notice is not None  # noqa: S101 - view() asked
    title = text("table.refused" if notice.refused else "table.notice")
    return Screen(
        title=voice.short(title),
        rows=(Row(voice.long(notice.message)),),
        footer=notice.rule,
        tone=Tone.TOAST,
    )


def _tasks(table: Table, voice: Voice, rows: int) -> Screen:
    """Show what people are to do: one thing after the other during setup, else all at once."""
    seat = table.game.current_player(table.state)
    if table.laying:
        what = table.tasks[0].what
        full = wrap(voice.long(what), _COLUMNS)
        lines = full if len(full) <= rows else [voice.short(what)]
        title, prompt = text("table.setup"), text("table.laid")
    else:
        lines = [voice.short(task.what) for task in table.tasks[:rows]]
        title, prompt = _title(table), table.game.prompt(table.state, seat)
    return Screen(
        title=voice.short(title),
        rows=tuple(Row(line) for line in lines),
        footer=voice.short(prompt),
        status=" ".join((voice.short(text("table.tasks", n=len(table.tasks))), *_limit(table))),
    )


def _title(table: Table) -> Text:
    seat = table.game.current_player(table.state)
    if seat == TERMINAL:
        return text("table.value", value=table.game.title)
    if seat == SIMULTANEOUS:
        return text("table.together")
    if seat == CHANCE:
        return text("table.setup")
    return text("table.turn", player=Seat(seat))


def _clock(table: Table, voice: Voice) -> Screen:
    """Show the running clock in big digits."""
    summary = _summary(table, voice)
    return Screen(
        title=summary.title,
        footer=summary.footer,
        status=summary.status,
        big=clock_face(table).rjust(_BIG),
    )


def clock_face(table: Table) -> str:
    """Return the clock of whoever acts: time left, or time used where there is no limit."""
    clocks = table.clocks
    seat = clocks.running[0] if clocks.running else 0
    shown = read(table.control, clocks, seat, clocks.at)
    if shown.delay:
        return f"+{_minutes(shown.delay, up=True)}"
    periods = f"x{shown.periods}" if shown.periods else ""
    time = shown.used if shown.left is None else shown.left
    return f"{_minutes(time, up=shown.left is not None)}{periods}"


def _minutes(time: int, *, up: bool) -> str:
    """Return milliseconds as minutes and seconds; a clock that counts down rounds ``up``."""
    seconds = -(-abs(time) // 1000) if up and time > 0 else abs(time) // 1000
    sign = "-" if time < 0 else ""
    return f"{sign}{seconds // 60}:{seconds % 60:02}"


def _summary(table: Table, voice: Voice) -> Screen:
    seat = table.game.current_player(table.state)
    status = table.game.status(table.state)
    said = [] if status is None else [voice.short(status)]
    if not table.is_over:
        said += _time(table, voice)
    return Screen(
        title=voice.short(_title(table)),
        status=" ".join(said),
        rows=tuple(_row(line, voice) for line in table.game.summary(table.state)),
        footer=voice.short(table.game.prompt(table.state, seat)),
        diagram=table.game.diagram(table.state),
        icons=table.game.icons,
    )


def _time(table: Table, voice: Voice) -> list[str]:
    """Return the clock for the edge of the summary, if there is one to show."""
    if table.clocks.paused:
        return [voice.short(text("table.paused"))]
    return [] if table.watching else _limit(table)


def _limit(table: Table) -> list[str]:
    """Return the clock where there is a limit: a warning must be seen whatever is shown."""
    if table.control.kind is Kind.NONE or table.laying or table.is_over:
        return []
    return [clock_face(table).partition("x")[0]]


def _row(line: Line, voice: Voice) -> Row:
    value = "" if line.right is None else voice.short(line.right)
    return Row(voice.short(line.left), value, line.icon, Mark(line.mark))


def _list(table: Table, voice: Voice) -> Screen:
    rows = tuple(
        Row(
            voice.short(choice_name(table, choice)),
            mark=Mark.CURSOR if i == table.cursor else Mark.NONE,
        )
        for i, choice in enumerate(table.choices)
    )
    return Screen(
        title=voice.short(_title(table)),
        status=" ".join(_limit(table)) or voice.short(text("table.choose")),
        rows=rows,
        footer=voice.short(text("table.list_footer")),
        diagram=_chosen(table) if all(len(row.text) <= BESIDE for row in rows) else None,
        icons=table.game.icons,
    )


def _chosen(table: Table) -> Diagram | None:
    """Return the board with the places that can be chosen, the one under the cursor inverted."""
    diagram = table.game.diagram(table.state)
    named = [_places(choice) for choice in table.choices]
    here = frozenset() if table.cursor is None else named[table.cursor]
    possible = frozenset[str]().union(*named)
    if diagram is None or not possible & {cell.place for row in diagram.rows for cell in row}:
        return None
    return Diagram(
        tuple(tuple(_marked(cell, here, possible) for cell in row) for row in diagram.rows)
    )


def _places(choice: Choice) -> frozenset[str]:
    """Return what a choice could name as a place."""
    if choice.action is None:
        return frozenset({str(choice.value)})
    return frozenset(map(str, values(choice.action).values()))


def _marked(cell: Cell, here: frozenset[str], possible: frozenset[str]) -> Cell:
    if cell.place and cell.place in possible:
        return replace(cell, mark="cursor" if cell.place in here else "target")
    return cell


def choice_name(table: Table, choice: Choice) -> Text:
    """Return a choice in words."""
    if choice.action is not None:
        return table.game.action_name(choice.action)
    if choice.constraint.field == VERB:
        return text(f"verb.{choice.value}")
    value = table.game.value_name(choice.constraint.field, choice.value)
    return value if isinstance(value, Text) else text("table.value", value=value)
