"""What a seat may see: everything but others' hands and EP, and the draw pile (IC-R29)."""

from types import MappingProxyType
from typing import Any, Final

from companion.engine.game import Action, Event, ScoreLine, Struct
from companion.engine.rules import Rules
from companion.games.inner_compass import scoring
from companion.games.inner_compass.actions import Deal
from companion.games.inner_compass.events import BonusDrawn
from companion.games.inner_compass.setup import dealt_to
from companion.games.inner_compass.state import Phase, State

EP: Final = ("ep_track", "ep_first", "ep_row", "ep_corrected")
"""The fields of a player that are secret until the end (IC-R29)."""
_UNUSUAL: Final = MappingProxyType({"double_clear": "end"})
"""Settings that are seen only where they are not as usual.

They came after games had been recorded; what a viewer saw in those stays the same.
"""
_EP_RULES: Final = frozenset({"IC-EP-1", "IC-VALUE-3", "IC-ADV-4", "IC-AP-4"})


def observation(game: Rules[State], state: State, viewer: int) -> Struct:
    """Return the whole state without what ``viewer`` may not see (IC-R29), and without colours."""
    struct: dict[str, Any] = game.to_struct(state)
    players = []
    for seat, (player, hidden) in enumerate(zip(state.players, struct["players"], strict=True)):
        seen = dict(hidden)
        if seat != viewer:
            del seen["hand"], seen["unknown"]
            if not state.shows_totals:
                seen = {key: value for key, value in seen.items() if key not in EP}
        seen["hand_size"] = player.hand_size
        players.append(seen)
    rest = {key: value for key, value in struct.items() if key not in ("pool", "players")}
    variant = {
        key: value
        for key, value in struct["variant"].items()
        if key != "colours" and (key not in _UNUSUAL or value != _UNUSUAL[key])
    }
    return {
        **rest,
        "variant": variant,
        "players": players,
        "draw_size": state.draw_size,
        "viewer": viewer,
    }


def open_score(state: State) -> tuple[ScoreLine, ...]:
    """Return the score lines that lie open: EP are secret until the end (IC-R29)."""
    lines = scoring.score_breakdown(state)
    if state.shows_totals:
        return lines
    return tuple(line for line in lines if line.rule not in _EP_RULES)


def audience(state: State, news: Action | Event) -> tuple[int, ...] | None:
    """Return the seat that draws a card, which alone may know it; otherwise ``None``."""
    if isinstance(news, BonusDrawn):
        return (news.player,)
    if isinstance(news, Deal) and state.phase is Phase.DEAL:
        return (dealt_to(state),)
    return (state.current,) if isinstance(news, Deal) and state.phase is Phase.BONUS else None
