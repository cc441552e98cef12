"""Drawings, lists and configurations of the hardware all agree with `box.yaml`."""

import re
import runpy
from dataclasses import replace
from pathlib import Path

import pytest
import yaml

from companion.devices.readers.array import protocol
from companion.engine import registry
from companion.settings import Settings, load
from tests.firmware.board import FIRMWARE
from tools import hardware
from tools.hardware import Build, Wire

BOX = hardware.load()
BUILDS = tuple(BOX["builds"])
FILES = tuple(hardware.files(BOX))
BUS = {"SCK", "MOSI"}
"""The fast lines, of which each edge is to be slowed down."""
SAFE = 3.3
"""Highest voltage that a GPIO withstands, in volts."""


def build(name: str) -> Build:
    return hardware.build(BOX, name)


def shared_pins(built: Build) -> dict[int, list[str]]:
    used = hardware.pins(BOX, built)
    return {pin: users for pin, users in used.items() if len(users) > 1}


def overloaded(built: Build) -> list[str]:
    drawn = hardware.currents(BOX, built)
    return [rail for rail, current in drawn.items() if current > BOX["rails"][rail]["most"]]


def endangered(built: Build) -> list[Wire]:
    """Return the wires that put more than `SAFE` volts on a GPIO."""
    wrong = []
    for wire in built.wires:
        ends = {wire.source: wire.port, wire.target: wire.end}
        if "pi" in ends and ends["pi"].isdecimal():
            (other,) = set(ends) - {"pi"}
            signals = BOX["parts"][hardware.part_of(other, BOX)].get("signals", {})
            wrong += [wire] if signals.get(ends[other], SAFE) > SAFE else []
    return wrong


@pytest.mark.parametrize(("name", "content"), FILES, ids=[name for name, _ in FILES])
def test_every_table_and_drawing_is_up_to_date(name: str, content: str) -> None:
    """If this fails: `make hardware`."""
    assert (hardware.ROOT / name).read_text(encoding="utf-8") == content


@pytest.mark.parametrize("name", BUILDS)
class TestABuild:
    def test_gives_no_pin_to_two_parts(self, name: str) -> None:
        assert shared_pins(build(name)) == {}
        assert all(pin in range(28) for pin in hardware.pins(BOX, build(name)))

    def test_overloads_no_rail(self, name: str) -> None:
        assert overloaded(build(name)) == []

    def test_leads_no_five_volts_to_a_pin(self, name: str) -> None:
        assert endangered(build(name)) == []

    def test_names_only_parts_and_ports_that_exist(self, name: str) -> None:
        built = build(name)
        for wire in built.wires:
            for instance, port in ((wire.source, wire.port), (wire.target, wire.end)):
                part = hardware.part_of(instance, BOX)
                assert part in built.parts
                assert part == "pi" or port in BOX["parts"][part]["ports"], (instance, port)

    @pytest.mark.slow
    def test_is_drawn_with_every_wire(self, name: str) -> None:
        drawn = yaml.safe_load(hardware.wireviz(BOX, build(name)))
        wires = [wire for wire in build(name).wires if not hardware.is_soldered(BOX, wire)]
        assert sum(cable["wirecount"] for cable in drawn["cables"].values()) == len(wires)
        if hardware.is_drawn(BOX, name):
            picture = hardware.ROOT / f"wiring-{name}.svg"
            assert picture.read_text(encoding="utf-8").count("W1")


def unsupported(built: Build) -> list[str]:
    """Return the readers on a shared bus without their capacitors, and lines without resistors."""
    joined = {(wire.source, wire.port, wire.target, wire.end) for wire in built.wires}
    readers = [name for name in _instances(built) if name.startswith("mfrc522-")]
    wrong = [
        f"{reader} without {capacitor}"
        for reader in readers
        for capacitor in ("c100n", "c10u")
        for number in [reader.rpartition("-")[2]]
        if not {
            (reader, "3V3", f"{capacitor}-{number}", "+"),
            (reader, "GND", f"{capacitor}-{number}", "-"),
        }
        <= joined
    ]
    bare = {wire.port for wire in built.wires if wire.source == "pico" and wire.end in BUS}
    wrong += [f"{port} without a resistor" for port in sorted(bare)]
    if readers and not any(wire.target == "c100u" for wire in built.wires):
        wrong.append("no c100u")
    return wrong


