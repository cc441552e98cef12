"""Actions at a table of which the box only knows turns and points. Seats are clockwise."""

from typing import ClassVar

from companion.engine.records import Action, Correction, SeatAction, SeatCorrection


class HandOver(Action):
    """End the turn; the next player's begins."""


class HandTo(SeatAction):
    """End the turn; the next is that of a player who is chosen."""


class PassRound(Action):
    """Pass: no further turn in this round."""


class Ready(SeatAction):
    """Declare oneself done, where all play at the same time."""


class AllReady(Action):
    """Declare all players done, where all play at the same time."""


class AddPoints(SeatAction):
    """Add to a player's points during a turn."""

    points: int


class Tally(SeatAction):
    """Enter a player's count of a category."""

    category: str
    count: int


class SetDial(Action):
    """Set the dial for the count that is due to other numbers, from the least of them on."""

    interim: ClassVar[bool] = True
    beside: ClassVar[bool] = True

    least: int


class EnterNow(SeatAction):
    """Enter a player's count of a category before the box asks for it."""

    category: str
    aside: bool = False
    """Whether the box is asking for something else, which comes afterwards."""


class MoveCounter(Action):
    """Move a counter of the whole table."""

    counter: str
    change: int


class RollDice(Action):
    """Have the box roll some dice for everybody to see."""

    dice: int


class RollDie(Action):
    """CHANCE: the next die shows a value."""

    interim: ClassVar[bool] = True

    value: int


class DrawCard(Action):
    """Have the box draw a card for everybody to see."""


class TurnCard(Action):
    """CHANCE draws a card, by its place in the sheet."""

    card: int


class ShuffleCards(Action):
    """Put all cards back, to be drawn again."""


class NameDealer(SeatAction):
    """Say who deals in this round."""


class FinishRound(Action):
    """End the round."""


class FinishGame(Action):
    """End the game, at once or after this round."""


class StartRound(Action):
    """Start the next round after a break."""


class Interject(SeatAction):
    """Act out of turn; the turn then goes back."""


class FinishAhead(SeatAction):
    """Declare one's next turn done in advance."""


class KeepTurn(SeatAction):
    """Take back that one's next turn was done in advance."""


class DropOut(SeatAction):
    """Take a player out of the game."""


class TakeToken(SeatAction):
    """Take the first player's token, and start the next round."""


class NameWinner(SeatAction):
    """Name the winner, where points do not determine one."""


class ShareWin(Action):
    """Let the tied players share the win."""


class ReportResult(Action):
    """Report whether all have won together."""

    won: bool


class ChangePoints(SeatCorrection):
    """Add to a player's points by hand, or subtract from them."""

    change: int


class SetTurn(SeatCorrection):
    """Set whose turn it is."""


class SetRound(Correction):
    """Set the current round."""

    round: int
