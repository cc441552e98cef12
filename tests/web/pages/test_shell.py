"""The HTML of the pages, as the server sends it before any script has run."""

import asyncio
import re
from html.parser import HTMLParser

import pytest

from companion.i18n.languages import LANGUAGES
from companion.protocol.http.page_words import page_words
from companion.web.http.server import PAGES
from companion.web.pages.assets import Assets
from companion.web.pages.shell import Shell
from companion.web.pages.shell import shell as make_shell


def shell(page: str, language: str) -> Shell:
    return asyncio.run(make_shell(page, language, Assets(PAGES, tuple(LANGUAGES))))


class Head(HTMLParser):
    """What a browser reads from the HTML: the title, the links, and attributes by tag."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.attributes: dict[str, dict[str, str | None]] = {}
        self.links: list[str] = []
        self.title = ""
        self._inside = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag
        attributes = dict(attrs)
        self.attributes[tag] = attributes
        self.links += [
            path for name in ("href", "src") if (path := attributes.get(name)) is not None
        ]

    def handle_data(self, data: str) -> None:
        if self._inside == "title":
            self.title += data.strip()


def script_of(head: Head) -> str:
    return head.attributes["script"]["src"] or ""


@pytest.mark.parametrize("page", PAGES)
def test_each_page_has_its_own_script_and_title(page: str) -> None:
    head = Head(shell(page, "en").html)
    assert head.attributes["script"]["type"] == "module"
    assert re.fullmatch(rf"/static/{page}\.[0-9a-f]{{12}}\.js", script_of(head))
    assert head.attributes["body"]["class"] == f"page-{page}"
    assert head.title == f"{page_words('en').say(f'web.page.{page}')} · Companion"


def test_it_is_in_the_language_that_is_asked_for() -> None:
    head = Head(shell("table", "de").html)
    assert head.attributes["html"] == {"lang": "de"}
    assert head.title == "Tisch · Companion"


def test_inserted_text_is_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    class Sly:
        def say(self, key: str) -> str:
            return f'</title><script src="//evil.example">{key}'

    monkeypatch.setattr("companion.web.pages.shell.page_words", lambda _language: Sly())
    head = Head(shell("seat", 'en" onload="evil()').html)
    assert head.attributes["html"] == {"lang": 'en" onload="evil()'}
    assert head.title.startswith("</title><script")
    assert script_of(head).startswith("/static/seat.")


@pytest.mark.slow
def test_different_pages_have_different_tags() -> None:
    assert len({shell(page, "en").tag for page in PAGES}) == len(PAGES)
    assert shell("seat", "en") == shell("seat", "en")
