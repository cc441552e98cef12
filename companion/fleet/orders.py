"""What others ask of a box: messages are checked here, and nothing in them is believed."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

import msgspec

from companion.fleet.outbox import Position
from companion.fleet.payload import NotUnderstoodError, object_in
from companion.storage.journal import HighWaterMark
from companion.table.command import Command
from companion.table.lobby import Lobby
from companion.table.stage import Stage

LONGEST: Final = 16_384
"""Bytes of the longest message that a box reads."""
_LARGEST: Final = 2**53
TOGGLE: Final = "toggle_pause"
COMMANDS: Final[Mapping[str, Command]] = {
    "pause": Command.PAUSE,
    "resume": Command.PAUSE,
    TOGGLE: Command.PAUSE,
    "undo": Command.UNDO,
}
"""What may be asked of a table from afar: the table's host may do the same, and more."""


class Request(msgspec.Struct, frozen=True):
    """A command. ``id`` is empty if nobody waits for an answer."""

    id: str
    command: str


class Ack(msgspec.Struct, frozen=True):
    """How far the hub has stored a journal, and the entry that stands there."""

    journal: str
    position: Position
    mark: HighWaterMark


class Want(msgspec.Struct, frozen=True):
    """What the hub wants to be told again: everything retained, or a journal behind an entry."""

    birth: bool = False
    journal: str = ""
    after: Position | None = None


class Desired(msgspec.Struct, frozen=True):
    """How a box is to be set, and which version it is to run; empty for the one it has."""

    id: str
    settings: Mapping[str, object]
    version: str = ""


def _number(data: Mapping[str, Any], key: str) -> int:
    value = data.get(key, 0)
    if type(value) is not int or not 0 <= value < _LARGEST:
        raise NotUnderstoodError(f"bad-{key}")
    return value


def _string(data: Mapping[str, Any], key: str) -> str:
    value = data.get(key, "")
    if not isinstance(value, str):
        raise NotUnderstoodError(f"bad-{key}")
    return value


def request_in(payload: bytes, now: float) -> Request:
    """Return a command. Raises ``NotUnderstoodError``, also for one that comes too late."""
    data = object_in(payload, LONGEST)
    until = _string(data, "until")
    if until and _time(until) < now:
        raise NotUnderstoodError("too-late")
    command = _string(data, "command")
    if command not in COMMANDS:
        raise NotUnderstoodError("unknown-command")
    return Request(_string(data, "id"), command)


def _time(written: str) -> float:
    try:
        return datetime.fromisoformat(written).timestamp()
    except (ValueError, OverflowError, OSError):
        raise NotUnderstoodError("bad-until") from None


def ack_in(payload: bytes) -> Ack:
    """Return an acknowledgement. Raises ``NotUnderstoodError``."""
    data = object_in(payload, LONGEST)
    play, sequence = _number(data, "play"), _number(data, "sequence")
    position = Position(play, sequence, result=data.get("result") is True)
    return Ack(
        _string(data, "journal"), position, HighWaterMark(play, sequence, _number(data, "crc"))
    )


def want_in(payload: bytes) -> Want:
    """Return what is wanted. Raises ``NotUnderstoodError``."""
    data = object_in(payload, LONGEST)
    if data.get("birth") is True:
        return Want(birth=True)
    after = Position(_number(data, "play"), _number(data, "sequence"), data.get("result") is True)
    return Want(journal=_string(data, "journal"), after=after)


def desired_in(payload: bytes) -> Desired:
    """Return how the box is to be set. Raises ``NotUnderstoodError``."""
    data = object_in(payload, LONGEST)
    settings = data.get("settings")
    if not isinstance(settings, dict):
        raise NotUnderstoodError("bad-settings")
    return Desired(_string(data, "id"), settings, _string(data, "version"))


def why_not(request: Request, stage: Stage) -> str:
    """Return a code that says why a command means nothing now, empty if it does."""
    if isinstance(stage, Lobby):
        return "no-game"
    if stage.is_over and request.command != "undo":
        return "game-over"
    if stage.laying:
        return "setup"
    if request.command == "undo":
        return "" if stage.past else "nothing-to-undo"
    if request.command != TOGGLE and stage.clocks.paused is not (request.command == "resume"):
        return "already"
    return ""
