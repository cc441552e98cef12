"""What boxes send, checked: nothing of it is believed, and what is wrong has a short reason."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from companion.engine.log import EntryKind
from companion.fleet.outbox import Position
from companion.fleet.payload import NotUnderstoodError, object_in
from companion.fleet.topics import (
    HEALTH,
    LOG,
    PICTURE,
    REPORTED,
    RESULT,
    STATE,
    STATUS,
    VERSION,
    VIEW,
    Topics,
)
from companion.settings.fleet import TOPIC_NAME
from companion.storage.journal.rows import checksum, key_of
from companion_hub.bounds import LATEST, MOST_SEATS, Extent, is_setup, is_text, wrong_part
from companion_hub.log_blob import Row

LONGEST: Final = 1_000_000
"""Bytes of the longest message that is read, of logs and results."""
_PAGES: Final = frozenset({VIEW, PICTURE})
RETAINED: Final = _PAGES | {STATUS, STATE, HEALTH, REPORTED}
"""What boxes keep at the broker."""
SHORT: Final = Extent(size=50_000, items=5000)
"""What a box keeps there but for the page of its table: those of ours have 500 bytes."""
PAGE: Final = Extent(size=120_000, items=12_000)
"""Each half of that page: those of our games have 24,000 bytes, 2,100 items, five levels.

One that is full of names which are removed costs a tenth of a second to look through.
"""
_OUTCOME: Final = ("returns", "totals", "places", "winners", "seconds", "lines")
_LARGEST: Final = 2**53
_LARGEST_ACTOR: Final = 2**31
_KINDS: Final = frozenset(map(str, EntryKind))
_JSON: Final = json.JSONEncoder(allow_nan=False, separators=(",", ":"))
"""Writes a payload as the journal of the box does: the checksum is that of this text."""
Told = tuple[int, str, int, str, int, float]
"""An entry as a box tells it: sequence, kind, actor, payload as JSON, clock, wall.

A tuple: there are thousands a second.
"""
_MOST_ENTRIES: Final = 1000
_LARGEST_PAYLOAD: Final = 100_000
"""Characters of an entry's payload as JSON."""
_JOURNAL: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}", re.ASCII)
"""Names that boxes give their journals, which stand in addresses of pages."""
_LONGEST_DETAIL: Final = 500
"""Characters of what a device says about its state."""
_MOST_LISTED: Final = 100
"""Players or devices in a list."""


class Origin(msgspec.Struct, frozen=True):
    """The box that a message comes from."""

    site: str
    box: str

    def topic(self, name: str) -> str:
        """Return one of its topics."""
        return Topics(self.site, self.box).of(name)


class Game(msgspec.Struct, frozen=True):
    """The game that a message is about."""

    journal: str
    play: int
    game: str
    rules: str
    began: float


class Batch(msgspec.Struct, frozen=True):
    """Entries of a journal, in order."""

    game: Game
    after: Position
    entries: tuple[Told, ...]
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
    def end(self) -> Position:
        """The position behind it."""
        return Position(self.game.play, self.last)

    def behind(self, sequence: int) -> "Batch":
        """Return it without the entries up to a number that is less than its last one."""
        return replace(self, entries=self.entries[max(0, sequence + 1 - self.first) :])


class Result(msgspec.Struct, frozen=True):
    """How a game has ended, or that it was left."""

    game: Game
    after: Position
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
        """Return which part of it no page could show at a time of day, empty if there is none."""
        if type(self.message.get("over")) is not bool:
            return "over"
        outcome = self.outcome if self.over else None
        return wrong_part(self.players, self.level, outcome, self.finished, now)

    @property
    def end(self) -> Position:
        """The position behind it."""
        return Position(self.game.play, self.sequence, result=True)


class Status(msgspec.Struct, frozen=True):
    """That a box is there, or not; ``journal`` is the one that it writes."""

    state: str
    session: int
    journal: str
    before: str


def origin_of(topic: str) -> tuple[Origin, str]:
    """Return the box of a topic, and the topic's name. Raises ``NotUnderstoodError``."""
    parts = topic.split("/", 4)
    if parts[:2] != ["companion", f"v{VERSION}"] or len(parts) != 5:  # noqa: PLR2004 - its levels
        raise NotUnderstoodError("topic")
    if not all(map(TOPIC_NAME.fullmatch, parts[2:4])):
        raise NotUnderstoodError("topic")
    return Origin(parts[2], parts[3]), parts[4]


