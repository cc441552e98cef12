"""Shows notices about the computer that other processes have written."""

import signal
from asyncio import AbstractEventLoop
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from companion.engine.message import join
from companion.host import notices
from companion.session.inputs import Heartbeat
from companion.session.session import Session


@dataclass(slots=True, eq=False)
class HostNotices:
    """Shows each notice in a folder once; the screen that it covers is restored by a key."""

    folder: Path
    session: Session
    _shown: tuple[str, ...] = ()

    def listen(self, loop: AbstractEventLoop) -> None:
        """Poll now, and whenever the process gets SIGHUP (``systemctl reload``)."""
        loop.add_signal_handler(signal.SIGHUP, self.poll)
        self.poll()

    def poll(self) -> None:
        """Announce new notices: the first one, and the number of others, which the doctor lists."""
        now = notices.read(self.folder)
        fresh = [sentence for sentence in now if sentence not in self._shown]
        self._shown = now
        if fresh:
            more = f" (+{len(fresh) - 1})" if fresh[1:] else ""
            summary = join("", (fresh[0], more))
            self.session.sink(Heartbeat(partial(self.session.announce, summary)))
