"""Updates on the image itself, by stick and by address: taken, refused, come back; it plays on."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from labs.card.bundles import Signer, Works, signer
from labs.card.conftest import First, going_on
from labs.card.machine import Machine
from labs.card.players import play
from labs.card.test_cuts import door

NEWER = "9.0.0"
BROKEN = "9.1.0"
FEW = 3
"""Entries of a game that has begun."""
VERSION = "companion --version"
OUTSIDE = "10.0.2.2"
"""The computer around the virtual one, as the latter sees it."""
WRITTEN = "awk '{ print $7 }' /sys/class/block/vda6/stat"
"""How many sectors of the second system have been written."""
MANY = 100_000
"""So many are written in the middle of an installation: 50 MB of 360."""


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

    def has_stayed(self, before: tuple[str, str]) -> bool:
        """Tell whether the box plays on as the system that it was."""
        active = self.machine.run("systemctl is-active companion.service")
        return self.state() == before and active in {"active", "reloading"}


@pytest.fixture(scope="module")
def bench(
    first: First, image: Path, ours: Signer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Bench]:
    """Return a card after its first start; its owner has put a certificate on it."""
    folder = tmp_path_factory.mktemp("update")
    works = Works(folder, image)
    newer = works.bundle(NEWER, ours)
    with going_on(first, folder) as machine:
        yield Bench(machine, works, ours, newer)


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder on this computer's loopback; yields its address for the virtual one."""
    quiet = type("Quiet", (SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(quiet, directory=str(folder)))
    thread = Thread(target=server.serve_forever, args=(0.1,), daemon=True)
    thread.start()
    try:
        yield f"http://{OUTSIDE}:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def tell(machine: Machine, path: str, **given: Any) -> tuple[int, str]:  # noqa: ANN401 - JSON
    """Send something from the host's page of the computer."""

    async def told() -> tuple[int, str]:
        way = door(machine)
        async with (
            way.browser(way.host_code) as host,
            host.post(f"/computer/{path}", json=given) as answer,
        ):
            return answer.status, await answer.text()

    return asyncio.run(told())


def leave(machine: Machine) -> None:
    """Leave the game, as a host does; what is asked then is left open."""

    async def left() -> None:
        way = door(machine)
        async with way.page("host", "/api/host", code=way.host_code) as host:
            assert await host.say("command", command="leave") == "done"

    asyncio.run(left())


def test_nobody_elses_update_is_taken(bench: Bench) -> None:
    """One sentence, and nothing was written."""
    theirs = signer(bench.works.folder, "theirs")
    foreign = bench.works.resigned(bench.newer, bench.ours, theirs)
    before = bench.state()
    with bench.machine.plugged(bench.works.stick(foreign)):
        notice = bench.machine.await_notice("was rejected")
    print("\nforeign:", notice.strip())
    assert bench.has_stayed(before)


def test_half_an_update_from_an_address_is_not_taken(bench: Bench) -> None:
    """The server has no more than that; its name does not say which version it is."""
    before, whole = bench.state(), bench.newer.read_bytes()
    folder = bench.works.folder / "half"
    folder.mkdir()
    (folder / "half.raucb").write_bytes(whole[: len(whole) // 8])
    with served(folder) as address:
        assert tell(bench.machine, "update", address=f"{address}/nothing.raucb")[0] == 204
        print("\nnot there:", bench.machine.await_notice("has no such update").strip())
        assert tell(bench.machine, "update", address=f"{address}/half.raucb")[0] == 204
        print("half:", bench.machine.await_notice("was fetched is damaged").strip())
    assert bench.has_stayed(before)


def test_an_altered_update_leaves_the_box_as_it_is(bench: Bench) -> None:
    """What was signed is every block; one bit is found while it is written."""
    before = bench.state()
    with bench.machine.plugged(bench.works.stick(bench.works.altered(bench.newer))):
        notice = bench.machine.await_notice("the box stays as it is")
    print("\naltered:", notice.strip())
    assert bench.has_stayed(before)


def test_a_stick_that_is_pulled_while_it_is_read_leaves_the_box_as_it_is(bench: Bench) -> None:
    """In the middle of the blocks of a system; the half-written one is not started."""
    before, machine = bench.state(), bench.machine
    began = int(machine.run(WRITTEN))
    with machine.plugged(bench.works.stick(bench.newer)):
        machine.await_notice("installing update")
        machine.await_more(WRITTEN, began + MANY)
    notice = machine.await_notice("the box stays as it is")
    print(f"\npulled after {(int(machine.run(WRITTEN)) - began) >> 11} MB:", notice.strip())
    assert bench.has_stayed(before)


def test_an_update_waits_for_the_game(bench: Bench) -> None:
    """It says so; a stick that is taken away meanwhile ends it."""
    machine, before = bench.machine, bench.state()
    entries: list[int] = []
    asyncio.run(play(door(machine), entries.append, lambda: len(entries) >= FEW))
    with machine.plugged(bench.works.stick(bench.newer)):
        print("\nwhile a game goes on:", machine.await_notice("after the game").strip())
    print(machine.await_notice("removed before the update began").strip())
    assert bench.has_stayed(before)


def test_an_update_from_an_address_becomes_the_usual_system(bench: Bench) -> None:
    """Fetched during a game; once it was left, a host says that nobody plays. Tried, and kept."""
    machine = bench.machine
    machine.run("echo kept >/var/lib/companion-host/mark && sync")
    with served(bench.newer.parent) as address:
        assert tell(machine, "update", address=f"{address}/{bench.newer.name}")[0] == 204
        print("\nfetched:", machine.await_notice("after the game").strip())
        assert tell(machine, "now")[0] == 409
        leave(machine)
        assert tell(machine, "now")[0] == 204
        assert machine.await_end()
    assert machine.partition(tryboot=False) == 2
    machine.switch_on(tryboot=True)
    print(f"updated: ready {machine.await_ready():.0f} s after the kernel began")
    print(machine.await_notice("updated to version").strip())
    assert bench.state() == ("3", NEWER)
    assert machine.run("cat /var/lib/companion-host/mark") == "kept"
    assert machine.run("ls /var/lib/companion-host/fetch") == ""


def test_a_broken_update_comes_back_and_is_not_tried_again(bench: Bench) -> None:
    """From a stick. Nobody does anything: the old system is there again, and says so."""
    machine, before = bench.machine, bench.state()
    machine.run("echo kept >/var/lib/companion-host/mark && sync")
    stick = bench.works.stick(bench.works.broken(BROKEN, bench.ours))
    with machine.plugged(stick):
        assert machine.await_end()
        machine.switch_on(tryboot=True)
    assert not machine.await_end()
    machine.switch_on()
    print(f"\ncame back: ready {machine.await_ready():.0f} s after the kernel began")
    print(machine.await_notice("did not start: the previous version is back").strip())
    assert bench.state() == before
    assert machine.run("cat /var/lib/companion-host/mark") == "kept"
    with machine.plugged(stick):
        machine.await_notice("will not be tried again")
