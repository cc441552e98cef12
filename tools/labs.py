"""Print what the targets of `labs/labs.mk` take, need and prove; `--write`: into labs/README.md."""

import argparse
import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
RULES: Final = ROOT / "labs" / "labs.mk"
PAGE: Final = ROOT / "labs" / "README.md"
MARK: Final = "<!-- Written by `python3 tools/labs.py --write` from labs.mk. -->"
_WIDTH: Final = 100
_SECTION: Final = re.compile(r"### (.+)")
_TARGET: Final = re.compile(r"([a-z]+):.*?## ([^|]+) \| ([^|]+) \| ([^|]+)")


@dataclass(frozen=True)
class Lab:
    """A target of make, and the three columns that its line in `labs.mk` gives."""

    section: str
    name: str
    duration: str
    needs: str
    proves: str


def labs(rules: str) -> Iterator[Lab]:
    """Yield the targets of a makefile that have a comment, in order."""
    section = ""
    for line in rules.splitlines():
        if heading := _SECTION.fullmatch(line):
            section = heading[1]
        elif target := _TARGET.fullmatch(line):
            yield Lab(section, *target.groups())


def listing(table: Sequence[Lab]) -> str:
    """Return the table for a terminal."""
    lines: list[str] = []
    section = ""
    for lab in table:
        if lab.section != section:
            section = lab.section
            lines += ["", section]
        needs = "" if lab.needs == "nothing" else f"; needs {lab.needs}"
        lines += textwrap.wrap(
            f"{lab.proves} ({lab.duration}{needs})",
            width=_WIDTH,
            initial_indent=f"  make {lab.name:<14}",
            subsequent_indent=" " * 21,
            break_on_hyphens=False,
        )
    return "\n".join(lines[1:])


def page(text: str, table: Sequence[Lab]) -> str:
    """Return the text of the README with the table after its mark replaced."""
    lines = [text.partition(MARK)[0] + MARK]
    section = ""
    for lab in table:
        if lab.section != section:
            section = lab.section
            lines += ["", f"## {section}", "", "| `make` | duration | needs | proves |"]
            lines.append("| --- | --- | --- | --- |")
        lines.append(f"| `{lab.name}` | {lab.duration} | {lab.needs} | {lab.proves} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Print the table or write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="write the table into labs/README.md")
    table = list(labs(RULES.read_text(encoding="utf-8")))
    if parser.parse_args().write:
        PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), table), encoding="utf-8")
    else:
        print(listing(table))


if __name__ == "__main__":
    main()
