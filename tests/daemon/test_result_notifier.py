"""Results go out once, a while after the end, and no token is ever logged."""

import asyncio
import json
import logging
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from msgspec.structs import replace

from companion.daemon.result_notifier import (
    AGAIN,
    PAUSE,
    ResultNotification,
    ResultNotifier,
    deliver,
    redact_url,
)
from companion.daemon.voice import voice_of
from companion.emulation.manual_clock import ManualClock
from companion.records.archive import table_of
from companion.table.screens.previous_games import previous_game
from companion.table.state import Table, with_console
from tests.host.test_download import rude
from tests.records.exports.played import records
from tests.rig import running, settings

HOOK = "https://discord.example/api/webhooks/12/token"


@pytest.fixture(scope="module")
def over() -> Table:
    return with_console(table_of(records("compass-points", 1)[0]), language="en")


@pytest.fixture(scope="module")
def before(over: Table) -> Table:
    return replace(over, state=over.steps[-1].state)


class Post:
    """Takes what is sent, or fails so often first."""

    def __init__(self, failures: int = 0) -> None:
        self.sent: list[tuple[str, ResultNotification]] = []
        self.failures = failures

    def __call__(self, address: str, news: ResultNotification) -> None:
        if self.failures:
            self.failures -= 1
            raise OSError(f"cannot reach {address}")
        self.sent.append((address, news))


async def passes(clock: ManualClock, seconds: float) -> None:
    """Let time pass, and threads end."""
    clock.advance(seconds)
    for task in asyncio.all_tasks() - {asyncio.current_task()}:
        await task


def announcer(clock: ManualClock, post: Post) -> ResultNotifier:
    return ResultNotifier([HOOK], clock, voice_of, lambda: "2026-11-22", post)


def test_a_result_goes_out_once_after_a_while(before: Table, over: Table) -> None:
    async def scene() -> None:
        clock, post = ManualClock(), Post()
        follow = announcer(clock, post)
        for stage in (before, over, over):
            follow(stage, ())
        await passes(clock, PAUSE - 1)
        assert not post.sent
        await passes(clock, 1)
        follow(over, ())
        await passes(clock, 3 * PAUSE)
        ((address, news),) = post.sent
        assert address == HOOK
        assert news.sentence.startswith("Compass Points: ")
        assert [each.place for each in news.played.ranking] == [1, 1, 2, 2]

    asyncio.run(scene())


def test_what_is_taken_back_is_no_news(before: Table, over: Table) -> None:
    async def scene() -> None:
        clock, post = ManualClock(), Post()
        follow = announcer(clock, post)
        for stage in (before, over, before):
            follow(stage, ())
        await passes(clock, PAUSE)
        assert not post.sent

    asyncio.run(scene())


def test_a_box_that_is_switched_on_tells_no_old_result(over: Table) -> None:
    async def scene() -> None:
        clock, post = ManualClock(), Post()
        announcer(clock, post)(over, ())
        await passes(clock, PAUSE)
        assert not post.sent

    asyncio.run(scene())


def test_it_is_tried_again_and_no_token_is_logged(
    before: Table, over: Table, caplog: pytest.LogCaptureFixture
) -> None:
    async def scene() -> None:
        clock, post = ManualClock(), Post(failures=2)
        follow = announcer(clock, post)
        for stage in (before, over):
            follow(stage, ())
        await passes(clock, PAUSE)
        await passes(clock, AGAIN[0])
        assert not post.sent
        await passes(clock, AGAIN[1])
        assert len(post.sent) == 1

    with caplog.at_level(logging.WARNING):
        asyncio.run(scene())
    assert "https://discord.example: OSError" in caplog.text
    assert "token" not in caplog.text
    assert redact_url("mailto://ann:secret@example.org") == "mailto"


class Got(list[dict[str, Any]]):
    """What a webhook has got; ``arrived`` is set once there is something."""

    def __init__(self) -> None:
        super().__init__()
        self.arrived = Event()


@pytest.fixture
def hook() -> Iterator[tuple[str, Got]]:
    """Serve a webhook; yield its address, and what it has got."""
    got = Got()

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            got.append({"type": self.headers["Content-Type"], **json.loads(body)})
            got.arrived.set()
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_given: object) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Hook)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/hook", got
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_webhook_gets_json(over: Table, hook: tuple[str, Got]) -> None:
    address, got = hook
    deliver(
        address,
        ResultNotification(
            "Ann 7", over.game.id, previous_game(0, "2026-11-22", over), over.game.title
        ),
    )
    (body,) = got
    assert body["type"] == "application/json"
    assert body["content"] == body["text"] == "Ann 7"
    assert body["game"] == "compass-points"
    assert {each["winner"] for each in body["ranking"]} == {True, False}


def test_nobody_there_is_an_os_error(over: Table) -> None:
    with pytest.raises(OSError, match="refused"):
        deliver("http://127.0.0.1:9/", ResultNotification("", "", previous_game(0, "", over), ""))


def test_an_answer_that_is_no_http_is_an_os_error(over: Table) -> None:
    """So it is tried again, and said in a line."""
    news = ResultNotification(
        "", over.game.id, previous_game(0, "2026-11-22", over), over.game.title
    )
    with rude(b"nonsense\r\n\r\n") as (address, _), pytest.raises(OSError, match="HTTP"):
        deliver(address, news)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("to", "why"),
    [("http://127.0.0.1:9/", "refused"), ("ftp://127.0.0.1/", "302"), ("http://[/", "302")],
)
def test_no_redirection_is_read_to_an_end_that_it_may_not_have(
    over: Table, to: str, why: str
) -> None:
    said = f"HTTP/1.1 302 Found\r\nLocation: {to}\r\n\r\n".encode() + bytes(1 << 26)
    news = ResultNotification(
        "", over.game.id, previous_game(0, "2026-11-22", over), over.game.title
    )
    with rude(said) as (address, server), pytest.raises(OSError, match=why):
        deliver(address, news)
    assert server.took < 1 << 25


@pytest.mark.slow
def test_a_box_announces_its_games(tmp_path: Path, hook: tuple[str, Got]) -> None:
    address, got = hook

    async def scene() -> None:
        configuration = settings(
            tmp_path, players=("Ann", "Ben"), level="track", announce=(address,)
        )
        async with running(configuration, tmp_path) as rig:
            await rig.robot.play()
            await rig.robot.let(PAUSE + 1)
            assert await asyncio.to_thread(got.arrived.wait, 20)  # it comes from another thread

    asyncio.run(scene())
    assert {each["name"] for each in got[0]["ranking"]} == {"Ann", "Ben"}
