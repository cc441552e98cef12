"""Inputs of a table: tags, actions, buttons and commands, from every display."""

from typing import TypeAlias

import msgspec

from companion.engine.game import Action, Piece
from companion.engine.text import Text
from companion.table.clocks.change import ClockChange
from companion.table.command import Command
from companion.table.narrowing.intent import Constraint


class TagInput(msgspec.Struct, frozen=True):
    """A tag was placed on a reader; ``piece`` is ``None`` for an unknown tag."""

    tag: str
    piece: Piece | None


class ActionInput(msgspec.Struct, frozen=True):
    """A complete action, from a display that shows all actions.

    With a ``seat`` it is sent by that seat: it has no effect unless legal for the seat now.
    """

    action: Action
    seat: int | None = None
    why: Text | None = None
    """Why a robot takes it, for those who ask."""


class FieldInput(msgspec.Struct, frozen=True):
    """A field's value, from a display that shows all values, such as a space touched on a phone."""

    constraint: Constraint


class PlacementInput(msgspec.Struct, frozen=True):
    """A sensed placement: places with the ids of their pieces."""

    placement: tuple[tuple[str, frozenset[str]], ...]
    patient: bool = False
    """Whether nothing has changed for so long that nobody can still have a piece in hand."""


class DoneInput(msgspec.Struct, frozen=True):
    """The button of a seat (0 is the first) was pressed: its player is done."""

    seat: int


class PassInput(msgspec.Struct, frozen=True):
    """The button of a seat (0 is the first) was pressed twice: its player passes."""

    seat: int


class CommandInput(msgspec.Struct, frozen=True):
    """A command from a display with a key for each; any cover of the game is closed first."""

    command: Command


class LanguageInput(msgspec.Struct, frozen=True):
    """Switches the displays at the table to this language."""

    language: str


class DisplayInput(msgspec.Struct, frozen=True):
    """Sets whether the box is quiet and how bright its panel is; ``None`` leaves a value."""

    quiet: bool | None = None
    brightness: str | None = None


class SetupAnswer(msgspec.Struct, frozen=True):
    """The index of an answer to the setup's question ``key``; ignored by other questions."""

    key: str
    option: int


class PlayersInput(msgspec.Struct, frozen=True):
    """All players have arrived: their names in seating order."""

    players: tuple[str, ...]
    colours: tuple[str, ...] = ()
    """The colour that each of them would like; empty for whoever has said nothing."""


class ArrivalsInput(msgspec.Struct, frozen=True):
    """Before a game: others than before are here with a phone, in the order of their seats."""

    players: tuple[str, ...]
    colours: tuple[str, ...] = ()
    """The colour that each of them would like; empty for whoever has said nothing."""


class ClockInput(msgspec.Struct, frozen=True):
    """A change of the clocks."""

    change: ClockChange


class LevelInput(msgspec.Struct, frozen=True):
    """The game is raised to a higher level."""

    level: str


class OpenLogInput(msgspec.Struct, frozen=True):
    """Opens the log of turns, to repair it."""


class LogAnswer(msgspec.Struct, frozen=True):
    """An answer to the open question about the log, by its number from 0 on."""

    number: int


class TaskInput(msgspec.Struct, frozen=True):
    """A task of the setup is done, by its number."""

    number: int


class ReminderInput(msgspec.Struct, frozen=True):
    """No input has been received for a while."""


TableInput: TypeAlias = (
    Command
    | TagInput
    | ActionInput
    | FieldInput
    | PlacementInput
    | DoneInput
    | PassInput
    | CommandInput
    | LanguageInput
    | DisplayInput
    | SetupAnswer
    | PlayersInput
    | ArrivalsInput
    | ReminderInput
    | ClockInput
    | LevelInput
    | TaskInput
    | OpenLogInput
    | LogAnswer
)
