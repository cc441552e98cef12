"""State folders whose checksums are right and whose contents are impossible."""

import sqlite3
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from companion.protocol.journal import checksum, key_of
from companion.storage.journal import FILE, Journal
from companion.storage.journal.database import insert_entries, insert_play
from companion.storage.journal.rows import EntryRow, PlayRow

DEEP: Final = "[" * 100_000
LONG: Final = '{"players": ' + "9" * 5_000 + "}"
SOUND: Final[Mapping[str, Any]] = MappingProxyType(
    {"players": ["Ada", "Béla"], "level": "track", "options": {}, "data": {}, "enter": []}
)
"""A setup of Inner Compass."""
SETUPS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "an empty object": "{}",
        "a list": "[]",
        "no JSON": "{",
        "nested too deeply": DEEP,
        "a number of 5,000 digits": LONG,
        "NaN": '{"players": NaN}',
    }
)
"""Texts that are not a setup."""
FIELDS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "players": {"a": 1},
        "level": 7,
        "options": [],
        "data": "x",
        "clock": "ten minutes",
        "enter": [1],
        "robots": [99],
    }
)
"""Values that a field of a setup cannot have."""
ENTRIES: Final[Mapping[str, tuple[str, int, str, int, float]]] = MappingProxyType(
    {
        "an undo into the future": ("undo", 0, '{"to": 99}', 0, 1e9),
        "an undo to no number": ("undo", 0, '{"to": "start"}', 0, 1e9),
        "an undo to nothing": ("undo", 0, "{}", 0, 1e9),
        "an unknown kind": ("wish", 0, "{}", 0, 1e9),
        "a payload that is a list": ("action", 0, "[]", 0, 1e9),
        "a payload nested too deeply": ("action", 0, '{"to": ' + DEEP, 0, 1e9),
        "an unknown action": ("action", 0, '{"type": "fly"}', 0, 1e9),
        "an action without a type": ("action", 0, "{}", 0, 1e9),
        "an actor who is nobody": ("action", 99, '{"type": "fly"}', 0, 1e9),
        "a clock before the game": ("pause", 0, "{}", -5, 1e9),
        "an edit of steps that are not there": (
            *("edit", 0, '{"first": 900, "replaced": 5, "steps": []}', 5, 1e9),
        ),
        "an edit that edits nothing": ("edit", 0, '{"first": 1, "replaced": 1}', 5, 1e9),
        "an edit with a step that nobody can take": (
            "edit",
            0,
            '{"first": 1, "replaced": 1, "steps": [{"kind": "action", "actor": 0, "payload": {}}]}',
            *(5, 1e9),
        ),
        "a time that is none": ("pause", 0, "{}", 0, float("inf")),
        "a checkpoint that says anything": ("checkpoint", 0, '{"left": "many"}', 0, 1e9),
    }
)
"""Entries that no companion writes: kind, actor, payload, clock, time."""


def write_play(folder: Path, setup: str, game: str = "inner-compass", rules: str = "1") -> None:
    """Add an unfinished play with any setup to the journal in a folder."""
    Journal.open(folder / FILE).close()
    connection = sqlite3.connect(folder / FILE, isolation_level=None)
    (newest,) = connection.execute("SELECT max(id) FROM play").fetchone()
    columns = ((newest or 0) + 1, game, rules, setup, 1.0, None)
    insert_play(connection, PlayRow(*columns, crc=checksum(columns)))
    connection.close()


def write_entry(folder: Path, entry: tuple[str, int, str, int, float]) -> None:
    """Add any entry to the first play, as its first one."""
    connection = sqlite3.connect(folder / FILE, isolation_level=None)
    columns = (key_of(1, 1), *entry)
    insert_entries(connection, [EntryRow(*columns, crc=checksum(columns))])
    connection.close()
