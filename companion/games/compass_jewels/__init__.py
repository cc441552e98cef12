"""Compass, a game for two with 60 cards and four checkers: collect cards, build jewels."""

from typing import Final

from companion.games.compass_jewels.game import CompassJewels

GAME: Final = CompassJewels()
