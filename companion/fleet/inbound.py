"""Translates commands from the broker into inputs of table and journal."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

import msgspec

from companion.protocol import mqtt
from companion.protocol.journal import JournalPosition
from companion.protocol.payload import NotUnderstoodError
from companion.storage.journal import HighWaterMark
from companion.table.command import Command
from companion.table.lobby.lobby import Lobby
from companion.table.stage import Stage

TOGGLE: Final = "toggle_pause"
COMMANDS: Final[Mapping[str, Command]] = {
    "pause": Command.PAUSE,
    "resume": Command.PAUSE,
    TOGGLE: Command.PAUSE,
    "undo": Command.UNDO,
}
"""Commands that a table accepts from afar; the table's host may give these, and more."""


class CommandRequest(msgspec.Struct, frozen=True):
    """A command. ``id`` is empty if no answer is expected."""

    id: str
    command: str


class Ack(msgspec.Struct, frozen=True):
    """How far the hub has stored a journal, and the last entry stored."""

    journal: str
    position: JournalPosition
    mark: HighWaterMark


class ReplayRequest(msgspec.Struct, frozen=True):
    """Request of the hub to resend: everything retained, or a journal from an entry on."""

    birth: bool = False
    journal: str = ""
    after: JournalPosition | None = None


class DesiredSettings(msgspec.Struct, frozen=True):
    """The desired settings and version of a box; empty for the current one."""

    id: str
    settings: Mapping[str, object]
    version: str = ""


def request_of(sent: mqtt.CommandRequestMessage, now: float) -> CommandRequest:
    """Return a command. Raises ``NotUnderstoodError``, also for an expired one."""
    if sent.until and _time(sent.until) < now:
        raise NotUnderstoodError("too-late")
    if sent.command not in COMMANDS:
        raise NotUnderstoodError("unknown-command")
    return CommandRequest(sent.id, sent.command)


def _time(iso_time: str) -> float:
    try:
        return datetime.fromisoformat(iso_time).timestamp()
    except (ValueError, OverflowError, OSError):
        raise NotUnderstoodError("bad-until") from None


def ack_of(sent: mqtt.AckMessage) -> Ack:
    """Return an acknowledgement."""
    mark = HighWaterMark(sent.play, sent.sequence, sent.crc)
    return Ack(sent.journal, sent.position, mark)


def want_of(sent: mqtt.ReplayRequestMessage) -> ReplayRequest:
    """Return a resend request."""
    return (
        ReplayRequest(birth=True)
        if sent.birth
        else ReplayRequest(journal=sent.journal, after=sent.position)
    )


def desired_of(sent: mqtt.DesiredSettingsMessage) -> DesiredSettings:
    """Return the desired settings."""
    return DesiredSettings(sent.id, sent.settings, sent.version)


def why_not(request: CommandRequest, stage: Stage) -> str:
    """Return a code for why a command has no effect now, empty if it has one."""
    if isinstance(stage, Lobby):
        return "no-game"
    if stage.is_over and request.command != "undo":
        return "game-over"
    if stage.laying:
        return "setup"
    if request.command == "undo":
        return "" if stage.steps else "nothing-to-undo"
    if request.command != TOGGLE and stage.clocks.paused is not (request.command == "resume"):
        return "already"
    return ""
