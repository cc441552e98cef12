"""Log of box and computer for support, without secrets.

Codes and passwords known to this computer are removed. The box writes its join code to its own log
for boxes without a panel, but it must not leave the house in a file.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from companion.host.updater import Run
from companion.schema.reading import parse_json
from companion.storage.logins import FILE as LOGINS

LINES: Final = 3000
"""The newest lines; a week of play has about as many."""
LARGEST: Final = 400_000
"""Bytes of the file, of which the end is kept."""
LONGEST: Final = 500
"""Characters of a line."""
HIDDEN: Final = "[…]"
_PROGRAM: Final = ("/usr/bin/journalctl", "--no-pager", "--quiet", "--output=short-iso")
_UNITS: Final = (
    *("companion.service", "companion-host.service", "companion-network.service"),
    *("companion-health.service", "companion-confirm.service", "companion-revert.service"),
    *("companion-fetch.service", "companion-update@*.service", "companion-helper@*.service"),
    *("rauc.service", "systemd-fsck@*.service", "init.scope"),
)
"""Units that belong to the box; others may name people and networks."""
_CODES: Final = ("code", "host_code", "key", "former")
_SHORTEST: Final = 3
"""A word with fewer characters would take half of the log with it."""
_LOOKS_SECRET: Final = re.compile(
    r"(?i)(\b(?:code|key|password|passphrase|psk|token|secret)\b[ =:]+)\S+"
    r"|(/j/)\w+|(//)[^/@\s]+(?=@)"
)
"""Words after which a secret follows; the code in the address for phones; a password in one."""
_DRAWN: Final = re.compile(r"[█▀▄]")
"""That address, drawn as a QR code."""


def read_log(run: Run, secrets: Iterable[str]) -> str:
    """Return the newest lines of this computer's log, without secrets."""
    kernel = run((*_PROGRAM, "--dmesg", "--priority=warning", "--lines=200"))
    box = run((*_PROGRAM, f"--lines={LINES}", *(f"--unit={unit}" for unit in _UNITS)))
    words = sorted({word for word in secrets if len(word) >= _SHORTEST}, key=len, reverse=True)
    secrets_pattern = re.compile(
        "|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in words) or r"(?!)"
    )
    lines = [line for journal in (kernel, box) for line in _safe(journal.stdout, secrets_pattern)]
    text = "\n".join((*lines, ""))
    return text.encode()[-LARGEST:].decode(errors="ignore")


def _safe(text: str, secrets_pattern: "re.Pattern[str]") -> Iterator[str]:
    """Yield lines without secrets; they are truncated last, as half a secret is not found."""
    for line in text.splitlines():
        if not _DRAWN.search(line):
            hidden = secrets_pattern.sub(HIDDEN, line)
            yield _LOOKS_SECRET.sub(_kept, hidden)[:LONGEST]


def _kept(found: "re.Match[str]") -> str:
    return f"{''.join(filter(None, found.groups()))}{HIDDEN}"


def secrets_of(state: Path, networks: Iterable[Path]) -> Iterator[str]:
    """Yield the codes in a box's ``state`` and the passwords in NetworkManager's files."""
    try:
        door = parse_json("\n".join(_lines(state / LOGINS)) or "{}")
        yield from (str(door[name]) for name in _CODES if door.get(name))
    except (ValueError, AttributeError):  # half a file holds no codes any more
        pass
    yield from _lines(state / "hub.password")
    for file in networks:
        for line in _lines(file):
            if line.startswith("psk="):
                yield line[4:].replace("\\s", " ").replace("\\\\", "\\")


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
