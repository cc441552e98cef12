"""Determinization for robots: a full state that matches a seat's observation (GC-R33)."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

from msgspec.structs import replace

from companion.engine.piece_conservation import UnseenPieces
from companion.engine.rules import Rules
from companion.engine.visibility import known_fields
from companion.games.gilded_compass.stacks import UNSEEN, elements, stack
from companion.games.gilded_compass.state import State
from companion.games.gilded_compass.tiles import back_of

_ITEMS: Final = "items"


def guess(
    game: Rules[State], first: State, observation: Mapping[str, Any], player: int, source: Random
) -> State:
    """Return a state with any tiles where the player sees only backs.

    Tiles that left the game openly are no longer seen either: they may be in a stack again.
    """
    state = game.with_fields(first, known_fields(first, observation, player, source))
    tiles = {kind: dict(first.variant.stack(kind)) for kind, _ in first.variant.copy}
    unseen = UnseenPieces(tiles, state, source, lambda tile: tile.endswith(UNSEEN))
    sizes = observation["stacks"]
    reserved = {_ITEMS: tuple(_reserved(state, unseen)) if sizes.get(_ITEMS) else ()}
    players = tuple(map(unseen.uncovered, state.players))
    drawing = state.drawing and unseen.uncovered(state.drawing)
    aside = stack(unseen.take("treasures", observation["aside"]))
    under = unseen.take("missions", observation["under"])
    stacks = []
    for kind, size in sizes.items():
        first_tiles = reserved.get(kind, ())
        stacks.append((kind, stack((*first_tiles, *unseen.take(kind, size - len(first_tiles))))))
    guessed = replace(state, players=players, drawing=drawing, aside=aside, under=under)
    return replace(guessed, stacks=tuple(stacks))


def _reserved(state: State, unseen: UnseenPieces) -> Iterator[str]:
    """Take items for the stack that fit the backs that lie or have left face down."""
    for back in (*state.backs, *elements(state.gone_items)):
        tile = next((tile for tile in unseen.left[_ITEMS] if back_of(tile) == back), None)
        if tile is not None:
            unseen.left[_ITEMS].remove(tile)
            yield tile
