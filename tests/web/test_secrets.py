"""No seat's secret reaches another seat or a spectator; labs/long/test_web.py plays 50 games."""

from itertools import islice

import pytest
from msgspec.structs import replace

from companion.web.views.viewer import SPECTATOR, Viewer
from tests.web.scene import GAMES, Scene
from tests.web.secrets import TWINS, Watch, shown


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_message_of_a_game_tells_a_secret(game: str) -> None:
    watch = Watch(Scene(game, seed=7, count=3 if game == "essence" else None))
    watch.play(20)
    has_secrets = game != "compass-jewels"
    while has_secrets and watch.hidden <= 5 and not watch.scene.table.is_over:
        watch.play(10)
    assert watch.messages > 50
    assert (watch.twins > 50 and watch.hidden > 5) or not has_secrets


@pytest.mark.slow
def test_a_seat_does_see_its_own_secrets() -> None:
    """If it did not, comparing views would prove nothing."""
    for game in ("inner-compass", "essence", "compass-points"):
        scene, seen = Scene(game, seed=7), 0
        for _ in scene.play(24):
            twins = islice(TWINS[game](scene.table.state, 1), 9)
            tables = [replace(scene.table, state=state) for state in (scene.table.state, *twins)]
            for viewer in (Viewer(seat=0), Viewer(seat=2)):
                seen += len({shown(table, viewer) for table in tables}) > 1
        assert seen


def test_a_leak_would_be_found() -> None:
    watch = Watch(Scene("inner-compass", seed=7))
    secret = next(
        record for record in watch.scene.hub.log.records if record.action and record.action.audience
    )
    with pytest.raises(AssertionError):
        watch.check_line({"text": "Ann draws Joy"}, secret, SPECTATOR)
    with pytest.raises(AssertionError):
        watch.check_own({"private": []}, SPECTATOR)
    with pytest.raises(AssertionError):
        watch.check_own({"seat": 1}, Viewer(seat=0))
