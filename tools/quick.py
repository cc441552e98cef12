"""Check types, and run the tests of what has changed since the last commit, or in that commit.

Types are checked beside the tests: after a change far down, they take as long.

Tests that mirror a changed file come first, then those that import it, then those that import its
importers, as many as fit into a few seconds; how long each test file takes is known from its last
run. Slow tests and those in a browser are left to `make test` and `make thorough`. The number of
files left out is printed.
"""

import json
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
PACKAGES: Final = ("companion", "labs", "tests", "tools")
DURATIONS: Final = ROOT / ".pytest_cache" / "v" / "durations" / "files"
BUDGET: Final = 6.0
"""Seconds of processor time for all tests; two workers share them."""
UNKNOWN: Final = 0.5
"""Seconds assumed for a test file that has never run."""
FARTHEST: Final = 4
"""The most imports between a test and a changed file."""
BROWSER: Final = Path("tests/web/browser")
NONE_CHOSEN: Final = 5
"""The exit status of pytest where all tests are marked slow."""
READERS: Final[Mapping[str, tuple[str, ...]]] = {
    ".po": ("test_catalogue.py", "test_phrases.py", "test_words_fit.py"),
}
"""Tests that read all files of a kind, wherever those are."""

_IMPORT: Final = re.compile(
    r"^\s*(?:from ([\w.]+) import (?:\(([^)]*)\)|(.*))|import ([\w.]+))", re.MULTILINE
)


def changed() -> tuple[Path, ...]:
    """Return the files that differ from the last commit, or else those that it changed."""
    untracked = _git("ls-files", "--others", "--exclude-standard")
    names = [*_git("diff", "--name-only", "HEAD"), *untracked]
    return tuple(Path(name) for name in names or _git("diff", "--name-only", "HEAD~1", "HEAD"))


def _git(*arguments: str) -> list[str]:
    command = ("git", "-C", str(ROOT), *arguments)
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def chosen(files: Iterable[Path], costs: Mapping[Path, float]) -> tuple[list[Path], list[Path]]:
    """Return the test files that fit into the budget, and those that do not."""
    reached = distances(files)
    ranked = sorted(
        (distance, costs.get(path, UNKNOWN), path)
        for path, distance in reached.items()
        if not costs or path in costs or distance == 0
    )
    taken: list[Path] = []
    left: list[Path] = []
    spent = 0.0
    for distance, cost, path in ranked:
        if spent + cost <= BUDGET or (distance == 0 and not taken):
            spent += cost
            taken.append(path)
        else:
            left.append(path)
    return taken, left


def distances(files: Iterable[Path]) -> dict[Path, int]:
    """Return the distance of each test file from the changed files; 0 if it mirrors one of them."""
    importers = _importers()
    near = {path: 0 for file in files for path in (file, *mirrors(file))}
    reached = dict(near)
    border = list(near)
    for distance in range(1, FARTHEST + 1):
        border = [
            importer
            for path in border
            for importer in importers[_module(path)]
            if importer not in reached
        ]
        reached.update(dict.fromkeys(border, distance))
    return {
        path: distance
        for path, distance in reached.items()
        if path.name.startswith("test_")
        and path.parts[0] == "tests"
        and BROWSER not in path.parents
        and (ROOT / path).is_file()
    }


def mirrors(file: Path) -> Iterator[Path]:
    """Yield the test files in the place of a file; for data, all in the corresponding folder."""
    top, *rest = file.parts
    place = Path("tests", *(rest if top == "companion" else file.parts))
    for name in READERS.get(file.suffix, ()):
        yield from (path.relative_to(ROOT) for path in (ROOT / "tests").rglob(name))
    if file.suffix != ".py":
        folder = next(parent for parent in place.parents if (ROOT / parent).is_dir())
        yield from (path.relative_to(ROOT) for path in (ROOT / folder).glob("test_*.py"))
        return
    if file.stem == "__init__":
        place = place.parent
    yield place.parent / f"test_{place.stem}.py"
    yield from (path.relative_to(ROOT) for path in (ROOT / place.with_suffix("")).glob("test_*.py"))


@cache
def _importers() -> Mapping[str, list[Path]]:
    """Return the files that import each module."""
    importers: dict[str, list[Path]] = defaultdict(list)
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for name in set(imported(path.read_text(encoding="utf-8"))):
                importers[name].append(path.relative_to(ROOT))
    return importers


def imported(source: str) -> Iterator[str]:
    """Yield everything that a source imports and that may be a module."""
    for module, several, single, plain in _IMPORT.findall(source):
        yield module or plain
        yield from (
            f"{module}.{name}" for name in re.findall(r"(\w+)(?: as \w+)?", several or single)
        )


def _module(file: Path) -> str:
    parts = file.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def main() -> int:
    """Run the tests while types are checked; return the exit status."""
    command = (sys.executable, "-m", "mypy")
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as types:
        tested = run_tests(sys.argv[1:])
        said, _ = types.communicate()
    print(said, end="")
    return tested or types.returncode


def run_tests(options: Iterable[str]) -> int:
    """Choose the tests and run them; return pytest's exit status."""
    files = changed()
    costs = json.loads(DURATIONS.read_text(encoding="utf-8")) if DURATIONS.is_file() else {}
    taken, left = chosen(files, {Path(name): cost for name, cost in costs.items()})
    if not taken:
        print("No test is near what has changed.", flush=True)
        return 0
    names = " ".join(path.stem.removeprefix("test_") for path in taken)
    print(f"Tests: {names}" + (f" ({len(left)} more files: make test)" if left else ""), flush=True)
    command = (sys.executable, "-m", "pytest", "-x", "-m", "not slow", *options, *map(str, taken))
    status = subprocess.run(command, cwd=ROOT, check=False).returncode
    return 0 if status == NONE_CHOSEN else status


if __name__ == "__main__":
    sys.exit(main())
