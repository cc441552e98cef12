"""What a seat may see: everything but others' secret tiles and the stacks (GC-R33).

Maps lie open (GC-ARCHIVE-8).
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from companion.engine.game import Action, Event, Struct
from companion.engine.rules import Rules
from companion.games.gilded_compass import actions, draws
from companion.games.gilded_compass.flags import DEFAULT
from companion.games.gilded_compass.resolution import NOBODY
from companion.games.gilded_compass.stacks import UNSEEN, size
from companion.games.gilded_compass.state import ALL_OPEN, State
from companion.games.gilded_compass.tiles import covered

_DRAWS = (
    actions.DrawMission,
    actions.DrawItem,
    actions.DrawTreasure,
    actions.DrawTrophy,
    actions.DrawArtifact,
)


_LATER: Final[Mapping[str, object]] = MappingProxyType(
    {
        name: getattr(DEFAULT, name)
        for name in ("university_resolves", "specialists_on_mission_maps", "rerolls_after_placing")
    }
)
"""Rulings that are seen only where they are not as usual.

They came after games had been recorded; what a viewer saw in those stays the same.
"""


def observation(game: Rules[State], state: State, viewer: int) -> Struct:
    """Return the whole state without what ``viewer`` may not see (GC-R33).

    It gives only the sizes of stacks and the backs of secret tiles, and omits the owner's copy
    and the colours of the dice.
    """
    struct: dict[str, Any] = game.to_struct(state)
    variant = {
        key: value for key, value in struct["variant"].items() if key not in ("copy", "dice")
    }
    flags = variant["flags"].items()
    variant["flags"] = {
        key: value for key, value in flags if key not in _LATER or value != _LATER[key]
    }
    return {
        **struct,
        "variant": variant,
        "players": [
            _player(state, seat, viewer, struct_player)
            for seat, struct_player in enumerate(struct["players"])
        ],
        "stacks": {kind: size(stack) for kind, stack in state.stacks},
        "aside": size(state.aside),
        "under": len(state.under),
        "drawing": _drawing(state, viewer, struct["drawing"]),
        "viewer": viewer,
    }


def _player(state: State, seat: int, viewer: int, struct: Mapping[str, Any]) -> Struct:
    if seat == viewer or state.phase in ALL_OPEN:
        return struct
    hidden: dict[str, Sequence[str]] = {
        "items": [UNSEEN] * len(struct["items"]),
        "missions": [UNSEEN] * len(struct["missions"]),
        "pending": [UNSEEN] * len(struct["pending"]),
        "trophies": [covered(tile) for tile in struct["trophies"]],
    }
    if state.variant.is_secret("artifacts"):
        hidden["artifacts"] = [UNSEEN] * len(struct["artifacts"])
    return {**struct, **hidden, "collection": UNSEEN if struct["collection"] else ""}


def _drawing(state: State, viewer: int, struct: Mapping[str, Any] | None) -> Struct | None:
    drawing = state.drawing
    if drawing is None or struct is None:
        return None
    if drawing.owner in (viewer, NOBODY) or not state.variant.is_secret(drawing.kind):
        return struct
    return {**struct, "tiles": [UNSEEN] * len(drawing.tiles)}


def audience(state: State, news: Action | Event) -> tuple[int, ...] | None:
    """Return the seat that gets a secret tile, which alone may know it (GC-R33)."""
    if isinstance(news, actions.DealCollection):
        seat = draws.dealt_to(state)
        return None if seat is None else (seat,)
    drawing = state.drawing
    if not isinstance(news, _DRAWS) or drawing is None:
        return None
    secret = state.variant.is_secret(drawing.kind) and drawing.owner != NOBODY
    return (drawing.owner,) if secret else None