def parse(name: str, payload: bytes) -> Mapping[str, Any]:
    """Return the JSON object in a message of a topic, of a version that is known.

    Raises ``NotUnderstoodError``, also if what a box keeps at the broker is too large as a whole.
    """
    extent = _extent(name)
    # Of logs, batch_in looks at every value anyway.
    data = object_in(payload, LONGEST if extent is None else extent.size, flat=is_log(name))
    if data.get("v") != VERSION:
        raise NotUnderstoodError("version")
    excess = "" if extent is None else extent.excess(data)
    if excess:
        raise NotUnderstoodError(excess)
    return data


def _extent(name: str) -> Extent | None:
    """Return how large a message of a topic may be, ``None`` for logs and results."""
    if name in _PAGES:
        return PAGE
    return None if is_log(name) or is_result(name) else SHORT


def is_log(name: str) -> bool:
    """Tell whether a topic carries entries."""
    return name.startswith(f"{LOG}/")


def is_result(name: str) -> bool:
    """Tell whether a topic carries results."""
    return name == RESULT


def batch_in(data: Mapping[str, Any]) -> Batch:
    """Return the entries in a message. Raises ``NotUnderstoodError``."""
    written = data.get("entries")
    if not isinstance(written, list) or not 0 < len(written) <= _MOST_ENTRIES:
        raise NotUnderstoodError("entries")
    entries = tuple(map(_entry, written))
    first = entries[0][0]
    if [entry[0] for entry in entries] != list(range(first, first + len(entries))):
        raise NotUnderstoodError("order")
    head = data.get("head")
    setup = head.get("setup") if isinstance(head, dict) else None
    if first == 1 and not is_setup(setup):
        raise NotUnderstoodError("head")
    return Batch(_game(data), _after(data), entries, _whole(data, "crc"), setup)


def result_in(data: Mapping[str, Any]) -> Result:
    """Return the result in a message. Raises ``NotUnderstoodError`` if nobody knows of what game.

    Whether the rest of it can be shown, ``Result.wrong`` says.
    """
    return Result(
        _game(data),
        _after(data),
        _whole(data, "sequence"),
        _whole(data, "crc"),
        data.get("finished"),  # type: ignore[arg-type] # whatever it is: see wrong
        data.get("level"),  # type: ignore[arg-type] # as above
        data.get("players"),  # type: ignore[arg-type] # as above
        data.get("over") is not False,
        {key: data.get(key, []) for key in _OUTCOME},
        data,
    )


def status_in(data: Mapping[str, Any]) -> Status:
    """Return a status. Raises ``NotUnderstoodError``."""
    session, journal, before = _whole(data, "session"), data.get("journal"), data.get("before")
    names = (_journal(name) if name else "" for name in (journal, before))
    return Status(_text(data, "state"), session, *names)


def check_retained(name: str, data: Mapping[str, Any]) -> None:
    """Look whether pages can show what a box keeps at the broker. Raises ``NotUnderstoodError``.

    Every field may be left out, or be ``None``: boxes of several versions tell different things.
    """
    for key, fits in _SHOWN.get(name, {}).items():
        value = data.get(key)
        if value is not None and not fits(value):
            raise NotUnderstoodError("fields")


def chained(batch: Batch, previous: int) -> list[Row]:
    """Return the rows as the journal holds them, each with its chained checksum.

    Raises ``NotUnderstoodError`` if the last one's is not what the box has sent.
    """
    rows: list[Row] = []
    key = key_of(batch.game.play, 0)
    for told in batch.entries:
        previous = checksum((key + told[0], *told[1:]), previous)
        rows.append((*told, previous))
    if previous != batch.crc:
        raise NotUnderstoodError("checksum")
    return rows


def _are(values: object, kind: type) -> bool:
    return isinstance(values, list) and all(type(value) is kind for value in values)


def _is_whole(value: object) -> bool:
    return type(value) is int and abs(value) < _LARGEST


def _are_texts(values: object) -> bool:
    return isinstance(values, list) and len(values) <= _MOST_LISTED and all(map(is_text, values))


def _are_players(values: object) -> bool:
    return isinstance(values, list) and len(values) <= MOST_SEATS and all(map(is_text, values))


