"""Which tag was meant: what most of several reads agree on. Pure."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

SAMPLES: Final = 7
"""Looks at a reader that tells presence, before it is decided."""
GAP: Final = 0.1
"""Seconds between two of them."""
SWIPES: Final = 3
"""Swipes at most, of which two must agree, at a reader that tells nothing else."""


@dataclass(frozen=True, slots=True)
class Ballot:
    """Reads of what is held to the readers just now.

    `held` are tags that came and have not left, `looks` those at each look so far, `swipes` what
    was swiped.
    """

    held: frozenset[str] = frozenset()
    looks: tuple[frozenset[str], ...] = ()
    swipes: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether more looks are to come."""
        return bool(self.held or self.looks)

    @property
    def is_decided(self) -> bool:
        """Whether enough was read."""
        return len(self.looks) == SAMPLES or len(self.swipes) == SWIPES or bool(self._twice)

    @property
    def elected(self) -> tuple[str, ...]:
        """The tags that most reads agree on; two were held there together."""
        counts = Counter(tag for look in self.looks for tag in look)
        most = [tag for tag, count in counts.items() if 2 * count > SAMPLES]
        return tuple(sorted({*most, *self._twice}))

    @property
    def _twice(self) -> Collection[str]:
        return [tag for tag, count in Counter(self.swipes).items() if 2 * count > SWIPES]

    def came(self, tag: str) -> "Ballot":
        """Return the ballot after a tag came to a reader."""
        return replace(self, held=self.held | {tag})

    def left(self, tag: str) -> "Ballot":
        """Return it after a tag left."""
        return replace(self, held=self.held - {tag})

    def swiped(self, tag: str) -> "Ballot":
        """Return it after a swipe."""
        return replace(self, swipes=(*self.swipes, tag))

    def looked(self) -> "Ballot":
        """Return it after one more look."""
        return replace(self, looks=(*self.looks, self.held))
