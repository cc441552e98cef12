"""Build a release into dist/: wheel, source archive, Debian packages, parts lists, checksums.

The same commit gives the same bytes. Uncommitted changes stop a release, and so does a version
on which the code, CHANGELOG.md and debian/changelog disagree.
"""

import hashlib
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from companion import __version__
from tools import build_backend

ROOT: Final = Path(__file__).resolve().parent.parent
DIST: Final = ROOT / "dist"
SUITES: Final = ("bookworm", "trixie")
ARCHITECTURES: Final = ("amd64", "arm64")
LISTER: Final = ROOT / "build" / "audit" / "bin" / "cyclonedx-py"
"""Writes a parts list (SBOM) in the form of CycloneDX from a lock, without a network."""
BILLS: Final = ("runtime", *SUITES)
"""The locks whose parts are listed: of the wheel, and of the package for each release of Debian."""
_HEADING: Final = re.compile(r"^## \[(\d[^\]]*)\] - \d{4}-\d\d-\d\d$", re.MULTILINE)
_DEBIAN: Final = re.compile(r"\S+ \((\S+)-\d+\)")


class ReleaseError(Exception):
    """The tree cannot be released; the message says why, and what to do."""


def disagreement(changelog: str, debian: str) -> str:
    """Return which versions differ from the code's, as a sentence; empty if none does."""
    dated = _HEADING.search(changelog)
    matches: Mapping[str, re.Match[str] | None] = {
        "CHANGELOG.md": dated,
        "debian/changelog": _DEBIAN.match(debian),
    }
    wrong = {
        name: "none" if match is None else match[1]
        for name, match in matches.items()
        if match is None or match[1] != __version__
    }
    others = " and ".join(f"{name} has {version}" for name, version in wrong.items())
    if not others:
        return ""
    return f"companion/__init__.py is version {__version__}, but {others}: make them equal"


def check() -> None:
    """Raise ``ReleaseError`` if there are uncommitted changes or the versions disagree."""
    if _git("status", "--porcelain"):
        raise ReleaseError("there are changes that are not committed: commit them first")
    texts = [(ROOT / name).read_text("utf-8") for name in ("CHANGELOG.md", "debian/changelog")]
    wrong = disagreement(*texts)
    if wrong:
        raise ReleaseError(wrong)


def _git(*arguments: str) -> str:
    run = subprocess.run(
        ["git", *arguments],  # noqa: S607 - the developer's own git
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return run.stdout.strip()


def build() -> None:
    """Build everything from the committed tree."""
    os.environ["SOURCE_DATE_EPOCH"] = _git("log", "-1", "--format=%ct")
    os.chdir(ROOT)
    print(build_backend.build_sdist(str(DIST)))
    print(build_backend.build_wheel(str(DIST)))
    for suite in SUITES:
        for architecture in ARCHITECTURES:
            subprocess.run(
                [ROOT / "tools" / "deb", Path(sys.executable).parent, suite, architecture],
                env={**os.environ, "DEB": str(DIST / "deb")},
                check=True,
            )
            for package in (DIST / "deb" / suite).glob(f"*_{architecture}.deb"):
                package.rename(DIST / package.name)
    for lock in BILLS:
        print(bill(lock, DIST).name)


def bill(lock: str, folder: Path, lister: Path = LISTER) -> Path:
    """List the parts that a lock brings, with their hashes, in a file; return it."""
    made = folder / f"compass-companion-{__version__}-{lock}.cdx.json"
    with TemporaryDirectory() as temporary:
        project = Path(temporary) / "pyproject.toml"
        # Ours has no version: the code has it.
        lines = ("[project]", 'name = "compass-companion"', f'version = "{__version__}"')
        project.write_text("\n".join((*lines, 'license = "MIT"', "")), encoding="utf-8")
        inputs = (f"--pyproject={project}", f"{lock}.txt")
        form = ("--output-reproducible", "--output-format=JSON", f"--output-file={made}")
        subprocess.run(
            [lister, "requirements", *form, *inputs],
            cwd=ROOT / "requirements",
            check=True,
            capture_output=True,
        )
    return made


def checksums(folder: Path) -> str:
    """Return the checksums of a release's files, as `sha256sum --check` reads them."""
    files = sorted(
        file for file in folder.iterdir() if file.suffix in {".deb", ".gz", ".json", ".whl"}
    )
    return "".join(
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files
    )


def main() -> int:
    """Build a release; return the exit status."""
    try:
        check()
    except ReleaseError as error:
        print(f"No release: {error}.", file=sys.stderr)
        return 1
    DIST.mkdir(exist_ok=True)
    build()
    (DIST / "SHA256SUMS").write_text(checksums(DIST), encoding="utf-8")
    print(f"Version {__version__} is in dist/. To publish: git tag v{__version__}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
