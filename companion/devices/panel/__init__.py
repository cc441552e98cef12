"""Driver thread of the panel, a small OLED that only receives changes."""

import errno
from asyncio import AbstractEventLoop, Future
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

import msgspec
from gpiozero import Factory
from msgspec.structs import replace
from PIL.Image import Image, Transpose

from companion.devices import DeviceStatus, Sink, State
from companion.devices.clock import Clock, TimerHandle, next_look
from companion.devices.panel.grey import GreyOled
from companion.devices.panel.i2c import Bus
from companion.devices.panel.oled import Display, Oled, PanelState
from companion.devices.panel.spi import SpiBus, WiredSpi
from companion.engine.message import join, say

_REMEDIES: Final = {
    errno.ENOENT: say("there is no such bus: switch I2C, or SPI, on: sudo companion setup-pi"),
    errno.EACCES: say("no permission for the bus: add the user to the group i2c"),
    errno.ENXIO: say("no answer: check the panel's wiring and address"),
    errno.EREMOTEIO: say("no answer: check the panel's wiring and address"),
    errno.ETIMEDOUT: say("the bus hangs: check the panel's wiring"),
}


class SpiLines(msgspec.Struct, frozen=True):
    """The pins, in BCM numbers, that an SPI panel has besides the bus."""

    dc: int
    reset: int
    factory: Factory | None = None


class OledPanel:
    """An `Oled`, or a `GreyOled`, that never blocks and never raises; a `companion.devices.Panel`.

    Bus writes happen in one worker thread, which sleeps while there is nothing to do. Requests made
    during a write are merged into one picture, so frames are dropped and never queued. A panel that
    is away is tried about every two seconds, with three wake-ups each time. `turned` is for a panel
    that is mounted upside down.
    """

    def __init__(
        self,
        oled: Display,
        clock: Clock,
        loop: AbstractEventLoop,
        *,
        name: str = "panel",
        turned: bool = False,
    ) -> None:
        self.size = oled.size
        self.grey = isinstance(oled, GreyOled)
        self._turned = turned
        self._oled = oled
        self._clock = clock
        self._loop = loop
        self._sink: Sink | None = None
        self._worker: ThreadPoolExecutor | None = None
        self._status = DeviceStatus(name, State.ABSENT)
        self._wanted = PanelState(oled.blank)
        self._shown: PanelState | None = None
        self._busy = False
        self._waiting: Future[bool] | None = None
        self._timer: TimerHandle | None = None

    def start(self, sink: Sink) -> None:
        """Look for the panel and report its state from now on."""
        self._sink = sink
        self._worker = ThreadPoolExecutor(1, thread_name_prefix=self._status.device)
        self._tell(State.STARTING)
        self._write()

    def draw(self, image: Image) -> Awaitable[bool]:
        """Show an image of the panel's mode and size; see `companion.devices.Panel`."""
        mode = "L" if self.grey else "1"
        if image.mode != mode or image.size != self.size:
            width, height = self.size
            raise ValueError(f"this panel takes images of mode {mode} and {width}x{height} pixels")
        _answer(self._waiting, shown=False)
        self._waiting = waiting = self._loop.create_future()
        upright = image.transpose(Transpose.ROTATE_180) if self._turned else image
        self._want(replace(self._wanted, frame=self._oled.pack(upright)))
        return waiting

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255."""
        if level not in range(256):
            raise ValueError(f"a contrast of {level} is outside 0 to 255")
        self._want(replace(self._wanted, contrast=level))

    def hide(self) -> None:
        """Darken the panel; frames still reach its memory."""
        self._want(replace(self._wanted, lit=False))

    def show(self) -> None:
        """Light the panel again."""
        self._want(replace(self._wanted, lit=True))

    def refresh(self) -> None:
        """Set the panel up again and send the whole picture, whatever it should be showing."""
        self._shown = None
        self._write()

    def close(self) -> None:
        """Darken the panel and release the bus, after waiting for a write in progress."""
        self._sink = None
        self._stop_timer()
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.submit(self._oled.close)
            worker.shutdown()
        self._answer_waiting(shown=False)

    def _want(self, picture: PanelState) -> None:
        self._wanted = picture
        self._write()

    def _write(self) -> None:
        """Send the desired picture; a write in progress calls this again when it ends."""
        if self._worker is None or self._timer is not None:
            self._answer_waiting(shown=False)
        elif self._busy:
            return
        elif self._wanted == self._shown:
            self._answer_waiting(shown=True)
        else:
            self._busy = True
            show = partial(self._oled.show, self._wanted, anew=self._shown is None)
            job = self._loop.run_in_executor(self._worker, show)
            job.add_done_callback(partial(self._finish_write, self._waiting))
            self._shown, self._waiting = self._wanted, None

    def _finish_write(self, waiting: Future[bool] | None, job: Future[None]) -> None:
        self._busy = False
        error = job.exception()
        _answer(waiting, shown=error is None)
        if error is None:
            self._tell(State.OK)
        elif isinstance(error, OSError):
            self._lose(error)
        else:
            raise error
        self._write()

    def _lose(self, error: OSError) -> None:
        self._shown = None
        worked = self._status.state in {State.OK, State.DEGRADED}
        remedy = _REMEDIES.get(error.errno or 0, say("check the panel and its bus"))
        self._tell(State.DEGRADED if worked else State.ABSENT, join(": ", [str(error), remedy]))
        if self._worker is not None:
            self._timer = self._clock.call_at(next_look(self._clock.now()), self._try_again)

    def _try_again(self) -> None:
        self._timer = None
        self._write()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _answer_waiting(self, *, shown: bool) -> None:
        waiting, self._waiting = self._waiting, None
        _answer(waiting, shown=shown)

    def _tell(self, state: State, detail: str = "") -> None:
        status = replace(self._status, state=state, detail=detail)
        if status != self._status:
            self._status = status
            if self._sink is not None:
                self._sink(status)


def _answer(waiting: Future[bool] | None, *, shown: bool) -> None:
    if waiting is not None and not waiting.done():
        waiting.set_result(shown)


def open_panel(
    bus: int | str | Bus,
    controller: str,
    size: tuple[int, int],
    *,
    clock: Clock,
    loop: AbstractEventLoop,
    address: int = 0x3C,
    turned: bool = False,
) -> OledPanel:
    """Return a panel that is not started yet; nothing is sent and nothing opened.

    `bus` is the number or path of an I2C bus, such as 1 or "/dev/i2c-1", or an open bus.
    `controller` is "ssd1306" (128x64 or 128x32), "ssd1309" or "sh1106" (128x64). Raises
    `ValueError` for any other controller or size.
    """
    return OledPanel(Oled(controller, size, bus, address), clock, loop, turned=turned)


def open_grey_panel(
    bus: str | Callable[[], SpiBus],
    size: tuple[int, int],
    *,
    clock: Clock,
    loop: AbstractEventLoop,
    lines: SpiLines,
    turned: bool = False,
) -> OledPanel:
    """Return a panel with an SSD1322 that is not started yet; nothing is opened.

    `bus` is the path of an SPI device, such as "/dev/spidev0.0", or opens another bus.
    """
    if isinstance(bus, str):
        bus = partial(WiredSpi, bus, lines.dc, lines.reset, lines.factory)
    return OledPanel(GreyOled(size, bus), clock, loop, turned=turned)
