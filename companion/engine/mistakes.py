"""Mistakes in what a game declares, found when it is imported: each is one sentence with a remedy.

Those in a table of phases, at fields of actions, and in marks of secrets are found where these are
declared (``phases``, ``every``, ``visibility``).
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from companion.engine.acts import Act
from companion.engine.game import Action, Correction
from companion.engine.options import Choice, FurtherOption


def of_levels(players: range, levels: tuple[str, ...], apart: tuple[str, ...]) -> Iterator[str]:
    """Yield what is wrong with the numbers of players and the tracking levels."""
    if not players:
        yield f"players is {players!r}; write `players = range(<least>, <most> + 1)`"
    if not levels:
        yield "levels is empty; name at least one tracking level"
    for level in _twice((*levels, *apart)):
        yield f"the level {level!r} is declared twice, in levels or apart; keep one"


def of_options(
    choices: tuple[Choice, ...],
    seat_choices: tuple[Choice, ...],
    further: tuple[FurtherOption, ...],
    named: Mapping[str, Iterable[str]],
) -> Iterator[str]:
    """Yield what is wrong with options, and which of the ``named`` are none of the ``choices``."""
    every = (*choices, *seat_choices, *((option.name, option.values) for option in further))
    for name in _twice(name for name, _ in every):
        yield f"the option {name!r} is declared twice; keep one"
    for name, values in every:
        if len(values) == 1 or any(_twice(values)) or not values:
            yield f"the option {name!r} has the values {values!r}; declare two, all different"
    for field, names in named.items():
        for name in names:
            if name not in dict(choices):
                yield f"{field} names {name!r}; name one of choices"
    for option in further:
        yield from _of_further(option, dict(choices))


def _of_further(option: FurtherOption, choices: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    for value in option.values:
        if option.kind.expected(value):
            yield f"the option {option.name!r} offers {value!r}, which `more` refuses; let it pass"
    for name, needed in option.needs:
        if needed not in choices.get(name, ()):
            yield f"the option {option.name!r} needs {name}={needed!r}; name a value of choices"


def of_actions(named: Mapping[str, Iterable[Any]], types: Iterable[type]) -> Iterator[str]:
    """Yield what names an action that is not among the game's ``types`` of records."""
    known = frozenset(types)
    for field, kinds in named.items():
        for kind in kinds:
            if kind not in known:
                yield f"{field} names {kind.__name__}; add it to records"


def of_tables(
    phases: Iterable[type[Action]], by_hand: Iterable[Act[Any]], types: Iterable[type]
) -> Iterator[str]:
    """Yield what is wrong with a table of corrections, and what journals cannot hold."""
    corrections = [act.kind for act in by_hand]
    for kind in _twice(corrections):
        yield f"by_hand lists {kind.__name__} twice; keep one"
    for act in by_hand:
        name = act.kind.__name__
        if not issubclass(act.kind, Correction):
            yield f"by_hand lists {name}, which is no Correction; derive it from that"
        if act.needs_choices:
            yield f"by_hand lists {name} without values for its fields; declare them with `act`"
    known = frozenset(types)
    for kind in (*phases, *corrections):
        if kind not in known:
            yield f"{kind.__name__} can be done, but not written down; add it to records"


def _twice(names: Iterable[Any]) -> list[Any]:
    listed = [*names]
    return [name for at, name in enumerate(listed) if name in listed[:at]]
