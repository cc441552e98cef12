"""Live state of boxes from their retained messages, with notification of changes."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from companion.protocol.mqtt import StateMessage, StatusMessage
from companion_hub.message_parsing import BoxId
from companion_hub.name_masking import MaskedMessages, Messages

ONLINE: Final = "online"


@dataclass(slots=True)
class LiveBox:
    """The newest messages of a box, by topic."""

    origin: BoxId
    messages: Messages = field(default_factory=dict)
    session: int = 0
    _masked: "LiveBox | None" = None
    """The same without the names that were ``_hidden`` when a page was last asked for."""
    _hidden: frozenset[str] = frozenset()

    @property
    def status(self) -> Mapping[str, Any]:
        """Whether it is connected."""
        return self.messages.get(StatusMessage.topic.name, {})

    @property
    def state(self) -> Mapping[str, Any]:
        """The public state of its table."""
        return self.messages.get(StateMessage.topic.name, {})

    def hear(self, name: str, data: Mapping[str, Any]) -> None:
        """Store a message."""
        self.messages = {**self.messages, name: data}
        if name == StatusMessage.topic.name:
            self.session = int(data["session"])
        self._masked = None

    def without(self, hidden: frozenset[str]) -> "LiveBox":
        """Return the box with some names masked in its messages.

        They are masked once per message, not for each page.
        """
        if self._masked is None or (self._hidden is not hidden and self._hidden != hidden):
            self._hidden = hidden
            self._masked = replace(
                self, messages=MaskedMessages(self.messages, hidden), _masked=None
            )
        return self._masked

    @property
    def is_online(self) -> bool:
        """Whether it is connected, as far as known."""
        return self.status.get("state") == ONLINE

    @property
    def title(self) -> str:
        """Display name of the box."""
        return str(self.status.get("title") or self.origin.box)


@dataclass(slots=True)
class LiveBoxes:
    """All boxes. ``version`` counts the changes."""

    boxes: dict[BoxId, LiveBox] = field(default_factory=dict)
    version: int = 0
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def hear(self, origin: BoxId, name: str, data: Mapping[str, Any]) -> bool:
        """Store a message; return whether it changes anything: an outdated will does not."""
        box = self.boxes.setdefault(origin, LiveBox(origin))
        is_status = name == StatusMessage.topic.name
        is_known = is_status and data.get("journal") == box.status.get("journal")
        if is_known and int(data["session"]) < box.session:
            return False
        box.hear(name, data)
        self.bump()
        return True

    def forget(self, origin: BoxId) -> None:
        """Delete a removed box."""
        if self.boxes.pop(origin, None) is not None:
            self.bump()

    def bump(self) -> None:
        """Notify all pages of a change."""
        self.version += 1
        self._changed.set()
        self._changed = asyncio.Event()

    async def after(self, version: int) -> int:
        """Wait for changes after a version, and return the newest version."""
        if self.version <= version:
            await self._changed.wait()
        return self.version

    def listed(self) -> list[LiveBox]:
        """Return all boxes by site and title."""
        return sorted(self.boxes.values(), key=lambda box: (box.origin.site, box.title))


def compact(data: object) -> str:
    """Return JSON without blanks."""
    return json.dumps(data, separators=(",", ":"))
