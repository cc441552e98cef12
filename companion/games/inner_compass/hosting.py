"""Explanations for a host: setup, and scoring of the tiles in play."""

from companion.engine.game import Explained, KnownPosition
from companion.games.inner_compass.qualities import quality
from companion.games.inner_compass.refusals import tile_name
from companion.games.inner_compass.state import Phase, State
from companion.games.inner_compass.variant import FINAL

_SETUP = tuple(f"IC-SETUP-{number}" for number in range(1, 11))
_BOARDS = _SETUP.index("IC-SETUP-3") + 1
"""After the rule about player boards comes, in the advanced game, that about their other side."""


def setup_rules(state: State) -> tuple[str, ...]:
    """Return the rules of the setup, none if the game has been played before."""
    if state.variant.level == FINAL:
        return ()
    side = ("IC-ADV-1",) if state.variant.advanced else ()
    return (*_SETUP[:_BOARDS], *side, *_SETUP[_BOARDS:])


def in_play(state: State) -> tuple[Explained, ...]:
    """Return the quality tiles in play with their points."""
    return tuple(Explained(tile_name(tile), quality(tile).rule) for tile in state.tiles)


def known_position(state: State) -> KnownPosition:
    """Return the emotion points, who has begun and whose turn it is, for a higher level."""
    if state.phase not in (Phase.FREE, Phase.STEP, Phase.ACT, Phase.MEMORY, Phase.CLOSE):
        return KnownPosition()
    points = tuple(player.ep for player in state.players)
    return KnownPosition(points, starter=state.start, turn=state.current)
