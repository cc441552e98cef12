"""Get the programs that the tests need besides Python: ``python -m tools.programs``.

A program that this computer has is used if it works. The rest is unpacked from Debian's packages
into ``build/programs``, without root and without installing anything. Where there are no such
packages, Playwright's own Chromium is used.
"""

import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import playwright

from tools.unpack import Apt, Progress, UnpackError, unpack

FOLDER: Final = Path(__file__).resolve().parent.parent / "build" / "programs"
PLAYWRIGHT: Final = Path(playwright.__file__).parent / "driver"
RICHEST: Final = "trixie"
"""A release of Debian that has all the packages, for computers whose own release lacks one."""
UNWANTED: Final = ("x11-utils", "xdg-utils")
"""Packages that Chromium needs only for windows on a desktop, and that would pull in many more."""
LIBRARIES: Final = ("*-linux-*", "*-linux-*/pulseaudio", "*-linux-*/systemd")
WRAPPER: Final = """\
#!/bin/sh
# Made by tools/programs.py.
folder=$(dirname "$(dirname "$(readlink -f "$0")")")
tree=$folder/tree
export LD_LIBRARY_PATH="{libraries}" FONTCONFIG_FILE="$folder/fonts.conf"
export SYSTEMD_UNIT_PATH="$tree/usr/lib/systemd/system:$tree/lib/systemd/system:"
exec "{program}" "$@"
"""
LOADER: Final = """\
#!/bin/sh
# Made by tools/programs.py: a program that brings a C library of its own.
tree=$(dirname "$(dirname "$(readlink -f "$0")")")/{tree}
exec "$tree/{loader}" --library-path "{libraries}" "$tree/{program}" "$@"
"""
FONTS: Final = """\
<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">tree/usr/share/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
"""


@dataclass(frozen=True, slots=True)
class Program:
    """A program that the tests start."""

    title: str
    remedy: str
    commands: tuple[str, ...]
    """Its possible names on this computer, best first; a fetched program gets the first one."""
    check: tuple[str, ...]
    """Arguments with which it exits with status 0 if it works and is new enough."""
    packages: tuple[str, ...]
    """The Debian packages that contain it."""
    path: str
    """Its path in the packages; absolute if it is on this computer and only lacks libraries."""

    @property
    def fetched(self) -> Path:
        """The path of its command after it has been fetched."""
        return FOLDER / "bin" / Path(self.commands[0]).name

    def find(self) -> str | None:
        """Return the path of a command that works, or None."""
        commands = (*self.commands, str(self.fetched))
        return next(filter(self._works, filter(None, map(shutil.which, commands))), None)

    def _works(self, path: str) -> bool:
        try:
            run = subprocess.run([path, *self.check], capture_output=True, check=False)
        except OSError:
            return False  # such as a program for another processor
        return run.returncode == 0


CHROMIUM: Final = Program(
    title="Chromium",
    remedy="sudo apt install chromium-headless-shell, or put any Chromium on the PATH",
    commands=(
        "chromium-headless-shell",  # a third faster, since it draws no windows
        "chromium",
        "chromium-browser",
        "google-chrome-stable",
        "google-chrome",
    ),
    check=("--version",),
    packages=("chromium-headless-shell", "fonts-dejavu-core"),
    path="usr/lib/chromium/chromium-headless-shell",
)
NODE: Final = Program(
    title="Playwright's node",
    remedy="sudo apt install libatomic1",
    commands=(str(PLAYWRIGHT / "node"),),
    check=("--version",),
    packages=("libatomic1",),
    path=str(PLAYWRIGHT / "node"),
)
MICROPYTHON: Final = Program(
    title="MicroPython",
    remedy="put its unix port, 1.22 or newer, on the PATH as micropython",
    commands=("micropython",),
    check=("-c", "import sys; sys.exit(sys.implementation.version < (1, 22))"),
    packages=("micropython",),
    path="usr/bin/micropython",
)
SYSTEMD_ANALYZE: Final = Program(
    title="systemd-analyze",
    remedy="sudo apt install systemd",
    commands=("systemd-analyze",),
    check=("--version",),
    packages=("systemd",),
    path="usr/bin/systemd-analyze",
)
PROGRAMS: Final = (NODE, CHROMIUM, MICROPYTHON, SYSTEMD_ANALYZE)


