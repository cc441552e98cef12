"""Stacks of unseen tiles, counted by their contents.

A tile is written as one word, its fields joined by hyphens, such as ``cartographer-fire-2``. A tile
outside the tracking level is ``unseen``.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final, TypeAlias

Stack: TypeAlias = tuple[tuple[str, int], ...]
"""The different tiles, each with its number of copies, in the order of the owner's data."""

UNSEEN: Final = "unseen"


def stack(tiles: Iterable[str]) -> Stack:
    """Return tiles as a stack."""
    return tuple(Counter(tiles).items())


def size(tiles: Stack) -> int:
    """Return the number of tiles in a stack."""
    return sum(count for _, count in tiles)


def elements(tiles: Stack) -> tuple[str, ...]:
    """Return all tiles of a stack."""
    return tuple(Counter(dict(tiles)).elements())


def without(tiles: Stack, tile: str) -> Stack:
    """Return a stack without one copy of ``tile``, which must be in it."""
    left = ((candidate, count - (candidate == tile)) for candidate, count in tiles)
    return tuple((candidate, count) for candidate, count in left if count)


def together(tiles: Stack, more: Iterable[str]) -> Stack:
    """Return a stack with more tiles added."""
    counts = Counter(dict(tiles))
    counts.update(more)
    return tuple(counts.items())


def left_of(tiles: Stack, removed: Iterable[str]) -> Stack:
    """Return a stack without the ``removed`` tiles, which are elsewhere."""
    counts = Counter(dict(tiles))
    counts.subtract(removed)
    return tuple((tile, count) for tile, count in counts.items() if count > 0)
