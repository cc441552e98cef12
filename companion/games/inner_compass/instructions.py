"""Instructions for making the table match the box (IC-AP-5)."""

from collections.abc import Iterable, Iterator

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
    return tuple(_instructions(before.track, step.events))


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
        return text("do.lay", what=WORDS.action_name(action))
    rows = turned(dict(before.variant.sections)[action.section], action.turns)
    return text(
        "do.lay_section",
        what=WORDS.action_name(action),
        rows="/".join(rows),
        section=action.section,
        slot=action.slot,
        turns=action.turns,
    )


def _instructions(track: Track, events: Iterable[Event]) -> Iterator[Text]:
    """Yield the instructions of events; ``track`` is the one before them."""
    for event in events:
        match event:
            case MemoryMade(square=str(square), space=str(space), emotion=emotion):
                yield text(
                    "do.cube",
                    square=square_name(square),
                    space=space,
                    emotion=emotion_name(emotion),
                    origin=square,
                )
            case EPGained(source="compass"):
                yield text("do.compass")
            case EPGained(points=points) if points:
                yield text("do.take_ep", n=points)
            case TokenSlid(emotion=emotion):
                yield text(
                    "do.slide", emotion=emotion_name(emotion), token=emotion, track="".join(track)
                )
                track = (*(token for token in track if token != emotion), emotion)
            case Reshuffled():
                yield text("do.shuffle")
