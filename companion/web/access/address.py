"""The address at which phones reach the box."""

import fcntl
import socket
from collections.abc import Iterator
from ipaddress import ip_address
from struct import pack
from types import MappingProxyType
from typing import Final

import msgspec

_ANYWHERE: Final = ("192.0.2.1", 9)
"""Address and port of a documentation network (RFC 5737): asking for its route sends nothing."""
_SIOCGIFADDR: Final = 0x8915
"""Asks for the IPv4 address of an interface (netdevice(7))."""
_BRIDGES: Final = ("docker", "veth", "br-", "virbr", "lxc")
"""Interfaces of virtual machines and containers, where no phone is."""


def reachable(bind: str, name: str) -> str:
    """Return the name or address by which phones reach a server that listens on ``bind``."""
    if name:
        return name
    if not ip_address(bind).is_unspecified:
        return f"[{bind}]" if ":" in bind else bind
    return next(_own(), "localhost")


def is_here_alone(host: str) -> bool:
    """Return whether a host name or address is a loopback one, which phones cannot reach."""
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return host == "localhost"


def _own() -> Iterator[str]:
    """Yield the addresses of this machine, the one of the default route first."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        route = _route(probe)
        if route is not None:
            yield route
        names = (name for name in _interfaces() if not name.startswith(_BRIDGES))
        for name in names:
            request = pack("256s", name.encode())
            try:
                found = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, request)
            except OSError:
                continue  # it has no address
            address = socket.inet_ntoa(found[20:24])
            if not is_here_alone(address):
                yield address


def _interfaces() -> tuple[str, ...]:
    """Return the names of the network interfaces; without netlink there are none."""
    try:
        return tuple(name for _, name in socket.if_nameindex())
    except OSError:
        return ()


def _route(probe: socket.socket) -> str | None:
    """Return the address of the default route; the box's own network may have none."""
    try:
        probe.connect(_ANYWHERE)
    except OSError:
        return None
    address: str = probe.getsockname()[0]
    return address


_USUAL: Final = MappingProxyType({"http": 80, "https": 443})
"""The ports that addresses leave out."""


class Origin(msgspec.Struct, frozen=True):
    """Location of the pages: a scheme, a host name or address, and a port (RFC 6454)."""

    host: str
    port: int
    scheme: str = "http"

    def page(self, path: str = "/") -> str:
        """Return the URL of a page, without the default port."""
        port = "" if self.port == _USUAL[self.scheme] else f":{self.port}"
        return f"{self.scheme}://{self.host}{port}{path}"

    def join_link(self, code: str) -> str:
        """Return the URL for the QR code: capitals need less space there (alphanumeric mode)."""
        return self.page(f"/j/{code}").upper()
