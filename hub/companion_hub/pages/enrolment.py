"""Enrolment of boxes: the operators' form, and the endpoints that boxes call."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from aiohttp import web

from companion.fleet.hub_enrolment import ASK, FETCH
from companion.protocol.http.code_guesses import CodeGuesses
from companion.protocol.http.html import Child, Markup, tag
from companion.protocol.mqtt import TO_BOX
from companion.protocol.payload import NotUnderstoodError, object_in
from companion.protocol.topics import VERSION, filters
from companion_hub.broker_accounts import ASSISTANT, KEPT, BrokerError
from companion_hub.club.accounts import Role
from companion_hub.club.audit import Audit
from companion_hub.club.enrolments import (
    BoxAssignment,
    EnrolledBox,
    EnrolmentError,
    Enrolments,
    WrongCodeError,
)
from companion_hub.live import LiveBoxes
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
from companion_hub.settings import BrokerAddress
from companion_hub.worker import BoxPublisher

_LONGEST: Final = 2000
_LOG: Final = logging.getLogger(__name__)


@dataclass(slots=True)
class EnrolmentPages:
    """Serves the enrolment pages.

    ``offered`` is the broker's address for boxes, ``site`` the site that is suggested.
    """

    enrolments: Enrolments
    live: LiveBoxes
    audit: Audit
    guesses: CodeGuesses
    publish: BoxPublisher
    offered: BrokerAddress
    site: str

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve these pages."""
        router.add_get("/enrolment", self._page)
        router.add_post("/enrolment", self._change)
        router.add_post(ASK, self._ask)
        router.add_post(FETCH, self._fetch)

    async def _page(self, request: web.Request) -> web.Response:
        require_role(request, Role.OPERATOR)
        return html(await self._html(request, {}))

    async def _html(self, request: web.Request, given: dict[str, str], trouble: str = "") -> str:
        usual = {"site": self.site, **given}
        return enrolment(frame_of(request), await self.enrolments.listed(), usual, trouble)

    async def _change(self, request: web.Request) -> web.Response:
        require_role(request, Role.OPERATOR)
        given, say = await form_of(request), frame_of(request).say
        removes, status = given.get("do") == "remove", 400
        try:
            await (self._remove(request, given) if removes else self._admit(request, given))
        except EnrolmentError as error:
            trouble = say(str(error))
        except BrokerError as error:
            _LOG.error("the broker takes no account: %s", error)
            trouble, status = say("no_broker", why=str(error)), 502
        except _BarredError as error:
            trouble, status = say("too_many_codes", n=error.wait), 429
        else:
            return redirect_to("/enrolment")
        return html(await self._html(request, {} if removes else given, trouble), status)

    async def _admit(self, request: web.Request, given: dict[str, str]) -> None:
        account, address = require_role(request, Role.OPERATOR).name, address_of(request)
        wait = self.guesses.wait(address)
        if wait:
            raise _BarredError(wait)
        site, box, title, room = (
            given.get(key, "").strip() for key in ("site", "box", "title", "room")
        )
        subject = f"{site} / {box}"[:80]
        try:
            place = BoxAssignment(BoxId(site, box), title, room)
            await self.enrolments.admit(given.get("code", ""), place, account)
        except WrongCodeError:
            self.guesses.wrong(address)
            await self.audit.note(account, address, "code_refused", subject)
            raise
        await self.audit.note(account, address, "box_enrolled", subject)

    async def _remove(self, request: web.Request, given: dict[str, str]) -> None:
        """Remove a box and its retained messages: the last of these makes every hub delete it."""
        origin = await self.enrolments.remove(given.get("box", ""))
        cleared = filters(each for each in TO_BOX if each.topic.retained)
        for name in (*cleared, *reversed(KEPT)):
            self.publish(origin.topic(name), b"", retain=True)
        device = f"{ASSISTANT}/device/companion_{origin.site}_{origin.box}/config"
        self.publish(device, b"", retain=True)
        self.live.forget(origin)
        account = require_role(request, Role.OPERATOR).name
        subject = f"{origin.site} / {origin.box}"
        await self.audit.note(account, address_of(request), "box_removed", subject)

    async def _ask(self, request: web.Request) -> web.Response:
        try:
            enrolment = await self.enrolments.ask(address_of(request))
        except EnrolmentError:
            raise web.HTTPServiceUnavailable from None
        answer = {"secret": enrolment.secret, "code": enrolment.code, "lasting": enrolment.lasting}
        return web.json_response({"v": VERSION, **answer})

    async def _fetch(self, request: web.Request) -> web.Response:
        try:
            found = await self.enrolments.fetch(await _secret(request))
        except EnrolmentError:
            raise web.HTTPGone from None
        except BrokerError as error:
            _LOG.error("the broker gives no password: %s", error)
            raise web.HTTPServiceUnavailable from None
        if found is None:
            return web.json_response({"v": VERSION, "state": "waiting"})
        place, password = found
        broker = {
            "host": self.offered.host or (request.url.host or ""),
            "port": self.offered.port,
            "tls": self.offered.tls,
        }
        answer = {"site": place.origin.site, "box": place.origin.box, "title": place.title}
        whole = {"v": VERSION, "state": "joined", "broker": broker, "password": password, **answer}
        return web.json_response({**whole, "room": place.room})


