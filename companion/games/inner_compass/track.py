"""The situation track and the price of a memory.

A track is a tuple of six tokens, top space first: five colour letters and ``X``.
"""

from collections.abc import Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

Track: TypeAlias = tuple[str, ...]
Discount: TypeAlias = Literal["emotions", "spaces"]
Floor: TypeAlias = Literal["total", "emotion"]

TOKENS: Final = ("Y", "B", "K", "W", "R", "X")
JOKER: Final = "X"
"""The token that stands for no emotion (IC-TRACK-3)."""
BASE_COST: Final = MappingProxyType({"Y": 1, "B": 2, "K": 2, "W": 3, "R": 3})
"""The number of cards printed on each token (IC-COST-1)."""
DISCOUNTED_SPACES: Final = 2


def is_start(order: Sequence[str]) -> bool:
    """Return whether a game may start with this track: all six, ``X`` not on top (IC-SETUP-6)."""
    return sorted(order) == sorted(TOKENS) and order[0] != JOKER


@lru_cache(maxsize=256)
def slide(track: Track, emotion: str) -> Track:
    """Move a token to the bottom; if that brings ``X`` to the top, move it to the bottom, too.

    IC-TRACK-1, IC-TRACK-2, IC-R21, IC-R22.
    """
    track = (*(token for token in track if token != emotion), emotion)
    return (*track[1:], JOKER) if track[0] == JOKER else track


@lru_cache(maxsize=256)
def discounted(track: Track, discount: Discount = "emotions") -> tuple[str, ...]:
    """Return the emotions that cost one card less, the lowest last (IC-COST-4, IC-R14)."""
    if discount == "emotions":
        return tuple(token for token in track if token != JOKER)[-DISCOUNTED_SPACES:]
    return tuple(token for token in track[-DISCOUNTED_SPACES:] if token != JOKER)


def cost(
    track: Track,
    emotion: str,
    *,
    shared: bool,
    discount: Discount = "emotions",
    floor: Floor = "total",
) -> int:
    """Return how many cards a memory costs; ``shared`` if another player's cube is there.

    IC-COST-1, IC-COST-3, IC-COST-4, IC-COST-5, IC-R14, IC-R15.
    """
    less = int(emotion in discounted(track, discount))
    if floor == "emotion":
        return max(1, BASE_COST[emotion] - less) + shared
    return max(1, BASE_COST[emotion] + shared - less)


def points(track: Track, values: Sequence[int], emotion: str) -> int:
    """Return the EP beside an emotion's space, before anything moves (IC-EP-1, IC-R20)."""
    return values[track.index(emotion)]
