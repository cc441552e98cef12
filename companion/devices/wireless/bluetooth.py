"""Receiver of Bluetooth buttons: a passive scan through BlueZ, by bleak.

Nothing is sent: BlueZ passes on the advertisements that begin with BTHome's service data, which the
controller filters if it can. The scan is off unless there are buttons to listen to.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Protocol, TypeAlias

from companion.devices import DeviceStatus, State
from companion.devices.clock import Clock, TimerHandle
from companion.devices.wireless import KEY, ReportSink, Wanted
from companion.devices.wireless.bthome import SERVICE, BthomeDecoder, EncryptedButton
from companion.engine.message import say

NAME: Final = "bluetooth"
"""The name of this receiver among the devices."""
RETRY: Final = 30.0
"""Seconds after which a scan that could not begin is tried again."""
PREFIX: Final = bytes.fromhex("d2fc")
"""How the service data of BTHome v2 begins: its 16 bits, the lower ones first."""


class Scanner(Protocol):
    """A scan that can be switched on and off."""

    async def start(self) -> None:
        """Start to receive advertisements."""

    async def stop(self) -> None:
        """Stop receiving advertisements."""


Heard: TypeAlias = Callable[[str, bytes], None]
"""Called with the address of a device and its service data."""
OpenScanner: TypeAlias = Callable[[str, Heard], Scanner]


def bleak_scanner(adapter: str, heard: Heard) -> Scanner:
    """Return a passive scan of an adapter such as `hci0`, not started yet."""
    from bleak import BleakScanner
    from bleak.args.bluez import BlueZScannerArgs, OrPattern
    from bleak.assigned_numbers import AdvertisementDataType
    from bleak.backends.device import BLEDevice
    from bleak.backends.scanner import AdvertisementData

    def found(device: BLEDevice, advertisement: AdvertisementData) -> None:
        data = advertisement.service_data.get(SERVICE)
        if data is not None:
            heard(device.address, data)

    pattern = OrPattern(0, AdvertisementDataType.SERVICE_DATA_UUID16, PREFIX)
    scanner = BleakScanner(
        found,
        scanning_mode="passive",
        bluez=BlueZScannerArgs(adapter=adapter, or_patterns=[pattern]),
    )
    return _DisconnectingScanner(scanner)


@dataclass(slots=True, frozen=True)
class _DisconnectingScanner:
    """A scan after which the program leaves the D-Bus.

    bleak stays connected, so that every device of which another program's scan tells BlueZ would
    wake the box between games. The next start connects again.
    """

    scanner: Scanner

    async def start(self) -> None:
        """Start to receive advertisements."""
        await self.scanner.start()

    async def stop(self) -> None:
        """Stop receiving advertisements, and anything else of BlueZ."""
        from bleak.backends.bluezdbus.manager import get_global_bluez_manager

        await self.scanner.stop()
        bus = (await get_global_bluez_manager())._bus  # noqa: SLF001 - bleak offers no other way
        if bus is not None:
            bus.disconnect()


@dataclass(slots=True, eq=False)
class BluetoothButtons:
    """Listens by Bluetooth to the requested buttons."""

    adapter: str
    clock: Clock
    report: ReportSink
    status: Callable[[DeviceStatus], None]
    key_of: Callable[[str], str]
    """Returns the key of a device in hexadecimal digits; empty if none is known."""
    counter_of: Callable[[str], int]
    """Returns the highest counter of a device that was ever heard; -1 if none is known."""
    open_scanner: OpenScanner = bleak_scanner
    _wanted: Wanted | None = None
    _decoder: BthomeDecoder = field(init=False)
    _scanner: Scanner | None = None
    _turning: "asyncio.Task[None] | None" = None
    _retry: TimerHandle | None = None
    _locked: set[str] = field(default_factory=set)
    """The buttons of which it was said that they cannot be read."""

    def __post_init__(self) -> None:
        """Silence what libraries warn of: each foreign device, and that a scan has disconnected."""
        for library in ("bthome_ble", "bleak.backends.bluezdbus.manager"):
            logging.getLogger(library).setLevel(logging.ERROR)
        self._decoder = BthomeDecoder(self.key_of, self.counter_of)

    def listen(self, wanted: Wanted | None) -> None:
        """Listen to other buttons from now on; without any, the scan ends."""
        self._wanted = wanted
        self._locked.clear()
        self._turn()

    def close(self) -> None:
        """Stop permanently; BlueZ ends the scan of a program that has exited."""
        self._wanted = None
        self._turn()

    def _turn(self) -> None:
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None
        if self._turning is None or self._turning.done():
            self._turning = asyncio.ensure_future(self._settle())

    async def _settle(self) -> None:
        """Switch the scan until it is in the desired state."""
        while (self._wanted is not None) != (self._scanner is not None):
            try:
                if self._scanner is None:
                    scanner = self.open_scanner(self.adapter, self._heard)
                    await scanner.start()
                    self._scanner = scanner
                    self.status(DeviceStatus(NAME, State.OK))
                else:
                    scanner, self._scanner = self._scanner, None
                    await scanner.stop()
            except Exception as error:  # noqa: BLE001 - D-Bus and BlueZ have errors of their own
                self._failed(error)
                return

    def _failed(self, error: Exception) -> None:
        if self._wanted is None:  # a scan that cannot be ended is harmless
            return
        detail = say(
            "{adapter} cannot listen ({error}): start bluetoothd with --experimental, and add the "
            "user of the box to the group bluetooth",
            adapter=self.adapter,
            error=str(error) or type(error).__name__,
        )
        self.status(DeviceStatus(NAME, State.ABSENT, detail))
        self._retry = self.clock.call_at(self.clock.now() + RETRY, self._turn)

    def _heard(self, address: str, data: bytes) -> None:
        """Handle an advertisement; called in the event loop's thread."""
        wanted = self._wanted
        if wanted is None or not (wanted.every or _is_of(wanted, address)):
            return
        read = self._decoder.read(address, data, self.clock.now())
        if isinstance(read, EncryptedButton):
            self._say_locked(read)
            return
        for report in read:
            self.report(report)

    def _say_locked(self, locked: EncryptedButton) -> None:
        if locked.button in self._locked:
            return
        self._locked.add(locked.button)
        why = (
            say("the key of {address} is wrong", address=locked.button)
            if locked.has_key
            else say("{address} encrypts what it sends", address=locked.button)
        )
        detail = say(
            "{why}: companion enrol --button {address} --seat NUMBER --key KEY",
            why=why,
            address=locked.button,
        )
        self.status(DeviceStatus(locked.button, State.DEGRADED, detail))


def _is_of(wanted: Wanted, address: str) -> bool:
    return any(each.partition(KEY)[0] == address for each in wanted.buttons)
