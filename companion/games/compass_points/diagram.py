"""The board on a small display: inscriptions as signs, the pawn, the path of a move."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final

from companion.engine.diagram import CURSOR, TARGET, Cell, Diagram, marked, named_in, shown_places
from companion.engine.text import Text
from companion.games.compass_points.board import board
from companion.games.compass_points.inscription import Inscription, Kind
from companion.games.compass_points.state import Phase, State
from companion.games.compass_points.variant import Variant, square

LARGEST: Final = 9
"""The largest board whose signs fit on a panel, in squares along a side."""
_GOAL: Final = "goal-"
"""How the places of goals begin; their side follows."""


def diagram(state: State) -> Diagram | None:
    """Return the board, north up (CP-NOTE-2); after the end the ranking takes its place."""
    if state.variant.size > LARGEST or state.phase is Phase.OVER:
        return None
    return _drawn(state.variant, state.path, state.pawn)


def _drawn(variant: Variant, path: Iterable[str], pawn: str | None) -> Diagram:
    """Return the board with the squares of a path and the pawn."""
    cells = dict(_cells(variant))
    for at in path:
        cells[at] = Cell(cells[at].icon, TARGET, at)
    if pawn is not None:
        cells[pawn] = Cell("pawn", CURSOR, pawn)
    numbers = range(1, variant.size + 1)
    return Diagram(
        tuple(tuple(cells[square(file, rank)] for file in numbers) for rank in reversed(numbers))
    )


def text_diagrams(state: State, message: Text) -> tuple[Diagram, ...]:
    """Return the path of the pawn, or the corner or the goal to which it is put."""
    params = message.params
    match message.key:
        case "do.move" | "do.push":
            *path, last = str(params["squares"]).split()
            return (_drawn(state.variant, path, last),)
        case "do.corner":
            return (_drawn(state.variant, (), str(params["corner"])),)
        case "do.goal":
            return _goal(state.variant, str(params["goal"]))
        case _ if (place := str(params.get("places", ""))).startswith(_GOAL):
            return _goal(state.variant, place.removeprefix(_GOAL))
        case _:
            return shown_places(_drawn(state.variant, (), None), named_in(message))


def _goal(variant: Variant, goal: str) -> tuple[Diagram, ...]:
    """Return the board with the squares in front of a goal."""
    return (marked(_drawn(variant, (), None), dict(variant.goals)[goal]),)


def choice_diagrams(state: State, fields: Mapping[str, object]) -> tuple[Diagram, ...]:
    """Return the board with the squares that an action names, at any size."""
    named = {str(value) for value in fields.values()}
    return shown_places(_drawn(state.variant, (), None), named)


@lru_cache(maxsize=8)
def _cells(variant: Variant) -> Mapping[str, Cell]:
    """Return the cells of the board without the pawn and its path, by their squares."""
    land = board(variant)
    return {at: Cell(sign(land.inscription(at)), "", at) for at in land.squares}


def sign(inscription: Inscription) -> str:
    """Return the icon of an inscription, ``""`` for a blank; the real board has the numbers."""
    if inscription.kind is Kind.POINTS:
        shade = "dark" if inscription.dark else "light"
        return f"{shade}-{'minus' if inscription.points < 0 else 'plus'}"
    if inscription.kind is Kind.PUSH:
        return f"push-{inscription.way}"
    return "cross" if inscription.kind is Kind.CROSS else ""
