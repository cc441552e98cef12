"""Joining a network by phone: `nmcli` is a program that answers as it does, the server is real."""

import os
import socket
import stat
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from urllib.parse import urlencode

import pytest

from companion.engine.message import Message
from companion.host.card import Network
from companion.host.portal import server
from companion.host.portal.__main__ import set_up
from companion.host.portal.nmcli import NetworkManager, WifiNetwork
from companion.host.portal.page import parse_form
from companion.host.portal.server import Portal

NMCLI = """#!/bin/sh
# Keeps what it was told; a network lets the box in if its password is right.
echo "$*" >>calls
case "$*" in
*"TYPE,STATE device") cat devices ;;
*"wifi list --rescan yes") cat networks ;;
*"connection load "*) [ "$(stat -c %a "$3")" = 600 ] ;;
*"up companion-setup") [ ! -e no-access-point ] ;;
*"up card-0") grep -q 'psk=open sesame' connections/phone.nmconnection ;;
esac
"""
SEEN = """42:WPA2:Attic
90:WPA2 WPA3:Cellar\\: left
80::Café
70:WPA2:Attic
99:WPA2:
"""


@dataclass
class Computer:
    """A computer with such a program; ``phone`` says what is chosen, and notes what it was told."""

    folder: Path
    choices: list[Network | None] = field(default_factory=list)
    asked: list[tuple[tuple[WifiNetwork, ...], str]] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    @property
    def manager(self) -> NetworkManager:
        return NetworkManager(self.run, self.folder / "connections", self.folder / "kept")

    def run(self, command: Sequence[str]) -> subprocess.CompletedProcess[str]:
        """Run the program that stands for nmcli."""
        assert command[0] == "/usr/bin/nmcli"
        given = (str(self.folder / "nmcli"), *command[1:])
        return subprocess.run(given, cwd=self.folder, capture_output=True, text=True, check=False)

    def phone(self, seen: tuple[WifiNetwork, ...], trouble: Message | None) -> Network | None:
        self.asked.append((seen, str(trouble or "")))
        return self.choices.pop(0)

    def set_up(self, devices: str = "wifi:disconnected\nloopback:connected (externally)\n") -> bool:
        self.folder.joinpath("devices").write_text(devices, encoding="utf-8")
        return set_up(
            self.manager,
            "companion-12ef",
            self.phone,
            lambda sentence: self.said.append(str(sentence or "")),
        )

    @property
    def calls(self) -> str:
        return self.folder.joinpath("calls").read_text(encoding="utf-8")


@pytest.fixture
def computer(tmp_path: Path) -> Computer:
    """Return a computer in no network, with four in reach."""
    program = tmp_path / "nmcli"
    program.write_text(NMCLI, encoding="utf-8")
    program.chmod(0o755)
    (tmp_path / "networks").write_text(SEEN, encoding="utf-8")
    return Computer(tmp_path)


def test_a_phone_names_the_network_and_the_box_remembers_it(computer: Computer) -> None:
    """The file is for root alone, at the next start as well."""
    computer.choices = [Network("Attic", "open sesame")]
    assert computer.set_up()
    assert computer.said[-1] == "this box is in the Wi-Fi Attic now"
    kept = computer.folder / "kept" / "phone.nmconnection"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    found = computer.folder / "connections" / "phone.nmconnection"
    found.unlink()
    computer.manager.remember()
    assert "psk=open sesame" in found.read_text()
    assert stat.S_IMODE(found.stat().st_mode) == 0o600


def test_it_chooses_among_the_networks_in_reach_strongest_first(computer: Computer) -> None:
    """Each name once; one that hides its name has none."""
    computer.choices = [None]
    assert not computer.set_up()
    seen, trouble = computer.asked[0]
    assert seen == (
        WifiNetwork("Cellar: left", locked=True),
        WifiNetwork("Café", locked=False),
        WifiNetwork("Attic", locked=True),
    )
    assert trouble == ""


def test_a_wrong_password_brings_the_page_back_with_the_reason(computer: Computer) -> None:
    computer.choices = [Network("Attic", "a wrong one"), Network("Attic", "open sesame")]
    assert computer.set_up()
    assert computer.asked[1][1].startswith("the box could not join Attic")
    assert computer.calls.count("connection up companion-setup") == 2


def test_nobody_comes_so_the_open_network_ends(computer: Computer) -> None:
    """Nothing is said any more, and nothing is remembered."""
    computer.choices = [None]
    assert not computer.set_up()
    assert computer.said == [
        "no Wi-Fi: to choose one, join the Wi-Fi companion-12ef with a phone",
        "",
    ]
    assert computer.calls.splitlines()[-1] == "connection down companion-setup"
    assert not (computer.folder / "kept").exists()


@pytest.mark.parametrize(
    ("devices", "there"),
    [
        ("ethernet:connected\nwifi:disconnected\n", True),
        ("wifi:connected\n", True),
        ("ethernet:unavailable\nloopback:connected (externally)\n", False),
        ("wifi:unavailable\nwifi-p2p:disconnected\n", False),
    ],
)
def test_a_box_with_a_network_or_without_radio_opens_none(
    computer: Computer, devices: str, *, there: bool
) -> None:
    assert computer.set_up(devices) is there
    assert computer.asked == []


