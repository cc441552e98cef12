"""What a printer makes of the parts: PrusaSlicer's time, grams and warnings."""

import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final

import numpy as np
from manifold3d import Manifold

from companion.kit.carrier import Triangle, as_stl

_SETTINGS: Final = {
    "layer-height": "0.2",
    "first-layer-height": "0.2",
    "nozzle-diameter": "0.4",
    "filament-diameter": "1.75",
    "filament-density": "1.24",  # PLA
    "temperature": "210",
    "perimeters": "3",
    "fill-density": "20%",
    "perimeter-speed": "45",
    "infill-speed": "60",
}
"""What every printer of the last ten years does: PLA, a nozzle of 0.4 mm, slowly, no support."""
BED: Final = (180.0, 180.0)
"""Width and depth of a small printer's bed."""
_COMPLAINTS: Final = re.compile(
    "warn|error|empty|outside|exceed|support|manifold|repair", re.IGNORECASE
)


_SECONDS: Final = MappingProxyType({"d": 86_400, "h": 3600, "m": 60, "s": 1})


@dataclass(frozen=True, slots=True)
class Print:
    """A part as it is printed."""

    minutes: int
    grams: float
    complaints: tuple[str, ...]


def write_stl(body: Manifold, file: Path) -> None:
    """Write a solid as STL, in millimetres."""
    mesh = body.to_mesh()
    corners = mesh.vert_properties[:, :3][mesh.tri_verts].astype(float)
    file.write_bytes(as_stl([_triangle(*points) for points in corners.tolist()]))


def _triangle(one: list[float], other: list[float], third: list[float]) -> Triangle:
    return (one[0], one[1], one[2]), (other[0], other[1], other[2]), (third[0], third[1], third[2])


def sliced(file: Path) -> Print:
    """Slice an STL file without support."""
    program = shutil.which("prusa-slicer")
    if program is None:
        raise SystemExit("prusa-slicer is missing: sudo apt install prusa-slicer")
    target = file.with_suffix(".gcode")
    settings = [text for key, value in _SETTINGS.items() for text in (f"--{key}", value)]
    corners = ",".join(f"{x}x{y}" for x, y in ((0, 0), (BED[0], 0), BED, (0, BED[1])))
    files = ("--output", str(target), str(file))
    run = subprocess.run(
        [program, "--export-gcode", "--bed-shape", corners, *settings, *files],
        capture_output=True,
        text=True,
        check=False,
    )
    said = (run.stdout + run.stderr).splitlines()
    complaints = [line.strip() for line in said if _COMPLAINTS.search(line)]
    if run.returncode or not target.exists():
        return Print(0, 0.0, (*complaints, f"prusa-slicer ended with {run.returncode}"))
    gcode = target.read_text(encoding="utf-8", errors="replace")
    return Print(_minutes(gcode), _value(gcode, "total filament used [g]"), tuple(complaints))


def _value(gcode: str, key: str) -> float:
    found = re.search(rf"^; {re.escape(key)} *= *([\d.]+)", gcode, re.MULTILINE)
    return float(found[1]) if found else 0.0


def _minutes(gcode: str) -> int:
    found = re.search(r"estimated printing time \(normal mode\) = (.*)", gcode)
    parts = re.findall(r"(\d+)([dhms])", found[1] if found else "")
    return round(sum(int(number) * _SECONDS[unit] for number, unit in parts) / 60)


def fits_bed(body: Manifold) -> bool:
    """Return whether a part fits a small printer."""
    bounds = np.array(body.bounding_box())
    return bool(np.all(bounds[3:5] - bounds[:2] <= BED))
