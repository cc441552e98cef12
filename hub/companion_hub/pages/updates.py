"""Serves updates for boxes that run from a card; the newest one has a fixed name.

Downloads need no account: the bundles contain no secrets, and a box accepts none without a known
signature.
"""

import asyncio
from pathlib import Path

import msgspec
from aiohttp import web

from companion.host.update import NAME, version_key
from companion.session.computer_control import NEWEST


class Updates(msgspec.Struct, frozen=True):
    """The bundles in a folder, which may be added or removed at any time."""

    folder: Path

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Add the addresses to a server."""
        router.add_get(NEWEST, self._newest)
        router.add_get("/updates/{name}", self._one)

    def newest(self) -> str:
        """Return the name of the newest bundle, empty without any."""
        named = (NAME.fullmatch(file.name) for file in self.folder.glob("*.raucb"))
        found = [(version_key(match[1]), match[0]) for match in named if match is not None]
        return max(found)[1] if found else ""

    async def _newest(self, _request: web.Request) -> web.StreamResponse:
        name = await asyncio.to_thread(self.newest)
        if not name:
            raise web.HTTPNotFound
        raise web.HTTPFound(f"/updates/{name}")

    async def _one(self, request: web.Request) -> web.StreamResponse:
        """Send a bundle, or the part of it that a box still lacks (RFC 9110, section 14)."""
        name = request.match_info["name"]
        file = self.folder / name
        if NAME.fullmatch(name) is None or not await asyncio.to_thread(file.is_file):
            raise web.HTTPNotFound
        return web.FileResponse(file, headers={"Content-Type": "application/octet-stream"})
