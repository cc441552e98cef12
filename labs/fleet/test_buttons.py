"""Buttons of Zigbee2MQTT through a real Mosquitto, up to the lamp of a seat."""

import asyncio
import json
import statistics
import time
from pathlib import Path

from companion.engine.log import PLAYED
from companion.settings import MqttButtonSettings, WirelessSettings
from labs.bench.wireless_box import LONGEST, pass_guard, playing
from labs.fleet.servers import mosquitto
from labs.fleet.test_mosquitto import Listener
from tests.early_end import end_early
from tests.fleet.scene import until

BUTTONS = ("zigbee2mqtt/Ann's button", "zigbee2mqtt/Ben's button")
PRESSES = 60


def test_a_press_lights_the_lamp_of_the_next_player_once(tmp_path: Path) -> None:
    async def scene(port: int, bridge: Listener) -> list[float]:
        wireless = WirelessSettings(MqttButtonSettings("127.0.0.1", port=port))
        delays = []
        async with playing(tmp_path, wireless, dict.fromkeys(BUTTONS, ""), "mqtt") as box:
            assert box.emulated is not None
            lamps = box.emulated.signals
            for _ in range(PRESSES):
                seat, lit = box.session.table.state.current, lamps.lit
                log, topic = len(box.session.table.entries), BUTTONS[seat]
                began = time.perf_counter()
                # As Zigbee2MQTT does: the state, the property, and the state without it.
                for name, payload in (
                    (topic, json.dumps({"action": "single", "battery": 80})),
                    (f"{topic}/action", "single"),
                    (topic, json.dumps({"action": "", "battery": 80})),
                ):
                    bridge.client.publish(name, payload)
                while lamps.lit == lit:  # noqa: ASYNC110 - the pin of a lamp is not an event
                    await asyncio.sleep(0.001)
                delays.append(1000 * (time.perf_counter() - began))
                await pass_guard()
                entries = box.session.table.entries[log:]
                assert sum(each.kind in PLAYED for each in entries) == 1
            await end_early(box.session)
            log_file = tmp_path / "broker" / "mosquitto.log"
            await until(lambda: "Client companion-buttons" in log_file.read_text())
        return delays

    (tmp_path / "broker").mkdir()
    with mosquitto(tmp_path / "broker", {}) as broker:
        bridge = Listener(broker.port)
        delays = asyncio.run(scene(broker.port, bridge))
        bridge.close()
    p50, p95 = statistics.median(delays), statistics.quantiles(delays, n=20)[18]
    print(f"\npress to lamp: p50 {p50:.1f} ms, p95 {p95:.1f} ms, {len(delays)} presses")
    assert p95 <= LONGEST
