"""A setup as journals keep it, for tests that need some game, no matter which."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

SETUP: Final[Mapping[str, Any]] = MappingProxyType(
    {"players": ["Ada"], "level": "full", "options": {}, "data": {}, "enter": []}
)
