"""What others ask of a box: messages are checked here, and nothing in them is believed."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Final, TypeAlias, TypeVar

import msgspec
from msgspec import Meta

from companion.fleet.outbox import Position
from companion.fleet.payload import NotUnderstoodError, object_in
from companion.schema.bounds import Data
from companion.schema.mistakes import Invalid
from companion.schema.reading import read
from companion.storage.journal import HighWaterMark
from companion.table.command import Command
from companion.table.lobby.lobby import Lobby
from companion.table.stage import Stage

LONGEST: Final = 16_384
"""Bytes of the longest message that a box reads."""
T = TypeVar("T")
_Number: TypeAlias = Annotated[int, Meta(ge=0, lt=2**53)]
_Text: TypeAlias = Annotated[str, Meta(max_length=LONGEST)]
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


class RequestSent(msgspec.Struct, frozen=True):
    """A command, as it is sent; ``until`` is the time after which it comes too late (ISO 8601)."""

    until: _Text = ""
    command: _Text = ""
    id: _Text = ""


class PositionSent(msgspec.Struct, frozen=True):
    """A place in a journal."""

    play: _Number = 0
    sequence: _Number = 0
    result: bool = False
    journal: _Text = ""

    @property
    def position(self) -> Position:
        """The position."""
        return Position(self.play, self.sequence, self.result)


class AckSent(PositionSent, frozen=True):
    """An acknowledgement, as it is sent."""

    crc: _Number = 0


class WantSent(PositionSent, frozen=True):
    """What is wanted, as it is sent."""

    birth: bool = False


class DesiredSent(msgspec.Struct, frozen=True):
    """How a box is to be set, as it is sent."""

    settings: Data
    id: _Text = ""
    version: _Text = ""


def _read(kind: type[T], payload: bytes) -> T:
    """Return a message in a type. Raises ``NotUnderstoodError``: ``bad-`` and the field."""
    data = object_in(payload, LONGEST)
    try:
        return read(kind, data)
    except Invalid as invalid:
        raise NotUnderstoodError(f"bad-{invalid.mistakes[0].path[0]}") from None


def request_in(payload: bytes, now: float) -> Request:
    """Return a command. Raises ``NotUnderstoodError``, also for one that comes too late."""
    sent = _read(RequestSent, payload)
    if sent.until and _time(sent.until) < now:
        raise NotUnderstoodError("too-late")
    if sent.command not in COMMANDS:
        raise NotUnderstoodError("unknown-command")
    return Request(sent.id, sent.command)


def _time(written: str) -> float:
    try:
        return datetime.fromisoformat(written).timestamp()
    except (ValueError, OverflowError, OSError):
        raise NotUnderstoodError("bad-until") from None


def ack_in(payload: bytes) -> Ack:
    """Return an acknowledgement. Raises ``NotUnderstoodError``."""
    sent = _read(AckSent, payload)
    mark = HighWaterMark(sent.play, sent.sequence, sent.crc)
    return Ack(sent.journal, sent.position, mark)


def want_in(payload: bytes) -> Want:
    """Return what is wanted. Raises ``NotUnderstoodError``."""
    sent = _read(WantSent, payload)
    return Want(birth=True) if sent.birth else Want(journal=sent.journal, after=sent.position)


def desired_in(payload: bytes) -> Desired:
    """Return how the box is to be set. Raises ``NotUnderstoodError``."""
    sent = _read(DesiredSent, payload)
    return Desired(sent.id, sent.settings, sent.version)


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
