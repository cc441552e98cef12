"""Instructions to the players: move the pawn, take cards back into their hands."""

from collections.abc import Iterator, Sequence
from typing import Final

from companion.engine.game import Action, Event, Explained, Step
from companion.engine.text import Seat, Text, text
from companion.games.compass_points.events import (
    GoalScored,
    PawnLanded,
    PawnPassed,
    PawnPushed,
    PawnReplaced,
    RoundBegan,
    RoundMissed,
    SatOut,
)
from companion.games.compass_points.state import State
from companion.games.compass_points.variant import SIDES

_LISTED: Final = 3
"""The most squares of a path that are all listed; of a longer path only both ends are."""


def instructions(_before: State, _action: Action, step: Step[State]) -> tuple[Text, ...]:
    """Return the instructions in order, with the squares of the pawn's path (CP-MOVE-2)."""
    return tuple(_instructions(step.events))


def _instructions(events: Sequence[Event]) -> Iterator[Text]:
    key, path = "do.move", list[str]()
    for event in events:
        if isinstance(event, PawnPassed) or (isinstance(event, PawnLanded) and _is_moved(event)):
            path.append(event.square)
            continue
        if path:
            yield _way(key, path)
            path = []
        if isinstance(event, PawnPushed):
            key = "do.push"
        else:
            yield from _other(event)
    if path:
        yield _way(key, path)


def _is_moved(event: PawnLanded) -> bool:
    """Return whether the pawn moved to its square; with speed 0 it stayed there (CP-SPEED-4)."""
    return event.rule != "CP-SPEED-4"


def _way(key: str, path: Sequence[str]) -> Text:
    return text(key, path=_route(path), squares=" ".join(path))


def _route(path: Sequence[str]) -> str:
    return " ".join(path) if len(path) <= _LISTED else f"{path[0]} – {path[-1]}"


def _other(event: Event) -> Iterator[Text]:
    match event:
        case GoalScored(owner=owner):
            yield text("do.goal", side=text(f"side.{SIDES[owner]}"), goal=SIDES[owner])
        case PawnReplaced(corner=corner):
            yield text("do.corner", corner=corner)
        case RoundBegan():
            yield text("do.cards")
        case SatOut(player=player):
            yield text("do.sit_out", player=Seat(player))
        case RoundMissed(round=number):
            yield text("do.miss", round=number)


def setup_rules(state: State) -> tuple[str, ...]:
    """Return the rules for setting the game up."""
    del state
    return ("CP-COMP-1", "CP-COMP-2", "CP-COMP-3", "CP-SETUP-1")


def in_play(_state: State) -> tuple[Explained, ...]:
    """Return the kinds of squares with their points, and the goal."""
    kinds = (
        ("one_letter", "CP-SCORE-1"),
        ("two_letters", "CP-SCORE-2"),
        ("no_letter", "CP-SCORE-3"),
        ("goal", "CP-GOAL-4"),
    )
    return tuple(Explained(text(f"part.{kind}"), rule) for kind, rule in kinds)
