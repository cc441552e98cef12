"""Helpers of request handlers: account, language, address and responses."""

from ipaddress import ip_address
from typing import Final

from aiohttp import web

from companion.i18n.languages import LANGUAGES, preferred
from companion.schema.writable import is_writable
from companion_hub.club.accounts import Account, Role
from companion_hub.pages.layout import HubPageContext

ACCOUNT: Final = web.RequestKey("account", Account)
"""Where a request keeps who has sent it."""
_FORM: Final = "application/x-www-form-urlencoded"
_LONGEST: Final = 2000
"""Characters of a field of a form that are read."""


def account_of(request: web.Request) -> Account | None:
    """Return the logged-in account."""
    return request.get(ACCOUNT)


def require_role(request: web.Request, role: Role) -> Account:
    """Return the logged-in account if its role suffices.

    Raises ``HTTPSeeOther``, to the login page, or ``HTTPForbidden``.
    """
    account = account_of(request)
    if account is None:
        raise web.HTTPSeeOther(f"/login?next={request.path}")
    if not account.role.may(role):
        raise web.HTTPForbidden
    return account


def frame_of(request: web.Request) -> HubPageContext:
    """Return the language that the visitor has chosen, or that the browser prefers."""
    requested = request.query.get("lang") or request.cookies.get("lang", "")
    if requested not in LANGUAGES:
        requested = preferred(request.headers.get("Accept-Language", ""))
    return HubPageContext(requested, request.path, account_of(request))


def html(content: str, status: int = 200) -> web.Response:
    """Return a page."""
    return web.Response(text=content, content_type="text/html", status=status)


def redirect_to(path: str) -> web.Response:
    """Return a redirect to the page that shows the result."""
    return web.Response(status=303, headers={"Location": path})


def within(path: str) -> str:
    """Return a path of these pages, ``/`` for any other address."""
    own = path.startswith("/") and not path.startswith(("//", "/\\")) and path.isprintable()
    return path if own else "/"


def is_text(*given: str) -> bool:
    """Return whether external strings can be stored: as UTF-8, and by PostgreSQL, without NUL."""
    return is_writable(given) and not any("\0" in text for text in given)


async def form_of(request: web.Request) -> dict[str, str]:
    """Return the fields of a form; of several with one name, the last one.

    Raises ``HTTPBadRequest`` for invalid forms, or for strings that no database can store.
    """
    if request.content_type != _FORM or (request.charset or "utf-8").lower() != "utf-8":
        raise web.HTTPBadRequest
    try:
        fields = await request.post()
    except (ValueError, web.RequestPayloadError):
        raise web.HTTPBadRequest from None
    given = {key: value[:_LONGEST] for key, value in fields.items() if isinstance(value, str)}
    if not is_text(*given, *given.values()):
        raise web.HTTPBadRequest
    return given


def address_of(request: web.Request) -> str:
    """Return the client's address; a local proxy's header is trusted."""
    near = request.remote or ""
    try:
        is_here = ip_address(near).is_loopback
    except ValueError:
        return near
    forwarded = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()[:45]
    return forwarded if is_here and forwarded else near


def is_secure(request: web.Request) -> bool:
    """Return whether the browser uses TLS, with the hub or with a proxy before it."""
    return request.secure or request.headers.get("X-Forwarded-Proto") == "https"
