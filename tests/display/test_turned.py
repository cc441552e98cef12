"""A box that is turned round: what people see as up is up, on pins and pixels."""

import asyncio
from pathlib import Path

from msgspec.structs import replace
from PIL.Image import Transpose

from companion.engine import registry
from companion.settings import load
from companion.settings.panel_care import PanelCare
from tests.rig import running, settings


def test_a_turned_box_is_read_and_worked_from_the_other_side(tmp_path: Path) -> None:
    """The pin of the joystick's far end moves the cursor down the list, as the picture shows."""

    async def pictures(*, turned: bool) -> list[bytes]:
        folder = tmp_path / str(turned)
        folder.mkdir()
        file = folder / "box.yaml"
        file.write_text("hand: left\n" if turned else "")
        loaded = load(file, registry.load)
        assert loaded.panel is not None
        panel = replace(loaded.panel, care=PanelCare())
        box = settings(folder, buttons=loaded.buttons, panel=panel)
        seen = []
        async with running(box, folder) as rig:
            await rig.lay_out()
            for button in ("down", "down", "up", "b"):
                await rig.tap(button)
                image = await rig.picture()
                upright = image.transpose(Transpose.ROTATE_180) if turned else image
                seen.append(upright.tobytes())
            assert box.buttons["up"] == (22 if turned else 17)
        return seen

    usual, turned = (asyncio.run(pictures(turned=turned)) for turned in (False, True))
    assert usual == turned
