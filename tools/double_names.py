"""Count public class names with two or more meanings: a reader looks a name up once, not twice.

Usage: ``python tools/double_names.py``. The exit status is 1 if a name that is not listed here has
several meanings, if a listed one has only one any more, or if there are more than ``MOST`` of them.
Games are left out, as each has its own words for the same things, and so are the conformance kit,
which no program imports, the firmware of the reader array, and migrations, which never change.
"""

import ast
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDERS: Final = ("companion", "hub")
LEFT_OUT: Final = frozenset({"games", "sheets", "conformance", "firmware", "migrations"})
"""Names of folders."""
MOST: Final = 10
"""The most names that may have several meanings."""
_RECORD: Final = "the kernel knows it by its meaning, records.py makes a record of it: one concept"
REASONS: Final[Mapping[str, str]] = MappingProxyType(
    dict.fromkeys(("Action", "Correction", "Event"), _RECORD)
)
"""Why a name may have several meanings."""


def class_names(file: Path) -> Iterable[str]:
    """Yield the names of a module's public classes, those in other classes included."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def doubles(root: Path) -> dict[str, list[Path]]:
    """Return the names that several modules give to classes, each with these modules."""
    found: dict[str, list[Path]] = {}
    for folder in FOLDERS:
        for file in sorted((root / folder).rglob("*.py")):
            path = file.relative_to(root)
            if LEFT_OUT.isdisjoint(path.parts):
                for name in set(class_names(file)):
                    found.setdefault(name, []).append(path)
    return {name: files for name, files in sorted(found.items()) if len(files) > 1}


def objections(found: Iterable[str], reasons: Mapping[str, str] = REASONS) -> Iterable[str]:
    """Yield what is wrong with the names that have several meanings, one sentence each."""
    names = set(found)
    for name in sorted(names - set(reasons)):
        yield f"{name} has several meanings: rename all but one, or add a reason to REASONS."
    for name in sorted(set(reasons) - names):
        yield f"{name} has one meaning now: remove its reason from REASONS."
    if len(names) > MOST:
        yield f"{len(names)} names have several meanings; at most {MOST} may."


def main() -> int:
    """Print the names with their modules and what is wrong; return the exit status."""
    found = doubles(ROOT)
    for name, files in found.items():
        print(f"{name}: {', '.join(map(str, files))}")
    print(f"{len(found)} public class names have several meanings.")
    wrong = list(objections(found))
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
