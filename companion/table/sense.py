"""From what stands where to what was done: the lawful ways that lead to a sensed placement.

A reader sees where a piece was and is, never how it got there. Every sequence of legal actions of
the player on turn is tried that changes what stands where; the shortest that ends as sensed is
what was done. Longer ones differ only in what cannot be seen yet: if something sensed later fits
only such a one, the turn is read anew from its beginning.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

from companion.engine.game import Action, AnyGame
from companion.table.intent import is_usual

Placement: TypeAlias = Mapping[str, frozenset[str]]
"""Place → ids of the pieces that stand there; places that nobody looks at are absent."""

DEPTH: Final = 3
"""Actions in a row that a hand may make before anything is sensed."""


def matches(game: AnyGame, state: Any, sensed: Placement) -> bool:  # noqa: ANN401 - a state
    """Tell whether the table looks as ``state`` says, where it is looked at."""
    expected = game.placements(state)
    return all(expected.get(place, frozenset()) == pieces for place, pieces in sensed.items())


def ways(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - a game's state
    sensed: Placement,
    depth: int = DEPTH,
) -> Iterator[tuple[Action, ...]]:
    """Yield the lawful ways from ``state`` to what is sensed, the shortest first."""
    for length in range(1, depth + 1):
        yield from _ways(game, state, sensed, length)


def _ways(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - a game's state
    sensed: Placement,
    length: int,
) -> Iterator[tuple[Action, ...]]:
    seat = game.current_player(state)
    before = game.placements(state)
    for action in game.legal_actions(state, seat) if seat >= 0 else ():
        if not is_usual(action):
            continue
        after = game.apply_action(state, action).state
        if game.placements(after) == before:
            continue
        if length > 1:
            yield from ((action, *rest) for rest in _ways(game, after, sensed, length - 1))
        elif matches(game, after, sensed):
            yield (action,)
