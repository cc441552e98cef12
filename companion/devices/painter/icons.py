"""Small pictures by name, told apart by shape alone."""

from functools import lru_cache
from types import MappingProxyType
from typing import Final

from PIL import Image

SIZE: Final = 7

_PATTERNS: Final = MappingProxyType(
    {
        # Happiness: a sun.
        "emotion-Y": """
            ...#...
            .#...#.
            ..###..
            #.###.#
            ..###..
            .#...#.
            ...#...
        """,
        # Sadness: a tear.
        "emotion-B": """
            ...#...
            ...#...
            ..###..
            ..###..
            .#####.
            .#####.
            ..###..
        """,
        # Fear: a ghost.
        "emotion-K": """
            ..###..
            .#####.
            ##.#.##
            ##.#.##
            #######
            #######
            #.#.#.#
        """,
        # Love: a heart.
        "emotion-W": """
            .##.##.
            #######
            #######
            #######
            .#####.
            ..###..
            ...#...
        """,
        # Anger: a flash.
        "emotion-R": """
            ....##.
            ...##..
            ..##...
            .#####.
            ...##..
            ..##...
            .#.....
        """,
        # The token that is no emotion.
        "emotion-X": """
            #.....#
            .#...#.
            ..#.#..
            ...#...
            ..#.#..
            .#...#.
            #.....#
        """,
    }
)


@lru_cache(maxsize=32)
def icon(name: str) -> Image.Image | None:
    """Return an icon as an image of mode "1", not to be drawn on; `None` for an unknown name."""
    if name not in _PATTERNS:
        return None
    rows = _PATTERNS[name].split()
    pixels = bytes(int(row.replace("#", "1").replace(".", "0"), 2) << 1 for row in rows)
    return Image.frombytes("1", (SIZE, SIZE), pixels)