def _are_seats(values: object) -> bool:
    """Tell whether a value lists the players of a page, each with a name or without one."""
    return (
        isinstance(values, list)
        and len(values) <= MOST_SEATS
        and all(isinstance(each, dict) for each in values)
        and all(each.get("name") is None or is_text(each["name"]) for each in values)
    )


def _are_whole(values: object) -> bool:
    return isinstance(values, list) and len(values) <= _MOST_LISTED and all(map(_is_whole, values))


def _is_object(value: object) -> bool:
    """Tell whether a value is an object of few short texts and numbers, such as settings."""
    return _are_named(value, _is_plain)


def _is_plain(value: object) -> bool:
    return isinstance(value, bool | None) or is_text(value, _LONGEST_DETAIL) or _is_whole(value)


def _are_devices(value: object) -> bool:
    """Tell whether a value has the state of each device, and what it says about that."""
    return _are_named(value, lambda each: not isinstance(each, dict) or _is_object(each))


def _are_named(value: object, fits: Callable[[object], bool]) -> bool:
    return (
        isinstance(value, dict)
        and len(value) <= _MOST_LISTED
        and all(is_text(name) and fits(each) for name, each in value.items())
    )


_SHOWN: Final[Mapping[str, Mapping[str, Callable[[object], bool]]]] = {
    STATUS: {"title": is_text, "version": is_text, "since": is_text},
    STATE: {
        "phase": is_text,
        "title": is_text,
        "players": _are_players,
        "player": is_text,
        "awaited": _are_whole,
        "points": _are_whole,
        "winners": _are_whole,
        "round": _is_whole,
        "turn_since": is_text,
        "readers_bad": _are_texts,
    },
    VIEW: {"players": _are_seats},
    PICTURE: {"picture": lambda value: isinstance(value, dict)},
    HEALTH: {
        "devices": _are_devices,
        "bad_frames": _is_object,
        "disk_free_mb": _is_whole,
        "temperature": _is_whole,
        "card_errors": _is_whole,
        "card_used": _is_whole,
    },
    REPORTED: {"of": is_text, "settings": _is_object, "refused": _is_object},
}
"""What pages read of it."""


def _game(data: Mapping[str, Any]) -> Game:
    began = _real(data, "began")
    if began > LATEST:
        raise NotUnderstoodError("fields")
    return Game(
        _journal(data.get("journal")),
        _whole(data, "play", least=1),
        _text(data, "game"),
        _text(data, "rules"),
        began,
    )


def _journal(name: object) -> str:
    if not isinstance(name, str) or not _JOURNAL.fullmatch(name):
        raise NotUnderstoodError("fields")
    return name


def _after(data: Mapping[str, Any]) -> Position:
    after = data.get("after")
    if not _are(after, int) or not isinstance(after, Sequence) or len(after) != 3:  # noqa: PLR2004
        raise NotUnderstoodError("fields")
    play, sequence, result = after
    if not (0 <= play < _LARGEST and 0 <= sequence < _LARGEST):
        raise NotUnderstoodError("fields")
    return Position(play, sequence, bool(result))


def _entry(data: object) -> Told:
    if not isinstance(data, dict):
        raise NotUnderstoodError("entries")
    payload, kind, actor = data.get("payload"), data.get("kind"), data.get("actor")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise NotUnderstoodError("kind")
    if not isinstance(payload, dict) or type(actor) is not int or abs(actor) >= _LARGEST_ACTOR:
        raise NotUnderstoodError("entries")
    try:
        written = _JSON.encode(payload)
    except (ValueError, RecursionError):
        raise NotUnderstoodError("entries") from None
    if len(written) > _LARGEST_PAYLOAD:
        raise NotUnderstoodError("entries")
    sequence, clock = _whole(data, "sequence", least=1), _whole(data, "clock")
    return sequence, kind, actor, written, clock, _real(data, "wall") + 0.0


def _text(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key)
    if not is_text(value):
        raise NotUnderstoodError("fields")
    return str(value)


def _whole(data: Mapping[str, Any], key: str, *, least: int = 0) -> int:
    value = data.get(key)
    if type(value) is not int or not least <= value < _LARGEST:
        raise NotUnderstoodError("fields")
    return value


def _real(data: Mapping[str, Any], key: str) -> float:
    value = data.get(key)
    # No infinity passes the comparison, and nothing that is not a number.
    if type(value) not in (int, float) or not 0 <= value < _LARGEST:  # type: ignore[operator]
        raise NotUnderstoodError("fields")
    return float(value)  # type: ignore[arg-type]
