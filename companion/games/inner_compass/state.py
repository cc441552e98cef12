"""The state of a game of Inner Compass, limited to the tracking level."""

from enum import StrEnum
from typing import Annotated, ClassVar, Final, TypeAlias

import msgspec

from companion.engine.piece_conservation import PieceField
from companion.engine.seated import Seated
from companion.engine.visibility import Fixed, Hidden, Secret
from companion.games.inner_compass.board import COLOURS, Rows
from companion.games.inner_compass.track import Track
from companion.games.inner_compass.variant import FINAL, Variant

Cards: TypeAlias = tuple[int, int, int, int, int]
"""The number of cards of each colour, in the order Y B K W R."""

NO_CARDS: Final[Cards] = (0, 0, 0, 0, 0)
BY_HAND: Final = -3
"""Where the lines of a memory that was entered by hand are counted from; it clears two at most."""
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
    """Return the counts with ``n`` more cards of a colour, or fewer if ``n`` is negative."""
    i = COLOURS.index(card)
    return (*counts[:i], counts[i] + n, *counts[i + 1 :])  # type: ignore[return-value]  # still five


CARDS: Final = "cards"
"""The kind of the pieces that are conserved: 69 cards in five colours (IC-R44)."""
COUNTED: Final = PieceField(CARDS, lambda counts: letters(counts or NO_CARDS))


class Phase(StrEnum):
    """Phases of the game."""

    SECTIONS = "sections"
    TILES = "tiles"
    TRACK = "track"
    START = "start"
    DISPLAY = "display"
    DEAL = "deal"
    PIECES = "pieces"
    FREE = "free"
    """Step 1 or 2 of a turn: a free move, or the move."""
    STEP = "step"
    """After a free move: the move, into another colour."""
    ACT = "act"
    """After the move: second move, feeling, memory, or end of the turn."""
    BONUS = "bonus"
    """CHANCE draws the bonus card."""
    MEMORY = "memory"
    """Memory or end of the turn; below the level ``full``, turns begin here."""
    SHIFT = "shift"
    VALUE = "value"
    CLOSE = "close"
    """After a memory: end of the turn."""
    DISCARD = "discard"
    REFILL = "refill"
    """CHANCE fills the display."""
    HOW = "how"
    """At ``final`` level, whether counts or cubes will be entered."""
    BOARD = "board"
    """The Life board is entered as it lies."""
    ENTER = "enter"
    """Players enter what they have."""
    CUBES = "cubes"
    """Late entry of cubes or counts (IC-AP-2)."""
    HANDS = "hands"
    """Entry of tied players' numbers of cards (IC-TIE-1)."""
    OVER = "over"


EP: Final = Secret(
    until=lambda state, _player: state.shows_totals,
    guess=lambda own, _source: own,
)
"""EP are secret until the end (IC-R29).

A robot takes others to have as many as itself: it sees none, and has no better reason.
"""


class Player(msgspec.Struct, frozen=True):
    """One seat. ``removed`` and ``cubes`` are in the order of taking and placing."""

    also_seen: ClassVar[tuple[str, ...]] = ("hand_size",)

    piece: str | None = None
    hand: Annotated[Cards | None, Secret(), COUNTED] = None
    unknown: Annotated[int, Secret()] = 0
    """The number of cards in hand that the box has not seen."""
    removed: tuple[str, ...] = ()
    cubes: tuple[str, ...] = ()
    memories: int = 0
    lines: int = 0
    ep_track: Annotated[int, EP] = 0
    ep_first: Annotated[int, EP] = 0
    ep_row: Annotated[int, EP] = 0
    ep_corrected: Annotated[int, EP] = 0
    row_cubes: int = 0
    """The number of cubes gone from the EP row, counted if the box does not follow squares."""
    counts: tuple[tuple[str, int], ...] = ()
    """Tiles and how often they count, if entered at the end."""
    cards_left: int | None = None

    @property
    def ep(self) -> int:
        """The EP collected, without those for compass and tiles."""
        return self.ep_track + self.ep_first + self.ep_row + self.ep_corrected

    def could_have(self, card: str) -> bool:
        """Return whether there may be a card of a colour in hand."""
        return bool(self.unknown or (self.hand or NO_CARDS)[COLOURS.index(card)])

    @property
    def hand_size(self) -> int:
        """The number of cards in hand, seen or not."""
        return sum(self.hand or NO_CARDS) + self.unknown


