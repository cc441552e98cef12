"""Figures for people: in the terminal, as CSV files, and as a page with drawings."""

import csv
from collections.abc import Callable, Sequence
from html import escape
from pathlib import Path
from typing import Final

from companion.records.statistics.figures import Table

Named = Callable[[str], str]
"""Returns the words of a table's name or of a column."""
_SHOWN: Final = 40
"""Rows of a table in a terminal."""


def in_terminal(tables: Sequence[Table], named: Named) -> None:
    """Print tables as they fit the terminal."""
    from rich.console import Console
    from rich.table import Table as Drawn

    console = Console()
    for table in tables:
        drawn = Drawn(title=named(table.key), title_justify="left")
        for number, name in enumerate(table.columns):
            is_text = all(isinstance(row[number], str) for row in table.rows)
            drawn.add_column(named(name), justify="left" if is_text else "right")
        for row in table.rows[:_SHOWN]:
            drawn.add_row(*("" if value is None else str(value) for value in row))
        console.print(drawn)


def as_files(tables: Sequence[Table], folder: Path) -> None:
    """Write each table to a CSV file in a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for table in tables:
        with (folder / f"{table.key}.csv").open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(table.columns)
            writer.writerows(table.rows)


def as_page(tables: Sequence[Table], title: str, language: str, named: Named) -> str:
    """Return a page with all tables and drawings of what is best seen."""
    from companion.records.statistics.plots import drawings

    drawn = drawings(tables, named)
    sections = "".join(
        f"<section><h2>{escape(named(table.key))}</h2>"
        f"{''.join(drawn.get(table.key, ()))}{_grid(table, named)}</section>"
        for table in tables
    )
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style></head>"
        f"<body><main><h1>{escape(title)}</h1>{sections}</main></body></html>\n"
    )


def _grid(table: Table, named: Named) -> str:
    """Return a table that a keyboard can scroll."""
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
