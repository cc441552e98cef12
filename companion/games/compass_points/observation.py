"""What a seat may see: everything but the speeds that others have laid face down (CP-SPEED-2)."""

from typing import Any

from companion.engine.game import Action, Event, Struct
from companion.engine.rules import Rules
from companion.games.compass_points.actions import LaySpeed
from companion.games.compass_points.state import State


def observation(game: Rules[State], state: State, viewer: int) -> Struct:
    """Return the whole state without the speeds that ``viewer`` may not see (CP-SPEED-2).

    Each player also gets ``read``: whether the box knows the speed of that player's card.
    """
    struct: dict[str, Any] = game.to_struct(state)
    players = []
    for seat, (player, hidden) in enumerate(zip(state.players, struct["players"], strict=True)):
        seen = {**hidden, "read": player.speed is not None}
        if seat != viewer and not player.turned:
            del seen["speed"]
        players.append(seen)
    return {**struct, "players": players, "viewer": viewer}


def audience(_state: State, news: Action | Event) -> tuple[int, ...] | None:
    """Return the seat that lays a speed card, which alone may know which one (CP-SPEED-2)."""
    return (news.player,) if isinstance(news, LaySpeed) else None
