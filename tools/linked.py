"""Copy the documentation with everything it links to: ``linked.py FOLDER``.

All that can be reached from the README by relative links, including pictures and folders, is
copied to the same path below FOLDER, so that no link breaks.
"""

import re
import shutil
import sys
from collections.abc import Iterator
from os.path import normpath
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
START: Final = "README.md"
_LINK: Final = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_BUILT: Final = "__pycache__"


class BrokenLinkError(Exception):
    """A link leads nowhere; the message names it."""


def linked(root: Path) -> set[Path]:
    """Return the paths of all files of the documentation, relative to ``root``."""
    files: set[Path] = set()
    waiting = [root / START]
    while waiting:
        file = waiting.pop()
        if file.relative_to(root) not in files:
            files.add(file.relative_to(root))
            waiting += targets(file)
    return files


def targets(file: Path) -> Iterator[Path]:
    """Yield the files that a page links to; raise ``BrokenLinkError`` where one is missing."""
    if file.suffix != ".md":
        return
    for link in _LINK.findall(file.read_text(encoding="utf-8")):
        path = link.partition("#")[0]
        if not path or ":" in path:
            continue
        target = (file.parent / path).resolve()
        if not target.exists():
            raise BrokenLinkError(f"{file}: {link} is not there")
        if target != Path(normpath(file.parent / path)):
            raise BrokenLinkError(f"{file}: {link} leads through a symbolic link, name its target")
        if target.is_dir():
            yield from (inner for inner in target.rglob("*") if inner.is_file() and _ours(inner))
        else:
            yield target


def _ours(file: Path) -> bool:
    return _BUILT not in file.parts


def main(folder: Path) -> None:
    """Copy the documentation into ``folder``."""
    for name in sorted(linked(ROOT)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, folder / name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
