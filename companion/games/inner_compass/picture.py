"""Picture of the public table for a browser; ``board.yaml`` defines how it is drawn."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec.structs import replace

from companion.engine.facets import Board
from companion.engine.game import Action, Line, Struct
from companion.engine.picture import (
    Emblem,
    EmblemPart,
    Sprite,
    side_by_side,
)
from companion.engine.text import Seat, Text, text
from companion.games.inner_compass.actions import Feel, Move
from companion.games.inner_compass.board import COLOURS, DIRECTIONS, Rows, board
from companion.games.inner_compass.refusals import tile_name
from companion.games.inner_compass.state import NO_CARDS, State


def sprites(state: State) -> tuple[Sprite, ...]:
    """Return all public pieces, from bottom to top, but no hands or points (IC-R29)."""
    return (*_life_board(state), *_track(state), *_qualities(state), *_player_boards(state))


def _life_board(state: State) -> Iterator[Sprite]:
    if state.board is None:
        return
    yield from _ground(state.board)
    for seat, player in enumerate(state.players):
        own = state.variant.colours[seat]
        for space in player.cubes:
            yield _cube(state, seat, space, text("sprite.cube", player=Seat(seat)))
        if player.piece is not None:
            name = text("sprite.piece", player=Seat(seat))
            sign = _number(state, seat)
            yield Sprite(f"piece-{own}", player.piece, name, piece=f"seat-{own}", sign=sign)


@lru_cache(maxsize=4)
def _ground(rows: Rows) -> tuple[Sprite, ...]:
    """Return the spaces of the life board, which are constant throughout a game."""
    colours = board(rows).colour
    return tuple(
        Sprite(f"ground-{colour}", space, text(f"emotion.{colour}"))
        for space, colour in colours.items()
    )


def _cube(state: State, seat: int, place: str, name: Text | None = None) -> Sprite:
    """Return a seat's cube, in its colour."""
    return Sprite(f"cube-{state.variant.colours[seat]}", place, name, sign=_number(state, seat))


def _number(state: State, seat: int) -> str:
    """Return the number on a seat's pieces, if their look has another one: that of the colour."""
    return "" if state.variant.colours[seat] == seat + 1 else str(seat + 1)


def _track(state: State) -> Iterator[Sprite]:
    for place, token in enumerate(state.track, 1):
        yield Sprite(
            f"token-{token}", f"track-{place}", text(f"emotion.{token}"), piece=f"token-{token}"
        )
    for direction, card in zip(DIRECTIONS, state.display, strict=True):
        if card is not None:
            yield Sprite(f"card-{card}", f"display-{direction}", text(f"emotion.{card}"))


def _qualities(state: State) -> Iterator[Sprite]:
    for place, tile in enumerate(state.tiles, 1):
        yield Sprite("tile", f"tile-{place}", tile_name(tile), piece=f"tile-{tile}")
        for seat, valued in state.values:
            if valued == tile:
                name = text("sprite.value", player=Seat(seat), tile=tile_name(tile))
                yield _cube(state, seat, f"values-{place}", name)


def _player_boards(state: State) -> Iterator[Sprite]:
    """Yield the squares of each player's board with the cubes that are still on them."""
    for seat, player in enumerate(state.players, 1):
        cube = _cube(state, seat - 1, f"seat-{seat}") if state.variant.follows_cubes else None
        yield from _squares(state.variant.layout, f"seat-{seat}", cube, player.removed)
        if state.compass == seat - 1:
            yield Sprite("compass", f"seat-{seat}-compass", text("piece.compass"))


@lru_cache(maxsize=16)
def _squares(
    layout: tuple[str, ...], board: str, cube: Sprite | None, removed: tuple[str, ...]
) -> tuple[Sprite, ...]:
    """Return the squares of a board, each with a cube unless that has been removed.

    Most boards stay from one action to the next.
    """
    lying = []
    for row, colours in enumerate(layout, 1):
        for column, colour in enumerate(colours, 1):
            square = f"r{row}c{column}"
            lying.append(Sprite(f"ground-{colour}", f"{board}-{square}"))
            if cube is not None and square not in removed:
                lying.append(replace(cube, place=f"{board}-{square}"))
    return tuple(lying)


def spots(state: State, action: Action) -> Mapping[str, Struct]:
    """Return the target space of a step, and the felt card."""
    here = state.players[state.current].piece
    if isinstance(action, Move) and state.board is not None and here is not None:
        target = board(state.board).neighbours[here].get(action.direction)
        step = {"action": "move", "direction": action.direction}
        return {} if target is None else {target: step}
    if isinstance(action, Feel) and state.direction is not None:
        return {f"display-{state.direction}": {"action": "feel"}}
    return {}


def own_emblem(game: Board[State], state: State, message: Text) -> Emblem:
    """Return the emblem of a text: an emotion's token, paid cards, a section."""
    params = message.params
    if message.key == "cards.paid":
        return side_by_side(
            [(EmblemPart(f"card-{card}"),) for card in str(params["letters"])], -0.4
        )
    if message.key == "do.lay_section":
        return _grounds(str(params["rows"]).split("/"))
    if message.key in ("do.boards.standard", "do.boards.advanced"):
        return _board_side(state)
    if message.key == "do.lay":
        place = int(str(params["place"]))
        return side_by_side(
            [(EmblemPart("tile", sign=str(n) if n == place else ""),) for n in range(1, place + 1)]
        )
    player = params.get("player")
    if message.key == "do.start" and isinstance(player, Seat):
        sign = _number(state, player.index)
        return (EmblemPart(f"piece-{state.variant.colours[player.index]}", sign=sign),)
    return Board.own_emblem(game, state, message)


def _grounds(rows: Sequence[str]) -> Emblem:
    """Return squares of emotions, row by row."""
    side = 1 / len(rows)
    return tuple(
        EmblemPart(f"ground-{colour}", x * side, y * side, side, side)
        for y, row in enumerate(rows)
        for x, colour in enumerate(row)
    )


def _board_side(state: State) -> Emblem:
    """Return the side of a player board that is up: the advanced one has special icons."""
    layout = state.variant.layout
    side = 1 / len(layout)
    special = (
        EmblemPart("special", len(layout[row - 1]) * side, (row - 1) * side, side, side)
        for row in range(1, len(layout) + 1)
        if state.variant.row_action(row)
    )
    return (*_grounds(layout), *special)


def private(state: State, seat: int) -> tuple[Line, ...]:
    """Return a seat's own EP and its hand, which are secret from others (IC-R29)."""
    player = state.players[seat]
    points = (Line(text("private.ep"), text("line.total", n=player.ep)),)
    if not state.variant.follows_cards:
        return points
    hand = zip(COLOURS, player.hand or NO_CARDS, strict=True)
    cards = tuple(
        Line(text(f"emotion.{card}"), text("private.cards", n=count), f"emotion-{card}")
        for card, count in hand
        if count
    )
    unseen = (Line(text("private.unseen"), text("private.cards", n=player.unknown)),)
    return (*points, *cards, *(unseen if player.unknown else ()))
