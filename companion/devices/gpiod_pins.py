"""Pin factory for gpiozero on the kernel's line events, which wake the process only for edges.

lgpio, gpiozero's usual choice, wakes about 1,760 times a second as soon as one edge is watched
(its thread polls every half millisecond). Here one thread sleeps in the kernel until a line
changes. The maintained `gpiod` package (libgpiod 2) makes the system calls; edges carry the
kernel's time stamps, and `bounce` sets the kernel's debouncer.

Choose it with `GPIOZERO_PIN_FACTORY=companion-gpiod`, or as ``GpiodFactory()``. It does not support
PWM, which is left to lgpio or the hardware.
"""

import logging
import os
import select
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, cast

from gpiozero.exc import (
    BadPinFactory,
    PinFixedPull,
    PinInvalidBounce,
    PinInvalidEdges,
    PinInvalidFunction,
    PinInvalidPull,
    PinPWMUnsupported,
    PinSetInput,
    PinUnknownPi,
)
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

if TYPE_CHECKING:
    from gpiod import EdgeEvent, LineSettings

LABELS: Final = ("pinctrl-rp1", "pinctrl-bcm")
"""Prefixes of the label of the chip behind the 40 pins: on a Raspberry Pi 5, on all others.

The chip's number cannot be relied on: on a Pi 5 the header was gpiochip4 until the kernel of
August 2024 made it gpiochip0.
"""
NAME: Final = "companion-gpiod"
"""The name by which gpiozero knows the factory; see the entry points."""
CONSUMER: Final = "compass-companion"
"""The name under which the kernel lists our lines."""
_LOG: Final = logging.getLogger(__name__)
_NANOSECONDS: Final = 1_000_000_000
_PULLS: Final = ("up", "down", "floating")
_EDGES: Final = ("both", "rising", "falling")


class LineRequest(Protocol):
    """A requested line: the part of ``gpiod.LineRequest`` that this module uses."""

    fd: int

    def get_value(self, line: int) -> object:
        """Return the level of a line."""

    def set_value(self, line: int, value: object) -> None:
        """Set the level of a line."""

    def reconfigure_lines(self, config: "dict[int, LineSettings]") -> None:
        """Change the direction, bias, edges or debouncing of lines."""

    def read_edge_events(self) -> "list[EdgeEvent]":
        """Return and consume the edges that the kernel has seen."""

    def release(self) -> None:
        """Release the line."""


class GpioChip(Protocol):
    """The part of ``gpiod.Chip`` that this module uses."""

    def request_lines(self, config: "dict[int, LineSettings]", consumer: str) -> LineRequest:
        """Request lines. Raises ``OSError`` if one is in use."""

    def close(self) -> None:
        """Release the chip."""


def find_chip(paths: Iterable[Path], label_of: Callable[[Path], str]) -> Path:
    """Return the chip behind the 40 pins, by its label. Raises ``BadPinFactory``."""
    labels = {}
    # By name, so that the same chip counts at every start if two have one label.
    for path in sorted(paths):
        with suppress(OSError):
            labels[path] = label_of(path)
    for prefix in LABELS:
        for path, label in labels.items():
            if label.startswith(prefix):
                return path
    chips = ", ".join(f"{path.name}: {label}" for path, label in labels.items()) or "none"
    raise BadPinFactory(f"no GPIO chip of a Raspberry Pi was found (chips: {chips})")


def label(path: Path) -> str:
    """Return the label of a chip. Raises ``OSError`` if it cannot be opened."""
    import gpiod

    with gpiod.Chip(str(path)) as chip:
        return str(chip.get_info().label)


def _open() -> GpioChip:
    path = find_chip(Path("/dev").glob("gpiochip*"), label)
    import gpiod  # not before there is a chip

    return cast("GpioChip", gpiod.Chip(str(path)))


