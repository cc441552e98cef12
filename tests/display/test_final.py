"""A final scoring by keys: three players enter what they have, and the panel shows who has won."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.display.test_screens import LOW, PANEL, SCREENS
from tests.golden import assert_matches
from tests.rig import Picture, Rig, running, settings

NAMES = ("Ann", "Ben", "Cem")


async def choose(rig: Rig, at: int) -> int:
    """Move the cursor to a line of the open list and take it; return the presses."""
    moves = (at - (rig.table.cursor or 0)) % len(rig.table.choices)
    back = len(rig.table.choices) - moves
    keys = ["down"] * moves if moves <= back else ["up"] * back
    await rig.tap(*keys, "a")
    return len(keys) + 1


async def inner(rig: Rig) -> AsyncIterator[Picture]:
    """Two tiles with their counts and the compass for Ann; the others have only EP."""
    yield "final-how", await rig.picture()
    await rig.tap("a")
    yield "final-who", await rig.picture()
    await rig.tap("a")
    yield "final-tens", await rig.picture()
    await choose(rig, 4)
    presses = await choose(rig, 7)
    yield "final-tokens", await rig.picture()
    for at in (8, 16, 4, 2, 1):
        presses += await choose(rig, at)
    yield "final-review", await rig.picture()
    assert presses < 40
    await rig.tap("a")
    for _ in range(2):
        await rig.tap("a", "a")
        while rig.table.selection:
            await rig.tap("a")
    yield "final-over", await rig.picture()


async def gilded(rig: Rig) -> AsyncIterator[Picture]:
    """A map and two specialists for Ann; the others have nothing."""
    yield "final-begin", await rig.picture()
    await rig.tap("a")
    yield "final-maps", await rig.picture()
    for at in (4, 0, 1):
        await choose(rig, at)
    yield "final-specialists", await rig.picture()
    while not rig.table.is_over:
        await rig.tap("a")
    yield "final-over", await rig.picture()
    await rig.tap("down")
    yield "final-sheet", await rig.picture()


@pytest.mark.slow
@pytest.mark.parametrize("golden", ["en", "de", "low"])
@pytest.mark.parametrize(("game", "scene"), [("inner-compass", inner), ("gilded-compass", gilded)])
def test_a_final_scoring_by_keys(tmp_path: Path, game: str, scene: Any, golden: str) -> None:  # noqa: ANN401 - a scene
    async def play() -> None:
        chosen = settings(
            tmp_path,
            game=game,
            players=NAMES,
            level="final",
            language="de" if golden == "de" else "en",
            panel=LOW if golden == "low" else PANEL,
        )
        async with running(chosen, tmp_path) as rig:
            async for name, picture in scene(rig):
                assert_matches(picture, SCREENS / game / golden / f"{name}.png")

    asyncio.run(play())


@pytest.mark.slow
def test_what_was_entered_is_there_again_after_a_power_cut(tmp_path: Path) -> None:
    async def play() -> None:
        chosen = settings(tmp_path, game="inner-compass", players=NAMES, level="final", panel=PANEL)
        async with running(chosen, tmp_path) as rig:
            await rig.tap("a", "a", "a")
            for at in (4, 7, 8):
                await choose(rig, at)
            before = rig.table.state
        async with running(chosen, tmp_path) as rig:
            assert rig.table.state == before

    asyncio.run(play())
