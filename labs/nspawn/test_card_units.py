"""The units of a card under a real systemd: each does its work in its sandbox, and nothing more.

RAUC and NetworkManager are scripts that answer as those do. What is a disk on a card is a folder
here: a container has no disks.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from shlex import quote
from typing import Final

import pytest

from companion.host.network import SETUP_ADDRESS
from labs.nspawn.conftest import ROOT, Installation
from labs.nspawn.container import Container

FILES: Final = ROOT / "tools" / "image" / "files"
UNITS: Final = Path("etc/systemd/system")
CONFINED: Final = (
    "companion-fetch",
    "companion-helper@1",
    "companion-network",
    "companion-update@1",
)
MOST_EXPOSED: Final = 2.5
RAUC: Final = r"""#!/bin/sh
case $1 in
info) printf "RAUC_MF_COMPATIBLE='compass-companion-arm64'\nRAUC_MF_VERSION='99.0'\n" ;;
install) cat "$2" >>/var/lib/companion-host/installed ;;
esac
"""
NMCLI: Final = r"""#!/bin/sh
case "$*" in
*"device wifi list"*) echo '80:WPA2:Club' ;;
*"TYPE,STATE"*) echo 'wifi:disconnected' ;;
esac
"""
PROBE: Final = """
import os, socket, sys
def tried(what, act):
    try:
        act()
        print(what, "done")
    except OSError as error:
        print(what, "refused")
tried("etc", lambda: open("/etc/probe", "w"))
tried("home", lambda: open("/root/cmdline"))
tried("mount", lambda: os.open("/dev/sda", os.O_RDONLY))
tried("packet", lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW))
tried("hostname", lambda: socket.sethostname("other"))
tried("suid", lambda: (open("/run/companion-host/p", "w").close(),
                       os.chmod("/run/companion-host/p", 0o4755)))
"""
"""What no unit of a card needs."""
ADDRESS: Final = """
import fcntl, socket, struct, sys
request = struct.pack("16sHH4s8s", b"lo:1", socket.AF_INET, 0, socket.inet_aton(sys.argv[1]), b"")
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
    fcntl.ioctl(line, 0x8916, request)
"""
"""Gives the loopback interface one more address: SIOCSIFADDR of netdevice(7)."""
ASK: Final = """
import socket, sys
with socket.socket(socket.AF_UNIX) as line:
    line.connect("/run/companion-host/helper")
    line.sendall(sys.argv[1].encode() + b"\\n")
    line.shutdown(socket.SHUT_WR)
    print(line.makefile().read())
