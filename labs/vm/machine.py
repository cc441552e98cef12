"""A whole box in user-mode Linux, whose buttons, lamps, panel and reader belong to the test."""

import json
import os
import signal
import socket
import subprocess
import tarfile
import time
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from shlex import quote
from threading import Condition
from typing import Final

from PIL.Image import Image

from companion.emulation.i2c import EmulatedBus
from companion.emulation.manual_clock import ManualClock
from companion.emulation.oled import OledChip
from companion.emulation.rdm6300 import PERIOD, EmulatedRdm6300
from companion.emulation.ssd1306 import SSD1306
from companion.emulation.terminal import blocks
from companion.storage.journal import FILE as JOURNAL
from labs.vm import virtio_i2c
from labs.vm.vhost import Backend

PANEL: Final = 0x3C
"""The address of the panel."""
PATIENCE: Final = 60.0
"""Seconds after which something that was expected is not expected any more."""
HELD: Final = 0.1
"""Seconds for which a button is pressed, longer than its contact takes to settle."""
STILL: Final = 0.5
"""Seconds without news after which a picture is complete."""
CARD: Final = "64M"
"""The size of a second disk, /dev/ubdb: an empty file system."""
UNIT: Final = "companion.service"
STATE: Final = "/var/lib/compass-companion"
_TERMINAL: Final = (70, 40)
_COUNT: Final = f"python3 /usr/local/lib/box/entries.py {STATE}/{JOURNAL}"
_LINES: Final = "/sys/devices/platform/gpio-sim.0/gpiochip0/sim_gpio"


class MachineError(AssertionError):
    """The machine did not do what was expected of it."""


