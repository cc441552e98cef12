#!/usr/bin/env python3
"""Write this computer's package sources, but for another release: ``sources.py RELEASE FOLDER``.

Both forms are read, lists of one line each and stanzas (sources.list(5)), whatever the files are
called. Sources that follow no release, as those of other publishers, are left out; so is source
code.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Callable, Optional

ALIASES = r"stable|oldstable|testing"
"""What a source may call a release instead of its name."""
ONE_LINE = re.compile(
    r"^deb(?P<options>\s+\[[^\]]*\])?\s+(?P<uri>\S+)\s+(?P<suite>\S+)(?P<components>(\s+[^\s#]+)*)"
)
FIELD = re.compile(r"^(?P<name>[\w-]+):(?P<value>.*(?:\n[ \t].*)*)", re.MULTILINE)
STANZA = re.compile(r"\n(?:[ \t]*\n)+")
COMMENT = re.compile(r"^#.*\n?", re.MULTILINE)

Rename = Callable[[str, str], Optional[str]]
"""What a suite at an address is called in the other release; None if it follows none."""


def release(file: Path = Path("/etc/os-release")) -> dict[str, str]:
    """Return what this computer says about its system (os-release(5))."""
    pairs = (line.partition("=")[::2] for line in file.read_text(encoding="utf-8").splitlines())
    return {name: value.strip("\"'") for name, value in pairs}


def rename(here: str, there: str) -> Rename:
    """Return how suites of the release ``here`` are called in the release ``there``."""
    named = re.compile(rf"^{re.escape(here)}(?=$|[-/])")
    alias = re.compile(rf"^({ALIASES})(?=$|[-/])")

    def renamed(uri: str, suite: str) -> str | None:
        pattern = alias if alias.match(suite) and "debian" in uri else named
        return pattern.sub(there, suite) if pattern.match(suite) else None

    return renamed


def lines(text: str, renamed: Rename) -> str:
    """Return the lines of a list, for the other release."""
    kept = []
    for found in filter(None, map(ONE_LINE.match, text.splitlines())):
        suite = renamed(found["uri"], found["suite"])
        if suite:
            options, components = found["options"] or "", found["components"]
            kept.append(f"deb{options} {found['uri']} {suite}{components}\n")
    return "".join(kept)


def stanzas(text: str, renamed: Rename) -> str:
    """Return the stanzas of a file, for the other release."""
    kept = []
    for stanza in STANZA.split(COMMENT.sub("", text)):
        fields = {found["name"].lower(): found for found in FIELD.finditer(stanza)}
        value = {name: found["value"].split() for name, found in fields.items()}
        uris = " ".join(value.get("uris", []))
        suites = [each for each in (renamed(uris, one) for one in value.get("suites", [])) if each]
        off = value.get("enabled") in (["no"], ["false"])
        if "deb" in value.get("types", []) and suites and not off:
            changed = {"types": "Types: deb", "suites": f"Suites: {' '.join(suites)}"}
            kept.append(
                "".join(f"{changed.get(name, found[0])}\n" for name, found in fields.items())
            )
    return "\n".join(kept)


def write(there: str, folder: Path, etc: Path = Path("/etc")) -> bool:
    """Write the sources for a release into a folder; return whether there are any."""
    system = release(etc / "os-release")
    here = system.get("VERSION_CODENAME", "")
    if system.get("ID") == "ubuntu" and there != here:
        return False  # its servers have no Debian
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
