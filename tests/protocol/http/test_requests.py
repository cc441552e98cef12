"""Bodies of requests: bounded before they are read, never inflated, and paid for from a budget."""

import asyncio
import gzip
import json
import zlib
from pathlib import Path
from typing import Final

import pytest

from companion.protocol.page import LONGEST
from companion.web.access.rate_limit import GUESTS_BURST
from companion.web.routes.backup import LARGEST, RESTORE
from tests.web.box import Served, run
from tests.web.client import PATIENCE
from tests.web.http.test_middleware import raw, status

JSON: Final = "Content-Type: application/json"
MEGABYTES: Final = 1 << 20


def request(served: Served, line: str, body: bytes, *headers: str) -> bytes:
    """Return a request; it states the length of its body unless the headers say it otherwise."""
    host = f"127.0.0.1:{served.server.port}"
    head = [f"{line} HTTP/1.1", f"Host: {host}", f"Origin: http://{host}", *headers]
    if not any(header.startswith(("Content-Length", "Transfer")) for header in headers):
        head.append(f"Content-Length: {len(body)}")
    return "\r\n".join((*head, "", "")).encode() + body


def deflated(content: bytes) -> bytes:
    packer = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return packer.compress(content) + packer.flush()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("coding", "pack"),
    [
        ("gzip", gzip.compress),
        ("GZip", gzip.compress),
        ("deflate", zlib.compress),
        ("deflate", deflated),
        ("identity, gzip", gzip.compress),
    ],
)
def test_what_is_compressed_is_refused(tmp_path: Path, coding: str, pack: object) -> None:
    """Even the right code: no page of ours compresses what it sends."""

    async def scene(served: Served) -> None:
        assert callable(pack)
        body = pack(json.dumps({"seat": 0, "code": served.gateway.seats.code}).encode())
        for line in ("POST /api/join", "POST /nowhere", "GET /", "GET /ws", "DELETE /"):
            response = request(served, line, body, JSON, f"Content-Encoding: {coding}")
            assert status(await raw(served, response)) == 415
        assert not served.gateway.seats.claims(served.gateway.session.table.setup.players)

    run(tmp_path, scene)


def test_no_decompressor_is_ever_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even to throw away what comes out of it."""
    made: list[object] = []

    def fail(*given: object, **_named: object) -> None:
        made.append(given)
        raise AssertionError(given)

    async def scene(served: Served) -> None:
        monkeypatch.setattr("aiohttp.http_parser.DeflateBuffer", fail)
        body = gzip.compress(bytes(MEGABYTES))
        for line in ("POST /api/join", "POST /nowhere", "GET /", f"POST {RESTORE}"):
            await raw(served, request(served, line, body, JSON, "Content-Encoding: gzip"))

    run(tmp_path, scene)
    assert not made


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "length", "expected"),
    [
        ("POST /api/join", LONGEST, 400),
        ("POST /api/join", LONGEST + 1, 413),
        ("POST /nowhere", LONGEST + 1, 413),
        (f"POST {RESTORE}", LONGEST, 403),
        (f"POST {RESTORE}", LARGEST + 1, 403),
        ("GET /", 1, 413),
        ("HEAD /seat", 1, 413),
        ("GET /ws", 1, 413),
    ],
)
def test_a_body_is_judged_by_its_head(
    tmp_path: Path, line: str, length: int, expected: int
) -> None:
    """The answer comes before a byte of a body that is too long."""

    async def scene(served: Served) -> None:
        body = b" " * length if length <= LONGEST else b""
        response = request(served, line, body, JSON, f"Content-Length: {length}")
        reader, writer = await asyncio.open_connection("127.0.0.1", served.server.port)
        writer.write(response)
        async with asyncio.timeout(PATIENCE):
            assert status(await reader.readuntil(b"\r\n\r\n")) == expected
        writer.close()

    run(tmp_path, scene)


def test_only_a_host_may_bring_as_much_as_a_backup(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        async with served.browser() as host:
            assert (await host.post("/api/host", {"code": served.gateway.seats.host_code}))[
                0
            ] == 204
            (cookie,) = host.session.cookie_jar
            for length, expected in ((LARGEST, 409), (LARGEST + 1, 413)):
                given = (f"Cookie: {cookie.key}={cookie.value}", f"Content-Length: {length}")
                response = request(served, f"POST {RESTORE}", b"", *given)
                assert status(await raw(served, response)) == expected

    run(tmp_path, scene)


@pytest.mark.parametrize("line", ["POST /api/join", "GET /"])
def test_chunks_are_counted(tmp_path: Path, line: str) -> None:
    async def scene(served: Served) -> None:
        body = f"{LONGEST:x}\r\n{' ' * LONGEST}\r\n1\r\n \r\n0\r\n\r\n".encode()
        response = request(served, line, body, JSON, "Transfer-Encoding: chunked")
        assert status(await raw(served, response)) == 413

    run(tmp_path, scene)


@pytest.mark.slow
def test_whoever_goes_on_sending_a_refused_body_is_shown_out(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        response = request(served, "POST /nowhere", b"", f"Content-Length: {MEGABYTES}")
        reader, writer = await asyncio.open_connection("127.0.0.1", served.server.port)
        writer.write(response)
        async with asyncio.timeout(PATIENCE):
            assert b" 413 " in await reader.read()
        writer.close()

    run(tmp_path, scene)


def test_guests_share_what_they_may_ask(tmp_path: Path) -> None:
    """However many addresses they have; those with rights do not wait for them."""

    async def scene(served: Served) -> None:
        code = served.gateway.seats.code
        async with served.browser() as player, served.browser() as guest:
            await served.joined(player, 0)
            served.gateway.guests.a_second = 0
            served.gateway.guests.left = 1
            wrong = {"seat": 1, "code": "x"}
            assert (await guest.post("/api/join", wrong))[0] == 403
            answer = await guest.post("/api/join", wrong)
            assert (answer[0], answer[1]["error"]["code"]) == (429, "busy")
            async with guest.open() as spectator, player.open("seat") as seat:
                await spectator.socket.send_str("{}")
                assert (await spectator.answer(None))["code"] == "too-fast"
                assert (await seat.say("replay", at=0))["kind"] in ("done", "replay")
            assert (await player.post("/api/join", {"seat": 1, "code": code}))[0] == 204

    run(tmp_path, scene)


def test_a_full_house_of_spectators_is_within_the_budget() -> None:
    """Each of 256 open pages says something every five seconds."""
    assert GUESTS_BURST > 256 / 5


def test_compressed_messages_end_their_connection(tmp_path: Path) -> None:
    """No extension has been agreed on (RFC 7692, section 6): the first bit set is a mistake."""

    async def scene(served: Served) -> None:
        async with served.browser() as browser, browser.open() as page:
            assert page.socket.compress == 0
        upgrade = ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13")
        offer = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"
        key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
        head = request(served, "GET /ws", b"", *upgrade, offer, key, "Content-Length: 0")
        reader, writer = await asyncio.open_connection("127.0.0.1", served.server.port)
        writer.write(head)
        async with asyncio.timeout(PATIENCE):
            answer = await reader.readuntil(b"\r\n\r\n")
            assert b" 101 " in answer
            assert b"permessage-deflate" not in answer
            packed = deflated(bytes(MEGABYTES))
            frame = bytes((0xC1, 0x80 | 126)) + len(packed).to_bytes(2, "big") + bytes(4) + packed
            writer.write(frame)
            assert (1002).to_bytes(2, "big") in await reader.read()
        writer.close()

    run(tmp_path, scene)
