"""Mode that shows the join code of phones, and the host's code after a long press."""

from companion.table.binding import Binding, InputEvent, label
from companion.table.command import CLOSING
from companion.table.modes.lists import close_cover
from companion.table.state import (
    HELD,
    JoinCode,
    Table,
    with_console,
)


def bindings(_: Table, code: JoinCode) -> tuple[Binding, ...]:
    """Return the bindings while a code is shown: a click closes it, a long press shows the host's.

    The host's code is shown until the next input.
    """
    closing = (*CLOSING, *sorted(HELD)) if code.hosting else CLOSING
    shown = () if code.hosting else sorted(HELD)
    return (
        *(
            Binding(
                each, label("close"), close_cover, shown=each in CLOSING, nudged=each in CLOSING
            )
            for each in closing
        ),
        *(Binding(each, label("host_code"), _host, shown=False) for each in shown),
    )


def _host(table: Table, _: InputEvent) -> Table:
    return with_console(table, cover=JoinCode(hosting=True))
