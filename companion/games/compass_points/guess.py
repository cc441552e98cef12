"""What a robot takes the table to be, given what its seat sees."""

from collections.abc import Mapping
from random import Random
from typing import Any

from companion.engine.rules import Rules
from companion.games.compass_points.state import State
from companion.games.compass_points.variant import SPEEDS


def guess(
    game: Rules[State], first: State, observation: Mapping[str, Any], _player: int, source: Random
) -> State:
    """Return a state with any speed on each card that the player cannot see (CP-SPEED-2)."""
    players = []
    for seen in observation["players"]:
        hidden = source.choice(SPEEDS) if seen["read"] else None
        rest = {key: value for key, value in seen.items() if key != "read"}
        players.append({"speed": hidden, **rest})
    rest = {key: value for key, value in observation.items() if key != "variant"}
    return game.with_fields(first, {**rest, "players": players})