class State(msgspec.Struct, Seated, frozen=True):
    """One complete position: no history is needed to continue."""

    also_seen: ClassVar[tuple[str, ...]] = ("players", "draw_size")

    variant: Annotated[Variant, Fixed()]
    players: tuple[Player, ...]
    phase: Phase = Phase.SECTIONS
    sections: tuple[tuple[str, str, int], ...] = ()
    """The sections laid so far: slot, section, clockwise quarter turns."""
    board: Rows | None = None
    tiles: tuple[str, ...] = ()
    track: Track = ()
    start: int = 0
    current: int = 0
    display: Annotated[tuple[str | None, ...], PieceField(CARDS)] = (None, None, None, None)
    """The face-up cards N E S W, ``None`` for an empty slot."""
    pool: Annotated[Cards, Hidden(), COUNTED] = NO_CARDS
    """Cards that nobody has seen: the draw pile and, at a physical table, unknown hands."""
    discard: Annotated[Cards, COUNTED] = NO_CARDS
    direction: str | None = None
    """The direction of this turn's step 2 (IC-R8)."""
    values: tuple[tuple[int, str], ...] = ()
    """The value tokens, as seat and tile, in the order of placing."""
    value_due: int = 0
    memory_by: int | None = None
    """The seat that made the last memory, and places value tokens for it (IC-R49)."""
    memory_lines: int = 0
    """The number of lines cleared by that memory, counted from ``BY_HAND`` if it was entered."""
    row_taken: bool = False
    """At ``track`` level, whether the row EP of the last memory have been taken."""
    compass: int | None = None
    remaining: tuple[int, ...] | None = None
    """The seats that still have a turn after the trigger, including the current player."""
    typed: bool | None = None
    """Whether counts instead of cubes are entered at the end, ``None`` while undecided."""

    @property
    def by_hand(self) -> bool:
        """Return whether the last memory was entered by hand, so that it ends no turn (IC-AP-4)."""
        return self.memory_lines < 0

    @property
    def shows_totals(self) -> bool:
        """Return whether all EP are public: by agreement, or because the game is over (IC-R29)."""
        return self.variant.show_totals or self.phase is Phase.OVER or self.variant.level == FINAL

    @property
    def dealt_to(self) -> int:
        """The seat that gets the next card: players get 1, 2, 3 and 4 cards (IC-SETUP-9)."""
        seats = len(self.players)
        order = [(self.start + i) % seats for i in range(seats)]
        return next(seat for i, seat in enumerate(order) if self.players[seat].hand_size < i + 1)

    @property
    def drawer(self) -> int | None:
        """The seat that alone sees the next card, ``None`` if it is public (IC-R29)."""
        if self.phase is Phase.DEAL:
            return self.dealt_to
        return self.current if self.phase is Phase.BONUS else None

    @property
    def unknown(self) -> int:
        """The number of cards in all hands that the box has not seen."""
        return sum(player.unknown for player in self.players)

    @property
    def draw_size(self) -> int:
        """The number of cards in the draw pile."""
        return sum(self.pool) - self.unknown

    def is_shared(self, space: str) -> bool:
        """Return whether another player than the current one has a cube on a space."""
        current = self.current
        for seat, player in enumerate(self.players):
            if seat != current and space in player.cubes:
                return True
        return False

    def others_cubes(self, player: int) -> frozenset[str]:
        """Return the spaces with a cube of any other player."""
        others = (other.cubes for seat, other in enumerate(self.players) if seat != player)
        return frozenset().union(*others)
