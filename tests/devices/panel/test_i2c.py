import errno
import os
from pathlib import Path

import pytest
from PIL import Image

from companion.devices.panel import i2c as panel_link
from companion.devices.panel.i2c import I2CLink
from companion.emulation.i2c import EmulatedBus

I2C_SLAVE_FORCE = 0x0706
"""Of linux/i2c-dev.h; smbus2, which is not ours, has the same."""


class Listener:
    def __init__(self) -> None:
        self.heard: list[bytes] = []

    def receive(self, message: bytes) -> None:
        self.heard.append(message)


def test_before_it_is_connected_it_keeps_commands_and_drops_pixels() -> None:
    link = I2CLink(0x3C)
    link.command(0xAE)
    link.data(b"\xff")
    link.command(0x81, 0x7F)
    assert link.unsent == [b"\xae", b"\x81\x7f"]


def test_commands_and_pixels_go_out_in_one_transaction_each() -> None:
    chip = Listener()
    bus = EmulatedBus({0x3C: chip})
    link = I2CLink(0x3C)
    link.connect(bus)
    link.command(0x21, 0, 127)
    link.data(bytes(1024))
    assert chip.heard == [b"\x00\x21\x00\x7f", b"\x40" + bytes(1024)]
    assert bus.traffic() == (5 + 1026, 2)


def test_disconnected_it_sends_nothing() -> None:
    chip = Listener()
    link = I2CLink(0x3C)
    link.connect(EmulatedBus({0x3C: chip}))
    link.disconnect()
    link.command(0xAE)
    link.cleanup()
    link.disconnect()
    assert chip.heard == []


@pytest.mark.parametrize("bus", ["/dev/i2c-none", 97])
def test_a_missing_bus_is_an_error(bus: int | str) -> None:
    with pytest.raises(FileNotFoundError, match="i2c-"):
        I2CLink(0x3C).connect(bus)


def test_unacknowledged_messages_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some kernel adapters report only that nothing was sent."""
    addressed: list[tuple[object, ...]] = []
    monkeypatch.setattr(panel_link, "ioctl", lambda _file, *given: addressed.append(given))
    link = I2CLink(0x3C)
    link.connect("/dev/null")
    with monkeypatch.context() as silent:
        silent.setattr("os.write", lambda *_: 0)
        with pytest.raises(OSError, match="I/O") as caught:
            link.command(0xAE)
    assert caught.value.errno == errno.EREMOTEIO
    link.command(0xAE)
    link.disconnect()
    assert addressed == [(I2C_SLAVE_FORCE, 0x3C)] * 2


def test_what_is_written_to_the_file_is_one_message(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(panel_link, "ioctl", lambda *_: 0)
    bus, written = tmp_path / "i2c-1", list[bytes]()
    bus.touch()
    write = os.write

    def listen(file: int, message: bytes) -> int:
        written.append(message)
        return write(file, message)

    monkeypatch.setattr("os.write", listen)
    link = I2CLink(0x3C)
    link.connect(str(bus))
    link.command(0x21, 0, 127)
    link.data(bytes(1024))
    link.disconnect()
    assert written == [b"\x00\x21\x00\x7f", b"\x40" + bytes(1024)]
    assert bus.read_bytes() == b"".join(written)


def test_a_luma_device_accepts_it_as_a_serial_interface() -> None:
    from luma.core.device import device

    class Panel(device):
        def display(self, image: Image.Image) -> None:
            self.command(0xB0)
            self.data(image.tobytes())

    chip = Listener()
    link = I2CLink(0x3C)
    panel = Panel(serial_interface=link)
    panel.capabilities(8, 8, 0)
    link.connect(EmulatedBus({0x3C: chip}))
    panel.clear()
    panel.hide()
    assert chip.heard == [b"\x00\xb0", b"\x40" + bytes(8), b"\x00\xae"]
