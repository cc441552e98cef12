"""The doctor asks a Raspberry Pi for the clock of its bus, its serial port and its supply."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.doctor.pi import LinuxPaths, examine
from companion.settings import ReaderSettings, Settings
from tests.rig import settings

I2C = "soc/i2c@7e804000"


@pytest.fixture
def machine(tmp_path: Path) -> LinuxPaths:
    """Return a Zero 2 W that is set up as it should be."""
    made = LinuxPaths(*(tmp_path / name for name in ("tree", "cmdline", "hwmon")))
    (made.tree / "aliases").mkdir(parents=True)
    (made.tree / I2C).mkdir(parents=True)
    (made.tree / "model").write_bytes(b"Raspberry Pi Zero 2 W Rev 1.0\0")
    (made.tree / "aliases/i2c1").write_bytes(f"/{I2C}\0".encode())
    (made.tree / I2C / "status").write_bytes(b"okay\0")
    (made.tree / I2C / "clock-frequency").write_bytes((400_000).to_bytes(4, "big"))
    made.cmdline.write_text("console=tty1 root=1\n", encoding="utf-8")
    for number, name in enumerate(("cpu_thermal", "rpi_volt")):
        (made.hwmon / f"hwmon{number}").mkdir(parents=True)
        (made.hwmon / f"hwmon{number}/name").write_text(f"{name}\n", encoding="utf-8")
    (made.hwmon / "hwmon1/in0_lcrit_alarm").write_text("0\n", encoding="utf-8")
    return made


@pytest.fixture
def box(tmp_path: Path) -> Settings:
    reader = ReaderSettings("board", "pn532", "/dev/serial0", {}, ())
    return replace(settings(tmp_path), readers=(reader,))


def wrong(box: Settings, machine: LinuxPaths) -> list[str]:
    return [f"{it.subject}: {it.words}" for it in examine(box, machine) if not it.sound]


def test_a_pi_that_is_set_up_is_sound(box: Settings, machine: LinuxPaths) -> None:
    finding = {it.subject: it.words for it in examine(box, machine)}
    assert finding == {
        "computer": "Raspberry Pi Zero 2 W Rev 1.0",
        "I2C clock": "400 kHz",
        "serial port": "no console on it",
        "supply": "not below 4.6 V",
    }
    assert wrong(box, machine) == []


def test_of_another_computer_nothing_is_said(box: Settings, machine: LinuxPaths) -> None:
    (machine.tree / "model").write_bytes(b"Some Board\0")
    assert list(examine(box, machine)) == []


def test_a_slow_bus_is_told_with_what_it_costs(box: Settings, machine: LinuxPaths) -> None:
    (machine.tree / I2C / "clock-frequency").write_bytes((100_000).to_bytes(4, "big"))
    (finding,) = wrong(box, machine)
    assert "100 kHz: a picture takes 93 ms: sudo companion setup-pi" in finding


def test_a_bus_that_is_off_is_told(box: Settings, machine: LinuxPaths) -> None:
    (machine.tree / I2C / "status").write_bytes(b"disabled\0")
    assert wrong(box, machine) == ["I2C clock: I2C is off: sudo companion setup-pi"]


def test_a_login_shell_on_the_port_is_told(box: Settings, machine: LinuxPaths) -> None:
    machine.cmdline.write_text("console=ttyS0,115200 console=tty1\n", encoding="utf-8")
    assert wrong(box, machine) == [
        "serial port: used by a console (ttyS0): sudo companion setup-pi"
    ]


def test_a_box_without_a_reader_on_the_header_may_have_a_shell(
    box: Settings, machine: LinuxPaths
) -> None:
    machine.cmdline.write_text("console=ttyS0,115200\n", encoding="utf-8")
    usb = ReaderSettings("board", "array", "usb:2e8a:0005", {}, ())
    assert wrong(replace(box, readers=(usb,)), machine) == []


def test_serial0_of_a_pi_5_is_the_wrong_port(box: Settings, machine: LinuxPaths) -> None:
    (machine.tree / "model").write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")
    (finding,) = wrong(box, machine)
    assert finding.endswith("debug connector of this model; on pins 8 and 10 there is /dev/ttyAMA0")


def test_a_weak_supply_is_told(box: Settings, machine: LinuxPaths) -> None:
    (machine.hwmon / "hwmon1/in0_lcrit_alarm").write_text("1\n", encoding="utf-8")
    assert wrong(box, machine) == ["supply: below 4.6 V: use a better supply and a short cable"]
