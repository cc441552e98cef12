"""Presence detection: turns single reads of tags into arrivals and departures.

All readers share this: a tag arrives with its first good read, and leaves after a silence. As in
`companion.devices.debounce`, the caller waits until `due` and then calls `elapse`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import msgspec
from msgspec.structs import replace


class TagChange(NamedTuple):
    """A tag that arrived or left."""

    tag: str
    present: bool


class Presence(msgspec.Struct, frozen=True):
    """The tags in one reader's field.

    `silence` is the seconds without a read after which a tag is gone, and `leaves` says whether
    that is reported. A module that goes silent while a tag lies there (`leaves=False`) can only
    report swipes; further reads of a tag within `silence` then belong to the same swipe.
    """

    silence: float
    leaves: bool = True
    last_read: Mapping[str, float] = msgspec.field(default_factory=lambda: MappingProxyType({}))

    @property
    def tags(self) -> frozenset[str]:
        """The tags that are considered present."""
        return frozenset(self.last_read)

    @property
    def due(self) -> float | None:
        """When `elapse` has to be called next; `None` while no tag is present."""
        return min(self.last_read.values()) + self.silence if self.last_read else None

    def read(self, tag: str, at: float) -> tuple[Presence, tuple[TagChange, ...]]:
        """Record a good read of a tag."""
        current, changes = self.elapse(at)
        if tag not in current.last_read:
            changes = (*changes, TagChange(tag, present=True))
        return _with(current, {**current.last_read, tag: at}), changes

    def elapse(self, now: float) -> tuple[Presence, tuple[TagChange, ...]]:
        """Advance the time; tags that were silent for too long leave, the longest silence first."""
        gone = sorted(
            (read, tag) for tag, read in self.last_read.items() if read + self.silence <= now
        )
        if not gone:
            return self, ()
        left = {tag for _, tag in gone}
        stay = {tag: read for tag, read in self.last_read.items() if tag not in left}
        changes = tuple(TagChange(tag, present=False) for _, tag in gone) if self.leaves else ()
        return _with(self, stay), changes

    def resume(self, now: float) -> Presence:
        """Restart all silences: while the reader was away, nothing could be read."""
        return _with(self, dict.fromkeys(self.last_read, now))


def _with(presence: Presence, last_read: Mapping[str, float]) -> Presence:
    return replace(presence, last_read=MappingProxyType(last_read))
