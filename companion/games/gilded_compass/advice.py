"""What each placement would change: the place it gets, and who is pushed where.

Nothing here says which placement is best; the choice is the players'.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.engine.codec import snake_case
from companion.engine.text import Text, text
from companion.games.gilded_compass import turn
from companion.games.gilded_compass.actions import Place, PlaceDummy, WillToWin
from companion.games.gilded_compass.buildings.building import (
    DUMMY,
    LIBRARY,
    Building,
    Placed,
    Placement,
)
from companion.games.gilded_compass.names import owner_name, rank_name
from companion.games.gilded_compass.state import Phase, State


@dataclass(frozen=True, slots=True)
class Consequence:
    """A legal placement and what it would lead to."""

    action: Place | PlaceDummy | WillToWin
    placed: Placed


def consequences(state: State) -> Iterator[Consequence]:
    """Yield what every legal placement of the player on turn would lead to."""
    if state.phase is not Phase.PLACE:
        return
    for action in turn.actions(state):
        owner = DUMMY if isinstance(action, PlaceDummy) else state.current
        found = turn.placement(owner, action)
        if found is not None:
            yield Consequence(action, change(state.building(action.building), found))


def change(building: Building, placement: Placement) -> Placed:
    """Return what a legal placement would change in a building."""
    return building.place(placement)[1]


def told(state: State) -> Iterator[tuple[Text, Text]]:
    """Yield in words what placements would change, those with the same outcome together."""
    groups: dict[tuple[str, str], list[str]] = {}
    lines: dict[tuple[str, str], tuple[Text, Text]] = {}
    for each in consequences(state):
        kind, building = snake_case(type(each.action).__name__), each.action.building
        where = text(f"advice.{kind}", building=text(f"building.{building}"))
        outcome = _outcome(building, each.placed)
        key = (repr(where), repr(outcome))
        groups.setdefault(key, []).append(_dice(each.action))
        lines[key] = where, outcome
    for key, (where, outcome) in lines.items():
        yield where, text("advice.what", dice=", ".join(groups[key]), what=outcome)


def _outcome(building: str, placed: Placed) -> Text:
    said = rank_name(building, placed.rank)
    for owner in placed.library:
        push = text("advice.library", player=owner_name(owner))
        said = text("advice.and", first=said, then=push)
    for each in placed.moved:
        if each.to != LIBRARY:
            push = text("advice.push", player=owner_name(each.owner), at=each.at, to=each.to)
            said = text("advice.and", first=said, then=push)
    return said


def _dice(action: Place | PlaceDummy | WillToWin) -> str:
    """Return the dice of a placement, with the group that is extended and the die that leaves."""
    group = f"+{action.group}" if action.group else ""
    return f"{action.dice}{group}" + (f"−{action.lost}" if isinstance(action, WillToWin) else "")
