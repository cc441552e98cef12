"""What is removed from the pages, and which results were set aside: for operators."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from aiohttp import web

from companion.web.markup import Child, Markup, tag
from companion_hub.club.accounts import Role
from companion_hub.club.audit import Audit
from companion_hub.club.removals import Kind, Misfit, Removal, RemovalError, Removals
from companion_hub.pages.answers import address_of, form_of, frame_of, html, needed, see
from companion_hub.pages.doors import labelled, troubled
from companion_hub.pages.frame import Frame, moment, nothing, page, table_of

_LONGEST: Final = 100


@dataclass(slots=True)
class RemovalPages:
    """Serves that page; ``recount`` has standings worked out anew."""

    removals: Removals
    audit: Audit
    recount: Callable[[], None]

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve the page."""
        router.add_get("/removals", self._page)
        router.add_post("/removals", self._change)

    async def _page(self, request: web.Request) -> web.Response:
        needed(request, Role.OPERATOR)
        return html(await self._written(request))

    async def _written(self, request: web.Request, trouble: str = "") -> str:
        listed, misfits = await self.removals.listed(), await self.removals.misfits()
        return removals(frame_of(request), listed, misfits, trouble)

    async def _change(self, request: web.Request) -> web.Response:
        account, given = needed(request, Role.OPERATOR), await form_of(request)
        label, puts_back = given.get("subject", ""), given.get("do") == "put_back"
        try:
            kind = Kind(given.get("kind", ""))
        except ValueError:
            raise web.HTTPNotFound from None
        try:
            if puts_back:
                await self.removals.put_back(kind, label)
            else:
                await self.removals.remove(kind, label, account.name)
        except RemovalError as error:
            return html(await self._written(request, frame_of(request).say(str(error))), 400)
        deed = f"{kind}_put_back" if puts_back else f"{kind}_withheld"
        await self.audit.note(account.name, address_of(request), deed, label[:_LONGEST])
        self.recount()
        return see("/removals")


def removals(
    frame: Frame, listed: Sequence[Removal], misfits: Sequence[Misfit], trouble: str = ""
) -> str:
    """Return the page."""
    say = frame.say
    heads = [say(key) for key in ("what_it_is", "subject", "at_time", "who", "do_put_back")]
    rows: list[list[Child]] = [
        [
            say(f"kind_{each.kind}"),
            each.label,
            moment(each.at),
            each.account or "–",
            form(frame, "put_back", each.kind, each.label),
        ]
        for each in listed
    ]
    aside = [say(key) for key in ("box", "at_time", "reason", "journal")]
    strange: list[list[Child]] = [
        [
            f"{each.site} / {each.box}",
            moment(each.at),
            say(f"misfit_{each.reason}"),
            f"{each.journal}/{each.play}",
        ]
        for each in misfits
    ]
    parts = (
        tag("h1", say("removals")),
        troubled(trouble),
        tag("p", say("removals_note"), class_="note"),
        table_of(heads, rows) if rows else nothing(say("nothing_removed")),
        tag("h2", say("remove_more")),
        *(_new(frame, kind) for kind in Kind),
        tag("h2", say("misfits")),
        tag("p", say("misfits_is"), class_="note"),
        table_of(aside, strange) if strange else nothing(say("no_misfits")),
    )
    return page(frame, "office", say("removals"), *parts)


def form(frame: Frame, what: str, kind: Kind, subject: str) -> Markup:
    """Return the button that removes something, or puts it back."""
    say = frame.say
    label = f"{say(f'do_{what}')}: {subject}"
    button = tag("button", say(f"do_{what}"), type="submit", aria_label=label, class_="away")
    given = {"do": what, "kind": kind, "subject": subject}
    hidden = [tag("input", type="hidden", name=key, value=each) for key, each in given.items()]
    return tag("form", hidden, button, method="post", action="/removals", class_="inline")


def _new(frame: Frame, kind: Kind) -> Markup:
    say = frame.say
    return tag(
        "form",
        labelled(say(f"subject_{kind}"), name="subject", autocomplete="off"),
        tag("input", type="hidden", name="do", value="remove"),
        tag("input", type="hidden", name="kind", value=kind),
        tag("button", say(f"remove_{kind}"), type="submit"),
        method="post",
        action="/removals",
        class_="fields",
    )
