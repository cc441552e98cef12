"""Chooses between the long and the short wording of rows by the available space."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from companion.table.screens.line_breaks import lines_of
from companion.table.screens.screen import Row, RowMark


def in_lines(rows: tuple[Row, ...], columns: int, count: int) -> tuple[Row, ...]:
    """Return rows of one line each, for ``count`` lines of ``columns`` characters.

    Without a cursor for scrolling, rows with a full wording have priority: others only fill the
    rest, and a number shows how many are hidden.
    """
    if not any(row.full for row in rows):
        return rows
    if any(row.mark is RowMark.CURSOR for row in rows):
        return tuple(line for row in rows for line in _wrapped(row, row.full or row.text, columns))
    wanted = [row for row in rows if row.full]
    for words in _wordings(wanted):
        lines = [
            line
            for row, text in zip(wanted, words, strict=True)
            for line in _wrapped(row, text, columns)
        ]
        if len(lines) <= count:
            return (*lines, *_filling(rows, columns, count - len(lines)))
    return tuple(_cut(wanted, columns, count))


def _filling(rows: Sequence[Row], columns: int, left: int) -> Iterator[Row]:
    """Yield the optional rows, as many as there are lines left."""
    for row in rows:
        if row.full:
            continue
        lines = lines_of(row.text, max(1, columns)) or [""]
        left -= len(lines)
        if left < 0:
            return
        for line in lines:
            yield replace(row, text=line)


def _wordings(rows: Sequence[Row]) -> Iterator[tuple[str, ...]]:
    """Yield the wordings of rows: all in full, the first in full, all short."""
    first, *others = rows
    short = tuple(row.text for row in others)
    yield (first.full, *(row.full for row in others))
    yield (first.full, *short)
    yield (first.text, *short)


def _wrapped(row: Row, text: str, columns: int) -> Iterator[Row]:
    """Yield the lines of a row with a full wording; another row is unchanged."""
    if not row.full:
        yield row
        return
    for line in lines_of(text, max(1, columns)) or [""]:
        yield replace(row, text=line, full="")


def _cut(rows: Sequence[Row], columns: int, count: int) -> Iterator[Row]:
    """Yield as many rows as fit, then the number of the remaining ones.

    The first one is shown in any case.
    """
    lines: list[Row] = []
    left = len(rows)
    for row in rows:
        more = [*lines, *_wrapped(row, row.text, columns)]
        numbered = list(_numbered(more, left - 1, columns))
        if len(numbered) > count:
            break
        lines, left = more, left - 1
    if not lines:
        first, left = rows[0], left - 1
        lines = [
            replace(first, text=line, full="") for line in lines_of(first.text, columns, count)
        ]
        yield from (*lines[:-1], replace(lines[-1], value=_number(left)))
        return
    yield from _numbered(lines, left, columns)


def _number(left: int) -> str:
    return f"+{left}" if left else ""


def _numbered(lines: Sequence[Row], left: int, columns: int) -> Iterator[Row]:
    """Yield lines with the number of hidden rows, on a separate line if necessary."""
    *before, last = lines
    number = _number(left)
    yield from before
    if len(last.text) + len(number) + 1 <= columns or not number:
        yield replace(last, value=number)
    else:
        yield from (last, Row(value=number))
