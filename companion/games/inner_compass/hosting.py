"""What a host tells: how the game is set up, and what the tiles in play score."""

from companion.engine.game import Explained
from companion.games.inner_compass.qualities import quality
from companion.games.inner_compass.refusals import tile_name
from companion.games.inner_compass.state import State
from companion.games.inner_compass.variant import FINAL

_SETUP = tuple(f"IC-SETUP-{number}" for number in range(1, 11))


def setup_rules(state: State) -> tuple[str, ...]:
    """Return the rules of the setup, none where the game has been played already."""
    return () if state.variant.level == FINAL else _SETUP


def in_play(state: State) -> tuple[Explained, ...]:
    """Return the quality tiles in play with what they score."""
    return tuple(Explained(tile_name(tile), quality(tile).rule) for tile in state.tiles)
