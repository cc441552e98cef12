"""The state of a game of Compass: perfect information once the cards lie."""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from companion.engine.evolve import replace
from companion.games.compass_jewels.area import Layout
from companion.games.compass_jewels.best import Best
from companion.games.compass_jewels.cards import kind
from companion.games.compass_jewels.jewels import Jewel
from companion.games.compass_jewels.variant import Variant


class Phase(StrEnum):
    """What the game waits for."""

    DEAL = "deal"
    """CHANCE: the next card, with its turn."""
    LAY = "lay"
    """CHANCE: the next card, laid by the table."""
    TURN = "turn"
    """CHANCE: how the card that was laid last lies."""
    START = "start"
    CHECKERS = "checkers"
    MOVE = "move"
    BLOCKED = "blocked"
    """End phase one, or choose a card to put on a hole."""
    PUT = "put"
    """The chosen card goes on a hole."""
    ROTATE = "rotate"
    """The card that was put is turned."""
    DECLARE = "declare"
    """Phase two: the current player's jewels."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Player:
    """One seat. All of it lies open (CJ-R13)."""

    checkers: tuple[str, ...] = ()
    """Squares, in the order of placing."""
    cards: tuple[str, ...] = ()
    """The collection: kinds in the order of collecting, jewels included."""
    jewels: tuple[Jewel, ...] = ()
    laying: tuple[str, ...] = ()
    """Kinds that have been laid together for the next jewel."""
    corrected: int = 0
    """Points by hand."""

    @property
    def unused(self) -> Counter[str]:
        """Kinds in the collection that are in no jewel and not laid for one (CJ-JEWEL-4, CJ-R8)."""
        used = Counter(kind(card) for jewel in self.jewels for card in jewel)
        return Counter(self.cards) - used - Counter(self.laying)


@dataclass(frozen=True, slots=True)
class State:
    """One position, complete: nothing about the past is needed to go on."""

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
    """Where a card has been put that is still to be turned."""
    seen: tuple[str, ...] = ()
    """Digests of the positions at the beginning of each turn (CJ-R10)."""
    best: tuple[Best, ...] = ()
    """After both declarations: the best that each seat could have declared (CJ-R9)."""

    @property
    def player(self) -> Player:
        """The player on turn."""
        return self.players[self.current]

    @property
    def taken(self) -> frozenset[str]:
        """The squares with a checker."""
        return frozenset(square for player in self.players for square in player.checkers)

    def with_player(self, seat: int, player: Player) -> "State":
        """Return the state with one seat replaced."""
        players = (*self.players[:seat], player, *self.players[seat + 1 :])
        return replace(self, players=players)
