"""The address under which phones find the box."""

import socket
from dataclasses import dataclass
from ipaddress import ip_address
from types import MappingProxyType
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


_USUAL: Final = MappingProxyType({"http": 80, "https": 443})
"""The ports that addresses leave out."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where the pages are: a scheme, a host's name or address, and a port (RFC 6454)."""

    host: str
    port: int
    scheme: str = "http"

    def page(self, path: str = "/") -> str:
        """Return the URL of a page; the usual port is left out."""
        port = "" if self.port == _USUAL[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{self.host}{port}{path}"

    def join_link(self, code: str) -> str:
        """Return the URL for the QR code: capitals take less room there (alphanumeric mode)."""
        return self.page(f"/j/{code}").upper()
