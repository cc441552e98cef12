"""Kinds of actions with every combination of the values that their fields may have."""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any, TypeAlias

from companion.engine.acts import Act
from companion.engine.game import Action, Refusal

Values: TypeAlias = Iterable[object] | Callable[[Any], Iterable[object]]
"""The values of a field in order, or a function of the state that returns them."""


def act(
    kind: type[Action],
    effect: Callable[..., Any],
    check: Callable[..., Refusal | None],
    **values: Values,
) -> Act[Any]:
    """Return a kind of action of which every combination of values can be chosen."""
    return Act(kind, effect, check, every(kind, **values))


def every(kind: Callable[..., Action], **values: Values) -> Callable[[Any], Iterator[Action]]:
    """Return a function of the state that lists the actions of a kind, the last field fastest."""

    def listed(state: Any) -> Iterator[Action]:  # noqa: ANN401 - any game's state
        each = (them(state) if callable(them) else them for them in values.values())
        return (kind(*chosen) for chosen in product(*each))

    return listed


def seats(state: Any) -> range:  # noqa: ANN401 - any game's state
    """Return all seats of a state that has ``players``."""
    return range(len(state.players))
