"""The table of Inner Compass: setup, chance, and the geometry of the board."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.games.simulators.inner_compass_tiles import Space, Spaces, joined

Struct = dict[str, Any]

CHANCE = -1
COLOURS = "YBKWR"
BASE_COST = {"Y": 1, "B": 2, "K": 2, "W": 3, "R": 3}  # IC-COST-1
STEPS = {"N": (-1, 0), "E": (0, 1), "S": (1, 0), "W": (0, -1)}
SLOTS = ("nw", "ne", "sw", "se")
HAND_LIMIT = 10  # IC-CLEAN-1
VALUE_TOKENS = 2  # IC-SETUP-3
COMPASS_EP = 3  # IC-END-2
ROW_EP = (0, 1, 2, 3, 4)  # IC-ADV-4
ROW_SHIFT = (0, 1, 1, 1, 2)  # IC-ADV-5

DATA: Struct = {  # section 8
    "board": {
        "sections": {
            "A": ["YYK", "BRK", "BWY"],
            "B": ["RRY", "WKY", "WBB"],
            "C": ["KWW", "KYR", "BYR"],
            "D": ["BKK", "BYW", "RYY"],
        }
    },
    "track": {"ep": [6, 5, 4, 3, 2, 1]},
    "cards": {"Y": 11, "B": 13, "K": 13, "W": 16, "R": 16},
    "player_board": {
        "squares": ["YBKWR", "YBKWR", "YBKWR"],
        "advanced_rows": ["wild", "ep", "shift"],
    },
    "tiles": {
        "sticky": [
            *("solidarity", "bravery", "empathy", "sensitivity", "candor"),
            *("passion", "generosity", "joy", "friendship", "marriage"),
        ],
        "memo": [
            *("solitude", "variety", "individuality", "community", "equilibrium", "structure"),
        ],
    },
}


def name(space: Space) -> str:
    """`a1` for the north-west corner."""
    return f"{'abcdefghij'[space[1]]}{space[0] + 1}"


def place(text: str) -> Space:
    """The space with the name `text`."""
    return int(text[1:]) - 1, "abcdefghij".index(text[0])


def square_name(square: Space) -> str:
    """`r1c1` for the first square of a player board."""
    return f"r{square[0] + 1}c{square[1] + 1}"


def square_place(text: str) -> Space:
    """The square with the name `text`."""
    row, column = text[1:].split("c")
    return int(row) - 1, int(column) - 1


def turned(section: Sequence[str], quarters: int) -> list[str]:
    """A section after so many clockwise quarter turns (IC-R2, IC-X04)."""
    rows = list(section)
    for _ in range(quarters):
        rows = ["".join(row[column] for row in reversed(rows)) for column in range(len(rows))]
    return rows


def even(actions: Iterable[Struct]) -> list[tuple[Struct, Fraction]]:
    """The `actions`, each as likely as the others."""
    listed = list(actions)
    return [(action, Fraction(1, len(listed))) for action in listed]


def copies(tiles: Sequence[str]) -> list[str]:
    """The tiles of a copy, a second one of a kind as `joy-2` (IC-R47)."""
    seen = [tiles[: number + 1].count(tile) for number, tile in enumerate(tiles)]
    return [tile if n == 1 else f"{tile}-{n}" for tile, n in zip(tiles, seen, strict=True)]


@dataclass
class Seat:
    """What lies before one player."""

    piece: Space | None = None
    hand: Counter[str] = field(default_factory=Counter)
    cubes: set[Space] = field(default_factory=set)
    removed: set[Space] = field(default_factory=set)
    ep: int = 0
    lines: int = 0
    values: list[str] = field(default_factory=list)
    """Tiles that have a value token of this player."""


@dataclass
class Turn:
    """What has happened in the turn so far."""

    duty: str = ""
    """Colour that the step after a free move must leave (IC-FREE-3)."""
    direction: str = ""
    """Direction of step 2, whose card may be taken (IC-FEEL-1)."""
    memory: Space | None = None
    """Square from which this turn's cube came."""
    colour: str = ""
    """The memory's emotion."""
    tokens: int = 0
    """Value tokens that are still to be placed."""


