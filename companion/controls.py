"""What the buttons of a box mean to the table."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.devices import ButtonEvent, Gesture
from companion.table.command import Command

REPEATING: Final = frozenset({"up", "down"})
"""Buttons that count again while they are held."""

_COMMANDS: Final[Mapping[tuple[str, Gesture], Command]] = MappingProxyType(
    {
        ("up", Gesture.PRESS): Command.PREVIOUS,
        ("up", Gesture.REPEAT): Command.PREVIOUS,
        ("down", Gesture.PRESS): Command.NEXT,
        ("down", Gesture.REPEAT): Command.NEXT,
        ("right", Gesture.CLICK): Command.CONFIRM,
        ("left", Gesture.CLICK): Command.BACK,
        ("press", Gesture.CLICK): Command.CONFIRM,
        ("press", Gesture.LONG_PRESS): Command.PAUSE,
        ("a", Gesture.CLICK): Command.CONFIRM,
        ("a", Gesture.LONG_PRESS): Command.CORRECT,
        ("b", Gesture.CLICK): Command.BACK,
        ("b", Gesture.LONG_PRESS): Command.UNDO,
    }
)
_SEAT: Final[Mapping[Gesture, Command]] = MappingProxyType(
    {Gesture.CLICK: Command.CONFIRM, Gesture.LONG_PRESS: Command.UNDO}
)
"""A button at a seat, the simplest box: press for done, hold to take back."""


def command(event: ButtonEvent) -> Command | None:
    """Return what a gesture on a button means, if anything."""
    if event.button.startswith("seat"):
        return _SEAT.get(event.gesture)
    return _COMMANDS.get((event.button, event.gesture))
