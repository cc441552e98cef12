"""Four compass points: two teams, one pawn, secret speeds. Docstrings cite the rules."""

from typing import Final

from companion.games.compass_points.game import CompassPoints

GAME: Final = CompassPoints()
