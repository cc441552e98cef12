"""The files that somebody has written on the first partition of a card."""

import logging
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

import yaml

from companion.engine import registry
from companion.host import notices
from companion.host.card import FILE
from companion.host.network import network_problem
from companion.host.setup import (
    HOSTS,
    KEYS,
    SetupPaths,
    setup,
)
from companion.settings.reading import load
from labs.fuzz.attack import one_sentence
from labs.fuzz.mutation import spoiled_bytes
from labs.fuzz.targets.settings import spoiled_yaml

_USUAL: Final = Path(__file__).parents[3] / "debian" / "companion.yaml"
_SOUND: Final = """\
computer:
  name: lounge
  country: DE
  time_zone: Europe/Berlin
  wifi:
    - name: Attic
      password: open sesame
    - name: "Café"
language: de
game: essence
players: [Ann, Ben]
"""
_KEYS: Final = b"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ ann@home\r\n# a note\nsk-ssh x y\n"
_LINES: Final = 20
"""The most lines in the file of a network."""
_LOG: Final = logging.getLogger("companion.host.setup")
_LARGEST: Final = 200_000
"""Bytes of settings made from a card."""


class CardTarget:
    """A computer that starts with such a card; a case that begins with ``ssh-`` is its keys."""

    name = "cards"

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def seeds(self) -> Sequence[bytes]:
        """Return the card as it is sold, one that says everything, and its keys."""
        own = yaml.safe_load(_SOUND)
        bare = yaml.safe_dump({"computer": own["computer"]}, sort_keys=False)
        return [_SOUND.encode(), bare.encode(), _USUAL.read_bytes(), _KEYS]

    def spoil(self, seed: bytes, source: Random) -> bytes:
        """Return a file with something wrong in it."""
        if seed.startswith(b"ssh-"):
            return spoiled_bytes(seed, source, (b"\n", b"ssh-rsa ", b"command=", b"\xff", b"\0"))
        return spoiled_yaml(seed, source)

    def feed(self, case: bytes) -> Counter[str]:
        """Start with it, as at each start: it never fails."""
        _LOG.setLevel(logging.ERROR)  # each mistake is a warning
        try:
            with TemporaryDirectory(dir=self._folder) as folder:
                return Counter([_started(Path(folder), case)])
        finally:
            _LOG.setLevel(logging.NOTSET)


def _started(folder: Path, case: bytes) -> str:
    """Start a computer, and return whether its card was right."""
    for name in ("card", "run", "kept", "etc"):
        (folder / name).mkdir()
    usual = folder / "etc" / FILE
    usual.write_bytes(_USUAL.read_bytes())
    (folder / "card" / (KEYS if case.startswith(b"ssh-") else FILE)).write_bytes(case)
    none = folder / "none"
    places = SetupPaths(
        folder / "card",
        folder / "run",
        folder / "kept",
        usual,
        folder / "nm",
        serial=none,
        machine=none,
        regulatory=none,
    )
    names: list[str] = []
    card = setup(places, registry.load, names.append)
    assert HOSTS.format(name=names[0]) == (places.run / "hosts").read_text(encoding="ascii")
    assert (places.run / FILE).stat().st_size <= _LARGEST
    load(places.run / FILE, registry.load)  # the box starts with it, whatever the card says
    for file in places.connections.glob("*"):
        lines = file.read_text(encoding="utf-8").split("\n")
        assert len(lines) <= _LINES
        assert all(line.isprintable() for line in lines), lines
    keys = places.run / KEYS
    assert not keys.exists() or all(
        map(str.strip, keys.read_text(encoding="utf-8").split("\n")[:-1])
    )
    for sentence in notices.read(places.run / "notices"):
        one_sentence(sentence)
    no_network = network_problem(card.computer.wifi, "wifi:disconnected")
    if no_network is not None:
        one_sentence(no_network)
    return "a mistake" if card.problems else "taken"
