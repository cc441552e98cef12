"""Validates addresses from which an update may be fetched."""

from typing import Final
from urllib.parse import urlsplit

LONGEST: Final = 1000
"""Characters of an address."""


def is_address(address: str) -> bool:
    """Return whether a file may be fetched from an address."""
    if not address.isascii() or not address.isprintable() or " " in address:
        return False
    try:
        parts = urlsplit(address)
        is_supported = parts.scheme in {"http", "https"} and parts.port != 0
        (parts.hostname or "").encode("idna")  # as it is when its server is looked for
    except ValueError:
        return False
    return is_supported and bool(parts.hostname) and len(address) <= LONGEST


def host_of(address: str) -> str:
    """Return the host name of the server, for messages."""
    return urlsplit(address).hostname or address
