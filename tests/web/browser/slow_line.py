"""A slow line between a browser and a box: a proxy that delays bytes and lets few through."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial

CHUNK = 1460
"""Bytes of a packet."""


@dataclass
class Counted:
    """Where the proxy listens, and what has gone through it to the browser."""

    port: int = 0
    bytes: int = 0
    connections: int = 0


@dataclass
class Way:
    """One direction of the line, which all connections share."""

    rate: float
    """Bytes a second."""
    delay: float
    """Seconds."""
    free: float = field(default=0.0)
    """When the line has sent what was given to it."""

    def due(self, size: int) -> float:
        """Return when a packet that is sent now arrives."""
        now = asyncio.get_running_loop().time()
        self.free = max(now, self.free) + size / self.rate
        return self.free + self.delay


async def carry(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, way: Way, counted: Counted | None
) -> None:
    """Pass on what comes, each packet when it is due."""
    loop = asyncio.get_running_loop()
    packets: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()

    async def deliver() -> None:
        while True:
            due, packet = await packets.get()
            await asyncio.sleep(max(0.0, due - loop.time()))
            if not packet:
                break
            writer.write(packet)
            await writer.drain()
        writer.close()

    delivering = asyncio.ensure_future(deliver())
    try:
        with suppress(ConnectionError):
            while packet := await reader.read(CHUNK):
                if counted is not None:
                    counted.bytes += len(packet)
                packets.put_nowait((way.due(len(packet)), packet))
        packets.put_nowait((0.0, b""))
        with suppress(ConnectionError):
            await delivering
    finally:
        delivering.cancel()


async def serve(
    port: int, bits: float, trip: float, counted: Counted, started: threading.Event
) -> None:
    """Listen until cancelled, in front of whoever listens at ``port``."""
    there, back = (Way(bits / 8, trip / 2) for _ in range(2))

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        counted.connections += 1
        await asyncio.sleep(trip)  # loopback shakes hands at once
        answers, inner = await asyncio.open_connection("127.0.0.1", port)
        try:
            await asyncio.gather(
                carry(reader, inner, there, None), carry(answers, writer, back, counted)
            )
        finally:
            inner.transport.abort()
            writer.transport.abort()

    server = await asyncio.start_server(connect, "127.0.0.1", 0)
    counted.port = server.sockets[0].getsockname()[1]
    started.set()
    async with server:
        await asyncio.Event().wait()


@contextmanager
def slow_line(port: int, bits: float, trip: float) -> Iterator[Counted]:
    """Run a line of so many bits a second, with so many seconds there and back."""
    counted, started, loop = Counted(), threading.Event(), asyncio.new_event_loop()

    def run() -> None:
        asyncio.set_event_loop(loop)
        serving = loop.create_task(serve(port, bits, trip, counted, started))
        stopping.append(partial(loop.call_soon_threadsafe, serving.cancel))
        try:
            loop.run_until_complete(serving)
        except asyncio.CancelledError:
            connected = asyncio.all_tasks(loop)
            for task in connected:
                task.cancel()
            loop.run_until_complete(asyncio.wait(connected) if connected else asyncio.sleep(0))
            loop.run_until_complete(asyncio.sleep(0))  # what was aborted is closed now
        loop.close()

    stopping: list[partial[asyncio.Handle]] = []
    thread = threading.Thread(target=run)
    thread.start()
    started.wait()
    try:
        yield counted
    finally:
        stopping[0]()
        thread.join()
