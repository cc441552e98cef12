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
    """Return the result of a game for an export; with ``whole`` the game must be over.

    Raises ``RecordError`` if it is unknown, or if the game is in progress, whose secrets must not
    leave.
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
    """Return a global identifier of a game, the same from a box, a record, and copies of either.

    It is derived from the game, its initial players, and its end time in microseconds.
    """
    people = "/".join(played.setup.players)
    ended = played.ended if played.result is None else played.result.ended
    return uuid5(_OURS, f"{played.game}/{ended!r}/{people}")


def manifest_for(played: ArchivedGame) -> Manifest:
    """Return the manifest of a game; of one that is not installed, only its title."""
    found = registry.find_manifest(played.game)
    return found or Manifest(played.title, 1, max(1, len(played.players)))


def variant(played: ArchivedGame) -> str:
    """Return the variant of a game in one line: its options as they were set, its level.

    Of a game that was raised to a higher level both are named, that at which it began first.
    """
    options = played.setup.options
    parts = (f"{name}: {_plain(value)}" for name, value in sorted(options.items()))
    levels = dict.fromkeys((played.setup.level, played.level))
    return ", ".join((*parts, " → ".join(levels)))


def handover_summary(played: ArchivedGame) -> str:
    """Return the handovers of seats in a language-independent form; usually empty."""
    return ", ".join(" → ".join(names) for names in played.people if len(names) > 1)


def _plain(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
