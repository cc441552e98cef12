"""Screen with the list of all clocks, and with the changes possible to one of them."""

from msgspec.structs import replace

from companion.engine.text import Seat, text
from companion.table.modes import clock_menu
from companion.table.screens.bottom_line import cut
from companion.table.screens.headline import clock_wordings, seat_time, with_cursor
from companion.table.screens.screen import Screen
from companion.table.state import ClockMenu, Table
from companion.table.voice import Voice


def clock_list(table: Table, shown: ClockMenu, voice: Voice) -> Screen:
    """Return the list of all clocks, or the changes possible to one, with its time.

    Beside it are the clocks of the acting players, each with its player's name.
    """
    listed = clock_menu.entries(table, shown.page)
    rows = with_cursor([voice.short(name) for _, name in listed], shown.cursor)
    times = {seat: seat_time(table, seat) for seat in range(len(table.setup.players))}
    if shown.page is None:
        values = [times.get(each, "") if isinstance(each, int) else "" for each, _ in listed]
        rows = tuple(replace(row, value=time) for row, time in zip(rows, values, strict=True))
    elif isinstance(shown.page, int) and shown.page in times:
        return replace(_one_clock(table, shown.page, times[shown.page], voice), rows=rows)
    title = voice.short(clock_menu.title(shown.page))
    clocks = clock_wordings(table, clock_menu.title(shown.page), voice)
    # The last wording has no name.
    named = clocks[:-1] if shown.page is None else clocks[-1:]
    room = voice.columns - len(title) - 1
    status = next((each for each in named if len(each) <= room), "".join(named[-1:]))
    return Screen(title=title, rows=rows, status=status)


def _one_clock(table: Table, seat: int, time: str, voice: Voice) -> Screen:
    """Return the name and the time of a seat, and beside them the acting player's clock.

    Names are cut before times, and both before the overtime of a clock.
    """
    title = text("table.player", player=Seat(seat))
    name, left = voice.short(title), time.partition("x")[0]
    clocks = clock_wordings(table, title, voice)
    if clocks in {(), (left,)}:
        return Screen(title=name, status=time)
    for own, clock in ((own, clock) for own in (time, left) for clock in clocks):
        line = f"{name} {own}"
        if len(line) + 1 + len(clock) <= voice.columns:
            return Screen(title=line, status=clock)
    room = voice.columns - len(left) - len(clocks[-1]) - 2
    return Screen(title=f"{cut(name, room)} {left}", status=clocks[-1])
