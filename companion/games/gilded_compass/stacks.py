"""Stacks: tiles that nobody has seen yet, by what is on them.

A tile is a word: its fields joined by hyphens, such as ``cartographer-fire-2``. What the tracking
level does not follow is ``unseen``.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final, TypeAlias

Stack: TypeAlias = tuple[tuple[str, int], ...]
"""Different tiles and how many there are of each, in the order of the owner's data."""

UNSEEN: Final = "unseen"


def stack(tiles: Iterable[str]) -> Stack:
    """Return tiles as a stack."""
    return tuple(Counter(tiles).items())


def size(tiles: Stack) -> int:
    """Return how many tiles there are."""
    return sum(count for _, count in tiles)


def without(tiles: Stack, tile: str) -> Stack:
    """Return a stack with one tile less. The tile must be in it."""
    left = ((each, count - (each == tile)) for each, count in tiles)
    return tuple((each, count) for each, count in left if count)


def together(tiles: Stack, more: Iterable[str]) -> Stack:
    """Return a stack with more tiles in it."""
    found = Counter(dict(tiles))
    found.update(more)
    return tuple(found.items())


def left_of(tiles: Stack, known: Iterable[str]) -> Stack:
    """Return what is left of a stack without those that are ``known`` to be elsewhere."""
    found = Counter(dict(tiles))
    found.subtract(known)
    return tuple((tile, count) for tile, count in found.items() if count > 0)
