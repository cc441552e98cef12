"""A box on emulated hardware in a process of its own, to be killed while its log is repaired.

It writes a line once the preview of a repair is on its panel, and another one, after it has read a
line, once the repair is: each is JSON with the state before the repair and the one that is shown.
"""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any, Final

from tests.daemon.test_evening import THREE, current, imprint, memory
from tests.daemon.test_log_repair import TWENTY_MINUTES, apply, open_step, pass_turn, steps_of
from tests.rig import Rig, running, settings

CHANGES: Final[dict[str, Any]] = {
    "players": THREE,
    "level": "scoring",
    "clock": TWENTY_MINUTES,
}


def tell(rig: Rig, before: object) -> None:
    """Say what the box shows now."""
    state = rig.table.game.to_struct(rig.table.state)
    sys.stdout.write(json.dumps({"before": before, "shown": state}) + "\n")
    sys.stdout.flush()


async def repair(folder: Path) -> None:
    """Play, insert a memory that was forgotten, and wait to be killed."""
    async with running(settings(folder, **CHANGES), folder) as rig:
        while rig.table.laying:
            await rig.tap("a")
        seat = THREE.index(current(rig))
        await pass_turn(rig)
        await memory(rig, "c3")
        before = rig.table.game.to_struct(rig.table.state)
        await open_step(rig, steps_of(rig, seat)[0], "Insert before")
        await rig.robot.perform(imprint(rig, "b2"))
        tell(rig, before)
        sys.stdin.readline()
        await apply(rig)
        tell(rig, before)
        await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(repair(Path(sys.argv[1])))
