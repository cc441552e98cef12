"""Instructions for making the table match the box (IC-AP-5)."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from companion.engine.game import Action, Event, Step
from companion.engine.shared_actions import ChooseStart
from companion.engine.text import Seat, Text, text
from companion.games.inner_compass.actions import DrawTile, PlaceSection, PlaceToken
from companion.games.inner_compass.board import turned
from companion.games.inner_compass.events import EPGained, MemoryMade, Reshuffled, TokenSlid
from companion.games.inner_compass.prompts import WORDS, square_name
from companion.games.inner_compass.refusals import emotion_name
from companion.games.inner_compass.state import Phase, State
from companion.games.inner_compass.track import Track

_LAID_OUT: Final = (PlaceSection, DrawTile, PlaceToken, ChooseStart)
"""What is laid out before the game."""
SETUP_SECONDS: Final = {
    "do.boards.standard": 45,
    "do.boards.advanced": 45,
    "do.lay_section": 20,
    "do.lay": 10,
    "do.place_token": 8,
    "do.start": 5,
}
"""Seconds for each instruction of the setup.

They are estimates: 4 s to read it and to confirm it, 4 s to find a piece among a handful and to
lay it in its place, 12 s more to turn a section as drawn, and 40 s for 15 cubes on a player board,
which all players set in parallel.
"""


def instructions(before: State, action: Action, step: Step[State]) -> tuple[Text, ...]:
    """Return the instructions after an action, in order."""
    if before.phase is Phase.BOARD:
        return ()
    if isinstance(action, PlaceSection | DrawTile):
        return (*_player_boards(before), _laid_out(before, action))
    if isinstance(action, PlaceToken):
        return (_laid_on_track((*before.track, action.emotion)),)
    if isinstance(action, ChooseStart):
        return (text("do.start", player=Seat(action.player)),)
    return tuple(what for what, _ in _instructions(before, step))


def instruction_states(before: State, action: Action, step: Step[State]) -> tuple[State, ...]:
    """Return the state that the table shows after each instruction, in order."""
    if before.phase is Phase.BOARD or isinstance(action, _LAID_OUT):
        return (step.state,) * len(instructions(before, action, step))
    return tuple(state for _, state in _instructions(before, step))


def _laid_on_track(track: Track) -> Text:
    """Return the token to lay on the track, with the tokens there afterwards."""
    name = emotion_name(track[-1])
    return text(
        "do.place_token", emotion=name, place=len(track), token=track[-1], track="".join(track)
    )


def _player_boards(before: State) -> tuple[Text, ...]:
    """Return, before the layout, which side of the player boards is up (IC-SETUP-3).

    In the advanced game it is the side with special icons (IC-ADV-1).
    """
    if before.sections or before.tiles:
        return ()
    return (text("do.boards.advanced" if before.variant.advanced else "do.boards.standard"),)


def _laid_out(before: State, action: PlaceSection | DrawTile) -> Text:
    """Return the section or tile to lay, a section with its rows in their orientation."""
    if isinstance(action, DrawTile):
        return text("do.lay", what=WORDS.action_name(action), place=len(before.tiles) + 1)
    rows = turned(dict(before.variant.sections)[action.section], action.turns)
    return text(
        "do.lay_section",
        what=WORDS.action_name(action),
        rows="/".join(rows),
        section=action.section,
        slot=action.slot,
        turns=action.turns,
    )


def _instructions(before: State, step: Step[State]) -> Iterator[tuple[Text, State]]:
    """Yield the instructions of an action, each with the state that the table shows after it."""
    shown = before
    for event in step.events:
        what = _instruction(shown, event)
        shown = _followed(shown, event, step.state)
        if what is not None:
            yield what, shown


def _instruction(shown: State, event: Event) -> Text | None:
    """Return the instruction of an event, ``None`` without one."""
    match event:
        case MemoryMade(square=str(square), space=str(space), emotion=emotion):
            return text(
                "do.cube",
                square=square_name(square),
                space=space,
                emotion=emotion_name(emotion),
                origin=square,
            )
        case EPGained(source="compass"):
            return text("do.compass")
        case EPGained(points=points) if points:
            return text("do.take_ep", n=points)
        case TokenSlid(emotion=emotion):
            track = "".join(shown.track)
            return text("do.slide", emotion=emotion_name(emotion), token=emotion, track=track)
        case Reshuffled():
            return text("do.shuffle")
    return None


def _followed(shown: State, event: Event, after: State) -> State:
    """Return what the table shows once an event's instruction is followed."""
    match event:
        case MemoryMade(player=seat):
            player = after.players[seat]
            return shown.with_player(seat, cubes=player.cubes, removed=player.removed)
        case EPGained(source="compass"):
            return replace(shown, compass=after.compass)
        case EPGained(player=seat, points=points, source=source):
            field = f"ep_{source}"
            gained = {field: getattr(shown.players[seat], field) + points}
            return shown.with_player(seat, **gained)
        case TokenSlid(emotion=emotion):
            track = (*(token for token in shown.track if token != emotion), emotion)
            return replace(shown, track=track)
    return shown


def supply_tokens(state: State) -> tuple[int, ...]:
    """Return how many EP each player has taken (IC-EP-2)."""
    return tuple(player.ep for player in state.players)


def supply_task(count: int) -> Text:
    """Return the instruction to take EP, or to return them if ``count`` is negative (IC-AP-5)."""
    return text("do.take_ep", n=count) if count > 0 else text("do.return_ep", n=-count)
