"""A box that is killed while its log is repaired: the repair counts as a whole, or not at all."""

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from companion.engine.log import EntryKind
from companion.table.log.timeline import totals
from tests.daemon.repairing_box import CHANGES
from tests.daemon.test_evening import seen
from tests.rig import Rig, running, settings


def killed(folder: Path, *, applied: bool) -> dict[str, Any]:
    """Run a box until its repair is previewed or ``applied``, and kill it: what it showed last."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.daemon.repairing_box", str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            shown: dict[str, Any] = json.loads(process.stdout.readline())
            if applied:
                process.stdin.write("\n")
                shown = json.loads(process.stdout.readline())
        finally:
            process.kill()
        assert process.wait() == -signal.SIGKILL
    return shown


def restarted(folder: Path, scene: Callable[[Rig], Awaitable[None]]) -> None:
    async def run() -> None:
        async with running(settings(folder, **CHANGES), folder) as rig:
            await scene(rig)

    asyncio.run(run())


def state(rig: Rig) -> Any:  # noqa: ANN401 - JSON
    return json.loads(json.dumps(rig.table.game.to_struct(rig.table.state)))


@pytest.mark.slow
def test_a_repair_that_was_only_previewed_has_changed_nothing(tmp_path: Path) -> None:
    last = killed(tmp_path, applied=False)

    async def scene(rig: Rig) -> None:
        assert state(rig) == last["before"]
        assert not rig.table.edits

    restarted(tmp_path, scene)


@pytest.mark.slow
def test_one_press_reverts_a_repair_after_which_the_box_was_killed(tmp_path: Path) -> None:
    last = killed(tmp_path, applied=True)
    assert last["shown"] != last["before"]

    async def scene(rig: Rig) -> None:
        assert state(rig) == last["shown"]
        assert [entry.kind for entry in rig.table.entries].count(EntryKind.EDIT) == 1
        spent = rig.table.edits[-1].clocks
        await rig.hold("b")
        assert "as it was before" in await seen(rig)
        assert state(rig) == last["before"]
        now = zip(totals(spent), totals(rig.table.clocks), strict=True)
        assert all(later >= then for then, later in now), "nobody gets time back"

    restarted(tmp_path, scene)
