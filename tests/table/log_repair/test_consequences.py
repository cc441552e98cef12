"""What a preview says about points: the change of what everybody at the table may see."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Setup
from companion.games.inner_compass.actions import PlaceValue
from companion.table.history.entries import new_table
from companion.table.log.repair import Change, Delete, begin
from companion.table.log_repair.consequences import consequences
from companion.table.play import take
from companion.table.table import Table
from tests.table.log.test_repair import (
    DRAW,
    LATER,
    LEVELS,
    any_edit,
    carried_out,
    decided,
    middle,
    open_points,
)
from tests.table.test_time import at

PUBLIC = [("gilded-compass", level) for level in registry.load("gilded-compass").levels]
"""All that may be seen of points lies open in score lines."""
TOLD = [each for each in LEVELS if each[0] == "inner-compass"]
"""Totals are secret, but everybody sees what each step gives."""


def changes(before: list[int], after: list[int]) -> tuple[tuple[int, int], ...]:
    pairs = zip(before, after, strict=True)
    return tuple((seat, now - then) for seat, (then, now) in enumerate(pairs) if now != then)


def with_value_token() -> tuple[Table, int]:
    """A game until the first value token that can lie on tiles of different worth; its best."""
    game, source = registry.load("inner-compass"), random.Random(4)
    draw = sampler(source)
    table = new_table(game, Setup(("Ann", "Ben", "Cleo"), "scoring"), ())
    for second in range(2000):
        outcomes = table.game.chance_outcomes(table.state)
        tokens = [each for each in table.candidates if isinstance(each, PlaceValue)]
        worths = {each: worth(table, each) for each in tokens}
        if len(set(worths.values())) > 1:
            best = max(worths, key=lambda each: worths[each])
            return take(table, best, at(second), draw), max(worths.values())
        action = draw(outcomes) if outcomes else source.choice(table.candidates)
        table = take(table, action, at(second), draw)
    raise AssertionError("no value token")


def worth(table: Table, action: PlaceValue) -> int:
    """What a token on a tile brings to its owner."""
    owner = table.game.current_player(table.state)
    after = table.game.apply_action(table.state, action).state
    return table.game.returns(after)[owner] - table.game.returns(table.state)[owner]


def test_a_value_token_on_another_tile_says_what_its_owner_loses() -> None:
    """The tiles lie open although totals are secret until the end (IC-R29)."""
    table, best = with_value_token()
    laid = (n for n, each in enumerate(table.steps, 1) if isinstance(each.action, PlaceValue))
    number = max(laid)
    step = table.steps[number - 1]
    owner = step.entry.actor
    had = table.game.returns(table.state)
    others = [
        each for each in table.game.legal_actions(step.state, owner) if isinstance(each, PlaceValue)
    ]
    lost = []
    for other in others:
        repair = begin(table, Change(number, other), DRAW)
        after = carried_out(repair, LATER)
        shown = consequences(table, repair, LATER, DRAW).points
        assert shown == changes(list(had), list(table.game.returns(after.state)))
        lost += [points for seat, points in shown if seat == owner]
    assert min(lost) < 0
    deleted = consequences(table, begin(table, Delete(number), DRAW), LATER, DRAW)
    assert deleted.points == ((owner, -best),)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "level"), [*PUBLIC, *TOLD])
@settings(max_examples=25)
@given(seed=st.integers(0, 5), choice=st.integers(0, 10**6))
def test_a_preview_says_how_what_everybody_may_see_changes(
    name: str, level: str, seed: int, choice: int
) -> None:
    table, source = middle(name, level, seed), random.Random(choice)
    repair = decided(begin(table, any_edit(table, source), DRAW), source, DRAW)
    after = carried_out(repair, LATER)
    shown = consequences(table, repair, LATER, DRAW).points
    if (name, level) in TOLD:
        totals = (list(table.game.returns(each.state)) for each in (table, after))
        assert shown == changes(*totals)
    else:
        assert shown == changes(open_points(table), open_points(after))