def from_this_release(missing: list[Program], progress: Progress) -> None:
    """Unpack packages of this computer's own release, with the libraries that it lacks."""
    apt = Apt.of_this_release(FOLDER / "apt", UNWANTED)
    apt.update()
    available = [program for program in missing if all(map(apt.has, program.packages))]
    if not available:
        raise UnpackError("apt-get has no such packages")
    packages = [name for program in available for name in program.packages]
    unpack(apt.fetch(packages, progress), FOLDER / "tree", progress)
    (FOLDER / "fonts.conf").write_text(FONTS, encoding="utf-8")
    for program in available:
        write_wrapper(program)


def from_another_release(missing: list[Program], progress: Progress) -> None:
    """Unpack MicroPython, which older releases lack, together with its own C library."""
    if MICROPYTHON not in missing:
        return
    apt = Apt.of_another(RICHEST, FOLDER / "apt")
    apt.update()
    tree = FOLDER / RICHEST
    unpack(apt.fetch(MICROPYTHON.packages, progress), tree, progress)
    loader = next(path for path in tree.rglob("ld-linux*.so.*") if path.is_file())
    text = LOADER.format(
        tree=tree.name,
        loader=loader.relative_to(tree),
        libraries=_libraries(tree),
        program=MICROPYTHON.path,
    )
    _script(MICROPYTHON, text)


def from_playwright(missing: list[Program], _progress: Progress) -> None:
    """Have Playwright download its own Chromium."""
    if CHROMIUM not in missing:
        return
    command = [sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]
    place = FOLDER / "playwright"
    environment = {**os.environ, "PLAYWRIGHT_BROWSERS_PATH": str(place)}
    if node := NODE.find():
        environment["PLAYWRIGHT_NODEJS_PATH"] = node
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    shells = [path for path in place.rglob("*headless*shell") if path.is_file()]
    if run.returncode or not shells:
        raise UnpackError("Playwright could not fetch its own")
    CHROMIUM.fetched.parent.mkdir(parents=True, exist_ok=True)
    CHROMIUM.fetched.symlink_to(shells[0])


def write_wrapper(program: Program) -> None:
    """Write the command that starts an unpacked program with its unpacked libraries."""
    path = program.path if Path(program.path).is_absolute() else f"$tree/{program.path}"
    _script(program, WRAPPER.format(libraries=_libraries(FOLDER / "tree"), program=path))


def _libraries(tree: Path) -> str:
    folders = [path for glob in LIBRARIES for path in tree.glob(f"**/lib/{glob}") if path.is_dir()]
    return ":".join(f"$tree/{folder.relative_to(tree)}" for folder in folders)


def _script(program: Program, text: str) -> None:
    program.fetched.parent.mkdir(parents=True, exist_ok=True)
    program.fetched.write_text(text, encoding="utf-8")
    program.fetched.chmod(0o755)


def show(words: str) -> None:
    """Show the progress in one line of the terminal; nothing where there is none."""
    if sys.stdout.isatty():
        print(f"\r\x1b[K{words and f'  {words}'}", end="", flush=True)


def fetch(missing: list[Program]) -> tuple[list[Program], str]:
    """Try one source after the other; return the programs still missing, and the first reason."""
    reasons = []
    for way in (from_this_release, from_another_release, from_playwright):
        try:
            way(missing, show)
        except UnpackError as error:
            reasons.append(str(error))
        shutil.rmtree(FOLDER / "apt", ignore_errors=True)
        show("")
        missing = [program for program in missing if program.find() is None]
    return missing, (reasons or ["they do not start"])[0]


def main() -> int:
    """Fetch the missing programs; return the exit status."""
    started = time.monotonic()
    if all(program.find() for program in PROGRAMS):
        return 0
    shutil.rmtree(FOLDER, ignore_errors=True)  # an earlier download may be broken or incomplete
    missing = [program for program in PROGRAMS if program.find() is None]
    print(f"Fetching {_titles(missing)} for the tests ...", flush=True)
    missing, why = fetch(missing)
    if missing:
        remedies = "\n".join(f"  {program.title}: {program.remedy}" for program in missing)
        print(
            f"The tests need {_titles(missing)}, which could not be fetched ({why}). "
            f"Is there a network? Else:\n{remedies}",
            file=sys.stderr,
        )
        return 1
    print(f"Ready after {time.monotonic() - started:.0f} s.", flush=True)
    return 0


def _titles(programs: list[Program]) -> str:
    return ", ".join(program.title for program in programs)


if __name__ == "__main__":
    sys.exit(main())
