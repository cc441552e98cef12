"""Observation of a seat: everything, as cards and collections are open (CJ-R13)."""

from companion.engine.game import Struct
from companion.engine.rules import Rules
from companion.games.compass_jewels import turn
from companion.games.compass_jewels.area import SQUARES
from companion.games.compass_jewels.state import Phase, State


def observation(game: Rules[State], state: State, _player: int) -> Struct:
    """Return the whole state with cards by square, and the current player's moves (CJ-R13).

    The 24 cards that are out of the game do not appear (CJ-SETUP-2).
    """
    struct = game.to_struct(state)
    rest = {key: value for key, value in struct.items() if key not in ("layout", "seen")}
    layout = dict(zip(SQUARES, state.layout, strict=False))
    moves = turn.moves(state) if state.phase is Phase.MOVE else ()
    return {
        **rest,
        "layout": {square: card for square, card in layout.items() if card is not None},
        "moves": [[move.source, move.target] for move in moves],
    }
