"""The path of fields on a small display, with the target of a pawn."""

from companion.engine.diagram import Cell, Diagram, marked
from companion.engine.text import Text
from companion.games.essence.state import State


def text_diagrams(state: State, task: Text) -> tuple[Diagram, ...]:
    """Return the path of fields, with the one on which a pawn is put (ES-MOVE-1)."""
    here = {str(task.params.get("field"))}
    here |= {place.removeprefix("field-") for place in str(task.params.get("places", "")).split()}
    if not any(each.isdigit() for each in here):
        return ()
    fields = enumerate(state.variant.fields)
    path = Diagram((tuple(Cell(f"path-{colour}", place=str(each)) for each, colour in fields),))
    return (marked(path, here),)
