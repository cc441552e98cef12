"""Updates that a hub has for boxes on cards: what a box fetches is what lies in the folder."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from companion.host.download import Download, DownloadError
from companion.session.computer_control import NEWEST
from companion_hub.pages.updates import Updates
from companion_hub.settings import settings_of

BUNDLE = b"a bundle" * 1000


def fetched(hub: Path, box: Path, path: str = NEWEST) -> tuple[list[str], bytes]:
    """Let a box fetch something from a hub; return what it was called, and what it is."""

    async def whole() -> tuple[list[str], bytes]:
        app = web.Application()
        Updates(hub).add_to(app.router)
        async with TestServer(app) as server:
            names: list[str] = []
            note: Callable[[str], None] = names.append
            job = Download(str(server.make_url(path)), box, note, lambda *_: None, lambda _: None)
            file = await asyncio.to_thread(job.take)
            return names, file.read_bytes()

    return asyncio.run(whole())


@pytest.fixture
def hub(tmp_path: Path) -> Path:
    folder = tmp_path / "updates"
    folder.mkdir()
    for name in ("0.9.0", "0.10.0", "0.2.5"):
        (folder / f"compass-companion-{name}.raucb").write_bytes(name.encode() + BUNDLE)
    (folder / "compass-companion-99.raucb.part").write_bytes(b"half")
    (folder / "notes.txt").write_text("for nobody", encoding="ascii")
    return folder


def test_the_newest_is_found_by_its_version(hub: Path, tmp_path: Path) -> None:
    names, content = fetched(hub, tmp_path)
    assert names == ["compass-companion-0.10.0.raucb"]
    assert content == b"0.10.0" + BUNDLE


def test_a_box_goes_on_where_its_line_broke(hub: Path, tmp_path: Path) -> None:
    """The hub sends what is missing, and tells by a tag that it is still the same file."""

    async def whole() -> bytes:
        app = web.Application()
        Updates(hub).add_to(app.router)
        async with TestServer(app) as server:
            address = str(server.make_url(NEWEST))
            job = Download(address, tmp_path, lambda _: None, lambda *_: None, lambda _: None)
            part = await asyncio.to_thread(job.take)
            part.write_bytes(b"KEPT")
            return (await asyncio.to_thread(job.take)).read_bytes()

    assert asyncio.run(whole()) == b"KEPT" + (b"0.10.0" + BUNDLE)[4:]


@pytest.mark.parametrize(
    "path", ["/updates/notes.txt", "/updates/compass-companion-99.raucb.part", "/updates/..%2Fx"]
)
def test_nothing_else_is_handed_out(hub: Path, tmp_path: Path, path: str) -> None:
    with pytest.raises(DownloadError, match="404"):
        fetched(hub, tmp_path, path)


def test_a_hub_without_updates_says_so(tmp_path: Path) -> None:
    with pytest.raises(DownloadError, match="has no such update"):
        fetched(tmp_path, tmp_path)


def test_the_folder_is_a_setting() -> None:
    assert settings_of({}).updates is None
    given = settings_of({"updates": {"folder": "bundles"}}, Path("/srv"))
    assert given.updates == Path("/srv/bundles")
