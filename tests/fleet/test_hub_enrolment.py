"""A box asks a hub for a code, shows it, and takes what an operator has made of it."""

import asyncio
import json
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from email.message import Message
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError

import pytest
from msgspec.structs import replace

from companion.engine import registry
from companion.engine.game import Setup
from companion.fleet.credentials import (
    FILE,
    PASSWORD,
    Credentials,
    credentials_in,
    stored_credentials,
)
from companion.fleet.hub_enrolment import (
    ASK,
    PAUSE,
    HubAddress,
    HubEnrolment,
)
from companion.session.session import Session
from companion.settings import FleetSettings
from companion.table.hub_code import HubCode, HubState
from companion.table.lobby import box_settings
from companion.table.lobby.lobby import Lobby, open_lobby
from tests.fleet.broker import Broker
from tests.fleet.scene import box as table
from tests.fleet.scene import until
from tests.host.test_download import rude
from tests.manifests import manifests

HUB = "http://hub.local:8090"
GIVEN: Mapping[str, Any] = {
    "v": 1,
    "state": "joined",
    "site": "club",
    "box": "table-7",
    "title": "Table 7",
    "room": "",
    "broker": {"host": "hub.local", "port": 1883, "tls": False},
    "password": "a-password-of-its-own",
}
CODE: Mapping[str, Any] = {"v": 1, "secret": "s", "code": "BCDF-GHJK", "lasting": 600}


def refusal(status: int) -> HTTPError:
    return HTTPError(HUB, status, "", Message(), None)


@dataclass
class Hub:
    """Answers in order, the last one again and again."""

    answers: list[Mapping[str, Any] | Exception]
    asked: list[str] = field(default_factory=list)

    def __call__(self, path: str, _asked: Mapping[str, object]) -> Mapping[str, Any]:
        self.asked.append(path)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer


@dataclass
class Scene:
    """A candidate in front of a hub."""

    hub: Hub
    session: Session
    folder: Path
    joined: list[Credentials]
    advance: Callable[[float], None]

    def open(self, entry: str) -> None:
        """Open an entry of the settings, or close it."""
        stage = self.session.stage
        assert isinstance(stage, Lobby)
        self.session.stage = replace(stage, chosen=replace(stage.chosen, open=entry))
        self.session.refresh()

    async def comes(self, state: HubState) -> HubCode:
        """Wait until the panel says how far it has come."""

        def there() -> bool:
            self.advance(PAUSE)
            return (
                self.session.stage.console.hub is not None
                and self.session.stage.console.hub.state is state
            )

        await until(there)
        assert self.session.stage.console.hub is not None
        return self.session.stage.console.hub


def run(folder: Path, hub: Hub, act: Callable[[Scene], Coroutine[None, None, None]]) -> None:
    """Let a box in its setup be a candidate."""

    async def whole() -> None:
        game = registry.load("compass-jewels")
        async with table(folder, Broker()) as box:
            setup = Setup(("Ann", "Ben"), game.levels[0])
            box.session.stage = open_lobby(manifests(game), ("Ann", "Ben"), setup, game.id)
            joined: list[Credentials] = []
            candidate = HubEnrolment(box.session, folder, "1.0", HUB, hub, joined.append)
            candidate.start("")
            there = Scene(hub, box.session, folder, joined, box.clock.advance)
            await there.comes(HubState.IDLE)
            await act(there)
            candidate.close()

    asyncio.run(whole())


