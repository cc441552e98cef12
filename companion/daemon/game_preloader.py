"""Loads the games of the next setup while players look at the final score.

Importing them takes seconds on a small computer, during which inputs would block.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

import msgspec

from companion.engine.log import Entry
from companion.table.stage import Stage
from companion.table.state import Table

_LOG: Final = logging.getLogger(__name__)


class GamePreloader(msgspec.Struct, eq=False):
    """A follower that calls ``load`` once, in a thread, when a game ends."""

    load: Callable[[], object]
    _begun: bool = False

    def __call__(self, stage: Stage, _entries: tuple[Entry, ...]) -> None:
        """Start to load if the game is over."""
        if not self._begun and isinstance(stage, Table) and stage.is_over:
            self._begun = True
            asyncio.get_running_loop().run_in_executor(None, self._try)

    def _try(self) -> None:
        try:
            self.load()
        except Exception:  # noqa: BLE001 - the setup will meet it again, and say so
            _LOG.debug("games could not be loaded ahead", exc_info=True)
