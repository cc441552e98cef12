"""Further options: listed at setup, and changed only on demand."""

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.engine.game import Setup
from companion.engine.options import FurtherOption, value_name
from companion.engine.owners_copy import OwnersCopy
from companion.engine.rules import AnyGame
from companion.engine.text import Text, text
from companion.table.setup_question import SetupQuestion

OPEN: Final = "further"
"""The answer to the last question about the game that opens the list."""
LIST: Final = "list"
_BACK: Final = "back"
ANSWER: Final[tuple[object, Text]] = (OPEN, text("lobby.to_further"))
_NOTHING: Final[Mapping[str, object]] = MappingProxyType({})


class FurtherOptions(msgspec.Struct, frozen=True):
    """What was chosen for the next game, by game and option, and what is open in the list."""

    chosen: Mapping[str, Mapping[str, object]] = msgspec.field(default_factory=dict)
    open: str = ""
    """The option whose values are chosen, ``list`` for the list itself, empty if it is closed."""

    def of(self, game: AnyGame) -> Mapping[str, object]:
        """Return what was chosen for a game."""
        return self.chosen.get(game.id, _NOTHING)


def question(
    game: AnyGame,
    further: FurtherOptions,
    offered: tuple[FurtherOption, ...],
    base: Setup,
    copy: OwnersCopy,
) -> SetupQuestion:
    """Return the question that the open list of the ``offered`` options asks.

    ``base`` is the setup without a choice here, ``copy`` what is known about the owner's copy.
    """
    values = {option.name: in_force(option, further.of(game), base, copy) for option in offered}
    option = next((each for each in offered if each.name == further.open), None)
    if option is None:
        entries = tuple(
            (name, text(f"further.{name}", value=value_name(name, value)))
            for name, value in values.items()
        )
        answers = (*entries, (_BACK, text("settings.back")))
        return SetupQuestion("further", text("lobby.further"), answers)
    name, before = option.name, in_force(option, _NOTHING, base, copy)
    # A file may hold other values than the list: whoever only looks at them keeps theirs.
    choices = option.values if before in option.values else (*option.values, before)
    return SetupQuestion(
        f"further.{name}",
        text(f"lobby.option.{name}"),
        tuple((value, value_name(name, value)) for value in choices),
        at=choices.index(values[name]),
    )


def listed_options(
    game: AnyGame, given: Mapping[str, object], guided: Collection[str]
) -> tuple[FurtherOption, ...]:
    """Return the options that make a difference after the answers ``given``.

    Those that are ``guided`` are asked for elsewhere, and left out.
    """
    return tuple(
        option
        for option in game.further_options
        if option.name not in guided
        and all(given.get(f"option.{name}") == value for name, value in option.needs)
    )


def in_force(
    option: FurtherOption, chosen: Mapping[str, object], base: Setup, copy: OwnersCopy
) -> object:
    """Return the value of an option: as chosen, as in the last game or the box's file, or usual."""
    return {**copy.options, **base.options, **chosen}.get(option.name, option.usual)


def apply_answer(
    game: AnyGame, further: FurtherOptions, offered: tuple[FurtherOption, ...], answer: object
) -> tuple[FurtherOptions, int]:
    """Return what an answer changes, and on which entry of the list the cursor stands then."""
    if further.open == LIST:
        return replace(further, open="" if answer == _BACK else str(answer)), 0
    of_game = {**further.of(game), further.open: answer}
    return FurtherOptions({**further.chosen, game.id: of_game}, LIST), _entry(further, offered)


def close_list(
    further: FurtherOptions, offered: tuple[FurtherOption, ...]
) -> tuple[FurtherOptions, int]:
    """Close the values of an option, or the list; return where the cursor stands then."""
    if further.open == LIST:
        return replace(further, open=""), 0
    return replace(further, open=LIST), _entry(further, offered)


def _entry(further: FurtherOptions, offered: tuple[FurtherOption, ...]) -> int:
    """Return the number of the entry of the list whose values are open."""
    return [option.name for option in offered].index(further.open)
