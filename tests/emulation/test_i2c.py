import errno

import pytest
from smbus2 import i2c_msg

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
    bus.i2c_rdwr(i2c_msg.write(0x3C, [0x40, 1, 2]))
    assert (addressed.heard, other.heard) == ([b"\x40\x01\x02"], [])


def test_every_byte_on_the_wires_is_counted_with_the_address() -> None:
    bus = EmulatedBus({0x3C: Listener()})
    bus.i2c_rdwr(i2c_msg.write(0x3C, [0x40, 1, 2]), i2c_msg.write(0x3C, [0]))
    bus.write_i2c_block_data(0x3C, 0x00, [0xAE])
    assert bus.traffic() == (4 + 2 + 3, 2)
    assert bus.traffic() == (0, 0)


def test_an_address_without_a_chip_gives_the_error_of_linux() -> None:
    bus = EmulatedBus()
    with pytest.raises(OSError, match="Remote I/O error") as caught:
        bus.i2c_rdwr(i2c_msg.write(0x3C, [0, 0xAE]))
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
            bus.i2c_rdwr(i2c_msg.write(0x3C, [0x40, 1, 2]))
    else:
        bus.i2c_rdwr(i2c_msg.write(0x3C, [0x40, 1, 2]))
    assert chip.heard == heard
    assert bus.traffic().wire_bytes == wire_bytes
    with pytest.raises(OSError, match="Remote"):
        bus.i2c_rdwr(i2c_msg.write(0x3C, [0x40]))


def test_reading_is_not_supported() -> None:
    with pytest.raises(OSError, match="no emulated chip can be read"):
        EmulatedBus({0x3C: Listener()}).i2c_rdwr(i2c_msg.read(0x3C, 1))


def test_a_block_has_at_most_32_bytes() -> None:
    with pytest.raises(ValueError, match="32"):
        EmulatedBus({0x3C: Listener()}).write_i2c_block_data(0x3C, 0x40, [0] * 33)


def test_every_transaction_is_reported_even_a_failed_one() -> None:
    reported: list[str] = []
    bus = EmulatedBus({0x3C: Listener()}, on_transaction=lambda: reported.append("transaction"))
    bus.i2c_rdwr(i2c_msg.write(0x3C, [0]))
    with pytest.raises(OSError, match="Remote"):
        bus.i2c_rdwr(i2c_msg.write(0x3D, [0]))
    bus.close()
    bus.i2c_rdwr(i2c_msg.write(0x3C, [0]))
    assert len(reported) == 3
