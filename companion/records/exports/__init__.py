"""Exports of finished games in the formats of other programs."""

from typing import Final
from uuid import NAMESPACE_URL, UUID, uuid5

from companion.engine import registry
from companion.engine.manifest import Manifest
from companion.engine.message import say
from companion.records.archive import ArchivedGame
from companion.records.jsonl import RecordError
from companion.records.result import Result

_OURS: Final = uuid5(NAMESPACE_URL, "compass-companion")


def result_for(played: ArchivedGame, *, whole: bool = False) -> Result:
    """Return the result of a game to export, of one that is over if ``whole``.

    Raises ``RecordError`` if none is known, or if the game goes on: what it hides may not leave.
    """
    result = played.result
    if result is None:
        message = say(
            "game {play} was played under rules that are not installed: it has no result to export",
            play=played.id,
        )
        raise RecordError(message)
    if not result.over and (whole or played.goes_on):
        message = say(
            "game {play} is not over: only finished games can be exported like this", play=played.id
        )
        raise RecordError(message)
    return result


def identity(played: ArchivedGame) -> UUID:
    """Return what names a game everywhere: the same from a box, a record, and a copy of either.

    It follows from the game, those who began it, and when it ended, to a microsecond.
    """
    people = "/".join(played.setup.players)
    ended = played.ended if played.result is None else played.result.ended
    return uuid5(_OURS, f"{played.game}/{ended!r}/{people}")


def manifest_for(played: ArchivedGame) -> Manifest:
    """Return the facts about a game; of one that is not here any more, no more than its title."""
    found = registry.find_manifest(played.game)
    return found or Manifest(played.title, 1, max(1, len(played.players)))


def variant(played: ArchivedGame) -> str:
    """Return how a game was played, in one line: its options as they were set."""
    options = played.setup.options
    parts = (f"{name}: {_plain(value)}" for name, value in sorted(options.items()))
    return ", ".join((*parts, played.setup.level))


def handover_summary(played: ArchivedGame) -> str:
    """Return who has played on for whom, in signs that need no language; mostly empty."""
    return ", ".join(" → ".join(names) for names in played.people if len(names) > 1)


def _plain(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
