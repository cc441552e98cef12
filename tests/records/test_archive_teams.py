"""Who plays in a team is ranked by its points, in the archive and on the panel."""

import pytest

from companion.engine.ranking import standing_of
from companion.records.archive import table_of
from companion.table.screens.previous_games import previous_game
from tests.records.exports.played import played, records


@pytest.mark.slow
def test_the_archive_shows_the_points_by_which_people_are_ranked() -> None:
    recorded = records("compass-points", 3)
    games = played("compass-points", 3)
    for one, record in zip(reversed(games), recorded, strict=True):
        table = table_of(record)
        assert one.ranking.points == standing_of(table.game, table.state)
        shown = previous_game(1, "", table).ranking
        assert {(each.name, each.points) for each in shown} == set(
            zip(one.players, one.ranking.points, strict=True)
        )
        assert [each.place for each in shown] == sorted(each.place for each in shown)
        assert len({each.points for each in shown if each.place == 1}) == 1
    assert any(
        one.result and one.ranking.points != one.result.points
        for one in played("compass-points", 3)
    )
