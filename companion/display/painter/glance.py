"""Layout of a glance screen: names and numbers as large as the panel allows."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.display.fonts import Size
from companion.display.painter.primitives import (
    COLUMN,
    LINE,
    Rect,
    TextLabel,
    largest_fitting,
)
from companion.table.screens.screen import Glance

_GAP: Final = 4
"""Pixels between two large texts in a row."""
_LINES: Final = 6
"""Lines of a panel of 64 pixels that name, round and clock share."""


class GlanceLayout(msgspec.Struct, frozen=True):
    """The texts of a glance screen, and the boxes around the lit lamps."""

    labels: tuple[TextLabel, ...]
    inverted: tuple[Rect, ...]


def lay_out_glance(glance: Glance, size: tuple[int, int]) -> GlanceLayout:
    """Return the layout of a glance screen on a panel of 128x64, 128x32 or 256x64 pixels."""
    width, height = size
    if height < 64:  # noqa: PLR2004 - lines of a panel of 128x32
        labels, lamps = _low(glance, width), height - LINE
    elif width > 2 * height:
        labels, lamps = _wide(glance, width), height - LINE
    else:
        labels, lamps = _usual(glance, width), height - LINE
    if height < 64 and sum(lit for _, lit in glance.lamps) < 2:  # noqa: PLR2004 - see above
        return GlanceLayout((*labels, _first_fitting(glance.event, (0, lamps), (width, LINE))), ())
    names, inverted = _lamps(glance, width, lamps)
    return GlanceLayout((*labels, *names), inverted)


def _usual(glance: Glance, width: int) -> tuple[TextLabel, ...]:
    """Lay out the name above round and clock, then the last event in a line.

    The name takes the remaining lines; a clock has equal priority.
    """
    lines = _LINES // 2 if glance.clock else _LINES - 2
    name = largest_fitting((glance.name,), (0, 0), (width, lines * LINE))
    below = max(name.size[1], _LINES // 2 * LINE)
    height_left = _LINES * LINE - below
    clock = _right((glance.clock,), below, (width, height_left), width)
    return (
        _middle(name, below),
        _middle(
            largest_fitting(glance.round, (0, below), (width - _beside(clock), height_left)),
            height_left,
        ),
        *clock,
        _faint(_first_fitting(glance.event, (0, _LINES * LINE), (width, LINE))),
    )


def _wide(glance: Glance, width: int) -> tuple[TextLabel, ...]:
    """Lay out name and round side by side, then the last event beside the clock."""
    upper, lower = 4 * LINE, 3 * LINE
    status = _right(glance.round, 0, (width // 2, lower), width)
    clock = _right((glance.clock,), upper, (width // 2, lower), width)
    return (
        largest_fitting((glance.name,), (0, 0), (width - _beside(status), upper)),
        *status,
        _faint(_first_fitting(glance.event, (0, upper), (width - _beside(clock), 2 * LINE))),
        *clock,
    )


def _first_fitting(wordings: Sequence[str], at: tuple[int, int], area: Size) -> TextLabel:
    """Return the fullest wording that fits at any size; the last one is cut if none does."""
    labels = [largest_fitting((wording,), at, area) for wording in wordings]
    return next((label for label in labels if label.shown == label.text), labels[-1])


def _low(glance: Glance, width: int) -> tuple[TextLabel, ...]:
    """Lay out the name beside the round, or beside the clock above a small round, and a line.

    The name takes what a small round leaves, and the round what is left then.
    """
    half = 2 * LINE
    clock = _right((glance.clock,), 0, (width // 2, half), width)
    short = min((len(wording) for wording in glance.round), default=0)
    least = min(max(_beside(clock), short * COLUMN + bool(short) * _GAP), width * 2 // 3)
    name = largest_fitting((glance.name,), (0, 0), (width - least, 3 * LINE))
    if name.shown != name.text:
        return _low_with_long_name(glance, width)
    left = width - name.width - _GAP
    status = _right(glance.round, half * bool(clock), (left, LINE if clock else half), width)
    return (_middle(name, 3 * LINE), *clock, *status)


def _low_with_long_name(glance: Glance, width: int) -> tuple[TextLabel, ...]:
    """Lay out names above a small round and a small clock."""
    half = 2 * LINE
    name = largest_fitting((glance.name,), (0, 0), (width, half))
    clock = _right((glance.clock,), half, (width // 2, LINE), width)
    width_left = width - _beside(clock)
    return (
        _middle(name, half),
        largest_fitting(glance.round, (0, half), (width_left, LINE)),
        *clock,
    )


def _middle(label: TextLabel, height: int) -> TextLabel:
    """Return a label at the centre of a height, on the grid of lines."""
    return replace(label, y=label.y + (height - label.size[1]) // 2 // LINE * LINE)


def _right(texts: Sequence[str], y: int, area: Size, edge: int) -> tuple[TextLabel, ...]:
    """Return a right-aligned text; empty for an empty text."""
    if not any(texts):
        return ()
    label = largest_fitting(texts, (0, y), area)
    return (replace(label, x=edge - label.width),)


def _beside(labels: tuple[TextLabel, ...]) -> int:
    """Return the pixels that texts take from the one on their left."""
    return sum(label.width + _GAP for label in labels)


def _faint(label: TextLabel) -> TextLabel:
    return replace(label, faint=True)


def _lamps(glance: Glance, width: int, y: int) -> tuple[tuple[TextLabel, ...], tuple[Rect, ...]]:
    """Return a label for each seat if all fit, with those of lit lamps inverted."""
    seats = len(glance.lamps)
    columns = width // COLUMN // max(1, seats) - 1
    labels = tuple(
        TextLabel(
            name[:columns], name[:columns], 1 + seat * (columns + 1) * COLUMN, y, faint=not lit
        )
        for seat, (name, lit) in enumerate(glance.lamps)
    )
    return labels, tuple(_boxes(glance, labels, y))


def _boxes(glance: Glance, labels: tuple[TextLabel, ...], y: int) -> Iterator[Rect]:
    for label, (_, lit) in zip(labels, glance.lamps, strict=True):
        if lit:
            yield Rect(label.x - 1, y, label.x + label.width - 1, y + LINE - 1)
