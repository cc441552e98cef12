import errno

import pytest

from companion.emulation.i2c import EmulatedBus


class Listener:
    """A chip that keeps what it receives."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []

    def receive(self, message: bytes) -> None:
        self.heard.append(message)


def test_a_write_reaches_the_chip_at_its_address_and_no_other() -> None:
    addressed, other = Listener(), Listener()
    bus = EmulatedBus({0x3C: addressed, 0x3D: other})
    bus.write(0x3C, b"\x40\x01\x02")
    assert (addressed.heard, other.heard) == ([b"\x40\x01\x02"], [])


def test_every_byte_on_the_wires_is_counted_with_the_address() -> None:
    bus = EmulatedBus({0x3C: Listener()})
    bus.write(0x3C, b"\x40\x01\x02")
    bus.write(0x3C, b"\x00\xae")
    assert bus.traffic() == (4 + 3, 2)
    assert bus.traffic() == (0, 0)


def test_an_address_without_a_chip_gives_the_error_of_linux() -> None:
    bus = EmulatedBus()
    with pytest.raises(OSError, match="Remote I/O error") as caught:
        bus.write(0x3C, b"\x00\xae")
    assert caught.value.errno == errno.EREMOTEIO
    assert bus.traffic() == (1, 1)


@pytest.mark.parametrize(
    ("after", "heard", "wire_bytes"),
    [(0, [], 1), (1, [], 1), (3, [b"\x40\x01"], 3), (4, [b"\x40\x01\x02"], 4)],
)
def test_a_chip_may_stop_to_acknowledge_at_any_byte(
    after: int, heard: list[bytes], wire_bytes: int
) -> None:
    chip = Listener()
    bus = EmulatedBus({0x3C: chip}, nack_after=after)
    if after < 4:
        with pytest.raises(OSError, match="Remote"):
            bus.write(0x3C, b"\x40\x01\x02")
    else:
        bus.write(0x3C, b"\x40\x01\x02")
    assert chip.heard == heard
    assert bus.traffic().wire_bytes == wire_bytes
    with pytest.raises(OSError, match="Remote"):
        bus.write(0x3C, b"\x40")


def test_every_transaction_is_reported_even_a_failed_one() -> None:
    reported: list[str] = []
    bus = EmulatedBus({0x3C: Listener()}, on_transaction=lambda: reported.append("transaction"))
    bus.write(0x3C, b"\x00")
    with pytest.raises(OSError, match="Remote"):
        bus.write(0x3D, b"\x00")
    bus.close()
    bus.write(0x3C, b"\x00")
    assert len(reported) == 3
