"""Declaration phase after the last round: players enter secret tiles that the box has not seen."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from companion.engine.action_kinds import Act, refuse_unlisted
from companion.engine.game import Action, Step
from companion.games.gilded_compass import actions, draws
from companion.games.gilded_compass.events import GameOver, Told
from companion.games.gilded_compass.stacks import Stack, left_of, stack
from companion.games.gilded_compass.state import Phase, State
from companion.games.gilded_compass.tiles import back_of, is_unseen, record, word

_TELLS: Final[Mapping[str, type[Action]]] = {
    "collection": actions.TellCollection,
    "missions": actions.TellMission,
    "items": actions.TellItem,
    "trophies": actions.TellTrophy,
    "artifacts": actions.TellArtifact,
}
"""The secret fields of a player, in the order in which they are entered."""


def due(state: State) -> tuple[int, str, str] | None:
    """Return the next seat and field to enter, and the tile as known to the box, or ``None``."""
    return next(_untold(state), None)


def seat_to_tell(state: State) -> int:
    """Return the seat whose tile is entered next."""
    due_item = due(state)
    return due_item[0] if due_item else 0


def _untold(state: State) -> Iterator[tuple[int, str, str]]:
    for seat in state.seats:
        for field in _TELLS:
            yield from (
                (seat, field, tile) for tile in _owned(state, seat, field) if is_unseen(tile)
            )


def _owned(state: State, seat: int, field: str) -> tuple[str, ...]:
    held = getattr(state.players[seat], field)
    if isinstance(held, tuple):
        return held
    return (held,) if held else ()


def tells(state: State) -> tuple[Action, ...]:
    """Return the possible next secret tiles: any of the kind that has not been entered yet."""
    due_item = due(state)
    if due_item is None:
        return ()
    _, field, tile = due_item
    owned = (tile for seat in state.seats for tile in _owned(state, seat, field))
    visible_tiles = [tile for tile in owned if not is_unseen(tile)]
    left = left_of(_possible(state, field, tile), visible_tiles)
    return tuple(record(_TELLS[field], tile) for tile, _ in left)


def _possible(state: State, field: str, tile: str) -> Stack:
    """Return all tiles that an unknown tile could be."""
    variant = state.variant
    if field == "items":
        items = variant.tiles("items")
        backs = back_of(tile)
        same = (draws.front(name) for name, n in items for _ in range(n) if back_of(name) == backs)
        return stack(same)
    pile = {"collection": "collections", "trophies": tile.partition("-")[0]}.get(field, field)
    return variant.tiles(pile)


def tell(state: State, action: Action) -> Step[State]:
    """Record a secret tile."""
    due_item = due(state)
    assert due_item is not None  # noqa: S101 - why_not has asked
    seat, field, unknown = due_item
    tile = word(action)
    if field == "collection":
        state = state.with_player(seat, collection=tile)
    else:
        owned = list(_owned(state, seat, field))
        owned[owned.index(unknown)] = tile
        state = state.with_player(seat, **{field: tuple(owned)})
    return Step(state, (Told("GC-R33", seat, tile),))


def finish(state: State) -> Step[State]:
    """End the game (GC-ROUND-7)."""
    return Step(replace(state, phase=Phase.OVER), (GameOver("GC-ROUND-7"),))


_NOT_TO_TELL: Final = refuse_unlisted(tells, "not-to-tell", "GC-R33")
TELLING: Final = tuple(Act(kind, tell, _NOT_TO_TELL) for kind in _TELLS.values())
"""Actions after the last round."""
