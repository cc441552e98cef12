"""A box whose pages are served on loopback, and somebody who calls there with any bytes at all."""

import asyncio
import gc
import json
import logging
import re
import socket
import struct
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from html import unescape
from pathlib import Path
from random import Random
from typing import Any, Final

from companion.emulation.manual_clock import ManualClock
from companion.engine.fold import sampler
from companion.session.controls import Controls
from companion.session.journal_writer import JournalWriter
from companion.session.session import Session
from companion.storage.journal import Journal
from companion.table.lobby.lobby import Lobby
from companion.table.table import Table
from companion.web.access.seats import Attempt
from companion.web.gateway import TableGateway
from companion.web.http.server import WebServer
from companion.web.routes.computer import READ
from labs.fuzz.attack import one_sentence
from labs.fuzz.targets.card import Card
from labs.fuzz.targets.web import hardware, lobby
from tests.web.scene import started, voice

QUIET: Final = 12
"""Turns of the loop without a word after which no more is to be expected: all steps of the server
are turns of the same loop."""
MOST_ANSWERED: Final = 2**21
"""Bytes that a connection is answered at most."""
_THREAD: Final = 0.0005
"""Seconds between two looks at what a thread works at."""
_MOST_WAITED: Final = 60
"""Looks after which it is taken for a request that never comes whole."""
_PAUSE: Final = 2.0
"""Seconds of the box between two calls: whoever guesses codes is barred, and freed again."""
_RESET: Final = struct.pack("ii", 1, 0)
"""SO_LINGER: a call leaves nothing behind, or the machine would run out of ports."""
_LENGTH: Final = re.compile(rb"(?im)^content-length: *(\d+)\r$")
_STATUS: Final = re.compile(rb"HTTP/(?:0\.9|1\.[01]) ([1-5]\d\d) ")
_OUR_HEADERS: Final = (b"\r\nContent-Security-Policy: ", b"\r\nX-Content-Type-Options: nosniff")
_PAGE: Final = re.compile('<h1 data-code="([a-z-]+)">([^<]*)</h1>')
"""What a refusal says where somebody has asked for a page."""
_SECRETS: Final = (b"@code", b"@host", b"@key", b"@cookie")
_NOT_DONE: Final = 503
_BY_COMPUTER: Final = frozenset({"stays-on", "not-done"})
"""What the computer of the box has not done; nothing else is the server's fault."""
_UPGRADED: Final = 101
_BODILESS: Final = frozenset({100, 204, 304})


class AtOnce(ThreadPoolExecutor):
    """Stands for threads: what they are given is done at once, so that no answer comes later."""

    def submit(self, work: Callable[..., Any], /, *given: Any, **more: Any) -> "Future[Any]":  # noqa: ANN401 - as inherited
        """Do it."""
        done: Future[Any] = Future()
        try:
            done.set_result(work(*given, **more))
        except BaseException as error:  # noqa: BLE001 - whoever waits for it is told
            done.set_exception(error)
        return done


@asynccontextmanager
async def box(folder: Path) -> AsyncIterator[WebServer]:
    """Serve the pages of a table in the middle of a game."""
    draw = sampler(Random(3))
    table = started("essence", draw)
    journal = Journal.open(folder / "journal.sqlite3")
    writer = JournalWriter(lambda: journal, journal, _thread=AtOnce(1))
    writer.begin(table, 0.0)
    writer.append(table.entries)
    session = Session(table, writer, ManualClock(), draw, Controls(_no_tags), _lobby)
    room = TableGateway(
        session,
        session.clock,
        lambda language, stage: voice(language, stage.game.id, _players(stage)),
        hardware(table),
    )
    card = Card(folder)
    server = WebServer(room, 0, "127.0.0.1", computer=card.computer)
    await server.start()
    playing = asyncio.create_task(session.run())
    try:
        yield server
        await session.settled()
        assert writer.unsaved == ""
        card.check()
    finally:
        await server.close()
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing
        session.close()


@contextmanager
def silence() -> Iterator[None]:
    """Check that nothing is worth a warning: no client can bring the box into trouble.

    What a task has failed with is told when it is collected, which therefore happens here.
    """
    heard = _Heard(logging.WARNING)
    logging.getLogger().addHandler(heard)
    gc.freeze()  # what was there before takes no time
    try:
        yield
        gc.collect()
    finally:
        gc.unfreeze()
        logging.getLogger().removeHandler(heard)
    assert not heard.lines, heard.lines


