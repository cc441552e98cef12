"""Games that were played before, on an emulated box: read on the panel, known after a restart."""

import asyncio
import re
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from companion.daemon.first_stage import open_first_stage
from companion.engine.fold import sampler
from companion.settings import WebSettings
from companion.storage.journal import FILE, Journal, JournalReader
from companion.table.lobby.lobby import Lobby
from companion.table.previous_games.parties import Party
from companion.table.screens.screen import RowMark
from companion.table.state import (
    JoinInfo,
    Topic,
    TopicPages,
    with_console,
)
from tests.menu_names import names
from tests.records.exports.played import records, store
from tests.rig import running, settings

NAMES = ("Ann", "Ben")


@pytest.mark.slow
def test_the_last_game_can_be_read_while_the_next_one_goes_on(tmp_path: Path) -> None:
    async def scene() -> None:
        async with running(settings(tmp_path, players=NAMES, level="track"), tmp_path) as rig:
            assert "played" not in names(rig.table)
            await rig.robot.play()
            over = rig.table
            points, winners = over.game.returns(over.state), over.game.winners(over.state)
            await rig.hold("press")  # the same once more
            assert not rig.table.is_over
            (game,) = rig.table.console.previous_games
            assert {each.name: each.points for each in game.ranking} == dict(
                zip(NAMES, points, strict=True)
            )
            with JournalReader.look(tmp_path / "state" / FILE) as journal:
                summary = journal.summaries()[game.number]
            assert summary["points"] == list(points)
            assert summary["winners"] == list(winners)

    asyncio.run(scene())


@pytest.mark.slow
def test_a_panel_shows_the_ranking_and_a_code_for_phones(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    with Journal.open(tmp_path / "state" / FILE) as journal:
        for name in ("compass-points", "inner-compass"):
            store(journal, records(name, 1)[0])

    async def scene() -> None:
        async with running(settings(tmp_path, players=NAMES, level="track"), tmp_path) as rig:
            while rig.table.laying:
                await rig.tap("a")
            shown = with_console(rig.table, cover=TopicPages(Topic.PLAYED))
            rig.box.session.stage = shown
            screen = rig.screen
            assert screen.title == "Inner Compass"
            assert screen.status == "1/2"
            assert [row.mark for row in screen.rows if row.mark] == [RowMark.TURN]
            assert screen.qr == ""
            join = JoinInfo("HTTP://192.168.1.23:8080/J/4821", "4821")
            rig.box.session.stage = with_console(
                shown, join=join, cover=TopicPages(Topic.PLAYED, page=1)
            )
            key = rig.table.console.previous_games[0].key
            assert re.fullmatch("[A-Z2-7]{7}", key)
            assert rig.screen.qr == f"HTTP://192.168.1.23:8080/L/2/{key}"
            assert len(rig.screen.qr) <= 47  # of letters and digits: a code of 25 by 25

    asyncio.run(scene())


@pytest.mark.slow
def test_after_a_restart_the_same_people_are_asked_first(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir()
    (recorded,) = records("gilded-compass", 1)
    people = ("Uta", "Vic")
    recorded = replace(recorded, setup=replace(recorded.setup, players=people))
    with Journal.open(tmp_path / "state" / FILE) as journal:
        store(journal, recorded)

    def lobby(*, public: bool) -> Lobby:
        web = WebSettings(0, "127.0.0.1", public=public)
        configuration = settings(tmp_path, players=NAMES, level="track", web=web)
        stage, writer = open_first_stage(configuration, tmp_path, sampler(Random(3)), ask=True)
        writer.close()
        assert isinstance(stage, Lobby)
        return stage

    def names(shown: Lobby) -> set[str]:
        return {name for naming in shown.naming.values() for name in naming.names}

    at_home = lobby(public=False)
    assert {*people, *NAMES} <= names(at_home)
    assert dict(at_home.usual)["game"] == "gilded-compass"
    assert dict(at_home.usual)["name.0"] == "Uta"
    assert at_home.starter is not None
    assert at_home.parties == (Party(people, starter=at_home.starter),)
    assert lobby(public=True).parties == ()
    assert not {*people} & names(lobby(public=True))
