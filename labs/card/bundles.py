"""Updates for a card, made from the card itself: newer ones, broken ones, those of strangers."""

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from labs.card.machine import BOOT, MIB

ROOT: Final = Path(__file__).resolve().parents[2]
SYSTEM: Final = 389
"""Where the first system begins on a card, in MiB."""
BOOT_SIZE: Final = 160
"""Size of a boot partition in MiB."""
STICK: Final = "700M"
TIMER: Final = "etc/systemd/system/companion-revert.timer"
"""When a system on trial has to be ready."""


def run(*command: str | Path, **environment: str) -> None:
    """Run a program; it must succeed."""
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"


@dataclass(frozen=True, slots=True)
class Signer:
    """Somebody who signs updates: a private key and its certificate, made for the test."""

    key: Path
    certificate: Path


def signer(folder: Path, name: str) -> Signer:
    """Make a key and its certificate."""
    made = Signer(folder / f"{name}.key", folder / f"{name}.pem")
    new = ("req", "-x509", "-newkey", "rsa:3072", "-nodes", "-days", "36500")
    files = ("-keyout", made.key, "-out", made.certificate)
    run("openssl", *new, "-subj", f"/CN={name}, a key for a test", *files)
    return made


@dataclass(slots=True)
class Works:
    """A workshop that makes updates out of the image of a card."""

    folder: Path
    image: Path

    @property
    def system(self) -> Path:
        """The files of the system, unpacked once."""
        tree = self.folder / "system"
        if not tree.exists():
            place = ("-offset", str(SYSTEM * MIB))
            run("unsquashfs", "-quiet", "-no-progress", *place, "-dest", tree, self.image)
        return tree

    @property
    def boot(self) -> Path:
        """The boot partition that belongs to it."""
        file = self.folder / "boot.vfat"
        if not file.exists():
            place = (f"skip={BOOT[2]}", f"count={BOOT_SIZE}", "bs=1M")
            run("dd", f"if={self.image}", f"of={file}", *place, "conv=sparse")
        return file

    def bundle(self, version: str, signed: Signer, minutes: int = 40) -> Path:
        """Return a bundle of the system as it is now, but of another version.

        It has so many ``minutes`` to get ready; the five of a real one are too few in emulation.
        """
        timer = self.system / TIMER
        given = re.sub("OnBootSec=.*", f"OnBootSec={minutes}min", timer.read_text())
        timer.write_text(given, encoding="utf-8")
        code = self.system / "usr/lib/compass-companion/companion"
        source = code / "__init__.py"
        text = re.sub(r'(__version__.*= )".*"', rf'\1"{version}"', source.read_text())
        source.write_text(text, encoding="utf-8")
        for compiled in (code / "__pycache__").glob("__init__.*"):
            compiled.unlink()
        packed = self.folder / f"{version}.squashfs"
        how = ("-comp", "zstd", "-Xcompression-level", "1", "-noappend", "-quiet", "-no-progress")
        run("mksquashfs", self.system, packed, *how)
        file = self.folder / f"compass-companion-{version}.raucb"
        signing = {"SIGN_KEY": str(signed.key), "SIGN_CERTIFICATE": str(signed.certificate)}
        run(ROOT / "tools" / "image" / "bundle", file, version, packed, self.boot, **signing)
        packed.unlink()
        return file

    def broken(self, version: str, signed: Signer) -> Path:
        """Return a bundle whose box ends with an error at once; two minutes are enough for it."""
        program = self.system / "usr/bin/companion"
        kept = program.read_text(encoding="utf-8")
        program.write_text("#!/bin/sh\necho broken\nexit 1\n", encoding="utf-8")
        try:
            return self.bundle(version, signed, minutes=2)
        finally:
            program.write_text(kept, encoding="utf-8")

    def resigned(self, bundle: Path, before: Signer, signed: Signer) -> Path:
        """Return the same bundle, signed by somebody whom the card does not know."""
        file = self.folder / f"foreign-{bundle.name}"
        own = ("--cert", signed.certificate, "--key", signed.key)
        known = ("--keyring", before.certificate, "--signing-keyring", signed.certificate)
        run("rauc", "resign", *own, *known, bundle, file)
        return file

    def altered(self, bundle: Path) -> Path:
        """Return a bundle of which one bit, in the middle of what is written, was changed."""
        file = self.folder / f"altered-{bundle.name}"
        shutil.copy(bundle, file)
        with file.open("r+b") as stream:
            stream.seek(file.stat().st_size // 2)
            byte = stream.read(1)[0]
            stream.seek(-1, os.SEEK_CUR)
            stream.write(bytes([byte ^ 1]))
        return file

    def stick(self, bundle: Path) -> Path:
        """Return a USB stick with a bundle in its first folder."""
        file = self.folder / f"{bundle.name}.stick"
        run("truncate", "-s", STICK, file)
        run("mkfs.vfat", "-F", "32", file)
        run("mcopy", "-i", file, bundle, f"::/{bundle.name}")
        return file
