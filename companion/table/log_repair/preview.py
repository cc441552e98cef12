"""Preview of a repair, line by line, before it is confirmed."""

from collections.abc import Iterator
from typing import Final

from companion.engine.game import Action, Line
from companion.engine.text import Seat, Text, text
from companion.table.clocks.time_control import minutes
from companion.table.log.consequences import Consequences
from companion.table.log_repair.turn_log import step_text
from companion.table.state import Table

_SECOND: Final = 1000
"""The least difference of clocks that is shown, in milliseconds."""


def lines(table: Table, result: Consequences) -> tuple[Line, ...]:
    """Return the effects of a repair: points, clocks, inserted and removed steps."""
    return tuple(_lines(table, result))


def _lines(table: Table, result: Consequences) -> Iterator[Line]:
    for seat, gain in result.points:
        yield Line(text("table.player", player=Seat(seat)), _value(f"{gain:+}"))
    times = [(seat, more) for seat, more in result.times if abs(more) >= _SECOND]
    for seat, more in times:
        sign = "+" if more > 0 else "-"
        yield Line(text("log.clock", player=Seat(seat)), _value(f"{sign}{minutes(abs(more))}"))
    if not result.points and not times:
        yield Line(text("log.no_points"))
    for seat, action in result.added:
        if seat >= 0:
            yield Line(text("log.added", what=_added(table, seat, action)))
    for key, steps in (
        ("log.left_out", result.left_out),
        ("log.kept", result.kept),
        ("log.dropped", result.dropped),
        ("log.misfit", result.misfits),
    ):
        yield from (Line(text(key, what=step_text(table, log_step))) for log_step in steps)
    if not result.misfits and not result.dropped:
        yield Line(text("log.fits"))


def _added(table: Table, seat: int, action: Action) -> Text:
    if isinstance(action, table.game.turn_ends):
        return text("table.turn_end", player=Seat(seat))
    return text("assumed", player=Seat(seat), what=table.game.words.brief(action))


def _value(value: str) -> Text:
    return text("table.value", value=value)
