"""Draw what the panel of a card shows: `python -m tools.card_sheet FILE`, for docs/card.md.

A box runs on emulated hardware; its sentences come from the code that says them on a real card.
"""

import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PIL import Image, ImageDraw

from companion.daemon.host_notices import HostNotices
from companion.engine import registry
from companion.host import notices
from companion.host.card import read_card
from companion.host.update import (
    COMPATIBLE,
    Bundle,
    Situation,
    SystemTrial,
    decide,
    outcome,
)
from tests.rig import running, settings

_WRONG: Final = "players: [Ann, Ben]\ngame: ches\n"
_NEXT: Final = "0.3.0"
_SCALE: Final = 3
_GAP: Final = 16


def sentences() -> list[str]:
    """Return what a card says of a mistake, and what an update says before and after."""
    problem = read_card(_WRONG, "", registry.load, lambda _: False).problems[0]
    begun = decide(Situation(Bundle(_NEXT, COMPATIBLE), "0.2.0")).sentence
    trial = SystemTrial(_NEXT, "B")
    ends = (outcome(trial, "B", ready=True), outcome(trial, "A", ready=False))
    return [str(problem.sentence), str(begun), *(str(end.sentence) for end in ends if end)]


async def pictures(folder: Path) -> list[Image.Image]:
    """Return the pictures in their order."""
    told = folder / "notices"
    told.mkdir()
    made = []
    async with running(settings(folder), folder, ask=True) as rig:
        made.append(await rig.picture())
        await rig.tap("a")
        made.append(await rig.picture())
        announcer = HostNotices(told, rig.box.session)
        for sentence in sentences():
            notices.write(told, "one", [sentence])
            announcer.poll()
            await rig.robot.let(0.5)
            await rig.box.session.settled()
            made.append(await rig.picture())
    return made


def main(target: Path) -> None:
    """Write them side by side, three in a row."""
    with TemporaryDirectory() as folder:
        made = asyncio.run(pictures(Path(folder)))
    width, height = 128 * _SCALE + _GAP, 64 * _SCALE + _GAP
    image = Image.new("RGB", (3 * width + _GAP, 2 * height + _GAP), "grey")
    draw = ImageDraw.Draw(image)
    for number, picture in enumerate(made):
        left, top = _GAP + number % 3 * width, _GAP + number // 3 * height
        size = picture.width * _SCALE, picture.height * _SCALE
        image.paste(picture.convert("RGB").resize(size, Image.Resampling.NEAREST), (left, top))
        draw.text((left, top - 13), str(number + 1), fill="white")
    image.save(target, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
