"""Build backend (PEP 517): compiles the message catalogues, then builds the package.

``locale/de/table.po`` becomes ``locale/de/LC_MESSAGES/table.mo``, where GNU gettext looks. Whatever
installs or packs the project compiles them, so that none is committed. The folder ``hub``, which is
a package of its own, has a link to this file.
"""

import sys
from collections.abc import Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from os import utime
from pathlib import Path
from typing import Any, Final

import polib
from flit_core import buildapi
from flit_core.buildapi import (
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
    prepare_metadata_for_build_editable,
    prepare_metadata_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "compile_all",
    "compiled",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
    "prepare_metadata_for_build_editable",
    "prepare_metadata_for_build_wheel",
]

Settings = Mapping[str, Any] | None
"""What a caller passes to a build: flit has no settings."""
_FEW: Final = 8
"""Catalogues that are compiled sooner than another process starts."""
_PACKAGES: Final = ("companion", "hub/companion_hub", "companion_hub")
"""Where catalogues are, from the folder of whichever package is built."""


def compiled(source: Path) -> bytes:
    """Return the compiled catalogue of a ``.po`` file. Raises ``OSError`` for one that is none."""
    # Comments are for people; reading them takes polib as long as reading the words.
    lines = source.read_text(encoding="utf-8").splitlines(keepends=True)
    words = "".join(line for line in lines if not line.startswith(("# ", "#.")))
    return bytes(polib.pofile(words, wrapwidth=0).to_binary())


def compile_all(roots: Iterable[Path] = tuple(map(Path, _PACKAGES))) -> None:
    """Compile all catalogues below some folders that have changed, and remove what is stale."""
    for root in roots:
        sources = {
            source.parent / "LC_MESSAGES" / f"{source.stem}.mo": source
            for source in root.glob("**/locale/*/*.po")
        }
        for gone in {*root.glob("**/locale/*/LC_MESSAGES/*.mo")} - sources.keys():
            gone.unlink()
        stale = {made: source for made, source in sources.items() if _is_stale(made, source)}
        if len(stale) > _FEW:
            with ProcessPoolExecutor() as processes:
                list(processes.map(_compile, stale, stale.values(), chunksize=4))
        else:
            for made, source in stale.items():
                _compile(made, source)


def _is_stale(made: Path, source: Path) -> bool:
    return not made.is_file() or made.stat().st_mtime_ns != source.stat().st_mtime_ns


def _compile(made: Path, source: Path) -> None:
    made.parent.mkdir(exist_ok=True)
    made.write_bytes(compiled(source))
    utime(made, ns=(source.stat().st_atime_ns, source.stat().st_mtime_ns))


def build_wheel(folder: str, settings: Settings = None, metadata: str | None = None) -> str:
    """Build the wheel with compiled catalogues; return its name."""
    compile_all()
    return str(buildapi.build_wheel(folder, settings, metadata))


def build_editable(folder: str, settings: Settings = None, metadata: str | None = None) -> str:
    """Compile the catalogues in place, and build the editable wheel."""
    compile_all()
    return str(buildapi.build_editable(folder, settings, metadata))


def build_sdist(folder: str, settings: Settings = None) -> str:
    """Build the source archive, in which the catalogues are compiled already."""
    compile_all()
    return str(buildapi.build_sdist(folder, settings))


if __name__ == "__main__":
    compile_all(map(Path, sys.argv[1:] or _PACKAGES))
