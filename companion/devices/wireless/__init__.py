"""Wireless buttons: what their receivers report, and which buttons they listen to.

A button is identified by its address: the MQTT topic of its device, or its Bluetooth address. A
device with several keys has an address for each, with the number of the key after a `#`.
"""

from collections.abc import Callable
from typing import Final, Protocol, TypeAlias

import msgspec

from companion.devices import Gesture

KEY: Final = "#"
"""Stands between the address of a device with several keys and the number of the key."""


class ButtonReport(msgspec.Struct, frozen=True):
    """A report of a button: a press, its battery level in percent, or both."""

    button: str
    gesture: Gesture | None = None
    battery: int | None = None
    counter: int | None = None
    """The number that a button which encrypts gives to what it sends; each is a higher one."""


class Wanted(msgspec.Struct, frozen=True):
    """What receivers listen to: these `buttons`, or `every` button while buttons are enrolled."""

    buttons: frozenset[str] = frozenset()
    every: bool = False


ReportSink: TypeAlias = Callable[[ButtonReport], None]


class ButtonReceiver(Protocol):
    """Receives wireless buttons. It reports each press once, in the event loop's thread."""

    def listen(self, wanted: Wanted | None) -> None:
        """Listen to other buttons from now on, or to none, which causes no wake-ups."""

    def close(self) -> None:
        """Stop permanently; nothing is reported afterwards."""
