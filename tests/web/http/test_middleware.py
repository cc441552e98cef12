"""Every bad request gets its status and a sentence, and leaves nothing in the log."""

import asyncio
import json
import logging
import re
from contextlib import suppress
from pathlib import Path

import pytest
from aiohttp import web
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.web.pages.shell import Shell
from tests.web.box import Served, run, serving

OWN = "Host: 127.0.0.1"
JOIN = f"POST /api/join HTTP/1.1\r\n{OWN}\r\nOrigin: http://127.0.0.1\r\n"
JSON = "Content-Type: application/json\r\n"


async def raw(served: Served, request: bytes) -> bytes:
    """Send a request and return the answer to it."""
    reader, writer = await asyncio.open_connection("127.0.0.1", served.server.port)
    try:
        writer.write(request)
        async with asyncio.timeout(20):
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"(?i)content-length: (\d+)", head)
            return head + await reader.readexactly(int(length[1]) if length else 0)
    finally:
        writer.close()


async def scribble(served: Served, sent: bytes) -> bytes:
    """Send bytes and hang up; return the answer, if there is one."""
    reader, writer = await asyncio.open_connection("127.0.0.1", served.server.port)
    with suppress(ConnectionError):
        writer.write(sent)
        writer.write_eof()
        answer = await asyncio.wait_for(reader.read(), 20)
        writer.close()
        await writer.wait_closed()
        return answer
    writer.close()
    return b""


def status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def error(answer: bytes) -> str:
    """Return the error code of an answer, which must be one of ours."""
    struct = json.loads(answer.partition(b"\r\n\r\n")[2])["error"]
    assert struct["message"]
    return str(struct["code"])


