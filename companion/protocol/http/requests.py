"""Guards against malformed requests, and bodies that are compressed or too large.

Bodies are never inflated, neither on the way in nor when they are thrown away: 194 kB of gzip
become 200 MB, and the event loop, which also runs the game, would be blocked meanwhile. Our pages
never compress their requests.
"""

import logging
from collections.abc import Callable
from typing import Any, Final

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.http_parser import RawRequestMessage
from yarl import URL

NOT_HTTP: Final = (HttpProcessingError, web.RequestPayloadError)
"""Error that the library raises for a request that is not HTTP."""
_NOWHERE: Final = URL("/")
BODY_HANDLING: Final[dict[str, Any]] = {"auto_decompress": False, "lingering_time": 1.0}
"""How the library must treat bodies: as they come; and one that nobody reads, for a second."""
_AS_IT_IS: Final = frozenset({"", "identity"})
"""The codings that leave a body as it is (RFC 9110, section 8.4)."""
_WITHOUT: Final = frozenset({"GET", "HEAD", "OPTIONS", "DELETE", "TRACE", "CONNECT"})
"""Methods whose requests have no body that means anything (RFC 9110, section 9.3)."""


def with_target(
    made: Callable[..., web.BaseRequest], message: RawRequestMessage, *more: object
) -> web.BaseRequest:
    """Return a request; one without a target, which the library cannot handle, is for the root."""
    url: URL | None = message.url  # CONNECT may have none, though the library says otherwise
    if url is None:
        message = message._replace(url=_NOWHERE, path=_NOWHERE.path)
    return made(message, *more, _cls=DiscreetRequest)


def refusal(request: web.BaseRequest, most: int) -> int:
    """Return the status that refuses a request's body, 0 if it may be read.

    A body without a declared length has to be counted by its reader.
    """
    if request.headers.get("Content-Encoding", "").strip().lower() not in _AS_IT_IS:
        return web.HTTPUnsupportedMediaType.status_code
    allowed = 0 if request.method in _WITHOUT else most
    if (request.content_length or 0) > allowed or (request.body_exists and not allowed):
        return web.HTTPRequestEntityTooLarge.status_code
    return 0


class DiscreetRequest(web.Request):
    """A request whose response does not reveal the server's software and version.

    The library adds its own name to responses without one, including its answers to invalid HTTP,
    which bypass handlers and middleware; but all of them pass through here.
    """

    async def _prepare_hook(self, response: web.StreamResponse) -> None:
        response.headers.popall("Server", None)
        await super()._prepare_hook(response)


class WireLog(logging.LoggerAdapter[logging.Logger]):
    """The log of invalid HTTP detected by the library: one line, for debugging.

    It omits the client's data, which may contain a code.
    """

    def exception(self, msg: object, *args: object, exc_info: Any = True, **more: Any) -> None:  # noqa: ANN401 - as inherited
        """Log an error; only those that no client can cause get more than a line."""
        if isinstance(exc_info, NOT_HTTP):
            self.debug(msg, *args)
        else:
            super().exception(msg, *args, exc_info=exc_info, **more)

    def debug(self, msg: object, *args: object, **_more: Any) -> None:  # noqa: ANN401 - as inherited
        """Log a message without its traceback."""
        super().debug(msg, *args)
