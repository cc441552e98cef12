"""Copy the documentation as it is linked: ``linked.py FOLDER``.

Whatever can be reached from the README by relative links, pictures and folders too, comes to the
same place below FOLDER, so that no link breaks.
"""

import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
START: Final = "README.md"
_LINK: Final = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_BUILT: Final = "__pycache__"


class BrokenLinkError(Exception):
    """A link leads nowhere; the message names it."""


def linked(root: Path) -> set[Path]:
    """Return all files that the documentation consists of, relative to ``root``."""
    found: set[Path] = set()
    waiting = [root / START]
    while waiting:
        file = waiting.pop()
        if file.relative_to(root) not in found:
            found.add(file.relative_to(root))
            waiting += targets(file)
    return found


def targets(file: Path) -> Iterator[Path]:
    """Yield the files that a page links to. Raises ``BrokenLinkError``."""
    if file.suffix != ".md":
        return
    for link in _LINK.findall(file.read_text(encoding="utf-8")):
        path = link.partition("#")[0]
        if not path or ":" in path:
            continue
        target = (file.parent / path).resolve()
        if not target.exists():
            raise BrokenLinkError(f"{file}: {link} is not there")
        if target.is_dir():
            yield from (each for each in target.rglob("*") if each.is_file() and _ours(each))
        else:
            yield target


def _ours(file: Path) -> bool:
    return _BUILT not in file.parts


def main(folder: Path) -> None:
    """Copy the documentation."""
    for name in sorted(linked(ROOT)):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, folder / name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
