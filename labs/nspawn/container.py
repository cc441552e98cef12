"""A Debian in a folder, booted in a container with its own systemd as PID 1."""

import os
import pty
import subprocess
import time
import tty
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shlex import quote
from typing import Final, Self

PATIENCE: Final = 60.0
"""Seconds after which to stop waiting for something."""
_DIALOUT: Final = 20
"""Debian's number of the group that serial ports belong to."""


@dataclass(frozen=True, slots=True)
class Result:
    """The exit status and the output of a command."""

    status: int
    text: str


@dataclass(frozen=True, slots=True)
class Port:
    """A serial port of the container: the far end of a pseudo-terminal."""

    near: int
    path: str

    @classmethod
    def open(cls) -> Self:
        """Create a port that members of `dialout` may use, as udev would."""
        near, far = pty.openpty()
        tty.setraw(far)
        path = Path(os.ttyname(far))
        os.chown(path, 0, _DIALOUT)
        path.chmod(0o660)
        os.close(far)
        return cls(near, str(path))

    def send(self, frame: bytes) -> None:
        """Send bytes as a reader would."""
        os.write(self.near, frame)


@dataclass(frozen=True, slots=True)
class Container:
    """A booted container; `root` is its file system, seen from outside."""

    root: Path
    leader: int

    def run(self, command: str, *, most: float = PATIENCE) -> Result:
        """Run a shell command as the container's root, with nobody to answer its questions."""
        enter = ("nsenter", "--target", str(self.leader), "--all", "/bin/sh", "-c", command)
        process = subprocess.run(
            enter,
            input="",
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=most,
            env=_ENVIRONMENT,
        )
        return Result(process.returncode, process.stdout)

    def type(self, command: str, person: str, *, most: float = PATIENCE) -> Result:
        """Let a person log in and type a command."""
        return self.run(f"runuser --login {person} --command {quote(command)}", most=most)

    def do(self, command: str) -> str:
        """Run a command that must succeed, and return its output."""
        result = self.run(command)
        assert result.status == 0, f"{command}: {result.text}"
        return result.text.strip()

    def show(self, key: str, unit: str = "companion") -> str:
        """Return a property of a unit."""
        return self.do(f"systemctl show --property {key} --value {unit}")

    def until(self, condition: Callable[[], bool], most: float = PATIENCE) -> None:
        """Poll until a condition holds; systemd notifies only clients of its own bus."""
        due = time.monotonic() + most
        while not condition():
            if time.monotonic() > due:
                raise AssertionError(self.do("journalctl --no-pager --lines 40"))
            os.waitid(os.P_PID, pause(0.1), os.WEXITED)


_ENVIRONMENT: Final = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"}


def pause(seconds: float) -> int:
    """Start a process that ends after a while and return its number."""
    return os.posix_spawnp("sleep", ["sleep", str(seconds)], os.environ)


@contextmanager
def booted(root: Path, binds: Mapping[str, str], *, forgetful: bool = False) -> Iterator[Container]:
    """Boot the Debian in `root`; `binds` gives paths in it to files of this computer.

    Its only network is its own loopback. A forgetful container writes nothing to `root`, which may
    be in use by another container at the time.
    """
    command = [
        *("systemd-nspawn", "--quiet", "--directory", str(root), "--boot"),
        *("--register=no", "--keep-unit", "--console=pipe", "--private-network"),
        *(f"--bind={outside}:{inside}" for inside, outside in binds.items()),
        *(("--volatile=overlay",) if forgetful else ()),
    ]
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "SYSTEMD_NSPAWN_LOCK": "0" if forgetful else "1"},
    ) as nspawn:
        try:
            container = Container(root, _leader(nspawn))
            container.until(lambda: container.run("systemctl is-active dbus").status == 0)
            container.run("systemctl is-system-running --wait")
            yield container
        finally:
            nspawn.terminate()
            try:
                nspawn.wait(20)
            except subprocess.TimeoutExpired:
                nspawn.kill()


def _leader(nspawn: "subprocess.Popen[bytes]") -> int:
    """Return the process id that the container's PID 1 has outside."""
    children = Path(f"/proc/{nspawn.pid}/task/{nspawn.pid}/children")
    due = time.monotonic() + PATIENCE
    while time.monotonic() < due and nspawn.poll() is None:
        for child in children.read_text(encoding="ascii").split():
            if Path(f"/proc/{child}/comm").read_text(encoding="ascii").strip() == "systemd":
                return int(child)
        os.waitid(os.P_PID, pause(0.05), os.WEXITED)
    raise AssertionError("the container did not start")
