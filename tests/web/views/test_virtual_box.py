"""The play page: what it shows of the hardware, and what fingers and the robot do there."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from companion.daemon.virtual_hardware import EmulatedHardware
from companion.emulation.robot import Robot
from companion.engine.game import Action
from companion.table.screens.screen import Screen
from companion.table.screens.view import view
from companion.web.views.virtual_box import VirtualBoxPage
from tests.rig import Rig, running, settings
from tests.web.box import Served, run
from tests.web.client import Page


def answers_of(page: Page, kind: str) -> list[dict[str, Any]]:
    return [answer for answer in page.phone.answers if answer["kind"] == kind]


class TestSeen:
    def window(self, rig: Rig, changes: list[str]) -> VirtualBoxPage:
        loop = asyncio.get_running_loop()
        hardware = EmulatedHardware(
            rig.hardware, loop, lambda: rig.box.session.controls.tags(rig.table)
        )
        return VirtualBoxPage(hardware, lambda: changes.append("changed"))

    def test_the_frame_has_the_pixels_of_the_glass(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with running(settings(tmp_path), tmp_path) as rig:
                window = self.window(rig, [])
                image = await rig.picture()
                frame = window.hardware.frame()
                assert frame is not None
                assert frame[0] == 0xCF
                assert frame[1:] == image.tobytes()
                rig.hardware.panels[0x3C].settings["display on"] = 0
                dark = window.hardware.frame()
                assert dark == bytes(1 + 128 * 64 // 8)

        asyncio.run(scene())

    def test_the_frame_of_a_misconfigured_panel_is_dark(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with running(settings(tmp_path), tmp_path) as rig:
                await rig.picture()
                rig.hardware.panels[0x3C].settings["com pins"] = 0x02
                assert self.window(rig, []).hardware.frame() == bytes(1 + 128 * 64 // 8)

        asyncio.run(scene())

    def test_changes_are_reported_only_while_somebody_watches(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with running(settings(tmp_path), tmp_path) as rig:
                changes = list[str]()
                window = self.window(rig, changes)
                await rig.lay_out()
                await asyncio.sleep(0)
                assert changes == []
                window.open()
                await rig.tap("down")
                await rig.picture()
                await asyncio.sleep(0)
                assert changes
                window.close()
                assert rig.hardware.bus.on_transaction is None
                assert rig.hardware.factory.on_change is None

        asyncio.run(scene())

    def test_only_changes_are_sent(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with running(settings(tmp_path), tmp_path) as rig:
                await rig.picture()
                window = self.window(rig, [])
                assert len(window.updates()) == 4
                assert window.updates() == []
                window.hardware.lay("token-B", "board")
                (tags,) = window.updates()
                assert json.loads(tags) == {"kind": "tags", "readers": {"board": ["token-B"]}}

        asyncio.run(scene())

    def test_closing_the_page_releases_its_buttons(self, tmp_path: Path) -> None:
        async def scene() -> None:
            async with running(settings(tmp_path), tmp_path) as rig:
                window = self.window(rig, [])
                window.open()
                window.press("a")
                pin = rig.hardware.factory.pin(rig.hardware.pins["a"].pin)
                assert not pin.state
                window.close()
                assert pin.state

        asyncio.run(scene())


def screen(served: Served) -> Screen:
    stage = served.box.session.stage
    return view(stage, served.box.voice_of(stage))


class TestPlayed:
    """The play page over loopback, with the event loop's own clock."""

    @pytest.mark.slow
    def test_the_printed_key_gives_the_browser_a_cookie_with_all_rights(
        self, tmp_path: Path
    ) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as owner, served.browser() as other:
                await served.opened(owner)
                async with owner.open("play") as page:
                    assert page.phone.role["play"]
                    assert page.phone.view["hardware"]["readers"] == ["board"]
                    await page.until(lambda phone: bool(phone.frames))
                    assert len(page.phone.frames[0]) == 1 + 128 * 64 // 8
                async with owner.open("host") as page:
                    assert page.phone.role["host"]
                status, _, _ = await other.get("/play?key=wrong")
                assert status == 403

        run(tmp_path, scene, play=True)

    def test_the_key_does_not_stay_in_the_address_bar(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as owner:
                printed = served.server.play_address
                async with owner.session.get(printed, allow_redirects=False) as answer:
                    assert (answer.status, answer.headers["Location"]) == (303, "/play")

        run(tmp_path, scene, play=True)

    @pytest.mark.slow
    def test_a_press_becomes_an_edge_on_a_pin(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as owner:
                await served.opened(owner)
                async with owner.open("play") as page:
                    before = screen(served)
                    count = len(page.phone.frames)
                    assert (await page.say("press", button="down"))["kind"] == "done"
                    await page.until(lambda phone: len(phone.frames) > count + 1)
                    assert (await page.say("release", button="down"))["kind"] == "done"
                    assert screen(served) != before
                    assert (await page.say("press", button="x"))["code"] == "no-such-thing"

        run(tmp_path, scene, play=True)

    @pytest.mark.slow
    def test_a_piece_on_a_reader_becomes_bytes_on_its_line(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as owner:
                await served.opened(owner)
                async with owner.open("play") as page:
                    answer = await page.say("lay", piece="token-B", reader="board")
                    assert answer["kind"] == "done"
                    await page.until(lambda phone: "notice" in phone.view)
                    await page.until(
                        lambda phone: any(
                            answer.get("readers") == {"board": ["token-B"]}
                            for answer in phone.answers
                        )
                    )
                    assert (await page.say("lift", reader="board"))["kind"] == "done"
                    for wrong in (
                        {"piece": "x", "reader": "board"},
                        {"piece": "token-B", "reader": "x"},
                    ):
                        assert (await page.say("lay", **wrong))["code"] == "no-such-thing"

        run(tmp_path, scene, play=True)

    @pytest.mark.slow
    def test_the_robot_does_what_is_chosen_on_the_board(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as owner:
                await served.opened(owner)
                async with owner.open("play") as page:
                    place = page.phone.view["choices"]["options"][0]["places"][0]
                    table = served.box.session.table
                    assert (await page.say("pick", place=place))["kind"] == "done"
                    await page.until(lambda phone: phone.log[-1]["player"] is not None)
                    entry = served.box.session.table.entries[len(table.entries)]
                    assert entry.payload["space"] == place

        run(tmp_path, scene, play=True)

    @pytest.mark.slow
    def test_an_option_is_taken_with_the_buttons(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as owner:
                await served.opened(owner)
                async with owner.open("play") as page:
                    before = len(served.box.session.table.entries)
                    assert (await page.say("do", option=0))["kind"] == "done"
                    assert len(served.box.session.table.entries) > before

        run(tmp_path, scene, play=True)

    @pytest.mark.slow
    def test_an_unexpected_error_is_answered_too(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            class Broken(Robot):
                async def perform(self, action: Action) -> None:
                    raise StopIteration(action)

            async with served.browser() as owner:
                await served.opened(owner)
                async with owner.open("play") as page:
                    assert served.box.emulated is not None
                    served.gateway.message_handler.robot = Broken(
                        served.box.session, served.box.emulated
                    )
                    place = page.phone.view["choices"]["options"][0]["places"][0]
                    assert (await page.say("pick", place=place))["code"] == "failed"
                    assert (await page.say("do", option=0))["code"] == "failed"

        run(tmp_path, scene, play=True)

    def test_the_panel_shows_how_phones_join(self, tmp_path: Path) -> None:
        async def scene(served: Served) -> None:
            async with served.browser() as owner:
                await served.opened(owner)
                async with owner.open("play") as page:
                    join = page.phone.view["join"]
                    seats = served.gateway.seats
                    assert join["code"] == seats.code
                    assert join["address"] == f"{served.base}/j/{seats.code}".upper()
                    table = served.box.session.table
                    assert table.console.join is not None
                    assert table.console.join.host == seats.host_code

        run(tmp_path, scene, play=True)
