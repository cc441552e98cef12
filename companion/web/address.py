"""By which address a box is found."""

import socket
from ipaddress import ip_address
from typing import Final

_ANYWHERE: Final = ("192.0.2.1", 9)
"""An address for documentation (RFC 5737): asking for the way there sends nothing."""


def reachable(bind: str, name: str) -> str:
    """Return by which name or address phones reach a server that listens on ``bind``."""
    if name:
        return name
    if not ip_address(bind).is_unspecified:
        return f"[{bind}]" if ":" in bind else bind
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ANYWHERE)
        except OSError:
            return "localhost"
        found: str = probe.getsockname()[0]
        return found


def page(host: str, port: int, path: str = "/") -> str:
    """Return the address of a page."""
    return f"http://{host}{path}" if port == 80 else f"http://{host}:{port}{path}"  # noqa: PLR2004


def join_link(host: str, port: int, code: str) -> str:
    """Return the address in the QR code: in capitals it takes less room there."""
    return page(host, port, f"/j/{code}").upper()
