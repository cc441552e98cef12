"""Checks of solids: that everything fits, and can be screwed, pressed, wired and printed.

Each check yields what is wrong, in words; nothing means that all is well.
"""

from collections.abc import Iterator
from itertools import combinations
from math import pi
from typing import Final

import numpy as np
from manifold3d import CrossSection, JoinType, Manifold

from tools.case.assembly import Assembly, Screw

TOUCH: Final = 0.05
"""Cubic millimetres that may overlap: what touches, touches."""
BITE: Final = 4.0
"""Least length of thread in plastic."""
_RIM: Final = 0.15
"""Distance from a screw's surface within which plastic counts as thread."""
THIN: Final = 1.6
"""Least thickness of a wall: four lines of a nozzle of 0.4 mm."""
_CRUMB: Final = 0.9
"""Square millimetres of a section that opening may lose in one place: the corners."""
_BESIDE: Final = 0.3
STEEP: Final = 45.0
"""Degrees from the upright at which plastic still prints in the air."""


def collisions(built: Assembly) -> Iterator[str]:
    """Yield what overlaps among printed and bought parts."""
    everything = {**built.printed, **built.bought}
    for (one, body), (other, second) in combinations(everything.items(), 2):
        common = (body ^ second).volume()
        if common > TOUCH:
            yield f"{built.name}: {one} and {other} overlap by {common:.1f} mm³"


def covered_keys(built: Assembly) -> Iterator[str]:
    """Yield keys above which a printed part is, within half a millimetre around the key."""
    for key, room in built.keys.items():
        for name, body in built.printed.items():
            if (room ^ body).volume() > TOUCH:
                yield f"{built.name}: {name} covers the key {key}"


def bite(screw: Screw, built: Assembly) -> float:
    """Return the length of a screw's thread that is in plastic.

    The clearance hole of a lid is wider than the screw, so that it does not count.
    """
    outer = screw.reaches(0, screw.length, screw.diameter)
    core = screw.reaches(0, screw.length, screw.diameter - 2 * _RIM)
    ring = pi / 4 * (screw.diameter**2 - (screw.diameter - 2 * _RIM) ** 2)
    thread = outer - core
    return float(sum((thread ^ body).volume() for body in built.printed.values()) / ring)


def loose_screws(built: Assembly) -> Iterator[str]:
    """Yield screws that hold too little, or whose tip stands on the bottom of their hole."""
    for screw in built.screws:
        held = bite(screw, built)
        if held < BITE:
            yield f"{built.name}: {screw.name} has {held:.1f} mm of thread, not {BITE}"
        ahead = screw.reaches(screw.length - 1, screw.length + 0.5, screw.diameter - 0.6)
        if any((ahead ^ body).volume() > TOUCH for body in built.printed.values()):
            yield f"{built.name}: {screw.name} stands on the bottom of its hole"


def trapped_cables(built: Assembly) -> Iterator[str]:
    """Yield cables that go through plastic or a part, or end inside."""
    bounds = [body.bounding_box() for body in built.printed.values()]
    low = [min(bound[axis] for bound in bounds) for axis in range(3)]
    high = [max(bound[axis] for bound in bounds) for axis in range(3, 6)]
    for cable in built.cables:
        body = cable.body()
        for name, other in {**built.printed, **built.bought}.items():
            if (body ^ other).volume() > TOUCH:
                yield f"{built.name}: {cable.name} would go through {name}"
        end = cable.path[-1]
        inner = all(low[axis] <= end[axis] <= high[axis] for axis in range(3))
        if inner and not cable.inside:
            yield f"{built.name}: {cable.name} does not reach open air"


def thin_walls(name: str, body: Manifold) -> Iterator[str]:
    """Yield where a part is thinner than a wall may be, in sections along each axis."""
    for axis, turn in (("z", (0, 0, 0)), ("x", (0, -90, 0)), ("y", (90, 0, 0))):
        turned = body.rotate(turn)
        low, high = turned.bounding_box()[2], turned.bounding_box()[5]
        steps = np.arange(low + 0.37, high, 0.93)
        found = ((z, _thin(turned, float(z))) for z in steps)
        worst = max(found, key=lambda it: it[1], default=(0.0, 0.0))
        if worst[1] > _CRUMB:
            yield f"{name}: thinner than {THIN} mm at {axis} = {worst[0]:.1f} ({worst[1]:.1f} mm²)"


def _thin(body: Manifold, z: float) -> float:
    """Return the largest area at a height that a disc of the least thickness does not reach.

    A section that grazes a round face is thin, too, but not a third of a millimetre beside it.
    """
    lost = _unreached(body.slice(z))
    if lost.is_empty():
        return 0.0
    beside = (_unreached(body.slice(z + by)) for by in (-_BESIDE, _BESIDE))
    pieces = (piece.area() for other in beside for piece in (lost ^ other).decompose())
    return min(_largest(lost), max(pieces, default=0.0))


def _largest(lost: CrossSection) -> float:
    return max((piece.area() for piece in lost.decompose()), default=0.0)


def _unreached(section: CrossSection) -> CrossSection:
    """Return what a disc of the least thickness does not reach without leaving a section."""
    radius = THIN / 2 - 0.02
    opened = section.offset(-radius, JoinType.Round, circular_segments=32)
    return section - opened.offset(radius, JoinType.Round, circular_segments=32)


def overhangs(name: str, body: Manifold) -> Iterator[str]:
    """Yield faces that would print in the air: flatter than 45 degrees and not on the bed."""
    mesh = body.to_mesh()
    corners = mesh.vert_properties[:, :3][mesh.tri_verts]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(across, axis=1) / 2
    down = np.where(area > 0, -across[:, 2] / np.maximum(2 * area, 1e-12), 0)
    bed = corners[:, :, 2].min()
    hanging = (down > np.cos(np.radians(STEEP)) + 0.01) & (
        corners[:, :, 2].min(axis=1) > bed + 0.01
    )
    total = float(area[hanging].sum())
    if total > TOUCH:
        z = float(corners[hanging][:, :, 2].min())
        yield f"{name}: {total:.0f} mm² hang in the air from z = {z:.1f}"
