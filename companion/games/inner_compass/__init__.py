"""Inner Compass: the situation track, memories, qualities. The rules file's ids are cited."""

from typing import Final

from companion.games.inner_compass.game import InnerCompass

GAME: Final = InnerCompass()
