"""What the server writes speaks the language that an address or else a browser asks for."""

import asyncio

import pytest
from aiohttp.test_utils import make_mocked_request

from companion.protocol.http.page_words import page_words
from companion.web.pages.assets import Assets
from companion.web.pages.server_pages import html, language_of, page_context


@pytest.mark.parametrize(
    ("address", "accepted", "language"),
    [
        ("/games", "", "en"),
        ("/games", "de-AT,de;q=0.9,en;q=0.8", "de"),
        ("/games", "zz-ZZ,de;q=0.5", "de"),
        ("/games?lang=de", "en", "de"),
        ("/games?lang=en", "de", "en"),
        ("/games?lang=", "de", "de"),
        ("/games?lang=xx", "de", "de"),
    ],
)
def test_the_address_decides_and_then_the_browser(
    address: str, accepted: str, language: str
) -> None:
    request = make_mocked_request("GET", address, {"Accept-Language": accepted})
    assert language_of(request) == language


@pytest.mark.parametrize("host", [True, False])
def test_a_page_knows_whom_it_is_for_and_what_it_loads(*, host: bool) -> None:
    files = ("icon.svg", "archive.css", "computer.js")

    async def frame() -> None:
        assets = Assets(("computer",), ("en",))
        request = make_mocked_request("GET", "/computer?lang=de")
        made = await page_context(request, assets, files, host=host)
        paths = [(await assets.get(name)).path for name in files]
        assert (made.language, made.words, made.host) == ("de", page_words("de"), host)
        assert [made.icon, made.style, made.script] == paths

    asyncio.run(frame())


def test_a_page_is_sent_as_html() -> None:
    answer = html("<!doctype html>")
    assert (answer.status, answer.text) == (200, "<!doctype html>")
    assert (answer.content_type, answer.charset) == ("text/html", "utf-8")
