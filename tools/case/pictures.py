"""Pictures of the builds, assembled and exploded, by OpenSCAD."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from manifold3d import Manifold
from PIL import Image, ImageChops

from tools.case.assembly import Assembly
from tools.case.slicing import write_stl

_PRINTED: Final = "[0.93, 0.62, 0.25]"
_BOARDS: Final = "[0.16, 0.45, 0.36]"
_STEEL: Final = "[0.55, 0.55, 0.6]"
_APART: Final = 30.0
"""Distance between the layers of an exploded view, in millimetres."""
_SIZE: Final = "1100,900"
_MARGIN: Final = 12
"""Pixels."""
_VIEW: Final = "0,0,0,58,0,28,0"
"""Where the camera stands: OpenSCAD finds the middle and the distance by itself."""


def draw(built: Assembly, folder: Path, target: Path) -> None:
    """Render ``NAME.png`` and ``NAME-exploded.png`` of a build into ``target``."""
    folder.mkdir(parents=True, exist_ok=True)
    for exploded in (False, True):
        name = built.name + ("-exploded" if exploded else "")
        scene = folder / f"{name}.scad"
        scene.write_text("\n".join(_scene(built, folder, exploded=exploded)), encoding="utf-8")
        _render(scene, target / f"{name}.png")


def _scene(built: Assembly, folder: Path, *, exploded: bool) -> Iterator[str]:
    """Yield OpenSCAD's statements: each part in its colour, lifted by its layer if exploded."""
    for name, body in {**built.printed, **built.bought}.items():
        colour = _PRINTED if name in built.printed else _BOARDS
        yield _placed(name, body, folder, colour, _layer(built, name) * _APART * exploded)
    for screw in built.screws:
        body = screw.reaches(0, screw.length, screw.diameter)
        head = screw.reaches(-1.5, 0, 2 * screw.diameter)
        lift = _layer(built, screw.name) * _APART * exploded
        yield _placed(screw.name, body + head, folder, _STEEL, lift)


def _layer(built: Assembly, name: str) -> int:
    """Return the number of a thing's layer: that with the longest beginning of its name."""
    fitting = (
        (len(start), i)
        for i, layer in enumerate(built.layers)
        for start in layer
        if name.startswith(start)
    )
    return max(fitting)[1]


def _placed(name: str, body: Manifold, folder: Path, colour: str, lift: float) -> str:
    file = folder / f"{name.replace(' ', '-')}.stl"
    write_stl(body, file)
    return f'color({colour}) translate([0, 0, {lift:.1f}]) import("{file.name}");'


def _render(scene: Path, picture: Path) -> None:
    found = {program: shutil.which(program) for program in ("xvfb-run", "openscad")}
    if not all(found.values()):
        raise SystemExit("for pictures of the case: sudo apt install openscad xvfb")
    options = ("--imgsize", _SIZE, "--camera", _VIEW, "--viewall", "--autocenter")
    files = ("-o", str(picture), "--colorscheme", "Tomorrow", str(scene))
    command = [str(found["xvfb-run"]), "-a", str(found["openscad"]), *options, *files]
    subprocess.run(command, check=True, capture_output=True)
    _crop(picture)


def _crop(picture: Path) -> None:
    """Cut off the empty margins, all but a few pixels."""
    image = Image.open(picture).convert("RGB")
    ground = Image.new("RGB", image.size, image.getpixel((0, 0)))
    box = ImageChops.difference(image, ground).getbbox() or (0, 0, *image.size)
    left, top, right, bottom = box
    cut = image.crop((left - _MARGIN, top - _MARGIN, right + _MARGIN, bottom + _MARGIN))
    cut.quantize(64).save(picture, optimize=True)
