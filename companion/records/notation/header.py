"""The tags of a game in text: one per line, ``[Name value]``, with the value in JSON."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from companion.engine.game import Setup
from companion.engine.message import reason, say
from companion.records.jsonl import UNWRITABLE, GameRecord, RecordError, check_players
from companion.records.notation.text_errors import error_at
from companion.records.notation.times import Times, read_day, write_day
from companion.schema.writable import is_writable

UNFINISHED: Final = "*"
"""The result of a game that has not ended."""

_REQUIRED: Final = ("Game", "Rules", "Players", "Level")
_OTHERS: Final = ("Enter", "Robots", "Began", "Result", "Sheet")
_PREFIXES: Final = ("Option.", "Data.", "Clock.")
"""Prefixes of groups with a tag for each key: ``[Option.mode "advanced"]``."""
_LISTS: Final = ("Players", "Enter")

_JSON: Final = json.JSONDecoder()
_TAG: Final = re.compile(r"\s*\[([^\s\"\]]+)[ \t]+")
_END: Final = re.compile(r"[ \t]*\][ \t\r]*(?:\n|\Z)")
_KEY: Final = re.compile(r"[^\s\"\]]+")
_NAME: Final = re.compile(r"[^\s;](?:[^;]*[^\s;])?")


def write_tags(record: GameRecord, began: Times, result: Sequence[int]) -> Iterator[str]:
    """Yield the tags of a record. Raises ``RecordError`` for a key that text cannot represent."""
    setup = record.setup
    yield _tag("Game", record.game)
    yield _tag("Rules", record.rules_version)
    yield _tag("Players", _joined(setup.players))
    yield _tag("Level", setup.level)
    for prefix, values in zip(_PREFIXES, (setup.options, setup.data, setup.clock), strict=True):
        for key, value in values.items():
            if _KEY.fullmatch(key) is None:
                raise RecordError(say("the key {key!r} does not fit into text; use JSON", key=key))
            yield _tag(f"{prefix}{key}", value)
    if record.enter:
        yield _tag("Enter", _joined(record.enter))
    if setup.robots:
        yield _tag("Robots", list(setup.robots))
    if record.sheet:
        yield _tag("Sheet", record.sheet)
    if began.wall:
        yield _tag("Began", write_day(began.wall))
    yield _tag("Result", " ".join(map(str, result)) or UNFINISHED)


def _tag(name: str, value: object) -> str:
    encoded = json.dumps(value, ensure_ascii=False)
    return f"[{name} {encoded if encoded.isprintable() else json.dumps(value)}]"


def _joined(names: Sequence[str]) -> str | list[str]:
    """Return names as one readable string, or as a list if that would be ambiguous."""
    plain = names and all(_NAME.fullmatch(name) for name in names)
    return "; ".join(names) if plain else list(names)


def read_tags(text: str) -> tuple[GameRecord, Times, int]:
    """Return a record without its log, its times at the start, and the offset of its turns.

    Raises ``RecordError``.
    """
    tags: dict[str, Any] = {}
    at = 0
    while match := _TAG.match(text, at):
        name = match[1]
        if name not in (*_REQUIRED, *_OTHERS) and not name.startswith(_PREFIXES):
            tag_names = ", ".join(
                (*_REQUIRED, *(f"{prefix}<key>" for prefix in _PREFIXES), *_OTHERS)
            )
            message = say(
                "there is no tag {name!r}, known are: {known}", name=name, known=tag_names
            )
            raise error_at(text, match.start(1), message)
        if name in tags:
            message = say("the tag {name!r} stands there twice", name=name)
            raise error_at(text, match.start(1), message)
        tags[name], at = _value(text, match.end(), name)
    missing = next((name for name in _REQUIRED if name not in tags), None)
    if missing is not None:
        message = say("before this a tag is missing: [{name} ...]", name=missing)
        raise error_at(text, at, message)
    return (*_head(tags), at)


def _value(text: str, at: int, name: str) -> tuple[object, int]:
    """Return the value of a tag and the offset where its line ends."""
    try:
        value, end = _JSON.raw_decode(text, at)
        if not is_writable(value):
            raise RecordError(UNWRITABLE)
        value = _read_value(name, value)
    except (ValueError, RecursionError) as error:
        message = say("[{name} ...] has a wrong value: {error}", name=name, error=reason(error))
        raise error_at(text, at, message) from error
    close = _END.match(text, end)
    if close is None:
        message = say("[{name} ...] must end here, with a ] and the line", name=name)
        raise error_at(text, end, message)
    return value, close.end()


def _read_value(name: str, value: object) -> object:
    if name.startswith(_PREFIXES):
        return value
    if name in _LISTS:
        names = value.split("; ") if isinstance(value, str) else value
        if not isinstance(names, list) or not all(isinstance(entry, str) for entry in names):
            raise RecordError(say('write "one; other" or a list of strings'))
        if name == "Players":
            check_players(names)
        return tuple(names)
    if name == "Robots":
        if isinstance(value, list) and all(type(seat) is int for seat in value):
            return tuple(value)
        raise RecordError(say("write a list of seats, such as [1], counted from 0"))
    if not isinstance(value, str):
        raise RecordError(say("write a string in quotes"))
    return read_day(value) if name == "Began" else value


def _head(tags: Mapping[str, Any]) -> tuple[GameRecord, Times]:
    options, data, clock = (
        {name[len(prefix) :]: value for name, value in tags.items() if name.startswith(prefix)}
        for prefix in _PREFIXES
    )
    robots = tags.get("Robots", ())
    setup = Setup(tags["Players"], tags["Level"], options, data, clock, robots)
    enter, sheet = tags.get("Enter", ()), tags.get("Sheet", "")
    record = GameRecord(tags["Game"], tags["Rules"], setup, enter, (), sheet=sheet)
    return record, Times(0, tags.get("Began", 0.0))
