"""Mistakes in what a game declares, found when it is imported: each is one sentence with a remedy.

This module checks consistency. Values of a wrong type are found by ``forms``; mistakes in a table
of phases, in fields of actions, and in marks are found where these are declared (``phases``,
``every``, ``visibility``).
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain
from sys import modules
from typing import Any, Final

import msgspec

from companion.engine.action_kinds import Act
from companion.engine.codec import Kind, kinds_of, snake_case
from companion.engine.every import Domain
from companion.engine.forms import shown
from companion.engine.game import Action, Correction, Event
from companion.engine.options import COLOURS, Choice, FurtherOption
from companion.engine.records import fields_of, is_record, within

_KERNEL: Final = __name__.rpartition(".")[0]
_WORD: Final = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")
_LISTS: Final = ("stays", "begun", "again")
"""What an action says of its own fields, by their names."""


def of_records(types: Collection[type]) -> Iterator[str]:
    """Yield mistakes in the listed types of records."""
    for cls in types:
        if not is_record(cls):
            yield f"records names {cls.__name__}; derive it from msgspec.Struct, with frozen=True"
            return
        if not _is_frozen(cls):
            yield f"the record {cls.__name__} can be changed; give its class frozen=True"
        names = {field.name for field in fields_of(cls)}
        if "type" in names:
            yield f"{cls.__name__}.type has the name of what tells records apart; rename the field"
        for attribute in _LISTS if issubclass(cls, Action) else ():
            for name in getattr(cls, attribute, ()):
                if name not in names:
                    there = ", ".join(sorted(names)) or "none"
                    yield f"{cls.__name__}.{attribute} names {name!r}; name fields of it: {there}"
    for name in _twice(snake_case(cls.__name__) for cls in dict.fromkeys(types)):
        yield f"two records are written as {name!r}; rename one of the classes"


def _is_frozen(cls: Any) -> bool:  # noqa: ANN401 - a type of records
    if issubclass(cls, msgspec.Struct):
        return bool(cls.__struct_config__.frozen)
    return bool(cls.__dataclass_params__.frozen)


def of_state(
    state: type | None, records: Collection[object], types: Collection[type]
) -> Iterator[str]:
    """Yield mistakes in the type of states, and ``records`` that are not part of it."""
    if state is None:
        return
    if not is_record(state):
        yield f"the state {state.__name__} is not a record; derive it from msgspec.Struct, frozen"
        return
    if not _is_frozen(state):
        yield f"the state {state.__name__} can be changed; give its class frozen=True"
    if state not in types:
        yield f"the state {state.__name__} cannot be written down; add it to records"
    yield from _of_listed([cls for cls in records if isinstance(cls, type)], state, types)


def _of_listed(records: Collection[type], state: type, types: Collection[type]) -> Iterator[str]:
    """Yield types that are listed without effect, and events that are missing from the list."""
    inside = within(state)
    for cls in records:
        if cls not in inside and not issubclass(cls, (Action, Event, state)):
            yield (
                f"records names {cls.__name__}, which is neither action nor event and not in the "
                "state; derive it from one of those"
            )
    for module in dict.fromkeys(cls.__module__ for cls in types) if records else ():
        for cls in _events_beside(module):
            if cls not in types:
                yield f"the event {cls.__name__} cannot be written down; add it to records"


def _events_beside(module: str) -> Iterator[type[Event]]:
    """Yield the events that a game's module defines, except base classes."""
    own = () if module.startswith(_KERNEL) else vars(modules[module]).values()
    for cls in own:
        if isinstance(cls, type) and issubclass(cls, Event) and cls.__module__ == module:
            yield from () if cls.__subclasses__() else (cls,)


