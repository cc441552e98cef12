"""Pages of removals and of quarantined results."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from aiohttp import web

from companion.protocol.http.html import (
    Child,
    Markup,
    join,
    tag,
)
from companion_hub.club.accounts import Role
from companion_hub.club.audit import Audit
from companion_hub.club.removals import (
    PAGE,
    QuarantinedResults,
    Removal,
    RemovalError,
    RemovalKind,
    Removals,
)
from companion_hub.message_parsing import BoxId
from companion_hub.pages.http import (
    address_of,
    form_of,
    frame_of,
    html,
    redirect_to,
    require_role,
)
from companion_hub.pages.layout import (
    HubPageContext,
    nothing,
    page,
    table_of,
    time_element,
)
from companion_hub.pages.login import error_sentence, labelled_field

_LONGEST: Final = 100


@dataclass(slots=True)
class RemovalPages:
    """Serves that page; ``recount`` recomputes standings."""

    removals: Removals
    audit: Audit
    recount: Callable[[], None]

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve the page."""
        router.add_get("/removals", self._page)
        router.add_post("/removals", self._change)

    async def _page(self, request: web.Request) -> web.Response:
        require_role(request, Role.OPERATOR)
        return html(await self._html(request))

    async def _html(self, request: web.Request, trouble: str = "") -> str:
        box, page_number = request.query.get("box", ""), request.query.get("at", "0")
        at = int(page_number) if page_number.isdecimal() and len(page_number) < 10 else 0  # noqa: PLR2004 - a page
        if box:
            site, _, name = box.rpartition("/")
            of_box = await self.removals.misfits_of(BoxId(site, name), at)
            return misfits_of(frame_of(request), box, of_box, at)
        listed, misfits = await self.removals.listed(), await self.removals.misfits(at)
        return removals(frame_of(request), listed, misfits, at, trouble)

    async def _change(self, request: web.Request) -> web.Response:
        account, given = require_role(request, Role.OPERATOR), await form_of(request)
        label, puts_back = given.get("subject", ""), given.get("do") == "put_back"
        try:
            kind = RemovalKind(given.get("kind", ""))
        except ValueError:
            raise web.HTTPNotFound from None
        try:
            if puts_back:
                await self.removals.put_back(kind, label)
            else:
                await self.removals.remove(kind, label, account.name)
        except RemovalError as error:
            return html(await self._html(request, frame_of(request).say(str(error))), 400)
        action = f"{kind}_put_back" if puts_back else f"{kind}_withheld"
        await self.audit.note(account.name, address_of(request), action, label[:_LONGEST])
        self.recount()
        return redirect_to("/removals")


def removals(
    frame: HubPageContext,
    listed: Sequence[Removal],
    found: Sequence[QuarantinedResults],
    at: int,
    trouble: str = "",
) -> str:
    """Return the page."""
    say = frame.say
    heads = [say(key) for key in ("what_it_is", "subject", "at_time", "who", "do_put_back")]
    rows: list[list[Child]] = [
        [
            say(f"kind_{each.kind}"),
            each.label,
            time_element(each.at),
            each.account or "–",
            form(frame, "put_back", each.kind, each.label),
        ]
        for each in listed
    ]
    parts = (
        tag("h1", say("removals")),
        error_sentence(trouble),
        tag("p", say("removals_note"), class_="note"),
        table_of(heads, rows) if rows else nothing(say("nothing_removed")),
        tag("h2", say("remove_more")),
        *(_new(frame, kind) for kind in RemovalKind),
        tag("h2", say("misfits")),
        tag("p", say("misfits_is"), class_="note"),
        _misfits(frame, found) if found else nothing(say("no_misfits")),
        _turning(frame, "/removals", {}, at, is_last=len(found) < PAGE),
    )
    return page(frame, "office", say("removals"), *parts)


def misfits_of(
    frame: HubPageContext, box: str, found: Sequence[QuarantinedResults], at: int
) -> str:
    """Return a page of the quarantined results of one box."""
    say, count = frame.say, found[0].count if found else 0
    parts = (
        tag("h1", f"{say('misfits')}: {box}"),
        tag("p", tag("a", say("removals"), href="/removals")),
        tag("p", say("misfits_is"), class_="note"),
        _misfits(frame, found) if found else nothing(say("no_misfits")),
        _turning(frame, "/removals", {"box": box}, at, is_last=count <= (at + 1) * PAGE),
    )
    return page(frame, "office", say("misfits"), *parts)


def _misfits(frame: HubPageContext, found: Sequence[QuarantinedResults]) -> Markup:
    """Return quarantined results of boxes, with the number of further ones of each."""
    say = frame.say
    heads = [say(key) for key in ("box", "at_time", "reason", "journal")]
    rows: list[list[Child]] = []
    for box in found:
        name = f"{box.site} / {box.box}"
        rows += [
            [
                name,
                time_element(each.at),
                say(f"misfit_{each.reason}"),
                f"{each.journal}/{each.play}",
            ]
            for each in box.shown
        ]
        if box.count > len(box.shown):
            link = f"/removals?{urlencode({'box': f'{box.site}/{box.box}'})}"
            rows.append([name, tag("a", say("misfits_all", n=box.count), href=link), "", ""])
    return table_of(heads, rows)


def _turning(
    frame: HubPageContext, path: str, query: Mapping[str, str], at: int, *, is_last: bool
) -> Markup:
    """Return the links to the previous and the next page."""
    pages = (("newer", at - 1, at > 0), ("older", at + 1, not is_last))
    links = [
        tag("a", frame.say(key), href=f"{path}?{urlencode({**query, 'at': str(to)})}")
        for key, to, is_there in pages
        if is_there
    ]
    return tag("p", join(*(join(link, " ") for link in links)), class_="more")


def form(frame: HubPageContext, what: str, kind: RemovalKind, subject: str) -> Markup:
    """Return the button that removes or restores an object."""
    say = frame.say
    label = f"{say(f'do_{what}')}: {subject}"
    button = tag("button", say(f"do_{what}"), type="submit", aria_label=label, class_="away")
    given = {"do": what, "kind": kind, "subject": subject}
    hidden = [tag("input", type="hidden", name=key, value=each) for key, each in given.items()]
    return tag("form", hidden, button, method="post", action="/removals", class_="inline")


def _new(frame: HubPageContext, kind: RemovalKind) -> Markup:
    say = frame.say
    return tag(
        "form",
        labelled_field(say(f"subject_{kind}"), name="subject", autocomplete="off"),
        tag("input", type="hidden", name="do", value="remove"),
        tag("input", type="hidden", name="kind", value=kind),
        tag("button", say(f"remove_{kind}"), type="submit"),
        method="post",
        action="/removals",
        class_="fields",
    )
