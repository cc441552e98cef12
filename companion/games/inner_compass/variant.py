"""Variant: the constants of a game: owner's copy, rulings, tracking level."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, Final, Literal, TypeAlias, cast

import msgspec

from companion.engine.data import load
from companion.engine.game import Setup
from companion.engine.manifest import manifest
from companion.engine.message import say
from companion.engine.options import FurtherOption, Recommendation, Whole, usual
from companion.engine.seat_colours import numbers
from companion.engine.shapes import Predicate
from companion.engine.visibility import Hidden
from companion.games.inner_compass.board import Rows
from companion.games.inner_compass.player_board import Layout
from companion.games.inner_compass.track import Discount, Floor

Level: TypeAlias = Literal["track", "scoring", "full", "final"]
DoubleClear: TypeAlias = Literal["end", "go_on"]
"""Whether two lines at once, with one value token left, end the game (IC-R50)."""

LEVELS: Final[tuple[Level, ...]] = ("track", "scoring", "full")
FINAL: Final[Level] = "final"
"""The final scoring only: the box follows no game, and is told what everybody has at the end."""
DATA: Final = load(__package__, "data.yaml")
"""The data of the copy that is assumed unless the owner describes another."""
ROW_ACTIONS: Final = ("wild", "ep", "shift")
PIECES: Final = ("orange", "teal", "purple", "brown")
"""The colours of the players' pieces and cubes."""
MANIFEST: Final = manifest(__package__)
PLAYERS: Final = MANIFEST.players
"""Two to four players; the rules are the same for all numbers (IC-SETUP-1, IC-R46)."""
CUBES: Final = 15
HAND_LIMIT: Final = 10
VALUE_TOKENS: Final = 2
COMPASS_EP: Final = 3
END_LINES: Final = 3
STICKY_TILES: Final = 2
MEMO_TILES: Final = 3
_POINTS: Final = Predicate(
    lambda points: not Whole(0).expected(points),
    say("expected a whole number of EP, not negative"),
)
CHOICES: Final = (("mode", ("standard", "advanced")),)
_ADVANCED: Final = (("mode", "advanced"),)
FURTHER: Final = (
    FurtherOption("discount", ("emotions", "spaces"), levels=LEVELS),
    FurtherOption("floor", ("total", "emotion"), levels=LEVELS),
    FurtherOption("double_clear", ("end", "go_on"), levels=LEVELS),
    FurtherOption("exact_move", (False, True), _ADVANCED, levels=LEVELS[1:]),
    FurtherOption("first_bonus", (3, 0, 1, 2, 4, 5, 6), more=_POINTS),
    FurtherOption("show_totals", (False, True), levels=LEVELS),
    FurtherOption("arrangement", ("start", "end"), levels=LEVELS[:1]),
    FurtherOption("unknown_cards", (False, True), levels=LEVELS[2:]),
)
"""What can be changed at setup without being asked for. ``arrangement``: lay the board at the start
or, at ``track`` level, before late entry. ``unknown_cards``: the box does not see the cards that go
to hands."""
DEFAULTS: Final = usual(CHOICES, FURTHER)
RECOMMENDED: Final = Recommendation("scoring")
"""The box counts what is on the board; it is not told every card."""


class Variant(msgspec.Struct, frozen=True, cache_hash=True, dict=True):
    """One game's settings; see ``data.yaml`` and the rulings of the rules file (section 7)."""

    level: Level
    sections: tuple[tuple[str, Rows], ...]
    track_values: tuple[int, ...]
    deck: tuple[int, int, int, int, int]
    layout: Layout
    row_actions: tuple[str, ...]
    sticky: tuple[str, ...]
    memo: tuple[str, ...]
    colours: Annotated[tuple[int, ...], Hidden()]
    """The number of each seat's colour among ``PIECES``, counted from 1."""
    advanced: bool = False
    discount: Discount = "emotions"
    floor: Floor = "total"
    double_clear: Annotated[DoubleClear, Hidden(usual=True)] = "end"
    exact_move: bool = False
    first_bonus: int = 3
    show_totals: bool = False
    arrangement: Literal["start", "end"] = "start"
    unknown_cards: bool = False

    @cached_property
    def follows_cubes(self) -> bool:
        """Whether the box tracks cubes and squares during play."""
        return self.level in ("scoring", "full")

    @cached_property
    def follows_cards(self) -> bool:
        """Whether the box tracks pieces, hands and piles."""
        return self.level == "full"

    def row_action(self, row: int) -> str | None:
        """Return the advanced action of a player-board row, 1 at the top (IC-ADV-1).

        If a board has more rows than actions, the last rows have none (IC-R39).
        """
        return dict(enumerate(self.row_actions, 1)).get(row) if self.advanced else None

    @property
    def wild_row(self) -> int | None:
        """The row of the player board that allows a wild card, if any (IC-ADV-2)."""
        return self._row_of("wild")

    @property
    def ep_row(self) -> int | None:
        """The row of the player board that brings EP, if any (IC-ADV-4)."""
        return self._row_of("ep")

    def _row_of(self, action: str) -> int | None:
        rows = range(1, len(self.layout) + 1) if self.advanced else ()
        return next((row for row in rows if self.row_action(row) == action), None)


def variant(setup: Setup, data: Mapping[str, Any]) -> Variant:
    """Return the settings of a game with checked ``data`` and options."""
    options = {**DEFAULTS, **setup.options}
    further: Any = {option.name: options[option.name] for option in FURTHER}
    sticky = data["tiles"]["sticky"]
    tiles = _numbered((*sticky, *data["tiles"]["memo"]))
    return Variant(
        level=cast("Level", setup.level),
        sections=tuple(
            (str(name), tuple(rows)) for name, rows in data["board"]["sections"].items()
        ),
        track_values=tuple(data["track"]["ep"]),
        deck=cast("Any", tuple(data["cards"][colour] for colour in "YBKWR")),
        layout=tuple(data["player_board"]["squares"]),
        row_actions=tuple(data["player_board"]["advanced_rows"]),
        sticky=tiles[: len(sticky)],
        memo=tiles[len(sticky) :],
        colours=numbers(setup, PIECES),
        advanced=options["mode"] == "advanced",
        **further,
    )


def _numbered(tiles: Sequence[str]) -> tuple[str, ...]:
    """Return tiles with different names for copies of the same tile: joy, joy-2 (IC-R47)."""
    return tuple(
        tile if not tiles[:i].count(tile) else f"{tile}-{tiles[:i].count(tile) + 1}"
        for i, tile in enumerate(tiles)
    )