def test_from_the_code_to_the_password(tmp_path: Path) -> None:
    async def act(there: Scene) -> None:
        assert there.hub.asked == []  # a box asks nothing before somebody wants it
        there.open(box_settings.SettingsEntry.HUB)
        await until(lambda: there.session.stage.console.hub == HubCode(HubState.CODE, "BCDF-GHJK"))
        there.open(box_settings.LIST)
        there.open(box_settings.SettingsEntry.HUB)  # the code still counts, and is no other
        assert (await there.comes(HubState.JOINED)).what == "Table 7"
        assert there.hub.asked.count(ASK) == 1
        (given,) = there.joined
        assert stored_credentials(there.folder, HUB) == given
        assert stored_credentials(there.folder, "http://another.local") is None
        applied = given.applied(FleetSettings("", "", names="seats"), there.folder)
        assert (applied.broker, applied.user, applied.names) == ("hub.local", "table-7", "seats")
        assert applied.password is not None
        assert applied.password.read_text() == "a-password-of-its-own\n"
        for name in (FILE, PASSWORD):
            assert (there.folder / name).stat().st_mode & 0o077 == 0
        owners = given.applied(FleetSettings("other", "x", "y", 99, tls=True), there.folder)
        assert (owners.broker, owners.port, owners.tls) == ("other", 99, True)
        assert (owners.box, owners.site) == ("table-7", "club")

    waiting = {"v": 1, "state": "waiting"}
    run(tmp_path, Hub([CODE, waiting, refusal(503), URLError("away"), waiting, GIVEN]), act)


@pytest.mark.parametrize(
    ("answers", "state"),
    [
        ([refusal(404)], HubState.REFUSED),
        ([refusal(503)], HubState.AWAY),
        ([URLError("away")], HubState.AWAY),
        ([{**CODE, "code": "a very long code"}], HubState.AWAY),
        ([{}], HubState.AWAY),
        ([CODE, refusal(410)], HubState.EXPIRED),
        ([CODE, {"state": "waiting"}], HubState.EXPIRED),
        ([CODE, {**GIVEN, "box": "../x"}], HubState.EXPIRED),
    ],
)
def test_what_goes_wrong_is_said_and_can_be_tried_again(
    tmp_path: Path, answers: list[Mapping[str, Any] | Exception], state: HubState
) -> None:
    async def act(there: Scene) -> None:
        there.open(box_settings.SettingsEntry.HUB)
        await there.comes(state)
        assert not there.joined
        assert not (there.folder / FILE).exists()
        before = there.hub.asked.count(ASK)
        there.hub.answers[:] = [CODE]
        there.open(box_settings.LIST)
        there.open(box_settings.SettingsEntry.HUB)
        await until(lambda: there.session.stage.console.hub == HubCode(HubState.CODE, "BCDF-GHJK"))
        assert there.hub.asked.count(ASK) == before + 1

    brief = [{**each, "lasting": 9} if each is CODE else each for each in answers]
    run(tmp_path, Hub(brief), act)


@pytest.mark.parametrize(
    "wrong",
    [
        {"broker": {"host": "a b", "port": 1, "tls": False}},
        {"broker": {"host": "a", "port": True, "tls": False}},
        {"broker": None},
        {"site": ""},
        {"title": 7},
        {"room": "r" * 61},
    ],
)
def test_what_no_broker_takes_is_refused(wrong: Mapping[str, Any]) -> None:
    with pytest.raises(ValueError, match="the hub gives"):
        credentials_in({**GIVEN, **wrong}, HUB)


@pytest.mark.parametrize("written", ["", "[]", "{", json.dumps({"hub": HUB})])
def test_a_damaged_file_is_no_place_in_a_hub(tmp_path: Path, written: str) -> None:
    (tmp_path / FILE).write_text(written)
    assert stored_credentials(tmp_path, HUB) is None


@pytest.mark.parametrize(
    "said",
    [
        b"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:9/\r\n\r\n" + bytes(1 << 26),
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n" + bytes(1 << 26),
        b"HTTP/1.1 200 OK\r\n\r\n" + bytes(1 << 26),
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n[1]",
        b"HTTP/1.1 302 Found\r\nLocation: ftp://127.0.0.1/\r\n\r\n",
        b"nonsense\r\n\r\n",
        b"",
    ],
)
def test_whatever_a_hub_answers_is_little_and_a_reason(said: bytes) -> None:
    """What has no end has no room in memory."""
    with rude(said) as (address, server), pytest.raises((OSError, ValueError)):
        HubAddress(address.removesuffix("/file"))(ASK, {"v": 1})
    assert server.took < 1 << 25


def test_an_answer_may_come_in_chunks() -> None:
    """A proxy may have put it so."""
    said = (
        b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{"v"\r\n4\r\n: 1}\r\n0\r\n\r\n'
    )
    with rude(said) as (address, _):
        assert HubAddress(address.removesuffix("/file"))(ASK, {"v": 1}) == {"v": 1}
