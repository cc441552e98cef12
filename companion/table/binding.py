"""Bindings: the effect of an input in a mode, and its label on displays.

Every mode of a table has one tuple of them. The effects of keys, tags and taps, the bottom line of
the panel, the buttons of a host's page and the answer to *what can I do now?* are all derived from
it.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final, TypeAlias

import msgspec

from companion.engine.fold import Draw
from companion.engine.text import Text, text
from companion.table.command import CLOSING, PLAIN, Command
from companion.table.inputs import (
    ActionInput,
    ArrivalsInput,
    DoneInput,
    FieldInput,
    PlacementInput,
    PlayersInput,
    SetupAnswer,
    TableInput,
    TagInput,
)
from companion.table.state import Outcome, Table, Timestamp


class InputSource(StrEnum):
    """The source of an input that is not a command."""

    SEAT = "seat"
    """The button of a seat."""
    TAG = "tag"
    """A tag that is held to a reader."""
    TAP = "tap"
    """A choice on a display that shows all of them, such as a phone."""
    PLACE = "place"
    """The readers under the places of a board."""


Trigger: TypeAlias = Command | InputSource
"""Trigger of a binding."""


class InputEvent(msgspec.Struct, frozen=True):
    """An input with its time, and the source of the box's draws."""

    item: TableInput
    timestamp: Timestamp
    draw: Draw


Act: TypeAlias = Callable[[Table, InputEvent], Table | Outcome]
"""Returns the next table; an outcome if the session is to carry something out besides."""


class Binding(msgspec.Struct, frozen=True):
    """Effect of an input."""

    trigger: Trigger
    label: Text
    act: Act
    shown: bool = True
    """Whether the panel's bottom line names it, if there is room; cursors explain themselves."""
    minor: bool = False
    """Whether its words give way first where a line is too narrow: the key and a mark stay."""
    ends_turn: bool = False
    """Whether a turn is over then, or may be, as the words say."""
    upward: bool = False
    """Whether *up* does it on a box with three keys, which has none for going back."""
    nudged: bool | None = None
    """Whether a joystick that is nudged does it, too; by default not for *confirm* and *back*.

    No line names that, so it may only move a cursor, open a list or close one.
    """
    player: int | None = None
    """The seat whose name stands for its button on the bottom line, beside what others' do."""
    held: bool = False
    """Whether holding a seat's button does it instead of *undo*, on a box with no other keys."""
    seats: frozenset[int] | None = None
    """The seats whose button does it, ``None`` for all; others only say whose turn it is."""


_SOURCES: Final[Mapping[type, InputSource]] = MappingProxyType(
    {
        DoneInput: InputSource.SEAT,
        TagInput: InputSource.TAG,
        ActionInput: InputSource.TAP,
        FieldInput: InputSource.TAP,
        PlacementInput: InputSource.PLACE,
    }
)


def trigger_of(item: TableInput) -> Trigger | None:
    """Return the trigger of an input; ``None`` if it belongs to the setup of a game."""
    if isinstance(item, SetupAnswer | PlayersInput | ArrivalsInput):
        return None
    return item if isinstance(item, Command) else _SOURCES[type(item)]


def find(bindings: Iterable[Binding], trigger: Trigger) -> Binding | None:
    """Return the binding of a trigger; a joystick's direction may fall back to a plain command."""
    listed = tuple(bindings)
    exact = next((each for each in listed if each.trigger is trigger), None)
    plain = PLAIN.get(trigger) if isinstance(trigger, Command) else None
    if exact is not None or plain is None:
        return exact
    found = next((each for each in listed if each.trigger is plain), None)
    return found if found is None or is_nudged(found) else None


def is_nudged(binding: Binding) -> bool:
    """Return whether a joystick that is nudged does what is bound."""
    return binding.trigger not in CLOSING if binding.nudged is None else binding.nudged


def find_for(bindings: Iterable[Binding], item: Command | DoneInput) -> Binding | None:
    """Return the binding of a command, or of the button of one seat."""
    if isinstance(item, Command):
        return find(bindings, item)
    pressed = (each for each in bindings if each.trigger is InputSource.SEAT)
    return next((each for each in pressed if each.seats is None or item.seat in each.seats), None)


def label(name: str) -> Text:
    """Return the label of an input's effect."""
    return text(f"binding.{name}")
