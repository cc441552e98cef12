"""Conversion between a game's state as questions write it and the engine's state."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from companion.engine.binding import bound, by_player, whole
from companion.engine.data import load
from companion.engine.evolve import replace
from companion.engine.game import Struct
from companion.engine.message import say
from companion.engine.questions import Fields
from companion.games.inner_compass.ask import terms
from companion.games.inner_compass.board import COLOURS, DIRECTIONS
from companion.games.inner_compass.player_board import player_board
from companion.games.inner_compass.state import (
    NO_CARDS,
    Cards,
    Phase,
    Player,
    State,
    cards,
    letters,
)
from companion.games.inner_compass.track import Discount, Floor

_BASE: Final = "S0"
_BASE_STATE: Final[Mapping[str, Any]] = load(__package__, "base.yaml")
_OPTIONAL: Final = ("layout", "row_actions", "options")


@dataclass(frozen=True, slots=True)
class Position:
    """A state of the engine, the order of the draw pile (unknown to the engine), and the names.

    ``extra`` are the question's optional fields, which are repeated in the answer.
    """

    state: State
    draw: str
    names: tuple[str, ...]
    extra: Struct


@dataclass(frozen=True, slots=True)
class Options:
    """The rulings of a question."""

    discount: Discount = terms.DEFAULT.discount
    floor: Floor = terms.DEFAULT.floor
    exact_move: bool = terms.DEFAULT.exact_move
    first_bonus: int = terms.DEFAULT.first_bonus


def _display(fields: Fields, name: str) -> tuple[str | None, ...]:
    slots = fields.fields(name)
    cards = tuple(
        None if not slots.any(slot, None) else slots.one_of(slot, COLOURS) for slot in DIRECTIONS
    )
    slots.close()
    return cards


def _left(fields: Fields, name: str, players: tuple[str, ...]) -> tuple[int, ...]:
    left = fields.texts(name)
    if set(left) - set(players):
        raise fields.wrong(name, say("null or players who still have a turn"))
    return tuple(players.index(player) for player in left)


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """A state as questions write it, under the names that they use."""

    players: terms.Players
    board: terms.Land
    options: Options = Options()
    row_actions: terms.RowActions = terms.DEFAULT.row_actions
    track_values: terms.TrackValues = terms.DEFAULT.track_values
    layout: terms.Layout = terms.DEFAULT.layout
    tiles: terms.Tiles
    mode: Literal["standard", "advanced"]
    draw: terms.Letters
    pieces: Annotated[tuple[str | None, ...], by_player(terms.space, None)]
    hands: Annotated[tuple[Cards, ...], by_player(terms.hand, NO_CARDS)]
    cubes: Annotated[tuple[tuple[str, ...], ...], by_player(terms.spaces, ())]
    removed: Annotated[tuple[tuple[str, ...], ...], by_player(terms.removed, ())]
    ep: Annotated[tuple[int, ...], by_player(whole, 0)]
    over: bool = False
    track: terms.Order
    current: terms.Seat
    display: Annotated[tuple[str | None, ...], _display]
    discard: terms.Hand
    values: terms.ValueTokens
    compass: terms.Seat | None
    remaining: Annotated[tuple[int, ...], _left] | None


def read(fields: Fields, name: str) -> Position:
    """Return the position in a question, which need not be one that play can reach."""
    described = _based(fields.fields(name))
    position = _position(bound(Described, described))
    extra = {key: described.any(key) for key in _OPTIONAL if key in described}
    described.close()
    return replace(position, extra=extra)


def _based(described: Fields) -> Fields:
    """Return the fields of a state, which may be given as changes to the base state."""
    if "base" not in described:
        return described
    if described.text("base") != _BASE:
        raise described.wrong("base", say("{name!r}, the one base state", name=_BASE))
    changes = described.fields("set", {})
    described.close()
    merged = {**_BASE_STATE, **{key: changes.any(key) for key in changes.names}}
    return Fields(merged, described.path)


def _position(given: Described) -> Position:
    settings = replace(
        terms.DEFAULT,
        track_values=given.track_values,
        layout=given.layout,
        row_actions=given.row_actions,
        sticky=given.tiles,
        memo=(),
        advanced=given.mode == "advanced",
        discount=given.options.discount,
        floor=given.options.floor,
        exact_move=given.options.exact_move,
        first_bonus=given.options.first_bonus,
    )
    squares = player_board(given.layout)
    seats = tuple(
        Player(
            piece=piece,
            hand=hand,
            removed=gone,
            cubes=own,
            memories=len(gone),
            lines=len(squares.cleared(gone)),
            ep_track=collected,
        )
        for piece, hand, gone, own, collected in zip(
            given.pieces, given.hands, given.removed, given.cubes, given.ep, strict=True
        )
    )
    state = State(
        settings,
        seats,
        Phase.OVER if given.over else Phase.FREE,
        board=given.board.rows,
        tiles=given.tiles,
        track=given.track,
        current=given.current,
        display=given.display,
        pool=cards(given.draw),
        discard=given.discard,
        values=terms.seated(given.values, given.players),
        compass=given.compass,
        remaining=given.remaining,
    )
    return Position(state, given.draw, given.players, {})


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
