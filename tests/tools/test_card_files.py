"""What the firmware of each model reads from a card, against what it has to be.

Sources: Debian's raspi-firmware 1.20240424+ds-6, `/etc/kernel/postinst.d/z50-raspi-firmware`, which
writes these lines for arm64; Raspberry Pi's documentation, "config.txt": conditional filters,
`gpu_mem` (16 loads the firmware cut down), `upstream_kernel` (device trees by the names of the
Linux kernel), "autoboot.txt" and `tryboot_a_b`; the kernel's `arch/arm64/boot/dts/broadcom`.
"""

import re
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

from companion.host.boot.files import consoles

FILES: Final = Path(__file__).resolve().parents[2] / "tools" / "image"
DEBIANS: Final = {
    "arm_64bit": "1",
    "enable_uart": "1",
    "upstream_kernel": "1",
    "kernel": "vmlinuz",
    "initramfs": "initrd.img followkernel",
}
"""What Debian writes for every model; on a card kernel and initrd have names without versions."""
SECTORS: Final = 2048
"""Sectors of 512 bytes in a MiB."""
OURS: Final = {
    "disable_splash": "1",
    "boot_delay": "0",
    "gpu_mem": "16",
    "disable_fw_kms_setup": "1",
}
MODELS: Final = {
    "Zero 2 W": (("pi02", "pi3"), "bcm2837-rpi-zero-2-w"),
    "3 Model A+": (("pi3", "pi3+"), "bcm2837-rpi-3-a-plus"),
    "3 Model B": (("pi3",), "bcm2837-rpi-3-b"),
    "3 Model B+": (("pi3", "pi3+"), "bcm2837-rpi-3-b-plus"),
    "4 Model B": (("pi4",), "bcm2711-rpi-4-b"),
    "400": (("pi4", "pi400"), "bcm2711-rpi-400"),
    "5 Model B": (("pi5",), "bcm2712-rpi-5-b"),
}
"""The filters that each model passes, and the name of its device tree."""


def read(name: str) -> str:
    return (FILES / name).read_text(encoding="ascii")


def effective(config: str, filters: tuple[str, ...]) -> dict[str, str]:
    """Return what counts for a model: later lines win, other models' sections do not count."""
    counts, lines = True, {}
    for line in map(str.strip, config.splitlines()):
        if line.startswith("["):
            counts = line in {"[all]", *(f"[{name}]" for name in filters)}
        elif counts and line and not line.startswith("#"):
            sign = "=" if "=" in line else " "
            key, _, value = line.partition(sign)
            lines[key] = value
    return lines


@pytest.mark.parametrize("model", MODELS)
def test_config_of_each_model(model: str) -> None:
    filters, tree = MODELS[model]
    assert effective(read("config.txt"), filters) == DEBIANS | OURS
    assert f"{tree} " in read("models")


def test_no_model_is_carried_that_is_not_in_the_table() -> None:
    lines = [line.partition("#")[0].strip() for line in read("models").splitlines()]
    assert [line for line in lines if line] == [tree for _, tree in MODELS.values()]


def test_the_command_line_names_the_first_system_and_no_serial_console() -> None:
    words = read("cmdline.txt").split()
    label = next(line for line in read("partitions").splitlines() if line.startswith("label-id"))
    disk = label.partition("0x")[2].lower()
    assert f"root=PARTUUID={disk}-05" in words
    assert {"ro", "rootwait", "rootfstype=squashfs", "rauc.slot=A"} <= set(words)
    assert consoles(read("cmdline.txt")) == ("tty1",)


def test_partitions_begin_at_whole_mebibytes_and_do_not_overlap() -> None:
    table = [
        (int(start), int(size))
        for start, size in re.findall(r"^start=(\d+), size=(\d+)", read("partitions"), re.MULTILINE)
    ]
    assert len(table) == 7
    assert all(number % SECTORS == 0 for partition in table for number in partition)
    *primary, extended = table[:4]
    for partitions in ([*primary, extended], table[4:]):
        for (start, size), (following, _) in pairwise(partitions):
            assert start + size <= following
    assert extended[0] < table[4][0]
    assert sum(extended) >= sum(table[-1])


def test_the_first_system_is_the_usual_one_and_the_second_is_tried() -> None:
    text = read("card/autoboot.txt")
    assert effective(text, ()) == {"tryboot_a_b": "1", "boot_partition": "2"}
    assert effective(text, ("tryboot",)) == {"tryboot_a_b": "1", "boot_partition": "3"}


def test_the_running_system_makes_no_table_and_no_file_system() -> None:
    """The initrd has done both: later systemd would take away what is mounted from a card."""
    files = FILES / "files" / "etc"
    for line in (files / "fstab").read_text(encoding="ascii").splitlines():
        assert line.startswith("#") or "x-systemd.makefs" not in line, line
    early = files / "initramfs-tools" / "scripts" / "local-premount" / "companion"
    hook = (files / "initramfs-tools" / "hooks" / "companion").read_text(encoding="ascii")
    for program in ("sfdisk", "partx", "mke2fs", "e2fsck", "resize2fs", "blkid"):
        assert program in early.read_text(encoding="ascii")
        assert program in hook
    for script in (early, files / "initramfs-tools" / "hooks" / "companion"):
        assert script.stat().st_mode & 0o111, "initramfs-tools passes over what cannot be run"


def test_the_library_of_python_is_compiled_for_a_system_that_is_only_read() -> None:
    """Its files all get one time, so bytecode that names the times of its sources is never used."""
    inside = (FILES / "inside").read_text(encoding="ascii")
    assert "compileall -q -f --invalidation-mode unchecked-hash /usr/lib/python3 " in inside
