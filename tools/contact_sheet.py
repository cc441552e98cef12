"""Put golden pictures of the panel on one sheet, enlarged three times, with their names.

Without a pattern these are all pictures; each of their folders begins a row.
"""

import sys
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw

_SCALE: Final = 3
_COLUMNS: Final = 5
_GAP: Final = 16


def sheet(folder: Path, pattern: str = "") -> Image.Image:
    """Return the sheet of the pictures below ``folder`` whose paths fit the ``pattern``."""
    blocks = [sorted(folder.glob(pattern))] if pattern else _by_folder(folder)
    rows = [
        pictures[i : i + _COLUMNS] for pictures in blocks for i in range(0, len(pictures), _COLUMNS)
    ]
    width, height = 128 * _SCALE + _GAP, 64 * _SCALE + _GAP
    image = Image.new("RGB", (_COLUMNS * width + _GAP, len(rows) * height + _GAP), "grey")
    draw = ImageDraw.Draw(image)
    for y, row in enumerate(rows):
        for x, path in enumerate(row):
            left, top = _GAP + x * width, _GAP + y * height
            with Image.open(path) as picture:
                size = picture.width * _SCALE, picture.height * _SCALE
                image.paste(
                    picture.convert("RGB").resize(size, Image.Resampling.NEAREST), (left, top)
                )
            draw.text((left, top - 13), str(path.relative_to(folder).with_suffix("")), fill="white")
    return image


def _by_folder(folder: Path) -> list[list[Path]]:
    blocks = sorted({path.parent for path in folder.rglob("*.png")})
    return [sorted(block.glob("*.png")) for block in blocks]


def main(folder: Path, target: Path, pattern: str = "") -> int:
    """Write the sheet of ``folder`` to ``target``."""
    target.parent.mkdir(parents=True, exist_ok=True)
    sheet(folder, pattern).save(target, optimize=True)
    print(target)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:]))
