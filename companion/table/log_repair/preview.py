"""What a repair of the log leads to, line by line, as people read it before they decide."""

from collections.abc import Iterator

from companion.engine.game import Action, Line
from companion.engine.text import Seat, Text, text
from companion.table.log.consequences import Consequences
from companion.table.log_repair.turn_log import step_text
from companion.table.state import Table
from companion.table.time_control import minutes


def lines(table: Table, told: Consequences) -> tuple[Line, ...]:
    """Return what differs after a repair: points, clocks, what the box puts in, what goes."""
    return tuple(_lines(table, told))


def _lines(table: Table, told: Consequences) -> Iterator[Line]:
    for seat, gain in told.points:
        yield Line(text("table.player", player=Seat(seat)), _value(f"{gain:+}"))
    for seat, more in told.times:
        sign = "+" if more > 0 else "-"
        yield Line(text("log.clock", player=Seat(seat)), _value(f"{sign}{minutes(abs(more))}"))
    if not told.points and not told.times:
        yield Line(text("log.no_points"))
    for seat, action in told.added:
        if seat >= 0:
            yield Line(text("log.added", what=_added(table, seat, action)))
    for key, steps in (
        ("log.left_out", told.left_out),
        ("log.kept", told.kept),
        ("log.dropped", told.dropped),
        ("log.misfit", told.misfits),
    ):
        yield from (Line(text(key, what=step_text(table, past))) for past in steps)
    if not told.misfits and not told.dropped:
        yield Line(text("log.fits"))


def _added(table: Table, seat: int, action: Action) -> Text:
    if isinstance(action, table.game.turn_ends):
        return text("table.turn_end", player=Seat(seat))
    return text("assumed", player=Seat(seat), what=table.game.words.brief(action))


def _value(value: str) -> Text:
    return text("table.value", value=value)
