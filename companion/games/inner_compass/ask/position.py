"""Conversion between a game's state as questions write it and the engine's state."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from companion.engine.data import load
from companion.engine.game import Struct
from companion.engine.message import say
from companion.engine.questions import Fields
from companion.games.inner_compass.ask import terms
from companion.games.inner_compass.board import COLOURS, DIRECTIONS, Board
from companion.games.inner_compass.player_board import player_board
from companion.games.inner_compass.state import NO_CARDS, Phase, Player, State, cards, letters
from companion.games.inner_compass.variant import Variant

_BASE: Final = "S0"
_BASE_STATE: Final[Mapping[str, Any]] = load(__package__, "base.yaml")


class Position(msgspec.Struct, frozen=True):
    """A state of the engine, the order of the draw pile (unknown to the engine), and the names.

    ``extra`` are the question's optional fields, which are repeated in the answer.
    """

    state: State
    draw: str
    names: tuple[str, ...]
    extra: Struct


def read(fields: Fields, name: str) -> Position:
    """Return the position in a question, which need not be one that play can reach."""
    described = _based(fields.fields(name))
    names = terms.players(described)
    land = terms.land(described)
    settings = _settings(described)
    draw = terms.letters(described, "draw")
    state = State(
        settings,
        _players(described, names, land, settings),
        Phase.OVER if described.truth("over", default=False) else Phase.FREE,
        board=land.rows,
        tiles=settings.sticky,
        track=terms.order(described, "track"),
        current=terms.seat(described, "current", names),
        display=_display(described),
        pool=cards(draw),
        discard=terms.hand(described, "discard"),
        values=terms.value_tokens(described, names, settings.sticky),
        compass=terms.maybe_seat(described, "compass", names),
        remaining=_remaining(described, names),
    )
    extra = {
        key: described.any(key) for key in ("layout", "row_actions", "options") if key in described
    }
    described.close()
    return Position(state, draw, names, extra)


def _based(described: Fields) -> Fields:
    """Return the fields of a state, which may be given as changes to the base state."""
    if "base" not in described:
        return described
    if described.text("base") != _BASE:
        raise described.wrong("base", say("{name!r}, the one base state", name=_BASE))
    changes = described.fields("set", {})
    merged = {**_BASE_STATE, **{key: changes.any(key) for key in changes.names}}
    return Fields(merged, described.path)


def _settings(described: Fields) -> Variant:
    options = described.fields("options", {})
    row_actions = described.texts("row_actions", terms.DEFAULT.row_actions)
    terms.sound(described, "row_actions", {"player_board": {"advanced_rows": list(row_actions)}})
    return replace(
        terms.DEFAULT,
        track_values=terms.track_values(described, "track_values"),
        layout=terms.layout(described),
        row_actions=row_actions,
        sticky=terms.tiles(described),
        memo=(),
        advanced=described.one_of("mode", ("standard", "advanced")) == "advanced",
        discount=terms.discount(options),
        floor=terms.floor(options),
        double_clear=terms.double_clear(options),
        exact_move=options.truth("exact_move", terms.DEFAULT.exact_move),
        first_bonus=options.whole("first_bonus", terms.DEFAULT.first_bonus),
    )


def _players(
    described: Fields, names: tuple[str, ...], land: Board, settings: Variant
) -> tuple[Player, ...]:
    pieces = described.fields("pieces").each_of(names, lambda f, n: _piece(f, n, land), None)
    hands = described.fields("hands").each_of(names, terms.hand, NO_CARDS)
    cubes = described.fields("cubes").each_of(names, lambda f, n: terms.spaces(f, n, land), ())
    removed = described.fields("removed").each_of(
        names, lambda f, n: terms.removed(f, n, settings.layout), ()
    )
    ep = described.fields("ep").each_of(names, Fields.whole, 0)
    squares = player_board(settings.layout)
    return tuple(
        Player(
            piece=piece,
            hand=hand,
            removed=gone,
            cubes=own,
            memories=len(gone),
            lines=len(squares.cleared(gone)),
            ep_track=collected,
        )
        for piece, hand, gone, own, collected in zip(pieces, hands, removed, cubes, ep, strict=True)
    )


def _piece(described: Fields, name: str, land: Board) -> str | None:
    return None if described.any(name) is None else terms.space(described, name, land)


def _display(described: Fields) -> tuple[str | None, ...]:
    return described.fields("display").each_of(
        DIRECTIONS,
        lambda slots, name: slots.one_of(name, COLOURS) if slots.any(name, None) else None,
    )


def _remaining(described: Fields, names: tuple[str, ...]) -> tuple[int, ...] | None:
    if described.any("remaining", None) is None:
        return None
    left = described.texts("remaining")
    if set(left) - set(names):
        raise described.wrong("remaining", say("null or players who still have a turn"))
    return tuple(names.index(name) for name in left)


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
