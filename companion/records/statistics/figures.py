"""Statistical figures: SQL over the results of games, run by DuckDB."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, Final

import duckdb
import msgspec
from msgspec.structs import astuple

from companion.records import interval
from companion.records.result_lines import GameResult

MOST: Final = 200
"""Rows of a table that has one for each person."""


class FigureTable(msgspec.Struct, frozen=True):
    """A table of statistics: the keys of its title and columns, and its rows."""

    key: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


_WINS: Final = ("games", "wins", "share", "low", "high")
_COLUMNS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "games": (
            *("game", "games", "over", "mean_min", "median_min", "most_min"),
            *("actions", "undone", "corrections"),
        ),
        "players": ("player", "game", *_WINS, "mean", "spread", "least", "most", "minutes"),
        "seats": ("game", "players", "seat", *_WINS, "mean"),
        "starters": ("game", "players", "began", *_WINS, "mean"),
        "rules": ("game", "rule", "points", "per_seat", "scored"),
        "times": ("game", "kind", "minutes", "share"),
        "times_of_players": ("player", "game", "kind", "minutes"),
    }
)
"""The columns of each table; shares of wins are added to what the statement of its name finds."""
_NAME: Final = re.compile(r"^-- name: (.+)$", re.MULTILINE)


def figures(games: Iterable[GameResult]) -> tuple[int, tuple[FigureTable, ...]]:
    """Return the number of games, and all tables about them."""
    sql = dict(_statements())
    with TemporaryDirectory(prefix="companion-") as folder, duckdb.connect() as database:
        path = Path(folder) / "games.jsonl"
        count = _write(games, path)
        if not count:
            return 0, ()
        for name, statement in sql.items():
            if name.startswith("setup"):
                database.execute(statement, [str(path)] if "?" in statement else None)
        return count, tuple(_table(database, key, sql[key]) for key in _COLUMNS)


def _statements() -> Iterator[tuple[str, str]]:
    """Yield the statements by their names."""
    script = (files("companion.records.statistics") / "figures.sql").read_text(encoding="utf-8")
    _, *parts = _NAME.split(script)
    yield from zip(parts[::2], parts[1::2], strict=True)


def _table(database: "duckdb.DuckDBPyConnection", key: str, statement: str) -> FigureTable:
    columns = _COLUMNS[key]
    found = database.execute(statement, [MOST] if "?" in statement else None).fetchall()
    at = columns.index("wins") - 1 if "wins" in columns else None
    rows = found if at is None else _with_shares(found, at)
    return FigureTable(key, columns, tuple(rows))


def _with_shares(rows: Sequence[tuple[Any, ...]], at: int) -> tuple[tuple[Any, ...], ...]:
    """Insert the share of wins and its interval, in percent, after seats and wins at ``at``.

    The last two values of a row, its games and its residual, are removed.
    """
    shared = []
    for *row, games, residual in rows:
        seats, wins = int(row[at]), float(row[at + 1])
        part = interval.share(interval.GameSums(games, wins, seats, residual))
        percents = (round(100 * each, 1) for each in astuple(part))
        counted = int(wins) if wins.is_integer() else round(wins, 2)
        shared.append((*row[: at + 1], counted, *percents, *row[at + 2 :]))
    return tuple(shared)


def _write(games: Iterable[GameResult], path: Path) -> int:
    """Write the input of the tables, one game per line; return the number of games."""
    count = 0
    with path.open("w", encoding="utf-8") as stream:
        for count, game in enumerate(games, 1):  # noqa: B007 - it is returned
            result = game.result
            ranking = result.ranking
            struct = {
                "game": game.game,
                "players": game.players,
                "robots": game.robots,
                "over": result.over,
                "points": ranking.points,
                "wins": [float(part) for part in ranking.wins],
                "seconds": result.seconds,
                "length": result.length,
                "actions": result.actions,
                "undone": result.undone,
                "corrections": result.corrections,
                "starter": result.starter,
                "lines": [{"seat": s, "points": n, "rule": r} for s, n, r in result.lines],
                "spent": [{"seat": s, "kind": k, "seconds": n} for s, k, n in result.spent],
            }
            print(json.dumps(struct, separators=(",", ":")), file=stream)
    return count
