"""The server over loopback: pages, joining, sockets, and everything that it refuses."""

import asyncio
import json
import socket
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from aiohttp import ClientResponseError, WSServerHandshakeError

from companion.devices import DeviceStatus, State
from companion.table.command import Command
from tests.web.box import Browser, Page, Served, run
from tests.web.phone import Phone

PAGES = ("/", "/seat", "/host", "/replay")


def has_more(count: int, phone: Phone) -> bool:
    return len(phone.answers) > count


class TestPages:
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

    def test_sets_a_cookie_that_scripts_and_other_sites_cannot_use(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as phone:
                body = {"seat": 0, "code": served.room.seats.code}
                address = f"{phone.base}/api/join"
                async with phone.session.post(
                    address, json=body, headers={"Origin": phone.base}
                ) as answer:
                    cookie = answer.headers["Set-Cookie"]
                assert "HttpOnly" in cookie
                assert "SameSite=Strict" in cookie
                assert "Secure" not in cookie
                async with phone.session.post(
                    address,
                    json=body,
                    headers={"Origin": phone.base, "X-Forwarded-Proto": "https"},
                ) as answer:
                    assert "Secure" in answer.headers["Set-Cookie"]

        run(tmp_path, scene)

    def test_claims_a_seat_until_it_is_freed(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            code = served.room.seats.code
            async with served.browser() as one, served.browser() as other, served.browser() as host:
                await served.joined(one, 0)
                status, answer = await other.post("/api/join", {"seat": 0, "code": code})
                assert (status, answer["error"]["code"]) == (409, "taken")
                assert "Player 1" in answer["error"]["message"]
                key = served.room.seats.host_code
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
                await host.post("/api/host", {"code": served.room.seats.host_code})
                async with host.open("host") as page:
                    for _ in range(5):
                        status, answer = await thief.post("/api/join", {"seat": 0, "code": "x"})
                        assert (status, answer["error"]["code"]) == (403, "wrong-code")
                    body = {"seat": 0, "code": served.room.seats.code}
                    status, answer = await thief.post("/api/join", body)
                    assert (status, answer["error"]["code"]) == (429, "too-many")
                    alerted = await page.until(lambda phone: bool(phone.view.get("alerts")))
                    assert "127.0.0.1" in alerted.view["alerts"][0]

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
                body = json.dumps({"seat": 0, "code": served.room.seats.code}).encode()
                status, _ = await browser.post("/api/join", body, **{"Content-Type": "text/plain"})
                assert status == 400

        run(tmp_path, scene)

    @pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1", ""])
    def test_from_another_site_is_refused(self, tmp_path: Path, origin: str) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as browser:
                body = {"seat": 0, "code": served.room.seats.code}
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

    @pytest.mark.parametrize("query", ["view=nothing", "lang=xx", "view=play"])
    def test_are_refused_for_unknown_views_and_languages(self, tmp_path: Path, query: str) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as browser:
                with pytest.raises(ClientResponseError) as caught:
                    await browser.session.ws_connect(
                        f"{served.base}/ws?{query}", origin=served.base
                    )
                assert caught.value.status in (400, 403)

        run(tmp_path, scene)

    def test_without_rights_are_for_spectators(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as browser:
                for view in ("seat", "host", "table", "replay"):
                    async with browser.open(view) as page:
                        assert page.phone.role == {"seat": None, "host": False, "play": False}
                        assert "corrections" not in page.phone.view

        run(tmp_path, scene)

    def test_report_bad_messages_only_to_their_sender(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as one, one.open() as bad, one.open() as other:
                for sent, code in (
                    ("x", "not-json"),
                    ("[]", "not-json"),
                    ("x" * 5000, "too-long"),
                    ('{"id": 1, "seq": 0, "kind": "hack"}', "unknown-kind"),
                ):
                    count = len(bad.phone.answers)
                    await bad.socket.send_str(sent)
                    await bad.until(partial(has_more, count))
                    assert bad.phone.answer["code"] == code
                await bad.socket.send_bytes(b"binary")
                await bad.until(lambda phone: phone.answer["code"] == "not-text")
                answer = await other.say("replay", at=0)
                assert answer["kind"] in ("done", "replay")
                assert all(answer.get("code") is None for answer in other.phone.answers)

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

    def test_refuse_messages_that_come_too_fast(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as browser, browser.open() as page:
                for n in range(60):
                    message = {"id": n, "seq": 0, "kind": "done"}
                    await page.socket.send_str(json.dumps(message))
                await page.until(lambda phone: len(phone.answers) == 60)
                codes = [answer["code"] for answer in page.phone.answers]
                assert codes[0] == "not-allowed"
                assert codes[-1] == "too-fast"

        run(tmp_path, scene)

    def test_bring_a_returning_client_what_it_missed(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as browser:
                async with browser.open() as page:
                    phone = page.phone
                served.box.session.sink(Command.PAUSE)
                await served.box.session.settled()
                resets = list[bool]()
                address = f"{served.base}/ws?view=table&since={phone.seq}"
                async with browser.session.ws_connect(address, origin=served.base) as again:
                    back = Page(again, phone)
                    await back.until(lambda phone: phone.view["turn"]["paused"])
                    assert resets == []
                async with browser.open() as fresh:
                    assert fresh.phone.log == phone.log
                    assert {**fresh.phone.view, "clock": 0} == {**phone.view, "clock": 0}

        run(tmp_path, scene)

    def test_show_the_host_a_device_that_fails(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as host:
                await host.post("/api/host", {"code": served.room.seats.host_code})
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
        second = type(first)(first.room, first.port, "127.0.0.1")
        with pytest.raises(OSError, match="address already in use"):
            await second.start()
        await second.close()
        await asyncio.wait_for(served.box.session.ask(Command.PAUSE), 5)

    run(tmp_path, scene)


def test_a_box_without_pages_imports_no_server() -> None:
    program = (
        "import sys; from companion import daemon, cli; "
        "print([name for name in sys.modules if name.startswith(('aiohttp', 'companion.web'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
