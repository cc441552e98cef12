"""Boards on a small display: the Life board, a section, a player board, the situation track."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from companion.engine.diagram import CURSOR, Cell, Diagram, marked, named_in, shown_places
from companion.engine.game import Action
from companion.engine.text import Text, text
from companion.games.inner_compass.actions import FreeMove, Move
from companion.games.inner_compass.board import SLOTS, Rows, assemble, board, turned
from companion.games.inner_compass.refusals import emotion_name
from companion.games.inner_compass.state import Phase, State
from companion.games.inner_compass.track import TOKENS

_UNKNOWN: Final = "."
"""The letter of a space whose emotion is not known, or that has not been laid yet."""
_ON_BOARD: Final = re.compile(r"seat-\d+-(r\dc\d)")
"""The place of a square on a player's board."""
_ON_TRACK: Final = re.compile(r"track-(\d)")
"""The place of a token on the track."""
_SLIDES: Final = "slides"
"""The icon between the track as it lies and as it will lie."""


def chooser(state: State) -> Diagram | None:
    """Return the board, north up.

    A cursor starts at the current player's piece, or at the cube entered last.
    """
    if not state.board:
        return None
    player = state.players[state.current]
    here = player.piece or next(reversed(player.cubes), None)
    return marked(_life_board(state.board), {here} if here else ())


def diagram(state: State) -> Diagram | None:
    """Return the target of the next section or token during the layout."""
    if state.phase in (Phase.SECTIONS, Phase.BOARD):
        rows = assemble(_laid(state))
        spaces = board(rows).quadrant
        slot = SLOTS[len(state.sections)]
        return marked(_life_board(rows), (), {at for at in spaces if spaces[at] == slot})
    if state.phase is Phase.TRACK:
        column = _column(state.track, "")
        at = len(state.track)
        following = replace(column[at], mark=CURSOR)
        return Diagram(tuple((cell,) for cell in (*column[:at], following, *column[at + 1 :])))
    return None


def _life_board(rows: Rows) -> Diagram:
    spaces = iter(board(rows).spaces)
    return _grid(tuple(tuple((colour, next(spaces)) for colour in row) for row in rows))


def _grid(rows: Sequence[Sequence[tuple[str, str]]]) -> Diagram:
    """Return a board of spaces, each with the letter of its emotion and its name."""
    return Diagram(
        tuple(tuple(Cell(_icon(colour), "", place) for colour, place in row) for row in rows)
    )


def _icon(emotion: str) -> str:
    return "space" if emotion == _UNKNOWN else f"emotion-{emotion}"


def _spaces(state: State) -> Diagram:
    """Return the Life board; one without emotions if it is not known."""
    side = 2 * len(state.variant.sections[0][1])
    return _life_board(state.board or (_UNKNOWN * side,) * side)


def _laid(state: State, count: int = len(SLOTS)) -> dict[str, Rows]:
    """Return the first sections in their orientations, and the other quarters empty."""
    section_of = dict(state.variant.sections)
    side = len(state.variant.sections[0][1])
    laid: dict[str, Rows] = dict.fromkeys(SLOTS, (_UNKNOWN * side,) * side)
    for slot, section, turns in state.sections[:count]:
        laid[slot] = turned(section_of[section], turns)
    return laid


def _section(state: State, name: str, slot: str, turns: int) -> Diagram:
    """Return the Life board after a section has been laid, with that section marked."""
    section_of = dict(state.variant.sections)
    laid = _laid(state, SLOTS.index(slot))
    rows = assemble({**laid, slot: turned(section_of[name], turns)})
    spaces = board(rows).quadrant
    return marked(_life_board(rows), {space for space in spaces if spaces[space] == slot})


def _squares(state: State) -> Diagram:
    """Return the squares of a player board."""
    rows = [
        [(colour, f"r{row}c{column}") for column, colour in enumerate(colours, 1)]
        for row, colours in enumerate(state.variant.layout, 1)
    ]
    return _grid(rows)


def _square(state: State, square: str) -> Diagram:
    """Return a player's board with a square marked."""
    return marked(_squares(state), {square})


def _player_board(state: State) -> Diagram:
    """Return a player board with the side up that is played, which may have special icons."""
    rows = _squares(state).rows
    special = [
        (Cell("special"),) if state.variant.row_action(row) else ()
        for row in range(1, len(rows) + 1)
    ]
    width = max(map(len, special))
    return Diagram(
        tuple(
            (*row, *(icons or (Cell(),) * width)) for row, icons in zip(rows, special, strict=True)
        )
    )


