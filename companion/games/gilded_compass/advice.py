"""What each placement would change: the place it gets, and who is pushed where.

Nothing here says which placement is best; the choice is the players'.
"""

from collections.abc import Iterator
from dataclasses import dataclass

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
from companion.games.gilded_compass.names import action_name, owner_name, rank_name
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


def told(consequence: Consequence) -> tuple[Text, Text]:
    """Return a placement, and in words what it would change."""
    building, placed = consequence.action.building, consequence.placed
    said = rank_name(building, placed.rank)
    pushes = [(each.owner, each.at, each.to) for each in placed.moved if each.to != LIBRARY]
    for owner in placed.library:
        push = text("advice.library", player=owner_name(owner))
        said = text("advice.and", first=said, then=push)
    for owner, at, to in pushes:
        push = text("advice.push", player=owner_name(owner), at=at, to=to)
        said = text("advice.and", first=said, then=push)
    return action_name(consequence.action), said
