"""Events: the consequences of an action, each with the id of its rule."""

from companion.engine.records import Event, SeatEvent


class RoundBegan(SeatEvent):
    """A round began with its active player; rounds are counted from 1."""

    round: int


class QuestionDrawn(SeatEvent):
    """A question card was laid before the active player."""

    card: str


class PhraseShown(Event):
    """A phrase card is displayed on number field ``place``; ``words`` are the owner's, if any."""

    place: int
    phrase: str
    words: str = ""


class PhrasesReshuffled(Event):
    """A phrase deck ran out: its used cards are shuffled into a new one (ES-R11)."""

    deck: str


class PhrasesMissing(Event):
    """A phrase deck is empty for good; the displayed cards have to do (ES-R11)."""

    deck: str


class SteppedBack(SeatEvent):
    """The active player's pawn went back one field, to pay for a change."""

    field: int


class VoteLaid(SeatEvent):
    """A player laid a voting card face down."""


class VotesTakenBack(Event):
    """A player can no longer be voted for, so everybody takes their card back (ES-R18)."""


class CoinPlaced(SeatEvent):
    """A coin was put on the active player's card."""


class VoteShown(SeatEvent):
    """A voting card was turned over."""

    number: int


class Advanced(SeatEvent):
    """A pawn went forward by its gain, at most to the centre."""

    gain: int
    field: int


class CoinSpent(SeatEvent):
    """The coin left the game."""


class RoundVoid(Event):
    """The round ended without evaluation."""


class QuestionDiscarded(Event):
    """The question card left the game."""

    card: str


class QuestionReturned(Event):
    """The question card went under its deck."""

    card: str


class PlayerLeft(SeatEvent):
    """A player left the game; the pawn is out of the ranking."""


class PlayerBack(SeatEvent):
    """A player who had left rejoined, on this field."""

    field: int


class Corrected(Event):
    """The table set something by hand."""


class GameOver(Event):
    """The game is over: ``centre``, or ``deck:<colour>`` for a deck that is exhausted."""

    reason: str