def _instances(built: Build) -> set[str]:
    return {name for wire in built.wires for name in (wire.source, wire.target)}


def strangers(built: Build) -> list[str]:
    """Return the readers of a build for which it has no tags, and tags without a reader."""
    reads = {BOX["parts"][part].get("reads") for part in built.parts} - {None}
    answers = {BOX["parts"][part].get("answers") for part in built.parts} - {None}
    return [f"{frequency} MHz" for frequency in sorted(reads ^ answers)]


@pytest.mark.parametrize("name", BUILDS)
def test_readers_on_a_bus_have_capacitors_and_its_fast_lines_resistors(name: str) -> None:
    assert unsupported(build(name)) == []


@pytest.mark.parametrize("name", BUILDS)
def test_tags_and_readers_are_of_one_technology(name: str) -> None:
    assert strangers(build(name)) == []


def test_what_a_reader_draws_is_counted_on_the_regulator_that_feeds_it() -> None:
    """Two fields of 119 mA are 238 mA from the Pico, which draws them from USB, and so on."""
    drawn = hardware.currents(BOX, build("track"))
    usb = 60 + 238.06 * 3.3 / 5 / 0.85
    assert drawn["pico"] == 238
    assert drawn["usb"] == round(usb)
    assert drawn["5v"] == round(600 + 190 + usb)
    assert hardware.currents(BOX, build("sixteen"))["pico"] == 0


class TestTheChecksThemselves:
    """Each check finds the mistake that it exists for."""

    def test_a_pin_for_two(self) -> None:
        built = build("table")
        clash = Wire("pi", "17", "buzzer", "IN", "blue")
        assert shared_pins(replace(built, wires=(*built.wires, clash))) == {
            17: ["bonnet UP", "buzzer IN"]
        }

    def test_five_volts_without_a_divider(self) -> None:
        built = build("pocket")
        bare = Wire("pi", "14", "rdm6300", "TX", "yellow")
        assert endangered(replace(built, wires=(*built.wires, bare))) == [bare]

    def test_readers_that_never_sleep(self) -> None:
        """19 mA for each that is not asked, as with firmware 1.1."""
        built = build("track")
        parts = {**BOX["parts"], "mfrc522": {**BOX["parts"]["mfrc522"], "current": 19.0}}
        awake = {**BOX, "parts": parts}
        assert hardware.currents(awake, built)["pico"] > BOX["rails"]["pico"]["most"]

    def test_a_reader_without_its_capacitor(self) -> None:
        built = build("track")
        fewer = tuple(wire for wire in built.wires if wire.target != "c10u-3")
        assert unsupported(replace(built, wires=fewer)) == ["mfrc522-3 without c10u"]

    def test_a_clock_line_without_a_resistor(self) -> None:
        built = build("track")
        direct = Wire("pico", "SCK", "mfrc522-1", "SCK", "blue")
        wires = (*built.wires, direct)
        assert unsupported(replace(built, wires=wires)) == ["SCK without a resistor"]

    def test_no_capacitor_where_the_supply_begins(self) -> None:
        built = build("track")
        fewer = tuple(wire for wire in built.wires if wire.target != "c100u")
        assert unsupported(replace(built, wires=fewer)) == ["no c100u"]

    def test_tags_that_the_reader_cannot_read(self) -> None:
        built = build("pocket")
        parts = {part: n for part, n in built.parts.items() if part != "tags13"} | {"tags125": 1}
        assert strangers(replace(built, parts=parts)) == ["0.125 MHz", "13.56 MHz"]

    def test_too_many_lamps(self) -> None:
        built = build("table")
        assert overloaded(replace(built, parts={**built.parts, "led": 80})) == ["3v3"]


