"""A card in a virtual computer for arm64, booted with the card's own kernel.

What the firmware of a Raspberry Pi does between power-on and kernel is done here: it reads
`autoboot.txt`, honours *tryboot* once, and loads kernel, initrd and command line from the boot
partition. Everything after that is the card itself. People's hand is SSH, with a key on the card.
"""

import json
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote
from socket import AF_UNIX, create_server, socket
from typing import Final

MIB: Final = 1 << 20
_SECTORS: Final = 2048
"""Sectors of 512 bytes in a MiB."""
_TABLE: Final = Path(__file__).resolve().parents[2] / "tools" / "image" / "partitions"
_STARTS: Final = [
    int(start) // _SECTORS
    for start in re.findall(r"^start=(\d+)", _TABLE.read_text(encoding="utf-8"), re.MULTILINE)
]
CARD: Final = _STARTS[0]
"""Where the first partition begins, in MiB."""
BOOT: Final = {number: _STARTS[number - 1] for number in (2, 3)}
"""Where the boot partitions begin, in MiB, by number."""
PATIENCE: Final = 2400.0
"""Seconds for a start: on a busy computer emulation takes a hundred times as long as a Pi."""
_TRYBOOT: Final = re.compile(r"Restarting system with command '0 tryboot'")
_BY_HAND: Final = "human-monitor-command"
_COLOUR: Final = re.compile(r"\x1b\[[0-9;:?]*[a-zA-Z]")
_CONSOLE: Final = "console=ttyAMA0 systemd.show_status=1 udev.event_timeout=1800 mitigations=off"
"""What emulation adds to the command line; udev gives up a device that takes it three minutes."""


class MachineError(AssertionError):
    """The machine did not do what was expected of it."""


def free_port() -> int:
    """Return a port of the loopback interface that nobody listens on."""
    with create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@dataclass(slots=True)
