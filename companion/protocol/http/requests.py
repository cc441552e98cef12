"""Tolerates malformed requests: without a target, or not HTTP at all."""

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


def with_target(
    made: Callable[..., web.BaseRequest], message: RawRequestMessage, *more: object
) -> web.BaseRequest:
    """Return a request; without a target, on which the library stumbles, it is for the root."""
    url: URL | None = message.url  # CONNECT may have none, though the library says otherwise
    if url is None:
        message = message._replace(url=_NOWHERE, path=_NOWHERE.path)
    return made(message, *more, _cls=DiscreetRequest)


class DiscreetRequest(web.Request):
    """A request whose answer does not tell which programs of which version have written it.

    The library adds its own name to whatever has none, also to its answers to what is no HTTP,
    which pass neither a handler nor a middleware; but all of them pass here.
    """

    async def _prepare_hook(self, response: web.StreamResponse) -> None:
        response.headers.popall("Server", None)
        await super()._prepare_hook(response)


class WireLog(logging.LoggerAdapter[logging.Logger]):
    """The log of what is not even HTTP, as the library finds it: one line, for debugging.

    It leaves out what the client has sent: there may be a code in it.
    """

    def exception(self, msg: object, *args: object, exc_info: Any = True, **more: Any) -> None:  # noqa: ANN401 - as inherited
        """Note an error; only those that no client can cause are worth more than a line."""
        if isinstance(exc_info, NOT_HTTP):
            self.debug(msg, *args)
        else:
            super().exception(msg, *args, exc_info=exc_info, **more)

    def debug(self, msg: object, *args: object, **_more: Any) -> None:  # noqa: ANN401 - as inherited
        """Note something without its traceback."""
        super().debug(msg, *args)
