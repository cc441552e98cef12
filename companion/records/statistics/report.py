"""Reports of statistics: in the terminal, as CSV files, and as a page with plots."""

import csv
from collections.abc import Callable, Iterator, Sequence
from html import escape
from pathlib import Path
from textwrap import fill
from typing import Final

import msgspec

from companion.i18n.languages import language_tag
from companion.records.statistics.figures import FigureTable

Named = Callable[[str], str]
"""Returns the words of a table's name or of a column."""
_SHOWN: Final = 40
"""Rows of a table in a terminal."""
_NAME: Final = 8
"""Characters that names get at least; longer ones are folded where there is no room."""


class Column(msgspec.Struct, frozen=True):
    """A column of a table in a terminal."""

    name: str
    cells: tuple[str, ...]
    is_text: bool = False


_TOGETHER: Final = (
    ("share_between", ("share", "low", "high"), "{} ({}–{})"),
    ("mean_spread", ("mean", "spread"), "{} ± {}"),
    ("least_most", ("least", "most"), "{} – {}"),
    ("time", ("minutes",), "{}'"),
    ("undone_corrected", ("undone", "corrections"), "{} / {}"),
)
"""Figures that share a column in a terminal: its name, theirs, and how they are written."""


def in_terminal(tables: Sequence[FigureTable], named: Named) -> None:
    """Print tables in the width of the terminal, at least 80 columns; empty ones are omitted."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table as Drawn

    console = Console()
    for title, columns in (each for table in tables for each in _by_game(table, named)):
        drawn = Drawn(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
        for column in columns:
            head = named(column.name)
            if column.is_text:
                drawn.add_column(head, overflow="fold", min_width=_NAME)
            else:
                whole = max(map(len, (*head.split(), *column.cells)))
                drawn.add_column(fill(head, whole), justify="right", no_wrap=True)
        for row in zip(*(column.cells for column in columns), strict=True):
            drawn.add_row(*row)
        console.print(drawn)


def _by_game(table: FigureTable, named: Named) -> Iterator[tuple[str, list[Column]]]:
    """Yield titles and columns: a separate table for each game with several rows."""
    at, title = table.columns.index("game"), named(table.key)
    games = dict.fromkeys(row[at] for row in table.rows)
    if len(games) == len(table.rows):
        if games:
            yield title, _columns(table.columns, table.rows)
        return
    names = (*table.columns[:at], *table.columns[at + 1 :])
    for game in games:
        rows = [(*row[:at], *row[at + 1 :]) for row in table.rows if row[at] == game]
        yield f"{title} · {game}", _columns(names, rows)


def _columns(names: Sequence[str], rows: Sequence[tuple[object, ...]]) -> list[Column]:
    """Return the first rows as columns; related values share one."""
    shown = rows[:_SHOWN]
    single = {
        name: Column(
            name,
            tuple("" if row[number] is None else str(row[number]) for row in shown),
            is_text=all(isinstance(row[number], str) for row in rows),
        )
        for number, name in enumerate(names)
    }
    columns = dict(single)
    for key, parts, form in _TOGETHER:
        if columns.keys() >= set(parts):
            cells = zip(*(single[part].cells for part in parts), strict=True)
            columns[parts[0]] = Column(key, tuple(form.format(*each) for each in cells))
            for part in parts[1:]:
                del columns[part]
    return list(columns.values())


def as_files(tables: Sequence[FigureTable], folder: Path) -> None:
    """Write each table to a CSV file in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for table in tables:
        with (folder / f"{table.key}.csv").open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(table.columns)
            writer.writerows(table.rows)


def as_page(tables: Sequence[FigureTable], title: str, language: str, named: Named) -> str:
    """Return a page with all tables, and drawings of the most important ones."""
    from companion.records.statistics.plots import drawings

    drawn = drawings(tables, named)
    sections = "".join(
        f"<section><h2>{escape(named(table.key))}</h2>"
        f"{''.join(drawn.get(table.key, ()))}{_grid(table, named)}</section>"
        for table in tables
        if table.rows
    )
    return (
        f'<!doctype html>\n<html lang="{language_tag(language)}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>"
        f"<body><main><h1>{escape(title)}</h1>{sections}</main></body></html>\n"
    )


def _grid(table: FigureTable, named: Named) -> str:
    """Return a table that can be scrolled with a keyboard."""
    head = "".join(f'<th scope="col">{escape(named(name))}</th>' for name in table.columns)
    rows = "".join(
        f"<tr>{''.join(f'<td>{_cell(value)}</td>' for value in row)}</tr>" for row in table.rows
    )
    given = f'class="wide" tabindex="0" role="region" aria-label="{escape(named(table.key))}"'
    grid = f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    return f"<div {given}>{grid}</div>"


def _cell(value: object) -> str:
    return "" if value is None else escape(str(value))


_STYLE: Final = (
    "body{font:16px/1.45 system-ui,sans-serif;color:#29231c;background:#fffcf5;margin:0}"
    "main{max-width:70rem;margin:0 auto;padding:1rem}"
    "table{border-collapse:collapse}.wide{overflow-x:auto}"
    "th,td{text-align:left;padding:.3rem .8rem .3rem 0;border-bottom:1px solid #dcd1bd;"
    "font-variant-numeric:tabular-nums}svg{max-width:100%;height:auto}"
)
