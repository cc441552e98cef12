"""Remove from unpacked wheels what a box does not need: ``slim.py FOLDER``.

Tests and build tools only take space. ``direct_url.json`` records where a wheel lay when it was
unpacked, which differs from build to build. The lists of files (``RECORD``) are shortened to match.
"""

import csv
import shutil
import sys
from pathlib import Path
from typing import Final

UNWANTED: Final = (
    "bin",
    "share",  # manual pages, and licences, which are in the *.dist-info folders too
    "**/test",
    "**/tests",
    "**/_testcapi.*",
    "_distutils_hack",
    "distutils-precedence.pth",
    "pkg_resources",
    "pip",
    "pip-*.dist-info",
    "setuptools",  # colorzero requires it, but uses it only to be built
    "setuptools-*.dist-info",
    "*.dist-info/direct_url.json",
    "companion/**/locale/*/*.po",  # what the compiled catalogues were made from
    "reportlab/fonts/DarkGardenMK.*",  # fonts whose licences Debian does not accept; none is used
    "reportlab/fonts/callig15.*",
    "reportlab/fonts/*.pfb",
)


def slim(folder: Path) -> None:
    """Remove unwanted files from a folder of unpacked wheels."""
    for pattern in UNWANTED:
        for path in sorted(folder.glob(pattern)):
            if path.is_dir():
                shutil.rmtree(path)
            else:
                path.unlink()
    for record in sorted(folder.glob("*.dist-info/RECORD")):
        _keep_what_is_there(record, folder)


def _keep_what_is_there(record: Path, folder: Path) -> None:
    with record.open(encoding="utf-8", newline="") as stream:
        rows = [row for row in csv.reader(stream) if (folder / row[0]).exists()]
    with record.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, lineterminator="\n").writerows(sorted(rows))


if __name__ == "__main__":
    slim(Path(sys.argv[1]))
