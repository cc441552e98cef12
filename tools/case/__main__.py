"""Check, slice and draw what is printed: `python -m tools.case [--quick] [--board FILE]`.

Solids of the printed parts are held against solids of the bought ones (`hardware/solids.yaml`).
STL files go to `build/hardware`; pictures and `prints.csv`, the time and plastic that each part
takes, to `hardware/case`. `--board` compares the bonnet's keys with its vendor's board file.
"""

import argparse
import csv
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree as ET

import yaml

from tools.case import checks
from tools.case.assembly import assemblies
from tools.case.pictures import draw
from tools.case.printed import on_bed, parts
from tools.case.slicing import Print, fits_bed, sliced, write_stl
from tools.case.solids import load, piece

ROOT: Final = Path(__file__).parents[2]
BUILD: Final = ROOT / "build" / "hardware"
CASE: Final = ROOT / "hardware" / "case"
_BY_VENDOR: Final = {"a": "SW1", "b": "SW2", "joystick": "SW3"}
"""The names of the bonnet's keys on its board."""


def box_yaml() -> Mapping[str, Any]:
    """Return the lengths."""
    text = (ROOT / "hardware" / "box.yaml").read_text(encoding="utf-8")
    lengths: Mapping[str, Any] = yaml.safe_load(text)
    return lengths


def mistakes(box: Mapping[str, Any]) -> Iterator[str]:
    """Yield everything that is wrong with the printed parts, in words."""
    for built in assemblies(box):
        yield from checks.collisions(built)
        yield from checks.covered_keys(built)
        yield from checks.loose_screws(built)
        yield from checks.trapped_cables(built)
    for name, body in parts(box).items():
        stands = on_bed(name, body)
        yield from checks.thin_walls(name, stands)
        yield from checks.overhangs(name, stands)
        if not fits_bed(stands):
            yield f"{name}: larger than the bed of a small printer"


def moved_keys(board: Path) -> Iterator[str]:
    """Yield the keys of the bonnet that are elsewhere in the vendor's board file (Eagle's XML)."""
    elements = ET.parse(board).getroot().iter("element")  # noqa: S314 - of the caller's choice
    there = {it.attrib["name"]: (float(it.attrib["x"]), float(it.attrib["y"])) for it in elements}
    bonnet = load()["bonnet"]
    for key, what in bonnet["keys"].items():
        measured = piece(bonnet, what)
        here = [at + size / 2 for at, size in zip(measured["at"], measured["size"], strict=True)]
        off = max(abs(a - b) for a, b in zip(here[:2], there[_BY_VENDOR[key]], strict=True))
        if off > 0.1:  # noqa: PLR2004 - a tenth of a millimetre
            yield f"bonnet: the key {key} is {off:.1f} mm beside where its vendor has it"


def prints(box: Mapping[str, Any]) -> Mapping[str, Print]:
    """Return what the slicer says of each part."""
    BUILD.mkdir(parents=True, exist_ok=True)
    found = {}
    for name, body in parts(box).items():
        file = BUILD / f"{name}.stl"
        write_stl(on_bed(name, body), file)
        print(f"slicing {name}", flush=True)
        found[name] = sliced(file)
    return found


def _write(found: Mapping[str, Print]) -> None:
    with (CASE / "prints.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("part", "minutes", "grams"))
        for name, one in found.items():
            # To five minutes and half a gram: versions of the slicer differ by less.
            writer.writerow((name, 5 * round(one.minutes / 5), round(2 * one.grams) / 2))


def main() -> int:
    """Check everything, and draw it unless asked for the quick checks only."""
    parser = argparse.ArgumentParser(description="Check, slice and draw what is printed.")
    parser.add_argument("--quick", action="store_true", help="neither slice nor draw")
    parser.add_argument("--board", type=Path, help="the bonnet's board file, to compare its keys")
    options = parser.parse_args()
    box = box_yaml()
    wrong = list(mistakes(box))
    wrong += moved_keys(options.board) if options.board else ()
    if not options.quick:
        found = prints(box)
        wrong += (f"{name}: {said}" for name, one in found.items() for said in one.complaints)
        _write(found)
        for built in assemblies(box):
            print(f"drawing {built.name}", flush=True)
            draw(built, BUILD / "scenes", CASE)
    for line in wrong:
        print(line, file=sys.stderr)
    print("The printed parts fit." if not wrong else f"{len(wrong)} mistakes", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
