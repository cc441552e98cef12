"""The screen of a table: a pure function from a table to a ``Screen``."""

import re
from typing import Final

from msgspec.structs import replace

from companion.engine.text import Seat, text
from companion.table.lobby.lobby import Lobby
from companion.table.mode import DrawContribution, GameEnd, Pause, SetupLayout, TableTasks
from companion.table.modes.stack import bindings, uncovered_mode
from companion.table.screens.bottom_line import bottom_line, cut
from companion.table.screens.cover_view import (
    clocks_beside,
    covering,
    with_hint,
)
from companion.table.screens.explanation import (
    ExplanationPage,
    ending,
    select_page,
)
from companion.table.screens.headline import (
    KeyLayout,
    assumption_line,
    limit,
    stands_apart,
    table_title,
    timed_status,
    with_name,
)
from companion.table.screens.list_view import listing
from companion.table.screens.lobby_view import lobby_screen
from companion.table.screens.screen import ROWS, Screen
from companion.table.screens.summary_view import clock_screen, summary_screen
from companion.table.screens.task_view import task_screen
from companion.table.stage import Stage
from companion.table.state import (
    ClockMenu,
    Handover,
    IdleFace,
    Notice,
    SheetRules,
)
from companion.table.table import Table
from companion.table.voice import Voice

_PAGE_NUMBER: Final = re.compile(r"\d+/\d+")
_FEWEST_LETTERS: Final = 8
"""Characters of a title that are left beside the number of its page."""


def view(stage: Stage, voice: Voice, rows: int = ROWS, keys: KeyLayout = KeyLayout.FULL) -> Screen:
    """Return the screen of a table, or of a setup, for a display with ``rows`` lines of content."""
    if isinstance(stage, Lobby):
        screen = lobby_screen(stage, voice, rows, keys)
    else:
        cover = covering(stage, voice, rows, keys)
        if cover is None:
            screen = _uncovered(stage, voice, rows, keys)
        else:
            screen = _timed(cover, stage, voice, rows)
    return (
        replace(screen, alarm=voice.short(text("table.unsaved")))
        if stage.console.unsaved
        else screen
    )


def _timed(screen: Screen, table: Table, voice: Voice, rows: int) -> Screen:
    """Return the cover of the game with the acting player's clock, if time is limited.

    It is always visible: other parts of the status give way to it, but for the number of a page,
    for which the title is cut.
    """
    cover = table.console.cover
    if isinstance(cover, ClockMenu):
        return screen  # it has all clocks, each with its name
    clocks = tuple(limit(table))
    if isinstance(cover, Notice):
        clocks = clocks_beside(table, cover, voice, rows)
    numbered = _PAGE_NUMBER.fullmatch(screen.status) is not None
    for clock in clocks:
        both = f"{screen.status} {clock}".strip()
        for status in dict.fromkeys((both,) if numbered else (both, clock)):
            if len(screen.title) + len(status) < voice.columns:
                return replace(screen, status=status)
    for clock in clocks if numbered else ():
        status = f"{screen.status} {clock}"
        if stands_apart(status, screen.footer, voice, free_line=False):
            return replace(screen, status=status)
        available = voice.columns - len(status) - 1
        if available >= _FEWEST_LETTERS:
            return replace(screen, title=cut(screen.title, available), status=status)
    return replace(screen, status=clocks[-1]) if clocks else screen


def _uncovered(table: Table, voice: Voice, rows: int, keys: KeyLayout) -> Screen:
    """Return the uncovered game, with the reminder beside the name in the title.

    The reminder hides nothing else. Tasks are listed anyway, under the name of their seat.
    """
    screen = _table(table, voice, rows, keys)
    if table.reminder is None or isinstance(uncovered_mode(table), TableTasks):
        return screen
    name = voice.short(table_title(table))
    return replace(screen, title=f"! {with_name(name, voice.short(table.reminder))}")


def _table(table: Table, voice: Voice, rows: int, keys: KeyLayout) -> Screen:
    """Return a list of choices, the tasks, the clock, or the game's summary."""
    mode = uncovered_mode(table)
    if isinstance(mode, Handover):
        return _next(table, mode, voice, rows, keys)
    if isinstance(mode, GameEnd):
        pages = (
            ExplanationPage(summary_screen(table, voice, rows, keys)),
            *ending(table, voice, rows),
        )
        rule = table.console.cover.page if isinstance(table.console.cover, SheetRules) else None
        return with_hint(
            table, select_page(pages, table.cursor or 0, rule, voice, rows), voice, keys
        )
    if table.has_open_list:
        return listing(table, voice, keys)
    if isinstance(mode, DrawContribution | SetupLayout | TableTasks) or (
        isinstance(mode, Pause) and table.tasks
    ):
        return task_screen(table, voice, rows, keys)
    if table.console.face is IdleFace.CLOCK:
        return clock_screen(table, voice, rows, keys)
    return summary_screen(table, voice, rows, keys)


def _next(table: Table, handover: Handover, voice: Voice, rows: int, keys: KeyLayout) -> Screen:
    """Name the next player, readable across the table, and how to revert the end of turn."""
    key = "table.interrupted" if handover.interrupts else "table.ended"
    ended = text(key, player=Seat(handover.ended))
    # On a low panel the clock is beside the large name of its player, who is next.
    status = timed_status(table, ended, voice) if rows >= ROWS else " ".join(limit(table))
    return Screen(
        title=assumption_line(table, voice) or voice.short(ended),
        status=status,
        big=voice.short(text("table.turn", player=Seat(handover.seat))),
        footer=bottom_line(bindings(table), voice, keys),
    )
