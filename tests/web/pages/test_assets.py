"""The files of the pages: small, compressed, named by what they hold, and made when needed."""

import asyncio
import gzip
import json
import re
from pathlib import Path

import pytest

import companion
from companion.engine import registry
from companion.engine.text import Text
from companion.i18n.catalogue import Catalogue
from companion.i18n.languages import LANGUAGES
from companion.protocol.http.static_files import read_static
from companion.table.clocks.choice import USUAL
from companion.table.clocks.kinds import ClockKind
from companion.web.access.seats import DeniedError
from companion.web.http.server import PAGES
from companion.web.pages.assets import FOR_EVER, Asset, Assets
from tests.web.box import Served, run

MOST = 120_000
"""Bytes of JavaScript that a page may load, uncompressed."""

FIRST = 48_000
"""Bytes that a phone loads at its first visit: script, style and the words of its language.

The layout for a hand, with a tray and places to zoom, takes some, and so do phones that lead and
televisions during a setup; a slow line allows 60 kB.
"""


STATIC = Path(companion.__file__).parent / "static"


async def made(name: str) -> Asset:
    return await Assets(PAGES, tuple(LANGUAGES)).get(name)


def asset(name: str) -> Asset:
    return asyncio.run(made(name))


@pytest.mark.parametrize("page", PAGES)
def test_a_page_loads_no_more_script_than_it_may(page: str) -> None:
    script = asset(f"{page}.js")
    assert len(script.whole) <= MOST
    assert gzip.decompress(script.packed) == script.whole


@pytest.mark.parametrize("page", PAGES)
def test_a_first_visit_loads_no_more_than_it_may_in_any_language(page: str) -> None:
    """Compressed, without the page itself and the game: a page in the browser's language."""
    words = {language: len(asset(f"{language}.json").packed) for language in LANGUAGES}
    language = max(words, key=words.__getitem__)
    script, style = asset(f"{page}.js"), asset("pages.css")
    assert len(script.packed) + len(style.packed) + words[language] <= FIRST, language


def test_they_are_made_once() -> None:
    async def twice() -> None:
        assets = Assets(PAGES, tuple(LANGUAGES))
        one, other = await asyncio.gather(assets.get("seat.js"), assets.get("seat.js"))
        assert one is other

    asyncio.run(twice())


@pytest.mark.parametrize("name", ["nothing.js", "../server.py", "seat.css", "xx.json", "", "seat"])
def test_there_are_no_others(name: str) -> None:
    with pytest.raises(DeniedError) as caught:
        asset(name)
    assert caught.value.status == 404


def test_a_browser_keeps_them_and_gets_them_compressed(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        async with served.browser() as browser:
            _, page, _ = await browser.get("/seat")
            paths = re.findall(r'(/static/[^"&]+)(?:"|&quot;)', page)
            assert len(paths) == 3 + len(LANGUAGES)
            for path in paths:
                status, text, headers = await browser.get(path)
                assert status == 200
                assert headers["Cache-Control"] == FOR_EVER
                assert headers["Content-Encoding"] == "gzip"
                assert headers["X-Content-Type-Options"] == "nosniff"
                plain = await browser.get(path, **{"Accept-Encoding": "identity"})
                assert plain[1] == text
                assert "Content-Encoding" not in plain[2]
            english = next(path for path in paths if path.startswith("/static/en."))
            assert json.loads((await browser.get(english))[1])["web.name"] == "Companion"

    run(tmp_path, scene)


def test_a_phone_can_install_the_pages(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        async with served.browser() as browser:
            _, page, _ = await browser.get("/seat")
            path = re.search(r'rel="manifest" href="([^"]+)"', page)
            assert path is not None
            status, text, headers = await browser.get(path[1])
            manifest = json.loads(text)
            assert status == 200
            assert headers["Content-Type"].startswith("application/manifest+json")
            assert manifest["start_url"] == "/seat"
            assert (await browser.get(manifest["icons"][0]["src"]))[0] == 200
            status, script, headers = await browser.get("/worker.js")
            assert status == 200
            assert headers["Content-Type"].startswith("text/javascript")
            assert headers["Cache-Control"] == "no-cache", "a new one takes over at once"
            assert "fetch" in script

    run(tmp_path, scene)


def test_an_address_from_before_an_upgrade_leads_to_what_there_is_now(tmp_path: Path) -> None:
    async def scene(served: Served) -> None:
        async with served.browser() as browser:
            old = await browser.get("/static/seat.000000000000.js")
            assert (old[0], old[1]) == (200, (await made("seat.js")).whole.decode())
            assert (await browser.get("/static/seat..js"))[1] == old[1]

    run(tmp_path, scene)


def test_the_times_that_a_page_proposes_are_those_of_the_table() -> None:
    """The script of a page cannot read them, and to send them costs more than to compare them."""
    source = read_static("parts/clock-controls.js")
    table = re.sub(r",(\s*[\])])", r"\1", source.partition("new Map(")[2].partition(");")[0])
    unit = {"seconds": ("main", 1000), "minutes": ("main", 60_000), "extra": ("extra", 1000)}
    proposed = {
        kind: {unit.get(name, (name, 1))[0]: n * unit.get(name, (name, 1))[1] for name, n in parts}
        for kind, parts in json.loads(table)
    }
    assert proposed == {str(kind): dict(times) for kind, times in USUAL.items()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_time_controls_are_called_as_at_the_table(language: str) -> None:
    words = json.loads(asset(f"{language}.json").whole)
    voice = Catalogue(language, registry.load("essence"), ())
    for kind in ClockKind:
        assert words[f"web.host.clocks.{kind}"] == voice.long(Text(f"clock.kind.{kind}"))


def test_scripts_have_the_words_of_the_mistakes_that_they_report() -> None:
    """The others come from the box in words, so that a page need not load them."""
    scripts = "".join(path.read_text() for path in STATIC.rglob("*.js"))
    said = re.findall(r'(?:#giveUp|#error)\("([\w-]+)"\)|say\("error\.([\w-]+)"', scripts)
    codes = {f"web.error.{own or said_directly}" for own, said_directly in said}
    words = json.loads(asset("en.json").whole)
    assert {key for key in words if key.startswith("web.error.")} == codes
