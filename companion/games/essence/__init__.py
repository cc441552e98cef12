"""Essence: votes that nobody sees, and pawns on a spiral. The rules file's ids are cited."""

from typing import Final

from companion.games.essence.game import Essence

GAME: Final = Essence()
"""Essence behind the kernel's ``Game`` protocol."""