def line_event_factory() -> "GpiodFactory | None":
    """Return a factory of this computer's pins; ``None`` leaves the choice to gpiozero.

    It is ``None`` without a Raspberry Pi, without permission, if `gpiod` is not installed, and if
    `GPIOZERO_PIN_FACTORY` names another factory.
    """
    if os.environ.get("GPIOZERO_PIN_FACTORY", NAME) != NAME:
        return None
    try:
        factory = GpiodFactory()
        factory.board_info  # noqa: B018 - raises where the board is unknown
    except (BadPinFactory, PinUnknownPi, ImportError, OSError) as error:
        _LOG.warning("no line events, gpiozero chooses its pins: %s", error)
        return None
    return factory


class TimedEdge(NamedTuple):
    """An edge seen by the kernel, in nanoseconds of its clock, and the function that reports it."""

    at: int
    report: Callable[[], None]


class EdgeWatcher:
    """A thread that waits for the edges of all lines, blocked in the kernel."""

    def __init__(self) -> None:
        """Prepare to watch; the thread starts with the first line."""
        self._wake, self._waker = os.pipe()
        self._poll = select.epoll()
        self._poll.register(self._wake, select.EPOLLIN)
        self._readers: dict[int, Callable[[], Iterable[TimedEdge]]] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def watch(self, fd: int, reader: Callable[[], Iterable[TimedEdge]]) -> None:
        """Call ``reader``, in the thread, whenever ``fd`` can be read, and report its edges.

        The edges of several lines are reported in the order in which they came: a knob's direction
        is that order.
        """
        with self._lock:
            self._readers[fd] = reader
            self._poll.register(fd, select.EPOLLIN)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="gpio", daemon=True)
                self._thread.start()

    def forget(self, fd: int) -> None:
        """Stop watching ``fd``."""
        with self._lock:
            if self._readers.pop(fd, None) is not None:
                self._poll.unregister(fd)

    def close(self) -> None:
        """End the thread and wait for it."""
        thread, self._thread = self._thread, None
        os.write(self._waker, b".")
        if thread is not None and thread is not threading.current_thread():
            thread.join()
        self._poll.close()
        os.close(self._wake)
        os.close(self._waker)

    def _run(self) -> None:
        while True:
            seen: list[TimedEdge] = []
            ready = [fd for fd, _ in self._poll.poll()]
            # Drain all lines before sorting: an edge that was read may be later than one that is
            # still queued on another line.
            while ready:
                if self._wake in ready:
                    return
                with self._lock:
                    readers = [self._readers[fd] for fd in ready if fd in self._readers]
                seen += (edge for reader in readers for edge in reader())
                ready = [fd for fd, _ in self._poll.poll(0)]
            for edge in sorted(seen, key=lambda each: each.at):
                edge.report()


class GpiodFactory(LocalPiFactory):
    """Pins of a Raspberry Pi through the kernel's character device (gpiozero's local factory)."""

    def __init__(self, chip: GpioChip | None = None) -> None:
        """Use ``chip``, by default the one behind the 40 pins. Raises ``BadPinFactory``."""
        super().__init__()
        # Not shared with other local factories: the kernel itself reserves lines.
        self.pins: dict[object, GpiodPin] = {}
        self.chip: GpioChip | None = _open() if chip is None else chip
        self.watcher = EdgeWatcher()
        self.pin_class = GpiodPin

    def close(self) -> None:
        """Release all lines and the chip."""
        pins = tuple(self.pins.values())
        super().close()
        chip, self.chip = self.chip, None
        if chip is not None:
            self.watcher.close()
            for pin in pins:
                pin.release()
            chip.close()


