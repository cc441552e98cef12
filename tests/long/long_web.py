"""The long run of the web room: `make long`, some minutes.

Over all messages of 50 random full games, no secret of a seat reaches another seat or a spectator.
"""

import pytest

from tests.web.scene import GAMES, Scene
from tests.web.secrets import Watch

PLAYED = 50


@pytest.mark.parametrize("seed", range(PLAYED))
def test_no_secret_reaches_anybody_else(seed: int) -> None:
    watch = Watch(Scene(GAMES[seed % len(GAMES)], seed))
    watch.play()
    assert watch.scene.table.is_over
    assert watch.told