class Table(ABC):
    """What lies on the table, from the setup on; the turns come in a subclass."""

    def __init__(
        self, players: int, options: Mapping[str, Any] = {}, data: Mapping[str, Any] = {}
    ) -> None:
        self.seats = [Seat() for _ in range(players)]
        self.options = {
            "mode": "standard",
            "discount": "emotions",
            "floor": "total",
            "double_clear": "end",
            "exact_move": False,
            "first_bonus": 3,
            **options,
        }
        self.data = {**DATA, **data}
        self.layout: list[str] = self.data["player_board"]["squares"]
        self.phase = "sections"
        self.sections: dict[str, tuple[str, int]] = {}
        self.board: list[str] = []
        self.tiles: list[str] = []
        self.track: list[str] = []
        self.display: dict[str, str] = {}
        self.pool = Counter(self.data["cards"])
        self.discard: Counter[str] = Counter()
        self.start = 0
        self.current = 0
        self.to_deal: list[int] = []
        self.to_place: list[int] = []
        self.compass: int | None = None
        self.remaining: list[int] | None = None
        self.turn = Turn()

    # Who acts, and what is possible

    @property
    def over(self) -> bool:
        """Whether the game has ended (IC-END-4)."""
        return self.phase == "over"

    @property
    def actor(self) -> int:
        """The seat that acts, or `CHANCE`."""
        chance = ("sections", "tiles", "track", "display", "start", "deal", "bonus", "refill")
        return CHANCE if self.phase in chance else self.current

    def outcomes(self) -> list[tuple[Struct, Fraction]]:
        """What chance may bring, with probabilities."""
        if self.phase == "sections":  # IC-SETUP-2
            slot = SLOTS[len(self.sections)]
            used = {section for section, _ in self.sections.values()}
            return even(
                {"type": "place_section", "slot": slot, "section": section, "turns": turns}
                for section in self.data["board"]["sections"]
                if section not in used
                for turns in range(4)
            )
        if self.phase == "tiles":  # IC-SETUP-4
            kind = "sticky" if len(self.tiles) < 2 else "memo"
            tiles = copies(self.data["tiles"][kind])
            return even({"type": "draw_tile", "tile": t} for t in tiles if t not in self.tiles)
        if self.phase == "track":  # IC-SETUP-6
            left_over = [emotion for emotion in COLOURS + "X" if emotion not in self.track]
            return even(
                {"type": "place_token", "emotion": emotion}
                for emotion in left_over
                if self.track or emotion in COLOURS
            )
        if self.phase == "start":  # IC-SETUP-9
            return even({"type": "choose_start", "player": seat} for seat in range(len(self.seats)))
        cards = self.pool.total()
        return [
            ({"type": "deal", "card": card}, Fraction(self.pool[card], cards))
            for card in COLOURS
            if self.pool[card]
        ]

    def colour(self, space: Space) -> str:
        """The colour of a space of the Life board."""
        return self.board[space[0]][space[1]]

    def group(self, space: Space) -> Spaces:
        """The group of `space` over the whole board (IC-FREE-2, IC-R3)."""
        return joined(space, self.spaces_of(self.colour(space)), len(self.board))

    def spaces_of(self, colours: str = COLOURS) -> Spaces:
        """All spaces that have one of `colours`."""
        return frozenset(
            (row, column)
            for row, colours_of_row in enumerate(self.board)
            for column, colour in enumerate(colours_of_row)
            if colour in colours
        )

    def free_spaces(self) -> list[Space]:
        """Where a piece may be put at setup (IC-SETUP-10)."""
        taken = {seat.piece for seat in self.seats if seat.piece}
        return [space for space in sorted(self.spaces_of()) if not self.group(space) & taken]

    # What actions do

    def apply(self, action: Struct) -> None:
        """Carry out an action of the log."""
        getattr(self, f"do_{action['type']}")(**{k: v for k, v in action.items() if k != "type"})

    def do_place_section(self, slot: str, section: str, turns: int) -> None:
        self.sections[slot] = (section, turns)
        if len(self.sections) < len(SLOTS):
            return
        parts = {
            slot: turned(self.data["board"]["sections"][section], turns)
            for slot, (section, turns) in self.sections.items()
        }
        for left, right in (("nw", "ne"), ("sw", "se")):
            self.board += [a + b for a, b in zip(parts[left], parts[right], strict=True)]
        self.phase = "tiles"

    def do_draw_tile(self, tile: str) -> None:
        self.tiles.append(tile)
        if len(self.tiles) == 5:  # IC-SETUP-4
            self.phase = "track"

    def do_place_token(self, emotion: str) -> None:
        self.track.append(emotion)
        if len(self.track) == len(COLOURS) + 1:
            self.phase = "display"

    def do_choose_start(self, player: int) -> None:
        self.start = player
        order = [(player + number) % len(self.seats) for number in range(len(self.seats))]
        self.to_deal = [seat for number, seat in enumerate(order) for _ in range(number + 1)]
        self.to_place = order
        self.phase = "deal"

    def do_deal(self, card: str) -> None:
        self.pool[card] -= 1
        if self.phase in ("display", "refill"):
            self.display[next(side for side in STEPS if side not in self.display)] = card
        elif self.phase == "deal":
            self.seats[self.to_deal.pop(0)].hand[card] += 1
        else:
            self.seats[self.current].hand[card] += 1
        self.reshuffle()
        if self.phase == "display" and len(self.display) == len(STEPS):
            self.phase = "start"
        elif self.phase == "deal" and not self.to_deal:
            self.phase, self.current = "pieces", self.to_place.pop()
        elif self.phase == "bonus":
            self.phase = "memory"
        elif self.phase == "refill":
            self.refill()

    def reshuffle(self) -> None:
        """IC-CLEAN-3, IC-R35: at once, whenever the draw pile is empty."""
        if not self.pool.total():
            self.pool, self.discard = self.discard, Counter()

    def do_place_piece(self, space: str) -> None:
        self.seats[self.current].piece = place(space)
        if self.to_place:
            self.current = self.to_place.pop()
        else:
            self.phase, self.current = "free", self.start

    @abstractmethod
    def refill(self) -> None:
        """Fill the display at the end of a turn."""
