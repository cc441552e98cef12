"""Who plays in a team is ranked by its points, as the box has added them."""

from pathlib import Path

import pytest

from companion_hub.queries import GameSearch, games
from tests.hub.club.operator_client import OperatorClient, run
from tests.hub.scene import BoxJournal, result

TOTALS = [5, 8, 5, 8]
"""Of two teams with the points 3 and 2, 1 and 7."""


@pytest.mark.slow
def test_the_members_of_a_team_share_their_place(tmp_path: Path) -> None:
    async def act(operator: OperatorClient) -> None:
        box_journal = BoxJournal()
        await operator.there.hear("log/1", box_journal.log(1, 3))
        result = box_journal.result(3, points=(3, 1, 2, 7), players=("Ann", "Ben", "Cem", "Dua"))
        teams = [[0, 2], [1, 3]]
        told = {**result, "winners": [1, 3], "totals": TOTALS, "teams": teams}
        await operator.there.hear("result", told)
        (found,) = await games(operator.there.store, GameSearch())
        assert found.ranking.points == tuple(TOTALS)
        assert found.ranking.places == (2, 1, 2, 1)

    run(tmp_path, act)


@pytest.mark.parametrize("totals", [[1], ["1", "2"], None, {}])
def test_totals_are_one_number_for_each_seat(totals: object) -> None:
    assert result({**BoxJournal().result(3), "totals": totals}).wrong(2e9) == "points"
