"""A box at a real Mosquitto: rights, a broker that is killed, what it costs to be idle."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt import client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from companion.devices.clock import LoopClock
from labs.bench.test_idle import switches
from labs.fleet.servers import Mosquitto, mosquitto
from tests.fleet.broker import Broker
from tests.fleet.scene import Scene, box, until

ACCOUNTS = {"table-7": "a", "table-8": "b", "hub": "c", "homeassistant": "d"}
IDLE = 20
"""Seconds for which wake-ups are counted."""


@dataclass
class Listener:
    """Somebody else at the broker, with an account."""

    port: int
    user: str = ""
    heard: dict[str, Any] = field(default_factory=dict)
    client: mqtt.Client = field(init=False)

    def __post_init__(self) -> None:
        self.client = mqtt.Client(CallbackAPIVersion.VERSION2, protocol=mqtt.MQTTv311)
        if self.user:
            self.client.username_pw_set(self.user, ACCOUNTS[self.user])
        self.client.on_message = self._on_message
        self.client.on_connect = self._on_connect
        self.client.connect("127.0.0.1", self.port)
        self.client.loop_start()

    def _on_connect(self, *_: object) -> None:
        self.client.subscribe("#", 1)

    def _on_message(self, _client: object, _data: object, message: mqtt.MQTTMessage) -> None:
        self.heard[message.topic] = message.payload

    def of(self, topic: str) -> Any:  # noqa: ANN401 - JSON
        return json.loads(self.heard.get(topic, b"null"))

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


async def playing(folder: Path, port: int, act: Callable[[Scene], Any], **how: Any) -> None:  # noqa: ANN401
    async with box(folder, Broker(port), **how) as there:
        real = LoopClock(asyncio.get_running_loop())
        there.session.clock = real
        member = there.member_of()
        member.start()
        await until(lambda: member.connection is not None and member.connection.is_open)
        await act(there)


def test_a_box_writes_its_own_topics_and_no_others(tmp_path: Path) -> None:
    secret = tmp_path / "password"
    secret.write_text("a")
    with mosquitto(tmp_path / "broker", ACCOUNTS) as broker:
        hub, other = Listener(broker.port, "hub"), Listener(broker.port, "table-8")
        home = Listener(broker.port, "homeassistant")

        async def scene(there: Scene) -> None:
            state = "companion/v1/club/table-7/state"
            await until(lambda: hub.of(state) and home.of(state))
            assert hub.of("companion/v1/club/table-7/status")["state"] == "online"
            await until(lambda: home.of("homeassistant/device/companion_club_table-7/config"))
            ours = there.member.connection
            assert ours is not None
            for topic in (
                "companion/v1/club/table-8/state",
                "companion/v1/club/table-8/cmd",
                "companion/v1/club/table-7/ack",
                "companion/v1/other/table-7/state",
                "homeassistant/status",
            ):
                ours.publish(topic, b'{"forged":1}', 1, retain=True)
            ours.publish("companion/v1/club/table-7/reply", b"{}", 1)
            await until(lambda: "companion/v1/club/table-7/reply" in hub.heard)
            forged = [topic for topic, payload in hub.heard.items() if b"forged" in payload]
            assert forged == []
            assert not any("table-7" in topic for topic in other.heard)
            assert not any("/view" in topic or "/log" in topic for topic in home.heard)
            home.client.publish("companion/v1/club/table-7/cmd", b'{"command":"pause"}', 1)
            await until(lambda: there.table.clocks.paused)

        asyncio.run(playing(tmp_path, broker.port, scene, password=secret))
        for each in (hub, other, home):
            each.close()


def test_a_wrong_password_is_said_and_the_game_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    secret = tmp_path / "password"
    secret.write_text("wrong")

    async def scene(broker: Mosquitto) -> None:
        async with box(tmp_path, Broker(broker.port), password=secret) as there:
            there.session.clock = LoopClock(asyncio.get_running_loop())
            there.member_of().start()
            await until(lambda: "refuses" in caplog.text)
            await there.play(3)

    with mosquitto(tmp_path / "broker", ACCOUNTS) as broker:
        asyncio.run(scene(broker))


def test_a_broker_that_is_killed_is_told_everything_anew(tmp_path: Path) -> None:
    with mosquitto(tmp_path / "broker") as broker:

        async def scene(there: Scene) -> None:
            before = there.member.session_number
            broker.kill()
            await there.play(4)
            broker.start()
            listener = Listener(broker.port)
            kept = "companion/v1/club/table-7/"
            await until(lambda: listener.of(f"{kept}view"), 60)
            status = listener.of(f"{kept}status")
            assert status["state"] == "online"
            assert status["session"] > before
            assert listener.of(f"{kept}state")["points"] is not None
            listener.close()

        asyncio.run(playing(tmp_path, broker.port, scene))


def test_an_idle_box_hardly_wakes_up(tmp_path: Path) -> None:
    with mosquitto(tmp_path / "broker") as broker:

        async def scene(_there: Scene) -> None:
            await asyncio.sleep(1)
            before = switches()
            await asyncio.sleep(IDLE)
            woken = (switches() - before) / IDLE
            print(f"\n{woken:.2f} wake-ups/s with a broker")
            assert woken <= 2.0

        asyncio.run(playing(tmp_path, broker.port, scene))
