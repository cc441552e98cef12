"""Presses of Bluetooth buttons, as BTHome v2 broadcasts them (bthome.io).

`bthome-ble` decrypts and reads what a button sends. A button repeats each advertisement for about a
second, so that it is heard; the encryption counter, or else the packet id, tells a new one. What an
encrypted button sends is new only if its counter is higher than any before: that library accepts
small counters again, which could be a replay.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

import msgspec
from bleak.backends.device import BLEDevice
from bthome_ble import BTHomeBluetoothDeviceData
from habluetooth import BluetoothServiceInfoBleak
from msgspec.structs import replace

from companion.devices import Gesture
from companion.devices.wireless import KEY, ButtonReport

SERVICE: Final = "0000fcd2-0000-1000-8000-00805f9b34fb"
"""The service data of BTHome v2; its advertisements begin with these 16 bits."""
GESTURES: Final = MappingProxyType(
    {
        "press": Gesture.CLICK,
        "double_press": Gesture.DOUBLE_CLICK,
        "long_press": Gesture.LONG_PRESS,
    }
)
"""The events of a button that mean something; others are heard, and nothing happens."""
REPEATS: Final = 4.0
"""Seconds in which an advertisement that is the same, and not numbered, is a repetition."""
_ENCRYPTED: Final = 1
_ADDRESS: Final = 2
_WITH_ADDRESS: Final = 7
"""Bytes before the measurements where the device's address is among them."""
_PACKET_ID: Final = b"\0"
_VERSION: Final = 2
_VERSION_SHIFT: Final = 5
_COUNTER: Final = slice(-8, -4)
_LEAST_ENCRYPTED: Final = 9
"""Bytes of an encrypted advertisement: information, counter and check."""
_FULL: Final = 100
"""Percent of a full battery; a byte has room for more, which means nothing."""
_MOST_DEVICES: Final = 100
"""The most devices that are remembered: in a block of flats there are many sensors."""


class EncryptedButton(msgspec.Struct, frozen=True):
    """A button sends encrypted data, and its key is unknown or wrong."""

    button: str
    has_key: bool
    """Whether a key is known."""


@dataclass(slots=True)
class _Device:
    """The state kept for one device."""

    key: str
    data: BTHomeBluetoothDeviceData
    known: int
    """The highest counter that was heard before this run of the program; -1 if none is known."""
    counter: int
    """The highest encryption counter so far; -1 before the first."""
    latest: bytes = b""
    at: float = 0.0


@dataclass(slots=True)
class BthomeDecoder:
    """Decodes advertisements. ``key_of`` returns a device's key in hexadecimal, or ``""``.

    ``counter_of`` returns the highest counter of a device received so far, -1 if none is known; a
    counter that falls means that the button was reset.
    """

    key_of: Callable[[str], str]
    counter_of: Callable[[str], int]
    _devices: dict[str, _Device] = field(default_factory=dict)

    def read(
        self, address: str, data: bytes, now: float
    ) -> tuple[ButtonReport, ...] | EncryptedButton:
        """Return the new information in an advertisement; ``now`` is in seconds."""
        if not data or data[0] >> _VERSION_SHIFT != _VERSION:
            return ()
        device = self._device(address)
        if data[0] & _ENCRYPTED:
            return self._decrypted(address, device, data, now)
        is_same = data == device.latest
        repeats = is_same and (_is_numbered(data) or now - device.at < REPEATS)
        device.latest, device.at = data, now
        if repeats or device.key:  # a button with a key encrypts: this is another sender
            return ()
        return self._reports(address, device, data, now)

    def _decrypted(
        self, address: str, device: _Device, data: bytes, now: float
    ) -> tuple[ButtonReport, ...] | EncryptedButton:
        if len(data) < _LEAST_ENCRYPTED:
            return ()
        counter = int.from_bytes(data[_COUNTER], "little")
        if counter <= device.counter:
            return ()
        if not device.key:
            return EncryptedButton(address, has_key=False)
        reports = self._reports(address, device, data, now)
        if device.data.decryption_failed:
            return EncryptedButton(address, has_key=True)
        device.counter = counter
        return tuple(replace(report, counter=counter) for report in reports)

    def _device(self, address: str) -> _Device:
        key, known = self.key_of(address), self.counter_of(address)
        device = self._devices.get(address)
        if device is None or device.key != key or known < device.known:
            if len(self._devices) >= _MOST_DEVICES:
                del self._devices[next(iter(self._devices))]
            data = BTHomeBluetoothDeviceData(bytes.fromhex(key) or None)
            device = _Device(key, data, known, known)
            self._devices[address] = device
        device.known = known
        return device

    def _reports(
        self, address: str, device: _Device, data: bytes, now: float
    ) -> tuple[ButtonReport, ...]:
        # The library asks for twice the same failure before it says so.
        device.data.decryption_failed = False
        update = device.data.update(_service_info(address, data, now))
        battery = next(
            (
                round(value.native_value)
                for key, value in update.entity_values.items()
                if key.key == "battery"
                and isinstance(value.native_value, (int, float))
                and 0 <= value.native_value <= _FULL
            ),
            None,
        )
        pressed = [
            ButtonReport(_button(address, key.key), gesture, battery)
            for key, event in update.events.items()
            if (gesture := GESTURES.get(event.event_type)) is not None
        ]
        if pressed:
            return tuple(pressed)
        return () if battery is None else (ButtonReport(address, None, battery),)


def _is_numbered(data: bytes) -> bool:
    """Return whether a packet id comes first, so that two presses never look the same.

    BlueZ repeats the last advertisement whenever the signal strength changes.
    """
    return data[_WITH_ADDRESS if data[0] & _ADDRESS else 1 :][:1] == _PACKET_ID


def _button(address: str, key: str) -> str:
    """Return the address of a key: the library names several keys `button_1`, `button_2`."""
    _, _, number = key.partition("_")
    return f"{address}{KEY}{number}" if number else address


def _service_info(address: str, data: bytes, now: float) -> BluetoothServiceInfoBleak:
    return BluetoothServiceInfoBleak(
        name=address,
        address=address,
        rssi=0,
        manufacturer_data={},
        service_data={SERVICE: data},
        service_uuids=[],
        source="local",
        device=BLEDevice(address, address, None),
        advertisement=None,
        connectable=False,
        time=now,
        tx_power=None,
    )
