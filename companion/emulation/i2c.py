"""Emulated I2C bus at the level of messages, which counts every byte."""

import errno
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import Lock
from typing import Final, NamedTuple, Protocol

ADDRESS_BYTE: Final = 1
BITS: Final = 9
"""Bits of a byte on the wires: eight, and the acknowledgement."""


class I2cChip(Protocol):
    """A chip that listens at an address."""

    def receive(self, message: bytes) -> None:
        """Process the bytes that follow the address byte of a write."""


class Traffic(NamedTuple):
    """Traffic on the bus: bytes, including addresses, and transactions (START to STOP)."""

    wire_bytes: int
    transactions: int


@dataclass(slots=True)
class EmulatedBus:
    """A bus with chips by their seven-bit addresses; it may be used from any thread.

    A missing chip, or more than `nack_after` further bytes on the wires, raises the `OSError` that
    Linux raises for a missing acknowledgement. With `hertz`, transfers take as long as on a real
    bus with that clock, nine bits per byte; without it, no time passes. Its observer is called
    after each transaction, in the thread that made it.
    """

    chips: dict[int, I2cChip] = field(default_factory=dict)
    nack_after: int | None = None
    hertz: int | None = None
    on_transaction: Callable[[], None] | None = None
    _wire_bytes: int = 0
    _transactions: int = 0
    _lock: Lock = field(default_factory=Lock)

    def report_to(self, observer: Callable[[], None] | None) -> None:
        """Set the observer, or remove it with ``None``."""
        self.on_transaction = observer

    def write(self, address: int, message: bytes) -> None:
        """Send a message in one transaction."""
        try:
            with self._lock:
                self._transactions += 1
                self._transfer(address, message)
        finally:
            if self.on_transaction is not None:
                self.on_transaction()

    def close(self) -> None:
        """Do nothing: the chips stay for the next one to open the bus."""

    def traffic(self) -> Traffic:
        """Return the traffic since the last call."""
        with self._lock:
            traffic = Traffic(self._wire_bytes, self._transactions)
            self._wire_bytes = self._transactions = 0
        return traffic

    def _transfer(self, address: int, message: bytes) -> None:
        chip = self.chips.get(address)
        heard = len(message) if chip is not None else 0
        if self.nack_after is not None:
            heard = min(heard, max(0, self.nack_after - ADDRESS_BYTE))
            self.nack_after = max(0, self.nack_after - ADDRESS_BYTE - len(message))
        self._wire_bytes += ADDRESS_BYTE + heard
        if self.hertz is not None:
            time.sleep((ADDRESS_BYTE + heard) * BITS / self.hertz)
        if chip is not None and heard:
            chip.receive(message[:heard])
        if chip is None or heard < len(message):
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
