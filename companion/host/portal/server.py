"""HTTP server of the access point, which answers every request with its one page.

All host names resolve to the box here, so a phone that tests for internet access finds the page,
and shows it automatically (captive portal).
"""

from collections.abc import Callable, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import BoundedSemaphore
from typing import Any, Final

from companion.engine.message import Message
from companion.host.card import Network
from companion.host.portal import page
from companion.host.portal.nmcli import WifiNetwork
from companion.i18n.catalogue import Phrases
from companion.i18n.languages import preferred

MOST: Final = 32
"""Visits at the same time: anybody in reach may open connections, and each takes a thread."""
PATIENCE: Final = 10
"""Seconds for a phone to say what it wants; browsers open connections that they may never use."""


class Portal(ThreadingHTTPServer):
    """Serves the page until a network is chosen; ``name`` is the name of the box."""

    chosen: Network | None = None
    timeout = 1.0

    def __init__(
        self,
        address: tuple[str, int],
        name: str,
        language: str,
        networks: Sequence[WifiNetwork],
        trouble: Message | None = None,
    ) -> None:
        """Listen. Raises ``OSError`` on failure."""
        super().__init__(address, PortalRequestHandler)
        self._places = BoundedSemaphore(MOST)
        self.name, self.language, self.networks, self.trouble = name, language, networks, trouble

    def wait(self, until: Callable[[], bool]) -> Network | None:
        """Answer requests until a network is chosen, or until the time is up."""
        while self.chosen is None and not until():
            self.handle_request()
        return self.chosen

    def verify_request(self, *_: object) -> bool:
        """Reject connections above the limit."""
        return self._places.acquire(blocking=False)

    def process_request_thread(self, *visit: Any) -> None:  # noqa: ANN401 - as inherited
        """Answer a request, and release its place."""
        try:
            super().process_request_thread(*visit)
        finally:
            self._places.release()

    def handle_error(self, *_: object) -> None:
        """Ignore errors of clients."""


class PortalRequestHandler(BaseHTTPRequestHandler):
    """One request."""

    server: Portal
    timeout = PATIENCE

    def do_GET(self) -> None:  # the name that the library calls
        """Show the page, or redirect to it from any other address."""
        here = f"{self.server.server_address[0]!s}:{self.server.server_port}".removesuffix(":80")
        if self.headers.get("Host", here) != here:
            self.send_response(302)
            self.send_header("Location", f"http://{here}/")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        self._show(page.network_page(self._words, self.server.networks, self.server.trouble))

    def do_POST(self) -> None:  # the name that the library calls
        """Accept a network; no other one can be chosen while it is tried."""
        length = self.headers.get("Content-Length", "")
        size = int(length) if length.isdecimal() and len(length) < len(str(page.LONGEST)) else 0
        form = self.rfile.read(size).decode("utf-8", errors="replace")
        network = page.parse_form(form)
        if isinstance(network, Network):
            self._show(page.joining_page(self._words, network, self.server.name))
            self.server.chosen = network
        else:
            self._show(page.network_page(self._words, self.server.networks, network))

    @property
    def _words(self) -> Phrases:
        """The language of the phone, else of the box."""
        wishes = self.headers.get("Accept-Language", "")
        return Phrases(preferred(wishes, self.server.language), tuple)

    def _show(self, html: str) -> None:
        content = html.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Security-Policy", page.POLICY)
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Suppress the log of requests."""
