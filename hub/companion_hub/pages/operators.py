"""Pages for operators: accounts and the audit log."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from aiohttp import web

from companion.protocol.http.html import Child, Markup, tag
from companion_hub.club.accounts import Account, AccountError, Accounts, Role
from companion_hub.club.audit import PAGE, Audit, AuditEntry
from companion_hub.pages.groups import setting_name, setting_value
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

_NOTED: Final = frozenset({"entrant", "names", "places", "rooms", "round", "table"})
"""What is noted of tournaments, besides their names."""


@dataclass(slots=True)
class OperatorPages:
    """Serves these pages."""

    accounts: Accounts
    audit: Audit

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Serve these pages."""
        router.add_get("/office", self._office)
        router.add_post("/office/password", self._own_password)
        router.add_get("/accounts", self._accounts)
        router.add_post("/accounts", self._change)
        router.add_get("/audit", self._audit)

    async def _office(self, request: web.Request) -> web.Response:
        require_role(request, Role.DIRECTOR)
        return html(operator_page(frame_of(request)))

    async def _own_password(self, request: web.Request) -> web.Response:
        account, given = require_role(request, Role.DIRECTOR), await form_of(request)
        frame = frame_of(request)
        if await self.accounts.log_in(account.name, given.get("old", "")) is None:
            return html(operator_page(frame, frame.say("wrong_password")), 403)
        try:
            await self.accounts.change_password(account.name, given.get("password", ""))
        except AccountError as error:
            return html(operator_page(frame, frame.say(str(error))), 400)
        await self.audit.note(account.name, address_of(request), "password_changed", account.name)
        return redirect_to("/login?next=/office")

    async def _accounts(self, request: web.Request) -> web.Response:
        require_role(request, Role.ADMIN)
        return html(accounts(frame_of(request), await self.accounts.listed()))

    async def _change(self, request: web.Request) -> web.Response:
        account, given = require_role(request, Role.ADMIN), await form_of(request)
        try:
            action, detail = await self._do(given)
        except AccountError as error:
            frame = frame_of(request)
            page = accounts(frame, await self.accounts.listed(), frame.say(str(error)))
            return html(page, 400)
        name = given.get("name", "").strip()
        await self.audit.note(account.name, address_of(request), action, name, **detail)
        return redirect_to("/accounts")

    async def _do(self, given: dict[str, str]) -> tuple[str, dict[str, str]]:
        """Carry out a form; return the audit entry. Raises ``AccountError``."""
        what, name = given.get("do", ""), given.get("name", "")
        if what == "remove":
            await self.accounts.remove(name)
            return "account_removed", {}
        if what == "password":
            await self.accounts.change_password(name, given.get("password", ""))
            return "password_changed", {}
        try:
            role = Role(given.get("role", ""))
        except ValueError:
            raise AccountError("no_role") from None
        if what == "role":
            await self.accounts.change_role(name, role)
            return "role_changed", {"role": role}
        await self.accounts.add(name, given.get("password", ""), role)
        return "account_added", {"role": role}

    async def _audit(self, request: web.Request) -> web.Response:
        require_role(request, Role.OPERATOR)
        page_number = request.query.get("at", "0")
        at = int(page_number) if page_number.isdecimal() and len(page_number) < 7 else 0  # noqa: PLR2004 - a page
        return html(audit(frame_of(request), await self.audit.page(at), at))


def operator_page(frame: HubPageContext, trouble: str = "") -> str:
    """Return the operators' start page with the permitted links."""
    say, account = frame.say, frame.account
    places = {
        "tournaments": Role.DIRECTOR,
        "groups": Role.OPERATOR,
        "logs": Role.OPERATOR,
        "removals": Role.OPERATOR,
        "audit": Role.OPERATOR,
        "accounts": Role.ADMIN,
    }
    links = [
        tag("li", tag("a", say(name), href=f"/{name}"), tag("p", say(f"{name}_is"), class_="note"))
        for name, role in places.items()
        if account is not None and account.role.may(role)
    ]
    form = tag(
        "form",
        labelled_field(
            say("old_password"), name="old", type="password", autocomplete="current-password"
        ),
        labelled_field(
            say("new_password"), name="password", type="password", autocomplete="new-password"
        ),
        tag("button", say("change_password"), type="submit"),
        method="post",
        action="/office/password",
        class_="fields",
    )
    title = tag("h1", say("office"))
    own = tag("h2", say("own_password"))
    listed = tag("ul", links, class_="places")
    return page(frame, "office", say("office"), title, listed, own, error_sentence(trouble), form)


