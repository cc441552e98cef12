"""Order of the Gilded Compass: dice in buildings, and the optimal use of rewards."""

from typing import Final

from companion.games.gilded_compass.game import GildedCompass

GAME: Final = GildedCompass()
"""The game behind the kernel's ``Game`` protocol."""
