"""The screen of a game between actions: its summary with the prompt, or the running clock."""

from collections.abc import Sequence
from typing import Final

from companion.engine.diagram import Diagram
from companion.engine.game import Line
from companion.engine.ranking import Ranking, ranking_of
from companion.engine.text import Seat, Text, text
from companion.table.choosing.choosing import at_once
from companion.table.mode import Turn
from companion.table.modes.stack import bindings, uncovered_mode
from companion.table.narrowing.intent import values
from companion.table.previous_games.previous_game import UNSURE
from companion.table.screens.bottom_line import bottom_line, cut
from companion.table.screens.headline import (
    KeyLayout,
    assumption_line,
    clock_face,
    headline,
    stands_apart,
    table_title,
    timed_status,
    with_name,
)
from companion.table.screens.line_breaks import lines_of
from companion.table.screens.screen import ROWS, Row, RowMark, Screen
from companion.table.state import (
    IdleFace,
)
from companion.table.table import Table
from companion.table.task import named_seat
from companion.table.voice import Voice

_GUTTER: Final = 1
"""Characters that the arrow of rows takes from all of them, and their icons as many more."""
_LOST: Final = 1
"""Characters lost beside them, as they are not a multiple of a character wide."""
_BESIDE_BOARD: Final = 11
"""Characters of a row beside a board."""
_ASKED: Final = 8
"""Characters that a name leaves at least for what is asked behind it, with their punctuation."""
_DIGIT: Final = 2
"""Columns of a character of the big clock on a low panel."""
_BIG: Final = 6
"""Characters of the big clock: one with a sign or an extra digit stays in place."""


def clock_screen(table: Table, voice: Voice, rows: int, keys: KeyLayout) -> Screen:
    """Show the running clock in big digits; a low panel has little room beside them."""
    summary = summary_screen(table, voice, rows, keys)
    face = clock_face(table, named_seat(table_title(table)))
    beside = voice.columns - _DIGIT * len(face) - 1
    is_low = rows < ROWS
    is_cut = is_low and len(summary.title) > beside
    status = voice.short(text("table.paused")) if is_low and table.clocks.paused else summary.status
    if is_low:
        status = cut(status, beside)
    return Screen(
        title=cut(voice.short(table_title(table)), beside) if is_cut else summary.title,
        footer=summary.footer,
        status=status,
        big=face.rjust(_BIG),
    )


def summary_screen(table: Table, voice: Voice, rows: int, keys: KeyLayout) -> Screen:
    """Return the screen of a game between actions: its lines or board, and what is asked."""
    status = text("status.stopped") if table.stopped else table.game.status(table.state)
    words = [] if status is None else [voice.short(status)]
    if table.is_over and table.console.unsure:
        words.append(UNSURE)
    shown = (*(_row(line, voice) for line in _lines(table)), *_tie(table, voice))
    what = assumption_line(table, voice) or voice.short(prompt_of(table))
    footer = _bottom(what, bottom_line(bindings(table), voice, keys), voice)
    drawn = _drawn_at_once(table)
    board = next(iter(drawn), table.game.diagram(table.state))
    cramped = not drawn and rows < ROWS and len(shown) >= rows
    title, beside = voice.short(table_title(table)), _beside_title(table, words, voice)
    if what not in footer:
        below = () if board is not None else _asking(what, shown, rows, voice)
        is_asked = not table.clocks.paused and not table.is_over
        is_free = board is None and len(shown) + len(below) < rows
        apart = stands_apart(beside, footer, voice, free_line=is_free)
        taken = "" if apart else beside
        above = headline(title, what, taken, voice) if is_asked and len(below) != 1 else ""
        if is_asked and not above and not below and is_count(status) and not apart:
            bare = _beside_title(table, (), voice)
            above = headline(title, what, bare, voice)
            beside = bare if above else beside
        if is_asked and what and not above and not below:
            if len(shown) + len(lines_of(what, _BESIDE_BOARD)) <= rows and board is not None:
                shown = (*shown, *map(Row, lines_of(what, _BESIDE_BOARD)))
            else:
                yields = status is None or is_count(status)
                besides = (taken, _beside_title(table, (), voice)) if yields else (taken,)
                wordings = _wordings_of_prompt(table, what, voice)
                together = named_seat(table_title(table)) is None
                fitting = _fitting(title, wordings, besides, voice, together=together)
                above, kept = fitting or _squeezed(
                    title, wordings, besides, voice, is_name=not yields and not together
                )
                beside = beside if apart and not kept else kept
        title, shown = above or title, shown if above else (*shown, *below)
    return Screen(
        title=title,
        status=beside,
        rows=shown,
        footer=footer,
        diagrams=() if board is None or table.stopped or cramped else (drawn or (board,)),
        icons=table.game.icons,
    )


