"""The area on a small display."""

from companion.engine.diagram import Cell, Diagram
from companion.games.compass_jewels.area import FILES, RANKS, SQUARES
from companion.games.compass_jewels.cards import middle
from companion.games.compass_jewels.state import Phase, State

_SHOWN = frozenset(Phase) - {Phase.DECLARE, Phase.ENTER, Phase.OVER}


def diagram(state: State) -> Diagram | None:
    """Return checkers and letters of middles, with holes blank; ``None`` in phase two."""
    if state.phase not in _SHOWN:
        return None
    standing = {
        square: colour
        for colour, player in zip(state.variant.checkers, state.players, strict=True)
        for square in player.checkers
    }
    lying = dict(zip(SQUARES, state.layout, strict=False))
    return Diagram(
        tuple(
            tuple(_cell(file + rank, standing, lying.get(file + rank)) for file in FILES)
            for rank in RANKS
        )
    )


def _cell(square: str, standing: dict[str, str], lying: str | None) -> Cell:
    icon = standing.get(square) or ("" if lying is None else middle(lying))
    return Cell(icon, place=square)
