"""Rewards of a memory: EP, track, cleared lines, value tokens, the end (4.6, 4.7, 5)."""

from collections.abc import Sequence
from operator import attrgetter
from typing import Final

from msgspec.structs import replace

from companion.engine.action_kinds import Act
from companion.engine.every import act, among
from companion.engine.game import Action, Event, Refusal, Step
from companion.engine.wording import refuse
from companion.games.inner_compass.actions import ClearLine, PlaceValue
from companion.games.inner_compass.events import (
    EndTriggered,
    EPGained,
    LineCleared,
    TokenSlid,
    ValueDue,
    ValuePlaced,
)
from companion.games.inner_compass.player_board import player_board
from companion.games.inner_compass.refusals import tile_name
from companion.games.inner_compass.state import BY_HAND, Phase, State
from companion.games.inner_compass.track import JOKER, points, slide
from companion.games.inner_compass.variant import COMPASS_EP, END_LINES, VALUE_TOKENS, Variant

LINES_PER_MEMORY: Final = 2
"""The most lines that a memory can clear, one row and one column (IC-VALUE-4)."""


def gain(
    state: State, seat: int, ep: int, source: str, rule: str
) -> tuple[State, tuple[Event, ...]]:
    """Give EP to a player; ``source`` is ``track``, ``first`` or ``row`` (IC-EP-2).

    The bank of EP never runs out (IC-SETUP-7, IC-R29).
    """
    field = f"ep_{source}"
    gained = {field: getattr(state.players[seat], field) + ep}
    return state.with_player(seat, **gained), (EPGained(rule, seat, ep, source),)


def reward(state: State, emotion: str, events: list[Event]) -> Step[State]:
    """Give EP and move the track, then check for cleared lines (steps 4a and 4b)."""
    seat = state.current
    ep = points(state.track, state.variant.track_values, emotion)
    events.append(EPGained("IC-EP-1", seat, ep, "track"))
    track = slide(state.track, emotion)
    if track != state.track:
        events.append(TokenSlid("IC-TRACK-1", emotion))
    if track[-1] == JOKER:
        events.append(TokenSlid("IC-TRACK-2", JOKER))
    player = state.players[seat]
    players = state.players_with(seat, ep_track=player.ep_track + ep)
    removed = player.removed
    new = player_board(state.variant.layout).cleared_by(removed, removed[-1]) if removed else ()
    if not new:
        phase = _phase_after(state)
        return Step(replace(state, players=players, track=track, phase=phase), tuple(events))
    return clear(replace(state, players=players, track=track), seat, new, events)


def clear(state: State, seat: int, new: Sequence[str | None], events: list[Event]) -> Step[State]:
    """Count cleared lines: value tokens for two, then the end (IC-VALUE-4, IC-R23, IC-R50)."""
    if not new:
        return _settle(state, events)
    before = state.players[seat].lines
    after = before + len(new)
    earlier = before - state.memory_lines + (BY_HAND if state.by_hand else 0)
    due = min(VALUE_TOKENS, after) - min(VALUE_TOKENS, before)
    state = replace(
        state,
        players=state.players_with(seat, lines=after),
        value_due=due,
        memory_lines=state.memory_lines + len(new),
    )
    for total, line in enumerate(new, before + 1):
        events.append(LineCleared("IC-VALUE-1", seat, line, total))
    if due:
        events.append(ValueDue("IC-VALUE-1", seat, due))
    if state.compass is None and ends(state.variant, earlier, after):
        state, ended = trigger(state, seat)
        events += ended
    return _settle(state, events)


def ends(variant: Variant, before: int, after: int) -> bool:
    """Return whether a memory ends the game that takes a player from ``before`` lines to ``after``.

    By IC-R50 it can be agreed that both value tokens must lie before the memory is made.
    """
    if variant.double_clear == "go_on":
        return VALUE_TOKENS <= before < after
    return before < END_LINES <= after


def can_end(state: State, seat: int) -> bool:
    """Return whether another line of a player is worth a value token or can end the game."""
    waiting = state.variant.double_clear == "go_on" and state.compass is None
    return waiting or state.players[seat].lines < END_LINES


