"""What a seat may see: everything but hands, EP totals and the draw pile of others (IC-R29)."""

from typing import Any, Final

from companion.engine.game import Struct
from companion.games.inner_compass.state import Phase, State

_EP: Final = ("ep_track", "ep_first", "ep_row", "ep_corrected")


def observation(state: State, viewer: int, struct: dict[str, Any]) -> Struct:
    """Return ``struct`` (the whole state) without what ``viewer`` may not see."""
    players = []
    open_totals = state.config.show_totals or state.phase is Phase.OVER
    for seat, (player, hidden) in enumerate(zip(state.players, struct["players"], strict=True)):
        seen = dict(hidden)
        if seat != viewer:
            del seen["hand"], seen["unknown"]
            if not open_totals:
                seen = {key: value for key, value in seen.items() if key not in _EP}
        seen["hand_size"] = player.hand_size
        players.append(seen)
    rest = {key: value for key, value in struct.items() if key not in ("pool", "players")}
    return {**rest, "players": players, "draw_size": state.draw_size, "viewer": viewer}
