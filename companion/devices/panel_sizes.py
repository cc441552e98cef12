"""Which panels there are: the controllers that are driven, and the sizes that each comes in.

Without luma, so that a configuration is checked before any display library is imported.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

Size: TypeAlias = tuple[int, int]
"""Width and height in pixels."""

PANEL_SIZES: Final[Mapping[str, tuple[Size, ...]]] = MappingProxyType(
    {"ssd1306": ((128, 64), (128, 32)), "sh1106": ((128, 64),)}
)
"""Controller, by luma's name for it → its sizes, the usual one first."""
