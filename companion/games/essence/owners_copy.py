"""Questions about the path on an owner's board (ES-DATA-1)."""

from collections.abc import Mapping
from functools import partial
from itertools import cycle, islice, permutations
from typing import Any, Final

from companion.engine.data import merge
from companion.engine.owners_copy import (
    CopyQuestion,
    PrintedSheet,
    PrintedSquare,
    PrintedValue,
)
from companion.engine.text import Text, text
from companion.games.essence.questions import COLOURS
from companion.games.essence.variant import CENTRE, DATA

_WIDTH: Final = 12
"""Fields in a row of the picture: all of them fit on a panel."""


def copy_questions(data: Mapping[str, Any]) -> tuple[CopyQuestion, ...]:
    """Return the question about a copy of which ``data`` is known or assumed."""
    fields = tuple(merge(DATA, data)["fields"])
    orders = tuple((order, _in_words(order)) for order in permutations(COLOURS))
    order = PrintedValue(text("copy.fields.order"), (*orders, ((), text("copy.fields.none"))))
    path = partial(_path, fields)
    return (CopyQuestion("fields", text("copy.fields"), ("fields",), (order,), sheet=path),)


def _in_words(order: tuple[str, ...]) -> Text:
    signs = zip("abcd", order, strict=True)
    return text("copy.fields.so", **{n: text(f"copy.fields.sign.{colour}") for n, colour in signs})


def _path(path: tuple[str, ...], cells: tuple[tuple[str, ...], ...]) -> PrintedSheet:
    """Return the path in rows: the starting field alone in the first one.

    If an order of the colours is given, it repeats along the path.
    """
    order = cells[0] if cells else ()
    fields = (*path[:1], *islice(cycle(order), CENTRE)) if order else path
    starts = range(1, CENTRE + 1, _WIDTH)
    rows = ((0,), *(tuple(range(start, start + _WIDTH)) for start in starts))
    return PrintedSheet(
        tuple(tuple(text("copy.fields.place", n=field) for field in row) for row in rows),
        fields,
        _printed,
        list,
        COLOURS,
    )


def _printed(colour: str) -> PrintedSquare:
    sign = text(f"copy.fields.sign.{colour}")
    return PrintedSquare(text(f"deck.{colour}"), sign, f"field-{colour}", colour)
