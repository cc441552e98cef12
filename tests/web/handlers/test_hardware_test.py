"""A host who tries buttons and readers is told what they feel; nobody else is."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from companion.web.gateway import TableGateway
from companion.web.updates.publisher import WAITING, Client
from companion.web.views.viewer import SPECTATOR, Viewer
from tests.rig import Rig, running, settings

HOST = Viewer(host=True)


def guest(gateway: TableGateway, viewer: Viewer) -> Client:
    """Connect a page."""
    client = Client(viewer, "en", lambda: None, lambda: None)
    gateway.enter(client, None)
    return client


def said(client: Client, kind: str) -> list[dict[str, Any]]:
    """Return the messages of a kind that wait for a page."""
    messages = [json.loads(answer) for answer in client.answers]
    return [message for message in messages if message.pop("kind") == kind]


async def ask(gateway: TableGateway, client: Client, *, is_open: bool) -> None:
    message = {"id": 1, "seq": gateway.hub.seq, "kind": "trying", "open": is_open}
    await gateway.message_handler.hear(client, json.dumps(message))


def scene(folder: Path, play: Callable[[Rig, TableGateway], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        async with running(settings(folder), folder) as rig:
            await rig.lay_out()
            gateway = TableGateway(
                rig.box.session, rig.clock, lambda _, stage: rig.box.voice_of(stage)
            )
            await play(rig, gateway)

    asyncio.run(whole())


def test_a_host_sees_each_press_and_each_tag(tmp_path: Path) -> None:
    """With what can be tried, and with the piece that a tag stands for."""

    async def play(rig: Rig, gateway: TableGateway) -> None:
        host, other = guest(gateway, HOST), guest(gateway, HOST)
        await ask(gateway, host, is_open=True)
        fitted = said(host, "fitted")[0]
        assert fitted["buttons"] == {
            name: str(pin) for name, pin in rig.box.session.controls.wiring.items()
        }
        assert set(rig.hardware.readers) == set(fitted["readers"])
        await rig.hold("up")
        downs = [felt["down"] for felt in said(host, "felt") if felt["button"] == "up"]
        assert downs == [True, False], "a direction that repeats is one press"
        tag, piece = next(iter(rig.box.session.controls.tags(rig.table).items()))
        await rig.lay(piece)
        laid = next(felt for felt in said(host, "felt") if felt.get("tag") == tag)
        assert laid["there"]
        assert laid["piece"]
        assert said(other, "felt") == []

    scene(tmp_path, play)


def test_nothing_is_told_once_the_list_is_closed_or_the_page_is_gone(tmp_path: Path) -> None:
    """And then nothing is done for it either."""

    async def play(rig: Rig, gateway: TableGateway) -> None:
        first, second = guest(gateway, HOST), guest(gateway, HOST)
        await ask(gateway, first, is_open=True)
        await ask(gateway, second, is_open=True)
        await ask(gateway, first, is_open=False)
        await rig.tap("up")
        assert said(first, "felt") == []
        assert len(said(second, "felt")) == 2
        gateway.go(second)
        assert not rig.box.session.controls.is_trying

    scene(tmp_path, play)


def test_only_a_host_may_try(tmp_path: Path) -> None:
    """Others would know when somebody presses a button."""

    async def play(rig: Rig, gateway: TableGateway) -> None:
        page = guest(gateway, SPECTATOR)
        await ask(gateway, page, is_open=True)
        assert said(page, "error")[0]["code"] == "not-allowed"
        assert not rig.box.session.controls.is_trying

    scene(tmp_path, play)


@pytest.mark.slow
def test_a_page_that_does_not_listen_is_not_dropped_for_it(tmp_path: Path) -> None:
    """A button that chatters, while the phone is in a pocket."""

    async def play(rig: Rig, gateway: TableGateway) -> None:
        dropped: list[bool] = []
        host = Client(HOST, "en", lambda: None, lambda: dropped.append(True))
        gateway.enter(host, None)
        await ask(gateway, host, is_open=True)
        for _ in range(WAITING):
            await rig.tap("up")
        assert dropped == []

    scene(tmp_path, play)
