"""Export as CSV for spreadsheets, one row per seat."""

import csv
from collections.abc import Iterable, Iterator, Mapping
from io import StringIO
from typing import Final

from companion.engine.message import say
from companion.records.archive import ArchivedGame, local_time
from companion.records.exports import identity, result_for, variant
from companion.records.jsonl import RecordError

COLUMNS: Final = (
    *("play", "game", "ended", "minutes", "over", "variant", "seat", "player", "robot"),
    *("points", "own_points", "place", "winner", "wins", "starter", "seconds"),
)
_FORMULAS: Final = ("=", "+", "-", "@", "\t", "'")
"""First characters that spreadsheets would take for a formula."""


def text(games: Iterable[ArchivedGame]) -> str:
    """Return games as CSV (RFC 4180). Times have their zone. Raises ``RecordError``."""
    stream = StringIO(newline="")
    writer = csv.DictWriter(stream, COLUMNS, lineterminator="\r\n")
    writer.writeheader()
    for played in games:
        writer.writerows(rows(played))
    return stream.getvalue()


def rows(played: ArchivedGame) -> Iterator[Mapping[str, object]]:
    """Yield the rows of a game, one for each seat. Raises ``RecordError``."""
    result = result_for(played)
    ranking = result.ranking
    for seat, name in enumerate(played.players):
        yield {
            "play": identity(played),
            "game": played.game,
            "ended": local_time(result.ended).isoformat(" ", "seconds"),
            "minutes": round(result.length / 60, 1),
            "over": int(result.over),
            "variant": _quoted(variant(played)),
            "seat": seat + 1,
            "player": _quoted(name),
            "robot": int(seat in played.robots),
            "points": ranking.points[seat],
            "own_points": result.points[seat],
            "place": ranking.places[seat] or "",
            "winner": int(seat in result.winners),
            "wins": round(float(ranking.wins[seat]), 4),
            "starter": int(seat == result.starter),
            "seconds": result.seconds[seat],
        }


def read(content: str) -> Iterator[dict[str, str]]:
    """Yield the rows of such a table. Raises ``RecordError`` that names the line."""
    reader = csv.DictReader(StringIO(content, newline=""), strict=True)
    if tuple(reader.fieldnames or ()) != COLUMNS:
        message = say(
            "line 1: this is not a table of games: its columns are not {columns}", columns=COLUMNS
        )
        raise RecordError(message)
    try:
        for row in reader:
            if None in row or None in row.values():
                message = say(
                    "line {number}: not {count} columns", number=reader.line_num, count=len(COLUMNS)
                )
                raise RecordError(message)
            yield {name: _unquoted(value) for name, value in row.items()}
    except csv.Error as error:
        message = say("line {number}: {error}", number=reader.line_num, error=error)
        raise RecordError(message) from error


def _quoted(given: str) -> str:
    return f"'{given}" if given.startswith(_FORMULAS) else given


def _unquoted(given: str) -> str:
    return given.removeprefix("'")
