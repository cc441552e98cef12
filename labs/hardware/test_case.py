"""The printed parts fit what is bought, and each check finds the mistake that it exists for."""

from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from manifold3d import CrossSection, Manifold

from tools.case import checks, printed, solids
from tools.case.__main__ import box_yaml, mistakes, moved_keys
from tools.case.slicing import sliced, write_stl
from tools.case.solids import box as cuboid

BOX = box_yaml()


def changed(path: str, value: object) -> Mapping[str, Any]:
    """Return the lengths with another value at a path of keys."""
    box: dict[str, Any] = deepcopy(dict(BOX))
    *way, last = path.split(".")
    inner = box
    for key in way:
        inner = inner[key]
    assert last in inner
    inner[last] = value
    return box


def without_opening(purpose: str) -> list[Mapping[str, Any]]:
    openings = BOX["case"]["openings"]
    assert purpose in {opening["for"] for opening in openings}
    return [opening for opening in openings if opening["for"] != purpose]


def test_everything_fits() -> None:
    assert list(mistakes(BOX)) == []


PLANTED = [
    ("case.reader", {**BOX["case"]["reader"], "at": [58.0, 0.6]}, "pn532 overlap"),
    ("case.post", 1.0, "box and pi overlap"),
    ("case.air", -1.0, "lid and bonnet overlap"),
    ("case.stack", 9.0, "overlap"),
    ("case.spare", 0.3, "lid covers the key b"),
    ("case.standoff", {"diameter": 2.5, "length": 5.0}, "standoff 1 has 3.6 mm of thread"),
    ("case.pilot", {"diameter": 2.1, "posts": 6.0, "lid": 5.0}, "lid screw 1 stands on the bottom"),
    ("case.screw", {"diameter": 2.5, "length": 5.0, "clear": 2.9}, "lid screw 1 has 3.0 mm"),
    ("case.openings", without_opening("power"), "power cable would go through box"),
    ("case.openings", without_opening("wires to seats and lamps"), "wires to the seats would go"),
    ("case.track.gap", 0.01, "bus would go through tray"),
    ("case.track.below", 2.5, "bus would go through rc522"),
    ("case.track.plug", [6.0, 4.0], "USB cable would go through tray"),
    ("case.track.pitch", 38.0, "overlap"),
    ("case.track.pilot", 4.0, "cover screw 1 stands on the bottom"),
    ("case.track.floor", 1.0, "cover: thinner than 1.6 mm"),
    ("case.wall", 1.2, "box: thinner than 1.6 mm"),
    ("case.reader", {**BOX["case"]["reader"], "fence": 0.8}, "box: thinner than 1.6 mm"),
    ("case.track.tokens", 4, "tray: larger than the bed"),
    ("case.seat", {**BOX["case"]["seat"], "thread": 11.0}, "seat and button overlap"),
    ("case.seat", {**BOX["case"]["seat"], "lamp": [20.0, 12.0]}, "overlap"),
]


@pytest.mark.parametrize(("path", "value", "found"), PLANTED)
def test_a_planted_mistake_is_found(path: str, value: object, found: str) -> None:
    findings = list(mistakes(changed(path, value)))
    assert any(found in line for line in findings), findings


def test_a_key_that_is_elsewhere_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """As the lid of version 0.2 was: its holes were where the keys were not."""
    measured = deepcopy(dict(solids.load()))
    solids.piece(measured["bonnet"], "key a")["at"][1] -= 6.7
    before = solids.load()
    monkeypatch.setattr("tools.case.assembly.load", lambda: measured)
    assert solids.load() == before
    assert any("covers the key a" in line for line in mistakes(BOX))


def test_a_flat_roof_over_an_opening_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def flat(x: float, width: float, low: float, high: float) -> CrossSection:
        return CrossSection.square((width, high - low)).translate((x - width / 2, low))

    monkeypatch.setattr(printed, "gable", flat)
    assert any("box: " in line and "hang in the air" in line for line in mistakes(BOX))


def test_a_face_of_46_degrees_hangs_and_one_of_44_does_not() -> None:
    def mushroom(out: float) -> Manifold:
        head = Manifold.cylinder(10, 5, 5 + out, 64).translate((0, 0, 10))
        return Manifold.cylinder(11, 5, 5, 64) + head

    assert list(checks.overhangs("steep", mushroom(9.6))) == []
    assert len(list(checks.overhangs("flat", mushroom(10.6)))) == 1


def test_the_slicer_complains_of_what_floats(tmp_path: Path) -> None:
    table = cuboid((0, 0, 0), (4, 4, 10)) + cuboid((0, 0, 10), (40, 40, 0.05))
    floating = table + cuboid((60, 60, 30), (10, 10, 10))
    write_stl(floating, tmp_path / "floating.stl")
    assert sliced(tmp_path / "floating.stl").complaints
    write_stl(cuboid((0, 0, 0), (20, 20, 10)), tmp_path / "block.stl")
    block = sliced(tmp_path / "block.stl")
    assert block.complaints == ()
    assert 1 < block.grams < 5
    assert 5 < block.minutes < 40


@pytest.mark.parametrize(("found", "off"), [("", 0), ("the key b is 2.0 mm beside", 2)])
def test_keys_are_compared_with_a_board_file(tmp_path: Path, found: str, off: float) -> None:
    """Positions as in the vendor's file (SW1, SW2, SW3), or one of them moved."""
    places = {"SW1": (61.087, 15.748), "SW2": (53.848 + off, 9.271), "SW3": (8.128, 13.462)}
    elements = "".join(f'<element name="{n}" x="{x}" y="{y}"/>' for n, (x, y) in places.items())
    file = tmp_path / "bonnet.brd"
    file.write_text(f"<eagle>{elements}</eagle>", encoding="utf-8")
    findings = "".join(moved_keys(file))
    assert found in findings if found else findings == ""