class TestThePico:
    """The Pico's firmware and its page agree with the drawing."""

    def test_the_firmware_has_the_pins_that_are_wired(self) -> None:
        wired, has = BOX["pico"], runpy.run_path(str(FIRMWARE / "pins.py"))
        assert has["RESET"] == wired["RST"]
        assert (has["CLOCK"], has["TO_READERS"], has["FROM_READERS"]) == (
            wired["SCK"],
            wired["MOSI"],
            wired["MISO"],
        )
        assert list(has["CHIP_SELECTS"]) == wired["CS"]
        assert len(wired["CS"]) == protocol.MOST_ZONES

    def test_no_pin_has_two_tasks_and_all_are_on_the_board(self) -> None:
        used = list(hardware.pico_ports(BOX).values())
        assert len(set(used)) == len(used)
        assert set(used) <= set(range(23))

    def test_the_bus_is_on_pins_that_can_be_spi0(self) -> None:
        """RP2040 data sheet, section 1.4.3; the RP2350 has the same pins."""
        wired = BOX["pico"]
        assert wired["MISO"] in {0, 4, 16, 20}
        assert wired["SCK"] in {2, 6, 18, 22}
        assert wired["MOSI"] in {3, 7, 19, 23}

    def test_every_port_that_is_wired_has_a_pin(self) -> None:
        for name in BUILDS:
            ports = {wire.port for wire in build(name).wires if wire.source == "pico"}
            assert ports <= {*hardware.pico_ports(BOX), "3V3", "GND", "USB", "VBUS"}

    @pytest.mark.parametrize("port", ["SCK", "MOSI", "MISO", "RST"])
    def test_the_firmwares_page_names_gp_number_and_pin(self, port: str) -> None:
        pin = BOX["pico"][port]
        page = (FIRMWARE / "README.md").read_text(encoding="utf-8")
        assert re.search(rf"\| GP{pin}\b[^|]*\| {hardware.pico_pin(pin)} \| {port} \|", page)

    def test_the_firmwares_page_names_the_pins_of_the_chip_selects(self) -> None:
        """GP0 to GP15 are on pins 1, 2, 4 to 7, ...; from pin 3 on, every fifth is ground."""
        page = (FIRMWARE / "README.md").read_text(encoding="utf-8")
        (cell,) = re.findall(r"\| GP0 to GP15 \| ([^|]*) \|", page)
        listed = [
            pin
            for part in cell.split(", ")
            for first, _, last in [part.partition(" to ")]
            for pin in range(int(first), int(last or first) + 1)
        ]
        assert listed == [hardware.pico_pin(pin) for pin in BOX["pico"]["CS"]]


@pytest.mark.parametrize("name", BOX["profiles"])
def test_a_profile_is_wired_as_the_build_is(tmp_path: Path, name: str) -> None:
    described = BOX["profiles"][name]
    built = build(described["build"])
    settings = profile(tmp_path, name)
    by_user = {user: pin for pin, users in hardware.pins(BOX, built).items() for user in users}
    own = {part.lower(): pin for part, pin in BOX["pins"]["bonnet"].items()}
    expected = {
        button: own[button] for button in ("up", "down", "left", "right", "press", "a", "b")
    }
    expected |= {
        button: by_user[f"{part} IN"] for button, part in described.get("buttons", {}).items()
    }
    knob = described.get("knobs", {}).get("box")
    expected |= {"knob": by_user[f"{knob} SW"]} if knob else {}
    assert settings.buttons == expected
    turned = {"knob": (by_user[f"{knob} A"], by_user[f"{knob} B"])} if knob else {}
    assert settings.knobs == turned
    lamps = described.get("lamps", {})
    assert settings.lamps == {lamp: by_user[f"{part} IN"] for lamp, part in lamps.items()}
    assert settings.buzzer == by_user.get(f"{described.get('buzzer')} IN")


def profile(folder: Path, name: str) -> Settings:
    file = folder / "companion.yaml"
    file.write_text(f"profile: {name}\n", encoding="utf-8")
    return load(file, registry.load)


def test_the_header_has_the_usual_numbering() -> None:
    assert [hardware.physical(pin) for pin in (2, 3, 14, 15, 17, 21)] == [3, 5, 8, 10, 11, 40]


def test_the_pages_are_linked() -> None:
    readme = (hardware.ROOT / "README.md").read_text(encoding="utf-8")
    for name in BUILDS:
        assert f"({name}.md)" in readme
        assert not hardware.is_drawn(BOX, name) or f"(wiring-{name}.svg)" in readme
