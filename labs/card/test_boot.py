"""The image itself, from the first start on: ready, grown, itself, kept by its host, said if full.

What stands for a Pi is `qemu-system-aarch64 -M virt` with the card's own kernel. It has none of a
Pi's buses, so the panel is not there, and the box plays on without it.
"""

import asyncio
from typing import Final
from urllib.request import urlopen

from labs.card.conftest import First
from labs.card.machine import Machine
from labs.card.players import begin
from labs.card.test_cuts import door

NOTICES: Final = "cat /run/companion-host/notices/*"
ASK_AS_NOBODY: Final = (
    "runuser -u nobody -- python3 -c 'import socket; "
    'socket.socket(socket.AF_UNIX).connect("/run/companion-host/helper")\''
)
PRESSES: Final = 100
"""So often somebody pauses and goes on until the card takes no more."""
FILL: Final = "dd if=/dev/zero of=/var/full bs=1M 2>/dev/null || true; sync"


def test_it_gets_ready_by_itself(first: First) -> None:
    """Nobody has done anything but to put the card in."""
    machine = first.machine
    print(f"\nready {first.ready:.0f} s after the kernel began")
    assert machine.run("systemctl is-active companion.service") == "active"
    print(machine.run("systemd-analyze time || true"))
    print(machine.run("systemctl list-units --failed --no-legend"))


def test_the_data_partition_has_the_rest_of_the_card(first: First) -> None:
    """It was made at the first start, and is the only one that can be written."""
    size = int(first.machine.run("df --output=size -B M /var | tail -n 1").strip("M "))
    assert size > 2000
    assert first.machine.run("findmnt -no FSTYPE,OPTIONS /").startswith("squashfs ro")


def test_the_box_is_in_the_network_under_its_own_name(first: First) -> None:
    """No two of them have the same name; phones reach its pages."""
    assert first.machine.run("uname -n").startswith("companion-")
    with urlopen(f"http://127.0.0.1:{first.machine.web}/", timeout=60) as page:
        assert b"<html" in page.read()


def test_nobody_gets_in_with_a_password(first: First) -> None:
    """Not one account has one; without a key on the card nothing listens at all."""
    hashes = first.machine.run("cut -d: -f2 /etc/shadow").split()
    assert all(word in {"*", "!", "!*"} for word in hashes)
    assert "passwordauthentication no" in first.machine.run("/usr/sbin/sshd -T")


def test_a_host_takes_the_log_along_and_it_holds_no_code(first: First) -> None:
    """The helper of root gathers it; only the box's user may ask it."""
    machine, way = first.machine, door(first.machine)

    async def log() -> str:
        async with way.browser(way.host_code) as host, host.get("/computer/log.txt") as answer:
            assert answer.status == 200
            return await answer.text()

    text = asyncio.run(log())
    assert "companion" in text
    assert "the code" not in machine.run("journalctl -b -u companion.service --no-pager")
    assert way.code not in text
    assert way.host_code not in text
    print(f"\n{len(text.splitlines())} lines, {len(text)} bytes")
    assert machine.run("stat -c '%U %G %a' /run/companion-host/helper") == "root companion 660"
    assert "Permission denied" in machine.run(f"{ASK_AS_NOBODY} 2>&1 || true")


def test_a_host_chooses_the_time_zone_and_it_counts_at_once(first: First) -> None:
    """On a system that cannot be written, and for everything that runs."""
    way = door(first.machine)

    async def choose() -> str:
        async with way.browser(way.host_code) as host:
            async with host.post("/computer/zone", json={"zone": "Asia/Tokyo"}) as answer:
                assert answer.status == 204, await answer.text()
            async with host.get("/computer") as answer:
                return await answer.text()

    page = asyncio.run(choose())
    assert '<option value="Asia/Tokyo" selected>' in page
    here = first.machine.run("date +%H:%M").split(":")
    assert f"It is {here[0]}:" in page
    assert first.machine.run("date +%Z") == "JST"


def test_a_host_switches_it_off_and_mistakes_on_the_card_are_sentences(first: First) -> None:
    """A wrong line, and a country that is none; the box plays on, and the time zone stays."""
    machine, way = first.machine, door(first.machine)

    async def off() -> None:
        async with way.browser(way.host_code) as host:
            async with host.get("/computer/off") as answer:
                assert 'data-send="/computer/off"' in await answer.text()
            async with host.post("/computer/off", json={}) as answer:
                assert answer.status == 204, await answer.text()

    asyncio.run(off())
    assert not machine.await_end()
    machine.write("companion.yaml", "language: de\ngame: ches\ncomputer:\n  country: Germany\n")
    machine.switch_on()
    print(f"\nready {machine.await_ready():.0f} s after the kernel began")
    output = machine.run(NOTICES)
    assert "companion.yaml:2: game" in output
    assert "companion.yaml:4: computer.country" in output
    assert machine.run("date +%Z") == "JST"


def test_a_full_data_partition_is_said_and_stops_nobody(first: First) -> None:
    """Play goes on, every page says that it is not saved; a start says it too, and gets ready."""
    machine = first.machine

    async def paused() -> str:
        async with door(machine).page("host", "/api/host", code=door(machine).host_code) as host:
            await begin(host)
            await asyncio.to_thread(machine.run, FILL, 600)
            # The first ones still fit into blocks that the journal had before.
            paused = False
            for _ in range(PRESSES):
                paused = host.phone.view["turn"]["paused"]
                await host.say("command", command="resume" if paused else "pause")
                if host.phone.view["unsaved"]:
                    break
            output = str(host.phone.view["unsaved"])
            assert output
            assert host.phone.view["turn"]["paused"] is not paused, "play goes on all the same"
            await asyncio.to_thread(machine.run, "rm /var/full && sync")
            await host.until(lambda: not host.phone.view["unsaved"])
            return output

    print("\nfull:", asyncio.run(paused()))
    machine.run(f"{FILL}; systemctl start companion-health.service", 600)
    print(machine.await_notice("MB").strip())
    restart_full(machine)


def restart_full(machine: Machine) -> None:
    """Pull the plug of a full card, and start it again."""
    machine.switch_off()
    machine.write("companion.yaml", "players: [Ann, Ben]\n")
    machine.switch_on()
    print(f"full: ready {machine.await_ready():.0f} s after the kernel began")
    print(machine.run(f"{NOTICES}; journalctl -b -u companion.service --no-pager | tail -n 12"))
    machine.run("rm /var/full")
