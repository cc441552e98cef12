"""Checks the state folder: writable, on a persistent disk, with enough space."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Self

import msgspec

from companion.doctor.finding import Finding
from companion.engine.message import Message, say
from companion.settings import Settings

LEAST: Final = 20 * 1024 * 1024
"""Bytes that should be free: for thousands of games, and for SQLite's temporary needs."""
FORGETFUL: Final = {"overlay", "tmpfs", "ramfs", "devtmpfs", "squashfs"}
"""Kinds of file systems that lose everything when the power fails."""
SHARED: Final = {"nfs", "nfs4", "cifs", "9p", "fuse.sshfs"}
"""Kinds of file systems on which SQLite's locks and shared memory cannot be trusted."""
MOUNTS: Final = Path("/proc/self/mountinfo")
"""Lists the mounted file systems (proc(5))."""


class Mount(msgspec.Struct, frozen=True):
    """A mounted file system: its place, its kind, and whether it is read-only."""

    place: Path
    kind: str
    read_only: bool

    @classmethod
    def of_line(cls, line: str) -> Self:
        """Parse a line such as ``25 1 179:2 / / rw,noatime shared:1 - ext4 /dev/root rw``."""
        left, _, right = line.partition(" - ")
        fields, (kind, _, options) = left.split(), right.split()[:3]
        place = fields[4].encode("ascii").decode("unicode_escape")
        read_only = "ro" in (*fields[5].split(","), *options.split(","))
        return cls(Path(place), kind, read_only)


_UNKNOWN: Final = Mount(Path("/"), "unknown", read_only=False)


def mount_of(folder: Path, mountinfo: str) -> Mount:
    """Return the mount of a folder; of several mounts at one path the last one counts.

    After a chroot, the mount of the root itself is not listed; its kind is then unknown.
    """
    mounts = [Mount.of_line(line) for line in mountinfo.splitlines()]
    over = [mount for mount in mounts if folder.is_relative_to(mount.place)]
    return max(reversed(over), key=lambda mount: len(mount.place.parts), default=_UNKNOWN)


def examine(settings: Settings) -> Iterator[Finding]:
    """Check the state folder, or the folder in which it would be created."""
    folder = settings.state.absolute()
    there = next(path for path in (folder, *folder.parents) if path.exists())
    mount = mount_of(there.resolve(), MOUNTS.read_text(encoding="utf-8"))
    writable = os.access(there, os.W_OK | os.X_OK)
    wrong = folder_problem(there, mount, shutil.disk_usage(there).free, writable=writable)
    yield Finding(say("state folder"), sound=not wrong, words=wrong or str(folder))


def folder_problem(folder: Path, mount: Mount, free: int, *, writable: bool) -> Message | str:
    """Return the problem of a folder on a mount with ``free`` bytes left, or an empty string."""
    if mount.read_only:
        return say(
            "{place} is read-only: restart; if it stays so, the card is worn, put in another",
            place=mount.place,
        )
    if mount.kind in FORGETFUL:
        return say(
            "{folder} is on {kind}, which loses games on a power cut: switch the overlay "
            "off with raspi-config, or set `state:` to a folder on a real disk",
            folder=folder,
            kind=mount.kind,
        )
    if mount.kind in SHARED:
        return say(
            "{folder} is on {kind}, a disk over the network: set `state:` to a folder of this box",
            folder=folder,
            kind=mount.kind,
        )
    if not writable:
        return say("cannot write to {folder}: set `state:`", folder=folder)
    if free < LEAST:
        return say(
            "only {free} MB are free where {folder} is: delete something, 20 MB are needed",
            free=free // (1024 * 1024),
            folder=folder,
        )
    return ""
