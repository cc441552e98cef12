"""Take out of unpacked wheels what a box does not need: ``slim.py FOLDER``.

Tests and what builds packages are only weight. Where a wheel lay when it was unpacked differs from
build to build. The lists of files (``RECORD``) name what is left.
"""

import csv
import shutil
import sys
from pathlib import Path
from typing import Final

UNWANTED: Final = (
    "bin",
    "share",  # manual pages and licences that the *.dist-info folders have too
    "**/test",
    "**/tests",
    "**/_testcapi.*",
    "_distutils_hack",
    "distutils-precedence.pth",
    "pkg_resources",
    "pip",
    "pip-*.dist-info",
    "setuptools",  # colorzero asks for it, and uses it only to be built
    "setuptools-*.dist-info",
    "*.dist-info/direct_url.json",
)


def slim(folder: Path) -> None:
    """Remove what is not wanted from a folder of unpacked wheels."""
    for pattern in UNWANTED:
        for found in sorted(folder.glob(pattern)):
            if found.is_dir():
                shutil.rmtree(found)
            else:
                found.unlink()
    for record in sorted(folder.glob("*.dist-info/RECORD")):
        _keep_what_is_there(record, folder)


def _keep_what_is_there(record: Path, folder: Path) -> None:
    with record.open(encoding="utf-8", newline="") as stream:
        rows = [row for row in csv.reader(stream) if (folder / row[0]).exists()]
    with record.open("w", encoding="utf-8", newline="") as stream:
        csv.writer(stream, lineterminator="\n").writerows(sorted(rows))


if __name__ == "__main__":
    slim(Path(sys.argv[1]))
