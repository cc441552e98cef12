"""Cookie by which the box recognises a browser."""

from typing import Final

from aiohttp import web

from companion.storage.logins import login_of

COOKIE: Final = "companion"
REMEMBERED: Final = 365 * 86_400
"""Seconds for which a browser keeps its cookie; the box may forget it sooner."""


def of(request: web.Request) -> str:
    """Return the cookie sent by a browser; empty if there is none."""
    return request.cookies.get(COOKIE, "")


def who(request: web.Request) -> str:
    """Return the identifier of a browser's cookie; empty if there is none."""
    return login_of(of(request))


def give(request: web.Request, answer: web.Response, cookie: str) -> None:
    """Set a cookie that scripts and other sites cannot use."""
    secure = request.secure or request.headers.get("X-Forwarded-Proto") == "https"
    answer.set_cookie(
        COOKIE, cookie, max_age=REMEMBERED, httponly=True, samesite="Strict", secure=secure
    )


def forget(answer: web.Response) -> None:
    """Delete the browser's cookie."""
    answer.del_cookie(COOKIE)
