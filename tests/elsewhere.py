"""Emulated modules in a separate thread, for programs that run their own event loop."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from companion.devices.clock import LoopClock
from companion.emulation.emulators import EmulatedReader


class Elsewhere:
    """A thread with an event loop in which modules live, independent of the program under test."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.clock = LoopClock(self.loop)
        self.modules: list[EmulatedReader] = []
        self._thread = threading.Thread(target=self._run)
        self._ready = threading.Event()

    def _run(self) -> None:
        self.loop.call_soon(self._plug)
        self.loop.run_forever()
        self.loop.close()

    def _plug(self) -> None:
        for module in self.modules:
            module.plug()
        self._ready.set()

    def _unplug(self) -> None:
        for module in self.modules:
            module.unplug()
        self.loop.stop()

    def do(self, act: Callable[..., object], *values: object) -> None:
        """Call ``act``, such as a module's method, in the modules' thread."""
        self.loop.call_soon_threadsafe(act, *values)

    def start(self) -> None:
        self._thread.start()
        assert self._ready.wait(10)

    def stop(self) -> None:
        self.loop.call_soon_threadsafe(self._unplug)
        self._thread.join()


@contextmanager
def plugged(*modules: EmulatedReader, world: Elsewhere) -> Iterator[None]:
    world.modules += modules
    world.start()
    try:
        yield
    finally:
        world.stop()
