"""Buttons by MQTT at a table: a press is done, two are a pass, a long one takes back."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from pathlib import Path

import pytest

from companion.daemon.wireless import wireless_buttons
from companion.devices import DeviceStatus, Gesture, State, WirelessPress
from companion.fleet.backoff import LONGEST
from companion.fleet.mqtt_buttons import MqttButtons, address_of
from companion.session.persistence import Persistence
from companion.session.wireless_buttons import WirelessButtons
from companion.settings import MqttButtonSettings, WirelessSettings
from companion.storage.button_book import FILE, ButtonBook
from companion.table.command import Command
from companion.table.modes import menu
from companion.table.table import Table
from tests.early_end import end_early
from tests.fleet.broker import Broker, serving
from tests.fleet.scene import Scene, another_game, box, until

ANN, BEN = "zigbee2mqtt/Ann's button", "zigbee2mqtt/hall/Ben"
SHEET = "worker-placement"


class Buttons:
    """A table with buttons, and the broker to which a bridge publishes."""

    def __init__(self, scene: Scene, known: dict[str, int]) -> None:
        self.scene, self.session, self.broker = scene, scene.session, scene.broker
        self.book = ButtonBook(scene.folder / FILE)
        for name, seat in known.items():
            self.book.learn(name, seat)
        self.session.keeping = Persistence(learn_button=self.book.learn)
        self.session.controls.seat_of = self.book.seat_of
        settings = WirelessSettings(MqttButtonSettings("127.0.0.1", port=self.broker.port))
        self.wireless: WirelessButtons = wireless_buttons(
            self.session, settings, self.book, scene.clock
        )

    @property
    def table(self) -> Table:
        return self.session.table

    async def heard(self) -> None:
        """Show the table, and wait until the broker has the subscriptions."""
        self.session.refresh()
        await until(lambda: any(guest.filters for guest in self.broker.guests))

    async def publish(self, topic: str, payload: object, *, now: bool = False) -> None:
        self.broker.publish(topic, payload, now=now)
        await self.rest()

    async def rest(self) -> None:
        """Let everything that was published so far reach the table.

        The connection takes messages in order: what comes last is surely behind all others.
        """
        receiver = self.wireless.receivers[0]
        assert isinstance(receiver, MqttButtons)
        seen: list[str] = []
        usual = receiver.report
        receiver.report = lambda report: (
            seen.append(report.button) if (report.button == "mark") else usual(report)
        )
        await asyncio.sleep(0)
        for guest in self.broker.guests:
            guest.filters.append("mark")
        self.broker.publish("mark", {"battery": 1})
        await until(lambda: seen)
        receiver.report = usual
        await self.session.settled()


def run(
    folder: Path,
    scene: Callable[[Buttons], Coroutine[None, None, None]],
    known: dict[str, int] | None = None,
    game: str = SHEET,
) -> None:
    async def whole() -> None:
        async with serving() as broker, box(folder, broker, game, players=3) as there:
            buttons = Buttons(there, {ANN: 0, BEN: 1} if known is None else known)
            try:
                await scene(buttons)
            finally:
                buttons.wireless.close()

    asyncio.run(whole())


async def begun(there: Buttons) -> None:
    """Let Ann begin, and be heard."""
    await there.heard()
    if there.table.state.phase == "start":
        await there.session.ask(Command.CONFIRM)
    while there.table.state.current != 0:
        await there.session.ask(Command.CONFIRM)


def test_a_press_is_done_and_a_long_one_takes_it_back(tmp_path: Path) -> None:
    async def scene(there: Buttons) -> None:
        await begun(there)
        await there.publish(ANN, {"action": "single", "linkquality": 90})
        assert there.table.state.current == 1
        await there.publish(ANN, {"action": "hold"})
        assert there.table.state.current == 0

    run(tmp_path, scene)


def test_two_presses_are_a_pass(tmp_path: Path) -> None:
    async def scene(there: Buttons) -> None:
        await begun(there)
        await there.publish(ANN, {"action": "double"})
        assert there.table.state.players[0].passed
        assert there.table.state.current == 1

    run(tmp_path, scene)


def test_who_is_not_asked_cannot_pass(tmp_path: Path) -> None:
    async def scene(there: Buttons) -> None:
        await begun(there)
        before = there.table.state
        await there.publish(BEN, {"action": "double"})
        assert there.table.state == before
        assert there.table.notice is not None
        assert there.table.notice.message.key == "table.no_pass"

    run(tmp_path, scene)


def test_a_press_that_is_published_twice_counts_once(tmp_path: Path) -> None:
    async def scene(there: Buttons) -> None:
        await begun(there)
        log = len(there.table.entries)
        taken: list[object] = []
        sink = there.wireless.sink

        def spy(item: WirelessPress | DeviceStatus) -> None:
            taken.append(item)
            sink(item)

        there.wireless.sink = spy
        # The state, then the property of its own, then the state with an empty action.
        there.broker.publish(ANN, {"action": "single", "battery": 80})
        there.broker.publish(f"{ANN}/action", b"single")
        there.broker.publish(ANN, {"action": "", "battery": 80})
        await there.publish(ANN, {"linkquality": 12})
        assert len(there.table.entries) == log + 1
        assert [each for each in taken if isinstance(each, WirelessPress)] == [
            WirelessPress(ANN, Gesture.CLICK)
        ]

    run(tmp_path, scene)


def test_a_press_that_the_broker_has_kept_is_an_old_one(tmp_path: Path) -> None:
    async def scene(there: Buttons) -> None:
        there.broker.retained.clear()
        there.broker.publish(ANN, {"action": "single", "battery": 80}, retain=True)
        await begun(there)
        log = len(there.table.entries)
        await there.publish(ANN, {"action": "single", "battery": 70}, now=True)
        assert len(there.table.entries) == log
        await until(lambda: there.book.known[ANN].battery == 70)

    run(tmp_path, scene)


def test_only_known_buttons_wake_the_box(tmp_path: Path) -> None:
    async def scene(there: Buttons) -> None:
        await there.heard()
        (guest,) = there.broker.guests
        assert set(guest.filters) == {
            each + ending for each in (ANN, BEN) for ending in ("", "/action", "/battery")
        }

    run(tmp_path, scene)


def test_without_a_game_there_is_no_connection(tmp_path: Path) -> None:
    async def scene(there: Buttons) -> None:
        await there.heard()
        await end_early(there.session)
        await until(lambda: not there.broker.guests)
        connects = there.broker.connects
        await another_game(there.scene)
        await until(lambda: there.broker.guests)
        assert there.broker.connects == connects + 1

    run(tmp_path, scene)


def test_without_a_known_button_there_is_no_connection(tmp_path: Path) -> None:
    async def scene(there: Buttons) -> None:
        there.session.refresh()
        await there.session.ask(Command.CONFIRM)
        assert there.broker.connects == 0

    run(tmp_path, scene, known={})


def test_the_battery_is_among_the_devices_and_kept(tmp_path: Path) -> None:
    async def scene(there: Buttons) -> None:
        await there.heard()
        await there.publish(ANN, {"battery": 9})
        await until(lambda: "9 %" in there.session.devices[ANN].detail)
        assert there.session.devices[ANN].state is State.OK
        assert "change it soon" in there.session.devices[ANN].detail
        assert ButtonBook(tmp_path / FILE).known[ANN].battery == 9

    run(tmp_path, scene)


async def learning(there: Buttons) -> None:
    """Choose in the menu that buttons are learned."""
    await there.session.ask(Command.MENU)
    names = [entry.name for entry in menu.entries(there.table)]
    for _ in range(names.index("buttons")):
        await there.session.ask(Command.NEXT)
    await there.session.ask(Command.CONFIRM)
    await until(lambda: any("zigbee2mqtt/#" in guest.filters for guest in there.broker.guests))


def test_buttons_are_learned_by_a_press_of_each(tmp_path: Path) -> None:
    async def scene(there: Buttons) -> None:
        there.session.refresh()
        await learning(there)
        log = len(there.table.entries)
        for name in (ANN, BEN):
            there.broker.publish(name, {"action": "single"})
            await there.publish(f"{name}/action", b"single")
        assert there.table.enrol is not None
        assert there.table.enrol.at == 2
        await there.session.ask(Command.BACK)
        assert len(there.table.entries) == log
        assert {name: there.book.seat_of(name) for name in (ANN, BEN)} == {ANN: 0, BEN: 1}
        await until(lambda: any(ANN in guest.filters for guest in there.broker.guests))

    run(tmp_path, scene, known={})


def test_the_button_of_another_is_pressed_twice_to_be_taken(tmp_path: Path) -> None:
    async def scene(there: Buttons) -> None:
        await there.heard()
        await learning(there)
        await there.publish(BEN, {"action": "single"})
        assert there.book.seat_of(BEN) == 1
        await there.publish(BEN, {"action": "single"})
        assert there.book.seat_of(BEN) == 0

    run(tmp_path, scene)


def test_the_menu_offers_no_buttons_where_none_are_heard(tmp_path: Path) -> None:
    async def whole() -> None:
        async with serving() as broker, box(tmp_path, broker, SHEET, players=3) as there:
            await there.session.ask(Command.MENU)
            assert "buttons" not in [entry.name for entry in menu.entries(there.table)]

    asyncio.run(whole())


def test_a_broker_that_is_away_is_tried_again(tmp_path: Path) -> None:
    async def scene(there: Buttons) -> None:
        await begun(there)
        there.broker.drop()
        await until(lambda: there.session.devices["mqtt"].state is State.DEGRADED)
        assert not there.broker.guests
        there.scene.clock.advance(LONGEST)
        await until(lambda: there.broker.guests and there.broker.guests[0].filters)
        assert there.table.notice is not None  # it says that nobody is heard: a press reads it
        await there.publish(ANN, {"action": "single"})
        await there.publish(ANN, {"action": "single"})
        assert there.table.state.current == 1
        assert there.session.devices["mqtt"] == DeviceStatus("mqtt", State.OK)

    run(tmp_path, scene)


@pytest.mark.parametrize(("tls", "port"), [(False, 1883), (True, 8883)])
def test_the_broker_has_its_usual_port(*, tls: bool, port: int) -> None:
    address = address_of(MqttButtonSettings("hub.local", tls=tls))
    assert address.port == port
    assert address.client != address_of(MqttButtonSettings("hub.local")).client


def test_a_box_without_the_library_says_so_and_plays_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def whole() -> None:
        async with serving(Broker()) as broker, box(tmp_path, broker, SHEET, players=3) as there:
            monkeypatch.setitem(__import__("sys").modules, "companion.fleet.mqtt_buttons", None)
            buttons = Buttons(there, {ANN: 0})
            assert buttons.wireless.receivers == ()
            await there.session.ask(Command.CONFIRM)

    asyncio.run(whole())
    assert "pip install 'compass-companion[fleet]'" in caplog.text


def test_what_a_button_sends_is_json_of_its_own(tmp_path: Path) -> None:
    """A message that is none of a button's changes nothing."""

    async def scene(there: Buttons) -> None:
        await begun(there)
        log = len(there.table.entries)
        for payload in (b"", b"\xff", b"[]", json.dumps({"action": ["single"]}).encode()):
            await there.publish(ANN, payload)
        assert len(there.table.entries) == log

    run(tmp_path, scene)
