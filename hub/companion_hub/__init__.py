"""A hub for many boxes: stores their games, and shows their tables live."""

from typing import Final

__version__: Final = "0.1.0"
