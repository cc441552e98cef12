"""The sockets of pages over loopback: what comes in, what goes out, and coming back."""

import json
from functools import partial
from pathlib import Path

from companion.table.command import Command
from tests.web.box import Served, run
from tests.web.client import Page
from tests.web.phone import Phone


def has_more(count: int, phone: Phone) -> bool:
    return len(phone.answers) > count


class TestSockets:
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

    def test_tell_a_page_that_comes_back_what_became_of_its_messages(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as phone:
                table = served.box.session.table
                seat = table.game.current_player(table.state)
                await served.joined(phone, seat)
                async with phone.open("seat", page="mine") as page:
                    assert (await page.say("beat"))["kind"] == "done"
                    done = await page.say("choose", option=0)
                    assert done["kind"] == "done"
                async with phone.open("seat", page="mine") as page, phone.open("seat") as other:
                    assert (await page.say("beat")) == {"kind": "done", "of": 1}
                    assert (await page.say("fate", of=done["of"]))["answer"] == done
                    lost = (await page.say("fate", of=7))["answer"]
                    assert lost["code"] == "not-come"
                    assert "has not arrived" in lost["message"]
                    late = {"id": 7, "seq": page.phone.seq, "kind": "choose", "option": 0}
                    await page.socket.send_str(json.dumps(late))
                    assert (await page.answer(7))["code"] == "void"
                    unnamed = await other.say("fate", of=done["of"])
                    assert unnamed["answer"]["code"] == "not-come", "it belongs to another page"

        run(tmp_path, scene)

    def test_of_two_tabs_only_the_first_tap_counts(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as phone:
                table = served.box.session.table
                await served.joined(phone, table.game.current_player(table.state))
                async with phone.open("seat", page="a") as one, phone.open("seat", page="b") as two:
                    seen = None
                    while len(served.box.session.table.entries) == len(table.entries):
                        seen = two.phone.seq
                        assert (await one.say("choose", option=0))["kind"] == "done"
                    count = len(served.box.session.table.entries)
                    late = {"id": 1, "seq": seen, "kind": "choose", "option": 0}
                    await two.socket.send_str(json.dumps(late))
                    answer = await two.answer(1)
                    assert answer["message"] == "The table has changed meanwhile: look again."
                    assert len(served.box.session.table.entries) == count

        run(tmp_path, scene)
