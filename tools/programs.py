"""Get the programs that the tests need beside Python: ``python -m tools.programs``.

What this computer has serves if it works. The rest is unpacked from Debian's packages into
``build/programs``, without root, and nothing is installed. Where there are no such packages,
Playwright's own Chromium serves.
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
"""A release of Debian that has all the packages, for computers whose own lacks one."""
UNWANTED: Final = ("x11-utils", "xdg-utils")
"""What Chromium's packages depend on for windows on a desktop, with much that these need."""
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
    """What it may be called on this computer; the first serves as its name once it is fetched."""
    check: tuple[str, ...]
    """Arguments with which it succeeds if it works and is new enough."""
    packages: tuple[str, ...]
    """Debian's packages that bring it."""
    path: str
    """Where they have it; absolute if it is on this computer and they bring what it lacks."""

    @property
    def fetched(self) -> Path:
        """Where it is once it was fetched."""
        return FOLDER / "bin" / Path(self.commands[0]).name

    def find(self) -> str | None:
        """Return the path of one that works, if there is any."""
        commands = (*self.commands, str(self.fetched))
        return next(filter(self._works, filter(None, map(shutil.which, commands))), None)

    def _works(self, path: str) -> bool:
        try:
            run = subprocess.run([path, *self.check], capture_output=True, check=False)
        except OSError:
            return False  # as one for another processor
        return run.returncode == 0


CHROMIUM: Final = Program(
    title="Chromium",
    remedy="sudo apt install chromium-headless-shell, or put any Chromium on the PATH",
    commands=(
        "chromium-headless-shell",  # draws no windows: a third faster
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
    """Unpack packages of this computer's release, with the libraries that it lacks."""
    apt = Apt.of_this_release(FOLDER / "apt", UNWANTED)
    apt.update()
    there = [each for each in missing if all(map(apt.has, each.packages))]
    if not there:
        raise UnpackError("apt-get has no such packages")
    packages = [name for each in there for name in each.packages]
    unpack(apt.fetch(packages, progress), FOLDER / "tree", progress)
    (FOLDER / "fonts.conf").write_text(FONTS, encoding="utf-8")
    for each in there:
        write_wrapper(each)


def from_another_release(missing: list[Program], progress: Progress) -> None:
    """Unpack MicroPython, which older releases lack, with the C library that it was built for."""
    if MICROPYTHON not in missing:
        return
    apt = Apt.of_another(RICHEST, FOLDER / "apt")
    apt.update()
    tree = FOLDER / RICHEST
    unpack(apt.fetch(MICROPYTHON.packages, progress), tree, progress)
    loader = next(each for each in tree.rglob("ld-linux*.so.*") if each.is_file())
    text = LOADER.format(
        tree=tree.name,
        loader=loader.relative_to(tree),
        libraries=_libraries(tree),
        program=MICROPYTHON.path,
    )
    _script(MICROPYTHON, text)


def from_playwright(missing: list[Program], _progress: Progress) -> None:
    """Let Playwright fetch its own Chromium."""
    if CHROMIUM not in missing:
        return
    command = [sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"]
    place = FOLDER / "playwright"
    environment = {**os.environ, "PLAYWRIGHT_BROWSERS_PATH": str(place)}
    if node := NODE.find():
        environment["PLAYWRIGHT_NODEJS_PATH"] = node
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    shells = [each for each in place.rglob("*headless*shell") if each.is_file()]
    if run.returncode or not shells:
        raise UnpackError("Playwright could not fetch its own")
    CHROMIUM.fetched.parent.mkdir(parents=True, exist_ok=True)
    CHROMIUM.fetched.symlink_to(shells[0])


def write_wrapper(program: Program) -> None:
    """Make a command of a program in the tree, which starts it with the libraries there."""
    path = program.path if Path(program.path).is_absolute() else f"$tree/{program.path}"
    _script(program, WRAPPER.format(libraries=_libraries(FOLDER / "tree"), program=path))


def _libraries(tree: Path) -> str:
    folders = [each for glob in LIBRARIES for each in tree.glob(f"**/lib/{glob}") if each.is_dir()]
    return ":".join(f"$tree/{each.relative_to(tree)}" for each in folders)


def _script(program: Program, text: str) -> None:
    program.fetched.parent.mkdir(parents=True, exist_ok=True)
    program.fetched.write_text(text, encoding="utf-8")
    program.fetched.chmod(0o755)


def show(words: str) -> None:
    """Show how far it is, to those who watch."""
    if sys.stdout.isatty():
        print(f"\r\x1b[K{words and f'  {words}'}", end="", flush=True)


def fetch(missing: list[Program]) -> tuple[list[Program], str]:
    """Fetch programs by one way after the other; return which are missing still, and why."""
    reasons = []
    for way in (from_this_release, from_another_release, from_playwright):
        try:
            way(missing, show)
        except UnpackError as error:
            reasons.append(str(error))
        shutil.rmtree(FOLDER / "apt", ignore_errors=True)
        show("")
        missing = [each for each in missing if each.find() is None]
    return missing, (reasons or ["they do not start"])[0]


def main() -> int:
    """Fetch what is missing and return the exit status."""
    started = time.monotonic()
    if all(each.find() for each in PROGRAMS):
        return 0
    shutil.rmtree(FOLDER, ignore_errors=True)  # what was fetched once may be broken or half there
    missing = [each for each in PROGRAMS if each.find() is None]
    print(f"Fetching {_titles(missing)} for the tests ...", flush=True)
    missing, why = fetch(missing)
    if missing:
        remedies = "\n".join(f"  {each.title}: {each.remedy}" for each in missing)
        print(
            f"The tests need {_titles(missing)}, which could not be fetched ({why}). "
            f"Is there a network? Else:\n{remedies}",
            file=sys.stderr,
        )
        return 1
    print(f"Ready after {time.monotonic() - started:.0f} s.", flush=True)
    return 0


def _titles(programs: list[Program]) -> str:
    return ", ".join(each.title for each in programs)


if __name__ == "__main__":
    sys.exit(main())
