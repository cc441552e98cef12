"""Switches the computer off, where the box is a service of it.

`systemctl poweroff` asks logind, which asks polkit: the package's rule allows it to the box's user.
"""

import asyncio
import shutil
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Final

_STARTED_BY: Final = "SYSTEMD_EXEC_PID"
"""Holds the process that systemd itself has started, and is inherited; see systemd.exec(5)."""
_PATIENCE: Final = 10.0
"""Seconds for logind to answer; the box is stopped before they are over."""


def switch(environment: Mapping[str, str], pid: int) -> Callable[[], Awaitable[str]] | None:
    """Return what switches the computer off; ``None`` unless ``pid`` is itself a service.

    A box that somebody tries out, or a test, never switches a computer off.
    """
    systemctl = shutil.which("systemctl")
    if systemctl is None or environment.get(_STARTED_BY) != str(pid):
        return None
    return partial(_power_off, systemctl)


async def _power_off(systemctl: str) -> str:
    """Switch the computer off; return why that failed, in a line."""
    process = await asyncio.create_subprocess_exec(
        systemctl,
        "--no-ask-password",
        "poweroff",
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        _, said = await asyncio.wait_for(process.communicate(), _PATIENCE)
    except TimeoutError:
        process.kill()
        await process.wait()
        return "systemctl"
    if process.returncode == 0:
        return ""
    lines = said.decode("utf-8", "replace").split("\n")
    return lines[0] or "systemctl"