class GpiodPin(LocalPiPin):
    """A line. Every change reconfigures the request; levels are read from the kernel."""

    def __init__(self, factory: GpiodFactory, info: object) -> None:
        """Request the line as a floating input."""
        super().__init__(factory, info)
        self._function = "input"
        self._pull = self.info.pull or "floating"
        self._edges = "both"
        self._bounce: float | None = None
        self._watching = False
        assert factory.chip is not None  # noqa: S101 - a closed factory makes no pins
        self._request = factory.chip.request_lines({self._number: self._settings()}, CONSUMER)

    def close(self) -> None:
        """Make the line a floating input again; the next device on this pin reuses this object."""
        self.when_changed = None
        self._function, self._pull = "input", self.info.pull or "floating"
        self._edges, self._bounce = "both", None
        self._configure()

    def release(self) -> None:
        """Release the line."""
        self._request.release()

    def output_with_state(self, state: object) -> None:
        """Make the line an output that starts at ``state``, without a spike in between."""
        self.when_changed = None
        self._function = "output"
        self._configure(high=bool(state))

    def input_with_pull(self, pull: str) -> None:
        """Make the line an input with a resistor to 3.3 V, to ground, or with none."""
        self._set_function("input")
        self._set_pull(pull)

    def _settings(self, *, high: bool = False) -> "LineSettings":
        from gpiod import LineSettings
        from gpiod.line import Bias, Direction, Edge, Value

        if self._function == "output":
            level = Value.ACTIVE if high else Value.INACTIVE
            return LineSettings(direction=Direction.OUTPUT, output_value=level)
        bias = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}
        edges = {"both": Edge.BOTH, "rising": Edge.RISING, "falling": Edge.FALLING}
        return LineSettings(
            direction=Direction.INPUT,
            bias=bias[self._pull],
            edge_detection=edges[self._edges] if self._watching else Edge.NONE,
            debounce_period=timedelta(seconds=self._bounce or 0),
        )

    def _configure(self, *, high: bool = False) -> None:
        self._request.reconfigure_lines({self._number: self._settings(high=high)})

    def _get_function(self) -> str:
        return self._function

    def _set_function(self, value: str) -> None:
        if value not in ("input", "output"):
            raise PinInvalidFunction(f"invalid function {value!r} for pin {self!r}")
        if value == "output":
            self.when_changed = None
        self._function = value
        self._configure()

    def _get_state(self) -> bool:
        return bool(self._request.get_value(self._number))

    def _set_state(self, value: object) -> None:
        from gpiod.line import Value

        if self._function != "output":
            raise PinSetInput(f"cannot set state of pin {self!r}")
        self._request.set_value(self._number, Value.ACTIVE if value else Value.INACTIVE)

    def _get_pull(self) -> str:
        return self._pull

    def _set_pull(self, value: str) -> None:
        if self._function != "input":
            raise PinFixedPull(f"cannot set pull on non-input pin {self!r}")
        if value not in _PULLS:
            raise PinInvalidPull(f"invalid pull {value!r} for pin {self!r}")
        if self.info.pull not in (value, ""):
            raise PinFixedPull(f"{self!r} has a physical pull-{self.info.pull} resistor")
        self._pull = value
        self._configure()

    def _get_frequency(self) -> None:
        return None

    def _set_frequency(self, value: float | None) -> None:
        if value is not None:
            raise PinPWMUnsupported(f"PWM is not supported on pin {self!r}: use lgpio for it")

    def _get_bounce(self) -> float | None:
        return self._bounce

    def _set_bounce(self, value: float | None) -> None:
        if value is not None and value < 0:
            raise PinInvalidBounce("bounce must be 0 or greater")
        self._bounce = value
        self._configure()

    def _get_edges(self) -> str:
        return self._edges

    def _set_edges(self, value: str) -> None:
        if value not in _EDGES:
            raise PinInvalidEdges(f"invalid edges {value!r} for pin {self!r}")
        self._edges = value
        self._configure()

    def _enable_event_detect(self) -> None:
        self._watching = True
        self._configure()
        self.factory.watcher.watch(self._request.fd, self._read_edges)

    def _disable_event_detect(self) -> None:
        self.factory.watcher.forget(self._request.fd)
        self._watching = False
        self._configure()

    def _read_edges(self) -> list[TimedEdge]:
        """Return the edges that the kernel has seen; runs in the watcher's thread."""
        from gpiod import EdgeEvent

        return [
            TimedEdge(
                event.timestamp_ns,
                partial(
                    self._report_edge,
                    event.timestamp_ns / _NANOSECONDS,
                    int(event.event_type is EdgeEvent.Type.RISING_EDGE),
                ),
            )
            for event in self._request.read_edge_events()
        ]

    def _report_edge(self, ticks: float, level: int) -> None:
        if self._when_changed is not None:
            self._call_when_changed(ticks, level)
