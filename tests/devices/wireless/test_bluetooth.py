"""The Bluetooth receiver scans only while buttons are wanted, and says why it cannot."""

import asyncio
from collections.abc import Callable, Coroutine

from companion.devices import DeviceStatus, Gesture, State
from companion.devices.wireless import ButtonReport, Wanted
from companion.devices.wireless.bluetooth import RETRY, BluetoothButtons, Heard
from companion.emulation.manual_clock import ManualClock
from tests.devices.wireless.advertisements import (
    ADDRESS,
    KEY,
    PRESS,
    encrypted,
    measured,
    plain,
)
from tests.fleet.scene import until

ANN = Wanted(frozenset({ADDRESS}))
OTHER = "AA:BB:CC:DD:EE:FF"


class Radio:
    """A Bluetooth adapter: it can be switched off, and tells how often a scan began."""

    def __init__(self) -> None:
        self.scanning = False
        self.starts = 0
        self.fails = ""
        self.heard: Heard = lambda *_: None

    def open(self, _adapter: str, heard: Heard) -> "Radio":
        self.heard = heard
        return self

    async def start(self) -> None:
        await asyncio.sleep(0)
        if self.fails:
            raise OSError(self.fails)
        self.scanning, self.starts = True, self.starts + 1

    async def stop(self) -> None:
        await asyncio.sleep(0)
        self.scanning = False


class Scene:
    """A receiver with its radio, and what it reports."""

    def __init__(self, keys: dict[str, str] | None = None) -> None:
        self.radio, self.clock = Radio(), ManualClock()
        self.reports: list[ButtonReport] = []
        self.statuses: list[DeviceStatus] = []
        self.receiver = BluetoothButtons(
            "hci0",
            self.clock,
            self.reports.append,
            self.statuses.append,
            lambda address: (keys or {}).get(address, ""),
            lambda _address: -1,
            self.radio.open,
        )


def run(scene: Callable[[Scene], Coroutine[None, None, None]], key: str = "") -> None:
    async def whole() -> None:
        there = Scene({ADDRESS: key})
        await scene(there)
        there.receiver.close()
        await until(lambda: not there.radio.scanning)

    asyncio.run(whole())


def test_a_press_is_reported_once() -> None:
    async def scene(there: Scene) -> None:
        there.receiver.listen(ANN)
        await until(lambda: there.radio.scanning)
        for _ in range(5):
            there.radio.heard(ADDRESS, plain(measured(1, None, PRESS)))
        assert there.reports == [ButtonReport(ADDRESS, Gesture.CLICK)]
        assert there.statuses == [DeviceStatus("bluetooth", State.OK)]

    run(scene)


def test_others_are_not_heard_unless_buttons_are_learned() -> None:
    async def scene(there: Scene) -> None:
        there.receiver.listen(ANN)
        await until(lambda: there.radio.scanning)
        there.radio.heard(OTHER, plain(measured(1, None, PRESS)))
        assert there.reports == []
        there.receiver.listen(Wanted(every=True))
        there.radio.heard(OTHER, plain(measured(2, None, PRESS)))
        assert there.reports == [ButtonReport(OTHER, Gesture.CLICK)]
        assert there.radio.starts == 1

    run(scene)


def test_a_key_of_a_device_is_heard_by_the_address_of_the_device() -> None:
    async def scene(there: Scene) -> None:
        there.receiver.listen(Wanted(frozenset({f"{ADDRESS}#2"})))
        await until(lambda: there.radio.scanning)
        there.radio.heard(ADDRESS, plain(measured(1, None, 0, PRESS)))
        assert there.reports == [ButtonReport(f"{ADDRESS}#2", Gesture.CLICK)]

    run(scene)


def test_without_a_wish_the_radio_is_silent() -> None:
    async def scene(there: Scene) -> None:
        there.receiver.listen(None)
        await asyncio.sleep(0)
        assert there.radio.starts == 0
        there.receiver.listen(ANN)
        await until(lambda: there.radio.scanning)
        there.receiver.listen(None)
        await until(lambda: not there.radio.scanning)
        there.radio.heard(ADDRESS, plain(measured(1, None, PRESS)))
        assert there.reports == []

    run(scene)


def test_a_wish_that_changes_while_the_radio_starts_is_the_last_one() -> None:
    async def scene(there: Scene) -> None:
        for wanted in (ANN, None, ANN, None):
            there.receiver.listen(wanted)
        await asyncio.sleep(0.01)
        assert not there.radio.scanning
        there.receiver.listen(ANN)
        there.receiver.listen(None)
        there.receiver.listen(ANN)
        await until(lambda: there.radio.scanning)

    run(scene)


def test_a_radio_that_is_off_is_tried_again() -> None:
    async def scene(there: Scene) -> None:
        there.radio.fails = "no adapter"
        there.receiver.listen(ANN)
        await until(lambda: there.statuses)
        (status,) = there.statuses
        assert (status.device, status.state) == ("bluetooth", State.ABSENT)
        assert status.detail.startswith("hci0 cannot listen (no adapter): start bluetoothd")
        there.radio.fails = ""
        there.clock.advance(RETRY)
        await until(lambda: there.radio.scanning)
        assert there.statuses[-1] == DeviceStatus("bluetooth", State.OK)

    run(scene)


def test_a_button_that_encrypts_needs_its_key_and_that_is_said_once() -> None:
    async def scene(there: Scene) -> None:
        there.receiver.listen(Wanted(every=True))
        await until(lambda: there.radio.scanning)
        for n in range(3):
            there.radio.heard(ADDRESS, encrypted(measured(n, None, PRESS), n))
        assert there.reports == []
        _, said = there.statuses
        assert said.detail == (
            f"{ADDRESS} encrypts what it sends: "
            f"companion enrol --button {ADDRESS} --seat NUMBER --key KEY"
        )

    run(scene)


def test_with_its_key_it_is_heard() -> None:
    async def scene(there: Scene) -> None:
        there.receiver.listen(ANN)
        await until(lambda: there.radio.scanning)
        there.radio.heard(ADDRESS, encrypted(measured(1, 70, PRESS), 5))
        assert there.reports == [ButtonReport(ADDRESS, Gesture.CLICK, 70, 5)]

    run(scene, key=KEY)
