"""Results of games without moves, one per line, for statistics over thousands of games.

The fields are described in ``docs/statistics.md``.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from companion.engine.game import Setup
from companion.engine.message import say
from companion.records.archive import ArchivedGame
from companion.records.exports import result_for
from companion.records.jsonl import RecordError
from companion.records.result import Result, result_struct, with_teams
from companion.schema.bounds import Count, Data, PersonName, Word, among
from companion.schema.reading import read_json

FORMAT: Final = "companion-result/1"


class ResultLine(msgspec.Struct, frozen=True):
    """A line in the file; other programs may add fields, such as the seed of a study."""

    format: Annotated[str, among((FORMAT,))]
    game: Word
    rules_version: Word
    players: Annotated[tuple[PersonName, ...], Meta(min_length=1, max_length=100)]
    level: Word
    result: Result
    robots: Annotated[tuple[Count, ...], Meta(max_length=100)] = ()
    options: Data = msgspec.field(default_factory=dict)


class GameResult(msgspec.Struct, frozen=True):
    """The contents of a line about a game."""

    game: str
    players: tuple[str, ...]
    robots: tuple[int, ...]
    level: str
    options: Mapping[str, Any]
    result: Result


def line_of(played: ArchivedGame) -> str:
    """Return a finished game as a line. Raises ``RecordError``."""
    result = result_for(played)
    setup = replace(played.setup, players=played.players, robots=played.robots)
    return result_line(played.game, played.rules_version, setup, result)


def result_line(game: str, rules_version: str, setup: Setup, result: Result) -> str:
    """Return a result as a line."""
    return json.dumps(
        {
            "format": FORMAT,
            "game": game,
            "rules_version": rules_version,
            "players": list(setup.players),
            "robots": list(setup.robots),
            "level": result.level or setup.level,
            "options": dict(setup.options),
            "result": result_struct(result),
        },
        separators=(",", ":"),
    )


def read(lines: Iterable[str]) -> Iterator[GameResult]:
    """Yield the games in ``lines``. Raises ``RecordError`` that names the line."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield _game(line)
            except ValueError as error:
                message = say("line {number} is not the result of a game", number=number)
                raise RecordError(message) from error


def _game(line: str) -> GameResult:
    """Return the game in a line. Raises ``ValueError``."""
    written = read_json(ResultLine, line)
    seats = range(len(written.players))
    robots = written.robots
    result = with_teams(written.result, written.game)
    if not result.fits(len(seats)) or len({*robots} & {*seats}) < len(robots):
        raise ValueError("seats")
    return GameResult(written.game, written.players, robots, written.level, written.options, result)
