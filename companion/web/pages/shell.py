"""The HTML of the pages: one shell for all, filled with each page's title, script and style."""

from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template

import msgspec
from aiohttp import web

from companion.i18n.languages import language_tag
from companion.protocol.http.page_words import language_index, page_words
from companion.web.pages.assets import Assets


class Shell(msgspec.Struct, frozen=True):
    """A page's HTML, and the entity tag that identifies exactly this version of it."""

    html: str
    tag: str

    def answer(self, request: web.Request) -> web.Response:
        """Return the page, or 304 (Not Modified) if the browser has it already."""
        if any(tag.value == self.tag for tag in request.if_none_match or ()):
            answer = web.Response(status=web.HTTPNotModified.status_code)
        else:
            answer = web.Response(text=self.html, content_type="text/html")
        answer.etag = self.tag
        return answer


async def shell(page: str, language: str, assets: Assets) -> Shell:
    """Return the shell of a page; its script sets title and language for the viewer."""
    text = page_words(language)
    title = f"{text.say(f'web.page.{page}')} · {text.say('web.name')}"
    template = Template((files("companion.web") / "shell.html").read_text(encoding="utf-8"))
    values = {"language": language_tag(language), "page": page, "title": title}
    values["script"] = (await assets.get(f"{page}.js")).path
    values["style"] = (await assets.get("pages.css")).path
    values["icon"] = (await assets.get("icon.svg")).path
    paths = {code: (await assets.get(f"{code}.json")).path for code in assets.languages}
    values["languages"] = language_index(paths)
    values["noscript"] = " ".join(page_words(code).say("web.noscript") for code in assets.languages)
    html = template.substitute({name: escape(value) for name, value in values.items()})
    return Shell(html, sha256(html.encode()).hexdigest()[:16])
