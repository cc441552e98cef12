"""Game record as JSON lines: first the setup, then the log, one entry per line.

The fields are described in ``docs/records.md``.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import asdict, replace

from companion.engine.game import CHANCE, SIMULTANEOUS, TERMINAL, Setup
from companion.engine.log import PLAYED, Entry, EntryKind, NewStep, splice_of
from companion.engine.message import reason, say
from companion.records.checkpoint_notes import is_note
from companion.schema.bounds import Broad, Logged, Wide
from companion.schema.mistakes import describe_type
from companion.schema.reading import fits
from companion.schema.writable import is_writable
from companion.storage.fields import read_fields, refuse_unknown
from companion.storage.setup import (
    Names,
    StoredSetup,
    Text,
    setup_of,
    setup_struct,
)

UNWRITABLE: Final = say("a character here cannot be written: leave out the lone surrogate")
FORMAT: Final = "companion-game/1"
_FAMILY: Final = "companion-game/"
COMMENT: Final = "comment"
"""The field of an entry with what people have written about it; most have none."""
LATEST: Final = 2**53 - 1
"""The largest time, in whatever unit: the last whole number that every JSON reader has."""


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a record."""

    format: Text
    game: Text
    rules_version: Text
    setup: StoredSetup
    sheet: Text = ""


class RecordLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry on its own line; its times are those of ``Entry``."""

    sequence: Wide
    kind: Text
    actor: Wide
    payload: Logged
    clock: Wide = 0
    wall: Broad = 0.0
    comment: Text = ""


class RecordError(ValueError):
    """A record cannot be read or written; the message names line and remedy."""


class GameRecord(msgspec.Struct, frozen=True):
    """A recorded game: its rules, its setup, what the table entered, and its log."""

    game: str
    rules_version: str
    setup: Setup
    enter: tuple[str, ...]
    entries: tuple[Entry, ...]
    comments: Mapping[int, str] = msgspec.field(default_factory=dict)
    """Comments of people on entries, by their numbers."""
    sheet: str = ""
    """The sheet of the game, unless the game comes with the program; nobody else may have it."""


def write(record: GameRecord) -> Iterator[str]:
    """Yield the lines of a record: its head, then its entries."""
    head = {
        "format": FORMAT,
        "game": record.game,
        "rules_version": record.rules_version,
        "setup": setup_struct(record.setup, record.enter),
    }
    yield json.dumps({**head, "sheet": record.sheet} if record.sheet else head)
    for entry in record.entries:
        comment = record.comments.get(entry.sequence, "")
        fields = asdict(entry)
        yield json.dumps({**fields, COMMENT: comment} if comment else fields)


def read(lines: Iterable[str]) -> GameRecord:
    """Return the record in ``lines``. Raises ``RecordError``."""
    numbered = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    number, line = next(numbered, (1, "{}"))
    try:
        record = _head(_object(line))
        entries: list[Entry] = []
        comments: dict[int, str] = {}
        for number, line in numbered:  # noqa: B007 - the error below names the line
            entry, comment = _entry(_object(line))
            comments.update({entry.sequence: comment} if comment else {})
            check(entry, len(entries) + 1, len(record.setup.players))
            entries.append(_in_one_form(entry))
    except ValueError as error:
        raise RecordError(
            say("line {number}: {error}", number=number, error=reason(error))
        ) from error
    return replace(record, entries=tuple(entries), comments=comments)


def check(entry: Entry, sequence: int, seats: int) -> None:
    """Raise ``RecordError`` unless an entry is valid as number ``sequence`` of a log."""
    if entry.sequence != sequence:
        message = say(
            "entry {found} is out of order: expected {due}", found=entry.sequence, due=sequence
        )
        raise RecordError(message)
    _check_step(entry, sequence, seats)
    if entry.kind is EntryKind.EDIT:
        _check_edit(entry, sequence, seats)
    elif entry.kind is EntryKind.UNDO:
        to = entry.payload.get("to")
        if type(to) is not int or not 0 <= to < sequence or len(entry.payload) > 1:
            message = say(
                "entry {sequence} goes back to entry {to}; name an earlier one, or 0 for the start",
                sequence=sequence,
                to=to,
            )
            raise RecordError(message)
    elif entry.kind not in PLAYED and entry.payload and not _notes(entry, seats):
        message = say(
            "entry {sequence}: the payload of a {kind} is empty", sequence=sequence, kind=entry.kind
        )
        raise RecordError(message)


def _check_step(step: Entry | NewStep, sequence: int, seats: int) -> None:
    """Raise ``RecordError`` unless actor and times of an entry, or of a step in it, are valid."""
    if step.actor not in range(seats) and step.actor not in (CHANCE, SIMULTANEOUS, TERMINAL):
        message = say(
            "entry {sequence}: actor {actor} is none of the {seats} seats",
            sequence=sequence,
            actor=step.actor,
            seats=seats,
        )
        raise RecordError(message)
    if step.kind is EntryKind.CHANCE and step.actor != CHANCE:
        message = say(
            "entry {sequence}: the actor of a draw is {chance}, not {actor}",
            sequence=sequence,
            chance=CHANCE,
            actor=step.actor,
        )
        raise RecordError(message)
    if not (0 <= step.clock <= LATEST and 0 <= step.wall <= LATEST):
        message = say(
            "entry {sequence}: its times must be numbers from 0 to {latest}",
            sequence=sequence,
            latest=LATEST,
        )
        raise RecordError(message)


def _check_edit(entry: Entry, sequence: int, seats: int) -> None:
    """Raise ``RecordError`` unless an edit names steps; the log is needed for further checks."""
    try:
        splice = splice_of(entry)
    except ValueError as error:
        raise RecordError(reason(error)) from error
    for step in splice.steps:
        if isinstance(step, NewStep):
            _check_step(step, sequence, seats)


def _in_one_form(entry: Entry) -> Entry:
    """Return an edit in canonical form, without defaults; other entries unchanged."""
    if entry.kind is not EntryKind.EDIT:
        return entry
    return replace(entry, payload=splice_of(entry).payload)


def _notes(entry: Entry, seats: int) -> bool:
    """Return whether an entry is a checkpoint with a valid note."""
    return entry.kind is EntryKind.CHECKPOINT and is_note(entry.payload, seats)


def _object(line: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
        writable = is_writable(data)
    except json.JSONDecodeError as error:
        message = say(
            "not a JSON object: {error}, column {column}", error=error.msg, column=error.colno
        )
        raise RecordError(message) from error
    except (ValueError, RecursionError) as error:
        raise RecordError(say("not a JSON object: {error}", error=error)) from error
    if not isinstance(data, dict):
        raise RecordError(say("not a JSON object"))
    if not writable:
        raise RecordError(UNWRITABLE)
    return data


def _head(data: Mapping[str, Any]) -> GameRecord:
    """Return the record without its log."""
    found = data.get("format")
    if found != FORMAT and str(found).startswith(_FAMILY):
        message = say(
            "the record has the format {found}, and this companion reads {format}: update it",
            found=found,
            format=FORMAT,
        )
        raise RecordError(message)
    if found != FORMAT:
        raise RecordError(
            say("this is not a game record: its format is not {format!r}", format=FORMAT)
        )
    if isinstance(data.get("setup"), dict):
        refuse_unknown(say("the setup"), data["setup"], StoredSetup)
        setup_of(data["setup"])  # a precise error, before one that says only: no setup
    head = read_fields(say("the head"), data, Head)
    setup, enter = setup_of(data["setup"])
    check_players(setup.players)
    return GameRecord(head.game, head.rules_version, setup, enter, (), sheet=head.sheet)


def check_players(names: Sequence[str]) -> None:
    """Raise ``RecordError`` unless these can be the names of a record's players."""
    if not fits(Names, [*names]):
        raise RecordError(
            say(
                "{what}: {field!r} must be {type}",
                what=say("the setup"),
                field="players",
                type=describe_type(Names),
            )
        )


def _entry(data: Mapping[str, Any]) -> tuple[Entry, str]:
    """Return an entry, and its users' comment in one line."""
    line = read_fields(say("the entry"), data, RecordLine)
    try:
        kind = EntryKind(line.kind)
    except ValueError as error:
        kinds = ", ".join(EntryKind)
        raise RecordError(say("the entry: 'kind' must be one of {known}", known=kinds)) from error
    entry = Entry(line.sequence, kind, line.actor, line.payload, line.clock, line.wall)
    return entry, " ".join(line.comment.split())