class _Heard(logging.Handler):
    """Keeps what is logged."""

    def __init__(self, level: int) -> None:
        super().__init__(level)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line, with its traceback."""
        self.lines.append(logging.Formatter().format(record))


@dataclass(slots=True)
class Caller:
    """Calls a server and judges its answers; ``codes`` are those that a refusal may have."""

    server: WebServer
    codes: frozenset[str]
    cookie: bytes = b""
    outcomes: Counter[str] = field(default_factory=Counter)
    _hosting: bytes = field(init=False)
    """The cookie of a host, whom no guesser keeps from coming in."""

    def __post_init__(self) -> None:
        seats = self.server.gateway.seats
        self._hosting = seats.host(Attempt("", seats.host_code, "", 0)).encode()

    async def call(self, said: bytes) -> None:
        """Say something on a connection of its own, and look at all that is answered."""
        seats = self.server.gateway.seats
        logins = seats.door.logins
        clock = self.server.gateway.clock
        assert isinstance(clock, ManualClock)
        told = await talk(
            self.server.port, self._with_secrets(said), silent=partial(clock.advance, READ)
        )
        count = 0
        for status, head, body in answers(told):
            self.outcomes[self._judged(status, head, body)] += 1
            count += 1
        if not count:
            self.outcomes["silence"] += 1
        if not any(secret in said for secret in _SECRETS):
            assert seats.door.logins == logins, "rights without a code"
        clock.advance(_PAUSE)

    def _with_secrets(self, said: bytes) -> bytes:
        seats = self.server.gateway.seats
        said = said.replace(b"@hosting", self._hosting)
        for name, secret in (("code", seats.code), ("host", seats.host_code), ("key", seats.key)):
            said = said.replace(f"@{name}".encode(), secret.encode())
        return said.replace(b"@cookie", self.cookie)

    def _judged(self, status: int, head: bytes, body: bytes) -> str:
        """Return how a request has fared, having checked the answer to it."""
        assert status < 500 or status == _NOT_DONE, (head, body)
        found = re.search(rb"Set-Cookie: companion=([\w-]+)", head)
        if found:
            self.cookie = found[1]
        assert b"\r\nServer:" not in head, head
        if status in (100, _UPGRADED):
            return str(status)
        if status == 400 and b"application/json" not in head:
            return "not HTTP"  # by the library, before it is a request
        assert all(header in head for header in _OUR_HEADERS), head
        if status < 400 or not body:
            return "taken"
        code, message = _refusal(head, body)
        assert code in self.codes - {"failed"}, code
        assert (status == _NOT_DONE) == (code in _BY_COMPUTER), code
        one_sentence(message)
        return code


def _refusal(head: bytes, body: bytes) -> tuple[str, str]:
    """Return code and sentence of a refusal, which is a page for those who ask for one."""
    if b"text/html" in head:
        found = _PAGE.search(body.decode())
        assert found, body
        return found[1], unescape(found[2])
    error = json.loads(body)["error"]
    return str(error["code"]), error["message"]


async def talk(
    port: int,
    said: bytes,
    *,
    silent: Callable[[], None] = lambda: None,
    busy: Callable[[], bool] = lambda: False,
) -> bytes:
    """Return everything that is answered on a new connection.

    ``silent`` is called where nothing is answered at first, and may let time pass; ``busy`` tells
    whether a thread works at an answer.
    """
    loop = asyncio.get_running_loop()
    with socket.socket() as line:
        line.setblocking(False)  # noqa: FBT003 - as the library wants it
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
        await loop.sock_connect(line, ("127.0.0.1", port))
        with suppress(ConnectionError):
            await loop.sock_sendall(line, said)
            told = await _heard(line, busy)
            if not told:
                silent()
                told = await _heard(line, busy)
            line.shutdown(socket.SHUT_WR)
            return told + await _heard(line, busy)
        return await _heard(line, busy)


async def _heard(line: socket.socket, busy: Callable[[], bool]) -> bytes:
    """Return what is said until it ends, or until nothing more comes."""
    told = b""
    quiet = waited = 0
    while quiet < QUIET:
        try:
            more = line.recv(2**16)
        except BlockingIOError:
            if busy() and waited < _MOST_WAITED:
                waited += 1
                await asyncio.sleep(_THREAD)
            else:
                quiet += 1
                await asyncio.sleep(0)
            continue
        except ConnectionError:
            break
        if not more:
            break
        told, quiet, waited = told + more, 0, 0
        assert len(told) <= MOST_ANSWERED
    return told


def answers(told: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    """Yield status, head and body of each answer on a connection."""
    while told:
        head, ends, told = told.partition(b"\r\n\r\n")
        begin = _STATUS.match(head)
        assert begin, head[:200]
        assert ends, head
        status = int(begin[1])
        length = _LENGTH.search(head + b"\r")
        size = 0 if status in _BODILESS or length is None else int(length[1])
        if _STATUS.match(told):  # the answer to HEAD tells the length of what it leaves out
            body = b""
        elif b"Transfer-Encoding: chunked" in head:
            body, told = _unchunked(told)
        elif length is None and status not in _BODILESS:
            body, told = told, b""  # to HTTP/1.0, until the connection ends
        else:
            body, told = told[:size], told[size:]
        yield status, head, body
        if status == _UPGRADED:
            return


def _unchunked(told: bytes) -> tuple[bytes, bytes]:
    """Return a body that came in chunks (RFC 9112, section 7.1), and what follows it."""
    body = b""
    while True:
        line, _, rest = told.partition(b"\r\n")
        assert line, "a body in chunks ends before its last one"
        size = int(line, 16)
        if not size:
            return body, rest.removeprefix(b"\r\n")
        body += rest[:size]
        told = rest[size:].removeprefix(b"\r\n")


def _no_tags(_table: Table) -> dict[str, str]:
    return {}


def _lobby(_table: Table) -> Lobby:
    return lobby()


def _players(stage: Table | Lobby) -> tuple[str, ...]:
    return stage.setup.players if isinstance(stage, Table) else ()
