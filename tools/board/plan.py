"""The table board as `hardware/box.yaml` has it: its components and its nets.

It needs nothing but the standard library and PyYAML, since it also runs beside KiCad.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import yaml

ROOT: Final = Path(__file__).parents[2]
HEADER: Final = "J1"
"""The 40 pins."""
SUPPLIES: Final[Mapping[str, tuple[int, ...]]] = {
    "5V": (2, 4),
    "3V3": (1, 17),
    "GND": (6, 9, 14, 20, 25, 30, 34, 39),
}
BCM: Final[Mapping[int, int]] = {
    0: 27,
    1: 28,
    2: 3,
    3: 5,
    4: 7,
    5: 29,
    6: 31,
    7: 26,
    8: 24,
    9: 21,
    10: 19,
    11: 23,
    12: 32,
    13: 33,
    14: 8,
    15: 10,
    16: 36,
    17: 11,
    18: 12,
    19: 35,
    20: 38,
    21: 40,
    22: 15,
    23: 16,
    24: 18,
    25: 22,
    26: 37,
    27: 13,
}
"""The pin on the header of each GPIO, by its BCM number."""
PINS: Final = 40


@dataclass(frozen=True, slots=True)
class Component:
    """A component: its pins have nets by their numbers, ``""`` where nothing is joined."""

    name: str
    kind: str
    value: str
    number: str
    footprint: str
    at: tuple[float, float, float]
    """Place of pin 1 or of the middle, and turn in degrees."""
    nets: Mapping[str, str]
    purpose: str = ""


def load(file: Path = ROOT / "hardware" / "box.yaml") -> Mapping[str, Any]:
    """Return the board's description."""
    board: Mapping[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8"))["board"]
    return board


def components(board: Mapping[str, Any]) -> tuple[Component, ...]:
    """Return all components in the order of `box.yaml`."""
    return tuple(_component(board, name, part) for name, part in board["parts"].items())


def _component(board: Mapping[str, Any], name: str, part: Mapping[str, Any]) -> Component:
    kind = board["kinds"][part["kind"]]
    pins = part.get("pins", _header(board["gpio"]))
    return Component(
        name,
        part["kind"],
        str(part.get("value", kind.get("value", ""))),
        part.get("number", kind.get("number", "")),
        kind["footprint"],
        tuple(part["at"]),
        {str(i): str(net) for i, net in enumerate(pins, 1)},
        part.get("for", ""),
    )


def _header(gpio: Mapping[str, int]) -> list[str]:
    used = {BCM[pin]: net for net, pin in gpio.items()}
    used |= {pin: net for net, pins in SUPPLIES.items() for pin in pins}
    return [used.get(pin, "") for pin in range(1, PINS + 1)]


def nets(board: Mapping[str, Any]) -> dict[str, frozenset[str]]:
    """Return the pins of each net, as ``U1.3``."""
    found: dict[str, set[str]] = {}
    for component in components(board):
        for pin, net in component.nets.items():
            if net:
                found.setdefault(net, set()).add(f"{component.name}.{pin}")
    return {net: frozenset(pins) for net, pins in sorted(found.items())}
