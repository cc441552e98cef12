#!/usr/bin/env python3
"""Write this computer's package sources for another release: ``sources.py RELEASE FOLDER``.

Both formats of sources.list(5) are read, one-line lists and stanzas. Sources that do not follow
Debian's releases, such as other publishers' repositories, are left out, and so is source code.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Callable, Optional

ALIASES = r"stable|oldstable|testing"
"""Words that a source may use for a release instead of its name."""
ONE_LINE = re.compile(
    r"^deb(?P<options>\s+\[[^\]]*\])?\s+(?P<uri>\S+)\s+(?P<suite>\S+)(?P<components>(\s+[^\s#]+)*)"
)
FIELD = re.compile(r"^(?P<name>[\w-]+):(?P<value>.*(?:\n[ \t].*)*)", re.MULTILINE)
STANZA = re.compile(r"\n(?:[ \t]*\n)+")
COMMENT = re.compile(r"^#.*\n?", re.MULTILINE)

Rename = Callable[[str, str], Optional[str]]
"""Take an address and a suite; return the suite of the other release, or None if there is none."""


def release(file: Path = Path("/etc/os-release")) -> dict[str, str]:
    """Return the fields that describe this computer's system (os-release(5))."""
    pairs = (line.partition("=")[::2] for line in file.read_text(encoding="utf-8").splitlines())
    return {name: value.strip("\"'") for name, value in pairs}


def rename(here: str, there: str) -> Rename:
    """Return the function that turns suites of the release ``here`` into those of ``there``."""
    named = re.compile(rf"^{re.escape(here)}(?=$|[-/])")
    alias = re.compile(rf"^({ALIASES})(?=$|[-/])")

    def renamed(uri: str, suite: str) -> str | None:
        pattern = alias if alias.match(suite) and "debian" in uri else named
        return pattern.sub(there, suite) if pattern.match(suite) else None

    return renamed


def lines(text: str, renamed: Rename) -> str:
    """Return the lines of a list, changed for the other release."""
    kept = []
    for line in filter(None, map(ONE_LINE.match, text.splitlines())):
        suite = renamed(line["uri"], line["suite"])
        if suite:
            options, components = line["options"] or "", line["components"]
            kept.append(f"deb{options} {line['uri']} {suite}{components}\n")
    return "".join(kept)


def stanzas(text: str, renamed: Rename) -> str:
    """Return the stanzas of a file, changed for the other release."""
    kept = []
    for stanza in STANZA.split(COMMENT.sub("", text)):
        fields = {field["name"].lower(): field for field in FIELD.finditer(stanza)}
        value = {name: field["value"].split() for name, field in fields.items()}
        uris = " ".join(value.get("uris", []))
        suites = list(filter(None, (renamed(uris, suite) for suite in value.get("suites", []))))
        off = value.get("enabled") in (["no"], ["false"])
        if "deb" in value.get("types", []) and suites and not off:
            changed = {"types": "Types: deb", "suites": f"Suites: {' '.join(suites)}"}
            kept.append(
                "".join(f"{changed.get(name, field[0])}\n" for name, field in fields.items())
            )
    return "\n".join(kept)


def write(there: str, folder: Path, etc: Path = Path("/etc")) -> bool:
    """Write the sources of the release ``there`` into a folder; return whether there are any."""
    system = release(etc / "os-release")
    here = system.get("VERSION_CODENAME", "")
    if system.get("ID") == "ubuntu" and there != here:
        return False  # Ubuntu's servers have no Debian
    renamed = rename(here, there)
    folder.mkdir(parents=True, exist_ok=True)
    apt, written = etc / "apt", False
    for file in (apt / "sources.list", *sorted((apt / "sources.list.d").glob("*"))):
        read = {".list": lines, ".sources": stanzas}.get(file.suffix)
        text = read(file.read_text(encoding="utf-8"), renamed) if read and file.is_file() else ""
        if text:
            (folder / file.name).write_text(text, encoding="utf-8")
            written = True
    return written


if __name__ == "__main__":
    if not write(sys.argv[1], Path(sys.argv[2])):
        sys.exit(f"This computer has no package sources that Debian {sys.argv[1]} could come from")
