"""Package sources for another release are derived from this computer's own, in either format."""

from pathlib import Path

import pytest

from tools import sources

STANZAS = """\
# Debian's own
Types: deb deb-src
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates
 bookworm-backports
Components: main contrib
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 mQINBFxnpyQBEAC
 -----END PGP PUBLIC KEY BLOCK-----

Types: deb
URIs: http://mirror.example/debian-security
Suites: bookworm-security
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
URIs: https://other.example/node
Suites: nodistro
Components: main

Types: deb-src
URIs: http://mirror.example/debian
Suites: bookworm
Components: main

Enabled: no
Types: deb
URIs: http://mirror.example/debian
Suites: bookworm-proposed-updates
Components: main
"""
LINES = """\
# deb http://mirror.example/debian bookworm contrib
deb [arch=amd64 signed-by=/usr/share/keyrings/x.gpg] http://mirror.example/debian bookworm main #
deb http://mirror.example/debian-security bookworm/updates main contrib
deb-src http://mirror.example/debian bookworm main
deb https://other.example/apt cloud-bookworm main
deb https://other.example/apt ./
"""


@pytest.fixture
def etc(tmp_path: Path) -> Path:
    """Return the /etc of a Debian 12 that has no package sources yet."""
    (tmp_path / "apt" / "sources.list.d").mkdir(parents=True)
    return _system(tmp_path, "debian", "bookworm")


def _system(etc: Path, name: str, release: str) -> Path:
    words = f'NAME="Any"\nID={name}\nVERSION_CODENAME="{release}"\n'
    (etc / "os-release").write_text(words, encoding="utf-8")
    return etc


def _put(etc: Path, name: str, text: str) -> None:
    (etc / "apt" / name).write_text(text, encoding="utf-8")


def _written(etc: Path, release: str = "trixie") -> dict[str, str]:
    folder = etc / "out"
    has_sources = sources.write(release, folder, etc)
    written = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*")}
    assert has_sources == bool(written)
    return written


def test_stanzas_keep_everything_but_the_release_and_source_code(etc: Path) -> None:
    _put(etc, "sources.list.d/any.sources", STANZAS)
    assert _written(etc) == {
        "any.sources": """\
Types: deb
URIs: http://mirror.example/debian
Suites: trixie trixie-updates trixie-backports
Components: main contrib
Signed-By:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 mQINBFxnpyQBEAC
 -----END PGP PUBLIC KEY BLOCK-----

Types: deb
URIs: http://mirror.example/debian-security
Suites: trixie-security
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
"""
    }


def test_lines_keep_everything_but_the_release_and_source_code(etc: Path) -> None:
    _put(etc, "sources.list", LINES)
    assert _written(etc) == {
        "sources.list": """\
deb [arch=amd64 signed-by=/usr/share/keyrings/x.gpg] http://mirror.example/debian trixie main
deb http://mirror.example/debian-security trixie/updates main contrib
"""
    }


def test_every_file_that_apt_reads_counts(etc: Path) -> None:
    line = "deb http://mirror.example/debian bookworm main\n"
    for name in ("sources.list", "sources.list.d/0000-mine.list", "sources.list.d/old.list.save"):
        _put(etc, name, line)
    assert sorted(_written(etc)) == ["0000-mine.list", "sources.list"]


def test_only_debians_own_sources_may_call_a_release_stable(etc: Path) -> None:
    debian = "deb http://mirror.example/debian stable-updates main\n"
    _put(etc, "sources.list", f"{debian}deb https://other.example/code stable main\n")
    assert _written(etc) == {"sources.list": debian.replace("stable", "trixie")}


def test_on_ubuntu_only_its_own_release_has_sources(etc: Path) -> None:
    _system(etc, "ubuntu", "noble")
    text = "Types: deb\nURIs: http://mirror.example/ubuntu\nSuites: noble noble-updates\n"
    _put(etc, "sources.list.d/ubuntu.sources", f"{text}Components: main universe\n")
    assert _written(etc) == {}
    assert _written(etc, "noble") == {"ubuntu.sources": f"{text}Components: main universe\n"}


def test_without_sources_nothing_is_written(etc: Path) -> None:
    assert _written(etc) == {}
