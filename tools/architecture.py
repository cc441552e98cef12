"""Draw the packages of `companion/` from its imports: docs/pictures/packages.svg (needs graphviz).

A package is a folder, and an arrow means "imports". An arrow is left out where a longer path leads
to the same package. Packages side by side know nothing of each other.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

import grimp

ROOT: Final = Path(__file__).resolve().parent.parent
PICTURE: Final = ROOT / "docs" / "pictures" / "packages.svg"
SIMPLE: Final = frozenset({"__main__", "moved"})
"""Modules at the top level, which are not packages."""
JOBS: Final = {
    "adapters": "OpenSpiel, PettingZoo",
    "cli": "commands, demo",
    "daemon": "builds and runs a box",
    "devices": "drivers: pins, readers, panel",
    "display": "pictures, lamps, sounds",
    "doctor": "what is found, what is wrong",
    "emulation": "chips, boxes, a robot player",
    "engine": "the kernel of rules",
    "kit": "labels and overlays to print",
    "games": "five games, rules only",
    "i18n": "words and languages",
    "records": "recorded games",
    "schema": "data from outside, bounded",
    "sheets": "games the box does not know",
    "session": "the loop of one table",
    "settings": "the box's configuration",
    "storage": "journal, tags, backup",
    "table": "input → table → screen",
    "fleet": "broker and Home Assistant",
    "host": "card, networks, updates",
    "protocol": "declared messages",
    "web": "pages and phones",
}
"""What each package does, in few words that fit into its box."""


def packages() -> dict[str, set[str]]:
    """Return the packages, each with those that it imports."""
    graph = grimp.build_graph("companion")
    imports: dict[str, set[str]] = {}
    for module in graph.modules:
        package = _package(module)
        others = map(_package, graph.find_modules_directly_imported_by(module))
        imports.setdefault(package, set()).update(other for other in others if other != package)
    return {
        package: {other for other in others if other and other not in SIMPLE}
        for package, others in sorted(imports.items())
        if package and package not in SIMPLE
    }


def _package(module: str) -> str:
    return module.partition(".")[2].partition(".")[0]


def reachable(graph: dict[str, set[str]], package: str) -> set[str]:
    """Return all packages that a package imports, directly or through others."""
    seen: set[str] = set()
    waiting = list(graph[package])
    while waiting:
        current = waiting.pop()
        if current not in seen:
            seen.add(current)
            waiting += graph[current]
    return seen


def plain(graph: dict[str, set[str]]) -> dict[str, set[str]]:
    """Return the graph without the arrows that a longer path makes redundant."""
    return {
        package: {
            target
            for target in direct
            if not any(target in reachable(graph, other) for other in direct - {target})
        }
        for package, direct in graph.items()
    }


def dot() -> str:
    """Return the picture as Graphviz source."""
    return "\n".join(_lines(plain(packages())))


def _lines(graph: dict[str, set[str]]) -> Iterator[str]:
    yield "digraph packages {"
    yield '  graph [ranksep=0.35, nodesep=0.25, bgcolor="white"]'
    yield '  node [shape=box, style="rounded,filled", fillcolor="#f4f1e8", color="#5b5340",'
    yield '        fontname="DejaVu Sans", fontsize=11, margin="0.14,0.08"]'
    yield '  edge [color="#8a8066", arrowsize=0.6]'
    for package in graph:
        job = f"<font point-size='9'>{JOBS[package]}</font>"
        yield f"  {package} [label=<<b>{package}</b><br/>{job}>]"
    for package, others in graph.items():
        for other in sorted(others):
            yield f"  {package} -> {other}"
    yield "}"


def stamp(source: str) -> str:
    """Return the comment that says which source a picture was drawn from."""
    return f"<!-- drawn by tools/architecture.py from {sha256(source.encode()).hexdigest()} -->"


def main() -> int:
    """Draw the picture; return the exit status."""
    program = shutil.which("dot")
    if program is None:
        print("dot is missing: sudo apt install graphviz", file=sys.stderr)
        return 1
    source = dot()
    drawn = subprocess.run(
        [program, "-Tsvg"], input=source, capture_output=True, text=True, check=True
    )
    PICTURE.write_text(f"{drawn.stdout.rstrip()}\n{stamp(source)}\n", encoding="utf-8")
    print(PICTURE.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
