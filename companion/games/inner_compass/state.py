"""The state of a game of Inner Compass. Whatever the tracking level does not follow is absent."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from companion.engine.evolve import replace
from companion.games.inner_compass.board import COLOURS, Rows
from companion.games.inner_compass.track import Track
from companion.games.inner_compass.variant import Variant

Cards: TypeAlias = tuple[int, int, int, int, int]
"""How many cards of each colour, in the order Y B K W R."""

NO_CARDS: Final[Cards] = (0, 0, 0, 0, 0)
UNKNOWN: Final = "?"
"""A card that the box has not seen."""


def cards(letters: str) -> Cards:
    """Return a string of colour letters as counts."""
    y, b, k, w, r = (letters.count(colour) for colour in COLOURS)
    return y, b, k, w, r


def letters(counts: Cards) -> str:
    """Return counts as a string in the order Y B K W R."""
    return "".join(colour * n for colour, n in zip(COLOURS, counts, strict=True))


def add(counts: Cards, card: str, n: int = 1) -> Cards:
    """Return the counts with ``n`` more (or, negative, fewer) cards of a colour."""
    i = COLOURS.index(card)
    return (*counts[:i], counts[i] + n, *counts[i + 1 :])  # type: ignore[return-value]  # still five


class Phase(StrEnum):
    """What the game waits for."""

    SECTIONS = "sections"
    TILES = "tiles"
    TRACK = "track"
    START = "start"
    DISPLAY = "display"
    DEAL = "deal"
    PIECES = "pieces"
    FREE = "free"
    """Step 1 or 2 of a turn: a free move or the move."""
    STEP = "step"
    """After a free move: the move, into another colour."""
    ACT = "act"
    """After the move: second move, feel, memory or done."""
    BONUS = "bonus"
    """CHANCE draws the bonus card."""
    MEMORY = "memory"
    """Memory or done; a turn begins here below the level ``full``."""
    SHIFT = "shift"
    VALUE = "value"
    CLOSE = "close"
    """After a memory: done."""
    DISCARD = "discard"
    REFILL = "refill"
    """CHANCE fills the display."""
    CUBES = "cubes"
    """Late entry (IC-AP-2)."""
    HANDS = "hands"
    """Card counts of tied players (IC-TIE-1)."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Player:
    """One seat. ``removed`` and ``cubes`` are in the order in which they were taken and placed."""

    piece: str | None = None
    hand: Cards | None = None
    unknown: int = 0
    """Cards in hand that the box has not seen."""
    removed: tuple[str, ...] = ()
    cubes: tuple[str, ...] = ()
    memories: int = 0
    lines: int = 0
    ep_track: int = 0
    ep_first: int = 0
    ep_row: int = 0
    ep_corrected: int = 0
    row_cubes: int = 0
    """Cubes gone from the EP row, counted where squares are not followed."""
    counts: tuple[tuple[str, int], ...] = ()
    """Typed in at the end: tile and how often it counts."""
    cards_left: int | None = None

    @property
    def ep(self) -> int:
        """EP collected, without compass and tiles."""
        return self.ep_track + self.ep_first + self.ep_row + self.ep_corrected

    @property
    def hand_size(self) -> int:
        """Cards in hand."""
        return sum(self.hand or NO_CARDS) + self.unknown


@dataclass(frozen=True, slots=True)
class State:
    """One position, complete: nothing about the past is needed to go on."""

    variant: Variant
    players: tuple[Player, ...]
    phase: Phase = Phase.SECTIONS
    sections: tuple[tuple[str, str, int], ...] = ()
    """While the board is laid: (slot, section, clockwise quarter turns)."""
    board: Rows | None = None
    tiles: tuple[str, ...] = ()
    track: Track = ()
    start: int = 0
    current: int = 0
    display: tuple[str | None, ...] = (None, None, None, None)
    """Face-up cards N E S W."""
    pool: Cards = NO_CARDS
    """Cards that nobody has seen: the draw pile and, at a physical table, unknown hands."""
    discard: Cards = NO_CARDS
    direction: str | None = None
    """The way of this turn's step 2 (IC-R8)."""
    values: tuple[tuple[int, str], ...] = ()
    """Value tokens (player, tile) in the order of placing."""
    value_due: int = 0
    memory_by: int | None = None
    """Whose memory was the last one: value tokens are theirs (IC-R49)."""
    memory_lines: int = 0
    """Lines cleared by that memory."""
    row_taken: bool = False
    """At ``track`` level: the last memory's row EP are taken."""
    compass: int | None = None
    remaining: tuple[int, ...] | None = None
    """After the trigger: who still has a turn, the current player included."""
    typed: bool | None = None
    """At the end: counts are typed in (true) or cubes entered (false); not yet known (None)."""

    @property
    def follows_cubes(self) -> bool:
        """Tell whether cubes and squares are followed during play."""
        return self.variant.level != "track"

    @property
    def follows_cards(self) -> bool:
        """Tell whether pieces, hands and piles are followed."""
        return self.variant.level == "full"

    @property
    def unknown(self) -> int:
        """Cards in all hands that the box has not seen."""
        return sum(player.unknown for player in self.players)

    @property
    def draw_size(self) -> int:
        """Cards in the draw pile."""
        return sum(self.pool) - self.unknown

    def with_player(self, seat: int, player: Player) -> "State":
        """Return the state with one seat replaced."""
        return replace(self, players=self.players_with(seat, player))

    def players_with(self, seat: int, player: Player) -> tuple[Player, ...]:
        """Return all players with one replaced."""
        return (*self.players[:seat], player, *self.players[seat + 1 :])

    def others_cubes(self, player: int) -> frozenset[str]:
        """Return the spaces with a cube of anybody else."""
        return frozenset(
            space
            for seat, each in enumerate(self.players)
            if seat != player
            for space in each.cubes
        )
