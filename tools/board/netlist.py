"""Compares what KiCad has with `box.yaml`, and writes it down as CSV.

`python3 -m tools.board.netlist NETLIST.XML BOARD TARGET.CSV`
"""

import csv
import re
import sys
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

from tools.board.plan import load, nets

_FOOTPRINT: Final = re.compile(r'^\t\(footprint "', re.MULTILINE)
_REFERENCE: Final = re.compile(r'\(property "Reference" "([^"]+)"')
_PAD: Final = re.compile(r'\(pad "([^"]*)"(?:(?!\n\t\t\(pad )[\s\S])*?\(net \d+ "([^"]*)"\)')
_JOINS_NOTHING: Final = "unconnected-"


def of_schematic(netlist: str) -> dict[str, frozenset[str]]:
    """Return the pins of each net in KiCad's XML."""
    root = ET.fromstring(netlist)  # noqa: S314 - of our own schematic
    found = {
        net.attrib["name"].lstrip("/"): frozenset(
            f"{node.attrib['ref']}.{node.attrib['pin']}" for node in net.iter("node")
        )
        for net in root.iter("net")
    }
    return {net: pins for net, pins in found.items() if not net.startswith(_JOINS_NOTHING)}


def of_board(board: str) -> dict[str, frozenset[str]]:
    """Return the pads of each net in a board file of KiCad."""
    found: dict[str, set[str]] = {}
    for footprint in _FOOTPRINT.split(board)[1:]:
        named = _REFERENCE.search(footprint)
        for pad, net in _PAD.findall(footprint) if named else ():
            if named and net and not net.startswith(_JOINS_NOTHING):
                found.setdefault(net, set()).add(f"{named[1]}.{pad}")
    return {net: frozenset(pads) for net, pads in found.items()}


def differences(wanted: dict[str, frozenset[str]], found: dict[str, frozenset[str]]) -> list[str]:
    """Return the nets that differ, in words."""
    return [
        f"{net}: {sorted(wanted.get(net, ()))} wanted, {sorted(found.get(net, ()))} found"
        for net in sorted(wanted.keys() | found.keys())
        if wanted.get(net) != found.get(net)
    ]


def main() -> int:
    """Compare, and write the table."""
    schematic, board, target = map(Path, sys.argv[1:4])
    wanted = nets(load())
    wrong = differences(wanted, of_schematic(schematic.read_text(encoding="utf-8")))
    wrong += differences(wanted, of_board(board.read_text(encoding="utf-8")))
    with target.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("net", "pins"))
        found = of_schematic(schematic.read_text(encoding="utf-8"))
        writer.writerows((net, " ".join(sorted(pins))) for net, pins in sorted(found.items()))
    for line in wrong:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
