"""What phones send to the page for Wi-Fi, and what networks in reach are called.

A case begins with a line ``seen`` or ``said``: the rest is a list of nmcli, or a request.
"""

from collections import Counter
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from random import Random
from socket import socket
from subprocess import CompletedProcess
from typing import Final, cast
from urllib.parse import urlencode

from companion.engine.message import say
from companion.host.card import Network, is_password, is_ssid
from companion.host.network import key_file
from companion.host.portal.nmcli import NetworkManager, WifiNetwork
from companion.host.portal.page import network_page
from companion.host.portal.server import Portal, PortalRequestHandler
from companion.i18n.catalogue import Phrases
from companion.i18n.languages import LANGUAGES
from labs.fuzz.attack import one_sentence
from labs.fuzz.mutation import spoiled_bytes
from labs.fuzz.targets.http import spoiled

_NAME: Final = "companion-12ef"
_SEEN: Final = (
    b"42:WPA2:Attic\n90:WPA2 WPA3:Cellar\\: left\n80::Caf\xc3\xa9\n70:WPA2:Attic\n99:WPA2:\n"
)
_FORMS: Final = (
    {"seen": "Attic", "password": "open sesame"},
    {"seen": "", "name": "Café", "password": ""},
    {"seen": "", "name": "x", "password": "0123456789abcdef" * 4},
    {"seen": "Attic", "password": "short"},
)
_LINES: Final = 20
"""The most lines in the file of a network."""
_TOKENS: Final = (
    *(b"GET ", b"HEAD ", b"POST ", b"PUT ", b"BREW ", b" HTTP/1.0", b" HTTP/1.1", b" HTTP/9.9"),
    *(
        b" HTTP/0.9",
        b" HTTP/x",
        b"/generate_204",
        b"http://captive.apple.com/",
        b"//",
        b"\0",
        b"\xff",
    ),
    *(
        b"Host: 10.42.0.1",
        b"Host: captive.apple.com",
        b"Host: \xff",
        b"Host:",
        b"Accept-Language: de",
    ),
    *(
        b"Accept-Language: \xe9",
        b"Content-Length: 0",
        b"Content-Length: -1",
        b"Content-Length: \xb2",
    ),
    *(b"Content-Length: 999", b"Content-Length: 9999999999", b"Transfer-Encoding: chunked"),
    *(
        b"Expect: 100-continue",
        b"Connection: keep-alive",
        b"X: y\r\n" * 120,
        b"x" * 70_000,
        b"\r\n",
    ),
    *(
        b"seen=",
        b"name=",
        b"password=",
        b"&",
        b"%00",
        b"%0a",
        b"%ff",
        b"%ed%a0%80",
        b"+",
        b";",
        b"=",
    ),
    *(b"%e2%80%a8", b"%5c", b"%22", b"\xed\xa0\x80", b"\\:", b"\\\\", b":", b"\n", b"99999:WPA2:"),
)


class PortalTarget:
    """The page of the box's own network."""

    name = "portal"

    def __init__(self) -> None:
        self._portal = Portal(("127.0.0.1", 0), _NAME, "en", (WifiNetwork("Attic", locked=True),))
        self._portal.server_close()  # requests come without a socket

    def seeds(self) -> Sequence[bytes]:
        """Return what phones send, and what nmcli tells."""
        begin = "Host: 127.0.0.1\r\nAccept-Language: de-DE\r\n"
        sent = [
            f"said\nPOST / HTTP/1.1\r\n{begin}Content-Length: {len(form)}\r\n\r\n{form}".encode()
            for form in map(urlencode, _FORMS)
        ]
        looked = [
            f"said\nGET {path} HTTP/1.1\r\n{begin}\r\n".encode() for path in ("/", "/generate_204")
        ]
        return [*sent, *looked, b"seen\n" + _SEEN]

    def spoil(self, seed: bytes, source: Random) -> bytes:
        """Return a request or a list with something wrong in it."""
        kind, _, said = seed.partition(b"\n")
        if kind != b"said":
            return kind + b"\n" + spoiled_bytes(said, source, _TOKENS)
        return kind + b"\n" + spoiled(said, source, _TOKENS)

    def feed(self, case: bytes) -> Counter[str]:
        """Take a request, or show a list."""
        kind, _, said = case.partition(b"\n")
        return Counter([self._answered(said) if kind == b"said" else _shown(said)])

    def _answered(self, said: bytes) -> str:
        line = _Line(said)
        chosen = _visited(self._portal, line)
        if chosen is not None:
            assert is_ssid(chosen.name)
            assert not chosen.password or is_password(chosen.password)
            lines = key_file(chosen, 0).split("\n")
            assert len(lines) <= _LINES
            assert all(text.isprintable() for text in lines), lines
            one_sentence(say("this box is in the Wi-Fi {network} now", network=chosen.name))
        told = line.told.getvalue()
        if not told:
            return "silence"
        if not told.startswith(b"HTTP/"):
            assert told.startswith(b"<!")  # as HTTP 0.9 has it
            return "without a head"
        head, _, body = told.partition(b"\r\n\r\n")
        status = int(head.split(b" ")[1])
        assert status < 500 or status in (501, 505), told
        if status == 200:
            assert b"\r\nContent-Security-Policy: " in head
            assert body.startswith(b"<!doctype html>") or said.startswith(b"HEAD")
        return "taken" if chosen is not None else str(status)


def _visited(portal: Portal, line: "_Line") -> Network | None:
    """Visit the page; return the network that was chosen."""
    portal.chosen = None
    PortalRequestHandler(cast("socket", line), ("10.42.0.7", 40_000), portal)
    return portal.chosen


def _shown(listed: bytes) -> str:
    """Show the networks that nmcli tells of."""
    text = listed.decode(errors="replace")
    folder = Path("/nowhere")
    manager = NetworkManager(lambda given: CompletedProcess(given, 0, text, ""), folder, folder)
    manager.links()
    for language in LANGUAGES:
        page = network_page(Phrases(language, tuple), manager.scan())
        assert page.count("<option") <= 13
        page.encode()
    return "taken"


class _Line:
    """A socket on which a request waits."""

    def __init__(self, said: bytes) -> None:
        self._said, self.told = said, BytesIO()

    def makefile(self, *_given: object) -> BytesIO:
        """Return what is said."""
        return BytesIO(self._said)

    def sendall(self, data: bytes) -> None:
        """Keep what is answered."""
        self.told.write(data)

    def settimeout(self, _seconds: float) -> None:
        """Nothing is waited for."""
