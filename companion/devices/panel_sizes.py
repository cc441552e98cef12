"""The supported panels: the controllers, and the sizes that each comes in.

This needs no luma, so that a configuration is checked without importing a display library.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

Size: TypeAlias = tuple[int, int]
"""Width and height in pixels."""

PANEL_SIZES: Final[Mapping[str, tuple[Size, ...]]] = MappingProxyType(
    {"ssd1306": ((128, 64), (128, 32)), "sh1106": ((128, 64),)}
)
"""The sizes of each controller, the usual one first; controllers have luma's names."""
