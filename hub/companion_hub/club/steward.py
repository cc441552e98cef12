"""Tells boxes how they are to be, as often as they have to be told."""

import asyncio
import logging
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from companion.fleet.topics import DESIRED, VERSION
from companion_hub.club.groups import Groups, Wanted, reported
from companion_hub.live import Box, Live, compact
from companion_hub.wire import Origin
from companion_hub.worker import Publish

PAUSE: Final = 1.0
"""Seconds between two looks at all boxes."""
_LOG: Final = logging.getLogger(__name__)


@dataclass(slots=True)
class Steward:
    """Compares what boxes report with what is wanted of them.

    A box that is told once, in one of its sessions, is not told again; one that has forgotten it
    reports nothing, and is.
    """

    groups: Groups
    live: Live
    publish: Publish
    _told: dict[Origin, tuple[int, str]] = field(default_factory=dict)
    """The session in which a box was told last, and what."""

    async def look(self) -> None:
        """Tell all boxes that are there and have not been told yet."""
        groups, members = await self.groups.all(), await self.groups.members()
        for box in self.live.listed():
            if box.is_online and "cfg/reported" in box.told:
                self._tell(box, groups.get(members.get(box.origin, ""), Wanted()))

    def _tell(self, box: Box, wanted: Wanted) -> None:
        news = (box.session, wanted.mark)
        if reported(box).get("of", "") == wanted.mark or self._told.get(box.origin) == news:
            return
        self._told[box.origin] = news
        payload = {
            "v": VERSION,
            "id": wanted.mark,
            "settings": dict(wanted.settings),
            "version": wanted.version,
        }
        self.publish(box.origin.topic(DESIRED), compact(payload).encode(), retain=True)

    async def run(self) -> None:
        """Look whenever there is news."""
        version = -1
        while True:
            version = await self.live.after(version)
            try:
                await self.look()
            except (SQLAlchemyError, OSError) as error:
                _LOG.error("boxes are not told how they are to be: %s", error)
            await asyncio.sleep(PAUSE)
