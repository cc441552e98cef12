"""The card that `make image` has built, a copy for each file of tests, with a key put on it."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.image.machine import Machine, switched_on

BUILT = Path(__file__).resolve().parents[2] / "build" / "image"
SIZE = "4G"
"""The size of the card: larger than the image, so that its last partition must grow."""


def sparse(source: Path, target: Path) -> Path:
    """Copy a disk without its empty blocks."""
    subprocess.run(("/usr/bin/cp", "--sparse=always", source, target), check=True)
    return target


@pytest.fixture(scope="session")
def image() -> Path:
    """Return the image that was built last."""
    images = sorted(BUILT.glob("*.img"), key=lambda path: path.stat().st_mtime)
    if not images:
        pytest.fail("there is no image in build/image: make image")
    return images[-1]


@pytest.fixture(scope="session")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a private SSH key; its public half lies beside it."""
    file = tmp_path_factory.mktemp("key") / "key"
    command = ("/usr/bin/ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", file)
    subprocess.run(command, check=True)
    return file


def fresh(image: Path, key: Path, folder: Path) -> Machine:
    """Return a computer with a new card, on which the owner has put a key."""
    disk = sparse(image, folder / "card.img")
    subprocess.run(("/usr/bin/truncate", "-s", SIZE, disk), check=True)
    machine = Machine(folder, disk, key)
    machine.write("authorized_keys", key.with_suffix(".pub").read_text(encoding="utf-8"))
    return machine


@pytest.fixture(scope="module")
def card(image: Path, key: Path, tmp_path_factory: pytest.TempPathFactory) -> Machine:
    """Return a computer with a new card."""
    return fresh(image, key, tmp_path_factory.mktemp("card"))


@pytest.fixture(scope="module")
def running(card: Machine) -> Iterator[Machine]:
    """Return the computer after its first start, ready."""
    with switched_on(card) as machine:
        machine.await_ready()
        machine.await_hand()
        yield machine
