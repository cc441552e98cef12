"""The Life board on a small display, for choosing a space with keys."""

from companion.engine.diagram import Cell, Diagram
from companion.engine.game import Action
from companion.engine.text import Text, text
from companion.games.inner_compass.actions import FreeMove, Move
from companion.games.inner_compass.board import board
from companion.games.inner_compass.refusals import emotion_name
from companion.games.inner_compass.state import State


def chooser(state: State) -> Diagram | None:
    """Return the board, north up.

    A cursor starts where the current player's piece stands, or at the cube that was entered last.
    """
    if not state.board:
        return None
    player = state.players[state.current]
    here = player.piece or next(reversed(player.cubes), None)
    spaces = iter(board(state.board).colour.items())
    return Diagram(
        tuple(
            tuple(
                Cell(f"emotion-{colour}", "cursor" if space == here else "", space)
                for _, (space, colour) in zip(row, spaces, strict=False)
            )
            for row in state.board
        )
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
