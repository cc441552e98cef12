"""What became of a page's messages, for a page that lost its line before the answer came.

A page numbers its messages on through all its connections, and asks for the fate of one that was
never answered. What had not come by then never counts: a line that was frozen may still deliver it
later, when somebody has tapped again.
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
    """Remembers the answers to each page's newest messages."""

    _pages: OrderedDict[str, _Page] = field(default_factory=OrderedDict)

    def begin(self, page: str, number: int) -> bool:
        """Note that a message has come; tell whether it counts: not twice, and not too late."""
        if not page:
            return True
        known = self._page(page)
        if number in known.answers or number <= known.void:
            return False
        known.answers[number] = asyncio.get_running_loop().create_future()
        while len(known.answers) > KEPT:
            oldest, answer = known.answers.popitem(last=False)
            known.void = max(known.void, oldest)
            answer.cancel()
        return True

    def end(self, page: str, number: int, answer: Answer) -> None:
        """Note the answer to a message."""
        known = self._pages.get(page)
        future = None if known is None else known.answers.get(number)
        if future is not None and not future.done():
            future.set_result(answer)

    async def of(self, page: str, number: int) -> Answer | None:
        """Return the answer to a message, ``None`` if it never came and never will count."""
        known = self._page(page)
        future = known.answers.get(number)
        if future is None:
            known.void = max(known.void, number)
            return None
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            if future.cancelled():
                return None
            raise

    def _page(self, page: str) -> _Page:
        known = self._pages.setdefault(page, _Page())
        self._pages.move_to_end(page)
        while len(self._pages) > PAGES:
            self._pages.popitem(last=False)
        return known
