"""A tabletop companion: it watches a board game and keeps track, score, order and time."""

from typing import Final

__version__: Final = "0.2.0"
