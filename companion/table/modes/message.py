"""Mode of a message: *confirm* and *back* close it, a long press keeps its usual meaning."""

from functools import partial
from typing import Final

from companion.table.binding import (
    Binding,
    InputEvent,
    InputSource,
    Trigger,
    label,
)
from companion.table.choosing.choosing import UNKNOWN_TAG
from companion.table.command import CLOSING, Command
from companion.table.modes.enrolment import start_enrolment
from companion.table.sensing.sense import table_is_right
from companion.table.state import Notice, Table

_CLICKS: Final = (*CLOSING, InputSource.SEAT)


def clicks(message: Notice) -> tuple[Trigger, ...]:
    """Return the inputs that only close a message; keys that move a cursor do nothing meanwhile."""
    return tuple(each for each in _CLICKS if each is not Command.BACK or not message.passes)


def bindings(table: Table, message: Notice) -> tuple[Binding, ...]:
    """Return the bindings of clicks while a message is shown; only questions act."""
    answer = _answer(table, message)
    # Beside an answer, *ok* would seem to give it.
    words = label("read" if answer is None else "close")
    closing = (
        Binding(
            each, words, _closed, minor=answer is not None, upward=answer is not None, nudged=True
        )
        for each in clicks(message)
        if answer is None or each is not Command.CONFIRM
    )
    return (*(() if answer is None else (answer,)), *closing)


def _answer(table: Table, message: Notice) -> Binding | None:
    """Return the binding of *confirm* where a message asks a question."""
    if message.message.key == UNKNOWN_TAG:
        tag = str(message.message.params["tag"])
        return Binding(Command.CONFIRM, label("learn"), partial(_learned, tag=tag))
    if table.placement is None:
        return None
    return Binding(Command.CONFIRM, label("table_right"), _right)


def _learned(table: Table, _: InputEvent, *, tag: str) -> Table:
    return start_enrolment(table, tag)


def _closed(table: Table, _: InputEvent) -> Table:
    """Return the table without the message, which is closed before anything else."""
    return table


def _right(table: Table, press: InputEvent) -> Table:
    if table.placement is None:
        return table
    return table_is_right(table, table.placement, press.timestamp, press.draw)
