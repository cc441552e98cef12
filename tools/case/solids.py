"""Solids of bought parts, from the measures in `hardware/solids.yaml`; lengths in millimetres."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import yaml
from manifold3d import CrossSection, Manifold

FILE: Final = Path(__file__).parents[2] / "hardware" / "solids.yaml"
SIDES: Final = 48
"""Of a circle."""


def load(file: Path = FILE) -> Mapping[str, Any]:
    """Return the measures of all parts by name."""
    measured: Mapping[str, Any] = yaml.safe_load(file.read_text(encoding="utf-8"))
    return measured


def box(at: Sequence[float], size: Sequence[float], radius: float = 0.0) -> Manifold:
    """Return a box from its lower corner; ``radius`` rounds its upright edges."""
    x, y, z = at
    if not radius:
        return Manifold.cube(tuple(size)).translate((x, y, z))
    return Manifold.extrude(rounded(size[0], size[1], radius), size[2]).translate((x, y, z))


def rounded(width: float, depth: float, radius: float) -> CrossSection:
    """Return a rectangle with round corners, from its lower left corner."""
    corners = [(radius, radius), (width - radius, radius)]
    corners += [(width - radius, depth - radius), (radius, depth - radius)]
    circle = CrossSection.circle(radius, SIDES)
    return CrossSection.batch_hull([circle.translate(corner) for corner in corners])


def rod(at: Sequence[float], diameter: float, height: float, sides: int = SIDES) -> Manifold:
    """Return an upright cylinder from the middle of its lower face."""
    x, y, z = at
    return Manifold.cylinder(height, diameter / 2, circular_segments=sides).translate((x, y, z))


def hull(*bodies: Manifold) -> Manifold:
    """Return the convex hull of bodies."""
    return Manifold.batch_hull(list(bodies))


def union(*bodies: Manifold) -> Manifold:
    """Return bodies as one."""
    whole = Manifold()
    for body in bodies:
        whole += body
    return whole


def solid(measured: Mapping[str, Any]) -> Manifold:
    """Return a part with its holes."""
    body = union(
        *(box(it["at"], it["size"], it.get("radius", 0)) for it in measured.get("boxes", ())),
        *(rod(it["at"], it["diameter"], it["height"]) for it in measured.get("cylinders", ())),
    )
    holes = measured.get("holes", {"at": ()})
    for x, y in holes["at"]:
        body -= rod((x, y, -50), holes["diameter"], 100)
    return body


def piece(measured: Mapping[str, Any], what: str) -> Mapping[str, Any]:
    """Return the measures of one box of a part."""
    found: Mapping[str, Any] = next(it for it in measured["boxes"] if it["what"] == what)
    return found
