"""The engine of the Gilded Compass against a simulator written from its rules alone.

`make long` plays 300 games; a few are enough to see that the two still speak the same language.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from companion.engine.game import Setup
from tests.games.simulators.gilded_compass import GildedCompass
from tests.games.simulators.gilded_compass_flow import Flow, Struct
from tests.games.simulators.gilded_compass_score import Holdings, winners, worth
from tests.games.simulators.referee import Match, Tally

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")


def match(simulator: GildedCompass, options: Mapping[str, object], seed: int = 1) -> Match:
    setup = Setup(NAMES[: simulator.players], "full", options)
    return Match("gilded-compass", setup, simulator, seed, Tally())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("players", "options"),
    [
        (5, {"b_building": "auction_house", "c_building": "temple"}),
        (4, {"b_building": "guild", "c_building": "tower", "university_resolves": "first"}),
        (3, {"b_building": "guild", "c_building": "illuminati", "tie_by_value": True}),
        (3, {"b_building": "auction_house", "variant": "fewer_buildings"}),
        (3, {"c_building": "illuminati", "variant": "dummy", "extend_per_end": "unlimited"}),
        (2, {"c_building": "galleon", "variant": "dummy", "unplaced_dice": "nothing"}),
        (4, {"c_building": "illuminati", "dice": "placed", "artifacts_open": False}),
        (2, {"c_building": "tower", "variant": "dummy", "rerolls_after_placing": True}),
    ],
)
def test_engine_and_simulator_agree(players: int, options: dict[str, object]) -> None:
    game = match(GildedCompass(players, options), options)
    game.play(scores_throughout=players == 3)
    assert game.tally.games == 1
    assert game.tally.decisions > 100
    assert game.tally.draws > 60  # where dice are not rolled by the box, there are fewer
    assert game.tally.scores >= (500 if players == 3 else players)


class MissesThePairs(GildedCompass):
    """Places one die at a time, against GC-UNI-1, GC-TOWER-1 and GC-TEMPLE-1."""

    def legal(self) -> Sequence[Struct]:
        return [action for action in super().legal() if len(action.get("dice", "")) != 2]


class NeverPassesTheMarker(GildedCompass):
    """Lets the same player begin every round, against GC-ROUND-6."""

    def play_round(self) -> Flow[None]:
        yield from super().play_round()
        self.start -= 1


class EndsAtOnce(GildedCompass):
    """Ends a round with the turn in which the last die is placed, against GC-ROUND-4."""

    def turn(self, player: int) -> Flow[None]:
        if all(hand.own for hand in self.hands):
            yield from super().turn(player)


class KeepsLeftDice(GildedCompass):
    """Takes unplaced dice back without knowledge, against GC-R5."""

    def __init__(self, players: int, options: Mapping[str, Any]) -> None:
        super().__init__(players, {**options, "unplaced_dice": "nothing"})


class ForgetsTheTies(GildedCompass):
    """Lets everybody win, against GC-END-TIE-1."""

    def winners(self) -> list[int]:
        return list(range(self.players))


class CountsTheItems(GildedCompass):
    """Gives a gold for every item, against GC-END-ITEM."""

    def scores(self) -> list[int]:
        pairs = zip(super().scores(), self.holdings, strict=True)
        return [gold + len(holdings.items) for gold, holdings in pairs]


class HasAnotherMap(GildedCompass):
    """Has a tile more than the copy (section 15)."""

    def __init__(self, players: int, options: Mapping[str, Any]) -> None:
        super().__init__(players, options)
        self.stacks.maps["holy", 4, 3] += 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("faulty", "difference"),
    [
        (MissesThePairs, "legal actions"),
        (NeverPassesTheMarker, "who acts"),
        (EndsAtOnce, "who acts|outcomes of chance"),
        (KeepsLeftDice, "points"),
        (ForgetsTheTies, "winners"),
        (CountsTheItems, "points"),
        (HasAnotherMap, "outcomes of chance"),
    ],
)
def test_a_planted_fault_is_found(faulty: type[GildedCompass], difference: str) -> None:
    throughout = faulty is not ForgetsTheTies
    with pytest.raises(AssertionError, match=rf"seed 1, step \d+, after .*({difference})"):
        match(faulty(3, {}), {}).play(scores_throughout=throughout)


@pytest.mark.parametrize(
    ("holdings", "expected"),
    [
        (Holdings(0, [("fire", 2, 1)], [("cartographer", "fire", 2), ("excavator", "fire", 3)]), 7),
        (
            Holdings(
                0,
                [("fire", 3, 2)],
                [("cartographer", "fire", 2), ("excavator", "fire", 1)],
                [("cartographer", "fire"), ("excavator", "fire")],
            ),
            12,
        ),
        (Holdings(0, missions=["embrace_the_guild"]), 2),
        (
            Holdings(
                0,
                specialists=[("cartographer", "jungle", 2), ("cartographer", "water", 3)],
                missions=["dual_map-jungle-water"],
            ),
            3,
        ),
        (
            Holdings(
                0,
                [("jungle", 1, 0)],
                [("cartographer", "jungle", 1)],
                missions=["secret_map", "scour_the_globe"],
            ),
            4,
        ),
    ],
    ids=["GC-X10", "GC-X12", "GC-X25", "GC-X29", "GC-X30"],
)
def test_the_examples_of_the_rules_score(holdings: Holdings, expected: int) -> None:
    options = GildedCompass(2, {}).options
    assert worth(holdings, options)[0] == expected


def test_a_tie_goes_to_the_most_unassigned_specialists() -> None:
    assert winners([(9, 1, 3), (9, 2, 2), (8, 5, 9)], by_value=False) == [1]
    assert winners([(9, 2, 3), (9, 2, 2)], by_value=False) == [0, 1]
    assert winners([(9, 2, 3), (9, 2, 2)], by_value=True) == [0]
