"""Which file system a folder is on, by `/proc/self/mountinfo` (proc(5))."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self


@dataclass(frozen=True, slots=True)
class Mount:
    """A mounted file system: where, of which kind, and whether it can be written."""

    place: Path
    kind: str
    read_only: bool

    @classmethod
    def of_line(cls, line: str) -> Self:
        """Read a line such as ``25 1 179:2 / / rw,noatime shared:1 - ext4 /dev/root rw``."""
        left, _, right = line.partition(" - ")
        fields, (kind, _, options) = left.split(), right.split()[:3]
        place = fields[4].encode("ascii").decode("unicode_escape")
        read_only = "ro" in (*fields[5].split(","), *options.split(","))
        return cls(Path(place), kind, read_only)


_UNKNOWN: Final = Mount(Path("/"), "unknown", read_only=False)


def mount_of(folder: Path, mountinfo: str) -> Mount:
    """Return what a folder lies on; of several mounts at one place the last one counts.

    In a changed root, the mount that the root itself lies on is not listed: its kind is unknown.
    """
    mounts = [Mount.of_line(line) for line in mountinfo.splitlines()]
    over = [each for each in mounts if folder.is_relative_to(each.place)]
    return max(reversed(over), key=lambda each: len(each.place.parts), default=_UNKNOWN)
