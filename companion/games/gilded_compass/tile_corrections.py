"""Tiles that players have, set by hand: a box that joins late has not seen them taken.

Secret tiles are not entered on a box that tracks them. Other boxes count such tiles, and ask for
them after the last round (GC-R33).
"""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from companion.engine.action_kinds import Act
from companion.engine.game import Correction, Refusal, Step
from companion.engine.wording import refuse
from companion.games.gilded_compass import actions, draws
from companion.games.gilded_compass.events import Corrected
from companion.games.gilded_compass.resolution import hidden_treasures
from companion.games.gilded_compass.stacks import UNSEEN, size, together, without
from companion.games.gilded_compass.state import Phase, State
from companion.games.gilded_compass.tiles import METALS, back_of, is_unseen

_KINDS: Final = (
    *("maps", "specialists", "artifacts", "missions", "items", "treasures", "trophies"),
)
_LAID: Final = frozenset({"maps", "specialists"})
"""Kinds of which some lie open; one of those may be what somebody has taken."""
_TURN: Final = frozenset({Phase.ROLL, Phase.PLACE, Phase.LIFT, Phase.PERSUADE})
_OPEN: Final = _TURN | {Phase.TELL, Phase.OVER}
"""Phases in which nobody is drawing or choosing a tile."""


def _listed(state: State) -> Iterator[Correction]:
    if state.phase not in _OPEN:
        return
    for kind in _KINDS:
        free = _free(state, kind)
        for seat in state.seats:
            held = dict.fromkeys(getattr(state.players[seat], kind))
            yield from (actions.CorrectTile(seat, kind, has=True, tile=tile) for tile in free)
            yield from (actions.CorrectTile(seat, kind, has=False, tile=tile) for tile in held)


def _free(state: State, kind: str) -> tuple[str, ...]:
    """Return the different tiles that a player may have taken without the box."""
    if kind == "treasures":
        hidden = dict(hidden_treasures(state))
        return tuple(tile for tile in hidden if _treasure(state, tile))
    piles = METALS if kind == "trophies" else (kind,)
    stacked = (tile for pile in piles for tile, _ in state.stack(pile))
    laid = getattr(state, kind) if kind in _LAID else ()
    return tuple(tile for tile in dict.fromkeys((*stacked, *laid)) if _is_free(state, kind, tile))


def _is_free(state: State, kind: str, tile: str) -> bool:
    """Return whether a tile is still in a place from which it may have been taken."""
    if kind == "treasures":
        return tile in dict(hidden_treasures(state)) and _treasure(state, tile) is not None
    if kind == "artifacts" and size(state.stack(kind)) <= state.gone:
        return False
    if kind == "items" and back_of(tile) not in dict(draws.backs(state)):
        return False
    pile = tile.partition("-")[0] if kind == "trophies" else kind
    if pile not in (*METALS, *_KINDS):
        return False
    laid = state.phase in _TURN and kind in _LAID and tile in getattr(state, kind)
    return laid or any(tile == other for other, _ in state.stack(pile))


def _treasure(state: State, tile: str) -> str | None:
    """Return a treasure as in the stack, ``None`` if it cannot be there."""
    stacked = dict(state.stack("treasures"))
    return next((each for each in (tile, UNSEEN) if each in stacked), None)


def _why_not(state: State, action: actions.CorrectTile) -> Refusal | None:
    if state.phase not in _OPEN:
        return refuse("answer-first", "GC-SETUP-4")
    if action.kind not in _KINDS or action.has not in (True, False):
        return refuse("tile-not-there", "GC-SETUP-4")
    held = getattr(state.players[action.player], action.kind)
    there = _is_free(state, action.kind, action.tile) if action.has else action.tile in held
    if not there:
        return refuse("tile-not-there", "GC-SETUP-4")
    return refuse("secret-tile", "GC-R33") if _is_secret(state, action) else None


def _is_secret(state: State, action: actions.CorrectTile) -> bool:
    """Return whether a tile would be revealed, or could no longer be entered (GC-R33)."""
    if is_unseen(action.tile):
        return state.phase is Phase.OVER
    piles = METALS if action.kind == "trophies" else (action.kind,)
    return action.kind != "treasures" and any(map(state.variant.is_secret, piles))


def _set_tile(state: State, action: actions.CorrectTile) -> Step[State]:
    held = list(getattr(state.players[action.player], action.kind))
    if action.has:
        held.append(action.tile)
        state = _take_tile(state, action)
    else:
        held.remove(action.tile)
        state = _put_back(state, action)
    after = state.with_player(action.player, **{action.kind: tuple(held)})
    return Step(after, (Corrected("GC-END-1"),))


def _pile(action: actions.CorrectTile) -> str:
    return action.tile.partition("-")[0] if action.kind == "trophies" else action.kind


def _take_tile(state: State, action: actions.CorrectTile) -> State:
    pile = _pile(action)
    tile = (_treasure(state, action.tile) if pile == "treasures" else None) or action.tile
    if tile in dict(state.stack(pile)):
        return replace(state, stacks=state.with_stack(pile, without(state.stack(pile), tile)))
    laid = list(getattr(state, pile))
    laid.remove(tile)
    return replace(state, **{pile: tuple(laid)})


def _put_back(state: State, action: actions.CorrectTile) -> State:
    pile = _pile(action)
    unseen = pile == "treasures" and state.variant.hides(pile)
    tile = UNSEEN if unseen else action.tile
    return replace(state, stacks=state.with_stack(pile, together(state.stack(pile), (tile,))))


TILES: Final = Act(actions.CorrectTile, _set_tile, _why_not, _listed)
