"""A box in QEMU whose disk logs every write and flush until the power is cut."""

import json
import shutil
import subprocess
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from select import select
from typing import Final

from labs.powercut.writes import SECTOR

LOG: Final = 8 << 30
"""Bytes that the log may grow to; the file is sparse."""
ROOM: Final = 1 << 20
"""Bytes of the disk behind the file system; the last sector takes the promises."""


@dataclass(slots=True)
class Recorder:
    """Boots a copy of the disk ``image`` with the kernel beside it; ``words`` go to the kernel."""

    folder: Path
    image: Path
    words: tuple[str, ...] = ()
    marker: int = field(init=False)
    """The sector of the disk that takes the promises."""
    promised: Mapping[str, int] = field(default_factory=dict)
    """What was acknowledged on the serial line, by kind."""
    _process: "subprocess.Popen[bytes]" = field(init=False)

    def __post_init__(self) -> None:
        """Switch the box on."""
        for disk in (self.base, self._disk):
            copy_sparsely(self.image, disk)
            with disk.open("r+b") as file:
                file.truncate(self.image.stat().st_size + ROOM)
        self.marker = self.base.stat().st_size // SECTOR - 1
        with self.log.open("wb") as file:
            file.truncate(LOG)
        self._process = subprocess.Popen(
            self._command(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, bufsize=0
        )

    @property
    def base(self) -> Path:
        """The disk as it was before the recording."""
        return self.folder / "base.img"

    @property
    def log(self) -> Path:
        """The log of all writes and flushes."""
        return self.folder / "writes.log"

    @property
    def console(self) -> Path:
        """The messages of the kernel."""
        return self.folder / "console.log"

    @property
    def _disk(self) -> Path:
        return self.folder / "disk.img"

    def listen(self, enough: Callable[[Mapping[str, int]], bool], seconds: float) -> float:
        """Read promises until there are enough; return how many seconds that took."""
        began = time.monotonic()
        assert self._process.stdout is not None
        while not enough(self.promised):
            left = seconds - (time.monotonic() - began)
            ready, _, _ = select([self._process.stdout], [], [], max(0.0, left))
            line = self._process.stdout.readline() if ready else b""
            if not line:
                output = self.console.read_text(errors="replace")[-2000:]
                raise AssertionError(
                    f"only {self.promised} within {seconds:.0f} s; the console says:\n{output}"
                )
            self.promised = json.loads(line)
        return time.monotonic() - began

    def cut(self) -> None:
        """Pull the plug; what QEMU has logged by then is kept."""
        self._process.terminate()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def _command(self) -> list[str]:
        boot = self.image.with_suffix(".boot")
        return [
            *("qemu-system-x86_64", "-accel", "tcg,thread=multi", "-cpu", "max"),
            *("-machine", "q35", "-smp", "2", "-m", "512", "-nodefaults", "-display", "none"),
            *("-no-reboot", "-kernel", str(next(boot.glob("vmlinuz-*")))),
            *("-initrd", str(next(boot.glob("initrd.img-*"))), "-append", self._words()),
            *self._logged_disk(),
            *("-serial", f"file:{self.console}"),
            *("-chardev", "stdio,id=promises,signal=off", "-serial", "chardev:promises"),
            *("-device", "virtio-rng-pci"),
        ]

    def _words(self) -> str:
        usual = "root=/dev/vda rw console=ttyS0 panic=-1 mitigations=off"
        heard = "systemd.show_status=0 systemd.journald.forward_to_console=1"
        return " ".join((usual, heard, "random.trust_cpu=1", *self.words))

    def _logged_disk(self) -> list[str]:
        nodes = [
            f"driver=file,filename={self._disk},node-name=disk-file",
            "driver=raw,file=disk-file,node-name=disk",
            f"driver=file,filename={self.log},node-name=log-file",
            "driver=raw,file=log-file,node-name=log",
            "driver=blklogwrites,file=disk,log=log,log-super-update-interval=1,node-name=logged",
        ]
        drive = ["-device", "virtio-blk-pci,drive=logged,write-cache=on"]
        return [word for node in nodes for word in ("-blockdev", node)] + drive


def copy_sparsely(source: Path, target: Path) -> None:
    """Copy a file, leaving its holes empty."""
    program = shutil.which("cp")
    assert program
    command = [program, "--sparse=always", "--reflink=auto", str(source), str(target)]
    subprocess.run(command, check=True)
