"""Times in text: the table's clock as ``[%clk h:mm:ss.mmm]``, the time of day as in ISO 8601.

An entry without a comment happened at the same time as the one before. In a comment without a time
of day, it advances as the clock does.
"""

import re
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Final

import msgspec

from companion.engine.log import Entry
from companion.engine.message import say
from companion.records.jsonl import RecordError

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_SECOND: Final = 1000
_COMMAND: Final = re.compile(r"\[%(\w*)\s*([^\]]*)\]?")
_CLOCK: Final = re.compile(r"(\d{1,9}):([0-5]\d):([0-5]\d)\.(\d{3})")
_DAY: Final = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.(\d+)Z")


class Times(msgspec.Struct, frozen=True):
    """Milliseconds on the table's clock and the time of day in seconds (POSIX)."""

    clock: int
    wall: float

    def at(self, clock: int) -> "Times":
        """Return the times, to the millisecond, at a clock reading of ``clock``."""
        passed = clock - self.clock
        return Times(clock, round(self.wall + passed / _SECOND, 3) if passed else self.wall)


def began(entries: Iterable[Entry]) -> Times:
    """Return the times before the first entry: the time of day at a clock of zero."""
    for entry in entries:
        since = Times(entry.clock, entry.wall).at(0)
        return since if since.wall > 0 else Times(0, 0.0)
    return Times(0, 0.0)


def write_comment(before: Times, now: Times, comment: str = "") -> str:
    """Return the comment after an entry: its times, and the users' ``comment``.

    It is empty if none is needed. Raises ``RecordError`` for text that a comment cannot contain.
    """
    if set(comment) & {"{", "}", "["}:
        message = say("the comment {said!r} does not fit into text; use JSON", said=comment)
        raise RecordError(message)
    commands = [comment] if comment else []
    if now.clock != before.clock:
        commands.append(f"[%clk {_write_clock(now.clock)}]")
    if now != before.at(now.clock):
        commands.append(f"[%wall {write_day(now.wall)}]")
    return f"{{{' '.join(commands)}}}" if commands else ""


def comment_text(comment: str) -> str:
    """Return the users' text in a comment, in one line."""
    return " ".join(_COMMAND.sub(" ", comment).split())


def read_comment(before: Times, comment: str) -> Times:
    """Return the times after a comment; other text in it is ignored."""
    now = before
    commands: dict[str, str] = dict(_COMMAND.findall(comment))
    for name, value in commands.items():
        if name == "clk":
            now = before.at(_read_clock(value))
        elif name != "wall":
            message = say(
                "there is no [%{name} ...], known are: [%clk ...], [%wall ...]", name=name
            )
            raise RecordError(message)
    return Times(now.clock, read_day(commands["wall"])) if "wall" in commands else now


def _write_clock(clock: int) -> str:
    seconds, milliseconds = divmod(clock, _SECOND)
    minutes, second = divmod(seconds, 60)
    return f"{minutes // 60}:{minutes % 60:02}:{second:02}.{milliseconds:03}"


def _read_clock(notation: str) -> int:
    match = _CLOCK.fullmatch(notation)
    if match is None:
        message = say(
            "[%clk {written}] is not a time; write it as [%clk 1:02:03.456]", written=notation
        )
        raise RecordError(message)
    hours, minutes, seconds, milliseconds = map(int, match.groups())
    return ((hours * 60 + minutes) * 60 + seconds) * _SECOND + milliseconds


def write_day(wall: float) -> str:
    """Return a time of day in ISO 8601, with as many decimals as it needs, at least three."""
    seconds, _, fraction = f"{Decimal(repr(wall)):f}".partition(".")
    try:
        day = _EPOCH + timedelta(seconds=int(seconds))
    except OverflowError as error:
        message = say("the time of day {wall} is beyond the calendar; use JSON", wall=wall)
        raise RecordError(message) from error
    return f"{day.isoformat()[:19]}.{fraction.ljust(3, '0')}Z"


def read_day(notation: str) -> float:
    """Return a time of day in seconds (POSIX). Raises ``RecordError``."""
    match = _DAY.fullmatch(notation)
    if match is None:
        message = say(
            "{written!r} is not a time of day such as 2026-11-21T19:04:12.345Z", written=notation
        )
        raise RecordError(message)
    try:
        day = datetime.fromisoformat(f"{match[1]}+00:00")
    except ValueError as error:
        message = say("{written!r} is not a time of day: {error}", written=notation, error=error)
        raise RecordError(message) from error
    if day < _EPOCH:
        raise RecordError(say("{written!r} is before 1970", written=notation))
    return float(f"{(day - _EPOCH) // timedelta(seconds=1)}.{match[2]}")
