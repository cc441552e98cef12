"""The level ``table`` as declared by a game; its rules are imported on first use."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from companion.engine.facets import later

TABLE: Final = "table"
"""The level at which the box knows turns, time and points only."""
OUTLINE: Final[Mapping[str, Any]] = MappingProxyType(
    {TABLE: later("companion.sheets.table_level", "table_level")}
)
"""What a game declares as its ``outline`` to have the level."""
