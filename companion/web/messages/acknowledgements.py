"""Acknowledgements of a page's messages, for a page that lost its connection.

A page numbers its messages continuously across its connections, and asks for the outcome of one
that was never answered. A message that had not arrived by then never counts: a stalled connection
may still deliver it later, when the user has tapped again.
"""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

from companion.protocol.box import Answer

PAGES: Final = 256
"""How many pages are remembered, as many as there can be connections."""
KEPT: Final = 16
"""How many answers of a page are remembered: more taps than fingers make within a few seconds."""


@dataclass(slots=True)
class _Page:
    answers: OrderedDict[int, "asyncio.Future[Answer]"] = field(default_factory=OrderedDict)
    void: int = 0
    """Messages up to this number that have not come do not count any more."""


@dataclass(slots=True)
class Acknowledgements:
    """Stores the answers to each page's newest messages."""

    _pages: OrderedDict[str, _Page] = field(default_factory=OrderedDict)

    def begin(self, page: str, number: int) -> bool:
        """Register a message; return whether it counts: not twice, and not too late."""
        if not page:
            return True
        page_messages = self._page(page)
        if number in page_messages.answers or number <= page_messages.void:
            return False
        page_messages.answers[number] = asyncio.get_running_loop().create_future()
        while len(page_messages.answers) > KEPT:
            oldest, answer = page_messages.answers.popitem(last=False)
            page_messages.void = max(page_messages.void, oldest)
            answer.cancel()
        return True

    def end(self, page: str, number: int, answer: Answer) -> None:
        """Store the answer to a message."""
        page_messages = self._pages.get(page)
        future = None if page_messages is None else page_messages.answers.get(number)
        if future is not None and not future.done():
            future.set_result(answer)

    async def of(self, page: str, number: int) -> Answer | None:
        """Return the answer to a message, ``None`` if it never arrived and no longer counts."""
        page_messages = self._page(page)
        future = page_messages.answers.get(number)
        if future is None:
            page_messages.void = max(page_messages.void, number)
            return None
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            if future.cancelled():
                return None
            raise

    def _page(self, page: str) -> _Page:
        page_messages = self._pages.setdefault(page, _Page())
        self._pages.move_to_end(page)
        while len(self._pages) > PAGES:
            self._pages.popitem(last=False)
        return page_messages
