"""Helpers of pages rendered by the server: language, rights, responses."""

from collections.abc import Sequence

from aiohttp import web

from companion.i18n.languages import LANGUAGES, preferred
from companion.protocol.http.page_words import page_words
from companion.web.pages.archive_page import PageContext
from companion.web.pages.assets import Assets


def language_of(request: web.Request) -> str:
    """Return the language in the address, else the one that the browser prefers."""
    requested = request.query.get("lang", "")
    return (
        requested
        if requested in LANGUAGES
        else preferred(request.headers.get("Accept-Language", ""))
    )


async def page_context(
    request: web.Request, assets: Assets, files: Sequence[str], *, host: bool
) -> PageContext:
    """Return the context of a page; ``files`` are its icon, style and script."""
    language = language_of(request)
    icon, style, script = [(await assets.get(name)).path for name in files]
    return PageContext(language, page_words(language), host, icon, style, script)


def html(content: str) -> web.Response:
    """Return a response with a page."""
    return web.Response(text=content, content_type="text/html")
