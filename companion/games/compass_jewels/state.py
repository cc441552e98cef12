"""The state of a game of Compass, with perfect information once the cards are dealt."""

from collections import Counter
from enum import StrEnum

import msgspec

from companion.engine.holdings import HoldingsProgress
from companion.engine.seated import Seated
from companion.games.compass_jewels.area import Layout
from companion.games.compass_jewels.best import Best
from companion.games.compass_jewels.cards import kind
from companion.games.compass_jewels.jewels import Jewel
from companion.games.compass_jewels.variant import Variant


class Phase(StrEnum):
    """Phases of the game."""

    DEAL = "deal"
    """CHANCE deals the next card in an orientation."""
    LAY = "lay"
    """CHANCE: people lay the next card."""
    TURN = "turn"
    """CHANCE: people enter the orientation of the last card."""
    START = "start"
    CHECKERS = "checkers"
    MOVE = "move"
    BLOCKED = "blocked"
    """The blocked player ends phase one, or chooses a card to put on a hole."""
    PUT = "put"
    """The blocked player puts the chosen card on a hole."""
    ROTATE = "rotate"
    """The blocked player turns that card."""
    DECLARE = "declare"
    """Phase two: the current player declares jewels."""
    ENTER = "enter"
    """At ``scoring`` level, players enter their jewels."""
    OVER = "over"


class Player(msgspec.Struct, frozen=True):
    """One seat. All of it is public (CJ-R13)."""

    checkers: tuple[str, ...] = ()
    """The squares of the checkers, in the order of placing."""
    cards: tuple[str, ...] = ()
    """The collection: kinds in the order of collecting, including those in jewels."""
    jewels: tuple[Jewel, ...] = ()
    laying: tuple[str, ...] = ()
    """The cards laid so far for the next jewel, as they lie: NW, NE, SW."""
    corrected: int = 0
    """Points added by hand."""

    @property
    def unused(self) -> Counter[str]:
        """Kinds in the collection that are in no jewel and not laid for one (CJ-JEWEL-4, CJ-R8)."""
        used = Counter(kind(card) for jewel in self.jewels for card in jewel)
        return Counter(self.cards) - used - Counter(map(kind, self.laying))


class State(msgspec.Struct, Seated, frozen=True):
    """One complete position: no history is needed to continue."""

    variant: Variant
    players: tuple[Player, ...]
    phase: Phase
    layout: Layout = ()
    start: int = 0
    """The seat that is ``A`` (CJ-NOTE-5)."""
    current: int = 0
    chosen: str | None = None
    """The kind that a blocked player has taken out of the collection, to put it on a hole."""
    square: str | None = None
    """The square of a card that has been put there and is still to be turned."""
    seen: tuple[str, ...] = ()
    """Digests of the positions at the beginning of each turn (CJ-R10)."""
    best: tuple[Best, ...] = ()
    """The best that each seat could have declared, set after both declarations (CJ-R9)."""

    @property
    def player(self) -> Player:
        """The player whose turn it is."""
        return self.players[self.current]

    @property
    def taken(self) -> frozenset[str]:
        """The squares with a checker."""
        return frozenset(square for player in self.players for square in player.checkers)


class Told(State, frozen=True):
    """A game with the players' own cards, untracked by the box: only jewels are entered."""

    progress: tuple[HoldingsProgress, ...] = ()
    jewels: tuple[tuple[int, ...], ...] = ()
    """How many jewels each seat has, those with the fewest colours first."""
