"""Middleware of every request: rejects foreign origins, and gives every failure a message."""

import logging
import socket
from collections.abc import Awaitable, Callable
from functools import partial
from html import escape
from importlib.resources import files
from ipaddress import ip_address
from string import Template
from typing import Final, TypeAlias

import msgspec
from aiohttp import web

from companion.i18n.languages import language_tag
from companion.protocol.http.page_words import language_index, page_words
from companion.protocol.http.requests import NOT_HTTP, refusal, with_target
from companion.schema.writable import is_writable, one_line
from companion.web.access.seats import DeniedError
from companion.web.http.connections import connection_of
from companion.web.pages.server_pages import language_of
from companion.web.views.json_text import to_json

_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
_SECURE: Final = {"Cross-Origin-Opener-Policy": "same-origin"}
"""Headers that browsers heed over TLS alone; over plain HTTP each page would log that."""
_LONGEST_HOST: Final = 80
"""Characters of a wrong host name that are repeated in the answer."""
_LOG: Final = logging.getLogger(__name__)

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]


class RequestGuard(msgspec.Struct, frozen=True):
    """Admits requests. ``name`` returns an additional name of the box."""

    name: Callable[[], str]
    longest: Callable[[web.Request], int]
    """Returns the bytes that the body of a request may have."""
    spend: Callable[[web.Request], bool]
    """Charges a request with a body to whoever sends it; tells whether that may be."""

    def install(self, server: web.Server) -> None:
        """Run this guard before every request.

        A regular middleware would run too late: the library rejects some expectations before it
        (RFC 9110, section 10.1.1), with its own message.
        """
        server.request_handler = partial(self._admit, server.request_handler)
        server.request_factory = partial(with_target, server.request_factory)

    async def _admit(self, handler: Handler, request: web.Request) -> web.StreamResponse:
        """Handle a request, or return the reason for its refusal."""
        try:
            self._check(request)
            answer = await handler(request)
        except DeniedError as error:
            answer = _failure(request, error)
        except web.HTTPException as error:
            code = "not-found" if error.status == web.HTTPNotFound.status_code else "malformed"
            answer = _failure(request, DeniedError(code, error.status))
            if "Allow" in error.headers:
                answer.headers["Allow"] = error.headers["Allow"]
        except (ConnectionError, *NOT_HTTP):
            # The body has not come whole, or in no form that there is.
            answer = _failure(request, DeniedError("malformed", 400))
        except Exception:  # noqa: BLE001 - no request may end in a page of the library's
            # Neither path nor query: there may be a code in them.
            _LOG.exception("a %s request could not be answered", request.method)
            answer = _failure(request, DeniedError("failed", 500))
        if not answer.prepared:
            for name, value in (_HEADERS | _SECURE if request.secure else _HEADERS).items():
                answer.headers.setdefault(name, value)
        visitor = connection_of(request.transport)
        if visitor is not None:
            visitor.restart_timeout()
        return answer

    def _check(self, request: web.Request) -> None:
        if not is_writable(tuple(request.headers.values())):
            raise DeniedError("malformed", 400)
        if not self._is_own(request.host):
            raise DeniedError("wrong-host", 403, host=one_line(request.host, _LONGEST_HOST))
        origin = request.headers.get("Origin")
        needed = request.method == "POST" or request.path == "/ws"
        _, _, host = (origin or "").partition("://")
        if (needed or origin is not None) and host.lower() != request.host.lower():
            raise DeniedError("wrong-origin", 403)
        refused = refusal(request, self.longest(request))
        if refused:
            raise DeniedError("malformed", refused)
        if request.body_exists and not self.spend(request):
            raise DeniedError("busy", 429, seconds=1)

    def _is_own(self, host: str) -> bool:
        """Return whether a host name is the box's own, against DNS rebinding."""
        name = host.rpartition(":")[0] if host.rpartition(":")[2].isdecimal() else host
        name = name.strip("[]").lower()
        try:
            ip_address(name)
        except ValueError:
            here = socket.gethostname().lower()
            return name in {"localhost", here, f"{here}.local", self.name().lower()} and bool(name)
        return True


def _failure(request: web.Request, error: DeniedError) -> web.Response:
    language = language_of(request)
    text = page_words(language)
    message = text.say(f"web.error.{error.code}", **error.params)
    headers = {"Retry-After": str(error.params["seconds"])} if "seconds" in error.params else {}
    if request.method == "GET" and "text/html" in request.headers.get("Accept", ""):
        html = _page(language, error.code, message)
        return web.Response(
            text=html, status=error.status, headers=headers, content_type="text/html"
        )
    return web.Response(
        text=to_json({"error": {"code": error.code, "message": message}}),
        status=error.status,
        headers=headers,
        content_type="application/json",
    )


def _page(language: str, code: str, message: str) -> str:
    """Return the error page of an unknown address, with a link to the start."""
    text = page_words(language)
    template = Template((files("companion.web") / "failure.html").read_text(encoding="utf-8"))
    values = {
        "language": language_tag(language),
        "title": text.say("web.name"),
        "code": code,
        "message": message,
        "languages": language_index({}),
        "onward": text.say("web.go.table"),
        "seat": text.say("web.go.seat"),
    }
    return template.substitute({name: escape(value) for name, value in values.items()})
