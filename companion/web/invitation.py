"""How phones join, as pages tell it: an address to type, and the same as a QR code."""

from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from companion.table.state import Join
from companion.web.address import is_here_alone


def struct(join: Join) -> dict[str, Any]:
    """Return an invitation for a page, with the rows of its code; ``#`` is a dark module."""
    return {
        "address": join.address,
        "code": join.code,
        "reachable": not is_here_alone(urlsplit(join.address).hostname or ""),
        "qr": _rows(join.address),
    }


@lru_cache(maxsize=2)
def _rows(address: str) -> list[str]:
    import segno

    code = segno.make_qr(address, error="m", boost_error=False)
    return ["".join("#" if dark else "." for dark in row) for row in code.matrix]
