"""Golden pictures of a wide grey panel, the glass of an SSD1322, with screens laid out for it."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.settings import EMULATED
from tests.display.test_glance import AFTER, CARE, PICTURED, mid_game
from tests.display.test_screens import PANEL, SCREENS
from tests.golden import assert_matches

WIDE = replace(PANEL, driver="ssd1322", bus=EMULATED, width=256, care=CARE)


@pytest.mark.parametrize("game", PICTURED)
def test_every_game_can_be_read_from_a_chair(tmp_path: Path, game: str) -> None:
    async def scene() -> None:
        async with mid_game(tmp_path, game, panel=WIDE) as rig:
            detail = await rig.picture()
            assert_matches(detail, SCREENS / game / "wide" / "detail.png")
            await rig.robot.let(AFTER + 1)
            assert_matches(await rig.picture(), SCREENS / game / "wide" / "glance.png")

    asyncio.run(scene())
