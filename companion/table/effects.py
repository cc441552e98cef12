"""Effects of an input beyond the table, which the session carries out."""

from typing import TypeAlias

import msgspec


class LeaveGame(msgspec.Struct, frozen=True):
    """Leave the game for another one; the journal stores it."""


class Rematch(msgspec.Struct, frozen=True):
    """After the end of a game, let the same players play it again."""


class PowerOff(msgspec.Struct, frozen=True):
    """Switch the computer off; the journal stores the game."""


Effect: TypeAlias = LeaveGame | Rematch | PowerOff
"""Carried out in order, after the outcome's entries are durable."""