class Machine:
    """A computer with the card ``disk``; its files go to ``folder``."""

    folder: Path
    disk: Path
    key: Path
    """The private key whose public half is on the card."""
    recording: Path | None = None
    """The log of all that the disk is told to write, if it is wanted."""
    sticks: int = 0
    """How many sticks have been plugged in."""
    ssh: int = field(default_factory=free_port)
    web: int = field(default_factory=free_port)
    starts: int = 0
    began: float = 0.0
    _process: "subprocess.Popen[bytes] | None" = None

    @property
    def console(self) -> Path:
        """What the kernel and the first programs have said since the last start."""
        return self.folder / f"console-{self.starts}.log"

    def read(self, partition: int, name: str) -> str:
        """Return a file of a FAT partition, empty if it is not there."""
        place = CARD if partition == 1 else BOOT[partition]
        shown = subprocess.run(
            ("/usr/bin/mtype", "-i", f"{self.disk}@@{place}M", f"::/{name}"),
            capture_output=True,
            check=False,
        )
        return shown.stdout.decode() if shown.returncode == 0 else ""

    def write(self, name: str, content: str) -> None:
        """Put a file on the first partition, as people do at another computer."""
        fresh = self.folder / name
        fresh.write_text(content, encoding="utf-8")
        place = f"{self.disk}@@{CARD}M"
        subprocess.run(("/usr/bin/mcopy", "-o", "-i", place, fresh, f"::/{name}"), check=True)

    def partition(self, *, tryboot: bool) -> int:
        """Return which partition the firmware starts."""
        number, counts = 2, True
        for line in self.read(1, "autoboot.txt").splitlines():
            if line.startswith("["):
                counts = line == "[all]" or (tryboot and line == "[tryboot]")
            elif counts and line.startswith("boot_partition="):
                number = int(line.partition("=")[2])
        return number

    def switch_on(self, *, tryboot: bool = False, frozen: Path | None = None) -> None:
        """Do what the firmware does, and start the kernel; or go on as it was ``frozen``."""
        number = self.partition(tryboot=tryboot)
        self.starts += 1
        for name in ("vmlinuz", "initrd.img"):
            place = f"{self.disk}@@{BOOT[number]}M"
            command = ("/usr/bin/mcopy", "-o", "-n", "-i", place, f"::/{name}", self.folder / name)
            subprocess.run(command, check=True)
        line = self.read(number, "cmdline.txt").strip()
        self.began = time.monotonic()
        thawed = () if frozen is None else ("-incoming", f"exec:cat {quote(str(frozen))}")
        with self.console.open("wb") as console:
            self._process = subprocess.Popen(
                [*self._command(f"{line.replace('quiet', '')} {_CONSOLE}"), *thawed],
                stdin=subprocess.DEVNULL,
                stdout=console,
                stderr=console,
                start_new_session=True,
            )

    def _command(self, line: str) -> list[str]:
        hand = f"hostfwd=tcp:127.0.0.1:{self.ssh}-:22,hostfwd=tcp:127.0.0.1:{self.web}-:8080"
        return [
            *("qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a72", "-smp", "2", "-m", "1024"),
            *("-accel", "tcg,thread=multi,tb-size=512"),
            *("-nographic", "-no-reboot", "-serial", "stdio", "-device", "qemu-xhci"),
            *("-qmp", f"unix:{self._monitor},server,nowait"),
            *("-kernel", str(self.folder / "vmlinuz"), "-initrd", str(self.folder / "initrd.img")),
            *("-append", line),
            *self._disk(),
            *("-netdev", f"user,id=net,{hand}", "-device", "virtio-net-pci,netdev=net,romfile="),
        ]

    def _disk(self) -> list[str]:
        if self.recording is None:
            drive = f"file={self.disk},format=raw,if=none,id=card,cache=writeback"
            return ["-drive", drive, "-device", "virtio-blk-pci,drive=card"]
        nodes = (
            f"driver=file,filename={self.disk},node-name=disk-file",
            "driver=raw,file=disk-file,node-name=disk",
            f"driver=file,filename={self.recording},node-name=log-file",
            "driver=raw,file=log-file,node-name=log",
            "driver=blklogwrites,file=disk,log=log,log-super-update-interval=1,node-name=card",
        )
        drives = [word for node in nodes for word in ("-blockdev", node)]
        return [*drives, "-device", "virtio-blk-pci,drive=card,write-cache=on"]

    @property
    def _monitor(self) -> Path:
        return self.folder / "monitor"

    @property
    def _hand(self) -> Path:
        """The socket of the one login of this start."""
        return self.folder / f"hand-{self.starts}"

    @contextmanager
    def plugged(self, stick: Path) -> Iterator[None]:
        """Have a USB stick in the machine for a ``with`` block; it may have restarted meanwhile."""
        self.sticks += 1
        name, start = f"stick{self.sticks}", self.starts
        drive = f"file={stick},format=raw,if=none,id={name},readonly=on"
        self._do(f"drive_add 0 {drive}")
        self._do(f"device_add usb-storage,drive={name},id={name}")
        try:
            yield
        finally:
            if self.starts == start:
                self._do(f"device_del {name}")

    def freeze(self, state: Path, disk: Path) -> None:
        """Keep the running machine as it is at this moment, and its disk; then let it go on."""
        self._do("migrate_set_parameter max-bandwidth 4G")
        self._do(f'migrate -d "exec:cat >{quote(str(state))}"')
        while "Migration status: completed" not in self._ask("info migrate"):
            time.sleep(0.5)
        subprocess.run(("/usr/bin/cp", "--sparse=always", self.disk, disk), check=True)
        self._do("cont")

    def _do(self, command: str) -> None:
        """Do something to the machine itself; nothing answers if it is off."""
        said = self._ask(command)
        if said not in {"", "OK"}:
            raise MachineError(f"{command}: {said}")

    def _ask(self, command: str) -> str:
        """Return what the machine's monitor says to a command (QMP), nothing if it is off."""
        hand, answer = {"command-line": command}, "{}"
        said = ({"execute": "qmp_capabilities"}, {"execute": _BY_HAND, "arguments": hand})
        with socket(AF_UNIX) as monitor, suppress(ConnectionError, FileNotFoundError):
            monitor.settimeout(60)
            monitor.connect(str(self._monitor))
            with monitor.makefile() as answers:
                for message in said:
                    monitor.sendall(json.dumps(message).encode())
                    told = (line for line in answers if '"return"' in line or '"error"' in line)
                    answer = next(told)
            return str(json.loads(answer).get("return", answer)).strip()
        return ""

    def run(self, command: str, seconds: float = 120.0) -> str:
        """Run a shell command as root and return its output; it must succeed."""
        done = self._ssh(command, seconds)
        if done.returncode:
            raise MachineError(f"{command}: status {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout.strip()

    def _ssh(self, command: str, seconds: float) -> "subprocess.CompletedProcess[str]":
        options = (
            *("StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR"),
            # One login for all commands of a start: a login takes emulation half a minute.
            *("ControlMaster=auto", "ControlPersist=yes", f"ControlPath={self._hand}"),
        )
        chosen = [word for option in options for word in ("-o", option)]
        there = ("-p", str(self.ssh), "-i", str(self.key), "owner@127.0.0.1")
        try:
            return subprocess.run(
                (
                    "/usr/bin/ssh",
                    "-o",
                    "ConnectTimeout=30",
                    *chosen,
                    *there,
                    f"sudo sh -c {quote(command)}",
                ),
                capture_output=True,
                text=True,
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return subprocess.CompletedProcess((), 255, "", f"no answer within {seconds:.0f} s")

    def await_said(self, words: str, seconds: float = PATIENCE) -> float:
        """Wait until the console says something; return the seconds since power-on."""
        while words not in _COLOUR.sub("", self.console.read_text(errors="replace")):
            self._check(words, seconds)
            time.sleep(0.5)
        return time.monotonic() - self.began

    def await_ready(self, seconds: float = PATIENCE) -> float:
        """Wait until the companion has reported READY; return the kernel's seconds at that time.

        The console does not always say so: at its end it belongs to the login.
        """
        self.await_hand(seconds)
        while self._ssh("systemctl is-active --quiet companion.service", 60.0).returncode:
            self._check("READY", seconds)
            time.sleep(2.0)
        key = "ActiveEnterTimestampMonotonic"
        return int(self.run(f"systemctl show --value -p {key} companion.service")) / 1e6

    def await_notice(self, words: str, seconds: float = PATIENCE) -> str:
        """Wait until one of the sentences for the panel has some words; return all sentences."""
        began = time.monotonic()
        while True:
            said = self._ssh("cat /run/companion-host/notices/*", 60.0).stdout
            if words in said:
                return said
            assert self._process is not None
            if self._process.poll() is not None or time.monotonic() - began > seconds:
                raise MachineError(f"{words}: not within {seconds:.0f} s, but: {said}")
            time.sleep(2.0)

    def await_more(self, count: str, than: int, seconds: float = PATIENCE) -> None:
        """Wait until a command prints a larger number."""
        began = time.monotonic()
        while (now := int(self.run(count))) <= than:
            if time.monotonic() - began > seconds:
                raise MachineError(f"{count}: not within {seconds:.0f} s, but {now}")
            time.sleep(0.2)

    def await_hand(self, seconds: float = PATIENCE) -> None:
        """Wait until commands can be given."""
        while self._ssh("true", 60.0).returncode:
            self._check("an answer by SSH", seconds)
            time.sleep(2.0)

    def await_end(self, seconds: float = PATIENCE) -> bool:
        """Wait until it restarts or is off; return whether it asked for a trial start."""
        assert self._process is not None
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            raise self._failed("an end", seconds) from None
        return _TRYBOOT.search(self.console.read_text(errors="replace")) is not None

    def switch_off(self) -> None:
        """Pull the plug."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def _check(self, what: str, seconds: float) -> None:
        assert self._process is not None
        if self._process.poll() is not None or time.monotonic() - self.began > seconds:
            raise self._failed(what, seconds)

    def _failed(self, what: str, seconds: float) -> MachineError:
        log = self.console.read_text(errors="replace")[-3000:]
        return MachineError(f"{what}: not within {seconds:.0f} s; the console says:\n{log}")


@contextmanager
def switched_on(machine: Machine) -> Iterator[Machine]:
    """Start a machine for a ``with`` block, and pull its plug after it."""
    machine.switch_on()
    try:
        yield machine
    finally:
        machine.switch_off()
