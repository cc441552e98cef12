"""The long run of the web room: `make long`, some minutes.

A thousand clients that are cut off and reconnect end up in the server's state. In all messages of
50 random games at level full, no seat's secret reaches another seat or a spectator.
"""

import pytest

from tests.web.scene import GAMES, Scene
from tests.web.secrets import Watch
from tests.web.test_schedules import GAMES_PLAYED, follow

PLAYED = 50
CLIENTS = 168
"""Clients of each of six games."""


@pytest.mark.parametrize("seed", range(PLAYED))
def test_no_secret_reaches_anybody_else(seed: int) -> None:
    watch = Watch(Scene(GAMES[seed % len(GAMES)], seed))
    watch.play()
    assert watch.scene.table.is_over
    assert watch.messages


@pytest.mark.parametrize("seed", range(GAMES_PLAYED))
def test_every_client_ends_up_with_what_the_server_knows(seed: int) -> None:
    follow(seed, CLIENTS)
