"""A game as lines of JSON: how it was set up, then its log, one entry a line.

The fields are described in ``docs/records.md``.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import inf
from types import MappingProxyType
from typing import Any, Final

from companion.engine.game import CHANCE, SIMULTANEOUS, TERMINAL, Setup
from companion.engine.log import PLAYED, Entry, EntryKind
from companion.setups import setup_of, setup_struct

FORMAT: Final = "companion-game/1"

_HEAD: Final = MappingProxyType({"format": str, "game": str, "rules_version": str, "setup": dict})
_SETUP: Final = MappingProxyType(
    {"players": list, "level": str, "options": dict, "data": dict, "clock": dict, "enter": list}
)
_ENTRY: Final = MappingProxyType(
    {"sequence": int, "kind": str, "actor": int, "payload": dict, "clock": int, "wall": float}
)
_NAMES: Final = MappingProxyType(
    {str: "a string", dict: "an object", list: "a list", int: "a whole number", float: "a number"}
)


class RecordError(ValueError):
    """A record cannot be read or written; the message names line and remedy."""


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
        yield json.dumps({field: getattr(entry, field) for field in _ENTRY})


def read(lines: Iterable[str]) -> Record:
    """Return the record in ``lines``. Raises ``RecordError``."""
    found = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    number, line = next(found, (1, "{}"))
    try:
        record = _head(_object(line))
        entries: list[Entry] = []
        for number, line in found:  # noqa: B007 - the error below names the line
            entry = _entry(_object(line))
            check(entry, len(entries) + 1, len(record.setup.players))
            entries.append(entry)
    except ValueError as error:
        raise RecordError(f"line {number}: {error}") from error
    return Record(record.game, record.rules_version, record.setup, record.enter, tuple(entries))


def check(entry: Entry, sequence: int, seats: int) -> None:
    """Raise ``RecordError`` unless an entry can be number ``sequence`` of a log."""
    if entry.sequence != sequence:
        raise RecordError(f"entry {entry.sequence} is out of order, due is {sequence}")
    if entry.actor not in range(seats) and entry.actor not in (CHANCE, SIMULTANEOUS, TERMINAL):
        raise RecordError(f"entry {sequence}: actor {entry.actor} is none of the {seats} seats")
    if entry.kind is EntryKind.CHANCE and entry.actor != CHANCE:
        raise RecordError(f"entry {sequence}: the actor of a draw is {CHANCE}, not {entry.actor}")
    if entry.clock < 0 or not 0 <= entry.wall < inf:
        raise RecordError(f"entry {sequence}: its times must be numbers from 0 on")
    if entry.kind is EntryKind.UNDO:
        to = entry.payload.get("to")
        if type(to) is not int or not 0 <= to < sequence or len(entry.payload) > 1:
            raise RecordError(
                f"entry {sequence} goes back to entry {to}; name an earlier one, or 0 for the start"
            )
    elif entry.kind not in PLAYED and entry.payload:
        raise RecordError(f"entry {sequence}: the payload of a {entry.kind} is empty")


def _object(line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        raise RecordError(f"no JSON object: {error}") from error
    if not isinstance(found, dict):
        raise RecordError("no JSON object")
    return found


def _head(found: Mapping[str, Any]) -> Record:
    """Return the record without its log."""
    if found.get("format") != FORMAT:
        raise RecordError(f"no record of a game, its format is not {FORMAT!r}")
    _check_fields("the head", found, _HEAD)
    _check_fields("the head's setup", {"clock": {}, **found["setup"]}, _SETUP)
    for field in ("players", "enter"):
        if not all(isinstance(each, str) for each in found["setup"][field]):
            raise RecordError(f"the head's setup: {field!r} must be a list of strings")
    setup, enter = setup_of(found["setup"])
    return Record(found["game"], found["rules_version"], setup, enter, ())


def _entry(found: Mapping[str, Any]) -> Entry:
    _check_fields("the entry", {"clock": 0, "wall": 0.0, **found}, _ENTRY)
    try:
        kind = EntryKind(found["kind"])
    except ValueError as error:
        known = ", ".join(EntryKind)
        raise RecordError(f"the entry: 'kind' must be one of {known}") from error
    return Entry(**{**found, "kind": kind})


def _check_fields(what: str, found: Mapping[str, Any], expected: Mapping[str, type]) -> None:
    """Raise ``RecordError`` unless exactly the ``expected`` fields are there, of their types."""
    for field, kind in expected.items():
        if field not in found:
            raise RecordError(f"{what} lacks {field!r}, {_NAMES[kind]}")
        value = found[field]
        whole = type(value) is int and kind is float
        if type(value) is not kind and not whole:
            raise RecordError(f"{what}: {field!r} must be {_NAMES[kind]}")
    unknown = sorted(found.keys() - expected.keys())
    if unknown:
        raise RecordError(f"{what} has no field {unknown[0]!r}, known are: {', '.join(expected)}")
