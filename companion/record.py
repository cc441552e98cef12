"""A game as lines of JSON: how it was set up, then its log, one entry a line."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final

from companion.engine.game import Setup
from companion.engine.log import Entry, EntryKind
from companion.setups import setup_of, setup_struct

FORMAT: Final = "companion-game/1"


class RecordError(ValueError):
    """A record cannot be read; the message names line and remedy."""


@dataclass(frozen=True, slots=True)
class Record:
    """A game as it was played: under which rules, how set up, and its log."""

    game: str
    rules_version: str
    setup: Setup
    enter: tuple[str, ...]
    entries: tuple[Entry, ...]


def write(record: Record) -> Iterator[str]:
    """Yield the lines of a record."""
    head = {
        "format": FORMAT,
        "game": record.game,
        "rules_version": record.rules_version,
        "setup": setup_struct(record.setup, record.enter),
    }
    yield json.dumps(head)
    for entry in record.entries:
        yield json.dumps(asdict(entry))


def read(lines: Iterable[str]) -> Record:
    """Return the record in ``lines``. Raises ``RecordError``."""
    found = ((number, _object(number, line)) for number, line in enumerate(lines, 1) if line)
    number, head = next(found, (1, {}))
    if head.get("format") != FORMAT:
        raise RecordError(f"line {number}: no record of a game, it does not say {FORMAT!r}")
    try:
        setup, enter = setup_of(head["setup"])
        game, version = str(head["game"]), str(head["rules_version"])
    except (KeyError, ValueError) as error:
        raise RecordError(f"line {number}: the record's head is incomplete: {error}") from error
    entries = tuple(_entry(number, each) for number, each in found)
    return Record(game, version, setup, enter, entries)


def _object(number: int, line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except json.JSONDecodeError as error:
        raise RecordError(f"line {number}: no JSON object: {error}") from error
    if not isinstance(found, dict):
        raise RecordError(f"line {number}: no JSON object")
    return found


def _entry(number: int, found: dict[str, Any]) -> Entry:
    try:
        return Entry(**{**found, "kind": EntryKind(found["kind"])})
    except (KeyError, TypeError, ValueError) as error:
        raise RecordError(f"line {number}: no entry of a log: {error}") from error