class _BarredError(Exception):
    """An address has sent too many wrong codes, and has to wait."""

    def __init__(self, wait: int) -> None:
        super().__init__()
        self.wait = wait


async def _secret(request: web.Request) -> str:
    """Return the secret of a box, empty for anything else."""
    try:
        secret = object_in(await request.content.read(_LONGEST), _LONGEST).get("secret")
    except NotUnderstoodError:
        return ""
    return secret if isinstance(secret, str) and secret.isascii() else ""


def enrolment(
    frame: HubPageContext, listed: Sequence[EnrolledBox], given: dict[str, str], trouble: str = ""
) -> str:
    """Return the page on which operators enrol and remove boxes."""
    say = frame.say
    form = tag(
        "form",
        _field(say, "code", given, autocapitalize="characters", spellcheck="false"),
        _field(say, "site", given),
        _field(say, "box", given),
        _field(say, "title", given, required=False),
        _field(say, "room", given, required=False),
        tag("button", say("enrol_box"), type="submit"),
        method="post",
        action="/enrolment",
        class_="fields",
    )
    rows = [_row(frame, each) for each in listed]
    heads = [
        say(key) for key in ("box_name", "title_of_box", "room_of_box", "since", "who", "remove")
    ]
    return page(
        frame,
        "office",
        say("enrolment"),
        tag("h1", say("enrolment")),
        error_sentence(trouble),
        tag("p", say("enrolment_note"), class_="note"),
        form,
        tag("h2", say("enrolled")),
        table_of(heads, rows) if rows else nothing(say("none_enrolled")),
    )


_LABELS: Final = {
    "code": "code_on_panel",
    "site": "site_name",
    "box": "box_name",
    "title": "title_of_box",
    "room": "room_of_box",
}


def _field(
    say: Callable[[str], str], key: str, given: dict[str, str], **more: str | bool
) -> Markup:
    words = {"name": key, "value": given.get(key, ""), "autocomplete": "off"}
    return labelled_field(say(_LABELS[key]), **{**words, **more})


def _row(frame: HubPageContext, each: EnrolledBox) -> list[Child]:
    say, origin = frame.say, each.place.origin
    name = f"{origin.site} / {origin.box}"
    button = tag(
        "button",
        say("do_remove"),
        type="submit",
        aria_label=f"{say('do_remove')}: {name}",
        class_="away",
    )
    form = tag(
        "form",
        tag("input", type="hidden", name="do", value="remove"),
        tag("input", type="hidden", name="box", value=origin.box),
        button,
        method="post",
        action="/enrolment",
        class_="inline",
    )
    return [name, each.place.title, each.place.room, time_element(each.since), each.account, form]