def _drawn_at_once(table: Table) -> tuple[Diagram, ...]:
    """Return pictures of the action that *confirm* takes without a list, if it has places."""
    only = at_once(table) if isinstance(uncovered_mode(table), Turn) else None
    if only is None or only.action is None:
        return ()
    return table.game.choice_diagrams(table.state, values(only.action))


def _wordings_of_prompt(table: Table, what: str, voice: Voice) -> tuple[str, ...]:
    """Return what is asked, and its briefest form if it is the prompt and the language has one."""
    brief = voice.short(text("prompt.brief", what=prompt_of(table)))
    return (what,) if assumption_line(table, voice) else tuple(dict.fromkeys((what, brief)))


def _fitting(
    title: str, wordings: Sequence[str], besides: Sequence[str], voice: Voice, *, together: bool
) -> tuple[str, str] | None:
    """Return a title with the fullest wording of the prompt that fits, and the status.

    A prompt for all players may go without its title. ``None`` if all of them are too long.
    """
    for what in wordings:
        for beside in besides:
            for line in (with_name(title, what), what) if together else (with_name(title, what),):
                if len(line) + (len(beside) + 1 if beside else 0) <= voice.columns:
                    return line, beside
    return None


def _squeezed(
    title: str, wordings: Sequence[str], besides: Sequence[str], voice: Voice, *, is_name: bool
) -> tuple[str, str]:
    """Return a title with the beginning of a prompt that is too long, and the status.

    Where there is no room for a few letters of it, the prompt is shown alone, since a row or the
    clock has the name; but a name that only the title has is kept, beside words such as *last
    turn*, and alone if the prompt has a briefest form.
    """
    is_brief = len(wordings) > 1
    what = wordings[-1]
    line = with_name(title, what)
    for beside in () if is_brief and is_name else besides:
        room = voice.columns - (len(beside) + 1 if beside else 0)
        if room >= len(title) + _ASKED:
            return cut(line, room), beside
    if is_name:
        return title, besides[-1]
    return cut(what, voice.columns - len(besides[-1]) - 1), besides[-1]


def is_count(status: Text | None) -> bool:
    """Return whether a game's own progress is a count, which the prompt precedes.

    Values that are no numbers, such as a square, are for pages.
    """
    params = () if status is None else status.params.values()
    return bool(params) and all(isinstance(each, int | str) for each in params)


def _asking(what: str, rows: Sequence[Row], count: int, voice: Voice) -> tuple[Row, ...]:
    """Return the prompt as rows below others, none if ``count`` lines have no room for it."""
    gutters = any(row.mark for row in rows), any(row.icon for row in rows)
    columns = voice.columns - (sum(gutters) * _GUTTER + _LOST if any(gutters) else 0)
    asking = tuple(map(Row, lines_of(what, columns)))
    return asking if len(rows) + len(asking) <= count else ()


def _bottom(what: str, line: str, voice: Voice) -> str:
    """Return the bottom line: the prompt, and the labels of keys, which have priority."""
    both = f"{what}  {line}" if what and line else what or line
    return both if len(both) <= voice.columns or not line else line


def prompt_of(table: Table) -> Text:
    """Return the prompt for the next action; empty if the game was ended early."""
    if table.stopped:
        return text("prompt.stopped")
    return table.game.prompt(table.state, table.game.current_player(table.state))


def _lines(table: Table) -> tuple[Line, ...]:
    """Return the game's summary; the standings if it was ended early."""
    if not table.stopped:
        return table.game.summary(table.state)
    ranking = _ranking(table)
    places, points = ranking.places, ranking.points
    return tuple(
        Line(
            text("table.rank", place=places[seat], player=Seat(seat)),
            text("table.value", value=points[seat]),
            mark="turn" if seat in table.winners else "",
        )
        for seat in ranking.seats
    )


def _ranking(table: Table) -> Ranking:
    return ranking_of(table.game, table.state, table.winners)


def _tie(table: Table, voice: Voice) -> tuple[Row, ...]:
    """Return the line below the ranking that explains how a tie was broken."""
    over = table.is_over and not table.stopped
    what = table.game.decided(table.state) if over else None
    return () if what is None else (Row(), Row(voice.short(what)))


def _beside_title(table: Table, words: Sequence[str], voice: Voice) -> str:
    """Return the status beside the summary's title: the game's, whether it is paused, the clock.

    A clock in big digits is not repeated.
    """
    if table.is_over:
        return " ".join(words)
    if table.console.face is IdleFace.CLOCK and not table.clocks.paused:
        return " ".join(words)
    state = voice.short(text("table.paused")) if table.clocks.paused else ""
    return timed_status(table, table_title(table), voice, words, state)


def _row(line: Line, voice: Voice) -> Row:
    value = "" if line.right is None else voice.short(line.right)
    return Row(voice.short(line.left), value, line.icon, RowMark(line.mark))
