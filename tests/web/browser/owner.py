"""What the owner of a box does without a page: a page would cost half a second of a processor."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

from aiohttp import ClientSession, CookieJar

from tests.web.box import Browser, Page
from tests.web.phone import Phone


def code(address: str, key: str, *, laid: bool = False) -> str:
    """Return the code by which phones join; if ``laid``, confirm first that all lies there."""

    async def do(page: Page) -> str:
        if laid and is_laying(page.phone):
            assert (await page.say("command", command="back"))["kind"] == "done"
            await page.until(lambda phone: not is_laying(phone))
        return str(page.phone.view["join"]["code"])

    return _at_the_host_page(address, key, do)


def is_laying(phone: Phone) -> bool:
    """Return whether the table waits until its pieces lie there."""
    return bool((phone.view.get("turn") or {}).get("laying"))


def _at_the_host_page(address: str, key: str, do: Callable[[Page], Awaitable[str]]) -> str:
    """Do something where a host's page would, in a thread: Playwright has this one's event loop."""

    async def visit() -> str:
        async with ClientSession(cookie_jar=CookieJar(unsafe=True)) as session:
            browser = Browser(session, address)
            status, text, _ = await browser.get(f"/play?key={key}")
            assert status == 200, text
            async with browser.open("host") as page:
                return await do(page)

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, visit()).result()
