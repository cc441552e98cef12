"""Update the rule index in a game's README: which function implements which rule."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_RULE: Final = re.compile(r"\b[A-Z]{2}-(?:[A-Z0-9-]*\d|[A-Z]+-[A-Z]+)\b")
_MARK: Final = "<!-- rules -->\n"


def index(folder: Path) -> dict[str, list[str]]:
    """Return the places that cite each rule: ``module.name``, ``module`` or a YAML file."""
    places: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        module = ".".join(path.relative_to(folder).with_suffix("").parts).removesuffix(".__init__")
        for name, text in _passages(path.read_text(encoding="utf-8")):
            for rule in dict.fromkeys(_RULE.findall(text)):
                place = f"{module}.{name}" if name else module
                if place not in places.setdefault(rule, []):
                    places[rule].append(place)
    for path in sorted(folder.glob("*.yaml")):
        for rule in dict.fromkeys(_RULE.findall(path.read_text(encoding="utf-8"))):
            places.setdefault(rule, []).append(path.name)
    return places


def _passages(source: str) -> Iterator[tuple[str, str]]:
    """Yield the name and source of each top-level statement; most have an empty name."""
    tree = ast.parse(source)
    lines = source.splitlines()
    for node in tree.body:
        text = "\n".join(lines[node.lineno - 1 : node.end_lineno])
        yield getattr(node, "name", ""), text


def table(folder: Path) -> str:
    """Return the index as a Markdown table, in the order of the rules."""
    page = f"../../../docs/rules/{folder.name.replace('_', '-')}.md"
    rows = [
        f"| [{rule}]({page}#{rule.lower()}) | {', '.join(f'`{place}`' for place in places)} |"
        for rule, places in sorted(index(folder).items(), key=lambda item: _order(item[0]))
    ]
    return "\n".join(("| rule | where |", "| --- | --- |", *rows, ""))


def _order(rule: str) -> tuple[str, int]:
    name, number = re.fullmatch(r"(.*?)(\d*)", rule).groups()  # type: ignore[union-attr]  # _RULE
    return name, int(number or 0)


def written(readme: str, folder: Path) -> str:
    """Return a README with the index after its mark updated."""
    head, mark, _ = readme.partition(_MARK)
    return f"{head}{mark}{table(folder)}"


def main(folder: Path) -> int:
    """Update the README in a game's folder."""
    readme = folder / "README.md"
    readme.write_text(written(readme.read_text(encoding="utf-8"), folder), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
