"""Parses and validates messages of boxes; each rejection has a reason."""

import json
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from companion.protocol import mqtt
from companion.protocol.journal import JournalPosition, checksum, key_of
from companion.protocol.mqtt import (
    LARGEST_PAYLOAD,
    EntryRecord,
    GameMessage,
    LogMessage,
)
from companion.protocol.payload import NotUnderstoodError, object_in
from companion.protocol.topics import VERSION, MqttMessage, Topics
from companion.schema.mistakes import Invalid
from companion.schema.reading import read
from companion.settings.fleet import TOPIC_NAME
from companion_hub.bounds import is_setup, wrong_part
from companion_hub.log_blob import Row

_OUTCOME: Final = ("returns", "totals", "places", "winners", "seconds", "lines")
_JSON: Final = json.JSONEncoder(allow_nan=False, separators=(",", ":"))
"""Writes a payload as the journal of the box does: the checksum is that of this text."""
EntryRow = tuple[int, str, int, str, int, float]
"""An entry as a box tells it: sequence, kind, actor, payload as JSON, clock, wall.

A tuple: there are thousands a second.
"""


class BoxId(msgspec.Struct, frozen=True):
    """The box that sent a message."""

    site: str
    box: str

    def topic(self, name: str) -> str:
        """Return one of its topics."""
        return Topics(self.site, self.box).of(name)


class GameReference(msgspec.Struct, frozen=True):
    """The game of a message."""

    journal: str
    play: int
    game: str
    rules: str
    began: float


class ReceivedBatch(msgspec.Struct, frozen=True):
    """Entries of a journal, in order."""

    game: GameReference
    after: JournalPosition
    entries: tuple[EntryRow, ...]
    crc: int
    setup: Mapping[str, Any] | None

    @property
    def first(self) -> int:
        """The number of its first entry."""
        return self.entries[0][0]

    @property
    def last(self) -> int:
        """The number of its last entry."""
        return self.entries[-1][0]

    @property
    def end(self) -> JournalPosition:
        """The position after it."""
        return JournalPosition(self.game.play, self.last)

    def behind(self, sequence: int) -> "ReceivedBatch":
        """Return it without the entries up to a number below its last one."""
        return replace(self, entries=self.entries[max(0, sequence + 1 - self.first) :])


class ReceivedResult(msgspec.Struct, frozen=True):
    """The result of a game, or that it was suspended."""

    game: GameReference
    after: JournalPosition
    sequence: int
    crc: int
    finished: float
    level: str
    players: Sequence[str]
    over: bool
    outcome: Mapping[str, Any]
    """Points, winners, seconds and lines, as the box has sent them."""
    message: Mapping[str, Any]
    """The whole message."""

    def wrong(self, now: float) -> str:
        """Return the part that pages cannot show at a time of day, empty if there is none."""
        if type(self.message.get("over")) is not bool:
            return "over"
        outcome = self.outcome if self.over else None
        return wrong_part(self.players, self.level, outcome, self.finished, now)

    @property
    def end(self) -> JournalPosition:
        """The position after it."""
        return JournalPosition(self.game.play, self.sequence, result=True)


class ReceivedStatus(msgspec.Struct, frozen=True):
    """Whether a box is connected; ``journal`` is the one that it writes."""

    state: str
    session: int
    journal: str
    before: str


def origin_of(topic: str) -> tuple[BoxId, str]:
    """Return the box of a topic, and the topic's name. Raises ``NotUnderstoodError``."""
    parts = topic.split("/", 4)
    if parts[:2] != ["companion", f"v{VERSION}"] or len(parts) != 5:  # noqa: PLR2004 - its levels
        raise NotUnderstoodError("topic")
    if not all(map(TOPIC_NAME.fullmatch, parts[2:4])):
        raise NotUnderstoodError("topic")
    return BoxId(parts[2], parts[3]), parts[4]


