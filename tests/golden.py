"""Compare pictures with the committed ones.

To redraw them after an intended change, run `GOLDEN=write pytest ...` and look at them before you
commit. A test that fails leaves two files beside the committed `name.png`: `name.actual.png`, and
`name.difference.png` with the committed picture on the left and the new one on the right, where
missing pixels are blue and new ones red.
"""

import os
from pathlib import Path

from PIL import Image

SCALE = 4


def assert_matches(image: Image.Image, path: Path) -> None:
    """Fail if an image of mode "1" or "L" is not the picture at `path`, pixel for pixel."""
    actual = path.with_suffix(".actual.png")
    difference = path.with_suffix(".difference.png")
    if os.environ.get("GOLDEN") == "write":
        path.parent.mkdir(parents=True, exist_ok=True)
        image.save(path, optimize=True)
    expected = _load(path, image.mode)
    if expected is not None and _same(expected, image):
        actual.unlink(missing_ok=True)
        difference.unlink(missing_ok=True)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    image.save(actual)
    if expected is None:
        raise AssertionError(f"there is no {path}; look at {actual} and run with GOLDEN=write")
    _difference(expected, image).save(difference)
    raise AssertionError(f"not the picture of {path}; look at {difference}")


def _load(path: Path, mode: str) -> Image.Image | None:
    if not path.exists():
        return None
    with Image.open(path) as image:
        return image.convert(mode)


def _same(expected: Image.Image, actual: Image.Image) -> bool:
    return expected.size == actual.size and expected.tobytes() == actual.tobytes()


def _difference(expected: Image.Image, actual: Image.Image) -> Image.Image:
    size = max(expected.width, actual.width), max(expected.height, actual.height)
    left, right = Image.new("L", size), Image.new("L", size)
    left.paste(expected)
    right.paste(actual)
    overlaid = Image.merge("RGB", (right, Image.composite(right, left, left), left))
    sheet = Image.new("RGB", (2 * size[0] + 2, size[1]), "grey")
    sheet.paste(left.convert("RGB"), (0, 0))
    sheet.paste(overlaid, (size[0] + 2, 0))
    return sheet.resize((sheet.width * SCALE, sheet.height * SCALE), Image.Resampling.NEAREST)
