"""What the owner of a box does without a page: a page would cost half a second of a processor."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

from aiohttp import ClientSession, CookieJar

from tests.web.client import Browser, Page
from tests.web.phone import Phone

Deed = Callable[[Page], Awaitable[None]]


async def look(_page: Page) -> None:
    """Do nothing."""


async def lay_out(page: Page) -> None:
    """Confirm that all is laid out, if there is anything to."""
    if is_laying(page.phone):
        await said(page, command="back")
        await page.until(lambda phone: not is_laying(phone))


async def go_on(page: Page) -> None:
    """Restart the clocks."""
    assert is_paused(page.phone)
    await said(page, command="resume")
    await page.until(lambda phone: not is_paused(phone))


async def said(page: Page, command: str) -> None:
    """Give the box a command."""
    answer = await page.say("command", command=command)
    assert answer["kind"] == "done", answer


def is_laying(phone: Phone) -> bool:
    """Return whether the table waits until its pieces lie there."""
    return bool(phone.view.get("turn") and phone.view["turn"]["laying"])


def is_paused(phone: Phone) -> bool:
    """Return whether the clocks stand still."""
    return bool(phone.view["turn"]["paused"])


def code(address: str, key: str, do: Deed = look) -> str:
    """Do something where a host's page would; return the code by which phones join.

    It happens in a thread, because Playwright has the event loop of this one.
    """

    async def visit() -> str:
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
            browser = Browser(session, address)
            status, text, _ = await browser.get(f"/play?key={key}")
            assert status == 200, text
            async with browser.open("host") as page:
                await do(page)
                return str(page.phone.view["join"]["code"])

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, visit()).result()
