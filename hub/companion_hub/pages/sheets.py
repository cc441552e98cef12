"""Page of the club's sheets, and what boxes read of them."""

from dataclasses import dataclass

from aiohttp import web

from companion.protocol.http.html import Child, Markup, tag
from companion.sheets.games import title_of
from companion_hub.club.accounts import Role
from companion_hub.club.audit import Audit
from companion_hub.club.removals import Removals
from companion_hub.pages.http import (
    address_of,
    form_of,
    frame_of,
    html,
    redirect_to,
    require_role,
)
from companion_hub.pages.layout import HubPageContext, nothing, page, table_of, time_element
from companion_hub.sheet_library import ReceivedSheet, SheetLibrary


@dataclass(slots=True)
class SheetPages:
    """Serves the list, each sheet as a file, and the same for boxes; operators remove one."""

    library: SheetLibrary
    removals: Removals
    audit: Audit

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve the pages."""
        router.add_get("/sheets", self._page)
        router.add_get("/sheets.json", self._list)
        router.add_get("/sheets/{name}.yaml", self._one)
        router.add_post("/sheets", self._remove)

    async def _listed(self) -> list[ReceivedSheet]:
        """Return the sheets of all boxes that are not removed."""
        removed = await self.removals.boxes()
        return [each for each in await self.library.listed() if each.origin not in removed]

    async def _page(self, request: web.Request) -> web.Response:
        return html(sheets(frame_of(request), await self._listed()))

    async def _list(self, _request: web.Request) -> web.Response:
        listed = [{"name": each.name, "title": each.title} for each in await self._listed()]
        return web.json_response({"sheets": listed})

    async def _one(self, request: web.Request) -> web.Response:
        found = await self.library.text(request.match_info["name"])
        if found is None or found[0] in await self.removals.boxes():
            raise web.HTTPNotFound
        return web.Response(text=found[1], content_type="application/yaml")

    async def _remove(self, request: web.Request) -> web.Response:
        account, given = require_role(request, Role.OPERATOR), await form_of(request)
        name = given.get("name", "")
        if not await self.library.remove(name):
            raise web.HTTPNotFound
        await self.audit.note(account.name, address_of(request), "sheet_removed", name)
        return redirect_to("/sheets")


def sheets(frame: HubPageContext, listed: list[ReceivedSheet]) -> str:
    """Return the page."""
    say = frame.say
    may_remove = frame.account is not None and frame.account.role.may(Role.OPERATOR)
    heads = [say(key) for key in ("game", "box", "at_time")]
    rows: list[list[Child]] = [
        [
            tag("a", title_of(each.title, frame.language), href=f"/sheets/{each.name}.yaml"),
            f"{each.site} / {each.box}",
            time_element(each.at),
            *((_removal(frame, each.name),) if may_remove else ()),
        ]
        for each in listed
    ]
    if may_remove:
        heads.append(say("remove"))
    return page(
        frame,
        "sheets",
        say("sheets"),
        tag("h1", say("sheets")),
        tag("p", say("sheets_about"), class_="hint"),
        table_of(heads, rows) if rows else nothing(say("no_sheets")),
    )


def _removal(frame: HubPageContext, name: str) -> Markup:
    hidden = tag("input", type="hidden", name="name", value=name)
    button = tag("button", frame.say("remove"), type="submit")
    return tag("form", hidden, button, method="post", action="/sheets")
