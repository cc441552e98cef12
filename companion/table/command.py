"""What buttons and keys say to a table."""

from enum import StrEnum


class Command(StrEnum):
    """One wish, whatever key it came from."""

    PREVIOUS = "previous"
    NEXT = "next"
    CONFIRM = "confirm"
    BACK = "back"
    UNDO = "undo"
    CORRECT = "correct"
    """Open the list of corrections, or leave it."""
    PAUSE = "pause"
    """Stop the clocks, or let them run on."""
    MENU = "menu"
    """Open the list of everything that a box with few keys has no key for, or leave it."""
    WHY = "why"
    """Explain the refusal that is shown or was the last, else every point so far."""
    RELEASE = "release"
    """A key that was held is let go."""
    LEAVE = "leave"
    """Leave the game for another one; it stays in the journal."""
