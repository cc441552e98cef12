"""Golden pictures of a wide grey panel, the glass of an SSD1322, with screens laid out for it."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.display.painter import paint
from companion.display.painter.layout import lay_out
from companion.settings import EMULATED
from companion.table.screens.glance import glance
from companion.table.voice import WideVoice
from tests.display.test_glance import AFTER, CARE, PICTURED, mid_game
from tests.display.test_screens import PANEL, SCREENS
from tests.golden import assert_matches

WIDE = replace(PANEL, driver="ssd1322", bus=EMULATED, width=256, care=CARE)


@pytest.mark.slow
@pytest.mark.parametrize("game", PICTURED)
def test_every_game_can_be_read_from_a_chair(tmp_path: Path, game: str) -> None:
    async def scene() -> None:
        async with mid_game(tmp_path, game, panel=WIDE) as rig:
            detail = await rig.picture()
            assert_matches(detail, SCREENS / game / "wide" / "detail.png")
            await rig.robot.let(AFTER + 1)
            assert_matches(await rig.picture(), SCREENS / game / "wide" / "glance.png")

    asyncio.run(scene())


@pytest.mark.slow
def test_a_reminder_has_the_whole_line(tmp_path: Path) -> None:
    """It is in the words for a wide panel, and no longer cut for a narrow one."""

    async def scene() -> None:
        async with mid_game(tmp_path, "inner-compass", panel=WIDE) as rig:
            await rig.robot.let(AFTER + 1)
            await rig.until(lambda: rig.table.reminder is not None, seconds=130)
            voice = rig.box.voice_of(rig.table)
            assert rig.table.reminder is not None
            name, _, reminder = WideVoice(voice).short(rig.table.reminder).partition(": ")
            assert len(reminder) + len("!  A end turn") > voice.columns
            line = f"! {reminder} A end turn"
            screen = glance(rig.table, voice, line=WideVoice(voice))
            assert screen is not None
            labels = {label.shown for label in lay_out(screen, (256, 64)).labels}
            assert {name, line} <= labels, "the name is large"
            shown = await rig.picture()
            assert paint(screen, shown.size, grey=True).tobytes() == shown.tobytes()

    asyncio.run(scene())
