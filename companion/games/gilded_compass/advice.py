"""What each placement would change: the place it gets, and who is pushed where.

Which placements are best is another question, and only for those who ask. What is best in the end
depends on plans that nobody has told the box, so it compares what can be counted, in each building
by itself: the rewards if the round ended now.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from companion.engine.codec import snake_case
from companion.engine.game import Line
from companion.engine.text import Text, text
from companion.games.gilded_compass import resolution, turn
from companion.games.gilded_compass.actions import Place, PlaceDummy, WillToWin
from companion.games.gilded_compass.buildings.building import (
    DUMMY,
    LIBRARY,
    Award,
    Building,
    Placed,
)
from companion.games.gilded_compass.names import owner_name, rank_name
from companion.games.gilded_compass.state import Phase, State


@dataclass(frozen=True, slots=True)
class Consequence:
    """A legal placement and what it would lead to."""

    action: Place | PlaceDummy | WillToWin
    placed: Placed
    building: Building
    """The building afterwards."""

    @property
    def where(self) -> Text:
        """The building, and whether it is the dummy's placement or made with Will to Win."""
        kind = snake_case(type(self.action).__name__)
        return text(f"advice.{kind}", building=text(f"building.{self.action.building}"))


@dataclass(frozen=True, slots=True, order=True)
class Worth:
    """What a placement brings its player if the round ended now; the greater the better.

    ``rewards`` are gained in this building, ``choice`` is the number of tiles from which they are
    chosen, ``others`` what all others lose, and ``dice`` how many are placed, counted downwards.
    """

    rewards: int
    choice: int
    others: int
    dice: int


def consequences(state: State) -> Iterator[Consequence]:
    """Yield what every legal placement of the player on turn would lead to."""
    if state.phase is not Phase.PLACE:
        return
    for action in turn.actions(state):
        owner = DUMMY if isinstance(action, PlaceDummy) else state.current
        found = turn.placement(owner, action)
        if found is not None:
            after, placed = state.building(action.building).place(found)
            yield Consequence(action, placed, after)


def outlook(state: State) -> Iterator[Line]:
    """Yield what placements would change, those with the same outcome together."""
    groups: dict[tuple[str, str], list[str]] = {}
    lines: dict[tuple[str, str], tuple[Text, Text]] = {}
    for each in consequences(state):
        outcome = _outcome(each.action.building, each.placed)
        key = (repr(each.where), repr(outcome))
        groups.setdefault(key, []).append(_dice(each.action))
        lines[key] = each.where, outcome
    for key, (where, outcome) in lines.items():
        yield Line(where, text("advice.what", dice=", ".join(groups[key]), what=outcome))


def worth(state: State, consequence: Consequence) -> Worth:
    """Return what a placement would bring the player on turn if the round ended now."""
    name, seat = consequence.action.building, state.current
    before = resolution.outcome(state, name).awards
    after = resolution.outcome(state.with_building(name, consequence.building), name).awards
    own, own_before = _rewards(after, [seat]), _rewards(before, [seat])
    others = [each for each in state.seats if each != seat]
    return Worth(
        rewards=own - own_before,
        choice=sum(each.of for each in after if each.owner == seat),
        others=_rewards(before, others) - _rewards(after, others),
        dice=-len(consequence.action.dice),
    )


def best(state: State) -> Iterator[tuple[Worth, tuple[Consequence, ...]]]:
    """Yield the best placements of each building, all that are equally good.

    Placements of the dummy and those with Will to Win are compared among themselves.
    """
    for _, group in groupby(consequences(state), lambda each: repr(each.where)):
        judged = [(worth(state, each), each) for each in group]
        most = max(judged, key=lambda each: each[0])[0]
        yield most, tuple(each for value, each in judged if value == most)


def advice(state: State) -> Iterator[Line]:
    """Yield the measure, then the best placements of each building."""
    found = [*best(state)]
    if found:
        yield Line(text("advice.measure"))
    for value, placements in found:
        dice = ", ".join(_dice_and_tile(each.action) for each in placements)
        what = text("advice.best", dice=dice, rewards=value.rewards)
        if value.choice:
            what = text("advice.choice", first=what, choice=value.choice)
        if value.others:
            what = text("advice.others", first=what, others=-value.others)
        yield Line(placements[0].where, what)


def _dice_and_tile(action: Place | PlaceDummy | WillToWin) -> str:
    """Return the dice of a placement, in the Temple with the number of the tile (GC-TEMPLE-1)."""
    slot = 0 if isinstance(action, WillToWin) else action.slot
    return f"{_dice(action)} ({slot})" if slot else _dice(action)


def _rewards(awards: Iterable[Award], seats: Iterable[int]) -> int:
    return sum(each.keep for each in awards if each.owner in seats)


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
