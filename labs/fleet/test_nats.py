"""A box at a real NATS: rights as in the example."""

import asyncio
from pathlib import Path

from labs.fleet.cluster import NatsServer
from labs.fleet.servers import ROOT, wait_for
from labs.fleet.test_mosquitto import ACCOUNTS, Listener, playing
from tests.fleet.scene import Scene, until

EXAMPLE = ROOT / "docs" / "fleet" / "nats.conf"


def rights() -> str:
    """Return the accounts of the example, for the box and the passwords of these tests."""
    rights = EXAMPLE.read_text().partition("authorization {")[2].replace("table-1", "table-7")
    for user in ("hub", "table-7"):
        given = f'user: {user}, password: "change me"'
        assert given in rights
        rights = rights.replace(given, f'user: {user}, password: "{ACCOUNTS[user]}"')
    return f"authorization {{{rights}"


def test_a_box_writes_its_own_topics_and_no_others(tmp_path: Path) -> None:
    secret = tmp_path / "password"
    secret.write_text(ACCOUNTS["table-7"])
    server = NatsServer(tmp_path, 0)

    async def scene(there: Scene) -> None:
        mine = "companion/v1/club/table-7"
        await until(lambda: hub.of(f"{mine}/state"), 20)
        assert hub.of(f"{mine}/status")["state"] == "online"
        ours = there.member.connection
        assert ours is not None
        for topic in (
            "companion/v1/club/table-8/state",
            "companion/v1/club/table-8/cmd",
            f"{mine}/ack",
            "companion/v1/other/table-7/state",
            "homeassistant/status",
        ):
            ours.publish(topic, b'{"forged":1}', 1, retain=True)
        ours.publish(f"{mine}/reply", b"{}", 1)
        await until(lambda: f"{mine}/reply" in hub.heard, 20)
        assert [topic for topic, payload in hub.heard.items() if b"forged" in payload] == []
        hub.client.publish(f"{mine}/cmd", b'{"command":"pause"}', 1)
        await until(lambda: there.table.clocks.paused, 20)

    try:
        server.start([], rights())
        wait_for(server.gateway)
        hub = Listener(server.gateway, "hub")
        asyncio.run(playing(tmp_path, server.gateway, scene, password=secret))
        hub.close()
    finally:
        server.kill()
