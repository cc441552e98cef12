"""Advice about placements: the resulting rank of each, and the pushed dice.

The best placements are computed separately, only on request. The best choice overall depends on
plans that the box does not know, so it compares what it can count, separately for each building:
the rewards if the round ended now.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby

import msgspec

from companion.engine.codec import snake_case
from companion.engine.game import Action, Line
from companion.engine.text import Text, text
from companion.games.gilded_compass import resolution, turn
from companion.games.gilded_compass.actions import Place, PlaceDummy, WillToWin
from companion.games.gilded_compass.buildings.building import (
    LIBRARY,
    Award,
    Building,
    PlacementResult,
)
from companion.games.gilded_compass.names import owner_name, rank_name, sets_name
from companion.games.gilded_compass.state import Phase, State


class Consequence(msgspec.Struct, frozen=True):
    """A legal placement and its result."""

    action: Place | PlaceDummy | WillToWin
    placed: PlacementResult
    building: Building
    """The building afterwards."""

    @property
    def where(self) -> Text:
        """The building, with a note for dummy dice or Will to Win."""
        return _where(type(self.action), self.action.building)


@lru_cache(maxsize=64)
def _where(kind: type[Action], building: str) -> Text:
    return text(f"advice.{snake_case(kind.__name__)}", building=text(f"building.{building}"))


class Worth(msgspec.Struct, frozen=True, order=True):
    """Value of a placement to its player if the round ended now; greater is better.

    ``rewards`` are those gained in this building, ``choice`` is the number of tiles they are chosen
    from, ``others`` is what all others lose, and ``dice`` is the number of placed dice, negated.
    """

    rewards: int
    choice: int
    others: int
    dice: int


def consequences(state: State) -> Iterator[Consequence]:
    """Yield the results of all legal placements of the current player."""
    if state.phase is not Phase.PLACE or state.unseen_dice:
        return
    for action, option in turn.options(state):
        after, placed = state.building(action.building).place(option)
        yield Consequence(action, placed, after)


def outlook(state: State) -> Iterator[Line]:
    """Yield the effects of placements, grouped by outcome."""
    groups: dict[tuple[Text, Text], list[str]] = {}
    for consequence in consequences(state):
        outcome = _outcome(consequence.action.building, consequence.placed)
        groups.setdefault((consequence.where, outcome), []).append(_dice(consequence.action))
    for (where, outcome), dice in groups.items():
        yield Line(where, text("advice.what", dice=sets_name(dice), what=outcome))


def worth(state: State, consequence: Consequence) -> Worth:
    """Return the value of a placement for the current player if the round ended now."""
    name, seat = consequence.action.building, state.current
    before = resolution.outcome(state, name).awards
    after = resolution.outcome(state.with_building(name, consequence.building), name).awards
    own, own_before = _rewards(after, [seat]), _rewards(before, [seat])
    others = [other for other in state.seats if other != seat]
    return Worth(
        rewards=own - own_before,
        choice=sum(award.of for award in after if award.owner == seat),
        others=_rewards(before, others) - _rewards(after, others),
        dice=-len(consequence.action.dice),
    )


def best(state: State) -> Iterator[tuple[Worth, tuple[Consequence, ...]]]:
    """Yield the best placements for each building, including all that are equally good.

    Placements of dummy dice and those with Will to Win are compared only with each other.
    """
    for _, group in groupby(consequences(state), lambda consequence: consequence.where):
        judged = [(worth(state, consequence), consequence) for consequence in group]
        most = max(judged, key=lambda judgement: judgement[0])[0]
        yield most, tuple(consequence for value, consequence in judged if value == most)


def advice(state: State) -> Iterator[Line]:
    """Yield the measure, then the best placements for each building."""
    ranked = [*best(state)]
    if ranked:
        yield Line(text("advice.measure"))
    for value, placements in ranked:
        dice = sets_name([_dice_and_tile(consequence.action) for consequence in placements])
        what = text("advice.best", dice=dice, rewards=value.rewards)
        if value.choice:
            what = text("advice.choice", first=what, choice=value.choice)
        if value.others:
            what = text("advice.others", first=what, others=-value.others)
        yield Line(placements[0].where, what)


def _dice_and_tile(action: Place | PlaceDummy | WillToWin) -> str:
    """Return the dice of a placement, for the Temple with the number of the tile (GC-TEMPLE-1)."""
    slot = 0 if isinstance(action, WillToWin) else action.slot
    return f"{_dice(action)} ({slot})" if slot else _dice(action)


def _rewards(awards: Iterable[Award], seats: Iterable[int]) -> int:
    return sum(award.keep for award in awards if award.owner in seats)


@lru_cache(maxsize=256)
def _outcome(building: str, placed: PlacementResult) -> Text:
    words = rank_name(building, placed.rank)
    for owner in placed.library:
        push = text("advice.library", player=owner_name(owner))
        words = text("advice.and", first=words, then=push)
    for move in placed.moved:
        if move.to != LIBRARY:
            push = text("advice.push", player=owner_name(move.owner), at=move.at, to=move.to)
            words = text("advice.and", first=words, then=push)
    return words


def _dice(action: Place | PlaceDummy | WillToWin) -> str:
    """Return the dice of a placement, with the group to be extended and the die that leaves."""
    group = f"+{action.group}" if action.group else ""
    return f"{action.dice}{group}" + (f"−{action.lost}" if isinstance(action, WillToWin) else "")