"""


@pytest.fixture(scope="module")
def card(fresh: Installation) -> Iterator[Container]:
    """Boot a container that has what a card has besides the package."""
    with fresh.booted_again() as there:
        container = there.container
        for file in sorted((FILES / UNITS).glob("companion-*.*")):
            if file.is_file():
                put(container, f"/{UNITS}/{file.name}", file.read_text(encoding="utf-8"))
        put(container, "/usr/bin/rauc", RAUC, mode="755")
        put(container, "/usr/bin/nmcli", NMCLI, mode="755")
        put(container, "/probe.py", PROBE)
        drop_in(container, "companion-try", "ExecStart=\nExecStart=/usr/bin/touch /run/tried")
        for name in ("fetch", "update@", "network"):
            # What they are ordered after is not in this container.
            drop_in(container, f"companion-{name}", "TimeoutStartSec=60", name="patience")
        container.do(
            "install -d /run/companion-host/notices /var/lib/companion-host"
            " /run/NetworkManager/system-connections /root/stick;"
            "printf en >/run/companion-host/language;"
            "printf 'rauc.slot=A\\n' >/root/cmdline;"
            "systemctl daemon-reload; systemctl start companion-helper.socket"
        )
        yield container


def put(container: Container, path: str, content: str, *, mode: str = "644") -> None:
    container.do(
        f"mkdir -p $(dirname {quote(path)}); printf %s {quote(content)} >{quote(path)};"
        f" chmod {mode} {quote(path)}"
    )


def drop_in(container: Container, unit: str, lines: str, *, name: str = "test") -> None:
    put(container, f"/{UNITS}/{unit}.service.d/{name}.conf", f"[Service]\n{lines}\n")


def ask(container: Container, question: str) -> str:
    """Ask the helper as the box does."""
    return container.do(f"runuser --user companion -- python3 -c {quote(ASK)} {quote(question)}")


@pytest.mark.parametrize("unit", CONFINED)
def test_systemd_counts_little_exposure(card: Container, unit: str) -> None:
    output = card.run(f"systemd-analyze security --no-pager {unit}.service").text
    level = re.search(r"exposure level for \S+: ([\d.]+)", output)
    assert level, output
    print(f"\n{unit}: {level[1]}")
    assert float(level[1]) <= MOST_EXPOSED


@pytest.mark.parametrize("unit", CONFINED)
def test_a_unit_may_do_nothing_that_it_does_not_need(card: Container, unit: str) -> None:
    """Another program in its place, with all the limits of the unit."""
    template = unit.partition("@")[0] + ("@" if "@" in unit else "")
    put(
        card,
        f"/{UNITS}/probe-{template}.service",
        card.do(f"cat /{UNITS}/{template}.service")
        .replace("StandardInput=socket\nStandardOutput=socket\n", "")
        .replace("Requires=", "#")
        .replace("ConditionPathExists", "#"),
    )
    drop_in(
        card,
        f"probe-{template}",
        "Type=oneshot\nExecStart=\nExecStart=/usr/bin/python3 /probe.py\n"
        "StandardOutput=truncate:/run/probed",
    )
    card.do(f"systemctl daemon-reload; systemctl start probe-{unit}")
    output = card.do("cat /run/probed").split("\n")
    assert output == [
        f"{what} refused" for what in ("etc", "home", "mount", "packet", "hostname", "suid")
    ]


def test_the_helper_answers(card: Container) -> None:
    assert ask(card, "zone Europe/Berlin").startswith("done")
    assert card.do("readlink /run/companion-host/localtime").endswith("Europe/Berlin")
    assert ask(card, "zone Nowhere/At-All").startswith("refused")
    assert "companion" in ask(card, "log")
    assert ask(card, "now").startswith("done")


def test_an_update_is_fetched_and_installed(card: Container) -> None:
    card.do(
        "mkdir -p /srv/updates; printf bundle >/srv/updates/compass-companion-99.0.raucb;"
        "systemd-run --unit served python3 -m http.server 8000 --directory /srv/updates"
        " --bind 127.0.0.1"
    )
    card.until(
        lambda: (
            card.run(
                "python3 -c 'import urllib.request as u;u.urlopen(\"http://127.0.0.1:8000/\")'"
            ).status
            == 0
        )
    )
    address = "http://127.0.0.1:8000/compass-companion-99.0.raucb"
    assert ask(card, f"fetch {address}").startswith("done")
    card.until(lambda: card.run("test -e /run/tried").status == 0)
    assert card.do("cat /var/lib/companion-host/installed") == "bundle"
    card.do("rm /run/tried /var/lib/companion-host/installed /var/lib/companion-host/trial")


def test_an_update_is_taken_from_a_stick(card: Container) -> None:
    drop_in(
        card,
        "companion-stick@",
        "ExecStart=\nExecStart=/usr/bin/mkdir -p /run/companion-host/stick\n"
        "ExecStart=/usr/bin/mount --bind -o ro /root/stick /run/companion-host/stick",
    )
    card.do(
        "printf old >/root/stick/compass-companion-98.9.raucb;"
        "printf new >/root/stick/compass-companion-98.10.raucb;"
        "systemctl daemon-reload; systemctl start companion-update@sda1"
    )
    card.until(lambda: card.run("test -e /run/tried").status == 0)
    assert card.do("cat /var/lib/companion-host/installed") == "new"
    card.until(lambda: card.run("mountpoint --quiet /run/companion-host/stick").status != 0)


def test_a_phone_names_a_network(card: Container) -> None:
    card.do(
        f"python3 -c {quote(ADDRESS)} {SETUP_ADDRESS} &&"
        "printf 'language: en\\n' >/run/companion-host/companion.yaml;"
        "sed -i '/setup network/d' "
        f"/{UNITS}/companion-network.service;"
        "systemctl daemon-reload; systemctl start --no-block companion-network"
    )
    page = f"http://{SETUP_ADDRESS}/"
    look = f"import urllib.request as u; print(u.urlopen({page!r}).read().decode())"
    card.until(lambda: "Club" in card.run(f"python3 -c {quote(look)}").text)
    choose = f"import urllib.request as u; u.urlopen({page!r}, b'seen=Club&password=secret123')"
    card.do(f"python3 -c {quote(choose)}")
    card.until(lambda: card.show("ActiveState", "companion-network") == "inactive")
    assert card.show("Result", "companion-network") == "success"
    kept = card.do("ls -l /var/lib/companion-host/networks/phone.nmconnection")
    assert kept.startswith("-rw------- 1 root root")
