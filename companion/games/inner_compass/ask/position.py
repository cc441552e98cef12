"""Conversion between a game's state in questions and the engine's state."""

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from companion.engine.data import load
from companion.engine.game import Struct
from companion.engine.questions import (
    each_of,
    part,
    seat_of,
    sound,
    without_duplicates,
)
from companion.games.inner_compass import scoring
from companion.games.inner_compass.ask import terms
from companion.games.inner_compass.board import DIRECTIONS, Board
from companion.games.inner_compass.check import wrong_data
from companion.games.inner_compass.player_board import Layout, player_board
from companion.games.inner_compass.state import Phase, Player, State, cards, letters
from companion.games.inner_compass.track import Discount, Floor
from companion.games.inner_compass.variant import DoubleClear, Variant
from companion.schema.bounds import Count, Few, Named, Unread, Word

_BASE_STATE: Final[Mapping[str, Any]] = load(__package__, "base.yaml")


class Display(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The cards on display."""

    N: terms.Colour | None = None
    E: terms.Colour | None = None
    S: terms.Colour | None = None
    W: terms.Colour | None = None


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rulings of a state that is asked about."""

    discount: Discount = terms.DEFAULT.discount
    floor: Floor = terms.DEFAULT.floor
    double_clear: DoubleClear = terms.DEFAULT.double_clear
    exact_move: bool = terms.DEFAULT.exact_move
    first_bonus: Count = terms.DEFAULT.first_bonus


class PositionDescription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A state in a question, which need not be reachable in play."""

    board: terms.Grid
    players: terms.Names
    current: Word
    mode: Literal["standard", "advanced"]
    track: terms.Order
    tiles: Few[terms.Tile]
    pieces: Named[Word | None]
    cubes: terms.Cubes
    removed: terms.Cubes
    hands: Named[terms.Letters]
    display: Display
    draw: terms.Letters
    discard: terms.Letters
    values: terms.Tokens
    ep: Named[Count]
    track_values: terms.Values = terms.DEFAULT.track_values
    compass: Word | None = None
    remaining: Few[Word] | None = None
    over: bool = False
    layout: terms.Rows = terms.DEFAULT.layout
    row_actions: Few[Word] = terms.DEFAULT.row_actions
    options: Options = Options()


class Changes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A state given as changes to the base state."""

    base: Literal["S0"]
    set: Unread = msgspec.field(default_factory=dict)


class Position(msgspec.Struct, frozen=True):
    """A state of the engine, the order of the draw pile (unknown to the engine), and the names.

    ``extra`` are the question's optional fields, which are repeated in the answer.
    """

    state: State
    draw: str
    names: tuple[str, ...]
    extra: Struct


def read(given: Struct) -> Position:
    """Return the position in a question. Raises ``Invalid``."""
    if "base" in given:
        given = {**_BASE_STATE, **part(Changes, given, "state").set}
    described = part(PositionDescription, given, "state")
    names = without_duplicates(described.players, "state", "players")
    settings = _settings(described)
    land = terms.land(described.board, "state")
    left = described.remaining
    state = State(
        settings,
        _players(described, names, land, settings.layout),
        Phase.OVER if described.over else Phase.FREE,
        board=land.rows,
        tiles=settings.sticky,
        track=without_duplicates(described.track, "state", "track"),
        current=seat_of(described.current, names, "state", "current"),
        display=msgspec.structs.astuple(described.display),
        pool=cards(described.draw),
        discard=cards(described.discard),
        values=terms.value_tokens(described.values, names, settings.sticky, "state"),
        compass=None
        if described.compass is None
        else seat_of(described.compass, names, "state", "compass"),
        remaining=None
        if left is None
        else tuple(seat_of(name, names, "state", "remaining") for name in left),
    )
    extra = {key: given[key] for key in ("layout", "row_actions", "options") if key in given}
    return Position(state, described.draw, names, extra)


def _settings(described: PositionDescription) -> Variant:
    data = {"player_board": {"advanced_rows": list(described.row_actions)}}
    sound(wrong_data(data), "state", "row_actions", below=3)
    return replace(
        terms.DEFAULT,
        track_values=described.track_values,
        layout=terms.layout(described.layout, "state"),
        row_actions=described.row_actions,
        sticky=without_duplicates(described.tiles, "state", "tiles"),
        memo=(),
        advanced=described.mode == "advanced",
        **msgspec.structs.asdict(described.options),
    )


def _players(
    described: PositionDescription, names: tuple[str, ...], land: Board, layout: Layout
) -> tuple[Player, ...]:
    fields = {"pieces": None, "hands": "", "cubes": (), "removed": (), "ep": 0}
    given = (
        each_of(names, getattr(described, field), "state", field, absent=absent)
        for field, absent in fields.items()
    )
    return tuple(
        Player(
            piece=terms.space(piece, land, "state", "pieces", name) if piece is not None else None,
            hand=cards(hand),
            removed=terms.squares(removed, layout, "state", "removed", name),
            cubes=terms.spaces(cubes, land, "state", "cubes", name),
            memories=len(removed),
            lines=len(player_board(layout).cleared(removed)),
            ep_track=collected,
        )
        for name, piece, hand, cubes, removed, collected in zip(names, *given, strict=True)
    )


def write(position: Position) -> Struct:
    """Return the position in the form of an answer."""
    state, names = position.state, position.names

    def by_name(field: str) -> dict[str, Any]:
        return {
            name: getattr(player, field) for name, player in zip(names, state.players, strict=True)
        }

    return {
        "mode": "advanced" if state.variant.advanced else "standard",
        "board": list(state.board or ()),
        "players": list(names),
        "current": names[state.current],
        "track": list(state.track),
        "track_values": list(state.variant.track_values),
        "tiles": list(state.tiles),
        "pieces": by_name("piece"),
        "cubes": by_name("cubes"),
        "removed": by_name("removed"),
        "hands": {name: letters(hand) for name, hand in by_name("hand").items()},
        "display": dict(zip(DIRECTIONS, state.display, strict=True)),
        "draw": position.draw,
        "discard": letters(state.discard),
        "values": terms.placed(state.values, names),
        "ep": by_name("ep"),
        "compass": None if state.compass is None else names[state.compass],
        "remaining": None if state.remaining is None else [names[i] for i in state.remaining],
        "over": state.phase is Phase.OVER,
        **position.extra,
    }


def result(state: State, names: tuple[str, ...]) -> dict[str, object]:
    """Return the totals, and the winners of a finished game."""
    return {
        "totals": dict(zip(names, scoring.returns(state), strict=True)),
        "winners": [names[seat] for seat in scoring.winners(state)],
    }
