"""The area on a small display, and cards in their orientations."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from companion.engine.diagram import CURSOR, Cell, Diagram, marked, named_in, shown_places
from companion.engine.text import Text, text
from companion.games.compass_jewels.area import FILES, RANKS, SQUARES
from companion.games.compass_jewels.cards import border, card, facing, middle
from companion.games.compass_jewels.refusals import colour_name
from companion.games.compass_jewels.state import Phase, State

_SHOWN = frozenset(Phase) - {Phase.DECLARE, Phase.ENTER, Phase.OVER}
_QUESTION_KINDS: Final = frozenset({"deal", "lay", "enter_turn", "turn_card"})
"""Actions about the card that is to be laid or turned."""


def diagram(state: State) -> Diagram | None:
    """Return checkers and letters of middles, with holes blank; ``None`` in phase two.

    While cards are laid or turned, the square of the card is marked.
    """
    if state.phase not in _SHOWN:
        return None
    square = pending_square(state)
    return _area(state, "") if square is None else marked(_area(state), {square})


def square_name(state: State, square: str) -> Text:
    """Return a square with the colour of the middle of its card, if one lies there."""
    lying = dict(zip(SQUARES, state.layout, strict=False)).get(square)
    if lying is None:
        return text("table.value", value=square)
    return text("square", square=square, colour=colour_name(state.variant, middle(lying)))


def pending_square(state: State) -> str | None:
    """Return the square of the card to be laid or turned; ``None`` without one."""
    if state.phase in (Phase.DEAL, Phase.LAY):
        return SQUARES[len(state.layout)]
    return SQUARES[len(state.layout) - 1] if state.phase is Phase.TURN else state.square


def _area(state: State, hole: str = "hole") -> Diagram:
    """Return the area, with an icon for holes and for squares that are still empty."""
    checkers = {
        square: colour
        for colour, player in zip(state.variant.checkers, state.players, strict=True)
        for square in player.checkers
    }
    lying = dict(zip(SQUARES, state.layout, strict=False))
    return Diagram(
        tuple(
            tuple(_cell(file + rank, checkers, lying.get(file + rank), hole) for file in FILES)
            for rank in RANKS
        )
    )


def _cell(square: str, checkers: dict[str, str], lying: str | None, hole: str) -> Cell:
    icon = checkers.get(square) or (hole if lying is None else middle(lying))
    return Cell(icon, place=square)


def _card(lying: str) -> Diagram:
    """Return a card as a diagram: the letters of its middle and of its four borders."""
    north, east, south, west = map(Cell, border(lying))
    nothing = Cell()
    return Diagram(
        (
            (nothing, north, nothing),
            (west, Cell(middle(lying), CURSOR), east),
            (nothing, south, nothing),
        )
    )


def text_diagrams(state: State, message: Text) -> tuple[Diagram, ...]:
    """Return the squares that a text names; for a taken card, with that card."""
    area, named = _area(state), message.params.get("card")
    if message.key == "do.collect" and isinstance(named, Text):
        taken, letter = message.params["square"], middle(str(named.params["card"]))
        rows = (
            tuple(replace(cell, icon=letter) if cell.place == taken else cell for cell in row)
            for row in area.rows
        )
        area = Diagram(tuple(rows))
    return shown_places(area, named_in(message))


def choice_diagrams(state: State, fields: Mapping[str, object]) -> tuple[Diagram, ...]:
    """Return a card as it would lie, and the square for it, or the squares of a checker's move."""
    lying = _turned(state, fields)
    cards = () if lying is None else (_card(lying),)
    return (*cards, *_squares(state, fields))


def _turned(state: State, fields: Mapping[str, object]) -> str | None:
    """Return a card in the orientation that is chosen, or as it is named; ``None`` if none is."""
    match fields:
        case {"middle": str(centre), "border": str(colours), "north": str(north)}:
            return facing(card(centre, colours), north)
        case {"middle": str(centre), "border": str(colours)}:
            return card(centre, colours)
        case {"action": "enter_turn", "north": str(north)} if state.layout:
            return facing(state.layout[-1] or "", north)
        case {"action": "turn_card", "north": str(north)} if state.square is not None:
            lying = dict(zip(SQUARES, state.layout, strict=False)).get(state.square)
            return None if lying is None else facing(lying, north)
        case _:
            return None


def _squares(state: State, fields: Mapping[str, object]) -> tuple[Diagram, ...]:
    match fields:
        case {"action": str(action)} if action in _QUESTION_KINDS:
            here = {pending_square(state) or ""}
        case {"target": str(target)}:
            return (marked(_area(state), {target}, {str(fields.get("source"))}),)
        case {"square": str(square)} | {"source": str(square)}:
            here = {square}
        case _:
            return ()
    return shown_places(_area(state), here)
