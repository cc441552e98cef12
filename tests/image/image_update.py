"""Updates from a stick, on the image itself: taken, refused, come back; the box plays on."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.image.bundles import Signer, Works, signer
from tests.image.conftest import fresh
from tests.image.image_cuts import door
from tests.image.machine import Machine, switched_on
from tests.image.players import play

NEWER = "9.0.0"
BROKEN = "9.1.0"
NEXT = "9.2.0"
FEW = 3
"""Entries of a game that has begun."""
VERSION = "companion --version"


@dataclass(slots=True)
class Bench:
    """A running card that takes the updates of one signer, and the workshop that makes them."""

    machine: Machine
    works: Works
    ours: Signer
    newer: Path

    def state(self) -> tuple[str, str]:
        """Return which partition starts next, and which version runs."""
        return str(self.machine.partition(tryboot=False)), self.machine.run(VERSION).split()[-1]


@pytest.fixture(scope="module")
def bench(image: Path, key: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    """Return a card after its first start; its owner has put a certificate on it."""
    folder = tmp_path_factory.mktemp("update")
    works, ours = Works(folder, image), signer(folder, "ours")
    newer = works.bundle(NEWER, ours)
    machine = fresh(image, key, folder)
    machine.write("updates.pem", ours.certificate.read_text(encoding="utf-8"))
    with switched_on(machine):
        print(f"\nready {machine.await_ready():.0f} s after the kernel began")
        yield Bench(machine, works, ours, newer)


def test_nobody_elses_update_is_taken(bench: Bench) -> None:
    """One sentence, and nothing was written."""
    theirs = signer(bench.works.folder, "theirs")
    foreign = bench.works.resigned(bench.newer, bench.ours, theirs)
    before = bench.state()
    with bench.machine.plugged(bench.works.stick(foreign)):
        said = bench.machine.await_notice("was not taken")
    print("\nforeign:", said.strip())
    assert bench.state() == before
    assert bench.machine.run("systemctl is-active companion.service") == "active"


def test_an_altered_update_leaves_the_box_as_it_is(bench: Bench) -> None:
    """What was signed is every block; one bit is found while it is written."""
    before = bench.state()
    with bench.machine.plugged(bench.works.stick(bench.works.altered(bench.newer))):
        said = bench.machine.await_notice("the box stays as it is")
    print("\naltered:", said.strip())
    assert bench.state() == before
    assert bench.machine.run("systemctl is-active companion.service") == "active"


def test_a_stick_that_is_pulled_in_the_middle_leaves_the_box_as_it_is(bench: Bench) -> None:
    """The half-written system is not started."""
    before = bench.state()
    with bench.machine.plugged(bench.works.stick(bench.newer)):
        bench.machine.await_notice("installing update")
    said = bench.machine.await_notice("the box stays as it is")
    print("\npulled:", said.strip())
    assert bench.state() == before
    assert bench.machine.run("systemctl is-active companion.service") == "active"


def test_an_update_becomes_the_usual_system_once_it_is_ready(bench: Bench) -> None:
    """Written beside the running one, started on trial, kept."""
    machine = bench.machine
    machine.run("echo kept >/var/lib/companion-host/mark && sync")
    with machine.plugged(bench.works.stick(bench.newer)):
        assert machine.await_end()
        assert machine.partition(tryboot=False) == 2
        machine.switch_on(tryboot=True)
    print(f"\nupdated: ready {machine.await_ready():.0f} s after the kernel began")
    print(machine.await_notice("updated to version").strip())
    assert bench.state() == ("3", NEWER)
    assert machine.run("cat /var/lib/companion-host/mark") == "kept"


def test_a_broken_update_comes_back_and_is_not_tried_again(bench: Bench) -> None:
    """Nobody does anything: the old system is there again, and says so."""
    machine = bench.machine
    stick = bench.works.stick(bench.works.broken(BROKEN, bench.ours))
    with machine.plugged(stick):
        assert machine.await_end()
        machine.switch_on(tryboot=True)
    assert not machine.await_end()
    machine.switch_on()
    print(f"\ncame back: ready {machine.await_ready():.0f} s after the kernel began")
    print(machine.await_notice("did not get ready: the version before it is back").strip())
    assert bench.state() == ("3", NEWER)
    assert machine.run("cat /var/lib/companion-host/mark") == "kept"
    with machine.plugged(stick):
        machine.await_notice("is not tried again")


def test_an_update_waits_for_the_game(bench: Bench) -> None:
    """It says so; a stick that is taken away meanwhile ends it."""
    machine = bench.machine
    entries: list[int] = []
    asyncio.run(play(door(machine), entries.append, lambda: len(entries) >= FEW))
    with machine.plugged(bench.works.stick(bench.works.bundle(NEXT, bench.ours))):
        print("\nwhile a game goes on:", machine.await_notice("after the game").strip())
    print(machine.await_notice("removed before the update began").strip())
    assert bench.state() == ("3", NEWER)