def of_levels(players: range, levels: tuple[str, ...], apart: tuple[str, ...]) -> Iterator[str]:
    """Yield mistakes in the numbers of players and the tracking levels."""
    if not players or min(players) < 1 or players.step < 0:
        yield f"players is {players!r}; write `players = range(<least>, <most> + 1)`"
    if not levels:
        yield "levels is empty; name at least one tracking level"
    for level in (*levels, *apart):
        if not _WORD.fullmatch(level):
            yield f"the level {level!r} is not a word; write letters, digits, hyphens"
    for level in _twice((*levels, *apart)):
        yield f"the level {level!r} is declared twice, in levels or apart; keep one"


def of_options(
    choices: tuple[Choice, ...],
    seat_choices: tuple[Choice, ...],
    further: tuple[FurtherOption, ...],
    named: Mapping[str, Iterable[str]],
    levels: tuple[str, ...],
) -> Iterator[str]:
    """Yield mistakes in options, and which of the ``named`` are not among the ``choices``."""
    every = (*choices, *seat_choices, *((option.name, option.values) for option in further))
    for name in _twice(name for name, _ in every):
        yield f"the option {name!r} is declared twice; keep one"
    for name, values in every:
        if not _WORD.fullmatch(name):
            yield f"the option {name!r} is not a word; write letters, digits, hyphens, underscores"
        if any(not isinstance(value, (str, int)) for value in values):
            yield f"the option {name!r} has the values {values!r}; declare texts, numbers or truths"
            return
        if len(values) == 1 or any(_twice(values)) or not values:
            yield f"the option {name!r} has the values {values!r}; declare two, all different"
    for field, names in named.items():
        for name in names:
            if name not in dict(choices):
                yield f"{field} names {name!r}; name one of choices"
    for option in further:
        yield from _of_further(option, dict(choices))
        yield from _of_option_levels(option, levels)


def _of_option_levels(option: FurtherOption, levels: tuple[str, ...]) -> Iterator[str]:
    for level in option.levels:
        if level not in levels:
            known = ", ".join(levels)
            yield f"the option {option.name!r} is for the level {level!r}; name one of {known}"