def parse(declared: type[MqttMessage], payload: bytes) -> Mapping[str, Any]:
    """Return the JSON object in a message of a known version.

    Raises ``NotUnderstoodError``, also if it is too large in total.
    """
    topic = declared.topic
    # Of logs, batch_of looks at every value anyway.
    data = object_in(payload, topic.longest, flat=declared is LogMessage)
    if data.get("v") != VERSION:
        raise NotUnderstoodError("version")
    excess = "" if topic.extent is None else topic.extent.excess(data)
    if excess:
        raise NotUnderstoodError(excess)
    return data


def batch_of(sent: LogMessage, data: Mapping[str, Any]) -> ReceivedBatch:
    """Return the entries in a message. Raises ``NotUnderstoodError``."""
    entries = tuple(map(_entry_row, sent.entries, data["entries"]))
    first = entries[0][0]
    if [entry[0] for entry in entries] != list(range(first, first + len(entries))):
        raise NotUnderstoodError("order")
    head = data.get("head")
    setup = head.get("setup") if isinstance(head, dict) else None
    if first == 1 and not is_setup(setup):
        raise NotUnderstoodError("head")
    return ReceivedBatch(_game(sent), sent.position, entries, sent.crc, setup)


def result_of(sent: mqtt.ResultMessage, data: Mapping[str, Any]) -> ReceivedResult:
    """Return the result in a message; ``ReceivedResult.wrong`` tells whether it can be shown."""
    return ReceivedResult(
        _game(sent),
        sent.position,
        sent.sequence,
        sent.crc,
        data.get("finished"),  # type: ignore[arg-type] # whatever it is: see wrong
        data.get("level"),  # type: ignore[arg-type] # as above
        data.get("players"),  # type: ignore[arg-type] # as above
        data.get("over") is not False,
        {
            **{key: data.get(key, []) for key in _OUTCOME},
            # A box of 0.2 sends none, which is not the same as that there are none.
            **{key: data[key] for key in ("teams",) if key in data},
        },
        data,
    )


def _game(sent: GameMessage) -> GameReference:
    return GameReference(sent.journal, sent.play, sent.game, sent.rules, sent.began)


def status_of(sent: mqtt.StatusMessage) -> ReceivedStatus:
    """Return a status."""
    return ReceivedStatus(sent.state, sent.session, sent.journal or "", sent.before or "")


def message_of(declared: type[MqttMessage], data: Mapping[str, Any]) -> MqttMessage:
    """Return a message. Raises ``NotUnderstoodError`` with a code for the invalid part."""
    try:
        return read(declared, data)
    except Invalid as invalid:
        paths = [mistake.path for mistake in invalid.mistakes]
    path = next((each for each in paths if each[:1] == ("entries",)), None)
    if path is None:
        raise NotUnderstoodError("fields")
    raise NotUnderstoodError(_OF_ENTRY.get(str(path[2]), "fields") if path[2:] else "entries")


_OF_ENTRY: Final = MappingProxyType({"kind": "kind", "payload": "entries", "actor": "entries"})
"""The reasons for which an entry is refused, by its fields."""


def _entry_row(sent: EntryRecord, data: Mapping[str, Any]) -> EntryRow:
    """Return an entry; its payload is serialized again as sent by the box."""
    encoded = _JSON.encode(data["payload"])
    if len(encoded) > LARGEST_PAYLOAD:
        raise NotUnderstoodError("entries")
    return sent.sequence, sent.kind.value, sent.actor, encoded, sent.clock, sent.wall + 0.0


def chained_rows(batch: ReceivedBatch, previous: int) -> list[Row]:
    """Return the rows as in the journal, each with its chained checksum.

    Raises ``NotUnderstoodError`` if the last one differs from the box's.
    """
    rows: list[Row] = []
    key = key_of(batch.game.play, 0)
    for record in batch.entries:
        previous = checksum((key + record[0], *record[1:]), previous)
        rows.append((*record, previous))
    if previous != batch.crc:
        raise NotUnderstoodError("checksum")
    return rows
