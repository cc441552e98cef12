"""Actions at a table of which the box knows turns and points only. Seats are counted clockwise."""

from companion.engine.records import Action, Correction, SeatAction, SeatCorrection


class HandOver(Action):
    """End the turn; the next player's begins."""


class PassRound(Action):
    """Pass: no further turn in this round."""


class Ready(SeatAction):
    """Say that one is done, where all play at the same time."""


class AllReady(Action):
    """Say that everybody is done, where all play at the same time."""


class AddPoints(SeatAction):
    """Add to a player's points during a turn."""

    points: int


class Tally(SeatAction):
    """Enter how many a player has of a category."""

    category: str
    count: int


class EnterNow(SeatAction):
    """Have what a player has of a category entered now, before the box asks for it."""

    category: str
    aside: bool = False
    """Whether the box is asking for something else, which comes afterwards."""


class MoveCounter(Action):
    """Move a counter of the whole table."""

    counter: str
    change: int


class FinishRound(Action):
    """Say that the round is over."""


class FinishGame(Action):
    """Say that the game is over, at once or after this round."""


class StartRound(Action):
    """Begin the next round after a break."""


class Interject(SeatAction):
    """Act out of turn; the turn then goes back."""


class FinishAhead(SeatAction):
    """Declare one's next turn in this round done in advance."""


class DropOut(SeatAction):
    """Say that a player is out of the game."""


class TakeToken(SeatAction):
    """Take the token of the first player: begin the next round."""


class NameWinner(SeatAction):
    """Say who has won, where points do not."""


class ShareWin(Action):
    """Say that those who are level share the win."""


class ReportResult(Action):
    """Say whether all have won together."""

    won: bool


class ChangePoints(SeatCorrection):
    """Add to a player's points by hand, or subtract from them."""

    change: int


class SetTurn(SeatCorrection):
    """Set whose turn it is."""


class SetRound(Correction):
    """Set which round it is."""

    round: int
