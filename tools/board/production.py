"""Writes parts and places as assembly services want them.

`python3 -m tools.board.production PLACES-OF-KICAD.CSV FOLDER`
"""

import csv
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tools.board.plan import Component, components, load


def bom(parts: Iterable[Component]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the parts list: equal parts are one row."""
    rows: dict[tuple[str, str, str], list[str]] = {}
    for part in parts:
        footprint = part.footprint.partition(":")[2]
        rows.setdefault((part.value, footprint, part.number), []).append(part.name)
    yield "Comment", "Designator", "Footprint", "Quantity", "Manufacturer Part"
    for (value, footprint, number), names in rows.items():
        yield value, ",".join(names), footprint, str(len(names)), number


def places(rows: Iterable[Mapping[str, str]]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the list of places, from KiCad's."""
    yield "Designator", "Mid X", "Mid Y", "Layer", "Rotation"
    for row in rows:
        side = "Top" if row["Side"] == "top" else "Bottom"
        yield row["Ref"], f"{row['PosX']}mm", f"{row['PosY']}mm", side, row["Rot"]


def main() -> int:
    """Write both lists."""
    folder = Path(sys.argv[2])
    with Path(sys.argv[1]).open(encoding="utf-8", newline="") as file:
        placed = list(places(csv.DictReader(file)))
    for name, rows in (("bom.csv", bom(components(load()))), ("places.csv", placed)):
        with (folder / name).open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)
    return 0


if __name__ == "__main__":
    sys.exit(main())
