"""A hub for many tables: keeps the games of boxes, and shows what goes on at each of them."""

from typing import Final

__version__: Final = "0.1.0"
