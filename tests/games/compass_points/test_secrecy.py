"""No screen, lamp, sound or message reveals a speed before its card is turned (CP-SPEED-2).

Two whole boxes with reader and panel get the same inputs except for the speeds: what people see and
hear must be the same to the last pixel and second.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.games.compass_points.tables import NAMES
from tests.rig import Rig, running, settings

DIRECTIONS = ("direction-N-SE", "direction-E-W", "direction-S-NW", "direction-W-S")


async def laying(rig: Rig, speeds: tuple[int, ...]) -> AsyncIterator[str]:
    """Lay all cards by their tags, including mistakes that people make."""
    for card in DIRECTIONS:
        await rig.lay(card)
        yield card
    north, east, south, west = speeds
    await rig.lay(f"speed-E-{east}")
    yield "out of order"
    await rig.lay(f"speed-N-{north}")
    yield "North"
    await rig.lay(f"speed-N-{south}")
    yield "a second card"
    await rig.lay(f"speed-E-{east}")
    yield "East"
    await rig.hold("b")
    yield "taken back"
    await rig.hold("a")
    yield "corrections"
    await rig.lay(f"speed-E-{east}")
    yield "while corrections are open"
    await rig.tap("b")
    await rig.lay(f"speed-E-{east}")
    yield "East again"
    await rig.lay(f"speed-S-{south}")
    yield "South"
    await rig.lay(f"speed-W-{west}")
    yield "West: all lie"
    await rig.tap("b")
    yield "the other page"
    await rig.tap("down")
    yield "the list"


async def seen(folder: Path, speeds: tuple[int, ...], low: bool) -> list[tuple[object, ...]]:  # noqa: FBT001
    """Return what people see and hear after each input."""
    configuration = settings(folder, game="compass-points", level="full", players=NAMES)
    assert configuration.panel is not None
    configuration = replace(
        configuration, panel=replace(configuration.panel, height=32 if low else 64)
    )
    views: list[tuple[object, ...]] = []
    async with running(configuration, folder) as rig:
        async for what in laying(rig, speeds):
            picture = await rig.picture()
            signals = rig.hardware.signals
            table = rig.table
            views.append(
                (
                    what,
                    picture.tobytes(),
                    rig.screen,
                    signals.lit,
                    signals.tone,
                    rig.clock.now(),
                    table.clocks,
                    table.events,
                    len(table.entries),
                )
            )
    return views


@pytest.mark.slow
@pytest.mark.parametrize("low", [False, True], ids=["128x64", "128x32"])
def test_people_cannot_tell_two_tables_apart(tmp_path: Path, low: bool) -> None:  # noqa: FBT001
    folders = [tmp_path / "one", tmp_path / "other"]
    for folder in folders:
        folder.mkdir()
    first, second = (
        asyncio.run(seen(folder, speeds, low))
        for folder, speeds in zip(folders, ((0, 1, 2, 3), (3, 3, 0, 1)), strict=True)
    )
    assert [view[0] for view in first] == [view[0] for view in second]
    for before, after in zip(first, second, strict=True):
        assert before == after, before[0]
    assert len({view[1] for view in first}) > 8
