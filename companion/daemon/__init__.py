"""The daemon: builds the box that the settings describe, and runs it."""

import asyncio
import gc
import logging
import signal
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from companion.daemon import systemd
from companion.daemon.box import Box
from companion.daemon.build import build
from companion.daemon.readiness import PageAddresses
from companion.devices.clock import LoopClock
from companion.engine.fold import Draw
from companion.records.archive import check_continuable
from companion.session.inputs import Heartbeat
from companion.settings import Settings
from companion.storage import pending_restore

__all__ = ["Box", "build", "run"]

_LOG: Final = logging.getLogger(__name__)


async def run(
    settings: Settings,
    draw: Draw,
    *,
    ask: bool,
    play: Callable[[PageAddresses], None] | None = None,
    notices: Path | None = None,
) -> bool:
    """Run the daemon until it gets SIGTERM or SIGINT; see ``build`` for ``ask``.

    Return whether a backup is waiting, so that the daemon has to be restarted with it. A backup
    that is waiting at the start is restored first; if that fails, a message is shown.

    ``play`` is called when the page that shows the emulated hardware can be opened. ``notices`` is
    a folder of sentences about the computer, which are shown.
    """
    for warning in settings.warnings:
        _LOG.warning("%s", warning)
    loop = asyncio.get_running_loop()
    trouble = pending_restore.restore(settings.state, check_continuable)
    with TemporaryDirectory(prefix="companion-") as folder:
        clock, notifier = LoopClock(loop), systemd.process_notifier()
        box = build(settings, clock, draw, Path(folder), ask=ask, play=play, notifier=notifier)
        gc.freeze()  # everything so far lives until the end: the collector may skip it
        gc.enable()
        running = asyncio.ensure_future(box.run())
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, running.cancel)
        if trouble is not None:
            box.session.sink(Heartbeat(partial(box.session.announce, trouble)))
        if notices is not None:  # only on a card
            from companion.daemon.host_notices import HostNotices

            HostNotices(notices, box.session).listen(loop)
        with suppress(asyncio.CancelledError):
            await running
    return box.replacement is not None
