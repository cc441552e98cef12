"""What a host tells: how the game is set up, and what the tiles in play score."""

from companion.engine.game import Explained
from companion.games.inner_compass.qualities import quality
from companion.games.inner_compass.refusals import tile_name
from companion.games.inner_compass.state import State

_SETUP = tuple(f"IC-SETUP-{number}" for number in range(1, 11))


def setup_rules(_state: State) -> tuple[str, ...]:
    """Return the rules of the setup, which are the same at every level."""
    return _SETUP


def in_play(state: State) -> tuple[Explained, ...]:
    """Return the quality tiles in play with what they score."""
    return tuple(Explained(tile_name(tile), quality(tile).rule) for tile in state.tiles)
