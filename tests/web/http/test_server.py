"""The server over loopback: pages, joining, sockets, and everything that it refuses."""

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from aiohttp import ClientResponseError, ClientSession, CookieJar, WSServerHandshakeError
from msgspec.structs import replace

from companion.devices import DeviceStatus, State
from companion.table.command import Command
from tests.web.box import Served, run, serving
from tests.web.client import Browser
from tests.web.phone import Phone

PAGES = ("/", "/seat", "/host", "/replay")


class TestPages:
    @pytest.mark.slow
    def test_are_served_with_security_headers(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as browser:
                for path in (*PAGES, "/j/4821", "/J/4821"):
                    status, text, headers = await browser.get(path)
                    assert status == 200
                    assert "<html" in text
                    assert headers["Content-Security-Policy"].startswith("default-src 'self'")
                    assert headers["X-Content-Type-Options"] == "nosniff"
                    assert headers["Referrer-Policy"] == "no-referrer"

        run(tmp_path, scene)

    @pytest.mark.slow
    def test_are_not_sent_again_to_a_browser_that_has_them(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as browser:
                _, seat, headers = await browser.get("/seat")
                assert headers["Cache-Control"] == "no-cache"
                assert headers["Content-Type"] == "text/html; charset=utf-8"
                known = {"If-None-Match": headers["Etag"]}
                status, text, headers = await browser.get("/seat", **known)
                assert (status, text) == (304, "")
                assert headers["Etag"] == known["If-None-Match"]
                assert headers["Content-Security-Policy"].startswith("default-src 'self'")
                assert (await browser.get("/j/4821"))[1] == seat
                assert (await browser.get("/host", **known))[0] == 200

        run(tmp_path, scene)

    def test_get_their_words_in_both_languages(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as browser:
                _, english, _ = await browser.get("/words/en.json")
                _, german, _ = await browser.get("/words/de.json")
                assert set(json.loads(english)) == set(json.loads(german))
                assert (await browser.get("/words/xx.json"))[0] == 404

        run(tmp_path, scene)

    def test_can_fetch_the_text_of_a_rule(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as browser:
                status, english, _ = await browser.get("/rules/en/IC-R16.json")
                _, german, _ = await browser.get("/rules/de/IC-R16.json")
                assert status == 200
                assert json.loads(english)["words"].startswith("Neither pieces nor")
                assert json.loads(german)["words"].startswith("Weder Figuren noch")

        run(tmp_path, scene)

    def test_learn_that_a_rule_has_no_text(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as browser:
                for rule in ("ic-r99", "ST-1", "order", "%C3%A4%00"):
                    status, text, _ = await browser.get(f"/rules/de/{rule}.json?lang=de")
                    error = json.loads(text)["error"]
                    assert status == 404
                    assert error["message"] == "Für diese Regel gibt es keine Worte."
                assert (await browser.get("/rules/xx/IC-R16.json"))[0] == 404

        run(tmp_path, scene)

    def test_that_do_not_exist_are_answered_in_words(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as browser:
                for path in ("/nowhere", "/static/%2e%2e/server.py", "/play", "/api/join"):
                    status, text, _ = await browser.get(path, **{"Accept-Language": "de"})
                    assert status in (403, 404, 405)
                    assert json.loads(text)["error"]["message"]
                _, text, _ = await browser.get("/nowhere", **{"Accept-Language": "de"})
                assert json.loads(text)["error"]["message"] == "Diese Seite gibt es nicht."
                people = {"Accept": "text/html,*/*", "Accept-Language": "de"}
                status, page, headers = await browser.get("/<nowhere>", **people)
                assert status == 404
                assert headers["Content-Type"].startswith("text/html")
                assert headers["Content-Security-Policy"]
                assert '<h1 data-code="not-found">Diese Seite gibt es nicht.</h1>' in page
                assert '<a href="/">Am Tisch zusehen</a>' in page
                assert "nowhere" not in page
                sheet = next(path for path in page.split('"') if path.startswith("/static/"))
                assert (await browser.get(sheet))[0] == 200
                assert (await browser.get("/static/nothing.js"))[0] == 404

        run(tmp_path, scene)

    @pytest.mark.parametrize(
        "host", ["evil.example", "evil.example:8080", "127.0.0.1.evil.example", ""]
    )
    def test_are_not_served_under_foreign_names(self, tmp_path: Path, host: str) -> None:
        """An attacker can make any name resolve to the box (DNS rebinding)."""

        async def scene(served: Served) -> None:
            async with served.browser() as browser:
                status, text, _ = await browser.get("/", Host=host)
                assert status in (400, 403)
                assert status == 400 or json.loads(text)["error"]["code"] == "wrong-host"

        run(tmp_path, scene)

    def test_are_served_under_the_boxs_own_names(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            served.server.name = "table.example"
            async with served.browser() as browser:
                for host in ("localhost", "[::1]:80", "192.0.2.7:8080", "Table.Example:443"):
                    assert (await browser.get("/", Host=host))[0] == 200

        run(tmp_path, scene)


class TestJoining:
    def test_with_the_code_gives_a_phone_a_seat(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as phone, served.browser() as other:
                await served.joined(phone, 1)
                async with phone.open("seat") as page, other.open("seat") as watcher:
                    assert page.phone.role["seat"] == 1
                    assert page.phone.view["private"]
                    assert watcher.phone.role["seat"] is None
                    assert "private" not in watcher.phone.view
                    phone_now = await watcher.until(lambda phone: phone.view["players"][1]["here"])
                    assert phone_now.view["players"][1]["claimed"]
                await watcher_sees_it_go(other)

        async def watcher_sees_it_go(other: Browser) -> None:
            async with other.open() as page:
                await page.until(lambda phone: not phone.view["players"][1]["here"])

        run(tmp_path, scene)

    def test_claims_a_seat_until_it_is_freed(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            code = served.gateway.seats.code
            async with served.browser() as one, served.browser() as other, served.browser() as host:
                await served.joined(one, 0)
                status, answer = await other.post("/api/join", {"seat": 0, "code": code})
                assert (status, answer["error"]["code"]) == (409, "taken")
                assert "Player 1" in answer["error"]["message"]
                key = served.gateway.seats.host_code
                assert (await host.post("/api/host", {"code": key}))[0] == 204
                async with one.open("seat") as page, host.open("host") as hosting:
                    assert (await hosting.say("unseat", seat=0))["kind"] == "done"
                    assert (await page.socket.receive()).type.name in ("CLOSE", "CLOSED", "TEXT")
                await served.joined(other, 0)

        run(tmp_path, scene)

    def test_does_not_outlast_the_player_of_the_seat(self, tmp_path: Path) -> None:
        """A phone still connected when a game of other people begins is disconnected first."""

        async def scene(served: Served) -> None:
            session = served.box.session
            async with served.browser() as phone:
                await served.joined(phone, 0)
                async with phone.open("seat") as page:
                    assert page.phone.view["private"]
                    setup = replace(session.table.setup, players=("Xenia", "Player 2"))
                    session.stage = replace(session.table, setup=setup)
                    session.refresh()
                    message = await page.socket.receive()
                    while message.type.name == "TEXT":
                        assert "Xenia" not in message.data
                        message = await page.socket.receive()
                async with phone.open("seat") as page:
                    assert page.phone.role["seat"] is None

        run(tmp_path, scene)

    def test_is_undone_by_leaving(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as one, served.browser() as other:
                await served.joined(one, 0)
                assert (await one.post("/api/leave", {}))[0] == 204
                await served.joined(other, 0)
                async with one.open("seat") as page:
                    assert page.phone.role["seat"] is None

        run(tmp_path, scene)

    def test_by_guessing_is_blocked_and_the_host_is_alerted(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as host, served.browser() as thief:
                await host.post("/api/host", {"code": served.gateway.seats.host_code})
                async with host.open("host") as page:
                    for _ in range(5):
                        status, answer = await thief.post("/api/join", {"seat": 0, "code": "x"})
                        assert (status, answer["error"]["code"]) == (403, "wrong-code")
                    body = {"seat": 0, "code": served.gateway.seats.code}
                    status, answer = await thief.post("/api/join", body)
                    assert (status, answer["error"]["code"]) == (429, "too-many")
                    alerted = await page.until(lambda phone: bool(phone.view.get("alerts")))
                    assert "127.0.0.1" in alerted.view["alerts"][0]

        run(tmp_path, scene)

    def test_by_slow_guessing_is_reported_to_the_host(self, tmp_path: Path) -> None:
        """The host is warned from the fifth wrong code in an hour, even if nobody is blocked."""

        async def scene(served: Served) -> None:
            async with served.browser() as host, served.browser() as thief:
                await host.post("/api/host", {"code": served.gateway.seats.host_code})
                async with host.open("host") as page:
                    for _ in range(4):
                        await thief.post("/api/join", {"seat": 0, "code": "x"})
                    assert page.phone.view.get("alerts") == []
                    assert served.gateway.seats.guesses.of_an_hour() == {"127.0.0.1": 4}
                    await thief.post("/api/join", {"seat": 0, "code": "x"})
                    alerted = await page.until(lambda phone: bool(phone.view.get("alerts")))
                    warning = "Wrong codes from 127.0.0.1 within an hour: 5."
                    assert warning in alerted.view["alerts"]

        run(tmp_path, scene)

    @pytest.mark.parametrize(
        "body",
        [
            b"",
            b"{",
            b"[]",
            b"null",
            b'{"seat": 0}',
            b'{"seat": "0", "code": "1"}',
            b'{"seat": true, "code": "1"}',
            b'{"seat": 0, "code": 4821}',
            b"\xff\xfe",
            b"[" * 3000,
            rb'{"seat": 0, "code": "\ud800"}',
        ],
    )
    def test_with_a_malformed_body_is_refused(self, tmp_path: Path, body: bytes) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as browser:
                status, answer = await browser.post("/api/join", body)
                assert (status, answer["error"]["code"]) == (400, "malformed")
                assert (await browser.post("/api/host", body))[0] in (400, 403)

        run(tmp_path, scene)

    def test_ignores_an_unknown_character_set(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as browser:
                kind = {"Content-Type": "application/json; charset=klingon"}
                status, answer = await browser.post("/api/join", {"seat": 0, "code": "x"}, **kind)
                assert (status, answer["error"]["code"]) == (403, "wrong-code")

        run(tmp_path, scene)

    def test_with_a_long_body_or_another_content_type_is_refused(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as browser:
                assert (await browser.post("/api/join", b" " * 5000))[0] == 413
                body = json.dumps({"seat": 0, "code": served.gateway.seats.code}).encode()
                status, _ = await browser.post("/api/join", body, **{"Content-Type": "text/plain"})
                assert status == 400

        run(tmp_path, scene)

    @pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1", ""])
    def test_from_another_site_is_refused(self, tmp_path: Path, origin: str) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as browser:
                body = {"seat": 0, "code": served.gateway.seats.code}
                status, answer = await browser.post("/api/join", body, Origin=origin)
                assert (status, answer["error"]["code"]) == (403, "wrong-origin")

        run(tmp_path, scene)


class TestSockets:
    @pytest.mark.parametrize("origin", [None, "https://evil.example", "http://127.0.0.1:1"])
    def test_are_refused_to_other_sites(self, tmp_path: Path, origin: str | None) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as browser:
                with pytest.raises(WSServerHandshakeError) as caught:
                    await browser.session.ws_connect(f"{served.base}/ws", origin=origin)
                assert caught.value.status == 403

        run(tmp_path, scene)

    @pytest.mark.parametrize("query", ["view=nothing", "lang=xx"])
    def test_are_refused_for_unknown_views_and_languages(self, tmp_path: Path, query: str) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as browser:
                with pytest.raises(ClientResponseError) as caught:
                    await browser.session.ws_connect(
                        f"{served.base}/ws?{query}", origin=served.base
                    )
                assert caught.value.status in (400, 403)

        run(tmp_path, scene)

    def test_are_closed_with_a_reason_if_the_page_needs_a_key(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as browser:
                address = f"{served.base}/ws?view=play"
                async with browser.session.ws_connect(address, origin=served.base) as connection:
                    message = await connection.receive()
                    assert (message.type.name, message.data) == ("CLOSE", 4403)

        run(tmp_path, scene, play=True)

    def test_without_rights_are_for_spectators(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as browser:
                for view in ("seat", "host", "table", "replay"):
                    async with browser.open(view) as page:
                        assert page.phone.role == {"seat": None, "host": False, "play": False}
                        assert "corrections" not in page.phone.view

        run(tmp_path, scene)

    def test_are_closed_after_a_huge_message_while_others_stay_open(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as one, one.open() as bad, one.open() as other:
                await bad.socket.send_str("x" * 100_000)
                message = await bad.socket.receive()
                assert message.type.name == "CLOSE"
                assert message.data == 1009
                await other.say("replay", at=0)

        run(tmp_path, scene)

    def test_show_the_host_a_device_that_fails(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as host:
                await host.post("/api/host", {"code": served.gateway.seats.host_code})
                async with host.open("host") as page:
                    served.box.session.sink(DeviceStatus("panel", State.DEGRADED, "no answer"))
                    alerted = await page.until(lambda phone: bool(phone.view["alerts"]))
                    assert alerted.view["alerts"] == ["panel does not answer: no answer"]

        run(tmp_path, scene)

    def test_let_a_seat_play_while_everybody_watches(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as phone, served.browser() as screen:
                table = served.box.session.table
                seat = table.game.current_player(table.state)
                await served.joined(phone, seat)
                async with phone.open("seat") as page, screen.open() as big:
                    before = len(big.phone.log)
                    while len(served.box.session.table.entries) == len(table.entries):
                        assert (await page.say("choose", option=0))["kind"] == "done"
                    await big.until(lambda phone: len(phone.log) > before)
                    assert big.phone.log[-1]["player"] == seat

        run(tmp_path, scene)


class TestRestarts:
    """The daemon stops and starts again on the same folder."""

    @pytest.mark.slow
    def test_keep_seats_hosts_and_codes(self, tmp_path: Path) -> None:
        async def scene() -> None:
            jars = [CookieJar(unsafe=True) for _ in range(3)]
            async with serving(tmp_path, play=True) as served:
                code, host_code = served.gateway.seats.code, served.gateway.seats.host_code
                key = served.gateway.seats.key
                async with visitors(served, jars) as (seated, host, play):
                    await served.joined(seated, 1)
                    await host.post("/api/host", {"code": host_code})
                    await served.opened(play)
            async with serving(tmp_path, play=True) as served:
                join = served.box.session.stage.console.join
                assert join is not None
                assert (join.code, join.host, served.gateway.seats.key) == (code, host_code, key)
                async with visitors(served, jars) as (seated, host, play):
                    for who, view, role in (
                        (seated, "seat", {"seat": 1, "host": False, "play": False}),
                        (host, "host", {"seat": None, "host": True, "play": False}),
                        (play, "play", {"seat": None, "host": False, "play": True}),
                    ):
                        async with who.open(view) as page:
                            assert page.phone.role == role

        asyncio.run(scene())

    def test_do_not_bring_back_a_player_who_has_left(self, tmp_path: Path) -> None:
        async def scene() -> None:
            jars = [CookieJar(unsafe=True)]
            async with serving(tmp_path) as served, visitors(served, jars) as (phone,):
                await served.joined(phone, 1)
                async with phone.session.post(
                    f"{served.base}/api/leave", headers={"Origin": served.base}
                ):
                    pass
            async with (
                serving(tmp_path) as served,
                visitors(served, jars) as (phone,),
                phone.open("seat") as page,
            ):
                assert page.phone.role["seat"] is None
                assert not page.phone.view["players"][1]["claimed"]

        asyncio.run(scene())

    def test_do_not_end_a_lockout(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with serving(tmp_path) as served, served.browser() as thief:
                for _ in range(5):
                    await thief.post("/api/join", {"seat": 0, "code": "x"})
            async with serving(tmp_path) as served, served.browser() as thief:
                body = {"seat": 0, "code": served.gateway.seats.code}
                assert (await thief.post("/api/join", body))[0] == 429

        asyncio.run(scene())

    def test_with_a_damaged_file_lead_to_new_codes_on_the_panel(self, tmp_path: Path) -> None:
        async def scene() -> None:
            jars = [CookieJar(unsafe=True)]
            async with serving(tmp_path) as served, visitors(served, jars) as (phone,):
                await served.joined(phone, 1)
                key = served.gateway.seats.key
            (tmp_path / "state" / "logins.json").write_bytes(b"\x00" * 4096)
            async with serving(tmp_path) as served, visitors(served, jars) as (phone,):
                assert served.gateway.seats.key != key
                join = served.box.session.stage.console.join
                assert join is not None
                assert join.code == served.gateway.seats.code
                async with phone.open("seat") as page:
                    assert page.phone.role["seat"] is None
                await served.joined(phone, 1)

        asyncio.run(scene())


class TestInPublic:
    @pytest.mark.slow
    def test_the_code_and_all_seats_expire_with_the_game(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            seats, old = served.gateway.seats, served.gateway.seats.code
            async with served.browser() as phone, served.browser() as host:
                await served.joined(phone, 1)
                await host.post("/api/host", {"code": seats.host_code})
                async with host.open("host") as hosting:
                    assert (await hosting.say("command", command="leave"))["kind"] == "done"
                    await hosting.until(
                        lambda client: client.view["join"]["code"] == seats.code != old
                    )
                    join = served.box.session.stage.console.join
                    assert join is not None
                    assert join.code == seats.code
                    assert join.address.endswith(f"/J/{seats.code}")
                    while hosting.phone.view.get("lobby"):
                        question = hosting.phone.view["lobby"]
                        await hosting.say("answer", option=question["cursor"])
                        await hosting.until(partial(has_moved_on, question))
                async with phone.open("seat") as page:
                    assert page.phone.view["players"][1] == {
                        "name": "Player 2",
                        "colour": "teal",
                        "claimed": False,
                        "here": False,
                        "robot": False,
                        "lead": False,
                        "asked": False,
                    }
                    assert page.phone.role["seat"] is None
                status, answer = await phone.post("/api/join", {"seat": 1, "code": old})
                assert (status, answer["error"]["code"]) == (403, "old-code")
                await served.joined(phone, 1)

        run(tmp_path, scene, public=True)

    def test_at_home_the_code_outlasts_the_game(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            code = served.gateway.seats.code
            async with served.browser() as host:
                await host.post("/api/host", {"code": served.gateway.seats.host_code})
                async with host.open("host") as hosting:
                    await hosting.say("command", command="leave")
                    await hosting.until(lambda phone: bool(phone.view["lobby"]))
            assert served.gateway.seats.code == code

        run(tmp_path, scene)

    def test_the_host_sees_each_wrong_code(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as host, served.browser() as thief:
                await host.post("/api/host", {"code": served.gateway.seats.host_code})
                async with host.open("host") as page:
                    for count in (1, 2):
                        await thief.post("/api/join", {"seat": 0, "code": "x"})
                        warning = f"Wrong codes from 127.0.0.1 within an hour: {count}."
                        await page.until(partial(is_warned, warning))

        run(tmp_path, scene, public=True)


def has_moved_on(question: object, phone: Phone) -> bool:
    return phone.view.get("lobby") != question


def is_warned(warning: str, phone: Phone) -> bool:
    return bool(phone.view.get("alerts") == [warning])


@asynccontextmanager
async def visitors(served: Served, jars: list[CookieJar]) -> AsyncIterator[list[Browser]]:
    """Open browsers that remember what is in their jars."""
    async with AsyncExitStack() as stack:
        sessions = [await stack.enter_async_context(ClientSession(cookie_jar=jar)) for jar in jars]
        yield [Browser(session, served.base) for session in sessions]


def test_a_broken_client_bothers_nobody(tmp_path: Path) -> None:
    """It may send half a request, garbage, or nothing at all before it goes away."""

    async def scene(served: Served) -> None:
        for sent in (b"GET / HT", b"\x00\xff\x17\r\n\r\n", b"", b"GET /ws HTTP/1.1\r\n\r\n"):
            with socket.create_connection(("127.0.0.1", served.server.port)) as raw:
                raw.sendall(sent)
        async with served.browser() as browser, browser.open() as page:
            await page.say("replay", at=0)

    run(tmp_path, scene)


def test_the_table_runs_on_when_a_port_is_taken(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        first = served.server
        second = type(first)(first.gateway, first.port, "127.0.0.1")
        with pytest.raises(OSError, match="address already in use"):
            await second.start()
        await second.close()
        await asyncio.wait_for(served.box.session.ask(Command.PAUSE), 5)

    run(tmp_path, scene)


@pytest.mark.slow
def test_a_box_without_pages_imports_no_server() -> None:
    program = (
        "import sys; from companion import daemon, cli; "
        "print([name for name in sys.modules if name.startswith(('aiohttp', 'companion.web'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
