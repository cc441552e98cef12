"""The card that `make image` has built, a copy for each file of tests, with a key put on it."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from labs.card.bundles import Signer, signer
from labs.card.machine import Machine, switched_on

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


@pytest.fixture(scope="session")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Signer:
    """Return whose updates the card takes: its owner has put the certificate on it."""
    return signer(tmp_path_factory.mktemp("signer"), "ours")


@dataclass(frozen=True, slots=True)
class Frozen:
    """A machine after its first start, ready, as it was at one moment."""

    state: Path
    disk: Path


@dataclass(slots=True)
class First:
    """The first start of a card, which is done once for all tests, and what was kept of it."""

    machine: Machine
    frozen: Frozen
    ready: float
    """When it was ready, in seconds of its kernel."""


@pytest.fixture(scope="session")
def first(
    image: Path, key: Path, ours: Signer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[First]:
    """Start a new card until it is ready; nobody has played on it yet."""
    folder = tmp_path_factory.mktemp("card")
    machine = fresh(image, key, folder)
    machine.write("updates.pem", ours.certificate.read_text(encoding="utf-8"))
    with switched_on(machine):
        ready = machine.await_ready()
        machine.run("systemctl start companion-confirm.service && sync")
        frozen = Frozen(folder / "state", folder / "first.img")
        machine.freeze(frozen.state, frozen.disk)
        yield First(machine, frozen, ready)


def another(first: First, folder: Path) -> Machine:
    """Return a computer with a card of its own that has had its first start."""
    return Machine(folder, sparse(first.frozen.disk, folder / "card.img"), first.machine.key)


@contextmanager
def going_on(first: First, folder: Path) -> Iterator[Machine]:
    """Let the computer go on from its first start, with a card of its own."""
    machine = another(first, folder)
    machine.switch_on(frozen=first.frozen.state)
    try:
        machine.await_hand()
        yield machine
    finally:
        machine.switch_off()
