"""Twenty random games of each kind in all forms of other programs."""

import pytest

from companion.engine import registry
from tests.records.exports.played import played
from tests.records.exports.schemas import check_all


@pytest.mark.parametrize("name", registry.names())
def test_twenty_games_of_each_kind_fit_the_schemas(name: str) -> None:
    check_all(played(name, 20))
