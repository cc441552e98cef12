"""Runs work in a child process that is stopped at its n-th system call that writes.

There it is killed, or the call fails with an error of choice. A filter of seccomp reports the calls
to the parent, and the kernel lets the child wait until the parent has decided: that needs no
compiler, no root and no library that must be loaded first, only Linux 5.5 or newer.

See seccomp(2), ``SECCOMP_FILTER_FLAG_NEW_LISTENER``, and linux/seccomp.h for the numbers.
"""

import ctypes
import os
import platform
import signal
import socket
import struct
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fcntl import ioctl
from functools import partial
from pathlib import Path
from select import select
from types import MappingProxyType
from typing import Any, Final, TypeAlias

Say: TypeAlias = Callable[[bytes], None]
"""Tells the parent something, in at most 64 bytes."""
Work: TypeAlias = Callable[[Say], None]

_X86_64: Final = (
    "write=1 open=2 pwrite64=18 fsync=74 fdatasync=75 ftruncate=77 rename=82 mkdir=83 link=86 "
    "unlink=87 openat=257 mkdirat=258 unlinkat=263 renameat=264 linkat=265 fallocate=285 "
    "renameat2=316 seccomp=317"
)
_AARCH64: Final = (
    "mkdirat=34 unlinkat=35 linkat=37 renameat=38 ftruncate=46 fallocate=47 openat=56 write=64 "
    "pwrite64=68 fsync=82 fdatasync=83 renameat2=276 seccomp=277"
)


def _numbers(table: str) -> Mapping[str, int]:
    pairs = (pair.split("=") for pair in table.split())
    return MappingProxyType({name: int(number) for name, number in pairs})


NUMBERS: Final[Mapping[str, Mapping[str, int]]] = MappingProxyType(
    {"x86_64": _numbers(_X86_64), "aarch64": _numbers(_AARCH64)}
)
"""The numbers of the system calls that write files and folders."""
READS: Final[Mapping[str, Mapping[str, int]]] = MappingProxyType(
    {"x86_64": {"read": 0, "pread64": 17}, "aarch64": {"read": 63, "pread64": 67}}
)
_BY_FILE: Final = frozenset({"write", "pwrite64", "ftruncate", "fallocate", "read", "pread64"})
"""Calls whose first argument is an open file; they count if it lies in the folder."""
_OPENING: Final = MappingProxyType({"open": 1, "openat": 2})
"""Calls that count only if they create a file, by the place of the argument that says so."""

_NO_NEW_PRIVILEGES: Final = 38
_SET_FILTER, _NEW_LISTENER = 1, 8
_ALLOW, _NOTIFY = 0x7FFF0000, 0x7FC00000
_LOAD, _EQUAL, _RETURN = 0x20, 0x15, 0x06
_RECEIVE, _SEND = 0xC0502100, 0xC0182101
_CONTINUE: Final = 1
_REPORT: Final = struct.Struct("=QIIiIQ6Q")
_ANSWER: Final = struct.Struct("=QqiI")


@dataclass(frozen=True, slots=True)
class Deed:
    """What happens at the ``at``-th call, and at those after it up to ``until``.

    Without an ``error`` (of errno) the process is killed there.
    """

    at: int = 0
    error: int = 0
    until: int = 0

    def meets(self, number: int) -> bool:
        """Return whether the call with this number is met."""
        return self.at <= number <= max(self.at, self.until)


@dataclass
class Run:
    """What became of a child."""

    calls: list[str] = field(default_factory=list)
    """The names of the calls that counted, in order."""
    said: list[bytes] = field(default_factory=list)
    status: int = 0
    """The exit status; minus the number of the signal that ended it."""


class _Filter(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("steps", ctypes.c_void_p))


