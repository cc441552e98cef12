"""Invitation for phones: an address to type, also as a QR code."""

from collections.abc import Iterator
from functools import lru_cache
from io import StringIO
from typing import Any
from urllib.parse import urlsplit

from companion.table.state import JoinInfo
from companion.web.access.address import is_here_alone


def struct(join: JoinInfo) -> dict[str, Any]:
    """Return an invitation for a page, with the rows of its code; ``#`` is a dark module."""
    return {
        "address": join.address,
        "code": join.code,
        "reachable": not is_here_alone(urlsplit(join.address).hostname or ""),
        "qr": _rows(join.address),
    }


def game_link(join: JoinInfo, play: int) -> dict[str, Any] | None:
    """Return the address of a game's page and its QR code; ``None`` if phones cannot read it."""
    base = join.address.lower().partition("/j/")[0]
    if not play or is_here_alone(urlsplit(base).hostname or ""):
        return None
    address = f"{base}/games/{play}"
    return {"address": address.partition("//")[2], "qr": _rows(address)}


def log(join: JoinInfo, named: str, *, panel: bool) -> Iterator[str]:
    """Yield the log lines that explain how phones join, with the QR code.

    ``named`` is the address of the pages by the machine's own name; empty if it has none. The join
    code is included only if no panel shows it, because others may read the log.
    """
    if named:
        yield f"the same by name: {named}"
    if panel:
        return
    yield f"phones join there with the code {join.code}"
    yield from blocks(join.address)


def blocks(address: str) -> Iterator[str]:
    """Yield the lines of a QR code, two of its rows in each; the light modules are drawn."""
    import segno

    lines = StringIO()
    segno.make_qr(address, error="l", boost_error=False).terminal(lines, border=2, compact=True)
    yield from lines.getvalue().splitlines()


@lru_cache(maxsize=2)
def _rows(address: str) -> list[str]:
    import segno

    code = segno.make_qr(address, error="m", boost_error=False)
    return ["".join("#" if dark else "." for dark in row) for row in code.matrix]
