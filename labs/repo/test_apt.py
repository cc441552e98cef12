"""An apt repository that `make repo` lays out is believed by apt, and by nobody if it is altered.

The key is made for the test and thrown away. apt works in folders of its own, as any user.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CONTROL = """\
Package: compass-companion
Section: misc
Priority: optional
Version: {version}
Architecture: arm64
Maintainer: nobody <nobody@example.invalid>
Description: a package for a test
"""


def run(*command: str | Path, **environment: str) -> str:
    """Run a program and return its output; it must succeed."""
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


def package(folder: Path, version: str) -> Path:
    """Build an empty package of a version."""
    tree = folder / version
    (tree / "DEBIAN").mkdir(parents=True)
    (tree / "DEBIAN" / "control").write_text(CONTROL.format(version=version), encoding="utf-8")
    file = folder / f"compass-companion_{version}_arm64.deb"
    run("dpkg-deb", "--root-owner-group", "--build", tree, file)
    return file


@dataclass
class Repository:
    """A repository in a folder, its key, and an apt that knows nothing else."""

    folder: Path
    apt: Path
    keyring: Path
    key: str

    def publish(self, packages: Sequence[Path]) -> None:
        """Do what `make repo` does."""
        run(
            ROOT / "tools" / "repository",
            self.folder,
            *packages,
            GNUPGHOME=str(self.keyring),
            SIGN_WITH=self.key,
        )

    def update(self) -> "subprocess.CompletedProcess[str]":
        """Do what `apt update` does on a box."""
        return subprocess.run(
            ("/usr/bin/apt-get", *self._options(), "update"),
            capture_output=True,
            text=True,
            check=False,
        )

    def newest(self) -> str:
        """Return the version that apt would install."""
        policy = run("apt-cache", *self._options(), "policy", "compass-companion")
        return policy.partition("Candidate:")[2].split()[0]

    def _options(self) -> list[str]:
        (self.apt / "lists" / "partial").mkdir(parents=True, exist_ok=True)
        source = self.apt / "test.sources"
        source.write_text(
            f"Types: deb\nURIs: file:{self.folder}\nSuites: trixie\nComponents: main\n"
            f"Architectures: arm64\nSigned-By: {self.folder}/compass-companion.asc\n",
            encoding="utf-8",
        )
        (self.apt / "status").touch()
        settings = {
            "Dir::Etc::sourcelist": source,
            "Dir::Etc::sourceparts": "-",
            "Dir::State::lists": self.apt / "lists",
            "Dir::State::status": self.apt / "status",
            "Dir::Cache": self.apt,
            "APT::Architecture": "arm64",
            "APT::Architectures": "arm64",
            "APT::Sandbox::User": "",
            "APT::Update::Error-Mode": "any",
        }
        return [word for name, value in settings.items() for word in ("-o", f"{name}={value}")]


@pytest.fixture
def repository(tmp_path: Path) -> Iterator[Repository]:
    """Return an empty repository with a key of its own."""
    for program in ("reprepro", "gpg", "apt-get"):
        if shutil.which(program) is None:
            pytest.skip(f"{program} is missing")
    keyring = tmp_path / "gnupg"
    keyring.mkdir(mode=0o700)
    identity = "A key for a test <nobody@example.invalid>"
    making = ("--batch", "--passphrase", "", "--quick-generate-key", identity, "ed25519", "sign")
    run("gpg", *making, GNUPGHOME=str(keyring))
    listed = run("gpg", "--list-keys", "--with-colons", GNUPGHOME=str(keyring))
    fingerprint = next(line for line in listed.splitlines() if line.startswith("fpr:"))
    yield Repository(tmp_path / "repo", tmp_path / "apt", keyring, fingerprint.split(":")[9])
    run("gpgconf", "--kill", "all", GNUPGHOME=str(keyring))


def test_apt_takes_the_newest_version(repository: Repository, tmp_path: Path) -> None:
    """A box that had the first one is offered the next after it was published."""
    repository.publish([package(tmp_path, "0.1.0-1~deb13u1")])
    assert repository.update().returncode == 0
    assert repository.newest() == "0.1.0-1~deb13u1"
    repository.publish([package(tmp_path, "0.2.0-1~deb13u1"), package(tmp_path, "0.3.0-1~deb12u1")])
    assert repository.update().returncode == 0
    assert repository.newest() == "0.2.0-1~deb13u1"


def test_what_was_altered_is_not_believed(repository: Repository, tmp_path: Path) -> None:
    """apt refuses a list that the key has not signed."""
    repository.publish([package(tmp_path, "0.1.0-1~deb13u1")])
    release = repository.folder / "dists" / "trixie" / "InRelease"
    release.write_text(
        release.read_text(encoding="utf-8").replace("compass", "compost"), encoding="utf-8"
    )
    refused = repository.update()
    assert refused.returncode != 0
    assert "BADSIG" in refused.stderr or "invalid" in refused.stderr


def test_a_package_of_no_known_release_is_refused(repository: Repository, tmp_path: Path) -> None:
    """Before anything is published."""
    stray = package(tmp_path, "0.1.0-1")
    with pytest.raises(AssertionError, match="is for no release of Debian that is known"):
        repository.publish([stray])
