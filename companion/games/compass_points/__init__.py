"""Four compass points: two teams, one pawn, secret speeds. The rules file's ids are cited."""

from typing import Final

from companion.games.compass_points.game import CompassPoints

GAME: Final = CompassPoints()
