"""The box draws who begins before everybody's eyes, and the game does not wait for it."""

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest

from companion.display.painter.glance import lay_out_glance
from companion.display.starter_draw import draw_animation, drawn_starter
from companion.engine import registry
from companion.engine.fold import Draw
from companion.engine.game import Setup
from companion.i18n.catalogue import Catalogue
from companion.table.table import begin
from tests.display.test_glance import game_settings
from tests.rig import running
from tests.table.conftest import NOW, draw

__all__ = ["draw"]
NAMES = ("Ann", "Ben", "Cem")


def test_names_pass_by_ever_slower_until_one_stays(draw: Draw) -> None:
    game = registry.load("inner-compass")
    outcome = begin(game, Setup(NAMES, "track"), (), NOW, draw)
    chosen = drawn_starter(outcome.table, outcome.entries)
    assert chosen == outcome.table.game.current_player(outcome.table.state)
    shown = list(draw_animation(outcome.table, chosen, Catalogue("en", game, NAMES)))
    names = [screen.glance.name for screen, _ in shown if screen.glance]
    assert names[-1] == NAMES[chosen]
    assert all(one != other for one, other in pairwise(names))
    seconds = [each for _, each in shown]
    assert seconds == sorted(seconds)
    assert sum(seconds) < 5
    last = shown[-1][0].glance
    assert last is not None
    assert lay_out_glance(last, (128, 64)).labels[0].size == (16, 32)


def test_what_the_table_says_is_not_drawn(draw: Draw) -> None:
    game = registry.load("inner-compass")
    outcome = begin(game, Setup(NAMES, "track"), ("all",), NOW, draw)
    assert drawn_starter(outcome.table, outcome.entries) is None


@pytest.mark.slow
def test_it_is_seen_on_the_panel_and_any_key_ends_it(tmp_path: Path) -> None:
    async def scene(*, waits: bool) -> list[bytes]:
        folder = tmp_path / str(waits)
        folder.mkdir()
        async with running(game_settings(folder, "inner-compass"), folder, ask=True) as rig:
            for _ in range(12):
                if rig.heard and rig.heard[-1]:
                    break
                await rig.tap("a")
            seen = [(await rig.picture()).tobytes()]
            if not waits:
                await rig.tap("down")
            else:
                for _ in range(40):
                    await rig.robot.let(0.1)
                    seen.append((await rig.picture()).tobytes())
            seen.append((await rig.picture()).tobytes())
            return seen

    watched = asyncio.run(scene(waits=True))
    assert len(set(watched)) >= 4
    assert watched[-1] == watched[-3]
    short = asyncio.run(scene(waits=False))
    assert short[0] != short[-1] == watched[-1]
