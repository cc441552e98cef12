"""Reads the static files of the pages of boxes and hubs: modules and styles."""

from importlib.resources import files
from pathlib import Path
from typing import Final

STATIC: Final = Path(str(files("companion") / "static"))
STYLES: Final = tuple(f"style/{name}.css" for name in ("base", "parts", "forms", "board", "pages"))
"""The styles of all pages, in their order."""
ARCHIVE: Final = (*STYLES, "style/archive.css")
"""Those of the pages about games that were played."""


def read_static(path: str) -> str:
    """Return a file by its path below ``static``."""
    return (STATIC / path).read_text(encoding="utf-8")
