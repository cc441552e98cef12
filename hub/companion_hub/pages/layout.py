"""Layout shared by all pages of the hub: texts, head and navigation."""

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache
from gettext import NullTranslations
from typing import Final

import msgspec

from companion.engine import registry
from companion.i18n.formats import listed
from companion.i18n.languages import DEFAULT, LANGUAGES, language_tag, own_name, read
from companion.protocol.http.html import (
    Child,
    Markup,
    join,
    tag,
)
from companion.protocol.http.page_words import language_index
from companion.protocol.http.static_files import ARCHIVE
from companion_hub.club.accounts import Account

VIEWS: Final = {
    "tables": "/",
    "games": "/games",
    "players": "/players",
    "tournaments": "/tournaments",
    "sheets": "/sheets",
    "boxes": "/boxes",
}
OFFICE: Final = {"office": "/office"}
"""Navigation for operators."""


@lru_cache(maxsize=len(LANGUAGES))
def _words(language: str) -> NullTranslations:
    return read("companion_hub", "hub", language)


def _wording(language: str, key: str, n: str | int | None) -> str:
    """Return the text of a key, or the key if the language lacks it."""
    words = _words(language)
    translated = words.ngettext(key, key, n) if isinstance(n, int) else key
    return words.gettext(key) if translated == key else translated


class HubPageContext(msgspec.Struct, frozen=True):
    """The context of a page: a language, and the logged-in operator, if any."""

    language: str
    path: str = "/"
    account: Account | None = None

    def say(self, key: str, **params: str | int) -> str:
        """Return the text of a key, in the form for ``n`` if there are several."""
        n = params.get("n")
        wordings = (_wording(each, key, n) for each in (self.language, DEFAULT))
        return next((words for words in wordings if words != key), key).format_map(params)

    def title_of(self, game: str) -> str:
        """Return the title of a game, or its id if it is not installed here."""
        return registry.title(game, self.language)

    def listed(self, items: Iterable[object]) -> str:
        """Return items as a list without *and*, in the language's format."""
        return listed(self.language, "plain", [*map(str, items)])


def page(frame: HubPageContext, view: str, title: str, *content: Child, script: str = "hub") -> str:
    """Return a whole page."""
    say = frame.say
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", f"{title} · {say('name')}"),
        tag("link", rel="icon", href="/static/icon.svg", type="image/svg+xml"),
        [tag("link", rel="stylesheet", href=f"/static/{path}") for path in ARCHIVE],
        tag("link", rel="stylesheet", href="/hub/hub.css"),
        tag("script", type="module", src=f"/hub/{script}.js"),
    )
    links = [
        tag(
            "li",
            tag("a", say(name), href=path, aria_current="page" if name == view else None),
        )
        for name, path in (VIEWS | (OFFICE if frame.account else {})).items()
    ]
    bar = tag(
        "header",
        tag("span", say("name"), class_="title"),
        tag("nav", tag("ul", links), aria_label=say("views")),
        _languages(frame),
        _person(frame),
        class_="bar",
    )
    skip = tag("a", say("skip"), class_="skip", href="#main")
    main = tag("main", *content, id="main", tabindex="-1")
    languages = language_index({code: f"/words/{code}.json" for code in LANGUAGES})
    of_view = f"page-archive hub hub-{view}"
    body = tag("body", skip, bar, main, class_=of_view, data_languages=languages)
    return f"<!doctype html>\n{tag('html', head, body, lang=language_tag(frame.language))}\n"


def _languages(frame: HubPageContext) -> Markup:
    """Return the links to this page in each other language, which is named in itself."""
    others = [code for code in LANGUAGES if code != frame.language]
    links = [
        tag(
            "li",
            tag("a", own_name(code), href=f"{frame.path}?lang={code}", lang=language_tag(code)),
        )
        for code in others
    ]
    own = tag("summary", own_name(frame.language))
    return tag("details", own, tag("ul", links), class_="language")


def _person(frame: HubPageContext) -> Markup:
    """Return the logged-in operator with a logout link, or the login link."""
    if frame.account is None:
        return tag("a", frame.say("log_in"), href="/login", class_="person")
    out = tag("button", frame.say("log_out"), type="submit")
    name = tag("span", frame.account.name)
    return tag("form", name, out, method="post", action="/logout", class_="person")


def table_of(heads: list[str], rows: list[list[Child]]) -> Markup:
    """Return a table; its first column names the rows."""
    head = tag("thead", tag("tr", [tag("th", each, scope="col") for each in heads]))
    body = tag("tbody", [_row(cells) for cells in rows])
    return tag("div", tag("table", head, body), class_="wide", tabindex="0")


def _row(cells: list[Child]) -> Markup:
    first, *rest = cells
    return tag("tr", tag("th", first, scope="row"), [tag("td", each) for each in rest])


def time_element(seconds: float) -> Markup:
    """Return a time, which the browser shows in its own time zone."""
    when = datetime.fromtimestamp(seconds, UTC)
    return tag("time", f"{when:%Y-%m-%d %H:%M} UTC", datetime=when.isoformat(timespec="seconds"))


def nothing(words: str) -> Markup:
    """Return the placeholder of an empty list."""
    return join(tag("p", words, class_="nothing"))
