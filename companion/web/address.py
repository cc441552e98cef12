"""The address under which phones find the box."""

import socket
from ipaddress import ip_address
from typing import Final

_ANYWHERE: Final = ("192.0.2.1", 9)
"""Address and port of a documentation network (RFC 5737): asking for its route sends nothing."""


def reachable(bind: str, name: str) -> str:
    """Return the name or address by which phones reach a server that listens on ``bind``."""
    if name:
        return name
    if not ip_address(bind).is_unspecified:
        return f"[{bind}]" if ":" in bind else bind
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ANYWHERE)
        except OSError:
            return "localhost"
        own: str = probe.getsockname()[0]
        return own


def page(host: str, port: int, path: str = "/") -> str:
    """Return the URL of a page; port 80 is left out."""
    return f"http://{host}{path}" if port == 80 else f"http://{host}:{port}{path}"  # noqa: PLR2004


def join_link(host: str, port: int, code: str) -> str:
    """Return the URL for the QR code: capitals take less room there (alphanumeric mode)."""
    return page(host, port, f"/j/{code}").upper()
