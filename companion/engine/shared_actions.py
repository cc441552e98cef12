"""Actions that several games have: who begins, who leaves and who comes back."""

from companion.engine.records import SeatAction, SeatCorrection


class ChooseStart(SeatAction):
    """CHANCE, or agreement, chooses the player who begins."""


class Leave(SeatCorrection):
    """Take a player out of a game that goes on."""


class ComeBack(SeatCorrection):
    """Let a player who has left play on."""
