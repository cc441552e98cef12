"""Middleware of every request: rejects malformed ones, and gives every failure a message."""

import errno
import logging
from functools import partial
from typing import Final

from aiohttp import web
from aiohttp.typedefs import Handler

from companion.protocol.http.html import join, tag
from companion.protocol.http.requests import NOT_HTTP, refusal, with_target
from companion_hub.pages.http import frame_of, html, is_text
from companion_hub.pages.layout import page

SAFE: Final = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    # With "no-referrer" browsers send forms with the origin "null".
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
FOREIGN: Final = "foreign form"
LONGEST: Final = 64 << 10
"""Bytes of a form; that of a tournament with all its players has a tenth."""
_ERROR_TEXTS: Final = {400: "not_understood", 403: "not_allowed", 404: "not_there", 500: "failed"}
_LOG: Final = logging.getLogger(__name__)


def install(server: web.Server) -> None:
    """Run before every request: the library answers some before any middleware."""
    server.request_handler = partial(_admit, server.request_handler)
    server.request_factory = partial(with_target, server.request_factory)


async def _admit(handler: Handler, request: web.Request) -> web.StreamResponse:
    """Handle a request, or return the reason for its refusal."""
    try:
        _check(request)
        return await handler(request)
    except web.HTTPException as error:
        return error_page(request, error)
    except (ConnectionError, *NOT_HTTP):
        # The body has not come whole, or in no form that there is.
        return error_page(request, web.HTTPBadRequest())
    except Exception as error:  # noqa: BLE001 - no request may end in a page of the library's
        if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:
            return error_page(request, web.HTTPNotFound())  # no file can have such a name
        _LOG.exception("a %s request could not be answered", request.method)
        return error_page(request, web.HTTPInternalServerError())


def _check(request: web.Request) -> None:
    """Refuse strings that cannot be stored, and bodies that are too large or compressed.

    Raises ``HTTPBadRequest``, ``HTTPRequestEntityTooLarge`` or ``HTTPUnsupportedMediaType``.
    """
    try:
        texts = (request.path, *request.query.keys(), *request.query.values())
    except ValueError:
        raise web.HTTPBadRequest from None
    if not is_text(*texts, *request.headers.values()):
        raise web.HTTPBadRequest
    status = refusal(request, LONGEST)
    if status == web.HTTPRequestEntityTooLarge.status_code:
        raise web.HTTPRequestEntityTooLarge(LONGEST, request.content_length or 0)
    if status:
        raise web.HTTPUnsupportedMediaType


def error_page(request: web.Request, error: web.HTTPException) -> web.StreamResponse:
    """Return the page for a missing or forbidden page."""
    if error.status not in _ERROR_TEXTS:
        location = {"Location": error.headers["Location"]} if "Location" in error.headers else {}
        answer = web.Response(status=error.status, headers=location, text=error.reason)
        return add_security_headers(answer)
    frame = frame_of(request)
    message = frame.say("foreign" if error.reason == FOREIGN else _ERROR_TEXTS[error.status])
    return add_security_headers(
        html(page(frame, "", message, join(tag("h1", message))), error.status)
    )


def add_security_headers(answer: web.StreamResponse) -> web.StreamResponse:
    """Add the security headers to a response."""
    for name, value in SAFE.items():
        answer.headers.setdefault(name, value)
    return answer
