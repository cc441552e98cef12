"""Equal open tiles among which a player's choice matters (GC-R40).

Equal tiles differ in their place only, and only the dummy chooses by places (GC-DUMMY-5).
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

Laid: TypeAlias = tuple[tuple[str, int], ...]
"""Open tiles from the top or the left, each with the value by which the dummy compares."""
Future: TypeAlias = tuple[str, ...] | frozenset[tuple[str, "Future"]]
"""What may become of open tiles: what is left of them, or the same for each tile to be taken."""


def dummy_choice(values: Sequence[int]) -> int:
    """Return the index of the tile that the dummy takes: the first of the highest (GC-DUMMY-5)."""
    return values.index(max(values))


def places(laid: Laid, tile: str, takers: Sequence[bool]) -> tuple[int, ...]:
    """Return the places, 1 for the first, of equal tiles among which a player has a choice.

    ``takers`` is, for each later taker, whether it is the dummy. Of equivalent places only the
    first is returned.
    """
    found: dict[Future, int] = {}
    for place, (name, _) in enumerate(laid, 1):
        if name == tile:
            found.setdefault(_future(_without(laid, place - 1), tuple(takers)), place)
    return tuple(found.values())


def _without(laid: Laid, index: int) -> Laid:
    return (*laid[:index], *laid[index + 1 :])


@lru_cache(maxsize=512)
def _future(laid: Laid, takers: tuple[bool, ...]) -> Future:
    """Return the later fate of open tiles; the order of the dummy's choices is irrelevant."""
    if not laid or not any(takers):
        return tuple(sorted(tile for tile, _ in laid))
    if takers[0]:
        return _future(_without(laid, dummy_choice([value for _, value in laid])), takers[1:])
    return frozenset(_takings(laid, takers))


def _takings(laid: Laid, takers: tuple[bool, ...]) -> Iterator[tuple[str, Future]]:
    for index, (tile, _) in enumerate(laid):
        yield tile, _future(_without(laid, index), takers[1:])
