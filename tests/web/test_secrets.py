"""No secret of a seat reaches another seat or a spectator. Fifty games: tests/long/long_web.py."""

from dataclasses import replace
from itertools import islice

import pytest

from companion.web.viewer import SPECTATOR, Viewer
from tests.web.scene import GAMES, Scene
from tests.web.secrets import TWINS, Watch, shown


@pytest.mark.parametrize("game", GAMES)
def test_over_all_messages_of_a_game(game: str) -> None:
    watch = Watch(Scene(game, seed=7, count=3 if game == "essence" else None))
    watch.play(70)
    assert watch.told > 50
    assert (watch.twins > 50 and watch.hidden > 5) or game == "compass-jewels"


def test_a_seat_does_see_its_own_secrets() -> None:
    """Otherwise the proof would prove nothing."""
    for game in ("inner-compass", "essence", "compass-points"):
        scene, seen = Scene(game, seed=7), 0
        for _ in scene.play(24):
            for twin in islice(TWINS[game](scene.table.state, 1), 9):
                other = replace(scene.table, state=twin)
                for seat in (0, 2):
                    viewer = Viewer(seat=seat)
                    seen += shown(other, viewer) != shown(scene.table, viewer)
        assert seen


def test_a_leak_would_be_found() -> None:
    watch = Watch(Scene("inner-compass", seed=7))
    secret = next(
        each for each in watch.scene.hub.log.records if each.action and each.action.audience
    )
    with pytest.raises(AssertionError):
        watch.check_line({"text": "Ann draws Joy"}, secret, SPECTATOR)
    with pytest.raises(AssertionError):
        watch.check_own({"private": []}, SPECTATOR)
    with pytest.raises(AssertionError):
        watch.check_own({"seat": 1}, Viewer(seat=0))
