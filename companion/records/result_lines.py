"""Results of games without moves, one per line, for statistics over thousands of games.

The fields are described in ``docs/statistics.md``.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from companion.engine.game import Setup
from companion.engine.message import say
from companion.records.archive import ArchivedGame
from companion.records.exports import result_for
from companion.records.jsonl import RecordError
from companion.records.result import Result, result_from, result_struct

FORMAT: Final = "companion-result/1"
_HEAD: Final[Mapping[str, type]] = {
    "game": str,
    "rules_version": str,
    "players": list,
    "level": str,
}


class GameResult(msgspec.Struct, frozen=True):
    """What a line says about a game."""

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
            "level": setup.level,
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
                yield _game(json.loads(line))
            except (ValueError, TypeError, RecursionError) as error:
                message = say("line {number}: no result of a game", number=number)
                raise RecordError(message) from error


def _game(struct: Mapping[str, Any]) -> GameResult:
    """Return the game in a JSON object. Raises ``ValueError`` or ``TypeError``."""
    if not isinstance(struct, dict) or struct.get("format") != FORMAT:
        raise ValueError(FORMAT)
    result = result_from(struct.get("result", {}))
    if result is None or not all(isinstance(struct.get(k), kind) for k, kind in _HEAD.items()):
        raise ValueError("result")
    players = tuple(map(str, struct["players"]))
    if any(len(each) != len(players) for each in (result.points, result.places, result.seconds)):
        raise ValueError("players")
    robots = tuple(int(seat) for seat in struct.get("robots", ()))
    options = dict(struct.get("options", {}))
    return GameResult(struct["game"], players, robots, struct["level"], options, result)