@pytest.mark.parametrize(
    ("request_text", "expected"),
    [
        (f"GET /nowhere HTTP/1.1\r\n{OWN}\r\n\r\n", (404, "not-found")),
        (f"GET /static HTTP/1.1\r\n{OWN}\r\n\r\n", (404, "not-found")),
        (f"GET /static/pages HTTP/1.1\r\n{OWN}\r\n\r\n", (404, "not-found")),
        (f"DELETE / HTTP/1.1\r\n{OWN}\r\n\r\n", (405, "malformed")),
        (f"BREW /seat HTTP/1.1\r\n{OWN}\r\n\r\n", None),
        (f"GET /api/join HTTP/1.1\r\n{OWN}\r\n\r\n", (405, "malformed")),
        (f"GET /ws HTTP/1.1\r\n{OWN}\r\nOrigin: http://127.0.0.1\r\n\r\n", (400, "malformed")),
        (
            f"GET /ws?view=seat&lang=%ff HTTP/1.1\r\n{OWN}\r\nOrigin: http://127.0.0.1\r\n\r\n",
            (400, "malformed"),
        ),
        (f"GET /j/%00%ff HTTP/1.1\r\n{OWN}\r\n\r\n", None),
        ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", (403, "wrong-host")),
        ("GET / HTTP/1.0\r\n\r\n", None),
        ("GET / HTTP/1.1\r\nHost: \xff\r\n\r\n", (400, "malformed")),
        (f"GET /ws HTTP/1.1\r\n{OWN}\r\nUpgrade: \xff\r\n\r\n", (400, "malformed")),
        (f"GET / HTTP/1.1\r\n{OWN}\r\nExpect: more\r\n\r\n", (417, "malformed")),
        (f"GET /nowhere HTTP/1.1\r\n{OWN}\r\nExpect: \xff\r\n\r\n", (400, "malformed")),
        (f"CONNECT \r\n{OWN}\r\n\r\n", None),
        (f"POST /api/join HTTP/1.1\r\n{OWN}\r\n\r\n", (403, "wrong-origin")),
        (f"{JOIN}{JSON}Content-Length: 0\r\n\r\n", (400, "malformed")),
        (f"{JOIN}{JSON}Content-Length: 2\r\n\r\n[]", (400, "malformed")),
        (f"{JOIN}{JSON}Content-Length: 9999\r\n\r\n{' ' * 9999}", (413, "malformed")),
        (
            f"{JOIN}{JSON}Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nzzzz",
            (415, "malformed"),
        ),
        (f"{JOIN}{JSON}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n", None),
        (f"{JOIN}Cookie: companion=\x80\xff; =;;\r\n{JSON}Content-Length: 2\r\n\r\n{{}}", None),
        (f"{JOIN}Content-Type: application/json; charset=klingon\r\n\r\n", (400, "malformed")),
    ],
)
def test_requests_get_their_code(
    tmp_path: Path,
    request_text: str,
    expected: tuple[int, str] | None,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def scene(served: Served) -> None:
        answer = await raw(served, request_text.encode("latin-1"))
        if expected is None:
            assert status(answer) < 500
        else:
            assert (status(answer), error(answer)) == expected

    run(tmp_path, scene)
    assert [record.getMessage() for record in caplog.records if record.levelno > logging.INFO] == []


@pytest.mark.parametrize(
    "request_text",
    [
        f"GET / HTTP/1.1\r\n{OWN}\r\n\r\n",
        f"GET /nowhere HTTP/1.1\r\n{OWN}\r\n\r\n",
        f"GET /static/icon.svg HTTP/1.1\r\n{OWN}\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        f"GET / HTTP/1.1\r\n{OWN}\r\nExpect: more\r\n\r\n",
        f"GET / HTTP/1.1\r\n{OWN}\r\nno header\r\n\r\n",
        "\r\n".join(
            (
                *("GET /ws HTTP/1.1", OWN, "Origin: http://127.0.0.1", "Upgrade: websocket"),
                *("Connection: Upgrade", "Sec-WebSocket-Version: 13"),
                *("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "", ""),
            )
        ),
    ],
)
def test_no_answer_names_programs_and_their_versions(tmp_path: Path, request_text: str) -> None:
    async def scene(served: Served) -> None:
        head = (await raw(served, request_text.encode())).partition(b"\r\n\r\n")[0].lower()
        assert b"server:" not in head
        assert b"aiohttp" not in head
        assert b"python" not in head

    run(tmp_path, scene)


@pytest.mark.parametrize("https", [False, True])
def test_headers_that_need_tls_are_sent_over_tls_alone(tmp_path: Path, https: bool) -> None:  # noqa: FBT001 - a case
    """Over plain HTTP browsers ignore the opener's policy, and each page logs that."""

    async def scene(served: Served) -> None:
        async with served.browser() as browser:
            for path in ("/", "/nowhere", "/games"):
                _, _, headers = await browser.get(path)
                assert ("Cross-Origin-Opener-Policy" in headers) is https
                assert "Content-Security-Policy" in headers

    run(tmp_path, scene, https=https)


def test_a_wrong_method_is_answered_with_the_right_one(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        answer = await raw(served, f"DELETE /api/join HTTP/1.1\r\n{OWN}\r\n\r\n".encode())
        assert b"Allow: POST" in answer

    run(tmp_path, scene)


def test_our_own_error_is_logged_without_the_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(_shell: Shell, _request: web.Request) -> web.Response:
        raise ZeroDivisionError

    async def scene(served: Served) -> None:
        monkeypatch.setattr(Shell, "answer", fail)
        answer = await raw(served, f"GET /j/12345678 HTTP/1.1\r\n{OWN}\r\n\r\n".encode())
        assert (status(answer), error(answer)) == (500, "failed")

    run(tmp_path, scene)
    (record,) = [record for record in caplog.records if record.levelno > logging.WARNING]
    assert record.getMessage() == "a GET request could not be answered"
    assert "12345678" not in logging.Formatter().format(record)


@pytest.mark.slow
def test_arbitrary_bytes_do_no_harm(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    line = st.sampled_from(["GET / HTTP/1.1", "POST /api/host HTTP/1.1", "GET /ws HTTP/9.9", ""])
    header = st.sampled_from(
        [OWN, "Host: [::1", "Origin: http://127.0.0.1", "Content-Length: -1", "Upgrade: websocket"]
    )
    junk = st.text(max_size=40).map(str.encode) | st.binary(max_size=40)

    async def whole(requests: list[bytes]) -> None:
        async with serving(tmp_path / str(len(requests))) as served:
            for request in requests:
                answer = await scribble(served, request)
                assert not answer or status(answer) < 500
            async with served.browser() as browser:
                assert (await browser.get("/"))[0] == 200

    @settings(max_examples=3, suppress_health_check=list(HealthCheck), deadline=None)
    @given(
        st.lists(st.tuples(line, st.lists(header | junk.map(repr), max_size=3), junk), max_size=60)
    )
    def check(parts: list[tuple[str, list[str], bytes]]) -> None:
        requests = [
            "\r\n".join([first, *headers]).encode() + b"\r\n\r\n" + body
            for first, headers, body in parts
        ]
        asyncio.run(whole(requests))

    check()
    assert [
        record.getMessage() for record in caplog.records if record.levelno > logging.WARNING
    ] == []


@pytest.mark.slow
def test_codes_keys_and_cookies_are_in_no_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """This covers all records of all loggers at all levels, with their tracebacks."""
    secrets: set[str] = set()

    async def scene(served: Served) -> None:
        seats = served.gateway.seats
        secrets.update((seats.code, seats.host_code, seats.key))
        for request in (
            f"GET /j/{seats.code} HTTP/1.1\r\nno header\r\n\r\n",
            f"GET /j/{seats.code} HTTP/9\r\n{OWN}\r\n\r\n",
            f"GARBAGE {seats.host_code}\r\n\r\n",
            f"GET /play?key={seats.key} HTTP/1.1\r\nHost: evil.example\r\n\r\n",
            f"{JOIN}{JSON}Content-Length: 99\r\n\r\n{seats.code}",
        ):
            await scribble(served, request.encode())
        async with served.browser() as phone:
            await served.opened(phone)
            await served.joined(phone, len(seats.door.logins) // 2)
            await phone.post("/api/host", {"code": seats.host_code})
            await phone.post("/api/join", {"seat": 0, "code": f"{seats.code}0"})
            secrets.update(cookie.value for cookie in phone.session.cookie_jar)
            async with phone.open("seat") as page:
                await page.say(seats.code)
                await page.say("language", language=seats.host_code)
                await page.socket.send_str(seats.key)

    with caplog.at_level(logging.DEBUG):
        for _ in range(2):
            run(tmp_path, scene, play=True, public=True)
    assert len(secrets) == 5
    lines = [logging.Formatter().format(record) for record in caplog.records]
    assert len(lines) > 5
    assert [line for line in lines if any(secret in line for secret in secrets)] == []
