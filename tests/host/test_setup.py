"""At each start a card becomes name, networks, keys and settings, in folders of a test's own."""

import stat
from pathlib import Path

import pytest

from companion.engine import registry
from companion.host import notices
from companion.host.card import Network
from companion.host.network import key_file, network_problem
from companion.host.setup import (
    SetupPaths,
    box_name,
    is_zone,
    setup,
    watch,
)

USUAL = Path(__file__).parents[2] / "debian" / "companion.yaml"


@pytest.fixture
def places(tmp_path: Path) -> SetupPaths:
    """Return a computer with a card in it and a serial number."""
    (tmp_path / "card").mkdir()
    (tmp_path / "etc").mkdir()
    usual = tmp_path / "etc" / "companion.yaml"
    usual.write_text(USUAL.read_text(encoding="utf-8"), encoding="utf-8")
    serial = tmp_path / "serial"
    serial.write_bytes(b"10000000abcd12ef\0")
    return SetupPaths(
        card=tmp_path / "card",
        run=tmp_path / "run",
        kept=tmp_path / "kept",
        usual=usual,
        connections=tmp_path / "nm",
        zones=tmp_path / "zones",
        serial=serial,
        machine=tmp_path / "none",
        regulatory=tmp_path / "none",
    )


def started(places: SetupPaths, card: str | bytes | None = None) -> str:
    """Start the computer with such a card; return its name."""
    if card is not None:
        content = card if isinstance(card, bytes) else card.encode()
        (places.card / "companion.yaml").write_bytes(content)
    named: list[str] = []
    setup(places, registry.load, named.append)
    return named[0]


def said(places: SetupPaths) -> tuple[str, ...]:
    """Return the sentences for the panel."""
    return notices.read(places.run / "notices")


def test_a_box_is_named_after_its_serial_number(places: SetupPaths) -> None:
    """Unless the card names it; a computer without a number is just a companion."""
    assert started(places) == "companion-12ef"
    assert "127.0.1.1 companion-12ef\n" in (places.run / "hosts").read_text(encoding="ascii")
    assert started(places, "computer: {name: lounge}\n") == "lounge"
    assert "127.0.1.1 lounge\n" in (places.run / "hosts").read_text(encoding="ascii")
    assert box_name("") == "companion"
    assert said(places) == ()


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_language_of_the_card_is_that_of_its_sentences(
    places: SetupPaths, language: str
) -> None:
    """The update and the watch over the computer speak it, too."""
    started(places, f"language: {language}\ngame: ches\n")
    assert (places.run / "language").read_text(encoding="ascii") == f"{language}\n"
    told = (places.run / "notices" / "card").read_text(encoding="utf-8")
    assert ("there is no game" in told.partition("\t")[0]) is (language == "en")


def test_networks_are_for_root_alone(places: SetupPaths) -> None:
    """The file holds a password; one that is no longer on the card is gone."""
    wifi = "computer:\n  wifi:\n    - {name: Home, password: correct horse}\n    - {name: Café}\n"
    started(places, wifi)
    files = sorted(places.connections.iterdir())
    assert [file.name for file in files] == ["card-0.nmconnection", "card-1.nmconnection"]
    assert all(stat.S_IMODE(file.stat().st_mode) == 0o600 for file in files)
    started(places, "language: en\n")
    assert list(places.connections.iterdir()) == []


def test_a_network_that_does_not_answer_is_said(places: SetupPaths) -> None:
    """By its name, as the card gives it."""
    (places.card / "companion.yaml").write_text("computer: {wifi: [{name: Attic}]}\n")
    told: list[str] = []
    watch(places, registry.load, lambda what: told.append(str(what)), "wifi:disconnected\n")
    assert told[0].startswith("no Wi-Fi: Attic is out of range")


def test_names_and_passwords_survive_the_file_format() -> None:
    """Names are bytes; a backslash and blanks in front are escaped, as GKeyFile wants it."""
    file = key_file(Network("é", "  a\\b c d"), 1)
    assert "ssid=195;169;\n" in file
    assert "psk=\\s\\sa\\\\b c d\n" in file
    assert "[wifi-security]" not in key_file(Network("open"), 1)


@pytest.mark.parametrize(
    ("card", "words"),
    [
        (b"language: d\xe9", "is not UTF-8 text: save it as UTF-8"),
        ("game: ches\n", "companion.yaml:1: game: there is no game"),
        ("players: [Ann\n", "companion.yaml:"),
    ],
)
def test_what_is_wrong_is_said_and_the_box_has_settings(
    places: SetupPaths, card: str | bytes, words: str
) -> None:
    """Until the card is right again."""
    started(places, card)
    assert words in said(places)[0]
    assert "profile: adafruit-oled-bonnet" in (places.run / "companion.yaml").read_text()
    started(places, "language: en\n")
    assert said(places) == ()


def test_only_whoever_has_a_key_on_the_card_gets_in(places: SetupPaths) -> None:
    """Lines that are not keys let nobody in; without a key there is no file, so nothing listens."""
    keys = places.card / "authorized_keys"
    keys.write_text("ssh-ed25519 AAAAC3Nz me\nhello\n", encoding="utf-8")
    started(places)
    assert (places.run / "authorized_keys").read_text() == "ssh-ed25519 AAAAC3Nz me\n"
    keys.write_text("hello\n", encoding="utf-8")
    started(places)
    assert not (places.run / "authorized_keys").exists()


@pytest.mark.parametrize(
    ("devices", "words"),
    [
        ("wifi:disconnected\nloopback:connected (externally)\n", "Home is out of range"),
        ("ethernet:unavailable\n", "this computer has no Wi-Fi"),
        ("wifi:connected\n", None),
        ("wifi:disconnected\nethernet:connected\n", None),
    ],
)
def test_a_network_that_is_not_there_is_a_sentence(devices: str, words: str | None) -> None:
    """Unless the box is in another one; a box without networks waits for none."""
    found = network_problem([Network("Home")], devices)
    assert found is None if words is None else words in str(found)
    assert network_problem([], devices) is None


def test_time_zones_are_those_of_the_system() -> None:
    """Whatever a card calls one, it is a zone or it is not: nothing else is opened."""
    assert is_zone("Europe/Berlin")
    for wrong in ("", "Germany", "Europe", "../etc/passwd", "/etc/passwd", "zone1970.tab", "a\0b"):
        assert not is_zone(wrong)
