"""Determinization for robots: nothing is hidden, only the history of positions is unknown."""

from collections.abc import Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.engine.rules import Rules
from companion.games.compass_jewels.area import SQUARES
from companion.games.compass_jewels.state import Phase, State

_DEALING = (Phase.DEAL, Phase.LAY, Phase.TURN)


def guess(
    game: Rules[State], first: State, observation: Mapping[str, Any], _player: int, _source: Random
) -> State:
    """Return the state as observed, as if positions could recur any number of times.

    The robot assumes the best jewels for both, which are known exactly (CJ-R9).
    """
    laid = observation["layout"]
    layout = tuple(laid.get(square) for square in SQUARES)
    rest = {key: value for key, value in observation.items() if key not in ("layout", "variant")}
    state = game.with_fields(first, rest)
    layout = layout[: len(laid)] if state.phase in _DEALING else layout
    variant = replace(first.variant, auto_jewels=True, repetition_stop=0)
    return replace(state, layout=layout, variant=variant)
