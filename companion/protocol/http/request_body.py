"""Decides by its headers whether a request's body is read.

Bodies are never inflated, neither on the way in nor when they are thrown away: 194 kB of gzip
become 200 MB, and the event loop, which plays the game as well, would stand still meanwhile. No
page of ours compresses what it sends.
"""

from typing import Any, Final

from aiohttp import web

SERVER: Final[dict[str, Any]] = {"auto_decompress": False, "lingering_time": 1.0}
"""How the library must treat bodies: as they come; and one that nobody reads, for a second."""
_AS_IT_IS: Final = frozenset({"", "identity"})
"""The codings that leave a body as it is (RFC 9110, section 8.4)."""
_WITHOUT: Final = frozenset({"GET", "HEAD", "OPTIONS", "DELETE", "TRACE", "CONNECT"})
"""Methods whose requests have no body that means anything (RFC 9110, section 9.3)."""


def refusal(request: web.BaseRequest, most: int) -> int:
    """Return the status by which a request's body is refused, 0 if it may be read.

    A body whose length is not stated in the head has to be counted by who reads it.
    """
    if request.headers.get("Content-Encoding", "").strip().lower() not in _AS_IT_IS:
        return web.HTTPUnsupportedMediaType.status_code
    allowed = 0 if request.method in _WITHOUT else most
    if (request.content_length or 0) > allowed or (request.body_exists and not allowed):
        return web.HTTPRequestEntityTooLarge.status_code
    return 0
