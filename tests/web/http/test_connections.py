"""Whoever opens sockets without end, never speaks or never reads bothers nobody else."""

import asyncio
import resource
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Final

import pytest

from companion.protocol.box import ErrorReply
from companion.table.command import Command
from companion.web.http.connections import MOST, Connections
from tests.web.box import Served, run
from tests.web.client import PATIENCE

FLOOD: Final = 2000
SHORT: Final = 0.2
"""Seconds of the door's patience where a test waits for its end."""


@pytest.fixture(autouse=True)
def _many_files() -> Iterator[None]:
    """Let this process, which is the crowd as well as the box, open as many files as it needs."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, 2 * FLOOD)), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def connected(served: Served) -> socket.socket:
    raw = socket.socket()
    raw.settimeout(0)
    await asyncio.get_running_loop().sock_connect(raw, ("127.0.0.1", served.server.port))
    return raw


async def shown_out(raw: socket.socket) -> bytes:
    """Return what a connection is told before it is ended."""
    loop = asyncio.get_running_loop()
    received = b""
    async with asyncio.timeout(PATIENCE):
        try:
            while more := await loop.sock_recv(raw, 4096):
                received += more
        except ConnectionResetError:
            pass
    return received


async def said(raw: socket.socket, words: bytes) -> None:
    with suppress(ConnectionError):  # it may be shown out in the middle
        await asyncio.get_running_loop().sock_sendall(raw, words)


@asynccontextmanager
async def impatient(served: Served) -> AsyncIterator[None]:
    """Open the door anew, with less patience."""
    await served.server.close()
    served.server.patience = SHORT
    await served.server.start()
    yield


class Transport(asyncio.Transport):
    """A connection that is only ever aborted."""

    aborted = False

    def abort(self) -> None:
        self.aborted = True


def test_a_connection_that_arrives_at_the_last_moment_is_ended_too() -> None:
    """It may have been accepted before the door closed, and be made after it."""
    transport, visitors = Transport(), Connections(asyncio.Protocol)

    async def scene() -> None:
        visitors.close()
        visitors().connection_made(transport)

    asyncio.run(scene())
    assert transport.aborted


@pytest.mark.slow
def test_two_thousand_sockets_keep_nobody_out(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        async with served.browser() as player, player.open() as page:
            with ExitStack() as crowd:
                for _ in range(FLOOD):
                    crowd.enter_context(await connected(served))
                assert served.server.guests is not None
                assert len(served.server.guests) <= MOST
                async with served.browser() as newcomer, newcomer.open() as other:
                    await other.say("replay", at=0)
                await page.say("replay", at=0)
            served.box.session.sink(Command.PAUSE)
            await page.until(lambda phone: phone.view["turn"]["paused"])

    run(tmp_path, scene)


@pytest.mark.slow
def test_no_more_connections_are_open_than_there_may_be(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        with ExitStack() as crowd:
            first = crowd.enter_context(await connected(served))
            for _ in range(MOST):
                crowd.enter_context(await connected(served))
            assert await shown_out(first) == b""

    run(tmp_path, scene)


@pytest.mark.parametrize(
    "words",
    [
        b"",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nX: ",
        b"POST /api/join HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{",
        b"GET /words/en.json HTTP/1.1\r\nHost: localhost\r\n\r\n",
    ],
    ids=["nothing", "half a header", "half a body", "one request and then nothing"],
)
def test_who_does_not_go_on_is_shown_out(tmp_path: Path, words: bytes) -> None:
    async def scene(served: Served) -> None:
        async with impatient(served):
            with await connected(served) as raw:
                await said(raw, words)
                await shown_out(raw)

    run(tmp_path, scene)


def test_a_header_that_never_ends_is_refused(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        async with impatient(served):
            with await connected(served) as raw:
                await said(raw, b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 20_000)
                assert b" 400 " in await shown_out(raw)
            with await connected(served) as raw:
                await said(raw, b"GET / HTTP/1.1\r\n" + b"X: x\r\n" * 40_000)
                assert b"200 OK" not in await shown_out(raw)

    run(tmp_path, scene)


def test_an_open_page_stays_however_long(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        async with impatient(served), served.browser() as browser, browser.open() as page:
            with await connected(served) as other:
                await shown_out(other)  # by then the patience is over
            await page.say("replay", at=0)

    run(tmp_path, scene)


def test_who_never_reads_is_dropped_and_the_others_are_told_all(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.settimeout(0)
            loop = asyncio.get_running_loop()
            await loop.sock_connect(deaf, ("127.0.0.1", served.server.port))
            await said(deaf, _handshake(served))
            async with asyncio.timeout(PATIENCE):
                while not served.gateway.hub.clients:  # noqa: ASYNC110 - nobody tells of it
                    await asyncio.sleep(0)
            (client,) = served.gateway.hub.clients
            async with served.browser() as browser, browser.open() as page:
                async with asyncio.timeout(PATIENCE):
                    while client in served.gateway.hub.clients:
                        client.answer(ErrorReply(None, "failed", "x" * 40_000))
                        await asyncio.sleep(0)
                await page.say("replay", at=0)

    run(tmp_path, scene)


def _handshake(served: Served) -> bytes:
    """Return the request that opens a WebSocket (RFC 6455, section 1.2)."""
    host = f"127.0.0.1:{served.server.port}"
    lines = (
        *("GET /ws HTTP/1.1", f"Host: {host}", f"Origin: http://{host}", "Upgrade: websocket"),
        *("Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="),
        *("Sec-WebSocket-Version: 13", "", ""),
    )
    return "\r\n".join(lines).encode()
