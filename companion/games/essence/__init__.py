"""Essence: secret votes, and pawns on a spiral. Docstrings cite the rules by their ids."""

from typing import Final

from companion.games.essence.game import Essence

GAME: Final = Essence()
"""Essence behind the kernel's ``Game`` protocol."""
