"""Assets of the pages: bundled, compressed, and named by their hash.

An address contains the hash of its content, so that a browser can cache it for ever and requests
another address as soon as it has changed. Each asset is built on its first request.
"""

import asyncio
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from typing import Final

from aiohttp import web

from companion.i18n.languages import DEFAULT, PROGRAM, TABLE, read
from companion.protocol.http.page_words import page_words
from companion.protocol.http.static_files import ARCHIVE, STYLES, read_static
from companion.table.clocks.kinds import ClockKind
from companion.web.access.seats import DeniedError
from companion.web.pages.bundle import script, style
from companion.web.views.json_text import to_json

FOR_EVER: Final = "public, max-age=31536000, immutable"
"""A year, the most that the standard knows (RFC 9111, section 1.2.2)."""
_KINDS: Final = {
    "js": "text/javascript",
    "css": "text/css",
    "json": "application/json",
    "svg": "image/svg+xml",
}
_SERVER_PAGE_KEYS: Final = (
    *("web.archive.", "web.computer.", "web.sheets.", "web.noscript"),
    # The server puts these into views as whole sentences.
    *("web.about.", "web.alert.", "web.lobby.begins"),
    *(f"web.log.{kind}" for kind in ("by", "edit", "pause", "resume", "undo")),
)
"""How the keys of words begin that no script needs."""
_ERROR: Final = "web.error."
_SCRIPT_ERRORS: Final = frozenset(
    f"{_ERROR}{code}" for code in ("bad-name", "late", "lost", "restarted")
)
"""The mistakes that scripts report themselves; the box answers with all others in words."""
_CLOCKS: Final = "web.host.clocks."
_GZIP: Final = 16 + zlib.MAX_WBITS
"""What makes zlib write gzip's header, without a time."""
_MOST_MEMORY: Final = 9
"""The memory level at which zlib packs best."""
_SHORT: Final = 12
"""Hexadecimal digits of a hash in an address: enough for all versions that there will ever be."""


@dataclass(frozen=True, slots=True)
class Asset:
    """A file: its name, extension and contents, also compressed."""

    name: str
    ending: str
    whole: bytes = field(repr=False)
    packed: bytes = field(repr=False)
    hash: str

    @property
    def path(self) -> str:
        """The path of its address."""
        return f"/static/{self.name}.{self.hash}.{self.ending}"

    def answer(self, request: web.Request) -> web.Response:
        """Return the file, compressed for browsers that accept it."""
        accepted = request.headers.get("Accept-Encoding", "")
        is_packed = "gzip" in accepted
        answer = web.Response(
            body=self.packed if is_packed else self.whole,
            content_type=_KINDS[self.ending],
            charset="utf-8",
            headers={"Cache-Control": FOR_EVER, "Vary": "Accept-Encoding"},
        )
        if is_packed:
            answer.headers["Content-Encoding"] = "gzip"
        return answer


@dataclass(slots=True)
class Assets:
    """Builds and caches the files of these pages and languages."""

    pages: tuple[str, ...]
    languages: tuple[str, ...]
    _made: dict[str, asyncio.Future[Asset]] = field(default_factory=dict)

    async def get(self, name: str) -> Asset:
        """Return a file by its name and ending, as in ``seat.js``. Raises ``DeniedError``."""
        make = self._maker(name)
        if make is None:
            raise DeniedError("not-found", 404)
        if name not in self._made:
            # Elsewhere, since a small box takes a while and people are playing on it.
            self._made[name] = asyncio.ensure_future(asyncio.to_thread(_asset, name, make))
        return await asyncio.shield(self._made[name])

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Return the asset at an address such as ``seat.0a1b2c3d4e5f.js``; old hashes redirect."""
        name, _, rest = request.match_info["file"].partition(".")
        given, _, ending = rest.rpartition(".")
        asset = await self.get(f"{name}.{ending}")
        if given != asset.hash:
            return web.Response(status=302, headers={"Location": asset.path})
        return asset.answer(request)

    async def manifest(self, _request: web.Request) -> web.StreamResponse:
        """Return the manifest for installing the pages (W3C Web Application Manifest)."""
        icon = (await self.get("icon.svg")).path
        struct = {
            "name": page_words(self.languages[0]).say("web.name"),
            "id": "/seat",
            "start_url": "/seat",
            "scope": "/",
            "display": "standalone",
            "background_color": "#f2ecdf",
            "theme_color": "#0e6a64",
            "icons": [{"src": icon, "sizes": "any", "type": _KINDS["svg"]}],
        }
        return web.Response(text=to_json(struct), content_type="application/manifest+json")

    async def worker(self, _request: web.Request) -> web.StreamResponse:
        """Return the service worker: served from this path, it covers all pages."""
        return web.Response(text=read_static("worker.js"), content_type=_KINDS["js"])

    def _maker(self, name: str) -> Callable[[], str] | None:
        stem, _, ending = name.rpartition(".")
        if ending == "js" and stem in self.pages:
            return partial(script, f"pages/{stem}.js", read_static)
        if ending == "json" and stem in self.languages:
            return partial(_words, stem)
        return {
            "archive.css": partial(style, ARCHIVE, read_static),
            "pages.css": partial(style, STYLES, read_static),
            "icon.svg": partial(read_static, "icon.svg"),
        }.get(name)


def _words(language: str) -> str:
    """Return the texts that scripts need, including those of pages rendered by the server."""
    texts = page_words(language).all.items()
    own = {key: text for key, text in texts if _is_said_by_scripts(key)}
    return to_json(own | _time_controls(language))


def _is_said_by_scripts(key: str) -> bool:
    return key in _SCRIPT_ERRORS or not key.startswith((_ERROR, *_SERVER_PAGE_KEYS))


def _time_controls(language: str) -> dict[str, str]:
    """Return the names of the time controls, as at the table."""
    words = read(PROGRAM, TABLE, language)
    words.add_fallback(read(PROGRAM, TABLE, DEFAULT))
    return {f"{_CLOCKS}{kind}": words.gettext(f"clock.kind.{kind}") for kind in ClockKind}


def _packed(whole: bytes) -> bytes:
    """Return a file as gzip, as small as zlib makes it: with all the memory that it may take."""
    packer = zlib.compressobj(9, zlib.DEFLATED, _GZIP, _MOST_MEMORY)
    return packer.compress(whole) + packer.flush()


def _asset(name: str, make: Callable[[], str]) -> Asset:
    stem, _, ending = name.rpartition(".")
    whole = make().encode()
    return Asset(stem, ending, whole, _packed(whole), sha256(whole).hexdigest()[:_SHORT])