def _tile(state: State, place: int) -> Diagram:
    """Return the row of tiles with the one at a place, counted from 1, marked."""
    count = range(1, len(state.tiles) + 1)
    return Diagram((tuple(Cell("tile", CURSOR if each == place else "") for each in count),))


def _column(track: Sequence[str], emotion: str) -> tuple[Cell, ...]:
    """Return the track, top first, with a token marked and spaces that are still empty."""
    empty = (_UNKNOWN,) * (len(TOKENS) - len(track))
    return tuple(
        Cell(_icon(token), CURSOR if token == emotion else "") for token in (*track, *empty)
    )


def _slide(before: Sequence[str], emotion: str) -> Diagram:
    """Return the track before and after a token is slid to the bottom."""
    after = [*(token for token in before if token != emotion), emotion]
    return _change(before, after, emotion)


def _change(before: Sequence[str], after: Sequence[str], emotion: str) -> Diagram:
    """Return the track before and after a change, with the moved token marked."""
    to = after.index(emotion)
    return Diagram(
        tuple(
            (lying, Cell(_SLIDES if row == to else "", points=True), slid)
            for row, (lying, slid) in enumerate(
                zip(_column(before, emotion), _column(after, emotion), strict=True)
            )
        )
    )


def text_diagrams(state: State, message: Text) -> tuple[Diagram, ...]:
    """Return a section, the track with its tokens, the path of a cube (IC-AP-5)."""
    params = {name: str(value) for name, value in message.params.items()}
    match message.key:
        case "do.lay_section":
            drawn = _section(state, params["section"], params["slot"], int(params["turns"]))
        case "do.place_token":
            drawn = Diagram(tuple((cell,) for cell in _column(params["track"], params["token"])))
        case "do.boards.standard" | "do.boards.advanced":
            drawn = _player_board(state)
        case "do.lay":
            drawn = _tile(state, int(params["place"]))
        case "do.start":
            drawn = Diagram(((Cell("piece"),),))
        case "do.slide":
            drawn = _slide(params["track"], params["token"])
        case "do.cube":
            return (marked(_spaces(state), {params["space"]}), _square(state, params["origin"]))
        case _ if on_board := _ON_BOARD.fullmatch(params.get("places", "")):
            drawn = _square(state, on_board[1])
        case _ if "track-" in params.get("places", ""):
            here = _ON_TRACK.findall(params["places"])
            cells = [
                replace(cell, mark=CURSOR) if str(row) in here else cell
                for row, cell in enumerate(_column(state.track, ""), 1)
            ]
            lying = Diagram(tuple((cell,) for cell in cells))
            return (*shown_places(chooser(state), named_in(message)), lying)
        case _:
            return shown_places(chooser(state), named_in(message))
    return (drawn,)


def choice_diagrams(state: State, fields: Mapping[str, object]) -> tuple[Diagram, ...]:
    """Return a section as it would lie, the track with a token on it, or the spaces of a cube."""
    match fields:
        case {"action": "place_section", "slot": str(slot), "section": str(name)}:
            return (_section(state, name, slot, int(str(fields.get("turns", 0)))),)
        case {"action": "place_token", "emotion": str(emotion)}:
            track = (*state.track, emotion)
            return (Diagram(tuple((cell,) for cell in _column(track, emotion))),)
        case {"action": "correct_track", "emotion": str(emotion), "place": int(place)}:
            others = [token for token in state.track if token != emotion]
            track = (*others[: place - 1], emotion, *others[place - 1 :])
            return (_change(state.track, track, emotion),)
    space, source, square = (
        None if fields.get(name) is None else str(fields[name])
        for name in ("space", "source", "square")
    )
    here = space or source
    return (
        *((marked(_spaces(state), {here}, {source or here}),) if here else ()),
        *((_square(state, square),) if square else ()),
    )


def leads_to(state: State, action: Action) -> str | None:
    """Return the space to which a free move or a step lifts the piece."""
    if isinstance(action, FreeMove):
        return action.space
    here = state.players[state.current].piece
    if isinstance(action, Move) and state.board and here is not None:
        return board(state.board).neighbours[here].get(action.direction)
    return None


def square_name(state: State, square: str) -> Text:
    """Return a space with its emotion."""
    colour = board(state.board or ()).colour.get(square, "")
    return text("square", space=square, emotion=emotion_name(colour) if colour else "")
