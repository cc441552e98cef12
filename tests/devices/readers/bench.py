"""A reader and its emulated module on one clock, with control over the wire between them."""

import asyncio
import os
import threading
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from companion.devices import DeviceStatus, State
from companion.devices.link import DeviceFile, Link
from companion.devices.readers.base import LinkedReader
from companion.emulation.hid import EmulatedKeys
from companion.emulation.manual_clock import ManualClock
from companion.emulation.serial_line import EmulatedLine
from tests.collector import PATIENCE, Collector

STEP = 0.05
"""Seconds of the clock between two moments at which both ends have read everything."""


class Pluggable(Protocol):
    """An emulated module with its own serial line."""

    @property
    def port(self) -> Path: ...

    @property
    def line(self) -> EmulatedLine | EmulatedKeys: ...

    def plug(self) -> None: ...

    def unplug(self) -> None: ...


ReaderT = TypeVar("ReaderT", bound=LinkedReader[Any])
ModuleT = TypeVar("ModuleT", bound=Pluggable)


@dataclass(slots=True)
class CountingPort:
    """An open port that reports how many bytes are read."""

    port: DeviceFile
    count: Callable[[int], None]

    def fileno(self) -> int:
        return self.port.fileno()

    def read(self, size: int) -> bytes:
        received = self.port.read(size)
        self.count(len(received))
        return received

    def close(self) -> None:
        self.port.close()


@dataclass(slots=True)
class CountingLink(Link):
    """A link that counts the bytes in both directions, so that waiting for them takes no sleep."""

    written: int = 0
    read: int = 0
    total: int = 0
    """Bytes read since the start, over all openings of the port."""
    closed: Callable[[], None] = field(default=lambda: None)

    @property
    def is_open(self) -> bool:
        return self._open is not None

    def close(self) -> None:
        if self.is_open:
            self.read = self.written = 0
            self.closed()
        Link.close(self)

    def write(self, line: bytes) -> None:
        if self.is_open:
            self.written += len(line)
        Link.write(self, line)


@dataclass
class Bench(Generic[ReaderT, ModuleT]):
    """A reader, its module, and the wire.

    `harm` returns what arrives of a line, in pieces of at most `longest` bytes.
    """

    module: ModuleT
    reader: ReaderT
    clock: ManualClock
    collector: Collector = field(default_factory=Collector)
    harm: Callable[[bytes], bytes] = bytes
    longest: int = 0
    source: Random = field(default_factory=lambda: Random(7))
    pending: bytes = b""
    put: int = 0
    heard: int = 0
    more: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        reader = self.reader
        reader._link = self.link = CountingLink(  # noqa: SLF001 - to know what has been read
            reader.port,
            self._attach,
            self.clock,
            reader.loop,
            reader._received,  # noqa: SLF001
            reader._changed,  # noqa: SLF001
            reader.most,
        )
        self.link.closed = self._forget
        line = self.module.line
        line.wire = self._on_wire
        if line.heard is not None:
            line.heard = partial(self._hear, line.heard)

    def _attach(self) -> DeviceFile:
        return CountingPort(self.reader._attach(), self._count_read)  # noqa: SLF001

    def _count_read(self, size: int) -> None:
        self.link.read += size
        self.link.total += size
        self.more.set()

    def _hear(self, heard: Callable[[bytes], None], line: bytes) -> None:
        heard(line)
        self.heard += len(line)
        self.more.set()

    def _forget(self) -> None:
        """Drop what was on its way when the port was closed."""
        self.pending, self.put, self.heard = b"", 0, 0
        self.more.set()

    def _on_wire(self, line: bytes) -> Iterable[bytes]:
        if self.link.is_open:
            self.pending += self.harm(line)
        return ()

    @property
    def last_status(self) -> DeviceStatus:
        return [status for status in self.collector.reports if isinstance(status, DeviceStatus)][-1]

    @property
    def _is_under_way(self) -> bool:
        link = self.link
        return link.is_open and (link.read < self.put or self.heard < link.written)

    async def settle(self) -> None:
        """Return when all bytes in either direction have been read."""
        while True:
            while self._is_under_way:
                self.more.clear()
                async with asyncio.timeout(PATIENCE):
                    await self.more.wait()
            if not self.link.is_open:
                self.pending = b""
            if not self.pending:
                return
            size = self.source.randint(1, self.longest) if self.longest else len(self.pending)
            size = self.module.line.put(self.pending[:size])
            self.put += size
            self.pending = self.pending[size:]

    async def send(self, line: bytes) -> None:
        """Put undamaged bytes on the line, and return when they have been read."""
        self.pending += line
        await self.settle()

    async def pass_time(self, seconds: float, step: float = STEP) -> None:
        """Let time pass in steps; at each step, both ends read everything first."""
        for _ in range(round(seconds / step)):
            self.clock.advance(step)
            await self.settle()

    async def unplug(self) -> None:
        """Unplug the module, and return when the reader has noticed."""
        self.module.unplug()
        states = len(self.collector.states)
        while self.collector.states[-1] is not State.ABSENT:
            await self.collector.state_changes(states + 1)

    async def replug(self, within: float = 2) -> None:
        """Plug the module in, and return when the reader works; fail after ``within`` seconds."""
        self.module.plug()
        plugged = self.clock.now()
        while self.collector.states[-1] is not State.OK:
            await self.pass_time(STEP)
            assert self.clock.now() - plugged <= within


def perform(
    bench_of: Callable[[], Bench[ReaderT, ModuleT]],
    scene: Callable[[Bench[ReaderT, ModuleT]], Awaitable[object]],
) -> None:
    """Play a scene with a plugged-in module and a started reader."""

    async def performance() -> None:
        bench = bench_of()
        bench.module.plug()
        bench.reader.start(bench.collector)
        await bench.settle()
        try:
            await scene(bench)
        finally:
            bench.reader.close()
            bench.module.unplug()
        assert bench.clock.next_due() is None
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(performance())


def held() -> tuple[int, int]:
    """Return the number of open file descriptors and of threads."""
    return len(os.listdir("/proc/self/fd")), threading.active_count()  # noqa: PTH208 - no disk