def test_a_radio_that_cannot_hold_a_network_is_no_trouble(computer: Computer) -> None:
    (computer.folder / "no-access-point").touch()
    assert not computer.set_up()
    assert computer.said == [""]


@pytest.mark.parametrize(
    ("form", "found"),
    [
        ({"seen": "Attic", "password": "open sesame"}, Network("Attic", "open sesame")),
        ({"seen": "", "name": "Hidden", "password": ""}, Network("Hidden", "")),
        ({"seen": "Attic", "password": "short"}, "a Wi-Fi password has 8"),
        ({"seen": "", "name": "é" * 17}, "choose a network"),
        ({}, "choose a network"),
    ],
)
def test_a_form_names_a_network_or_is_answered_in_a_sentence(
    form: dict[str, str], found: Network | str
) -> None:
    said = parse_form(urlencode(form))
    assert said == found if isinstance(found, Network) else str(said).startswith(found)


@pytest.fixture
def portal() -> Iterator[Portal]:
    """Return the server, which waits for a phone."""
    seen = (WifiNetwork("<b>Attic</b>", locked=True),)
    with Portal(("127.0.0.1", 0), "companion-12ef", "en", seen) as served:
        waiting = Thread(target=served.wait, args=(lambda: done,))
        done: list[bool] = []
        served.timeout = 0.05
        waiting.start()
        yield served
        done.append(True)
        waiting.join()


def answer(
    portal: Portal, method: str, path: str, body: str = "", **headers: str
) -> tuple[int, str, str]:
    """Send a request; return status, content and where it leads."""
    phone = HTTPConnection(*portal.server_address[:2], timeout=10)  # type: ignore[arg-type] # IPv4
    phone.request(
        method, path, body, {name.replace("_", "-"): each for name, each in headers.items()}
    )
    got = phone.getresponse()
    content = got.read().decode()
    phone.close()
    return got.status, content, got.getheader("Location", "")


def test_whatever_a_phone_looks_for_it_finds_the_page(portal: Portal) -> None:
    """Android and Apple ask their makers' servers, whose names lead here."""
    here = f"127.0.0.1:{portal.server_port}"
    status, _, to = answer(portal, "GET", "/generate_204", Host="connectivitycheck.gstatic.com")
    assert (status, to) == (302, f"http://{here}/")
    status, page, _ = answer(portal, "GET", "/", Host=here, Accept_Language="de-DE")
    assert status == 200
    assert "Welchem WLAN soll die Box beitreten?" in page
    assert "&lt;b&gt;Attic&lt;/b&gt;" in page


def test_a_phone_is_told_how_it_goes_on(portal: Portal) -> None:
    """First what is wrong with the form, then where the box will be."""
    _, page, _ = answer(portal, "POST", "/", urlencode({"seen": "Attic", "password": "1234567"}))
    assert 'role="alert">a Wi-Fi password has 8' in page
    assert portal.chosen is None
    _, page, _ = answer(portal, "POST", "/", urlencode({"seen": "Attic", "password": "12345678"}))
    assert "http://companion-12ef.local:8080" in page
    assert portal.wait(lambda: False) == Network("Attic", "12345678")


def test_a_connection_on_which_nothing_is_said_keeps_nobody_waiting(portal: Portal) -> None:
    host, port = portal.server_address[:2]
    with socket.create_connection((str(host), port)):
        assert "Attic" in answer(portal, "GET", "/")[1]


def test_many_connections_take_a_few_places_and_give_them_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The network is open: whoever is in reach could take all memory."""
    monkeypatch.setattr(server, "MOST", 2)
    with Portal(("127.0.0.1", 0), "companion-12ef", "en", ()) as portal:
        address = ("127.0.0.1", portal.server_port)
        lines = [socket.create_connection(address, timeout=10) for _ in range(3)]
        for _ in lines:
            portal.handle_request()
        assert lines[2].recv(1) == b""  # it was turned away
        for line in lines[:2]:
            line.sendall(b"GET / HTTP/1.0\r\n\r\n")
            assert line.recv(100).startswith(b"HTTP/1.0 200 OK")
            while line.recv(10_000):  # until its place is free, or will be in a moment
                pass
        for line in lines:
            line.close()
        told = b""
        while not told:
            with (
                suppress(ConnectionError),
                socket.create_connection(address, timeout=10) as line,
            ):
                line.sendall(b"GET / HTTP/1.0\r\n\r\n")
                portal.handle_request()
                told = line.recv(100)
        assert told.startswith(b"HTTP/1.0 200 OK")


def test_a_request_that_is_none_does_no_harm(portal: Portal) -> None:
    phone = HTTPConnection(*portal.server_address[:2], timeout=10)  # type: ignore[arg-type] # IPv4
    phone.putrequest("POST", "/")
    phone.putheader("Content-Length", "999999999999")
    phone.endheaders()
    assert phone.getresponse().status == 200
    phone.close()
    assert answer(portal, "BREW", os.sep)[0] == 501
    assert portal.chosen is None
