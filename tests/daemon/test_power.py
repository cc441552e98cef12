"""The menu switches the computer off, where the box is a service; nothing unsaved is lost by it."""

import asyncio
from contextlib import nullcontext
from pathlib import Path

import pytest

from companion.daemon import power
from companion.table.command import Command
from tests.menu_names import names
from tests.rig import Rig, running, settings
from tests.session.test_unsaved import full

PID = 4711
SERVICE = {"SYSTEMD_EXEC_PID": str(PID)}


def systemctl(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    program = folder / "systemctl"
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="ascii")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")


def pressed() -> str:
    switch = power.switch(SERVICE, PID)
    assert switch is not None

    async def press() -> str:
        return await switch()

    return asyncio.run(press())


def test_the_computer_is_switched_off_without_asking_for_a_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    systemctl(tmp_path, monkeypatch, f'echo "$*" >{tmp_path}/called')
    assert pressed() == ""
    assert (tmp_path / "called").read_text(encoding="ascii") == "--no-ask-password poweroff\n"


def test_a_refusal_is_told_in_its_first_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    systemctl(tmp_path, monkeypatch, "echo Access denied >&2; echo more >&2; exit 1")
    assert pressed() == "Access denied"


def test_only_what_systemd_has_started_itself_can_do_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    systemctl(tmp_path, monkeypatch, "exit 1")
    assert power.switch({}, PID) is None
    assert power.switch({"SYSTEMD_EXEC_PID": "1"}, PID) is None  # inherited from another service


@pytest.mark.parametrize(("answer", "saved"), [("", True), ("Access denied", True), ("", False)])
def test_the_menu_switches_off_what_is_saved_and_says_why_it_cannot(
    tmp_path: Path, answer: str, *, saved: bool
) -> None:
    calls: list[str] = []

    async def switch() -> str:
        calls.append("off")
        return answer

    async def scene(rig: Rig) -> None:
        await rig.lay_out()
        session = rig.box.session
        session.switch_off = switch
        session.refresh()
        before = rig.table.state
        if not saved:
            await rig.lay("token-B")
            before = rig.table.state
        order = names(rig.table)
        steps = (Command.NEXT,) * order.index("off")
        for command in (Command.MENU, *steps, Command.CONFIRM, Command.NEXT, Command.CONFIRM):
            await session.ask(command)
        assert rig.table.state == before
        assert calls == (["off"] if saved else [])
        notice = rig.table.notice
        assert (notice is None) == (saved and not answer)

    async def play() -> None:
        async with running(settings(tmp_path), tmp_path) as rig:
            with nullcontext() if saved else full():
                await scene(rig)

    asyncio.run(play())
