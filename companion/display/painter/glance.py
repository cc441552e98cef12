"""Where a glance screen goes on a panel: names and numbers as large as fit."""

from collections.abc import Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.display.painter.places import COLUMN, LINE, Box, Label
from companion.table.screen import Glance

LARGEST: Final = 3
"""The highest factor by which letters are scaled."""
ELLIPSIS: Final = "…"
_GAP: Final = 4
"""Pixels between two large texts in a row."""


class GlanceLayout(msgspec.Struct, frozen=True):
    """The texts of a glance screen, and the boxes around the lamps that are lit."""

    labels: tuple[Label, ...]
    inverted: tuple[Box, ...]


def lay_out_glance(glance: Glance, size: tuple[int, int]) -> GlanceLayout:
    """Return the places of a glance screen on a panel of 128x64, 128x32 or 256x64 pixels."""
    width, height = size
    if height < 64:  # noqa: PLR2004 - lines of a panel of 128x32
        labels, lamps = _low(glance, width), height - LINE
    elif width > 2 * height:
        labels, lamps = _wide(glance, width), height - LINE
    else:
        labels, lamps = _usual(glance, width), height - LINE
    if height < 64 and sum(lit for _, lit in glance.lamps) < 2:  # noqa: PLR2004 - see above
        return GlanceLayout((*labels, _text(glance.event, 0, lamps, width, 1)), ())
    names, inverted = _lamps(glance, width, lamps)
    return GlanceLayout((*labels, *names), inverted)


def _usual(glance: Glance, width: int) -> tuple[Label, ...]:
    """Name above round and clock, then the last event: 24, 24 and 8 lines."""
    clock = _right(glance.clock, 4 * LINE, width, 2)
    return (
        _text(glance.name, 0, 0, width, LARGEST),
        _text(glance.round, 0, 3 * LINE, width - _beside(clock), LARGEST),
        *clock,
        _faint(_text(glance.event, 0, 6 * LINE, width, 1)),
    )


def _wide(glance: Glance, width: int) -> tuple[Label, ...]:
    """Name and round side by side, then the last event beside the clock."""
    status = _right(glance.round, 0, width // 2, LARGEST, edge=width)
    clock = _right(glance.clock, 4 * LINE, width // 2, LARGEST, edge=width)
    return (
        _text(glance.name, 0, 0, width - _beside(status), LARGEST),
        *status,
        _faint(_text(glance.event, 0, 4 * LINE, width - _beside(clock), 2)),
        *clock,
    )


def _low(glance: Glance, width: int) -> tuple[Label, ...]:
    """Name beside round and clock, above one line."""
    status = _right(glance.round, 0, width * 2 // 5, 2, edge=width)
    clock = _right(glance.clock, 2 * LINE, width, 1)
    room = width - max(_beside(status), _beside(clock))
    return (_text(glance.name, 0, 0, room, LARGEST), *status, *clock)


def _text(text: str, x: int, y: int, room: int, largest: int) -> Label:
    """Return a text as large as it fits, from its ``largest`` scale down to one step below it."""
    fits = (n for n in (largest, largest - 1) if 0 < len(text) * COLUMN * n <= room)
    scale = next(fits, max(1, largest - 1))
    columns = room // (COLUMN * scale)
    shown = text if len(text) <= columns else text[: max(0, columns - 1)].rstrip() + ELLIPSIS
    lift = (largest - scale) * LINE // 2 // LINE * LINE
    return Label(text, shown, x, y + lift, scale)


def _right(text: str, y: int, room: int, largest: int, *, edge: int = 0) -> tuple[Label, ...]:
    """Return a text that ends at the ``edge``, or at the end of the room; none for none."""
    if not text:
        return ()
    label = _text(text, 0, y, room, largest)
    left = (edge or room) - _width(label)
    return (Label(label.text, label.shown, left, label.y, label.scale),)


def _beside(labels: tuple[Label, ...]) -> int:
    """Return the pixels that texts take from the one on their left."""
    return sum(_width(label) + _GAP for label in labels)


def _width(label: Label) -> int:
    return len(label.shown) * COLUMN * label.scale


def _faint(label: Label) -> Label:
    return replace(label, faint=True)


def _lamps(glance: Glance, width: int, y: int) -> tuple[tuple[Label, ...], tuple[Box, ...]]:
    """Return a name for each seat, as long as all fit, those whose lamp is lit inverted."""
    seats = len(glance.lamps)
    columns = width // COLUMN // max(1, seats) - 1
    labels = tuple(
        Label(name[:columns], name[:columns], 1 + seat * (columns + 1) * COLUMN, y, faint=not lit)
        for seat, (name, lit) in enumerate(glance.lamps)
    )
    return labels, tuple(_boxes(glance, labels, y))


def _boxes(glance: Glance, labels: tuple[Label, ...], y: int) -> Iterator[Box]:
    for label, (_, lit) in zip(labels, glance.lamps, strict=True):
        if lit:
            yield Box(label.x - 1, y, label.x + _width(label) - 1, y + LINE - 1)
