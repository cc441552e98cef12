"""Put the pictures of all pages on one sheet: a row for each view, narrow ones at the end."""

import sys
from pathlib import Path
from typing import Final

from PIL import Image

_SIZE: Final = (480, 400)
_NARROW_SIZE: Final = (270, 560)
_GAP: Final = 12
_NARROW: Final = "narrow"


def sheet(folder: Path) -> Image.Image:
    """Return the sheet of all pictures in ``folder``; a row has a view's languages and colours."""
    rows: dict[str, list[Image.Image]] = {}
    narrow: list[Image.Image] = []
    for path in sorted(folder.glob("*.png")):
        view, _, kind = path.stem.rpartition("-")
        with Image.open(path) as picture:
            if kind == _NARROW:
                narrow.append(_fitted(picture, _NARROW_SIZE))
            else:
                rows.setdefault(view.rpartition("-")[0], []).append(_fitted(picture, _SIZE))
    return _laid([*rows.values(), narrow])


def _fitted(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    small = picture.convert("RGB")
    small.thumbnail(size, Image.Resampling.LANCZOS)
    return small


def _laid(rows: list[list[Image.Image]]) -> Image.Image:
    heights = [max(picture.height for picture in row) + _GAP for row in rows]
    widths = [sum(picture.width + _GAP for picture in row) for row in rows]
    image = Image.new("RGB", (max(widths) + _GAP, sum(heights) + _GAP), "grey")
    top = _GAP
    for row, height in zip(rows, heights, strict=True):
        left = _GAP
        for picture in row:
            image.paste(picture, (left, top))
            left += picture.width + _GAP
        top += height
    return image


def main(folder: Path, target: Path) -> int:
    """Write the sheet of ``folder`` to ``target``."""
    sheet(folder).save(target, optimize=True)
    print(target)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
