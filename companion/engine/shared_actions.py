"""Actions shared by several games: choosing the first player, leaving and coming back."""

from companion.engine.records import SeatAction, SeatCorrection


class ChooseStart(SeatAction):
    """CHANCE, or agreement, chooses the player who begins."""


class Leave(SeatCorrection):
    """Take a player out of a game in progress."""


class ComeBack(SeatCorrection):
    """Let a player who has left rejoin."""
