"""A box between two games, with people who have come by phone, as a browser shows it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute

from tests.web.browser import owner
from tests.web.browser.box import Box, running
from tests.web.client import Page as Script
from tests.web.phone import Phone


async def leave(page: Script) -> None:
    """Leave the game that is on the table."""
    await owner.said(page, command="leave")
    await page.until(lambda phone: bool(phone.view.get("lobby")))


@contextmanager
def between_games(game: str, seed: int | None) -> Iterator[tuple[Box, str]]:
    """Yield a box whose last game was ``game`` and that asks for the next one, and its code.

    Without a seed the box commits itself to its draws.
    """
    with running(game, 2, seed) as box:
        yield box, owner.code(box.address, box.key, leave)


def chosen(box: Box, *titles: str) -> None:
    """Answer the next questions of the setup, each by the beginning of an answer."""

    async def answer(page: Script) -> None:
        for title in titles:
            lobby = page.phone.view["lobby"]
            option = next(i for i, words in enumerate(lobby["answers"]) if words.startswith(title))
            said = await page.say("answer", option=option)
            assert said["kind"] == "done", said
            await page.until(partial(_has_moved_on, lobby))

    owner.code(box.address, box.key, answer)


def _has_moved_on(before: object, phone: Phone) -> bool:
    return phone.view.get("lobby") != before


def come(box: Box, browser: Browser, names: Sequence[str], code: str) -> list[BrowserContext]:
    """Let these people in, each with a browser that shows no page."""
    contexts = [browser.new_context() for _ in names]
    for context, name in zip(contexts, names, strict=True):
        origin = {"Origin": box.address}
        data = {"name": name, "code": code}
        came = context.request.post(f"{box.address}/api/join", data=data, headers=origin)
        assert came.ok, came.text()
    return contexts


def reachable(
    box: Box,
    browser: Browser,
    path: str,
    **more: Any,  # noqa: ANN401 - arguments of a browser context
) -> Page:
    """Open a page of a box as phones can reach it.

    The box of the tests listens to this machine alone: what it says of that is changed on the line.
    """

    def connect(page: WebSocketRoute) -> None:
        page.connect_to_server().on_message(
            lambda said: page.send(
                said.replace('"reachable":false', '"reachable":true')
                if isinstance(said, str)
                else said
            )
        )

    context = browser.new_context(
        **{"reduced_motion": "reduce", "service_workers": "block", **more}
    )
    context.route_web_socket(lambda address: "/ws?" in address, connect)
    return box.follow(context, path)
