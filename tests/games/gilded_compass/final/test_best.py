"""The best assignment obeys the rules and equals the best of all (GC-END-ASSIGN)."""

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.gilded_compass.final.assignment import Assignment
from companion.games.gilded_compass.final.best import best
from companion.games.gilded_compass.final.tally import counted
from companion.games.gilded_compass.flags import DEFAULT, Flags
from companion.games.gilded_compass.holdings import Holdings, MagicalItem
from tests.games.gilded_compass.final.exhaustive import Score, exhaustive, is_allowed
from tests.games.gilded_compass.final.random_holdings import LARGE, SMALL, some
from tests.matrix import example_count

FLAGS = (
    Flags(),
    Flags(items_on_mission_maps=True),
    Flags(specialists_on_mission_maps=False),
    Flags(items_on_mission_maps=True, specialists_on_mission_maps=False),
)
TRIED = 400
"""Holdings for which all assignments are tried here; `make long` tries 2,000 greater ones."""


def score(holdings: Holdings, assignment: Assignment, flags: Flags = DEFAULT) -> Score:
    gold = counted(holdings, assignment, flags).of("assignment")
    return gold, len(assignment.unassigned), assignment.unassigned_value


@pytest.mark.slow
@pytest.mark.parametrize("flags", FLAGS, ids=("usual", "items", "specialists", "both"))
def test_it_is_what_trying_all_assignments_finds(flags: Flags) -> None:
    """GC-END-ASSIGN, GC-END-TIE-2, GC-R24, GC-R25: gold counts first, then who is left over."""
    source = random.Random(1)
    for _ in range(TRIED // len(FLAGS)):
        holdings = some(source, SMALL)
        found = score(holdings, best(holdings, flags), flags)
        assert found == exhaustive(holdings, flags), holdings


@pytest.mark.slow
@settings(max_examples=example_count(25), deadline=None)
@given(st.randoms(use_true_random=False), st.sampled_from(FLAGS))
def test_every_specialist_works_where_the_rules_allow_it(
    source: random.Random, flags: Flags
) -> None:
    """GC-END-SPEC, GC-END-PLACE, GC-END-ITEM, GC-R23."""
    holdings = some(source, LARGE)
    assignment = best(holdings, flags)
    assert is_allowed(holdings, assignment)
    assert Counter((*assignment.assigned, *assignment.unassigned)) == Counter(holdings.specialists)
    used = [assigned for post in assignment.posts for assigned in post.staff if assigned.equipped]
    items = Counter(
        MagicalItem(assigned.specialist.kind, assigned.specialist.colour) for assigned in used
    )
    assert not items - Counter(holdings.items)
    if not flags.items_on_mission_maps:
        assert all(
            post.is_ancient
            for post in assignment.posts
            if any(assigned.equipped for assigned in post.staff)
        )


@pytest.mark.slow
@settings(max_examples=example_count(25), deadline=None)
@given(st.randoms(use_true_random=False))
def test_the_order_of_the_tiles_does_not_matter(source: random.Random) -> None:
    holdings = some(source, LARGE)
    shuffled = Holdings(
        maps=tuple(source.sample(holdings.maps, len(holdings.maps))),
        specialists=tuple(source.sample(holdings.specialists, len(holdings.specialists))),
        items=tuple(source.sample(holdings.items, len(holdings.items))),
        missions=tuple(source.sample(holdings.missions, len(holdings.missions))),
    )
    assert score(shuffled, best(shuffled)) == score(holdings, best(holdings))


def test_one_who_cannot_stand_anywhere_is_left_over() -> None:
    """GC-END-PLACE."""
    assert best(Holdings()) == Assignment()