def accounts(frame: HubPageContext, listed: Sequence[Account], trouble: str = "") -> str:
    """Return the page of all accounts."""
    say = frame.say
    heads = [say(key) for key in ("name_of_account", "role", "since", "password", "remove")]
    rows: list[list[Child]] = [
        [
            each.name,
            _form(frame, "role", each.name, _roles(frame, each.name, each.role)),
            time_element(each.made),
            _form(frame, "password", each.name, _new_password(frame, each.name)),
            _form(frame, "remove", each.name),
        ]
        for each in listed
    ]
    fields = (
        labelled_field(say("name_of_account"), name="name", autocomplete="off"),
        labelled_field(
            say("password"), name="password", type="password", autocomplete="new-password"
        ),
        tag("label", tag("span", say("role")), _roles(frame, "", Role.DIRECTOR)),
        tag("input", type="hidden", name="do", value="add"),
        tag("button", say("add_account"), type="submit"),
    )
    new = tag("form", fields, method="post", action="/accounts", class_="fields")
    explained = tag("ul", [tag("li", say(f"role_{role}_is")) for role in Role], class_="note")
    title = tag("h1", say("accounts"))
    table = table_of(heads, rows)
    heading = tag("h2", say("add_account"))
    parts = (title, error_sentence(trouble), explained, table, heading, new)
    return page(frame, "office", say("accounts"), *parts)


def _form(frame: HubPageContext, what: str, name: str, field: Markup | None = None) -> Markup:
    hidden = [
        tag("input", type="hidden", name="name", value=name),
        tag("input", type="hidden", name="do", value=what),
    ]
    label = f"{frame.say(f'do_{what}')}: {name}"
    button = tag("button", frame.say(f"do_{what}"), type="submit", aria_label=label)
    return tag(
        "form", hidden, field or "", button, method="post", action="/accounts", class_="inline"
    )


def _roles(frame: HubPageContext, name: str, chosen: Role) -> Markup:
    options = [
        tag("option", frame.say(f"role_{role}"), value=role, selected=role == chosen)
        for role in Role
    ]
    label = f"{frame.say('role')}: {name}" if name else None
    return tag("select", options, name="role", aria_label=label)


def _new_password(frame: HubPageContext, name: str) -> Markup:
    label = f"{frame.say('new_password')}: {name}"
    return tag(
        "input",
        name="password",
        type="password",
        required=True,
        autocomplete="new-password",
        aria_label=label,
    )


def audit(frame: HubPageContext, deeds: Sequence[AuditEntry], at: int) -> str:
    """Return a page of operators' actions."""
    say = frame.say
    heads = [say(key) for key in ("at_time", "who", "deed", "subject", "address")]
    rows: list[list[Child]] = [
        [
            time_element(each.at),
            each.account or "–",
            say(f"deed_{each.action}"),
            _subject(frame, each),
            each.address,
        ]
        for each in deeds
    ]
    table = table_of(heads, rows) if rows else nothing(say("nothing_done"))
    ways = [
        tag("a", say(key), href=f"/audit?at={to}")
        for key, to, is_there in (
            ("newer", at - 1, at > 0),
            ("older", at + 1, len(deeds) == PAGE),
        )
        if is_there
    ]
    return page(frame, "office", say("audit"), tag("h1", say("audit")), table, tag("p", ways))


def _subject(frame: HubPageContext, action: AuditEntry) -> str:
    details = [
        f"{_detail_name(frame, key)}: {_detail_value(frame, key, value)}"
        for key, value in action.detail.items()
    ]
    return " · ".join(filter(None, (action.subject, frame.listed(details))))


def _detail_name(frame: HubPageContext, key: str) -> str:
    if key in ("group", "role"):
        return frame.say(key)
    return frame.say(f"noted_{key}") if key in _NOTED else setting_name(frame, key)


def _detail_value(frame: HubPageContext, key: str, value: object) -> str:
    """Return a detail in words; users' texts are unchanged."""
    if isinstance(value, list):
        return frame.listed(value)
    if key == "role" and value in [*Role]:
        return frame.say(f"role_{value}")
    return setting_value(frame, key, str(value))
