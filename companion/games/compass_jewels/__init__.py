"""Compass, a game for two with 60 cards and four checkers: collect cards, build jewels of four."""

from typing import Final

from companion.games.compass_jewels.game import CompassJewels

GAME: Final = CompassJewels()
