"""A box joins a hub by a code: with a real Mosquitto, the hub's real pages, and a real box."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from aiohttp import ClientSession, CookieJar
from msgspec.structs import replace

from companion.fleet.connection import Address
from companion.protocol.mqtt import AckMessage
from companion.settings import FleetSettings
from companion.table.hub_code import HubState
from companion.table.lobby import box_settings
from companion.table.lobby.lobby import SETTINGS, Lobby
from companion.table.state import SetupAnswer
from companion_hub.broker_accounts import BrokerError, DuplicateNameError
from companion_hub.club.accounts import Role
from companion_hub.hub import Hub, enrolment_of
from companion_hub.message_parsing import BoxId
from companion_hub.pages.server import HubServer
from companion_hub.settings import BrokerAddress, HubSettings
from companion_hub.source import name_of_client
from labs.fleet.servers import Mosquitto, free_port
from tests.fleet.scene import until
from tests.hub.club.operator_client import CHEAP, WORD
from tests.rig import Rig, running, settings

ADMINISTRATOR = ("hub", "a password of the hub")
TABLE = BoxId("club", "table-7")
NAMED = {"site": "club", "box": TABLE.box, "title": "Table 7", "room": "Back room"}


@dataclass
class Club:
    """A broker, a hub, and an operator in front of its pages."""

    folder: Path
    broker: Mosquitto
    hub: Hub
    pages: HubServer
    address: str
    browser: ClientSession

    async def send(
        self, fields: dict[str, str], status: int = 200, path: str = "/enrolment"
    ) -> str:
        own = {"Origin": self.address}
        async with self.browser.post(self.address + path, data=fields, headers=own) as answer:
            written = await answer.text()
            assert answer.status == status, written
            return written


@asynccontextmanager
async def club(folder: Path) -> AsyncIterator[Club]:
    """Run all of it."""
    secret = folder / "password"
    secret.write_text(ADMINISTRATOR[1])
    broker = Mosquitto(folder, administrator=ADMINISTRATOR)
    broker.start()
    address = Address("127.0.0.1", broker.port, name_of_client(), ADMINISTRATOR[0], secret)
    url = f"sqlite+aiosqlite:///{folder / 'hub.sqlite3'}"
    given = HubSettings(address, "club", url, "127.0.0.1", free_port())
    offered = replace(given, offered=BrokerAddress(port=broker.port))
    hub = Hub.of(offered)
    how = enrolment_of(offered)
    pages = HubServer(hub.store, hub.live, hub.counts, hub.source.publish, enrolment=how)
    pages.accounts.cost = CHEAP
    try:
        await hub.start()
        await pages.start(given.bind, given.port)
        await pages.accounts.add("Ann", WORD, Role.OPERATOR)
        where = f"http://127.0.0.1:{given.port}"
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as browser:
            there = Club(folder, broker, hub, pages, where, browser)
            await there.send({"name": "Ann", "password": WORD}, path="/login")
            yield there
    finally:
        await pages.close()
        await hub.close()
        broker.kill()


async def choose(rig: Rig, *answers: object) -> None:
    """Answer questions of the setup."""
    for wanted in answers:
        stage = rig.box.session.stage
        assert isinstance(stage, Lobby)
        assert stage.question is not None
        await rig.box.session.ask(SetupAnswer(stage.question.key, stage.question.index(wanted)))


def state_of(rig: Rig) -> HubState | None:
    code = rig.box.session.stage.console.hub
    return None if code is None else code.state


async def code_of(rig: Rig) -> str:
    """Open *join a hub* among the settings, and read the code on the panel."""
    if isinstance(rig.box.session.stage, Lobby) and rig.box.session.stage.asks_language:
        await rig.tap("a")
    await choose(rig, SETTINGS, box_settings.SettingsEntry.HUB)
    await until(lambda: state_of(rig) is HubState.CODE)
    await rig.box.session.settled()
    return rig.screen.title.partition("Hub: ")[2]


async def passing(rig: Rig, happened: Callable[[], object]) -> None:
    """Let the box ask again and again until something has happened."""

    def passed() -> object:
        rig.clock.advance(0.2)
        return happened()

    await until(passed)


async def refused(there: Club, password: str, topic: str) -> bool:
    """Tell whether the broker does not pass on what a box says at a topic."""
    command = ["mosquitto_pub", "-p", str(there.broker.port), "-i", TABLE.box, "-u", TABLE.box]
    given = [*command, "-P", password, "-q", "1", "-r", "-t", topic, "-m", "{}", "-V", "mqttv5"]
    done = await asyncio.create_subprocess_exec(*given, stderr=asyncio.subprocess.PIPE)
    _, errors = await done.communicate()
    return b"Not authorized" in errors or done.returncode != 0


async def retained(there: Club) -> list[bytes]:
    """Return the topics that the broker keeps."""
    command = ["mosquitto_sub", "-p", str(there.broker.port), "-i", "looker", "-W", "1", "-F", "%t"]
    user, password = ADMINISTRATOR
    given = [*command, "--retained-only", "-u", user, "-P", password, "-t", "#"]
    done = await asyncio.create_subprocess_exec(*given, stdout=asyncio.subprocess.PIPE)
    output, _ = await done.communicate()
    return output.splitlines()


def test_from_a_code_on_the_panel_to_a_box_in_the_hub(tmp_path: Path) -> None:
    async def whole() -> None:
        async with club(tmp_path) as there:
            fleet = FleetSettings("", "", hub=there.address)
            configuration = settings(tmp_path, fleet=fleet, language="en")
            async with running(configuration, tmp_path, ask=True) as rig:
                code = await code_of(rig)
                page = await there.send({**NAMED, "code": "BBBB-BBBB"}, 400)
                assert "No box shows this code" in page
                assert "Table 7" in await there.send({**NAMED, "code": code.lower()})
                await passing(rig, lambda: state_of(rig) is HubState.JOINED)
                await until(lambda: TABLE in there.hub.live.boxes)
                assert there.hub.live.boxes[TABLE].title == "Table 7"
                page = await there.send({**NAMED, "code": code}, 400)
                assert "No box shows this code" in page
            await until(lambda: there.hub.live.boxes[TABLE].status["state"] == "off")
            kept = tmp_path / "state" / "hub.password"
            assert kept.stat().st_mode & 0o077 == 0
            assert not await refused(there, kept.read_text().strip(), TABLE.topic("state"))
            other = BoxId("club", "table-8").topic("state")
            assert await refused(there, kept.read_text().strip(), other)
            # It comes back by itself, and is known.
            async with running(configuration, tmp_path, ask=True) as rig:
                await until(lambda: there.hub.live.boxes[TABLE].is_online)
                assert state_of(rig) is HubState.JOINED
                await there.send({"do": "remove", "box": TABLE.box})
                assert rig.box.membership is not None
                member = rig.box.membership.member
                assert member is not None
                await until(lambda: member.connection is None)
                await until(lambda: TABLE not in there.hub.live.boxes)
                await passing(rig, lambda: "refuses" in member._why)  # noqa: SLF001 - what it logs
                assert TABLE not in there.hub.live.boxes
                # An acknowledgement may have been on its way; it is true for its journal forever.
                acknowledged = TABLE.topic(AckMessage.topic.name).encode()
                assert [each for each in await retained(there) if each != acknowledged] == []
                # With another code it joins again, under the same name.
                code = await code_of(rig)
                await there.send({**NAMED, "code": code})
                await passing(rig, lambda: TABLE in there.hub.live.boxes)
            deeds = [(each.action, each.subject) for each in await there.pages.audit.page()]
            assert deeds[:4] == [
                ("box_enrolled", "club / table-7"),
                ("box_removed", "club / table-7"),
                ("code_refused", "club / table-7"),
                ("box_enrolled", "club / table-7"),
            ]

    asyncio.run(whole())


def test_an_account_that_the_hub_has_not_made_is_left_alone(tmp_path: Path) -> None:
    async def whole() -> None:
        async with club(tmp_path) as there:
            how = there.pages.enrolment
            assert how is not None
            await how.broker.add(TABLE, "a password of somebody")
            with pytest.raises(DuplicateNameError):
                await how.broker.add(TABLE, "another password")
            with pytest.raises(BrokerError):
                await how.broker.change(BoxId("club", "table-9"), "a password")
            await how.broker.remove(TABLE)
            await how.broker.remove(TABLE)
            there.broker.kill()
            with pytest.raises(BrokerError):
                await how.broker.remove(TABLE)

    asyncio.run(whole())
