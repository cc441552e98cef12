"""Encodes actions as integers and observations as rows of numbers, for learning frameworks.

A game's actions and observations have no fixed number: they depend on the owner's copy of the game,
and a game from elsewhere may have any. So both are hashed, which needs nothing from a game.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Final, TypeAlias
from zlib import crc32

from companion.engine.game import Action, Setup, Struct
from companion.engine.rules import AnyGame

ACTIONS: Final = 4096
"""How many numbers there are for actions: over a game, more than three times as many as needed."""
FEATURES: Final = 1024
"""How many numbers describe an observation."""

Numbered: TypeAlias = Mapping[int, Action]
"""Actions by their number, the smallest first."""


def number_actions(game: AnyGame, actions: Iterable[Action]) -> Numbered:
    """Return actions of one position with their numbers, which are below ``ACTIONS``.

    The number comes from the notation, so that an action keeps it from one position to the next. If
    two of a position have the same one, the later in the game's order takes the next that is free.
    Raises ``ValueError`` if there are more actions than numbers.
    """
    found: dict[int, Action] = {}
    for action in actions:
        if len(found) == ACTIONS:
            raise ValueError(f"{game.id} has more than {ACTIONS} actions in a position")
        number = crc32(game.action_to_string(action).encode()) % ACTIONS
        while number in found:
            number = (number + 1) % ACTIONS
        found[number] = action
    return dict(sorted(found.items()))


def canonical(observation: Struct) -> str:
    """Return an observation as JSON that is the same for the same observation."""
    return json.dumps(observation, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def features(observation: Struct) -> list[float]:
    """Return an observation as ``FEATURES`` numbers from -1 to 1, by feature hashing.

    A number adds its value, brought below 1, at the place for its path of keys; everything else
    adds 1 at the place for its path and value. A bit of the hash gives the sign, so that what falls
    on the same place cancels out on average (Weinberger and others, ICML 2009).
    """
    row = [0.0] * FEATURES
    for path, leaf in _leaves("", json.loads(canonical(observation))):
        number = isinstance(leaf, int | float) and not isinstance(leaf, bool)
        place, sign = _place(path if number else f"{path}={leaf}")
        size = float(leaf) / (1 + abs(leaf)) if number else 1.0  # type: ignore[arg-type]  # a number
        row[place] += sign * size
    return [max(-1.0, min(1.0, value)) for value in row]


@lru_cache(maxsize=1 << 14)
def _place(feature: str) -> tuple[int, int]:
    """Return the index of a feature in the row, and its sign."""
    digest = crc32(feature.encode())
    return (digest >> 1) % FEATURES, 1 if digest & 1 else -1


def _leaves(path: str, value: object) -> Iterator[tuple[str, object]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(f"{path}.{key}", inner)
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _leaves(f"{path}.{place}", inner)
    else:
        yield path, value


def setup_for(game: AnyGame, players: int, level: str, options: Struct) -> Setup:
    """Return a setup for a number of players and chosen options; ``""`` is the fullest level."""
    names = tuple(f"player_{seat}" for seat in range(players))
    return Setup(names, level or game.levels[-1], options)
