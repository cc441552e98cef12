"""The commands that buttons and keys give to a table."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Final


class Command(StrEnum):
    """A command, independent of the key that gave it."""

    PREVIOUS = "previous"
    NEXT = "next"
    UP = "up"
    """A joystick: on a board a step up, elsewhere ``PREVIOUS``."""
    DOWN = "down"
    LEFT = "left"
    """On a board a step to the left, elsewhere ``BACK``."""
    RIGHT = "right"
    CONFIRM = "confirm"
    BACK = "back"
    UNDO = "undo"
    CORRECT = "correct"
    """Open the list of corrections, or leave it."""
    PAUSE = "pause"
    """Stop the clocks, or let them run on."""
    MENU = "menu"
    """Open the list of everything for which a box with few keys has no key, or leave it."""
    WHY = "why"
    """Explain the refusal that is shown or was the last one, else every point so far."""
    RELEASE = "release"
    """A key that was held is released."""
    LEAVE = "leave"
    """Leave the game for another one; the journal keeps it."""


PLAIN: Final[Mapping[Command, Command]] = MappingProxyType(
    {
        Command.UP: Command.PREVIOUS,
        Command.DOWN: Command.NEXT,
        Command.LEFT: Command.BACK,
        Command.RIGHT: Command.CONFIRM,
    }
)
"""Commands of a joystick's directions where there is no board."""
CLOSING: Final = (Command.CONFIRM, Command.BACK)
"""The commands that close what is only to be read; their keys are named beside it."""
STEPS: Final[Mapping[Command, int]] = MappingProxyType({Command.NEXT: 1, Command.PREVIOUS: -1})
"""By how much a command moves a cursor or turns pages."""
