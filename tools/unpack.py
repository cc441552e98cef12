"""Unpack Debian packages into a folder, without root and without installing anything.

apt does the work, with its lists and cache in a separate folder. It uses the keys, mirrors and
proxies that are configured for this computer's apt.
"""

import getpass
import os
import subprocess
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self, TypeAlias

from tools import sources

INSTALLED: Final = Path("/var/lib/dpkg/status")
PRESENT: Final = "Package: {}\nStatus: install ok installed\nVersion: 9999\nArchitecture: all\n"
"""The entry with which a package counts as installed."""

Progress: TypeAlias = Callable[[str], None]
"""Gets a few words about the progress, to show them."""


class UnpackError(Exception):
    """Packages are not available; the message says why, usually in apt's words."""


@dataclass(frozen=True, slots=True)
class Apt:
    """apt without root: everything it writes is in one folder."""

    folder: Path
    options: tuple[str, ...]

    @classmethod
    def of_this_release(cls, folder: Path, unwanted: Iterable[str]) -> Self:
        """Prepare to fetch from this computer's release what is not installed, nor unwanted."""
        if not INSTALLED.exists():
            raise UnpackError("this is not Debian, and has no such packages")
        stanzas = (INSTALLED.read_text(encoding="utf-8"), *map(PRESENT.format, unwanted))
        return cls._in(folder, "\n".join(stanzas))

    @classmethod
    def of_another(cls, release: str, folder: Path) -> Self:
        """Prepare to fetch from another release, with all dependencies down to the C library."""
        if not sources.write(release, folder / "sources"):
            raise UnpackError(f"no package source of this computer has a Debian {release}")
        return cls._in(
            folder, "", "Dir::Etc::SourceList=/dev/null", f"Dir::Etc::SourceParts={folder}/sources"
        )

    @classmethod
    def _in(cls, folder: Path, installed: str, *more: str) -> Self:
        for name in ("lists/partial", "cache/archives/partial"):
            (folder / name).mkdir(parents=True)
        (folder / "status").write_text(installed, encoding="utf-8")
        options = (
            f"Dir::State::Lists={folder}/lists",
            f"Dir::State::status={folder}/status",
            f"Dir::Cache={folder}/cache",
            f"APT::Sandbox::User={getpass.getuser()}",
            "Debug::NoLocking=true",
            "Acquire::Languages=none",
            *more,
        )
        return cls(folder, options)

    def update(self) -> None:
        """Fetch the lists of packages; a source that fails does not stop the others."""
        self._run("apt-get", "update")

    def has(self, package: str) -> bool:
        """Return whether the lists have a package."""
        return self._run("apt-cache", "show", package)[0] == 0

    def fetch(self, packages: Iterable[str], progress: Progress) -> list[Path]:
        """Download packages and their dependencies; raise UnpackError with apt's words."""
        options = ("--yes", "--download-only", "--no-install-recommends", *packages)
        status, output = self._run("apt-get", "install", *options, progress=progress)
        if status:
            errors = [line.removeprefix("E: ") for line in output if line.startswith("E: ")]
            raise UnpackError((errors or output or ["apt-get failed"])[0])
        return sorted((self.folder / "cache" / "archives").glob("*.deb"))

    def _run(
        self, program: str, *arguments: str, progress: Progress = lambda _: None
    ) -> tuple[int, list[str]]:
        options = [word for option in self.options for word in ("-o", option)]
        with subprocess.Popen(
            [program, *options, "-o", "APT::Status-Fd=1", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            env={**os.environ, "LC_ALL": "C.UTF-8"},
        ) as run:
            output = list(_messages(run.stdout or (), progress))
        return run.returncode, output


def _messages(lines: Iterable[str], progress: Progress) -> Iterator[str]:
    """Yield apt's messages for people; report its progress (dlstatus:FILE:PERCENT:WORDS)."""
    for line in lines:
        if line.startswith("dlstatus:"):
            progress(f"{float(line.split(':')[2]):.0f} % fetched")
        else:
            yield line.strip()


def unpack(packages: Iterable[Path], tree: Path, progress: Progress) -> None:
    """Extract the files of packages into a folder."""
    tree.mkdir(parents=True, exist_ok=True)
    files = list(packages)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        commands = [("dpkg-deb", "--extract", str(file), str(tree)) for file in files]
        for done, _ in enumerate(pool.map(subprocess.check_call, commands), start=1):
            progress(f"{done} of {len(files)} packages unpacked")
