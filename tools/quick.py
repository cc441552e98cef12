"""Run the tests of what has changed: since the last commit, or in it if nothing has.

Those that mirror a changed file come first, then those that import it, then those that import what
imports it, as many as fit into a few seconds; how long each file of tests took is known from the
last run. What is left out is said: `make test` runs everything.
"""

import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
PACKAGES: Final = ("companion", "tests", "tools")
DURATIONS: Final = ROOT / ".pytest_cache" / "v" / "durations" / "files"
BUDGET: Final = 7.0
"""Seconds of processor for all tests; two workers share them."""
UNKNOWN: Final = 0.5
"""Seconds that a file of tests is taken for that has never run."""
FARTHEST: Final = 4
"""Imports between a test and what has changed."""
SLOW: Final = Path("tests/web/browser")
READERS: Final[Mapping[str, tuple[str, ...]]] = {
    ".po": ("test_catalogue.py", "test_phrases.py", "test_words_fit.py"),
}
"""Tests that read files of a kind, wherever they are."""

_IMPORT: Final = re.compile(
    r"^\s*(?:from ([\w.]+) import (?:\(([^)]*)\)|(.*))|import ([\w.]+))", re.MULTILINE
)


def changed() -> tuple[Path, ...]:
    """Return the files that differ from the last commit; if none does, those of that commit."""
    new = _git("ls-files", "--others", "--exclude-standard")
    now = [*_git("diff", "--name-only", "HEAD"), *new]
    return tuple(Path(each) for each in now or _git("diff", "--name-only", "HEAD~1", "HEAD"))


def _git(*arguments: str) -> list[str]:
    command = ("git", "-C", str(ROOT), *arguments)
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def chosen(files: Iterable[Path], costs: Mapping[Path, float]) -> tuple[list[Path], list[Path]]:
    """Return the files of tests that fit into the budget, and those that do not."""
    reached = distances(files)
    found = sorted(
        (each for each in reached.items() if not costs or each[0] in costs or each[1] == 0),
        key=lambda each: (each[1], costs.get(each[0], UNKNOWN), each[0]),
    )
    taken: list[Path] = []
    left: list[Path] = []
    spent = 0.0
    for path, distance in found:
        cost = costs.get(path, UNKNOWN)
        if spent + cost <= BUDGET or (distance == 0 and not taken):
            spent += cost
            taken.append(path)
        else:
            left.append(path)
    return taken, left


def distances(files: Iterable[Path]) -> dict[Path, int]:
    """Return how far each file of tests is from what has changed; 0 is a test of its own."""
    importers = _importers()
    near = {path: 0 for each in files for path in (each, *mirrors(each))}
    reached = dict(near)
    border = list(near)
    for distance in range(1, FARTHEST + 1):
        border = [
            path for each in border for path in importers[_module(each)] if path not in reached
        ]
        reached.update(dict.fromkeys(border, distance))
    return {
        path: distance
        for path, distance in reached.items()
        if path.name.startswith("test_") and SLOW not in path.parents and (ROOT / path).is_file()
    }


def mirrors(file: Path) -> Iterator[Path]:
    """Yield the files of tests at the place of a file; of data, all beside that place."""
    top, *rest = file.parts
    place = Path("tests", *(rest if top == "companion" else file.parts))
    for name in READERS.get(file.suffix, ()):
        yield from (each.relative_to(ROOT) for each in (ROOT / "tests").rglob(name))
    if file.suffix != ".py":
        folder = next(each for each in place.parents if (ROOT / each).is_dir())
        yield from (each.relative_to(ROOT) for each in (ROOT / folder).glob("test_*.py"))
        return
    if file.stem == "__init__":
        place = place.parent
    yield place.parent / f"test_{place.stem}.py"
    yield from (each.relative_to(ROOT) for each in (ROOT / place.with_suffix("")).glob("test_*.py"))


def _importers() -> Mapping[str, list[Path]]:
    """Return which files import each module."""
    found: dict[str, list[Path]] = defaultdict(list)
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for name in set(imported(path.read_text(encoding="utf-8"))):
                found[name].append(path.relative_to(ROOT))
    return found


def imported(source: str) -> Iterator[str]:
    """Yield what may be modules among all that a source imports."""
    for module, many, one, plain in _IMPORT.findall(source):
        yield module or plain
        yield from (f"{module}.{name}" for name in re.findall(r"(\w+)(?: as \w+)?", many or one))


def _module(file: Path) -> str:
    parts = file.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def main() -> int:
    """Choose and run."""
    files = changed()
    costs = json.loads(DURATIONS.read_text(encoding="utf-8")) if DURATIONS.is_file() else {}
    taken, left = chosen(files, {Path(each): cost for each, cost in costs.items()})
    if not taken:
        print("No test is near what has changed.")
        return 0
    names = " ".join(each.stem.removeprefix("test_") for each in taken)
    print(f"Tests: {names}" + (f" ({len(left)} more files: make test)" if left else ""))
    command = (sys.executable, "-m", "pytest", "-x", *sys.argv[1:], *map(str, taken))
    return subprocess.run(command, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