@dataclass(slots=True)
class Machine:
    """A box that runs the kernel ``kernel`` on the disk ``image``, which is not changed.

    ``folder`` receives changes and the console's log; ``pins`` are the BCM numbers of the buttons,
    by name.
    """

    folder: Path
    kernel: Path
    image: Path
    pins: dict[str, int]
    panel: OledChip = field(default_factory=lambda: OledChip(SSD1306))
    bus: EmulatedBus = field(init=False)
    reader: EmulatedRdm6300 = field(init=False)
    _hand: ManualClock = field(default_factory=ManualClock)
    _changed: Condition = field(default_factory=Condition)
    _backend: Backend = field(init=False)
    _line: socket.socket = field(init=False)
    _process: "subprocess.Popen[bytes]" = field(init=False)
    _heard: bytes = b""

    def __post_init__(self) -> None:
        """Switch the box on."""
        self.bus = EmulatedBus({PANEL: self.panel}, on_transaction=self._notice)
        self.reader = EmulatedRdm6300(self.folder / "reader", self._hand)
        self.reader.plug()
        place = self.folder / "i2c"
        features = virtio_i2c.ZERO_LENGTH_REQUEST
        self._backend = Backend(place, virtio_i2c.adapter(self.bus), features)
        command = ["/sbin/mke2fs", "-q", "-t", "ext4", str(self.folder / "card"), CARD]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        self._line, other = socket.socketpair()
        with other, self.console.open("wb") as console:
            self._process = subprocess.Popen(
                self._command(other.fileno()),
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=console,
                pass_fds=[other.fileno()],
                start_new_session=True,
            )

    @property
    def console(self) -> Path:
        """The log of the kernel and of the first programs that it starts."""
        return self.folder / "console.log"

    def _command(self, line: int) -> list[str]:
        return [
            str(self.kernel),
            "mem=512M",
            f"ubd0={self.folder / 'changes'},{self.image}",
            f"ubd1={self.folder / 'card'}",
            "root=/dev/ubda",
            "rw",
            "con0=null,fd:1",
            "con=null",
            f"ssl0=fd:{line}",
            f"ssl1=tty:{self.reader.port}",
            f"virtio_uml.device={self.folder / 'i2c'}:{virtio_i2c.DEVICE}",
            f"uml_dir={self.folder}",
            "umid=box",
            "systemd.show_status=0",
            "quiet",
        ]

    def await_agent(self) -> None:
        """Wait until the agent inside accepts commands."""
        self._receive(PATIENCE)

    def run(self, command: str, seconds: float = PATIENCE) -> str:
        """Run a shell command inside as root and return its output; it must succeed."""
        self._line.sendall(json.dumps(command).encode() + b"\n")
        answer = self._receive(seconds)
        assert isinstance(answer, dict)
        if answer["status"] != 0:
            raise MachineError(f"{command}: status {answer['status']}\n{answer['said']}")
        return str(answer["said"]).strip()

    def until_inside(self, command: str, seconds: float = PATIENCE) -> None:
        """Wait until a shell command inside succeeds."""
        self.run(f"timeout {seconds} sh -c {quote(f'until {command}; do sleep 0.1; done')}")

    def await_unit(self) -> None:
        """Wait until the companion has reported that it is ready."""
        self.until_inside(f"systemctl is-active --quiet {UNIT}")

    def show(self, key: str) -> str:
        """Return a property of the companion's unit."""
        return self.run(f"systemctl show --value -p {key} {UNIT}")

    def entries(self) -> int:
        """Return how many entries the journal has."""
        return int(self.run(_COUNT))

    def await_entries(self, count: int) -> None:
        """Wait until the journal has so many entries."""
        self.until_inside(f"[ $({_COUNT}) -ge {count} ]")

    def restart(self) -> None:
        """Restart the companion, whatever systemd's limit on restarts, and wait for its picture."""
        self.run(f"systemctl stop {UNIT}; systemctl reset-failed {UNIT}")
        self.bus.traffic()
        self.run(f"systemctl start {UNIT}")
        self.until(lambda: self.bus.traffic().transactions > 0, "the first picture")
        self.still()

    def begin_game(self) -> None:
        """Answer all questions with the first answer, and confirm that everything is laid out."""
        self.await_unit()
        while self.entries() == 0:
            self.tap("a")
        self.tap("b")

    def act(self) -> None:
        """Take the first action on offer, and wait until it is in the journal."""
        before = self.entries()
        while self.entries() == before:
            self.tap("a")

    def fetch_state(self, folder: Path) -> None:
        """Copy the companion's state folder into the existing ``folder``."""
        packed = self.run(f"tar -C {STATE} -cz . | base64 -w 0")
        with tarfile.open(fileobj=BytesIO(b64decode(packed))) as archive:
            archive.extractall(folder, filter="data")

    def press(self, button: str) -> None:
        """Connect a button's pin to ground, and keep it there."""
        self.run(f"echo pull-down >{_LINES}{self.pins[button]}/pull")

    def release(self, button: str) -> None:
        """Release a button."""
        self.run(f"echo pull-up >{_LINES}{self.pins[button]}/pull")

    def tap(self, button: str) -> None:
        """Press a button briefly."""
        pull = f"{_LINES}{self.pins[button]}/pull"
        self.run(f"echo pull-down >{pull}; sleep {HELD}; echo pull-up >{pull}; sleep {HELD}")

    def is_lit(self, pin: int) -> bool:
        """Return whether an output's level is high."""
        return self.run(f"cat {_LINES}{pin}/value") == "1"

    @contextmanager
    def laid(self, tag: str) -> Iterator[None]:
        """Keep a tag on the reader within a ``with`` block."""
        self.reader.place(tag)
        try:
            yield
        finally:
            self.reader.lift()

    def pixels(self) -> bytes:
        """Return the pixels of the panel."""
        return self.picture().tobytes()

    def still(self) -> bytes:
        """Return the pixels of the panel once nothing has been sent to it for a while."""
        with self._changed:
            while self._changed.wait(STILL):
                pass
        return self.pixels()

    def picture(self) -> Image:
        """Return the image on the panel."""
        with self._changed:
            return self.panel.image()

    def pull_panel(self) -> None:
        """Unplug the panel: nothing answers at its address, and it loses power."""
        del self.bus.chips[PANEL]
        self.panel.power_cycle()

    def plug_panel(self) -> None:
        """Plug the panel in again."""
        self.bus.chips[PANEL] = self.panel

    def until(self, happened: Callable[[], bool], what: str, seconds: float = PATIENCE) -> float:
        """Wait until something has happened on a bus, and return how many seconds that took.

        Meanwhile a tag on the reader is read again and again.
        """
        began = time.monotonic()
        with self._changed:
            while not happened():
                if time.monotonic() - began > seconds:
                    picture = blocks(self.panel.image(), *_TERMINAL)
                    raise MachineError(f"{what}: not within {seconds:.0f} s; it shows:\n{picture}")
                self._changed.wait(PERIOD)
                self._hand.advance(PERIOD)
        return time.monotonic() - began

    def switch_off(self) -> None:
        """Pull the plug; from then on nothing is written."""
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._line.close()
        self._backend.close()
        self.reader.unplug()

    def _notice(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def _receive(self, seconds: float) -> object:
        """Return the next message of the agent inside."""
        self._line.settimeout(seconds)
        while b"\n" not in self._heard:
            try:
                received = self._line.recv(1 << 16)
            except TimeoutError:
                received = b""
            if not received:
                log = self.console.read_text(errors="replace")[-2000:]
                raise MachineError(f"no answer within {seconds:.0f} s; the console says:\n{log}")
            self._heard += received
        line, _, self._heard = self._heard.partition(b"\n")
        return json.loads(line)
