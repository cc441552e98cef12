"""The podium: who stands where after the end, alone or as a team."""

import pytest
from msgspec.structs import replace

from companion.engine import registry
from companion.records import archive
from companion.table.state import Table
from companion.web.views.final_ranking import final_ranking
from tests.records.exports.played import records


def over(name: str) -> Table:
    return archive.table_of(records(name, 1)[0])


def test_a_team_stands_together_with_the_sum_of_its_points() -> None:
    """One of a team may have nothing and the other everything (CP-END-3)."""
    table = over("compass-points")
    points = table.game.returns(table.state)
    shown = final_ranking(table, 7)
    assert shown is not None
    assert shown["play"] == 7
    assert {tuple(step["seats"]): step["points"] for step in shown["podium"]} == {
        (0, 2): points[0] + points[2],
        (1, 3): points[1] + points[3],
    }
    first = shown["podium"][0]
    assert set(first["seats"]) <= set(table.winners)
    assert [step["place"] for step in shown["podium"]] == [1, 2]


@pytest.mark.slow
def test_without_teams_everybody_stands_alone_best_first() -> None:
    table = over("gilded-compass")
    shown = final_ranking(table, 0)
    assert shown is not None
    points = [step["points"] for step in shown["podium"]]
    assert points == sorted(table.game.returns(table.state), reverse=True)
    assert shown["podium"][-1]["place"] == len(points)
    assert all(len(step["seats"]) == 1 for step in shown["podium"])
    assert tuple(shown["podium"][0]["seats"]) == table.winners[:1]


def test_before_the_end_there_is_none() -> None:
    table = over("inner-compass")
    game = registry.load("inner-compass")
    begun = replace(table, state=game.new_initial_state(table.setup), steps=())
    assert final_ranking(begun, 1) is None
