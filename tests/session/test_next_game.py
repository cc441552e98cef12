"""The beginning of a game that was set up on the box: what people have to know about it."""

import asyncio
from pathlib import Path

import pytest

from companion.engine import registry
from companion.engine.game import Setup
from companion.engine.text import Text
from companion.i18n.catalogue import Catalogue
from companion.table.lobby.lobby import Lobby, open_lobby
from companion.table.screens.view import view
from companion.table.state import Notice, with_console
from companion.table.table import Table
from tests.manifests import manifests
from tests.rig import Rig, running, settings

NAMES = ("Ann", "Ben", "Cem", "Dua", "Eve")
SAID = {
    "en": "is for 2 to 3 players, so this game is played without it.",
    "de": "gibt es nur mit 2 bis 3 Personen, also spielt ihr diesmal ohne.",
}


async def confirm(rig: Rig) -> None:
    """Confirm question after question until the game begins."""
    while isinstance(rig.box.session.stage, Lobby):
        await rig.tap("a")


def begun(folder: Path, count: int, last: Setup) -> Table:
    """Return the first stage of a game for so many, after ``last``, with the usual answers."""
    game = registry.load("gilded-compass")
    stage = open_lobby(
        manifests(game), NAMES, Setup(NAMES[:count], last.level, last.options), game.id
    )

    async def scene() -> Table:
        async with running(settings(folder), folder, ask=True) as rig:
            rig.box.session.stage = with_console(stage, language="en")
            await confirm(rig)
            return rig.table

    return asyncio.run(scene())


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["dummy", "fewer_buildings"])
@pytest.mark.parametrize("count", [4, 5])
def test_a_variant_that_so_many_players_do_not_have_is_announced(
    tmp_path: Path, count: int, variant: str
) -> None:
    """GC-VARIANT-1, GC-VARIANT-2."""
    table = begun(tmp_path, count, Setup(NAMES[:3], "full", {"variant": variant}))
    assert "variant" not in table.setup.options
    notice = table.console.cover
    assert isinstance(notice, Notice)
    for language, sentence in SAID.items():
        voice = Catalogue(language, table.game, table.setup.players)
        what = notice.message.params["what"]
        assert isinstance(what, Text)
        name = voice.long(what)
        assert sentence in voice.long(notice.message)
        assert any(name in row.text for row in view(table, voice).rows)


@pytest.mark.parametrize(
    ("count", "options"), [(3, {"variant": "dummy"}), (4, {"variant": "none"}), (4, {})]
)
def test_nothing_is_announced_where_nothing_is_left_out(
    tmp_path: Path, count: int, options: dict[str, object]
) -> None:
    table = begun(tmp_path, count, Setup(NAMES[:3], "full", options))
    assert not isinstance(table.console.cover, Notice)
    assert table.setup.options.get("variant", "none") == options.get("variant", "none")
