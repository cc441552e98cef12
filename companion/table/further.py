"""Options that nobody is asked for: at setup people open their list, and change what they want."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.engine.copy import OwnersCopy
from companion.engine.game import Setup
from companion.engine.options import FurtherOption, value_name
from companion.engine.rules import AnyGame
from companion.engine.text import Text, text
from companion.table.question import Question

OPEN: Final = "further"
"""The answer to the question of the level that opens the list."""
LIST: Final = "list"
_BACK: Final = "back"
ANSWER: Final[tuple[object, Text]] = (OPEN, text("lobby.to_further"))
_NOTHING: Final[Mapping[str, object]] = MappingProxyType({})


class Further(msgspec.Struct, frozen=True):
    """What was chosen for the next game, by game and option, and what is open in the list."""

    chosen: Mapping[str, Mapping[str, object]] = msgspec.field(default_factory=dict)
    open: str = ""
    """The option whose values are chosen, ``list`` for the list itself, empty if it is closed."""

    def of(self, game: AnyGame) -> Mapping[str, object]:
        """Return what was chosen for a game."""
        return self.chosen.get(game.id, _NOTHING)


def question(game: AnyGame, further: Further, base: Setup, copy: OwnersCopy) -> Question:
    """Return the question that the open list asks.

    ``base`` is the setup without a choice here, ``copy`` what is known about the owner's copy.
    """
    values = {
        option.name: in_force(option, further.of(game), base, copy)
        for option in game.further_options
    }
    option = next((each for each in game.further_options if each.name == further.open), None)
    if option is None:
        entries = tuple(
            (name, text(f"further.{name}", value=value_name(name, value)))
            for name, value in values.items()
        )
        answers = (*entries, (_BACK, text("settings.back")))
        return Question("further", text("lobby.further"), answers)
    name = option.name
    return Question(
        f"further.{name}",
        text(f"lobby.option.{name}"),
        tuple((value, value_name(name, value)) for value in option.values),
        at=option.values.index(values[name]) if values[name] in option.values else 0,
    )


def in_force(
    option: FurtherOption, chosen: Mapping[str, object], base: Setup, copy: OwnersCopy
) -> object:
    """Return the value of an option: as chosen, as in the last game or the box's file, or usual."""
    return {**copy.options, **base.options, **chosen}.get(option.name, option.usual)


def answered(game: AnyGame, further: Further, answer: object) -> tuple[Further, int]:
    """Return what an answer changes, and on which entry of the list the cursor stands then."""
    if further.open == LIST:
        return replace(further, open="" if answer == _BACK else str(answer)), 0
    names = [option.name for option in game.further_options]
    of_game = {**further.of(game), further.open: answer}
    at = names.index(further.open)
    return Further({**further.chosen, game.id: of_game}, LIST), at


def closed(game: AnyGame, further: Further) -> tuple[Further, int]:
    """Close the values of an option, or the list; return where the cursor stands then."""
    if further.open == LIST:
        return replace(further, open=""), 0
    names = [option.name for option in game.further_options]
    return replace(further, open=LIST), names.index(further.open)
