"""What is checked before a release is built."""

import hashlib
from pathlib import Path

from companion import __version__
from tools.release import BILLS, ROOT, bill, checksums, disagreement

CHANGELOG = f"# Changelog\n\n## [{__version__}] - 2026-11-22\n\n## [0.0.1] - 2020-01-01\n"
DEBIAN = f"compass-companion ({__version__}-1) unstable; urgency=medium\n"


def test_code_and_changelogs_name_one_version() -> None:
    texts = [(ROOT / name).read_text("utf-8") for name in ("CHANGELOG.md", "debian/changelog")]
    assert disagreement(*texts) == ""


def test_a_version_without_a_date_is_not_released() -> None:
    message = disagreement("## [Unreleased]\n", DEBIAN)
    assert message.endswith(f"is version {__version__}, but CHANGELOG.md has none: make them equal")


def test_every_different_version_is_named() -> None:
    wrong = disagreement("## [9.9] - 2030-01-01\n", "compass-companion (8.8-1) unstable\n")
    assert "CHANGELOG.md has 9.9 and debian/changelog has 8.8" in wrong


def test_equal_versions_are_accepted() -> None:
    assert disagreement(CHANGELOG, DEBIAN) == ""


def test_checksums_are_those_of_the_packages(tmp_path: Path) -> None:
    (tmp_path / "b.whl").write_bytes(b"wheel")
    (tmp_path / "a.deb").write_bytes(b"package")
    (tmp_path / "c.cdx.json").write_bytes(b"parts")
    (tmp_path / "SHA256SUMS").write_text("old")
    expected = [f"{hashlib.sha256(b'package').hexdigest()}  a.deb"]
    expected += [f"{hashlib.sha256(b'wheel').hexdigest()}  b.whl"]
    expected += [f"{hashlib.sha256(b'parts').hexdigest()}  c.cdx.json"]
    assert checksums(tmp_path).splitlines() == expected


def test_parts_are_listed_for_everything_that_is_released(tmp_path: Path) -> None:
    """By a stand-in, which says what it was given: the lister has an environment of its own."""
    lister = tmp_path / "lister"
    lister.write_text(
        "#!/bin/sh\n"
        'for given; do case "$given" in\n'
        "--output-file=*) to=${given#*=} ;;\n"
        "--pyproject=*) project=${given#*=} ;;\n"
        "*.txt) lock=$given\n"
        "esac; done\n"
        '{ cat "$project"; head -n 1 "$lock"; } >"$to"\n'
    )
    lister.chmod(0o755)
    for lock in BILLS:
        made = bill(lock, tmp_path, lister)
        assert made.name == f"compass-companion-{__version__}-{lock}.cdx.json"
        lines = made.read_text().splitlines()
        assert f'version = "{__version__}"' in lines
        assert (ROOT / "requirements" / f"{lock}.txt").read_text().startswith(lines[-1])
