"""The image itself, from the first start on: ready, grown, itself, said where it is full.

What stands for a Pi is `qemu-system-aarch64 -M virt` with the card's own kernel. It has none of a
Pi's buses, so the panel is not there, and the box plays on without it.
"""

import asyncio
from typing import Final
from urllib.request import urlopen

from tests.image.image_cuts import door
from tests.image.machine import Machine
from tests.image.players import begin

NOTICES: Final = "cat /run/companion-host/notices/*"
FILL: Final = "dd if=/dev/zero of=/var/full bs=1M 2>/dev/null || true; sync"


def test_it_gets_ready_by_itself(running: Machine) -> None:
    """Nobody has done anything but to put the card in."""
    print(f"\nready {running.await_ready():.0f} s after power-on, emulated")
    assert running.run("systemctl is-active companion.service") == "active"
    print(running.run("systemd-analyze time || true"))
    print(running.run("systemctl list-units --failed --no-legend"))


def test_the_data_partition_has_the_rest_of_the_card(running: Machine) -> None:
    """It was made at the first start, and is the only one that can be written."""
    size = int(running.run("df --output=size -B M /var | tail -n 1").strip("M "))
    assert size > 2000
    assert running.run("findmnt -no FSTYPE,OPTIONS /").startswith("squashfs ro")


def test_the_box_is_in_the_network_under_its_own_name(running: Machine) -> None:
    """No two of them have the same name; phones reach its pages."""
    assert running.run("uname -n").startswith("companion-")
    with urlopen(f"http://127.0.0.1:{running.web}/", timeout=60) as page:
        assert b"<html" in page.read()


def test_nobody_gets_in_with_a_password(running: Machine) -> None:
    """Not one account has one; without a key on the card nothing listens at all."""
    hashes = running.run("cut -d: -f2 /etc/shadow").split()
    assert all(word in {"*", "!", "!*"} for word in hashes)
    assert "passwordauthentication no" in running.run("/usr/sbin/sshd -T")


def test_mistakes_on_the_card_are_sentences_and_the_box_plays_on(running: Machine) -> None:
    """A wrong line, and a network that does not exist."""
    running.switch_off()
    running.write("companion.yaml", "language: de\ngame: ches\ncomputer:\n  country: Germany\n")
    running.switch_on()
    running.await_ready()
    running.await_hand()
    said = running.run(NOTICES)
    assert "companion.yaml:2: game" in said
    assert "companion.yaml:4: computer.country" in said
    running.switch_off()
    running.write("companion.yaml", "players: [Ann, Ben]\n")
    running.switch_on()
    running.await_ready()
    running.await_hand()


def test_a_full_data_partition_is_said_and_stops_nobody(running: Machine) -> None:
    """Play goes on, every page says that it is not saved; a start says it too, and gets ready."""

    async def paused() -> str:
        async with door(running).page("host", "/api/host", code=door(running).host_code) as host:
            await begin(host)
            await asyncio.to_thread(running.run, FILL, 600)
            await host.say("command", command="pause")
            await host.until(lambda: bool(host.phone.view["unsaved"]))
            assert host.phone.view["turn"]["paused"]
            said = str(host.phone.view["unsaved"])
            await asyncio.to_thread(running.run, "rm /var/full && sync")
            await host.until(lambda: not host.phone.view["unsaved"])
            return said

    print("\nfull:", asyncio.run(paused()))
    running.run(f"{FILL}; systemctl start companion-health.service", 600)
    print(running.await_notice("MB are free").strip())
    running.switch_off()
    running.switch_on()
    print(f"full: ready {running.await_ready():.0f} s after the kernel began")
    print(running.run(f"{NOTICES}; journalctl -b -u companion.service --no-pager | tail -n 12"))
    running.run("rm /var/full")