def run(work: Work, folder: Path, deed: Deed, *, reads: bool = False) -> Run:
    """Let a child do its work in a folder; with ``reads`` calls that read are counted too."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    child = os.fork()
    if child == 0:
        _be_child(work, theirs, reads=reads)
    theirs.close()
    with ours:
        _, (listener, *_), _, _ = socket.recv_fds(ours, 1, 1)
        done = Run()
        try:
            _supervise(_Child(child, listener, folder, deed, reads=reads), ours, done)
        finally:
            os.close(listener)
        done.status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return done


def _be_child(work: Work, parent: socket.socket, *, reads: bool) -> None:
    status = 70
    try:
        sys.dont_write_bytecode = True
        listener = _listener(_names(reads=reads))
        socket.send_fds(parent, [b"!"], [listener])
        os.close(listener)  # if only the parent has it, nobody waits once the parent is gone
        work(partial(_tell, parent))
        status = 0
    except BaseException as error:  # noqa: BLE001 - the parent hears of it, and nobody else can
        with suppress(OSError):
            parent.send(f"failed: {error!r}"[:200].encode())
    finally:
        os._exit(status)


def _tell(parent: socket.socket, said: bytes) -> None:
    parent.send(said or b"nothing")  # an empty message would be the end


def _names(*, reads: bool) -> Mapping[int, str]:
    machine = platform.machine()
    assert machine in NUMBERS, f"add the numbers of the system calls of {machine} to {__file__}"
    known = {**NUMBERS[machine], **(READS[machine] if reads else {})}
    return {number: name for name, number in known.items() if name != "seccomp"}


def _listener(names: Mapping[int, str]) -> int:
    """Install the filter in this process and return the descriptor that its calls go to."""
    steps = [struct.pack("=HBBI", _LOAD, 0, 0, 0)]
    for left, number in zip(range(len(names), 0, -1), names, strict=True):
        steps.append(struct.pack("=HBBI", _EQUAL, left, 0, number))
    steps += [struct.pack("=HBBI", _RETURN, 0, 0, word) for word in (_ALLOW, _NOTIFY)]
    program = ctypes.create_string_buffer(b"".join(steps))
    given = _Filter(len(steps), ctypes.addressof(program))
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    number = NUMBERS[platform.machine()]["seccomp"]
    listener: int = libc.syscall(number, _SET_FILTER, _NEW_LISTENER, ctypes.byref(given))
    if listener < 0:
        raise OSError(ctypes.get_errno(), "the kernel reports no system calls (Linux 5.5 does)")
    return listener


class _Child:
    """A child process whose calls wait for a decision."""

    def __init__(self, pid: int, listener: int, folder: Path, deed: Deed, *, reads: bool) -> None:
        self.pid, self.listener, self.folder, self.deed = pid, listener, folder, deed
        self.names = _names(reads=reads)

    def decide(self, done: Run) -> None:
        """Take a report, and let the call go on, fail, or be the last one."""
        report = bytearray(_REPORT.size)
        try:
            ioctl(self.listener, _RECEIVE, report)
        except OSError:  # the child is gone
            return
        identity, _, _, number, _, _, *arguments = _REPORT.unpack(report)
        error = 0
        if self._counts(self.names[number], arguments):
            done.calls.append(self.names[number])
            if self.deed.meets(len(done.calls)):
                error = self.deed.error
                if not error:
                    os.kill(self.pid, signal.SIGKILL)
                    return
        answer = _ANSWER.pack(identity, 0, -error, 0 if error else _CONTINUE)
        with suppress(OSError):
            ioctl(self.listener, _SEND, answer)

    def _counts(self, name: str, arguments: list[int]) -> bool:
        if name in _OPENING:
            return bool(arguments[_OPENING[name]] & os.O_CREAT)
        if name not in _BY_FILE:
            return True
        try:
            file = Path(f"/proc/{self.pid}/fd/{arguments[0]}").readlink()
        except OSError:
            return False
        return file.is_relative_to(self.folder)


def _supervise(child: _Child, heard: socket.socket, done: Run) -> None:
    """Take reports and what the child says until it has ended."""
    while True:
        sources: list[Any] = [heard, child.listener]
        ready = select(sources, [], [])[0]
        if heard in ready:
            said = heard.recv(256)
            if not said:
                return
            done.said.append(said)
        elif child.listener in ready:
            child.decide(done)
