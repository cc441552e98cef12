"""What is sent to a hub's port: odd requests get a sentence, and no traceback fills its log."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest

from companion_hub.club.accounts import Role
from companion_hub.pages.server import HubServer
from companion_hub.pages.updates import Updates
from tests.hub.club.operator_client import CHEAP, WORD
from tests.hub.scene import scene

Say = Callable[[str | bytes], Coroutine[None, None, str]]
OWN = "Host: h\r\nOrigin: http://h\r\nConnection: close\r\n"
FORM = "Content-Type: application/x-www-form-urlencoded"


def run(folder: Path, act: Callable[[Say, str], Coroutine[None, None, None]]) -> None:
    """Serve the pages of a hub; ``act`` is given what says bytes to it, and a login."""

    async def whole() -> None:
        async with scene(folder) as there:
            pages = HubServer(there.store, there.live, there.counts, there.answer)
            pages.updates = Updates(folder)
            pages.accounts.cost = CHEAP
            await pages.accounts.add("Ann", WORD, Role.ADMIN)
            entered = await pages.accounts.log_in("Ann", WORD)
            assert entered is not None
            await pages.start("127.0.0.1", 0)
            runner = pages._runner  # noqa: SLF001 - it listens where there is room
            assert runner is not None
            port = runner.addresses[0][1]

            async def say(said: str | bytes) -> str:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(said if isinstance(said, bytes) else said.encode())
                async with asyncio.timeout(5):
                    told = await reader.read()
                writer.close()
                return told.decode()

            try:
                await act(say, entered[1])
            finally:
                await pages.close()

    asyncio.run(whole())


def got(path: str, *headers: str) -> str:
    return "\r\n".join(
        (f"GET {path} HTTP/1.1", f"{OWN}{''.join(f'{each}' for each in headers)}", "")
    )


def posted(path: str, body: bytes, kind: str = FORM, cookie: str = "") -> bytes:
    head = f"POST {path} HTTP/1.1\r\n{OWN}{kind}\r\nCookie: login={cookie}\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


@pytest.mark.parametrize(
    ("said", "status"),
    [
        (got(f"/games/x/{'9' * 5000}"), 404),
        (got(f"/games/x/{'9' * 20}.jsonl"), 404),
        (got(f"/updates/compass-companion-{'9' * 300}.raucb"), 404),
        (got(f"/hub/{'x' * 300}.js"), 404),
        (got(f"/static/{'x/' * 2500}x.css"), 404),
        (got("/games?player=%00"), 400),
        (got("/table/%00/x"), 400),
        (got("/", "Cookie: login=\udcff\r\n").encode("utf-8", "surrogateescape"), 400),
        (got("/", "Expect: \udcff\r\n").encode("utf-8", "surrogateescape"), 400),
        (got("/", "Expect: a-miracle\r\n"), 417),
        (posted("/login", b"name=%00&password=x"), 400),
        (posted("/login", b"name=%ff&password=x"), 403),
        (posted("/login", b"name=x\xff&password=x"), 400),
        (posted("/login", b"name=x", f"{FORM}; charset=klingon"), 400),
        (posted("/login", b"name=+2AA-", f"{FORM}; charset=utf-7"), 400),
        (posted("/login", b"--x\r\n", "Content-Type: multipart/form-data; boundary=x"), 400),
        (posted("/login", b"name=x", "Content-Type: text/plain"), 400),
        (posted("/login", b"&" * 5000), 413),
        (posted("/login", b"name=x&password=" + b"y" * 70_000), 413),
        (posted("/login", b"name=x", f"{FORM}\r\nContent-Encoding: gzip"), 415),
        (got("/", "Content-Encoding: deflate\r\n"), 415),
        (got("/", "Content-Length: 1\r\n") + "x", 413),
        (b"\x16\x03\x01 not HTTP\r\n\r\n", 400),
        (b"GET /\xff HTTP/1.1\r\nHost: h\r\nContent-Length: x\r\n\r\n", 400),
    ],
)
def test_odd_requests_are_refused_in_a_sentence(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, said: str | bytes, status: int
) -> None:
    async def act(say: Say, _login: str) -> None:
        answer = await say(said)
        assert answer.split()[1] == str(status)
        assert "\r\nServer:" not in answer
        sound = await say(got("/"))
        assert "200 OK" in sound
        assert "\r\nServer:" not in sound

    with caplog.at_level(logging.INFO):
        run(tmp_path, act)
    assert not [each for each in caplog.records if each.levelno >= logging.WARNING]


def test_an_operators_forms_are_looked_at_as_closely(tmp_path: Path) -> None:
    """PostgreSQL takes no NUL, and nothing takes half a surrogate."""

    async def act(say: Say, login: str) -> None:
        for body in (b"do=add&group=a%00b", b"do=add&group=a\xed\xa0\x80"):
            assert " 400 " in await say(posted("/groups", body, cookie=login))
        assert " 303 " in await say(posted("/groups", b"do=add&group=hall", cookie=login))

    run(tmp_path, act)


def test_a_fault_of_our_own_is_logged_and_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the path, which may hold a secret."""

    def fail(*_: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr("companion_hub.pages.tables.tables", fail)

    async def act(say: Say, _login: str) -> None:
        told = await say(got("/?x=secret"))
        assert told.startswith("HTTP/1.1 500 ")
        assert "<h1>The hub could not answer this; its log says why.</h1>" in told
        assert "Content-Security-Policy" in told

    run(tmp_path, act)
    assert "a GET request could not be answered" in caplog.text
    assert "secret" not in caplog.text
