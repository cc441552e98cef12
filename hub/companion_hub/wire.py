"""What boxes send, checked: nothing of it is believed, and what is wrong has a short reason."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from companion.engine.log import EntryKind
from companion.engine.writable import is_writable
from companion.fleet.outbox import Position
from companion.fleet.payload import NotUnderstoodError, object_in
from companion.fleet.topics import LOG, RESULT, STATUS, VERSION, Topics
from companion.storage.journal.rows import checksum, key_of
from companion_hub.log_blob import Row

LONGEST: Final = 1_000_000
"""Bytes of the longest message that is read; pages of tables are shorter."""
RETAINED: Final = frozenset({STATUS, "state", "view", "picture", "health", "cfg/reported"})
"""What boxes keep at the broker."""
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
_LONG_NAME: Final = 200
_MOST_ENTRIES: Final = 1000
_MOST_LISTED: Final = 100
"""Players or devices in a list."""


@dataclass(frozen=True, slots=True)
class Origin:
    """The box that a message comes from."""

    site: str
    box: str

    def topic(self, name: str) -> str:
        """Return one of its topics."""
        return Topics(self.site, self.box).of(name)


@dataclass(frozen=True, slots=True)
class Game:
    """The game that a message is about."""

    journal: str
    play: int
    game: str
    rules: str
    began: float


@dataclass(frozen=True, slots=True)
class Batch:
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


@dataclass(frozen=True, slots=True)
class Result:
    """How a game has ended, or that it was left."""

    game: Game
    after: Position
    sequence: int
    crc: int
    finished: float
    level: str
    players: tuple[str, ...]
    over: bool
    outcome: Mapping[str, Any]
    """Points, winners, seconds and lines, as the box has sent them."""

    @property
    def end(self) -> Position:
        """The position behind it."""
        return Position(self.game.play, self.sequence, result=True)


@dataclass(frozen=True, slots=True)
class Status:
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
    return Origin(parts[2], parts[3]), parts[4]


def parse(payload: bytes, *, flat: bool = False) -> Mapping[str, Any]:
    """Return a JSON object of a version that is known. Raises ``NotUnderstoodError``.

    ``flat`` is for logs, of which ``batch_in`` looks at every value anyway.
    """
    data = object_in(payload, LONGEST, flat=flat)
    if data.get("v") != VERSION:
        raise NotUnderstoodError("version")
    return data


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
    if first == 1 and not _is_sound(setup):
        raise NotUnderstoodError("head")
    return Batch(_game(data), _after(data), entries, _whole(data, "crc"), setup)


def _is_sound(setup: object) -> bool:
    """Tell whether a setup can be stored and read again."""
    try:
        return isinstance(setup, dict) and is_writable(setup) and bool(_JSON.encode(setup))
    except (ValueError, RecursionError):
        return False


def result_in(data: Mapping[str, Any]) -> Result:
    """Return the result in a message. Raises ``NotUnderstoodError``."""
    over = data.get("over")
    players = data.get("players")
    if type(over) is not bool or not _are(players, str):
        raise NotUnderstoodError("fields")
    names = tuple(players or ())
    if over:
        _check_outcome(data, len(names))
    return Result(
        _game(data),
        _after(data),
        _whole(data, "sequence"),
        _whole(data, "crc"),
        _real(data, "finished"),
        _text(data, "level"),
        names,
        over,
        {key: data.get(key, []) for key in _OUTCOME},
    )


def status_in(data: Mapping[str, Any]) -> Status:
    """Return a status. Raises ``NotUnderstoodError``."""
    session = _whole(data, "session")
    return Status(_text(data, "state"), session, _text(data, "journal"), _text(data, "before"))


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


def _check_outcome(data: Mapping[str, Any], seats: int) -> None:
    for key in ("returns", "seconds"):
        if not _are(data.get(key), int) or len(data[key]) != seats:
            raise NotUnderstoodError("fields")
    for told in (data.get(key, []) for key in ("totals", "places")):  # an older box tells none
        if not _are(told, int) or len(told) not in (0, seats):
            raise NotUnderstoodError("fields")
    winners = data.get("winners")
    if not _are(winners, int) or not {*(winners or ())} <= {*range(seats)}:
        raise NotUnderstoodError("fields")
    lines = data.get("lines")
    if not isinstance(lines, list) or not all(isinstance(line, list) for line in lines):
        raise NotUnderstoodError("fields")
    try:
        _JSON.encode(lines)
    except ValueError:
        raise NotUnderstoodError("fields") from None


def _are(values: object, kind: type) -> bool:
    return isinstance(values, list) and all(type(value) is kind for value in values)


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _LONG_NAME


def _is_whole(value: object) -> bool:
    return type(value) is int and abs(value) < _LARGEST


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _are_texts(values: object) -> bool:
    return isinstance(values, list) and len(values) <= _MOST_LISTED and all(map(_is_text, values))


def _are_whole(values: object) -> bool:
    return isinstance(values, list) and len(values) <= _MOST_LISTED and all(map(_is_whole, values))


_SHOWN: Final[Mapping[str, Mapping[str, Callable[[object], bool]]]] = {
    STATUS: {"title": _is_text, "version": _is_text, "since": _is_text},
    "state": {
        "phase": _is_text,
        "title": _is_text,
        "players": _are_texts,
        "player": _is_text,
        "awaited": _are_whole,
        "points": _are_whole,
        "winners": _are_whole,
        "round": _is_whole,
        "turn_since": _is_text,
        "readers_bad": _are_texts,
    },
    "health": {
        "devices": _is_object,
        "bad_frames": _is_object,
        "disk_free_mb": _is_whole,
        "temperature": _is_whole,
    },
    "cfg/reported": {"of": _is_text, "settings": _is_object, "refused": _is_object},
}
"""What pages read of it."""


def _game(data: Mapping[str, Any]) -> Game:
    return Game(
        _text(data, "journal"),
        _whole(data, "play", least=1),
        _text(data, "game"),
        _text(data, "rules"),
        _real(data, "began"),
    )


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
    sequence, clock = _whole(data, "sequence", least=1), _whole(data, "clock")
    return sequence, kind, actor, written, clock, _real(data, "wall") + 0.0


def _text(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key)
    if not isinstance(value, str) or len(value) > _LONG_NAME or "\0" in value:
        raise NotUnderstoodError("fields")
    return value


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
