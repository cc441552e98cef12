"""What followed from an action; each fact carries the id of its rule."""

from dataclasses import dataclass

from companion.engine.game import Event


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """A player is active; rounds are counted from 1."""

    player: int
    round: int


@dataclass(frozen=True, slots=True)
class QuestionDrawn(Event):
    """A question card lies before the active player."""

    player: int
    card: str


@dataclass(frozen=True, slots=True)
class PhraseShown(Event):
    """A phrase card lies on display, on number field ``place``; ``words`` are the owner's."""

    place: int
    phrase: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class PhrasesReshuffled(Event):
    """A phrase deck ran out: its used cards are shuffled into a new one (ES-R11)."""

    deck: str


@dataclass(frozen=True, slots=True)
class PhrasesMissing(Event):
    """A phrase deck is empty for good; what lies there must do (ES-R11)."""

    deck: str


@dataclass(frozen=True, slots=True)
class SteppedBack(Event):
    """The active pawn paid for a change."""

    player: int
    field: int


@dataclass(frozen=True, slots=True)
class VoteLaid(Event):
    """A player's voting card lies face down."""

    player: int


@dataclass(frozen=True, slots=True)
class VotesTakenBack(Event):
    """A player number is no longer votable: everybody takes the card back (ES-R18)."""


@dataclass(frozen=True, slots=True)
class CoinPlaced(Event):
    """A coin lies on the active player's card."""

    player: int


@dataclass(frozen=True, slots=True)
class VoteShown(Event):
    """A voting card lies open."""

    player: int
    number: int


@dataclass(frozen=True, slots=True)
class Advanced(Event):
    """A pawn goes forward by its gain, at most to the centre."""

    player: int
    gain: int
    field: int


@dataclass(frozen=True, slots=True)
class CoinSpent(Event):
    """The coin leaves the game."""

    player: int


@dataclass(frozen=True, slots=True)
class RoundVoid(Event):
    """The round ends without evaluation."""


@dataclass(frozen=True, slots=True)
class QuestionDiscarded(Event):
    """The question card leaves the game."""

    card: str


@dataclass(frozen=True, slots=True)
class QuestionReturned(Event):
    """The question card goes under its deck."""

    card: str


@dataclass(frozen=True, slots=True)
class PlayerLeft(Event):
    """A player has left; the pawn is out of the ranking."""

    player: int


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """The table set something by hand."""


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The game is over: ``centre``, or ``deck:<colour>`` for a deck that is exhausted."""

    reason: str
