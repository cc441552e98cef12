"""A state folder that would lose games is found before it does."""

from pathlib import Path

import pytest

from companion.doctor.state import LEAST, Mount, folder_problem, mount_of

MOUNTS = """\
22 1 179:2 / / rw,noatime shared:1 - ext4 /dev/root rw
23 22 0:20 / /run rw,nosuid shared:2 - tmpfs tmpfs rw,size=1k
24 22 179:3 / /var/lib ro,noatime shared:3 - ext4 /dev/mmcblk0p3 rw
25 22 0:30 / /mnt/my\\040disk rw - nfs4 box:/x rw
26 22 0:31 / /srv rw - ext4 /dev/sda1 rw
27 22 0:32 / /srv rw - overlay overlay ro,lowerdir=/x
"""
GOOD = Mount(Path("/"), "ext4", read_only=False)


@pytest.mark.parametrize(
    ("folder", "kind", "read_only"),
    [
        ("/home/pi", "ext4", False),
        ("/run/state", "tmpfs", False),
        ("/var/lib/compass-companion", "ext4", True),
        ("/var/library", "ext4", False),
        ("/mnt/my disk/state", "nfs4", False),
        ("/srv/state", "overlay", True),
    ],
)
def test_a_folder_is_on_the_innermost_and_latest_mount(
    folder: str, kind: str, *, read_only: bool
) -> None:
    mount = mount_of(Path(folder), MOUNTS)
    assert (mount.kind, mount.read_only) == (kind, read_only)


def test_under_a_changed_root_the_kind_of_disk_is_unknown() -> None:
    (_, run, *_) = MOUNTS.splitlines()
    mount = mount_of(Path("/srv"), run)
    assert (mount.kind, mount.read_only) == ("unknown", False)
    assert folder_problem(Path("/srv"), mount, LEAST, writable=True) == ""
    assert mount_of(Path("/srv"), "") == mount


@pytest.mark.parametrize(
    ("mount", "free", "writable", "words"),
    [
        (GOOD, LEAST, True, ""),
        (Mount(Path("/"), "ext4", read_only=True), LEAST, False, "/ is read-only"),
        (Mount(Path("/"), "overlay", read_only=False), LEAST, True, "switch the overlay off"),
        (Mount(Path("/"), "nfs4", read_only=False), LEAST, True, "a disk over the network"),
        (GOOD, LEAST, False, "cannot write to /state"),
        (GOOD, LEAST - 1, True, "only 19 MB are free"),
    ],
)
def test_a_problem_is_reported_with_its_remedy(
    mount: Mount, free: int, *, writable: bool, words: str
) -> None:
    verdict = folder_problem(Path("/state"), mount, free, writable=writable)
    assert words in verdict
    assert bool(words) == bool(verdict)
