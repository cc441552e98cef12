"""Games are loaded while people look at the final score."""

import asyncio

from companion.daemon.game_preloader import GamePreloader
from companion.table.state import with_choosing
from companion.table.table import Table
from tests.web.scene import Scene


def finished() -> tuple[Table, Table]:
    """Return a game before its end and after it."""
    scene = Scene("compass-jewels")
    before = scene.table
    for _ in scene.play():
        pass
    return before, scene.table


def loads(*stages: Table) -> int:
    """Return how often games are loaded while these stages follow one another."""

    async def follow() -> int:
        loaded: list[int] = []
        ahead = GamePreloader(lambda: loaded.append(1))
        for stage in stages:
            ahead(stage, ())
        await asyncio.get_running_loop().shutdown_default_executor()
        return len(loaded)

    return asyncio.run(follow())


def test_games_are_loaded_once_when_a_game_is_over() -> None:
    before, after = finished()
    assert loads(before) == 0
    assert loads(before, after, with_choosing(after, cursor=1)) == 1


def test_a_game_that_cannot_be_loaded_harms_nobody() -> None:
    async def over() -> None:
        GamePreloader(lambda: 1 // 0)(finished()[1], ())
        await asyncio.get_running_loop().shutdown_default_executor()

    asyncio.run(over())
