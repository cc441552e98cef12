#!/usr/bin/env python3
"""Build the project's private environment: ``bootstrap.py FOLDER PROFILE``.

The environment is built from a lock file in ``requirements/`` with the newest suitable Python on
the PATH, or the one that ``PYTHON=`` names. A stamp in it lets the next run do nothing and need no
network. Profiles are ``runtime`` and ``test``, which contains ``runtime``; ``adapters``,
``audit`` and ``hardware`` are apart.

This needs only the standard library, and starts on any Python since 3.6 so that it can say there
that the Python is too old.
"""

import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)
CANDIDATES = ("python3.13", "python3.12", "python3.11", "python3")
SERVED_BY = {
    "runtime": ("runtime", "test"),
    "test": ("test",),
    "adapters": ("adapters",),
    "statistics": ("statistics",),
    "audit": ("audit",),
    "hardware": ("hardware",),
}
PROBE = "import sys; print('{}.{}.{}'.format(*sys.version_info)); import ensurepip, venv"
CATALOGUES = ("companion", "hub/companion_hub")
"""The folders below which message catalogues are."""
PLACE = "place"
"""The file in an environment that says where it was built."""
PIWHEELS = ("armv6l", "armv7l")
"""Processors whose wheels come from piwheels, so that their hashes are not those of the lock."""


class MissingError(Exception):
    """Something is missing on this machine; the message names it and the remedy."""


def probe(command: str) -> str:
    """Return the version of ``command``; raise MissingError unless it can build environments."""
    try:
        run = subprocess.run(
            [command, "-c", PROBE],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
            check=False,
        )
    except OSError as error:
        raise MissingError(f"{command} does not start: {error.strerror}") from error
    version = run.stdout.strip()
    if not version:
        raise MissingError(f"{command} does not run")
    if tuple(int(part) for part in version.split(".")[:2]) < OLDEST:
        raise MissingError(
            f"{command} is Python {version}, which is too old: this needs 3.11 or newer. Try "
            "sudo apt install python3.11-venv, or name one with PYTHON=/path/to/python3"
        )
    if run.returncode:
        package = command if command in CANDIDATES else "python3"
        raise MissingError(
            f"{command} cannot make environments (no venv, ensurepip): "
            f"sudo apt install {package}-venv"
        )
    return version


def find_python() -> "tuple[str, str]":
    """Return the command and version of the Python to build with: the newest that we test."""
    named = os.environ.get("PYTHON")
    reason = "There is no python3 here: sudo apt install python3-venv"
    for command in (named,) if named else filter(shutil.which, CANDIDATES):
        try:
            return command, probe(command)
        except MissingError as missing:
            reason = str(missing)
    raise MissingError(reason)


def lock_lines(profile: str) -> str:
    """Return the lock of ``profile``, without hashes on processors served by piwheels."""
    text = (ROOT / "requirements" / f"{profile}.txt").read_text(encoding="utf-8")
    if platform.machine() in PIWHEELS:
        text = re.sub(r" \\\n +--hash=\S+", "", text)
    return text


def digest(profile: str) -> str:
    """Return what the stamp of ``profile`` contains while it is up to date."""
    text = lock_lines(profile) + (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return hashlib.sha256(f"{ROOT}\n{text}".encode()).hexdigest()


def is_current(folder: Path, profile: str) -> bool:
    """Return whether the environment in ``folder`` runs and serves ``profile``."""
    stamps = [(folder / f"stamp-{name}", name) for name in SERVED_BY[profile]]
    return runs(folder) and any(
        stamp.is_file() and stamp.read_text(encoding="utf-8") == digest(name)
        for stamp, name in stamps
    )


def runs(folder: Path) -> bool:
    """Return whether the environment in ``folder`` was built there and has Python and pip.

    The commands of a moved environment would start the Python at its old place.
    """
    try:
        moved = (folder / PLACE).read_text(encoding="utf-8") != str(folder)
        return not moved and not subprocess.call(
            [str(folder / "bin" / "python"), "-c", "import pip"], stderr=subprocess.DEVNULL
        )
    except OSError:
        return False


def install(folder: Path, *arguments: str) -> None:
    """Run pip in the environment, showing its progress; raise MissingError with pip's errors."""
    command = [str(folder / "bin" / "python"), "-m", "pip", "install", "--no-input", *arguments]
    environment = dict(os.environ, PIP_DISABLE_PIP_VERSION_CHECK="1", PYTHONUNBUFFERED="1")
    output = []
    with subprocess.Popen(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    ) as pip:
        for line in pip.stdout or ():
            output.append(line)
            if line.startswith(("Collecting ", "Installing ")) and sys.stdout.isatty():
                print(f"\r\x1b[K  {' '.join(line.split()[:2])} ", end="", flush=True)
    if sys.stdout.isatty():
        print("\r\x1b[K", end="", flush=True)
    if pip.returncode:
        broken = [line.strip() for line in output if "connection broken by" in line][-1:]
        errors = [line.strip() for line in output if line.startswith("ERROR:")] or output[-3:]
        raise MissingError(
            "pip could not install the packages. Is there a network?\n  "
            + "\n  ".join(broken + errors)
        )


def build(folder: Path, profile: str) -> None:
    """Build or complete the environment in ``folder`` and stamp it."""
    started = time.monotonic()
    if not runs(folder):
        command, version = find_python()
        print(f"Building a private environment in {folder.name} (Python {version}) ...", flush=True)
        if subprocess.call([command, "-m", "venv", "--clear", str(folder)]):
            raise MissingError(f"{command} could not build an environment in {folder}")
        (folder / PLACE).write_text(str(folder), encoding="utf-8")
    text = lock_lines(profile)
    count = len(set(re.findall(r"^([^\s=]+)==", text, re.MULTILINE)))
    print(f"Installing {count} locked packages ({profile}) ...", flush=True)
    lock = folder / f"{profile}.txt"
    lock.write_text(text, encoding="utf-8")
    install(folder, "--requirement", str(lock))
    install(folder, "--no-index", "--no-build-isolation", "--no-deps", "--editable", str(ROOT))
    (folder / f"stamp-{profile}").write_text(digest(profile), encoding="utf-8")
    print(f"Ready after {time.monotonic() - started:.0f} s.", flush=True)


def is_stale(source: Path) -> bool:
    """Return whether a message catalogue was changed after it was compiled, or never was."""
    compiled = source.parent / "LC_MESSAGES" / (source.stem + ".mo")
    return not compiled.is_file() or compiled.stat().st_mtime_ns != source.stat().st_mtime_ns


def compile_catalogues(folder: Path) -> None:
    """Compile the message catalogues if any of them has changed since the installation did."""
    sources = (each for root in CATALOGUES for each in (ROOT / root).glob("**/locale/*/*.po"))
    if any(map(is_stale, sources)):
        python = str(folder / "bin" / "python")
        if subprocess.call([python, "-m", "tools.build_backend"], cwd=str(ROOT)):
            raise MissingError("the message catalogues could not be compiled: see above")


def main(arguments: "list[str]") -> int:
    """Build the environment unless it is current; return the exit status."""
    if len(arguments) != 2 or arguments[1] not in SERVED_BY:  # noqa: PLR2004 - two arguments
        print(f"usage: bootstrap.py FOLDER {'|'.join(SERVED_BY)}", file=sys.stderr)
        return 2
    folder, profile = ROOT / arguments[0], arguments[1]
    try:
        if not is_current(folder, profile):
            build(folder, profile)
        elif profile in ("runtime", "test"):
            compile_catalogues(folder)
    except MissingError as missing:
        print(missing, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
