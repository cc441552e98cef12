"""Login, logout, and creation of the first account."""

import logging
import secrets
from dataclasses import dataclass, field
from hmac import compare_digest
from typing import Final

from aiohttp import web

from companion.protocol.http.code_guesses import CodeGuesses
from companion.protocol.http.html import (
    Child,
    Markup,
    join,
    tag,
)
from companion_hub.club.accounts import LASTING, AccountError, Accounts
from companion_hub.club.audit import Audit
from companion_hub.pages.http import (
    account_of,
    address_of,
    form_of,
    frame_of,
    html,
    is_secure,
    redirect_to,
    within,
)
from companion_hub.pages.layout import HubPageContext, page

COOKIE: Final = "login"
_DIGITS: Final = 8
_LOG: Final = logging.getLogger(__name__)


def _code() -> str:
    return str(secrets.randbelow(10**_DIGITS)).zfill(_DIGITS)


@dataclass(slots=True)
class LoginPages:
    """Logs operators in. ``code`` creates the first account; only the hub's log contains it."""

    accounts: Accounts
    audit: Audit
    guesses: CodeGuesses
    code: str = field(default_factory=_code)

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve these pages."""
        router.add_get("/login", self._page)
        router.add_post("/login", self._log_in)
        router.add_post("/first", self._first)
        router.add_post("/logout", self._log_out)

    async def announce(self) -> None:
        """Log how to create the first account, if there is none."""
        if not await self.accounts.any():
            _LOG.warning("there is no operator yet: open /login, and make one by %s", self.code)

    async def _page(self, request: web.Request) -> web.Response:
        return html(await self._html(request))

    async def _html(self, request: web.Request, trouble: str = "", **given: str) -> str:
        frame = frame_of(request)
        onward = within(given.get("next", request.query.get("next", "/")))
        name = given.get("name", "")
        if await self.accounts.any():
            return login(frame, onward, name, trouble)
        return first(frame, name, trouble)

    async def _log_in(self, request: web.Request) -> web.Response:
        given = await form_of(request)
        barred = await self._barred(request, given)
        if barred is not None:
            return barred
        found = await self.accounts.log_in(given.get("name", ""), given.get("password", ""))
        if found is None:
            await self._wrong(request, given)
            trouble = frame_of(request).say("wrong_password")
            return html(await self._html(request, trouble, **_harmless(given)), 403)
        account, token = found
        await self.audit.note(account.name, address_of(request), "logged_in")
        answer = redirect_to(within(given.get("next", "/")))
        answer.set_cookie(
            COOKIE,
            token,
            max_age=int(LASTING),
            httponly=True,
            samesite="Strict",
            secure=is_secure(request),
        )
        return answer

    async def _barred(self, request: web.Request, given: dict[str, str]) -> web.Response | None:
        wait = self.guesses.wait(address_of(request))
        if not wait:
            return None
        trouble = frame_of(request).say("too_many", n=wait)
        answer = html(await self._html(request, trouble, **_harmless(given)), 429)
        answer.headers["Retry-After"] = str(wait)
        return answer

    async def _wrong(self, request: web.Request, given: dict[str, str]) -> None:
        address = address_of(request)
        self.guesses.wrong(address)
        await self.audit.note("", address, "login_refused", given.get("name", "")[:40])

    async def _first(self, request: web.Request) -> web.Response:
        given, frame = await form_of(request), frame_of(request)
        barred = await self._barred(request, given)
        if barred is not None:
            return barred
        if not compare_digest(given.get("code", "").replace(" ", "").encode(), self.code.encode()):
            await self._wrong(request, given)
            trouble = frame.say("wrong_code")
            return html(await self._html(request, trouble, **_harmless(given)), 403)
        try:
            made = await self.accounts.add_first(given.get("name", ""), given.get("password", ""))
        except AccountError as error:
            trouble = frame.say(str(error))
            return html(await self._html(request, trouble, **_harmless(given)), 400)
        await self.audit.note(made.name, address_of(request), "account_added", made.name)
        return redirect_to("/login?next=/office")

    async def _log_out(self, request: web.Request) -> web.Response:
        account = account_of(request)
        if account is not None:
            await self.accounts.log_out(request.cookies.get(COOKIE, ""))
            await self.audit.note(account.name, address_of(request), "logged_out")
        answer = redirect_to("/")
        answer.del_cookie(COOKIE)
        return answer


def _harmless(given: dict[str, str]) -> dict[str, str]:
    return {key: given[key] for key in ("name", "next") if key in given}


def login(frame: HubPageContext, onward: str, name: str, trouble: str) -> str:
    """Return the login page."""
    say = frame.say
    fields = (
        labelled_field(say("name_of_account"), name="name", value=name, autocomplete="username"),
        labelled_field(
            say("password"), name="password", type="password", autocomplete="current-password"
        ),
        tag("input", type="hidden", name="next", value=onward),
    )
    return _of(frame, say("log_in"), "/login", fields, trouble)


def first(frame: HubPageContext, name: str, trouble: str) -> str:
    """Return the page that creates the first account."""
    say = frame.say
    fields = (
        labelled_field(say("code"), name="code", autocomplete="off", inputmode="numeric"),
        labelled_field(say("name_of_account"), name="name", value=name, autocomplete="username"),
        labelled_field(
            say("password"), name="password", type="password", autocomplete="new-password"
        ),
    )
    note = tag("p", say("first_is"), class_="note")
    return _of(frame, say("first_account"), "/first", fields, trouble, note)


def labelled_field(label: str, **given: str | bool) -> Markup:
    """Return a field with its label; it is required unless ``required`` is false."""
    return tag("label", tag("span", label), tag("input", **{"required": True, **given}))


def error_sentence(trouble: str) -> Markup:
    """Return the message of a failed operation."""
    return tag("p", trouble, class_="alarm", role="alert") if trouble else Markup("")


def _of(
    frame: HubPageContext,
    title: str,
    action: str,
    fields: tuple[Markup, ...],
    trouble: str,
    *notes: Child,
) -> str:
    button = tag("button", title, type="submit")
    form = tag("form", fields, button, method="post", action=action, class_="fields")
    return page(frame, "", title, join(tag("h1", title), *notes, error_sentence(trouble), form))
