"""Finds the file system that holds a folder, from `/proc/self/mountinfo` (proc(5))."""

from pathlib import Path
from typing import Final, Self

import msgspec


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
    """Return the mount that a folder is on; of several mounts at one place the last one counts.

    After a chroot, the mount of the root itself is not listed; its kind is then unknown.
    """
    mounts = [Mount.of_line(line) for line in mountinfo.splitlines()]
    over = [mount for mount in mounts if folder.is_relative_to(mount.place)]
    return max(reversed(over), key=lambda mount: len(mount.place.parts), default=_UNKNOWN)
