"""The supported panels: the controllers, and the sizes of each.

This needs no luma, so that a configuration is checked without importing a display library.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

Size: TypeAlias = tuple[int, int]
"""Width and height in pixels."""

PANEL_SIZES: Final[Mapping[str, tuple[Size, ...]]] = MappingProxyType(
    {
        "ssd1306": ((128, 64), (128, 32)),
        "ssd1309": ((128, 64),),
        "sh1106": ((128, 64),),
        "ssd1322": ((256, 64),),
    }
)
"""The sizes of each controller, the usual one first; controllers have luma's names."""

GREY: Final = frozenset({"ssd1322"})
"""Controllers that show greys; they are on an SPI bus, with a pin for D/C and one for reset."""