def trigger(state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
    """Give the compass and everybody else one more turn (IC-END-1 to IC-END-3, IC-R27)."""
    seats = len(state.players)
    left = tuple((seat + i) % seats for i in range(1, seats))
    compass = EPGained("IC-END-2", seat, COMPASS_EP, "compass")
    return replace(state, compass=seat, remaining=left), (EndTriggered("IC-END-1", seat), compass)


def _settle(state: State, events: Sequence[Event]) -> Step[State]:
    """Continue after a memory, a line or a value token."""
    phase = _phase_after(state)
    if state.by_hand and not state.value_due:
        state = replace(state, memory_lines=0, memory_by=None)
    return Step(replace(state, phase=phase), tuple(events))


def _phase_after(state: State) -> Phase:
    """Return the phase after a memory, a line or a value token."""
    if state.value_due:
        return Phase.VALUE
    if state.by_hand:
        return Phase.FREE if state.variant.follows_cards else Phase.MEMORY
    return Phase.CLOSE if state.memory_by == state.current else Phase.MEMORY


def clear_lines(state: State) -> tuple[Action, ...]:
    """Return the lines that may be reported at ``track`` level, as actions."""
    if state.variant.follows_cubes or state.memory_by is None:
        return ()
    claim = ClearLine(state.memory_by)
    return () if why_not_line(state, claim) else (claim,)


def why_not_line(state: State, action: ClearLine) -> Refusal | None:
    """Return why a line cannot be reported.

    It belongs to the last memory and may be reported until the next one (IC-R49); the number of
    cubes gone must allow it (IC-R28).
    """
    if state.variant.follows_cubes:
        return refuse("lines-are-seen", "IC-VALUE-1")
    seat = action.player
    follower = None if state.memory_by is None else (state.memory_by + 1) % len(state.players)
    if seat != state.memory_by or state.current not in (seat, follower):
        return refuse("no-memory", "IC-VALUE-1")
    player = state.players[seat]
    if not can_end(state, seat) or state.memory_lines >= LINES_PER_MEMORY:
        return refuse("lines-told", "IC-VALUE-4")
    fewest = player_board(state.variant.layout).fewest[player.lines + 1]
    if player.memories < fewest:
        return refuse("too-few-memories", "IC-R28", count=fewest)
    return None


def clear_line(state: State, action: ClearLine) -> Step[State]:
    """Count a line that the players have reported."""
    return clear(state, action.player, [None], [])


def owner(state: State) -> int:
    """Return the player who must place a value token: the maker of the last memory (IC-R49)."""
    return state.current if state.memory_by is None else state.memory_by


def open_tiles(state: State) -> tuple[str, ...]:
    """Return the tiles that do not have a token of the player who must place one (IC-VALUE-2)."""
    mine = {tile for seat, tile in state.values if seat == owner(state)}
    return tuple(tile for tile in state.tiles if tile not in mine)


def place_values(state: State) -> tuple[Action, ...]:
    """Return the possible places of a value token (IC-VALUE-2)."""
    return tuple(PlaceValue(tile) for tile in open_tiles(state))


def why_not_value(state: State, action: PlaceValue) -> Refusal | None:
    """Return the refusal of a value token's place."""
    if action.tile in open_tiles(state):
        return None
    return refuse("value-same-tile-twice", "IC-VALUE-2", tile=tile_name(action.tile))


def place_value(state: State, action: PlaceValue) -> Step[State]:
    """Put a value token; the first beside a tile earns EP (IC-VALUE-3, IC-R24, IC-R25)."""
    seat = owner(state)
    first = all(tile != action.tile for _, tile in state.values)
    events: list[Event] = [ValuePlaced("IC-VALUE-1", seat, action.tile)]
    state = replace(
        state, values=(*state.values, (seat, action.tile)), value_due=state.value_due - 1
    )
    if first:
        state, gained = gain(state, seat, state.variant.first_bonus, "first", "IC-VALUE-3")
        events += gained
    return _settle(state, events)


_TILE: Final = among(attrgetter("tiles"), "tile-not-in-play", "IC-VALUE-1", tile=tile_name)
LINE: Final = Act(ClearLine, clear_line, why_not_line, clear_lines)
VALUE: Final = act(PlaceValue, place_value, why_not_value, listed=place_values, tile=_TILE)
