"""Checks tag readers: each is opened by its driver and listened to for some seconds."""

import asyncio
import fcntl
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from companion.devices import DeviceStatus, Input, State, TagEvent, TagReader
from companion.devices.clock import LoopClock
from companion.devices.readers import driver
from companion.devices.readers.array import CLOCKS, ArrayReader
from companion.devices.usb import NotFoundError
from companion.doctor.finding import Finding, device
from companion.engine.message import (
    Message,
    join,
    reason,
    say,
)
from companion.settings import (
    EMULATED,
    ReaderSettings,
    Settings,
    reader_factory,
)
from companion.storage import bounded_file
from companion.storage.journal import FILE as JOURNAL

_TRIAL: Final = 1.5
"""Seconds within which an array has tried a clock, with sixteen readers."""
_LOOK: Final = 0.05
LISTEN: Final = 3.0
"""Seconds to listen; a reader that has to answer takes less."""


def examine(settings: Settings, seconds: float = LISTEN) -> Iterator[Finding]:
    """Check each reader; those present are opened and listened to, all at once."""
    looked = {reader.name: _look(reader) for reader in settings.readers}
    there = [
        reader
        for reader in settings.readers
        if looked[reader.name].sound and reader.port != EMULATED
    ]
    heard = asyncio.run(_listen(there, seconds)) if there else {}
    runs = daemon_runs(settings)
    for reader in settings.readers:
        finding, listener = looked[reader.name], heard.get(reader.name)
        if listener is None:
            yield finding
        elif runs and listener.is_away:
            words = say("{what}, held by the running daemon: see its page", what=finding.words)
            yield Finding(finding.subject, sound=True, words=words)
        else:
            yield _judge(finding, listener, seconds)


def daemon_runs(settings: Settings) -> bool:
    """Return whether a daemon runs with these settings, because it locks the journal."""
    with (
        suppress(OSError),
        bounded_file.open_file(Path(f"{settings.state / JOURNAL}.lock")) as lock,
    ):
        try:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


@dataclass(slots=True)
class ReaderReport:
    """Report of a reader; its driver counts damaged frames."""

    reader: TagReader
    status: DeviceStatus | None = None
    tags: list[str] = field(default_factory=list)
    """The tags that came, each as often as it came."""
    lying: set[str] = field(default_factory=set)

    @property
    def is_away(self) -> bool:
        """Whether the reader could not be opened."""
        return self.status is not None and self.status.state is State.ABSENT

    def take(self, event: Input) -> None:
        """Record an event of the driver."""
        if isinstance(event, DeviceStatus):
            self.status = event
        elif isinstance(event, TagEvent):
            if event.present:
                self.tags.append(event.tag)
                self.lying.add(event.tag)
            else:
                self.lying.discard(event.tag)


async def _listen(configured: Sequence[ReaderSettings], seconds: float) -> dict[str, ReaderReport]:
    loop = asyncio.get_running_loop()
    clock = LoopClock(loop)
    heard = {}
    for reader in configured:
        heard[reader.name] = ReaderReport(reader_factory.make(reader, clock, loop))
    for listener in heard.values():
        listener.reader.start(listener.take)
    await asyncio.sleep(seconds)
    for listener in heard.values():
        if isinstance(listener.reader, ArrayReader) and listener.reader.firmware:
            await _try_clocks(listener.reader)
    for listener in heard.values():
        listener.reader.close()
    return heard


async def _try_clocks(array: ArrayReader) -> None:
    """Have an array try increasing clocks, until bytes are wrong or it does not answer."""
    for khz in CLOCKS:
        array.try_clock(khz)
        for _ in range(round(_TRIAL / _LOOK)):
            await asyncio.sleep(_LOOK)
            if khz in array.tried:
                break
        if array.tried.get(khz, 1):
            return


def _look(reader: ReaderSettings) -> Finding:
    subject = say("reader {name}", name=reader.name)
    try:
        place = driver(reader.driver).find(reader.port)
    except NotFoundError as error:
        return Finding(subject, sound=False, words=reason(error))
    return device(subject, reader.driver, place)


def _judge(finding: Finding, heard: ReaderReport, seconds: float) -> Finding:
    status = heard.status
    if status is None or status.state is State.STARTING:
        words = join(", ", [finding.words, say("no answer")])
        return Finding(finding.subject, sound=False, words=words)
    if status.state is not State.OK:
        return Finding(finding.subject, sound=False, words=status.detail)
    words = join(", ", [finding.words, *_details(heard, seconds)])
    return Finding(finding.subject, sound=not _errs(heard.reader), words=words)


def _errs(reader: TagReader) -> bool:
    """Return whether the bus of an array has errors at the current clock."""
    if not isinstance(reader, ArrayReader):
        return False
    failed = [khz for khz, wrong in reader.tried.items() if wrong]
    return bool(failed) and min(failed) <= reader.spi_khz


def _speed(array: ArrayReader) -> Message:
    """Return the highest clock of an array's bus without errors, and the remedy for errors."""
    fine = max((khz for khz, wrong in array.tried.items() if not wrong), default=0)
    if _errs(array):
        return say(
            "errors on its bus at {set} kHz, none up to {fine}: shorten the wires or set `spi_khz`",
            set=array.spi_khz,
            fine=fine,
        )
    return say(
        "its bus has no errors up to {fine} kHz, currently {set}", fine=fine, set=array.spi_khz
    )


def _details(heard: ReaderReport, seconds: float) -> Iterator[Message]:
    """Yield the details of a reader in service."""
    if heard.reader.firmware:
        yield say("firmware {version}", version=heard.reader.firmware)
    working_zones = () if heard.status is None else heard.status.working_zones
    if len(heard.reader.zones) > 1:
        yield say("zones {zones}", zones=" ".join(working_zones))
    if isinstance(heard.reader, ArrayReader) and heard.reader.tried:
        yield _speed(heard.reader)
    counted = {tag: heard.tags.count(tag) for tag in heard.tags}
    for tag, count in counted.items():
        if tag in heard.lying:
            yield say("read {tag} ({count})", tag=tag, count=count)
        else:
            yield say("read {tag} ({count}), gone again", tag=tag, count=count)
    if not counted:
        yield say("no tag within {seconds:g} s", seconds=seconds)
    if heard.reader.bad_frames:
        yield say("{count} bad frames: check its wires", count=heard.reader.bad_frames)