def _of_further(option: FurtherOption, choices: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
    if option.more is not None and (
        isinstance(option.more, type) or not callable(getattr(option.more, "expected", None))
    ):
        told = f"more of the option {option.name!r} is {shown(option.more)}"
        yield f"{told}; declare a kind of values, such as `Whole(0, 9)`"
        return
    for value in option.values:
        if option.kind.expected(value):
            yield f"the option {option.name!r} offers {value!r}, which `more` refuses; let it pass"
    for name, needed in option.needs:
        if needed not in choices.get(name, ()):
            yield f"the option {option.name!r} needs {name}={needed!r}; name a value of choices"


def of_recommended(game: Any) -> Iterator[str]:  # noqa: ANN401 - any game
    """Yield recommended values that a game does not have."""
    level, choices = game.recommended.level, dict(game.choices)
    if level and level not in (*game.outline, *game.levels, *game.apart):
        yield f"recommended names the level {level!r}; name one of levels, apart or outline"
    for name, value in game.recommended.options.items():
        if value not in choices.get(name, ()):
            yield f"recommended has {name}={value!r}; name a value of choices"
    for kind in sorted(game.recommended.enter):
        if kind not in game.shuffles:
            yield f"recommended enters {kind!r}; name one of shuffles"


def of_seats(game: Any) -> Iterator[str]:  # noqa: ANN401 - any game
    """Yield declarations for seats or numbers of players that a game does not have."""
    most = max(game.players)
    colours: Choice = ("seat_colours", game.seat_colours)
    for name, values in (*game.seat_choices, *((colours,) if game.seat_colours else ())):
        if len(values) < most:
            yield f"{name} has {len(values)} values for {most} seats; declare one for each seat"
        if any(_twice(values)) or "" in values:
            yield f"{name} has the values {values!r}; declare different words"
    options = (*game.choices, *game.seat_choices)
    further = (option.name for option in game.further_options)
    if game.seat_colours and COLOURS in (*(name for name, _ in options), *further):
        yield f"the option {COLOURS!r} is declared beside seat_colours; keep one"
    for name, numbers in game.choice_players.items():
        beyond = [number for number in numbers if number not in game.players]
        if beyond or not numbers:
            yield (
                f"choice_players of {name!r} is {numbers!r}; name numbers of players from "
                f"{min(game.players)} to {most}"
            )
    teams = getattr(game, "teams", ())
    if not all(isinstance(team, tuple) for team in teams):
        yield f"teams is {teams!r}; write a tuple of the seats of each, such as `((0, 2), (1, 3))`"
        return
    if teams and sorted(chain.from_iterable(teams)) != [*range(most)]:
        yield f"teams is {teams!r}; name every seat from 0 to {most - 1} in one team"


def of_actions(named: Mapping[str, Iterable[Any]], types: Iterable[type]) -> Iterator[str]:
    """Yield names of actions that are not among the game's ``types`` of records."""
    declared = frozenset(types)
    for field, kinds in named.items():
        for kind in kinds:
            if kind not in declared:
                yield f"{field} names {kind.__name__}; add it to records"


def of_words(names: Iterable[str], types: Iterable[type]) -> Iterator[str]:
    """Yield field names with wordings for their values that no action or event has."""
    listed = [*names]
    if not listed:
        return
    kinds = [cls for cls in types if issubclass(cls, (Action, Event))]
    field_names = {field.name for cls in kinds for field in fields_of(cls)}
    for name in listed:
        if name not in field_names:
            yield f"words names {name!r}; name a field of an action or event"


def of_chance(named: Mapping[str, Iterable[str]], drawn: Iterable[type[Action]]) -> Iterator[str]:
    """Yield names of draws that CHANCE does not make in any phase."""
    kind_names = [snake_case(kind.__name__) for kind in drawn]
    for field, names in named.items():
        for name in names:
            if name not in kind_names:
                there = ", ".join(kind_names) or "none"
                yield f"{field} names {name!r}; name actions of CHANCE in the phases: {there}"


def of_tables(
    phases: Iterable[type[Action]], by_hand: Iterable[Act[Any]], types: Iterable[type]
) -> Iterator[str]:
    """Yield mistakes in a table of corrections, and values that journals cannot store."""
    corrections = [act.kind for act in by_hand]
    for kind in _twice(corrections):
        yield f"by_hand lists {kind.__name__} twice; keep one"
    for act in by_hand:
        name = act.kind.__name__
        if not issubclass(act.kind, Correction):
            yield f"by_hand lists {name}, which is not a Correction; derive it from that"
        if act.needs_choices:
            yield f"by_hand lists {name} without values for its fields; declare them with `act`"
    declared = frozenset(types)
    for kind in (*phases, *corrections):
        if kind not in declared:
            yield f"{kind.__name__} can be done, but not written down; add it to records"


def of_values(acts: Iterable[Act[Any]]) -> Iterator[str]:
    """Yield declared field values that an action cannot have."""
    for act in acts:
        kinds = kinds_of(act.kind)
        for name, declared in act.fields.items():
            values: Any = declared.values if isinstance(declared, Domain) else declared
            if not callable(values):
                yield from _of_values(f"{act.kind.__name__}.{name}", values, kinds[name])


def _of_values(what: str, values: Iterable[Any], kind: Kind) -> Iterator[str]:
    expected, optional = kind
    if isinstance(values, range) and expected is int:
        return
    for value in values:
        is_one = isinstance(value, expected) and isinstance(value, bool) == (expected is bool)
        if not is_one and not (optional and value is None):
            yield f"{what} may be {value!r}, but is declared {expected.__name__}; make them agree"
    if isinstance(values, list | tuple):
        for value in _twice(values):
            yield f"{what} may be {value!r} twice; keep one"


def _twice(names: Iterable[Any]) -> list[Any]:
    listed = [*names]
    if len(frozenset(listed)) == len(listed):
        return []
    return [name for at, name in enumerate(listed) if name in listed[:at]]
