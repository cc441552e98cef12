"""Tiles that CHANCE draws: possible tiles, their probabilities, and their destinations."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from companion.engine.action_kinds import Act
from companion.engine.every import among, outcome, seats
from companion.engine.game import Action, Refusal, Step
from companion.engine.shared_actions import ChooseStart
from companion.engine.wording import refuse
from companion.games.gilded_compass import actions
from companion.games.gilded_compass.stacks import (
    Stack,
    left_of,
    size,
    stack,
    together,
    without,
)
from companion.games.gilded_compass.state import Drawing, Phase, State
from companion.games.gilded_compass.tiles import METALS, back_of, is_unseen, record, word

Outcomes = tuple[tuple[Action, float], ...]

_LAID: Final[Mapping[str, type[Action]]] = {
    "maps": actions.LayMap,
    "specialists": actions.LaySpecialist,
    "abilities": actions.LayAbility,
}
_DRAWN: Final[Mapping[str, type[Action]]] = {
    "artifacts": actions.DrawArtifact,
    "missions": actions.DrawMission,
    "treasures": actions.DrawTreasure,
    **dict.fromkeys(METALS, actions.DrawTrophy),
}


def outcomes(state: State) -> Outcomes:
    """Return the actions for the tiles that could come next, with their probabilities."""
    if state.phase is Phase.DEAL:
        return _likely(state.stack("collections"), actions.DealCollection)
    if state.phase is Phase.LAY:
        kind = to_lay(state) or ""
        if kind == "items":
            return _likely(backs(state), actions.LayItem)
        return _likely(state.stack(kind), _LAID[kind])
    drawing = state.drawing
    return () if drawing is None else _of_drawing(state, drawing)


def _of_drawing(state: State, drawing: Drawing) -> Outcomes:
    if drawing.kind == "items":
        fronts = stack(front(tile) for tile, n in _fronts(state, drawing) for _ in range(n))
        return _likely(fronts, actions.DrawItem)
    if drawing.kind == "missions" and not state.stack("missions"):
        return ((actions.DrawMission(state.under[0]), 1.0),)
    return _likely(state.stack(drawing.kind), _DRAWN[drawing.kind])


def _likely(tiles: Stack, kind: type[Action]) -> Outcomes:
    total = size(tiles)
    return tuple((record(kind, tile), count / total) for tile, count in tiles)


def front(item: str) -> str:
    """Return an item without its back."""
    return item.rpartition("-")[0]


def _fronts(state: State, drawing: Drawing) -> Stack:
    """Return the items that could be behind the back of the tile (GC-R14)."""
    back = state.backs[drawing.slot]
    return tuple((tile, n) for tile, n in state.stack("items") if back_of(tile) == back)


def backs(state: State) -> Stack:
    """Return the backs in the stack: those of unseen items, except items laid out or gone."""
    unseen = (back_of(tile) for tile, n in state.stack("items") for _ in range(n))
    away = (*state.backs, *(back for back, n in state.gone_items for _ in range(n)))
    return left_of(stack(unseen), away)


def to_lay(state: State) -> str | None:
    """Return the kind of tile to lay out next, ``None`` if all are laid out (GC-ROUND-1).

    If a stack runs out, fewer tiles are laid out.
    """
    table = state.variant.table
    missing = (
        ("maps", len(state.maps) < table.maps and state.stack("maps")),
        ("specialists", len(state.specialists) < table.entrances and state.stack("specialists")),
        ("items", len(state.backs) < table.temple_tiles and backs(state)),
        ("abilities", len(state.abilities) < table.illuminati_tiles and state.stack("abilities")),
    )
    return next((kind for kind, lacking in missing if lacking), None)


def why_not(state: State, action: Action) -> Refusal | None:
    """Return why CHANCE cannot draw a tile of a kind that fits the phase."""
    if any(action == possible for possible, _ in outcomes(state)):
        return None
    return refuse("tile-not-there", "GC-SETUP-4")


def choose_start(state: State, action: ChooseStart) -> Step[State]:
    """Set the start player (GC-SETUP-9, GC-COMP-13)."""
    chosen = replace(state, start=action.player, current=action.player, phase=Phase.DEAL)
    return Step(chosen, ())


def deal(state: State, action: actions.DealCollection) -> Step[State]:
    """Deal a private collection."""
    return Step(dealt(state, word(action)), ())


def dealt(state: State, tile: str) -> State:
    """Return the state with a private collection dealt (GC-SETUP-5, GC-R3)."""
    seat = state.dealt_to
    stacks = state.with_stack("collections", without(state.stack("collections"), tile))
    return replace(state.with_player(seat or 0, collection=tile), stacks=stacks)


def lay(state: State, action: Action) -> Step[State]:
    """Lay out the next map, specialist or ability."""
    kind = to_lay(state) or ""
    tile = word(action)
    stacks = state.with_stack(kind, without(state.stack(kind), tile))
    laid = (*getattr(state, kind), tile)
    return Step(replace(state, stacks=stacks, **{kind: laid}), ())


def lay_item(state: State, action: actions.LayItem) -> Step[State]:
    """Lay out the next Temple tile, face down."""
    return Step(replace(state, backs=(*state.backs, action.back)), ())


def draw(state: State, action: Action) -> Step[State]:
    """Draw a tile."""
    return Step(drawn(state, word(action)), ())


def drawn(state: State, tile: str) -> State:
    """Return the state with a tile drawn from the stack, or from under it once it is empty."""
    drawing = state.drawing
    if drawing is None:
        return state
    tiles = state.stack(drawing.kind)
    under = state.under
    if drawing.kind == "items":
        tile = next(item for item, _ in _fronts(state, drawing) if item.startswith(tile))
    if tiles:
        tiles = without(tiles, tile)
    else:
        under = under[1:]
    drawing = replace(drawing, left=drawing.left - 1, tiles=(*drawing.tiles, tile))
    stacks = state.with_stack(drawing.kind, tiles)
    return replace(state, stacks=stacks, under=under, drawing=drawing)


def shuffled(state: State) -> State:
    """Return the state in which treasures set aside make a new stack, if one is needed.

    Only treasures come back (GC-GALLEON-5, GC-R16).
    """
    drawing = state.drawing
    if drawing is None or drawing.kind != "treasures" or state.stack("treasures"):
        return state
    stacks = tuple(
        (kind, state.aside if kind == "treasures" else old) for kind, old in state.stacks
    )
    return replace(state, stacks=stacks, aside=())


def is_exhausted(state: State) -> bool:
    """Return whether there are no tiles left of the kind being drawn."""
    drawing = state.drawing
    if drawing is None:
        return True
    if drawing.kind == "missions":
        return not state.stack("missions") and not state.under
    if drawing.kind == "artifacts":
        return size(state.stack("artifacts")) <= state.gone
    return not state.stack(drawing.kind)


def unseen(state: State) -> str | None:
    """Return the next tile if the box does not learn its front, else ``None``."""
    drawing = state.drawing
    if state.phase is Phase.DEAL:
        tile = state.stack("collections")[0][0]
    elif drawing is None:
        return None
    elif drawing.kind == "items":
        tile = _fronts(state, drawing)[0][0]
    else:
        tiles = state.stack(drawing.kind)
        tile = tiles[0][0] if tiles else state.under[0]
    return tile if is_unseen(tile) else None


def set_aside(state: State, tiles: tuple[str, ...]) -> State:
    """Return the state with treasures set aside (GC-GALLEON-6)."""
    return replace(state, aside=together(state.aside, tiles)) if tiles else state


_START: Final = among(seats, "no-such-seat", "GC-SETUP-9")
START: Final = outcome(ChooseStart, choose_start, player=_START)
DEAL: Final = Act(actions.DealCollection, deal, why_not)
LAYING: Final = (
    Act(actions.LayMap, lay, why_not),
    Act(actions.LaySpecialist, lay, why_not),
    Act(actions.LayItem, lay_item, why_not),
    Act(actions.LayAbility, lay, why_not),
)
"""Which tiles can be laid out for a round."""
DRAWING: Final = tuple(
    Act(kind, draw, why_not)
    for kind in (
        actions.DrawArtifact,
        actions.DrawMission,
        actions.DrawItem,
        actions.DrawTreasure,
        actions.DrawTrophy,
    )
)
"""Which tiles can be drawn as a reward."""
