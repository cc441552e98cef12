"""A box joins its fleet only if its settings say so, and costs nothing otherwise."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.daemon import membership
from companion.fleet.credentials import Credentials, store_credentials
from companion.settings import FleetSettings
from companion.table.hub_code import HubCode, HubState
from tests.fleet.broker import serving
from tests.fleet.scene import until
from tests.rig import running, settings

WORD = "a password of its own"
NOTHING = """
import sys
import companion.daemon.box, companion.daemon.build, companion.cli
loaded = [name for name in sys.modules if name.startswith(("companion.fleet", "paho"))]
sys.exit(", ".join(loaded))
"""


@pytest.mark.slow
def test_nothing_of_it_is_imported_by_a_box_without_a_broker() -> None:
    run = subprocess.run(
        [sys.executable, "-c", NOTHING], capture_output=True, text=True, check=False
    )
    assert run.stderr.strip() == ""


def test_a_whole_box_tells_its_broker(tmp_path: Path) -> None:
    async def scene() -> None:
        async with serving() as broker:
            fleet = FleetSettings("127.0.0.1", "table-7", "club", broker.port, title="Table 7")
            async with running(settings(tmp_path, fleet=fleet), tmp_path) as rig:
                await until(lambda: broker.of("/view"))
                assert broker.last("/state")["phase"] == "setup"
                await rig.lay_out()
                rig.clock.advance(1.0)
                await until(lambda: broker.last("/state")["phase"] == "playing")
                assert broker.last("/health")["devices"]["panel"]["state"] == "ok"
                device = broker.last("/config")["dev"]
                assert (device["name"], device["serial_number"]) == ("Table 7", "table-7")
            await until(lambda: broker.last("/status")["state"] == "off")

    asyncio.run(scene())


def test_a_box_that_has_joined_a_hub_knows_its_broker_again(tmp_path: Path) -> None:
    hub = "http://hub.local:8090"

    async def scene() -> None:
        async with serving() as broker:
            configuration = settings(tmp_path, fleet=FleetSettings("", "", hub=hub))
            configuration.state.mkdir()
            place = ("club", "table-7", "", "", hub)
            given = Credentials("127.0.0.1", broker.port, False, *place)  # noqa: FBT003 - no TLS
            store_credentials(configuration.state, given, WORD)
            broker.user, broker.password = "table-7", WORD
            async with running(configuration, tmp_path) as rig:
                await until(lambda: broker.of("/table-7/status"))
                assert rig.box.session.stage.console.hub == HubCode(HubState.JOINED, "table-7")
                membership = rig.box.membership
                assert membership is not None
                before = membership.member
                assert before is not None
                membership._joined(replace(given, box="table-8"))  # noqa: SLF001 - as a hub does
                await until(lambda: broker.of("/table-7/status")[-1]["state"] == "off")
                assert before.follow not in rig.box.session.followers

    asyncio.run(scene())


def test_without_the_library_the_remedy_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "companion.fleet.member", None)

    async def scene() -> None:
        fleet = FleetSettings("127.0.0.1", "table-7")
        async with running(settings(tmp_path, fleet=fleet), tmp_path) as rig:
            await until(lambda: membership.REMEDY in caplog.text)
            assert rig.box.membership is not None
            assert rig.box.membership.member is None

    asyncio.run(scene())
