"""A box asks its card's helper over a real socket; where there is none, nothing is asked."""

import asyncio
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from companion.daemon.card_maintenance import HelperCardMaintenance, computer
from companion.daemon.helper_client import HelperClient, find_helper
from companion.host import notices
from companion.host.time_zone import TimeZoneFiles
from companion.session.computer_control import Act, CardMaintenanceError, UpdateProgress
from tests.daemon.test_power import systemctl

PID = 4711
SERVICE = {"SYSTEMD_EXEC_PID": str(PID)}


def asked(folder: Path, answer: str, scene: Coroutine[Any, Any, Any]) -> list[str]:
    """Run a scene beside a helper that answers so; return what it was asked."""
    questions: list[str] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        questions.append((await reader.readline()).decode())
        writer.write(answer.encode())
        writer.close()

    async def whole() -> None:
        async with await asyncio.start_unix_server(serve, folder / "helper"):
            await scene

    asyncio.run(whole())
    return questions


def care(folder: Path) -> HelperCardMaintenance:
    return HelperCardMaintenance(HelperClient(folder / "helper"), "http://hub.local", folder)


def test_each_wish_is_a_word_on_the_socket(tmp_path: Path) -> None:
    logs: list[str] = []

    async def scene() -> None:
        it = care(tmp_path)
        logs.append(await it.log())
        await it.choose_zone("Europe/Berlin")
        await it.fetch("https://example.org/x")
        await it.install_now()

    questions = asked(tmp_path, "done\na line\n", scene())
    assert questions == ["log\n", "zone Europe/Berlin\n", "fetch https://example.org/x\n", "now\n"]
    assert logs == ["a line\n"]


def test_a_new_time_zone_is_followed_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[bool] = []
    monkeypatch.setattr(time, "tzset", lambda: called.append(True))
    asked(tmp_path, "done\n", care(tmp_path).choose_zone("Asia/Tokyo"))
    assert called == [True]


@pytest.mark.parametrize(
    ("answer", "why"),
    [("refused\nno such zone\n", "no such zone"), ("", "companion-helper"), ("?", "companion-")],
)
def test_a_refusal_is_told(tmp_path: Path, answer: str, why: str) -> None:
    async def scene() -> None:
        with pytest.raises(CardMaintenanceError, match=why):
            await care(tmp_path).log()

    assert asked(tmp_path, answer, scene()) == ["log\n"]


def test_a_helper_that_is_gone_is_told(tmp_path: Path) -> None:
    with pytest.raises(CardMaintenanceError, match="No such file"):
        asyncio.run(care(tmp_path).log())


def test_only_a_socket_is_a_helper(tmp_path: Path) -> None:
    assert find_helper(tmp_path / "helper") is None
    (tmp_path / "helper").touch()
    assert find_helper(tmp_path / "helper") is None


def test_only_a_service_may_do_anything_to_its_computer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A card's goes off by its helper, any other one by systemctl."""
    helper = HelperClient(tmp_path / "helper")
    assert computer({}, PID, helper, "", tmp_path) is None
    ours = computer(SERVICE, PID, helper, "", tmp_path)
    assert ours is not None
    assert ours.care is not None

    async def scene() -> None:
        assert ours is not None
        assert await ours.off() == ""
        assert await ours.restart() == ""

    assert asked(tmp_path, "done\n", scene()) == ["off\n", "restart\n"]
    assert asyncio.run(_said(ours.off)) != ""  # nobody listens any more
    assert computer({}, PID, None, "", tmp_path) is None
    systemctl(tmp_path, monkeypatch, "exit 0")
    others = computer(SERVICE, PID, None, "", tmp_path)
    assert others is not None
    assert others.care is None


async def _said(act: Act) -> str:
    return await act()


def test_what_the_card_tells_is_read(tmp_path: Path) -> None:
    it = care(tmp_path)
    assert it.download_progress() is None
    assert it.update_notices() == ()
    notices.show_progress(tmp_path, {"host": "h", "step": "nothing", "got": 1, "whole": 2})
    assert it.download_progress() == UpdateProgress("h", "nothing", "", 1, 2)
    (tmp_path / "notices").mkdir()
    notices.write(tmp_path / "notices", notices.UPDATE, ["updated to version 9"])
    assert it.update_notices() == ("updated to version 9",)
    assert it.is_address("https://example.org/x")
    assert it.zone == ""
    zones = TimeZoneFiles(tmp_path, tmp_path).zones
    (tmp_path / "localtime").symlink_to(zones / "Asia" / "Tokyo")
    assert it.zone == "Asia/Tokyo"
    assert "Europe/Berlin" in it.zones()
