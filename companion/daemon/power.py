"""Shuts down or restarts the computer through systemd.

`systemctl poweroff` asks logind, which asks polkit: the package's rule allows it to the box's user.
A card has its helper for that, and no polkit.
"""

import asyncio
import shutil
from collections.abc import Mapping
from functools import partial
from typing import Final

from companion.daemon.helper_client import HelperClient
from companion.session.computer_control import Act, CardMaintenanceError

_STARTED_BY: Final = "SYSTEMD_EXEC_PID"
"""Holds the process that systemd itself has started, and is inherited; see systemd.exec(5)."""
_WORDS: Final = {"poweroff": "off", "reboot": "restart"}
"""The helper's name of the request."""
_PATIENCE: Final = 10.0
"""Seconds for logind to answer; the box is stopped before they are over."""


def switch(
    environment: Mapping[str, str],
    pid: int,
    verb: str = "poweroff",
    helper: HelperClient | None = None,
) -> Act | None:
    """Return a function that switches the computer off, or restarts it (``reboot``).

    ``None`` unless ``pid`` is itself a service: a box run by hand, or a test, never switches a
    computer off.
    """
    if environment.get(_STARTED_BY) != str(pid):
        return None
    if helper is not None:
        return partial(_by_helper, helper, _WORDS[verb])
    systemctl = shutil.which("systemctl")
    return None if systemctl is None else partial(_by_systemctl, systemctl, verb)


async def _by_helper(helper: HelperClient, word: str) -> str:
    try:
        await helper.ask(word)
    except CardMaintenanceError as error:
        return str(error)
    return ""


async def _by_systemctl(systemctl: str, verb: str) -> str:
    process = await asyncio.create_subprocess_exec(
        systemctl,
        "--no-ask-password",
        verb,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        _, output = await asyncio.wait_for(process.communicate(), _PATIENCE)
    except TimeoutError:
        return "systemctl"
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode == 0:
        return ""
    lines = output.decode("utf-8", "replace").split("\n")
    return lines[0] or "systemctl"
