"""Determines which tag was meant: the one in the majority of several reads. Pure."""

from collections import Counter
from collections.abc import Collection
from typing import Final

import msgspec
from msgspec.structs import replace

SAMPLES: Final = 7
"""How many looks at a reader that reports presence decide a vote."""
GAP: Final = 0.1
"""Seconds between two looks."""
SWIPES: Final = 3
"""The most swipes at a reader that reports nothing else; two of them must agree."""


class TagReads(msgspec.Struct, frozen=True):
    """The reads of the tags that are held to the readers.

    `held` are the tags that have come and not left, `looks` the tags at each look so far, and
    `swipes` the tags that were swiped.
    """

    held: frozenset[str] = frozenset()
    looks: tuple[frozenset[str], ...] = ()
    swipes: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether another poll is due."""
        return bool(self.held or self.looks)

    @property
    def is_decided(self) -> bool:
        """Whether there are enough reads for a decision."""
        return len(self.looks) == SAMPLES or len(self.swipes) == SWIPES or bool(self._twice)

    @property
    def majority(self) -> tuple[str, ...]:
        """The tags in the majority of reads; several if they were held there together."""
        counts = Counter(tag for look in self.looks for tag in look)
        most = [tag for tag, count in counts.items() if 2 * count > SAMPLES]
        return tuple(sorted({*most, *self._twice}))

    @property
    def _twice(self) -> Collection[str]:
        return [tag for tag, count in Counter(self.swipes).items() if 2 * count > SWIPES]

    def came(self, tag: str) -> "TagReads":
        """Return the ballot after a tag arrived at a reader."""
        return replace(self, held=self.held | {tag})

    def left(self, tag: str) -> "TagReads":
        """Return the ballot after a tag left."""
        return replace(self, held=self.held - {tag})

    def swiped(self, tag: str) -> "TagReads":
        """Return the ballot after a swipe."""
        return replace(self, swipes=(*self.swipes, tag))

    def looked(self) -> "TagReads":
        """Return the ballot after another poll of the held tags."""
        return replace(self, looks=(*self.looks, self.held))
