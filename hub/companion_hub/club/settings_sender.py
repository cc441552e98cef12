"""Sends boxes their settings until they report them."""

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from companion.protocol.mqtt import DesiredSettingsMessage, SettingsReport
from companion.protocol.topics import VERSION
from companion_hub.club.groups import Groups, GroupSettings, reported_settings
from companion_hub.live import LiveBox, LiveBoxes, compact
from companion_hub.message_parsing import BoxId
from companion_hub.worker import BoxPublisher

PATIENCE: Final = 60.0
"""Seconds after which a box that does not report what is wanted is told again."""
PAUSE: Final = 1.0
"""Seconds between two looks at all boxes."""
_LOG: Final = logging.getLogger(__name__)


@dataclass(slots=True)
class SettingsSender:
    """Compares the reported and the desired settings of boxes.

    Settings are sent again after a minute, because the message may have been lost without a broker.
    A box that was switched off, and has lost them, gets them at once.
    """

    groups: Groups
    live: LiveBoxes
    publish: BoxPublisher
    now: Callable[[], float] = time.monotonic
    _sent: dict[BoxId, tuple[int, str, float]] = field(default_factory=dict)
    """The session in which a box was told last, what, and when."""

    async def look(self) -> None:
        """Send settings to all connected boxes that need them."""
        groups, members = await self.groups.all(), await self.groups.members()
        for box in self.live.listed():
            if box.is_online and SettingsReport.topic.name in box.messages:
                self._tell(box, groups.get(members.get(box.origin, ""), GroupSettings()))

    def _tell(self, box: LiveBox, wanted: GroupSettings) -> None:
        if reported_settings(box).get("of", "") == wanted.mark:
            return
        now = self.now()
        session, mark, at = self._sent.get(box.origin, (-1, "", 0.0))
        if (session, mark) == (box.session, wanted.mark) and now - at < PATIENCE:
            return
        self._sent[box.origin] = (box.session, wanted.mark, now)
        payload = {
            "v": VERSION,
            "id": wanted.mark,
            "settings": dict(wanted.settings),
            "version": wanted.version,
        }
        self.publish(
            box.origin.topic(DesiredSettingsMessage.topic.name),
            compact(payload).encode(),
            retain=True,
        )

    async def run(self) -> None:
        """Check after each change, and periodically."""
        version = -1
        while True:
            with suppress(TimeoutError):
                version = await asyncio.wait_for(self.live.after(version), PATIENCE)
            try:
                await self.look()
            except (SQLAlchemyError, OSError) as error:
                _LOG.error("boxes are not told how they are to be: %s", error)
            await asyncio.sleep(PAUSE)
