"""A cluster of NATS on the loopback interface: three servers, and what shares out connections."""

import asyncio
import itertools
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread

from labs.fleet.servers import free_port, program, wait_for

SERVERS = 3


@dataclass
class NatsServer:
    """One of the servers, which can be killed."""

    folder: Path
    number: int
    port: int = field(default_factory=free_port)
    gateway: int = field(default_factory=free_port)
    """The port for MQTT."""
    route: int = field(default_factory=free_port)
    """The port for the other servers."""
    process: subprocess.Popen[bytes] | None = None

    def start(self, routes: list[int], more: str = "") -> None:
        """Start it; ``routes`` are those of the others, ``more`` is added to its settings."""
        others = ", ".join(f'"nats://127.0.0.1:{route}"' for route in routes)
        cluster = f"name: companion, listen: 127.0.0.1:{self.route}, routes: [{others}]"
        configuration = self.folder / f"{self.number}.conf"
        configuration.write_text(
            f"server_name: n{self.number}\nlisten: 127.0.0.1:{self.port}\n"
            f'jetstream {{ store_dir: "{self.folder / str(self.number)}" }}\n'
            f"mqtt {{ listen: 127.0.0.1:{self.gateway} }}\n"
            + (f"cluster {{ {cluster} }}\n" if routes else "")
            + more
        )
        command = [program("nats-server", "nats-server"), "-c", str(configuration)]
        with (self.folder / f"{self.number}.log").open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log)
        wait_for(self.port)

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


@dataclass
class Cluster:
    """Three servers; ``port`` leads to any that lives, as a name with three addresses does."""

    servers: list[NatsServer]
    port: int = 0
    _turn: Iterator[int] = field(default_factory=itertools.count)

    @property
    def urls(self) -> list[str]:
        return [f"nats://127.0.0.1:{server.port}" for server in self.servers]

    def kill(self) -> None:
        """Kill one of them, which does not come back."""
        self.servers[0].kill()

    def start(self) -> None:
        """Start nothing: the other two go on."""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass a connection on to the next server that lives."""
        first = next(self._turn)
        for number in range(SERVERS):
            server = self.servers[(first + number) % SERVERS]
            with suppress(OSError):
                there = await asyncio.open_connection("127.0.0.1", server.gateway)
                await asyncio.gather(pass_on(reader, there[1]), pass_on(there[0], writer))
                return
        writer.close()


async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    writer.close()


@contextmanager
def sharing(cluster: Cluster) -> Iterator[None]:
    """Share out connections, in a thread of its own."""
    ready, over = Event(), asyncio.Event()
    loops: list[asyncio.AbstractEventLoop] = []

    async def whole() -> None:
        loops.append(asyncio.get_running_loop())
        server = await asyncio.start_server(cluster.serve, "127.0.0.1", 0)
        cluster.port = server.sockets[0].getsockname()[1]
        ready.set()
        await over.wait()
        server.close()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    thread = Thread(target=lambda: asyncio.run(whole()))
    thread.start()
    ready.wait()
    try:
        yield
    finally:
        loops[0].call_soon_threadsafe(over.set)
        thread.join()


@contextmanager
def nats_cluster(folder: Path) -> Iterator[Cluster]:
    """Run three servers."""
    folder.mkdir(exist_ok=True)
    cluster = Cluster([NatsServer(folder, number) for number in range(SERVERS)])
    try:
        for server in cluster.servers:
            server.start([other.route for other in cluster.servers])
        with sharing(cluster):
            yield cluster
    finally:
        for server in cluster.servers:
            server.kill()
