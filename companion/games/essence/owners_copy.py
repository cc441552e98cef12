"""How people are asked about the path on their board (ES-DATA-1)."""

from collections.abc import Mapping
from typing import Any, Final

from companion.engine.copy import CopyQuestion, Printed, Sheet
from companion.engine.data import merged
from companion.engine.text import text
from companion.games.essence.questions import COLOURS
from companion.games.essence.variant import CENTRE, DATA

_WIDTH: Final = 12
"""Fields in a row of the picture: all of them fit on a panel."""


def copy_questions(data: Mapping[str, Any]) -> tuple[CopyQuestion, ...]:
    """Return the question about a copy of which ``data`` is known or assumed."""
    fields = tuple(merged(DATA, data)["fields"])
    return (
        CopyQuestion("fields", text("copy.fields"), ("fields",), sheet=lambda _: _path(fields)),
    )


def _path(fields: tuple[str, ...]) -> Sheet:
    """Return the path in rows: the starting field alone in the first one."""
    starts = range(1, CENTRE + 1, _WIDTH)
    rows = ((0,), *(tuple(range(start, start + _WIDTH)) for start in starts))
    return Sheet(
        tuple(tuple(text("copy.fields.place", n=field) for field in row) for row in rows),
        fields,
        _printed,
        list,
        COLOURS,
    )


def _printed(colour: str) -> Printed:
    sign = text(f"copy.fields.sign.{colour}")
    return Printed(text(f"deck.{colour}"), sign, f"field-{colour}", colour)
