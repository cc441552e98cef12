"""Corrections that replace the effect of a step that no longer fits."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final, TypeAlias

import msgspec

from companion.engine.figures import DialTotal
from companion.engine.game import Correction
from companion.engine.rules import AnyGame
from companion.table.log.log_step import LogStep

_MOST: Final = 6
"""How many corrections stand for a step at most."""
_MOST_QUESTIONS: Final = 4
"""The answers that are remembered: every display asks about the same misfit."""

_Traits: TypeAlias = Counter[tuple[object, ...]]
"""What people see of a state: how often something lies where, and how many points each seat has."""


class _Question(msgspec.Struct, frozen=True, eq=False):
    """The key of a cached answer; states are compared by identity, which is fast."""

    game: AnyGame
    state: Any
    old: LogStep

    def __eq__(self, other: object) -> bool:
        """Return whether the answers are the same."""
        return isinstance(other, _Question) and self.state is other.state and self.old is other.old

    def __hash__(self) -> int:
        """Return the hash of the question."""
        return hash((id(self.state), id(self.old)))


def replacement_corrections(game: AnyGame, state: Any, old: LogStep) -> tuple[Correction, ...]:  # noqa: ANN401 - a game's
    """Return the corrections that reproduce a step's effect on a state; empty if none can.

    Each correction brings the state closer to it.
    """
    return _kept_as(_Question(game, state, old))


@lru_cache(maxsize=_MOST_QUESTIONS)
def _kept_as(question: _Question) -> tuple[Correction, ...]:
    game, state, old = question.game, question.state, question.old
    wanted = _traits(game, state)
    wanted.subtract(_traits(game, old.state))
    wanted.update(_traits(game, old.step.state))
    left = _distance(_traits(game, state), wanted)
    hopeful = [way for way in _ways(game, state, game.corrections(state), wanted) if way[0] < left]
    found: list[Correction] = []
    while hopeful and len(found) < _MOST:
        left, correction, state = min(hopeful, key=lambda way: way[0])
        found.append(correction)
        again = [each for _, each, _ in hopeful if game.why_not(state, each) is None]
        hopeful = [way for way in _ways(game, state, again, wanted) if way[0] < left]
    return tuple(found)


def _ways(
    game: AnyGame,
    state: Any,  # noqa: ANN401 - a game's
    corrections: Iterable[Correction],
    wanted: _Traits,
) -> Iterator[tuple[int, Correction, Any]]:
    """Yield the distance from some traits after each correction, with the state after it."""
    for correction in corrections:
        if not isinstance(correction, DialTotal):  # one digit of a number says nothing yet
            after = game.apply_action(state, correction).state
            yield _distance(_traits(game, after), wanted), correction, after


def _traits(game: AnyGame, state: Any) -> _Traits:  # noqa: ANN401 - a game's
    traits: _Traits = Counter(
        (sprite.look, sprite.place, sprite.turn, sprite.sign) for sprite in game.sprites(state)
    )
    for seat, points in enumerate(game.returns(state)):
        traits["points", seat] += points
    return traits


def _distance(traits: _Traits, wanted: _Traits) -> int:
    """Return the number of differences between two states."""
    # Most traits of two states are the same, and sets leave these out fastest.
    apart = {each for each, _ in traits.items() ^ wanted.items()}
    return sum(abs(traits[each] - wanted[each]) for each in apart)
