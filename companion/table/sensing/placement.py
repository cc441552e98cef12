"""Finds the legal sequences of actions that lead to a sensed placement.

A reader detects where a piece was and is, not how it got there. So all sequences of legal actions
of the current player that move pieces are tried, and the shortest one that ends in the sensed
placement is played. Longer ones differ only in details that cannot be seen yet: if a later
placement only fits a longer one, the turn is interpreted again from its start.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias

from companion.engine.game import Action, Correction
from companion.engine.rules import AnyGame
from companion.table.narrowing.intent import is_usual

Placement: TypeAlias = Mapping[str, frozenset[str]]
"""The ids of the pieces on each place; places without a reader are absent."""

DEPTH: Final = 3
"""The most actions that somebody may make in a row before a placement is sensed."""
REPAIRS: Final = 12
"""The most corrections in a row that make the box match the table."""


def matches(game: AnyGame, state: Any, sensed: Placement) -> bool:  # noqa: ANN401 - a state
    """Return whether the sensed places match ``state``."""
    expected = game.placements(state)
    return all(expected.get(place, frozenset()) == pieces for place, pieces in sensed.items())


def in_hand(game: AnyGame, state: Any, sensed: Placement) -> tuple[str, ...]:  # noqa: ANN401 - a state
    """Return the pieces that should be on sensed places but are on none of them."""
    expected = game.placements(state)
    due = Counter(piece for place in sensed for piece in expected.get(place, ()))
    due.subtract(piece for pieces in sensed.values() for piece in pieces)
    return tuple(sorted(piece for piece, count in due.items() if count > 0))


def missing_piece(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - a game's state
    sensed: Placement,
) -> tuple[str, str] | None:
    """Return a missing piece and its place: the first in the order of places."""
    for place, expected in game.placements(state).items():
        if place in sensed and expected - sensed[place]:
            return min(expected - sensed[place]), place
    return None


def action_sequences(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - a game's state
    sensed: Placement,
    depth: int = DEPTH,
) -> Iterator[tuple[Action, ...]]:
    """Yield the legal action sequences from ``state`` to the placement, the shortest first."""
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


def reconcile(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - a game's state
    sensed: Placement,
) -> tuple[Correction, ...] | None:
    """Return the corrections that make the box agree with the table; ``None`` if none do.

    Each correction is the one that extends the correct prefix of places the most, as in an
    insertion sort. Each adds at least one correct place, so there are never more of them than
    places.
    """
    chosen: list[Correction] = []
    while not matches(game, state, sensed):
        better = _repair(game, state, sensed)
        if better is None or len(chosen) == REPAIRS:
            return None
        chosen.append(better)
        state = game.apply_action(state, better).state
    return tuple(chosen)


def _repair(game: AnyGame, state: Any, sensed: Placement) -> Correction | None:  # noqa: ANN401 - a state
    """Return the correction that fixes the most places, ``None`` if none improves the state."""
    best, chosen = _right(game, state, sensed), None
    for correction in game.corrections(state):
        right = _right(game, game.apply_action(state, correction).state, sensed)
        if right > best:
            best, chosen = right, correction
    return chosen


def _right(game: AnyGame, state: Any, sensed: Placement) -> int:  # noqa: ANN401 - a state
    """Return the number of leading places that match the sensed ones."""
    expected = game.placements(state)
    places = [*(place for place in expected if place in sensed), *sensed]
    count = 0
    for place in dict.fromkeys(places):
        if expected.get(place, frozenset()) != sensed[place]:
            break
        count += 1
    return count
