"""Edits of the boot files as pure, idempotent functions."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

BEGIN: Final = "# compass-companion: begin; written by `companion setup-pi`"
END: Final = "# compass-companion: end"
_CONSOLE: Final = "console="


def with_block(config: str, lines: Iterable[str]) -> str:
    """Return a `config.txt` that ends with ``lines``, for all models, in place of an older block.

    They are at the end, because the last of contradicting lines wins.
    """
    kept = "\n".join(_outside(config.splitlines())).rstrip("\n")
    block = (BEGIN, "[all]", *lines, END)
    return "\n".join((*([kept, ""] if kept else []), *block, ""))


def _outside(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines outside our blocks; an unterminated block extends to the end of the file."""
    inside = False
    for line in lines:
        if line.strip() == BEGIN:
            inside = True
        elif line.strip() == END and inside:
            inside = False
        elif not inside:
            yield line


def without_consoles(cmdline: str, ports: Iterable[str]) -> str:
    """Return a `cmdline.txt`, which is one line, without a console on any of the serial ports."""
    unwanted = re.compile(rf"{_CONSOLE}({'|'.join(map(re.escape, ports))})(,\S*)?")
    words = cmdline.split()
    kept = [word for word in words if not unwanted.fullmatch(word)]
    return cmdline if kept == words else " ".join(kept) + "\n"


def consoles(cmdline: str) -> tuple[str, ...]:
    """Return the ports of the consoles in a `cmdline.txt` or `/proc/cmdline`."""
    words = (word for word in cmdline.split() if word.startswith(_CONSOLE))
    return tuple(word.removeprefix(_CONSOLE).partition(",")[0] for word in words)
