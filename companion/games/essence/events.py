"""What followed from an action: events, each with the id of its rule."""

from dataclasses import dataclass

from companion.engine.game import Event


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """A round began with its active player; rounds are counted from 1."""

    player: int
    round: int


@dataclass(frozen=True, slots=True)
class QuestionDrawn(Event):
    """A question card lies before the active player."""

    player: int
    card: str


@dataclass(frozen=True, slots=True)
class PhraseShown(Event):
    """A phrase card is displayed on number field ``place``; ``words`` are the owner's, if any."""

    place: int
    phrase: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class PhrasesReshuffled(Event):
    """A phrase deck ran out: its used cards are shuffled into a new one (ES-R11)."""

    deck: str


@dataclass(frozen=True, slots=True)
class PhrasesMissing(Event):
    """A phrase deck is empty for good; the displayed cards have to do (ES-R11)."""

    deck: str


@dataclass(frozen=True, slots=True)
class SteppedBack(Event):
    """The active player's pawn went back one field, to pay for a change."""

    player: int
    field: int


@dataclass(frozen=True, slots=True)
class VoteLaid(Event):
    """A player's voting card lies face down."""

    player: int


@dataclass(frozen=True, slots=True)
class VotesTakenBack(Event):
    """A player can no longer be voted for, so everybody takes their card back (ES-R18)."""


@dataclass(frozen=True, slots=True)
class CoinPlaced(Event):
    """A coin lies on the active player's card."""

    player: int


@dataclass(frozen=True, slots=True)
class VoteShown(Event):
    """A voting card was turned over."""

    player: int
    number: int


@dataclass(frozen=True, slots=True)
class Advanced(Event):
    """A pawn went forward by its gain, at most to the centre."""

    player: int
    gain: int
    field: int


@dataclass(frozen=True, slots=True)
class CoinSpent(Event):
    """The coin left the game."""

    player: int


@dataclass(frozen=True, slots=True)
class RoundVoid(Event):
    """The round ended without evaluation."""


@dataclass(frozen=True, slots=True)
class QuestionDiscarded(Event):
    """The question card left the game."""

    card: str


@dataclass(frozen=True, slots=True)
class QuestionReturned(Event):
    """The question card went under its deck."""

    card: str


@dataclass(frozen=True, slots=True)
class PlayerLeft(Event):
    """A player left the game; the pawn is out of the ranking."""

    player: int


@dataclass(frozen=True, slots=True)
class Corrected(Event):
    """The table set something by hand."""


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The game is over: ``centre``, or ``deck:<colour>`` for a deck that is exhausted."""

    reason: str
